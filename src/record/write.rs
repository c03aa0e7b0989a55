//! Writing a record: every field in a fixed order and form.

use std::fmt::{self, Display, Write};

use serde_json::{Map, Value};
use thiserror::Error;

use super::{MAX_RECORD_BYTES, Record};

/// Maximum width of a line of cards or moves, in columns.
const LINE_WIDTH: usize = 100;

/// Error for a record that no reader would accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the record would be over 1 MiB")]
pub struct RecordTooLarge;

impl Record {
    /// Returns the text of a file with the record.
    ///
    /// # Errors
    /// The record is too large to be read.
    pub fn to_file_text(&self) -> Result<String, RecordTooLarge> {
        let text = self.to_string();
        if text.len() > MAX_RECORD_BYTES {
            return Err(RecordTooLarge);
        }
        Ok(text)
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = serde_json::to_value(self).map_err(|_| fmt::Error)?;
        writeln!(f, "{}", json_value("", &record, 0))
    }
}

/// Formats the value of a field. `indent` is the indentation of the closing bracket.
fn json_value(name: &str, value: &Value, indent: usize) -> String {
    match value {
        Value::Object(rules) if name == "rules" => {
            let rules = rules
                .iter()
                .map(|(name, value)| format!("{}: {value}", Value::from(&**name)));
            format!("{{{}}}", rules.collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => json_object(fields, indent),
        Value::Array(items) => match items.iter().map(Value::as_str).collect::<Option<Vec<_>>>() {
            Some(texts) => json_array(&texts, indent),
            None => value.to_string(),
        },
        _ => value.to_string(),
    }
}

/// Formats an object, a field a line.
fn json_object(fields: &Map<String, Value>, indent: usize) -> String {
    let inner = indent + 2;
    let fields = fields.iter().map(|(name, value)| {
        let value = json_value(name, value, inner);
        format!("\n{:inner$}\"{name}\": {value}", "")
    });
    let fields = fields.collect::<Vec<_>>().join(",");
    format!("{{{fields}\n{:indent$}}}", "")
}

/// Formats an array of strings that need no escaping, many to a line.
fn json_array(items: &[&str], indent: usize) -> String {
    let mut text = String::from("[");
    let mut column = LINE_WIDTH;
    for (n, item) in items.iter().enumerate() {
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
    if !items.is_empty() {
        _ = write!(text, "\n{:indent$}", "");
    }
    text + "]"
}
