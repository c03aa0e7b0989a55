//! What lies on the screen, and what the keys mean there.

use super::action::Action;
use super::app::App;
use super::keymap::Key;
use super::scene::Scene;
use super::seat::Pending;
use crate::rules::Place;

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
    Ledger,
    /// A pile in full.
    Peek(Place),
    /// A line being typed.
    Line(Line),
}

/// A line being typed at the bottom of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is for.
    pub asks: Asks,
    /// What is typed so far.
    pub text: String,
}

impl Line {
    /// As many characters as it takes.
    pub const LONGEST: u16 = 24;
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A move as a record writes it.
    Move,
    /// The seed of a deal.
    Seed,
    /// The number of a move of a replay.
    Number,
    /// What to look for in the help.
    Words,
}

/// What the keys mean at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Choosing a game.
    Menu,
    /// At the table with nothing picked up.
    Table,
    /// At the table with cards picked up.
    Held,
    /// A card can go to two foundations: which?
    Choosing,
    /// A suit is to follow.
    Suits,
    /// A digit is to follow.
    Digits,
    /// At a game played in the hand.
    Hand,
    /// A line is being typed.
    Typing,
    /// The game is over, and the screen says so.
    Ended,
    /// A text lies over the screen.
    Overlay,
    /// Changing the settings.
    Settings,
    /// Reading the results.
    Ledger,
    /// Looking at a game move by move.
    Replay,
}

impl App {
    /// The overlay that is seen in full: the topmost that is no line being typed.
    pub fn panel(&self) -> Option<&Overlay> {
        let mut overlays = self.overlays.iter().rev();
        overlays.find(|overlay| !matches!(overlay, Overlay::Line(_)))
    }

    /// What the keys mean now.
    pub fn mode(&self) -> Mode {
        match self.overlays.last() {
            Some(Overlay::Line(_)) => Mode::Typing,
            Some(Overlay::Settings(_)) => Mode::Settings,
            Some(Overlay::Ledger) => Mode::Ledger,
            Some(_) => Mode::Overlay,
            None => self.mode_beneath(),
        }
    }

    /// What the keys mean when no overlay has them.
    pub fn mode_beneath(&self) -> Mode {
        match (self.screen, &self.seat) {
            (Screen::Replay, _) => Mode::Replay,
            (Screen::Menu, _) | (Screen::Table, None) => Mode::Menu,
            (Screen::Table, Some(seat)) => match (&seat.pending, seat.held) {
                _ if seat.ending.is_some() && !seat.looking_back => Mode::Ended,
                (Some(Pending::Choice(_)), _) => Mode::Choosing,
                (Some(Pending::Foundation), _) => Mode::Suits,
                (Some(Pending::Reserve(_)), _) => Mode::Digits,
                _ if seat.in_hand() => Mode::Hand,
                (None, Some(_)) => Mode::Held,
                (None, None) => Mode::Table,
            },
        }
    }

    /// What a key asks for now, the scene being the one last shown. A second key that is awaited may
    /// be left out: then any key of the table has its own meaning again, but no letter, which may have
    /// been meant for a pile. Where nothing could be shown the program can only be left.
    pub fn asked(&self, key: Key, shown: &Scene) -> Action {
        let mode = self.mode();
        let meaning = self.keymap.action(mode, key);
        if shown.needs.is_some() {
            return match meaning {
                Some(Action::Suspend) => Action::Suspend,
                Some(Action::Quit | Action::Close) => Action::Quit,
                _ => Action::Nothing,
            };
        }
        let awaits = match mode {
            Mode::Choosing => true,
            Mode::Suits | Mode::Digits => !key.types().is_some_and(char::is_alphabetic),
            _ => false,
        };
        let other = || self.keymap.action(Mode::Table, key).filter(|_| awaits);
        meaning.or_else(other).unwrap_or(Action::Nothing)
    }
}
