//! `larboard games`: the games, their options, values and defaults.

use std::io::Write;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Failure, file};
use crate::rules::{Opt, Profile, Variant};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Write JSON, an object a game
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    for (n, profile) in Variant::ALL.into_iter().enumerate() {
        if args.json {
            file::json_line(out, &Described(profile))?;
            continue;
        }
        if n > 0 {
            writeln!(out)?;
        }
        writeln!(
            out,
            "{}: {}\n  {}",
            profile.id, profile.title, profile.blurb
        )?;
        for option in profile.options {
            for value in option.values {
                let default = if value.name == option.default() {
                    " (default)"
                } else {
                    ""
                };
                let choice = format!("{}={}{default}", option.name, value.name);
                writeln!(out, "  {choice:<33} {}", value.about)?;
            }
        }
    }
    Ok(())
}

struct Described(&'static Profile);

impl Serialize for Described {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Described(profile) = self;
        let mut object = to.serialize_struct("Game", 4)?;
        object.serialize_field("game", profile.id)?;
        object.serialize_field("title", profile.title)?;
        object.serialize_field("decks", &profile.decks)?;
        object.serialize_field("rules", &Options(profile.options))?;
        object.end()
    }
}

struct Options(&'static [Opt]);

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|option| (option.name, Values(option))))
    }
}

struct Values(&'static Opt);

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let names: Vec<_> = self.0.values.iter().map(|value| value.name).collect();
        let mut object = to.serialize_struct("Option", 2)?;
        object.serialize_field("default", self.0.default())?;
        object.serialize_field("values", &names)?;
        object.end()
    }
}
