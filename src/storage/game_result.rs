//! The result of a game, and its line in the results file.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use strum::IntoStaticStr;

use crate::difficulty::{Difficulty, GradedDeals};
use crate::game::DealName;
use crate::record::{
    GameOutcome, Header, MAX_RECORD_MOVES, PlayedGame, SaveId, Win, parsed, serialize_time,
};

/// What tells more of a deal than the table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Help {
    Hint,
    Verdict,
    Odds,
    /// Moves of a winning line.
    Solution,
    /// Going back to a winnable position.
    WinnablePosition,
    /// A review that the player has opened.
    Review,
}

/// A line of the results file which says that something was told of a deal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct HelpLine {
    /// The kind of help, which this release may not know.
    pub help: String,
    #[serde(flatten)]
    pub deal: DealName,
    #[serde(
        default,
        serialize_with = "serialize_time",
        deserialize_with = "parsed"
    )]
    pub at: Option<Timestamp>,
}

impl HelpLine {
    pub(super) fn to_line(&self) -> serde_json::Result<String> {
        Ok(with_deck(serde_json::to_value(self)?, &self.deal).to_string() + "\n")
    }
}

/// Adds the deck of a deal to its line, if it has no number.
fn with_deck(mut line: Value, deal: &DealName) -> Value {
    if let (Some(fields), Some(deck)) = (line.as_object_mut(), &deal.deck) {
        let seed = fields.keys().position(|name| name == "seed");
        fields.shift_insert(seed.map_or(0, |seed| seed + 1), "deck".into(), json!(deck));
    }
    line
}

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
    #[serde(flatten)]
    pub header: Header,
    /// Whether the game was taken over from a record or a replay.
    #[serde(default)]
    pub taken_over: bool,
    /// What was told of the deal, whether the player had won it before, and without help, which the lines before this one
    /// say.
    #[serde(skip)]
    pub deal_help: Vec<String>,
    #[serde(skip)]
    pub is_won_again: bool,
    #[serde(skip)]
    pub is_clean_again: bool,
    /// Whether no move that the solver showed was made, which older releases tell.
    #[serde(default, skip_serializing)]
    pub unused: bool,
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
            header: Header {
                // Help that is not known counts. Lines without the number are from before it was counted.
                asked: Some(played.header.asked.unwrap_or(1)),
                ..played.header_now()
            },
            taken_over: played.parent.is_some(),
            deal_help: Vec::new(),
            is_won_again: false,
            is_clean_again: false,
            unused: false,
            ended: Some(played.finished.unwrap_or(now)),
        }
    }

    /// Returns the kind of the win, if the game was won, by what was told in it and of its deal. One that was taken over
    /// is not clean.
    pub fn win(&self) -> Option<Win> {
        let solution: &str = Help::Solution.into();
        let of_deal = match &self.deal_help[..] {
            help if help.iter().any(|kind| kind == solution) => Win::Solved,
            [] if !self.taken_over && !self.unused => Win::Clean,
            _ => Win::Won,
        };
        let shown = if self.unused { 0 } else { self.header.shown };
        let header = Header {
            shown,
            ..self.header.clone()
        };
        (self.outcome == GameOutcome::Won).then(|| header.win(self.moves).min(of_deal))
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
        let mut line = with_deck(serde_json::to_value(self)?, &self.deal);
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
