//! Cards over the table: those that the pointer carries.

use ratatui::layout::Rect;

use super::Scene;
use crate::cards::Card;
use crate::tui::layout::Layout;
use crate::tui::seat::Seat;

/// A card over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floating {
    /// The cells it covers; some may be outside the window.
    pub area: Rect,
    /// The card.
    pub card: Card,
}

impl Scene {
    /// Adds the cards that the pointer carries: the first under the pointer, the others on it.
    pub(super) fn carry(&mut self, seat: &Seat, layout: &Layout) {
        let (Some(drag), Some(held)) = (seat.dragged, seat.held) else {
            return;
        };
        let mut spots = seat.plan.spots.iter();
        let Some(spot) = spots.find(|spot| spot.place == held.from) else {
            return;
        };
        let width = layout.columns[spot.column].width;
        let rightmost = self.area.right().saturating_sub(width);
        let x = drag.pointer.x.saturating_sub(width / 2).min(rightmost);
        let cards = seat.held_cards();
        for (n, &card) in (0..).zip(cards) {
            let y = drag.pointer.y.saturating_add(n * layout.step);
            let area = Rect::new(x, y, width, layout.card);
            self.floating.push(Floating { area, card });
        }
    }
}
