//! Deals that are typed.

use super::commands::usage;
use super::io::{Rejection, unknown_game};
use crate::seed;
use crate::session::{DealSource, text};
use crate::variant::{self, Variant};

/// A deal that was typed.
#[derive(Clone, Copy, Debug)]
pub(super) enum TypedDeal {
    From(DealSource),
    Seed(u64),
}

impl TypedDeal {
    /// Parses the name of a source or a seed. `None` if the word is neither.
    ///
    /// # Errors
    /// The game has no graded deals.
    pub(super) fn parse(word: &str, rules: &Variant) -> Option<Result<TypedDeal, Rejection>> {
        match DealSource::from_name(word) {
            Some(source @ (DealSource::Graded(_) | DealSource::Daily(_)))
                if !source.is_available_in(rules) =>
            {
                Some(Err(Rejection::Refused(text::no_graded_deals(rules, ""))))
            }
            Some(DealSource::Number) | None => Some(Ok(TypedDeal::Seed(seed::parse(word)?))),
            Some(source) => Some(Ok(TypedDeal::From(source))),
        }
    }
}

/// Parses the description of a deal: a game, its options, and a seed, `daily` or a difficulty.
pub(super) fn parse_description(
    description: &str,
) -> Result<(Variant, Option<TypedDeal>), Rejection> {
    let (info, rest) = match variant::parse_id_prefix(description) {
        Some(found) => found,
        None if description.is_empty() => {
            let games = text::game_names();
            return Err(usage("play", &format!(". The games are {games}")));
        }
        None => return Err(unknown_game(description)),
    };
    let words = rest.split_whitespace();
    let (options, source): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
    let options = options.into_iter();
    let options: Vec<(&str, &str)> = options
        .filter_map(|option| option.split_once('='))
        .collect();
    let rules = variant::new(info, &options);
    let rules = rules.map_err(|error| Rejection::NotUnderstood(error.to_string()))?;
    let deal = match source[..] {
        [] => None,
        [word] | ["seed", word] => {
            let parsed = TypedDeal::parse(word, &rules);
            Some(parsed.unwrap_or_else(|| Err(usage("play", "")))?)
        }
        _ => return Err(usage("play", "")),
    };
    Ok((rules, deal))
}
