//! A game being played: its rules, its table, and its whole history both ways.

mod autoplay;
mod events;
mod last_turn;
mod move_diff;

use std::fmt;
use std::sync::Arc;

use crate::cards::Card;
use crate::rules::{
    Change, Checkpoint, Move, MoveList, PileId, Rules, Status, Table, shuffled_deck,
};
use crate::variant::Playable;

pub use events::{TableEvent, snapshot, table_events};
pub use move_diff::{CardMove, ChangeKind, MoveDiff};

/// A game from its deal on. Every position of it can be gone back to.
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
#[derive(Debug)]
pub struct Game<R: ?Sized = dyn Playable> {
    rules: Arc<R>,
    seed: Option<u64>,
    /// Apart, since it is large and a game is handed about.
    table: Box<Table>,
    played: Vec<PlayedMove>,
    undone: Vec<UndoneMove>,
    undos: u32,
}

/// A move made, and the moment before it.
#[derive(Clone, Copy, Debug)]
struct PlayedMove {
    mv: Move,
    checkpoint: Checkpoint,
    /// Whether it followed by itself from the move before it.
    automatic: bool,
}

/// A move taken back.
#[derive(Clone, Copy, Debug)]
struct UndoneMove {
    mv: Move,
    automatic: bool,
}

/// A move that is not legal, and why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// Why it is not legal, in a player's words.
    pub reason: String,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for IllegalMove {}

/// The most moves that can be played in a game, those taken back included: so few that the record
/// of it, and of the game it was taken over from, can always be written and read again.
pub const MAX_GAME_MOVES: usize = 30_000;

/// A game longer than [`MAX_GAME_MOVES`], which can be looked at but not played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTooLong;

impl fmt::Display for GameTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A game has at most {MAX_GAME_MOVES} moves")
    }
}

impl std::error::Error for GameTooLong {}

impl<R: ?Sized> Clone for Game<R> {
    fn clone(&self) -> Game<R> {
        Game {
            rules: Arc::clone(&self.rules),
            seed: self.seed,
            table: self.table.clone(),
            played: self.played.clone(),
            undone: self.undone.clone(),
            undos: self.undos,
        }
    }
}

impl<R: Rules + ?Sized> Game<R> {
    /// Deals the game of a seed.
    pub fn new(rules: Arc<R>, seed: u64) -> Game<R> {
        let deck = shuffled_deck(seed, rules.info().decks);
        Game::from_deck(rules, Some(seed), &deck)
    }

    /// Deals a shuffled deck, which is exactly the game's cards; the seed is what is told of it.
    pub fn from_deck(rules: Arc<R>, seed: Option<u64>, deck: &[Card]) -> Game<R> {
        let table = Box::new(rules.deal(deck));
        Game {
            rules,
            seed,
            table,
            played: Vec::new(),
            undone: Vec::new(),
            undos: 0,
        }
    }

    /// The same game with moves made again that were made before, of which the last `undone` were
    /// then taken back, as the last of so many `undos`.
    ///
    /// # Errors
    /// The first move that is not legal, and how many were made before it.
    pub fn with_history(
        mut self,
        moves: &[Move],
        undone: usize,
        undos: u32,
    ) -> Result<Game<R>, (usize, IllegalMove)> {
        for (n, &mv) in moves.iter().enumerate() {
            self.check_legal(mv).map_err(|illegal| (n, illegal))?;
            self.apply_move(mv, false);
        }
        self.seek(moves.len().saturating_sub(undone));
        self.undos = undos;
        Ok(self)
    }

    /// A game of its own from this position on: what was taken back here is forgotten there.
    ///
    /// # Errors
    /// The game, with what was taken back, has more than [`MAX_GAME_MOVES`] moves.
    pub fn branch(&self) -> Result<Game<R>, GameTooLong> {
        if self.played.len() + self.undone.len() > MAX_GAME_MOVES {
            return Err(GameTooLong);
        }
        let mut branch = self.clone();
        branch.undone.clear();
        branch.undos = 0;
        Ok(branch)
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The seed the deck was shuffled from, unless the deck came from elsewhere.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The shuffled deck, first card dealt first.
    pub fn deck(&self) -> &[Card] {
        self.table.deck()
    }

    /// The table as it stands.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The moves made, first first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.played.iter().map(|played| played.mv)
    }

    /// The last move made.
    pub fn last_move(&self) -> Option<Move> {
        self.played.last().map(|played| played.mv)
    }

    /// The moves taken back, next first.
    pub fn undone(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.undone.iter().rev().map(|undone| undone.mv)
    }

    /// How many times a move was taken back.
    pub fn undos(&self) -> u32 {
        self.undos
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.rules.legal_moves(&self.table, &mut moves);
        moves
    }

    /// How the game stands.
    pub fn status(&self) -> Status {
        self.rules.status(&self.table)
    }

    /// Makes a move; returns what it did. Moves taken back are forgotten, unless this is the next
    /// of them.
    ///
    /// # Errors
    /// The move is not legal, or the game has [`MAX_GAME_MOVES`] moves.
    pub fn play(&mut self, mv: Move) -> Result<&[Change], IllegalMove> {
        self.play_move(mv, false)
    }

    /// Makes a move that follows by itself from the one before: the two are taken back, and made
    /// again, as one turn.
    ///
    /// # Errors
    /// As [`play`](Game::play).
    pub fn play_automatic(&mut self, mv: Move) -> Result<&[Change], IllegalMove> {
        self.play_move(mv, true)
    }

    /// Whether the stock is dealt onto the tableau, not turned onto a waste.
    pub fn is_stock_dealt_to_tableau(&self) -> bool {
        let places = self.table.pile_ids();
        places.contains(PileId::STOCK)
            && !places.contains(PileId::WASTE)
            && !places.contains(PileId::HAND)
    }

    /// The move that draws or deals, whichever the game has, or makes the discards the stock
    /// again; where none is legal, the one whose refusal tells why.
    pub fn stock_move(&self) -> Move {
        let legal = self.legal_moves();
        let mut turns = [Move::Draw, Move::Deal, Move::Redeal].into_iter();
        let refused = if self.is_stock_dealt_to_tableau() {
            Move::Deal
        } else {
            Move::Draw
        };
        turns.find(|mv| legal.contains(mv)).unwrap_or(refused)
    }

    fn play_move(&mut self, mv: Move, follows: bool) -> Result<&[Change], IllegalMove> {
        self.check_legal(mv)?;
        if self.undone.last().is_some_and(|undone| undone.mv == mv) {
            // It was there before, so there is room for it, however long the game is.
            self.undone.pop();
        } else if self.played.len() >= MAX_GAME_MOVES {
            let why = GameTooLong.to_string();
            return Err(IllegalMove { mv, reason: why });
        } else {
            self.undone.clear();
        }
        Ok(self.apply_move(mv, follows))
    }

    /// Takes the last move back, with all that followed by itself, and counts that. Where moves
    /// followed it they go too, and the one returned is the player's.
    pub fn undo(&mut self) -> Option<Move> {
        let turn = self.last_turn_len();
        if turn == 0 {
            return None;
        }
        self.undos = self.undos.saturating_add(1);
        (0..turn).filter_map(|_| self.step_back()).last()
    }

    /// Makes the move again that was taken back last, and those that followed it.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = self.step_forward()?;
        while self.undone.last().is_some_and(|undone| undone.automatic) {
            self.step_forward();
        }
        Some(mv)
    }

    /// How many moves the last turn had: the player's, and those that followed it by themselves.
    /// None at the deal.
    pub fn last_turn_len(&self) -> usize {
        let followed = self
            .played
            .iter()
            .rev()
            .take_while(|played| played.automatic);
        (followed.count() + 1).min(self.played.len())
    }

    /// Which moves followed by themselves from the one before: the place of each, from 0, among
    /// those made and those taken back.
    pub fn automatic_moves(&self) -> impl Iterator<Item = usize> + '_ {
        let made = self.played.iter().map(|played| played.automatic);
        let undone = self.undone.iter().rev().map(|undone| undone.automatic);
        let all = made.chain(undone).enumerate();
        all.filter_map(|(n, follows)| follows.then_some(n))
    }

    /// Joins moves to the turn of the one before, as [`automatic_moves`](Game::automatic_moves) tells them; a
    /// place where no move is means none.
    pub fn mark_automatic(&mut self, followers: impl IntoIterator<Item = usize>) {
        let made = self.played.len();
        for n in followers {
            let back = (made + self.undone.len()).checked_sub(n + 1);
            if let Some(played) = self.played.get_mut(n) {
                played.automatic = true;
            } else if let Some(undone) = back.and_then(|back| self.undone.get_mut(back)) {
                undone.automatic = true;
            }
        }
    }

    /// Goes to the position after so many moves, of those made and those taken back, or as near
    /// as there is. Looking is not playing: it counts no undo.
    pub fn seek(&mut self, moves: usize) {
        while self.played.len() > moves && self.step_back().is_some() {}
        while self.played.len() < moves && self.step_forward().is_some() {}
    }

    /// What the last move did, in order; nothing at the deal.
    pub fn last_move_changes(&self) -> &[Change] {
        match self.played.last() {
            Some(played) => self.table.changes_since(played.checkpoint),
            None => &[],
        }
    }

    /// What the last turn did, in order; nothing at the deal.
    pub fn last_turn_changes(&self) -> &[Change] {
        match self.played.len().checked_sub(self.last_turn_len()) {
            Some(first) if first < self.played.len() => {
                self.table.changes_since(self.played[first].checkpoint)
            }
            _ => &[],
        }
    }

    fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.legal_moves().contains(&mv) {
            return Ok(());
        }
        let why = if self.rules.is_won(&self.table) {
            "The game is won".into()
        } else {
            self.rules.explain_illegal(&self.table, mv)
        };
        Err(IllegalMove { mv, reason: why })
    }

    fn apply_move(&mut self, mv: Move, follows: bool) -> &[Change] {
        let before = self.table.checkpoint();
        self.rules.apply(&mut self.table, mv);
        self.played.push(PlayedMove {
            mv,
            checkpoint: before,
            automatic: follows,
        });
        self.table.changes_since(before)
    }

    fn step_back(&mut self) -> Option<Move> {
        let PlayedMove {
            mv,
            checkpoint: before,
            automatic: follows,
        } = self.played.pop()?;
        self.table.rollback(before);
        self.undone.push(UndoneMove {
            mv,
            automatic: follows,
        });
        Some(mv)
    }

    fn step_forward(&mut self) -> Option<Move> {
        let UndoneMove {
            mv,
            automatic: follows,
        } = self.undone.pop()?;
        self.apply_move(mv, follows);
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
    fn an_illegal_move_changes_nothing_and_says_why() {
        let mut game = moving_left();
        let before = game.table().clone();
        let refused = game.play(mv("w-t1")).expect_err("the waste is empty");
        assert_eq!(refused.reason, "The waste is empty");
        assert_eq!(*game.table(), before);
        assert_eq!(game.moves().len(), 0);
    }

    #[test]
    fn a_move_of_no_cards_is_refused_in_words() {
        let (from, to) = (PileId::tableau(0), PileId::tableau(1));
        let none = Move::Transfer { from, to, count: 0 };
        let refused = moving_left().play(none).expect_err("no such move");
        assert_eq!(refused.reason, "Move at least one card");
    }

    #[test]
    fn moves_are_taken_back_and_made_again() {
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
    fn another_move_forgets_what_was_taken_back_but_the_same_does_not() {
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
    fn a_turn_is_taken_back_and_made_again_as_one_and_counts_once() {
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
        assert_eq!(game.moves().len(), 2, "looking goes move by move");
    }

    #[test]
    fn seeking_walks_the_whole_line_and_counts_no_undo() {
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
