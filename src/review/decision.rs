//! Review of one decision: the moves up to the next new card.

use super::move_review::{BetterMoves, TURNING_POINT};
use crate::player::{SAMPLE_BUDGET, SeenCards, View, sample};
use crate::proofs::PathProofs;
use crate::rules::{Move, Table};
use crate::solver::{CancelToken, StateKey, Tally, Verdict};
use crate::variant::Variant;

/// Number of sample deals of each decision.
pub(super) const SAMPLES: usize = 25;

/// Maximum number of sequences of moves that are compared with a move that may be a mistake.
const MAX_CANDIDATES: usize = 8;

/// The moves up to the next new card, with what was known before them.
pub(super) struct Decision<'a> {
    pub(super) rules: &'a Variant,
    pub(super) view: &'a View,
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
    /// lines of the sample deals, which favors them, so other sample deals count too.
    fn find_better(&self, index: usize, verdicts: &[PathProofs]) -> Option<BetterMoves> {
        let made = self.moves[index];
        let count = self.samples.len() as u64;
        let after = verdicts.iter().filter(|path| path.is_winnable(index + 1));
        let after = after.count() as u64;
        let (tables, hopeful) = self.tables_at(index, verdicts);
        let mut best: Option<(u64, Vec<Move>)> = None;
        for alternative in self.alternatives(index, &hopeful) {
            if alternative.moves.first() == Some(&made) || self.cancel.is_canceled() {
                continue;
            }
            let won = self.tally(&hopeful, &alternative.moves).won;
            let is_better = best
                .as_ref()
                .is_none_or(|(most, moves)| (won, moves.len()) > (*most, alternative.moves.len()));
            if is_better && is_much_better(won, after, count) {
                best = Some((won, alternative.moves));
            }
        }
        let (won, moves) = best?;
        let others: Vec<Table> = (0..SAMPLES as u64)
            .map(|number| sample(self.view, self.seed, number))
            .map(|table| self.rules.table_after(&table, &self.moves[..index]))
            .collect();
        let won_elsewhere = self.tally(&others, &moves).won;
        let after_elsewhere = self.tally(&others, &[made]).won;
        let count = count + others.len() as u64;
        if !is_much_better(won + won_elsewhere, after + after_elsewhere, count) {
            return None;
        }
        let odds = self.tally(&tables, &moves);
        Some(BetterMoves { moves, odds })
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
        alternatives.sort_by_key(|alternative| std::cmp::Reverse(alternative.found));
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
