//! Player that looks ahead as far as it can see.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::view::View;
use crate::rules::Move;
use crate::variant::Playable;

/// Maximum number of positions from which moves are tried.
const MAX_POSITIONS: usize = 150;

/// Returns the moves that lead to the best position among those where a new card is seen or the game
/// is won. Empty if none is found.
pub fn choose_moves(rules: &dyn Playable, view: &View) -> Vec<Move> {
    let sequences = visible_sequences(rules, view);
    sequences.into_iter().next().unwrap_or_default()
}

/// Returns the moves to each position near this one where a new card is seen or the game
/// is won, the best first, and of equally good ones the one found first. Positions that look best are
/// tried first.
pub fn visible_sequences(rules: &dyn Playable, view: &View) -> Vec<Vec<Move>> {
    let start = view.to_table(view.unseen());
    let mut met = HashSet::from([rules.state_key(&start)]);
    let mut open = BinaryHeap::from([(rules.evaluate_for_lookahead(&start).value(), Reverse(0))]);
    let mut positions = vec![(start, view.seen_cards(), Vec::new())];
    let mut sequences = Vec::new();
    while let Some((_, Reverse(index))) = open.pop() {
        let (mut table, seen, path) = positions[index].clone();
        let moves = rules.move_list(&table);
        for mv in moves {
            let checkpoint = table.checkpoint();
            rules.apply(&mut table, mv);
            if met.insert(rules.state_key(&table)) {
                let mut seen = seen.clone();
                let is_new = seen.follow(table.changes_since(checkpoint));
                let moves = [&path[..], &[mv]].concat();
                let score = rules.evaluate_for_lookahead(&table).value();
                if is_new || rules.is_won(&table) {
                    sequences.push((score, moves));
                } else if positions.len() < MAX_POSITIONS {
                    open.push((score, Reverse(positions.len())));
                    positions.push((table.clone(), seen, moves));
                }
            }
            table.rollback(checkpoint);
        }
    }
    sequences.sort_by_key(|&(score, _)| Reverse(score));
    sequences.into_iter().map(|(_, moves)| moves).collect()
}
