//! What lies on the screen, and what the keys mean there.

use super::action::Action;
use super::app::App;
use super::keymap::Key;
use super::scene::Scene;
use super::table_state::PendingInput;
use crate::rules::PileId;

/// What lies beneath the overlays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The menu of games.
    Menu,
    /// A game.
    Table,
    /// A game looked at move by move.
    Replay,
}

/// What lies over a screen; only the topmost has the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The keys and the rules.
    Help,
    /// The settings, the keys being on one of them.
    Settings(usize),
    /// The results.
    Results,
    /// A pile in full.
    Peek(PileId),
    /// A line being typed.
    Prompt(Prompt),
}

/// A line being typed at the bottom of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// What it is for.
    pub kind: PromptKind,
    /// What is typed so far.
    pub text: String,
}

impl Prompt {
    /// As many characters as it takes.
    pub const MAX_LEN: u16 = 24;
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// A move as a record writes it.
    Move,
    /// The seed of a deal.
    Seed,
    /// The number of a move of a replay.
    MoveNumber,
    /// What to look for in the help.
    HelpSearch,
}

/// What the keys mean at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Choosing a game.
    Menu,
    /// At the table with nothing picked up.
    Table,
    /// At the table with cards picked up.
    Selected,
    /// A card can go to two foundations: which?
    ChooseFoundation,
    /// A suit is to follow.
    AwaitSuit,
    /// A digit is to follow.
    AwaitDigit,
    /// At a game played in the hand.
    HandGame,
    /// A line is being typed.
    Prompt,
    /// The game is over, and the screen says so.
    GameOver,
    /// A text lies over the screen.
    Overlay,
    /// Changing the settings.
    Settings,
    /// Reading the results.
    Results,
    /// Looking at a game move by move.
    Replay,
}

impl App {
    /// The overlay that is seen in full: the topmost that is no line being typed.
    pub fn top_panel(&self) -> Option<&Overlay> {
        let mut overlays = self.overlays.iter().rev();
        overlays.find(|overlay| !matches!(overlay, Overlay::Prompt(_)))
    }

    /// What the keys mean now.
    pub fn mode(&self) -> Mode {
        match self.overlays.last() {
            Some(Overlay::Prompt(_)) => Mode::Prompt,
            Some(Overlay::Settings(_)) => Mode::Settings,
            Some(Overlay::Results) => Mode::Results,
            Some(_) => Mode::Overlay,
            None => self.base_mode(),
        }
    }

    /// What the keys mean when no overlay has them.
    pub fn base_mode(&self) -> Mode {
        match (self.screen, &self.table) {
            (Screen::Replay, _) => Mode::Replay,
            (Screen::Menu, _) | (Screen::Table, None) => Mode::Menu,
            (Screen::Table, Some(seat)) => match (&seat.pending_input, seat.selection) {
                _ if seat.session.ending().is_some() && !seat.game_over_dismissed => Mode::GameOver,
                (Some(PendingInput::FoundationChoice(_)), _) => Mode::ChooseFoundation,
                (Some(PendingInput::FoundationSuit), _) => Mode::AwaitSuit,
                (Some(PendingInput::ReserveNumber(_)), _) => Mode::AwaitDigit,
                _ if seat.is_hand_game() => Mode::HandGame,
                (None, Some(_)) => Mode::Selected,
                (None, None) => Mode::Table,
            },
        }
    }

    /// What a key asks for now, the scene being the one last shown. A second key that is awaited may
    /// be left out: then any key of the table has its own meaning again, but no letter, which may have
    /// been meant for a pile. Where nothing could be shown the program can only be left.
    pub fn resolve_key(&self, key: Key, shown: &Scene) -> Action {
        let mode = self.mode();
        let meaning = self.keymap.action(mode, key);
        if shown.min_size.is_some() {
            return match meaning {
                Some(Action::Suspend) => Action::Suspend,
                Some(Action::Quit | Action::Close) => Action::Quit,
                _ => Action::NoOp,
            };
        }
        let awaits = match mode {
            Mode::ChooseFoundation => true,
            Mode::AwaitSuit | Mode::AwaitDigit => {
                !key.typed_char().is_some_and(char::is_alphabetic)
            }
            _ => false,
        };
        let other = || self.keymap.action(Mode::Table, key).filter(|_| awaits);
        meaning.or_else(other).unwrap_or(Action::NoOp)
    }
}
