//! Results as JSON: statistics, finished games and daily deals.

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Value, json};

use super::{daily, joined};
use crate::describe::CardNotation;
use crate::difficulty::daily::difficulty;
use crate::record::GameOutcome;
use crate::rules::Status;
use crate::stats_text::share_line;
use crate::storage::daily::{DailyDeals, DailyResult};
use crate::storage::results::GameResult;
use crate::storage::saves::SavedGame;
use crate::storage::stats::{Stats, median};

/// Describes the results of a game with one set of options. The daily deals are those of all games.
pub fn stats(stats: &Stats, deals: &DailyDeals, today: Date) -> Value {
    let deals = deals.of_game(stats.rule_set.info);
    let results = json!({
        "taken_over": stats.taken_over,
        "in_progress": stats.in_progress,
        "losses": stats.losses,
        "recent": Vec::from_iter(stats.recent.iter().map(|state| state.label())),
        "total_seconds": stats.total_seconds,
        "streak": stats.streak,
        "best_streak": stats.best_streak,
        "best_seconds": stats.best_seconds,
        "median_seconds": median(&stats.win_seconds),
        "best_moves": stats.best_moves,
        "median_moves": median(&stats.win_moves),
        "grades": stats.graded,
        "daily": {
            "streak": deals.streak(today),
            "best_streak": deals.best_streak(),
            "won": deals.days_won(),
        },
    });
    joined(joined(json!(stats.rule_set), json!(stats.counts)), results)
}

/// Describes a finished game. The daily deals are those of all games.
pub fn finished_game(result: &GameResult, deals: &DailyDeals) -> Value {
    let status = match result.outcome {
        GameOutcome::Won => Status::Won,
        _ => Status::Lost,
    };
    let game = json!({
        "daily": daily(result.header.daily),
        "grade": result.difficulty,
        "status": status,
        "win": result.win(),
        "given_up": result.outcome == GameOutcome::GivenUp,
        "taken_over": result.taken_over,
        "move_count": result.moves,
        "home": result.cards_home,
        "cards_left": result.cards_left,
        "seconds": result.header.seconds,
        "undos": result.header.undos,
        "hints": result.header.hints,
        "shown": result.header.shown,
        "asked": result.header.asked,
        "finished": result.ended.map(to_the_second),
        "share": share_line(result, deals, CardNotation::Symbols),
    });
    joined(json!(result.deal), game)
}

/// Describes the saved games of a deal, by the one that was played last.
pub fn saved_game(games: &[SavedGame]) -> Value {
    let saved = &games[0];
    let game = json!({
        "daily": daily(saved.daily),
        "move_count": saved.moves,
        "last_played": to_the_second(saved.last_played),
        "open_elsewhere": saved.locked_by_other,
        "attempts": games.len(),
    });
    joined(json!(saved.deal), game)
}

/// Describes how a daily deal ended.
pub fn day(result: &DailyResult) -> Value {
    let date = json!({ "date": result.day.to_string() });
    let end = json!({
        "grade": difficulty(result.day),
        "state": result.state.label(),
        "won": result.is_won(),
        "in_time": result.is_in_time,
    });
    joined(joined(date, json!(result.rule_set)), end)
}

fn to_the_second(time: Timestamp) -> String {
    format!("{time:.0}")
}
