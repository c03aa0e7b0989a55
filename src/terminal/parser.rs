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
use super::event::{paste, typed_key};

/// How long to wait for the rest of what could be a key by itself, such as an escape.
const KEY_TIMEOUT: Duration = Duration::from_millis(50);

/// How long to wait for it while the terminal owes an answer, which begins with an escape too.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(500);

/// How long a sequence that is no key may take from its first byte on.
const SEQUENCE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long the rest of a sequence that was given up is still recognized.
const LATE_LIMIT: Duration = Duration::from_secs(5);

/// Maximum number of bytes of a sequence, and of what is kept of a paste. The longest sequence that means
/// something has less than 40.
const MAX_LEN: usize = 256;

/// Maximum number of bytes that a person types between two reads.
const MAX_TYPED: usize = 32;

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const CANCEL: u8 = 0x18;
const SUBSTITUTE: u8 = 0x1a;
const PASTE_START: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// State between two reads from the terminal.
#[derive(Clone, Debug)]
pub struct InputParser {
    /// The bytes that are no whole key or sequence yet; of a long paste, the first and the last ones.
    pending: Vec<u8>,
    /// When the first of them was read.
    pending_since: Instant,
    /// When the last one was read.
    read_at: Instant,
    /// The beginning of a sequence that was given up, and when.
    late: Option<(Vec<u8>, Instant)>,
}

impl InputParser {
    /// Creates a parser at the time `now`.
    pub fn new(now: Instant) -> InputParser {
        InputParser {
            pending: Vec::new(),
            pending_since: now,
            read_at: now,
            late: None,
        }
    }

    /// Parses what was read in one piece at the time `now`.
    pub fn parse(&mut self, input: &[u8], now: Instant, events: &mut Vec<Event>) {
        if let Some((late, given_up_at)) = self.late.take()
            && now.duration_since(given_up_at) < LATE_LIMIT
            && continues(&late, input)
        {
            self.pending = late;
        }
        if self.pending.is_empty() {
            self.pending_since = now;
        }
        self.read_at = now;
        self.pending.extend(input);
        let mut done = 0;
        loop {
            match start_of(&self.pending[done..]) {
                Parsed::Part => break,
                Parsed::Broken(len) => done += len,
                Parsed::Whole(len, event) => {
                    events.extend(event);
                    done += len;
                }
            }
            self.pending_since = now;
        }
        self.pending.drain(..done);
        if let Some(end) = self.pending.len().checked_sub(PASTE_END.len())
            && end > MAX_LEN
        {
            if self.pending.starts_with(PASTE_START) {
                self.pending.splice(MAX_LEN..end, [b' ']);
            } else {
                self.give_up(now, events);
            }
        }
    }

    /// Returns when to stop waiting for the next byte and [give up](InputParser::give_up); `None` if nothing is
    /// incomplete.
    pub fn deadline(&self, is_answer_due: bool) -> Option<Instant> {
        let key_timeout = if is_answer_due {
            ANSWER_TIMEOUT
        } else {
            KEY_TIMEOUT
        };
        match self.pending[..] {
            [] => None,
            [.., last] if self.pending.starts_with(PASTE_START) => {
                (last == ESC).then(|| self.read_at + SEQUENCE_TIMEOUT)
            }
            [ESC] | [ESC, b' '..=b'~'] | [ESC, b'O', ..] => Some(self.read_at + key_timeout),
            _ => Some(self.pending_since + SEQUENCE_TIMEOUT),
        }
    }

    /// Stops waiting for the rest of a sequence. What could be a key is one; anything else is dropped. An
    /// escape alone ends a paste whose end was lost.
    pub fn give_up(&mut self, now: Instant, events: &mut Vec<Event>) {
        let mut bytes = mem::take(&mut self.pending);
        if let Some(pasted) = bytes.strip_prefix(PASTE_START) {
            return events.push(paste(&String::from_utf8_lossy(pasted)));
        }
        events.extend(match bytes[..] {
            [ESC] => typed_key(KeyCode::Esc.into()),
            [ESC, c @ b' '..=b'~'] => typed_key(with_alt(char_key(char::from(c)), true)),
            _ => None,
        });
        bytes.truncate(MAX_LEN);
        self.late = Some((bytes, now));
    }
}

/// Whether input goes on with a sequence that was given up: it begins with all of the rest, or with more than
/// a person types. Nobody types several keys within one read, but a person may have typed what looks like a
/// beginning; so a single byte is a key, unless it completes a report of the focus or is a bell.
fn continues(late: &[u8], input: &[u8]) -> bool {
    let whole = [late, input].concat();
    let is_typed = |len: usize| late.len() <= 2 || len <= late.len() + MAX_TYPED;
    match start_of(&whole) {
        Parsed::Whole(len, event) => {
            let is_sure = matches!(event, Some(Event::Focus(_))) || whole[len - 1] == BEL;
            introducer(&whole).is_some() && (len > late.len() + 1 || is_sure)
        }
        Parsed::Broken(len) => !is_typed(len),
        Parsed::Part => {
            let begins_paste = whole.starts_with(PASTE_START) && !late.starts_with(PASTE_START);
            begins_paste || !is_typed(whole.len())
        }
    }
}

/// What some bytes begin with.
enum Parsed {
    /// A key or a sequence of so many bytes, with or without a meaning.
    Whole(usize, Option<Event>),
    /// So many bytes of a sequence, after which something else begins.
    Broken(usize),
    /// A part of a key or of a sequence.
    Part,
}

/// Finds out what bytes begin with, wherever reads have cut them.
fn start_of(bytes: &[u8]) -> Parsed {
    match (introducer(bytes), bytes) {
        (Some(b'O'), _) => start_of_single_shift(&bytes[2..]),
        (Some(b'['), _) => start_of_control(&bytes[2..]),
        (Some(kind), _) => start_of_string(kind, bytes),
        (None, [] | [ESC]) => Parsed::Part,
        // The escape was a key; another one may be the beginning of a sequence.
        (None, [ESC, ESC, ..]) => Parsed::Whole(1, typed_key(KeyCode::Esc.into())),
        // Shift and Tab of the Linux console.
        (None, [ESC, b'\t', ..]) => Parsed::Whole(2, typed_key(KeyCode::BackTab.into())),
        (None, [ESC, typed @ ..]) => start_of_character(typed, true),
        (None, typed) => start_of_character(typed, false),
    }
}

/// Returns the byte after an escape that introduces a sequence: SS3, CSI, DCS, SOS, OSC, PM or APC.
fn introducer(bytes: &[u8]) -> Option<u8> {
    match *bytes {
        [ESC, kind, ..] if b"O[PX]^_".contains(&kind) => Some(kind),
        _ => None,
    }
}

fn start_of_character(bytes: &[u8], has_alt: bool) -> Parsed {
    let before = usize::from(has_alt);
    let mut prefixes = (1..=4).filter_map(|len| str::from_utf8(bytes.get(..len)?).ok());
    if let Some(c) = prefixes.next().and_then(|text| text.chars().next()) {
        let key = with_alt(char_key(c), has_alt);
        return Parsed::Whole(before + c.len_utf8(), typed_key(key));
    }
    let invalid = str::from_utf8(bytes).err();
    match invalid.and_then(|error| error.error_len()) {
        Some(len) => Parsed::Broken(before + len),
        None => Parsed::Part,
    }
}

/// Finds the end of a key of the application mode, whose body is after `ESC O`: a character, in Konsole and
/// old xterms after the number of its modifiers.
fn start_of_single_shift(body: &[u8]) -> Parsed {
    let digits = body.iter().take(2).take_while(|byte| byte.is_ascii_digit());
    let count = digits.count();
    let Some(last) = body.get(count) else {
        return Parsed::Part;
    };
    // Urxvt's keys have no such number.
    let is_urxvt = (b'a'..=b'd').contains(last);
    if let Some(mut key) = single_shift_key(*last).filter(|_| count == 0 || !is_urxvt) {
        let modifiers = number(&body[..count]).unwrap_or(1);
        key.modifiers |= modifiers_of(modifiers.saturating_sub(1));
        return Parsed::Whole(3 + count, typed_key(key));
    }
    match body[0] {
        b' '..=b'~' => Parsed::Whole(3, None),
        _ => Parsed::Broken(2),
    }
}

/// Finds the end of a control sequence, whose body is after `ESC [`.
fn start_of_control(body: &[u8]) -> Parsed {
    match *body {
        [b'['] => return Parsed::Part,
        // One of the first function keys of the Linux console.
        [b'[', key @ b'A'..=b'E', ..] => {
            return Parsed::Whole(4, typed_key(KeyCode::F(key - b'A' + 1).into()));
        }
        [b'M', ref report @ ..] => return start_of_mouse_report(report),
        _ => {}
    }
    let is_end = |at: &usize| match body[*at] {
        // Urxvt ends a key with Shift like this, though it is no final byte.
        b'$' => number(&body[..*at]).and_then(number_key).is_some(),
        byte => !(b' '..=b'?').contains(&byte),
    };
    let Some(end) = (0..body.len()).find(is_end) else {
        return Parsed::Part;
    };
    match &body[..=end] {
        // Anything but the characters of a sequence begins something else.
        [.., 0..b' ' | 0x7f..] => Parsed::Broken(2 + end),
        b"200~" => start_of_paste(&body[4..]),
        body => Parsed::Whole(2 + body.len(), control_sequence(body)),
    }
}

/// Finds the end of a mouse report in its old form, whose three bytes are after `ESC [ M`.
fn start_of_mouse_report(report: &[u8]) -> Parsed {
    let report = &report[..report.len().min(3)];
    if let Some(len) = report.iter().position(|byte| *byte < b' ') {
        return Parsed::Broken(3 + len);
    }
    let [button, column, row] = *report else {
        return Parsed::Part;
    };
    let [code, column, row] = [button, column, row].map(|byte| u16::from(byte - b' '));
    Parsed::Whole(6, mouse_event(code, column, row, false))
}

/// Finds the end of a paste, whose text is after [`PASTE_START`].
fn start_of_paste(text: &[u8]) -> Parsed {
    let mut windows = text.windows(PASTE_END.len());
    let Some(len) = windows.position(|window| window == PASTE_END) else {
        return Parsed::Part;
    };
    let pasted = paste(&String::from_utf8_lossy(&text[..len]));
    Parsed::Whole(PASTE_START.len() + len + PASTE_END.len(), Some(pasted))
}

/// Finds the end of a string: DCS, SOS, OSC, PM or APC.
fn start_of_string(kind: u8, bytes: &[u8]) -> Parsed {
    let is_end = |byte: &u8| match *byte {
        BEL => kind == b']',
        byte => matches!(byte, ESC | CANCEL | SUBSTITUTE),
    };
    let Some(len) = bytes[2..].iter().position(is_end) else {
        return Parsed::Part;
    };
    let (text, end) = bytes.split_at(2 + len);
    let background = || {
        let text = str::from_utf8(&text[1..]).ok();
        text.and_then(parse_background).map(Event::Background)
    };
    match end {
        [ESC] => Parsed::Part,
        [ESC, b'\\', ..] => Parsed::Whole(text.len() + 2, background()),
        // Half of the terminator.
        [ESC, ESC, ..] => Parsed::Broken(text.len() + 1),
        [ESC, ..] => Parsed::Broken(text.len()),
        [BEL, ..] => Parsed::Whole(text.len() + 1, background()),
        _ => Parsed::Whole(text.len() + 1, None),
    }
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

/// Returns the key of `ESC O` and a character: a function key, a key of the keypad, or urxvt's Ctrl and an arrow.
fn single_shift_key(last: u8) -> Option<KeyEvent> {
    let typed = match last {
        b'a'..=b'd' => {
            let arrow = letter_key(last.to_ascii_uppercase())?;
            return Some(KeyEvent::new(arrow, KeyModifiers::CONTROL));
        }
        b' ' => ' ',
        b'I' => '\t',
        b'M' => '\r',
        b'X' => '=',
        b'j'..=b'y' => char::from(last - b'j' + b'*'),
        _ => return letter_key(last).map(KeyEvent::from),
    };
    Some(char_key(typed))
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

/// Returns the number that is written in ASCII digits.
fn number(digits: &[u8]) -> Option<u32> {
    // A sign is none.
    let is_number = digits.iter().all(u8::is_ascii_digit);
    let digits = str::from_utf8(digits).ok().filter(|_| is_number);
    digits?.parse().ok()
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

/// Returns the key with a code point in kitty's or xterm's report, and whether it is on the keypad.
fn code_point_key(code: u32) -> Option<(KeyCode, KeyEventState)> {
    let key = match code {
        57399..57417 => char_key(char::from(b"0123456789./*-+\r=,"[code as usize - 57399])).code,
        57417..57421 => letter_key(b"DCAB"[code as usize - 57417])?,
        57421..57427 => number_key([5, 6, 1, 4, 2, 3][code as usize - 57421])?,
        _ => {
            let key = char_key(char::from_u32(code)?);
            // A key with Ctrl is not reported by its control character.
            let is_plain = key.modifiers.is_empty();
            return is_plain.then_some((key.code, KeyEventState::NONE));
        }
    };
    Some((key, KeyEventState::KEYPAD))
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
    let is_part = |c: u8| c.is_ascii_digit() || c == b';' || c == b':';
    if !parameters.bytes().all(is_part) {
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
        (b'~' | b'$' | b'^' | b'@', Some(number)) => (number_key(number)?, KeyEventState::NONE),
        (b'u', Some(code)) => code_point_key(code)?,
        // Urxvt's Shift and an arrow.
        (b'a'..=b'd', None) => (letter_key(last.to_ascii_uppercase())?, KeyEventState::NONE),
        (_, None | Some(1)) => (letter_key(last)?, KeyEventState::NONE),
        _ => return None,
    };
    // A report of a key and its modifiers adds 1 to the bits of the modifiers.
    let bits = match last {
        // Urxvt's Ctrl, without and with Shift.
        b'^' | b'@' => 0b100,
        _ => modifiers.unwrap_or(1u32).saturating_sub(1),
    };
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
    typed_key(key)
}

/// Returns modifiers by their bits in a report, where those of Alt and Ctrl are exchanged.
fn modifiers_of(bits: u32) -> KeyModifiers {
    let exchanged = (bits & 0b010) << 1 | (bits & 0b100) >> 1;
    KeyModifiers::from_bits_truncate((bits & 0b11_1001 | exchanged) as u8)
}

/// Parses a mouse report of SGR mode: `button;column;row` and `M`, or `m` for a release.
fn sgr_mouse_event(report: &str, last: u8) -> Option<Event> {
    let mut numbers = report.split(';').map(|number| number.parse().ok());
    let mut next = || numbers.next().flatten();
    let (button, column, row) = (next()?, next()?, next()?);
    match last {
        b'M' | b'm' => mouse_event(button, column, row, last == b'm'),
        _ => None,
    }
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
