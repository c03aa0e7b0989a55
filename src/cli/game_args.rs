//! A game and its options as the command line names them.

use std::str::FromStr;

use super::Failure;
use crate::escape::quote;
use crate::game::Game;
use crate::seed;
use crate::variant::{self, Variant};

/// `K=V`: an option and its value.
#[derive(Clone, Debug)]
pub(super) struct OptionAssignment {
    name: String,
    value: String,
}

impl FromStr for OptionAssignment {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<OptionAssignment, &'static str> {
        let (name, value) = text
            .split_once('=')
            .ok_or("a rule is given as its name, =, and its value")?;
        Ok(OptionAssignment {
            name: name.into(),
            value: value.into(),
        })
    }
}

/// The game of a name with the options given.
pub(super) fn parse_variant(game: &str, rules: &[OptionAssignment]) -> Result<Variant, Failure> {
    let profile = variant::find(game).ok_or_else(|| Failure::Usage(unknown_game_message(game)))?;
    for (n, rule) in rules.iter().enumerate() {
        if rules[..n].iter().any(|earlier| earlier.name == rule.name) {
            let line = format!("the rule {} is given twice", quote(&rule.name));
            return Err(Failure::Usage(line));
        }
    }
    let given: Vec<_> = rules
        .iter()
        .map(|rule| (&*rule.name, &*rule.value))
        .collect();
    variant::new(profile, &given).map_err(|bad| Failure::Usage(bad.to_string()))
}

/// That there is no game of this name, and which there are.
pub(super) fn unknown_game_message(called: &str) -> String {
    let called = quote(called);
    format!("unknown game {called}; the games are {}", game_names())
}

/// The names of the games.
pub(super) fn game_names() -> String {
    let ids = variant::games().map(|profile| profile.id);
    ids.join(", ")
}

/// A seed, decimal or with `0x` hexadecimal.
pub(super) fn parse_seed(text: &str) -> Result<u64, String> {
    seed::parse(text).ok_or_else(|| {
        format!(
            "a seed is a whole number from 0 to {}, decimal or 0x and hexadecimal",
            u64::MAX
        )
    })
}

/// A number to count with.
pub(super) fn parse_integer<T: FromStr>(text: &str) -> Result<T, &'static str> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = plain.then(|| text.parse().ok()).flatten();
    number.ok_or("it wants a whole number, and not one that large")
}

/// One deal of a game.
#[derive(Debug, clap::Args)]
pub(super) struct DealSpec {
    /// The game
    game: String,
    /// The seed that shuffles the deck, decimal or 0x hexadecimal
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: u64,
    /// An option of the game and its value; see `larboard games`
    #[arg(long = "rule", value_name = "K=V")]
    rules: Vec<OptionAssignment>,
}

impl DealSpec {
    /// The game as dealt.
    pub(super) fn deal_game(&self) -> Result<Game, Failure> {
        Ok(Game::new(
            parse_variant(&self.game, &self.rules)?,
            self.seed,
        ))
    }
}

/// The options in force, as a JSON object in the order a record writes them.
pub(super) fn serialize_options<S: serde::Serializer>(
    rules: &Variant,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(rules.options().iter())
}
