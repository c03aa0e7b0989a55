//! Rules of the games.
//!
//! This module is pure: it uses no clock, terminal or file, and no randomness except a given seed. A
//! game consists of a [`Table`], which is its state, and [`Rules`], which deal, list the legal moves
//! and apply them. Each game has one file here, Oscillation also a folder; Single Left in Warfield's style
//! is Moving Left with one deck. The rules are described in `RULES.md`.

mod change;
mod deal;
pub(crate) mod foundations;
mod illegal_reason;
mod info;
pub(crate) mod moosehide;
mod moves;
pub(crate) mod moving_left;
mod options;
pub(crate) mod oscillation;
mod perft;
mod pile;
pub(crate) mod safe_cards;
pub(crate) mod single_left;
mod size;
pub(crate) mod sliding;
mod table;
pub(crate) mod tableau;
pub(crate) mod yakutat_bay;

pub use change::Change;
pub(crate) use deal::shuffle;
pub use deal::{Dealer, DeckError, check_deck, shuffled_deck, shuffled_reduced_deck, sorted_deck};
pub use info::{GameInfo, Introduction, OptionSpec, OptionValue, Preset};
pub use moosehide::MoosehideRules;
pub use moves::{Move, MoveList};
pub use moving_left::MovingLeftRules;
pub use options::{GameOptions, OptionError};
pub use oscillation::OscillationRules;
pub use perft::perft;
pub use pile::{PileId, PileKind, PileSet};
pub use single_left::OneHandedRules;
pub use size::GameSize;
pub use table::{Checkpoint, PILE_CAPACITY, PackedTables, Table};
pub use yakutat_bay::YakutatBayRules;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::cards::Card;

/// Status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Status {
    /// The game is won.
    Won,
    /// The game is not won and there is no legal move. A position that has moves but cannot be won any
    /// more counts as [`Playing`](Status::Playing).
    Lost,
    /// There is a legal move.
    Playing,
}

impl Status {
    /// Returns the value used in records, which `FromStr` parses: `won`, `lost` or `playing`.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// The rules of a game.
///
/// The tables given to these methods must have been dealt and changed by the same rules.
pub trait Rules: Send + Sync + 'static {
    /// Deals a shuffled deck, of which the first card is dealt first. The deck must consist of exactly
    /// the cards of the game.
    fn deal(&self, deck: &[Card]) -> Table;

    /// Adds every legal move to an empty list.
    ///
    /// A move that leaves the whole table unchanged is illegal. A game that is won has no legal moves.
    fn legal_moves(&self, table: &Table, moves: &mut MoveList);

    /// Applies a legal move with its automatic consequences. [`Table::rollback`] undoes it.
    fn apply(&self, table: &mut Table, mv: Move);

    /// Returns whether the game is won.
    fn is_won(&self, table: &Table) -> bool;

    /// Explains to the player why a move is illegal: `6♥ needs a black 7`.
    fn explain_illegal(&self, table: &Table, mv: Move) -> String;

    /// Returns the description of the game.
    fn info(&self) -> &'static GameInfo;

    /// Returns the options in effect, in the order in which a record lists them.
    fn options(&self) -> GameOptions;

    /// Returns every legal move.
    fn move_list(&self, table: &Table) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_moves(table, &mut moves);
        moves
    }

    /// Returns the status of the game.
    fn status(&self, table: &Table) -> Status {
        if self.is_won(table) {
            return Status::Won;
        }
        if self.move_list(table).is_empty() {
            Status::Lost
        } else {
            Status::Playing
        }
    }

    /// Returns the table after some legal moves.
    fn table_after(&self, table: &Table, moves: &[Move]) -> Table {
        let mut table = table.clone();
        moves.iter().for_each(|&mv| self.apply(&mut table, mv));
        table
    }
}

/// For tests: plays `turns` random moves and undos from a deal, and calls `visit` with each table.
#[cfg(test)]
pub(crate) fn play_random_moves<R: Rules + ?Sized>(
    rules: &R,
    seed: u64,
    turns: usize,
    mut visit: impl FnMut(&Table),
) {
    let mut table = rules.deal(&shuffled_deck(seed, rules.info().decks));
    let mut random = seed;
    let mut checkpoints = vec![table.checkpoint()];
    for _ in 0..turns {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let moves = rules.move_list(&table);
        if moves.is_empty() || random >> 62 == 0 {
            table.rollback(checkpoints[(random >> 32) as usize % checkpoints.len()]);
            checkpoints.retain(|&checkpoint| checkpoint <= table.checkpoint());
        } else {
            rules.apply(&mut table, moves[(random >> 32) as usize % moves.len()]);
            checkpoints.push(table.checkpoint());
        }
        visit(&table);
    }
}
