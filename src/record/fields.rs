//! The form of single fields in a record.

use std::str::FromStr;
use std::{fmt, iter};

use jiff::Timestamp;
use serde::de::{DeserializeOwned, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Number, Value};

use crate::escape::quote;
use crate::rules::Status;

/// The value of the `format` field.
pub(super) const FORMAT: &str = "larboard/1";

/// The least number that is not exact as a 64-bit float, as which numbers with a point or an exponent are read:
/// other numbers may be rounded to it.
const FIRST_INEXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(super) fn format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let format = String::deserialize(deserializer)?;
    if format != FORMAT {
        let message = format!("{} is not \"{FORMAT}\"", quote(&format));
        return Err(D::Error::custom(message));
    }
    Ok(format)
}

/// Converts what JSON Schema calls an integer: `66`, and also `66.0` and `6.6e1`.
fn to_whole<T: TryFrom<u64>, E: Error>(number: &Number) -> Result<T, E> {
    let is_exact = |float: &f64| float.fract() == 0.0 && (0.0..FIRST_INEXACT).contains(float);
    let float = number.as_f64().filter(is_exact).map(|float| float as u64);
    let whole = number.as_u64().or(float);
    let whole = whole.and_then(|whole| whole.try_into().ok());
    let bits = 8 * size_of::<T>();
    whole.ok_or_else(|| E::custom(format!("{number} is not a whole number below 2^{bits}")))
}

/// Reads a whole number.
pub(super) fn whole_number<'de, T: TryFrom<u64>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    to_whole(&Number::deserialize(deserializer)?)
}

/// Reads a status, which may be missing, but is not null.
pub(super) fn status<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Status>, D::Error> {
    let text = String::deserialize(deserializer)?;
    Status::deserialize(text.into_deserializer()).map(Some)
}

/// Reads the options of an object. One that is there twice is kept twice.
pub(super) fn options<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(String, String)>, D::Error> {
    struct Pairs;

    impl<'de> Visitor<'de> for Pairs {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            iter::from_fn(|| map.next_entry().transpose()).collect()
        }
    }

    deserializer.deserialize_map(Pairs)
}

/// Serializes options as an object.
pub(super) fn serialize_options<S: Serializer>(
    options: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(options.iter().map(|(name, value)| (name, value)))
}

/// Reads a whole number of a field that may be missing, but is not null.
pub(super) fn known_whole_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u32>, D::Error> {
    whole_number(deserializer).map(Some)
}

/// Reads a whole number, or null.
pub(super) fn optional_whole_number<'de, T: TryFrom<u64>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let number = Option::<Number>::deserialize(deserializer)?;
    number.as_ref().map(to_whole).transpose()
}

/// Reads a time in the form that records use, or null.
pub(super) fn time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Timestamp>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    let parse = |text: String| {
        let message = || format!("{} is not a time like 2026-11-20T10:00:00Z", quote(&text));
        parse_rfc3339(&text).ok_or_else(|| D::Error::custom(message()))
    };
    text.map(parse).transpose()
}

/// Parses a time in the form that records use. Rejects other forms that `jiff` accepts, and a time
/// that its zone offset puts before year 0, which that form cannot express.
fn parse_rfc3339(text: &str) -> Option<Timestamp> {
    let shape = |c: char| match c {
        '0'..='9' => 'd',
        _ => c.to_ascii_uppercase(),
    };
    let shape: String = text.chars().map(shape).collect();
    let tail = shape.strip_prefix("dddd-dd-ddTdd:dd:dd")?;
    let zone = match tail.strip_prefix(".d") {
        Some(fraction) => fraction.trim_start_matches('d'),
        None => tail,
    };
    let has_offset = ["+dd:dd", "-dd:dd"].contains(&zone) && &text[text.len() - 5..] < "24:00";
    let time: Timestamp = (zone == "Z" || has_offset).then(|| text.parse().ok())??;
    (!time.to_string().starts_with('-')).then_some(time)
}

/// Serializes a time to the second, or null.
pub(crate) fn serialize_time<S: Serializer>(
    time: &Option<Timestamp>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    time.map(|time| format!("{time:.0}")).serialize(serializer)
}

/// Reads a field that only saved games have. A value in another form is ignored like an unknown field.
pub(super) fn lenient<'de, T: DeserializeOwned + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Reads a text and parses it. One that cannot be parsed is ignored.
pub(crate) fn parsed<'de, T: FromStr, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.and_then(|text| text.parse().ok()))
}
