//! The chosen options of a game.

use std::sync::Arc;

use thiserror::Error;

use super::info::GameInfo;
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

    /// Creates the options of a game from the given names and values. The last of several values for
    /// an option wins; an option without a value has its default.
    ///
    /// # Errors
    /// An unknown option or value.
    pub fn parse(
        info: &'static GameInfo,
        given: &[(&str, &str)],
    ) -> Result<GameOptions, OptionError> {
        let mut pairs: Vec<_> = info
            .options
            .iter()
            .map(|option| (option.name, option.default_value()))
            .collect();
        for &(name, value) in given {
            let index = info
                .options
                .iter()
                .position(|option| option.name == name)
                .ok_or_else(|| OptionError::unknown_option(info, name))?;
            let option = &info.options[index];
            let known = option.values.iter().find(|known| known.name == value);
            pairs[index].1 = known
                .ok_or_else(|| OptionError::unknown_value(info, index, value))?
                .name;
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

    /// Iterates over names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.iter().copied()
    }
}

/// Error for an option or value that a game does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The game has no such option.
    #[error("{game} has no option {}{}", quote(name), alternatives(known))]
    UnknownOption {
        /// Id of the game.
        game: &'static str,
        /// The unknown name.
        name: String,
        /// The names of the game's options.
        known: Vec<&'static str>,
    },
    /// The option has no such value.
    #[error("{option} cannot be {}{}", quote(value), alternatives(known))]
    UnknownValue {
        /// Name of the option.
        option: &'static str,
        /// The unknown value.
        value: String,
        /// The possible values.
        known: Vec<&'static str>,
    },
}

impl OptionError {
    fn unknown_option(info: &GameInfo, name: &str) -> OptionError {
        OptionError::UnknownOption {
            game: info.id,
            name: name.into(),
            known: info.options.iter().map(|option| option.name).collect(),
        }
    }

    fn unknown_value(info: &GameInfo, index: usize, value: &str) -> OptionError {
        let option = &info.options[index];
        OptionError::UnknownValue {
            option: option.name,
            value: value.into(),
            known: option.values.iter().map(|value| value.name).collect(),
        }
    }
}

/// Returns the known names as a suggestion: `; use 0, 1 or 2`. Empty if there is none.
fn alternatives(known: &[&str]) -> String {
    match known {
        [] => String::new(),
        [only] => format!("; use {only}"),
        [first @ .., last] => format!("; use {} or {last}", first.join(", ")),
    }
}
