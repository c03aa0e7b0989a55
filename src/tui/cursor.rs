//! Walking the cursor from card to card.

use super::action::Direction;
use super::table_state::{CardPosition, TableState};
use crate::presentation::PilePosition;
use crate::rules::{PileId, PileKind};

impl TableState {
    /// Walks a card on: within a fan up and down over the cards that can be taken up, else to the
    /// neighbouring place.
    pub fn move_cursor(&mut self, way: Direction) {
        let Some(here) = self.pile_position(self.cursor.pile) else {
            return;
        };
        let CardPosition { pile: place, index } = self.cursor;
        let top = self.game().table().size(place).saturating_sub(1);
        let next = match way {
            Direction::Up if index > self.lowest_movable(place) => {
                self.cursor.index -= 1;
                return;
            }
            Direction::Down if index < top => {
                self.cursor.index += 1;
                return;
            }
            Direction::Up => self.nearest_pile(|spot| {
                (spot.row < here.row).then(|| (here.row - spot.row, column_distance(spot, &here)))
            }),
            // Below the tableau there is nothing; a reserve is walked down its column.
            Direction::Down => self.nearest_pile(|spot| {
                (spot.row > here.row && (here.row == 0 || spot.column == here.column))
                    .then(|| (spot.row - here.row, column_distance(spot, &here)))
            }),
            Direction::Left => self.nearest_pile(|spot| {
                (spot.column < here.column && is_same_region(spot, &here))
                    .then(|| (row_distance(spot, &here), column_distance(spot, &here)))
            }),
            Direction::Right => self.nearest_pile(|spot| {
                (spot.column > here.column && is_same_region(spot, &here))
                    .then(|| (row_distance(spot, &here), column_distance(spot, &here)))
            }),
        };
        if let Some(place) = next {
            self.move_cursor_to(place);
        }
    }

    /// Walks to one end of the row.
    pub fn move_cursor_to_row_end(&mut self, way: Direction) {
        let Some(here) = self.pile_position(self.cursor.pile) else {
            return;
        };
        let row = self
            .layout
            .positions
            .iter()
            .filter(|spot| spot.row == here.row);
        let end = match way {
            Direction::Left | Direction::Up => row.min_by_key(|spot| spot.column),
            Direction::Right | Direction::Down => row.max_by_key(|spot| spot.column),
        };
        if let Some(place) = end.map(|spot| spot.pile) {
            self.move_cursor_to(place);
        }
    }

    /// Walks to the first place of the group so many further on, or back where that is less than 0.
    pub fn move_cursor_by_groups(&mut self, away: isize) {
        let groups: Vec<PileId> = (0..4)
            .filter_map(|group| {
                let mut spots = self.layout.positions.iter();
                spots.find(|spot| pile_group(spot.pile) == group)
            })
            .map(|spot| spot.pile)
            .collect();
        let here = pile_group(self.cursor.pile);
        let at = groups.iter().position(|place| pile_group(*place) == here);
        if let Some(at) = at {
            let next = (at as isize + away).rem_euclid(groups.len() as isize);
            self.move_cursor_to(groups[next as usize]);
        }
    }

    /// Keeps the cursor on a card that can be taken up, after the piles have changed.
    pub fn clamp_cursor(&mut self) {
        let CardPosition { pile: place, index } = self.cursor;
        let top = self.game().table().size(place).saturating_sub(1);
        self.cursor.index = index.clamp(self.lowest_movable(place).min(top), top);
    }

    /// The position of the lowest card of a pile that can be taken up; the top where none can.
    fn lowest_movable(&self, place: PileId) -> usize {
        let table = self.game().table();
        let movable = self.game().rules().max_movable(table, place).max(1);
        table.size(place).saturating_sub(movable)
    }

    fn pile_position(&self, place: PileId) -> Option<PilePosition> {
        let mut spots = self.layout.positions.iter();
        spots.find(|spot| spot.pile == place).copied()
    }

    fn nearest_pile(
        &self,
        far: impl Fn(&PilePosition) -> Option<(usize, usize)>,
    ) -> Option<PileId> {
        let reached = |spot: &PilePosition| far(spot).map(|distance| (distance, spot.pile));
        let nearest = self.layout.positions.iter().filter_map(reached);
        nearest
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, place)| place)
    }
}

fn column_distance(one: &PilePosition, other: &PilePosition) -> usize {
    one.column.abs_diff(other.column)
}

fn row_distance(one: &PilePosition, other: &PilePosition) -> usize {
    one.row.abs_diff(other.row)
}

/// Whether one walks sideways between the two: within the top row, or below it.
fn is_same_region(one: &PilePosition, other: &PilePosition) -> bool {
    (one.row == 0) == (other.row == 0)
}

fn pile_group(place: PileId) -> usize {
    match place.kind() {
        PileKind::Stock | PileKind::Waste | PileKind::Discards => 0,
        PileKind::Foundation => 1,
        PileKind::Tableau | PileKind::Hand => 2,
        PileKind::Reserve => 3,
    }
}
