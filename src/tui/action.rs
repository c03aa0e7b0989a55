//! Everything a player can ask for, by key or by mouse.

use ratatui::layout::Position;

use crate::cards::Suit;

use super::scene::Target;

/// A way to walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

/// One thing asked for. What it comes to hangs on the [`Mode`](super::app::Mode) it is asked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A key without a meaning here, which can still stop what goes on.
    NoOp,
    /// Walks a card, an entry or a move on.
    Navigate(Direction),
    /// To the first of a row.
    RowStart,
    /// To the last of a row.
    RowEnd,
    /// To the next group of places; in a form, to the next entry.
    NextGroup,
    /// To the group of places before; in a form, to the entry before.
    PreviousGroup,
    /// A page up, where a text is longer than the window.
    PageUp,
    /// A page down.
    PageDown,
    /// Picks up or puts down; takes the entry that is marked.
    Select,
    /// Lets go; closes an overlay; forgets what was half typed.
    Cancel,

    /// A digit: a pile by its number, 0 being the tenth, or a part of a reserve card's number.
    Digit(u8),
    /// The top card of the waste.
    SelectWaste,
    /// A card of the reserve, by the two digits that follow.
    SelectReserve,
    /// A foundation, by the suit that follows.
    SelectFoundation,
    /// The suit that follows [`Foundation`](Action::SelectFoundation).
    Suit(Suit),
    /// Home with the card under the cursor, or with what is picked up.
    MoveHome,
    /// Draws or deals; in a game without choice, makes the one next step.
    Draw,
    /// Lets a game of few choices run on by itself until something is asked.
    PlayForced,
    /// Home with all that can go without harm.
    AutoplaySafe,
    /// Home with everything, where nothing stands in the way.
    Autofinish,

    /// Takes back a move, or at the deal the dealing.
    Undo,
    /// Makes a move again that was taken back.
    Redo,
    /// Names a move that could be made.
    Hint,
    /// Asks whether the game can be won from here.
    Analyze,
    /// Plays a line that wins, where one is known.
    ShowSolution,
    /// Back to the last position that is known to have a win, where none is left.
    UndoToWinnable,
    /// Fans out the pile under the cursor.
    Peek,

    /// Deals anew.
    NewDeal,
    /// Deals the same cards again.
    Restart,
    /// The results.
    Results,
    /// Puts the record of a game in a file.
    Export,
    /// Gives the game up.
    GiveUp,
    /// Begins to type a seed.
    EnterSeed,
    /// Begins to type a move as a record writes it.
    EnterMove,
    /// Begins to type the number of a move of a replay.
    EnterMoveNumber,
    /// A character typed.
    InsertChar(char),
    /// Takes back the character typed last.
    Backspace,

    /// The next theme.
    NextTheme,
    /// Suits in four colours or in two.
    ToggleFourColors,
    /// The settings.
    Settings,
    /// The help.
    Help,
    /// Begins to type what to look for in the help.
    Search,
    /// The next place where it stands.
    NextMatch,
    /// The menu of games.
    Menu,
    /// Replays the game on the table.
    Replay,
    /// Closes what is on top: an overlay, the replay, at the table the program.
    Close,
    /// Leaves the program.
    Quit,
    /// Leaves the program to its parent's job control.
    Suspend,
    /// Back at the table after a suspension.
    Resumed,

    /// Lets a replay run or stand.
    TogglePlayback,
    /// A faster replay.
    Faster,
    /// A slower replay.
    Slower,
    /// Plays on from the position a replay shows.
    PlayFromHere,

    /// A press of the left button on what was shown there.
    Click(Target),
    /// Two presses on the same.
    DoubleClick(Target),
    /// The pointer leaves what it pressed on, with the button down: those cards are taken up.
    StartDrag(Target, Position),
    /// The pointer carries them on: over what, and where.
    Drag(Target, Position),
    /// The button is let go: over what.
    Drop(Target),
    /// A turn of the wheel, up or down, over what was shown there.
    Wheel(Target, Direction),
    /// The window has another size: columns, rows.
    Resize(u16, u16),
    /// A deadline is due.
    Tick,
}
