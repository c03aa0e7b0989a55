//! A position of a game, as text or as JSON.

use std::io::Write;

use serde::{Serialize, Serializer};

use super::Failure;
use super::file::write_json_line;
use super::game_args::DealJson;
use super::terminal_args::SymbolArgs;
use crate::describe;
use crate::game::Game;
use crate::rules::{PileId, Table};

/// Arguments about the output of a position.
#[derive(Debug, clap::Args)]
pub(super) struct PositionArgs {
    /// Output JSON, one object per line
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    symbols: SymbolArgs,
}

/// Writes the current position of a game.
pub(super) fn write(out: &mut impl Write, game: &Game, args: &PositionArgs) -> Result<(), Failure> {
    if args.json {
        write_json_line(out, &PositionJson::new(game))
    } else {
        let notation = args.symbols.notation();
        Ok(writeln!(out, "{}", describe::table(game, notation))?)
    }
}

#[derive(Serialize)]
struct PositionJson<'a> {
    #[serde(flatten)]
    deal: DealJson,
    r#move: usize,
    status: &'static str,
    home: usize,
    #[serde(serialize_with = "serialize_piles")]
    piles: &'a Table,
    legal: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redeals: Option<u32>,
}

impl PositionJson<'_> {
    fn new(game: &Game) -> PositionJson<'_> {
        PositionJson {
            deal: DealJson::new(game),
            r#move: game.moves().len(),
            status: game.status().as_str(),
            home: game.foundation_cards(),
            piles: game.table(),
            legal: game.legal_moves().iter().map(ToString::to_string).collect(),
            redeals: game.rules().redeals_left(game.table()).map(Into::into),
        }
    }
}

/// Serializes every pile by name, its top card last, with `#` before face-down cards.
fn serialize_piles<S: Serializer>(table: &Table, serializer: S) -> Result<S::Ok, S::Error> {
    let cards = |pile: PileId| -> Vec<String> {
        let cards = table.pile(pile).iter().enumerate();
        let codes = cards.map(|(n, card)| match n < table.face_down(pile) {
            true => format!("#{}", card.code()),
            false => card.code().to_string(),
        });
        codes.collect()
    };
    let piles = table.pile_ids().iter();
    serializer.collect_map(piles.map(|pile| (pile.to_string(), cards(pile))))
}
