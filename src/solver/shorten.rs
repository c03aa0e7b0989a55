//! Lines of moves: played over, and made shorter.

use std::collections::HashSet;

use super::budget::BudgetMeter;
use super::knowledge::{PruningRules, SearchKnowledge};
use super::state_key::state_key;
use crate::rules::{Move, MoveList, PackedTables, Rules, Table};

/// Whether every move of a line is legal where it is made, and the game is won at its end.
pub fn is_winning_line<R: Rules + ?Sized>(rules: &R, table: &Table, line: &[Move]) -> bool {
    let mut table = table.clone();
    let legal = line.iter().all(|&mv| try_play(rules, &mut table, mv));
    legal && rules.is_won(&table)
}

/// Makes a move if it is legal; whether it was.
fn try_play<R: Rules + ?Sized>(rules: &R, table: &mut Table, mv: Move) -> bool {
    let mut moves = MoveList::new();
    rules.legal_moves(table, &mut moves);
    let legal = moves.contains(&mv);
    if legal {
        rules.apply(table, mv);
    }
    legal
}

/// How many moves are applied at most to make a line without detours shorter still: as many as
/// the search for it took, but no fewer than the one and no more than the other.
const SHORTEN_EFFORT_RANGE: (u64, u64) = (20_000, 200_000);

/// About what a position near a line takes, in bytes beside its cards.
const NODE_BYTES: usize = 200;

/// A line that wins in as few moves as can be found near this one, within what the meter allows
/// and so many bytes.
///
/// In turns the shortest way is taken through the positions on the line and about it, ever farther
/// from it, and every move is left out that is not needed, with those that hang on it.
pub(super) fn shorten<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    mut line: Vec<Move>,
    memory: usize,
    meter: &mut BudgetMeter,
) -> Vec<Move> {
    let effort = meter
        .positions()
        .clamp(SHORTEN_EFFORT_RANGE.0, SHORTEN_EFFORT_RANGE.1);
    let most = memory / (NODE_BYTES + table.deck().len());
    let mut until = u64::MAX;
    let mut farthest = 0;
    while farthest <= line.len() && meter.positions() < until && !meter.is_stopped() {
        let length = line.len();
        let mut may_go_on = || meter.try_expand_before(until);
        if let Some(short) = local_bfs(rules, table, &line, farthest, most, &mut may_go_on) {
            line = short;
        }
        until = until.min(meter.positions() + effort);
        let mut may_go_on = || meter.try_expand_before(until);
        line = drop_redundant(rules, table, line, &mut may_go_on);
        if farthest == 0 || line.len() == length {
            farthest += 1;
        }
    }
    line
}

/// The line without the moves that can be left out, and those that then cannot be made.
fn drop_redundant<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    mut line: Vec<Move>,
    may_go_on: &mut impl FnMut() -> bool,
) -> Vec<Move> {
    let mut table = table.clone();
    let mut at = 0;
    while at < line.len() {
        let mark = table.checkpoint();
        let mut rest = Vec::new();
        for &mv in &line[at + 1..] {
            if !may_go_on() {
                return line;
            }
            if try_play(rules, &mut table, mv) {
                rest.push(mv);
            }
        }
        let won = rules.is_won(&table);
        table.rollback(mark);
        if won {
            line.truncate(at);
            line.extend(rest);
        } else {
            rules.apply(&mut table, line[at]);
            at += 1;
        }
    }
    line
}

/// A position come to, from which other and by which move; how many moves it lies off the line.
struct LineNode {
    parent: usize,
    mv: Option<Move>,
    distance: usize,
}

/// The shortest line through positions that lie at most so many moves off a line, if there are at
/// most so many of them.
fn local_bfs<R: SearchKnowledge>(
    rules: &R,
    table: &Table,
    line: &[Move],
    farthest: usize,
    most: usize,
    may_go_on: &mut impl FnMut() -> bool,
) -> Option<Vec<Move>> {
    let exactly = |table: &Table| state_key(rules, table, PruningRules::NONE);
    let mut table = table.clone();
    let mut tables = PackedTables::default();
    table.pack(&mut tables);
    let mut met = HashSet::from([exactly(&table)]);
    let mut on_line = HashSet::new();
    for &mv in line {
        rules.apply(&mut table, mv);
        on_line.insert(exactly(&table));
    }
    let mut nodes = vec![LineNode {
        parent: 0,
        mv: None,
        distance: 0,
    }];
    let mut at = 0;
    while at < nodes.len() && nodes.len() < most {
        table.unpack(&tables, at);
        let mut moves = MoveList::new();
        rules.legal_moves(&table, &mut moves);
        for mv in moves {
            if !may_go_on() {
                return None;
            }
            let mark = table.checkpoint();
            rules.apply(&mut table, mv);
            let won = rules.is_won(&table);
            let key = exactly(&table);
            let off = if on_line.contains(&key) {
                0
            } else {
                nodes[at].distance + 1
            };
            if won || off <= farthest && met.insert(key) {
                table.pack(&mut tables);
                nodes.push(LineNode {
                    parent: at,
                    mv: Some(mv),
                    distance: off,
                });
            }
            table.rollback(mark);
            if won {
                return Some(path_to(&nodes, nodes.len() - 1));
            }
        }
        at += 1;
    }
    None
}

/// The moves that lead to a position.
fn path_to(nodes: &[LineNode], mut at: usize) -> Vec<Move> {
    let mut way = Vec::new();
    while let Some(mv) = nodes[at].mv {
        way.push(mv);
        at = nodes[at].parent;
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{GameOptions, YakutatBay, shuffled_deck, yakutat_bay};
    use crate::solver::{Budget, CancelToken, solve};

    /// Two legal moves of which the second takes the first back.
    fn move_and_reversal<R: SearchKnowledge>(rules: &R, table: &Table) -> Option<[Move; 2]> {
        let mut moves = MoveList::new();
        rules.legal_moves(table, &mut moves);
        moves.into_iter().find_map(|there| {
            let mut away = table.clone();
            rules.apply(&mut away, there);
            let mut moves = MoveList::new();
            rules.legal_moves(&away, &mut moves);
            let returns = |back: &Move| {
                let mut other = away.clone();
                rules.apply(&mut other, *back);
                other == *table
            };
            let back = moves.into_iter().find(returns)?;
            Some([there, back])
        })
    }

    #[test]
    fn a_line_that_wins_does_without_detours() {
        let options = GameOptions::parse(&yakutat_bay::INFO, &[]).expect("the defaults");
        let rules = YakutatBay::new(&options);
        let budget = Budget {
            positions: Some(200_000),
            time: None,
            memory: 16 << 20,
        };
        let (cancel, mut ignore) = (CancelToken::default(), |_| {});
        let start = rules.deal(&shuffled_deck(2, 1));
        let answer = solve(&rules, &start, &budget, &cancel, &mut ignore);
        let line = answer.verdict.line().expect("this deal can be won");
        let (mut table, mut longer, mut detours) = (start.clone(), Vec::new(), 0);
        for &mv in line {
            if let Some(detour) = move_and_reversal(&rules, &table) {
                longer.extend(detour);
                detours += 1;
            }
            longer.push(mv);
            rules.apply(&mut table, mv);
        }
        assert!(
            detours > 3 && is_winning_line(&rules, &start, &longer),
            "{detours}"
        );
        let mut meter = BudgetMeter::new(&budget, &cancel, &mut ignore);
        let short = shorten(&rules, &start, longer, budget.memory, &mut meter);
        assert!(is_winning_line(&rules, &start, &short));
        assert!(short.len() <= line.len(), "{}", short.len());
    }
}
