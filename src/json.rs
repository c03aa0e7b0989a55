//! JSON output that several commands and line mode share.

use serde::{Serialize, Serializer};

use crate::escape;
use crate::game::{DealName, Game};
use crate::rules::{PileId, Table};

/// Formats a value as one line of JSON, with invisible characters escaped.
///
/// # Errors
/// The value cannot be serialized.
pub fn to_line(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(value)?;
    Ok(escape::escape_json(&text))
}

/// The fields that describe the current position of a game.
#[derive(Serialize)]
pub struct PositionJson<'a> {
    #[serde(flatten)]
    deal: DealName,
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
    pub fn new(game: &Game, hides_cards: bool) -> PositionJson<'_> {
        PositionJson {
            deal: DealName::new(game),
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
