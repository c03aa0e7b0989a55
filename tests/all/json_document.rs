//! The fields in `docs/json.md`, which are those of the schema. To write them anew:
//! `INSTA_UPDATE=always cargo test --test all json_document::`

use larboard::json;
use serde_json::{Map, Value};

use crate::kept_files;

/// The heading below which everything is made from the schema.
const HEADING: &str = "## Fields\n\n";

/// Entries of the schema that the document describes elsewhere.
const DESCRIBED: [&str; 4] = ["record", "version", "card", "move"];

type Entries = Map<String, Value>;

/// A line of a list: fields of which the same is said.
struct Line {
    depth: usize,
    names: Vec<String>,
    text: String,
}

/// Adds a name to the last line, if the same is said there, or as a new line.
fn push(lines: &mut Vec<Line>, depth: usize, name: String, text: String) {
    match lines.last_mut() {
        Some(last) if last.depth == depth && last.text == text => last.names.push(name),
        _ => lines.push(Line {
            depth,
            names: vec![name],
            text,
        }),
    }
}

fn to_markdown(lines: &[Line]) -> String {
    let lines = lines.iter().map(|line| {
        let indent = "  ".repeat(line.depth);
        let names = line.names.join(", ");
        let text = Some(&line.text).filter(|text| !text.is_empty());
        let text = text.map_or(String::new(), |text| format!(": {text}"));
        format!("{indent}- {names}{text}\n")
    });
    lines.collect()
}

/// Returns the elements of a list in a schema, if it is there.
fn elements<'a>(schema: &'a Value, list: &str) -> impl Iterator<Item = &'a Value> {
    schema[list].as_array().into_iter().flatten()
}

/// Returns the name of the entry to which a schema refers.
fn entry_name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// Returns the entries whose fields an object has too, and the values of an enumeration.
fn parts_and_values(schema: &Value) -> String {
    let parts = elements(schema, "allOf").filter_map(entry_name);
    let parts = parts.filter(|name| *name != "version").map(str::to_owned);
    let values = elements(schema, "enum").filter(|value| !value.is_null());
    let values = values.map(|value| value.to_string().replace('"', ""));
    let names = parts.chain(values).map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the schema of a value if it is not null, and of what is in a list or a map.
fn innermost(schema: &Value) -> &Value {
    let value = elements(schema, "anyOf").find(|one| one["type"] != "null");
    let inner = value.or_else(|| {
        schema
            .get("items")
            .or_else(|| schema.get("additionalProperties"))
    });
    let inner = inner.filter(|inner| inner.is_object());
    inner.map_or(schema, innermost)
}

fn is_nullable(schema: &Value, entries: &Entries) -> bool {
    let entry = entry_name(schema).and_then(|name| entries.get(name));
    elements(schema, "type").any(|name| name == "null")
        || elements(schema, "anyOf").any(|one| one["type"] == "null")
        || elements(schema, "enum").any(Value::is_null)
        || entry.is_some_and(|entry| is_nullable(entry, entries))
}

/// Lists the fields of an object, and below each those of the objects in it.
fn list_fields(object: &Value, depth: usize, entries: &Entries, lines: &mut Vec<Line>) {
    for (name, field) in object["properties"].as_object().into_iter().flatten() {
        let inner = innermost(field);
        let description = field["description"].as_str().unwrap_or_default();
        let texts = [description.to_owned(), parts_and_values(inner)];
        let texts: Vec<_> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        let mark = if is_nullable(field, entries) { "?" } else { "" };
        push(lines, depth, format!("`{name}`{mark}"), texts.join("; "));
        list_fields(inner, depth + 1, entries, lines);
    }
}

/// Describes the entries of the schema: first those without fields of their own.
fn fields_text(entries: &Entries) -> String {
    let (mut simple, mut objects) = (Vec::new(), String::new());
    for (name, entry) in entries {
        if DESCRIBED.contains(&&**name) {
            continue;
        }
        let parts = parts_and_values(entry);
        if entry["properties"].is_object() {
            let mut lines = Vec::new();
            list_fields(entry, 0, entries, &mut lines);
            let parts = Some(parts).filter(|parts| !parts.is_empty());
            let parts = parts.map_or(String::new(), |parts| format!(" {parts}, and"));
            objects += &format!("\n**`{name}`**:{parts}\n\n{}", to_markdown(&lines));
        } else {
            let description = entry["description"].as_str().unwrap_or_default();
            let text = if parts.is_empty() {
                description.to_owned()
            } else {
                parts
            };
            push(&mut simple, 0, format!("`{name}`"), text);
        }
    }
    to_markdown(&simple) + &objects
}

#[test]
fn the_document_lists_the_fields_of_the_schema() {
    let schema: Value = serde_json::from_str(&json::schema()).expect("valid JSON");
    let entries = schema["$defs"].as_object().expect("entries");
    let document = kept_files::read("docs/json.md");
    let (before, _) = document.split_once(HEADING).expect("a heading");
    let text = format!("{before}{HEADING}{}", fields_text(entries));
    kept_files::assert_current("docs/json.md", &text);
}
