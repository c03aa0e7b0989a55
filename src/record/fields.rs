//! The form of single fields in a record.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards::Card;

/// Serializes options as an object in their order.
pub(super) fn serialize_rules<S: Serializer>(
    rules: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(rules.iter().map(|(name, value)| (name, value)))
}

/// Serializes cards as their codes.
pub(super) fn serialize_deck<S: Serializer>(
    deck: &[Card],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(deck.iter().map(|card| card.code().to_string()))
}

/// Serializes a time to the second, or null.
pub(crate) fn serialize_time<S: Serializer>(
    time: &Option<Timestamp>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    time.map(|time| format!("{time:.0}")).serialize(serializer)
}

/// Serializes a day, or null.
pub(super) fn serialize_day<S: Serializer>(
    day: &Option<Date>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    day.map(|day| day.to_string()).serialize(serializer)
}

/// Reads a day. Text that is none is ignored.
pub(super) fn deserialize_day<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Date>, D::Error> {
    let day = Option::<String>::deserialize(deserializer)?;
    Ok(day.and_then(|day| day.parse().ok()))
}
