//! JSON output: the objects that several commands and line mode share. `assets/json.schema.json` describes
//! all of them.

mod results;

use jiff::civil::Date;
use serde_json::{Map, Value, json};

pub use results::{day, finished_game, saved_game, stats};

use crate::difficulty::daily::difficulty;
use crate::escape;
use crate::game::DealName;
use crate::record::PlayedGame;
use crate::rules::{PileId, Table};
use crate::variant;

/// The version of the objects. Within a version no field is renamed, removed or changed in type.
const VERSION: u32 = 1;

/// Formats an object as one line of JSON, with its version first and invisible characters escaped.
pub fn to_line(object: Value) -> String {
    let versioned = joined(json!({ "version": VERSION }), object);
    escape::escape_json(&versioned.to_string())
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

/// Puts the fields of two objects into one.
pub fn joined(mut one: Value, mut other: Value) -> Value {
    if let (Some(fields), Some(more)) = (one.as_object_mut(), other.as_object_mut()) {
        fields.append(more);
    }
    one
}

/// Describes all games with their options, values and defaults, in the order of the menu.
pub fn games() -> Vec<Value> {
    let games = variant::games().into_iter().map(|info| {
        let rules = info.options.iter().map(|spec| {
            let values: Vec<_> = spec.values.iter().map(|value| value.name).collect();
            let option = json!({ "default": spec.default_value(), "values": values });
            (spec.name.to_owned(), option)
        });
        json!({
            "game": info.id,
            "title": info.title,
            "decks": info.decks,
            "rules": rules.collect::<Map<_, _>>(),
        })
    });
    games.collect()
}

/// Names the day whose daily deal a game is.
fn daily(day: Option<Date>) -> Value {
    day.map_or(
        Value::Null,
        |day| json!({ "date": day.to_string(), "grade": difficulty(day) }),
    )
}

/// Describes the current position of a game; if it hides cards, of face-down cards only their number.
pub fn position(played: &PlayedGame, hides_cards: bool) -> Value {
    let game = &played.game;
    let position = json!({
        "daily": daily(played.header.daily),
        "move": game.moves().len(),
        "status": game.status(),
        "home": game.cards_home(),
        "piles": piles(game.table(), hides_cards),
        "legal": game.legal_moves().as_slice(),
    });
    let mut position = joined(json!(DealName::new(game)), position);
    if let Some(redeals) = game.rules().redeals_left(game.table()) {
        position["redeals"] = redeals.into();
    }
    position
}

/// Returns every pile by name, its top card last, with `#` before face-down cards, or in their place.
fn piles(table: &Table, hides_cards: bool) -> Map<String, Value> {
    let cards = |pile: PileId| -> Value {
        let cards = table.pile(pile).iter().enumerate();
        let is_down = |n| n < table.face_down(pile);
        let codes = cards.map(|(n, card)| match card.code() {
            _ if is_down(n) && hides_cards => "#".into(),
            code if is_down(n) => format!("#{code}"),
            code => code.to_string(),
        });
        codes.collect()
    };
    let piles = table.pile_ids().iter();
    piles.map(|pile| (pile.to_string(), cards(pile))).collect()
}
