//! Writing a record: every field in a fixed order and form.

use std::fmt::{self, Display, Write};

use jiff::Timestamp;
use serde::Serialize;

use super::{FORMAT, Record};

/// The value of the `generator` field.
const GENERATOR: &str = concat!("larboard ", env!("CARGO_PKG_VERSION"));

/// Maximum width of a line of cards or moves, in columns.
const LINE_WIDTH: usize = 100;

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deck = self.deck.iter().map(|card| card.code());
        writeln!(f, "{{")?;
        writeln!(f, "  \"format\": \"{FORMAT}\",")?;
        writeln!(f, "  \"game\": {},", to_json(&self.game))?;
        writeln!(f, "  \"rules\": {{{}}},", self.rules_entries())?;
        writeln!(f, "  \"seed\": {},", to_json(&self.seed))?;
        writeln!(f, "  \"deck\": {},", json_array(deck, 2))?;
        writeln!(f, "  \"moves\": {},", json_array(&self.moves, 2))?;
        if let Some(status) = self.status {
            writeln!(f, "  \"status\": \"{}\",", status.as_str())?;
        }
        writeln!(f, "  \"started\": {},", json_timestamp(self.started))?;
        writeln!(f, "  \"finished\": {},", json_timestamp(self.finished))?;
        writeln!(f, "  \"seconds\": {},", self.seconds)?;
        writeln!(f, "  \"undos\": {},", self.undos)?;
        writeln!(f, "  \"hints\": {},", self.hints)?;
        writeln!(f, "  \"shown\": {},", self.shown)?;
        writeln!(f, "  \"redo\": {},", json_array(&self.redo, 2))?;
        if !self.follows.is_empty() {
            writeln!(f, "  \"follows\": {},", to_json(&self.follows))?;
        }
        if self.given_up {
            writeln!(f, "  \"given_up\": true,")?;
        }
        if let Some(day) = self.daily {
            writeln!(f, "  \"daily\": \"{day}\",")?;
        }
        match &self.parent {
            None => writeln!(f, "  \"parent\": null,")?,
            Some(parent) => {
                let deck = parent.deck.iter().map(|card| card.code());
                writeln!(f, "  \"parent\": {{")?;
                writeln!(f, "    \"deck\": {},", json_array(deck, 4))?;
                writeln!(f, "    \"moves\": {}", json_array(&parent.moves, 4))?;
                writeln!(f, "  }},")?;
            }
        }
        writeln!(f, "  \"generator\": \"{GENERATOR}\"")?;
        writeln!(f, "}}")
    }
}

impl Record {
    fn rules_entries(&self) -> String {
        let pairs = self.rules.iter();
        let pairs = pairs.map(|(name, value)| format!("{}: {}", to_json(name), to_json(value)));
        pairs.collect::<Vec<_>>().join(", ")
    }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Formats a time to the second, or null.
fn json_timestamp(time: Option<Timestamp>) -> String {
    time.map_or_else(|| "null".into(), |time| format!("\"{time:.0}\""))
}

/// Formats an array of strings that need no escaping, many to a line. `indent` is the indentation of
/// the closing bracket.
fn json_array<T: Display>(items: impl IntoIterator<Item = T>, indent: usize) -> String {
    let mut text = String::from("[");
    let mut column = LINE_WIDTH;
    for (n, item) in items.into_iter().enumerate() {
        let item = format!("\"{item}\"");
        if n > 0 {
            text.push(',');
        }
        // One column each for the space before and the comma after.
        if column + item.len() + 2 > LINE_WIDTH {
            _ = write!(text, "\n{:1$}", "", indent + 2);
            column = indent + 2;
        } else {
            text.push(' ');
            column += 1;
        }
        text += &item;
        column += item.len() + 1;
    }
    if text.len() > 1 {
        _ = write!(text, "\n{:indent$}", "");
    }
    text + "]"
}
