//! `larboard games`: the games with their options, values and defaults.

use std::io::Write;

use serde::{Serialize, Serializer};

use super::{Failure, file};
use crate::rules::OptionSpec;
use crate::variant;

#[derive(Serialize)]
struct GameJson {
    game: &'static str,
    title: &'static str,
    decks: usize,
    #[serde(serialize_with = "serialize_specs")]
    rules: &'static [OptionSpec],
}

#[derive(Serialize)]
struct OptionJson {
    default: &'static str,
    values: Vec<&'static str>,
}

pub(super) fn run(json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    for (n, info) in variant::games().into_iter().enumerate() {
        if json {
            let game = GameJson {
                game: info.id,
                title: info.title,
                decks: info.decks,
                rules: info.options,
            };
            file::write_json_line(out, &game)?;
            continue;
        }
        if n > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}\n  {}", info.id, info.title, info.summary)?;
        for option in info.options {
            for value in option.values {
                let is_default = value.name == option.default_value();
                let default = if is_default { " (default)" } else { "" };
                let assignment = format!("{}={}{default}", option.name, value.name);
                writeln!(out, "  {assignment:<33} {}", value.description)?;
            }
        }
    }
    Ok(())
}

fn serialize_specs<S: Serializer>(
    specs: &&'static [OptionSpec],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(specs.iter().map(|spec| {
        let option = OptionJson {
            default: spec.default_value(),
            values: spec.values.iter().map(|value| value.name).collect(),
        };
        (spec.name, option)
    }))
}
