//! One position of a game, as text or as JSON.

use std::env;
use std::io::Write;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::file::write_json_line;
use super::{Failure, game_args};
use crate::describe::{self, CardNotation};
use crate::game::Game;
use crate::rules::{PileId, Table};
use crate::variant::Variant;

/// Writes the position a game stands at.
pub(super) fn write(out: &mut impl Write, game: &Game, json: bool) -> Result<(), Failure> {
    if json {
        write_json_line(out, &PositionJson(game))
    } else {
        Ok(writeln!(
            out,
            "{}",
            describe::table(game, terminal_notation())
        )?)
    }
}

/// How the terminal can name cards.
pub(super) fn terminal_notation() -> CardNotation {
    CardNotation::detect(|name| env::var(name).ok())
}

struct PositionJson<'a>(&'a Game);

impl Serialize for PositionJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let game = self.0;
        let redeals = game.rules().redeals_left(game.table());
        let legal: Vec<_> = game.legal_moves().iter().map(ToString::to_string).collect();
        let mut object = to.serialize_struct("Position", 8 + usize::from(redeals.is_some()))?;
        object.serialize_field("game", game.rules().info().id)?;
        object.serialize_field("rules", &RulesJson(game.rules()))?;
        object.serialize_field("seed", &game.seed())?;
        object.serialize_field("move", &game.moves().len())?;
        object.serialize_field("status", game.status().as_str())?;
        object.serialize_field("home", &game.foundation_cards())?;
        object.serialize_field("piles", &PilesJson(game.table()))?;
        object.serialize_field("legal", &legal)?;
        if let Some(redeals) = redeals {
            object.serialize_field("redeals", &redeals)?;
        }
        object.end()
    }
}

struct RulesJson<'a>(&'a Variant);

impl Serialize for RulesJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        game_args::serialize_options(self.0, to)
    }
}

/// Every pile by its name, its top last, `#` before what lies face down.
struct PilesJson<'a>(&'a Table);

impl Serialize for PilesJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let table = self.0;
        let cards = |place: PileId| -> Vec<String> {
            let cards = table.pile(place).iter().enumerate();
            let shown = cards.map(|(n, card)| match n < table.face_down(place) {
                true => format!("#{}", card.code()),
                false => card.code().to_string(),
            });
            shown.collect()
        };
        let places = table.pile_ids().iter();
        to.collect_map(places.map(|place| (place.to_string(), cards(place))))
    }
}
