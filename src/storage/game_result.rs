//! The result of a game, and its line in the results file.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::save_dir::SaveId;
use crate::difficulty::{Difficulty, GradedDeals};
use crate::record::{MAX_RECORD_MOVES, PlayedGame};
use crate::rules::{GameInfo, GameOptions, Status};
use crate::variant;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameOutcome {
    /// The game is in progress and does not count yet. Files of earlier versions call it otherwise if
    /// another game was started meanwhile.
    #[serde(alias = "abandoned", alias = "set-aside")]
    Playing,
    Won,
    /// No legal move was left.
    Lost,
    GivenUp,
}

impl GameOutcome {
    /// Returns the outcome that follows from the status of a game alone.
    pub fn from_status(status: Status) -> GameOutcome {
        match status {
            Status::Playing => GameOutcome::Playing,
            Status::Won => GameOutcome::Won,
            Status::Lost => GameOutcome::Lost,
        }
    }

    /// Whether the game is over and cannot be resumed.
    pub fn is_final(self) -> bool {
        self != GameOutcome::Playing
    }
}

#[derive(Clone, Debug)]
pub struct GameResult {
    pub id: SaveId,
    pub info: &'static GameInfo,
    pub options: GameOptions,
    /// The seed. `None` if the deck did not come from a seed.
    pub seed: Option<u64>,
    /// The difficulty of the deal, if it was graded.
    pub difficulty: Option<Difficulty>,
    /// The day whose daily deal this is, if it was dealt as that.
    pub daily: Option<Date>,
    pub outcome: GameOutcome,
    pub moves: usize,
    /// The playing time in whole seconds.
    pub seconds: u64,
    pub foundation_cards: usize,
    /// The number of cards left, in a game that is scored by it.
    pub cards_left: Option<usize>,
    /// The number of hints, if the line says it.
    pub hints: Option<u32>,
    pub solver_moves_shown: u32,
    /// Whether the game was taken over from a record or a replay.
    pub taken_over: bool,
    /// When the game reached this outcome.
    pub ended: Option<Timestamp>,
}

impl GameResult {
    pub fn new(
        id: &SaveId,
        played: &PlayedGame,
        outcome: GameOutcome,
        now: Timestamp,
    ) -> GameResult {
        let game = &played.game;
        GameResult {
            id: id.clone(),
            info: game.rules().info(),
            options: game.rules().options(),
            seed: game.seed(),
            difficulty: GradedDeals::difficulty_of_game(game),
            daily: played.daily,
            outcome,
            moves: game.moves().len(),
            seconds: played.seconds,
            foundation_cards: game.foundation_cards(),
            cards_left: game.rules().cards_left(game.table()),
            hints: Some(played.hints),
            solver_moves_shown: played.solver_moves_shown,
            taken_over: played.is_taken_over(),
            ended: Some(played.finished.unwrap_or(now)),
        }
    }

    /// Whether the game was won after the solver had shown moves that win.
    pub fn is_solved(&self) -> bool {
        self.outcome == GameOutcome::Won && self.solver_moves_shown > 0
    }

    /// Whether the game was won by the player alone, from the deal on.
    pub fn is_own_win(&self) -> bool {
        self.outcome == GameOutcome::Won && !self.is_solved() && !self.taken_over
    }

    /// Returns by how much a win, and one of the player's own, is worth more than another result.
    pub(super) fn value(&self) -> usize {
        usize::from(self.outcome == GameOutcome::Won) + usize::from(self.is_own_win())
    }

    pub fn outcome_label(&self) -> &'static str {
        match self.outcome {
            GameOutcome::Playing => "playing",
            GameOutcome::Won if self.is_solved() => "solved",
            GameOutcome::Won => "won",
            GameOutcome::Lost => "lost",
            GameOutcome::GivenUp => "given up",
        }
    }
}

/// A line of the file. The strings are borrowed, because no valid value needs an escape.
#[derive(Serialize, Deserialize)]
pub(super) struct ResultLine<'a> {
    id: &'a str,
    game: &'a str,
    #[serde(borrow)]
    rules: Option<&'a RawValue>,
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Difficulty>,
    #[serde(skip_serializing_if = "Option::is_none")]
    daily: Option<Cow<'a, str>>,
    outcome: GameOutcome,
    #[serde(default)]
    moves: usize,
    #[serde(default)]
    seconds: u64,
    #[serde(default)]
    home: usize,
    left: Option<usize>,
    hints: Option<u32>,
    #[serde(default)]
    shown: u32,
    #[serde(default)]
    taken_over: bool,
    ended: Option<&'a str>,
}

/// The games and options of results by their text, each parsed once and shared by all results that
/// have them.
#[derive(Default)]
pub(super) struct GameKinds(HashMap<String, (&'static GameInfo, GameOptions)>);

impl GameKinds {
    /// Parses the id and the options of a game. `None` if they are not valid.
    fn parse(&mut self, game: &str, rules: &str) -> Option<(&'static GameInfo, GameOptions)> {
        let text = format!("{game} {rules}");
        if let Some(kind) = self.0.get(&text) {
            return Some(kind.clone());
        }
        let info = variant::find(game)?;
        let pairs: BTreeMap<&str, &str> = serde_json::from_str(rules).ok()?;
        let pairs: Vec<(&str, &str)> = pairs.into_iter().collect();
        let options = variant::new(info, &pairs).ok()?.options();
        self.0.insert(text, (info, options.clone()));
        Some((info, options))
    }
}

/// Writes a result as a line of the file, without the line end.
pub(super) fn result_line(result: &GameResult) -> serde_json::Result<String> {
    let rules: BTreeMap<&str, &str> = result.options.iter().collect();
    let rules = serde_json::value::to_raw_value(&rules)?;
    let ended = result.ended.map(|ended| format!("{ended:.0}"));
    serde_json::to_string(&ResultLine {
        id: result.id.as_str(),
        game: result.info.id,
        rules: Some(&*rules),
        seed: result.seed,
        difficulty: result.difficulty,
        daily: result.daily.map(|day| day.to_string().into()),
        outcome: result.outcome,
        moves: result.moves,
        seconds: result.seconds,
        home: result.foundation_cards,
        left: result.cards_left,
        hints: result.hints,
        shown: result.solver_moves_shown,
        taken_over: result.taken_over,
        ended: ended.as_deref(),
    })
}

impl ResultLine<'_> {
    /// Converts the line to a result. `None` if the game is unknown or a value is impossible.
    pub(super) fn validate(self, kinds: &mut GameKinds) -> Option<GameResult> {
        let rules = self.rules.map_or("{}", RawValue::get);
        let (info, options) = kinds.parse(self.game, rules)?;
        let deck_size = 52 * info.decks;
        let most_cards = self.home.max(self.left.unwrap_or_default());
        if most_cards > deck_size || self.moves > MAX_RECORD_MOVES {
            return None;
        }
        Some(GameResult {
            id: SaveId::parse(self.id)?,
            info,
            options,
            seed: self.seed,
            difficulty: self.difficulty,
            daily: self.daily.and_then(|day| day.parse().ok()),
            outcome: self.outcome,
            moves: self.moves,
            seconds: self.seconds,
            foundation_cards: self.home,
            cards_left: self.left,
            hints: self.hints,
            solver_moves_shown: self.shown,
            taken_over: self.taken_over,
            ended: self.ended.and_then(|ended| ended.parse().ok()),
        })
    }
}
