//! `larboard stats`: the player's results.

use std::io::{self, Write};

use super::terminal_args::SymbolArgs;
use super::{Failure, game_args};
use crate::describe::pluralize;
use crate::escape::escape_path;
use crate::game::RuleSet;
use crate::json;
use crate::rules::GameInfo;
use crate::session::{self, text};
use crate::stats_text;
use crate::storage;
use crate::storage::daily::{DailyResult, DailyState};
use crate::storage::saves::Saves;
use crate::storage::small_files::SmallFiles;
use crate::storage::stats::Stats;

#[derive(Debug, clap::Args)]
pub(super) struct StatsArgs {
    /// Game to show; all games by default
    #[arg(value_parser = game_args::game_parser())]
    game: Option<&'static GameInfo>,
    /// List the finished games, the latest first
    #[arg(long, conflicts_with = "days")]
    games: bool,
    /// List the daily deals that were finished, by day
    #[arg(long)]
    days: bool,
    /// Move the results to a new folder beside them, with the finished games and their reviews
    #[arg(long, conflicts_with_all = ["game", "games", "days", "json"])]
    reset: bool,
    /// Output JSON, one object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    symbols: SymbolArgs,
}

pub(super) fn run(args: &StatsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut saves = Saves::open(storage::data_dir());
    let read = saves.refresh();
    read.map_err(|error| Failure::from_sentence(&error.to_string()))?;
    if args.reset {
        return reset(&mut saves, out);
    }
    let all = saves.all_stats();
    let unreadable = stats_text::unreadable_lines(saves.results());
    for text in text::warnings(&all.warnings).into_iter().chain(unreadable) {
        // Standard output holds the results alone, which another program may read.
        _ = writeln!(io::stderr(), "warning: {text}");
    }
    let lines = lines(&all.value, &saves, args);
    if lines.is_empty() && !args.json {
        writeln!(out, "{}.", text::NO_FINISHED_GAMES)?;
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns the finished games, the daily deals or the statistics, as lines of text or of JSON.
fn lines(all: &[Stats], saves: &Saves, args: &StatsArgs) -> Vec<String> {
    let results = saves.results();
    let is_wanted = |rule_set: &RuleSet| args.game.is_none_or(|game| rule_set.info.id == game.id);
    let (deals, today) = (results.daily_deals(), session::today());
    let files = SmallFiles::open(saves.data_dir());
    let finished = results.finished();
    let finished = finished.filter(|result| is_wanted(&result.deal.rule_set));
    let days = |to_text: fn(&DailyResult) -> String| {
        let is_finished =
            |result: &DailyResult| deals.state(result.day, &result.rule_set) != DailyState::New;
        let with_playing = saves.daily_deals();
        let days = with_playing.results();
        let days = days.filter(|result| is_wanted(&result.rule_set) && is_finished(result));
        days.map(to_text).collect()
    };
    let stats = all.iter().filter(|stats| is_wanted(&stats.rule_set));
    match (args.games, args.days, args.json) {
        (true, _, true) => finished
            .map(|result| json::to_line(json::finished_game(result, deals)))
            .collect(),
        (true, _, false) => finished
            .map(|result| stats_text::finished_line(result, &files))
            .collect(),
        (_, true, true) => days(|result| json::to_line(json::day(result))),
        (_, true, false) => days(stats_text::day_line),
        (_, _, true) => stats
            .map(|stats| json::to_line(json::stats(stats, deals, today)))
            .collect(),
        (_, _, false) => {
            let notation = args.symbols.notation();
            stats_text::report(all, results, args.game, today, notation)
        }
    }
}

/// Moves the results to a new folder, and says where that is.
fn reset(saves: &mut Saves, out: &mut dyn Write) -> Result<(), Failure> {
    let moved = saves.reset_results(session::today());
    match moved.map_err(|error| Failure::from_sentence(&error.to_string()))? {
        Some((folder, games)) => {
            let games = pluralize(games, "finished game");
            writeln!(out, "Moved {games} to {}.", escape_path(&folder))?;
        }
        None => writeln!(out, "{}.", text::NO_FINISHED_GAMES)?,
    }
    Ok(())
}
