//! Positions of a game played in the hand: the cards in play as whole cards between stock and discards,
//! and the others below them in rows of small cards.

use std::ops::Range;

use ratatui::layout::{Position, Rect, Size};

use crate::tui::grid::{CARD_TEXT_WIDTH, Column, place_hand};

/// Heights of the cards in play.
const MIN_CARD_HEIGHT: u16 = 3;
const MAX_CARD_HEIGHT: u16 = 13;

/// Sizes of the other cards, the largest that fit in a few rows.
const SMALL_CARD_SIZES: [Size; 3] = [Size::new(8, 5), Size::new(6, 4), Size::new(5, 3)];
const MAX_SMALL_ROWS: u16 = 3;
const SHORT_CARD_SIZE: Size = Size::new(CARD_TEXT_WIDTH, 1);

/// Rows of the header and the caption.
const TEXT_ROWS: u16 = 2;
/// Rows where there is room for them: a blank one above the caption, the names of the piles, and a blank one
/// above the other cards.
const SPARE_ROWS: u16 = 3;

/// Positions of the piles and cards in the window.
pub(super) struct HandGrid {
    /// Stock, cards in play and discards.
    piles: Vec<Column>,
    /// Width of the block of all piles, which is centered.
    pub(super) block_width: u16,
    row: u16,
    height: u16,
    /// How many of the spare rows there are.
    spare: u16,
    small_cards: SmallCards,
    small_row: u16,
}

impl HandGrid {
    /// Fits the piles of a game with this many cards, of which `window` are in play, into an area.
    ///
    /// # Errors
    /// If the area is too small, returns its minimum size.
    pub(super) fn compute(window: usize, cards: usize, area: Size) -> Result<HandGrid, Size> {
        let (piles, block_width) = place_hand(window, area.width)
            .map_err(|min_columns| Size::new(min_columns, area.height))?;
        // As high as a playing card of this width.
        let max_height = (7 * piles[0].width)
            .div_ceil(9)
            .clamp(MIN_CARD_HEIGHT, MAX_CARD_HEIGHT);
        let max_small = cards.saturating_sub(window) as u16;
        let rows_beside = |small: &SmallCards| area.height.checked_sub(TEXT_ROWS + small.height);
        let fits = |small: &SmallCards| {
            small.rows <= MAX_SMALL_ROWS && rows_beside(small) >= Some(max_height + SPARE_ROWS)
        };
        let of_size = |size: Size| SmallCards::new(size, max_small, block_width);
        let mut sizes = SMALL_CARD_SIZES.into_iter().map(of_size);
        let small_cards = sizes.find(fits).unwrap_or_else(|| of_size(SHORT_CARD_SIZE));
        let rows = rows_beside(&small_cards).filter(|rows| *rows >= MIN_CARD_HEIGHT);
        let rows = rows.ok_or_else(|| {
            let min_rows = TEXT_ROWS + small_cards.height + MIN_CARD_HEIGHT;
            Size::new(area.width, min_rows)
        })?;
        let spare = (rows - MIN_CARD_HEIGHT).min(SPARE_ROWS);
        let height = (rows - spare).min(max_height);
        let rows_below = u16::from(spare > 0) + 1 + u16::from(spare > 2) + small_cards.height;
        // In the middle of the window, but with room for the other cards below.
        let middle = (area.height - height) / 2;
        let row = middle.min(area.height - rows_below - height);
        let small_row = row + height + rows_below - small_cards.height;
        Ok(HandGrid {
            piles,
            block_width,
            row,
            height,
            spare,
            small_cards,
            small_row,
        })
    }

    /// Returns the cells of a pile or a card in play: the stock is the first, the discards are the last.
    pub(super) fn pile(&self, index: usize) -> Rect {
        let Column { x, width, .. } = self.piles[index];
        Rect::new(x, self.row, width, self.height)
    }

    /// Returns the cells of a card that is not in play.
    pub(super) fn small_card(&self, index: usize) -> Rect {
        let start = Position::new(self.piles[0].x, self.small_row);
        self.small_cards.area(index as u16, start)
    }

    /// Returns the row for the names of the piles, if there is one.
    pub(super) fn name_row(&self) -> Option<u16> {
        (self.spare > 1).then(|| self.row - 1)
    }

    /// Returns the rows that say what the next step is: one, or two where there is room.
    pub(super) fn caption_rows(&self) -> Range<u16> {
        self.row + self.height + u16::from(self.spare > 0)..self.small_row
    }
}

/// Rows of small cards.
struct SmallCards {
    size: Size,
    per_row: u16,
    rows: u16,
    /// Rows of the window from one card to the next: cards of one row need no gap.
    pitch: u16,
    height: u16,
}

impl SmallCards {
    fn new(size: Size, cards: u16, width: u16) -> SmallCards {
        let per_row = (width + 1) / (size.width + 1);
        let rows = cards.div_ceil(per_row);
        let pitch = size.height + u16::from(size.height > 1);
        SmallCards {
            size,
            per_row,
            rows,
            pitch,
            height: (rows * pitch).saturating_sub(pitch - size.height),
        }
    }

    /// Returns the cells of a card by its index.
    fn area(&self, index: u16, start: Position) -> Rect {
        let (row, column) = (index / self.per_row, index % self.per_row);
        let x = start.x + column * (self.size.width + 1);
        Rect::from((Position::new(x, start.y + row * self.pitch), self.size))
    }
}
