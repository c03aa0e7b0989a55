//! Arguments that name a game, its options and a seed.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use jiff::civil::Date;

use super::Failure;
use crate::difficulty::daily;
use crate::game::Game;
use crate::record::PlayedGame;
use crate::rules::GameInfo;
use crate::seed;
use crate::session::{self, text};
use crate::variant::{self, Variant};

/// An option and its value.
pub(super) type OptionAssignment = (String, String);

/// Parses an option and its value, written `K=V`.
fn parse_assignment(text: &str) -> Result<OptionAssignment, &'static str> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.into(), value.into()))
}

/// Parses a seed: decimal, or hexadecimal after `0x`.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    seed::parse(text).ok_or_else(|| {
        format!(
            "expected a whole number from 0 to {}, decimal or hexadecimal after 0x",
            u64::MAX
        )
    })
}

/// Returns the parser of a whole number without a sign.
pub fn integer<T: TryFrom<u64>>(min: u64, max: u64) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let has_digits_alone = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| has_digits_alone);
        let number = number.filter(|number| (min..=max).contains(number));
        let converted = number.and_then(|number| number.try_into().ok());
        converted.ok_or_else(|| format!("expected a whole number from {min} to {max}"))
    }
}

/// Arguments that name a deal.
#[derive(Debug, clap::Args)]
pub struct DealSpec {
    /// The game
    #[arg(value_parser = game_parser())]
    game: &'static GameInfo,
    #[command(flatten)]
    number: DealNumber,
    #[command(flatten)]
    rules: RuleArgs,
}

impl DealSpec {
    /// Deals the game.
    pub fn deal(&self) -> Result<PlayedGame, Failure> {
        self.number.deal(self.rules.variant_of(self.game)?)
    }
}

/// Arguments that name a deal of a game.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
#[group(multiple = false)]
pub(super) struct DealNumber {
    /// Deal number, decimal or hexadecimal after 0x
    #[arg(short, long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The daily deal of a date, as in 2026-11-23; of today by default
    #[arg(long, value_name = "DATE", num_args = 0..=1, value_parser = daily::parse_date)]
    daily: Option<Option<Date>>,
}

impl DealNumber {
    /// Deals the game.
    pub(super) fn deal(&self, rules: Variant) -> Result<PlayedGame, Failure> {
        let day = self.daily.map(|day| day.unwrap_or_else(session::today));
        let seed = match (self.seed, day) {
            (Some(seed), _) => Some(seed),
            (None, Some(day)) => daily::seed(&rules, day),
            (None, None) => {
                let message = "please give a deal: --seed N or --daily [DATE]";
                return Err(Failure::usage(message));
            }
        };
        let seed = seed.ok_or_else(|| Failure::from_sentence(text::NO_GRADED_DEALS))?;
        let mut played = PlayedGame::new(Game::new(rules, seed));
        played.header.daily = day;
        Ok(played)
    }
}

/// Arguments that set options of a game.
#[derive(Debug, clap::Args)]
pub struct RuleArgs {
    /// Set an option of the game
    ///
    /// Can be given once for each option. `larboard games` lists all options and what they mean.
    #[arg(
        short,
        long = "rule",
        value_name = "NAME=VALUE",
        value_parser = rule_parser(&variant::games()),
        hide_possible_values = true
    )]
    rules: Vec<OptionAssignment>,
}

impl RuleArgs {
    /// Whether no option is set.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Creates the rules of a game with these options. Says on standard error which of them have no effect beside
    /// the others.
    pub fn variant_of(&self, info: &'static GameInfo) -> Result<Variant, Failure> {
        let pairs = self.rules.iter().map(|(name, value)| (&**name, &**value));
        let options: Vec<_> = pairs.collect();
        let rules =
            variant::new(info, &options).map_err(|error| Failure::usage(error.to_string()))?;
        Ok(rules)
    }
}

/// Creates the parser of a game's name or title.
pub fn game_parser() -> impl TypedValueParser<Value = &'static GameInfo> {
    let name = |info: &'static GameInfo| PossibleValue::new(info.id).alias(info.title);
    PossibleValuesParser::new(variant::games().map(name)).try_map(|name| {
        let mut games = variant::games().into_iter();
        let game = games.find(|info| info.id == name || info.title == name);
        game.ok_or("unknown game")
    })
}

/// Creates the parser of an option and its value, which offers those of some games.
pub(super) fn rule_parser(
    games: &[&'static GameInfo],
) -> impl TypedValueParser<Value = OptionAssignment> + use<> {
    let mut values = Vec::new();
    for option in games.iter().flat_map(|info| info.options) {
        for value in option.values {
            let is_default = value.name == option.default_value();
            let default = if is_default { " (default)" } else { "" };
            let pair = PossibleValue::new(format!("{}={}", option.name, value.name));
            values.push(pair.help(format!("{}{default}", value.description)));
        }
    }
    RuleParser { values }
}

/// Parser of an option and its value that offers some, and also accepts others.
#[derive(Clone)]
struct RuleParser {
    values: Vec<PossibleValue>,
}

impl TypedValueParser for RuleParser {
    type Value = OptionAssignment;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<OptionAssignment, clap::Error> {
        parse_assignment.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().cloned()))
    }
}
