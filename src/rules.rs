//! The rules: what a game is, and the five games.
//!
//! Pure: no clock, no terminal, no files, and no randomness but the seed that is given. A game is
//! a [`Table`] (the state) and [`Rules`] (who deals it, lists the legal moves and makes them).

mod change;
mod common;
mod deal;
mod drop_targets;
mod illegal_reason;
mod info;
mod knowledge;
mod moosehide;
mod movable_cards;
mod moves;
mod moving_left;
mod one_handed;
mod options;
mod oscillation;
mod perft;
mod pile;
mod relaxation;
mod single_left;
mod size;
mod sliding;
mod table;
mod variant;
mod warfield;
mod yakutat_bay;

pub use change::Change;
pub use deal::{Dealer, DeckError, check_deck, shuffled_deck, shuffled_reduced_deck, sorted_deck};
pub use info::{
    Accepts, BoardLayout, FoundationProgress, GameInfo, OptionSpec, OptionValue, PilePosition,
};
pub use knowledge::{KeyPart, MacroMoves, ProgressMeasure, PruningRule, PruningRules};
pub use moosehide::Moosehide;
pub use moves::{Move, MoveList, ParseMoveError};
pub use moving_left::MovingLeft;
pub use one_handed::OneHanded;
pub use options::{GameOptions, OptionError};
pub use oscillation::Oscillation;
pub use perft::perft;
pub use pile::{ParsePileIdError, PileId, PileKind, PileSet};
pub use single_left::SingleLeft;
pub use table::{Checkpoint, PILE_CAPACITY, PackedTables, Table};
pub use variant::{Variant, Visitor};
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
pub trait Rules: Clone + Send + Sync + 'static {
    /// What the game says of itself before any deal.
    fn info(&self) -> &'static GameInfo;

    /// The options in force, in the order a record writes them.
    fn options(&self) -> GameOptions;

    /// Where the piles lie.
    fn layout(&self) -> BoardLayout;

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

    /// How many cards are home.
    fn foundation_cards(&self, table: &Table) -> usize {
        table.cards_on_foundations()
    }

    /// How many cards are left over, in a game that is scored by them: fewer is better.
    fn cards_left(&self, _table: &Table) -> Option<usize> {
        None
    }

    /// How many redeals are left, in a game that counts them.
    fn redeals_left(&self, _table: &Table) -> Option<u8> {
        None
    }

    /// What the next card of a place must be, where that does not hang on the card lying there.
    fn accepts(&self, _table: &Table, _place: PileId) -> Accepts {
        Accepts::Nothing
    }

    /// The place a move names where a player drops cards on a place: in the sliding games, a drop
    /// on any space is a drop on the last.
    fn drop_target(&self, _table: &Table, to: PileId) -> PileId {
        to
    }

    /// How many cards at the top of a pile may be taken up as a unit at most, wherever they may go.
    fn max_movable(&self, table: &Table, place: PileId) -> usize {
        match place.kind() {
            PileKind::Tableau => table.face_up(place).len(),
            PileKind::Waste | PileKind::Reserve => table.size(place).min(1),
            PileKind::Foundation | PileKind::Stock | PileKind::Hand | PileKind::Discards => 0,
        }
    }

    /// Whether the top card of a foundation may come back.
    fn allows_foundation_return(&self) -> bool {
        false
    }

    /// Whether cards ever go home [safely](Rules::is_safe_autoplay) in this game.
    fn has_safe_autoplay(&self) -> bool {
        false
    }

    /// Whether a legal move brings a card home and cannot cost the game, so that it may be made
    /// without asking. Where in doubt it could.
    fn is_safe_autoplay(&self, _table: &Table, _mv: Move) -> bool {
        false
    }

    /// What a foundation counts by, where it does not begin with the ace.
    fn foundation_progress(&self, _table: &Table, _place: PileId) -> Option<FoundationProgress> {
        None
    }

    /// For a search: tells of each place what of it tells this position from others. A place not
    /// told of is as one told of with [`KeyPart::Ignored`].
    fn visit_key_parts(
        &self,
        table: &Table,
        _known: PruningRules,
        tell: &mut impl FnMut(PileId, KeyPart),
    ) {
        for place in table.pile_ids().iter() {
            tell(place, KeyPart::Exact);
        }
    }

    /// For a search: adds sequences of legal moves, the most promising first. Where a game not yet
    /// won can be won, it can be won after one of them.
    fn successors(&self, table: &Table, _known: PruningRules, courses: &mut MacroMoves) {
        let mut moves = MoveList::new();
        self.legal_moves(table, &mut moves);
        courses.extend_foundation_first(&moves);
    }

    /// For a search: how near a position looks to being won; more is nearer.
    fn evaluate(&self, table: &Table) -> i32 {
        self.foundation_cards(table) as i32
    }

    /// For a search: what there is to do that cannot be taken back. Nothing where the game has no
    /// such count. Each slant weighs the promise otherwise, so that a search that failed may go
    /// another way.
    fn progress(&self, _table: &Table, _slant: u32) -> Option<ProgressMeasure> {
        None
    }

    /// For a search: whether a legal move can be taken back by legal moves, so that as much can be
    /// done after it as before. Where in doubt it cannot.
    fn is_reversible(&self, _table: &Table, _mv: Move) -> bool {
        false
    }

    /// For a search: whether the game certainly cannot be won from here.
    fn is_dead_end(&self, _table: &Table, _known: PruningRules) -> bool {
        false
    }

    /// For a survey of many deals: whether a deal is won and in how many moves, in a game that
    /// leaves no choice. Nothing in a game that has choices.
    fn simulate_forced(&self, _deck: &[Card]) -> Option<(bool, u64)> {
        None
    }

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
pub(crate) fn play_random_moves<R: Rules>(
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
