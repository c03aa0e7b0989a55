//! The chosen options of a game.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::info::{GameInfo, OptionSpec, Preset};
use crate::escape::quote;

/// Options with their values, in the order in which a record lists them.
///
/// ```
/// use larboard::rules::GameOptions;
/// use larboard::variant;
///
/// let oscillation = variant::find("oscillation").unwrap();
/// let options = GameOptions::parse(oscillation, &[("wrap", "yes")]).unwrap();
/// assert!(options.is("wrap", "yes"));
/// let error = GameOptions::parse(oscillation, &[("wrap", "maybe")]).unwrap_err();
/// assert_eq!(error.to_string(), r#"wrap cannot be "maybe"; use no or yes"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameOptions(Arc<[(&'static str, &'static str)]>);

impl GameOptions {
    /// Creates options from values that are known to be valid.
    pub fn from_pairs(pairs: &[(&'static str, &'static str)]) -> GameOptions {
        GameOptions(pairs.into())
    }

    /// Creates the options of a game from the given names and values. An option without a value has its default.
    ///
    /// # Errors
    /// An unknown option or value, or an option that is given twice.
    pub fn parse(
        info: &'static GameInfo,
        given: &[(&str, &str)],
    ) -> Result<GameOptions, OptionError> {
        let options = info.options.iter();
        let mut pairs: Vec<_> = options
            .map(|option| (option.name, option.default_value()))
            .collect();
        for (n, &(name, value)) in given.iter().enumerate() {
            let mut options = info.options.iter().zip(&mut pairs);
            let found = options.find(|(option, _)| option.name == name);
            let (option, pair) = found.ok_or_else(|| OptionError::unknown_option(info, name))?;
            if given[..n].iter().any(|(earlier, _)| *earlier == name) {
                return Err(OptionError(format!("{name} is set more than once")));
            }
            let known = option.values.iter().find(|known| known.name == value);
            let known = known.ok_or_else(|| OptionError::unknown_value(option, value))?;
            pair.1 = known.name;
        }
        Ok(GameOptions(pairs.into()))
    }

    /// Returns the value of an option. Empty if the game has no such option.
    pub fn value(&self, name: &str) -> &'static str {
        self.iter()
            .find(|(option, _)| *option == name)
            .map_or("", |(_, value)| value)
    }

    /// Whether an option has this value.
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.value(name) == value
    }

    /// Whether these options have the values of a preset.
    pub fn matches_preset(&self, preset: &Preset) -> bool {
        let mut set = preset.options.iter();
        set.all(|(name, value)| self.is(name, value))
    }

    /// Iterates over names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.iter().copied()
    }
}

/// Writes an object.
impl Serialize for GameOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// Error for an option or value that a game does not have, with those that it has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct OptionError(String);

impl OptionError {
    fn unknown_option(info: &GameInfo, name: &str) -> OptionError {
        let known = info.options.iter().map(|option| option.name);
        let (game, name, known) = (info.id, quote(name), alternatives(known));
        OptionError(format!("{game} has no option {name}{known}"))
    }

    fn unknown_value(option: &OptionSpec, value: &str) -> OptionError {
        let known = option.values.iter().map(|value| value.name);
        let (value, known) = (quote(value), alternatives(known));
        OptionError(format!("{} cannot be {value}{known}", option.name))
    }
}

/// Returns the known names as a suggestion: `; use 0, 1 or 2`. Empty if there is none.
fn alternatives(known: impl Iterator<Item = &'static str>) -> String {
    match &*known.collect::<Vec<_>>() {
        [] => String::new(),
        [only] => format!("; use {only}"),
        [first @ .., last] => format!("; use {} or {last}", first.join(", ")),
    }
}
