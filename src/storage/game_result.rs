//! The result of a game, and its line in the results file.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::difficulty::{Difficulty, GradedDeals};
use crate::game::DealName;
use crate::record::{
    GameOutcome, Header, MAX_RECORD_MOVES, PlayedGame, SaveId, Win, parsed, serialize_time,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameResult {
    pub id: SaveId,
    #[serde(flatten)]
    pub deal: DealName,
    /// The difficulty of the deal, if it was graded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    pub outcome: GameOutcome,
    #[serde(default)]
    pub moves: usize,
    #[serde(rename = "home", default)]
    pub cards_home: usize,
    /// The number of cards left, in a game that is scored by it.
    #[serde(rename = "left")]
    pub cards_left: Option<usize>,
    #[serde(default)]
    pub undos: u32,
    #[serde(flatten)]
    pub header: Header,
    /// Whether the game was taken over from a record or a replay.
    #[serde(default)]
    pub taken_over: bool,
    /// Whether the player had won the deal before, and without help, which the lines before this one say.
    #[serde(skip)]
    pub is_won_again: bool,
    #[serde(skip)]
    pub is_clean_again: bool,
    /// When the game reached this outcome.
    #[serde(
        default,
        serialize_with = "serialize_time",
        deserialize_with = "parsed"
    )]
    pub ended: Option<Timestamp>,
}

impl GameResult {
    pub fn new(played: &PlayedGame, now: Timestamp) -> GameResult {
        let game = &played.game;
        let id = played.id.clone();
        GameResult {
            id: id.unwrap_or_else(|| SaveId::new(now)),
            deal: DealName::new(game),
            difficulty: GradedDeals::difficulty_of_game(game),
            outcome: played.outcome(),
            moves: game.moves().len(),
            cards_home: game.cards_home(),
            cards_left: game.rules().cards_left(game.table()),
            undos: game.undos(),
            header: Header {
                // Help that is not known counts. Lines without the number are from before it was counted.
                asked: Some(played.header.asked.unwrap_or(1)),
                ..played.header.clone()
            },
            taken_over: played.parent.is_some(),
            is_won_again: false,
            is_clean_again: false,
            ended: Some(played.finished.unwrap_or(now)),
        }
    }

    /// Returns the kind of the win, if the game was won. One that was taken over is not clean.
    pub fn win(&self) -> Option<Win> {
        let best = if self.taken_over {
            Win::Won
        } else {
            Win::Clean
        };
        (self.outcome == GameOutcome::Won).then(|| self.header.win(self.moves).min(best))
    }

    /// Whether the game was won, from the deal on, and not solved.
    pub fn is_own_win(&self) -> bool {
        self.win() > Some(Win::Solved) && !self.taken_over
    }

    /// Whether the win can set a record: a clean one, or one without hints from before other help was counted.
    pub fn sets_record(&self) -> bool {
        let is_older = self.header.asked.is_none() && self.header.hints == 0;
        self.is_own_win() && (is_older || self.win() == Some(Win::Clean))
    }

    /// Returns by how much a win, and one of the player's own, is worth more than another result, and its kind.
    pub(super) fn worth(&self) -> (usize, Option<Win>) {
        let value = usize::from(self.win().is_some()) + usize::from(self.is_own_win());
        (value, self.win())
    }

    pub fn outcome_label(&self) -> &'static str {
        match (self.outcome, self.win()) {
            (GameOutcome::Won, Some(Win::Won)) if self.is_won_again => "won again",
            (_, Some(win)) => win.into(),
            (outcome, None) => outcome.into(),
        }
    }

    /// Reads a line of the file. `None` if it is no result, the game is unknown or a value is
    /// impossible.
    pub(super) fn from_line(line: &[u8]) -> Option<GameResult> {
        let result: GameResult = serde_json::from_slice(line).ok()?;
        let most_cards = result.cards_home.max(result.cards_left.unwrap_or(0));
        let is_possible = most_cards <= 52 * result.deal.rule_set.info.decks;
        (is_possible && result.moves <= MAX_RECORD_MOVES).then_some(result)
    }

    /// Writes the result as a line of the file.
    pub(super) fn to_line(&self) -> serde_json::Result<String> {
        let mut line = serde_json::to_value(self)?;
        if let Some(fields) = line.as_object_mut() {
            // In results, options are in the order of their names.
            fields["rules"].sort_all_objects();
            for (name, next) in [("daily", "outcome"), ("seconds", "home")] {
                let place = fields.keys().position(|known| known == next);
                if let (Some(place), Some(value)) = (place, fields.shift_remove(name)) {
                    fields.shift_insert(place, name.into(), value);
                }
            }
        }
        Ok(line.to_string() + "\n")
    }
}
