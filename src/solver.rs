//! Solver: decides whether a position can be won when all cards are known.
//!
//! The solver works with the [`Rules`] of any game and the [`SearchKnowledge`] about it. A verdict
//! is always proven. "Winnable" comes with a line of moves that the rules have replayed to a win.
//! "Unwinnable" means that every reachable position was searched, but for those that a
//! [`PruningRule`] proves not to matter. Everything else is "unknown".
//!
//! Searches for a win alternate with an exhaustive depth-first search. A game that counts its
//! [remaining work](RemainingWork) is searched by layered beam search, any other game by ordinary
//! beam search, both with growing widths. All searches of one run share its [`Budget`].

mod beam;
mod budget;
mod depth_first;
pub mod knowledge;
mod layered_beam;
mod parent_links;
mod search;
mod shorten;
mod state_key;
mod transposition_table;
mod verdict;

use beam::Beam;
use budget::BudgetMeter;
pub use budget::{
    BACKGROUND_BUDGET, Budget, CancelToken, DEAL_BUDGET, GRADED_DEAL_BUDGET, HINT_POSITIONS,
    LOSS_BUDGET, NO_SEARCH, SHORTEN_BUDGET, VERDICT_TIME_LIMITS,
};
use depth_first::DepthFirst;
pub use knowledge::{
    Evaluation, KeyPart, MacroMoves, PruningRule, PruningRules, RemainingWork, SearchKnowledge,
};
use layered_beam::LayeredBeam;
pub use search::BestPosition;
use search::ResumableSearch;
pub use shorten::is_winning_line;
use shorten::{Shortener, TailSearch};
pub use state_key::StateKey;
use state_key::state_key;
pub use verdict::{MIN_DECIDED, Tally, Verdict};

use std::time::Duration;

use crate::rules::{Move, Rules, Table};

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveResult {
    /// The verdict.
    pub verdict: Verdict,
    /// Number of moves that the search applied, repetitions included. Shortening the line does not
    /// count.
    pub positions: u64,
}

/// Result of a [`probe`] of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The verdict. A winning line is not shortened.
    pub verdict: Verdict,
    /// The best position that a beam search reached.
    pub best: Option<BestPosition>,
    /// Number of moves that the search applied, repetitions included.
    pub positions: u64,
}

/// Width of the first beam search for a proof. Later ones are wider.
pub const SOLVE_WIDTH: usize = 64;

/// Width of the first beam search of a probe, which must find a win in few positions.
pub const PROBE_WIDTH: usize = 8;

/// Fraction of that width that a layered beam search has, which keeps so many positions in each layer.
const LAYERED_BEAM_FRACTION: usize = 8;

/// Positions that a beam search takes before the depth-first search takes its share. The first beams
/// end within them, so that easy deals are not won by the wandering lines of the depth-first search.
const BEAM_SLICE: u64 = 200_000;

/// Positions that a beam search takes for each position of the depth-first search after it.
const BEAM_TO_DEPTH_FIRST_RATIO: u64 = 1;

/// Positions that a layered beam search takes for each position of the depth-first search after it.
const LAYERED_BEAM_TO_DEPTH_FIRST_RATIO: u64 = 16;

/// Maximum time to shorten a line, if the time of its search was limited.
const SHORTEN_TIME: Duration = Duration::from_secs(2);

/// Maximum number of moves for each card in the end of a line that a beam search finds.
const MAX_TAIL_PER_CARD: usize = 3;

/// Searches for a verdict on a position, with all pruning rules, and shortens a winning line.
///
/// Calls `progress` with the number of positions at short intervals. A budget without a time limit gives the
/// same result on every machine.
///
/// ```
/// use larboard::rules::{GameOptions, OneHandedRules, Rules, shuffled_deck};
/// use larboard::solver::{Budget, CancelToken, Verdict, is_winning_line, solve};
/// use larboard::variant;
///
/// let single_left = variant::find("single-left").unwrap();
/// let rules = OneHandedRules::new(&GameOptions::parse(single_left, &[]).unwrap());
/// let budget = Budget {
///     positions: Some(10_000),
///     time: None,
///     memory: 1 << 20,
/// };
/// let table = rules.deal(&shuffled_deck(14, 1));
/// let result = solve(&rules, &table, &budget, &CancelToken::default(), &mut |_| {});
/// let Verdict::Winnable(line) = result.verdict else {
///     panic!("this deal can be won");
/// };
/// assert!(is_winning_line(&rules, &table, &line));
/// ```
pub fn solve<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    budget: &Budget,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(u64),
) -> SolveResult {
    solve_with(rules, table, PruningRules::ALL, budget, cancel, progress)
}

/// Searches like [`solve`], with the given pruning rules only.
pub fn solve_with<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    pruning: PruningRules,
    budget: &Budget,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(u64),
) -> SolveResult {
    let mut meter = BudgetMeter::new(budget, cancel, progress);
    let (verdict, _) = find_verdict(rules, table, pruning, SOLVE_WIDTH, &mut meter);
    let positions = meter.positions();
    let verdict = match verdict {
        Verdict::Winnable(line) => {
            let mut progress = |more| progress(positions + more);
            let limits = Budget {
                positions: None,
                ..*budget
            };
            let line = shorten(rules, table, line, &limits, cancel, &mut progress);
            verify(rules, table, Verdict::Winnable(line))
        }
        other => other,
    };
    SolveResult { verdict, positions }
}

/// Takes loops and detours out of a line of legal moves, within a budget, and for two seconds at most if
/// its time is limited. The line returned wins if this one does, and otherwise leads to the
/// same position, in at most as many moves.
pub fn shorten<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    line: Vec<Move>,
    budget: &Budget,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(u64),
) -> Vec<Move> {
    let effort = shorten::effort(line.len());
    let limits = Budget {
        positions: Some(budget.positions.map_or(effort, |most| most.min(effort))),
        time: budget.time.map(|time| time.min(SHORTEN_TIME)),
        ..*budget
    };
    let mut meter = BudgetMeter::new(&limits, cancel, progress);
    let mut end = table.clone();
    line.iter().for_each(|&mv| rules.apply(&mut end, mv));
    let is_win = rules.is_won(&end);
    let key_of = |table: &Table| state_key(rules, table, PruningRules::NONE);
    let end_key = key_of(&end);
    let shortener = Shortener {
        rules,
        key_of: &key_of,
        is_end: &|table: &Table| rules.is_won(table) || (!is_win && key_of(table) == end_key),
        start: table,
    };
    let has_tails = is_win && rules.remaining_work(table).is_none();
    let (pruning, max_depth) = (PruningRules::ALL, MAX_TAIL_PER_CARD * table.deck().len());
    let mut search_tail = |start: &Table, width: usize, meter: &mut BudgetMeter| {
        let mut beam = Beam::new(rules, start, pruning, width, 1, max_depth, meter.memory());
        match beam.run(meter, u64::MAX)? {
            Verdict::Winnable(tail) => Some(tail),
            Verdict::Unwinnable | Verdict::Unknown => None,
        }
    };
    // Where the remaining work is counted, a plain beam finds no win.
    let tails: Option<TailSearch<'_>> = has_tails.then_some(&mut search_tail);
    shortener.shorten(line, effort, tails, &mut meter)
}

/// Searches for a verdict with beams from this width on, and shortens no line. With
/// [`PROBE_WIDTH`] it finds most wins in fewer positions than [`solve`], but takes longer to prove a loss; with
/// [`SOLVE_WIDTH`] it finds the same verdict.
pub fn probe<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    first_width: usize,
    budget: &Budget,
    cancel: &CancelToken,
) -> Probe {
    let mut ignore_progress = |_| {};
    let mut meter = BudgetMeter::new(budget, cancel, &mut ignore_progress);
    let (verdict, best) = find_verdict(rules, table, PruningRules::ALL, first_width, &mut meter);
    Probe {
        verdict,
        best,
        positions: meter.positions(),
    }
}

/// Searches for a verdict. A winning line is not shortened. Also returns the best position that a beam
/// reached.
///
/// A beam alternates in slices with the exhaustive depth-first search, and is followed by the next
/// one when it ends. After the last beam, the depth-first search runs to its end.
fn find_verdict<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    pruning: PruningRules,
    first_width: usize,
    meter: &mut BudgetMeter,
) -> (Verdict, Option<BestPosition>) {
    if rules.is_won(table) {
        return (Verdict::Winnable(Vec::new()), None);
    }
    let is_proof = |verdict: &Verdict| *verdict != Verdict::Unknown;
    let decision = verify(rules, table, rules.decide(table, pruning));
    if is_proof(&decision) {
        // It counts as one position, so that players with a budget do not ask without end.
        meter.try_count();
        return (decision, None);
    }
    let memory = meter.memory() / 4;
    let mut depth_first = DepthFirst::new(rules, table, pruning, 3 * memory);
    let ratio = if rules.remaining_work(table).is_some() {
        LAYERED_BEAM_TO_DEPTH_FIRST_RATIO
    } else {
        BEAM_TO_DEPTH_FIRST_RATIO
    };
    let beams = (1..).map_while(|turn| beam(rules, table, pruning, first_width, turn, memory));
    let mut best = None;
    for mut beam in beams {
        let mut has_ended = false;
        while !has_ended {
            let start = meter.positions();
            let verdict = beam.run(meter, start + BEAM_SLICE);
            has_ended = verdict.is_some();
            let until = meter.positions() + (meter.positions() - start) / ratio;
            let proof = verdict
                .filter(is_proof)
                .or_else(|| depth_first.run(meter, until).filter(is_proof));
            if proof.is_some() || meter.is_stopped() {
                let verdict = verify(rules, table, proof.unwrap_or(Verdict::Unknown));
                return (verdict, BestPosition::better(best, beam.best_position()));
            }
        }
        best = BestPosition::better(best, beam.best_position());
    }
    let verdict = depth_first.run(meter, u64::MAX).unwrap_or(Verdict::Unknown);
    (verify(rules, table, verdict), best)
}

/// Returns the beam of a turn, counted from 1. `None` after the widest one that fits in memory.
///
/// If the game counts its remaining work, every second beam has the first width, every fourth twice that
/// width, and so on, each in another variation. Otherwise each is twice as wide as the one before.
fn beam<'a, R: SearchKnowledge>(
    rules: &'a R,
    table: &Table,
    pruning: PruningRules,
    first_width: usize,
    turn: u32,
    memory: usize,
) -> Option<Box<dyn ResumableSearch + 'a>> {
    let cards = table.deck().len();
    let width = |first: usize, doublings: u32, max: usize| {
        Some(first.min(max) << doublings).filter(|width| *width <= max)
    };
    if rules.remaining_work(table).is_some() {
        let (first, doublings) = (first_width / LAYERED_BEAM_FRACTION, turn.trailing_zeros());
        let width = width(first, doublings, layered_beam::max_width(memory, cards))?;
        let variation = turn >> (doublings + 1);
        let beam = LayeredBeam::new(rules, table, pruning, width, variation, memory);
        Some(Box::new(beam))
    } else {
        let width = width(first_width, turn - 1, beam::max_width(memory, cards))?;
        let beam = Beam::new(rules, table, pruning, width, turn, usize::MAX, memory);
        Some(Box::new(beam))
    }
}

/// Replays a winning line. Returns the verdict "unknown" if it does not win, and any other verdict as it is.
fn verify(rules: &dyn Rules, table: &Table, verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Winnable(line) if !is_winning_line(rules, table, &line) => Verdict::Unknown,
        other => other,
    }
}
