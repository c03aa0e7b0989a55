//! Review of one decision: the moves up to the next new card.

use std::cmp::Reverse;

use super::move_review::{BetterMoves, TURNING_POINT};
use crate::player::{SAMPLE_BUDGET, SeenCards, View, sample};
use crate::proofs::PathProofs;
use crate::rules::{Move, Table};
use crate::solver::{Budget, CancelToken, HINT_POSITIONS, StateKey, Tally, Verdict};
use crate::variant::Variant;

/// Number of sample deals of each decision.
pub(super) const SAMPLES: usize = 25;

/// Maximum number of sequences of moves that are compared with a move that may be a mistake.
const MAX_CANDIDATES: usize = 8;

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
        let odds_at = |moves: usize| verdicts.iter().map(|path| path.at(moves)).collect();
        let odds: Vec<Tally> = (0..=self.moves.len()).map(odds_at).collect();
        let better = odds.windows(2).enumerate().map(|(index, odds)| {
            let (before, after) = (odds[0].won, odds[1].won);
            let is_suspect = is_much_better(before, after, odds[0].count());
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
            let probe = self.rules.probe(&table, &SAMPLE_BUDGET, self.cancel);
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
        let count = self.samples.len() as u64;
        let after = verdicts.iter().filter(|path| path.is_winnable(index + 1));
        let after = after.count() as u64;
        let (tables, hopeful) = self.tables_at(index, verdicts);
        let alternatives = self.alternatives(index, &hopeful).into_iter();
        let candidates = alternatives.map(|other| other.moves);
        let candidates = candidates.chain(self.known_win_until_new_card(index));
        let others = candidates.filter(|moves| moves.first() != Some(&made));
        let rated = others.map(|moves| (self.tally(&hopeful, &moves).won, moves));
        let mut rated: Vec<(u64, Vec<Move>)> = rated
            .filter(|(won, _)| is_much_better(*won, after, count))
            .collect();
        if rated.is_empty() {
            return None;
        }
        rated.sort_by_key(|(won, moves)| (Reverse(*won), moves.len()));
        let samples = (0..SAMPLES as u64).map(|number| sample(self.view, self.seed, number));
        let others: Vec<Table> = samples
            .map(|table| self.rules.table_after(&table, &self.moves[..index]))
            .collect();
        let after = after + self.tally(&others, &[made]).won;
        let count = count + others.len() as u64;
        let is_better = |won: u64, moves: &[Move]| {
            is_much_better(won + self.tally(&others, moves).won, after, count)
        };
        let mut unproven = None;
        for (won, moves) in rated {
            if self.cancel.is_canceled() {
                return None;
            }
            let verdict = self.verdict_after(index, &moves);
            let is_wanted = match verdict {
                Verdict::Winnable(()) => true,
                Verdict::Unknown => unproven.is_none(),
                Verdict::Unwinnable => false,
            };
            if !is_wanted || !is_better(won, &moves) {
                continue;
            }
            let odds = self.tally(&tables, &moves);
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
            let probe = self.rules.probe(&table, &CHECK_BUDGET, self.cancel);
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

    /// Returns the sample deals after a number of moves, and those of them that can be won.
    fn tables_at(&self, index: usize, verdicts: &[PathProofs]) -> (Vec<Table>, Vec<Table>) {
        let moves = &self.moves[..index];
        let after = |start: &Table| self.rules.table_after(start, moves);
        let tables: Vec<Table> = self.samples.iter().map(after).collect();
        let pairs = tables.iter().zip(verdicts);
        let hopeful = pairs.filter(|(_, path)| path.is_winnable(index));
        let hopeful = hopeful.map(|(table, _)| table.clone()).collect();
        (tables, hopeful)
    }

    /// Returns the beginnings of winning lines up to the next new card, the most frequent first.
    fn alternatives(&self, index: usize, tables: &[Table]) -> Vec<Alternative> {
        let mut alternatives: Vec<Alternative> = Vec::new();
        let Some(first) = tables.first() else {
            return alternatives;
        };
        let seen = self.seen_after(index);
        for table in tables {
            let probe = self.rules.probe(table, &SAMPLE_BUDGET, self.cancel);
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

    /// Searches sample deals after some moves.
    fn tally(&self, tables: &[Table], moves: &[Move]) -> Tally {
        let search = |table: &Table| {
            let after = self.rules.table_after(table, moves);
            let probe = self.rules.probe(&after, &SAMPLE_BUDGET, self.cancel);
            probe.verdict.without_line()
        };
        tables.iter().map(search).collect()
    }
}

/// Whether a number of wins exceeds another by as much as makes a turning point.
fn is_much_better(won: u64, other: u64, count: u64) -> bool {
    won.saturating_sub(other) as f64 >= TURNING_POINT * count as f64
}
