//! Name, description and options of a game, read from `assets/games`.

use serde::{Deserialize, Deserializer};

/// Static description of a game.
#[derive(Debug, Deserialize)]
pub struct GameInfo {
    /// Identifier in records and on the command line: `moving-left`.
    pub id: &'static str,
    /// Name shown to players: `Moving Left`.
    pub title: &'static str,
    /// Number of 52-card decks.
    pub decks: usize,
    /// What it is, in a few words.
    pub brief: &'static str,
    /// One line on what is special about the game.
    pub summary: &'static str,
    /// What a player needs to know first, with the default options.
    pub introduction: Introduction,
    /// The rules in plain text, with every ruling, in lines of at most 76 characters.
    #[serde(skip)]
    pub help: &'static str,
    /// The first lesson: a record up to its start, with the steps from there.
    #[serde(skip)]
    pub lesson: &'static str,
    /// The options, in the order in which a record lists them.
    #[serde(deserialize_with = "leaked_list")]
    pub options: &'static [OptionSpec],
    /// What the menu offers in one row in place of the options that it sets. Most games have none.
    #[serde(default, deserialize_with = "leaked_list")]
    pub presets: &'static [Preset],
}

impl GameInfo {
    /// Parses the description of a game and adds its rules and its lesson.
    pub(super) fn from_json(
        json: &'static str,
        help: &'static str,
        lesson: &'static str,
    ) -> GameInfo {
        GameInfo {
            help,
            lesson,
            ..parse_json(json)
        }
    }
}

/// Parses a text of `assets/games`. Its strings are borrowed, so they must have no escapes.
///
/// # Panics
/// If the text is not valid.
fn parse_json<T: Deserialize<'static>>(json: &'static str) -> T {
    serde_json::from_str(json).unwrap_or_else(|error| unreachable!("{error} in {json}"))
}

/// Reads a list that is never freed.
fn leaked_list<'de, D, T>(deserializer: D) -> Result<&'static [T], D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Vec::deserialize(deserializer)?.leak())
}

/// Short introduction to a game for players who have never seen it.
#[derive(Debug, Deserialize)]
pub struct Introduction {
    /// Name in the list of introductions that the player has seen: `moosehide-classic`.
    pub id: &'static str,
    /// How the game is won.
    pub goal: &'static str,
    /// What goes on what, in one line.
    pub building: &'static str,
    /// The rule that makes the game different from others.
    pub rule: &'static str,
}

impl Introduction {
    /// Parses an introduction.
    pub(crate) fn from_json(json: &'static str) -> Introduction {
        parse_json(json)
    }
}

/// Options of a game that are chosen together.
#[derive(Clone, Debug, Deserialize)]
pub struct Preset {
    /// Name shown to players.
    pub name: &'static str,
    /// Meaning in a few words, for players.
    pub description: &'static str,
    /// The options, each with its value.
    pub options: Vec<(&'static str, &'static str)>,
}

/// Option of a game.
#[derive(Debug, Deserialize)]
pub struct OptionSpec {
    /// Name in records: `foundation-return`.
    pub name: &'static str,
    /// Name shown to players: `Cards return`.
    pub label: &'static str,
    /// Possible values, the default first.
    #[serde(deserialize_with = "leaked_list")]
    pub values: &'static [OptionValue],
}

impl OptionSpec {
    /// Returns the default value.
    pub fn default_value(&self) -> &'static str {
        self.values[0].name
    }
}

/// Value of an option.
#[derive(Clone, Debug, Deserialize)]
pub struct OptionValue {
    /// Name in records: `yes`.
    pub name: &'static str,
    /// Meaning in a few words, for players.
    pub description: &'static str,
    /// Whether hardly any deal can be won with it, so that the menu does not offer it.
    #[serde(default)]
    pub is_unwinnable: bool,
}
