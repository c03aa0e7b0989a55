//! Words in lines.

/// A text in lines of at most so many characters, broken between words.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
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
        assert_eq!(wrap("unbreakable", 4), ["unbreakable"]);
        assert!(wrap("", 4).is_empty());
    }
}
