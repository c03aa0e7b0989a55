//! Walking the cursor from card to card.

use super::action::Way;
use super::seat::{At, Seat};
use crate::rules::{Place, Role, Rules, Spot};

impl Seat {
    /// Walks a card on: within a fan up and down over the cards that can be taken up, else to the
    /// neighbouring place.
    pub fn walk(&mut self, way: Way) {
        let Some(here) = self.spot(self.cursor.place) else {
            return;
        };
        let At { place, index } = self.cursor;
        let top = self.game().table().size(place).saturating_sub(1);
        let next = match way {
            Way::Up if index > self.lowest(place) => {
                self.cursor.index -= 1;
                return;
            }
            Way::Down if index < top => {
                self.cursor.index += 1;
                return;
            }
            Way::Up => self.nearest(|spot| {
                (spot.row < here.row).then(|| (here.row - spot.row, apart(spot, &here)))
            }),
            // Below the tableau there is nothing; a reserve is walked down its column.
            Way::Down => self.nearest(|spot| {
                (spot.row > here.row && (here.row == 0 || spot.column == here.column))
                    .then(|| (spot.row - here.row, apart(spot, &here)))
            }),
            Way::Left => self.nearest(|spot| {
                (spot.column < here.column && beside(spot, &here))
                    .then(|| (rows_apart(spot, &here), apart(spot, &here)))
            }),
            Way::Right => self.nearest(|spot| {
                (spot.column > here.column && beside(spot, &here))
                    .then(|| (rows_apart(spot, &here), apart(spot, &here)))
            }),
        };
        if let Some(place) = next {
            self.rest_on(place);
        }
    }

    /// Walks to one end of the row.
    pub fn walk_to_end(&mut self, way: Way) {
        let Some(here) = self.spot(self.cursor.place) else {
            return;
        };
        let row = self.plan.spots.iter().filter(|spot| spot.row == here.row);
        let end = match way {
            Way::Left | Way::Up => row.min_by_key(|spot| spot.column),
            Way::Right | Way::Down => row.max_by_key(|spot| spot.column),
        };
        if let Some(place) = end.map(|spot| spot.place) {
            self.rest_on(place);
        }
    }

    /// Walks to the first place of the group so many further on, or back where that is less than 0.
    pub fn walk_to_group(&mut self, away: isize) {
        let groups: Vec<Place> = (0..4)
            .filter_map(|group| {
                let mut spots = self.plan.spots.iter();
                spots.find(|spot| group_of(spot.place) == group)
            })
            .map(|spot| spot.place)
            .collect();
        let here = group_of(self.cursor.place);
        let at = groups.iter().position(|place| group_of(*place) == here);
        if let Some(at) = at {
            let next = (at as isize + away).rem_euclid(groups.len() as isize);
            self.rest_on(groups[next as usize]);
        }
    }

    /// Keeps the cursor on a card that can be taken up, after the piles have changed.
    pub fn steady_cursor(&mut self) {
        let At { place, index } = self.cursor;
        let top = self.game().table().size(place).saturating_sub(1);
        self.cursor.index = index.clamp(self.lowest(place).min(top), top);
    }

    /// The position of the lowest card of a pile that can be taken up; the top where none can.
    fn lowest(&self, place: Place) -> usize {
        let table = self.game().table();
        let movable = self.game().rules().movable(table, place).max(1);
        table.size(place).saturating_sub(movable)
    }

    fn spot(&self, place: Place) -> Option<Spot> {
        let mut spots = self.plan.spots.iter();
        spots.find(|spot| spot.place == place).copied()
    }

    fn nearest(&self, far: impl Fn(&Spot) -> Option<(usize, usize)>) -> Option<Place> {
        let reached = |spot: &Spot| far(spot).map(|distance| (distance, spot.place));
        let nearest = self.plan.spots.iter().filter_map(reached);
        nearest
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, place)| place)
    }
}

fn apart(one: &Spot, other: &Spot) -> usize {
    one.column.abs_diff(other.column)
}

fn rows_apart(one: &Spot, other: &Spot) -> usize {
    one.row.abs_diff(other.row)
}

/// Whether one walks sideways between the two: within the top row, or below it.
fn beside(one: &Spot, other: &Spot) -> bool {
    (one.row == 0) == (other.row == 0)
}

fn group_of(place: Place) -> usize {
    match place.role() {
        Role::Stock | Role::Waste | Role::Discards => 0,
        Role::Foundation => 1,
        Role::Tableau | Role::Hand => 2,
        Role::Reserve => 3,
    }
}
