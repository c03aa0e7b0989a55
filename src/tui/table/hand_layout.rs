//! Layout of a game played in the hand: deck and discards above, the hand in rows of short cards,
//! and the cards in play at its end as whole cards.

use ratatui::layout::{Rect, Size};

use super::layout::{TableLayout, content_columns};
use super::state::TableState;
use crate::game::CardPosition;
use crate::rules::PileId;
use crate::tui::grid::{CARD_TEXT_PITCH, CARD_TEXT_WIDTH};

/// Maximum number of short cards in a row: half a deck without the window.
const MAX_CARDS_PER_ROW: u16 = 24;

impl TableLayout {
    /// Places the piles of a game played in the hand; the last `window` cards are in play.
    pub(super) fn lay_out_hand(&mut self, table: &TableState, window: usize) {
        let (columns, rows) = (self.area.width, self.area.height);
        let cards = table.game().table();
        let per_row = (columns.saturating_sub(2) / CARD_TEXT_PITCH).clamp(1, MAX_CARDS_PER_ROW);
        let max_short = cards.deck().len().saturating_sub(window);
        let short_rows = max_short.div_ceil(usize::from(per_row)) as u16;
        let wide = window as u16;
        // Header, deck, a blank row, the short cards, a blank row, the window, its caption and footer.
        let needed = Size::new(wide * 6 + 2, 1 + 2 + 1 + short_rows + 1 + 3 + 1 + 1);
        if columns < needed.width || rows < needed.height {
            self.min_size = Some(needed);
            return;
        }
        let spare = rows - needed.height;
        let low = rows < 28;
        self.footer_row = rows - 1;
        self.message_row = if low { rows - 1 } else { rows - 2 };
        let deck = (2 + spare / 4).min(5);
        let card = (3 + spare * 2 / 5).min(9);
        let width = (columns / wide - 2).min(card + 4);
        let gap = if low { 1 } else { 2 };
        let pitch = width + (columns / wide - width).min(3);
        let left = (columns - (pitch * (wide - 1) + width)).div_ceil(2);
        // The rest is shared between the space above the deck, the hand and the window.
        let used = gap + deck + gap + short_rows + gap + card + 4;
        let air = (rows.saturating_sub(used) / 4).min(4);
        let aside = Rect::new(left, gap + air, width.min(9), deck);
        let opposite = left + pitch * (wide - 1) + width - aside.width;
        self.lay_out_squared_pile(table, PileId::STOCK, aside);
        self.lay_out_squared_pile(
            table,
            PileId::DISCARDS,
            Rect {
                x: opposite,
                ..aside
            },
        );

        let hand = cards.pile(PileId::HAND);
        let (before, playing) = hand.split_at(hand.len().saturating_sub(window));
        let top = aside.bottom() + gap + air;
        let row_width = per_row * CARD_TEXT_PITCH - 1;
        let indent = (columns - row_width).div_ceil(2);
        self.content = content_columns(self.area, row_width);
        for (index, &card) in before.iter().enumerate() {
            let (row, column) = (index as u16 / per_row, index as u16 % per_row);
            let area = Rect::new(
                indent + column * CARD_TEXT_PITCH,
                top + row,
                CARD_TEXT_WIDTH,
                1,
            );
            let at = CardPosition::new(PileId::HAND, index);
            self.add_face_up_card(area, card, at);
        }
        let y = top + short_rows + gap + air;
        let card_rows = card.min(rows.saturating_sub(y + 3)).max(1);
        for (n, &card) in playing.iter().enumerate() {
            let index = before.len() + n;
            let area = Rect::new(left + n as u16 * pitch, y, width, card_rows);
            let at = CardPosition::new(PileId::HAND, index);
            self.add_face_up_card(area, card, at);
        }
        self.caption_row = y + card_rows;
    }
}
