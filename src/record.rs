//! Sittings, and their written form: the record.
//!
//! A record holds the dealt deck and every move, so that it can be checked without trusting any
//! shuffle. What is read is a plain [`Record`] first; only replaying it makes a [`PlayedGame`].

mod read;
mod write;

use std::fmt;

use jiff::Timestamp;

use crate::cards::Card;
use crate::escape::{escape_text, quote};
use crate::game::{Game, GameTooLong, IllegalMove};
use crate::rules::{GameOptions, Move, Rules, Status, Variant, check_deck, shuffled_deck};

pub use read::{MAX_RECORD_BYTES, MAX_RECORD_MOVES};

/// The one format there is.
const FORMAT: &str = "larboard/1";

/// A game at the table, and what is told of the time spent with it.
#[derive(Clone, Debug)]
pub struct PlayedGame<R> {
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
    pub solver_moves_shown: u32,
    /// The game this one was taken over from.
    pub parent: Option<ParentGame>,
}

/// The game another was taken over from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentGame {
    /// Its shuffled deck, first card dealt first.
    pub deck: Vec<Card>,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl<R: Rules> PlayedGame<R> {
    /// A sitting at a game that nobody has timed yet.
    pub fn new(game: Game<R>) -> PlayedGame<R> {
        PlayedGame {
            game,
            started: None,
            finished: None,
            seconds: 0,
            hints: 0,
            solver_moves_shown: 0,
            parent: None,
        }
    }

    /// A sitting of one's own at the position a game stands at, the game being its parent.
    ///
    /// # Errors
    /// The game is longer than one that is played can be; see
    /// [`MOST_MOVES`](crate::game::MAX_GAME_MOVES).
    pub fn branch_from(game: &Game<R>) -> Result<PlayedGame<R>, GameTooLong> {
        let parent = ParentGame {
            deck: game.deck().to_vec(),
            moves: game.moves().chain(game.undone()).collect(),
        };
        let mut sitting = PlayedGame::new(game.branch()?);
        sitting.parent = Some(parent);
        Ok(sitting)
    }
}

/// What a record says, as plain data: its cards and moves can be read, no more is known.
///
/// `Display` writes it, with every field and always the same bytes.
///
/// ```
/// use larboard::game::Game;
/// use larboard::record::{Record, PlayedGame};
/// use larboard::rules::Variant;
///
/// let rules = Variant::with_options(Variant::ALL[0], &[]).unwrap();
/// let mut sitting = PlayedGame::new(Game::new(rules, 42));
/// sitting.game.play("draw".parse().unwrap()).unwrap();
/// let text = Record::from_played_game(&sitting).to_string();
///
/// let back = Record::from_slice(text.as_bytes()).unwrap().to_played_game().unwrap();
/// assert_eq!(back.game.table(), sitting.game.table());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// Its options and their values; those left out have their defaults.
    pub rules: Vec<(String, String)>,
    /// The seed that deals the deck, unless the deck came from elsewhere.
    pub seed: Option<u64>,
    /// The shuffled deck, first card dealt first.
    pub deck: Vec<Card>,
    /// The moves, first first.
    pub moves: Vec<Move>,
    /// What the moves are said to lead to.
    pub status: Option<Status>,
    /// When the cards were dealt, where that is known.
    pub started: Option<Timestamp>,
    /// When the game was won or lost.
    pub finished: Option<Timestamp>,
    /// Whole seconds at the table.
    pub seconds: u64,
    /// How many times a move was taken back.
    pub undos: u32,
    /// How many hints were given.
    pub hints: u32,
    /// How many moves the solver showed.
    pub shown: u32,
    /// The moves taken back, next first.
    pub redo: Vec<Move>,
    /// Which moves followed by themselves from the one before, numbered from 1 through those made
    /// and those taken back: told by a saved sitting alone, so that its turns are taken back whole,
    /// and no part of the format.
    pub follows: Vec<usize>,
    /// Whether the player gave the game up: told by a saved sitting alone, and no part of the format.
    pub given_up: bool,
    /// The game this one was taken over from.
    pub parent: Option<ParentGame>,
}

impl Record {
    /// The record of a sitting.
    pub fn from_played_game<R: Rules>(sitting: &PlayedGame<R>) -> Record {
        let game = &sitting.game;
        let rules = game.rules().options();
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Record {
            game: game.rules().info().id.into(),
            rules: rules.iter().map(owned).collect(),
            seed: game.seed(),
            deck: game.deck().to_vec(),
            moves: game.moves().collect(),
            status: Some(game.status()),
            started: sitting.started,
            finished: sitting.finished,
            seconds: sitting.seconds,
            undos: game.undos(),
            hints: sitting.hints,
            shown: sitting.solver_moves_shown,
            redo: game.undone().collect(),
            follows: Vec::new(),
            given_up: false,
            parent: sitting.parent.clone(),
        }
    }

    /// The record of a sitting that is saved to be taken up again, its turns told too.
    pub fn for_save<R: Rules>(sitting: &PlayedGame<R>) -> Record {
        Record {
            follows: sitting.game.automatic_moves().map(|n| n + 1).collect(),
            ..Record::from_played_game(sitting)
        }
    }

    /// The sitting the record tells of, at one of the games there are.
    ///
    /// # Errors
    /// The game is unknown, or as [`replay`](Record::replay).
    pub fn to_played_game(&self) -> Result<PlayedGame<Variant>, RecordError> {
        self.replay(self.variant()?)
    }

    /// The game there is that the record names, with its options.
    ///
    /// # Errors
    /// There is none, or not with these options.
    pub fn variant(&self) -> Result<Variant, RecordError> {
        let profile = Variant::info_by_id(&self.game).ok_or_else(|| {
            let known: Vec<_> = Variant::ALL.iter().map(|profile| profile.id).collect();
            let why = format!(
                "no game is called {}; there are {}",
                quote(&self.game),
                known.join(", ")
            );
            RecordError::new("game", why)
        })?;
        Variant::with_options(profile, &self.rules())
            .map_err(|bad| RecordError::new("rules", bad.to_string()))
    }

    /// The sitting the record tells of, played by these rules, which are the record's: the deck,
    /// every move, and what is said of them are checked.
    ///
    /// # Errors
    /// What is wrong with the first field or move that is wrong.
    pub fn replay<R: Rules>(&self, rules: R) -> Result<PlayedGame<R>, RecordError> {
        self.check_rules(&rules)?;
        let decks = rules.info().decks;
        check_deck(&self.deck, decks)
            .map_err(|wrong| RecordError::new("deck", wrong.to_string()))?;
        if let Some(seed) = self.seed
            && self.deck != shuffled_deck(seed, decks)
        {
            let why = format!("the deck is not the one that seed {seed} deals");
            return Err(RecordError::new("seed", why));
        }
        if let Some(parent) = &self.parent {
            parent
                .check(&rules)
                .map_err(|refused| refused.in_field("parent"))?;
        }
        let line: Vec<Move> = self.moves.iter().chain(&self.redo).copied().collect();
        let mut game = Game::from_deck(rules, self.seed, &self.deck)
            .with_history(&line, self.redo.len(), self.undos)
            .map_err(|(n, illegal)| match n.checked_sub(self.moves.len()) {
                None => RecordError::illegal_move(n, &illegal),
                Some(n) => RecordError::illegal_move(n, &illegal).in_field("redo"),
            })?;
        let follows = self.follows.iter();
        game.mark_automatic(follows.filter_map(|number| number.checked_sub(1)));
        let truth = game.status();
        if let Some(status) = self.status
            && status != truth
        {
            let why = format!(
                "the moves lead to {}, not {}",
                truth.as_str(),
                status.as_str()
            );
            return Err(RecordError::new("status", why));
        }
        Ok(PlayedGame {
            game,
            started: self.started,
            finished: self.finished,
            seconds: self.seconds,
            hints: self.hints,
            solver_moves_shown: self.shown,
            parent: self.parent.clone(),
        })
    }

    fn rules(&self) -> Vec<(&str, &str)> {
        let pairs = self.rules.iter();
        pairs.map(|(name, value)| (&**name, &**value)).collect()
    }

    /// Whether these are the rules the record names. Options that the others make idle are not
    /// among those in force, and so are passed over.
    fn check_rules(&self, rules: &impl Rules) -> Result<(), RecordError> {
        let profile = rules.info();
        if self.game != profile.id {
            let why = format!("{} is not {}", quote(&self.game), profile.id);
            return Err(RecordError::new("game", why));
        }
        let chosen = GameOptions::parse(profile, &self.rules())
            .map_err(|bad| RecordError::new("rules", bad.to_string()))?;
        match rules
            .options()
            .iter()
            .find(|(name, value)| !chosen.is(name, value))
        {
            Some((name, value)) => Err(RecordError::new("rules", format!("{name} is not {value}"))),
            None => Ok(()),
        }
    }
}

impl ParentGame {
    fn check<R: Rules>(&self, rules: &R) -> Result<(), RecordError> {
        check_deck(&self.deck, rules.info().decks)
            .map_err(|wrong| RecordError::new("deck", wrong.to_string()))?;
        Game::from_deck(rules.clone(), None, &self.deck)
            .with_history(&self.moves, 0, 0)
            .map_err(|(n, illegal)| RecordError::illegal_move(n, &illegal))?;
        Ok(())
    }
}

/// Why a record is refused. What it repeats of the file is escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The field or the move, as `deck` or `move 17`; empty where it is the file as a whole.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
}

impl RecordError {
    fn new(at: impl Into<String>, why: impl Into<String>) -> RecordError {
        RecordError {
            path: at.into(),
            message: why.into(),
        }
    }

    fn whole_file(why: impl Into<String>) -> RecordError {
        RecordError::new("", why)
    }

    /// A move refused by the rules; moves count from 0 here and from 1 for who reads it.
    fn illegal_move(n: usize, illegal: &IllegalMove) -> RecordError {
        let why = format!("{}: {}", illegal.mv, escape_text(&illegal.reason));
        RecordError::new(format!("move {}", n + 1), why)
    }

    fn in_field(mut self, field: &str) -> RecordError {
        self.path = format!("{field}: {}", self.path);
        self
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for RecordError {}
