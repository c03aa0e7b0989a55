//! `larboard games`: the games, their options, values and defaults.

use std::io::Write;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Failure, file};
use crate::rules::{GameInfo, OptionSpec};
use crate::variant;

#[derive(Debug, clap::Args)]
pub(super) struct GamesArgs {
    /// Write JSON, an object a game
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &GamesArgs, out: &mut impl Write) -> Result<(), Failure> {
    for (n, profile) in variant::games().into_iter().enumerate() {
        if args.json {
            file::write_json_line(out, &GameJson(profile))?;
            continue;
        }
        if n > 0 {
            writeln!(out)?;
        }
        writeln!(
            out,
            "{}: {}\n  {}",
            profile.id, profile.title, profile.summary
        )?;
        for option in profile.options {
            for value in option.values {
                let default = if value.name == option.default_value() {
                    " (default)"
                } else {
                    ""
                };
                let choice = format!("{}={}{default}", option.name, value.name);
                writeln!(out, "  {choice:<33} {}", value.description)?;
            }
        }
    }
    Ok(())
}

struct GameJson(&'static GameInfo);

impl Serialize for GameJson {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let GameJson(profile) = self;
        let mut object = to.serialize_struct("Game", 4)?;
        object.serialize_field("game", profile.id)?;
        object.serialize_field("title", profile.title)?;
        object.serialize_field("decks", &profile.decks)?;
        object.serialize_field("rules", &OptionsJson(profile.options))?;
        object.end()
    }
}

struct OptionsJson(&'static [OptionSpec]);

impl Serialize for OptionsJson {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(
            self.0
                .iter()
                .map(|option| (option.name, OptionJson(option))),
        )
    }
}

struct OptionJson(&'static OptionSpec);

impl Serialize for OptionJson {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let names: Vec<_> = self.0.values.iter().map(|value| value.name).collect();
        let mut object = to.serialize_struct("Option", 2)?;
        object.serialize_field("default", self.0.default_value())?;
        object.serialize_field("values", &names)?;
        object.end()
    }
}
