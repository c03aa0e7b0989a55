//! Sittings, and their written form: the record.

use jiff::Timestamp;

use crate::cards::Card;
use crate::game::{Game, TooLong};
use crate::rules::{Move, Rules};

/// A game at the table, and what is told of the time spent with it.
#[derive(Clone, Debug)]
pub struct Sitting<R> {
    /// The game.
    pub game: Game<R>,
    /// When its cards were dealt, where that is known.
    pub started: Option<Timestamp>,
    /// When it was won or lost.
    pub finished: Option<Timestamp>,
    /// Whole seconds at the table, overlays and suspension left out.
    pub seconds: u64,
    /// How many hints were given.
    pub hints: u32,
    /// How many moves the solver showed.
    pub shown: u32,
    /// The game this one was taken over from.
    pub parent: Option<Parent>,
}

/// The game another was taken over from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// Its shuffled deck, first card dealt first.
    pub deck: Vec<Card>,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl<R: Rules> Sitting<R> {
    /// A sitting at a game that nobody has timed yet.
    pub fn new(game: Game<R>) -> Sitting<R> {
        Sitting {
            game,
            started: None,
            finished: None,
            seconds: 0,
            hints: 0,
            shown: 0,
            parent: None,
        }
    }

    /// A sitting of one's own at the position a game stands at, the game being its parent.
    ///
    /// # Errors
    /// The game is longer than one that is played can be; see
    /// [`MOST_MOVES`](crate::game::MOST_MOVES).
    pub fn taken_over(game: &Game<R>) -> Result<Sitting<R>, TooLong> {
        let parent = Parent {
            deck: game.deck().to_vec(),
            moves: game.moves().chain(game.undone()).collect(),
        };
        let mut sitting = Sitting::new(game.branch()?);
        sitting.parent = Some(parent);
        Ok(sitting)
    }
}
