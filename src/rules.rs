//! The rules: what a game is, and the five games.
//!
//! Pure: no clock, no terminal, no files, and no randomness but the seed that is given. A game is
//! a [`Table`] (the state) and [`Rules`] (who deals it, lists the legal moves and makes them).

mod change;
pub(crate) mod common;
mod deal;
mod drop_targets;
mod illegal_reason;
mod info;
pub(crate) mod moosehide;
pub(crate) mod movable_cards;
mod moves;
pub(crate) mod moving_left;
pub(crate) mod one_handed;
mod options;
pub(crate) mod oscillation;
mod perft;
mod pile;
pub(crate) mod single_left;
pub(crate) mod size;
pub(crate) mod sliding;
mod table;
mod warfield;
pub(crate) mod yakutat_bay;

pub use change::Change;
pub use deal::{Dealer, DeckError, check_deck, shuffled_deck, shuffled_reduced_deck, sorted_deck};
pub use info::{GameInfo, OptionSpec, OptionValue};
pub use moosehide::Moosehide;
pub use moves::{Move, MoveList, ParseMoveError};
pub use moving_left::MovingLeft;
pub use one_handed::OneHanded;
pub use options::{GameOptions, OptionError};
pub use oscillation::Oscillation;
pub use perft::perft;
pub use pile::{ParsePileIdError, PileId, PileKind, PileSet};
pub use table::{Checkpoint, PILE_CAPACITY, PackedTables, Table};
pub use warfield::Warfield;
pub use yakutat_bay::YakutatBay;

use crate::cards::Card;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// All cards are home.
    Won,
    /// Not won, and no legal move. That a position has moves but no way to win is another thing.
    Lost,
    /// There is a legal move.
    Playing,
}

impl Status {
    /// The word a record writes: `won`, `lost` or `playing`.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Won => "won",
            Status::Lost => "lost",
            Status::Playing => "playing",
        }
    }
}

/// What a game is: a state and its legal moves, and what a front end must know to show it.
///
/// A table handed to these methods is one that the same rules dealt and changed.
pub trait Rules: Send + Sync + 'static {
    /// What the game says of itself before any deal.
    fn info(&self) -> &'static GameInfo;

    /// The options in force, in the order a record writes them.
    fn options(&self) -> GameOptions;

    /// Lays out a shuffled deck, first card dealt first. The deck is exactly the game's cards.
    fn deal(&self, deck: &[Card]) -> Table;

    /// Adds every legal move to a list that is empty. A move that would leave the whole table
    /// exactly as it was is not legal; in a game that is won nothing is.
    fn legal_moves(&self, table: &Table, moves: &mut MoveList);

    /// Makes a legal move with all that follows by itself. [`Table::rollback`] takes it back.
    fn apply(&self, table: &mut Table, mv: Move);

    /// Whether the game is won.
    fn is_won(&self, table: &Table) -> bool;

    /// Why a move that is not legal is not, in a player's words: `6♥ does not go on 8♠`.
    fn explain_illegal(&self, table: &Table, mv: Move) -> String;

    /// How the game stands.
    fn status(&self, table: &Table) -> Status {
        if self.is_won(table) {
            return Status::Won;
        }
        let mut moves = MoveList::new();
        self.legal_moves(table, &mut moves);
        if moves.is_empty() {
            Status::Lost
        } else {
            Status::Playing
        }
    }
}

/// For tests: plays so many moves at random from a deal, and back and forth; tells of each table
/// come to.
#[cfg(test)]
pub(crate) fn play_random_moves<R: Rules + ?Sized>(
    rules: &R,
    seed: u64,
    turns: usize,
    mut come_to: impl FnMut(&Table),
) {
    let mut table = rules.deal(&shuffled_deck(seed, rules.info().decks));
    let mut lot = seed;
    let mut marks = vec![table.checkpoint()];
    for _ in 0..turns {
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut moves = MoveList::new();
        rules.legal_moves(&table, &mut moves);
        if moves.is_empty() || lot >> 62 == 0 {
            table.rollback(marks[(lot >> 32) as usize % marks.len()]);
            marks.retain(|&mark| mark <= table.checkpoint());
        } else {
            rules.apply(&mut table, moves[(lot >> 32) as usize % moves.len()]);
            marks.push(table.checkpoint());
        }
        come_to(&table);
    }
}
