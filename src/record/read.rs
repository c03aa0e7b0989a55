//! Reading a record from an untrusted file.

use std::io::{self, Read};

use serde::de::DeserializeOwned;
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment, Track};

use super::{Header, Record, RecordError};
use crate::escape::escape_text;

/// Maximum size of a record file in bytes.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

/// Maximum number of moves in a record, including undone ones. Its parent may have as many again.
pub const MAX_RECORD_MOVES: usize = 100_000;

/// Number of characters kept at the start and at the end of a message.
const MAX_MESSAGE_START: usize = 80;
const MAX_MESSAGE_END: usize = 120;

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
        if bytes.len() > MAX_RECORD_BYTES {
            return Err(RecordError::whole_file("the file is over 1 MiB"));
        }
        let record: Record = read(bytes).map_err(|error| {
            // A record reads its header from values without their names.
            let of_header = read::<Header>(bytes).err();
            let named = of_header.filter(|named| !named.path.is_empty());
            named.filter(|_| error.path.is_empty()).unwrap_or(error)
        })?;
        let parent = record.parent.as_ref();
        for (field, moves) in [
            ("moves", record.moves.len() + record.redo.len()),
            ("parent", parent.map_or(0, |parent| parent.moves.len())),
        ] {
            if moves > MAX_RECORD_MOVES {
                let message = format!("more than {MAX_RECORD_MOVES} moves");
                return Err(RecordError::new(field, message));
            }
        }
        Ok(record)
    }
}

/// Reads a value, and names the field that is malformed.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, RecordError> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let mut track = Track::new();
    let value = T::deserialize(serde_path_to_error::Deserializer::new(
        &mut json, &mut track,
    ));
    let value = value.and_then(|value| json.end().map(|()| value));
    value.map_err(|error| json_error(&track.path(), &error))
}

/// Creates the error of a part of a file that is malformed.
fn json_error(path: &Path, error: &serde_json::Error) -> RecordError {
    let message = error.to_string();
    match error.classify() {
        // The path says where. The number of a line does not help with a move.
        Category::Data => {
            let (message, _) = message.rsplit_once(" at line ").unwrap_or((&message, ""));
            RecordError::new(path_text(path), shortened(message))
        }
        Category::Eof => RecordError::whole_file(format!("not JSON: {message}")),
        _ => RecordError::new(path_text(path), format!("not JSON: {message}")),
    }
}

/// Writes a path as players count: `move 17`, `redo: move 3`, `parent: deck: card 5`.
fn path_text(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for segment in path {
        match segment {
            Segment::Map { key } => parts.push(shortened(key)),
            Segment::Seq { index } if parts.last().is_some_and(|part| part == "deck") => {
                parts.push(format!("card {}", index + 1));
            }
            Segment::Seq { index } => {
                parts.pop_if(|part| part == "moves");
                parts.push(format!("move {}", index + 1));
            }
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    parts.join(": ")
}

/// Escapes a text that may repeat a long one of the file in its middle, and leaves out most of that.
fn shortened(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let text = match chars.len().checked_sub(MAX_MESSAGE_END) {
        Some(end @ MAX_MESSAGE_START..) => {
            let (start, end) = (&chars[..MAX_MESSAGE_START], &chars[end..]);
            start.iter().chain(&['…']).chain(end).collect()
        }
        _ => text.to_owned(),
    };
    escape_text(&text)
}
