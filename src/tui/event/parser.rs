//! Parses the bytes that a terminal sends on Unix: keys, mouse reports, pastes, and replies to questions.
//!
//! Every sequence of ECMA-48 is recognized by its form, so a reply that nobody expected is dropped whole
//! and never taken for keys. Which sequences are keys: xterm's `ctlseqs`, `console_codes(4)`, and kitty's
//! keyboard protocol.

use std::mem;
use std::time::{Duration, Instant};

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyEventState, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::style::Color;

use super::Event;
use super::typed::{paste, typed_key};

/// How long to wait for the rest of what could be a key by itself, such as an escape.
const KEY_TIMEOUT: Duration = Duration::from_millis(50);

/// How long to wait for it while the terminal owes an answer, which begins with an escape too.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(500);

/// How long to wait for the rest of a sequence that is no key.
const SEQUENCE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long the rest of a sequence that was waited for in vain is still recognized.
const LATE_LIMIT: Duration = Duration::from_secs(5);

/// Maximum number of bytes that are kept of a sequence or of a paste. The longest sequence that means
/// something has less than 40.
const MAX_KEPT: usize = 256;

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const PASTE_END: &[u8] = b"\x1b[201~";

/// What the bytes so far are a part of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    /// A character of several bytes.
    Character,
    /// The byte after an escape.
    Escape,
    /// A key after `ESC O`.
    SingleShift,
    /// A control sequence, after `ESC [`.
    Control,
    /// One of the first function keys of the Linux console, after `ESC [ [`.
    ConsoleKey,
    /// The three bytes of a mouse report, after `ESC [ M`.
    MouseReport,
    /// A string up to its terminator: DCS, SOS, OSC, PM or APC.
    Text,
    /// An escape in a string, which ends it.
    TextEnd,
    /// A paste up to [`PASTE_END`].
    Paste,
}

/// The beginning of a sequence whose rest did not come in time.
#[derive(Clone, Debug)]
struct Late {
    state: State,
    bytes: Vec<u8>,
    at: Instant,
}

/// State between two reads from the terminal.
#[derive(Clone, Debug, Default)]
pub struct InputParser {
    state: State,
    /// The bytes of the sequence so far, its beginning if it is long; in a paste, those that may be its
    /// end.
    bytes: Vec<u8>,
    /// The beginning of a paste.
    pasted: Vec<u8>,
    late: Option<Late>,
}

impl InputParser {
    /// Parses what was read in one piece at the time `now`.
    pub fn parse(&mut self, input: &[u8], now: Instant, events: &mut Vec<Event>) {
        let rest_at = self.finish_late(input, now, events);
        for &byte in &input[rest_at..] {
            self.step(byte, events);
        }
    }

    /// Returns how long to wait for the next byte before [`give_up`](InputParser::give_up); `None` if
    /// nothing is incomplete.
    pub fn timeout(&self, is_answer_due: bool) -> Option<Duration> {
        match self.state {
            State::Ground => None,
            State::Paste if self.bytes != [ESC] => None,
            State::Escape | State::SingleShift | State::Control | State::Text
                if self.bytes.len() <= 2 =>
            {
                Some(if is_answer_due {
                    ANSWER_TIMEOUT
                } else {
                    KEY_TIMEOUT
                })
            }
            _ => Some(SEQUENCE_TIMEOUT),
        }
    }

    /// Stops waiting for the rest of a sequence. What could be a key is one; anything else is dropped. An
    /// escape alone ends a paste whose end was lost.
    pub fn give_up(&mut self, now: Instant, events: &mut Vec<Event>) {
        if self.state == State::Paste {
            return self.end_paste(events);
        }
        let state = mem::take(&mut self.state);
        let bytes = mem::take(&mut self.bytes);
        emit_start(&bytes, events);
        self.late = Some(Late {
            state,
            bytes,
            at: now,
        });
    }

    /// Completes a sequence whose beginning was given up, if the input begins with all of the rest. Returns
    /// where the input goes on. Nobody types several keys within one read, but a person may have typed
    /// what looks like a beginning; so a single byte is a key, unless it completes a report of the focus.
    fn finish_late(&mut self, input: &[u8], now: Instant, events: &mut Vec<Event>) -> usize {
        let late = self.late.take();
        let Some(late) = late.filter(|late| now.duration_since(late.at) < LATE_LIMIT) else {
            return 0;
        };
        let mut whole = InputParser {
            state: late.state,
            bytes: late.bytes,
            ..InputParser::default()
        };
        let mut completed = Vec::new();
        for (n, &byte) in input.iter().enumerate() {
            let before = whole.state;
            whole.step(byte, &mut completed);
            let is_final = match before {
                State::Control | State::SingleShift | State::ConsoleKey => {
                    (b'@'..=b'~').contains(&byte)
                }
                State::Text => byte == BEL,
                State::TextEnd => byte == b'\\',
                State::MouseReport => true,
                _ => false,
            };
            match whole.state {
                State::Ground | State::Paste => {
                    let is_focus = matches!(completed[..], [Event::Focus(_)]);
                    if !is_final || completed.len() > 1 || n == 0 && !is_focus {
                        return 0;
                    }
                    events.append(&mut completed);
                    *self = whole;
                    return n + 1;
                }
                State::Escape | State::Character => return 0,
                _ => {}
            }
        }
        0
    }

    fn step(&mut self, byte: u8, events: &mut Vec<Event>) {
        match self.state {
            State::Ground => self.start(byte, events),
            State::Paste => self.step_paste(byte, events),
            State::TextEnd if byte == b'\\' => self.end_text(events),
            State::TextEnd => {
                self.begin(State::Escape, &[ESC]);
                self.step(byte, events);
            }
            State::Text => match byte {
                ESC => self.state = State::TextEnd,
                BEL if self.bytes.starts_with(b"\x1b]") => self.end_text(events),
                // Cancel and substitute end any sequence.
                0x18 | 0x1a => self.reset(),
                _ => self.keep(byte),
            },
            State::Character => self.step_character(byte, events),
            State::Escape => self.step_escape(byte, events),
            State::MouseReport => {
                self.keep(byte);
                if let [.., button, column, row] = self.bytes[3..] {
                    let code = u16::from(button).saturating_sub(32);
                    let [column, row] = [column, row].map(|at| u16::from(at).saturating_sub(32));
                    events.extend(mouse_event(code, column, row, false));
                    self.reset();
                }
            }
            State::SingleShift | State::Control | State::ConsoleKey => {
                // Anything but the characters of a sequence begins something else.
                if !(b' '..=b'~').contains(&byte) {
                    let bytes = mem::take(&mut self.bytes);
                    emit_start(&bytes, events);
                    self.reset();
                    return self.start(byte, events);
                }
                self.keep(byte);
                self.step_sequence(byte, events);
            }
        }
    }

    /// Handles the first byte of a key or sequence.
    fn start(&mut self, byte: u8, events: &mut Vec<Event>) {
        match byte {
            ESC => self.begin(State::Escape, &[ESC]),
            0x00..=0x7f => events.extend(key_event(char_key(char::from(byte)))),
            0xc2..=0xf4 => self.begin(State::Character, &[byte]),
            // No character begins with it.
            _ => {}
        }
    }

    fn step_character(&mut self, byte: u8, events: &mut Vec<Event>) {
        if !(0x80..=0xbf).contains(&byte) {
            self.reset();
            return self.start(byte, events);
        }
        self.keep(byte);
        let (has_alt, bytes) = match self.bytes.strip_prefix(&[ESC]) {
            Some(bytes) => (true, bytes),
            None => (false, &self.bytes[..]),
        };
        let len = match bytes[0] {
            0..=0xdf => 2,
            0xe0..=0xef => 3,
            _ => 4,
        };
        if bytes.len() == len {
            let text = str::from_utf8(bytes).ok();
            let typed = text.and_then(|text| text.chars().next());
            let key = typed.map(|c| with_alt(char_key(c), has_alt));
            events.extend(key.and_then(key_event));
            self.reset();
        }
    }

    fn step_escape(&mut self, byte: u8, events: &mut Vec<Event>) {
        let next = match byte {
            b'[' => State::Control,
            b'O' => State::SingleShift,
            b'P' | b'X' | b']' | b'^' | b'_' => State::Text,
            0xc2..=0xf4 => State::Character,
            // The escape was a key; another one may be the beginning of a sequence.
            ESC => return events.extend(key_event(KeyCode::Esc.into())),
            0x00..=0x7f => {
                events.extend(key_event(with_alt(char_key(char::from(byte)), true)));
                State::Ground
            }
            _ => State::Ground,
        };
        self.state = next;
        match next {
            State::Ground => self.bytes.clear(),
            _ => self.keep(byte),
        }
    }

    /// Handles a printable character of a sequence.
    fn step_sequence(&mut self, byte: u8, events: &mut Vec<Event>) {
        let is_final = (b'@'..=b'~').contains(&byte);
        match (self.state, &self.bytes[2..]) {
            (State::Control, b"[") => self.state = State::ConsoleKey,
            (State::Control, b"M") => self.state = State::MouseReport,
            (State::Control, b"200~") => self.begin(State::Paste, &[]),
            (State::Control, body) if is_final => {
                events.extend(control_sequence(body));
                self.reset();
            }
            (State::Control, _) => {}
            (State::ConsoleKey, _) => {
                let number = byte.wrapping_sub(b'A');
                let key = (number < 5).then(|| KeyCode::F(number + 1).into());
                events.extend(key.and_then(key_event));
                self.reset();
            }
            _ => {
                match single_shift_key(byte) {
                    Some(code) => events.extend(key_event(code.into())),
                    None => {
                        emit_start(b"\x1bO", events);
                        events.extend(key_event(char_key(char::from(byte))));
                    }
                }
                self.reset();
            }
        }
    }

    fn step_paste(&mut self, byte: u8, events: &mut Vec<Event>) {
        self.bytes.push(byte);
        if self.bytes == PASTE_END {
            return self.end_paste(events);
        }
        if !PASTE_END.starts_with(&self.bytes) {
            // The end has one escape, so only the last byte can begin it.
            let is_start = byte == ESC;
            let kept = self.bytes.len() - usize::from(is_start);
            let room = MAX_KEPT.saturating_sub(self.pasted.len());
            self.pasted.extend(self.bytes[..kept].iter().take(room));
            self.bytes.drain(..kept);
        }
    }

    fn end_paste(&mut self, events: &mut Vec<Event>) {
        let pasted = mem::take(&mut self.pasted);
        events.push(paste(&String::from_utf8_lossy(&pasted)));
        self.reset();
    }

    fn end_text(&mut self, events: &mut Vec<Event>) {
        let text = self
            .bytes
            .get(1..)
            .and_then(|text| str::from_utf8(text).ok());
        events.extend(text.and_then(parse_background).map(Event::Background));
        self.reset();
    }

    fn begin(&mut self, state: State, bytes: &[u8]) {
        self.state = state;
        self.bytes.clear();
        self.bytes.extend(bytes);
    }

    fn reset(&mut self) {
        self.begin(State::Ground, &[]);
    }

    fn keep(&mut self, byte: u8) {
        if self.bytes.len() < MAX_KEPT {
            self.bytes.push(byte);
        }
    }
}

/// Emits the key that the beginning of a sequence is by itself: an escape, or Alt and a character.
fn emit_start(bytes: &[u8], events: &mut Vec<Event>) {
    let key = match *bytes {
        [ESC] => Some(KeyCode::Esc.into()),
        [ESC, c @ b' '..=b'~'] => Some(with_alt(char_key(char::from(c)), true)),
        _ => None,
    };
    events.extend(key.and_then(key_event));
}

fn key_event(key: KeyEvent) -> Option<Event> {
    typed_key(key).map(Event::Key)
}

fn with_alt(mut key: KeyEvent, has_alt: bool) -> KeyEvent {
    key.modifiers.set(KeyModifiers::ALT, has_alt);
    key
}

/// Returns the key that sends a character.
fn char_key(c: char) -> KeyEvent {
    let ctrl = |offset: u8| {
        let c = char::from((c as u8).wrapping_add(offset));
        KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)
    };
    match c {
        '\r' => KeyCode::Enter.into(),
        '\t' => KeyCode::Tab.into(),
        '\x7f' => KeyCode::Backspace.into(),
        '\x1b' => KeyCode::Esc.into(),
        '\0' => ctrl(b' '),
        '\x01'..='\x1a' => ctrl(b'a' - 1),
        '\x1c'..='\x1f' => ctrl(b'4' - 0x1c),
        c => KeyCode::Char(c).into(),
    }
}

/// Returns the key of `ESC O` and a character.
fn single_shift_key(last: u8) -> Option<KeyCode> {
    match last {
        b'M' => Some(KeyCode::Enter),
        _ => letter_key(last),
    }
}

/// Returns the key that a sequence names by its last character.
fn letter_key(last: u8) -> Option<KeyCode> {
    Some(match last {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P'..=b'S' => KeyCode::F(last - b'P' + 1),
        b'Z' => KeyCode::BackTab,
        _ => return None,
    })
}

/// Returns the key of `CSI number ~`.
fn number_key(number: u32) -> Option<KeyCode> {
    let function = |first: u32| u8::try_from(number - first).ok().map(|n| KeyCode::F(n + 1));
    match number {
        1 | 7 => Some(KeyCode::Home),
        2 => Some(KeyCode::Insert),
        3 => Some(KeyCode::Delete),
        4 | 8 => Some(KeyCode::End),
        5 => Some(KeyCode::PageUp),
        6 => Some(KeyCode::PageDown),
        11..=15 => function(11),
        17..=21 => function(12),
        23..=26 => function(13),
        28..=29 => function(14),
        31..=34 => function(15),
        _ => None,
    }
}

/// Keys of the keypad in kitty's protocol, from [`KEYPAD_START`] on.
const KEYPAD: [KeyCode; 28] = [
    KeyCode::Char('0'),
    KeyCode::Char('1'),
    KeyCode::Char('2'),
    KeyCode::Char('3'),
    KeyCode::Char('4'),
    KeyCode::Char('5'),
    KeyCode::Char('6'),
    KeyCode::Char('7'),
    KeyCode::Char('8'),
    KeyCode::Char('9'),
    KeyCode::Char('.'),
    KeyCode::Char('/'),
    KeyCode::Char('*'),
    KeyCode::Char('-'),
    KeyCode::Char('+'),
    KeyCode::Enter,
    KeyCode::Char('='),
    KeyCode::Char(','),
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::Insert,
    KeyCode::Delete,
];
const KEYPAD_START: u32 = 57399;

/// Returns the key with a code point in kitty's or xterm's report, and whether it is on the keypad.
fn code_point_key(code: u32) -> Option<(KeyCode, KeyEventState)> {
    let on_keypad = code
        .checked_sub(KEYPAD_START)
        .and_then(|n| KEYPAD.get(n as usize));
    if let Some(key) = on_keypad {
        return Some((*key, KeyEventState::KEYPAD));
    }
    let key = match char::from_u32(code)? {
        '\r' => KeyCode::Enter,
        '\t' => KeyCode::Tab,
        '\x7f' => KeyCode::Backspace,
        '\x1b' => KeyCode::Esc,
        c => KeyCode::Char(c),
    };
    Some((key, KeyEventState::NONE))
}

/// Returns what a control sequence reports, from its bytes after `ESC [`; `None` if it is a reply that
/// the program has no use for.
fn control_sequence(body: &[u8]) -> Option<Event> {
    let (&last, parameters) = body.split_last()?;
    let parameters = str::from_utf8(parameters).ok()?;
    if let Some(report) = parameters.strip_prefix('<') {
        return sgr_mouse_event(report, last);
    }
    // Anything but numbers, such as a question mark, marks a reply.
    if !parameters
        .bytes()
        .all(|c| c.is_ascii_digit() || c == b';' || c == b':')
    {
        return None;
    }
    let mut numbers = parameters.split(';').map(|group| {
        let mut parts = group.split(':').map(|part| part.parse().ok());
        (parts.next().flatten(), parts.next().flatten())
    });
    let mut next = || numbers.next().unwrap_or_default();
    let (first, shifted) = next();
    let (modifiers, kind) = next();
    let (third, _) = next();
    let (code, state) = match (last, first) {
        (b'I' | b'O', None) => return Some(Event::Focus(last == b'I')),
        (b'R', Some(row)) => {
            let [row, column] = [row, modifiers?].map(u16::try_from);
            return Some(Event::CursorPosition(row.ok()?, column.ok()?));
        }
        (b'~', Some(27)) => code_point_key(third?)?,
        (b'~', Some(number)) => (number_key(number)?, KeyEventState::NONE),
        (b'u', Some(code)) => code_point_key(code)?,
        (_, None | Some(1)) => (letter_key(last)?, KeyEventState::NONE),
        _ => return None,
    };
    // A report of a key and its modifiers adds 1 to the bits of the modifiers.
    let bits = modifiers.unwrap_or(1u32).saturating_sub(1);
    let mut key = KeyEvent::new(code, modifiers_of(bits));
    key.state = state;
    key.state.set(KeyEventState::CAPS_LOCK, bits & 64 != 0);
    if kind == Some(3) {
        key.kind = KeyEventKind::Release;
    }
    let has_shift = key.modifiers.contains(KeyModifiers::SHIFT);
    if let Some(c) = shifted.filter(|_| has_shift).and_then(char::from_u32) {
        key.code = KeyCode::Char(c);
        key.modifiers.remove(KeyModifiers::SHIFT);
    } else if has_shift && key.code == KeyCode::Tab {
        key.code = KeyCode::BackTab;
    }
    key_event(key)
}

fn modifiers_of(bits: u32) -> KeyModifiers {
    let flags = [
        KeyModifiers::SHIFT,
        KeyModifiers::ALT,
        KeyModifiers::CONTROL,
        KeyModifiers::SUPER,
        KeyModifiers::HYPER,
        KeyModifiers::META,
    ];
    let flags = flags.into_iter().enumerate();
    flags
        .filter(|(n, _)| bits & (1 << n) != 0)
        .map(|(_, flag)| flag)
        .collect()
}

/// Parses a mouse report of SGR mode: `button;column;row` and `M`, or `m` for a release.
fn sgr_mouse_event(report: &str, last: u8) -> Option<Event> {
    let mut numbers = report.split(';').map(|number| number.parse().ok());
    let mut next = || numbers.next().flatten();
    let (button, column, row) = (next()?, next()?, next()?);
    let is_report = matches!(last, b'M' | b'm');
    is_report
        .then(|| mouse_event(button, column, row, last == b'm'))
        .flatten()
}

/// Returns the event of a mouse report. Columns and rows are counted from 1; a position outside the window
/// may be 0.
fn mouse_event(code: u16, column: u16, row: u16, is_release: bool) -> Option<Event> {
    let button = match code & 0b11 {
        0 => MouseButton::Left,
        1 => MouseButton::Middle,
        _ => MouseButton::Right,
    };
    let is_drag = code & 0b10_0000 != 0;
    let kind = match (code & 0b1100_0000, code & 0b11) {
        (0, 3) if is_drag => MouseEventKind::Moved,
        // The old reports do not say which button was released.
        (0, 3) => MouseEventKind::Up(MouseButton::Left),
        (0, _) if is_drag => MouseEventKind::Drag(button),
        (0, _) if is_release => MouseEventKind::Up(button),
        (0, _) => MouseEventKind::Down(button),
        (0b0100_0000, 0) => MouseEventKind::ScrollUp,
        (0b0100_0000, 1) => MouseEventKind::ScrollDown,
        _ => return None,
    };
    Some(Event::Mouse(MouseEvent {
        kind,
        column: column.wrapping_sub(1),
        row: row.wrapping_sub(1),
        modifiers: KeyModifiers::NONE,
    }))
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
