//! `larboard stats`: the player's results.

use std::io::{self, Write};

use serde::Serialize;

use super::terminal_args::SymbolArgs;
use super::{Failure, file, game_args};
use crate::game::GameKind;
use crate::rules::GameInfo;
use crate::session::{self, text};
use crate::stats_text;
use crate::storage::results::Results;
use crate::storage::save_manager::SaveManager;
use crate::storage::stats::Stats;
use crate::storage::{self, Loaded};

#[derive(Debug, clap::Args)]
pub(super) struct StatsArgs {
    /// Game to show; all games by default
    #[arg(value_parser = game_args::game_parser())]
    game: Option<&'static GameInfo>,
    /// Output JSON, one object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    symbols: SymbolArgs,
}

pub(super) fn run(args: &StatsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let opened = SaveManager::open(storage::data_dir());
    let mut manager = opened.value;
    // The results that could be read are shown before the error.
    let read =
        text::warnings(&opened.warnings).map_or(Ok(()), |text| Err(Failure::from_sentence(&text)));
    if manager.results().line_count() == 0 && read.is_err() {
        return read;
    }
    let Loaded {
        value: all,
        warnings,
    } = manager.all_stats();
    let unreadable = stats_text::unreadable_lines(manager.results());
    for text in text::warnings(&warnings).into_iter().chain(unreadable) {
        // Standard output holds the results alone, which another program may read.
        _ = writeln!(io::stderr(), "warning: {text}");
    }
    let written = write_stats(&all, manager.results(), args, out);
    Failure::combine_all([written.err(), read.err()])
}

fn write_stats(
    all: &[Stats],
    results: &Results,
    args: &StatsArgs,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if args.json {
        let is_wanted = |stats: &&Stats| args.game.is_none_or(|game| stats.kind.info.id == game.id);
        let wanted = all.iter().filter(is_wanted);
        for stats in wanted.filter(|stats| stats.has_results()) {
            let json = StatsJson {
                kind: &stats.kind,
                played: stats.played,
                won: stats.won,
                streak: stats.streak,
                best_streak: stats.best_streak,
                best_seconds: stats.win_seconds.min(),
                median_seconds: stats.win_seconds.median(),
                best_moves: stats.win_moves.min(),
                median_moves: stats.win_moves.median(),
            };
            file::write_json_line(out, &json)?;
        }
        return Ok(());
    }
    let style = args.symbols.notation().into();
    let lines = stats_text::report(all, results, args.game, session::today(), style);
    if lines.is_empty() {
        writeln!(out, "{}.", text::NO_FINISHED_GAMES)?;
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct StatsJson<'a> {
    #[serde(flatten)]
    kind: &'a GameKind,
    played: usize,
    won: usize,
    streak: usize,
    best_streak: usize,
    best_seconds: Option<u64>,
    median_seconds: Option<u64>,
    best_moves: Option<u64>,
    median_moves: Option<u64>,
}
