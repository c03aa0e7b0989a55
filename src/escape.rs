//! Escapes untrusted text before it is written to a terminal.

use std::io;
use std::path::Path;

/// Maximum number of characters of untrusted text that an error message quotes.
const MAX_QUOTED_CHARS: usize = 60;

/// Escapes control characters, bidirectional marks and other invisible characters, such as
/// `\u{1b}`. Quotes and backslashes stay.
///
/// ```
/// assert_eq!(larboard::escape::escape_text("a\x1b[2J\n♥"), r"a\u{1b}[2J\n♥");
/// ```
pub fn escape_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\'' | '"' | '\\' => escaped.push(c),
            _ => escaped.extend(c.escape_debug()),
        }
    }
    escaped
}

/// Escapes a path for display.
pub fn escape_path(path: &Path) -> String {
    escape_text(&path.to_string_lossy())
}

/// Escapes a text and puts it in quotes; a long text is truncated.
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

/// Replaces invisible characters in the strings of a JSON text by JSON escapes.
///
/// ```
/// assert_eq!(larboard::escape::escape_json("\"10♥ \u{202e}\""), r#""10♥ \u202e""#);
/// ```
pub fn escape_json(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ' '..='~') || c.escape_debug().len() == 1 {
            escaped.push(c);
        } else {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units).iter();
            escaped.extend(units.map(|unit| format!("\\u{unit:04x}")));
        }
    }
    escaped
}

/// Returns the system's message for an I/O error in lower case, without the error number.
pub fn io_error_message(error: &io::Error) -> String {
    let message = error.to_string();
    match message.split_once(" (os error") {
        Some((message, _)) => message.to_lowercase(),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_has_no_control_or_invisible_characters() {
        for c in (0..=0x0010_ffff).filter_map(char::from_u32) {
            let escaped = escape_text(&c.to_string());
            assert!(!escaped.chars().any(char::is_control), "{c:?}");
        }
        for invisible in ["\u{202e}", "\u{200b}", "\u{feff}", "\u{2028}", "\u{9b}"] {
            assert!(escape_text(invisible).is_ascii(), "{invisible:?}");
        }
    }

    #[test]
    fn quote_truncates_a_long_text() {
        let quoted = quote(&"♥".repeat(1_000_000));
        assert_eq!(quoted.chars().count(), MAX_QUOTED_CHARS + 3);
    }
}
