//! Difficulty of winnable deals: how often a player who cannot see the hidden cards wins them.
//!
//! Three players that do not see hidden cards play a deal. The
//! [fair player](crate::player::FairPlayer), with a small budget, and a casual player play it
//! several times, each time with other random numbers. A player that only looks ahead plays it
//! once. How often they win and how many cards they bring to the foundations are their
//! [`PlayResults`], which the [`GradeLimits`] of a game with its options turn into a
//! [`Difficulty`]. `docs/difficulty.md` describes the method. The grades of many deals come with
//! the program; see [`GradedDeals`].

pub mod daily;
mod graded_deals;
mod play_results;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

pub use graded_deals::{FIRST_GRADED_SEED, GradedDeals, game_label};
pub use play_results::{GradeLimits, GradingEffort, PlayResults, is_winnable};

/// How hard it is to win a deal without knowing the hidden cards.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Difficulty {
    /// These deals are won most often.
    Easy,
    /// These are won less often.
    Medium,
    /// These are won rarely.
    Hard,
    /// These are hardly ever won.
    Expert,
}

impl Difficulty {
    /// All grades, the easiest first.
    pub const ALL: &[Difficulty] = Difficulty::VARIANTS;

    /// Returns the name on the command line and on the screen, which `FromStr` parses.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
