//! The lists from which a game is chosen by its number, and the results.

use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::commands::{parse_number, usage};
use super::mode::LineMode;
use super::reply::{Rejection, Reply, unknown_game};
use crate::describe::{pluralize, sentence};
use crate::difficulty::daily;
use crate::game::RuleSet;
use crate::json::{self, joined};
use crate::session::{Replay, text, today};
use crate::stats_text;
use crate::storage::daily::DailyDeals;
use crate::storage::saves::SavedGame;
use crate::storage::stats::Stats;
use crate::variant;

const PAGE_LEN: usize = 10;

const REPLAY_ONE: &str = "replay and a number: replay one";

impl LineMode<'_> {
    /// Lists the games, and ten of those that can be resumed, from a number on.
    pub(super) fn list_games(&mut self, from: &str) -> Reply {
        let first = parse_number("menu", from, "menu 11")?;
        let listed = self.profile.saves.list();
        let saved = SavedGame::by_deal(listed.value);
        let deals = self.profile.saves.daily_deals();
        let mut lines = Vec::new();
        if from.is_empty() {
            let games = variant::games().into_iter();
            lines.extend(games.map(|info| format!("{}: {}", info.title, info.summary)));
            lines.push("rules and the name of a game: its rules and options".into());
            lines.push(todays_deals(&deals));
        }
        lines.push(match saved.len() {
            0 => "No saved games.".into(),
            count if count < first => "No more saved games".into(),
            _ => "Saved games (resume and a number):".into(),
        });
        let page = (1..).zip(&saved).skip(first - 1).take(PAGE_LEN);
        lines.extend(page.map(|(n, saved)| saved_deal(n, saved, &deals)));
        lines.extend(more("menu", first, saved.len()));
        lines.extend(text::warnings(&listed.warnings));
        self.printer.facts.menu = Some(json!({
            "games": json::games(),
            "saved": numbered((1..).zip(&saved), |games| json::saved_game(games)),
        }));
        self.saved_games = saved;
        self.asked.clear();
        Ok(lines.join("\n"))
    }

    /// Returns the saved games of a number in the list, which are of one deal, or the attempt of two numbers: `1.2`.
    fn saved_deal(&self, numbers: &str, command: &str) -> Result<&[SavedGame], Rejection> {
        let index = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
        let deal = |number| self.saved_games.get(index(number)?);
        let games = match numbers.split_once('.') {
            None => deal(numbers).map(Vec::as_slice),
            Some((number, attempt)) => deal(number)
                .zip(index(attempt))
                .and_then(|(games, attempt)| games.get(attempt..=attempt)),
        };
        games.ok_or_else(|| usage(command, "; menu lists the numbers"))
    }

    /// Resumes the last played game of a number in the list.
    pub(super) fn resume(&mut self, number: &str) -> Reply {
        let saved = self.saved_deal(number, "resume")?[0].clone();
        if self.saved_id() == Some(&saved.id) {
            return Ok(self.return_to_table());
        }
        let session = self.profile.load(&saved)?;
        let resumed = text::resumed(session.game());
        Ok(format!("{resumed}\n{}", self.open(session)))
    }

    /// Removes the saved games of a number in the list. At a terminal, asks the first time.
    pub(super) fn forget(&mut self, number: &str) -> Reply {
        let games = self.saved_deal(number, "forget")?.to_vec();
        if self.input.is_typed && self.asked != games {
            let question = text::forget_question(&games[0], games.len());
            self.asked = games;
            return Ok(format!("{question} forget {number} again: yes"));
        }
        let name = stats_text::deal_title(&games[0].deal, games[0].daily);
        let at_table = self.saved_id().cloned();
        let (removed, kept) = self.profile.forget(&games, at_table.as_ref());
        self.list_games("")?;
        match text::forgotten(removed, kept.as_ref()) {
            text if removed > 0 => Ok(format!("{name}: {text}. menu lists the others")),
            text => Err(Rejection::Refused(format!("{name}: {text}"))),
        }
    }

    /// Opens the replay of the finished game of a number in the list.
    pub(super) fn finished_game(&self, number: usize) -> Result<Replay, Rejection> {
        let index = number.checked_sub(1);
        let result = index.and_then(|index| self.finished_games.get(index));
        let id = match result {
            Some(result) => &result.id,
            None if self.finished_games.is_empty() => {
                let text = "Type finished first: it lists the numbers";
                return Err(Rejection::Refused(text.into()));
            }
            None => return Err(replay_usage()),
        };
        let (played, review) = self.profile.finished_game(id)?;
        Ok(Replay::new(played, review))
    }

    /// Lists the finished games, the last first, from a number on.
    pub(super) fn list_finished(&mut self, from: &str) -> Reply {
        let first = parse_number("finished", from, "finished 11")?;
        let saves = &mut self.profile.saves;
        let reloaded = saves.refresh();
        let games: Vec<_> = saves.results().finished().cloned().collect();
        let deals = saves.results().daily_deals();
        let page = (1..).zip(&games).skip(first - 1).take(PAGE_LEN);
        let finished = numbered(page.clone(), |result| json::finished_game(result, deals));
        self.printer.facts.finished = Some(finished);
        let mut lines: Vec<String> = page
            .map(|(n, result)| {
                let line = stats_text::finished_line(result, &self.profile.small_files);
                format!("{n}. {line}")
            })
            .collect();
        lines.push(
            match (lines.is_empty(), more("finished", first, games.len())) {
                (true, _) if games.is_empty() => text::NO_FINISHED_GAMES.into(),
                (true, _) => "No more finished games".into(),
                (false, None) => REPLAY_ONE.into(),
                (false, Some(more)) => format!("{more}. {REPLAY_ONE}"),
            },
        );
        lines.extend(reloaded.err().map(|error| error.to_string()));
        self.finished_games = games;
        Ok(lines.join("\n"))
    }

    /// Describes the results of the game at the table, of another, or of all.
    pub(super) fn results(&mut self, name: &str) -> Reply {
        let at_table = self.table.as_ref().filter(|_| self.replay.is_none());
        let at_table = at_table.map(|session| session.game().rules().info());
        let game = match (name, variant::parse_id_prefix(name), at_table) {
            ("", _, Some(info)) => Some(info),
            ("" | "all", ..) => None,
            (_, Some((info, "")), _) => Some(info),
            _ => return Err(unknown_game(name)),
        };
        let notation = self.notation();
        let saves = &mut self.profile.saves;
        let reloaded = saves.refresh();
        let (all, results) = (saves.all_stats(), saves.results());
        let (today, deals) = (today(), results.daily_deals());
        let is_wanted = |stats: &&Stats| game.is_none_or(|game| game.id == stats.rule_set.info.id);
        let wanted = all.value.iter().filter(is_wanted);
        let stats = wanted.map(|stats| json::stats(stats, deals, today));
        self.printer.facts.results = Some(stats.collect());
        let mut lines = stats_text::report(&all.value, results, game, today, notation);
        if lines.is_empty() {
            lines.push(text::NO_FINISHED_GAMES.into());
        }
        lines.extend(stats_text::unreadable_lines(results));
        lines.extend(reloaded.err().map(|error| error.to_string()));
        lines.extend(text::warnings(&all.warnings));
        Ok(lines.join("\n"))
    }
}

pub(super) fn replay_usage() -> Rejection {
    usage("replay", "; finished lists the numbers")
}

/// Says how far the player has come with the daily deals of today, and how to play one.
fn todays_deals(deals: &DailyDeals) -> String {
    let day = today();
    let states = daily::games().into_iter().map(|rules| {
        let state = deals.state(day, &RuleSet::new(&rules));
        format!("{} {}", rules.info().title, state.label())
    });
    let others = stats_text::other_daily_deals(deals, day);
    let states: Vec<String> = states.chain(others).collect();
    let (deal, states) = (sentence(&text::daily_deal(day)), states.join(", "));
    format!("{deal}: {states}. Type a game and daily, as in moosehide daily")
}

/// Describes the saved games of a deal with their number: `2. Moosehide, deal 7, 12 moves, last played 18:04`.
fn saved_deal(number: usize, deal: &[SavedGame], deals: &DailyDeals) -> String {
    let saved = &deal[0];
    let state = saved
        .daily
        .map(|day| deals.state(day, &saved.deal.rule_set));
    let won = state.filter(|state| state.is_win());
    let won = won.map(|state| format!(", {}", state.label()));
    let name = stats_text::deal_title(&saved.deal, saved.daily) + &won.unwrap_or_default();
    let moves = pluralize(saved.moves, "move");
    let when = if saved.locked_by_other {
        "open in another window".into()
    } else {
        let time = TimeZone::system().to_datetime(saved.last_played);
        let is_today = time.date() == today();
        let form = if is_today { "%H:%M" } else { "%Y-%m-%d" };
        format!("last played {}", time.strftime(form))
    };
    let earlier = match deal.len() {
        1 => String::new(),
        count => format!(", attempts {number}.1 to {number}.{count}"),
    };
    format!("{number}. {name}, {moves}{earlier}, {when}")
}

/// Says how many items of a list follow after ten from a number on, and how to see them. `None` if no more follow.
fn more(command: &str, first: usize, count: usize) -> Option<String> {
    let next = first.checked_add(PAGE_LEN)?;
    (count >= next).then(|| format!("{} more: {command} {next}", count + 1 - next))
}

/// Describes games of a list, with their numbers.
fn numbered<'a, T: 'a>(
    games: impl Iterator<Item = (usize, &'a T)>,
    describe: impl Fn(&T) -> Value,
) -> Vec<Value> {
    games
        .map(|(number, game)| joined(json!({ "number": number }), describe(game)))
        .collect()
}
