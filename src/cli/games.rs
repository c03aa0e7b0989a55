//! `larboard games`: the games with their options, values and defaults.

use std::io::Write;

use super::{Failure, file};
use crate::json;
use crate::variant;

pub(super) fn run(is_json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if is_json {
        let mut games = json::games().into_iter();
        return games.try_for_each(|game| file::write_json_line(out, game));
    }
    for (n, info) in variant::games().into_iter().enumerate() {
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
