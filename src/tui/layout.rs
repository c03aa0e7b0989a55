//! Where the rows and columns of a game lie in a window. It hangs on the game and the window alone,
//! never on how high the piles are: nothing jumps while one plays.

use crate::rules::{Place, Plan, Role, Spot};

/// How much room a card has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Density {
    /// Two rows a card in a fan, whole cards of five.
    Roomy,
    /// A row a card in a fan, whole cards of four.
    Snug,
    /// A row a card in a fan, whole cards of three, and a single line at the bottom.
    Tight,
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
pub struct Layout {
    /// How much room a card has.
    pub density: Density,
    /// The columns of the plan.
    pub columns: Vec<Column>,
    /// Where the top row begins, and how high its cards are.
    pub top: (u16, u16),
    /// The row of the labels.
    pub labels: u16,
    /// Where the fans begin, and how many rows they have.
    pub fans: (u16, u16),
    /// How high a whole card is.
    pub card: u16,
    /// How many rows of a covered card are seen.
    pub step: u16,
    /// From one row of the reserve to the next, and how high its cards are.
    pub reserve: (u16, u16),
    /// The row of messages; where the window is low, that of the keys too.
    pub message: u16,
    /// The row that says what the keys do.
    pub keys: u16,
}

/// What a column holds below the top row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fan,
    Reserve,
    /// Nothing, but something above.
    Landing,
    Gap,
}

/// The measures of a density: from one fan to the next at least and at most, the cells between
/// cards at least, from one reserve column to the next, the widest card, the rows of a window at
/// least.
struct Measures {
    pitch: (u16, u16),
    gutter: u16,
    reserve: u16,
    widest: u16,
    rows: u16,
}

impl Density {
    fn measures(self) -> Measures {
        match self {
            Density::Roomy => Measures {
                pitch: (10, 13),
                gutter: 2,
                reserve: 7,
                widest: 9,
                rows: 36,
            },
            Density::Snug => Measures {
                pitch: (9, 12),
                gutter: 2,
                reserve: 6,
                widest: 9,
                rows: 28,
            },
            Density::Tight => Measures {
                pitch: (5, 11),
                gutter: 1,
                reserve: 5,
                widest: 10,
                rows: 13,
            },
        }
    }
}

/// A gap's width, where something lies above it and where nothing does.
const LANDING: u16 = 8;
const GAP: u16 = 3;

impl Layout {
    /// The layout of a plan in a window of so many columns and rows.
    ///
    /// # Errors
    /// The columns and rows that are needed, where the window is too small.
    pub fn of(plan: &Plan, (columns, rows): (u16, u16)) -> Result<Layout, (u16, u16)> {
        let kinds = kinds(plan);
        let fits = |density: &Density| {
            rows >= density.measures().rows && columns >= needed(&kinds, *density)
        };
        let densities = [Density::Roomy, Density::Snug, Density::Tight];
        let Some(density) = densities.into_iter().find(fits) else {
            let tight = Density::Tight;
            return Err((needed(&kinds, tight), tight.measures().rows));
        };
        let (top, labels, message) = match density {
            Density::Roomy => ((2, 5), 8, rows - 2),
            Density::Snug => ((2, 4), 6, rows - 2),
            Density::Tight if rows >= 18 => ((1, 2), 3, rows - 1),
            Density::Tight => ((1, 1), 2, rows - 1),
        };
        let card = match density {
            Density::Roomy => 5,
            Density::Snug => 4,
            Density::Tight => 3,
        };
        let fans = (labels + 1, message - labels - 1);
        let reserve_rows = plan.spots.iter().filter(|spot| is_reserve(spot));
        let reserve_rows = reserve_rows.map(|spot| spot.row).max().unwrap_or(1) as u16;
        let pitch = (fans.1 / reserve_rows).clamp(1, card + 1);
        Ok(Layout {
            density,
            columns: placed(&kinds, density, columns),
            top,
            labels,
            fans,
            card,
            step: if density == Density::Roomy { 2 } else { 1 },
            reserve: (pitch, if pitch > 2 { pitch - 1 } else { pitch }),
            message,
            keys: rows - 1,
        })
    }

    /// How many strips the fans of a column can break into.
    pub fn strips(&self, column: usize) -> u16 {
        (self.columns[column].span / FACE).max(1)
    }
}

/// How many cells a face takes that shows rank and suit: `10♥`.
pub const FACE: u16 = 3;

fn is_reserve(spot: &Spot) -> bool {
    spot.place.role() == Role::Reserve
}

fn kinds(plan: &Plan) -> Vec<Kind> {
    let kind = |column: usize| {
        let here = || plan.spots.iter().filter(move |spot| spot.column == column);
        let below = |test: fn(Place) -> bool| here().any(|spot| spot.row > 0 && test(spot.place));
        if below(|place| place.role() != Role::Reserve) {
            Kind::Fan
        } else if below(|_| true) {
            Kind::Reserve
        } else if here().next().is_some() {
            Kind::Landing
        } else {
            Kind::Gap
        }
    };
    (0..plan.columns).map(kind).collect()
}

/// How wide all is beside the fans.
fn beside(kinds: &[Kind], density: Density) -> u16 {
    let width = |kind: &Kind| match kind {
        Kind::Fan => 0,
        Kind::Reserve => density.measures().reserve,
        Kind::Landing => LANDING,
        Kind::Gap => GAP,
    };
    kinds.iter().map(width).sum()
}

fn count(kinds: &[Kind], wanted: Kind) -> u16 {
    kinds.iter().filter(|kind| **kind == wanted).count() as u16
}

fn needed(kinds: &[Kind], density: Density) -> u16 {
    beside(kinds, density) + count(kinds, Kind::Fan) * density.measures().pitch.0
}

fn placed(kinds: &[Kind], density: Density, columns: u16) -> Vec<Column> {
    let measures = density.measures();
    let fans = count(kinds, Kind::Fan).max(1);
    let gaps = count(kinds, Kind::Landing) + count(kinds, Kind::Gap);
    let room = columns.saturating_sub(beside(kinds, density));
    let pitch = (room / fans).clamp(measures.pitch.0, measures.pitch.1);
    // What is left over widens the gaps a little, and stands at both sides.
    let over = room.saturating_sub(pitch * fans);
    let wider = over.checked_div(gaps).unwrap_or(0).min(4);
    let mut x = (over - wider * gaps) / 2;
    let width = (pitch - measures.gutter).min(measures.widest);
    let gutter = pitch - width;
    let column = |kind: &Kind| {
        let (whole, width, left) = match kind {
            Kind::Fan => (pitch, width, gutter.min(2)),
            Kind::Reserve => (measures.reserve, measures.reserve - 1, 1),
            Kind::Landing => {
                let whole = LANDING + wider;
                let width = width.min(whole - 1);
                (whole, width, (whole - width).div_ceil(2))
            }
            Kind::Gap => (GAP + wider, 0, 0),
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
