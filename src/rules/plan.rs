//! What a game says of itself, for whoever shows it: its name, its options, where its piles lie.

use super::place::Place;
use crate::cards::{Card, Rank};

/// What a game says of itself before any deal.
#[derive(Debug)]
pub struct Profile {
    /// The name in records and on the command line: `moving-left`.
    pub id: &'static str,
    /// The name a player reads: `Moving Left`.
    pub title: &'static str,
    /// How many decks of 52.
    pub decks: usize,
    /// One line that says what is special about it.
    pub blurb: &'static str,
    /// The rules in plain words, with each ruling; lines of at most 76 characters.
    pub help: &'static str,
    /// The options, in the order a record writes them.
    pub options: &'static [Opt],
}

/// An option of a game and the values it can have.
#[derive(Debug)]
pub struct Opt {
    /// The name in records: `foundation-return`.
    pub name: &'static str,
    /// The values, the default first.
    pub values: &'static [Value],
}

impl Opt {
    /// The value an option has where none is given.
    pub fn default(&self) -> &'static str {
        self.values[0].name
    }
}

/// One value of an option.
#[derive(Debug)]
pub struct Value {
    /// The name in records: `yes`.
    pub name: &'static str,
    /// What it means for a player, in a few words.
    pub about: &'static str,
}

/// Where a game's piles lie, for a front end to lay them out: a grid of columns and rows.
///
/// Row 0 is above the tableau; row 1 holds the tableau, whose fans run down from there; a reserve
/// stands in rows from 1 on, beside the tableau. A column without any place is a gap, as is a
/// column with places in row 0 alone.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// How many columns the grid has.
    pub columns: usize,
    /// Each place and where it lies.
    pub spots: Vec<Spot>,
    /// How many cards at the end of the hand are in play, for a game played in the hand.
    pub window: Option<usize>,
}

/// One place in a [`Plan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Which place.
    pub place: Place,
    /// Its column, from 0 at the left.
    pub column: usize,
    /// Its row, from 0 at the top.
    pub row: usize,
}

impl Plan {
    /// An empty grid of so many columns.
    pub fn new(columns: usize) -> Plan {
        Plan {
            columns,
            ..Plan::default()
        }
    }

    /// The plan with one more place.
    #[must_use]
    pub fn with(mut self, place: Place, column: usize, row: usize) -> Plan {
        self.spots.push(Spot { place, column, row });
        self
    }

    /// The plan with a row of places side by side.
    #[must_use]
    pub fn with_row(
        self,
        places: impl IntoIterator<Item = Place>,
        column: usize,
        row: usize,
    ) -> Plan {
        places
            .into_iter()
            .enumerate()
            .fold(self, |plan, (n, place)| plan.with(place, column + n, row))
    }
}

/// What the next card of a place must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
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
pub struct Tally {
    /// The rank it begins with.
    pub start: Rank,
    /// Whether it is built up; otherwise down.
    pub up: bool,
    /// How many cards it has.
    pub count: usize,
    /// How many it has when it is full.
    pub full: usize,
}
