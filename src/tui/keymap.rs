//! Key bindings, shared by key handling, the help and the footer.

mod key;

use std::borrow::Cow;
use std::str::FromStr;

use strum::EnumString;

pub use key::{Key, ParseKeyError};

use super::action::{Action, Mode};
use super::wrap::display_width;
use crate::escape::quote;
use crate::storage::settings::{ConfigError, KeyOverride};

/// Purpose of a key. The help lists them in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum KeyGroup {
    /// Moving cards, choosing from a list, or going through a replay.
    Move,
    /// Sending cards home, or playing a replay.
    Home,
    Undo,
    /// Hints and verdicts, or the review.
    Ask,
    Games,
    Program,
}

/// Keys that trigger an action in some modes.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Name in the settings file, the same in all modes.
    pub name: &'static str,
    /// Modes in which the keys are active.
    pub modes: Vec<Mode>,
    /// Keys. The help lists as many as it has room for, the footer the first one.
    pub keys: Vec<Key>,
    pub action: Action,
    pub group: KeyGroup,
    /// Where the keys stand in the footer: those that matter most come first. Where there is no room for
    /// all, the last ones are left out. Of those up to [`SHARED_PLACE`], one is shown.
    place: u8,
    /// Description in the help; empty if the keys belong to those of the binding above.
    pub help: &'static str,
    /// Label in the footer; empty if the footer does not show it.
    pub footer: &'static str,
}

/// The last of the places that share one: of their keys, the first that can be used is shown.
const SHARED_PLACE: u8 = 1;

/// Default bindings, below the names of the columns, in the order of the help and of the footer. A row whose
/// first columns are empty is another use of the keys in the row above.
const DEFAULT_BINDINGS: &str = include_str!("../../assets/keys.txt");

impl Binding {
    /// Parses a row of the default bindings; `None` if a word in it is unknown or a column is missing.
    fn parse(row: &'static str, above: Option<&Binding>) -> Option<Binding> {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let [name, action, keys, group, place, modes, help, footer] = columns[..] else {
            return None;
        };
        let (name, action, keys) = match above {
            Some(above) if [name, action, keys] == [""; 3] => {
                (above.name, above.action, above.keys.clone())
            }
            _ => (name, Action::parse(action)?, parse_words(keys)?),
        };
        Some(Binding {
            name,
            modes: parse_words(modes)?,
            keys,
            action,
            group: group.parse().ok()?,
            place: match footer {
                "" => 0,
                _ => place.parse().ok()?,
            },
            help,
            footer,
        })
    }
}

/// Parses the rows of a table of bindings. The error is the first row that is invalid.
fn parse_bindings(table: &'static str) -> Result<Vec<Binding>, &'static str> {
    let mut bindings: Vec<Binding> = Vec::new();
    for row in table.lines().skip(1) {
        bindings.push(Binding::parse(row, bindings.last()).ok_or(row)?);
    }
    Ok(bindings)
}

fn parse_words<T: FromStr>(words: &str) -> Option<Vec<T>> {
    let words = words.split_whitespace();
    words.map(|word| word.parse().ok()).collect()
}

/// A key in the footer or on a panel, with its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The number of columns.
    pub width: u16,
    pub key: Key,
    /// What the key does, as text.
    pub label: Cow<'static, str>,
    /// What the key does.
    pub action: Action,
}

impl Button {
    /// Creates a button as wide as its text.
    pub fn new(key: Key, action: Action, label: impl Into<Cow<'static, str>>) -> Button {
        let label = label.into();
        Button {
            width: display_width(&format!("{key} {label}")),
            key,
            label,
            action,
        }
    }
}

/// What the key of an action does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It has no use here.
    Hidden,
    /// It can do nothing now: the help dims it, and the key row leaves it out.
    Idle,
    /// It can be used. The key row says this of it, if it is not empty.
    Ready(&'static str),
}

/// A row of the help: keys, and what they do.
#[derive(Clone, Debug)]
pub struct HelpRow {
    /// First of the wanted modes in which the keys are active.
    pub mode: Mode,
    pub group: KeyGroup,
    pub keys: Vec<Key>,
    pub help: &'static str,
    /// What a click on the row does, if it does anything.
    pub action: Option<Action>,
    /// Whether the keys can do nothing now.
    pub is_idle: bool,
}

/// All key bindings.
///
/// ```
/// use larboard::session::Command;
/// use larboard::tui::action::Action;
/// use larboard::tui::action::Mode;
/// use larboard::tui::keymap::Keymap;
///
/// let keymap = Keymap::default();
/// let key = "ctrl-z".parse().unwrap();
/// assert_eq!(keymap.action(Mode::Table, key), Some(Action::Game(Command::Undo)));
/// ```
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

impl Keymap {
    /// Applies settings to the default bindings. Returns the keymap and the errors: unknown actions,
    /// unknown keys and keys that would have two meanings. Settings with errors are ignored.
    pub fn from_settings(settings: &[KeyOverride]) -> (Keymap, Vec<ConfigError>) {
        let defaults = Keymap::default();
        let mut errors = Vec::new();
        let mut overrides: Vec<(&KeyOverride, Vec<Key>)> = Vec::new();
        for setting in settings {
            match defaults.parse_keys(setting) {
                Ok(keys) => overrides.push((setting, keys)),
                Err(message) => errors.push(setting.error(message)),
            }
        }
        loop {
            let mut keymap = defaults.clone();
            for binding in &mut keymap.bindings {
                let mut overrides = overrides.iter();
                let found = overrides.find(|(setting, _)| setting.name == binding.name);
                if let Some((_, keys)) = found {
                    binding.keys.clone_from(keys);
                }
            }
            let Some((key, names)) = keymap.find_conflict() else {
                return (keymap, errors);
            };
            // If both keys come from settings, the later setting is dropped.
            let is_named = |(setting, _): &(&KeyOverride, _)| names.contains(&&*setting.name);
            let Some(index) = overrides.iter().rposition(is_named) else {
                return (keymap, errors);
            };
            let (setting, _) = overrides.remove(index);
            let [first, second] = names;
            let owner = if setting.name == first { second } else { first };
            let message =
                format!("key {key} is set for both {first} and {second}; {owner} keeps it");
            errors.push(setting.error(message));
        }
    }

    /// Parses the keys of a setting. The error is a message without the line number.
    fn parse_keys(&self, setting: &KeyOverride) -> Result<Vec<Key>, String> {
        let name = &setting.name;
        if !self.bindings.iter().any(|binding| binding.name == name) {
            return Err(format!("unknown action {}", quote(name)));
        }
        if setting.value.is_empty() && name == REQUIRED_ACTION {
            return Err(format!("{name} needs at least one key"));
        }
        let keys = setting.value.iter().map(|key| key.parse());
        let keys: Result<_, ParseKeyError> = keys.collect();
        keys.map_err(|error| error.to_string())
    }

    /// Finds a key that is bound to two actions in one mode, and their names. In a prompt, a key
    /// that types a character always types it.
    fn find_conflict(&self) -> Option<(Key, [&'static str; 2])> {
        for (n, first) in self.bindings.iter().enumerate() {
            for second in &self.bindings[n + 1..] {
                let is_shared = |key: &Key| {
                    let types = |mode: Mode| mode == Mode::Prompt && key.typed_char().is_some();
                    let mut modes = first.modes.iter();
                    second.keys.contains(key)
                        && modes.any(|&mode| second.modes.contains(&mode) && !types(mode))
                };
                if let Some(key) = first.keys.iter().copied().find(is_shared) {
                    return Some((key, [first.name, second.name]));
                }
            }
        }
        None
    }

    /// Returns the names of all actions that keys can be set for and their keys, in the order of
    /// the help.
    pub fn bindable_actions(&self) -> Vec<(&'static str, &[Key])> {
        let by_name = self.bindings.chunk_by(|one, next| one.name == next.name);
        let first = by_name.filter_map(<[Binding]>::first);
        first.map(|first| (first.name, &*first.keys)).collect()
    }

    /// Returns the action of a key in a mode.
    pub fn action(&self, mode: Mode, key: Key) -> Option<Action> {
        match key.typed_char() {
            Some(typed) if mode == Mode::Prompt => Some(Action::InsertChar(typed)),
            _ => self
                .bindings(mode)
                .find(|binding| binding.keys.contains(&key))
                .map(|binding| binding.action),
        }
    }

    /// Returns the first key of an action in a mode.
    pub fn key_for(&self, mode: Mode, action: Action) -> Option<Key> {
        let mut bindings = self.bindings(mode);
        bindings.find_map(|binding| {
            let first = binding.keys.first().filter(|_| binding.action == action);
            first.copied()
        })
    }

    /// Returns the first key of an action in any mode.
    pub fn first_key(&self, action: Action) -> Option<Key> {
        let mut bindings = self.bindings.iter();
        let binding = bindings.find(|binding| binding.action == action)?;
        binding.keys.first().copied()
    }

    /// Returns the bindings of a mode in the order of the help.
    pub fn bindings(&self, mode: Mode) -> impl Iterator<Item = &Binding> {
        let bindings = self.bindings.iter();
        bindings.filter(move |binding| binding.modes.contains(&mode))
    }

    /// Returns the buttons of the keys that can be used, the most important first.
    pub fn buttons(&self, mode: Mode, use_of: impl Fn(&Binding) -> Use) -> Vec<Button> {
        let bindings = self.bindings(mode).filter(|key| !key.footer.is_empty());
        let keyed = bindings.filter_map(|binding| Some((binding, *binding.keys.first()?)));
        let mut shown: Vec<(&Binding, Key)> = keyed.collect();
        shown.sort_by_key(|(binding, _)| binding.place);
        let mut buttons: Vec<Button> = Vec::new();
        for (binding, key) in shown {
            let shares_place = binding.place <= SHARED_PLACE && !buttons.is_empty();
            if let Use::Ready(label) = use_of(binding)
                && !label.is_empty()
                && !shares_place
            {
                buttons.push(Button::new(key, binding.action, label));
            }
        }
        buttons
    }

    /// Returns the rows of the help for the keys of some modes, each action once.
    pub fn help_rows(&self, modes: &[Mode], use_of: impl Fn(&Binding) -> Use) -> Vec<HelpRow> {
        let mut rows: Vec<HelpRow> = Vec::new();
        let mut listed = Vec::new();
        for &mode in modes {
            for binding in self.bindings(mode) {
                let entry = (binding.name, binding.help);
                let use_now = use_of(binding);
                if use_now == Use::Hidden || binding.keys.is_empty() || listed.contains(&entry) {
                    continue;
                }
                listed.push(entry);
                let is_idle = use_now == Use::Idle;
                // What the footer says of the key now, if that is not what it always says.
                let label = match use_now {
                    Use::Ready(label) if label != binding.footer => label,
                    _ => "",
                };
                // The four arrows share a row, which says what each does; a click on it cannot.
                let is_arrow = matches!(binding.action, Action::Navigate(_));
                let is_said = is_arrow || binding.help.contains(label);
                let help = if is_said { binding.help } else { label };
                let keys = binding.keys.iter().copied();
                let is_same = |row: &&mut HelpRow| row.group == binding.group && row.help == help;
                if let Some(same) = rows.iter_mut().find(is_same) {
                    same.keys.extend(keys);
                    continue;
                }
                match rows.last_mut() {
                    // Keys without a help text belong to those above: piles 2, 3, 4 to pile 1.
                    Some(above) if binding.help.is_empty() => {
                        above.keys.extend(keys);
                        above.action = None;
                    }
                    _ => rows.push(HelpRow {
                        mode,
                        group: binding.group,
                        keys: keys.collect(),
                        help,
                        action: (!is_idle && !is_arrow).then_some(binding.action),
                        is_idle,
                    }),
                }
            }
        }
        rows
    }
}

impl Default for Keymap {
    /// Returns the bindings that apply without a settings file. None would be left if a row were invalid.
    fn default() -> Keymap {
        let bindings = parse_bindings(DEFAULT_BINDINGS).unwrap_or_default();
        Keymap { bindings }
    }
}

/// Action that must always have a key, so that the program can be left.
const REQUIRED_ACTION: &str = "quit";

#[cfg(test)]
mod tests {
    use super::Mode::{HandGame, Menu, Replay, Selected, Table};
    use super::*;
    use crate::session::Command;
    use crate::tui::action::Direction;

    /// Builds a keymap from settings, one per line: an action and its keys. Returns the errors too.
    fn keymap_from(lines: &str) -> (Keymap, Vec<String>) {
        let settings: Vec<KeyOverride> = lines
            .lines()
            .enumerate()
            .map(|(n, line)| {
                let mut words = line.split_whitespace().map(str::to_owned);
                KeyOverride {
                    name: words.next().expect("an action name on each line"),
                    value: words.collect(),
                    line: n + 1,
                }
            })
            .collect();
        let (keymap, errors) = Keymap::from_settings(&settings);
        (keymap, errors.iter().map(ToString::to_string).collect())
    }

    fn key(text: &str) -> Key {
        text.parse().expect("valid key")
    }

    #[test]
    fn default_bindings_are_valid_and_free_of_conflicts() {
        parse_bindings(DEFAULT_BINDINGS).expect("only valid rows");
        let keymap = Keymap::default();
        // Suspending has no default key, but can be given one.
        let mut unbound = keymap.bindings.iter().filter(|known| known.keys.is_empty());
        assert!(unbound.all(|binding| binding.action == Action::Suspend));
        let rows: Vec<&str> = DEFAULT_BINDINGS.lines().skip(1).collect();
        assert_eq!(keymap.bindings.len(), rows.len());
        for (binding, row) in keymap.bindings.iter().zip(rows) {
            let columns: Vec<&str> = row.split('|').collect();
            let words = |column: usize| columns[column].split_whitespace().count();
            assert_eq!(columns.len(), 8, "{row}");
            assert!([0, binding.keys.len()].contains(&words(2)), "{row}");
            assert_eq!(binding.modes.len(), words(5), "{row}");
            assert_eq!(binding.footer.is_empty(), words(4) == 0, "{row}");
        }
        assert_eq!(keymap.find_conflict(), None);
    }

    #[test]
    fn a_row_with_a_misspelled_word_is_invalid() {
        let parse = |row: &'static str| Binding::parse(row, None).is_some();
        let row = "undo | undo | u ctrl-z | home | 1 | table | undo, as often as you like | undo";
        assert!(parse(row));
        for (word, misspelled) in [
            ("| undo | u", "| undoo | u"),
            ("ctrl-z", "crtl-z"),
            ("home", "hoem"),
            ("table", "tabel"),
            ("1", "first"),
            ("1", ""),
            (" | undo, as", " undo, as"),
            ("| undo | u ctrl-z", "| |"),
        ] {
            let row: &'static str = row.replacen(word, misspelled, 1).leak();
            assert!(!parse(row), "{row}");
        }
    }

    #[test]
    fn an_action_has_the_same_keys_in_every_mode() {
        let keymap = Keymap::default();
        let actions = keymap.bindable_actions();
        for (name, keys) in &actions {
            let same_name = actions.iter().filter(|(other, _)| other == name);
            assert!(!name.is_empty() && same_name.count() == 1, "{name}");
            for binding in keymap.bindings.iter().filter(|known| known.name == *name) {
                assert_eq!(binding.keys, *keys, "{name}");
            }
        }
    }

    #[test]
    fn keys_from_settings_replace_the_default_keys_in_every_mode() {
        let (keymap, errors) = keymap_from("draw z f5\nundo d\nleft ctrl-b");
        assert_eq!(errors, [""; 0]);
        for (mode, text, action) in [
            (Table, "z", Some(Action::Game(Command::Draw))),
            (HandGame, "f5", Some(Action::Game(Command::Draw))),
            (Selected, "d", Some(Action::Game(Command::Undo))),
            (Table, "u", None),
            (Menu, "ctrl-b", Some(Action::Navigate(Direction::Left))),
            (Replay, "h", None),
        ] {
            assert_eq!(keymap.action(mode, key(text)), action, "{text}");
        }
    }

    #[test]
    fn invalid_settings_are_reported_by_line_and_ignored() {
        for (lines, message) in [
            (
                "draw u",
                "line 1: key u is set for both draw and undo; undo keeps it",
            ),
            (
                "undo z\ndraw z",
                "line 2: key z is set for both draw and undo; undo keeps it",
            ),
            (
                "new-deal f9\ndraw f9",
                "line 2: key f9 is set for both draw and new-deal; new-deal keeps it",
            ),
            ("fly d", "line 1: unknown action \"fly\""),
            ("draw hyper-d", "line 1: unknown key \"hyper-d\""),
            ("quit", "line 1: quit needs at least one key"),
        ] {
            let (keymap, errors) = keymap_from(lines);
            assert_eq!(errors.len(), 1, "{errors:?}");
            assert!(errors[0].ends_with(message), "{errors:?}");
            assert_eq!(
                keymap.action(Table, key("d")),
                Some(Action::Game(Command::Draw))
            );
            assert_eq!(keymap.find_conflict(), None);
        }
    }

    #[test]
    fn two_actions_can_swap_keys_and_one_can_have_none() {
        let (keymap, errors) = keymap_from("draw u\nundo d\nhint");
        assert_eq!(errors, [""; 0]);
        assert_eq!(
            keymap.action(Table, key("u")),
            Some(Action::Game(Command::Draw))
        );
        assert_eq!(
            keymap.action(Table, key("d")),
            Some(Action::Game(Command::Undo))
        );
        assert_eq!(keymap.action(Table, key("H")), None);
    }

    #[test]
    fn characters_are_typed_into_a_prompt_whatever_they_are_bound_to() {
        let (keymap, errors) = keymap_from("cancel z esc\nsubmit y enter");
        assert_eq!(errors, [""; 0]);
        let typed = |text: &str| keymap.action(Mode::Prompt, key(text));
        assert_eq!(typed("q"), Some(Action::InsertChar('q')));
        assert_eq!(typed("z"), Some(Action::InsertChar('z')));
        assert_eq!(typed("esc"), Some(Action::Cancel));
        assert_eq!(typed("ctrl-c"), Some(Action::Quit));
        assert_eq!(typed("f1"), None);
    }
}
