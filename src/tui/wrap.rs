//! Word wrap and text width, in terminal columns.

use ratatui::text::Span;
use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};

/// Characters after which a word that is too long for a line may be broken: those between the parts
/// of a path.
const SEPARATORS: [char; 6] = ['/', '\\', '.', '-', '_', ','];

/// Returns how many columns a text takes.
pub(super) fn display_width(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// Breaks a text into lines of at most `width` columns, between words where possible. At a break, a `·` between two
/// parts is left out.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Vec::new();
    }
    let is_too_long = |word: &str| usize::from(display_width(word)) > width;
    let separator = if text.split(' ').any(is_too_long) {
        WordSeparator::Custom(find_word_parts)
    } else {
        WordSeparator::AsciiSpace
    };
    let options = Options::new(width)
        .word_separator(separator)
        .word_splitter(WordSplitter::NoHyphenation);
    let mut lines: Vec<String> = Vec::new();
    for line in textwrap::wrap(&text, options) {
        match lines.last_mut() {
            None => lines.push(line.into_owned()),
            Some(_) if line == "·" => {}
            Some(before) => {
                before.truncate(before.trim_end_matches(" ·").len());
                lines.push(line.trim_start_matches("· ").to_owned());
            }
        }
    }
    lines
}

/// Breaks a text into at most `rows` lines; of a longer one the last line ends with an ellipsis. A text that fits in a
/// line stays as it is.
pub(super) fn wrap_cut(text: &str, width: usize, rows: usize) -> Vec<String> {
    if usize::from(display_width(text)) <= width {
        return vec![text.to_owned()];
    }
    let lines = wrap(text, width);
    if lines.len() <= rows {
        return lines;
    }
    let mut lines = wrap(text, width.saturating_sub(1));
    lines.truncate(rows);
    if let Some(last) = lines.last_mut() {
        if width == 1 {
            last.clear();
        }
        last.push('…');
    }
    lines
}

/// Splits a line into words, and each word after its separators, except after a leading one.
fn find_word_parts(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let words = line.split_inclusive(' ');
    Box::new(words.flat_map(|word| {
        let mut parts = Vec::new();
        let mut start = 0;
        for (index, separator) in word.match_indices(SEPARATORS) {
            let end = index + separator.len();
            if index > start && end < word.trim_end().len() {
                parts.push(Word::from(&word[start..end]));
                start = end;
            }
        }
        parts.push(Word::from(&word[start..]));
        parts
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_fit_the_width() {
        assert_eq!(
            wrap("a king heads a space", 8),
            ["a king", "heads a", "space"]
        );
        assert_eq!(wrap("  one  ", 8), ["one"]);
        assert_eq!(wrap("unbreakable", 4), ["unbr", "eaka", "ble"]);
        assert_eq!(wrap("one · two", 5), ["one", "two"]);
        assert_eq!(wrap("three · two", 5), ["three", "two"]);
        assert_eq!(wrap("one · two", 3), ["one", "two"]);
        assert_eq!(wrap("· solved", 20), ["· solved"]);
        assert!(wrap("", 4).is_empty());
    }

    #[test]
    fn a_long_path_breaks_after_a_separator() {
        assert_eq!(
            wrap("kept in /home/ann/games/l.toml", 12),
            ["kept in", "/home/ann/", "games/l.toml"]
        );
    }

    #[test]
    fn wide_characters_count_two_columns() {
        assert_eq!(wrap("日本 語版", 5), ["日本", "語版"]);
        assert_eq!(wrap("日本語", 4), ["日本", "語"]);
    }
}
