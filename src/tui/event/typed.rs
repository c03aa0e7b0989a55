//! What is typed or pasted, whatever system reports it.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyEventState, KeyModifiers};

use super::Event;

/// Maximum number of characters that are kept of a paste: more than a prompt takes.
const MAX_PASTE_CHARS: usize = 64;

/// Modifiers that no key binding uses.
const UNUSED_MODIFIERS: KeyModifiers = KeyModifiers::SUPER
    .union(KeyModifiers::HYPER)
    .union(KeyModifiers::META);

/// Returns the event of a paste.
pub(super) fn paste(text: &str) -> Event {
    Event::Paste(text.chars().take(MAX_PASTE_CHARS).collect())
}

/// Converts a report of a key with its modifiers, as kitty and xterm send it, to the key that is typed:
/// shifted letters arrive as the letter and the modifier. `None` if the report does not say what is
/// typed, or if no binding can use it.
pub(super) fn typed_key(mut key: KeyEvent) -> Option<KeyEvent> {
    if key.kind == KeyEventKind::Release || key.modifiers.intersects(UNUSED_MODIFIERS) {
        return None;
    }
    let KeyCode::Char(c) = key.code else {
        return Some(key);
    };
    let has_shift = key.modifiers.contains(KeyModifiers::SHIFT);
    let mut upper = c.to_uppercase();
    if has_shift != key.state.contains(KeyEventState::CAPS_LOCK)
        && c.is_lowercase()
        && let (Some(upper), None) = (upper.next(), upper.next())
    {
        key.code = KeyCode::Char(upper);
    }
    // Which character Shift and a digit type depends on the layout. Windows sends that character.
    let is_layout_unknown = cfg!(unix) && has_shift && "0123456789`-=[]\\;',./".contains(c);
    // Keys that type nothing have the codes of control characters or of the private use area.
    let is_unknown = c.is_control() || ('\u{e000}'..='\u{f8ff}').contains(&c);
    (!is_layout_unknown && !is_unknown).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::Key;

    #[test]
    fn reported_keys_are_what_they_type() {
        use KeyModifiers as Modifiers;

        for (c, modifiers, state, typed) in [
            ('u', Modifiers::SHIFT, KeyEventState::NONE, Some("U")),
            ('U', Modifiers::SHIFT, KeyEventState::NONE, Some("U")),
            ('é', Modifiers::SHIFT, KeyEventState::NONE, Some("É")),
            ('u', Modifiers::NONE, KeyEventState::CAPS_LOCK, Some("U")),
            ('u', Modifiers::SHIFT, KeyEventState::CAPS_LOCK, Some("u")),
            ('z', Modifiers::CONTROL, KeyEventState::NONE, Some("ctrl-z")),
            ('?', Modifiers::SHIFT, KeyEventState::NONE, Some("?")),
            (' ', Modifiers::SHIFT, KeyEventState::NONE, Some("space")),
            ('5', Modifiers::NONE, KeyEventState::KEYPAD, Some("5")),
            ('/', Modifiers::SHIFT, KeyEventState::NONE, None),
            ('\u{e037}', Modifiers::NONE, KeyEventState::NONE, None),
            ('\u{1}', Modifiers::NONE, KeyEventState::NONE, None),
        ] {
            if cfg!(windows) && typed.is_none() && c == '/' {
                continue;
            }
            let kind = KeyEventKind::Press;
            let key = KeyEvent::new_with_kind_and_state(KeyCode::Char(c), modifiers, kind, state);
            let name = typed_key(key).map(|key| Key::from(key).to_string());
            assert_eq!(name.as_deref(), typed, "{c:?} {modifiers:?}");
        }
    }

    #[test]
    fn releases_and_unused_modifiers_are_ignored() {
        for (kind, modifiers, is_used) in [
            (KeyEventKind::Press, KeyModifiers::NONE, true),
            (KeyEventKind::Repeat, KeyModifiers::CONTROL, true),
            (KeyEventKind::Release, KeyModifiers::NONE, false),
            (KeyEventKind::Press, KeyModifiers::SUPER, false),
        ] {
            let key = KeyEvent::new_with_kind(KeyCode::Up, modifiers, kind);
            assert_eq!(typed_key(key).is_some(), is_used);
        }
    }

    #[test]
    fn a_long_paste_is_cut() {
        let cut = "♠".repeat(MAX_PASTE_CHARS);
        assert_eq!(paste(&"♠".repeat(1 << 20)), Event::Paste(cut));
    }
}
