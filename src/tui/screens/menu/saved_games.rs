//! The saved games in the menu: a row for each deal, and below one of them a row for each of its games.

use crate::rules::GameInfo;
use crate::storage::saves::SavedGame;

/// The saved games as rows, those played last first.
#[derive(Clone, Debug, Default)]
pub(super) struct SavedRows {
    /// The games of each deal.
    pub(super) deals: Vec<Vec<SavedGame>>,
    /// The deal whose games have rows of their own.
    expanded: Option<usize>,
}

impl SavedRows {
    /// Replaces the games. A deal that was expanded remains so.
    pub(super) fn set_games(&mut self, games: Vec<SavedGame>) {
        let expanded = self.expanded.map(|deal| self.deals.swap_remove(deal));
        let before = expanded.unwrap_or_default();
        self.deals = SavedGame::by_deal(games);
        let was_expanded = |game: &SavedGame| before.iter().any(|other| other.id == game.id);
        let mut deals = self.deals.iter();
        self.expanded = deals.position(|deal| deal.len() > 1 && deal.iter().any(was_expanded));
    }

    /// Whether any of the games is this one.
    pub(super) fn is_any_of(&self, info: &GameInfo) -> bool {
        let mut deals = self.deals.iter();
        deals.any(|deal| deal[0].deal.rule_set.info.id == info.id)
    }

    /// Returns the rows in their order: the index of a deal, and that of one of its games if it has a row.
    pub(super) fn rows(&self) -> Vec<(usize, Option<usize>)> {
        let mut rows = Vec::new();
        for (index, deal) in self.deals.iter().enumerate() {
            rows.push((index, None));
            if self.expanded == Some(index) {
                rows.extend((0..deal.len()).map(|attempt| (index, Some(attempt))));
            }
        }
        rows
    }

    /// Returns the games of a row; the first one is resumed.
    pub(super) fn games(&self, row: usize) -> &[SavedGame] {
        match self.rows().get(row) {
            Some(&(deal, None)) => &self.deals[deal],
            Some(&(deal, Some(attempt))) => &self.deals[deal][attempt..=attempt],
            None => &[],
        }
    }

    /// Returns the games of the deal played last whose last game no other window has open, or else of the
    /// last one; the first is resumed.
    pub(super) fn next_to_play(&self) -> &[SavedGame] {
        let mut deals = self.deals.iter();
        let free = deals.find(|deal| !deal[0].locked_by_other);
        free.or(self.deals.first()).map_or(&[], Vec::as_slice)
    }

    /// Whether a row is a deal with several games that have no rows.
    pub(super) fn can_expand(&self, row: usize) -> bool {
        let is_deal = |&(deal, attempt): &(usize, Option<usize>)| {
            attempt.is_none() && self.deals[deal].len() > 1 && self.expanded != Some(deal)
        };
        self.rows().get(row).is_some_and(is_deal)
    }

    /// Gives each game of the deal of a row a row of its own. Returns the row of the deal; `None` if it has
    /// one game.
    pub(super) fn expand(&mut self, row: usize) -> Option<usize> {
        let &(deal, attempt) = self.rows().get(row)?;
        if attempt.is_none() && self.deals[deal].len() > 1 {
            self.expanded = Some(deal);
            return Some(deal);
        }
        None
    }

    /// Leaves only the row of the deal if the deal of a row is expanded; returns that one.
    pub(super) fn collapse(&mut self, row: usize) -> Option<usize> {
        let &(deal, _) = self.rows().get(row)?;
        self.expanded.take_if(|expanded| *expanded == deal)
    }
}
