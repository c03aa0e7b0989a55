//! Player that compares its moves on sample deals.

use super::candidate::{Candidate, SampleOutcome};
use super::lookahead::{self, visible_sequences};
use super::sampling::{SAMPLE_POSITIONS, sample, sample_budget};
use super::seen_cards::SeenCards;
use super::view::View;
use crate::hint::HintReason;
use crate::rules::{Move, Table};
use crate::solver::{CancelToken, Tally, Verdict};
use crate::variant::Variant;

/// Number of positions that [`FairPlayer::refine`] is given for a move that is played.
pub const DECISION_BUDGET: u64 = 1_000_000;

/// How many times as many positions the search has once all cards are known.
const PROOF_FACTOR: u64 = 50;

/// Number of sample deals that are added at a time.
const BATCH_SIZE: usize = 6;

/// Number of sample deals that must be won by the same moves to make them without more searching.
const MIN_SURE_SAMPLES: u64 = 12;

/// Maximum number of sample deals.
const MAX_SAMPLES: usize = 240;

/// Number of sequences found by looking ahead that are compared where no sample deal is won.
const MAX_LOOKAHEAD_CANDIDATES: usize = 4;

/// Player that deals the unseen cards at random and makes the moves that win most of these samples.
///
/// It knows nothing but a [`View`], and the same view, seed and number of positions give the same
/// advice on every machine.
///
/// ```
/// use larboard::game::Game;
/// use larboard::player::{DECISION_BUDGET, FairPlayer, View};
/// use larboard::solver::CancelToken;
/// use larboard::variant;
///
/// let info = variant::find("yakutat-bay").unwrap();
/// let mut game = Game::new(variant::new(info, &[]).unwrap(), 1);
/// let mut player = FairPlayer::new(game.rules().clone(), View::new(&game), 7);
/// player.refine(DECISION_BUDGET, &CancelToken::default());
/// for mv in player.advice().moves {
///     game.play(mv).unwrap();
/// }
/// ```
pub struct FairPlayer {
    rules: Variant,
    view: View,
    seen: SeenCards,
    seed: u64,
    /// A move that needs no comparison.
    instant: Option<(Move, HintReason)>,
    samples: Vec<Table>,
    /// Budget of positions for each search of a sample deal.
    sample_positions: u64,
    /// Outcome of each sample deal before any move.
    roots: Vec<SampleOutcome>,
    /// Number of sample deals on which the candidates are being compared.
    goal: usize,
    candidates: Vec<Candidate>,
    /// Index of the candidate that is chosen unless another one is clearly better.
    preferred: Option<usize>,
    positions: u64,
    is_complete: bool,
}

/// What the fair player has found out about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The moves to make next, in turn. Only the last one shows a new card or wins, unless the
    /// reason is [`HintReason::OnlyMove`] or [`HintReason::SafeCard`]. Empty if no sequence of moves
    /// to a new card or a win was found.
    pub moves: Vec<Move>,
    /// Why they are suggested.
    pub reason: HintReason,
    /// How many sample deals can be won after these moves.
    pub tally: Tally,
    /// The second best moves and how many of the same sample deals can be won after them. There are
    /// fewer if the comparison ended early because they were clearly worse.
    pub next_best: Option<(Vec<Move>, Tally)>,
    /// How many sample deals can be won from the position; `None` as long as that is not known of
    /// this position.
    pub odds: Option<Tally>,
    /// Whether more searching changes nothing.
    pub is_complete: bool,
    /// Whether the advice was given before some of its moves were made.
    pub is_continued: bool,
}

impl Advice {
    /// Returns the rest of the advice after its first move was made, without the odds from before.
    /// `None` if that was another move or the last one.
    pub fn after(mut self, mv: Move) -> Option<Advice> {
        if self.moves.len() < 2 || self.moves.remove(0) != mv {
            return None;
        }
        Some(Advice {
            odds: None,
            is_complete: false,
            is_continued: true,
            ..self
        })
    }
}

/// A search to make next.
enum Task {
    /// Search another sample deal before any move.
    Sample,
    /// Search a sample deal after the moves of a candidate.
    Compare { candidate: usize, sample: usize },
}

impl FairPlayer {
    /// Creates a player for a position. Another seed chooses other sample deals.
    pub fn new(rules: Variant, view: View, seed: u64) -> FairPlayer {
        let seen = view.seen_cards();
        let instant = find_instant_move(&rules, &view, &seen);
        FairPlayer {
            rules,
            view,
            seen,
            seed,
            instant,
            samples: Vec::new(),
            sample_positions: SAMPLE_POSITIONS,
            roots: Vec::new(),
            goal: BATCH_SIZE,
            candidates: Vec::new(),
            preferred: None,
            positions: 0,
            is_complete: false,
        }
    }

    /// Searches until `positions` are used up in all, or nothing is left to compare. A canceled search
    /// has no effect.
    pub fn refine(&mut self, positions: u64, cancel: &CancelToken) {
        while !self.is_complete && self.positions < positions && !cancel.is_canceled() {
            match self.next_task() {
                Some(Task::Sample) => self.search_sample(cancel),
                Some(Task::Compare { candidate, sample }) => {
                    self.compare(candidate, sample, cancel);
                }
                None => self.start_batch(),
            }
        }
    }

    /// Searches like [`refine`](FairPlayer::refine), but no longer than it takes to be sure of a move,
    /// and no sample deal with more than `positions`. Returns the best moves found.
    pub fn decide(&mut self, positions: u64, cancel: &CancelToken) -> Advice {
        self.sample_positions = SAMPLE_POSITIONS.min(positions);
        while !self.is_complete && self.positions < positions && !cancel.is_canceled() {
            if self.instant.is_some() || (self.next_task().is_none() && self.is_sure()) {
                break;
            }
            self.refine(self.positions + 1, cancel);
        }
        self.advice()
    }

    /// Returns the number of positions searched.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns how many sample deals can be won from this position. That is an upper bound of what a
    /// player can reach, who does not know the deal.
    pub fn odds(&self) -> Tally {
        let mut odds = Tally::default();
        for (sample, root) in self.roots.iter().enumerate() {
            let outcome = |candidate: &Candidate| candidate.outcome(sample);
            let mut outcomes = self.candidates.iter().filter_map(outcome);
            let is_won = outcomes.any(SampleOutcome::is_won);
            odds.add(if is_won {
                Verdict::Winnable(())
            } else {
                root.verdict
            });
        }
        odds
    }

    /// Returns what was found so far.
    pub fn advice(&self) -> Advice {
        let mut advice = Advice {
            moves: Vec::new(),
            reason: HintReason::GetsFurthest,
            tally: Tally::default(),
            next_best: None,
            odds: Some(self.odds()),
            is_complete: self.is_complete,
            is_continued: false,
        };
        if let Some((mv, reason)) = self.instant {
            (advice.moves, advice.reason) = (vec![mv], reason);
        } else if let Some(best) = self.best() {
            let samples = self.compared_samples();
            let others = self.candidates.iter().filter(|other| other.key != best.key);
            let next_best = others.max_by_key(|candidate| candidate.value(&samples));
            let is_better = |next: &Candidate| next.value(&samples) > best.value(&samples);
            let has_rival = self.preferred.is_some() && next_best.is_some_and(is_better);
            advice.moves.clone_from(&best.moves);
            advice.tally = best.tally(&samples);
            advice.reason = match advice.tally.won {
                _ if has_rival => HintReason::LooksBest,
                0 => HintReason::GetsFurthest,
                _ if self.view.unseen().is_empty() => HintReason::ProvenWin,
                _ => HintReason::WinsMostSamples,
            };
            advice.next_best = next_best.map(|next| (next.moves.clone(), next.tally(&samples)));
        }
        advice
    }

    /// Returns the best candidate: the preferred one unless another one is clearly better, and otherwise
    /// the one with the highest value, the first of equal ones.
    fn best(&self) -> Option<&Candidate> {
        let samples = self.compared_samples();
        let active = self
            .candidates
            .iter()
            .filter(|candidate| candidate.is_active);
        let best = active
            .rev()
            .max_by_key(|candidate| candidate.value(&samples))?;
        let preferred = self.preferred.map(|index| &self.candidates[index]);
        let preferred = preferred.filter(|candidate| !candidate.is_dominated_by(best));
        preferred.or(Some(best))
    }

    /// Whether the best candidate wins every sample deal, and there are enough of them.
    fn is_sure(&self) -> bool {
        let samples: Vec<usize> = (0..self.samples.len()).collect();
        let best = self.best().map(|candidate| candidate.tally(&samples));
        best.is_some_and(|tally| tally.won == tally.count() && tally.won >= MIN_SURE_SAMPLES)
    }

    fn next_task(&self) -> Option<Task> {
        if self.samples.len() < self.goal {
            return Some(Task::Sample);
        }
        (0..self.samples.len()).find_map(|sample| {
            let is_missing =
                |candidate: &Candidate| candidate.is_active && candidate.outcome(sample).is_none();
            let candidate = self.candidates.iter().position(is_missing)?;
            Some(Task::Compare { candidate, sample })
        })
    }

    /// Returns the sample deals that were searched after the moves of every active candidate, or all
    /// if there is none yet.
    fn compared_samples(&self) -> Vec<usize> {
        let is_compared = |&sample: &usize| {
            let mut active = self
                .candidates
                .iter()
                .filter(|candidate| candidate.is_active);
            active.all(|candidate| candidate.outcome(sample).is_some())
        };
        let compared: Vec<_> = (0..self.samples.len()).filter(is_compared).collect();
        if compared.is_empty() {
            (0..self.samples.len()).collect()
        } else {
            compared
        }
    }

    /// Drops the candidates that others dominate, and has more samples compared.
    fn start_batch(&mut self) {
        if let Some(best) = self.best().cloned() {
            for candidate in &mut self.candidates {
                candidate.is_active &= !candidate.is_dominated_by(&best);
            }
        }
        let is_last = self.samples.len() >= MAX_SAMPLES || self.view.unseen().is_empty();
        self.is_complete = is_last;
        self.goal += BATCH_SIZE;
    }

    fn search_sample(&mut self, cancel: &CancelToken) {
        let table = sample(&self.view, self.seed, self.samples.len() as u64);
        let positions = if self.view.unseen().is_empty() {
            self.goal = 1;
            self.sample_positions * PROOF_FACTOR
        } else {
            self.sample_positions
        };
        let probe = self.rules.probe(&table, &sample_budget(positions), cancel);
        if cancel.is_canceled() {
            return;
        }
        self.positions += probe.positions;
        let outcome = SampleOutcome::new(&probe);
        let line = match (probe.verdict, probe.best) {
            (Verdict::Winnable(line), _) => line,
            (_, Some(best)) => best.line,
            (_, None) => Vec::new(),
        };
        let moves = self.seen.until_new_card(&*self.rules, &table, line);
        self.samples.push(table);
        self.roots.push(outcome);
        if self.instant.is_some() {
            // The sample deals count for the odds alone.
            return;
        }
        let is_first = self.samples.len() == 1;
        if is_first && self.rules.is_evaluation_preferred() && !self.view.unseen().is_empty() {
            let moves = lookahead::choose_moves(&*self.rules, &self.view);
            self.preferred = (!moves.is_empty()).then(|| self.add_candidate(moves));
        }
        if let Some(moves) = moves {
            let candidate = self.add_candidate(moves);
            self.candidates[candidate].set_outcome(self.roots.len() - 1, outcome);
        }
        let is_batch_complete = self.samples.len() == self.goal;
        if is_batch_complete && !self.roots.iter().any(|root| root.is_won()) {
            let sequences = visible_sequences(&*self.rules, &self.view);
            for sequence in sequences.into_iter().take(MAX_LOOKAHEAD_CANDIDATES) {
                self.add_candidate(sequence.moves);
            }
        }
    }

    fn compare(&mut self, candidate: usize, sample: usize, cancel: &CancelToken) {
        let moves = &self.candidates[candidate].moves;
        let table = self.rules.table_after(&self.samples[sample], moves);
        let budget = sample_budget(self.sample_positions);
        let probe = self.rules.probe(&table, &budget, cancel);
        if !cancel.is_canceled() {
            self.positions += probe.positions;
            self.candidates[candidate].set_outcome(sample, SampleOutcome::new(&probe));
        }
    }

    /// Adds a candidate, unless another one leads to the same position. Returns its index.
    fn add_candidate(&mut self, moves: Vec<Move>) -> usize {
        let end = self.rules.table_after(&self.samples[0], &moves);
        let key = self.rules.state_key(&end);
        let known = self.candidates.iter().position(|known| known.key == key);
        known.unwrap_or_else(|| {
            self.candidates.push(Candidate::new(moves, key));
            self.candidates.len() - 1
        })
    }
}

/// Returns a move that needs no comparison: a safe card to a foundation, or the only move.
///
/// An only move counts if it shows a card or nothing can take it back. Otherwise it could lead to
/// another only move that does.
fn find_instant_move(rules: &Variant, view: &View, seen: &SeenCards) -> Option<(Move, HintReason)> {
    let mut table = view.to_table(view.unseen());
    let moves = rules.move_list(&table);
    if let Some(&mv) = moves.iter().find(|&&mv| rules.is_safe_autoplay(&table, mv)) {
        return Some((mv, HintReason::SafeCard));
    }
    let [mv] = moves[..] else { return None };
    let checkpoint = table.checkpoint();
    rules.apply(&mut table, mv);
    let is_new = seen.clone().follow(table.changes_since(checkpoint));
    let is_discard = matches!(mv, Move::DiscardMiddle | Move::DiscardAll | Move::Redeal);
    (is_new || is_discard || rules.is_won(&table)).then_some((mv, HintReason::OnlyMove))
}
