//! Seeds: parsing, and the range of random seeds.

/// Random seeds are below this, so that they are easy to read out and type.
pub const RANDOM_SEED_LIMIT: u64 = 1_000_000_000;

/// Parses a seed: decimal, or hexadecimal after `0x`, blanks between its digits. `None` if it is not a
/// 64-bit whole number.
///
/// ```
/// use larboard::seed::parse;
///
/// assert_eq!(parse("42"), Some(42));
/// assert_eq!(parse("0x2A"), Some(42));
/// assert_eq!(parse("1 000"), Some(1000));
/// assert_eq!(parse("-1"), None);
/// ```
pub fn parse(text: &str) -> Option<u64> {
    let text: String = text.split_whitespace().collect();
    let (digits, radix) = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (&*text, 10),
    };
    // `from_str_radix` would accept a sign.
    let is_number = digits.chars().all(|c| c.is_digit(radix));
    is_number.then(|| u64::from_str_radix(digits, radix).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_64_bit_whole_numbers_are_seeds() {
        assert_eq!(parse("18446744073709551615"), Some(u64::MAX));
        assert_eq!(parse("0xffffffffffffffff"), Some(u64::MAX));
        assert_eq!(parse("007"), Some(7));
        for text in [
            "",
            "0x",
            "+1",
            "-1",
            "1.0",
            "1e3",
            "ff",
            "0xg",
            "0x+1",
            "٣",
            "18446744073709551616",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
