//! Rows and columns of the table. They depend only on the game and the window, not on the height of
//! the piles, so that nothing jumps during play.

use crate::presentation::{BoardLayout, PilePosition};
use crate::rules::PileKind;

/// Size of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Density {
    /// Whole cards are five rows high, covered cards two.
    Spacious,
    /// Whole cards are four rows high, covered cards one.
    Comfortable,
    /// Whole cards are three rows high, covered cards one. Messages and the footer share a row.
    Compact,
}

/// Column of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Left edge of the cards.
    pub x: u16,
    /// Width of a card.
    pub width: u16,
    /// Width available to the strips of a fan, from `x` on.
    pub span: u16,
}

/// Positions of the rows and columns in the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableGrid {
    /// Size of the cards.
    pub density: Density,
    /// Columns of the board layout.
    pub columns: Vec<Column>,
    /// First row of the top piles, and the height of their cards.
    pub top_row: (u16, u16),
    /// Row of the pile labels.
    pub label_row: u16,
    /// First row of the fans, and the number of rows they have.
    pub fan_rows: (u16, u16),
    /// Height of a whole card.
    pub card_height: u16,
    /// Number of visible rows of a covered card.
    pub card_offset: u16,
    /// Distance between rows of the reserve, and the height of its cards.
    pub reserve_pitch_height: (u16, u16),
    /// Row of messages, shared with the footer if the window is low.
    pub message_row: u16,
    /// Row of the footer.
    pub footer_row: u16,
}

/// Content of a column below the top row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnKind {
    Fan,
    Reserve,
    /// Empty below a pile in the top row.
    TopRowOnly,
    /// Empty column.
    Gap,
}

/// Dimensions for a density. A pitch is the distance between the left edges of adjacent columns.
struct DensityMetrics {
    /// Minimum and maximum.
    fan_pitch: (u16, u16),
    /// Minimum distance between cards.
    min_gutter: u16,
    reserve_pitch: u16,
    max_card_width: u16,
    /// Minimum height of the window.
    min_rows: u16,
}

impl Density {
    fn metrics(self) -> DensityMetrics {
        match self {
            Density::Spacious => DensityMetrics {
                fan_pitch: (10, 13),
                min_gutter: 2,
                reserve_pitch: 7,
                max_card_width: 9,
                min_rows: 36,
            },
            Density::Comfortable => DensityMetrics {
                fan_pitch: (9, 12),
                min_gutter: 2,
                reserve_pitch: 6,
                max_card_width: 9,
                min_rows: 28,
            },
            Density::Compact => DensityMetrics {
                fan_pitch: (5, 11),
                min_gutter: 1,
                reserve_pitch: 5,
                max_card_width: 10,
                min_rows: 13,
            },
        }
    }
}

/// Minimum width of a column with a pile in the top row only.
const TOP_ROW_ONLY_WIDTH: u16 = 8;

/// Minimum width of an empty column.
const GAP_WIDTH: u16 = 3;

impl TableGrid {
    /// Fits a board layout into a window of `columns` × `rows` cells.
    ///
    /// # Errors
    /// If the window is too small, returns the minimum number of columns and rows.
    pub fn compute(
        layout: &BoardLayout,
        (columns, rows): (u16, u16),
    ) -> Result<TableGrid, (u16, u16)> {
        let kinds = column_kinds(layout);
        let fits = |density: &Density| {
            rows >= density.metrics().min_rows && columns >= min_width(&kinds, *density)
        };
        let densities = [Density::Spacious, Density::Comfortable, Density::Compact];
        let Some(density) = densities.into_iter().find(fits) else {
            let compact = Density::Compact;
            return Err((min_width(&kinds, compact), compact.metrics().min_rows));
        };
        let (top_row, label_row, message_row) = match density {
            Density::Spacious => ((2, 5), 8, rows - 2),
            Density::Comfortable => ((2, 4), 6, rows - 2),
            Density::Compact if rows >= 18 => ((1, 2), 3, rows - 1),
            Density::Compact => ((1, 1), 2, rows - 1),
        };
        let card_height = match density {
            Density::Spacious => 5,
            Density::Comfortable => 4,
            Density::Compact => 3,
        };
        let fan_rows = (label_row + 1, message_row - label_row - 1);
        let reserve = layout.positions.iter().filter(|pile| is_reserve(pile));
        // A reserve in the top row has no rows beside the tableau.
        let reserve_rows = reserve.map(|pile| pile.row).max().unwrap_or(0).max(1) as u16;
        let reserve_pitch = (fan_rows.1 / reserve_rows).clamp(1, card_height + 1);
        let reserve_height = match reserve_pitch {
            pitch if pitch > 2 => pitch - 1,
            pitch => pitch,
        };
        Ok(TableGrid {
            density,
            columns: place_columns(&kinds, density, columns),
            top_row,
            label_row,
            fan_rows,
            card_height,
            card_offset: if density == Density::Spacious { 2 } else { 1 },
            reserve_pitch_height: (reserve_pitch, reserve_height),
            message_row,
            footer_row: rows - 1,
        })
    }

    /// Returns the maximum number of strips of a fan in a column.
    pub fn max_strips(&self, column: usize) -> u16 {
        (self.columns[column].span / CARD_TEXT_WIDTH).max(1)
    }
}

/// Width of a card's rank and suit: `10♥`.
pub const CARD_TEXT_WIDTH: u16 = 3;

fn is_reserve(position: &PilePosition) -> bool {
    position.pile.kind() == PileKind::Reserve
}

fn column_kinds(layout: &BoardLayout) -> Vec<ColumnKind> {
    let kind = |column: usize| {
        let in_column = || {
            let positions = layout.positions.iter();
            positions.filter(move |position| position.column == column)
        };
        let below_top_row = || in_column().filter(|position| position.row > 0);
        if below_top_row().any(|position| !is_reserve(position)) {
            ColumnKind::Fan
        } else if below_top_row().next().is_some() {
            ColumnKind::Reserve
        } else if in_column().next().is_some() {
            ColumnKind::TopRowOnly
        } else {
            ColumnKind::Gap
        }
    };
    (0..layout.columns).map(kind).collect()
}

/// Minimum total width of the columns without a fan.
fn non_fan_width(kinds: &[ColumnKind], density: Density) -> u16 {
    let width = |kind: &ColumnKind| match kind {
        ColumnKind::Fan => 0,
        ColumnKind::Reserve => density.metrics().reserve_pitch,
        ColumnKind::TopRowOnly => TOP_ROW_ONLY_WIDTH,
        ColumnKind::Gap => GAP_WIDTH,
    };
    kinds.iter().map(width).sum()
}

fn count(kinds: &[ColumnKind], wanted: ColumnKind) -> u16 {
    kinds.iter().filter(|kind| **kind == wanted).count() as u16
}

fn min_width(kinds: &[ColumnKind], density: Density) -> u16 {
    non_fan_width(kinds, density) + count(kinds, ColumnKind::Fan) * density.metrics().fan_pitch.0
}

fn place_columns(kinds: &[ColumnKind], density: Density, columns: u16) -> Vec<Column> {
    let metrics = density.metrics();
    let fans = count(kinds, ColumnKind::Fan).max(1);
    let gaps = count(kinds, ColumnKind::TopRowOnly) + count(kinds, ColumnKind::Gap);
    let available = columns.saturating_sub(non_fan_width(kinds, density));
    let pitch = (available / fans).clamp(metrics.fan_pitch.0, metrics.fan_pitch.1);
    // The rest widens the gaps a little and becomes the margins.
    let rest = available.saturating_sub(pitch * fans);
    let extra = rest.checked_div(gaps).unwrap_or(0).min(4);
    let mut x = (rest - extra * gaps) / 2;
    let card_width = (pitch - metrics.min_gutter).min(metrics.max_card_width);
    let gutter = pitch - card_width;
    let column = |kind: &ColumnKind| {
        let (pitch, width, indent) = match kind {
            ColumnKind::Fan => (pitch, card_width, gutter.min(2)),
            ColumnKind::Reserve => (metrics.reserve_pitch, metrics.reserve_pitch - 1, 1),
            ColumnKind::TopRowOnly => {
                let pitch = TOP_ROW_ONLY_WIDTH + extra;
                let width = card_width.min(pitch - 1);
                (pitch, width, (pitch - width).div_ceil(2))
            }
            ColumnKind::Gap => (GAP_WIDTH + extra, 0, 0),
        };
        let column = Column {
            x: x + indent,
            width,
            span: width.max(pitch - 1),
        };
        x += pitch;
        column
    };
    kinds.iter().map(column).collect()
}
