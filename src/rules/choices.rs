//! The options of a game as chosen, checked against those it has.

use std::fmt;

use super::plan::Profile;
use crate::escape::quoted;

/// Options and their values, in the order a record writes them.
///
/// ```
/// use larboard::rules::{Choices, Variant};
///
/// let oscillation = Variant::profile_named("oscillation").unwrap();
/// let choices = Choices::read(oscillation, &[("wrap", "yes")]).unwrap();
/// assert!(choices.is("wrap", "yes"));
/// let wrong = Choices::read(oscillation, &[("wrap", "maybe")]).unwrap_err();
/// assert_eq!(wrong.to_string(), r#"the rule wrap cannot be "maybe"; it can be no, yes"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choices(Vec<(&'static str, &'static str)>);

impl Choices {
    /// Choices known to be a game's own.
    pub fn of(pairs: &[(&'static str, &'static str)]) -> Choices {
        Choices(pairs.to_vec())
    }

    /// The options of a game, with the values given; where an option is given twice the later
    /// value holds, where none is given its default.
    ///
    /// # Errors
    /// An unknown option or value, with what there is.
    pub fn read(profile: &'static Profile, given: &[(&str, &str)]) -> Result<Choices, BadChoice> {
        let mut pairs: Vec<_> = profile
            .options
            .iter()
            .map(|option| (option.name, option.default()))
            .collect();
        for &(name, value) in given {
            let at = profile
                .options
                .iter()
                .position(|option| option.name == name)
                .ok_or_else(|| BadChoice::option(profile, name))?;
            let option = &profile.options[at];
            let known = option.values.iter().find(|known| known.name == value);
            pairs[at].1 = known
                .ok_or_else(|| BadChoice::value(profile, at, value))?
                .name;
        }
        Ok(Choices(pairs))
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
pub enum BadChoice {
    /// No such option.
    Option {
        /// The game's name.
        game: &'static str,
        /// What was given.
        name: String,
        /// The options there are.
        known: Vec<&'static str>,
    },
    /// No such value.
    Value {
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
        /// The values there are.
        known: Vec<&'static str>,
    },
}

impl BadChoice {
    fn option(profile: &Profile, name: &str) -> BadChoice {
        BadChoice::Option {
            game: profile.id,
            name: name.into(),
            known: profile.options.iter().map(|option| option.name).collect(),
        }
    }

    fn value(profile: &Profile, at: usize, value: &str) -> BadChoice {
        let option = &profile.options[at];
        BadChoice::Value {
            option: option.name,
            value: value.into(),
            known: option.values.iter().map(|value| value.name).collect(),
        }
    }
}

impl fmt::Display for BadChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadChoice::Option { game, name, known } => write!(
                f,
                "{game} has no rule {}; it has {}",
                quoted(name),
                known.join(", ")
            ),
            BadChoice::Value {
                option,
                value,
                known,
            } => write!(
                f,
                "the rule {option} cannot be {}; it can be {}",
                quoted(value),
                known.join(", ")
            ),
        }
    }
}

impl std::error::Error for BadChoice {}
