//! Records: the JSON form of a played game.
//!
//! A record holds the dealt deck and every move, so it can be verified without trusting a shuffle.
//! Reading gives a plain [`Record`]; replaying that gives a [`PlayedGame`].

mod fields;
mod header;
mod read;
mod write;

use std::io;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cards::Card;
use crate::escape::{escape_text, io_error_message, quote};
use crate::game::{Game, GameTooLong, IllegalMove};
use crate::rules::{GameOptions, Move, Status, check_deck, shuffled_deck};
use crate::solver::is_winning_line;
use crate::variant::{self, Variant};

pub(crate) use fields::serialize_time;
use fields::{serialize_deck, serialize_rules};
pub use header::Header;
pub use read::{MAX_RECORD_BYTES, MAX_RECORD_MOVES};

/// The value of the `format` field.
const FORMAT: &str = "larboard/1";

/// The fields of a record, in the order in which they are written.
const FIELDS: [&str; 21] = [
    "format",
    "game",
    "rules",
    "seed",
    "deck",
    "moves",
    "status",
    "started",
    "finished",
    "seconds",
    "undos",
    "hints",
    "shown",
    "hinted",
    "redo",
    "follows",
    "given_up",
    "daily",
    "line",
    "parent",
    "generator",
];

/// A game and how it was played: times, undos, hints and solver moves.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: Game,
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
}

/// A winning line that is kept with a saved game, so that hints still follow it when it is resumed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptLine {
    /// The number of moves of the game after which the line begins.
    pub after: usize,
    /// The moves to the win.
    pub moves: Vec<Move>,
    /// Whether the deal was chosen because it is winnable.
    #[serde(default)]
    pub dealt: bool,
}

/// The game that another was branched from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParentGame {
    /// The shuffled deck, first card dealt first.
    #[serde(serialize_with = "serialize_deck")]
    pub deck: Vec<Card>,
    /// The moves.
    pub moves: Vec<Move>,
}

impl PlayedGame {
    /// Wraps a game with no playing time yet.
    pub fn new(game: Game) -> PlayedGame {
        PlayedGame {
            game,
            started: None,
            finished: None,
            header: Header::default(),
            parent: None,
            line: None,
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

    /// Whether the game was taken over from a record or a replay, so that it is not the player's own
    /// from the deal on.
    pub fn is_taken_over(&self) -> bool {
        self.parent.is_some()
    }
}

/// The contents of a record as plain data. Its cards and moves are well-formed, but not verified.
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
/// played.game.play("draw".parse().unwrap()).unwrap();
/// let text = Record::from_played_game(&played).to_string();
///
/// let back = Record::from_slice(text.as_bytes()).unwrap().to_played_game().unwrap();
/// assert_eq!(back.game.table(), played.game.table());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The name of the game.
    pub game: String,
    /// The options and their values. A missing option has its default.
    #[serde(serialize_with = "serialize_rules")]
    pub rules: Vec<(String, String)>,
    /// The seed of the deck. `None` if the deck did not come from a seed.
    pub seed: Option<u64>,
    /// The shuffled deck, first card dealt first.
    #[serde(serialize_with = "serialize_deck")]
    pub deck: Vec<Card>,
    /// The moves in order.
    pub moves: Vec<Move>,
    /// The claimed status after the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// When the game was dealt, if known.
    #[serde(serialize_with = "serialize_time")]
    pub started: Option<Timestamp>,
    /// When the game was won or lost.
    #[serde(serialize_with = "serialize_time")]
    pub finished: Option<Timestamp>,
    /// The facts that every file about the game says.
    #[serde(flatten)]
    pub header: Header,
    /// The number of undos.
    pub undos: u32,
    /// The undone moves, next first.
    pub redo: Vec<Move>,
    /// The automatic moves, as 1-based indices into `moves` followed by `redo`, so that an undo
    /// takes them back with the move they followed. Only in saved games, never exported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub follows: Vec<usize>,
    /// Whether the player gave up. Only in saved games, never exported.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub given_up: bool,
    /// A winning line. Only in saved games, never exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<KeptLine>,
    /// The game that this one was branched from.
    pub parent: Option<ParentGame>,
}

impl Record {
    /// Creates the record of a game, as it is exported.
    pub fn from_played_game(played: &PlayedGame) -> Record {
        let game = &played.game;
        let options = game.rules().options();
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Record {
            game: game.rules().info().id.into(),
            rules: options.iter().map(owned).collect(),
            seed: game.seed(),
            deck: game.deck().to_vec(),
            moves: game.moves().collect(),
            status: Some(game.status()),
            started: played.started,
            finished: played.finished,
            header: Header {
                hinted: 0,
                daily: None,
                ..played.header.clone()
            },
            undos: game.undos(),
            redo: game.undone().collect(),
            follows: Vec::new(),
            given_up: false,
            line: None,
            parent: played.parent.clone(),
        }
    }

    /// Creates the record of a game as it is saved, with its automatic moves marked.
    pub fn for_save(played: &PlayedGame) -> Record {
        Record {
            follows: played.game.automatic_moves().map(|n| n + 1).collect(),
            header: played.header.clone(),
            line: played.line.clone(),
            ..Record::from_played_game(played)
        }
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
        variant::new(info, &self.rules())
            .map_err(|error| RecordError::new("rules", error.to_string()))
    }

    /// Replays the record by the given rules, which must be those it names, and verifies its deck,
    /// every move, and the status.
    ///
    /// # Errors
    /// The first field or move that is wrong, and why.
    pub fn replay(&self, rules: Variant) -> Result<PlayedGame, RecordError> {
        self.check_rules(&rules)?;
        let decks = rules.info().decks;
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
            .with_history(&line, self.redo.len(), self.undos)
            .map_err(|(n, illegal)| match n.checked_sub(self.moves.len()) {
                None => RecordError::illegal_move(n, &illegal),
                Some(n) => RecordError::illegal_move(n, &illegal).in_field("redo"),
            })?;
        let automatic = self.follows.iter();
        game.mark_automatic(automatic.filter_map(|number| number.checked_sub(1)));
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
            game,
            started: self.started,
            finished: self.finished,
            header: self.header.clone(),
            parent: self.parent.clone(),
            line,
        })
    }

    fn rules(&self) -> Vec<(&str, &str)> {
        let pairs = self.rules.iter();
        pairs.map(|(name, value)| (&**name, &**value)).collect()
    }

    /// Checks that the record names these rules. Options that others make irrelevant are not in
    /// force, and so are not compared.
    fn check_rules(&self, rules: &Variant) -> Result<(), RecordError> {
        let info = rules.info();
        if self.game != info.id {
            let message = format!("{} is not {}", quote(&self.game), info.id);
            return Err(RecordError::new("game", message));
        }
        let given = GameOptions::parse(info, &self.rules())
            .map_err(|error| RecordError::new("rules", error.to_string()))?;
        let options = rules.options();
        match options.iter().find(|(name, value)| !given.is(name, value)) {
            Some((name, value)) => Err(RecordError::new("rules", format!("{name} is not {value}"))),
            None => Ok(()),
        }
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
