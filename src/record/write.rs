//! Writing a record: every field, in one order, the same bytes for the same sitting.

use std::fmt::{self, Display, Write};

use jiff::Timestamp;
use serde::Serialize;

use super::{FORMAT, Record};

/// What wrote the record.
const GENERATOR: &str = concat!("larboard ", env!("CARGO_PKG_VERSION"));

/// Where a line of cards or moves is broken, in columns.
const WIDTH: usize = 100;

impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deck = self.deck.iter().map(|card| card.code());
        writeln!(f, "{{")?;
        writeln!(f, "  \"format\": \"{FORMAT}\",")?;
        writeln!(f, "  \"game\": {},", json(&self.game))?;
        writeln!(f, "  \"rules\": {{{}}},", self.rules_inside())?;
        writeln!(f, "  \"seed\": {},", json(&self.seed))?;
        writeln!(f, "  \"deck\": {},", list(deck, 2))?;
        writeln!(f, "  \"moves\": {},", list(&self.moves, 2))?;
        if let Some(status) = self.status {
            writeln!(f, "  \"status\": \"{}\",", status.word())?;
        }
        writeln!(f, "  \"started\": {},", time(self.started))?;
        writeln!(f, "  \"finished\": {},", time(self.finished))?;
        writeln!(f, "  \"seconds\": {},", self.seconds)?;
        writeln!(f, "  \"undos\": {},", self.undos)?;
        writeln!(f, "  \"hints\": {},", self.hints)?;
        writeln!(f, "  \"shown\": {},", self.shown)?;
        writeln!(f, "  \"redo\": {},", list(&self.redo, 2))?;
        if !self.follows.is_empty() {
            writeln!(f, "  \"follows\": {},", json(&self.follows))?;
        }
        if self.given_up {
            writeln!(f, "  \"given_up\": true,")?;
        }
        match &self.parent {
            None => writeln!(f, "  \"parent\": null,")?,
            Some(parent) => {
                let deck = parent.deck.iter().map(|card| card.code());
                writeln!(f, "  \"parent\": {{")?;
                writeln!(f, "    \"deck\": {},", list(deck, 4))?;
                writeln!(f, "    \"moves\": {}", list(&parent.moves, 4))?;
                writeln!(f, "  }},")?;
            }
        }
        writeln!(f, "  \"generator\": \"{GENERATOR}\"")?;
        writeln!(f, "}}")
    }
}

impl Record {
    fn rules_inside(&self) -> String {
        let pairs = self.rules.iter();
        let pairs = pairs.map(|(name, value)| format!("{}: {}", json(name), json(value)));
        pairs.collect::<Vec<_>>().join(", ")
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A time to the second, or null.
fn time(time: Option<Timestamp>) -> String {
    time.map_or_else(|| "null".into(), |time| format!("\"{time:.0}\""))
}

/// A list of texts that need no escaping, many to a line, within brackets indented so far.
fn list<T: Display>(items: impl IntoIterator<Item = T>, indent: usize) -> String {
    let mut text = String::from("[");
    let mut column = WIDTH;
    for (n, item) in items.into_iter().enumerate() {
        let item = format!("\"{item}\"");
        if n > 0 {
            text.push(',');
        }
        // One column each for the space before and the comma behind.
        if column + item.len() + 2 > WIDTH {
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
