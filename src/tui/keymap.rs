//! Which key asks for what. The one truth for the keyboard, the help and the bottom line.

mod defaults;
mod key;

use super::action::Action;
use super::app::Mode;
use crate::escape::quote;
use crate::storage::settings::{ConfigError, KeyOverride};

use defaults::DEFAULT_BINDINGS;
pub use key::{Key, ParseKeyError};

/// What a few keys ask for in some modes.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The name it has in a settings file; an action keeps it in all its modes.
    pub name: &'static str,
    /// The modes the keys mean this in.
    pub modes: &'static [Mode],
    /// The keys, the one to show first.
    pub keys: Vec<Key>,
    /// What they ask for.
    pub action: Action,
    /// What the help says of it.
    pub help: &'static str,
    /// What the bottom line says of it, where it is named there.
    pub footer: &'static str,
}

/// All the keys.
///
/// ```
/// use larboard::tui::action::Action;
/// use larboard::tui::app::Mode;
/// use larboard::tui::keymap::Keymap;
///
/// let keymap = Keymap::default();
/// let key = "ctrl-z".parse().unwrap();
/// assert_eq!(keymap.action(Mode::Table, key), Some(Action::Undo));
/// ```
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

impl Keymap {
    /// The usual keymap with some keys set otherwise, and what of that cannot be: a name or a key
    /// that is none, or a key with two meanings. Such a setting is as if it were not there.
    pub fn from_settings(settings: &[KeyOverride]) -> (Keymap, Vec<ConfigError>) {
        let mut complaints = Vec::new();
        let mut conflicts = Vec::new();
        let mut set: Vec<(&KeyOverride, Vec<Key>)> = Vec::new();
        for setting in settings {
            match parse_keys(setting) {
                Ok(keys) => set.push((setting, keys)),
                Err(what) => complaints.push(config_error(setting, what)),
            }
        }
        let keymap = loop {
            let mut keymap = Keymap::default();
            for binding in &mut keymap.bindings {
                let mut set = set.iter();
                if let Some((_, keys)) = set.find(|(setting, _)| setting.action == binding.name) {
                    binding.keys.clone_from(keys);
                }
            }
            let Some((key, names)) = keymap.find_conflict() else {
                break keymap;
            };
            // Of two settings the later gives way.
            let at = set
                .iter()
                .rposition(|(setting, _)| names.contains(&&*setting.action));
            let Some(at) = at else {
                break keymap;
            };
            conflicts.push((set.remove(at).0, key, names));
        };
        complaints.extend(conflicts.into_iter().map(|(setting, key, names)| {
            let [first, second] = names;
            let keeps = names.into_iter().find(|&name| {
                let mut bindings = keymap.bindings.iter();
                bindings.any(|binding| binding.name == name && binding.keys.contains(&key))
            });
            let keeps = keeps.map_or(String::new(), |name| format!("; {name} keeps it"));
            let what = format!("the key {key} is given to {first} and to {second}{keeps}");
            config_error(setting, what)
        }));
        (keymap, complaints)
    }

    /// A key that has two meanings in one mode, and their names. Where a line is typed what types
    /// a character has that one meaning.
    fn find_conflict(&self) -> Option<(Key, [&'static str; 2])> {
        let means = |binding: &Binding, key: Key, mode: Mode| {
            binding.modes.contains(&mode)
                && binding.keys.contains(&key)
                && (mode != Mode::Prompt || key.typed_char().is_none())
        };
        self.bindings.iter().enumerate().find_map(|(n, one)| {
            self.bindings[n + 1..].iter().find_map(|other| {
                let mut shared = one.keys.iter().copied();
                let key = shared.find(|&key| {
                    let mut modes = one.modes.iter();
                    modes.any(|&mode| means(one, key, mode) && means(other, key, mode))
                })?;
                Some((key, [one.name, other.name]))
            })
        })
    }

    /// The names of all that keys can be set for, in the order of the help, and their keys.
    pub fn bindable_actions(&self) -> Vec<(&'static str, &[Key])> {
        let mut names: Vec<(&str, &[Key])> = Vec::new();
        for binding in &self.bindings {
            if names.iter().all(|(name, _)| *name != binding.name) {
                names.push((binding.name, &binding.keys));
            }
        }
        names
    }

    /// What a key asks for in a mode.
    pub fn action(&self, mode: Mode, key: Key) -> Option<Action> {
        match key.typed_char() {
            Some(typed) if mode == Mode::Prompt => Some(Action::InsertChar(typed)),
            _ => self
                .bindings(mode)
                .find(|binding| binding.keys.contains(&key))
                .map(|binding| binding.action),
        }
    }

    /// The first key for an action in a mode.
    pub fn key_for(&self, mode: Mode, action: Action) -> Option<Key> {
        let mut bindings = self.bindings(mode);
        bindings.find_map(|binding| {
            let first = binding.keys.first().filter(|_| binding.action == action);
            first.copied()
        })
    }

    /// The bindings of a mode, in the order of the help.
    pub fn bindings(&self, mode: Mode) -> impl Iterator<Item = &Binding> {
        self.bindings
            .iter()
            .filter(move |binding| binding.modes.contains(&mode))
    }
}

impl Default for Keymap {
    /// The keys as they are without a settings file.
    fn default() -> Keymap {
        let bindings = DEFAULT_BINDINGS.iter().map(|row| {
            let (name, modes, keys, action, about, brief) = *row;
            Binding {
                name,
                modes,
                keys: keys.split(' ').filter_map(|key| key.parse().ok()).collect(),
                action,
                help: about,
                footer: brief,
            }
        });
        Keymap {
            bindings: bindings.collect(),
        }
    }
}

/// What is wrong with a setting.
fn config_error(setting: &KeyOverride, what: String) -> ConfigError {
    let line = Some(setting.line);
    ConfigError {
        line,
        message: what,
    }
}

/// The keys of a setting, or why it cannot be followed.
fn parse_keys(setting: &KeyOverride) -> Result<Vec<Key>, String> {
    let name = &setting.action;
    if !DEFAULT_BINDINGS.iter().any(|row| row.0 == name) {
        return Err(format!("no action is called {}", quote(name)));
    }
    if setting.keys.is_empty() && name == REQUIRED_ACTION {
        return Err(format!("{name} must have a key"));
    }
    let keys = setting.keys.iter().map(|key| key.parse());
    let keys: Result<_, ParseKeyError> = keys.collect();
    keys.map_err(|error| error.to_string())
}

/// The name of what must be within reach whatever else is set.
const REQUIRED_ACTION: &str = "quit";

#[cfg(test)]
mod tests {
    use super::Mode::{HandGame, Menu, Replay, Selected, Table};
    use super::*;
    use crate::tui::action::Direction;

    /// The keymap of settings, a line each: an action's name and its keys.
    fn set_by(lines: &str) -> (Keymap, Vec<String>) {
        let settings: Vec<KeyOverride> = lines
            .lines()
            .enumerate()
            .map(|(n, line)| {
                let mut words = line.split_whitespace().map(str::to_owned);
                KeyOverride {
                    action: words.next().expect("a name"),
                    keys: words.collect(),
                    line: n + 1,
                }
            })
            .collect();
        let (keymap, complaints) = Keymap::from_settings(&settings);
        (keymap, complaints.iter().map(ToString::to_string).collect())
    }

    fn key(text: &str) -> Key {
        text.parse().expect("a key")
    }

    #[test]
    fn the_keys_without_settings_have_one_meaning_each() {
        let keymap = Keymap::default();
        // Stopping is the shell's business, but can be given a key.
        let mut keyless = keymap.bindings.iter().filter(|known| known.keys.is_empty());
        assert!(keyless.all(|binding| binding.action == Action::Suspend));
        let read: usize = keymap
            .bindings
            .iter()
            .map(|binding| binding.keys.len())
            .sum();
        let written: usize = DEFAULT_BINDINGS
            .iter()
            .map(|row| row.2.split_whitespace().count())
            .sum();
        assert_eq!(read, written, "a key is not readable");
        assert_eq!(keymap.find_conflict(), None);
    }

    #[test]
    fn what_has_one_name_has_the_same_keys_everywhere() {
        let keymap = Keymap::default();
        for (name, keys) in keymap.bindable_actions() {
            for binding in keymap.bindings.iter().filter(|known| known.name == name) {
                assert_eq!(binding.keys, keys, "{name}");
            }
        }
    }

    #[test]
    fn keys_that_are_set_take_the_place_of_the_usual_ones_in_every_mode() {
        let (keymap, complaints) = set_by("draw z f5\nundo d\nleft ctrl-b");
        assert_eq!(complaints, [""; 0]);
        for (mode, text, action) in [
            (Table, "z", Some(Action::Draw)),
            (HandGame, "f5", Some(Action::Draw)),
            (Selected, "d", Some(Action::Undo)),
            (Table, "u", None),
            (Menu, "ctrl-b", Some(Action::Navigate(Direction::Left))),
            (Replay, "h", None),
        ] {
            assert_eq!(keymap.action(mode, key(text)), action, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_set_is_named_by_its_line_and_the_usual_keys_stay() {
        for (lines, words) in [
            (
                "draw u",
                "line 1: the key u is given to draw and to undo; undo keeps it",
            ),
            (
                "undo z\ndraw z",
                "line 2: the key z is given to draw and to undo; undo keeps it",
            ),
            (
                "new-deal f9\ndraw f9",
                "line 2: the key f9 is given to draw and to new-deal; new-deal keeps it",
            ),
            ("fly d", "line 1: no action is called \"fly\""),
            ("draw hyper-d", "line 1: \"hyper-d\" is no key"),
            ("quit", "line 1: quit must have a key"),
        ] {
            let (keymap, complaints) = set_by(lines);
            assert_eq!(complaints.len(), 1, "{complaints:?}");
            assert!(complaints[0].ends_with(words), "{complaints:?}");
            assert_eq!(keymap.action(Table, key("d")), Some(Action::Draw));
            assert_eq!(keymap.find_conflict(), None);
        }
    }

    #[test]
    fn two_actions_can_change_their_keys_with_each_other_and_one_can_do_without() {
        let (keymap, complaints) = set_by("draw u\nundo d\nhint");
        assert_eq!(complaints, [""; 0]);
        assert_eq!(keymap.action(Table, key("u")), Some(Action::Draw));
        assert_eq!(keymap.action(Table, key("d")), Some(Action::Undo));
        assert_eq!(keymap.action(Table, key("H")), None);
    }

    #[test]
    fn a_line_takes_every_character_whatever_it_is_set_to() {
        let (keymap, complaints) = set_by("cancel z esc\nsubmit y enter");
        assert_eq!(complaints, [""; 0]);
        let typed = |text: &str| keymap.action(Mode::Prompt, key(text));
        assert_eq!(typed("q"), Some(Action::InsertChar('q')));
        assert_eq!(typed("z"), Some(Action::InsertChar('z')));
        assert_eq!(typed("esc"), Some(Action::Cancel));
        assert_eq!(typed("ctrl-c"), Some(Action::Quit));
        assert_eq!(typed("f1"), None);
    }
}
