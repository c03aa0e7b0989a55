//! Reading a record with suspicion: the file may be anything.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Read};

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::{FORMAT, ParentGame, Record, RecordError};
use crate::cards::Card;
use crate::escape::{io_error_message, quote};
use crate::rules::{Move, Status};

/// The largest file that is read, in bytes.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

/// The most moves a record has, those taken back included; its parent may have as many.
pub const MAX_RECORD_MOVES: usize = 100_000;

/// The deepest nesting, in brackets of any kind. A record needs three.
const MAX_NESTING: usize = 64;

impl Record {
    /// Reads a record from a file, of which no more is read than a record may have.
    ///
    /// # Errors
    /// As [`from_slice`](Record::from_slice), or the file cannot be read.
    pub fn from_reader(file: impl Read) -> Result<Record, RecordError> {
        let bytes = Record::read_limited(file).map_err(|error| {
            RecordError::whole_file(format!("cannot be read: {}", io_error_message(&error)))
        })?;
        Record::from_slice(&bytes)
    }

    /// The bytes of a file, but no more than are enough to see that it is too large.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read_limited(file: impl Read) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.take(MAX_RECORD_BYTES as u64 + 1)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a record. Whether its deck is the game's and its moves are legal is found out by
    /// [`replay`](Record::replay) or [`to_played_game`](Record::to_played_game).
    ///
    /// # Errors
    /// What is wrong with the first field or move that is wrong.
    pub fn from_slice(bytes: &[u8]) -> Result<Record, RecordError> {
        let fields = JsonObject::parse(checked_text(bytes)?)?;
        let format = fields.required("format", JsonField::string)?;
        if format != FORMAT {
            let why = format!("{} is not \"{FORMAT}\"", quote(&format));
            return Err(RecordError::new("format", why));
        }
        let record = Record {
            game: fields.required("game", JsonField::string)?,
            rules: fields
                .optional("rules", JsonField::rules)?
                .unwrap_or_default(),
            seed: fields.nullable("seed", JsonField::integer)?,
            deck: fields.required("deck", JsonField::deck)?,
            moves: fields.required("moves", |field| field.moves(""))?,
            status: fields.optional("status", JsonField::status)?,
            started: fields.nullable("started", JsonField::timestamp)?,
            finished: fields.nullable("finished", JsonField::timestamp)?,
            seconds: fields
                .optional("seconds", JsonField::integer)?
                .unwrap_or_default(),
            undos: fields
                .optional("undos", JsonField::integer)?
                .unwrap_or_default(),
            hints: fields
                .optional("hints", JsonField::integer)?
                .unwrap_or_default(),
            shown: fields
                .optional("shown", JsonField::integer)?
                .unwrap_or_default(),
            redo: fields
                .optional("redo", |field| field.moves("redo: "))?
                .unwrap_or_default(),
            follows: lenient_field(&fields, "follows"),
            given_up: lenient_field(&fields, "given_up"),
            parent: fields.nullable("parent", JsonField::parent)?,
        };
        fields.optional("generator", JsonField::string)?;
        if record.moves.len() + record.redo.len() > MAX_RECORD_MOVES {
            return Err(RecordError::new("redo", too_many_moves_message()));
        }
        Ok(record)
    }
}

/// What a saved sitting alone tells. Nothing is refused for it: where it is not what we write, it
/// is a field we do not know.
fn lenient_field<T: DeserializeOwned + Default>(fields: &JsonObject<'_>, name: &'static str) -> T {
    let field = fields.field(name).ok().flatten();
    let told = field.and_then(|field| serde_json::from_str(field.raw.get()).ok());
    told.unwrap_or_default()
}

/// The text of a file, of a size and a depth that can be trusted to a parser.
fn checked_text(bytes: &[u8]) -> Result<&str, RecordError> {
    if bytes.len() > MAX_RECORD_BYTES {
        return Err(RecordError::whole_file("the file is over 1 MiB"));
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Err(RecordError::whole_file(
            "the file begins with a byte order mark",
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        RecordError::whole_file(format!("not UTF-8 at byte {}", error.valid_up_to() + 1))
    })?;
    if nesting_depth(bytes) > MAX_NESTING {
        let why = format!("nested more than {MAX_NESTING} deep");
        return Err(RecordError::whole_file(why));
    }
    Ok(text)
}

/// How deep brackets are nested, those in strings left out.
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

/// The fields of a JSON object as they were given, twice where they were given twice.
struct JsonObject<'a>(Vec<(String, &'a RawValue)>);

impl<'a> JsonObject<'a> {
    fn parse(text: &'a str) -> Result<JsonObject<'a>, RecordError> {
        serde_json::from_str(text).map_err(|error| match error.classify() {
            Category::Data => RecordError::whole_file("not a JSON object"),
            _ => RecordError::whole_file(format!("not JSON: {error}")),
        })
    }

    fn field(&self, name: &'static str) -> Result<Option<JsonField<'a>>, RecordError> {
        let mut found = self.0.iter().filter(|(key, _)| key == name);
        let field = found.next().map(|&(_, raw)| JsonField { name, raw });
        match found.next() {
            Some(_) => Err(RecordError::new(name, "given twice")),
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

    /// As [`optional`](JsonObject::optional), but what is null counts as not given.
    fn nullable<T>(
        &self,
        name: &'static str,
        read: impl Fn(JsonField<'a>) -> Result<T, RecordError>,
    ) -> Result<Option<T>, RecordError> {
        let given = self.field(name)?.filter(|field| field.raw.get() != "null");
        given.map(read).transpose()
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

/// A field and what was given for it, as it was written.
#[derive(Clone, Copy)]
struct JsonField<'a> {
    name: &'static str,
    raw: &'a RawValue,
}

impl<'a> JsonField<'a> {
    fn error(self, why: impl Into<String>) -> RecordError {
        RecordError::new(self.name, why)
    }

    fn string(self) -> Result<String, RecordError> {
        parse_string(self.raw).ok_or_else(|| self.error("not a string"))
    }

    /// A whole number that fits its place.
    fn integer<T: TryFrom<u64>>(self) -> Result<T, RecordError> {
        let number: u64 = serde_json::from_str(self.raw.get())
            .map_err(|_| self.error("not a whole number of 0 or more that can be counted"))?;
        T::try_from(number).map_err(|_| self.error("too large a number"))
    }

    fn array(self) -> Result<Vec<&'a RawValue>, RecordError> {
        serde_json::from_str(self.raw.get()).map_err(|_| self.error("not a list"))
    }

    fn rules(self) -> Result<Vec<(String, String)>, RecordError> {
        let Ok(JsonObject(fields)) = JsonObject::parse(self.raw.get()) else {
            return Err(self.error("not an object"));
        };
        let mut seen = BTreeSet::new();
        let mut rules = Vec::new();
        for (name, raw) in &fields {
            if !seen.insert(name) {
                return Err(self.error(format!("{} is given twice", quote(name))));
            }
            let value = parse_string(raw).ok_or_else(|| {
                self.error(format!("the value of {} is not a string", quote(name)))
            })?;
            rules.push((name.clone(), value));
        }
        Ok(rules)
    }

    fn deck(self) -> Result<Vec<Card>, RecordError> {
        let read = |(n, raw): (usize, &RawValue)| {
            let card = parse_string(raw).ok_or_else(|| "not a string".to_owned());
            card.and_then(|card| {
                card.parse()
                    .map_err(|error| format!("{}: {error}", quote(&card)))
            })
            .map_err(|why| self.error(format!("card {}: {why}", n + 1)))
        };
        self.array()?.into_iter().enumerate().map(read).collect()
    }

    /// Moves; in a refusal their numbers follow the prefix.
    fn moves(self, prefix: &str) -> Result<Vec<Move>, RecordError> {
        let list = self.array()?;
        if list.len() > MAX_RECORD_MOVES {
            return Err(self.error(too_many_moves_message()));
        }
        let read = |(n, raw): (usize, &RawValue)| {
            let mv = parse_string(raw).ok_or_else(|| "not a string".to_owned());
            mv.and_then(|mv| {
                mv.parse()
                    .map_err(|error| format!("{}: {error}", quote(&mv)))
            })
            .map_err(|why| RecordError::new(format!("{prefix}move {}", n + 1), why))
        };
        list.into_iter().enumerate().map(read).collect()
    }

    fn status(self) -> Result<Status, RecordError> {
        let word = self.string()?;
        [Status::Won, Status::Lost, Status::Playing]
            .into_iter()
            .find(|status| status.as_str() == word)
            .ok_or_else(|| self.error(format!("{} is not won, lost or playing", quote(&word))))
    }

    fn timestamp(self) -> Result<Timestamp, RecordError> {
        let time = self.string()?;
        parse_rfc3339(&time).ok_or_else(|| {
            let why = format!("{} is not a time like 2026-11-20T10:00:00Z", quote(&time));
            self.error(why)
        })
    }

    fn parent(self) -> Result<ParentGame, RecordError> {
        let Ok(fields) = JsonObject::parse(self.raw.get()) else {
            return Err(self.error("not an object"));
        };
        let deck = fields.required("deck", JsonField::deck);
        let deck = deck.map_err(|refused| refused.in_field(self.name))?;
        let moves = fields.required("moves", |field| field.moves(""));
        let moves = moves.map_err(|refused| refused.in_field(self.name))?;
        Ok(ParentGame { deck, moves })
    }
}

fn parse_string(raw: &RawValue) -> Option<String> {
    serde_json::from_str(raw.get()).ok()
}

/// A time in the one form that records use. What `jiff` reads besides is refused, and so is a time
/// that another zone's year 0 puts before our own, which that form cannot hold.
fn parse_rfc3339(text: &str) -> Option<Timestamp> {
    const PATTERN: &[u8] = b"dddd-dd-ddTdd:dd:dd";
    let (head, tail) = text.as_bytes().split_at_checked(PATTERN.len())?;
    let fits = |text: &[u8], pattern: &[u8]| {
        text.len() == pattern.len()
            && text.iter().zip(pattern).all(|(byte, wanted)| match wanted {
                b'd' => byte.is_ascii_digit(),
                _ => byte.eq_ignore_ascii_case(wanted),
            })
    };
    let zone = match tail.strip_prefix(b".") {
        Some(fraction) => {
            let digits = fraction.iter().take_while(|byte| byte.is_ascii_digit());
            let count = digits.count();
            (count > 0).then(|| &fraction[count..])?
        }
        None => tail,
    };
    let known = [&b"Z"[..], b"+dd:dd", b"-dd:dd"];
    let good = fits(head, PATTERN) && known.iter().any(|pattern| fits(zone, pattern));
    let time: Timestamp = good.then(|| text.parse().ok())??;
    (!time.to_string().starts_with('-')).then_some(time)
}
