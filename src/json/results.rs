//! Results as JSON: statistics, finished games and daily deals.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;

use super::DailyJson;
use crate::difficulty::{Difficulty, daily};
use crate::game::{DealName, GameKind};
use crate::record::serialize_time;
use crate::rules::Status;
use crate::stats_text::{PlotStyle, share_line};
use crate::storage::daily::{DailyResult, DailyWins};
use crate::storage::results::{GameOutcome, GameResult};
use crate::storage::save_manager::SavedDeal;
use crate::storage::stats::{GradedCounts, Stats};

/// The results of a game with one set of options.
#[derive(Debug, Serialize)]
pub struct StatsJson {
    #[serde(flatten)]
    kind: GameKind,
    played: usize,
    won: usize,
    solved: usize,
    taken_over: usize,
    in_progress: usize,
    streak: usize,
    best_streak: usize,
    best_seconds: Option<u64>,
    median_seconds: Option<u64>,
    best_moves: Option<u64>,
    median_moves: Option<u64>,
    grades: BTreeMap<Difficulty, GradedCounts>,
    daily: DailyStatsJson,
}

/// The daily deals of a game, with any options.
#[derive(Debug, Serialize)]
struct DailyStatsJson {
    streak: usize,
    best_streak: usize,
    won: usize,
}

impl StatsJson {
    /// Describes statistics. The wins are those of all games.
    pub fn new(stats: &Stats, wins: &DailyWins, today: Date) -> StatsJson {
        let wins = wins.of_game(stats.kind.info);
        let days = wins.streaks(today);
        StatsJson {
            kind: stats.kind.clone(),
            played: stats.played,
            won: stats.won,
            solved: stats.solved,
            taken_over: stats.taken_over,
            in_progress: stats.in_progress,
            streak: stats.streak,
            best_streak: stats.best_streak,
            best_seconds: stats.best_seconds(),
            median_seconds: stats.win_seconds.median(),
            best_moves: stats.best_moves(),
            median_moves: stats.win_moves.median(),
            grades: stats.graded.clone(),
            daily: DailyStatsJson {
                streak: days.current,
                best_streak: days.best,
                won: wins.days().count(),
            },
        }
    }
}

/// A finished game.
#[derive(Debug, Serialize)]
pub struct FinishedGameJson {
    #[serde(flatten)]
    deal: DealName,
    daily: Option<DailyJson>,
    grade: Option<Difficulty>,
    status: &'static str,
    given_up: bool,
    taken_over: bool,
    move_count: usize,
    home: usize,
    cards_left: Option<usize>,
    seconds: u64,
    hints: u32,
    shown: u32,
    #[serde(serialize_with = "serialize_time")]
    finished: Option<Timestamp>,
    share: String,
}

impl FinishedGameJson {
    /// Describes the result of a game.
    /// The wins are those of all games.
    pub fn new(result: &GameResult, wins: &DailyWins) -> FinishedGameJson {
        let status = match result.outcome {
            GameOutcome::Won => Status::Won,
            _ => Status::Lost,
        };
        FinishedGameJson {
            deal: result.deal.clone(),
            daily: result.header.daily.map(DailyJson::new),
            grade: result.difficulty,
            status: status.as_str(),
            given_up: result.outcome == GameOutcome::GivenUp,
            taken_over: result.taken_over,
            move_count: result.moves,
            home: result.foundation_cards,
            cards_left: result.cards_left,
            seconds: result.header.seconds,
            hints: result.header.hints,
            shown: result.header.shown,
            finished: result.ended,
            share: share_line(result, wins, PlotStyle::Blocks),
        }
    }
}

/// The game of a deal that was played last, and can be resumed.
#[derive(Debug, Serialize)]
pub struct SavedGameJson {
    #[serde(flatten)]
    deal: DealName,
    daily: Option<DailyJson>,
    move_count: usize,
    #[serde(serialize_with = "serialize_time")]
    last_played: Option<Timestamp>,
    open_elsewhere: bool,
    attempts: usize,
}

impl SavedGameJson {
    /// Describes the saved games of a deal.
    pub fn new(deal: &SavedDeal) -> SavedGameJson {
        let saved = deal.latest();
        SavedGameJson {
            deal: saved.deal.clone(),
            daily: saved.daily.map(DailyJson::new),
            move_count: saved.moves,
            last_played: Some(saved.last_played),
            open_elsewhere: saved.locked_by_other,
            attempts: deal.attempts().len(),
        }
    }
}

/// A daily deal that was finished.
#[derive(Debug, Serialize)]
pub struct DayJson {
    date: String,
    #[serde(flatten)]
    kind: GameKind,
    grade: Difficulty,
    won: bool,
    in_time: bool,
}

impl DayJson {
    /// Describes how a daily deal ended.
    pub fn new(result: DailyResult) -> DayJson {
        DayJson {
            date: result.day.to_string(),
            kind: result.kind,
            grade: daily::difficulty(result.day),
            won: result.is_won,
            in_time: result.is_in_time,
        }
    }
}
