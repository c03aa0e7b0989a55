//! Counts sequences of moves, to compare move generators.

use super::moves::MoveList;
use super::{Rules, Table};

/// Counts the sequences of exactly `depth` legal moves from a position.
///
/// Every move is made and undone, the last one of a sequence too, and the table is left unchanged.
/// Two move generators with the same counts almost certainly agree.
///
/// ```
/// use larboard::rules::{OneHandedRules, GameOptions, Rules, perft, shuffled_deck};
/// use larboard::variant;
///
/// let single_left = variant::find("single-left").unwrap();
/// let rules = OneHandedRules::new(&GameOptions::parse(single_left, &[]).unwrap());
/// let mut table = rules.deal(&shuffled_deck(14, 1));
/// // With forced discards every position has one legal move at most.
/// assert_eq!(perft(&rules, &mut table, 3), 1);
/// ```
pub fn perft<R: Rules + ?Sized>(rules: &R, table: &mut Table, depth: u32) -> u64 {
    // On the heap, so that the depth is not limited by the stack.
    let mut lists = vec![MoveList::new(); depth as usize];
    count_sequences(rules, table, &mut lists)
}

/// Counts the sequences of as many moves as there are lists, which are used for the moves of each position on
/// the path.
fn count_sequences<R: Rules + ?Sized>(rules: &R, table: &mut Table, lists: &mut [MoveList]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    moves.clear();
    rules.legal_moves(table, moves);
    let (checkpoint, mut count) = (table.checkpoint(), 0);
    for &mv in &*moves {
        rules.apply(table, mv);
        count += if deeper.is_empty() {
            1
        } else {
            count_sequences(rules, table, deeper)
        };
        table.rollback(checkpoint);
    }
    count
}
