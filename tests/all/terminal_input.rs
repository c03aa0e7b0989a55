//! What terminals send, byte by byte: `tests/data/terminal-input.tsv`. Facts from xterm's `ctlseqs`, kitty's
//! protocol extensions, `console_codes(4)`, and the documentation of the other terminals.

use std::time::{Duration, Instant};

use crossterm::event::{MouseEvent, MouseEventKind};
use larboard::terminal::{Event, InputParser};
use larboard::tui::keymap::Key;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use ratatui::style::Color;

use crate::fuzz::cases;

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

    /// Whether it is at most a key that moves the cursor or means nothing on a table.
    pub(crate) fn is_harmless(&self) -> bool {
        let keys = [
            "up", "down", "left", "right", "home", "end", "pgup", "pgdn", "delete", "f11",
        ];
        self.is_report() || keys.iter().any(|key| self.events.ends_with(key))
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
        ("\\t", "\t"),
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
    let mut now = Instant::now();
    let (mut parser, mut events) = (InputParser::new(now), Vec::new());
    for (n, piece) in pieces.iter().enumerate() {
        parser.parse(piece, now, &mut events);
        let is_last = n + 1 == pieces.len();
        let deadline = parser.deadline(is_answer_due);
        if let Some(deadline) = deadline.filter(|at| is_last || *at < now + gap) {
            parser.give_up(deadline, &mut events);
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
fn an_escape_before_other_keys_is_a_key_but_no_other_beginning_is() {
    for (typed, keys) in [
        ("\x1b\x1b", vec!["esc", "esc"]),
        ("\x1b\x1b[A", vec!["esc", "up"]),
        ("\x1b\x7f", vec!["alt-backspace"]),
        ("\x1bO\ru", vec!["enter", "u"]),
        ("\x1b[\ru", vec!["enter", "u"]),
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
    assert_eq!(parsed[0].chars().count(), "paste ".len() + 64, "it is cut");
    assert_eq!(parsed[1], "u");
}

#[test]
fn the_end_of_a_paste_of_any_length_may_be_cut_anywhere() {
    let [start, end] = ["\x1b[200~", "\x1b[201~"].map(str::as_bytes);
    for len in [0, 5, 250, 256, 300, 5_000] {
        let text = b"x".repeat(len);
        for cut in 0..=end.len() {
            let first = [start, &text, &end[..cut]].concat();
            let rest = [&end[cut..], b"u"].concat();
            let events = parse(&[&first, &rest], ms(1), false);
            assert_eq!(events.len(), 2, "{len} letters, cut at {cut}: {events:?}");
            assert_eq!(events[1], "u");
        }
    }
}

#[test]
fn a_long_string_is_dropped_whole() {
    for pause in [ms(1), ms(1100)] {
        let mut text = b"\x1b]52;c;".to_vec();
        text.resize(10 << 20, b'q');
        text.extend(b"\x07u");
        let pieces: Vec<&[u8]> = text.chunks(1024).collect();
        assert_eq!(parse(&pieces, pause, false), ["u"], "{pause:?}");
    }
}

#[test]
fn a_string_without_an_end_is_over_a_second_after_its_first_byte() {
    for start in [
        "\x1b]11;rgb:1e",
        "\x1bP1+r54",
        "\x1b_Gi=1",
        "\x1b^a",
        "\x1bXa",
        "\x1b[?1;",
    ] {
        for gap in [20, 100, 400, 900, 1100] {
            let mut pieces = vec![start.as_bytes()];
            pieces.resize(100, b"5");
            let lost = usize::try_from(1000 / gap).expect("a few keys");
            let parsed = parse(&pieces, ms(gap), false);
            assert_eq!(parsed, ["5"].repeat(99 - lost), "{start:?} {gap} ms");
        }
    }
}

#[test]
fn a_sequence_that_is_too_long_to_mean_something_costs_no_key() {
    for kind in ["P", "X", "]", "^", "_", "["] {
        let start = format!("\x1b{kind}{}", "1".repeat(300));
        let pieces = [start.as_bytes(), b"u", b"u"];
        assert_eq!(parse(&pieces, ms(10), false), ["u", "u"], "{kind}");
    }
}

/// Checks that a sequence without a meaning of its own costs no key and is at most one key without Alt,
/// wherever it is cut.
fn check_sequence(sequence: &[u8]) {
    let next: &[u8] = b"z";
    let whole = parse(&[&[sequence, next].concat()], ms(0), false);
    let (last, keys) = whole.split_last().expect("a key");
    let escaped = sequence.escape_ascii();
    assert_eq!(last, "z", "{escaped}");
    let is_cut = |key: &String| key == "alt-[" || key == "alt-O";
    assert!(
        keys.len() <= 1 && !keys.iter().any(is_cut),
        "{escaped}: {keys:?}"
    );
    for at in 1..sequence.len() {
        let (start, rest) = sequence.split_at(at);
        for gap in [ms(0), ms(40)] {
            assert_eq!(parse(&[start, rest, next], gap, false), whole, "{escaped}");
        }
        if at > 2 && sequence[1] == b'[' {
            let cut = parse(&[start, next], ms(1100), false);
            assert_eq!(cut, ["z"], "{escaped} without its end");
        }
    }
    let bytes: Vec<&[u8]> = sequence.chunks(1).chain([next]).collect();
    assert_eq!(parse(&bytes, ms(20), false), whole, "{escaped}");
}

#[test]
fn no_byte_after_ss3_costs_a_key_or_is_a_key_with_alt() {
    // The byte of an escape begins another sequence.
    for byte in (0..=0xff).filter(|byte| *byte != 0x1b) {
        let parsed = parse(&[&[0x1b, b'O', byte, b'z']], ms(0), false);
        let (last, keys) = parsed.split_last().expect("a key");
        assert_eq!(last, "z", "{byte:#x}");
        assert!(keys.len() <= 1, "{byte:#x}: {keys:?}");
        assert!(!parsed.concat().contains("alt-"), "{byte:#x}: {keys:?}");
        if (b' '..=b'~').contains(&byte) {
            check_sequence(&[0x1b, b'O', byte]);
            check_sequence(&[0x1b, b'O', b'5', byte]);
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn no_control_sequence_costs_a_key_or_is_a_key_with_alt(
        body in vec(b' '..=b'?', 0..12),
        last in b'@'..=b'~',
    ) {
        let sequence = [b"\x1b[", &body[..], &[last]].concat();
        // What terminals send against the grammar: urxvt's keys with Shift, a mouse report in the old
        // form, and a key of the Linux console; and the start of a paste.
        let digits = body.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_urxvt = body.get(digits) == Some(&b'$');
        let is_irregular = is_urxvt || body.is_empty() && b"M[".contains(&last);
        if !is_irregular && !sequence.ends_with(b"[200~") {
            check_sequence(&sequence);
        }
    }

    #[test]
    fn nothing_is_done_but_what_whole_keys_say(choices in vec((0..3, any::<Index>(), any::<Index>()), 1..40)) {
        let corpus = corpus();
        let (mut pieces, mut expected, mut is_cut): (Vec<Vec<u8>>, _, _) = (vec![], vec![], false);
        for (kind, sent, at) in choices {
            let sent = sent.get(&corpus);
            let (start, rest) = sent.bytes.split_at(at.index(sent.bytes.len()));
            let is_paste = sent.events.starts_with("paste");
            match kind {
                // The beginning of a sequence; then comes nothing, or what begins with an escape.
                0 if start.len() > 2 && start[0] == 0x1b && !is_paste => {
                    pieces.push(start.to_vec());
                    is_cut = true;
                }
                1 if !is_cut && !start.is_empty() => {
                    pieces.extend([start.to_vec(), rest.to_vec()]);
                    expected.extend(sent.expected());
                }
                _ => {
                    if is_cut && sent.bytes[0] != 0x1b {
                        continue;
                    }
                    pieces.push(sent.bytes.clone());
                    expected.extend(sent.expected());
                    is_cut = false;
                }
            }
        }
        let pieces: Vec<&[u8]> = pieces.iter().map(|piece| &**piece).collect();
        prop_assert_eq!(parse(&pieces, ms(20), false), expected);
    }
}
