//! Review of one decision: the moves up to the next new card.

use std::cell::Cell;
use std::cmp::Reverse;
use std::iter;
use std::sync::Arc;

use super::move_review::{BetterMoves, Judgment, TURNING_POINT};
use crate::player::{SAMPLE_BUDGET, SeenCards, View, sample};
use crate::proofs::PathProofs;
use crate::rules::{Move, Table};
use crate::solver::{
    Budget, CancelToken, HINT_POSITIONS, MIN_DECIDED, PROBE_WIDTH, Probe, StateKey, Tally, Verdict,
};
use crate::variant::Variant;

/// Number of sample deals of each decision.
pub(super) const SAMPLES: usize = 25;

/// Maximum number of sequences of moves that are compared with a move that may be a mistake.
const MAX_CANDIDATES: usize = 8;

/// Maximum numbers of sample deals on which the move that lost the game is judged, of moves that it is compared with, and
/// of positions that are searched for that.
const MAX_LOSS_SAMPLES: u64 = 400;
const MAX_LOSS_CANDIDATES: usize = 5;
const MAX_LOSS_POSITIONS: u64 = 2_000_000;
/// Maximum number of better ones of which a search finds out whether they win the deal itself.
const MAX_LOSS_CHECKS: usize = 2;

/// By how many standard deviations of chance a move is clearly better than another, and up to how many it is about as
/// good.
const CLEAR: f64 = 2.5;
const ABOUT_EQUAL: f64 = 1.0;

/// Budget of the search that finds out whether better moves win the deal itself: the same verdict on every
/// machine.
const CHECK_BUDGET: Budget = Budget {
    positions: Some(HINT_POSITIONS),
    time: None,
    memory: 5 << 20,
};

/// Moves, with what was known before them.
pub(super) struct Decision<'a> {
    pub(super) rules: &'a Variant,
    pub(super) view: View,
    /// The position before the moves, with what lies hidden.
    pub(super) table: Table,
    /// The winning line that is known after a number of the moves, if there is one.
    pub(super) known_win: Option<(usize, &'a [Move])>,
    /// Sample deals that look like the view.
    pub(super) samples: Vec<Table>,
    /// The moves made.
    pub(super) moves: Vec<Move>,
    /// Seed of more sample deals.
    pub(super) seed: u64,
    pub(super) cancel: &'a CancelToken,
}

impl Decision<'_> {
    /// Leaves out the moves after the first that shows a new card. Returns whether there is one.
    pub(super) fn end_at_new_card(&mut self) -> bool {
        let (mut seen, mut table) = (self.view.seen_cards(), self.table.clone());
        let shows = |&mv: &Move| seen.make_move(&**self.rules, &mut table, mv);
        let shown = self.moves.iter().position(shows);
        self.moves
            .truncate(shown.map_or(usize::MAX, |shown| shown + 1));
        shown.is_some()
    }

    /// Returns the sample deals after the moves.
    pub(super) fn samples_after(&self) -> Arc<[Table]> {
        let samples = self.samples.iter();
        samples
            .map(|table| self.rules.table_after(table, &self.moves))
            .collect()
    }

    /// Returns the odds before the first move and after each move, for the same sample deals, and for each move the better
    /// ones, if it was a mistake. Only the last move may show a new card. The result is meaningless if it was canceled.
    pub(super) fn review(&self) -> (Vec<Tally>, Vec<Option<BetterMoves>>) {
        let samples = self.samples.iter();
        let verdicts: Vec<PathProofs> = samples.map(|start| self.find_loss(start)).collect();
        let at = |moves: usize| -> Vec<_> { verdicts.iter().map(|path| path.at(moves)).collect() };
        let odds_at = |moves: usize| at(moves).into_iter().collect();
        let odds = (0..=self.moves.len()).map(odds_at).collect();
        let better = (0..self.moves.len()).map(|index| {
            let is_suspect = Pairs::new(&at(index), &at(index + 1)).is_much_better();
            is_suspect.then(|| self.find_better(index, &verdicts))?
        });
        (odds, better.collect())
    }

    /// Finds out where a sample deal is lost: searches the first position and, if it can be won, the
    /// last one and by bisection those between them.
    fn find_loss(&self, start: &Table) -> PathProofs {
        let (mut proofs, last) = (PathProofs::default(), self.moves.len());
        let mut search = |moves: usize| {
            let (earlier, later) = self.moves.split_at(moves);
            let probe = self.probe(start, earlier, &SAMPLE_BUDGET);
            proofs.record(moves, &probe.verdict, later);
            proofs
        };
        let mut found = search(0);
        if found.is_winnable(0) && !found.is_winnable(last) {
            found = search(last);
        }
        let mut end = found.unknown_end(last);
        while found.is_winnable(0) && found.unknown_start() < end && !self.cancel.is_canceled() {
            let middle = found.unknown_start().midpoint(end);
            found = search(middle);
            if !found.is_winnable(middle) {
                end = middle;
            }
        }
        found
    }

    /// Looks for moves that keep much better odds than the move at an index. They begin winning
    /// lines of the sample deals, which favors them, so other sample deals count too. Moves that are
    /// proven to lose are left out; those that are proven to win come first.
    fn find_better(&self, index: usize, verdicts: &[PathProofs]) -> Option<BetterMoves> {
        let made = self.moves[index];
        let after_earlier = |start: &Table| self.rules.table_after(start, &self.moves[..index]);
        let tables: Vec<Table> = self.samples.iter().map(after_earlier).collect();
        let paths = tables.iter().zip(verdicts);
        let hopeful = paths.filter(|(_, path)| path.is_winnable(index));
        let hopeful: Vec<Table> = hopeful.map(|(table, _)| table.clone()).collect();
        let after = verdicts.iter().filter(|path| path.is_winnable(index));
        let after: Vec<_> = after.map(|path| path.at(index + 1)).collect();
        let lost = verdicts
            .iter()
            .filter(|path| path.at(index) == Verdict::Unwinnable);
        let lost = lost.count() as u64;
        let compare = |moves: &[Move]| {
            let mut pairs = Pairs::new(&self.verdicts(&hopeful, moves), &after);
            pairs.decided += lost;
            pairs
        };
        let candidates = self.alternatives(index, &hopeful).into_iter();
        let candidates = candidates.chain(self.known_win_until_new_card(index));
        let others = candidates.filter(|moves| moves.first() != Some(&made));
        let rated = others.map(|moves| (compare(&moves), moves));
        let mut rated: Vec<(Pairs, Vec<Move>)> =
            rated.filter(|(pairs, _)| pairs.is_much_better()).collect();
        if rated.is_empty() {
            return None;
        }
        rated.sort_by_key(|(pairs, moves)| (Reverse(pairs.advantage()), moves.len()));
        let samples = (0..SAMPLES as u64).map(|number| sample(&self.view, self.seed, number));
        let others: Vec<Table> = samples.map(|start| after_earlier(&start)).collect();
        let after = self.verdicts(&others, &[made]);
        let is_better = |pairs: &Pairs, moves: &[Move]| {
            let more = Pairs::new(&self.verdicts(&others, moves), &after);
            pairs.and(more).is_much_better()
        };
        let mut unproven = None;
        for (pairs, moves) in rated {
            if self.cancel.is_canceled() {
                return None;
            }
            let verdict = self.verdict_after(index, &moves);
            let is_proven = verdict == Verdict::Winnable(());
            let is_useless = verdict == Verdict::Unwinnable || !is_proven && unproven.is_some();
            if is_useless || !is_better(&pairs, &moves) {
                continue;
            }
            let odds = self.verdicts(&tables, &moves).into_iter().collect();
            let better = BetterMoves {
                moves,
                odds,
                is_proven,
            };
            if is_proven {
                return Some(better);
            }
            unproven = Some(better);
        }
        unproven
    }

    /// Returns the beginning of the winning line that is known after this many moves.
    fn known_win_until_new_card(&self, index: usize) -> Option<Vec<Move>> {
        let (_, line) = self.known_win.filter(|(at, _)| *at == index)?;
        let table = self.rules.table_after(&self.table, &self.moves[..index]);
        let seen = self.seen_after(index);
        seen.until_new_card(&**self.rules, &table, line.to_vec())
    }

    /// Finds out whether the deal itself can be won after other moves in place of the one at an index, or
    /// else after the first of them, which is the one that is named.
    fn verdict_after(&self, index: usize, moves: &[Move]) -> Verdict<()> {
        let probe = |moves: &[Move]| {
            let made = [&self.moves[..index], moves].concat();
            let probe = self.probe(&self.table, &made, &CHECK_BUDGET);
            probe.verdict.without_line()
        };
        let known = self.known_win.filter(|(at, _)| *at == index);
        if known.is_some_and(|(_, line)| line.starts_with(moves)) {
            return Verdict::Winnable(());
        }
        match probe(moves) {
            Verdict::Unknown if moves.len() > 1 => probe(&moves[..1]),
            verdict => verdict,
        }
    }

    /// Returns the beginnings of winning lines up to the next new card, the most frequent first; of those that lead to the
    /// same position, the shortest.
    fn alternatives(&self, index: usize, tables: &[Table]) -> Vec<Vec<Move>> {
        let seen = self.seen_after(index);
        let beginnings = tables.iter().filter_map(|table| {
            let probe = self.probe(table, &[], &SAMPLE_BUDGET);
            let line = probe.verdict.line()?.clone();
            let moves = seen.until_new_card(&**self.rules, table, line)?;
            let after = self.rules.table_after(&tables[0], &moves);
            Some((self.rules.state_key(&after), moves))
        });
        let beginnings: Vec<(StateKey, Vec<Move>)> = beginnings.collect();
        let keys = by_frequency(beginnings.iter().map(|(key, _)| *key));
        let shortest = |key: StateKey| {
            let same = beginnings.iter().filter(|(other, _)| *other == key);
            let (_, moves) = same.min_by_key(|(_, moves)| moves.len())?;
            Some(moves.clone())
        };
        keys.into_iter()
            .take(MAX_CANDIDATES)
            .filter_map(shortest)
            .collect()
    }

    /// Returns which cards are seen after a number of moves.
    fn seen_after(&self, index: usize) -> SeenCards {
        let mut seen = self.view.seen_cards();
        let mut table = self.view.to_table(self.view.unseen());
        for &mv in &self.moves[..index] {
            seen.make_move(&**self.rules, &mut table, mv);
        }
        seen
    }

    /// Judges the first move, which is proven to have given the win away, beside the first move of the known winning line
    /// and those that win most of the sample deals. It is compared on sample deals that can be won before it, of which as
    /// many are looked for as there are samples.
    pub(super) fn judge_loss(&self) -> (Option<Judgment>, Option<BetterMoves>) {
        let kept = self.known_win.and_then(|(_, line)| line.first().copied());
        let (Some(&made), Some(kept)) = (self.moves.first(), kept) else {
            return (None, None);
        };
        let searched = Cell::new(0);
        let probe = |table: &Table, moves: &[Move]| {
            if searched.get() > MAX_LOSS_POSITIONS {
                return Verdict::Unknown;
            }
            let probe = self.probe(table, moves, &SAMPLE_BUDGET);
            searched.set(searched.get() + probe.positions);
            probe.verdict
        };
        let (mut odds, mut winnable) = (Tally::default(), Vec::new());
        for number in 0..MAX_LOSS_SAMPLES {
            let table = sample(&self.view, self.seed, number);
            let verdict = probe(&table, &[]);
            odds.add(verdict.without_line());
            if let Some(&first) = verdict.line().and_then(|line| line.first()) {
                winnable.push((table, first));
            }
            if winnable.len() == SAMPLES || searched.get() > MAX_LOSS_POSITIONS / 2 {
                break;
            }
        }
        let verdicts_after = |mv: Move| -> Vec<Verdict<()>> {
            let verdict = |(table, first): &(Table, Move)| {
                if *first == mv {
                    return Verdict::Winnable(());
                }
                probe(table, &[mv]).without_line()
            };
            winnable.iter().map(verdict).collect()
        };
        let after = verdicts_after(made);
        let mut rated: Vec<(Pairs, BetterMoves)> = Vec::new();
        let first_moves = by_frequency(winnable.iter().map(|(_, first)| *first));
        let others = first_moves.into_iter().filter(|mv| *mv != kept);
        for mv in iter::once(kept).chain(others).take(MAX_LOSS_CANDIDATES) {
            let verdicts = verdicts_after(mv);
            let pairs = Pairs::new(&verdicts, &after);
            let mut odds = Tally { won: 0, ..odds };
            verdicts.into_iter().for_each(|verdict| odds.add(verdict));
            let better = BetterMoves {
                moves: vec![mv],
                odds,
                is_proven: mv == kept,
            };
            rated.push((pairs, better));
        }
        let is_as_good = rated
            .iter()
            .all(|(pairs, _)| pairs.decided >= MIN_DECIDED && pairs.deviations() <= ABOUT_EQUAL);
        let kept = rated.first().map(|(_, kept)| kept.clone());
        rated.retain(|(pairs, _)| pairs.deviations() >= CLEAR);
        rated.sort_by_key(|(pairs, better)| (!better.is_proven, Reverse(pairs.advantage())));
        for (_, mut better) in rated.into_iter().take(MAX_LOSS_CHECKS) {
            let verdict = self.verdict_after(0, &better.moves);
            if verdict != Verdict::Unwinnable {
                better.is_proven = verdict == Verdict::Winnable(());
                return (Some(Judgment::Mistake), Some(better));
            }
        }
        (is_as_good.then_some(Judgment::BadLuck), kept)
    }

    /// Searches sample deals after some moves.
    fn verdicts(&self, tables: &[Table], moves: &[Move]) -> Vec<Verdict<()>> {
        let search = |table: &Table| {
            let probe = self.probe(table, moves, &SAMPLE_BUDGET);
            probe.verdict.without_line()
        };
        tables.iter().map(search).collect()
    }

    /// Searches a deal after some moves.
    fn probe(&self, start: &Table, moves: &[Move], budget: &Budget) -> Probe {
        let table = self.rules.table_after(start, moves);
        self.rules.probe(&table, PROBE_WIDTH, budget, self.cancel)
    }
}

/// Returns each of some items once, the most frequent first.
fn by_frequency<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut counts: Vec<(usize, T)> = Vec::new();
    for item in items {
        match counts.iter_mut().find(|(_, known)| *known == item) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, item)),
        }
    }
    counts.sort_by_key(|(count, _)| Reverse(*count));
    counts.into_iter().map(|(_, item)| item).collect()
}

/// How some moves fare beside others in the same sample deals.
#[derive(Clone, Copy, Debug, Default)]
struct Pairs {
    /// Numbers of deals that only these moves win, and that only the others win.
    better: u64,
    worse: u64,
    /// Number of deals that are decided after both.
    decided: u64,
}

impl Pairs {
    fn new(verdicts: &[Verdict<()>], others: &[Verdict<()>]) -> Pairs {
        let mut pairs = Pairs::default();
        for verdicts in verdicts.iter().zip(others) {
            match verdicts {
                (Verdict::Unknown, _) | (_, Verdict::Unknown) => continue,
                (Verdict::Winnable(()), Verdict::Unwinnable) => pairs.better += 1,
                (Verdict::Unwinnable, Verdict::Winnable(())) => pairs.worse += 1,
                _ => {}
            }
            pairs.decided += 1;
        }
        pairs
    }

    fn and(self, more: Pairs) -> Pairs {
        Pairs {
            better: self.better + more.better,
            worse: self.worse + more.worse,
            decided: self.decided + more.decided,
        }
    }

    fn advantage(self) -> u64 {
        self.better.saturating_sub(self.worse)
    }

    /// Returns by how many standard deviations of chance the moves are better.
    fn deviations(self) -> f64 {
        let differences = (self.better + self.worse).max(1) as f64;
        self.advantage() as f64 / differences.sqrt()
    }

    /// Whether the moves are better by as much as makes a turning point.
    fn is_much_better(self) -> bool {
        let is_great = self.advantage() as f64 >= TURNING_POINT * self.decided as f64;
        self.decided >= MIN_DECIDED && is_great
    }
}
