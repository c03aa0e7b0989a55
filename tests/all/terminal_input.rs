//! What terminals send, byte by byte: `tests/data/terminal-input.tsv`. Facts from xterm's `ctlseqs`, kitty's
//! protocol extensions, `console_codes(4)`, and the documentation of the other terminals.

use std::time::{Duration, Instant};

use crossterm::event::{MouseEvent, MouseEventKind};
use larboard::tui::event::Event;
use larboard::tui::event::parser::InputParser;
use larboard::tui::keymap::Key;
use ratatui::style::Color;

/// Sequence that a terminal sends.
pub(crate) struct Sent {
    pub(crate) bytes: Vec<u8>,
    /// What the program makes of it, as [`text`] writes it.
    events: String,
}

impl Sent {
    /// Whether a terminal sends it by itself or answers with it, whatever the player does.
    pub(crate) fn is_report(&self) -> bool {
        let kinds = ["-", "focus ", "background ", "cursor "];
        kinds.iter().any(|kind| self.events.starts_with(kind))
    }

    fn escaped(&self) -> String {
        self.bytes.escape_ascii().to_string()
    }

    fn expected(&self) -> Vec<String> {
        let events = [self.events.clone()].into_iter();
        events.filter(|event| event != "-").collect()
    }

    /// Returns where it can be cut in two.
    fn cuts(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        (1..self.bytes.len()).map(|at| self.bytes.split_at(at))
    }
}

/// Returns all sequences of the file.
pub(crate) fn corpus() -> Vec<Sent> {
    let lines = include_str!("../data/terminal-input.tsv").lines().skip(1);
    let rows = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    rows.map(|row| Sent {
        bytes: unescape(row[0]).into_bytes(),
        events: unescape(row[1]),
    })
    .collect()
}

fn unescape(text: &str) -> String {
    let marks = [
        ("\\e", "\x1b"),
        ("\\a", "\x07"),
        ("\\r", "\r"),
        ("\\x08", "\x08"),
        ("\\x7f", "\x7f"),
    ];
    let text = marks
        .iter()
        .fold(text.to_owned(), |text, (mark, c)| text.replace(mark, c));
    text.replace("\\\\", "\\")
}

fn text(event: &Event) -> String {
    match event {
        Event::Key(key) => Key::from(*key).to_string(),
        Event::Focus(has_focus) => format!("focus {has_focus}"),
        Event::Background(Color::Rgb(r, g, b)) => format!("background {r} {g} {b}"),
        Event::CursorPosition(row, column) => format!("cursor {row} {column}"),
        Event::Paste(text) => format!("paste {text}"),
        Event::Mouse(MouseEvent {
            kind, column, row, ..
        }) => {
            let kind = match kind {
                MouseEventKind::Down(_) => "down",
                MouseEventKind::Up(_) => "up",
                MouseEventKind::Drag(_) => "drag",
                MouseEventKind::ScrollUp => "scroll-up",
                _ => "another",
            };
            format!("mouse {kind} {column} {row}")
        }
        other => format!("{other:?}"),
    }
}

/// Parses pieces, each that long after the one before, as the thread does that reads the terminal, and
/// then waits. Returns the events.
fn parse(pieces: &[&[u8]], gap: Duration, is_answer_due: bool) -> Vec<String> {
    let (mut parser, mut events, mut now) = (InputParser::default(), Vec::new(), Instant::now());
    for (n, piece) in pieces.iter().enumerate() {
        parser.parse(piece, now, &mut events);
        let is_last = n + 1 == pieces.len();
        let timeout = parser.timeout(is_answer_due);
        if let Some(timeout) = timeout.filter(|timeout| is_last || *timeout < gap) {
            parser.give_up(now + timeout, &mut events);
        }
        now += gap;
    }
    events.iter().map(text).collect()
}

const fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

#[test]
fn each_sequence_is_what_its_row_says() {
    for sent in corpus() {
        let parsed = parse(&[&sent.bytes], ms(0), false);
        assert_eq!(parsed, sent.expected(), "{}", sent.escaped());
    }
}

#[test]
fn a_sequence_cut_in_two_is_the_same() {
    for sent in corpus() {
        for (start, rest) in sent.cuts() {
            for (gap, is_answer_due) in [(ms(0), false), (ms(45), false), (ms(450), true)] {
                let parsed = parse(&[start, rest], gap, is_answer_due);
                let cut = String::from_utf8_lossy(start);
                assert_eq!(
                    parsed,
                    sent.expected(),
                    "{cut:?} {gap:?} {}",
                    sent.escaped()
                );
            }
        }
    }
}

#[test]
fn only_the_first_two_bytes_of_a_late_report_can_be_a_key_and_the_next_key_is_never_lost() {
    for sent in corpus().iter().filter(|sent| sent.is_report()) {
        for (start, rest) in sent.cuts() {
            for gap in [ms(60), ms(900), ms(3000)] {
                // After so long a pause, a single character is a key.
                if gap > ms(1000) && rest.len() == 1 {
                    continue;
                }
                let key = match start {
                    [_] => Some("esc".to_owned()),
                    [_, c] => Some(format!("alt-{}", char::from(*c))),
                    _ => None,
                };
                let expected = key.into_iter().chain(sent.expected()).chain(["u".into()]);
                let parsed = parse(&[start, rest, b"u"], gap, false);
                let cut = String::from_utf8_lossy(start);
                assert_eq!(parsed, expected.collect::<Vec<_>>(), "{cut:?} {gap:?}");
            }
        }
    }
}

#[test]
fn the_rest_of_a_report_may_never_come() {
    for sent in corpus().iter().filter(|sent| sent.is_report()) {
        for (start, _) in sent.cuts() {
            let parsed = parse(&[start, b"u"], ms(1100), false);
            assert_eq!(
                parsed.last().map(String::as_str),
                Some("u"),
                "{}",
                sent.escaped()
            );
            assert!(parsed.len() <= 2, "{parsed:?}");
        }
    }
}

#[test]
fn an_escape_before_other_keys_is_a_key() {
    for (typed, keys) in [
        ("\x1b\x1b", vec!["esc", "esc"]),
        ("\x1b\x1b[A", vec!["esc", "up"]),
        ("\x1b\x7f", vec!["alt-backspace"]),
        ("\x1bOu", vec!["alt-O", "u"]),
        ("\x1b[\ru", vec!["alt-[", "enter", "u"]),
        ("\x1b]0;title\x1b[A", vec!["up"]),
        ("\x1bP1$r\x18u", vec!["u"]),
    ] {
        assert_eq!(parse(&[typed.as_bytes()], ms(0), false), keys, "{typed:?}");
    }
    let late = parse(&[b"\x1b", b"P", b"u"], ms(60), false);
    assert_eq!(late, ["esc", "P", "u"]);
}

#[test]
fn bytes_that_are_no_characters_are_dropped() {
    for bytes in [
        &b"\xff\xfeu"[..],
        b"\xc2u",
        b"\xe2\x99u",
        b"\x80\xbfu",
        b"\xed\xa0\x80u",
    ] {
        assert_eq!(parse(&[bytes], ms(0), false), ["u"], "{bytes:?}");
    }
}

#[test]
fn a_paste_without_an_end_is_ended_by_an_escape_alone() {
    let start = "\x1b[200~q\x1b[20".to_owned() + &"♠".repeat(1 << 20);
    let pieces = [start.as_bytes(), b"\x1b", b"u"];
    let parsed = parse(&pieces, ms(1100), false);
    assert_eq!(parsed.len(), 2, "{parsed:?}");
    assert!(parsed[0].starts_with("paste q\x1b[20♠"), "{parsed:?}");
    assert_eq!(parsed[1], "u");
}

#[test]
fn a_long_string_is_dropped_whole() {
    let mut text = b"\x1b]52;c;".to_vec();
    text.resize(10 << 20, b'q');
    text.extend(b"\x07u");
    let pieces: Vec<&[u8]> = text.chunks(1024).collect();
    assert_eq!(parse(&pieces, ms(1), false), ["u"]);
}
