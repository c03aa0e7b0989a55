//! What a user interface opens with.

use super::state::Session;
use crate::record::PlayedGame;
use crate::variant::Variant;

/// What a user interface opens with.
#[derive(Debug)]
pub enum Start {
    /// The menu of games.
    Menu,
    /// A game in play.
    Game(Box<Session>),
    /// A random deal of a game, which is still to be found.
    RandomDeal(Variant),
    /// A replay of a game.
    Replay(Box<PlayedGame>),
}
