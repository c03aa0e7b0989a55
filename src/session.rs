//! Application layer shared by both user interfaces.
//!
//! A [`Session`] is one game in play. A user interface turns input into a [`Command`], lets the
//! session [execute](Session::execute) it, and shows the [`CommandOutcome`]; [`text`] puts outcomes
//! into words. The session also [chooses](Session::search_request) the next search of the solver
//! and records its result.

mod advice;
mod advice_report;
mod clock;
mod command;
mod deals;
mod execute;
mod game_over;
mod game_review;
mod move_input;
mod review;
mod search;
mod search_request;
mod state;
mod store;
pub mod text;

pub use advice::{HINT_POSITIONS, ODDS_POSITIONS, search_advice};
pub use advice_report::{AdviceGoal, AdviceReport};
pub use clock::{MonotonicClock, system_time, today};
pub use command::{
    Command, CommandOutcome, GAME_COMMANDS, GameCommand, GivenHint, HintOdds, PlayOptions, Refusal,
    Turn,
};
pub use deals::{DealSearch, DealSearchStep, SeedSource, source_of_another_deal};
pub use game_over::GameOverSummary;
pub use game_review::{GameReview, search_review};
pub use move_input::{MoveInput, MoveInputError, parse_card, parse_move, parse_pile};
pub use search_request::{
    PendingVerdict, SearchEvent, SearchKind, SearchReply, SearchRequest, SearchUpdate,
    VerdictResponse,
};
pub use state::Session;
pub use store::SessionStore;

use crate::record::PlayedGame;
use crate::variant::Variant;

/// What a user interface opens with.
#[derive(Debug)]
pub enum Start {
    Menu,
    Game(Box<Session>),
    /// A winnable deal of a game, which is still to be found.
    WinnableDeal(Variant),
    Replay(Box<PlayedGame>),
}
