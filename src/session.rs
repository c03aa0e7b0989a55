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
mod deal_search;
mod execute;
mod game_over;
mod game_review;
mod move_input;
mod review;
mod search;
mod search_request;
mod seeds;
mod settings;
mod start;
mod state;
mod store;
pub mod text;
mod time_zone;

pub use advice::{HINT_POSITIONS, ODDS_POSITIONS, search_advice};
pub use advice_report::{AdviceGoal, AdviceReport};
pub use clock::{MonotonicClock, system_time, today};
pub use command::{
    Command, CommandOutcome, GAME_COMMANDS, GameCommand, GivenHint, HintOdds, PlayOptions, Refusal,
    Turn,
};
pub use deal_search::{DealSearch, DealSearchStep};
pub use game_over::GameOverSummary;
pub use game_review::{GameReview, search_review};
pub use move_input::{MoveInput, MoveInputError, parse_card, parse_move, parse_pile};
pub use search_request::{
    PendingVerdict, SearchEvent, SearchKind, SearchReply, SearchRequest, SearchUpdate,
    VerdictResponse,
};
pub use seeds::SeedSource;
pub use settings::is_winnable_deal_required;
pub use start::Start;
pub use state::Session;
pub use store::SessionStore;
pub use time_zone::system_time_zone;
