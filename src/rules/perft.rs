//! Counts sequences of moves, to compare move generators.

use super::moves::MoveList;
use super::{Move, Rules, Table};

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
    count_sequences(rules, table, depth, &mut Vec::new())
}

/// Counts sequences with the moves of all positions on the path in one list.
fn count_sequences<R: Rules + ?Sized>(
    rules: &R,
    table: &mut Table,
    depth: u32,
    moves: &mut Vec<Move>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (checkpoint, first) = (table.checkpoint(), moves.len());
    push_legal_moves(rules, table, moves);
    let mut count = 0;
    for n in first..moves.len() {
        rules.apply(table, moves[n]);
        count += count_sequences(rules, table, depth - 1, moves);
        table.rollback(checkpoint);
    }
    moves.truncate(first);
    count
}

/// Never inlined, so that the stack holds one list of moves and not one for each depth.
#[inline(never)]
fn push_legal_moves<R: Rules + ?Sized>(rules: &R, table: &Table, moves: &mut Vec<Move>) {
    let mut legal = MoveList::new();
    rules.legal_moves(table, &mut legal);
    moves.extend(legal);
}
