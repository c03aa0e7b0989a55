//! Where a line is typed.

use crate::game::Game;

/// Where a line is typed, and the game that it is about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'a> {
    Menu,
    Table(&'a Game),
    Replay(&'a Game),
}

impl<'a> Place<'a> {
    pub(super) fn game(self) -> Option<&'a Game> {
        match self {
            Place::Menu => None,
            Place::Table(game) | Place::Replay(game) => Some(game),
        }
    }
}
