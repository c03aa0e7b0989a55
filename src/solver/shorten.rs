//! Checks winning lines, and shortens them and other lines.

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

/// Number of moves that shortening may apply for each pair of moves of the line: dropping each move in
/// turn applies those after it.
const EFFORT_PER_PAIR: usize = 16;

/// Limits of the number of moves that shortening may apply: about two seconds at most.
const EFFORT_RANGE: (usize, usize) = (20_000, 8_000_000);

/// Width of the beam searches for a shorter end of the line. Those from its start are wider.
const TAIL_WIDTH: usize = 64;

/// Approximate number of moves that such a search applies for each unit of its width.
const TAIL_EFFORT: u64 = 3_000;

/// Approximate memory of a position near a line in bytes, without its cards.
const NODE_BYTES: usize = 200;

/// Returns how many moves may be applied to shorten a line of this length.
pub(super) fn effort(length: usize) -> u64 {
    let pairs = length.saturating_mul(length) / 2;
    let effort = pairs.saturating_mul(EFFORT_PER_PAIR);
    effort.clamp(EFFORT_RANGE.0, EFFORT_RANGE.1) as u64
}

/// Searches with a width for the end of a line from a table.
pub(super) type TailSearch<'a> =
    &'a mut dyn FnMut(&Table, usize, &mut BudgetMeter) -> Option<Vec<Move>>;

/// What is the same for all steps of shortening. Little time is spent here, so the code is compiled
/// once for all games.
pub(super) struct Shortener<'a> {
    pub(super) rules: &'a dyn Rules,
    /// Computes the key of a position.
    pub(super) key_of: &'a dyn Fn(&Table) -> u128,
    /// Whether a line may end at a position.
    pub(super) is_end: &'a dyn Fn(&Table) -> bool,
    /// Where the line starts.
    pub(super) start: &'a Table,
}

impl Shortener<'_> {
    /// Shortens a line as far as the meter allows.
    ///
    /// First, loops are cut, and beam searches from positions of the line look for a shorter way to
    /// the end: a depth-first search that has found a win may have wandered for thousands of moves
    /// after a position from which a narrow beam wins. Then two steps alternate. One finds the
    /// shortest path through the positions on the line and near it, at a growing distance. The other
    /// drops every move that is not needed, with the moves that depend on it.
    pub(super) fn shorten(
        &self,
        line: Vec<Move>,
        effort: u64,
        search_tail: Option<TailSearch<'_>>,
        meter: &mut BudgetMeter,
    ) -> Vec<Move> {
        let max_positions = meter.memory() / (NODE_BYTES + self.start.deck().len());
        let short = self.local_bfs(&line, 0, max_positions, meter);
        let mut line = short.unwrap_or(line);
        self.drop_redundant(&mut line, effort / 4, meter);
        if let Some(search_tail) = search_tail {
            self.replace_tails(&mut line, effort / 4 * 3, search_tail, meter);
        }
        let mut max_distance = 0;
        while max_distance <= line.len() && !meter.is_stopped() {
            let length = line.len();
            let short = self.local_bfs(&line, max_distance, max_positions, meter);
            line = short.unwrap_or(line);
            self.drop_redundant(&mut line, effort, meter);
            if max_distance == 0 || line.len() == length {
                max_distance += 1;
            }
        }
        line
    }

    /// Replaces the end of the line by one that a narrow beam search finds from the earliest position,
    /// found by bisection, from which it gets to the end. Then replaces the whole line by that of the
    /// first wider beam that gets there from the start, if that is shorter.
    fn replace_tails(
        &self,
        line: &mut Vec<Move>,
        until: u64,
        search_tail: TailSearch<'_>,
        meter: &mut BudgetMeter,
    ) {
        let fits = |width: usize, meter: &BudgetMeter| {
            meter.positions() + TAIL_EFFORT * width as u64 <= until && !meter.is_stopped()
        };
        let mut width = TAIL_WIDTH;
        let (mut low, mut high) = (0, line.len());
        while low < high && fits(width, meter) {
            let middle = usize::midpoint(low, high);
            let mut table = self.start.clone();
            line[..middle]
                .iter()
                .for_each(|&mv| self.rules.apply(&mut table, mv));
            match search_tail(&table, width, meter) {
                Some(tail) => {
                    if middle + tail.len() < line.len() {
                        line.truncate(middle);
                        line.extend(tail);
                    }
                    high = middle;
                }
                None => low = middle + 1,
            }
        }
        width *= 2;
        while fits(width, meter) {
            if let Some(shorter) = search_tail(self.start, width, meter) {
                if shorter.len() < line.len() {
                    *line = shorter;
                }
                return;
            }
            width *= 2;
        }
    }

    /// Drops the moves that are not needed, and those that become illegal when others are dropped.
    fn drop_redundant(&self, line: &mut Vec<Move>, until: u64, meter: &mut BudgetMeter) {
        let mut table = self.start.clone();
        let mut index = 0;
        while index < line.len() {
            let checkpoint = table.checkpoint();
            let mut rest = Vec::new();
            for &mv in &line[index + 1..] {
                if !meter.try_count_before(until) {
                    return;
                }
                if try_play(self.rules, &mut table, mv) {
                    rest.push(mv);
                }
            }
            let is_end = (self.is_end)(&table);
            table.rollback(checkpoint);
            if is_end {
                line.truncate(index);
                line.extend(rest);
            } else {
                self.rules.apply(&mut table, line[index]);
                index += 1;
            }
        }
    }

    /// Returns the shortest line through positions at most `max_distance` moves away from a line.
    /// `None` if there are more than `max_positions` of them or the meter stops the search.
    fn local_bfs(
        &self,
        line: &[Move],
        max_distance: usize,
        max_positions: usize,
        meter: &mut BudgetMeter,
    ) -> Option<Vec<Move>> {
        let mut table = self.start.clone();
        let mut tables = PackedTables::default();
        table.pack(&mut tables);
        let mut known = HashSet::from([(self.key_of)(&table)]);
        let mut on_line = HashSet::new();
        for &mv in line {
            if !meter.try_count() {
                return None;
            }
            self.rules.apply(&mut table, mv);
            on_line.insert((self.key_of)(&table));
        }
        let mut links = ParentLinks::new(max_positions * NODE_BYTES);
        links.add(NO_PARENT, &[]);
        // For each position, the number of moves since the line was left.
        let mut distances = vec![0];
        let mut index = 0;
        while index < distances.len() && distances.len() < max_positions {
            table.unpack(&tables, index);
            let moves = self.rules.move_list(&table);
            for mv in moves {
                if !meter.try_count() {
                    return None;
                }
                let checkpoint = table.checkpoint();
                self.rules.apply(&mut table, mv);
                if (self.is_end)(&table) {
                    let mut path = links.line_to(index as u32);
                    path.push(mv);
                    return Some(path);
                }
                let key = (self.key_of)(&table);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{GameOptions, YakutatBayRules, shuffled_deck, yakutat_bay};
    use crate::solver::{Budget, CancelToken, SearchKnowledge, shorten, solve};

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
        let rules = YakutatBayRules::new(&options);
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
        let short = shorten(&rules, &start, longer, &budget, &cancel, &mut ignore);
        assert!(is_winning_line(&rules, &start, &short));
        assert!(short.len() <= line.len(), "{}", short.len());
    }
}
