//! Counts sequences of moves, to compare move generators.

use super::moves::MoveList;
use super::{Rules, Table};

/// Counts the sequences of exactly `depth` legal moves from a position.
///
/// Every move is made and undone, the last one of a sequence too, and the table is left unchanged.
/// Two move generators with the same counts almost certainly agree.
///
/// ```
/// use larboard::rules::{OneHanded, GameOptions, Rules, perft, shuffled_deck};
/// use larboard::variant;
///
/// let single_left = variant::find("single-left").unwrap();
/// let rules = OneHanded::new(&GameOptions::parse(single_left, &[]).unwrap());
/// let mut table = rules.deal(&shuffled_deck(14, 1));
/// // With forced discards every position has one legal move at most.
/// assert_eq!(perft(&rules, &mut table, 3), 1);
/// ```
pub fn perft<R: Rules + ?Sized>(rules: &R, table: &mut Table, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let checkpoint = table.checkpoint();
    let mut moves = MoveList::new();
    rules.legal_moves(table, &mut moves);
    let mut count = 0;
    for &mv in &moves {
        rules.apply(table, mv);
        count += perft(rules, table, depth - 1);
        table.rollback(checkpoint);
    }
    count
}
