//! One position of a game, as text or as JSON.

use std::env;
use std::io::Write;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::file::json_line;
use super::{Failure, rules};
use crate::game::Game;
use crate::rules::{Place, Rules, Table, Variant};
use crate::words::{self, Names};

/// Writes the position a game stands at.
pub(super) fn write(out: &mut impl Write, game: &Game<Variant>, json: bool) -> Result<(), Failure> {
    if json {
        json_line(out, &Position(game))
    } else {
        Ok(writeln!(out, "{}", words::table(game, names()))?)
    }
}

/// How the terminal can name cards.
pub(super) fn names() -> Names {
    Names::of_terminal(|name| env::var(name).ok())
}

struct Position<'a>(&'a Game<Variant>);

impl Serialize for Position<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let game = self.0;
        let redeals = game.rules().redeals_left(game.table());
        let legal: Vec<_> = game.legal().iter().map(ToString::to_string).collect();
        let mut object = to.serialize_struct("Position", 8 + usize::from(redeals.is_some()))?;
        object.serialize_field("game", game.rules().profile().id)?;
        object.serialize_field("rules", &RulesOf(game.rules()))?;
        object.serialize_field("seed", &game.seed())?;
        object.serialize_field("move", &game.moves().len())?;
        object.serialize_field("status", game.status().word())?;
        object.serialize_field("home", &game.home())?;
        object.serialize_field("piles", &Piles(game.table()))?;
        object.serialize_field("legal", &legal)?;
        if let Some(redeals) = redeals {
            object.serialize_field("redeals", &redeals)?;
        }
        object.end()
    }
}

struct RulesOf<'a>(&'a Variant);

impl Serialize for RulesOf<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        rules::as_json(self.0, to)
    }
}

/// Every pile by its name, its top last, `#` before what lies face down.
struct Piles<'a>(&'a Table);

impl Serialize for Piles<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let table = self.0;
        let cards = |place: Place| -> Vec<String> {
            let cards = table.pile(place).iter().enumerate();
            let shown = cards.map(|(n, card)| match n < table.face_down(place) {
                true => format!("#{}", card.code()),
                false => card.code().to_string(),
            });
            shown.collect()
        };
        let places = table.places().iter();
        to.collect_map(places.map(|place| (place.to_string(), cards(place))))
    }
}
