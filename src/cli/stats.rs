//! `larboard stats`: what the player has come to.

use std::io::Write;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Failure, file, game_args, position};
use crate::describe::CardNotation;
use crate::rules::GameOptions;
use crate::stats_text::{self, PlotStyle};
use crate::storage;
use crate::storage::save_manager::SaveManager;
use crate::storage::stats::{Stats, median};

#[derive(Debug, clap::Args)]
pub(super) struct StatsArgs {
    /// The game; all of them where none is named
    game: Option<String>,
    /// Write JSON, an object a game and rule set
    #[arg(long)]
    json: bool,
    /// Letters instead of blocks
    #[arg(long)]
    ascii: bool,
}

pub(super) fn run(args: &StatsArgs, out: &mut impl Write) -> Result<(), Failure> {
    let game = args.game.as_ref();
    let game = game
        .map(|game| game_args::parse_variant(game, &[]))
        .transpose()?;
    let wanted = |figures: &Stats| match &game {
        Some(game) => figures.info.id == game.info().id,
        None => true,
    };
    let (keeper, wrong) = SaveManager::open(storage::data_dir());
    // What was read is told, and then that it is not all.
    let whole = wrong.map_or(Ok(()), |wrong| Err(Failure::Failed(wrong)));
    if keeper.results().line_count() == 0 && whole.is_err() {
        return whole;
    }
    let mut all = Stats::for_all_games(keeper.results());
    all.retain(wanted);
    if args.json {
        return all
            .iter()
            .try_for_each(|one| file::write_json_line(out, &StatsJson(one)))
            .and(whole);
    }
    if all.is_empty() {
        writeln!(out, "No finished games yet.")?;
    }
    let ink = match position::terminal_notation() {
        CardNotation::Symbols if !args.ascii => PlotStyle::Blocks,
        _ => PlotStyle::Ascii,
    };
    for (n, figures) in all.iter().enumerate() {
        if n > 0 {
            writeln!(out)?;
        }
        for line in stats_text::lines(figures, ink) {
            writeln!(out, "{line}")?;
        }
    }
    whole
}

struct StatsJson<'a>(&'a Stats);

impl Serialize for StatsJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let StatsJson(figures) = self;
        let mut object = to.serialize_struct("Stats", 10)?;
        object.serialize_field("game", figures.info.id)?;
        object.serialize_field("rules", &GameOptionsJson(&figures.options))?;
        object.serialize_field("played", &figures.played)?;
        object.serialize_field("won", &figures.won)?;
        object.serialize_field("streak", &figures.streak)?;
        object.serialize_field("best_streak", &figures.best_streak)?;
        object.serialize_field("best_seconds", &figures.win_seconds.first())?;
        object.serialize_field("median_seconds", &median(&figures.win_seconds))?;
        object.serialize_field("best_moves", &figures.win_moves.first())?;
        object.serialize_field("median_moves", &median(&figures.win_moves))?;
        object.end()
    }
}

struct GameOptionsJson<'a>(&'a GameOptions);

impl Serialize for GameOptionsJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter())
    }
}
