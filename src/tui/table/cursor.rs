//! Cursor movement from card to card.

use super::view::TableView;
use crate::game::CardPosition;
use crate::presentation::PilePosition;
use crate::rules::{PileId, PileKind};
use crate::tui::action::Direction;

impl TableView {
    /// Moves the cursor by one card: up or down among the movable cards of a fan, or else to the next
    /// pile.
    pub fn move_cursor(&mut self, direction: Direction) {
        let Some(current) = self.pile_position(self.cursor.pile) else {
            return;
        };
        let CardPosition { pile, index } = self.cursor;
        let top = self.game().table().size(pile).saturating_sub(1);
        match direction {
            Direction::Up if index > self.lowest_movable(pile) => self.cursor.index -= 1,
            Direction::Down if index < top => self.cursor.index += 1,
            _ => {
                let positions = self.board_layout.positions.iter();
                let reachable = positions.filter(|other| is_reachable(&current, other, direction));
                let nearest = reachable.min_by_key(|other| {
                    let columns = other.column.abs_diff(current.column);
                    (other.row.abs_diff(current.row), columns)
                });
                if let Some(pile) = nearest.map(|position| position.pile) {
                    self.move_cursor_to(pile);
                }
            }
        }
    }

    /// Moves the cursor to one end of its row.
    pub fn move_cursor_to_row_end(&mut self, direction: Direction) {
        let Some(current) = self.pile_position(self.cursor.pile) else {
            return;
        };
        let positions = self.board_layout.positions.iter();
        let row = positions.filter(|position| position.row == current.row);
        let end = match direction {
            Direction::Left | Direction::Up => row.min_by_key(|position| position.column),
            Direction::Right | Direction::Down => row.max_by_key(|position| position.column),
        };
        if let Some(pile) = end.map(|position| position.pile) {
            self.move_cursor_to(pile);
        }
    }

    /// Moves the cursor by this many groups of piles, to the first pile of the group.
    pub fn move_cursor_by_groups(&mut self, distance: isize) {
        let first_of_group = |group| {
            let mut positions = self.board_layout.positions.iter();
            positions.find(|position| pile_group(position.pile) == group)
        };
        let groups: Vec<PileId> = (0..4)
            .filter_map(first_of_group)
            .map(|position| position.pile)
            .collect();
        let current = pile_group(self.cursor.pile);
        let index = groups.iter().position(|pile| pile_group(*pile) == current);
        if let Some(index) = index {
            let next = (index as isize + distance).rem_euclid(groups.len() as isize);
            self.move_cursor_to(groups[next as usize]);
        }
    }

    /// Moves the cursor to the nearest card of its pile that can be moved, after the pile has
    /// changed.
    pub fn clamp_cursor(&mut self) {
        let CardPosition { pile, index } = self.cursor;
        let top = self.game().table().size(pile).saturating_sub(1);
        self.cursor.index = index.clamp(self.lowest_movable(pile).min(top), top);
    }

    /// Returns the index of the lowest movable card of a pile, or of its top card if none is movable.
    fn lowest_movable(&self, pile: PileId) -> usize {
        let table = self.game().table();
        let movable = self.game().rules().max_movable(table, pile).max(1);
        table.size(pile).saturating_sub(movable)
    }

    /// Returns where a pile is on the board, unless it is not shown there.
    pub(super) fn pile_position(&self, pile: PileId) -> Option<PilePosition> {
        let mut positions = self.board_layout.positions.iter();
        positions.find(|position| position.pile == pile).copied()
    }
}

/// Whether the cursor can go from one pile to another. Left and right stay in the top row or below it;
/// down leads from the top row to the tableau, and in a reserve to the next row of its column.
fn is_reachable(current: &PilePosition, other: &PilePosition, direction: Direction) -> bool {
    let is_same_region = (current.row == 0) == (other.row == 0);
    match direction {
        Direction::Up => other.row < current.row,
        Direction::Down => {
            other.row > current.row && (current.row == 0 || other.column == current.column)
        }
        Direction::Left => other.column < current.column && is_same_region,
        Direction::Right => other.column > current.column && is_same_region,
    }
}

fn pile_group(pile: PileId) -> usize {
    match pile.kind() {
        PileKind::Stock | PileKind::Waste | PileKind::Discards => 0,
        PileKind::Foundation => 1,
        PileKind::Tableau | PileKind::Hand => 2,
        PileKind::Reserve => 3,
    }
}
