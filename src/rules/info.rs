//! What a game says of itself, for whoever shows it: its name, its options, where its piles lie.

use super::pile::PileId;
use crate::cards::{Card, Rank};

/// What a game says of itself before any deal.
#[derive(Debug)]
pub struct GameInfo {
    /// The name in records and on the command line: `moving-left`.
    pub id: &'static str,
    /// The name a player reads: `Moving Left`.
    pub title: &'static str,
    /// How many decks of 52.
    pub decks: usize,
    /// One line that says what is special about it.
    pub summary: &'static str,
    /// The rules in plain words, with each ruling; lines of at most 76 characters.
    pub help: &'static str,
    /// The options, in the order a record writes them.
    pub options: &'static [OptionSpec],
}

/// An option of a game and the values it can have.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name in records: `foundation-return`.
    pub name: &'static str,
    /// The values, the default first.
    pub values: &'static [OptionValue],
}

impl OptionSpec {
    /// The value an option has where none is given.
    pub fn default_value(&self) -> &'static str {
        self.values[0].name
    }
}

/// One value of an option.
#[derive(Debug)]
pub struct OptionValue {
    /// The name in records: `yes`.
    pub name: &'static str,
    /// What it means for a player, in a few words.
    pub description: &'static str,
}

/// Where a game's piles lie, for a front end to lay them out: a grid of columns and rows.
///
/// Row 0 is above the tableau; row 1 holds the tableau, whose fans run down from there; a reserve
/// stands in rows from 1 on, beside the tableau. A column without any place is a gap, as is a
/// column with places in row 0 alone.
#[derive(Clone, Debug, Default)]
pub struct BoardLayout {
    /// How many columns the grid has.
    pub columns: usize,
    /// Each place and where it lies.
    pub positions: Vec<PilePosition>,
    /// How many cards at the end of the hand are in play, for a game played in the hand.
    pub window: Option<usize>,
}

/// One place in a [`BoardLayout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PilePosition {
    /// Which place.
    pub pile: PileId,
    /// Its column, from 0 at the left.
    pub column: usize,
    /// Its row, from 0 at the top.
    pub row: usize,
}

impl BoardLayout {
    /// An empty grid of so many columns.
    pub fn new(columns: usize) -> BoardLayout {
        BoardLayout {
            columns,
            ..BoardLayout::default()
        }
    }

    /// The plan with one more place.
    #[must_use]
    pub fn with_pile(mut self, place: PileId, column: usize, row: usize) -> BoardLayout {
        self.positions.push(PilePosition {
            pile: place,
            column,
            row,
        });
        self
    }

    /// The plan with a row of places side by side.
    #[must_use]
    pub fn with_row(
        self,
        places: impl IntoIterator<Item = PileId>,
        column: usize,
        row: usize,
    ) -> BoardLayout {
        places
            .into_iter()
            .enumerate()
            .fold(self, |plan, (n, place)| {
                plan.with_pile(place, column + n, row)
            })
    }
}

/// What the next card of a place must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// None is taken there, or what is taken hangs on the card that lies there.
    Nothing,
    /// Any card.
    Any,
    /// A card of this rank.
    Rank(Rank),
    /// This card.
    Card(Card),
}

/// What a foundation counts by that does not begin with the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundationProgress {
    /// The rank it begins with.
    pub start: Rank,
    /// Whether it is built up; otherwise down.
    pub is_ascending: bool,
    /// How many cards it has.
    pub count: usize,
    /// How many it has when it is full.
    pub full_count: usize,
}
