//! The daily deals of today in the menu: one for each game, and which one is played.

use jiff::civil::Date;

use crate::difficulty::daily;
use crate::rules::GameInfo;
use crate::storage::daily::DailyWins;
use crate::storage::save_manager::SavedGame;
use crate::tui::action::Direction;
use crate::tui::deal_choices::cycle;
use crate::variant::Variant;

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

/// The games that have daily deals, and the one whose deal is played.
#[derive(Clone, Debug, Default)]
pub(super) struct Today {
    games: Vec<Variant>,
    chosen: usize,
    /// The days and games of the unfinished daily deals.
    open: Vec<(Date, &'static str)>,
}

impl Today {
    /// Lists the games. If these rules have daily deals, their game is chosen.
    pub(super) fn new(rules: Option<&Variant>) -> Today {
        let (games, chosen) = daily::games(rules);
        Today {
            games,
            chosen,
            open: Vec::new(),
        }
    }

    /// Notes which daily deals can be resumed.
    pub(super) fn set_saved_games(&mut self, games: &[SavedGame]) {
        let daily = |game: &SavedGame| Some((game.daily?, game.deal.kind.info.id));
        self.open = games.iter().filter_map(daily).collect();
    }

    /// Returns the rules with which the deal of the chosen game is played.
    pub(super) fn rules(&self) -> Option<&Variant> {
        self.games.get(self.chosen)
    }

    pub(super) fn infos(&self) -> impl ExactSizeIterator<Item = &'static GameInfo> {
        self.games.iter().map(|game| game.info())
    }

    /// Returns the index of the chosen game.
    pub(super) fn chosen(&self) -> usize {
        self.chosen
    }

    pub(super) fn choose(&mut self, game: usize) {
        if game < self.games.len() {
            self.chosen = game;
        }
    }

    pub(super) fn choose_next(&mut self, direction: Direction) {
        if !self.games.is_empty() {
            self.chosen = cycle(self.chosen, self.games.len(), direction);
        }
    }

    /// Returns how far the player has come with the deal of a game.
    pub(super) fn state(&self, info: &GameInfo, today: Date, wins: &DailyWins) -> TodayState {
        if self.open.contains(&(today, info.id)) {
            TodayState::Open
        } else if wins.is_won(today, info) {
            TodayState::Won
        } else {
            TodayState::Waiting
        }
    }
}
