//! The form of single fields in a record.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use jiff::Timestamp;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;
use serde_json::value::RawValue;

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

/// Reads options, each of which may be there once.
pub(super) fn rules<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(String, String)>, D::Error> {
    struct Pairs;

    impl<'de> Visitor<'de> for Pairs {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut pairs = Self::Value::new();
            let mut names = HashSet::new();
            while let Some((name, value)) = map.next_entry::<String, _>()? {
                if !names.insert(name.clone()) {
                    return Err(A::Error::custom(format!(
                        "duplicate option {}",
                        quote(&name)
                    )));
                }
                pairs.push((name, value));
            }
            Ok(pairs)
        }
    }

    deserializer.deserialize_map(Pairs)
}

/// Serializes options as an object in their order.
pub(super) fn serialize_rules<S: Serializer>(
    rules: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(rules.iter().map(|(name, value)| (name, value)))
}

/// Reads a struct from an object alone, or null: the derived readers take lists, too.
pub(super) fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    struct Object<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map)).map(Some)
        }

        fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
    }

    deserializer.deserialize_any(Object(PhantomData))
}

/// Converts what JSON Schema calls an integer: `66`, and also `66.0` and `6.6e1`.
fn to_whole<T: TryFrom<u64>, E: Error>(number: &Number) -> Result<T, E> {
    let is_exact = |float: &f64| float.fract() == 0.0 && (0.0..FIRST_INEXACT).contains(float);
    let float = number.as_f64().filter(is_exact).map(|float| float as u64);
    let whole = number.as_u64().or(float);
    whole
        .and_then(|whole| whole.try_into().ok())
        .ok_or_else(|| {
            let bits = 8 * size_of::<T>();
            E::custom(format!("{number} is not a whole number below 2^{bits}"))
        })
}

/// Reads a whole number.
pub(super) fn whole_number<'de, T: TryFrom<u64>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    to_whole(&Number::deserialize(deserializer)?)
}

/// Reads a whole number of a field that may be missing.
pub(super) fn optional_whole_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u32>, D::Error> {
    whole_number(deserializer).map(Some)
}

/// Reads a whole number, or null.
pub(super) fn whole_number_or_null<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u64>, D::Error> {
    let number = Option::<Number>::deserialize(deserializer)?;
    number.as_ref().map(to_whole).transpose()
}

pub(super) fn status<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Status>, D::Error> {
    let status = String::deserialize(deserializer)?;
    let message = |_| format!("{} is not won, lost or playing", quote(&status));
    status
        .parse()
        .map(Some)
        .map_err(|error| D::Error::custom(message(error)))
}

/// Reads a time in the form that records use, or null.
pub(super) fn time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Timestamp>, D::Error> {
    let Some(time) = Option::<String>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let message = || format!("{} is not a time like 2026-11-20T10:00:00Z", quote(&time));
    parse_rfc3339(&time)
        .map(Some)
        .ok_or_else(|| D::Error::custom(message()))
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
    let is_valid = ["Z", "+dd:dd", "-dd:dd"].contains(&zone);
    let time: Timestamp = is_valid.then(|| text.parse().ok())??;
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
    let value = <&RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(value.get()).unwrap_or_default())
}

/// Reads a text and parses it. One that cannot be parsed is ignored.
pub(crate) fn parsed<'de, T: FromStr, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.and_then(|text| text.parse().ok()))
}
