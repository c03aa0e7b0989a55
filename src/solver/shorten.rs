//! Checks and shortens winning lines.

use std::collections::HashSet;

use super::budget::BudgetMeter;
use super::parent_links::{NO_PARENT, ParentLinks};
use crate::rules::{Move, PackedTables, Rules, Table};

/// Returns whether all moves of a line are legal in turn and win the game.
pub fn is_winning_line(rules: &dyn Rules, table: &Table, line: &[Move]) -> bool {
    let mut table = table.clone();
    let legal = line.iter().all(|&mv| try_play(rules, &mut table, mv));
    legal && rules.is_won(&table)
}

/// Makes a move if it is legal, and returns whether it is.
fn try_play(rules: &dyn Rules, table: &mut Table, mv: Move) -> bool {
    let moves = rules.move_list(table);
    let legal = moves.contains(&mv);
    if legal {
        rules.apply(table, mv);
    }
    legal
}

/// Minimum and maximum number of moves that shortening applies once the line is free of detours.
/// Between them, it is the number of positions that the search took.
const SHORTEN_EFFORT_RANGE: (u64, u64) = (20_000, 200_000);

/// Approximate memory of a position near a line in bytes, without its cards.
const NODE_BYTES: usize = 200;

/// Computes the key of a position.
type KeyFunction<'a> = &'a dyn Fn(&Table) -> u128;

/// Shortens a winning line as far as the budget allows. Little time is spent here, so the code is
/// compiled once for all games.
///
/// Two steps alternate. The first finds the shortest path through the positions on the line and
/// near it, at a growing distance. The second drops every move that is not needed, with the moves
/// that depend on it.
pub(super) fn shorten(
    rules: &dyn Rules,
    key_of: KeyFunction<'_>,
    table: &Table,
    mut line: Vec<Move>,
    meter: &mut BudgetMeter,
) -> Vec<Move> {
    let effort = meter
        .positions()
        .clamp(SHORTEN_EFFORT_RANGE.0, SHORTEN_EFFORT_RANGE.1);
    let max_positions = meter.memory() / (NODE_BYTES + table.deck().len());
    let mut until = u64::MAX;
    let mut max_distance = 0;
    while max_distance <= line.len() && meter.positions() < until && !meter.is_stopped() {
        let length = line.len();
        let mut may_continue = || meter.try_count_before(until);
        let short = local_bfs(
            rules,
            key_of,
            table,
            &line,
            max_distance,
            max_positions,
            &mut may_continue,
        );
        line = short.unwrap_or(line);
        until = until.min(meter.positions() + effort);
        let mut may_continue = || meter.try_count_before(until);
        line = drop_redundant(rules, table, line, &mut may_continue);
        if max_distance == 0 || line.len() == length {
            max_distance += 1;
        }
    }
    line
}

/// Returns the line without the moves that are not needed, and without those that become illegal
/// when others are dropped.
fn drop_redundant(
    rules: &dyn Rules,
    table: &Table,
    mut line: Vec<Move>,
    may_continue: &mut dyn FnMut() -> bool,
) -> Vec<Move> {
    let mut table = table.clone();
    let mut index = 0;
    while index < line.len() {
        let checkpoint = table.checkpoint();
        let mut rest = Vec::new();
        for &mv in &line[index + 1..] {
            if !may_continue() {
                return line;
            }
            if try_play(rules, &mut table, mv) {
                rest.push(mv);
            }
        }
        let won = rules.is_won(&table);
        table.rollback(checkpoint);
        if won {
            line.truncate(index);
            line.extend(rest);
        } else {
            rules.apply(&mut table, line[index]);
            index += 1;
        }
    }
    line
}

/// Returns the shortest line through positions at most `max_distance` moves away from a line.
/// `None` if there are more than `max_positions` of them or the meter stops the search.
fn local_bfs(
    rules: &dyn Rules,
    key_of: KeyFunction<'_>,
    table: &Table,
    line: &[Move],
    max_distance: usize,
    max_positions: usize,
    may_continue: &mut dyn FnMut() -> bool,
) -> Option<Vec<Move>> {
    let mut table = table.clone();
    let mut tables = PackedTables::default();
    table.pack(&mut tables);
    let mut known = HashSet::from([key_of(&table)]);
    let mut on_line = HashSet::new();
    for &mv in line {
        rules.apply(&mut table, mv);
        on_line.insert(key_of(&table));
    }
    let mut links = ParentLinks::new(max_positions * NODE_BYTES);
    links.add(NO_PARENT, &[]);
    // For each position, the number of moves since the line was left.
    let mut distances = vec![0];
    let mut index = 0;
    while index < distances.len() && distances.len() < max_positions {
        table.unpack(&tables, index);
        let moves = rules.move_list(&table);
        for mv in moves {
            if !may_continue() {
                return None;
            }
            let checkpoint = table.checkpoint();
            rules.apply(&mut table, mv);
            if rules.is_won(&table) {
                let mut path = links.line_to(index as u32);
                path.push(mv);
                return Some(path);
            }
            let key = key_of(&table);
            let distance = if on_line.contains(&key) {
                0
            } else {
                distances[index] + 1
            };
            if distance <= max_distance && known.insert(key) {
                table.pack(&mut tables);
                links.add(index as u32, &[mv]);
                distances.push(distance);
            }
            table.rollback(checkpoint);
        }
        index += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{GameOptions, YakutatBay, shuffled_deck, yakutat_bay};
    use crate::solver::state_key::state_key;
    use crate::solver::{Budget, CancelToken, PruningRules, SearchKnowledge, solve};

    /// Returns two legal moves of which the second undoes the first.
    fn move_and_reversal<R: SearchKnowledge>(rules: &R, table: &Table) -> Option<[Move; 2]> {
        let moves = rules.move_list(table);
        moves.into_iter().find_map(|mv| {
            let mut away = table.clone();
            rules.apply(&mut away, mv);
            let moves = rules.move_list(&away);
            let restores = |reversal: &Move| {
                let mut other = away.clone();
                rules.apply(&mut other, *reversal);
                other == *table
            };
            let reversal = moves.into_iter().find(restores)?;
            Some([mv, reversal])
        })
    }

    #[test]
    fn shortening_removes_detours() {
        let options = GameOptions::parse(&yakutat_bay::INFO, &[]).expect("the defaults");
        let rules = YakutatBay::new(&options);
        let budget = Budget {
            positions: Some(200_000),
            time: None,
            memory: 16 << 20,
        };
        let (cancel, mut ignore) = (CancelToken::default(), |_| {});
        let start = rules.deal(&shuffled_deck(2, 1));
        let result = solve(&rules, &start, &budget, &cancel, &mut ignore);
        let line = result.verdict.line().expect("this deal can be won");
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
        let key_of = |table: &Table| state_key(&rules, table, PruningRules::NONE);
        let short = shorten(&rules, &key_of, &start, longer, &mut meter);
        assert!(is_winning_line(&rules, &start, &short));
        assert!(short.len() <= line.len(), "{}", short.len());
    }
}
