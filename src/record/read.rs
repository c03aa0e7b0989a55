//! Reading a record with suspicion: the file may be anything.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Read};

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::{FORMAT, Parent, Record, Refused};
use crate::cards::Card;
use crate::escape::{quoted, reason};
use crate::rules::{Move, Status};

/// The largest file that is read, in bytes.
pub const MOST_BYTES: usize = 1 << 20;

/// The most moves a record has, those taken back included; its parent may have as many.
pub const MOST_MOVES: usize = 100_000;

/// The deepest nesting, in brackets of any kind. A record needs three.
const MOST_NESTING: usize = 64;

impl Record {
    /// Reads a record from a file, of which no more is read than a record may have.
    ///
    /// # Errors
    /// As [`read`](Record::read), or the file cannot be read.
    pub fn load(file: impl Read) -> Result<Record, Refused> {
        let bytes = Record::bytes(file)
            .map_err(|error| Refused::whole(format!("cannot be read: {}", reason(&error))))?;
        Record::read(&bytes)
    }

    /// The bytes of a file, but no more than are enough to see that it is too large.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn bytes(file: impl Read) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a record. Whether its deck is the game's and its moves are legal is found out by
    /// [`replay`](Record::replay) or [`open`](Record::open).
    ///
    /// # Errors
    /// What is wrong with the first field or move that is wrong.
    pub fn read(bytes: &[u8]) -> Result<Record, Refused> {
        let fields = Object::read(checked_text(bytes)?)?;
        let format = fields.required("format", Field::text)?;
        if format != FORMAT {
            let why = format!("{} is not \"{FORMAT}\"", quoted(&format));
            return Err(Refused::new("format", why));
        }
        let record = Record {
            game: fields.required("game", Field::text)?,
            rules: fields.optional("rules", Field::rules)?.unwrap_or_default(),
            seed: fields.nullable("seed", Field::whole)?,
            deck: fields.required("deck", Field::deck)?,
            moves: fields.required("moves", |field| field.moves(""))?,
            status: fields.optional("status", Field::status)?,
            started: fields.nullable("started", Field::time)?,
            finished: fields.nullable("finished", Field::time)?,
            seconds: fields
                .optional("seconds", Field::whole)?
                .unwrap_or_default(),
            undos: fields.optional("undos", Field::whole)?.unwrap_or_default(),
            hints: fields.optional("hints", Field::whole)?.unwrap_or_default(),
            shown: fields.optional("shown", Field::whole)?.unwrap_or_default(),
            redo: fields
                .optional("redo", |field| field.moves("redo: "))?
                .unwrap_or_default(),
            follows: kept(&fields, "follows"),
            given_up: kept(&fields, "given_up"),
            parent: fields.nullable("parent", Field::parent)?,
        };
        fields.optional("generator", Field::text)?;
        if record.moves.len() + record.redo.len() > MOST_MOVES {
            return Err(Refused::new("redo", too_many_moves()));
        }
        Ok(record)
    }
}

/// What a saved sitting alone tells. Nothing is refused for it: where it is not what we write, it
/// is a field we do not know.
fn kept<T: DeserializeOwned + Default>(fields: &Object<'_>, name: &'static str) -> T {
    let field = fields.field(name).ok().flatten();
    let told = field.and_then(|field| serde_json::from_str(field.raw.get()).ok());
    told.unwrap_or_default()
}

/// The text of a file, of a size and a depth that can be trusted to a parser.
fn checked_text(bytes: &[u8]) -> Result<&str, Refused> {
    if bytes.len() > MOST_BYTES {
        return Err(Refused::whole("the file is over 1 MiB"));
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Err(Refused::whole("the file begins with a byte order mark"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Refused::whole(format!("not UTF-8 at byte {}", error.valid_up_to() + 1))
    })?;
    if nesting(bytes) > MOST_NESTING {
        let why = format!("nested more than {MOST_NESTING} deep");
        return Err(Refused::whole(why));
    }
    Ok(text)
}

/// How deep brackets are nested, those in strings left out.
fn nesting(json: &[u8]) -> usize {
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

fn too_many_moves() -> String {
    format!("more than {MOST_MOVES} moves")
}

/// The fields of a JSON object as they were given, twice where they were given twice.
struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Object<'a> {
    fn read(text: &'a str) -> Result<Object<'a>, Refused> {
        serde_json::from_str(text).map_err(|error| match error.classify() {
            Category::Data => Refused::whole("not a JSON object"),
            _ => Refused::whole(format!("not JSON: {error}")),
        })
    }

    fn field(&self, name: &'static str) -> Result<Option<Field<'a>>, Refused> {
        let mut found = self.0.iter().filter(|(key, _)| key == name);
        let field = found.next().map(|&(_, raw)| Field { name, raw });
        match found.next() {
            Some(_) => Err(Refused::new(name, "given twice")),
            None => Ok(field),
        }
    }

    fn optional<T>(
        &self,
        name: &'static str,
        read: impl Fn(Field<'a>) -> Result<T, Refused>,
    ) -> Result<Option<T>, Refused> {
        self.field(name)?.map(read).transpose()
    }

    /// As [`optional`](Object::optional), but what is null counts as not given.
    fn nullable<T>(
        &self,
        name: &'static str,
        read: impl Fn(Field<'a>) -> Result<T, Refused>,
    ) -> Result<Option<T>, Refused> {
        let given = self.field(name)?.filter(|field| field.raw.get() != "null");
        given.map(read).transpose()
    }

    fn required<T>(
        &self,
        name: &'static str,
        read: impl Fn(Field<'a>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let missing = || Refused::new(name, "missing");
        read(self.field(name)?.ok_or_else(missing)?)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Object(fields))
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

/// A field and what was given for it, as it was written.
#[derive(Clone, Copy)]
struct Field<'a> {
    name: &'static str,
    raw: &'a RawValue,
}

impl<'a> Field<'a> {
    fn refuse(self, why: impl Into<String>) -> Refused {
        Refused::new(self.name, why)
    }

    fn text(self) -> Result<String, Refused> {
        text(self.raw).ok_or_else(|| self.refuse("not a string"))
    }

    /// A whole number that fits its place.
    fn whole<T: TryFrom<u64>>(self) -> Result<T, Refused> {
        let number: u64 = serde_json::from_str(self.raw.get())
            .map_err(|_| self.refuse("not a whole number of 0 or more that can be counted"))?;
        T::try_from(number).map_err(|_| self.refuse("too large a number"))
    }

    fn list(self) -> Result<Vec<&'a RawValue>, Refused> {
        serde_json::from_str(self.raw.get()).map_err(|_| self.refuse("not a list"))
    }

    fn rules(self) -> Result<Vec<(String, String)>, Refused> {
        let Ok(Object(fields)) = Object::read(self.raw.get()) else {
            return Err(self.refuse("not an object"));
        };
        let mut seen = BTreeSet::new();
        let mut rules = Vec::new();
        for (name, raw) in &fields {
            if !seen.insert(name) {
                return Err(self.refuse(format!("{} is given twice", quoted(name))));
            }
            let value = text(raw).ok_or_else(|| {
                self.refuse(format!("the value of {} is not a string", quoted(name)))
            })?;
            rules.push((name.clone(), value));
        }
        Ok(rules)
    }

    fn deck(self) -> Result<Vec<Card>, Refused> {
        let read = |(n, raw): (usize, &RawValue)| {
            let card = text(raw).ok_or_else(|| "not a string".to_owned());
            card.and_then(|card| {
                card.parse()
                    .map_err(|error| format!("{}: {error}", quoted(&card)))
            })
            .map_err(|why| self.refuse(format!("card {}: {why}", n + 1)))
        };
        self.list()?.into_iter().enumerate().map(read).collect()
    }

    /// Moves; in a refusal their numbers follow the prefix.
    fn moves(self, prefix: &str) -> Result<Vec<Move>, Refused> {
        let list = self.list()?;
        if list.len() > MOST_MOVES {
            return Err(self.refuse(too_many_moves()));
        }
        let read = |(n, raw): (usize, &RawValue)| {
            let mv = text(raw).ok_or_else(|| "not a string".to_owned());
            mv.and_then(|mv| {
                mv.parse()
                    .map_err(|error| format!("{}: {error}", quoted(&mv)))
            })
            .map_err(|why| Refused::new(format!("{prefix}move {}", n + 1), why))
        };
        list.into_iter().enumerate().map(read).collect()
    }

    fn status(self) -> Result<Status, Refused> {
        let word = self.text()?;
        [Status::Won, Status::Lost, Status::Playing]
            .into_iter()
            .find(|status| status.word() == word)
            .ok_or_else(|| self.refuse(format!("{} is not won, lost or playing", quoted(&word))))
    }

    fn time(self) -> Result<Timestamp, Refused> {
        let time = self.text()?;
        rfc3339(&time).ok_or_else(|| {
            let why = format!("{} is not a time like 2026-11-20T10:00:00Z", quoted(&time));
            self.refuse(why)
        })
    }

    fn parent(self) -> Result<Parent, Refused> {
        let Ok(fields) = Object::read(self.raw.get()) else {
            return Err(self.refuse("not an object"));
        };
        let deck = fields.required("deck", Field::deck);
        let deck = deck.map_err(|refused| refused.within(self.name))?;
        let moves = fields.required("moves", |field| field.moves(""));
        let moves = moves.map_err(|refused| refused.within(self.name))?;
        Ok(Parent { deck, moves })
    }
}

fn text(raw: &RawValue) -> Option<String> {
    serde_json::from_str(raw.get()).ok()
}

/// A time in the one form that records use. What `jiff` reads besides is refused, and so is a time
/// that another zone's year 0 puts before our own, which that form cannot hold.
fn rfc3339(text: &str) -> Option<Timestamp> {
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
