//! Cards over the table: those that the pointer carries, and those on their way.

use ratatui::layout::Rect;

use super::Scene;
use crate::cards::Card;
use crate::tui::layout::Layout;
use crate::tui::seat::{At, Seat};
use crate::tui::theme::Role;

/// A card over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floating {
    /// The cells it covers; some may be outside the window.
    pub area: Rect,
    /// The card; none is one face down.
    pub card: Option<Card>,
    /// Where it lies in the game, if it lies on a pile.
    pub at: Option<At>,
    /// What it is drawn on.
    pub ground: Role,
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
        let below = seat.game().table().size(held.from) - cards.len();
        for (n, &card) in cards.iter().enumerate() {
            let y = drag.pointer.y.saturating_add(n as u16 * layout.step);
            let area = Rect::new(x, y, width, layout.card);
            let (place, index) = (held.from, below + n);
            self.floating.push(Floating {
                area,
                card: Some(card),
                at: Some(At { place, index }),
                ground: Role::Picked,
            });
        }
    }

    /// Adds the cards on their way.
    pub(super) fn fly(&mut self, seat: &Seat) {
        for (flight, area) in seat.motion.aloft() {
            let at = flight.at;
            let touched = at.and_then(|at| seat.happened.to(at.place, at.index));
            self.floating.push(Floating {
                area,
                card: flight.card,
                at,
                ground: if touched.is_some() {
                    Role::Moved
                } else {
                    Role::Paper
                },
            });
        }
    }
}
