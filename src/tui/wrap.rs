//! Words in lines, and how much room they take.

use ratatui::text::Span;

/// Where a word longer than a line is broken, if it can be: after what parts the names of a path.
const SEPARATORS: [char; 6] = ['/', '\\', '.', '-', '_', ','];

/// How many columns words take.
pub(super) fn display_width(words: &str) -> u16 {
    u16::try_from(Span::raw(words).width()).unwrap_or(u16::MAX)
}

/// A text in lines of at most so many characters, broken between words; a word too long for a line
/// is broken after a separator.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut pieces = break_word(word, width.max(1)).into_iter();
        let first = pieces.next().unwrap_or_default();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + first.chars().count() <= width => {
                line.push(' ');
                line.push_str(&first);
            }
            _ => lines.push(first),
        }
        lines.extend(pieces);
    }
    lines
}

/// A word in pieces of at most so many characters.
fn break_word(word: &str, width: usize) -> Vec<String> {
    let mut left: Vec<char> = word.chars().collect();
    let mut pieces = Vec::new();
    while left.len() > width {
        let separator = left[..width].iter().rposition(|c| SEPARATORS.contains(c));
        let rest = left.split_off(separator.map_or(width, |at| at + 1));
        pieces.push(left.into_iter().collect());
        left = rest;
    }
    pieces.push(left.into_iter().collect());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_no_longer_than_asked() {
        assert_eq!(
            wrap("a king heads a space", 8),
            ["a king", "heads a", "space"]
        );
        assert_eq!(wrap("  one  ", 8), ["one"]);
        assert_eq!(
            wrap("kept in /home/ann/games/l.toml", 12),
            ["kept in", "/home/ann/", "games/l.toml"]
        );
        assert_eq!(wrap("unbreakable", 4), ["unbr", "eaka", "ble"]);
        assert!(wrap("", 4).is_empty());
    }
}
