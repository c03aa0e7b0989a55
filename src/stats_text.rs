//! Statistics as text.

use std::fmt::Display;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::describe::{CardNotation, game_title, home_word, pluralize};
use crate::difficulty::daily;
use crate::game::{DealName, Game, RuleSet};
use crate::record::{GameOutcome, PlayedGame, Win};
use crate::review::decision_text;
use crate::rules::GameInfo;
use crate::storage::daily::{DailyDeals, DailyResult};
use crate::storage::results::{GameResult, Results};
use crate::storage::small_files::SmallFiles;
use crate::storage::stats::{Stats, median};

/// Width of the label of a line in columns.
const LABEL_WIDTH: usize = 8;

/// Formats a duration in whole seconds as a clock shows it: `4:05`, or `1:04:05` from an hour on.
pub fn format_clock(seconds: u64) -> String {
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    match minutes {
        0..60 => format!("{minutes}:{seconds:02}"),
        _ => format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60),
    }
}

/// Returns the results in all games, or in one: statistics, a line to share the latest game, and the daily
/// deals won.
pub fn report(
    all: &[Stats],
    results: &Results,
    game: Option<&GameInfo>,
    today: Date,
    notation: CardNotation,
) -> Vec<String> {
    let is_wanted = |stats: &&Stats| game.is_none_or(|game| game.id == stats.rule_set.info.id);
    let deals = results.daily_deals();
    let mut groups = Vec::new();
    for stats in all.iter().filter(is_wanted) {
        let mut finished = results.finished();
        let latest = finished.find(|result| result.deal.rule_set == stats.rule_set);
        let latest = latest.map(|result| format!("  {}", share_line(result, deals, notation)));
        groups.push(lines(stats, notation).into_iter().chain(latest).collect());
    }
    let deals = game.map_or_else(|| deals.clone(), |game| deals.of_game(game));
    let mut daily = daily_lines(&deals, today);
    if let (Some(title), Some(game)) = (daily.first_mut(), game) {
        *title += &format!(" of {}", game.title);
    }
    groups.push(daily);
    groups.retain(|lines| !lines.is_empty());
    groups.join(&String::new())
}

/// Returns the statistics as lines. The first is the title of the game.
pub fn lines(stats: &Stats, notation: CardNotation) -> Vec<String> {
    let mut lines = vec![game_title(&stats.rule_set)];
    let mut add = |label: &str, text: String| lines.push(labeled(label, &text));
    let (played, won) = (stats.counts.played, stats.counts.won);
    if played > 0 {
        let (games, share) = (pluralize(played, "game"), 100.0 * stats.win_rate());
        add("played", format!("{games}, {won} won ({share:.0} %)"));
    }
    let with_help = won.saturating_sub(stats.counts.clean);
    let wins = [
        (stats.counts.clean, "clean (without help)"),
        (with_help, "with help"),
    ];
    let wins: Vec<String> = counted(wins).collect();
    if !wins.is_empty() {
        add("wins", wins.join(", "));
    }
    if played > 0 {
        let signs: String = stats.recent.iter().map(|state| state.sign()).collect();
        let signs = match notation {
            CardNotation::Symbols => signs,
            _ => signs.replace('★', "*").replace('✓', "+").replace('×', "x"),
        };
        add("last", signs);
    }
    for (label, text) in records(stats).into_iter().chain(other_games(stats)) {
        add(label, text);
    }
    for (difficulty, counts) in &stats.graded {
        let won = format!("{} of {} won", counts.won, counts.played);
        let kinds = [(counts.clean, "clean"), (counts.solved, "solved")];
        let parts = [won].into_iter().filter(|_| counts.played > 0);
        let parts: Vec<String> = parts.chain(counted(kinds)).collect();
        add(difficulty.as_str(), parts.join(", "));
    }
    lines
}

/// Returns a line with a label.
fn labeled(label: &str, text: &str) -> String {
    format!("  {label:LABEL_WIDTH$}{text}")
}

/// Says how many there are of each kind, as far as there are any.
fn counted<T: Display>(
    counts: impl IntoIterator<Item = (usize, T)>,
) -> impl Iterator<Item = String> {
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, kind)| format!("{count} {kind}"))
}

/// Returns what the player has reached in a game, each with a label: the best and the usual win, cards left, streaks.
pub fn records(stats: &Stats) -> Vec<(&'static str, String)> {
    let win = |(moves, seconds): (u64, u64)| {
        let moves = pluralize(moves as usize, "move");
        format!("{moves}, {}", format_clock(seconds))
    };
    let best = stats.best_moves.zip(stats.best_seconds);
    let usual = median(&stats.win_moves).zip(median(&stats.win_seconds));
    let left = stats.cards_left.iter().min().zip(median(&stats.cards_left));
    let left = left.map(|(best, usual)| {
        let usual = pluralize(usual as usize, "card");
        format!("best {best}, usual {usual}")
    });
    let streak = streaks(stats.streak, stats.best_streak, "win");
    let records = [
        best.map(|best| ("best", win(best))),
        usual.map(|usual| ("usual", win(usual))),
        left.map(|left| ("left", left)),
        streak.map(|streak| ("in row", streak)),
    ];
    records.into_iter().flatten().collect()
}

/// Says, each with a label, what games were lost by, how many there are besides those played, and the time of all.
pub fn other_games(stats: &Stats) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let lost = stats.counts.played - stats.counts.won;
    let reasons = stats.losses.iter().map(|(reason, &count)| (count, reason));
    let reasons: Vec<String> = counted(reasons).collect();
    let mut sole = stats.losses.iter().filter(|(_, count)| **count == lost);
    if !reasons.is_empty() {
        let reasons = sole
            .next()
            .map_or(reasons.join(", "), |(reason, _)| reason.to_string());
        facts.push(("lost", format!("{}: {reasons}", pluralize(lost, "game"))));
    }
    for (label, count, meaning) in [
        (
            "solved",
            stats.counts.solved,
            "won by hints or a solution, not counted as played",
        ),
        (
            "others",
            stats.taken_over,
            "started from a replay or a record, not in these results",
        ),
        ("open", stats.in_progress, "in progress"),
    ] {
        if count > 0 {
            facts.push((label, format!("{} {meaning}", pluralize(count, "game"))));
        }
    }
    if stats.total_seconds > 0 {
        facts.push((
            "time",
            format!("{} in all", format_clock(stats.total_seconds)),
        ));
    }
    facts
}

/// Returns the number of daily deals won and the streaks of days as lines; none without a win. The first
/// is a title.
pub fn daily_lines(deals: &DailyDeals, today: Date) -> Vec<String> {
    let days = deals.days_won();
    if days == 0 {
        return Vec::new();
    }
    let won = labeled("won", &pluralize(days, "day"));
    let streaks = daily_streaks(deals, today);
    let streaks = streaks.map(|streaks| labeled("streak", &streaks));
    let lines = ["Daily deals".to_owned(), won].into_iter();
    lines.chain(streaks).collect()
}

/// Describes the streaks of days: `3 days, best 7`. `None` if there was none.
pub fn daily_streaks(deals: &DailyDeals, today: Date) -> Option<String> {
    streaks(deals.streak(today), deals.best_streak(), "day")
}

fn streaks(current: usize, best: usize, one: &str) -> Option<String> {
    let current = match current {
        0 => "over".to_owned(),
        current => pluralize(current, one),
    };
    (best > 0).then(|| format!("{current}, best {best}"))
}

/// Says how many lines of the results file are unreadable. `None` if all can be read.
pub fn unreadable_lines(results: &Results) -> Option<String> {
    let lines = results.unreadable_lines;
    (lines > 0).then(|| {
        let lines = pluralize(lines, "unreadable line");
        format!("Skipped {lines} of results.jsonl; the file keeps them")
    })
}

/// Compares a win of the player's own with the others: its time in seconds and number of moves.
pub fn comparison(others: &Stats, win: (u64, u64)) -> String {
    let best = others.best_seconds.zip(others.best_moves);
    let Some((seconds, moves)) = best else {
        let first = match others.counts.won {
            0 => "your first win",
            _ => "your first clean win",
        };
        return first.into();
    };
    let [time, new_time] = [seconds, win.0].map(format_clock);
    let is_better = (win.0 < seconds, win.1 < moves);
    let [moves, new_moves] = [moves, win.1].map(|moves| pluralize(moves as usize, "move"));
    match is_better {
        (true, true) => format!("a new record: {new_moves}, {new_time}"),
        (true, false) => format!("a new record: {new_time}; your record: {moves}"),
        (false, true) => format!("a new record: {new_moves}; your record: {time}"),
        (false, false) => format!("your record: {moves}, {time}"),
    }
}

/// Says how a game ended, and if it was taken over.
pub fn outcome_text(result: &GameResult) -> String {
    let taken_over = if result.taken_over {
        ", taken over"
    } else {
        ""
    };
    format!("{}{taken_over}", result.outcome_label())
}

/// Describes a finished game: `lost: Single Left, deal 3, 36 moves, 0:09, by a mistake at move 31, 2026-11-20`.
pub fn finished_line(result: &GameResult, files: &SmallFiles) -> String {
    let outcome = outcome_text(result);
    let deal = deal_title(&result.deal, result.header.daily);
    let mut facts = vec![
        pluralize(result.moves, "move"),
        format_clock(result.header.seconds),
    ];
    facts.extend(help_texts(result));
    let review = files.review(&result.id).filter(|_| result.win().is_none());
    facts.extend(review.map(|(review, _)| decision_text(&review)));
    let date = |ended| TimeZone::system().to_datetime(ended).date().to_string();
    facts.extend(result.ended.map(date));
    format!("{outcome}: {deal}, {}", facts.join(", "))
}

/// Names a deal with its game: `Moosehide, deal 7`, or by the day whose daily deal it is.
pub fn deal_title(deal: &DealName, daily: Option<Date>) -> String {
    let name = deal_name(deal, daily).map(|name| format!(", {name}"));
    game_title(&deal.rule_set) + &name.unwrap_or_default()
}

/// Names a deal: `deal 3`, or by the day whose daily deal it is. `None` for a deck without a number.
pub fn deal_name(deal: &DealName, daily: Option<Date>) -> Option<String> {
    let numbered = || deal.seed.map(|seed| format!("deal {seed}"));
    daily.map(daily_name).or_else(numbered)
}

/// Names a deal in a column: its number, the day whose daily deal it is, or `-`.
pub fn brief_deal_text(deal: &DealName, daily: Option<Date>) -> String {
    let seed = || deal.seed.map_or("-".into(), |seed| seed.to_string());
    daily.map_or_else(seed, daily_name)
}

/// Names the daily deal of a day: `daily Mon 23 Nov`.
pub fn daily_name(day: Date) -> String {
    format!("daily {}", day.strftime("%a %-d %b"))
}

/// Names the daily deals of a day by other rules than those that the menu deals, and how far the player has come with
/// each: `Moosehide, layout classic: won`.
pub fn other_daily_deals(deals: &DailyDeals, day: Date) -> impl Iterator<Item = String> {
    let usual: Vec<RuleSet> = daily::games().iter().map(RuleSet::new).collect();
    let others = deals
        .of_day(day)
        .filter(move |result| !usual.contains(&result.rule_set));
    others.map(|other| format!("{}: {}", game_title(&other.rule_set), other.state.label()))
}

/// Describes how a daily deal ended: `2026-11-23: Moosehide (easy), won`.
pub fn day_line(result: &DailyResult) -> String {
    let (day, name) = (result.day, game_title(&result.rule_set));
    let grade = daily::difficulty(day);
    let is_late = result.is_won() && !result.is_in_time;
    let late = is_late.then_some(" later");
    let (state, late) = (result.state.label(), late.unwrap_or_default());
    format!("{day}: {name} ({grade}), {state}{late}")
}

/// Returns the line about a finished game that players share; it names no card. That of a daily deal won on
/// its day has the streak up to that day.
pub fn share_line(result: &GameResult, deals: &DailyDeals, notation: CardNotation) -> String {
    let deal = match (result.header.daily, result.deal.seed) {
        (Some(day), _) => format!(" daily {day}"),
        (None, Some(seed)) => format!(" deal {seed}"),
        (None, None) => String::new(),
    };
    let grade = result.difficulty.map(|grade| format!(" ({grade})"));
    let title = game_title(&result.deal.rule_set);
    let end = match result.win() {
        Some(Win::Clean) => "clean win in",
        Some(_) => &format!("{} in", result.outcome_label()),
        None => &format!("{} after", result.outcome_label()),
    };
    let mut parts = vec![
        "Larboard".to_owned(),
        format!("{title}{deal}{}", grade.unwrap_or_default()),
        format!("{end} {}", pluralize(result.moves, "move")),
        format_clock(result.header.seconds),
    ];
    parts.extend(help_texts(result));
    parts.extend(result.taken_over.then(|| "taken over".into()));
    let streak = deals.streak_with(result);
    if streak > 0 {
        parts.push(format!("streak {streak}"));
    }
    parts.extend(deal_command(result));
    let separator = match notation {
        CardNotation::Symbols => " · ",
        CardNotation::Letters | CardNotation::Full => ", ",
    };
    parts.join(separator)
}

/// Heights of the columns of a picture, the lowest first, and their number.
const PICTURE_HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const PICTURE_COLUMNS: usize = 24;

/// Returns two rows about the course of a game, to share: the cards home, and those face down. They name no card.
pub fn share_picture(played: &PlayedGame, notation: CardNotation) -> String {
    let (mut game, outcome) = (Game::clone(&played.game), played.outcome());
    let moves = game.moves().len();
    let columns = (0..PICTURE_COLUMNS).map(|column| {
        game.seek(column * moves / (PICTURE_COLUMNS - 1));
        let (table, deck) = (game.table(), game.deck().len());
        let piles = table.pile_ids().iter();
        let hidden: usize = piles.map(|pile| table.face_down(pile)).sum();
        [game.rules().cards_home(table), hidden].map(|cards| {
            let height = cards * (PICTURE_HEIGHTS.len() - 1) / deck;
            match notation {
                CardNotation::Symbols => PICTURE_HEIGHTS[height],
                _ => char::from(b'0' + height as u8),
            }
        })
    });
    let (mut home, hidden): (String, String) = columns.map(<(char, char)>::from).unzip();
    let last = home.pop();
    home.extend(match outcome {
        GameOutcome::Won => last,
        GameOutcome::Lost => Some('×'),
        GameOutcome::Playing | GameOutcome::GivenUp => Some('…'),
    });
    format!("{home} {}\n{hidden} hidden", home_word(&game))
}

/// Names the undos, the hints, the moves that the solver showed, and other help, as far as there were any.
pub fn help_texts(result: &GameResult) -> impl Iterator<Item = String> {
    let header = &result.header;
    let counted = |count: u32, one| (count > 0).then(|| pluralize(count as usize, one));
    let shown = counted(header.shown, "move").map(|moves| moves + " shown");
    let is_counted = header.hints > 0 || header.shown > 0;
    let is_helped = header.asked > Some(0) || !is_counted && !result.deal_help.is_empty();
    let other = is_helped.then(|| "with help".to_owned());
    let (undos, hints) = (counted(header.undos, "undo"), counted(header.hints, "hint"));
    [undos, hints, shown, other].into_iter().flatten()
}

/// Returns the command that deals the game of a result again, if its deck came from a seed.
fn deal_command(result: &GameResult) -> Option<String> {
    let rule_set = &result.deal.rule_set;
    let deal = match (result.header.daily, result.deal.seed?) {
        (Some(day), _) => format!("--daily {day}"),
        (None, seed) => format!("--seed {seed}"),
    };
    let changed = rule_set.changed_options();
    let rules: String = changed
        .map(|(name, value)| format!(" --rule {name}={value}"))
        .collect();
    Some(format!("larboard {} {deal}{rules}", rule_set.info.id))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::civil::date;

    use super::*;
    use crate::difficulty::Difficulty;
    use crate::record::Header;
    use crate::record::{GameOutcome, SaveId};
    use crate::storage::stats::GameCounts;
    use crate::variant::test_variant;

    #[test]
    fn a_clock_shows_minutes_and_seconds_and_then_hours() {
        let texts = [0, 245, 3599, 3600, u64::MAX].map(format_clock);
        let expected = ["0:00", "4:05", "59:59", "1:00:00", "5124095576030431:00:15"];
        assert_eq!(texts, expected);
    }

    fn empty_stats() -> Stats {
        Stats::new(RuleSet::new(&test_variant("moving-left", &[])))
    }

    #[test]
    fn a_win_is_compared_with_the_best() {
        assert_eq!(comparison(&empty_stats(), (9, 9)), "your first win");
        let mut others = empty_stats();
        (others.best_seconds, others.best_moves) = (Some(100), Some(50));
        for (win, expected) in [
            ((100, 50), "your record: 50 moves, 1:40"),
            ((99, 49), "a new record: 49 moves, 1:39"),
            ((99, 50), "a new record: 1:39; your record: 50 moves"),
            ((100, 49), "a new record: 49 moves; your record: 1:40"),
        ] {
            assert_eq!(comparison(&others, win), expected);
        }
    }

    #[test]
    fn the_line_to_share_names_the_deal_the_end_and_the_help() {
        let rules = test_variant("moosehide", &[]);
        let result = GameResult {
            id: SaveId::new(Timestamp::UNIX_EPOCH),
            deal: DealName {
                rule_set: RuleSet::new(&rules),
                seed: Some(42),
                deck: None,
            },
            difficulty: Some(Difficulty::Easy),
            outcome: GameOutcome::Won,
            moves: 96,
            cards_home: 52,
            cards_left: None,
            header: Header {
                seconds: 451,
                undos: 2,
                ..Header::default()
            },
            taken_over: false,
            deal_help: Vec::new(),
            is_won_again: false,
            is_clean_again: false,
            unused: false,
            ended: "2026-11-23T12:00:00Z".parse().ok(),
        };
        let mut daily = result.clone();
        daily.header.daily = Some(date(2026, 11, 23));
        let mut results = Results::default();
        results.add(daily.clone());
        let mut day_before = daily.clone();
        day_before.header.daily = Some(date(2026, 11, 22));
        (day_before.id, day_before.deal.seed) = (SaveId::new(Timestamp::UNIX_EPOCH), Some(7));
        results.add(day_before);
        let mut solved = result.clone();
        (solved.difficulty, solved.header.shown) = (None, 3);
        let mut clean = result.clone();
        (clean.header.asked, clean.header.undos) = (Some(0), 0);
        let lost = GameResult {
            deal: DealName {
                seed: None,
                ..result.deal.clone()
            },
            difficulty: None,
            outcome: GameOutcome::Lost,
            moves: 1,
            header: Header {
                seconds: 3605,
                undos: 2,
                hints: 2,
                ..Header::default()
            },
            ..result.clone()
        };
        for (result, line) in [
            (
                result,
                "Larboard · Moosehide deal 42 (easy) · won in 96 moves · 7:31 · 2 undos · larboard moosehide --seed 42",
            ),
            (
                clean,
                "Larboard · Moosehide deal 42 (easy) · clean win in 96 moves · 7:31 · larboard moosehide --seed 42",
            ),
            (
                daily,
                "Larboard · Moosehide daily 2026-11-23 (easy) · won in 96 moves · 7:31 · 2 undos · streak 2 · larboard moosehide --daily 2026-11-23",
            ),
            (
                solved,
                "Larboard · Moosehide deal 42 · solved in 96 moves · 7:31 · 2 undos · 3 moves shown · larboard moosehide --seed 42",
            ),
            (
                lost,
                "Larboard · Moosehide · lost after 1 move · 1:00:05 · 2 undos · 2 hints",
            ),
        ] {
            let deals = results.daily_deals();
            assert_eq!(share_line(&result, deals, CardNotation::Symbols), line);
        }
    }

    #[test]
    fn wins_are_counted_by_difficulty() {
        let mut stats = empty_stats();
        let counts = |played, won, clean, solved| GameCounts {
            played,
            won,
            clean,
            solved,
        };
        stats.graded = [
            (Difficulty::Hard, counts(3, 0, 0, 1)),
            (Difficulty::Easy, counts(4, 3, 2, 0)),
            (Difficulty::Medium, counts(0, 0, 0, 2)),
        ]
        .into();
        let text = lines(&stats, CardNotation::Symbols);
        let expected = [
            "  easy    3 of 4 won, 2 clean",
            "  medium  2 solved",
            "  hard    0 of 3 won, 1 solved",
        ];
        for line in expected {
            assert!(text.contains(&line.into()), "{text:?}");
        }
    }
}
