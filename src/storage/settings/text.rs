//! The text of a settings file: read with every fault named by its line, and changed where a
//! setting was changed, the rest of it left as the player wrote it.

use std::fmt;
use std::ops::Range;

use toml_edit::{Document, DocumentMut, Item, TableLike, Value, value};

use super::{AnimationMode, KeyOverride, Setting, Settings, Theme};
use crate::escape::{escape_text, quote};

/// Something in a settings file that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The line, from 1; none where the file as a whole is meant.
    pub line: Option<usize>,
    /// What is wrong with it, in a few words.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "settings.toml, line {line}: {}", self.message),
            None => write!(f, "settings.toml: {}", self.message),
        }
    }
}

/// Reads the settings of a text. What cannot be followed is as if it were not there, and is named.
///
/// ```
/// use larboard::storage::settings::{AnimationMode, parse};
///
/// let (settings, complaints) = parse("animations = \"off\"\ntheme = \"pink\"\n");
/// assert_eq!(settings.animation, AnimationMode::Off);
/// assert_eq!(complaints[0].line, Some(2));
/// ```
pub fn parse(text: &str) -> (Settings, Vec<ConfigError>) {
    let mut reader = SettingsReader {
        text,
        settings: Settings::default(),
        errors: Vec::new(),
    };
    match Document::parse(text) {
        Ok(document) => reader.read_document(document.as_table()),
        Err(error) => {
            let words = escape_text(error.message().lines().next().unwrap_or_default());
            reader.push_error(
                error.span(),
                format!("{words}; nothing in the file is followed"),
            );
        }
    }
    (reader.settings, reader.errors)
}

struct SettingsReader<'a> {
    text: &'a str,
    settings: Settings,
    errors: Vec<ConfigError>,
}

impl SettingsReader<'_> {
    fn read_document(&mut self, table: &dyn TableLike) {
        for (name, item) in table.iter() {
            let span = key_span(table, name);
            let known = Setting::ALL.into_iter().find(|known| known.name() == name);
            if name == "keys" {
                match item.as_table_like() {
                    Some(keys) => self.read_keys(keys),
                    None => self.push_error(span, "keys are a table: [keys]".into()),
                }
            } else if let Some(setting) = known {
                if !apply_item(&mut self.settings, setting, item) {
                    self.push_error(span, invalid_value_message(setting, item));
                }
            } else {
                self.push_error(span, format!("no setting is called {}", quote(name)));
            }
        }
    }

    fn read_keys(&mut self, table: &dyn TableLike) {
        for (name, item) in table.iter() {
            let span = key_span(table, name);
            let keys: Option<Vec<String>> = match item.as_value() {
                Some(Value::Array(keys)) => {
                    let keys = keys.iter().map(|key| key.as_str().map(str::to_owned));
                    keys.collect()
                }
                Some(Value::String(key)) => Some(vec![key.value().clone()]),
                _ => None,
            };
            match keys {
                Some(keys) => self.settings.key_overrides.push(KeyOverride {
                    action: name.to_owned(),
                    keys,
                    line: self.line_number(span),
                }),
                None => {
                    let words = format!("the keys of {} are a list: [\"d\"]", quote(name));
                    self.push_error(span, words);
                }
            }
        }
    }

    fn push_error(&mut self, span: Option<Range<usize>>, what: String) {
        let line = Some(self.line_number(span));
        self.errors.push(ConfigError {
            line,
            message: what,
        });
    }

    fn line_number(&self, span: Option<Range<usize>>) -> usize {
        let before = span.map_or(0, |span| span.start).min(self.text.len());
        let bytes = &self.text.as_bytes()[..before];
        1 + bytes.iter().filter(|&&byte| byte == b'\n').count()
    }
}

fn key_span(table: &dyn TableLike, name: &str) -> Option<Range<usize>> {
    table.key(name).and_then(toml_edit::Key::span)
}

/// Sets what an item says; says whether it is one of the values the setting can have.
fn apply_item(settings: &mut Settings, setting: Setting, item: &Item) -> bool {
    let known = match setting {
        Setting::Theme => {
            let theme = item.as_str().and_then(Theme::from_name);
            theme.map(|theme| settings.theme = theme)
        }
        Setting::Animation => {
            let motion = item.as_str().and_then(AnimationMode::from_name);
            motion.map(|motion| settings.animation = motion)
        }
        Setting::Bool(switch) => item.as_bool().map(|on| settings.set(switch, on)),
    };
    known.is_some()
}

/// The value a setting has, as the file writes it.
fn toml_value(settings: &Settings, setting: Setting) -> Value {
    match setting {
        Setting::Theme => settings.theme.as_str().into(),
        Setting::Animation => settings.animation.as_str().into(),
        Setting::Bool(switch) => settings.is_on(switch).into(),
    }
}

impl Setting {
    /// The values it can have, as the file writes them.
    pub fn allowed_values(self) -> String {
        let quoted = |word: &str| format!("\"{word}\"");
        match self {
            Setting::Theme => Theme::ALL.map(|theme| quoted(theme.as_str())).join(", "),
            Setting::Animation => AnimationMode::ALL
                .map(|motion| quoted(motion.as_str()))
                .join(", "),
            Setting::Bool(_) => "true, false".into(),
        }
    }
}

fn invalid_value_message(setting: Setting, item: &Item) -> String {
    let given = match item.as_value() {
        Some(Value::String(text)) => quote(text.value()),
        Some(Value::Integer(number)) => number.value().to_string(),
        Some(Value::Boolean(on)) => on.value().to_string(),
        Some(Value::Array(_)) => "a list".into(),
        Some(given) => format!("a {}", given.type_name()),
        None => "a table".into(),
    };
    let (name, values) = (setting.name(), setting.allowed_values());
    format!("{name} cannot be {given}; it can be {values}")
}

/// A text of settings after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedSettings {
    /// The new text.
    pub text: String,
    /// Whether something the player wrote, and that could not be followed, is no longer in it.
    pub discarded_invalid: bool,
}

/// The text with what differs between two settings, keys aside, as it is in the later. All else
/// stays as it is written, comments and what is not known included; a text that cannot be read at
/// all is begun anew.
pub fn edit(text: &str, before: &Settings, after: &Settings) -> EditedSettings {
    let read: Result<DocumentMut, _> = text.parse();
    let mut lost = read.is_err();
    let mut document = read.unwrap_or_default();
    for setting in Setting::ALL {
        let new = toml_value(after, setting);
        if toml_value(before, setting).to_string() != new.to_string() {
            lost |= set_item(&mut document, setting, new);
        }
    }
    EditedSettings {
        text: document.to_string(),
        discarded_invalid: lost,
    }
}

/// Puts a value where it belongs; says whether it took the place of something unknown.
fn set_item(document: &mut DocumentMut, setting: Setting, new: Value) -> bool {
    match document.get_mut(setting.name()) {
        None => {
            document.insert(setting.name(), value(new));
            false
        }
        Some(item) => {
            let lost = !apply_item(&mut Settings::default(), setting, item);
            let decor = item.as_value().map(|old| old.decor().clone());
            *item = value(new);
            if let (Some(decor), Some(new)) = (decor, item.as_value_mut()) {
                *new.decor_mut() = decor;
            }
            lost
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::BoolSetting;
    use super::*;

    fn error_messages(text: &str) -> Vec<String> {
        let (_, complaints) = parse(text);
        complaints.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_empty_file_sets_nothing() {
        assert_eq!(parse(""), (Settings::default(), Vec::new()));
        assert_eq!(parse("\n# theme = \"felt\"\n").0, Settings::default());
    }

    #[test]
    fn what_is_written_is_followed() {
        let text = "theme = \"felt\"\nmouse = false\nwinnable-deals = true\n\
                    [keys]\ndraw = [\"d\", \"space\"]\nundo = \"u\"\n";
        let (settings, complaints) = parse(text);
        assert_eq!(complaints, []);
        assert_eq!(settings.theme, Theme::Felt);
        assert!(!settings.is_on(BoolSetting::Mouse) && settings.is_on(BoolSetting::WinnableDeals));
        assert_eq!(
            settings.animation,
            AnimationMode::Auto,
            "not set, so as usual"
        );
        let keys: Vec<_> = settings
            .key_overrides
            .iter()
            .map(|set| (&*set.action, set.line))
            .collect();
        assert_eq!(keys, [("draw", 5), ("undo", 6)]);
        assert_eq!(settings.key_overrides[0].keys, ["d", "space"]);
    }

    #[test]
    fn every_fault_is_named_by_its_line_and_the_rest_is_followed() {
        for (text, line, words) in [
            (
                "\ntheme = \"pink\"\n",
                2,
                "theme cannot be \"pink\"; it can be \"terminal\", ",
            ),
            ("theme = 3", 1, "theme cannot be 3"),
            ("[theme]\nx = 1", 1, "theme cannot be a table"),
            (
                "mouse = \"no\"",
                1,
                "mouse cannot be \"no\"; it can be true, false",
            ),
            (
                "animations = false",
                1,
                "animations cannot be false; it can be \"auto\", \"on\", \"off\"",
            ),
            (
                "\n\n\nanimatoins = false",
                4,
                "no setting is called \"animatoins\"",
            ),
            ("keys = 1", 1, "keys are a table"),
            ("[keys]\ndraw = 1", 2, "the keys of \"draw\" are a list"),
            ("[keys]\n\ndraw = [1]", 3, "the keys of \"draw\" are a list"),
            ("mouse = false\nmouse = true", 2, "duplicate key"),
            ("mouse = \n", 1, ""),
            ("mouse = false\n\x1b[2J", 2, ""),
        ] {
            let told = error_messages(text);
            let start = format!("settings.toml, line {line}: {words}");
            assert!(told.len() == 1 && told[0].starts_with(&start), "{told:?}");
            assert!(!told[0].chars().any(char::is_control), "{told:?}");
        }
        let (settings, complaints) = parse("ascii = 7\nanimations = \"on\"\n");
        assert_eq!(complaints.len(), 1);
        assert_eq!(settings.animation, AnimationMode::On);
    }

    #[test]
    fn a_change_leaves_all_else_as_it_was_written() {
        let text = "# mine\ntheme = \"felt\" # green\nwarn-when-lost = true\nnew = 1\n\n[keys] # all of them\ndraw = [ \"x\" ]\n";
        let (before, _) = parse(text);
        let mut after = before.clone();
        after.theme = Theme::Mono;
        after.animation = AnimationMode::Off;
        let edited = edit(text, &before, &after);
        assert_eq!(
            edited.text,
            "# mine\ntheme = \"mono\" # green\nwarn-when-lost = true\nnew = 1\nanimations = \"off\"\n\n[keys] # all of them\ndraw = [ \"x\" ]\n"
        );
        assert!(!edited.discarded_invalid);
        assert_eq!(parse(&edited.text).0.theme, Theme::Mono);
    }

    #[test]
    fn what_a_change_puts_an_end_to_is_said_to_be_lost_only_where_it_was_not_understood() {
        let after = Settings {
            theme: Theme::Felt,
            ..Settings::default()
        };
        for (text, lost) in [
            ("", false),
            ("theme = \"light\"\n", false),
            ("theme = \"pink\"\n", true),
            ("mouse = \"no\"\n", false),
            ("[theme]\nx = 1\n", true),
            ("theme = \"pi", true),
        ] {
            let edited = edit(text, &Settings::default(), &after);
            assert_eq!(edited.discarded_invalid, lost, "{text}");
            assert_eq!(parse(&edited.text).0.theme, Theme::Felt, "{text}");
        }
    }

    #[test]
    fn every_setting_written_is_read_again() {
        let before = Settings::default();
        for switch in BoolSetting::ALL {
            let mut after = before.clone();
            after.set(switch, !switch.default_value());
            assert_eq!(parse(&edit("", &before, &after).text), (after, vec![]));
        }
        for motion in AnimationMode::ALL {
            let mut after = before.clone();
            after.animation = motion;
            assert_eq!(parse(&edit("", &before, &after).text), (after, vec![]));
        }
        for theme in Theme::ALL {
            let mut after = before.clone();
            after.theme = theme;
            assert_eq!(parse(&edit("", &before, &after).text), (after, vec![]));
        }
    }
}
