//! Sequences of moves that are compared on sample deals.

use std::cmp::Reverse;

use crate::rules::Move;
use crate::solver::{Probe, StateKey, Tally, Verdict};

/// What a search found out about a sample deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SampleOutcome {
    pub(super) verdict: Verdict<()>,
    /// Evaluation of the best position reached, if no win was found.
    pub(super) score: Option<i32>,
}

impl SampleOutcome {
    pub(super) fn new(probe: &Probe) -> SampleOutcome {
        SampleOutcome {
            verdict: probe.verdict.without_line(),
            score: probe.best.as_ref().map(|best| best.score),
        }
    }

    pub(super) fn is_won(self) -> bool {
        self.verdict == Verdict::Winnable(())
    }
}

/// A sequence of moves of which only the last shows a new card or wins.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) moves: Vec<Move>,
    /// Key of the position at its end in the first sample deal.
    pub(super) key: StateKey,
    /// The outcome of each sample deal after these moves, as far as it was searched.
    pub(super) outcomes: Vec<Option<SampleOutcome>>,
    /// Whether it may still be the best one.
    pub(super) is_active: bool,
}

/// Value of a candidate over some sample deals; a greater one is better. More wins count most, then
/// fewer proven losses, then the sum of the evaluations of the best positions reached without a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CandidateValue {
    won: u64,
    lost: Reverse<u64>,
    score: i64,
}

impl Candidate {
    pub(super) fn new(moves: Vec<Move>, key: StateKey) -> Candidate {
        Candidate {
            moves,
            key,
            outcomes: Vec::new(),
            is_active: true,
        }
    }

    pub(super) fn outcome(&self, sample: usize) -> Option<SampleOutcome> {
        self.outcomes.get(sample).copied().flatten()
    }

    pub(super) fn set_outcome(&mut self, sample: usize, outcome: SampleOutcome) {
        if self.outcomes.len() <= sample {
            self.outcomes.resize(sample + 1, None);
        }
        self.outcomes[sample] = Some(outcome);
    }

    /// Returns the numbers of outcomes over some sample deals.
    pub(super) fn tally(&self, samples: &[usize]) -> Tally {
        let outcomes = samples.iter().filter_map(|&sample| self.outcome(sample));
        outcomes.map(|outcome| outcome.verdict).collect()
    }

    /// Returns the value over some sample deals.
    pub(super) fn value(&self, samples: &[usize]) -> CandidateValue {
        let tally = self.tally(samples);
        let outcomes = samples.iter().filter_map(|&sample| self.outcome(sample));
        let score = outcomes.map(|outcome| i64::from(outcome.score.unwrap_or_default()));
        CandidateValue {
            won: tally.won,
            lost: Reverse(tally.lost),
            score: score.sum(),
        }
    }

    /// Whether another candidate is better by so many sample deals that chance does not explain it.
    ///
    /// Only the sample deals that one of the two wins and the other does not tell them apart. If both
    /// were equally good, the difference would be about the root of their number.
    pub(super) fn is_dominated_by(&self, other: &Candidate) -> bool {
        let (mut better, mut worse) = (0_u32, 0_u32);
        for (own, others) in self.outcomes.iter().zip(&other.outcomes) {
            let won = |outcome: &Option<SampleOutcome>| outcome.is_some_and(SampleOutcome::is_won);
            if let (Some(_), Some(_)) = (own, others) {
                better += u32::from(won(others) && !won(own));
                worse += u32::from(won(own) && !won(others));
            }
        }
        better > worse && (better - worse).pow(2) >= DOMINANCE * (better + worse)
    }
}

/// Square of the number of standard deviations by which a candidate must be worse to be dropped.
const DOMINANCE: u32 = 2;
