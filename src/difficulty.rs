//! Difficulty of winnable deals: how often a player who cannot see the hidden cards wins them.
//!
//! Three players without a look at hidden cards play a deal: the [fair player](crate::player::FairPlayer)
//! with a small budget and a casual one several times, each time with other random numbers, and one that
//! only looks ahead once. How often they win and how many cards they bring to the foundations are their
//! [`PlayResults`], and the [`GradeLimits`] of a game with its options turn them into a [`Difficulty`].
//! `docs/difficulty.md` describes the method. The grades of many deals come with the program; see
//! [`GradedDeals`].

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
