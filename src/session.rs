//! Application layer shared by both user interfaces.
//!
//! A [`Session`] is one game in play. A user interface turns input into a [`Command`], lets the
//! session [execute](Session::execute) it, and shows the [`CommandOutcome`]; [`text`] puts outcomes
//! into words. The session also [chooses](Session::search_request) the next search of the solver
//! and records its result.

mod advice;
mod clock;
mod command;
mod deals;
mod execute;
mod hints;
mod move_input;
mod review;
mod search;
mod state;
mod store;
pub mod text;

pub use clock::{MonotonicClock, system_time, time_or_date, today};
pub use command::{Command, CommandOutcome, GAME_COMMANDS, GameCommand, GivenHint, Refusal, Turn};
pub use deals::{DealSearch, DealSource, MAX_DEAL_SEARCH, SeedSource};
pub use move_input::{MoveInput, MoveInputError, parse_card, parse_move, parse_pile};
pub use review::FinishedGame;
pub use search::{
    Found, HINT_POSITIONS, ODDS_POSITIONS, PendingVerdict, Purpose, Question, SearchReply,
    SearchRequest, VerdictResponse, search_advice, search_review,
};
pub use state::Session;
pub use store::SessionStore;
pub use text::GameOverSummary;

use crate::record::PlayedGame;
use crate::variant::Variant;

/// What a user interface opens with.
#[derive(Debug)]
pub enum Start {
    Menu,
    Game(Box<Session>),
    /// A new deal of a game.
    NewDeal(Variant),
    Replay(Box<PlayedGame>),
}
