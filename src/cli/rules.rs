//! A game and its options as the command line names them.

use std::str::FromStr;

use super::Failure;
use crate::escape::quoted;
use crate::game::Game;
use crate::rules::{Rules, Variant};
use crate::seed;

/// `K=V`: an option and its value.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    name: String,
    value: String,
}

impl FromStr for Rule {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Rule, &'static str> {
        let (name, value) = text
            .split_once('=')
            .ok_or("a rule is given as its name, =, and its value")?;
        Ok(Rule {
            name: name.into(),
            value: value.into(),
        })
    }
}

/// The game of a name with the options given.
pub(super) fn variant(game: &str, rules: &[Rule]) -> Result<Variant, Failure> {
    let profile = Variant::profile_named(game).ok_or_else(|| Failure::Usage(no_game(game)))?;
    for (n, rule) in rules.iter().enumerate() {
        if rules[..n].iter().any(|earlier| earlier.name == rule.name) {
            let line = format!("the rule {} is given twice", quoted(&rule.name));
            return Err(Failure::Usage(line));
        }
    }
    let given: Vec<_> = rules
        .iter()
        .map(|rule| (&*rule.name, &*rule.value))
        .collect();
    Variant::of(profile, &given).map_err(|bad| Failure::Usage(bad.to_string()))
}

/// That there is no game of this name, and which there are.
pub(super) fn no_game(called: &str) -> String {
    let called = quoted(called);
    format!("no game is called {called}; the games are {}", games())
}

/// The names of the games.
pub(super) fn games() -> String {
    let ids: Vec<_> = Variant::ALL.iter().map(|profile| profile.id).collect();
    ids.join(", ")
}

/// A seed, decimal or with `0x` hexadecimal.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    seed::typed(text).ok_or_else(|| {
        format!(
            "a seed is a whole number from 0 to {}, decimal or 0x and hexadecimal",
            u64::MAX
        )
    })
}

/// A number to count with.
pub(super) fn whole<T: FromStr>(text: &str) -> Result<T, &'static str> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = plain.then(|| text.parse().ok()).flatten();
    number.ok_or("it wants a whole number, and not one that large")
}

/// One deal of a game.
#[derive(Debug, clap::Args)]
pub(super) struct Deal {
    /// The game
    game: String,
    /// The seed that shuffles the deck, decimal or 0x hexadecimal
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// An option of the game and its value; see `larboard games`
    #[arg(long = "rule", value_name = "K=V")]
    rules: Vec<Rule>,
}

impl Deal {
    /// The game as dealt.
    pub(super) fn game(&self) -> Result<Game<Variant>, Failure> {
        Ok(Game::new(variant(&self.game, &self.rules)?, self.seed))
    }
}

/// The options in force, as a JSON object in the order a record writes them.
pub(super) fn as_json<S: serde::Serializer>(rules: &Variant, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(rules.choices().iter())
}
