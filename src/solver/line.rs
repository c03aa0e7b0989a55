//! Lines of moves: played over, and made shorter.

use std::collections::HashMap;

use super::key::key;
use crate::rules::{Insights, Move, MoveList, Rules, Table};

/// Whether every move of a line is legal where it is made, and the game is won at its end.
pub fn wins<R: Rules>(rules: &R, table: &Table, line: &[Move]) -> bool {
    let mut table = table.clone();
    let legal = line.iter().all(|&mv| {
        let mut moves = MoveList::new();
        rules.legal_moves(&table, &mut moves);
        let legal = moves.contains(&mv);
        if legal {
            rules.apply(&mut table, mv);
        }
        legal
    });
    legal && rules.is_won(&table)
}

/// The line without detours: from each position it goes on to the latest one on the line that a
/// single move reaches.
pub(super) fn shortened<R: Rules>(rules: &R, table: &Table, line: &[Move]) -> Vec<Move> {
    let exactly = |table: &Table| key(rules, table, Insights::NONE);
    let mut table = table.clone();
    let start = table.mark();
    let mut latest = HashMap::from([(exactly(&table), 0)]);
    for (n, &mv) in line.iter().enumerate() {
        rules.apply(&mut table, mv);
        latest.insert(exactly(&table), n + 1);
    }
    table.back_to(start);
    let mut short = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let mut best = (at + 1, line[at]);
        let mut moves = MoveList::new();
        rules.legal_moves(&table, &mut moves);
        for mv in moves {
            let mark = table.mark();
            rules.apply(&mut table, mv);
            if let Some(&reached) = latest.get(&exactly(&table))
                && reached > best.0
            {
                best = (reached, mv);
            }
            table.back_to(mark);
        }
        at = best.0;
        short.push(best.1);
        rules.apply(&mut table, best.1);
    }
    short
}
