//! Application layer shared by both user interfaces.
//!
//! A [`Session`] is one game in play. A user interface turns input into a [`Command`], lets the
//! session [execute](Session::execute) it, and shows the [`CommandOutcome`]; [`text`] puts outcomes
//! into words. The session also says what is known about the position, and which search to run next.

mod advice;
mod clock;
mod command;
mod deals;
mod guide;
mod hints;
mod move_input;
mod play;
mod profile;
mod replay;
mod runner;
mod search;
mod targets;
pub mod text;

pub use clock::{Clock, instant_at, system_time, today};
pub use command::{Command, CommandOutcome, GivenHint, Refusal, Turn};
pub use deals::{DealSource, GameDealer, MAX_DEAL_SEARCH};
pub use guide::{Guide, JudgedTry, Question, Told};
pub use move_input::{MoveInput, MoveInputError, Source, parse_cards, parse_move, parse_pile};
pub use play::Session;
pub use profile::{Dealt, Left, Profile};
pub use replay::Replay;
pub use runner::{SearchReport, SearchRunner};
pub use search::{
    Answer, Found, Hints, PendingVerdict, SearchReply, SearchRequest, Task, VerdictResponse,
};
pub use targets::{cards_that_fit, explain_stuck, forced_move, is_hand_game, moves_from};
pub use text::GameOverSummary;

use crate::record::PlayedGame;
use crate::storage::saves::SaveError;
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

/// What a user interface ends with.
#[derive(Debug)]
pub struct Exit<E> {
    /// The game at the table.
    pub played: Option<PlayedGame>,
    /// The games that could not be saved, and why.
    pub unsaved: Vec<(PlayedGame, SaveError)>,
    /// What ended it too early.
    pub error: Option<E>,
}
