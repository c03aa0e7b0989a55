//! Greedy play by what can be seen. It plays the rollouts of the fair player to their end.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use arrayvec::ArrayVec;

use crate::policy_knowledge::{CardCounts, PolicyKnowledge, VisibleTable, new_tops};
use crate::rules::{Move, PileId, PileSet, Table};
use crate::solver::{CancelToken, StateKey};
use crate::variant::Playable;

/// Maximum number of moves of a path, those home not counted.
const MAX_PATH_LEN: usize = 30;

/// Moves, each followed by those that [`PolicyKnowledge::home_move`] makes.
pub(super) type Path = ArrayVec<Move, MAX_PATH_LEN>;

/// What tells the end of a sequence of moves from others: what it is worth, the piles whose top is new, and its
/// position if these two do not tell that.
pub(super) type End = (i64, PileSet, Option<StateKey>);

/// A table that is played by a greedy policy.
///
/// The policy makes the move after which the position is worth most, cards sent home included, before a
/// new card is known. A move that shows no new card must raise the value, so that play never goes in
/// circles. Where no move helps but one that takes cards from the stock, the policy looks for
/// several moves that do, and where the stock cannot be used because of spaces, it fills them.
pub struct PolicyGame<'a> {
    rules: &'a dyn Playable,
    knowledge: &'a dyn PolicyKnowledge,
    weights: &'a [i32],
    table: Table,
    unseen: CardCounts,
    /// The moves made.
    moves: Vec<Move>,
    /// Whether spaces are filled until the stock can be used: a mode of its own, since a fill may lower
    /// the value, and moves that raise it again would undo it.
    is_filling: bool,
    positions: u64,
}

impl<'a> PolicyGame<'a> {
    /// Takes over a table, and sends home what goes home at once. `None` in a game without
    /// [`PolicyKnowledge`].
    pub fn new(rules: &'a dyn Playable, table: Table) -> Option<PolicyGame<'a>> {
        let knowledge = rules.policy_knowledge()?;
        let mut game = PolicyGame {
            rules,
            knowledge,
            weights: knowledge.weights(),
            unseen: CardCounts::hidden(&table),
            table,
            moves: Vec::new(),
            is_filling: false,
            positions: 0,
        };
        game.send_home();
        Some(game)
    }

    /// Plays with other weights.
    #[must_use]
    pub fn with_weights(self, weights: &'a [i32]) -> PolicyGame<'a> {
        PolicyGame { weights, ..self }
    }

    /// Plays until the policy finds no move, so many positions were tried or the game is canceled.
    pub fn finish(&mut self, max_positions: u64, cancel: &CancelToken) {
        while self.positions < max_positions && !cancel.is_canceled() {
            let path = self.next_path();
            if path.is_empty() {
                break;
            }
            let new = self.make_until_new_card(&path);
            if !new.is_empty() {
                self.see(new);
                self.send_home();
            }
        }
    }

    /// Returns the table as it stands.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the number of positions tried.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the moves of the policy up to the next new card, with their end. `None` if it stops before.
    pub(super) fn moves_to_new_card(mut self) -> Option<(End, Vec<Move>)> {
        loop {
            let path = self.next_path();
            if path.is_empty() {
                return None;
            }
            let new = self.make_until_new_card(&path);
            if !new.is_empty() {
                return Some((self.end(new), self.moves));
            }
        }
    }

    /// Returns the sequences of moves to a new card that are found from so many positions, the best
    /// first.
    pub(super) fn sequences_to_new_card(mut self, max_positions: usize) -> Vec<(End, Vec<Move>)> {
        let is_end = |_, new: PileSet| !new.is_empty();
        let mut ends = self.explore(max_positions, |_| true, is_end);
        ends.sort_by_key(|&((value, ..), _)| Reverse(value));
        let (start, made) = (self.table.checkpoint(), self.moves.len());
        let sequences = ends.iter().map(|(end, path)| {
            self.make_until_new_card(path);
            let moves = self.moves.clone();
            self.table.rollback(start);
            self.moves.truncate(made);
            (*end, moves)
        });
        sequences.collect()
    }

    /// Returns the next moves: one, or several of which only the last one helps. Empty if none is found.
    fn next_path(&mut self) -> Path {
        if !self.is_filling {
            let here = self.value(PileSet::default());
            let helps = |value, new: PileSet| !new.is_empty() || value > here;
            let best = self.best_move(|_, mv| is_forward(mv), helps);
            if best.is_none_or(takes_from_stock) {
                let is_tried = |mv| is_forward(mv) && !takes_from_stock(mv);
                let ends = self.explore(self.knowledge.max_explored(), is_tried, helps);
                let best_end = ends.into_iter().max_by_key(|&((value, ..), _)| value);
                if let Some((_, path)) = best_end {
                    return path;
                }
            }
            if best.is_some() || self.table.is_empty(PileId::STOCK) {
                return best.into_iter().collect();
            }
            self.is_filling = true;
        }
        let moves = self.rules.move_list(&self.table);
        let from_stock = moves.into_iter().find(|&mv| takes_from_stock(mv));
        let next = from_stock.or_else(|| self.best_move(fills_space, |_, _| true));
        next.into_iter().collect()
    }

    /// Returns the move after which the position is worth most, among those tried that help.
    fn best_move(
        &mut self,
        is_tried: impl Fn(&Table, Move) -> bool,
        helps: impl Fn(i64, PileSet) -> bool,
    ) -> Option<Move> {
        let start = self.table.checkpoint();
        let mut best = None;
        for mv in self.rules.move_list(&self.table) {
            if !is_tried(&self.table, mv) {
                continue;
            }
            let made = self.moves.len();
            let new = self.make(mv);
            let value = self.value(new);
            self.table.rollback(start);
            self.moves.truncate(made);
            if helps(value, new) && best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// Tries moves from so many positions that can be reached, those worth most first. Returns the paths
    /// to each position that is an end. Of equal ones, one counts.
    fn explore(
        &mut self,
        max_positions: usize,
        is_tried: impl Fn(Move) -> bool,
        is_end: impl Fn(i64, PileSet) -> bool,
    ) -> Vec<(End, Path)> {
        let (start, made) = (self.table.checkpoint(), self.moves.len());
        let mut met = HashSet::from([self.end(PileSet::default())]);
        let mut paths = vec![Path::new()];
        let mut open = BinaryHeap::from([(0, Reverse(0))]);
        let mut ends = Vec::new();
        for _ in 0..max_positions {
            let Some((_, Reverse(index))) = open.pop() else {
                break;
            };
            let mut path = paths[index].clone();
            self.make_until_new_card(&path);
            let here = self.table.checkpoint();
            for mv in self.rules.move_list(&self.table) {
                if !is_tried(mv) || path.try_push(mv).is_err() {
                    continue;
                }
                let new = self.make(mv);
                let end @ (value, ..) = self.end(new);
                if met.insert(end) {
                    if is_end(value, new) {
                        ends.push((end, path.clone()));
                    } else {
                        open.push((value, Reverse(paths.len())));
                        paths.push(path.clone());
                    }
                }
                path.pop();
                self.table.rollback(here);
            }
            self.table.rollback(start);
            self.moves.truncate(made);
        }
        ends
    }

    /// Returns what the position is worth after a move that has turned up the tops of some piles.
    fn value(&self, new: PileSet) -> i64 {
        let features = self.knowledge.features(&VisibleTable {
            table: &self.table,
            new,
            unseen: self.unseen,
        });
        let weighted = features.iter().zip(self.weights);
        weighted
            .map(|(&feature, &weight)| i64::from(feature) * i64::from(weight))
            .sum()
    }

    /// Returns the position as an end of moves that have turned up the tops of some piles.
    fn end(&self, new: PileSet) -> End {
        let is_told = self.knowledge.values_tell_positions_apart();
        let position = (!is_told).then(|| self.rules.state_key(&self.table));
        (self.value(new), new, position)
    }

    /// Makes the moves of a path until one shows a new card. Returns the piles whose top is new.
    fn make_until_new_card(&mut self, path: &[Move]) -> PileSet {
        let new = path.iter().map(|&mv| self.make(mv));
        new.into_iter()
            .find(|new| !new.is_empty())
            .unwrap_or_default()
    }

    /// Makes a move and, until a card is new, those home that follow. Returns the piles whose top is
    /// new.
    fn make(&mut self, mv: Move) -> PileSet {
        self.positions += 1;
        let mut new = self.apply(mv);
        while new.is_empty()
            && let Some(home) = self.knowledge.home_move(&self.table)
        {
            new = self.apply(home);
        }
        new
    }

    fn apply(&mut self, mv: Move) -> PileSet {
        let checkpoint = self.table.checkpoint();
        self.rules.apply(&mut self.table, mv);
        self.moves.push(mv);
        new_tops(self.table.changes_since(checkpoint))
    }

    /// Sends home what goes home at once, new cards included.
    fn send_home(&mut self) {
        while let Some(home) = self.knowledge.home_move(&self.table) {
            let new = self.apply(home);
            self.see(new);
        }
    }

    /// Looks at new cards.
    fn see(&mut self, new: PileSet) {
        for card in new.iter().filter_map(|pile| self.table.top(pile)) {
            self.unseen.remove(card);
            self.is_filling = false;
        }
    }
}

/// Whether a move is no step back, which would need a plan of several moves.
fn is_forward(mv: Move) -> bool {
    !matches!(mv, Move::Transfer { from, .. } if from.is_foundation())
}

fn takes_from_stock(mv: Move) -> bool {
    matches!(mv, Move::Draw | Move::Deal)
}

/// Whether a move fills a space and leaves none.
fn fills_space(table: &Table, mv: Move) -> bool {
    matches!(mv, Move::Transfer { from, to, count } if to.is_tableau()
        && table.is_empty(to)
        && usize::from(count) < table.size(from))
}
