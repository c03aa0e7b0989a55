//! Player that compares its moves on sample deals.

use std::cmp::Reverse;

use super::candidate::{Candidate, SampleOutcome, values};
use super::lookahead;
use super::rollouts::Rollouts;
use super::sampling::{sample, sample_budget};
use super::seen_cards::SeenCards;
use super::threads;
use super::view::View;
use crate::hint::HintReason;
use crate::rules::{Move, Table};
use crate::solver::{CancelToken, PROBE_WIDTH, Probe, StateKey, Tally, Verdict};
use crate::variant::Variant;

/// Number of positions that a [`FairPlayer`] is given for a move that is played.
pub const DECISION_BUDGET: u64 = 1_000_000;

/// Maximum number of positions of the search once all cards are known.
const PROOF_POSITIONS: u64 = 1_000_000;

/// Minimum number of sample deals that are searched for candidates.
const MIN_ROOTS: u64 = 2;

/// Number of positions below which a search finds few wins in the games of two decks.
const MIN_DEPTH: u64 = 25_000;

/// Maximum number of sample deals that are searched between two looks at the results.
const BATCH_SIZE: u64 = 8;

/// Number of sample deals that must be won by the same moves to make them without more searching.
const MIN_SURE_SAMPLES: u64 = 12;

/// Maximum number of sample deals.
const MAX_SAMPLES: u64 = 240;

/// Maximum number of candidates that are compared.
const MAX_CANDIDATES: usize = 16;

/// Minimum number of sample deals of the first round of a comparison. On fewer, chance decides.
const MIN_COMPARED_SAMPLES: u64 = 10;

/// Player that deals the unseen cards at random and makes the moves that win most of these samples.
///
/// A third of its budget of positions finds candidates, and the rest compares them. Where a comparison would
/// tell nothing, all of it finds candidates. A search without a proof takes all the positions it is given, a
/// twentieth of the budget. Below 500,000 positions there are fewer searches rather than less deep ones, but
/// at least two that find candidates.
///
/// It knows nothing but a [`View`], and the same view, seed and budget give the same advice on every
/// machine and any number of threads.
///
/// ```
/// use larboard::game::Game;
/// use larboard::player::{DECISION_BUDGET, FairPlayer, View};
/// use larboard::solver::CancelToken;
/// use larboard::variant;
///
/// let info = variant::find("yakutat-bay").unwrap();
/// let mut game = Game::new(variant::new(info, &[]).unwrap(), 1);
/// let mut player = FairPlayer::new(game.rules().clone(), View::new(&game), 7, DECISION_BUDGET);
/// for mv in player.decide(&CancelToken::default()).moves {
///     game.play(mv).unwrap();
/// }
/// ```
pub struct FairPlayer {
    rules: Variant,
    view: View,
    seen: SeenCards,
    seed: u64,
    /// Number of positions.
    budget: u64,
    /// Part of it for sample deals before any move; the rest is for comparisons.
    sampling_budget: u64,
    /// Maximum number of positions for each search.
    depth: u64,
    threads: usize,
    /// A move that needs no comparison.
    instant: Option<(Move, HintReason)>,
    /// How the moves are chosen in a game with [`PolicyKnowledge`](crate::policy_knowledge::PolicyKnowledge), while a card
    /// is unseen.
    rollouts: Option<Rollouts>,
    /// Number of sample deals so far.
    samples: u64,
    /// Verdicts on those that were searched before any move.
    roots: Tally,
    candidates: Vec<Candidate>,
    /// Indices of the candidates that are compared. Before the comparison, all.
    active: Vec<usize>,
    /// Index of the candidate that is chosen unless another one is clearly better.
    preferred: Option<usize>,
    positions: u64,
    stage: Stage,
}

/// What is searched next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Rollouts that choose the moves.
    RollingOut,
    /// Sample deals before any move. The lines found give the candidates.
    Sampling,
    /// Sample deals after the moves of each active candidate, until so many positions are used. Then
    /// half of the candidates are dropped.
    Comparing { until: u64 },
    /// Nothing.
    Complete,
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
    /// Returns the rest of the advice after its first move was made, without what was found about the
    /// position before. `None` if that was another move or the last one.
    pub fn after(mut self, mv: Move) -> Option<Advice> {
        if self.moves.len() < 2 || self.moves.remove(0) != mv {
            return None;
        }
        Some(Advice {
            next_best: None,
            odds: None,
            is_complete: false,
            is_continued: true,
            ..self
        })
    }
}

impl FairPlayer {
    /// Creates a player for a position, with a budget of positions. Another seed chooses other sample
    /// deals.
    pub fn new(rules: Variant, view: View, seed: u64, budget: u64) -> FairPlayer {
        let seen = view.seen_cards();
        let instant = find_instant_move(&rules, &view, &seen);
        let rollouts = match instant {
            Some(_) => None,
            None => Rollouts::new(&rules, &view),
        };
        let is_compared = instant.is_none() && rollouts.is_none();
        let stage = match rollouts {
            Some(_) => Stage::RollingOut,
            None => Stage::Sampling,
        };
        FairPlayer {
            rules,
            view,
            seen,
            seed,
            budget,
            sampling_budget: if is_compared { budget / 3 } else { budget },
            depth: (budget / 20).max((budget / 2).clamp(1, MIN_DEPTH)),
            threads: 1,
            instant,
            rollouts,
            samples: 0,
            roots: Tally::default(),
            candidates: Vec::new(),
            active: Vec::new(),
            preferred: None,
            positions: 0,
            stage,
        }
    }

    /// Has sample deals searched in this many threads, as far as they are to be had.
    pub fn with_threads(mut self, threads: usize) -> FairPlayer {
        self.threads = threads;
        self
    }

    /// Searches a few sample deals. Returns `false` if nothing is left to search, or if the search is
    /// canceled; it has no effect then.
    pub fn step(&mut self, cancel: &CancelToken) -> bool {
        match self.stage {
            Stage::RollingOut => self.roll_out(cancel),
            Stage::Sampling => self.search_samples(cancel),
            Stage::Comparing { until } => self.compare(until, cancel),
            Stage::Complete => {}
        }
        self.stage != Stage::Complete && !cancel.is_canceled()
    }

    /// Searches until the budget is used or it is sure of a move. Returns the best moves found.
    pub fn decide(&mut self, cancel: &CancelToken) -> Advice {
        while !self.is_chosen() && self.step(cancel) {}
        self.advice()
    }

    /// Returns the number of positions searched.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns how many sample deals can be won from this position. That is an upper bound of what a
    /// player can reach, who does not know the deal.
    pub fn odds(&self) -> Tally {
        self.roots
    }

    /// Returns what was found so far.
    pub fn advice(&self) -> Advice {
        let mut advice = Advice {
            moves: Vec::new(),
            reason: HintReason::GetsFurthest,
            tally: Tally::default(),
            next_best: None,
            odds: Some(self.odds()),
            is_complete: self.stage == Stage::Complete,
            is_continued: false,
        };
        if let Some((mv, reason)) = self.instant {
            (advice.moves, advice.reason) = (vec![mv], reason);
            return advice;
        }
        if let Some(rollouts) = &self.rollouts {
            let (best, next_best) = rollouts.choice();
            advice.moves = best.unwrap_or_default().to_vec();
            advice.next_best = next_best.map(|moves| (moves.to_vec(), Tally::default()));
            advice.reason = HintReason::LooksBest;
            return advice;
        }
        let ranking = self.ranking();
        let Some(&first) = ranking.first() else {
            return advice;
        };
        let preferred = self.preferred.filter(|&preferred| {
            !self.candidates[preferred].is_dominated_by(&self.candidates[first])
        });
        let best = preferred.unwrap_or(first);
        advice.moves.clone_from(&self.candidates[best].moves);
        advice.tally = self.candidates[best].tally();
        advice.reason = match advice.tally.won {
            _ if best != first => HintReason::LooksBest,
            0 => HintReason::GetsFurthest,
            _ if self.view.unseen().is_empty() => HintReason::ProvenWin,
            _ => HintReason::WinsMostSamples,
        };
        let next_best = ranking.iter().find(|&&index| index != best);
        advice.next_best = next_best.map(|&next| {
            let next = &self.candidates[next];
            (next.moves.clone(), next.tally())
        });
        advice
    }

    /// Whether the moves are chosen, and only the odds are left to find.
    fn is_chosen(&self) -> bool {
        let is_rolled_out = self.rollouts.is_some() && self.stage != Stage::RollingOut;
        self.instant.is_some() || is_rolled_out
    }

    /// Plays a round of rollouts, with at most half of the budget.
    fn roll_out(&mut self, cancel: &CancelToken) {
        let Some(rollouts) = self
            .rollouts
            .as_mut()
            .filter(|rollouts| !rollouts.is_complete())
        else {
            self.stage = Stage::Sampling;
            return;
        };
        let left = (self.budget / 2).saturating_sub(self.positions);
        let position = (&self.rules, &self.view, self.seed);
        let played = rollouts.play_round(position, left, self.threads, cancel);
        self.positions += played.unwrap_or(0);
    }

    /// Returns the next sample deals.
    fn next_samples(&self, count: u64) -> Vec<Table> {
        let numbers = (self.samples..).take(count as usize);
        numbers
            .map(|number| sample(&self.view, self.seed, number))
            .collect()
    }

    /// Searches sample deals before any move, and takes the beginnings of the lines as candidates.
    fn search_samples(&mut self, cancel: &CancelToken) {
        let is_all_seen = self.view.unseen().is_empty();
        let depth = if is_all_seen {
            PROOF_POSITIONS
        } else {
            self.depth
        };
        let left = self.sampling_budget.saturating_sub(self.positions);
        let count = match self.roots.count() {
            _ if is_all_seen => 1,
            0 => (left / depth).clamp(MIN_ROOTS, BATCH_SIZE),
            _ => (left / depth).clamp(1, BATCH_SIZE),
        };
        let tables = self.next_samples(count);
        let Some(probes) = self.probe_all(&tables, depth, cancel) else {
            return;
        };
        self.samples += count;
        for (table, probe) in tables.iter().zip(probes) {
            let outcome = SampleOutcome::new(&probe);
            self.roots.add(outcome.verdict());
            let line = match (probe.verdict, probe.best) {
                (Verdict::Winnable(line), _) => line,
                (_, best) => best.map_or_else(Vec::new, |best| best.line),
            };
            if let Some(moves) = self.seen.until_new_card(&*self.rules, table, line) {
                let index = self.add_candidate(moves);
                self.candidates[index].votes.push(outcome);
                if is_all_seen {
                    self.candidates[index].outcomes.push(outcome);
                }
            }
        }
        let is_enough = self.positions >= self.sampling_budget || self.roots.count() >= MAX_SAMPLES;
        if is_all_seen || is_enough && self.is_chosen() {
            self.stage = Stage::Complete;
        } else if is_enough {
            self.start_comparison();
        }
    }

    /// Chooses the candidates to compare.
    fn start_comparison(&mut self) {
        if self.candidates.is_empty() || self.rules.is_evaluation_preferred() {
            let moves = lookahead::choose_moves(&*self.rules, &self.view);
            let index = (!moves.is_empty()).then(|| self.add_candidate(moves));
            self.preferred = index.filter(|_| self.rules.is_evaluation_preferred());
        }
        let affordable = self.affordable_candidates();
        if affordable < 2 && self.active.len() > 1 && self.sampling_budget < self.budget {
            self.sampling_budget = self.budget;
            return;
        }
        let mut active = self.ranking();
        active.truncate(affordable);
        if let Some(preferred) = self.preferred
            && !active.contains(&preferred)
        {
            active.push(preferred);
        }
        self.active = active;
        self.start_round();
    }

    /// Returns the number of candidates for which the budget allows a comparison that tells something:
    /// one, which is none to compare, as long as the best position reached is all that is known of the
    /// sample deals.
    fn affordable_candidates(&self) -> usize {
        if self.roots.won + self.roots.lost == 0 {
            return 1;
        }
        let mean_positions = (self.positions / self.roots.count()).max(1);
        let searches = self.budget.saturating_sub(self.positions) / mean_positions;
        let is_affordable = |&count: &usize| {
            let searches_per_sample = (count * halving_rounds(count)) as u64;
            searches / searches_per_sample >= MIN_COMPARED_SAMPLES
        };
        (2..=MAX_CANDIDATES).rev().find(is_affordable).unwrap_or(1)
    }

    /// Divides the rest of the budget evenly among the rounds that are left.
    fn start_round(&mut self) {
        let rounds = halving_rounds(self.active.len()) as u64;
        let left = self.budget.saturating_sub(self.positions);
        self.stage = if rounds == 0 || left == 0 {
            Stage::Complete
        } else {
            Stage::Comparing {
                until: self.positions + left / rounds,
            }
        };
    }

    /// Searches the next sample deals after the moves of each active candidate. At the end of a round,
    /// the better half of the candidates stays.
    fn compare(&mut self, until: u64, cancel: &CancelToken) {
        let round_left = until - self.positions;
        let worst_case = self.depth * self.active.len() as u64;
        let samples = self.next_samples((round_left / worst_case).clamp(1, BATCH_SIZE));
        let moves = self
            .active
            .iter()
            .map(|&index| &self.candidates[index].moves);
        let pairs = moves.flat_map(|moves| samples.iter().map(move |sample| (sample, moves)));
        let tables = pairs
            .map(|(sample, moves)| self.rules.table_after(sample, moves))
            .collect::<Vec<_>>();
        let Some(probes) = self.probe_all(&tables, self.depth, cancel) else {
            return;
        };
        self.samples += samples.len() as u64;
        for (&index, probes) in self.active.iter().zip(probes.chunks(samples.len())) {
            let outcomes = probes.iter().map(SampleOutcome::new);
            self.candidates[index].outcomes.extend(outcomes);
        }
        let ranking = self.ranking();
        let best = ranking.first().map(|&index| self.candidates[index].tally());
        let compared = best.map_or(0, Tally::count);
        if best.is_some_and(|best| best.won == compared && compared >= MIN_SURE_SAMPLES) {
            self.stage = Stage::Complete;
        } else if self.positions >= until || compared >= MAX_SAMPLES {
            self.active = ranking;
            if self.active.len() > 2 {
                self.active.truncate(self.active.len().div_ceil(2));
                self.start_round();
            } else {
                self.stage = Stage::Complete;
            }
        }
    }

    /// Returns the indices of the candidates that are compared, the best first: by their values, then
    /// by their votes.
    fn ranking(&self) -> Vec<usize> {
        let candidates: Vec<_> = self
            .active
            .iter()
            .map(|&index| &self.candidates[index])
            .collect();
        let mut ranking: Vec<_> = self.active.iter().zip(values(&candidates)).collect();
        ranking.sort_by_key(|&(&index, value)| {
            let votes = &self.candidates[index].votes;
            Reverse((value, votes.len(), votes.iter().max().copied()))
        });
        ranking.into_iter().map(|(&index, _)| index).collect()
    }

    /// Searches tables, each with at most this many positions. `None` if canceled.
    fn probe_all(
        &mut self,
        tables: &[Table],
        positions: u64,
        cancel: &CancelToken,
    ) -> Option<Vec<Probe>> {
        let budget = sample_budget(positions);
        let probe = |table: &Table| self.rules.probe(table, PROBE_WIDTH, &budget, cancel);
        let probes = threads::map(self.threads, tables, probe);
        if cancel.is_canceled() {
            return None;
        }
        self.positions += probes.iter().map(|probe| probe.positions).sum::<u64>();
        Some(probes)
    }

    /// Adds a candidate, unless another one leads to the same position or leaves the same work, which
    /// is to say that reversible moves lead from the one to the other. Returns its index.
    fn add_candidate(&mut self, moves: Vec<Move>) -> usize {
        let end = self
            .rules
            .table_after(&self.view.to_table(self.view.unseen()), &moves);
        let end = match self.rules.remaining_work(&end) {
            Some(work) => StateKey::of_work(work),
            None => self.rules.state_key(&end),
        };
        let known = self.candidates.iter().position(|known| known.end == end);
        known.unwrap_or_else(|| {
            self.active.push(self.candidates.len());
            self.candidates.push(Candidate::new(moves, end));
            self.candidates.len() - 1
        })
    }
}

/// Returns the number of rounds after which one of so many candidates is left.
fn halving_rounds(candidates: usize) -> usize {
    candidates.next_power_of_two().trailing_zeros() as usize
}

/// Returns a move that needs no comparison: a safe card to a foundation, or the only move.
///
/// An only move counts if it shows a card or nothing can take it back. Otherwise it could lead to
/// another only move that does.
fn find_instant_move(rules: &Variant, view: &View, seen: &SeenCards) -> Option<(Move, HintReason)> {
    let mut table = view.to_table(view.unseen());
    let moves = rules.move_list(&table);
    let is_safe = |mv: &Move| rules.is_safe_autoplay(&table, *mv);
    let home = match rules.policy_knowledge() {
        Some(knowledge) => knowledge.home_move(&table),
        None => moves.iter().copied().find(is_safe),
    };
    if let Some(mv) = home {
        return Some((mv, HintReason::SafeCard));
    }
    let [mv] = moves[..] else { return None };
    let is_new = seen.clone().make_move(&**rules, &mut table, mv);
    let is_discard = matches!(mv, Move::DiscardMiddle | Move::DiscardAll | Move::Redeal);
    (is_new || is_discard || rules.is_won(&table)).then_some((mv, HintReason::OnlyMove))
}
