//! How Moosehide is shown in each of its layouts.

use std::sync::LazyLock;

use super::{Accepts, BoardLayout, Caption, Presentation, card_or_king};
use crate::rules::{Introduction, MoosehideRules, Move, PileId, PileKind, Rules, Table};

/// Introduction to the classic layout, which has no reserve and moves cards as Yukon does.
static CLASSIC_INTRODUCTION: LazyLock<Introduction> = LazyLock::new(|| {
    Introduction::from_json(include_str!("../../assets/games/moosehide-classic.json"))
});

/// Number of reserve piles in a row beside the tableau.
const RESERVE_COLUMNS: usize = 4;

impl Presentation for MoosehideRules {
    fn layout(&self) -> BoardLayout {
        // An empty column separates the tableau from the reserve.
        let reserve_column = self.size.piles + 1;
        let columns = if self.reserve().next().is_some() {
            reserve_column + RESERVE_COLUMNS
        } else {
            self.size.piles
        };
        let mut layout = BoardLayout::new(columns)
            .with_row(self.size.foundations(), 3, 0)
            .with_row(self.size.tableau(), 0, 1);
        for pile in self.reserve() {
            let column = reserve_column + pile.number() % RESERVE_COLUMNS;
            let row = 1 + pile.number() / RESERVE_COLUMNS;
            layout = layout.with_pile(pile, column, row);
        }
        layout
    }

    fn captions(&self, _table: &Table) -> Vec<Caption> {
        let reserve = self.size.piles + 1;
        let caption = Caption {
            text: "reserve: r, then the number".to_owned(),
            columns: reserve..reserve + RESERVE_COLUMNS,
            row: 0,
        };
        self.reserve().next().map(|_| caption).into_iter().collect()
    }

    fn introduction(&self) -> &'static Introduction {
        if self.is_classic() {
            &CLASSIC_INTRODUCTION
        } else {
            &self.info().introduction
        }
    }

    fn accepts(&self, table: &Table, pile: PileId) -> Accepts {
        card_or_king(table, self.size, pile)
    }

    fn max_movable(&self, table: &Table, pile: PileId) -> usize {
        match pile.kind() {
            PileKind::Tableau if !self.is_classic() => table.face_up(pile).len().min(1),
            PileKind::Tableau => table.face_up(pile).len(),
            PileKind::Reserve => table.size(pile),
            _ => 0,
        }
    }

    fn has_safe_autoplay(&self) -> bool {
        true
    }

    fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
        let Move::Transfer { from, to, .. } = mv else {
            return false;
        };
        let card = table.top(from).filter(|_| to.is_foundation());
        card.is_some_and(|card| self.is_safe_on_foundation(table, card))
    }
}
