//! Rows and columns of the table. They depend only on the game and the window, not on the height of
//! the piles, so that nothing jumps during play.
//!
//! The width of the cards follows the width of the window and their height its height. The block of
//! all piles is centered.

use std::ops::Range;

use ratatui::layout::{Position, Rect, Size};

use crate::presentation::{BoardLayout, PilePosition};
use crate::rules::PileKind;

/// Column of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Left edge of the cards.
    pub x: u16,
    pub width: u16,
    /// Width available to the strips of a fan, from `x` on.
    pub span: u16,
}

/// Positions of the rows and columns in the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileGrid {
    /// Columns of the board layout.
    pub columns: Vec<Column>,
    /// Width of the block of all piles, which is centered.
    pub block_width: u16,
    /// First row of the top piles, and of a reserve beside the tableau.
    pub top_row: u16,
    /// Height of the cards of the top piles.
    pub top_height: u16,
    pub label_row: u16,
    pub fan_row: u16,
    /// Number of rows available to the fans.
    pub fan_height: u16,
    /// Height of a whole card.
    pub card_height: u16,
    /// Number of visible rows of a covered card.
    pub card_offset: u16,
    /// The same of a covered card that is face down, where all fit.
    pub down_offset: u16,
    /// Distance between rows of the reserve.
    pub reserve_pitch: u16,
    /// Height of the cards of the reserve.
    pub reserve_height: u16,
}

/// Content of a column. Of several piles in a column, the one whose kind comes last determines it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ColumnKind {
    /// Empty column.
    Gap,
    /// Empty below a pile in the top row.
    TopRowOnly,
    Reserve,
    Fan,
}

impl ColumnKind {
    /// Returns the width of the cards in a column, given the width of those in a fan.
    fn card_width(self, fan_width: u16) -> u16 {
        match self {
            ColumnKind::Fan | ColumnKind::TopRowOnly | ColumnKind::Reserve => fan_width,
            ColumnKind::Gap => 1,
        }
    }

    /// Returns the number of empty columns after a column, given the number after a fan.
    fn gutter(self, fan_gutter: u16) -> u16 {
        match self {
            ColumnKind::Reserve => fan_gutter.min(2),
            _ => fan_gutter,
        }
    }
}

/// Heights that fit an area. From left to right: the minimum height of the area, the height of a card,
/// that of the piles above the tableau, and the empty rows above and below these.
const HEIGHTS: [[u16; 5]; 7] = [
    [46, 9, 9, 1, 1],
    [36, 7, 7, 1, 1],
    [32, 5, 5, 1, 1],
    [26, 4, 4, 1, 0],
    [20, 3, 3, 1, 0],
    [17, 3, 2, 0, 0],
    [MIN_ROWS, 3, 1, 0, 0],
];

/// Minimum height of an area with a table.
const MIN_ROWS: u16 = 12;

const MIN_CARD_WIDTH: u16 = 4;
const MAX_CARD_WIDTH: u16 = 13;
const MAX_HAND_CARD_WIDTH: u16 = 17;
const MAX_GUTTER: u16 = 6;
/// The same in a single row of cards, which are one group.
const MAX_ROW_GUTTER: u16 = 4;

/// Covered face-up cards that a fan should have room for before they show more than one row.
const ROOMY_FAN_LEN: u16 = 12;

impl PileGrid {
    /// Fits a board layout into an area. The piles above the tableau are as high as the tallest pile
    /// leaves room for.
    ///
    /// # Errors
    /// If the area is too small, returns its minimum size.
    pub fn compute(layout: &BoardLayout, area: Size, tallest: usize) -> Result<PileGrid, Size> {
        let kinds = column_kinds(layout);
        let min_size = Size::new(block_width(&kinds, MIN_CARD_WIDTH, 1) + 2, MIN_ROWS);
        if area.width < min_size.width || area.height < min_size.height {
            return Err(min_size);
        }
        let reserve = layout.positions.iter().filter(|pile| is_reserve(pile));
        // A reserve in the top row has no rows beside the tableau.
        let reserve_rows = reserve.map(|pile| pile.row).max().unwrap_or(0).max(1) as u16;
        let max_width = max_card_width(&kinds, MAX_CARD_WIDTH, area.width);
        // A card is at most a little higher than wide, and not much wider than high.
        let fits = |[min_rows, card_height, ..]: &[u16; 5]| {
            area.height >= *min_rows && *card_height <= max_width + 1
        };
        let grid = |[_, card_height, top_height, rows_above, rows_below]: [u16; 5]| {
            let width = max_width.min(2 * card_height + 3);
            let top_row = 1 + rows_above;
            let label_row = top_row + top_height + rows_below;
            let fan_row = label_row + 1;
            let fan_height = area.height - fan_row;
            let card_offset = (fan_height.saturating_sub(card_height) / ROOMY_FAN_LEN).clamp(1, 3);
            let reserve_pitch = ((area.height - top_row) / reserve_rows).clamp(1, card_height + 1);
            let (columns, block_width) = place_columns(&kinds, width, MAX_GUTTER, area.width);
            PileGrid {
                columns,
                block_width,
                top_row,
                top_height,
                label_row,
                fan_row,
                fan_height,
                card_height,
                card_offset,
                down_offset: if card_height < 9 { 1 } else { 2 },
                reserve_pitch,
                reserve_height: (reserve_pitch - 1).max(1),
            }
        };
        let is_roomy = |grid: &PileGrid| {
            let fans = kinds.iter().zip(0..);
            let mut fans = fans.filter(|(kind, _)| **kind == ColumnKind::Fan);
            fans.all(|(_, n)| usize::from(grid.fan_height * grid.max_strips(n)) >= tallest)
        };
        let mut grids = HEIGHTS.into_iter().filter(fits).map(grid);
        let roomy = grids.find(is_roomy);
        Ok(roomy.unwrap_or_else(|| grid(HEIGHTS[HEIGHTS.len() - 1])))
    }

    /// Returns the maximum number of strips of a fan in a column.
    pub fn max_strips(&self, column: usize) -> u16 {
        (self.columns[column].span / CARD_TEXT_WIDTH).max(1)
    }
}

/// Width of a card's rank and suit: `10♥`.
pub const CARD_TEXT_WIDTH: u16 = 3;
/// Columns from one short card, which is only its rank and suit, to the next.
pub const CARD_TEXT_PITCH: u16 = CARD_TEXT_WIDTH + 1;

fn is_reserve(position: &PilePosition) -> bool {
    position.pile.kind() == PileKind::Reserve
}

fn column_kinds(layout: &BoardLayout) -> Vec<ColumnKind> {
    let mut kinds = vec![ColumnKind::Gap; layout.columns];
    for position in &layout.positions {
        let kind = match position.row {
            0 => ColumnKind::TopRowOnly,
            _ if is_reserve(position) => ColumnKind::Reserve,
            _ => ColumnKind::Fan,
        };
        kinds[position.column] = kinds[position.column].max(kind);
    }
    kinds
}

/// Returns the minimum number of empty columns between cards of a width.
fn min_gutter(card_width: u16) -> u16 {
    if card_width < 7 { 1 } else { 2 }
}

/// Returns the minimum number of empty columns on each side of the block. Wider windows have wider
/// margins.
fn min_margin(columns: u16) -> u16 {
    1 + columns.saturating_sub(80) / 20
}

/// Returns the width of all columns, without the gutter after the last one.
fn block_width(kinds: &[ColumnKind], card_width: u16, gutter: u16) -> u16 {
    let pitches = kinds
        .iter()
        .map(|kind| kind.card_width(card_width) + kind.gutter(gutter));
    let last_gutter = kinds.last().map_or(0, |kind| kind.gutter(gutter));
    pitches.sum::<u16>() - last_gutter
}

/// Returns the width of the widest cards that fit.
fn max_card_width(kinds: &[ColumnKind], max: u16, columns: u16) -> u16 {
    let available = columns - 2 * min_margin(columns);
    let fits = |width: &u16| block_width(kinds, *width, min_gutter(*width)) <= available;
    let mut widths = (MIN_CARD_WIDTH..=max).rev();
    widths.find(fits).unwrap_or(MIN_CARD_WIDTH)
}

/// Places the columns with gutters as wide as possible. Returns the columns and the width of their
/// block.
fn place_columns(
    kinds: &[ColumnKind],
    width: u16,
    max_gutter: u16,
    columns: u16,
) -> (Vec<Column>, u16) {
    let available = columns - 2 * min_margin(columns);
    let gutter = (min_gutter(width)..=max_gutter)
        .rev()
        .find(|gutter| block_width(kinds, width, *gutter) <= available)
        .unwrap_or(1);
    let block_width = block_width(kinds, width, gutter);
    let mut x = (columns - block_width).div_ceil(2);
    let column = |kind: &ColumnKind| {
        let width = kind.card_width(width);
        let pitch = width + kind.gutter(gutter);
        let column = Column {
            x,
            width,
            span: (pitch - 1).min(columns - x).max(width),
        };
        x += pitch;
        column
    };
    (kinds.iter().map(column).collect(), block_width)
}

/// Heights of the cards in play.
const MIN_HAND_CARD_HEIGHT: u16 = 3;
const MAX_HAND_CARD_HEIGHT: u16 = 13;

/// Sizes of the other cards, the largest that fit in a few rows.
const SMALL_CARD_SIZES: [Size; 3] = [Size::new(8, 5), Size::new(6, 4), Size::new(5, 3)];
const MAX_SMALL_ROWS: u16 = 3;
const SHORT_CARD_SIZE: Size = Size::new(CARD_TEXT_WIDTH, 1);

/// Rows of the header and the caption.
const TEXT_ROWS: u16 = 2;
/// Rows where there is room for them: a blank one above the caption, the names of the piles, and the name of the
/// other cards.
const SPARE_ROWS: u16 = 3;

/// Positions of a game played in the hand: the cards in play as whole cards between stock and discards, and the
/// others below them in rows of small cards.
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
        // The cards in play are between two piles and gaps.
        let mut kinds = vec![ColumnKind::Fan; window + 4];
        (kinds[1], kinds[window + 2]) = (ColumnKind::Gap, ColumnKind::Gap);
        let min_columns = block_width(&kinds, MIN_CARD_WIDTH, 1) + 2;
        if area.width < min_columns {
            return Err(Size::new(min_columns, area.height));
        }
        let width = max_card_width(&kinds, MAX_HAND_CARD_WIDTH, area.width);
        let (mut piles, block_width) = place_columns(&kinds, width, MAX_ROW_GUTTER, area.width);
        piles.remove(window + 2);
        piles.remove(1);
        // As high as a playing card of this width.
        let max_height = (7 * piles[0].width)
            .div_ceil(9)
            .clamp(MIN_HAND_CARD_HEIGHT, MAX_HAND_CARD_HEIGHT);
        let max_small = cards.saturating_sub(window) as u16;
        let rows_beside = |small: &SmallCards| area.height.checked_sub(TEXT_ROWS + small.height);
        let fits = |small: &SmallCards| {
            small.rows <= MAX_SMALL_ROWS && rows_beside(small) >= Some(max_height + SPARE_ROWS)
        };
        let of_size = |size: Size| SmallCards::new(size, max_small, block_width);
        let mut sizes = SMALL_CARD_SIZES.into_iter().map(of_size);
        let small_cards = sizes.find(fits).unwrap_or_else(|| of_size(SHORT_CARD_SIZE));
        let rows = rows_beside(&small_cards).filter(|rows| *rows >= MIN_HAND_CARD_HEIGHT);
        let rows = rows.ok_or_else(|| {
            let min_rows = TEXT_ROWS + small_cards.height + MIN_HAND_CARD_HEIGHT;
            Size::new(area.width, min_rows)
        })?;
        let spare = (rows - MIN_HAND_CARD_HEIGHT).min(SPARE_ROWS);
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

    /// Returns the row for the name of the cards that are not in play, if there is one.
    pub(super) fn small_name_row(&self) -> Option<u16> {
        (self.spare > 2).then(|| self.small_row - 1)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PileId;

    fn piles(count: usize) -> BoardLayout {
        BoardLayout::new(count).with_row((0..count).map(PileId::tableau), 0, 1)
    }

    fn grid(count: usize, columns: u16, rows: u16) -> PileGrid {
        PileGrid::compute(&piles(count), Size::new(columns, rows), 0).expect("room")
    }

    #[test]
    fn cards_grow_with_the_window() {
        let size = |columns, rows| {
            let grid = grid(10, columns, rows);
            (grid.columns[0].width, grid.card_height)
        };
        assert_eq!(size(60, 20), (4, 3));
        assert_eq!(size(80, 24), (6, 3));
        assert_eq!(size(80, 60), (6, 7));
        assert_eq!(size(100, 30), (7, 4));
        assert_eq!(size(120, 40), (9, 7));
        assert_eq!(size(140, 50), (11, 9));
        assert_eq!(size(200, 60), (13, 9));
    }

    #[test]
    fn margins_are_equal_and_the_piles_do_not_touch_the_edges() {
        for count in 4..=12 {
            for columns in 62..=220 {
                for rows in [13, 24, 40, 60] {
                    let grid = grid(count, columns, rows);
                    let (first, last) = (grid.columns[0], grid.columns[count - 1]);
                    let right = columns - last.x - last.width;
                    assert!(right >= 1, "{count} piles in {columns} columns");
                    assert!(first.x == right || first.x == right + 1);
                }
            }
        }
    }

    #[test]
    fn a_small_window_is_refused_with_the_size_needed() {
        let mut size = PileGrid::compute(&piles(10), Size::new(10, 5), 0).expect_err("too small");
        assert!(PileGrid::compute(&piles(10), size, 0).is_ok());
        size.width -= 1;
        assert!(PileGrid::compute(&piles(10), size, 0).is_err());
    }
}
