//! `larboard stats`: the player's results.

use std::io::{self, Write};

use jiff::tz::TimeZone;

use super::terminal_args::SymbolArgs;
use super::{Failure, file, game_args};
use crate::describe::pluralize;
use crate::escape::escape_path;
use crate::game::RuleSet;
use crate::json;
use crate::rules::GameInfo;
use crate::session::{self, text};
use crate::stats_text;
use crate::storage;
use crate::storage::results::Results;
use crate::storage::saves::Saves;
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
    let opened = Saves::open(storage::data_dir());
    if let Some(text) = text::warnings(&opened.warnings) {
        return Err(Failure::from_sentence(&text));
    }
    let mut saves = opened.value;
    if args.reset {
        return reset(&mut saves, out);
    }
    let all = saves.all_stats();
    let unreadable = stats_text::unreadable_lines(saves.results());
    for text in text::warnings(&all.warnings).into_iter().chain(unreadable) {
        // Standard output holds the results alone, which another program may read.
        _ = writeln!(io::stderr(), "warning: {text}");
    }
    write_stats(&all.value, saves.results(), args, out)
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

fn write_stats(
    all: &[Stats],
    results: &Results,
    args: &StatsArgs,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let is_wanted = |rule_set: &RuleSet| args.game.is_none_or(|game| rule_set.info.id == game.id);
    if args.games || args.days {
        return write_list(results, args, is_wanted, out);
    }
    let today = session::today();
    if args.json {
        let mut stats = all.iter().filter(|stats| is_wanted(&stats.rule_set));
        let deals = results.daily_deals([]);
        return stats
            .try_for_each(|stats| file::write_json_line(out, json::stats(stats, &deals, today)));
    }
    let notation = args.symbols.notation();
    let lines = stats_text::report(all, results, args.game, today, notation);
    if lines.is_empty() {
        writeln!(out, "{}.", text::NO_FINISHED_GAMES)?;
    }
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Writes the finished games or the daily deals, a line each.
fn write_list(
    results: &Results,
    args: &StatsArgs,
    is_wanted: impl Fn(&RuleSet) -> bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let finished = results.finished().filter(|_| args.games);
    let finished = Vec::from_iter(finished.filter(|result| is_wanted(&result.deal.rule_set)));
    let deals = results.daily_deals([]);
    let days = deals.results();
    let days = days.filter(|result| args.days && is_wanted(&result.rule_set));
    let days = Vec::from_iter(days);
    if finished.is_empty() && days.is_empty() && !args.json {
        writeln!(out, "{}.", text::NO_FINISHED_GAMES)?;
    }
    for result in finished {
        if args.json {
            file::write_json_line(out, json::finished_game(result, &deals))?;
        } else {
            writeln!(
                out,
                "{}",
                stats_text::finished_line(result, &TimeZone::system())
            )?;
        }
    }
    for result in days {
        if args.json {
            file::write_json_line(out, json::day(result))?;
        } else {
            writeln!(out, "{}", stats_text::day_line(result))?;
        }
    }
    Ok(())
}
