//! Counts sequences of moves, to compare move generators.

use super::moves::MoveList;
use super::{Checkpoint, Rules, Table};

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
    // On the heap, so that the depth is not limited by the stack.
    let mut levels = Vec::new();
    let (mut ply, mut count) = (0, 0);
    enter_level(rules, table, &mut levels, ply);
    loop {
        let level: &mut Level = &mut levels[ply];
        table.rollback(level.checkpoint);
        if ply + 1 == depth as usize {
            for &mv in &level.moves {
                rules.apply(table, mv);
                count += 1;
                table.rollback(level.checkpoint);
            }
        } else if let Some(&mv) = level.moves.get(level.next) {
            level.next += 1;
            rules.apply(table, mv);
            ply += 1;
            enter_level(rules, table, &mut levels, ply);
            continue;
        }
        if ply == 0 {
            return count;
        }
        ply -= 1;
    }
}

/// A position on the path, with its moves.
struct Level {
    checkpoint: Checkpoint,
    moves: MoveList,
    next: usize,
}

/// Lists the moves of the current position. The levels below an earlier position are used again.
fn enter_level<R: Rules + ?Sized>(rules: &R, table: &Table, levels: &mut Vec<Level>, ply: usize) {
    if ply == levels.len() {
        levels.push(Level {
            checkpoint: table.checkpoint(),
            moves: MoveList::new(),
            next: 0,
        });
    }
    let level = &mut levels[ply];
    level.checkpoint = table.checkpoint();
    level.moves.clear();
    level.next = 0;
    rules.legal_moves(table, &mut level.moves);
}
