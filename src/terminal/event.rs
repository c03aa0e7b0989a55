//! Events, and what is typed or pasted, whatever system reports it.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyEventState, KeyModifiers, MouseEvent};
use ratatui::style::Color;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A key was pressed or repeats.
    Key(KeyEvent),
    /// The mouse was moved or a button was pressed or released.
    Mouse(MouseEvent),
    Paste(String),
    Resized,
    /// The terminal has got the focus, or lost it.
    Focus(bool),
    /// The terminal has answered what color its background has.
    Background(Color),
    /// The terminal has answered where the cursor is: the row and the column, counted from 1.
    CursorPosition(u16, u16),
    /// A signal or key suspends the program.
    Suspend,
    /// The program was continued.
    Resume,
    /// The signal of this number ends the program, or its terminal is gone.
    Terminate(i32),
    /// Another thread of the program has a message for the event loop.
    Message,
    /// Another thread of the program has panicked and printed its message.
    Panicked,
}

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
pub(super) fn typed_key(mut key: KeyEvent) -> Option<Event> {
    if key.kind == KeyEventKind::Release || key.modifiers.intersects(UNUSED_MODIFIERS) {
        return None;
    }
    let KeyCode::Char(c) = key.code else {
        return Some(Event::Key(key));
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
    (!is_layout_unknown && !is_unknown).then_some(Event::Key(key))
}
