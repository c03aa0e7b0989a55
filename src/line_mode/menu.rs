//! Choosing a game: the menu, new deals, saved and finished games, results.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::commands::usage;
use super::io::{Rejection, Reply};
use super::{Repl, unknown_command};
use crate::describe::{self, pluralize};
use crate::escape::quote;
use crate::seed;
use crate::session::{DailyProgress, DealSource, Session, text, time_or_date, today};
use crate::stats_text::{self, format_duration};
use crate::storage::Loaded;
use crate::storage::results::GameResult;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::SavedGame;
use crate::variant::{self, Variant};

const PAGE_LEN: usize = 10;

impl Repl<'_> {
    pub(super) fn menu_greeting(&mut self) -> String {
        let games = self.list_games();
        format!("{games}\nType the name of a game, or resume and a number. help: all commands")
    }

    /// Lists the games, and those that can be resumed.
    pub(super) fn list_games(&mut self) -> String {
        let mut lines =
            vec!["Games and their options, the defaults first. To deal one: play GAME".to_owned()];
        lines.extend(variant::games().iter().map(|info| {
            let options = info.options.iter().map(|option| {
                let values: Vec<&str> = option.values.iter().map(|value| value.name).collect();
                format!("{}={}", option.name, values.join(" or "))
            });
            let options: Vec<String> = options.collect();
            format!("{}: {}", info.id, options.join(", "))
        }));
        let Loaded {
            value: saved,
            warnings,
        } = self.store.saves.unfinished_games();
        lines.push(if saved.is_empty() {
            "No saved games.".into()
        } else {
            "Saved games (resume and a number):".into()
        });
        let (zone, now) = (TimeZone::system(), self.clock.now());
        let numbered = (1..).zip(&saved);
        lines.extend(numbered.map(|(n, saved)| format!("{n}. {}", saved_game(saved, &zone, now))));
        lines.extend(text::warnings(&warnings));
        self.saved_games = saved;
        lines.join("\n")
    }

    /// Answers a line in the menu that may name a game.
    pub(super) fn handle_game_name(&mut self, line: &str) -> Reply {
        let lower = line.to_ascii_lowercase();
        match variant::parse_id_prefix(&lower) {
            Some(_) => self.deal_described(&lower),
            None if line.is_empty() => Err(Rejection::NotUnderstood(
                "Type the name of a game, or help".into(),
            )),
            None => Err(unknown_command(line)),
        }
    }

    /// Deals the game that is described: its name, its options, and a seed, `daily` or a difficulty.
    pub(super) fn deal_described(&mut self, description: &str) -> Reply {
        let (info, rest) = match variant::parse_id_prefix(description) {
            Some(found) => found,
            None if description.is_empty() => {
                let games = text::game_names();
                return Err(usage("play", &format!(". The games are {games}")));
            }
            None => return Err(unknown_game(description)),
        };
        let words = rest.split_whitespace();
        let (options, source): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains('='));
        let options: Vec<(&str, &str)> = options
            .into_iter()
            .filter_map(|option| option.split_once('='))
            .collect();
        let rules = match variant::new(info, &options) {
            Ok(rules) => rules,
            Err(error) => return Err(Rejection::NotUnderstood(error.to_string())),
        };
        let dealt = match source[..] {
            [] => Some(self.deal_from(self.source(), &rules)),
            [word] | ["seed", word] => self.deal_named(rules, word),
            _ => None,
        };
        dealt.unwrap_or_else(|| Err(usage("play", "")))
    }

    /// Where new deals come from.
    pub(super) fn source(&self) -> DealSource {
        let setting = DealSource::Random(self.settings.choice());
        self.options.source.unwrap_or(setting)
    }

    pub(super) fn source_of_another_deal(&self) -> DealSource {
        self.source().of_another_deal(self.settings.choice())
    }

    pub(super) fn deal_from(&mut self, source: DealSource, rules: &Variant) -> Reply {
        let now = self.clock.now();
        let mut daily_note = None;
        if let DealSource::Daily(day) = source
            && source.is_of(rules)
        {
            let progress = self.store.daily_progress(rules, day.unwrap_or_else(today));
            daily_note = text::daily_note(&progress);
            if let DailyProgress::InProgress(id) = progress {
                return self.resume_saved(&id, ". restart: from the deal");
            }
        }
        let session = match self.seeds.deal(source, rules, today, now) {
            Some(session) => session,
            None => {
                let found = self.deal_winnable(rules);
                found.map_err(|canceled| Rejection::Refused(canceled.into()))?
            }
        };
        let note = text::random_deal_note(source, rules).or(daily_note);
        let opened = self.open(session);
        Ok(note.map_or_else(|| opened.clone(), |note| format!("{note}\n{opened}")))
    }

    /// Deals the game in front again, from a source or a seed that was typed, or else as before.
    pub(super) fn deal_another(&mut self, deal: &str) -> Reply {
        match deal {
            "" => self.deal_from(self.source_of_another_deal(), &self.rules()?),
            _ => self.deal_typed(deal),
        }
    }

    pub(super) fn deal_other_kind(&mut self) -> Reply {
        let source = self.source_of_another_deal().other_kind();
        self.deal_from(source, &self.rules()?)
    }

    pub(super) fn deal_typed(&mut self, deal: &str) -> Reply {
        let dealt = self.deal_named(self.rules()?, deal);
        let not_a_number = || format!("{}: new 42", text::NOT_A_NUMBER);
        dealt.unwrap_or_else(|| Err(Rejection::NotUnderstood(not_a_number())))
    }

    pub(super) fn restart(&mut self) -> Reply {
        let restarted = self.open_session()?.restart(self.clock.now());
        Ok(self.open(restarted))
    }

    /// Deals a game from a source or a seed that was typed; `None` if the word is neither.
    pub(super) fn deal_named(&mut self, rules: Variant, word: &str) -> Option<Reply> {
        match DealSource::from_name(word) {
            Some(source @ (DealSource::Graded(_) | DealSource::Daily(_)))
                if !source.is_of(&rules) =>
            {
                Some(Err(Rejection::Refused(text::NO_GRADED_DEALS.into())))
            }
            Some(DealSource::Number) | None => {
                let seed = seed::parse(word)?;
                Some(Ok(self.open(Session::deal(rules, seed, self.clock.now()))))
            }
            Some(source) => Some(self.deal_from(source, &rules)),
        }
    }

    pub(super) fn resume(&mut self, number: &str) -> Reply {
        let index = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let Some(saved) = index.and_then(|index| self.saved_games.get(index)) else {
            return Err(usage("resume", "; menu lists the numbers"));
        };
        let id = saved.id.clone();
        self.resume_saved(&id, "")
    }

    /// Resumes a saved game and says so; `more` follows that.
    fn resume_saved(&mut self, id: &SaveId, more: &str) -> Reply {
        let open = self.session.as_ref().map(Session::save_state);
        if open.is_some_and(|open| open.id() == Some(id)) {
            self.opened_games += usize::from(self.replay.take().is_some());
            return Ok("This game is open".into());
        }
        let session = self.store.load(id, self.clock.now())?;
        let resumed = text::resumed(session.game());
        let opened = self.open(session);
        Ok(format!("{resumed}{more}\n{opened}"))
    }

    /// Describes the results of the game shown, of another, or of all.
    pub(super) fn describe_results(&mut self, game: &str) -> Reply {
        let own = self.session.as_ref().filter(|_| self.replay.is_none());
        let game = match (game, variant::parse_id_prefix(game), own) {
            ("", _, Some(session)) => Some(session.game().rules().info()),
            ("" | "all", ..) => None,
            (_, Some((info, "")), _) => Some(info),
            _ => return Err(unknown_game(game)),
        };
        let reloaded = self.store.saves.reload_results();
        let all = self.store.saves.all_stats();
        let (style, results) = (self.notation().into(), self.store.saves.results());
        let mut lines = stats_text::report(&all.value, results, game, today(), style);
        if lines.is_empty() {
            lines.push(text::NO_FINISHED_GAMES.into());
        }
        lines.extend(stats_text::unreadable_lines(results));
        lines.extend(reloaded.err().map(|error| error.to_string()));
        lines.extend(text::warnings(&all.warnings));
        Ok(lines.join("\n"))
    }

    /// Lists the finished games, the last first, from a number on.
    pub(super) fn list_finished(&mut self, from: &str) -> Reply {
        let first = match (from, from.parse::<usize>()) {
            ("", _) => 1,
            (_, Ok(from)) if from > 0 => from,
            _ => return Err(usage("finished", "; for example finished 11")),
        };
        let reloaded = self.store.saves.reload_results();
        self.finished_games = self.store.saves.results().finished().cloned().collect();
        let zone = TimeZone::system();
        let page = (1..)
            .zip(&self.finished_games)
            .skip(first - 1)
            .take(PAGE_LEN);
        let mut lines: Vec<String> = page
            .map(|(n, result)| format!("{n}. {}", finished_game(result, &zone)))
            .collect();
        let rest = self
            .finished_games
            .len()
            .saturating_sub(first - 1 + lines.len());
        lines.push(match (lines.is_empty(), rest) {
            (true, _) if self.finished_games.is_empty() => text::NO_FINISHED_GAMES.into(),
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

/// Describes a finished game: `lost: Single Left, seed 3, 36 moves, 9s, 2026-11-20`.
fn finished_game(result: &GameResult, zone: &TimeZone) -> String {
    let taken_over = if result.taken_over {
        ", taken over"
    } else {
        ""
    };
    let outcome = format!("{}{taken_over}", result.outcome_label());
    let name = describe::game_title(&result.deal.kind);
    let seed = seed_text(result.deal.seed);
    let (moves, time) = (
        pluralize(result.moves, "move"),
        format_duration(result.header.seconds),
    );
    let date = result
        .ended
        .map(|ended| format!(", {}", zone.to_datetime(ended).date()));
    format!(
        "{outcome}: {name}{seed}, {moves}, {time}{}",
        date.unwrap_or_default()
    )
}

/// Describes a saved game: `Moosehide, seed 7, 12 moves, last played 18:04`.
fn saved_game(saved: &SavedGame, zone: &TimeZone, now: Timestamp) -> String {
    let name = describe::game_title(&saved.deal.kind);
    let daily = |day| format!(", {}", text::daily_name(day));
    let seed = saved
        .daily
        .map_or_else(|| seed_text(saved.deal.seed), daily);
    let moves = pluralize(saved.moves, "move");
    let when = if saved.locked_by_other {
        "open in another window".into()
    } else {
        format!("last played {}", time_or_date(saved.last_played, now, zone))
    };
    format!("{name}{seed}, {moves}, {when}")
}

fn seed_text(seed: Option<u64>) -> String {
    seed.map_or(String::new(), |seed| format!(", seed {seed}"))
}

fn unknown_game(name: &str) -> Rejection {
    let (name, games) = (quote(name), text::game_names());
    Rejection::NotUnderstood(format!("Unknown game {name}. The games are {games}"))
}
