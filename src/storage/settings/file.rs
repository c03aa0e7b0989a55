//! The settings file: parsing it with an error for each invalid line, editing it in place, and saving
//! changes to it.

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;
use toml_edit::{Document, DocumentMut, Item, TableLike, TomlError, Value, value};

use super::{Override, Setting, Settings};
use crate::escape::{escape_text, io_error_message, quote};
use crate::storage::lock::Lock;
use crate::storage::{StorageError, config_dir, file_ops};

/// Maximum size of a settings file in bytes.
const MAX_SETTINGS_BYTES: u64 = 1 << 16;

#[derive(Debug)]
pub struct SettingsFile {
    /// `None` if the platform has no configuration folder.
    path: Option<PathBuf>,
    /// The valid settings in the file.
    saved: Settings,
    /// The settings of the last attempt to save, whether it succeeded or not.
    last_attempted: Settings,
    /// What was wrong in the file when it was read.
    pub errors: Vec<ConfigError>,
}

impl SettingsFile {
    /// Reads the player's settings file. A missing file is empty.
    pub fn open() -> SettingsFile {
        SettingsFile::open_at(config_dir().map(|folder| folder.join("settings.toml")))
    }

    /// Reads the settings file at a path.
    pub fn open_at(path: Option<PathBuf>) -> SettingsFile {
        let text = path.as_deref().map_or(Ok(String::new()), read_text);
        let (saved, errors) = match text {
            Ok(text) => parse(&text),
            Err(error) => {
                let error = ConfigError {
                    line: None,
                    message: format!("cannot be read: {}", io_error_message(&error)),
                };
                (Settings::default(), vec![error])
            }
        };
        SettingsFile {
            path,
            last_attempted: saved.clone(),
            saved,
            errors,
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.saved
    }

    /// Returns the path of the file, whether it exists or not.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Saves the settings if they have changed since the last attempt.
    ///
    /// # Errors
    /// The settings cannot be saved, or the file is not valid TOML. It remains as it was.
    pub fn save_if_changed(&mut self, settings: &Settings) -> Result<(), StorageError> {
        if self.last_attempted == *settings {
            return Ok(());
        }
        self.last_attempted = settings.clone();
        let path = self.path.as_ref().ok_or(StorageError::NoConfigDir)?;
        self.save(path, settings)
            .map_err(StorageError::write(path))?;
        self.saved = settings.clone();
        Ok(())
    }

    fn save(&self, path: &Path, settings: &Settings) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            file_ops::create_dir_all(folder)?;
        }
        // No other process may write between reading and writing.
        let lock_path = file_ops::resolve_symlinks(path)?.with_extension("lock");
        let _lock = Lock::wait(&lock_path)?;
        // Editing the file as it is now keeps what another process has changed since.
        let edited = edit(&read_text(path)?, &self.saved, settings);
        let edited = edited.map_err(|(line, reason)| {
            let message = format!("line {line}: {reason}");
            io::Error::new(ErrorKind::InvalidData, message)
        })?;
        file_ops::write_text(path, &edited)
    }
}

/// Reads a text file; a missing file is empty. A file that is not text, or too large, is an error of
/// kind `InvalidData`.
fn read_text(path: &Path) -> io::Result<String> {
    let bytes = match file_ops::read_limited(path, MAX_SETTINGS_BYTES + 1) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(String::new()),
        bytes => bytes?,
    };
    let invalid = |message: &str| io::Error::new(ErrorKind::InvalidData, message);
    if bytes.len() as u64 > MAX_SETTINGS_BYTES {
        return Err(invalid("it is larger than 64 KiB"));
    }
    String::from_utf8(bytes).map_err(|_| invalid("it is not UTF-8 text"))
}

/// An error in a settings file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("settings.toml{}: {message}", .line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct ConfigError {
    /// The line, counted from 1. `None` if the error concerns the whole file.
    pub line: Option<usize>,
    /// Description of the error.
    pub message: String,
}

/// Parses settings. Invalid lines are ignored and reported.
///
/// ```
/// use larboard::storage::settings::{AnimationMode, parse};
///
/// let (settings, errors) = parse("animations = \"off\"\ntheme = \"pink\"\n");
/// assert_eq!(settings.choice::<AnimationMode>(), AnimationMode::Off);
/// assert_eq!(errors[0].line, Some(2));
/// ```
pub fn parse(text: &str) -> (Settings, Vec<ConfigError>) {
    let (mut settings, mut errors) = (Settings::default(), Vec::new());
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let (line, reason) = syntax_error(text, &error);
            let message = format!("{reason}; the whole file is ignored");
            let line = Some(line);
            return (settings, vec![ConfigError { line, message }]);
        }
    };
    for entry in entries(text, document.as_table()) {
        let (name, item) = (&*entry.name, entry.value);
        match (name, item.as_table_like(), name.parse::<Setting>().ok()) {
            ("keys", Some(keys), _) => {
                let explain =
                    |name: &str| format!("the keys of {name} must be a list, like [\"d\"]");
                settings.key_overrides =
                    read_overrides(entries(text, keys), read_keys, explain, &mut errors);
            }
            ("colors", Some(colors), _) => {
                let read = |item: &Item| item.as_str().map(str::to_owned);
                let explain =
                    |name: &str| format!("the color of {name} must be text, like \"#8fb8a2\"");
                settings.color_overrides =
                    read_overrides(entries(text, colors), read, explain, &mut errors);
            }
            ("keys" | "colors", None, _) => {
                errors.push(entry.error(format!("{name} must be a table: [{name}]")));
            }
            (_, _, Some(setting)) => match setting.read_toml(item) {
                Some(value) => settings.assign(setting, value),
                None => errors.push(entry.error(invalid_value_message(setting, item))),
            },
            _ => errors.push(entry.error(format!("unknown setting {}", quote(name)))),
        }
    }
    (settings, errors)
}

/// Returns what a table of the file assigns to which names.
fn entries<'a>(text: &str, table: &'a dyn TableLike) -> Vec<Override<&'a Item>> {
    let entry = |(name, value): (&str, &'a Item)| Override {
        name: name.to_owned(),
        value,
        line: line_number(text, table.key(name).and_then(toml_edit::Key::span)),
    };
    table.iter().map(entry).collect()
}

/// Reads the values of a table. One that is not in the expected form is an error, which `explain` describes.
fn read_overrides<T>(
    entries: Vec<Override<&Item>>,
    read: impl Fn(&Item) -> Option<T>,
    explain: impl Fn(&str) -> String,
    errors: &mut Vec<ConfigError>,
) -> Vec<Override<T>> {
    let mut overrides = Vec::new();
    for entry in entries {
        match read(entry.value) {
            Some(value) => overrides.push(Override {
                name: entry.name,
                value,
                line: entry.line,
            }),
            None => errors.push(entry.error(explain(&quote(&entry.name)))),
        }
    }
    overrides
}

/// Returns the line at which a text is not valid TOML, and why.
fn syntax_error(text: &str, error: &TomlError) -> (usize, String) {
    let reason = error.message().lines().next().unwrap_or_default();
    (line_number(text, error.span()), escape_text(reason))
}

fn line_number(text: &str, span: Option<Range<usize>>) -> usize {
    let before = span.map_or(0, |span| span.start).min(text.len());
    let bytes = &text.as_bytes()[..before];
    1 + bytes.iter().filter(|&&byte| byte == b'\n').count()
}

fn read_keys(item: &Item) -> Option<Vec<String>> {
    match item.as_value()? {
        Value::Array(keys) => keys
            .iter()
            .map(|key| key.as_str().map(str::to_owned))
            .collect(),
        Value::String(key) => Some(vec![key.value().clone()]),
        _ => None,
    }
}

fn invalid_value_message(setting: Setting, item: &Item) -> String {
    let given = match item.as_value() {
        Some(Value::String(text)) => quote(text.value()),
        Some(Value::Integer(number)) => number.value().to_string(),
        Some(Value::Boolean(on)) => on.value().to_string(),
        Some(Value::Array(_)) => "a list".into(),
        Some(value) => format!("a {}", value.type_name()),
        None => "a table".into(),
    };
    let (name, values) = (setting.name(), setting.allowed_values());
    format!("{name} cannot be {given}; use {values}")
}

/// Edits the text of a settings file so that it contains the settings that differ between `before`
/// and `after`, apart from keys and colors. Everything else stays as written, including comments, unknown settings,
/// line breaks and a byte order mark.
///
/// # Errors
/// The text is not valid TOML: the line, and why.
pub fn edit(text: &str, before: &Settings, after: &Settings) -> Result<String, (usize, String)> {
    let parsed: Result<DocumentMut, _> = text.parse();
    let mut document = parsed.map_err(|error| syntax_error(text, &error))?;
    for &setting in Setting::ALL {
        let new = after.value(setting);
        if before.value(setting) != new {
            set_item(&mut document, setting.name(), setting.to_toml(new));
        }
    }
    let mut edited = document.to_string().replace("\r\n", "\n");
    if text.contains("\r\n") {
        edited = edited.replace('\n', "\r\n");
    }
    let mark = if text.starts_with('\u{feff}') {
        "\u{feff}"
    } else {
        ""
    };
    Ok(mark.to_owned() + edited.trim_start_matches('\u{feff}'))
}

/// Sets a value in place.
fn set_item(document: &mut DocumentMut, name: &str, new: Value) {
    let item = document.entry(name).or_insert(Item::None);
    let decor = item.as_value().map(|old| old.decor().clone());
    *item = value(new);
    if let (Some(decor), Some(new)) = (decor, item.as_value_mut()) {
        *new.decor_mut() = decor;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AnimationMode, Deals, ThemeName};
    use super::*;

    fn error_messages(text: &str) -> Vec<String> {
        let (_, errors) = parse(text);
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_empty_file_gives_the_defaults() {
        assert_eq!(parse(""), (Settings::default(), Vec::new()));
        assert_eq!(parse("\n# theme = \"felt\"\n").0, Settings::default());
    }

    #[test]
    fn settings_and_keys_are_parsed() {
        let text = "theme = \"felt\"\nmouse = false\ndeals = \"any\"\n\
                    [keys]\ndraw = [\"d\", \"space\"]\nundo = \"u\"\n";
        let (settings, errors) = parse(text);
        assert_eq!(errors, []);
        assert_eq!(settings.choice::<ThemeName>(), ThemeName::Felt);
        assert!(!settings.is_on(Setting::Mouse));
        assert_eq!(settings.choice::<Deals>(), Deals::Any);
        let animation = settings.choice::<AnimationMode>();
        assert_eq!(animation, AnimationMode::Auto, "the default");
        let keys: Vec<_> = settings
            .key_overrides
            .iter()
            .map(|binding| (&*binding.name, binding.line))
            .collect();
        assert_eq!(keys, [("draw", 5), ("undo", 6)]);
        assert_eq!(settings.key_overrides[0].value, ["d", "space"]);
    }

    #[test]
    fn each_error_names_its_line_and_the_rest_of_the_file_counts() {
        for (text, line, message) in [
            (
                "\ntheme = \"pink\"\n",
                2,
                "theme cannot be \"pink\"; use \"terminal\", ",
            ),
            ("theme = 3", 1, "theme cannot be 3"),
            ("[theme]\nx = 1", 1, "theme cannot be a table"),
            (
                "mouse = \"no\"",
                1,
                "mouse cannot be \"no\"; use true, false",
            ),
            (
                "animations = false",
                1,
                "animations cannot be false; use \"auto\", \"on\", \"off\"",
            ),
            (
                "\n\n\nanimatoins = false",
                4,
                "unknown setting \"animatoins\"",
            ),
            ("keys = 1", 1, "keys must be a table"),
            ("[keys]\ndraw = 1", 2, "the keys of \"draw\" must be a list"),
            (
                "[keys]\n\ndraw = [1]",
                3,
                "the keys of \"draw\" must be a list",
            ),
            ("colors = 1", 1, "colors must be a table"),
            (
                "[colors]\n\ndim = 7",
                3,
                "the color of \"dim\" must be text, like \"#8fb8a2\"",
            ),
            ("mouse = false\nmouse = true", 2, "duplicate key"),
            (
                "analysis-memory = 300",
                1,
                "analysis-memory cannot be 300; use 128, 256, 512, 1024, 2048",
            ),
            ("mouse = \n", 1, ""),
            ("mouse = false\n\x1b[2J", 2, ""),
        ] {
            let errors = error_messages(text);
            let start = format!("settings.toml, line {line}: {message}");
            assert!(
                errors.len() == 1 && errors[0].starts_with(&start),
                "{errors:?}"
            );
            assert!(!errors[0].chars().any(char::is_control), "{errors:?}");
        }
        let (settings, errors) = parse("ascii = 7\nanimations = \"on\"\n");
        assert_eq!(errors.len(), 1);
        assert_eq!(settings.choice::<AnimationMode>(), AnimationMode::On);
    }

    #[test]
    fn an_edit_keeps_everything_else_as_written() {
        let text = "# mine\ntheme = \"felt\" # green\nwarn-when-lost = true\nnew = 1\n\n[keys] # all of them\ndraw = [ \"x\" ]\n";
        let (before, _) = parse(text);
        let mut after = before.clone();
        after.choose(ThemeName::Mono);
        after.choose(AnimationMode::Off);
        let edited = edit(text, &before, &after).expect("valid TOML");
        assert_eq!(
            edited,
            "# mine\ntheme = \"mono\" # green\nwarn-when-lost = true\nnew = 1\nanimations = \"off\"\n\n[keys] # all of them\ndraw = [ \"x\" ]\n"
        );
        assert_eq!(parse(&edited).0.choice::<ThemeName>(), ThemeName::Mono);
    }

    #[test]
    fn every_written_setting_is_parsed_again() {
        let before = Settings::default();
        for &setting in Setting::ALL {
            for value in setting.descriptor().values {
                let mut after = before.clone();
                after.assign(setting, value);
                let edited = edit("", &before, &after).expect("valid TOML");
                assert_eq!(parse(&edited), (after, vec![]));
            }
        }
    }
}
