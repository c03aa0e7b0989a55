//! What the bytes say that a terminal sends: keys, the mouse, pastes, in the ways of xterm, which
//! are everybody's.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::Event;

const CTRL_C: u8 = 0x03;
const ESC: u8 = 0x1b;
const BELL: u8 = 0x07;
const PASTE: &[u8] = b"\x1b[200~";
const PASTED: &[u8] = b"\x1b[201~";

/// Bytes that begin something whose end has not come yet.
#[derive(Debug, Default)]
pub(super) struct Bytes {
    begun: Vec<u8>,
}

/// What some bytes begin with.
enum First {
    /// So many of them are one thing; one that means nothing here is none.
    Whole(usize, Option<Event>),
    /// Something whose end is missing.
    Begun,
}

impl Bytes {
    /// Takes what was sent, and adds what it says to what was heard.
    pub(super) fn take(&mut self, sent: &[u8], heard: &mut impl Extend<Event>) {
        // By itself it is the key, whatever was begun: the end of a paste may never come.
        if sent == [CTRL_C] {
            self.begun.clear();
        }
        // Where a paste goes on, no end of it is in what came before.
        let mut seen = self.begun.len();
        self.begun.extend_from_slice(sent);
        let mut rest = &self.begun[..];
        while let First::Whole(length, event) = first(rest, seen) {
            heard.extend(event);
            rest = &rest[length..];
            seen = 0;
        }
        let done = self.begun.len() - rest.len();
        self.begun.drain(..done);
    }

    /// Whether what has begun is sent at once to its end, if it has one.
    pub(super) fn is_open(&self) -> bool {
        self.begun.starts_with(&[ESC]) && !self.begun.starts_with(PASTE)
    }

    /// Nothing has followed what is open: an escape was the key of that name, and with a character
    /// it was that one's key with alt. What is longer was broken off.
    pub(super) fn close(&mut self, heard: &mut impl Extend<Event>) {
        match *self.begun {
            [ESC] => heard.extend(key(KeyCode::Esc)),
            [ESC, byte] if byte.is_ascii() => heard.extend(with_alt(ascii(byte))),
            _ => {}
        }
        self.begun.clear();
    }
}

/// What bytes begin with, of which the first ones may have been `seen` to be but a beginning.
fn first(bytes: &[u8], seen: usize) -> First {
    match *bytes {
        [] | [ESC] => First::Begun,
        // Before another sequence it is a key by itself.
        [ESC, ESC, ..] => First::Whole(1, key(KeyCode::Esc)),
        [ESC, b'[', ..] if bytes.starts_with(PASTE) => paste(bytes, seen),
        [ESC, b'[', b'M', ref mouse @ ..] => match *mouse {
            [what, column, row, ..] => {
                let at = |place: u8| u16::from(place.saturating_sub(33));
                let event = mouse_event(what.saturating_sub(32), at(column), at(row), true);
                First::Whole(6, event)
            }
            _ => First::Begun,
        },
        // The first five function keys of the Linux console.
        [ESC, b'[', b'[', ref key_of @ ..] => match *key_of {
            [n @ b'A'..=b'E', ..] => First::Whole(4, key(KeyCode::F(n - b'A' + 1))),
            [b' '..=b'~', ..] => First::Whole(4, None),
            [_, ..] => First::Whole(3, None),
            [] => First::Begun,
        },
        [ESC, b'[' | b'O', ref rest @ ..] => sequence(rest),
        [ESC, b']' | b'P' | b'X' | b'^' | b'_', ref rest @ ..] => string(rest),
        [ESC, ref rest @ ..] => match first(rest, 0) {
            First::Whole(length, event) => First::Whole(length + 1, with_alt(event)),
            First::Begun => First::Begun,
        },
        [byte, ..] if byte.is_ascii() => First::Whole(1, ascii(byte)),
        _ => character(bytes),
    }
}

fn with_alt(event: Option<Event>) -> Option<Event> {
    match event {
        Some(Event::Key(mut key)) => {
            key.modifiers |= KeyModifiers::ALT;
            Some(Event::Key(key))
        }
        other => other,
    }
}

fn key(code: KeyCode) -> Option<Event> {
    pressed(code, KeyModifiers::NONE)
}

fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Option<Event> {
    Some(Event::Key(KeyEvent::new(code, modifiers)))
}

fn ascii(byte: u8) -> Option<Event> {
    let ctrl = |c: u8| pressed(KeyCode::Char(char::from(c)), KeyModifiers::CONTROL);
    match byte {
        b'\r' => key(KeyCode::Enter),
        b'\t' => key(KeyCode::Tab),
        0x7f => key(KeyCode::Backspace),
        0 => ctrl(b' '),
        1..=0x1a => ctrl(byte - 1 + b'a'),
        0x1c..=0x1f => ctrl(byte - 0x1c + b'4'),
        _ => key(KeyCode::Char(char::from(byte))),
    }
}

/// A character beyond ASCII.
fn character(bytes: &[u8]) -> First {
    let length = match bytes[0] {
        0xf0.. => 4,
        0xe0.. => 3,
        _ => 2,
    };
    let whole = &bytes[..length.min(bytes.len())];
    match str::from_utf8(whole) {
        Ok(text) => First::Whole(
            length,
            text.chars().next().and_then(|c| key(KeyCode::Char(c))),
        ),
        Err(error) if error.error_len().is_none() => First::Begun,
        Err(_) => First::Whole(1, None),
    }
}

fn paste(bytes: &[u8], seen: usize) -> First {
    let from = PASTE.len().max(seen.saturating_sub(PASTED.len()));
    let mut ends = bytes[from..].windows(PASTED.len());
    let Some(end) = ends.position(|end| end == PASTED) else {
        return First::Begun;
    };
    let text = String::from_utf8_lossy(&bytes[PASTE.len()..from + end]);
    First::Whole(from + end + PASTED.len(), Some(Event::Paste(text.into())))
}

/// What a terminal answers to a question, from behind its first two bytes: a text, then a bell or
/// an escape with a backslash. Nothing is asked here, so it was asked before, and means nothing.
fn string(rest: &[u8]) -> First {
    let Some(end) = rest.iter().position(u8::is_ascii_control) else {
        return First::Begun;
    };
    match rest[end..] {
        [ESC] => First::Begun,
        [ESC, b'\\', ..] => First::Whole(2 + end + 2, None),
        [BELL, ..] => First::Whole(2 + end + 1, None),
        // Broken off by something else.
        _ => First::Whole(2 + end, None),
    }
}

/// A control sequence, from behind its first two bytes: numbers, then a letter that ends it.
fn sequence(rest: &[u8]) -> First {
    let Some(end) = rest.iter().position(|byte| !(0x20..0x40).contains(byte)) else {
        return First::Begun;
    };
    let last = rest[end];
    if !(0x40..0x7f).contains(&last) {
        // Broken off by something else.
        return First::Whole(2 + end, None);
    }
    let event = str::from_utf8(&rest[..end])
        .ok()
        .and_then(|numbers| said(numbers, last));
    First::Whole(2 + end + 1, event)
}

fn said(numbers: &str, last: u8) -> Option<Event> {
    let (mouse, numbers) = match numbers.strip_prefix('<') {
        Some(numbers) => (true, numbers),
        None => (false, numbers),
    };
    // The keys of a letter have no number but a one; with others it is an answer, or a mouse's.
    let plain = matches!(numbers.split(';').next(), Some("" | "1"));
    // A number may have others behind a colon; the second one's tells presses from releases.
    let mut numbers = numbers.split(';');
    let mut number = || {
        let mut parts = numbers.next().unwrap_or_default().split(':');
        [parts.next(), parts.next()].map(|part| part.and_then(|part| part.parse::<u16>().ok()))
    };
    let [first, second] = [number(), number()];
    if mouse {
        // What lies before the first cell is outside, as far away as can be.
        let at = |place: Option<u16>| place.map(|place| place.wrapping_sub(1));
        let what = first[0]?.try_into().ok()?;
        return mouse_event(what, at(second[0])?, at(number()[0])?, last == b'M');
    }
    if second[1] == Some(RELEASED) {
        return None;
    }
    let modifiers = modifiers(second[0].unwrap_or(1))?;
    let code = match (last, first[0]) {
        (b'~', Some(number)) => numbered(number),
        (b'u', Some(number)) => spelt(number, modifiers),
        _ if plain => lettered(last),
        _ => None,
    };
    pressed(code?, modifiers)
}

const RELEASED: u16 = 3;

/// A key that ends its sequence with a letter of its own.
fn lettered(last: u8) -> Option<KeyCode> {
    Some(match last {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'M' => KeyCode::Enter,
        b'P'..=b'S' => KeyCode::F(last - b'P' + 1),
        b'Z' => KeyCode::BackTab,
        _ => return None,
    })
}

/// A key that has a number.
fn numbered(number: u16) -> Option<KeyCode> {
    let f = |less| u8::try_from(number - less).ok().map(KeyCode::F);
    match number {
        1 | 7 => Some(KeyCode::Home),
        2 => Some(KeyCode::Insert),
        3 => Some(KeyCode::Delete),
        4 | 8 => Some(KeyCode::End),
        5 => Some(KeyCode::PageUp),
        6 => Some(KeyCode::PageDown),
        11..=15 => f(10),
        17..=21 => f(11),
        23..=26 => f(12),
        28 | 29 => f(15),
        31..=34 => f(17),
        _ => None,
    }
}

/// A key told by the number of its character.
fn spelt(number: u16, modifiers: KeyModifiers) -> Option<KeyCode> {
    Some(match char::from_u32(number.into())? {
        '\x1b' => KeyCode::Esc,
        '\r' => KeyCode::Enter,
        '\t' if modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
        '\t' => KeyCode::Tab,
        '\x7f' => KeyCode::Backspace,
        c => KeyCode::Char(c),
    })
}

/// The number is one more than its bits say. None with those that no key here is pressed with, as
/// super and meta; locks do not matter.
fn modifiers(number: u16) -> Option<KeyModifiers> {
    let bits = number.saturating_sub(1);
    if bits & (8 | 16 | 32) != 0 {
        return None;
    }
    let of = |bit, modifier| {
        if bits & bit == 0 {
            KeyModifiers::NONE
        } else {
            modifier
        }
    };
    Some(of(1, KeyModifiers::SHIFT) | of(2, KeyModifiers::ALT) | of(4, KeyModifiers::CONTROL))
}

/// What the mouse did: two and two bits for the button, one for each modifier, one for a motion.
fn mouse_event(what: u8, column: u16, row: u16, down: bool) -> Option<Event> {
    let button = match what & 3 {
        0 => MouseButton::Left,
        1 => MouseButton::Middle,
        _ => MouseButton::Right,
    };
    let moved = what & 32 != 0;
    let kind = match what & 0b1100_0011 {
        0..=2 if moved => MouseEventKind::Drag(button),
        0..=2 if down => MouseEventKind::Down(button),
        0..=2 => MouseEventKind::Up(button),
        // In the old way a release does not say of which button.
        3 if !moved => MouseEventKind::Up(MouseButton::Left),
        64 => MouseEventKind::ScrollUp,
        65 => MouseEventKind::ScrollDown,
        _ => return None,
    };
    let of = |bit, modifier| {
        if what & bit == 0 {
            KeyModifiers::NONE
        } else {
            modifier
        }
    };
    let modifiers =
        of(4, KeyModifiers::SHIFT) | of(8, KeyModifiers::ALT) | of(16, KeyModifiers::CONTROL);
    Some(Event::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::Key;

    /// What was heard of bytes that came in these pieces, one right after the other.
    fn heard(pieces: &[&[u8]]) -> Vec<Event> {
        let mut bytes = Bytes::default();
        let mut heard = Vec::new();
        for piece in pieces {
            bytes.take(piece, &mut heard);
        }
        if bytes.is_open() {
            bytes.close(&mut heard);
        }
        heard
    }

    /// The names of the keys among them.
    fn keys(sent: &[u8]) -> String {
        names(heard(&[sent]))
    }

    fn names(heard: Vec<Event>) -> String {
        let names = heard.into_iter().map(|event| match event {
            Event::Key(key) => Key::from(key).to_string(),
            other => format!("{other:?}"),
        });
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_key_is_heard_by_its_name() {
        for (sent, names) in [
            ("uU 5", "u U space 5"),
            ("\r\n\t\x7f\x08", "enter enter tab backspace ctrl-h"),
            ("\x1a\0\x1f", "ctrl-z ctrl-space ctrl-7"),
            ("\x1b", "esc"),
            ("\x1b\x1b", "esc esc"),
            ("\x1bu\x1b\x1au", "alt-u ctrl-alt-z u"),
            ("\x1b[A\x1b[B\x1b[C\x1b[D", "up down right left"),
            ("\x1bOA\x1bOB\x1bOC\x1bOD", "up down right left"),
            ("\x1b[H\x1b[F\x1bOH\x1bOF", "home end home end"),
            ("\x1b[1~\x1b[4~\x1b[7~\x1b[8~", "home end home end"),
            ("\x1b[3~\x1b[5~\x1b[6~\x1b[Z", "delete pgup pgdn shift-tab"),
            ("\x1bOP\x1bOS\x1b[[A\x1b[[E\x1b[11~", "f1 f4 f1 f5 f1"),
            ("\x1b[15~\x1b[17~\x1b[21~\x1b[24~", "f5 f6 f10 f12"),
            ("\x1b[1;5C\x1b[1;3A\x1b[1;2D", "ctrl-right alt-up left"),
            ("\x1b[5;5~\x1b[1;2R", "ctrl-pgup f3"),
            (
                "\x1b[122;5u\x1b[27u\x1b[9;2u\x1b[13u",
                "ctrl-z esc shift-tab enter",
            ),
            ("\x1bOM\x1b\x1b[A", "enter esc up"),
            ("\x1b[", "alt-["),
            ("\x1bO", "alt-O"),
            ("\x1bP", "alt-P"),
            ("♥é😀", "♥ é 😀"),
        ] {
            assert_eq!(keys(sent.as_bytes()), names, "{sent:?}");
        }
    }

    #[test]
    fn what_means_nothing_is_passed_over() {
        for (sent, names) in [
            ("\x1b[Iu\x1b[O", "u"),
            ("\x1b[?1;2cu\x1b[12;40$yu", "u u"),
            ("\x1b[99~u\x1b[98;1:3u", "u"),
            ("\x1b[[Zu\x1bO~u\x1bO5Cu", "u u u"),
            ("\x1b[1;9Au\x1b[117;9uu", "u u"),
            ("\x1b[32;10;5Mu\x1b[12;40Ru", "u u"),
            ("\x1b]11;rgb:0/0/0\x07u\x1b]4;A\x1b\\u", "u u"),
            ("\x1bP1$r0m\x1b\\u\x1b_Gi=1;OK\x1b\\u", "u u"),
            ("\x1b]A\x03\x1bPA\x1b[B\x1bO\x1b[A", "ctrl-c down up"),
            ("u\x1b[5$", "u"),
            ("u\x1b]A", "u"),
            ("\x1b[1\u{7}u", "ctrl-g u"),
            ("\x1b[<64;1u\x1b[<255;70000;1Mu", "u"),
        ] {
            assert_eq!(keys(sent.as_bytes()), names, "{sent:?}");
        }
        assert_eq!(keys(b"\xff\x80u\xc3u"), "u u");
    }

    #[test]
    fn what_comes_in_pieces_is_heard_once_it_is_whole() {
        let whole = "\x1b[1;5C♥\x1b[<0;5;7M\x1b[200~3♥\x1b[2\x1b[201~\x1b[M !!q".as_bytes();
        let at_once = heard(&[whole]);
        assert_eq!(at_once.len(), 6);
        for end in 1..whole.len() {
            let (one, other) = whole.split_at(end);
            assert_eq!(heard(&[one, other]), at_once, "{end}");
        }
    }

    #[test]
    fn an_escape_is_a_key_once_nothing_has_followed_it() {
        let mut bytes = Bytes::default();
        let mut heard = Vec::new();
        bytes.take(b"u\x1b", &mut heard);
        assert!(heard.len() == 1 && bytes.is_open());
        bytes.take(b"[A", &mut heard);
        assert_eq!(heard.get(1), key(KeyCode::Up).as_ref());
        assert!(!bytes.is_open());
        bytes.take(b"\x1b", &mut heard);
        bytes.close(&mut heard);
        assert_eq!(heard.get(2), key(KeyCode::Esc).as_ref());
        assert!(!bytes.is_open());
        bytes.take(b"\x1b[200~3", &mut heard);
        assert!(!bytes.is_open(), "a paste takes its time");
    }

    #[test]
    fn ctrl_c_by_itself_is_heard_whatever_was_begun() {
        for begun in ["\x1b[200~9 u", "\x1b[M !", "\x1bO", "\x1b[1;", "\x1b]0;"] {
            let heard = heard(&[begun.as_bytes(), b"\x03", b"u"]);
            assert_eq!(names(heard), "ctrl-c u", "{begun:?}");
        }
    }

    #[test]
    fn the_mouse_is_heard_with_its_button_and_its_cell() {
        let mouse = |kind, column, row| {
            let modifiers = KeyModifiers::NONE;
            Event::Mouse(MouseEvent {
                kind,
                column,
                row,
                modifiers,
            })
        };
        use MouseButton::{Left, Right};
        use MouseEventKind::{Down, Drag, ScrollDown, ScrollUp, Up};
        for (sent, event) in [
            ("\x1b[<0;1;1M", mouse(Down(Left), 0, 0)),
            ("\x1b[<0;120;40m", mouse(Up(Left), 119, 39)),
            ("\x1b[<2;3;4M", mouse(Down(Right), 2, 3)),
            ("\x1b[<32;300;4M", mouse(Drag(Left), 299, 3)),
            ("\x1b[<64;3;4M", mouse(ScrollUp, 2, 3)),
            ("\x1b[<65;3;4M", mouse(ScrollDown, 2, 3)),
            ("\x1b[M !\"", mouse(Down(Left), 0, 1)),
            ("\x1b[M#!\"", mouse(Up(Left), 0, 1)),
            // Outside the window, as some terminals report.
            ("\x1b[<32;0;5M", mouse(Drag(Left), u16::MAX, 4)),
        ] {
            assert_eq!(heard(&[sent.as_bytes()]), [event], "{sent:?}");
        }
        assert_eq!(heard(&[b"\x1b[<35;3;4M"]), [], "a motion without a button");
    }

    #[test]
    fn a_paste_is_one_event_however_long() {
        let text = "9♠ u\x1b[A\r".repeat(100_000);
        let sent = format!("\x1b[200~{text}\x1b[201~u");
        let pieces: Vec<&[u8]> = sent.as_bytes().chunks(1000).collect();
        let heard = heard(&pieces);
        assert_eq!(heard[0], Event::Paste(text));
        assert_eq!(heard.len(), 2);
    }
}
