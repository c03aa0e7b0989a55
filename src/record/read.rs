//! Reading a record from an untrusted file.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::io::{self, Read};
use std::str::FromStr;

use jiff::Timestamp;
use serde::de::value::MapDeserializer;
use serde::de::{
    self, DeserializeOwned, Deserializer, Expected, IntoDeserializer, MapAccess, Unexpected,
    Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::{FORMAT, Header, ParentGame, Record, RecordError};
use crate::cards::Card;
use crate::escape::quote;
use crate::rules::{Move, Status};

/// Maximum size of a record file in bytes.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

/// Maximum number of moves in a record, including undone ones. Its parent may have as many again.
pub const MAX_RECORD_MOVES: usize = 100_000;

/// Maximum nesting depth of brackets. A record needs three levels.
const MAX_NESTING: usize = 64;

impl Record {
    /// Reads a file, stopping one byte after the size limit.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read_limited(file: impl Read) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.take(MAX_RECORD_BYTES as u64 + 1)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a record. [`replay`](Record::replay) and [`to_played_game`](Record::to_played_game)
    /// check its deck and moves against the rules.
    ///
    /// # Errors
    /// The first field or move that is malformed, and why.
    pub fn from_slice(bytes: &[u8]) -> Result<Record, RecordError> {
        let fields = JsonObject::parse(checked_text(bytes)?)?;
        let format = fields.required("format", String::deserialize)?;
        if format != FORMAT {
            let message = format!("{} is not \"{FORMAT}\"", quote(&format));
            return Err(RecordError::new("format", message));
        }
        let record = Record {
            game: fields.required("game", String::deserialize)?,
            rules: fields
                .optional("rules", JsonField::rules)?
                .unwrap_or_default(),
            seed: fields.nullable("seed", u64::deserialize)?,
            deck: fields.required("deck", JsonField::deck)?,
            moves: fields.required("moves", |field| field.moves(""))?,
            status: fields.optional("status", JsonField::status)?,
            started: fields.nullable("started", JsonField::timestamp)?,
            finished: fields.nullable("finished", JsonField::timestamp)?,
            header: Header {
                hinted: lenient_field(&fields, "hinted"),
                daily: lenient_field::<String>(&fields, "daily").parse().ok(),
                ..Header::deserialize(&fields)?
            },
            undos: fields
                .optional("undos", u32::deserialize)?
                .unwrap_or_default(),
            redo: fields
                .optional("redo", |field| field.moves("redo: "))?
                .unwrap_or_default(),
            follows: lenient_field(&fields, "follows"),
            given_up: lenient_field(&fields, "given_up"),
            line: lenient_field(&fields, "line"),
            parent: fields.nullable("parent", JsonField::parent)?,
        };
        fields.optional("generator", String::deserialize)?;
        if record.moves.len() + record.redo.len() > MAX_RECORD_MOVES {
            return Err(RecordError::new("redo", too_many_moves_message()));
        }
        Ok(record)
    }
}

/// Reads a field that only saved games have. A value that is not in the expected form is ignored like
/// an unknown field.
fn lenient_field<T: DeserializeOwned + Default>(fields: &JsonObject<'_>, name: &'static str) -> T {
    let field = fields.field(name).ok().flatten();
    let value = field.and_then(|field| serde_json::from_str(field.raw.get()).ok());
    value.unwrap_or_default()
}

/// Checks that the input is UTF-8 text, small and flat enough for the JSON parser.
fn checked_text(bytes: &[u8]) -> Result<&str, RecordError> {
    if bytes.len() > MAX_RECORD_BYTES {
        return Err(RecordError::whole_file("the file is over 1 MiB"));
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Err(RecordError::whole_file(
            "the file starts with a byte order mark",
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        RecordError::whole_file(format!("not UTF-8 at byte {}", error.valid_up_to() + 1))
    })?;
    if nesting_depth(bytes) > MAX_NESTING {
        let message = format!("nested more than {MAX_NESTING} levels deep");
        return Err(RecordError::whole_file(message));
    }
    Ok(text)
}

/// Returns the nesting depth of brackets outside strings.
fn nesting_depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'\\' => _ = bytes.next(),
                        b'"' => break,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

fn too_many_moves_message() -> String {
    format!("more than {MAX_RECORD_MOVES} moves")
}

/// The fields of a JSON object in order, including duplicates.
pub(super) struct JsonObject<'a>(pub(super) Vec<(String, &'a RawValue)>);

impl<'a> JsonObject<'a> {
    pub(super) fn parse(text: &'a str) -> Result<JsonObject<'a>, RecordError> {
        serde_json::from_str(text).map_err(|error| match error.classify() {
            Category::Data => RecordError::whole_file("not a JSON object"),
            _ => RecordError::whole_file(format!("not JSON: {error}")),
        })
    }

    fn field(&self, name: &'static str) -> Result<Option<JsonField<'a>>, RecordError> {
        let mut found = self.0.iter().filter(|(key, _)| key == name);
        let field = found.next().map(|&(_, raw)| JsonField { name, raw });
        match found.next() {
            Some(_) => Err(RecordError::new(name, "duplicate field")),
            None => Ok(field),
        }
    }

    fn optional<T>(
        &self,
        name: &'static str,
        read: impl Fn(JsonField<'a>) -> Result<T, RecordError>,
    ) -> Result<Option<T>, RecordError> {
        self.field(name)?.map(read).transpose()
    }

    /// Like [`optional`](JsonObject::optional), but null counts as missing.
    fn nullable<T>(
        &self,
        name: &'static str,
        read: impl Fn(JsonField<'a>) -> Result<T, RecordError>,
    ) -> Result<Option<T>, RecordError> {
        let field = self.field(name)?.filter(|field| field.raw.get() != "null");
        field.map(read).transpose()
    }

    fn required<T>(
        &self,
        name: &'static str,
        read: impl Fn(JsonField<'a>) -> Result<T, RecordError>,
    ) -> Result<T, RecordError> {
        let missing = || RecordError::new(name, "missing");
        read(self.field(name)?.ok_or_else(missing)?)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for JsonObject<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct JsonObjectVisitor;

        impl<'de> Visitor<'de> for JsonObjectVisitor {
            type Value = JsonObject<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonObject<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(JsonObject(fields))
            }
        }

        deserializer.deserialize_map(JsonObjectVisitor)
    }
}

/// Reads the fields of a struct in its order, except for those that only saved games have.
impl<'de> Deserializer<'de> for &JsonObject<'de> {
    type Error = RecordError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RecordError> {
        self.deserialize_struct("", &[], visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RecordError> {
        let names = names
            .iter()
            .filter(|name| !["hinted", "daily"].contains(name));
        let fields = names.filter_map(|name| self.field(name).transpose());
        let fields = fields.collect::<Result<Vec<_>, _>>()?.into_iter();
        visitor.visit_map(MapDeserializer::new(
            fields.map(|field| (field.name, field)),
        ))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// A field and its value as written.
#[derive(Clone, Copy)]
struct JsonField<'a> {
    name: &'static str,
    raw: &'a RawValue,
}

impl<'a> JsonField<'a> {
    fn error(self, message: impl Into<String>) -> RecordError {
        RecordError::new(self.name, message)
    }

    fn object(self) -> Result<JsonObject<'a>, RecordError> {
        JsonObject::parse(self.raw.get()).map_err(|_| self.error("not an object"))
    }

    fn array(self) -> Result<Vec<&'a RawValue>, RecordError> {
        serde_json::from_str(self.raw.get()).map_err(|_| self.error("not an array"))
    }

    fn rules(self) -> Result<Vec<(String, String)>, RecordError> {
        let JsonObject(fields) = self.object()?;
        let mut seen = BTreeSet::new();
        let read = |(name, raw): (String, &RawValue)| {
            let quoted = quote(&name);
            if !seen.insert(name.clone()) {
                return Err(self.error(format!("duplicate option {quoted}")));
            }
            match parse_string(raw) {
                Some(value) => Ok((name, value)),
                None => Err(self.error(format!("the value of {quoted} is not a string"))),
            }
        };
        fields.into_iter().map(read).collect()
    }

    fn deck(self) -> Result<Vec<Card>, RecordError> {
        let read = |(n, raw): (usize, &RawValue)| {
            parse_value(raw, |message| {
                self.error(format!("card {}: {message}", n + 1))
            })
        };
        self.array()?.into_iter().enumerate().map(read).collect()
    }

    /// Reads moves. In an error the number of the move follows the prefix.
    fn moves(self, prefix: &str) -> Result<Vec<Move>, RecordError> {
        let list = self.array()?;
        if list.len() > MAX_RECORD_MOVES {
            return Err(self.error(too_many_moves_message()));
        }
        let read = |(n, raw): (usize, &RawValue)| {
            let path = format!("{prefix}move {}", n + 1);
            parse_value(raw, |message| RecordError::new(path, message))
        };
        list.into_iter().enumerate().map(read).collect()
    }

    fn status(self) -> Result<Status, RecordError> {
        let name = String::deserialize(self)?;
        name.parse()
            .map_err(|_| self.error(format!("{} is not won, lost or playing", quote(&name))))
    }

    fn timestamp(self) -> Result<Timestamp, RecordError> {
        let time = String::deserialize(self)?;
        parse_rfc3339(&time).ok_or_else(|| {
            let message = format!("{} is not a time like 2026-11-20T10:00:00Z", quote(&time));
            self.error(message)
        })
    }

    fn parent(self) -> Result<ParentGame, RecordError> {
        let fields = self.object()?;
        let read = || {
            Ok(ParentGame {
                deck: fields.required("deck", JsonField::deck)?,
                moves: fields.required("moves", |field| field.moves(""))?,
            })
        };
        read().map_err(|error: RecordError| error.in_field(self.name))
    }
}

impl<'de> IntoDeserializer<'de, RecordError> for JsonField<'de> {
    type Deserializer = JsonField<'de>;

    fn into_deserializer(self) -> JsonField<'de> {
        self
    }
}

/// Reads a string or a whole number. An error names the field.
impl<'de> Deserializer<'de> for JsonField<'de> {
    type Error = RecordError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, RecordError> {
        let value = serde_json::from_str(self.raw.get()).unwrap_or(Value::Null);
        let read = match (value.as_u64(), value) {
            (Some(number), _) => visitor.visit_u64(number),
            (None, Value::String(text)) => visitor.visit_string(text),
            (None, _) => visitor.visit_unit(),
        };
        read.map_err(|error: RecordError| self.error(error.message))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl de::Error for RecordError {
    fn custom<T: Display>(message: T) -> RecordError {
        RecordError::whole_file(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> RecordError {
        RecordError::whole_file(match expected.to_string().as_str() {
            "a string" => "not a string",
            _ => "not a whole number from 0 to 2^64 - 1",
        })
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> RecordError {
        RecordError::whole_file("number too large")
    }
}

fn parse_string(raw: &RawValue) -> Option<String> {
    serde_json::from_str(raw.get()).ok()
}

/// Parses a card or a move, which is written as a string.
fn parse_value<T: FromStr<Err: Display>>(
    raw: &RawValue,
    error: impl FnOnce(String) -> RecordError,
) -> Result<T, RecordError> {
    let Some(text) = parse_string(raw) else {
        return Err(error("not a string".into()));
    };
    text.parse()
        .map_err(|reason| error(format!("{}: {reason}", quote(&text))))
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
