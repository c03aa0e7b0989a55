//! The place where a game is chosen: the menu, saved and finished games, results.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::commands::usage;
use super::context::LineContext;
use super::io::{MenuJson, Numbered, Rejection, Reply, unknown_game};
use crate::describe::{pluralize, sentence};
use crate::json::{FinishedGameJson, GameInfoJson, SavedGameJson, StatsJson};
use crate::rules::GameInfo;
use crate::session::{Replay, text, time_or_date, today};
use crate::stats_text;
use crate::storage::Loaded;
use crate::storage::daily::DailyWins;
use crate::storage::results::GameResult;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::{SavedDeal, SavedGame};
use crate::storage::stats::Stats;
use crate::variant;

const PAGE_LEN: usize = 10;

/// The lists from which a game is chosen by its number.
#[derive(Debug, Default)]
pub(super) struct MenuPlace {
    /// The games to resume, as they were listed last.
    saved_games: Vec<SavedDeal>,
    /// The saved games about which the player was asked whether they should be removed.
    asked: Vec<SaveId>,
    /// The finished games, as they were listed last.
    finished_games: Vec<Arc<GameResult>>,
}

impl MenuPlace {
    pub(super) fn greeting(&mut self, cx: &mut LineContext<'_>) -> String {
        let games = self.list_games("", cx).unwrap_or_default();
        format!("{games}\nType the name of a game, or resume and a number. help: all commands")
    }

    /// Lists the games, and ten of those that can be resumed, from a number on.
    pub(super) fn list_games(&mut self, from: &str, cx: &mut LineContext<'_>) -> Reply {
        let first = parse_first("menu", from)?;
        let mut lines = Vec::new();
        if from.is_empty() {
            let games = variant::games().into_iter();
            lines.extend(games.map(|info| format!("{}: {}", info.title, info.summary)));
            lines.push("rules and the name of a game: its rules and options".into());
        }
        let Loaded {
            value: saved,
            warnings,
        } = cx.profile.saves.saved_deals();
        if from.is_empty() {
            // Another window may have won. What cannot be read is said where results are shown.
            _ = cx.profile.saves.reload_results();
            lines.push(todays_deals(
                &saved,
                cx.profile.saves.results().daily_wins(),
            ));
        }
        lines.push(match saved.len() {
            0 => "No saved games.".into(),
            count if count < first => "No more saved games".into(),
            _ => "Saved games (resume and a number):".into(),
        });
        let (zone, now) = (TimeZone::system(), cx.now());
        let page = (1..).zip(&saved).skip(first - 1).take(PAGE_LEN);
        lines.extend(page.map(|(n, saved)| format!("{n}. {}", saved_deal(n, saved, &zone, now))));
        let next = first + PAGE_LEN;
        if saved.len() >= next {
            lines.push(format!("{} more: menu {next}", saved.len() + 1 - next));
        }
        lines.extend(text::warnings(&warnings));
        cx.printer.facts().menu = Some(MenuJson {
            games: GameInfoJson::all(),
            saved: numbered(&saved, SavedGameJson::new),
        });
        self.saved_games = saved;
        self.asked.clear();
        Ok(lines.join("\n"))
    }

    /// Returns the saved games of a number in the list: those of a deal, the last one first, or by `2.3` the
    /// third of the second deal.
    fn saved_games(&self, number: &str, command: &str) -> Result<Vec<&SavedGame>, Rejection> {
        let index = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
        let (deal, attempt) = match number.split_once('.') {
            Some((deal, attempt)) => (deal, Some(attempt)),
            None => (number, None),
        };
        let deal = index(deal).and_then(|deal| self.saved_games.get(deal));
        let games = deal.and_then(|deal| match attempt {
            Some(attempt) => Some(vec![deal.attempt(index(attempt)?)?]),
            None => Some(deal.attempts().collect()),
        });
        games.ok_or_else(|| usage(command, "; menu lists the numbers"))
    }

    /// Returns the saved game of a number in the list.
    pub(super) fn saved_game(&self, number: &str) -> Result<SaveId, Rejection> {
        let games = self.saved_games(number, "resume")?;
        Ok(games[0].id.clone())
    }

    /// Removes the saved games of a number in the list. At a terminal, asks the first time.
    pub(super) fn forget(
        &mut self,
        number: &str,
        at_table: Option<&SaveId>,
        cx: &mut LineContext<'_>,
    ) -> Reply {
        let games = self.saved_games(number, "forget")?;
        let ids: Vec<SaveId> = games.iter().map(|game| game.id.clone()).collect();
        if cx.input.is_typed() && self.asked != ids {
            let question = text::forget_question(games[0], games.len());
            self.asked = ids;
            return Ok(format!("{question} forget {number} again: yes"));
        }
        let name = text::saved_name(games[0]);
        let (removed, kept) = cx.profile.forget(&ids, at_table);
        self.list_games("", cx)?;
        match text::forgotten(removed, kept.as_ref()) {
            text if removed > 0 => Ok(format!("{name}: {text}. menu lists the others")),
            text => Err(Rejection::Refused(format!("{name}: {text}"))),
        }
    }

    /// Forgets that the player was asked whether saved games should be removed.
    pub(super) fn withdraw_question(&mut self) {
        self.asked.clear();
    }

    /// Opens the replay of the finished game of a number in the list.
    pub(super) fn finished_game(
        &self,
        number: usize,
        cx: &LineContext<'_>,
    ) -> Result<Replay, Rejection> {
        let index = number.checked_sub(1);
        let result = index.and_then(|index| self.finished_games.get(index));
        let id = &result.ok_or_else(replay_usage)?.id;
        let (played, review) = cx.profile.finished_game(id)?;
        Ok(Replay::new(played, review))
    }

    /// Lists the finished games, the last first, from a number on.
    pub(super) fn list_finished(&mut self, from: &str, cx: &mut LineContext<'_>) -> Reply {
        let first = parse_first("finished", from)?;
        let saves = &mut cx.profile.saves;
        let reloaded = saves.reload_results();
        self.finished_games = saves.results().finished().cloned().collect();
        let (zone, games) = (TimeZone::system(), &self.finished_games);
        let page = (1..).zip(games).skip(first - 1).take(PAGE_LEN);
        let mut lines: Vec<String> = page
            .map(|(n, result)| format!("{n}. {}", stats_text::finished_line(result, &zone)))
            .collect();
        let wins = saves.results().daily_wins();
        let mut finished = numbered(games, |result| FinishedGameJson::new(result, wins));
        finished.drain(..(first - 1).min(finished.len()));
        finished.truncate(PAGE_LEN);
        cx.printer.facts().finished = Some(finished);
        let rest = games.len().saturating_sub(first - 1 + lines.len());
        lines.push(match (lines.is_empty(), rest) {
            (true, _) if games.is_empty() => text::NO_FINISHED_GAMES.into(),
            (true, _) => "No more finished games".into(),
            (false, 0) => "replay and a number: replay one".into(),
            (false, rest) => {
                let next = first + PAGE_LEN;
                format!("{rest} more: finished {next}. replay and a number: replay one")
            }
        });
        lines.extend(reloaded.err().map(|error| error.to_string()));
        Ok(lines.join("\n"))
    }
}

/// Parses the number of the first entry of a list that a command shows: 1 if none is typed.
fn parse_first(name: &str, typed: &str) -> Result<usize, Rejection> {
    match (typed, typed.parse()) {
        ("", _) => Ok(1),
        (_, Ok(first)) if first > 0 => Ok(first),
        _ => Err(usage(name, &format!("; for example {name} 11"))),
    }
}

/// Describes the results of a game that is named, of the game at the table, or of all.
pub(super) fn results(
    name: &str,
    at_table: Option<&'static GameInfo>,
    cx: &mut LineContext<'_>,
) -> Reply {
    let game = match (name, variant::parse_id_prefix(name), at_table) {
        ("", _, Some(info)) => Some(info),
        ("" | "all", ..) => None,
        (_, Some((info, "")), _) => Some(info),
        _ => return Err(unknown_game(name)),
    };
    let style = cx.notation().into();
    let saves = &mut cx.profile.saves;
    let reloaded = saves.reload_results();
    let (all, results) = (saves.all_stats(), saves.results());
    let (today, wins) = (today(), results.daily_wins());
    let is_wanted = |stats: &&Stats| game.is_none_or(|game| game.id == stats.kind.info.id);
    let wanted = all.value.iter().filter(is_wanted);
    let stats = wanted.map(|stats| StatsJson::new(stats, wins, today));
    cx.printer.facts().results = Some(stats.collect());
    let mut lines = stats_text::report(&all.value, results, game, today, style);
    if lines.is_empty() {
        lines.push(text::NO_FINISHED_GAMES.into());
    }
    lines.extend(stats_text::unreadable_lines(results));
    lines.extend(reloaded.err().map(|error| error.to_string()));
    lines.extend(text::warnings(&all.warnings));
    Ok(lines.join("\n"))
}

pub(super) fn replay_usage() -> Rejection {
    usage("replay", "; finished lists the numbers")
}

/// Says which daily deals of today are won or open, and how to play one.
fn todays_deals(saved: &[SavedDeal], wins: &DailyWins) -> String {
    let day = today();
    let is_open = |info: &GameInfo| {
        let mut games = saved.iter().flat_map(SavedDeal::attempts);
        games.any(|game| game.daily == Some(day) && game.deal.kind.info.id == info.id)
    };
    let states = variant::games().into_iter().filter_map(|info| match info {
        info if is_open(info) => Some(format!("{} open", info.title)),
        info if wins.is_won(day, info) => Some(format!("{} won", info.title)),
        _ => None,
    });
    let states: Vec<String> = states.collect();
    let states = match &*states {
        [] => String::new(),
        states => format!(": {}", states.join(", ")),
    };
    let deal = sentence(&text::daily_deal(day));
    format!("{deal}{states}. Type a game and daily, as in moosehide daily")
}

/// Describes the saved games of a deal: `Moosehide, seed 7, 12 moves, last played 18:04`.
fn saved_deal(number: usize, deal: &SavedDeal, zone: &TimeZone, now: Timestamp) -> String {
    let saved = deal.latest();
    let name = text::saved_name(saved);
    let moves = pluralize(saved.moves, "move");
    let when = if saved.locked_by_other {
        "open in another window".into()
    } else {
        format!("last played {}", time_or_date(saved.last_played, now, zone))
    };
    let earlier = match deal.attempts().len() {
        1 => String::new(),
        count => format!("; {count} attempts, resume {number}.2: the one before"),
    };
    format!("{name}, {moves}, {when}{earlier}")
}

/// Describes the games of a list, with their numbers.
fn numbered<T, J>(games: &[T], describe: impl Fn(&T) -> J) -> Vec<Numbered<J>> {
    let numbered = (1..).zip(games);
    numbered
        .map(|(number, game)| Numbered {
            number,
            game: describe(game),
        })
        .collect()
}
