//! JSON output: the objects that several commands and line mode share. `assets/json.schema.json` describes
//! all of them.

mod results;

use jiff::civil::Date;
use serde::{Serialize, Serializer};

pub use results::{DayJson, FinishedGameJson, SavedGameJson, StatsJson};

use crate::difficulty::{Difficulty, daily};
use crate::escape;
use crate::game::DealName;
use crate::record::PlayedGame;
use crate::review::Review;
use crate::rules::{OptionSpec, PileId, Table};
use crate::variant;

/// The version of the objects. Within a version no field is renamed, removed or changed in type.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Versioned<'a, T> {
    version: u32,
    #[serde(flatten)]
    object: &'a T,
}

/// Formats an object as one line of JSON, with its version first and invisible characters escaped.
///
/// # Errors
/// The object cannot be serialized.
pub fn to_line(object: &impl Serialize) -> serde_json::Result<String> {
    let version = VERSION;
    let text = serde_json::to_string(&Versioned { version, object })?;
    Ok(escape::escape_json(&text))
}

/// Returns the JSON Schema of all objects and of records.
pub fn schema() -> String {
    let record = include_str!("../assets/record.schema.json").trim_end();
    let schema = include_str!("../assets/json.schema.json");
    schema.replacen(
        "\"record\": null",
        &format!("\"record\": {}", record.replace('\n', "\n    ")),
        1,
    )
}

/// A game with its options, and their values and defaults.
#[derive(Debug, Serialize)]
pub struct GameInfoJson {
    game: &'static str,
    title: &'static str,
    decks: usize,
    #[serde(serialize_with = "serialize_specs")]
    rules: &'static [OptionSpec],
}

impl GameInfoJson {
    /// Describes all games, in the order of the menu.
    pub fn all() -> Vec<GameInfoJson> {
        let games = variant::games().into_iter();
        games
            .map(|info| GameInfoJson {
                game: info.id,
                title: info.title,
                decks: info.decks,
                rules: info.options,
            })
            .collect()
    }
}

#[derive(Serialize)]
struct OptionJson {
    default: &'static str,
    values: Vec<&'static str>,
}

fn serialize_specs<S: Serializer>(
    specs: &&'static [OptionSpec],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(specs.iter().map(|spec| {
        let option = OptionJson {
            default: spec.default_value(),
            values: spec.values.iter().map(|value| value.name).collect(),
        };
        (spec.name, option)
    }))
}

/// The day whose daily deal a game is.
#[derive(Debug, Serialize)]
pub struct DailyJson {
    date: String,
    grade: Difficulty,
}

impl DailyJson {
    /// Names a day.
    pub fn new(day: Date) -> DailyJson {
        DailyJson {
            date: day.to_string(),
            grade: daily::difficulty(day),
        }
    }
}

/// The fields that describe the current position of a game.
#[derive(Serialize)]
pub struct PositionJson<'a> {
    #[serde(flatten)]
    deal: DealName,
    daily: Option<DailyJson>,
    r#move: usize,
    status: &'static str,
    home: usize,
    piles: PilesJson<'a>,
    legal: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redeals: Option<u32>,
}

impl PositionJson<'_> {
    /// Describes the current position of a game; if it hides cards, of face-down cards only their number.
    pub fn new(played: &PlayedGame, hides_cards: bool) -> PositionJson<'_> {
        let game = &played.game;
        PositionJson {
            deal: DealName::new(game),
            daily: played.header.daily.map(DailyJson::new),
            r#move: game.moves().len(),
            status: game.status().as_str(),
            home: game.foundation_cards(),
            piles: PilesJson {
                table: game.table(),
                hides_cards,
            },
            legal: game.legal_moves().iter().map(ToString::to_string).collect(),
            redeals: game.rules().redeals_left(game.table()).map(Into::into),
        }
    }
}

/// Every pile by name, its top card last, with `#` before face-down cards, or in their place.
struct PilesJson<'a> {
    table: &'a Table,
    hides_cards: bool,
}

impl Serialize for PilesJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cards = |pile: PileId| -> Vec<String> {
            let cards = self.table.pile(pile).iter().enumerate();
            let is_down = |n| n < self.table.face_down(pile);
            let codes = cards.map(|(n, card)| match card.code() {
                _ if is_down(n) && self.hides_cards => "#".into(),
                code if is_down(n) => format!("#{code}"),
                code => code.to_string(),
            });
            codes.collect()
        };
        let piles = self.table.pile_ids().iter();
        serializer.collect_map(piles.map(|pile| (pile.to_string(), cards(pile))))
    }
}

/// A review: what each move of a game changed.
#[derive(Debug, Serialize)]
pub struct ReviewJson {
    #[serde(flatten)]
    review: Review,
    summary: String,
}

impl ReviewJson {
    /// Describes a review, with its summary.
    pub fn new(review: Review, summary: String) -> ReviewJson {
        ReviewJson { review, summary }
    }
}
