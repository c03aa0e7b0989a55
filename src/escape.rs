//! Text from outside, made harmless before it reaches a terminal.

use std::io;

/// The longest text from outside that an error repeats, in characters.
const MAX_QUOTED_CHARS: usize = 60;

/// A text with all that is not plainly visible written out: control characters, marks that turn
/// the direction of writing, and their like come out as `\u{1b}`. Quotes and backslashes stay.
///
/// ```
/// assert_eq!(larboard::escape::escape_text("a\x1b[2J\n♥"), r"a\u{1b}[2J\n♥");
/// ```
pub fn escape_text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\'' | '"' | '\\' => safe.push(c),
            _ => safe.extend(c.escape_debug()),
        }
    }
    safe
}

/// A text in quotes, escaped, and cut where it is too long to be repeated in an error.
///
/// ```
/// assert_eq!(larboard::escape::quote("t3-t5\t"), r#""t3-t5\t""#);
/// ```
pub fn quote(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED_CHARS) {
        Some((end, _)) => format!("\"{}…\"", escape_text(&text[..end])),
        None => format!("\"{}\"", escape_text(text)),
    }
}

/// A JSON text with what is not plainly visible in its strings written out the JSON way.
///
/// ```
/// assert_eq!(larboard::escape::escape_json("\"10♥ \u{202e}\""), r#""10♥ \u202e""#);
/// ```
pub fn escape_json(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ' '..='~') || c.escape_debug().len() == 1 {
            safe.push(c);
        } else {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units).iter();
            safe.extend(units.map(|unit| format!("\\u{unit:04x}")));
        }
    }
    safe
}

/// What the system says of a file that cannot be used, without its number for it.
pub fn io_error_message(error: &io::Error) -> String {
    let words = error.to_string();
    match words.split_once(" (os error") {
        Some((words, _)) => words.to_lowercase(),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escaped_can_move_a_cursor() {
        for c in (0..=0x0010_ffff).filter_map(char::from_u32) {
            let safe = escape_text(&c.to_string());
            assert!(!safe.chars().any(char::is_control), "{c:?}");
        }
        for sly in ["\u{202e}", "\u{200b}", "\u{feff}", "\u{2028}", "\u{9b}"] {
            assert!(escape_text(sly).is_ascii(), "{sly:?}");
        }
    }

    #[test]
    fn a_long_text_is_cut() {
        let quoted = quote(&"♥".repeat(1_000_000));
        assert_eq!(quoted.chars().count(), MAX_QUOTED_CHARS + 3);
    }
}
