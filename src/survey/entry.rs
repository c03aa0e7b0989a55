//! Lines of survey files: what is written, and what counts as one.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{DealResult, verdict_name};
use crate::escape::{escape_text, quote};
use crate::player::PlayerKind;
use crate::solver::Verdict;
use crate::variant::{self, Variant};

/// A line of a survey file: the result of one deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurveyEntry {
    /// The name of the game.
    pub game: String,
    /// The options and their values.
    pub rules: BTreeMap<String, String>,
    /// The player that played the deal. `None` if the deal was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerKind>,
    /// The result.
    #[serde(flatten)]
    pub result: DealResult,
}

impl SurveyEntry {
    /// Creates the line of a deal.
    pub fn new(rules: &Variant, player: Option<PlayerKind>, result: DealResult) -> SurveyEntry {
        SurveyEntry {
            game: rules.info().id.into(),
            rules: option_map(rules),
            player,
            result,
        }
    }
}

/// A line as it is read. Its options stay text, because most lines have the same ones, which are
/// then parsed once.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
pub(super) struct RawEntry<'a> {
    #[serde(borrow)]
    pub(super) game: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) rules: &'a RawValue,
    #[serde(default)]
    pub(super) player: Option<PlayerKind>,
    pub(super) seed: u64,
    #[serde(with = "verdict_name")]
    pub(super) verdict: Verdict<()>,
    pub(super) positions: u64,
    pub(super) seconds: f64,
}

pub(super) const NOT_A_DEAL: &str = "not a deal of a survey";

/// Returns the options of a game in the form of a survey line.
pub(super) fn option_map(rules: &Variant) -> BTreeMap<String, String> {
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    rules.options().iter().map(owned).collect()
}

/// Parses the game and the options of a line, whose missing options have their defaults.
pub(super) fn parse_variant(game: &str, rules: &str) -> Result<Variant, String> {
    let info = variant::find(game).ok_or_else(|| format!("unknown game {}", quote(game)))?;
    let rules: BTreeMap<String, String> = serde_json::from_str(rules)
        .map_err(|error| format!("{NOT_A_DEAL}: {}", escape_text(&error.to_string())))?;
    let options: Vec<_> = rules.iter().map(|(k, v)| (&**k, &**v)).collect();
    variant::new(info, &options).map_err(|error| error.to_string())
}

/// Whether a text is certainly the beginning of a line of a survey. If it follows other deals, the
/// beginning of the name of a game is enough.
pub(super) fn is_truncated_line(text: &str, follows_deals: bool) -> bool {
    let players = [
        None,
        Some(PlayerKind::Fair),
        Some(PlayerKind::Lookahead),
        Some(PlayerKind::Random),
    ];
    let variants = variant::all();
    let mut kinds = (variants.iter()).flat_map(|v| players.iter().map(move |&p| (v, p)));
    kinds.any(|(variant, player)| {
        let result = DealResult {
            seed: 0,
            verdict: Verdict::Unknown,
            positions: 0,
            seconds: 0.0,
        };
        let entry = SurveyEntry::new(variant, player, result);
        let line = serde_json::to_string(&entry).unwrap_or_default();
        let Some((head, _)) = line.split_once("0,\"verdict\"") else {
            return false;
        };
        match text.strip_prefix(head) {
            Some(rest) => is_start_of_result(rest),
            None => follows_deals && head.starts_with(text),
        }
    })
}

/// Whether a text is the beginning of the result in a line, from the digits of the seed.
fn is_start_of_result(text: &str) -> bool {
    type IsPartOfValue = fn(char) -> bool;
    let parts: [(&str, IsPartOfValue); 4] = [
        ("", |c| c.is_ascii_digit()),
        (",\"verdict\":\"", |c| c.is_ascii_lowercase()),
        ("\",\"positions\":", |c| c.is_ascii_digit()),
        (",\"seconds\":", |c| {
            c.is_ascii_digit() || ".e+-".contains(c)
        }),
    ];
    let mut rest = text;
    for (literal, is_value) in parts {
        match rest.strip_prefix(literal) {
            Some(value) => rest = value.trim_start_matches(is_value),
            None => return literal.starts_with(rest),
        }
    }
    rest.is_empty()
}
