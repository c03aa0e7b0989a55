//! A game in play: rules, table and history.

mod changes;
mod deal_name;
mod turns;

use std::collections::BTreeSet;

use thiserror::Error;

use crate::cards::Card;
use crate::rules::{Checkpoint, Move, MoveList, PileId, Status, Table, shuffled_deck};
use crate::variant::Variant;

pub use changes::{CardMove, CardPosition, EventKind, TableEvent, follow_changes, table_events};
pub use deal_name::{DealName, DealtCards, RuleSet};

/// A game in play, with undo and redo of every move.
///
/// ```
/// use larboard::game::Game;
/// use larboard::variant;
///
/// let rules = variant::new(variant::find("moving-left").unwrap(), &[]).unwrap();
/// let mut game = Game::new(rules, 42);
/// game.play("draw".parse().unwrap()).unwrap();
/// assert_eq!(game.moves().count(), 1);
/// game.undo();
/// assert_eq!(game.moves().count(), 0);
/// assert_eq!(game.redo(), Some("draw".parse().unwrap()));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Variant,
    seed: Option<u64>,
    /// Boxed, because it is large and games are moved around.
    table: Box<Table>,
    /// The moves that were made, followed by the undone ones.
    history: Vec<Move>,
    /// The indices of the moves that were made automatically after the previous one.
    automatic: BTreeSet<usize>,
    /// The indices of the moves that were made as a hint said.
    hinted: BTreeSet<usize>,
    /// For each move that was made and not undone, the table before it.
    checkpoints: Vec<Checkpoint>,
    undos: u32,
    /// Whether safe cards go home by themselves.
    autoplay: bool,
}

/// Error for an illegal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// Why the move is illegal, as a message for the player.
    pub reason: String,
}

/// Maximum number of moves in a game that is played, including undone ones. The record of such a game
/// and of its parent can always be written and read.
pub const MAX_GAME_MOVES: usize = 30_000;

/// Error for a game with more than [`MAX_GAME_MOVES`] moves, which can be replayed but not continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("A game has at most {MAX_GAME_MOVES} moves")]
pub struct GameTooLong;

impl Game {
    /// Deals the game of a seed.
    pub fn new(rules: Variant, seed: u64) -> Game {
        let deck = shuffled_deck(seed, rules.info().decks);
        Game::from_deck(rules, Some(seed), &deck)
    }

    /// Deals a shuffled deck, which must consist of exactly the cards of the game. The seed is stored
    /// for records.
    pub fn from_deck(rules: Variant, seed: Option<u64>, deck: &[Card]) -> Game {
        let table = Box::new(rules.deal(deck));
        Game {
            rules,
            seed,
            table,
            history: Vec::new(),
            automatic: BTreeSet::new(),
            hinted: BTreeSet::new(),
            checkpoints: Vec::new(),
            undos: 0,
            autoplay: false,
        }
    }

    /// Replays moves, of which the last `undone` are then undone, and sets the count of undos.
    ///
    /// # Errors
    /// The first illegal move and the number of moves before it.
    pub fn with_history(
        mut self,
        moves: &[Move],
        undone: usize,
        undos: u32,
    ) -> Result<Game, (usize, IllegalMove)> {
        for (n, &mv) in moves.iter().enumerate() {
            self.check_legal(mv).map_err(|illegal| (n, illegal))?;
            self.history.push(mv);
            self.step_forward();
        }
        self.seek(moves.len().saturating_sub(undone));
        self.undos = undos;
        Ok(self)
    }

    /// Creates an independent game that continues from this position, without the undone moves.
    ///
    /// # Errors
    /// The game has more than [`MAX_GAME_MOVES`] moves, including undone ones.
    pub fn branch(&self) -> Result<Game, GameTooLong> {
        if self.total_moves() > MAX_GAME_MOVES {
            return Err(GameTooLong);
        }
        let mut branch = self.clone();
        branch.drop_undone();
        branch.undos = 0;
        Ok(branch)
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Variant {
        &self.rules
    }

    /// Returns the seed of the deck. `None` if the deck was given.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Returns the shuffled deck, of which the first card was dealt first.
    pub fn deck(&self) -> &[Card] {
        self.table.deck()
    }

    /// Returns the table at the current position.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Iterates over the moves up to the current position.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.history[..self.checkpoints.len()].iter().copied()
    }

    /// Iterates over the undone moves, beginning with the next one to redo.
    pub fn undone(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.history[self.checkpoints.len()..].iter().copied()
    }

    /// Returns the number of moves in the history, the undone ones included.
    pub fn total_moves(&self) -> usize {
        self.history.len()
    }

    /// Returns the number of undos.
    pub fn undos(&self) -> u32 {
        self.undos
    }

    /// Returns the legal moves.
    pub fn legal_moves(&self) -> MoveList {
        self.rules.move_list(&self.table)
    }

    /// Returns the status of the game.
    pub fn status(&self) -> Status {
        self.rules.status(&self.table)
    }

    /// Makes a move. The undone moves are dropped, unless this is the next one
    /// of them.
    ///
    /// # Errors
    /// The move is illegal, or the game has [`MAX_GAME_MOVES`] moves.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_legal(mv)?;
        let made = self.checkpoints.len();
        // A move that is part of the history already is no new one.
        if self.undone().next() != Some(mv) {
            if made >= MAX_GAME_MOVES {
                let reason = GameTooLong.to_string();
                return Err(IllegalMove { mv, reason });
            }
            self.drop_undone();
            self.history.push(mv);
        }
        self.automatic.remove(&made);
        self.hinted.remove(&made);
        self.step_forward();
        Ok(())
    }

    /// Makes an automatic move, which is undone and redone in one turn with the move before it.
    ///
    /// # Errors
    /// As [`play`](Game::play).
    pub fn play_automatic(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.play(mv)?;
        self.automatic.insert(self.checkpoints.len() - 1);
        Ok(())
    }

    /// Whether the stock is dealt to the tableau instead of a waste or a hand.
    pub fn is_stock_dealt_to_tableau(&self) -> bool {
        let piles = self.table.pile_ids();
        piles.contains(PileId::STOCK)
            && !piles.contains(PileId::WASTE)
            && !piles.contains(PileId::HAND)
    }

    /// Returns the legal move that draws, deals or redeals. If none is legal, returns an illegal one
    /// that tells the player why.
    pub fn stock_move(&self) -> Move {
        let legal = self.legal_moves();
        let mut candidates = [Move::Draw, Move::Deal, Move::Redeal].into_iter();
        let fallback = if self.is_stock_dealt_to_tableau() {
            Move::Deal
        } else {
            Move::Draw
        };
        candidates.find(|mv| legal.contains(mv)).unwrap_or(fallback)
    }

    fn drop_undone(&mut self) {
        let made = self.checkpoints.len();
        self.history.truncate(made);
        self.automatic.retain(|n| *n < made);
        self.hinted.retain(|n| *n < made);
    }

    /// Undoes the last turn, which is a move with its automatic moves, and counts one undo. Returns the
    /// player's move of that turn.
    pub fn undo(&mut self) -> Option<Move> {
        let turn = self.last_turn_len();
        if turn == 0 {
            return None;
        }
        self.undos = self.undos.saturating_add(1);
        for _ in 1..turn {
            self.step_back();
        }
        self.step_back()
    }

    /// Redoes the turn that was undone last. Returns its first move.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = self.step_forward()?;
        while self.automatic.contains(&self.checkpoints.len()) {
            self.step_forward();
        }
        Some(mv)
    }

    /// Returns the number of moves in the last turn: the player's move and its automatic moves. 0 at the
    /// deal.
    pub fn last_turn_len(&self) -> usize {
        let made = self.checkpoints.len();
        let automatic = (0..made).rev().take_while(|n| self.automatic.contains(n));
        (automatic.count() + 1).min(made)
    }

    /// Returns the indices in the history of the automatic moves, undone moves included.
    pub fn automatic_moves(&self) -> &BTreeSet<usize> {
        &self.automatic
    }

    /// Returns the last position, at most after this many moves, that is not between a move and its automatic ones.
    pub fn turn_start(&self, moves: usize) -> usize {
        let is_start = |at: &usize| !self.automatic.contains(at);
        (0..=moves).rfind(is_start).unwrap_or(0)
    }

    /// Marks moves as automatic, by their indices in the history. Indices without a move are ignored.
    pub fn mark_automatic(&mut self, indices: impl IntoIterator<Item = usize>) {
        let all = self.history.len();
        self.automatic
            .extend(indices.into_iter().filter(|n| *n < all));
    }

    /// Returns the indices in the history of the moves that were made as a hint said, undone moves included.
    pub fn hinted_moves(&self) -> &BTreeSet<usize> {
        &self.hinted
    }

    /// Returns how many moves up to the current position were made as a hint said.
    pub fn hinted_count(&self) -> u32 {
        self.hinted.range(..self.checkpoints.len()).count() as u32
    }

    /// Marks moves as made as a hint said, by their indices in the history. Indices without a move are ignored.
    pub fn mark_hinted(&mut self, indices: impl IntoIterator<Item = usize>) {
        let all = self.history.len();
        self.hinted.extend(indices.into_iter().filter(|n| *n < all));
    }

    /// Goes to the position after this many moves of the history, undone moves included, or to its end.
    /// This does not count as an undo.
    pub fn seek(&mut self, moves: usize) {
        while self.checkpoints.len() > moves && self.step_back().is_some() {}
        while self.checkpoints.len() < moves && self.step_forward().is_some() {}
    }

    fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.legal_moves().contains(&mv) {
            return Ok(());
        }
        let reason = if self.rules.is_won(&self.table) {
            "The game is won".into()
        } else {
            self.rules.explain_illegal(&self.table, mv)
        };
        Err(IllegalMove { mv, reason })
    }

    fn step_back(&mut self) -> Option<Move> {
        self.table.rollback(self.checkpoints.pop()?);
        self.undone().next()
    }

    fn step_forward(&mut self) -> Option<Move> {
        let mv = self.undone().next()?;
        self.checkpoints.push(self.table.checkpoint());
        self.rules.apply(&mut self.table, mv);
        Some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::test_variant;

    fn moving_left() -> Game {
        let rules = test_variant("moving-left", &[]);
        Game::new(rules, 42)
    }

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    #[test]
    fn illegal_move_changes_nothing_and_gives_the_reason() {
        let mut game = moving_left();
        let before = game.table().clone();
        let refused = game.play(mv("w-t1")).expect_err("the waste is empty");
        assert_eq!(refused.reason, "The waste is empty");
        assert_eq!(*game.table(), before);
        assert_eq!(game.moves().len(), 0);
    }

    #[test]
    fn move_of_no_cards_is_refused() {
        let (from, to) = (PileId::tableau(0), PileId::tableau(1));
        let none = Move::Transfer { from, to, count: 0 };
        let refused = moving_left().play(none).expect_err("no such move");
        assert_eq!(refused.reason, "Move at least one card");
    }

    #[test]
    fn undo_and_redo_restore_the_table() {
        let mut game = moving_left();
        let start = game.table().clone();
        for _ in 0..30 {
            let first = game.legal_moves()[0];
            game.play(first).expect("a legal move");
        }
        let end = game.table().clone();
        while game.undo().is_some() {}
        assert_eq!(*game.table(), start);
        while game.redo().is_some() {}
        assert_eq!(*game.table(), end);
        assert_eq!(game.undos(), 30);
    }

    #[test]
    fn another_move_drops_the_undone_moves_and_the_same_move_does_not() {
        let mut game = moving_left();
        for _ in 0..3 {
            game.play(mv("draw")).expect("a legal move");
        }
        game.undo();
        game.undo();
        game.play(mv("draw")).expect("a legal move");
        assert_eq!(game.undone().len(), 1);
        game.undo();
        let other = game
            .legal_moves()
            .into_iter()
            .find(|&other| other != mv("draw"));
        game.play(other.expect("another move"))
            .expect("a legal move");
        assert_eq!(game.undone().len(), 0);
    }

    #[test]
    fn turn_is_undone_and_redone_as_a_whole_and_counts_once() {
        let mut game = moving_left();
        let start = game.table().clone();
        game.play(mv("draw")).expect("a legal move");
        game.play(mv("t4-f3")).expect("a legal move");
        for _ in 0..2 {
            game.play_automatic(mv("draw")).expect("a legal move");
        }
        let end = game.table().clone();
        assert_eq!((game.last_turn_len(), game.moves().len()), (3, 4));
        assert_eq!(game.undo(), Some(mv("t4-f3")));
        assert_eq!((game.moves().len(), game.undos()), (1, 1));
        assert_eq!(game.undo(), Some(mv("draw")));
        assert_eq!(*game.table(), start);
        assert_eq!(game.last_turn_len(), 0);
        game.redo();
        game.redo();
        assert_eq!(*game.table(), end);
        game.seek(2);
        assert_eq!(game.moves().len(), 2, "seeking goes move by move");
    }

    #[test]
    fn seeking_covers_all_moves_and_counts_no_undo() {
        let mut game = moving_left();
        for _ in 0..5 {
            game.play(mv("draw")).expect("a legal move");
        }
        game.seek(2);
        assert_eq!((game.moves().len(), game.undone().len()), (2, 3));
        game.seek(99);
        assert_eq!((game.moves().len(), game.undone().len()), (5, 0));
        assert_eq!(game.undos(), 0);
    }
}
