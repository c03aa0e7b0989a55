//! `larboard stats`: what the player has come to.

use std::io::Write;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Failure, file, position, rules};
use crate::report::{self, Ink};
use crate::rules::{Choices, Rules};
use crate::store;
use crate::store::figures::{Figures, median};
use crate::store::keeper::Keeper;
use crate::words::Names;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game; all of them where none is named
    game: Option<String>,
    /// Write JSON, an object a game and rule set
    #[arg(long)]
    json: bool,
    /// Letters instead of blocks
    #[arg(long)]
    ascii: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.game.as_ref();
    let game = game.map(|game| rules::variant(game, &[])).transpose()?;
    let wanted = |figures: &Figures| match &game {
        Some(game) => figures.profile.id == game.profile().id,
        None => true,
    };
    let (keeper, wrong) = Keeper::open(store::home());
    // What was read is told, and then that it is not all.
    let whole = wrong.map_or(Ok(()), |wrong| Err(Failure::Undone(wrong)));
    if keeper.results().lines() == 0 && whole.is_err() {
        return whole;
    }
    let mut all = Figures::all(keeper.results());
    all.retain(wanted);
    if args.json {
        return all
            .iter()
            .try_for_each(|one| file::json_line(out, &Told(one)))
            .and(whole);
    }
    if all.is_empty() {
        writeln!(out, "no game has come to a result yet")?;
    }
    let ink = match position::names() {
        Names::Symbols if !args.ascii => Ink::Blocks,
        _ => Ink::Ascii,
    };
    for (n, figures) in all.iter().enumerate() {
        if n > 0 {
            writeln!(out)?;
        }
        for line in report::lines(figures, ink) {
            writeln!(out, "{line}")?;
        }
    }
    whole
}

struct Told<'a>(&'a Figures);

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Told(figures) = self;
        let mut object = to.serialize_struct("Stats", 10)?;
        object.serialize_field("game", figures.profile.id)?;
        object.serialize_field("rules", &Chosen(&figures.choices))?;
        object.serialize_field("played", &figures.played)?;
        object.serialize_field("won", &figures.won)?;
        object.serialize_field("streak", &figures.streak)?;
        object.serialize_field("best_streak", &figures.best_streak)?;
        object.serialize_field("best_seconds", &figures.seconds.first())?;
        object.serialize_field("median_seconds", &median(&figures.seconds))?;
        object.serialize_field("best_moves", &figures.moves.first())?;
        object.serialize_field("median_moves", &median(&figures.moves))?;
        object.end()
    }
}

struct Chosen<'a>(&'a Choices);

impl Serialize for Chosen<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter())
    }
}
