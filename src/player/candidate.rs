//! Sequences of moves that are compared on sample deals.

use std::cmp::Ordering;

use crate::rules::Move;
use crate::solver::{Probe, StateKey, Tally, Verdict};

/// What a search found out about a sample deal. A greater one is better: a win, then the evaluation
/// of the best position reached, then a proven loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SampleOutcome {
    Lost,
    /// The evaluation of the best position reached, if there is one.
    Unknown(Option<i32>),
    Won,
}

impl SampleOutcome {
    pub(super) fn new(probe: &Probe) -> SampleOutcome {
        match probe.verdict {
            Verdict::Winnable(_) => SampleOutcome::Won,
            Verdict::Unwinnable => SampleOutcome::Lost,
            Verdict::Unknown => SampleOutcome::Unknown(probe.best.as_ref().map(|best| best.score)),
        }
    }

    pub(super) fn verdict(self) -> Verdict<()> {
        match self {
            SampleOutcome::Won => Verdict::Winnable(()),
            SampleOutcome::Lost => Verdict::Unwinnable,
            SampleOutcome::Unknown(_) => Verdict::Unknown,
        }
    }
}

/// A sequence of moves of which only the last shows a new card or wins.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) moves: Vec<Move>,
    /// Where they lead to, with the unseen cards in the order of the view: the position, or in a game that
    /// counts it the work that remains. Of the sequences with equal ends, one is compared.
    pub(super) end: StateKey,
    /// The outcomes of the searches whose line begins with it.
    pub(super) votes: Vec<SampleOutcome>,
    /// The outcome after these moves in each sample deal on which the candidates are compared.
    pub(super) outcomes: Vec<SampleOutcome>,
}

impl Candidate {
    pub(super) fn new(moves: Vec<Move>, end: StateKey) -> Candidate {
        Candidate {
            moves,
            end,
            votes: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Returns the numbers of outcomes.
    pub(super) fn tally(&self) -> Tally {
        self.outcomes
            .iter()
            .map(|outcome| outcome.verdict())
            .collect()
    }

    /// Whether another candidate is better by so many sample deals that chance does not explain it.
    ///
    /// Only the sample deals that one of the two wins and the other does not tell them apart. If both
    /// were equally good, the difference would be about the root of their number.
    pub(super) fn is_dominated_by(&self, other: &Candidate) -> bool {
        let (mut better, mut worse) = (0_u32, 0_u32);
        for (own, others) in self.outcomes.iter().zip(&other.outcomes) {
            let (own, others) = (*own == SampleOutcome::Won, *others == SampleOutcome::Won);
            better += u32::from(others && !own);
            worse += u32::from(own && !others);
        }
        better > worse && (better - worse).pow(2) >= DOMINANCE * (better + worse)
    }
}

/// Square of the number of standard deviations by which a candidate must be worse to be dominated.
const DOMINANCE: u32 = 2;

/// Returns the value of each candidate over the sample deals on which all of them were compared.
///
/// A sample deal that is won counts one. Up to half of one more goes to each candidate by its rank
/// among the outcomes in the same sample deal, which is a smooth value where few are won. The unit is
/// a quarter of the number of other candidates.
pub(super) fn values(candidates: &[&Candidate]) -> Vec<u64> {
    let others = candidates.len().saturating_sub(1).max(1) as u64;
    let value_in = |sample: usize, own: SampleOutcome| {
        let compare = |other: &&Candidate| match own.cmp(&other.outcomes[sample]) {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        };
        let rank: u64 = candidates.iter().map(compare).sum();
        4 * others * u64::from(own == SampleOutcome::Won) + rank
    };
    let value = |candidate: &&Candidate| {
        let outcomes = candidate.outcomes.iter().enumerate();
        outcomes.map(|(sample, &own)| value_in(sample, own)).sum()
    };
    candidates.iter().map(value).collect()
}
