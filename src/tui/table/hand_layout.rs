//! Layout of a game played in the hand: deck and discards above, the hand in rows of short cards,
//! and the cards in play at its end as whole cards.

use ratatui::layout::{Rect, Size};

use super::layout::{TableLayout, content_columns};
use super::state::TableState;
use crate::game::CardPosition;
use crate::rules::PileId;
use crate::tui::grid::{CARD_TEXT_PITCH, CARD_TEXT_WIDTH};

/// Minimum height of a window with wide gaps and a row for messages.
const MIN_ROWS_WITH_WIDE_GAPS: u16 = 28;

/// Maximum number of short cards in a row: half a deck without the window.
const MAX_CARDS_PER_ROW: u16 = 24;

impl TableLayout {
    /// Places the piles of a game played in the hand; the last `window` cards are in play.
    pub(super) fn lay_out_hand(&mut self, table: &TableState, window: usize) {
        let (columns, rows) = (self.area.width, self.area.height);
        let cards = table.game().table();
        let per_row = (columns.saturating_sub(2) / CARD_TEXT_PITCH).clamp(1, MAX_CARDS_PER_ROW);
        let max_short_cards = cards.deck().len().saturating_sub(window);
        let short_rows = max_short_cards.div_ceil(usize::from(per_row)) as u16;
        let in_play = window as u16;
        // Header, deck, a blank row, the short cards, a blank row, the window, its caption and footer.
        let min_size = Size::new(in_play * 6 + 2, 1 + 2 + 1 + short_rows + 1 + 3 + 1 + 1);
        if columns < min_size.width || rows < min_size.height {
            self.min_size = Some(min_size);
            return;
        }
        let spare_rows = rows - min_size.height;
        let is_low = rows < MIN_ROWS_WITH_WIDE_GAPS;
        self.footer_row = rows - 1;
        self.message_row = self.footer_row - u16::from(!is_low);
        let deck_height = (2 + spare_rows / 4).min(5);
        let card_height = (3 + spare_rows * 2 / 5).min(9);
        let card_width = (columns / in_play - 2).min(card_height + 4);
        let pitch = card_width + (columns / in_play - card_width).min(3);
        let window_width = pitch * (in_play - 1) + card_width;
        let left = (columns - window_width).div_ceil(2);
        let min_gap = if is_low { 1 } else { 2 };
        // The rest is shared between the space above the deck, the hand and the window.
        let used_rows = 3 * min_gap + deck_height + short_rows + card_height + 4;
        let gap = min_gap + (rows.saturating_sub(used_rows) / 4).min(4);

        let stock = Rect::new(left, gap, card_width.min(9), deck_height);
        let right = left + window_width - stock.width;
        let discards = Rect::new(right, gap, stock.width, deck_height);
        self.lay_out_squared_pile(table, PileId::STOCK, stock);
        self.lay_out_squared_pile(table, PileId::DISCARDS, discards);

        let hand_row = stock.bottom() + gap;
        let row_width = per_row * CARD_TEXT_PITCH - 1;
        let indent = (columns - row_width).div_ceil(2);
        self.content = content_columns(self.area, row_width);
        let window_row = hand_row + short_rows + gap;
        let window_height = card_height.min(rows.saturating_sub(window_row + 3)).max(1);
        self.caption_row = window_row + window_height;
        let hand = cards.pile(PileId::HAND);
        let short_cards = hand.len().saturating_sub(window);
        for (index, &card) in hand.iter().enumerate() {
            let area = match index.checked_sub(short_cards) {
                Some(n) => {
                    let x = left + n as u16 * pitch;
                    Rect::new(x, window_row, card_width, window_height)
                }
                None => {
                    let (row, column) = (index as u16 / per_row, index as u16 % per_row);
                    let x = indent + column * CARD_TEXT_PITCH;
                    Rect::new(x, hand_row + row, CARD_TEXT_WIDTH, 1)
                }
            };
            self.add_face_up_card(area, card, CardPosition::new(PileId::HAND, index));
        }
    }
}
