//! Difficulty of winnable deals: how often a player who cannot see the hidden cards wins them.
//!
//! The [grades](GradedDeals) of many deals come with the program. `docs/difficulty.md` describes how
//! `lab grade` finds them.

pub mod daily;
mod graded_deals;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

pub use graded_deals::{FIRST_GRADED_SEED, GradedDeals, file_name, game_label};

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
    Serialize,
    Deserialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
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
