//! Verdicts on positions, and their numbers.

use serde::{Deserialize, Serialize};

use crate::confidence::interval_with_unknown;
use crate::rules::Move;

/// Whether a position can be won. `Verdict<()>` has no winning line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<Line = Vec<Move>> {
    /// The position can be won with this line of moves.
    Winnable(Line),
    /// The position cannot be won.
    Unwinnable,
    /// The budget ran out before a proof was found.
    Unknown,
}

impl<Line> Verdict<Line> {
    /// Returns `winnable`, `unwinnable` or `unknown`.
    pub fn as_str(&self) -> &'static str {
        match self {
            Verdict::Winnable(_) => "winnable",
            Verdict::Unwinnable => "unwinnable",
            Verdict::Unknown => "unknown",
        }
    }

    /// Returns the winning line, if there is one.
    pub fn line(&self) -> Option<&Line> {
        match self {
            Verdict::Winnable(line) => Some(line),
            Verdict::Unwinnable | Verdict::Unknown => None,
        }
    }

    /// Returns the verdict without the winning line.
    pub fn without_line(&self) -> Verdict<()> {
        match self {
            Verdict::Winnable(_) => Verdict::Winnable(()),
            Verdict::Unwinnable => Verdict::Unwinnable,
            Verdict::Unknown => Verdict::Unknown,
        }
    }
}

/// Number of decided deals from which they say something about the others.
pub const MIN_DECIDED: u64 = 10;

/// Numbers of deals by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Deals that can be won.
    pub won: u64,
    /// Deals that cannot be won.
    pub lost: u64,
    /// Deals without a proof.
    pub unknown: u64,
}

impl Tally {
    /// Adds a deal.
    pub fn add(&mut self, verdict: Verdict<()>) {
        match verdict {
            Verdict::Winnable(()) => self.won += 1,
            Verdict::Unwinnable => self.lost += 1,
            Verdict::Unknown => self.unknown += 1,
        }
    }

    /// Returns the number of deals.
    pub fn count(self) -> u64 {
        self.won + self.lost + self.unknown
    }

    /// Returns the number of deals with a proof.
    pub fn decided(self) -> u64 {
        self.won + self.lost
    }

    /// Returns the share of the decided deals that can be won. `None` if these are fewer than ten, unless it is the only
    /// deal: where all cards are known, that is the one played.
    pub fn share(self) -> Option<f64> {
        let decided = self.decided();
        let is_enough = decided >= MIN_DECIDED || (decided, self.count()) == (1, 1);
        is_enough.then(|| self.won as f64 / decided as f64)
    }

    /// Returns a 95 % confidence interval of the share of deals that can be won. Unknown deals
    /// count as lost for the lower bound and as won for the upper.
    pub fn confidence_interval(self) -> (f64, f64) {
        interval_with_unknown(self.won, self.unknown, self.count())
    }
}

impl FromIterator<Verdict<()>> for Tally {
    fn from_iter<I: IntoIterator<Item = Verdict<()>>>(verdicts: I) -> Tally {
        let mut tally = Tally::default();
        verdicts.into_iter().for_each(|verdict| tally.add(verdict));
        tally
    }
}
