//! Difficulty of winnable deals: how often a player who cannot see the hidden cards wins them.
//!
//! The [fair player](crate::player::FairPlayer) plays a deal several times, each time with other
//! sample deals. How often it wins and how many cards it brings to the foundations are its
//! [`PlayResults`], and the [`GradeLimits`] of a game with its options turn them into a
//! [`Difficulty`]. `docs/difficulty.md` describes the method. The grades of many deals come with the
//! program; see [`GradedDeals`].

mod graded_deals;
mod play_results;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

pub use graded_deals::{FIRST_GRADED_SEED, GradedDeals};
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
    /// The fair player wins these deals most often.
    Easy,
    /// It wins them less often.
    Medium,
    /// It wins them rarely.
    Hard,
    /// It wins them hardly ever.
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
