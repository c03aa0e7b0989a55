//! Writing a record: every field in a fixed order and form.

use std::fmt::{self, Display, Write};

use serde_json::{Value, json};

use super::{MAX_RECORD_BYTES, Record, RecordError};

/// Maximum width of a line of cards or moves, in columns.
const LINE_WIDTH: usize = 100;

impl Record {
    /// Returns the text of a file with the record.
    ///
    /// # Errors
    /// The record is too large to be read.
    pub fn to_file_text(&self) -> Result<String, RecordError> {
        let text = self.to_string();
        if text.len() > MAX_RECORD_BYTES {
            return Err(RecordError::whole_file("the record would be over 1 MiB"));
        }
        Ok(text)
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let record = serde_json::to_value(self).map_err(|_| fmt::Error)?;
        let mut text = String::new();
        write_value(&mut text, "", &record, 0)?;
        writeln!(f, "{text}")
    }
}

/// Writes the value of a field: of a game a field a line, and many cards or moves to a line. `indent` is the indentation
/// of the closing bracket.
fn write_value(text: &mut String, name: &str, value: &Value, indent: usize) -> fmt::Result {
    let inner = indent + 2;
    match (name, value) {
        ("rules", Value::Object(options)) => {
            let options = options.iter();
            let options = options.map(|(name, value)| format!("{}: {value}", json!(name)));
            write!(text, "{{{}}}", Vec::from_iter(options).join(", "))
        }
        ("" | "line" | "parent", Value::Object(fields)) => {
            for (n, (name, value)) in fields.iter().enumerate() {
                let separator = if n == 0 { "{" } else { "," };
                write!(text, "{separator}\n{:inner$}{}: ", "", json!(name))?;
                write_value(text, name, value, inner)?;
            }
            write!(text, "\n{:indent$}}}", "")
        }
        ("deck" | "moves" | "redo", Value::Array(items)) => {
            let items = items.iter().filter_map(Value::as_str);
            write_list(text, items, indent)
        }
        _ => write!(text, "{value}"),
    }
}

/// Writes an array of strings that need no escaping.
fn write_list<'a>(
    text: &mut String,
    items: impl Iterator<Item = &'a str>,
    indent: usize,
) -> fmt::Result {
    let start = text.len();
    let mut column = LINE_WIDTH;
    for item in items {
        text.push(if text.len() == start { '[' } else { ',' });
        // One column each for the quotes, the space before and the comma after.
        if column + item.len() + 4 > LINE_WIDTH {
            write!(text, "\n{:1$}", "", indent + 2)?;
            column = indent + 2;
        } else {
            text.push(' ');
            column += 1;
        }
        text.extend(["\"", item, "\""]);
        column += item.len() + 3;
    }
    if text.len() == start {
        write!(text, "[]")
    } else {
        write!(text, "\n{:indent$}]", "")
    }
}
