//! The daily deals of today in the menu: one for each game, and which one is played.

use jiff::civil::Date;

use crate::game::RuleSet;
use crate::rules::GameInfo;
use crate::storage::daily::DailyWins;
use crate::storage::saves::SavedGame;
use crate::tui::deal_choices::DailyGames;

/// How far the player has come with a deal of today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TodayState {
    Waiting,
    /// A game can be resumed, or another window plays it.
    Open,
    Won,
}

impl TodayState {
    /// Names the state, with a mark if it is won.
    pub(super) fn label(self) -> &'static str {
        match self {
            TodayState::Waiting => "waiting",
            TodayState::Open => "open",
            TodayState::Won => "✓ won",
        }
    }
}

/// The daily deals of today.
#[derive(Clone, Debug, Default)]
pub(super) struct Today {
    pub(super) games: DailyGames,
    /// The days and games of the unfinished daily deals.
    open: Vec<(Date, RuleSet)>,
}

impl Today {
    pub(super) fn new(games: DailyGames) -> Today {
        let open = Vec::new();
        Today { games, open }
    }

    /// Notes which daily deals can be resumed.
    pub(super) fn set_saved_games(&mut self, games: &[SavedGame]) {
        let daily = |game: &SavedGame| Some((game.daily?, game.deal.rule_set.clone()));
        self.open = games.iter().filter_map(daily).collect();
    }

    /// Returns how far the player has come with the deal of a game.
    pub(super) fn state(&self, info: &GameInfo, today: Date, wins: &DailyWins) -> TodayState {
        match self.games.rule_set(info) {
            Some(rule_set) if self.open.contains(&(today, rule_set.clone())) => TodayState::Open,
            Some(rule_set) if wins.is_won(today, &rule_set) => TodayState::Won,
            _ => TodayState::Waiting,
        }
    }
}
