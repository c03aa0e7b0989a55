//! Players that know only what a person at the table can know.
//!
//! The solver sees all cards. A player gets a [`View`], which knows hidden cards only as a set. The
//! [`FairPlayer`] deals them out at random several times, lets the solver search these sample deals or a
//! [`policy`] play them, and makes the moves that win most of them. [`lookahead`](lookahead::choose_moves) is a
//! simple player to compare it with.
//!
//! Every choice of the fair player ends with a card that was not seen before, or with a win. So its
//! games end. `docs/fair-player.md` describes the method and how often it wins.

mod candidate;
mod fair;
pub mod lookahead;
pub mod policy;
mod rollouts;
mod sampling;
mod seen_cards;
mod threads;
mod view;

pub use fair::{Advice, DECISION_BUDGET, FairPlayer};
pub use sampling::derive_seed;
pub(crate) use sampling::{SAMPLE_BUDGET, sample};
pub(crate) use seen_cards::SeenCards;
pub use view::View;
