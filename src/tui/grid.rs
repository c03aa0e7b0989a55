//! Where the rows and columns of a game lie in a window. It hangs on the game and the window alone,
//! never on how high the piles are: nothing jumps while one plays.

use crate::rules::{BoardLayout, PileId, PileKind, PilePosition};

/// How much room a card has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Density {
    /// Two rows a card in a fan, whole cards of five.
    Spacious,
    /// A row a card in a fan, whole cards of four.
    Comfortable,
    /// A row a card in a fan, whole cards of three, and a single line at the bottom.
    Compact,
}

/// A column of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Where its cards begin.
    pub x: u16,
    /// How wide its cards are.
    pub width: u16,
    /// How many cells the strips of a fan may take, from `x` on.
    pub span: u16,
}

/// Where the rows and columns lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableGrid {
    /// How much room a card has.
    pub density: Density,
    /// The columns of the plan.
    pub columns: Vec<Column>,
    /// Where the top row begins, and how high its cards are.
    pub top_row: (u16, u16),
    /// The row of the labels.
    pub label_row: u16,
    /// Where the fans begin, and how many rows they have.
    pub fan_rows: (u16, u16),
    /// How high a whole card is.
    pub card_height: u16,
    /// How many rows of a covered card are seen.
    pub card_offset: u16,
    /// From one row of the reserve to the next, and how high its cards are.
    pub reserve_pitch_height: (u16, u16),
    /// The row of messages; where the window is low, that of the keys too.
    pub message_row: u16,
    /// The row that says what the keys do.
    pub footer_row: u16,
}

/// What a column holds below the top row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnKind {
    Fan,
    Reserve,
    /// Nothing, but something above.
    TopRowOnly,
    Gap,
}

/// The measures of a density: from one fan to the next at least and at most, the cells between
/// cards at least, from one reserve column to the next, the widest card, the rows of a window at
/// least.
struct DensityMetrics {
    fan_pitch: (u16, u16),
    min_gutter: u16,
    reserve_pitch: u16,
    max_card_width: u16,
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

/// A gap's width, where something lies above it and where nothing does.
const TOP_ROW_ONLY_WIDTH: u16 = 8;
const GAP_WIDTH: u16 = 3;

impl TableGrid {
    /// The layout of a plan in a window of so many columns and rows.
    ///
    /// # Errors
    /// The columns and rows that are needed, where the window is too small.
    pub fn compute(
        plan: &BoardLayout,
        (columns, rows): (u16, u16),
    ) -> Result<TableGrid, (u16, u16)> {
        let kinds = column_kinds(plan);
        let fits = |density: &Density| {
            rows >= density.metrics().min_rows && columns >= min_width(&kinds, *density)
        };
        let densities = [Density::Spacious, Density::Comfortable, Density::Compact];
        let Some(density) = densities.into_iter().find(fits) else {
            let tight = Density::Compact;
            return Err((min_width(&kinds, tight), tight.metrics().min_rows));
        };
        let (top, labels, message) = match density {
            Density::Spacious => ((2, 5), 8, rows - 2),
            Density::Comfortable => ((2, 4), 6, rows - 2),
            Density::Compact if rows >= 18 => ((1, 2), 3, rows - 1),
            Density::Compact => ((1, 1), 2, rows - 1),
        };
        let card = match density {
            Density::Spacious => 5,
            Density::Comfortable => 4,
            Density::Compact => 3,
        };
        let fans = (labels + 1, message - labels - 1);
        let reserve_rows = plan.positions.iter().filter(|spot| is_reserve(spot));
        let reserve_rows = reserve_rows.map(|spot| spot.row).max().unwrap_or(1) as u16;
        let pitch = (fans.1 / reserve_rows).clamp(1, card + 1);
        Ok(TableGrid {
            density,
            columns: place_columns(&kinds, density, columns),
            top_row: top,
            label_row: labels,
            fan_rows: fans,
            card_height: card,
            card_offset: if density == Density::Spacious { 2 } else { 1 },
            reserve_pitch_height: (pitch, if pitch > 2 { pitch - 1 } else { pitch }),
            message_row: message,
            footer_row: rows - 1,
        })
    }

    /// How many strips the fans of a column can break into.
    pub fn max_strips(&self, column: usize) -> u16 {
        (self.columns[column].span / CARD_TEXT_WIDTH).max(1)
    }
}

/// How many cells a face takes that shows rank and suit: `10♥`.
pub const CARD_TEXT_WIDTH: u16 = 3;

fn is_reserve(spot: &PilePosition) -> bool {
    spot.pile.kind() == PileKind::Reserve
}

fn column_kinds(plan: &BoardLayout) -> Vec<ColumnKind> {
    let kind = |column: usize| {
        let here = || {
            plan.positions
                .iter()
                .filter(move |spot| spot.column == column)
        };
        let below = |test: fn(PileId) -> bool| here().any(|spot| spot.row > 0 && test(spot.pile));
        if below(|place| place.kind() != PileKind::Reserve) {
            ColumnKind::Fan
        } else if below(|_| true) {
            ColumnKind::Reserve
        } else if here().next().is_some() {
            ColumnKind::TopRowOnly
        } else {
            ColumnKind::Gap
        }
    };
    (0..plan.columns).map(kind).collect()
}

/// How wide all is beside the fans.
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
    let measures = density.metrics();
    let fans = count(kinds, ColumnKind::Fan).max(1);
    let gaps = count(kinds, ColumnKind::TopRowOnly) + count(kinds, ColumnKind::Gap);
    let room = columns.saturating_sub(non_fan_width(kinds, density));
    let pitch = (room / fans).clamp(measures.fan_pitch.0, measures.fan_pitch.1);
    // What is left over widens the gaps a little, and stands at both sides.
    let over = room.saturating_sub(pitch * fans);
    let wider = over.checked_div(gaps).unwrap_or(0).min(4);
    let mut x = (over - wider * gaps) / 2;
    let width = (pitch - measures.min_gutter).min(measures.max_card_width);
    let gutter = pitch - width;
    let column = |kind: &ColumnKind| {
        let (whole, width, left) = match kind {
            ColumnKind::Fan => (pitch, width, gutter.min(2)),
            ColumnKind::Reserve => (measures.reserve_pitch, measures.reserve_pitch - 1, 1),
            ColumnKind::TopRowOnly => {
                let whole = TOP_ROW_ONLY_WIDTH + wider;
                let width = width.min(whole - 1);
                (whole, width, (whole - width).div_ceil(2))
            }
            ColumnKind::Gap => (GAP_WIDTH + wider, 0, 0),
        };
        let column = Column {
            x: x + left,
            width,
            span: width.max(whole - 1),
        };
        x += whole;
        column
    };
    kinds.iter().map(column).collect()
}
