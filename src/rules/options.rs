//! The options of a game as chosen, checked against those it has.

use std::fmt;

use super::info::GameInfo;
use crate::escape::quote;

/// Options and their values, in the order a record writes them.
///
/// ```
/// use larboard::rules::GameOptions;
/// use larboard::variant;
///
/// let oscillation = variant::find("oscillation").unwrap();
/// let choices = GameOptions::parse(oscillation, &[("wrap", "yes")]).unwrap();
/// assert!(choices.is("wrap", "yes"));
/// let wrong = GameOptions::parse(oscillation, &[("wrap", "maybe")]).unwrap_err();
/// assert_eq!(wrong.to_string(), r#"the rule wrap cannot be "maybe"; it can be no, yes"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameOptions(Vec<(&'static str, &'static str)>);

impl GameOptions {
    /// Choices known to be a game's own.
    pub fn from_pairs(pairs: &[(&'static str, &'static str)]) -> GameOptions {
        GameOptions(pairs.to_vec())
    }

    /// The options of a game, with the values given; where an option is given twice the later
    /// value holds, where none is given its default.
    ///
    /// # Errors
    /// An unknown option or value, with what there is.
    pub fn parse(
        profile: &'static GameInfo,
        given: &[(&str, &str)],
    ) -> Result<GameOptions, OptionError> {
        let mut pairs: Vec<_> = profile
            .options
            .iter()
            .map(|option| (option.name, option.default_value()))
            .collect();
        for &(name, value) in given {
            let at = profile
                .options
                .iter()
                .position(|option| option.name == name)
                .ok_or_else(|| OptionError::unknown_option(profile, name))?;
            let option = &profile.options[at];
            let known = option.values.iter().find(|known| known.name == value);
            pairs[at].1 = known
                .ok_or_else(|| OptionError::unknown_value(profile, at, value))?
                .name;
        }
        Ok(GameOptions(pairs))
    }

    /// The value of an option; empty where the game has no such option.
    pub fn value(&self, name: &str) -> &'static str {
        self.iter()
            .find(|(option, _)| *option == name)
            .map_or("", |(_, value)| value)
    }

    /// Whether an option has a value.
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.value(name) == value
    }

    /// The options and their values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.iter().copied()
    }
}

/// An option or a value that a game does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// No such option.
    UnknownOption {
        /// The game's name.
        game: &'static str,
        /// What was given.
        name: String,
        /// The options there are.
        known: Vec<&'static str>,
    },
    /// No such value.
    UnknownValue {
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
        /// The values there are.
        known: Vec<&'static str>,
    },
}

impl OptionError {
    fn unknown_option(profile: &GameInfo, name: &str) -> OptionError {
        OptionError::UnknownOption {
            game: profile.id,
            name: name.into(),
            known: profile.options.iter().map(|option| option.name).collect(),
        }
    }

    fn unknown_value(profile: &GameInfo, at: usize, value: &str) -> OptionError {
        let option = &profile.options[at];
        OptionError::UnknownValue {
            option: option.name,
            value: value.into(),
            known: option.values.iter().map(|value| value.name).collect(),
        }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::UnknownOption { game, name, known } => write!(
                f,
                "{game} has no rule {}; it has {}",
                quote(name),
                known.join(", ")
            ),
            OptionError::UnknownValue {
                option,
                value,
                known,
            } => write!(
                f,
                "the rule {option} cannot be {}; it can be {}",
                quote(value),
                known.join(", ")
            ),
        }
    }
}

impl std::error::Error for OptionError {}
