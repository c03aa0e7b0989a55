//! What a front end must know to show a game and to let a player handle its cards.
//!
//! [`Presentation`] builds on [`Rules`] and says nothing about drawing: it names the piles and their
//! positions on a grid, what an empty pile accepts, how many cards may be picked up, and which moves
//! are safe to make without asking. Each game has one file here.

mod moosehide;
mod moving_left;
mod oscillation;
mod single_left;
mod yakutat_bay;

use std::ops::Range;

use crate::cards::{Card, Rank};
use crate::rules::GameSize;
use crate::rules::foundations::next_foundation_card;
use crate::rules::{Introduction, Move, PileId, PileKind, Rules, Table};

/// A game that a front end can show.
///
/// Only [`layout`](Presentation::layout) must be given. The other methods have defaults that are
/// right for a simple game with ordinary foundations.
pub trait Presentation: Rules {
    /// Returns the positions of the piles.
    fn layout(&self) -> BoardLayout;

    /// Returns what a player needs to know first. Options that make another game have their own.
    fn introduction(&self) -> &'static Introduction {
        &self.info().introduction
    }

    /// Counts the cards that have reached their final place.
    fn cards_home(&self, table: &Table) -> usize {
        table.cards_on_foundations()
    }

    /// Counts the cards still in play, in a game that is scored by them; fewer is better.
    ///
    /// `None` in a game that is not scored.
    fn cards_left(&self, _table: &Table) -> Option<usize> {
        None
    }

    /// Counts the redeals still allowed. `None` in a game without redeals.
    fn redeals_left(&self, _table: &Table) -> Option<u8> {
        None
    }

    /// Returns what the pile accepts next, where that does not depend on its top card.
    fn accepts(&self, _table: &Table, _pile: PileId) -> Accepts {
        Accepts::Nothing
    }

    /// Returns the destination to use in a move when the player drops cards on `to`.
    ///
    /// In the sliding games a drop on any empty pile means the last one.
    fn drop_target(&self, _table: &Table, to: PileId) -> PileId {
        to
    }

    /// Returns how many cards at the top of a pile may be picked up together at most, whether or
    /// not any pile accepts them.
    fn max_movable(&self, table: &Table, pile: PileId) -> usize {
        match pile.kind() {
            PileKind::Tableau => table.face_up(pile).len(),
            PileKind::Waste | PileKind::Reserve => table.size(pile).min(1),
            PileKind::Foundation | PileKind::Stock | PileKind::Hand | PileKind::Discards => 0,
        }
    }

    /// Whether the top card of a foundation may return to the tableau.
    fn allows_foundation_return(&self) -> bool {
        false
    }

    /// Whether [`is_safe_autoplay`](Presentation::is_safe_autoplay) ever holds in this game.
    fn has_safe_autoplay(&self) -> bool {
        false
    }

    /// Whether a legal move sends a card to its foundation and cannot turn a won game into a lost
    /// one, so that it may be made without asking. `false` in case of doubt.
    fn is_safe_autoplay(&self, _table: &Table, _mv: Move) -> bool {
        false
    }

    /// Returns the height and the direction of a foundation that does not start with the ace.
    fn foundation_count(&self, _table: &Table, _pile: PileId) -> Option<FoundationCount> {
        None
    }

    /// Returns what the table says in its gaps, in rows of dim text.
    fn captions(&self, _table: &Table) -> Vec<Caption> {
        Vec::new()
    }

    /// Whether a tableau pile is built up or down, in a game whose piles differ in that.
    fn build_direction(&self, _pile: PileId) -> Option<BuildDirection> {
        None
    }

    /// Whether the player never has a choice, so that a verdict on a deal reveals its end.
    fn is_forced(&self) -> bool {
        false
    }
}

/// Grid positions of a game's piles.
///
/// Row 0 is above the tableau. Row 1 holds the tableau, whose fans run down from there. A reserve
/// stands beside the tableau, in rows from 1 on, or in row 0. A column without piles, or with piles in row 0
/// only, is a gap.
#[derive(Clone, Debug, Default)]
pub struct BoardLayout {
    /// Number of columns.
    pub columns: usize,
    /// Every pile with its position.
    pub positions: Vec<PilePosition>,
    /// Number of cards at the end of the hand that are in play, in a game played in the hand.
    pub window: Option<usize>,
}

/// A text on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// One line.
    pub text: String,
    /// The columns that it is centered in.
    pub columns: Range<usize>,
    /// Row 0 is above the piles of row 0, and row 1 below the numbers of the tableau piles.
    pub row: usize,
}

/// Position of one pile in a [`BoardLayout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PilePosition {
    /// The pile.
    pub pile: PileId,
    /// Column, counted from 0 at the left.
    pub column: usize,
    /// Row, counted from 0 at the top.
    pub row: usize,
}

impl BoardLayout {
    /// Creates an empty grid with this number of columns.
    pub fn new(columns: usize) -> BoardLayout {
        BoardLayout {
            columns,
            ..BoardLayout::default()
        }
    }

    /// Adds a pile.
    #[must_use]
    pub fn with_pile(mut self, pile: PileId, column: usize, row: usize) -> BoardLayout {
        self.positions.push(PilePosition { pile, column, row });
        self
    }

    /// Adds piles side by side, the first at `column`.
    #[must_use]
    pub fn with_row(
        mut self,
        piles: impl IntoIterator<Item = PileId>,
        column: usize,
        row: usize,
    ) -> BoardLayout {
        for (n, pile) in piles.into_iter().enumerate() {
            self = self.with_pile(pile, column + n, row);
        }
        self
    }
}

/// What a pile accepts next, as far as it does not depend on the pile's top card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepts {
    /// No card, or only cards that fit the top card.
    Nothing,
    /// Any card.
    Any,
    /// Any card of this rank.
    Rank(Rank),
    /// This card.
    Card(Card),
}

/// Returns what a pile accepts next in a game whose foundations are built up from the ace, and whose
/// empty piles take only a king.
fn card_or_king(table: &Table, size: GameSize, pile: PileId) -> Accepts {
    if pile.is_foundation() {
        next_foundation_card(table, pile).map_or(Accepts::Nothing, Accepts::Card)
    } else if pile.is_tableau() && table.is_empty(pile) {
        Accepts::Rank(size.highest_rank)
    } else {
        Accepts::Nothing
    }
}

/// Returns the destination of a drop in a sliding game: a drop on any empty pile means the last one.
fn last_space(table: &Table, size: GameSize, to: PileId) -> PileId {
    if to.is_tableau() && table.is_empty(to) {
        size.last_pile()
    } else {
        to
    }
}

/// Direction in which a pile is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuildDirection {
    /// Each card is one rank higher than the one below it.
    Up,
    /// Each card is one rank lower than the one below it.
    Down,
}

/// Progress of a foundation that does not start with the ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundationCount {
    /// Rank of the first card.
    pub start: Rank,
    /// Direction in which it is built.
    pub direction: BuildDirection,
    /// Number of cards it has when complete.
    pub full_count: usize,
}
