//! Cards over the table: those that the pointer carries, and those on their way.

use ratatui::layout::Rect;

use super::Scene;
use crate::cards::Card;
use crate::tui::grid::TableGrid;
use crate::tui::table_state::{CardPosition, TableState};
use crate::tui::theme::StyleRole;

/// A card over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatingCard {
    /// The cells it covers; some may be outside the window.
    pub area: Rect,
    /// The card; none is one face down.
    pub card: Option<Card>,
    /// Where it lies in the game, if it lies on a pile.
    pub position: Option<CardPosition>,
    /// What it is drawn on.
    pub style: StyleRole,
}

impl Scene {
    /// Adds the cards that the pointer carries: the first under the pointer, the others on it.
    pub(super) fn add_dragged_cards(&mut self, seat: &TableState, layout: &TableGrid) {
        let (Some(drag), Some(held)) = (seat.drag, seat.selection) else {
            return;
        };
        let mut spots = seat.layout.positions.iter();
        let Some(spot) = spots.find(|spot| spot.pile == held.from) else {
            return;
        };
        let width = layout.columns[spot.column].width;
        let rightmost = self.area.right().saturating_sub(width);
        let x = drag.pointer.x.saturating_sub(width / 2).min(rightmost);
        let cards = seat.selected_cards();
        let below = seat.game().table().size(held.from) - cards.len();
        for (n, &card) in cards.iter().enumerate() {
            let y = drag.pointer.y.saturating_add(n as u16 * layout.card_offset);
            let area = Rect::new(x, y, width, layout.card_height);
            let (place, index) = (held.from, below + n);
            self.floating_cards.push(FloatingCard {
                area,
                card: Some(card),
                position: Some(CardPosition { pile: place, index }),
                style: StyleRole::SelectedCard,
            });
        }
    }

    /// Adds the cards on their way.
    pub(super) fn add_animated_cards(&mut self, seat: &TableState) {
        for (flight, area) in seat.animation.in_flight() {
            let at = flight.destination;
            let touched = at.and_then(|at| seat.last_diff.change_at(at.pile, at.index));
            self.floating_cards.push(FloatingCard {
                area,
                card: flight.card,
                position: at,
                style: if touched.is_some() {
                    StyleRole::MovedCard
                } else {
                    StyleRole::CardFace
                },
            });
        }
    }
}
