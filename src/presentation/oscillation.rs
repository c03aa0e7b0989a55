//! How Oscillation is shown.

use super::{Accepts, BoardLayout, BuildDirection, Caption, FoundationCount, Presentation};
use crate::rules::oscillation::{PileGroup, next_foundation_card};
use crate::rules::{OscillationRules, PileId, Table};

/// What moves from one group to the other.
const CROSSING: &str = "one card onto its suit ◂▸";

impl Presentation for OscillationRules {
    fn layout(&self) -> BoardLayout {
        BoardLayout::new(self.size.piles + 1)
            .with_row(PileGroup::Left.foundations(), 0, 0)
            .with_pile(PileId::STOCK, 5, 0)
            .with_row(PileGroup::Right.foundations(), 7, 0)
            .with_row(PileGroup::Left.piles(self.size), 0, 1)
            .with_row(PileGroup::Right.piles(self.size), 6, 1)
    }

    fn accepts(&self, table: &Table, pile: PileId) -> Accepts {
        if pile.is_foundation() {
            next_foundation_card(table, pile, self.size).map_or(Accepts::Nothing, Accepts::Card)
        } else if pile.is_tableau() && table.is_empty(pile) {
            Accepts::Any
        } else {
            Accepts::Nothing
        }
    }

    fn max_movable(&self, table: &Table, pile: PileId) -> usize {
        if pile.is_tableau() {
            let group = PileGroup::containing(pile, self.size);
            self.run_len(table.face_up(pile), group)
        } else {
            0
        }
    }

    fn build_direction(&self, pile: PileId) -> Option<BuildDirection> {
        pile.is_tableau()
            .then(|| match PileGroup::containing(pile, self.size) {
                PileGroup::Left => BuildDirection::Down,
                PileGroup::Right => BuildDirection::Up,
            })
    }

    fn captions(&self, table: &Table) -> Vec<Caption> {
        let goal = |group: PileGroup, direction, columns| Caption {
            text: format!(
                "home, each suit: {direction} from {}",
                group.start_rank(table)
            ),
            columns,
            row: 0,
        };
        let gap = self.size.piles / 2;
        let words = CROSSING.split(' ').zip(1..);
        let crossing = words.map(|(word, row)| Caption {
            text: word.to_owned(),
            columns: gap..gap + 1,
            row,
        });
        [
            goal(PileGroup::Left, "up", 0..gap),
            goal(PileGroup::Right, "down", gap + 1..self.size.piles + 1),
        ]
        .into_iter()
        .chain(crossing)
        .collect()
    }

    fn foundation_count(&self, table: &Table, pile: PileId) -> Option<FoundationCount> {
        let group = PileGroup::containing(pile, self.size);
        pile.is_foundation().then(|| FoundationCount {
            start: group.start_rank(table),
            direction: match group {
                PileGroup::Left => BuildDirection::Up,
                PileGroup::Right => BuildDirection::Down,
            },
            full_count: self.size.highest_rank.number().into(),
        })
    }
}
