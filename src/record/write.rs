//! Writing a record: every field in a fixed order and form.

use std::fmt::{self, Display, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use super::read::JsonObject;
use super::{FIELDS, FORMAT, Record};

/// The value of the `generator` field.
const GENERATOR: &str = concat!("larboard ", env!("CARGO_PKG_VERSION"));

/// Maximum width of a line of cards or moves, in columns.
const LINE_WIDTH: usize = 100;

#[derive(Serialize)]
struct WrittenRecord<'a> {
    format: &'a str,
    #[serde(flatten)]
    record: &'a Record,
    generator: &'a str,
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = WrittenRecord {
            format: FORMAT,
            record: self,
            generator: GENERATOR,
        };
        let json = serde_json::to_string(&written).map_err(|_| fmt::Error)?;
        let mut object = JsonObject::parse(&json).map_err(|_| fmt::Error)?;
        let position = |name: &str| FIELDS.iter().position(|field| *field == name);
        object.0.sort_by_key(|(name, _)| position(name));
        writeln!(f, "{}", json_object(&object, 0))
    }
}

/// Formats an object, a field a line. `indent` is the indentation of the closing bracket.
fn json_object(JsonObject(fields): &JsonObject<'_>, indent: usize) -> String {
    let mut text = String::from("{");
    for (n, (name, raw)) in fields.iter().enumerate() {
        let separator = if n > 0 { "," } else { "" };
        let value = json_value(name, raw, indent + 2);
        _ = write!(
            text,
            "{separator}\n{:1$}\"{name}\": {value}",
            "",
            indent + 2
        );
    }
    _ = write!(text, "\n{:indent$}}}", "");
    text
}

fn json_value(name: &str, raw: &RawValue, indent: usize) -> String {
    let strings = serde_json::from_str(raw.get());
    match (name, JsonObject::parse(raw.get()), strings) {
        ("rules", Ok(JsonObject(pairs)), _) => {
            let pairs = pairs.iter().map(|(name, value)| {
                let name = serde_json::to_string(name).unwrap_or_default();
                format!("{name}: {value}")
            });
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        (_, Ok(object), _) => json_object(&object, indent),
        (_, _, Ok(strings)) => json_array(strings, indent),
        _ => raw.get().to_owned(),
    }
}

/// Formats an array of strings that need no escaping, many to a line. `indent` is the indentation of
/// the closing bracket.
fn json_array(items: Vec<&str>, indent: usize) -> String {
    let mut text = String::from("[");
    let mut column = LINE_WIDTH;
    for (n, item) in items.into_iter().enumerate() {
        if n > 0 {
            text.push(',');
        }
        // One column each for the quotes, the space before and the comma after.
        if column + item.len() + 4 > LINE_WIDTH {
            _ = write!(text, "\n{:1$}", "", indent + 2);
            column = indent + 2;
        } else {
            text.push(' ');
            column += 1;
        }
        _ = write!(text, "\"{item}\"");
        column += item.len() + 3;
    }
    if text.len() > 1 {
        _ = write!(text, "\n{:indent$}", "");
    }
    text + "]"
}
