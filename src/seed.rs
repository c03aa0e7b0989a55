//! Seeds: parsing, the seed of a day and back, and the range of random seeds.

use jiff::civil::Date;

/// Random seeds are below this, so that they are easy to read out and type.
pub const RANDOM_SEED_LIMIT: u64 = 1_000_000_000;

/// Parses a seed: decimal, or hexadecimal after `0x`. `None` if it is not a 64-bit whole number.
///
/// ```
/// use larboard::seed::parse;
///
/// assert_eq!(parse("42"), Some(42));
/// assert_eq!(parse("0x2A"), Some(42));
/// assert_eq!(parse("-1"), None);
/// ```
pub fn parse(text: &str) -> Option<u64> {
    let (digits, radix) = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    // `from_str_radix` would accept a sign.
    let is_number = digits.chars().all(|c| c.is_digit(radix));
    is_number.then(|| u64::from_str_radix(digits, radix).ok())?
}

/// Returns the seed of a day: its date as YYYYMMDD.
pub fn from_date(date: Date) -> u64 {
    let [year, month, day] = [date.year(), date.month().into(), date.day().into()]
        .map(|part| u64::from(part.unsigned_abs()));
    year * 10_000 + month * 100 + day
}

/// Returns the day of a seed. `None` if it is the seed of no day.
pub fn to_date(seed: u64) -> Option<Date> {
    let year = i16::try_from(seed / 10_000).ok()?;
    let [month, day] = [seed / 100 % 100, seed % 100].map(|part| part as i8);
    Date::new(year, month, day).ok()
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
            " 1",
            "٣",
            "18446744073709551616",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_seed_of_a_day_is_its_date() {
        assert_eq!(from_date(jiff::civil::date(2026, 11, 20)), 20_261_120);
        assert_eq!(from_date(jiff::civil::date(2027, 1, 2)), 20_270_102);
        for date in [
            jiff::civil::date(2024, 2, 29),
            jiff::civil::date(9999, 12, 31),
        ] {
            assert_eq!(to_date(from_date(date)), Some(date));
        }
        for seed in [20_261_131, 20_250_229, 20_260_001, 99_991_232, 42, u64::MAX] {
            assert_eq!(to_date(seed), None, "{seed}");
        }
    }
}
