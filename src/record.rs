//! Records: the JSON form of a played game.
//!
//! A record holds the dealt deck and every move, so it can be verified without trusting a shuffle.
//! Reading gives a plain [`Record`]; replaying that gives a [`PlayedGame`].

mod fields;
mod header;
mod read;
mod save_id;
mod write;

use std::io;
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::cards::Card;
use crate::escape::{escape_text, io_error_message, quote};
use crate::game::{Game, GameTooLong, IllegalMove};
use crate::rules::{Move, Status, check_deck, shuffled_deck};
use crate::solver::is_winning_line;
use crate::variant::{self, Variant};

pub(crate) use fields::{parsed, serialize_time};
pub use header::{GameOutcome, Header, Win};
pub use read::{MAX_RECORD_BYTES, MAX_RECORD_MOVES};
pub use save_id::SaveId;

/// The value of the `generator` field.
const GENERATOR: &str = concat!("larboard ", env!("CARGO_PKG_VERSION"));

/// A game and how it was played: times, undos, hints and solver moves.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game, which searches share.
    pub game: Arc<Game>,
    /// The id under which it is saved, which it gets with its first move.
    pub id: Option<SaveId>,
    /// Whether the player gave up.
    pub given_up: bool,
    /// When the game was dealt, if known.
    pub started: Option<Timestamp>,
    /// When the game was won or lost.
    pub finished: Option<Timestamp>,
    /// The facts that every file about the game says.
    pub header: Header,
    /// The game that this one was branched from.
    pub parent: Option<ParentGame>,
    /// A winning line that is known, but not to the player.
    pub line: Option<KeptLine>,
    /// The fields of its saved game that this release does not know.
    pub unknown: Map<String, Value>,
}

/// A winning line that is kept with a saved game, so that hints still follow it when it is resumed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptLine {
    /// The number of moves of the game after which the line begins.
    pub after: usize,
    /// The moves to the win.
    pub moves: Vec<Move>,
}

/// The game that another was branched from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct ParentGame {
    /// The shuffled deck, first card dealt first.
    pub deck: Vec<Card>,
    /// The moves.
    pub moves: Vec<Move>,
}

impl PlayedGame {
    /// Wraps a game with no playing time yet.
    pub fn new(game: Game) -> PlayedGame {
        PlayedGame {
            game: Arc::new(game),
            id: None,
            given_up: false,
            started: None,
            finished: None,
            header: Header {
                asked: Some(0),
                ..Header::default()
            },
            parent: None,
            line: None,
            unknown: Map::new(),
        }
    }

    /// Starts a new game from the current position of another, which becomes its parent.
    ///
    /// # Errors
    /// The other game has more than [`MAX_GAME_MOVES`](crate::game::MAX_GAME_MOVES) moves.
    pub fn branch_from(game: &Game) -> Result<PlayedGame, GameTooLong> {
        let parent = ParentGame {
            deck: game.deck().to_vec(),
            moves: game.moves().chain(game.undone()).collect(),
        };
        let mut played = PlayedGame::new(game.branch()?);
        played.parent = Some(parent);
        Ok(played)
    }

    /// Returns the game to change it. Others that share it keep it as it is.
    pub fn game_mut(&mut self) -> &mut Game {
        Arc::make_mut(&mut self.game)
    }

    /// Returns the facts of the game as they are now.
    pub fn header_now(&self) -> Header {
        Header {
            undos: self.game.undos(),
            hinted: self.game.hinted_count(),
            ..self.header.clone()
        }
    }

    /// Returns how the game stands.
    pub fn outcome(&self) -> GameOutcome {
        GameOutcome::new(self.game.status(), self.given_up)
    }

    /// Returns the kind of the win, if the game is won.
    pub fn win(&self) -> Option<Win> {
        let is_won = self.game.status() == Status::Won;
        is_won.then(|| self.header_now().win(self.game.moves().len()))
    }
}

/// The contents of a record as plain data, field by field in the order in which they are written. Cards
/// and moves are well-formed, but not verified.
///
/// `Display` writes every field, always in the same form.
///
/// ```
/// use larboard::game::Game;
/// use larboard::record::{PlayedGame, Record};
/// use larboard::variant;
///
/// let rules = variant::new(variant::find("moving-left").unwrap(), &[]).unwrap();
/// let mut played = PlayedGame::new(Game::new(rules, 42));
/// played.game_mut().play("draw".parse().unwrap()).unwrap();
/// let text = Record::from_played_game(&played).to_string();
///
/// let back = Record::from_slice(text.as_bytes()).unwrap().to_played_game().unwrap();
/// assert_eq!(back.game.table(), played.game.table());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct Record {
    /// The version of the format: `larboard/1`.
    #[serde(deserialize_with = "fields::format")]
    pub format: String,
    /// The name of the game.
    pub game: String,
    /// The options and their values. A missing option has its default.
    #[serde(default, deserialize_with = "fields::options")]
    #[serde(serialize_with = "fields::serialize_options")]
    pub rules: Vec<(String, String)>,
    /// The seed of the deck. `None` if the deck did not come from a seed.
    #[serde(default, deserialize_with = "fields::optional_whole_number")]
    pub seed: Option<u64>,
    /// The shuffled deck, first card dealt first.
    pub deck: Vec<Card>,
    /// The moves in order.
    pub moves: Vec<Move>,
    /// The claimed status after the moves.
    #[serde(default, deserialize_with = "fields::status")]
    #[serde(skip_serializing_if = "fields::is_default")]
    pub status: Option<Status>,
    /// When the game was dealt, if known.
    #[serde(default, deserialize_with = "fields::time")]
    #[serde(serialize_with = "serialize_time")]
    pub started: Option<Timestamp>,
    /// When the game was won or lost.
    #[serde(default, deserialize_with = "fields::time")]
    #[serde(serialize_with = "serialize_time")]
    pub finished: Option<Timestamp>,
    /// How the game was played.
    #[serde(flatten, skip_deserializing)]
    pub header: Header,
    /// The undone moves, next first.
    #[serde(default)]
    pub redo: Vec<Move>,
    /// The automatic moves, as 1-based indices into `moves` followed by `redo`, so that an undo
    /// takes them back with the move they followed. Only in saved games, never exported.
    #[serde(default, deserialize_with = "fields::lenient")]
    #[serde(skip_serializing_if = "fields::is_default")]
    pub follows: Vec<usize>,
    /// The moves that were made as a hint said, as such indices. Only in saved games, never exported.
    #[serde(default, deserialize_with = "fields::lenient")]
    #[serde(skip_serializing_if = "fields::is_default")]
    pub by_hint: Vec<usize>,
    /// Whether the player gave up. Only in saved games, never exported.
    #[serde(default, deserialize_with = "fields::lenient")]
    #[serde(skip_serializing_if = "fields::is_default")]
    pub given_up: bool,
    /// A winning line. Only in saved games, never exported.
    #[serde(default, deserialize_with = "fields::lenient")]
    #[serde(skip_serializing_if = "fields::is_default")]
    pub line: Option<KeptLine>,
    /// The game that this one was branched from.
    #[serde(default)]
    pub parent: Option<ParentGame>,
    /// The program that wrote the record.
    #[serde(default)]
    pub generator: String,
    /// The fields that this release does not know. Kept in saved games, never exported.
    #[serde(flatten, skip_deserializing)]
    pub unknown: Map<String, Value>,
}

impl Record {
    /// Creates the record of a game, as it is exported.
    pub fn from_played_game(played: &PlayedGame) -> Record {
        let record = Record::for_save(played);
        Record {
            header: record.header.exported(),
            follows: Vec::new(),
            by_hint: Vec::new(),
            given_up: false,
            line: None,
            unknown: Map::new(),
            ..record
        }
    }

    /// Creates the record of a game as it is saved, with its automatic moves marked.
    pub fn for_save(played: &PlayedGame) -> Record {
        let game = &played.game;
        let options = game.rules().options();
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Record {
            format: fields::FORMAT.into(),
            game: game.rules().info().id.into(),
            rules: options.iter().map(owned).collect(),
            seed: game.seed(),
            deck: game.deck().to_vec(),
            moves: game.moves().collect(),
            status: Some(game.status()),
            started: played.started,
            finished: played.finished,
            header: played.header_now(),
            redo: game.undone().collect(),
            follows: game.automatic_moves().iter().map(|n| n + 1).collect(),
            by_hint: game.hinted_moves().iter().map(|n| n + 1).collect(),
            given_up: played.given_up,
            line: played.line.clone(),
            parent: played.parent.clone(),
            generator: GENERATOR.into(),
            unknown: played.unknown.clone(),
        }
    }

    /// Returns how the game stands as the record claims.
    pub fn outcome(&self) -> GameOutcome {
        GameOutcome::new(self.status.unwrap_or(Status::Playing), self.given_up)
    }

    /// Replays the record by the rules that it names.
    ///
    /// # Errors
    /// The game is unknown, or [`replay`](Record::replay) fails.
    pub fn to_played_game(&self) -> Result<PlayedGame, RecordError> {
        self.replay(self.variant()?)
    }

    /// Returns the rules of the game and options that the record names.
    ///
    /// # Errors
    /// The game, an option or a value is unknown.
    pub fn variant(&self) -> Result<Variant, RecordError> {
        let info = variant::find(&self.game).ok_or_else(|| {
            let known = variant::games().map(|info| info.id);
            let game = quote(&self.game);
            let message = format!("unknown game {game}; the games are {}", known.join(", "));
            RecordError::new("game", message)
        })?;
        let pairs = self.rules.iter();
        let pairs = Vec::from_iter(pairs.map(|(name, value)| (&**name, &**value)));
        variant::new(info, &pairs).map_err(|error| RecordError::new("rules", error.to_string()))
    }

    /// Replays the record by the given rules, with the options that it names, and verifies its game, its
    /// deck, every move, and the status.
    ///
    /// # Errors
    /// The first field or move that is wrong, and why.
    pub fn replay(&self, rules: Variant) -> Result<PlayedGame, RecordError> {
        let (id, decks) = (rules.info().id, rules.info().decks);
        if self.game != id {
            let message = format!("{} is not {id}", quote(&self.game));
            return Err(RecordError::new("game", message));
        }
        check_deck(&self.deck, decks)
            .map_err(|error| RecordError::new("deck", error.to_string()))?;
        if let Some(seed) = self.seed
            && self.deck != shuffled_deck(seed, decks)
        {
            let message = format!("the deck is not the one that seed {seed} deals");
            return Err(RecordError::new("seed", message));
        }
        if let Some(parent) = &self.parent {
            parent
                .check(&rules)
                .map_err(|error| error.in_field("parent"))?;
        }
        let line: Vec<Move> = self.moves.iter().chain(&self.redo).copied().collect();
        let mut game = Game::from_deck(rules, self.seed, &self.deck)
            .with_history(&line, self.redo.len(), self.header.undos)
            .map_err(|(n, illegal)| match n.checked_sub(self.moves.len()) {
                None => RecordError::illegal_move(n, &illegal),
                Some(n) => RecordError::illegal_move(n, &illegal).in_field("redo"),
            })?;
        let automatic = self.follows.iter();
        game.mark_automatic(automatic.filter_map(|number| number.checked_sub(1)));
        let by_hint = self.by_hint.iter();
        game.mark_hinted(by_hint.filter_map(|number| number.checked_sub(1)));
        if self.by_hint.is_empty() {
            // A save of an earlier version only says how many they were.
            let first = self.moves.len().saturating_sub(self.header.hinted as usize);
            game.mark_hinted(first..self.moves.len());
        }
        let actual = game.status();
        if let Some(status) = self.status
            && status != actual
        {
            let (actual, status) = (actual.as_str(), status.as_str());
            let message = format!("after the moves the game is {actual}, not {status}");
            return Err(RecordError::new("status", message));
        }
        let line = self.line.clone().filter(|line| line.wins(&game));
        Ok(PlayedGame {
            game: Arc::new(game),
            id: None,
            given_up: self.given_up,
            started: self.started,
            finished: self.finished,
            header: self.header.clone(),
            parent: self.parent.clone(),
            line,
            unknown: self.unknown.clone(),
        })
    }
}

impl KeptLine {
    /// Whether the line wins the game.
    fn wins(&self, game: &Game) -> bool {
        let mut start = game.clone();
        if self.after > start.moves().len() {
            return false;
        }
        start.seek(self.after);
        is_winning_line(&**start.rules(), start.table(), &self.moves)
    }
}

impl ParentGame {
    fn check(&self, rules: &Variant) -> Result<(), RecordError> {
        check_deck(&self.deck, rules.info().decks)
            .map_err(|error| RecordError::new("deck", error.to_string()))?;
        Game::from_deck(rules.clone(), None, &self.deck)
            .with_history(&self.moves, 0, 0)
            .map_err(|(n, illegal)| RecordError::illegal_move(n, &illegal))?;
        Ok(())
    }
}

/// Why a record is rejected. Text repeated from the file is escaped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path}{}{message}", if .path.is_empty() { "" } else { ": " })]
pub struct RecordError {
    /// The field or move, like `deck` or `move 17`. Empty if the error concerns the whole file.
    pub path: String,
    /// Description of the error.
    pub message: String,
}

impl RecordError {
    fn new(path: impl Into<String>, message: impl Into<String>) -> RecordError {
        RecordError {
            path: path.into(),
            message: message.into(),
        }
    }

    /// Creates the error of a file that cannot be read.
    pub fn unreadable(error: &io::Error) -> RecordError {
        RecordError::whole_file(format!("cannot be read: {}", io_error_message(error)))
    }

    fn whole_file(message: impl Into<String>) -> RecordError {
        RecordError::new("", message)
    }

    /// Creates the error of an illegal move. `index` counts from 0, the message from 1.
    fn illegal_move(index: usize, illegal: &IllegalMove) -> RecordError {
        let message = format!("{}: {}", illegal.mv, escape_text(&illegal.reason));
        RecordError::new(format!("move {}", index + 1), message)
    }

    fn in_field(mut self, field: &str) -> RecordError {
        self.path = format!("{field}: {}", self.path);
        self
    }
}
