//! Terminal input: a thread that reads crossterm's events.

use std::io;
use std::sync::PoisonError;
use std::thread;
use std::time::Duration;

use crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, KeyEventState, KeyModifiers, poll,
    read,
};
use ratatui::style::Color;

use super::{Event, EventQueue, Waiting};

/// Maximum time between two bytes of one key.
const ESCAPE_TIMEOUT: Duration = Duration::from_millis(50);

/// How long to poll for more events of a batch. With a timeout of zero, crossterm does not poll at
/// all.
const DRAIN_TIMEOUT: Duration = Duration::from_micros(10);

/// Maximum number of events in a batch.
const MAX_BATCH: usize = 1024;

/// Number of bytes that Linux looks through for Ctrl-C.
const TERMINAL_BUFFER: u64 = 4095;

/// How often a busy program looks whether that many wait.
const OVERFLOW_INTERVAL: Duration = Duration::from_millis(100);

/// Maximum number of events that wait when more are read.
const MAX_READ_AHEAD: usize = 1 << 16;

/// Maximum number of characters that are kept of a paste: more than a prompt takes. Crossterm itself
/// collects the whole paste first, in time proportional to its length.
const MAX_PASTE_CHARS: usize = 64;

/// Maximum number of characters in an escape sequence. The longest known one has 15.
const MAX_SEQUENCE_LEN: usize = 32;

/// Modifiers that no key binding uses.
const UNUSED_MODIFIERS: KeyModifiers = KeyModifiers::SUPER
    .union(KeyModifiers::HYPER)
    .union(KeyModifiers::META);

/// The start of the answer to a question for a color, as crossterm reports it.
const ANSWER_START: KeyEvent = KeyEvent::new(KeyCode::Char(']'), KeyModifiers::ALT);

impl EventQueue {
    /// Starts reading the terminal, which has to be in raw mode.
    ///
    /// # Errors
    /// There is no terminal to read.
    pub fn start_input(&self) -> io::Result<()> {
        // Standard input, or the controlling terminal if standard input is something else.
        poll(Duration::ZERO)?;
        let queue = self.clone();
        thread::Builder::new().spawn(move || queue.read_batches())?;
        Ok(())
    }

    /// Blocks until the event loop waits for terminal input, or until too much of it waits.
    fn wait_until_read(&self) {
        let (_, changed) = &*self.0;
        loop {
            let is_busy = |waiting: &mut Waiting| !waiting.is_reading;
            let result = changed.wait_timeout_while(self.waiting(), OVERFLOW_INTERVAL, is_busy);
            let (waiting, _) = result.unwrap_or_else(PoisonError::into_inner);
            let may_read_ahead = waiting.events.len() < MAX_READ_AHEAD;
            if waiting.is_reading || may_read_ahead && is_overflowing() {
                return;
            }
        }
    }

    /// Reads a batch of events whenever the event loop waits, until the terminal fails.
    fn read_batches(&self) {
        loop {
            self.wait_until_read();
            match read_batch() {
                Ok(batch) => self.send_batch(batch),
                Err(_) => return self.send_first(Event::Terminate),
            }
        }
    }
}

/// Whether so much input waits that the terminal may not have seen a Ctrl-C at its end.
fn is_overflowing() -> bool {
    #[cfg(unix)]
    let waiting = rustix::io::ioctl_fionread(rustix::stdio::stdout());
    #[cfg(windows)]
    let waiting = io::Result::Ok(0);
    waiting.is_ok_and(|bytes| bytes >= TERMINAL_BUFFER)
}

/// Waits for an event, then takes all that can be read without waiting.
fn read_batch() -> io::Result<Vec<Event>> {
    let mut batch = Vec::new();
    loop {
        let event = read()?;
        match event {
            TerminalEvent::Key(key) if key == KeyCode::Esc.into() => {
                read_sequence("", &mut batch)?;
            }
            // Crossterm does not know the answer to a question for a color.
            TerminalEvent::Key(key) if key == ANSWER_START => read_sequence("]", &mut batch)?,
            _ => batch.extend(convert(event)),
        }
        let is_done = !batch.is_empty() && (batch.len() >= MAX_BATCH || !poll(DRAIN_TIMEOUT)?);
        if is_done {
            return Ok(batch);
        }
    }
}

/// Converts an event of crossterm; `None` if the program has no use for it.
fn convert(event: TerminalEvent) -> Option<Event> {
    match event {
        TerminalEvent::Key(key) => {
            let is_used =
                key.kind != KeyEventKind::Release && !key.modifiers.intersects(UNUSED_MODIFIERS);
            let key = typed_key(key).filter(|_| is_used);
            key.map(Event::Key)
        }
        TerminalEvent::Mouse(mouse) => Some(Event::Mouse(mouse)),
        TerminalEvent::Paste(text) => {
            Some(Event::Paste(text.chars().take(MAX_PASTE_CHARS).collect()))
        }
        // On Unix the signal itself is an event: crossterm misses it while it waits for the rest of
        // an escape sequence.
        TerminalEvent::Resize(..) => cfg!(windows).then_some(Event::Resized),
        TerminalEvent::FocusGained => Some(Event::Focus(true)),
        TerminalEvent::FocusLost => Some(Event::Focus(false)),
    }
}

/// Converts a report of a key with its modifiers, as kitty and xterm send it, to the key that is typed:
/// shifted letters arrive as the letter and the modifier. `None` if the report does not say what is
/// typed.
fn typed_key(mut key: KeyEvent) -> Option<KeyEvent> {
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

/// Reads the rest of an escape sequence whose start crossterm reported as a key. On a slow line an escape
/// may be the first byte of a sequence, whose other bytes crossterm would report as typed characters:
/// <https://github.com/crossterm-rs/crossterm/issues/993>.
fn read_sequence(start: &str, batch: &mut Vec<Event>) -> io::Result<()> {
    let mut sequence = start.to_owned();
    while !is_complete(&sequence) && poll(ESCAPE_TIMEOUT)? {
        let event = read()?;
        let typed = match event {
            TerminalEvent::Key(KeyEvent {
                code: KeyCode::Char(c),
                modifiers: KeyModifiers::NONE | KeyModifiers::SHIFT,
                ..
            }) => Some(c),
            _ => None,
        };
        match typed.filter(|c| !sequence.is_empty() || matches!(c, '[' | 'O' | ']')) {
            Some(c) => sequence.push(c),
            None => {
                batch.extend(decode_escape(&sequence));
                // An answer ends with a bell or an escape.
                if !sequence.starts_with(']') {
                    batch.extend(convert(event));
                }
                return Ok(());
            }
        }
    }
    batch.extend(decode_escape(&sequence));
    Ok(())
}

/// Whether the characters after an escape are a complete control sequence, or more than any has.
fn is_complete(sequence: &str) -> bool {
    let has_final_char = sequence.len() > 1 && sequence.ends_with(|c| ('@'..='~').contains(&c));
    (has_final_char && !sequence.starts_with(']')) || sequence.len() >= MAX_SEQUENCE_LEN
}

/// Decodes the characters after an escape: the escape key if there are none, and `None` if the
/// program has no use for the sequence.
fn decode_escape(sequence: &str) -> Option<Event> {
    let code = match sequence {
        "" => KeyCode::Esc,
        "[A" | "OA" => KeyCode::Up,
        "[B" | "OB" => KeyCode::Down,
        "[C" | "OC" => KeyCode::Right,
        "[D" | "OD" => KeyCode::Left,
        "[H" | "OH" | "[1~" | "[7~" => KeyCode::Home,
        "[F" | "OF" | "[4~" | "[8~" => KeyCode::End,
        "[3~" => KeyCode::Delete,
        "[5~" => KeyCode::PageUp,
        "[6~" => KeyCode::PageDown,
        "[Z" => KeyCode::BackTab,
        "OP" | "[11~" => KeyCode::F(1),
        "[I" => return Some(Event::Focus(true)),
        "[O" => return Some(Event::Focus(false)),
        _ => return parse_background(sequence).map(Event::Background),
    };
    Some(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

/// Parses the answer of a terminal that was asked for the color of its background, such as
/// `]11;rgb:ffff/ffff/ffff`.
fn parse_background(answer: &str) -> Option<Color> {
    let (_, channels) = answer.strip_prefix("]11;rgb")?.split_once(':')?;
    let mut channels = channels.split('/').map(|digits| {
        let high_byte = digits.get(..2)?;
        u8::from_str_radix(high_byte, 16).ok()
    });
    let mut next = || channels.next().flatten();
    Some(Color::Rgb(next()?, next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::Key;

    fn name(event: Option<Event>) -> String {
        match event {
            Some(Event::Key(key)) => Key::from(key).to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_split_escape_sequence_is_one_key() {
        for (sequence, key) in [
            ("", "esc"),
            ("[A", "up"),
            ("OB", "down"),
            ("[5~", "pgup"),
            ("[1~", "home"),
            ("[Z", "shift-tab"),
            ("OP", "f1"),
        ] {
            assert_eq!(name(decode_escape(sequence)), key, "{sequence:?}");
            assert_eq!(is_complete(sequence), !sequence.is_empty(), "{sequence:?}");
        }
    }

    #[test]
    fn the_answer_to_a_question_for_the_background_is_a_color() {
        for answer in ["]11;rgb:ffff/8080/0000", "]11;rgba:ff/80/00/ff"] {
            assert!((1..=answer.len()).all(|len| !is_complete(&answer[..len])));
            let color = Event::Background(Color::Rgb(255, 128, 0));
            assert_eq!(decode_escape(answer), Some(color));
        }
        for other in [
            "]",
            "]11;",
            "]11;rgb:ff/ff",
            "]11;rgb:f/f/f",
            "]10;rgb:ff/ff/ff",
        ] {
            assert_eq!(decode_escape(other), None, "{other:?}");
        }
    }

    #[test]
    fn an_unknown_escape_sequence_is_ignored() {
        for sequence in ["[<0;5;7M", "[99~", "[1;9A"] {
            assert!(is_complete(sequence));
            assert_eq!(decode_escape(sequence), None, "{sequence:?}");
        }
        for part in ["[", "O", "[1;", "[<0;5"] {
            assert!(!is_complete(part), "{part:?}");
        }
    }

    #[test]
    fn a_long_paste_or_sequence_is_cut() {
        let paste = convert(TerminalEvent::Paste("♠".repeat(1 << 20)));
        assert_eq!(paste, Some(Event::Paste("♠".repeat(MAX_PASTE_CHARS))));
        assert!(is_complete(&format!("[{}", "1".repeat(MAX_SEQUENCE_LEN))));
    }

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
            let event = convert(TerminalEvent::Key(key));
            let expected = typed.map_or("None".into(), str::to_owned);
            assert_eq!(name(event), expected, "{c:?} {modifiers:?}");
        }
    }

    #[test]
    fn the_focus_is_reported_even_if_the_sequence_is_split() {
        for (sequence, event, has_focus) in [
            ("[I", TerminalEvent::FocusGained, true),
            ("[O", TerminalEvent::FocusLost, false),
        ] {
            assert!(is_complete(sequence));
            assert_eq!(decode_escape(sequence), Some(Event::Focus(has_focus)));
            assert_eq!(convert(event), Some(Event::Focus(has_focus)));
        }
    }

    #[test]
    fn releases_and_unused_modifiers_are_ignored() {
        let key = |kind, modifiers| {
            TerminalEvent::Key(KeyEvent::new_with_kind(KeyCode::Up, modifiers, kind))
        };
        for (kind, modifiers, is_used) in [
            (KeyEventKind::Press, KeyModifiers::NONE, true),
            (KeyEventKind::Repeat, KeyModifiers::CONTROL, true),
            (KeyEventKind::Release, KeyModifiers::NONE, false),
            (KeyEventKind::Press, KeyModifiers::SUPER, false),
        ] {
            assert_eq!(convert(key(kind, modifiers)).is_some(), is_used);
        }
    }
}
