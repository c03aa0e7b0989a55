//! Review of one decision: the moves up to the next new card.

use std::cell::Cell;
use std::cmp::Reverse;

use super::move_review::{BetterMoves, Judgment, TURNING_POINT};
use crate::player::{SAMPLE_BUDGET, SeenCards, View, sample};
use crate::proofs::PathProofs;
use crate::rules::{Move, Table};
use crate::solver::{
    Budget, CancelToken, HINT_POSITIONS, MIN_DECIDED, PROBE_WIDTH, StateKey, Tally, Verdict,
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

/// The moves up to the next new card, with what was known before them.
pub(super) struct Decision<'a> {
    pub(super) rules: &'a Variant,
    pub(super) view: &'a View,
    /// The position before the moves, with what lies hidden.
    pub(super) table: &'a Table,
    /// The winning line that is known after a number of the moves, if there is one.
    pub(super) known_win: Option<(usize, &'a [Move])>,
    /// Sample deals that look like the view.
    pub(super) samples: &'a [Table],
    /// The moves made. Only the last one may show a new card.
    pub(super) moves: &'a [Move],
    /// Seed of more sample deals.
    pub(super) seed: u64,
    pub(super) cancel: &'a CancelToken,
}

/// What a decision changed.
pub(super) struct DecisionOdds {
    /// The odds before the first move and after each move, for the same sample deals.
    pub(super) odds: Vec<Tally>,
    /// For each move the better ones, if it was a mistake.
    pub(super) better: Vec<Option<BetterMoves>>,
}

/// Moves that may be better than the one made.
struct Alternative {
    moves: Vec<Move>,
    /// Key of the position after them in the first sample deal.
    key: StateKey,
    /// Number of sample deals in which a winning line begins with them.
    found: usize,
}

impl Decision<'_> {
    /// Reviews the decision. The result is meaningless if it was canceled.
    pub(super) fn review(&self) -> DecisionOdds {
        let verdicts: Vec<PathProofs> = self
            .samples
            .iter()
            .map(|start| self.find_loss(start))
            .collect();
        let at = |moves: usize| -> Vec<_> { verdicts.iter().map(|path| path.at(moves)).collect() };
        let odds_at = |moves: usize| at(moves).into_iter().collect();
        let odds: Vec<Tally> = (0..=self.moves.len()).map(odds_at).collect();
        let better = (0..self.moves.len()).map(|index| {
            let is_suspect = Pairs::new(&at(index), &at(index + 1)).is_much_better();
            is_suspect
                .then(|| self.find_better(index, &verdicts))
                .flatten()
        });
        let better = better.collect();
        DecisionOdds { odds, better }
    }

    /// Finds out where a sample deal is lost: searches the first position and, if it can be won, the
    /// last one and by bisection those between them.
    fn find_loss(&self, start: &Table) -> PathProofs {
        let (mut proofs, last) = (PathProofs::default(), self.moves.len());
        let mut search = |moves: usize| {
            let (earlier, later) = self.moves.split_at(moves);
            let table = self.rules.table_after(start, earlier);
            let probe = self
                .rules
                .probe(&table, PROBE_WIDTH, &SAMPLE_BUDGET, self.cancel);
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
        let alternatives = self.alternatives(index, &hopeful).into_iter();
        let candidates = alternatives.map(|other| other.moves);
        let candidates = candidates.chain(self.known_win_until_new_card(index));
        let others = candidates.filter(|moves| moves.first() != Some(&made));
        let rated = others.map(|moves| (compare(&moves), moves));
        let mut rated: Vec<(Pairs, Vec<Move>)> =
            rated.filter(|(pairs, _)| pairs.is_much_better()).collect();
        if rated.is_empty() {
            return None;
        }
        rated.sort_by_key(|(pairs, moves)| (Reverse(pairs.advantage()), moves.len()));
        let samples = (0..SAMPLES as u64).map(|number| sample(self.view, self.seed, number));
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
            let is_wanted = match verdict {
                Verdict::Winnable(()) => true,
                Verdict::Unknown => unproven.is_none(),
                Verdict::Unwinnable => false,
            };
            if !is_wanted || !is_better(&pairs, &moves) {
                continue;
            }
            let odds = self.verdicts(&tables, &moves).into_iter().collect();
            let is_proven = verdict == Verdict::Winnable(());
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
        let table = self.rules.table_after(self.table, &self.moves[..index]);
        let seen = self.seen_after(index);
        seen.until_new_card(&**self.rules, &table, line.to_vec())
    }

    /// Finds out whether the deal itself can be won after other moves in place of the one at an index, or
    /// else after the first of them, which is the one that is named.
    fn verdict_after(&self, index: usize, moves: &[Move]) -> Verdict<()> {
        let probe = |moves: &[Move]| {
            let made = [&self.moves[..index], moves].concat();
            let table = self.rules.table_after(self.table, &made);
            let probe = self
                .rules
                .probe(&table, PROBE_WIDTH, &CHECK_BUDGET, self.cancel);
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

    /// Returns the beginnings of winning lines up to the next new card, the most frequent first.
    fn alternatives(&self, index: usize, tables: &[Table]) -> Vec<Alternative> {
        let mut alternatives: Vec<Alternative> = Vec::new();
        let Some(first) = tables.first() else {
            return alternatives;
        };
        let seen = self.seen_after(index);
        for table in tables {
            let probe = self
                .rules
                .probe(table, PROBE_WIDTH, &SAMPLE_BUDGET, self.cancel);
            let Verdict::Winnable(line) = probe.verdict else {
                continue;
            };
            let Some(moves) = seen.until_new_card(&**self.rules, table, line) else {
                continue;
            };
            let key = self.rules.state_key(&self.rules.table_after(first, &moves));
            match alternatives.iter_mut().find(|known| known.key == key) {
                Some(known) => {
                    known.found += 1;
                    if moves.len() < known.moves.len() {
                        known.moves = moves;
                    }
                }
                None => alternatives.push(Alternative {
                    moves,
                    key,
                    found: 1,
                }),
            }
        }
        alternatives.sort_by_key(|alternative| Reverse(alternative.found));
        alternatives.truncate(MAX_CANDIDATES);
        alternatives
    }

    /// Returns which cards are seen after a number of moves.
    fn seen_after(&self, index: usize) -> SeenCards {
        let mut seen = self.view.seen_cards();
        let mut table = self.view.to_table(self.view.unseen());
        for &mv in &self.moves[..index] {
            let checkpoint = table.checkpoint();
            self.rules.apply(&mut table, mv);
            seen.follow(table.changes_since(checkpoint));
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
            let after = self.rules.table_after(table, moves);
            let probe = self
                .rules
                .probe(&after, PROBE_WIDTH, &SAMPLE_BUDGET, self.cancel);
            searched.set(searched.get() + probe.positions);
            probe.verdict
        };
        let (mut odds, mut winnable) = (Tally::default(), Vec::new());
        for number in 0..MAX_LOSS_SAMPLES {
            let table = sample(self.view, self.seed, number);
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
        for mv in first_moves(kept, &winnable) {
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
            let after = self.rules.table_after(table, moves);
            let probe = self
                .rules
                .probe(&after, PROBE_WIDTH, &SAMPLE_BUDGET, self.cancel);
            probe.verdict.without_line()
        };
        tables.iter().map(search).collect()
    }
}

/// Returns a move and those with which most winning lines of sample deals begin.
fn first_moves(kept: Move, winnable: &[(Table, Move)]) -> Vec<Move> {
    let mut counts: Vec<(usize, Move)> = Vec::new();
    for &(_, first) in winnable {
        match counts.iter_mut().find(|(_, mv)| *mv == first) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, first)),
        }
    }
    counts.sort_by_key(|&(count, _)| Reverse(count));
    let others = counts.into_iter().map(|(_, mv)| mv);
    let others = others.filter(|mv| *mv != kept);
    [kept]
        .into_iter()
        .chain(others)
        .take(MAX_LOSS_CANDIDATES)
        .collect()
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
