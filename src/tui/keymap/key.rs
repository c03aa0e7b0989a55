//! Keys and their names.

use std::fmt;
use std::str::FromStr;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use thiserror::Error;

use crate::escape::quote;

/// Key with its modifiers: `u`, `U`, `ctrl-z`, `left`, `f1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    ctrl: bool,
    alt: bool,
}

/// Names of the keys that are not written as their own character.
const NAMED_KEYS: [(&str, KeyCode); 15] = [
    ("space", KeyCode::Char(' ')),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("shift-tab", KeyCode::BackTab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pgup", KeyCode::PageUp),
    ("pgdn", KeyCode::PageDown),
];

/// The letters of other keyboards, and the keys of a US keyboard in their places.
const OTHER_LAYOUTS: [(&str, &str); 2] = [
    (
        "йцукенгшщзхъфывапролджэячсмитьбюі№",
        "qwertyuiop[]asdfghjkl;'zxcvbnm,.s#",
    ),
    ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
];

impl Key {
    pub(crate) const ESC: Key = Key {
        code: KeyCode::Esc,
        ctrl: false,
        alt: false,
    };

    /// Returns the key alone if it was pressed with Alt.
    pub(crate) fn without_alt(self) -> Option<Key> {
        self.alt.then_some(Key { alt: false, ..self })
    }

    /// Returns the key of a US keyboard in the place of a Cyrillic or Greek letter; `None` for all others.
    pub(crate) fn in_us_layout(self) -> Option<Key> {
        let KeyCode::Char(typed) = self.code else {
            return None;
        };
        let lower = typed.to_lowercase().next()?;
        let mut layouts = OTHER_LAYOUTS.iter();
        let key = layouts.find_map(|(letters, keys)| {
            let mut pairs = letters.chars().zip(keys.chars());
            pairs.find(|(letter, _)| *letter == lower)
        });
        let (_, key) = key?;
        let key = if typed == lower {
            key
        } else {
            key.to_ascii_uppercase()
        };
        Some(Key {
            code: KeyCode::Char(key),
            ..self
        })
    }

    /// Whether the key is an arrow alone.
    pub(crate) fn is_arrow(self) -> bool {
        let is_plain = !self.ctrl && !self.alt;
        is_plain
            && matches!(
                self.code,
                KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right
            )
    }

    /// Returns the character that the key types; `None` if it types none.
    pub fn typed_char(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Key {
        let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        // Enter arrives as a line feed if it was typed before raw mode was enabled.
        let enter = ctrl && event.code == KeyCode::Char('j');
        Key {
            code: if enter { KeyCode::Enter } else { event.code },
            ctrl: ctrl && !enter,
            alt: event.modifiers.contains(KeyModifiers::ALT),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("ctrl-")?;
        }
        if self.alt {
            f.write_str("alt-")?;
        }
        let named = NAMED_KEYS.iter().find(|(_, code)| *code == self.code);
        match (named, self.code) {
            (Some((name, _)), _) => f.write_str(name),
            (None, KeyCode::Char(c)) => write!(f, "{c}"),
            (None, KeyCode::F(n)) => write!(f, "f{n}"),
            (None, code) => write!(f, "{code}"),
        }
    }
}

/// Text that is not the name of a key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown key {}", quote(.0))]
pub struct ParseKeyError(pub String);

impl FromStr for Key {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Key, ParseKeyError> {
        let (ctrl, rest) = strip_modifier(text, "ctrl-");
        let (alt, rest) = strip_modifier(rest, "alt-");
        let named = NAMED_KEYS.iter().find(|(name, _)| *name == rest);
        let mut chars = rest.chars();
        let code = match (named, chars.next(), chars.as_str()) {
            (Some((_, code)), ..) => *code,
            (None, Some(c), "") if c != ' ' && !c.is_control() => KeyCode::Char(c),
            (None, Some('f'), number) => match number.parse() {
                Ok(n @ 1..=24) => KeyCode::F(n),
                _ => return Err(ParseKeyError(text.into())),
            },
            _ => return Err(ParseKeyError(text.into())),
        };
        Ok(Key { code, ctrl, alt })
    }
}

fn strip_modifier<'a>(text: &'a str, prefix: &str) -> (bool, &'a str) {
    match text.strip_prefix(prefix) {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_names_round_trip_and_others_are_rejected() {
        for text in [
            "u",
            "U",
            "ctrl-z",
            "alt-x",
            "left",
            "shift-tab",
            "f1",
            "f12",
            "space",
            "-",
        ] {
            let key: Key = text.parse().expect("valid key");
            assert_eq!(key.to_string(), text);
        }
        for text in ["", "ctrl-", "f0", "f99", "left right", "\u{7}", "hyper-x"] {
            assert!(text.parse::<Key>().is_err(), "{text}");
        }
    }
}
