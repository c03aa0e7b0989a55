//! Rows and columns of the table. They depend only on the game and the window, not on the height of
//! the piles, so that nothing jumps during play.
//!
//! The width of the cards follows the width of the window and their height its height. The block of
//! all piles is centered.

use ratatui::layout::{Position, Rect, Size};

use super::fan::FanBounds;
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
    /// First row of the fans; above it are the numbers of the piles.
    pub fan_row: u16,
    /// The space of a fan of one strip.
    pub fan: FanBounds,
    /// Distance between rows of the reserve, and the height of its cards.
    pub reserve_pitch: u16,
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
const HEIGHTS: [[u16; 5]; 8] = [
    [46, 9, 9, 1, 1],
    [32, 7, 7, 1, 1],
    [32, 5, 5, 1, 1],
    [26, 4, 4, 1, 0],
    [20, 3, 3, 1, 0],
    [14, 3, 3, 0, 0],
    [14, 3, 2, 0, 0],
    [MIN_ROWS, 3, 1, 0, 0],
];

/// Minimum height of an area with a table, and of one with a blank row below it.
const MIN_ROWS: u16 = 12;
const MIN_ROWS_FOR_BLANK_ROW: u16 = 36;

const MIN_CARD_WIDTH: u16 = 4;
const MAX_CARD_WIDTH: u16 = 13;
const MAX_HAND_CARD_WIDTH: u16 = 17;
const MAX_GUTTER: u16 = 6;
/// The same in a single row of cards, which are one group.
const MAX_ROW_GUTTER: u16 = 4;

/// Covered face-up cards that a fan should have room for before they show more than one row.
const ROOMY_FAN_LEN: u16 = 10;

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
            let fan_row = top_row + top_height + rows_below + 1;
            let rows = area.height - fan_row;
            let reserve_pitch = ((area.height - top_row) / reserve_rows).clamp(1, card_height + 1);
            // Rather than lose their pictures, the cards touch.
            let is_close = reserve_pitch == PICTURE_HEIGHT && card_height >= PICTURE_HEIGHT;
            let (columns, block_width) = place_columns(&kinds, width, MAX_GUTTER, area.width);
            PileGrid {
                columns,
                block_width,
                top_row,
                top_height,
                fan_row,
                fan: FanBounds {
                    rows: rows - u16::from(area.height >= MIN_ROWS_FOR_BLANK_ROW),
                    card_height,
                    card_offset: (rows.saturating_sub(card_height) / ROOMY_FAN_LEN).clamp(1, 3),
                    down_offset: if card_height < 9 { 1 } else { 2 },
                    max_strips: 1,
                },
                reserve_pitch,
                reserve_height: odd_card_height((reserve_pitch - u16::from(!is_close)).max(1)),
            }
        };
        let is_roomy = |grid: &PileGrid| {
            let fans = kinds.iter().zip(0..);
            let mut fans = fans.filter(|(kind, _)| **kind == ColumnKind::Fan);
            fans.all(|(_, n)| {
                let fan = grid.fan_bounds(n);
                usize::from(fan.rows * fan.max_strips) >= tallest
            })
        };
        let mut grids = HEIGHTS.into_iter().filter(fits).map(grid);
        let roomy = grids.find(is_roomy);
        Ok(roomy.unwrap_or_else(|| grid(HEIGHTS[HEIGHTS.len() - 1])))
    }

    /// Returns the space of a fan in a column.
    pub fn fan_bounds(&self, column: usize) -> FanBounds {
        FanBounds {
            max_strips: (self.columns[column].span / CARD_TEXT_WIDTH).max(1),
            ..self.fan
        }
    }
}

/// Width of a card's rank and suit: `10♥`.
pub const CARD_TEXT_WIDTH: u16 = 3;
/// Columns from one short card, which is only its rank and suit, to the next.
pub const CARD_TEXT_PITCH: u16 = CARD_TEXT_WIDTH + 1;

/// Minimum height of a card with a picture or pips.
pub const PICTURE_HEIGHT: u16 = 5;

/// Rounds the height of a card with pips down to an odd one, in which they are evenly spaced.
pub fn odd_card_height(height: u16) -> u16 {
    if height < PICTURE_HEIGHT {
        height
    } else {
        (height - 1) | 1
    }
}

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

/// Returns the minimum number of empty columns between cards of a width. Those of nine columns may be close, because
/// pictures and pips keep off their edges.
fn min_gutter(card_width: u16) -> u16 {
    if card_width < 7 || card_width == 9 {
        1
    } else {
        2
    }
}

/// Returns the minimum number of empty columns on each side of the block. Wider windows have wider
/// margins.
pub fn min_margin(columns: u16) -> u16 {
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
    let mut gutters = (min_gutter(width)..=max_gutter).rev();
    let gutter = gutters.find(|gutter| block_width(kinds, width, *gutter) <= available);
    let gutter = gutter.unwrap_or(1);
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
const MAX_HAND_CARD_HEIGHT: u16 = 11;

/// Height of the cards in play that the other cards leave room for.
const ROOMY_HEIGHT: u16 = 9;

/// Sizes of the other cards, and the rows from one to the next. The last ones are only rank and suit.
const SMALL_CARDS: [(Size, u16); 5] = [
    (Size::new(11, 7), 8),
    (Size::new(9, 5), 6),
    (Size::new(6, 3), 4),
    (Size::new(CARD_TEXT_WIDTH, 1), 2),
    (Size::new(CARD_TEXT_WIDTH, 1), 1),
];

/// Rows of the header and the caption.
const TEXT_ROWS: u16 = 2;
/// Rows where there is room for them: the names of the piles, a blank one above the caption and below it, and the name
/// of the other cards.
const SPARE_ROWS: u16 = 4;

/// Positions of a game played in the hand: the cards in play as whole cards between stock and discards, and the
/// others below them in rows of small cards.
pub(super) struct HandGrid {
    /// Stock, cards in play and discards.
    pub(super) piles: Vec<Rect>,
    /// Width of the block of all piles, which is centered.
    pub(super) block_width: u16,
    /// Whether there are spare rows.
    pub(super) is_roomy: bool,
    /// The first of the other cards, and how many are in a row.
    small_card: Rect,
    per_row: u16,
    /// The rows from one of them to the next.
    small_pitch: u16,
}

impl HandGrid {
    /// Fits the piles of a game with this many cards, of which `window` are in play, into an area.
    ///
    /// # Errors
    /// If the area is too small, returns its minimum size.
    pub(super) fn compute(window: usize, cards: usize, area: Size) -> Result<HandGrid, Size> {
        let kinds = vec![ColumnKind::Fan; window + 2];
        let min_columns = block_width(&kinds, MIN_CARD_WIDTH, 1) + 2;
        if area.width < min_columns {
            return Err(Size::new(min_columns, area.height));
        }
        let width = max_card_width(&kinds, MAX_HAND_CARD_WIDTH, area.width);
        let (columns, block_width) = place_columns(&kinds, width, MAX_ROW_GUTTER, area.width);
        // As high as a playing card of this width.
        let max_height = odd_card_height((7 * width).div_ceil(9));
        let max_height = max_height.clamp(MIN_HAND_CARD_HEIGHT, MAX_HAND_CARD_HEIGHT);
        let max_others = cards.saturating_sub(window) as u16;
        // The smallest ones take all columns of a narrow window.
        let per_row = |size: Size| match size.height {
            1 => (area.width - columns[0].x) / (size.width + 1),
            _ => (block_width + 1) / (size.width + 1),
        };
        let rows_of = |(size, pitch): (Size, u16)| {
            let rows = max_others.div_ceil(per_row(size));
            (rows * pitch).saturating_sub(pitch - size.height)
        };
        let rows_left = |cards| area.height.checked_sub(TEXT_ROWS + rows_of(cards));
        let roomy = max_height.min(ROOMY_HEIGHT) + SPARE_ROWS;
        let [cards @ .., smallest] = SMALL_CARDS;
        // The first row of the other cards can be in the middle with the cards in play.
        let half = area.height.saturating_sub(max_height + SPARE_ROWS) / 2;
        let fits = |cards: &(Size, u16)| {
            rows_left(*cards) >= Some(roomy) && rows_of(*cards) <= half + cards.0.height
        };
        let small_cards = cards.into_iter().find(fits).unwrap_or(smallest);
        let (size, small_pitch) = small_cards;
        let others_height = rows_of(small_cards);
        let rows = rows_left(small_cards).filter(|rows| *rows >= MIN_HAND_CARD_HEIGHT);
        let rows = rows.ok_or_else(|| {
            Size::new(area.width, TEXT_ROWS + others_height + MIN_HAND_CARD_HEIGHT)
        })?;
        let is_roomy = rows >= MIN_HAND_CARD_HEIGHT + SPARE_ROWS;
        let spare = if is_roomy { SPARE_ROWS } else { 0 };
        let height = odd_card_height((rows - spare).min(max_height));
        // The row of names is above the cards, that of the caption below them.
        let to_others = height + spare.max(1);
        // In the middle of the window, with room for all of the other cards and, if there is one, a blank row.
        let above = 1 + spare.min(1);
        let middle = above + area.height.saturating_sub(above + to_others) / 2;
        let lowest = area.height - to_others - others_height;
        let y = middle.min(lowest.saturating_sub(1).max(above)).min(lowest);
        let piles = columns.iter();
        let piles = piles.map(|column| Rect::new(column.x, y, column.width, height));
        Ok(HandGrid {
            small_card: Rect::from((Position::new(columns[0].x, y + to_others), size)),
            piles: piles.collect(),
            block_width,
            is_roomy,
            per_row: per_row(size),
            small_pitch,
        })
    }

    /// Returns the cells of a card that is not in play.
    pub(super) fn small_card(&self, index: usize) -> Rect {
        let (row, column) = (index as u16 / self.per_row, index as u16 % self.per_row);
        let first = self.small_card;
        let x = first.x + column * (first.width + 1);
        let y = first.y + row * self.small_pitch;
        Rect { x, y, ..first }
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
            (grid.columns[0].width, grid.fan.card_height)
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
    fn the_piles_above_the_tableau_are_whole_cards_above_a_review_and_in_a_low_window() {
        for (columns, rows, height) in [(60, 16, 3), (80, 16, 3), (120, 32, 7)] {
            let grid = grid(7, columns, rows);
            assert_eq!((grid.top_height, grid.fan.card_height), (height, height));
        }
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
