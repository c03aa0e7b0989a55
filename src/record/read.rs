//! Reading a record from an untrusted file.

use std::io::{self, Read};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use serde_json::{Map, Value};
use serde_path_to_error::{Path, Segment, Track};

use super::{Header, Record, RecordError};
use crate::escape::escape_text;

/// Maximum size of a record file in bytes.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

/// Maximum number of moves in a record, including undone ones. Its parent may have as many again.
pub const MAX_RECORD_MOVES: usize = 100_000;

/// Maximum nesting depth of brackets. A record needs three levels.
const MAX_NESTING: usize = 64;

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
        let text = checked_text(bytes)?;
        let record = match read(text) {
            Ok(SavedRecord {
                record,
                header,
                unknown,
            }) => Record {
                header,
                unknown,
                ..record
            },
            // Fields that are not known may have values that cannot be kept. Without them, errors have names.
            Err(_) => {
                let record = read(text)?;
                let header = read(text)?;
                Record { header, ..record }
            }
        };
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

/// A record with its header and the fields that are neither.
#[derive(Deserialize)]
struct SavedRecord {
    #[serde(flatten)]
    record: Record,
    #[serde(flatten)]
    header: Header,
    #[serde(flatten)]
    unknown: Map<String, Value>,
}

/// Checks that the input is UTF-8 text, no list, small and flat enough for the JSON parser.
fn checked_text(bytes: &[u8]) -> Result<&str, RecordError> {
    if bytes.len() > MAX_RECORD_BYTES {
        return Err(RecordError::whole_file("the file is over 1 MiB"));
    }
    let text = str::from_utf8(bytes).map_err(|error| {
        RecordError::whole_file(format!("not UTF-8 at byte {}", error.valid_up_to() + 1))
    })?;
    if nesting_depth(bytes) > MAX_NESTING {
        let message = format!("nested more than {MAX_NESTING} levels deep");
        return Err(RecordError::whole_file(message));
    }
    if text.trim_start().starts_with('[') {
        return Err(RecordError::whole_file("a list, not an object"));
    }
    Ok(text)
}

/// Returns the nesting depth of brackets outside strings.
fn nesting_depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut is_text, mut is_escaped) = (0_usize, 0, false, false);
    for byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_text,
            b'"' => is_text = !is_text,
            b'[' | b'{' if !is_text => depth += 1,
            b']' | b'}' if !is_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Reads a value, and names the field that is malformed.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, RecordError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let mut track = Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
    let value = T::deserialize(tracked).and_then(|value| json.end().map(|()| value));
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
