//! Assertions about texts, which are shown if they fail.

/// Asserts that a text contains another one.
macro_rules! assert_contains {
    ($text:expr, $part:expr) => {{
        let (text, part): (&str, &str) = (&$text, &$part);
        assert!(text.contains(part), "{part:?} is not in {text}");
    }};
}

/// Asserts that a text starts with another one.
macro_rules! assert_starts_with {
    ($text:expr, $start:expr) => {{
        let (text, start): (&str, &str) = (&$text, &$start);
        assert!(
            text.starts_with(start),
            "{start:?} is not the start of {text}"
        );
    }};
}

/// Asserts that a text ends with another one.
macro_rules! assert_ends_with {
    ($text:expr, $end:expr) => {{
        let (text, end): (&str, &str) = (&$text, &$end);
        assert!(text.ends_with(end), "{end:?} is not the end of {text}");
    }};
}
