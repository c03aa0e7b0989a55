//! Actions of the player, the targets of clicks, and the input modes.

use ratatui::layout::Position;
use strum::EnumString;

use crate::cards::Suit;
use crate::game::CardPosition;
use crate::rules::PileId;
use crate::session::Command;

/// A direction of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl Direction {
    /// Whether the direction leads to what comes before: up or left.
    pub fn is_backward(self) -> bool {
        matches!(self, Direction::Left | Direction::Up)
    }

    /// Returns the index after another one of so many, or before it, around the ends.
    pub fn cycle(self, index: usize, count: usize) -> usize {
        let step = if self.is_backward() { count - 1 } else { 1 };
        (index + step) % count
    }
}

/// An input after key bindings and hit-testing. What it does depends on the screen that handles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Action {
    /// Does nothing except stop searches, animations and automatic play.
    NoOp,
    /// Moves by one card, entry or move.
    #[strum(disabled)]
    Navigate(Direction),
    /// Moves to the first one of a row or list.
    RowStart,
    /// Moves to the last one of a row or list.
    RowEnd,
    /// Moves to the next group of piles or of entries, or turns the page.
    NextGroup,
    /// Opposite of [`NextGroup`](Action::NextGroup).
    PreviousGroup,
    PageUp,
    PageDown,
    /// Selects the card or entry under the cursor, or moves the selection to it.
    Select,
    /// Cancels the selection; without one closes the screen.
    Cancel,

    /// A digit: a pile by its number, 0 for the tenth, or part of a number.
    #[strum(disabled)]
    Digit(u8),
    SelectWaste,
    /// Selects a reserve card, whose number follows.
    SelectReserve,
    /// Selects a foundation; its suit follows.
    SelectFoundation,
    /// The suit that follows [`SelectFoundation`](Action::SelectFoundation).
    #[strum(disabled)]
    Suit(Suit),
    /// Sends the selected card, or the one under the cursor, to a foundation.
    MoveHome,
    /// Executes a command of the game.
    #[strum(disabled)]
    Game(Command),

    /// Shows the odds of the position.
    Odds,
    /// Asks the solver whether the game can still be won.
    Analyze,
    /// Shows a winning line.
    ShowSolution,
    /// Shows all cards of the pile under the cursor.
    Peek,

    NewDeal,
    /// Deals the same game from the other random deals: any instead of winnable ones, or the reverse.
    NewOtherDeal,
    /// Deals the preset of a game that leaves choices, after one that plays itself.
    DealWithChoices,
    /// Deals the daily deal of the next game, on the same day.
    NextDaily,
    /// Deals the same cards again.
    Restart,
    /// Removes the selected saved game.
    Forget,
    Results,
    /// Opens the first lesson of the game.
    Learn,
    /// Asks for the better moves that the player has not found yet.
    Practice,
    /// Writes the record of a game to a file.
    Export,
    /// Copies the line about a finished game.
    Share,
    /// Copies it with a picture of the game.
    SharePicture,
    /// Opens the prompt for the number of a deal.
    EnterSeed,
    EnterMove,
    /// Opens the prompt for a card, a rank or a suit.
    Find,
    #[strum(disabled)]
    InsertChar(char),
    Backspace,
    /// Deletes the last word of a line that is typed.
    DeleteWord,
    /// Deletes the line that is typed.
    DeleteLine,

    NextTheme,
    /// Changes between four suit colors and two.
    ToggleFourColors,
    Settings,
    Help,
    Menu,
    /// Opens a replay of the game.
    Replay,
    /// Closes the screen; at the table and in the menu quits.
    Close,
    Quit,
    /// Stops the program until the shell continues it.
    Suspend,
    /// The program was continued.
    Resumed,
    /// Draws the whole window again.
    Redraw,

    /// Starts or pauses a replay.
    TogglePlayback,
    Faster,
    Slower,
    /// Reviews the game that a replay shows, or cancels the review.
    Review,
    /// Goes to the next move of a replay that changed the odds a lot.
    NextTurningPoint,
    /// Goes to the previous one.
    PreviousTurningPoint,
    /// Plays on from the position that a replay shows.
    PlayFromHere,
    /// The question that a replay asks was answered: whether the better move was found without help.
    #[strum(disabled)]
    Answered(bool),

    #[strum(disabled)]
    Click(Target),
    #[strum(disabled)]
    DoubleClick(Target),
    /// A drag starts: the target that was pressed, and the cell of the pointer.
    #[strum(disabled)]
    StartDrag(Target, Position),
    /// The pointer moves during a drag: the target below it, and its cell.
    #[strum(disabled)]
    Drag(Target, Position),
    /// The drag ends: the target below the pointer.
    #[strum(disabled)]
    Drop(Target),
    /// Turn of the wheel, up or down.
    #[strum(disabled)]
    Wheel(Target, Direction),
    /// The window has a new size: columns and rows.
    #[strum(disabled)]
    Resize(u16, u16),
    /// A deadline is due.
    Tick,
}

impl Action {
    /// Parses the action of a key binding: a name, a command of the game, a direction, a digit or a suit.
    pub(super) fn parse(word: &str) -> Option<Action> {
        let suit = Suit::ALL.into_iter().find(|suit| suit.name() == word);
        let action = word.parse().ok();
        action
            .or_else(|| word.parse().ok().map(Action::Game))
            .or_else(|| word.parse().ok().map(Action::Navigate))
            .or_else(|| word.parse().ok().map(Action::Digit))
            .or(suit.map(Action::Suit))
    }

    /// Whether the action gives up, deals or quits, which a key does that was meant for nothing else.
    pub fn needs_own_key(self) -> bool {
        matches!(
            self,
            Action::Game(Command::GiveUp)
                | Action::NewDeal
                | Action::NewOtherDeal
                | Action::DealWithChoices
                | Action::NextDaily
                | Action::Restart
                | Action::Close
                | Action::Quit
        )
    }

    /// Returns what a click is on; that on a button is on the background.
    pub fn target(self) -> Target {
        match self {
            Action::Click(target) => target,
            _ => Target::Background,
        }
    }

    /// Whether the player has pressed no key or button that does something: time passes, the program goes on, the
    /// window changes its size or is drawn again, a search or the key before has answered a question, or a drag goes on
    /// or ends. What a key clears was cleared when the drag started.
    pub fn is_passive(self) -> bool {
        matches!(
            self,
            Action::Tick
                | Action::Redraw
                | Action::Resumed
                | Action::Resize(..)
                | Action::Answered(_)
                | Action::Drag(..)
                | Action::Drop(_)
        )
    }
}

/// Anything on the screen but a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Card(CardPosition),
    /// An empty pile, or one that shows no single card.
    Pile(PileId),
    /// The table below a pile, or the pile's label.
    BelowPile(PileId),
    /// An entry of a list, by its index.
    Entry(usize),
    /// A value of an entry of the menu: the indices of both.
    Value(usize, usize),
    Panel,
    /// Anything else.
    Background,
}

impl Target {
    /// Returns the pile that cards dropped here are meant for.
    pub fn pile(self) -> Option<PileId> {
        match self {
            Target::Card(CardPosition { pile, .. })
            | Target::Pile(pile)
            | Target::BelowPile(pile) => Some(pile),
            Target::Entry(_) | Target::Value(..) | Target::Panel | Target::Background => None,
        }
    }
}

/// Input mode. Each key binding applies in some modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Mode {
    Menu,
    /// Table with no cards selected.
    Table,
    /// Table with cards selected.
    Selected,
    /// A card fits two foundations; the player chooses one.
    ChooseFoundation,
    /// The next key names a suit.
    AwaitSuit,
    /// The next key is a digit.
    AwaitDigit,
    /// Table of a game played in the hand.
    HandGame,
    /// A line is being typed.
    Prompt,
    /// The game-over panel.
    GameOver,
    /// Help, and other panels without keys of their own.
    Overlay,
    Settings,
    Results,
    Replay,
}
