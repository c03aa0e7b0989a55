//! The rows of the saved games: one for each deal, and below one of them a row for each of its games.

use crate::storage::save_folder::SaveId;
use crate::storage::saves::SavedGame;

/// A row of the saved games.
#[derive(Clone, Copy, Debug)]
pub(super) enum SavedRow {
    /// A deal, by its index.
    Deal(usize),
    /// A game of the deal that is expanded: the indices of both.
    Attempt(usize, usize),
}

/// The saved games as rows, those played last first.
#[derive(Clone, Debug, Default)]
pub(super) struct SavedRows {
    /// The games of each deal.
    deals: Vec<Vec<SavedGame>>,
    /// The deal whose games have rows of their own.
    expanded: Option<usize>,
}

impl SavedRows {
    /// Replaces the games. A deal that was expanded remains so.
    pub(super) fn set_games(&mut self, games: Vec<SavedGame>) {
        let expanded = self.expanded.map(|deal| self.deals.swap_remove(deal));
        self.deals = SavedGame::by_deal(games);
        let before: Vec<SaveId> = expanded.into_iter().flatten().map(|game| game.id).collect();
        let is_expanded = |deal: &Vec<SavedGame>| {
            deal.len() > 1 && deal.iter().any(|game| before.contains(&game.id))
        };
        self.expanded = self.deals.iter().position(is_expanded);
    }

    pub(super) fn deal_count(&self) -> usize {
        self.deals.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.deals.is_empty()
    }

    /// Returns the rows in their order.
    pub(super) fn rows(&self) -> Vec<SavedRow> {
        let mut rows = Vec::new();
        for (index, deal) in self.deals.iter().enumerate() {
            rows.push(SavedRow::Deal(index));
            if self.expanded == Some(index) {
                let attempts = 0..deal.len();
                rows.extend(attempts.map(|attempt| SavedRow::Attempt(index, attempt)));
            }
        }
        rows
    }

    /// Returns the games of a row; the first one is resumed.
    pub(super) fn games(&self, row: usize) -> Vec<&SavedGame> {
        match self.rows().get(row) {
            Some(&SavedRow::Deal(deal)) => self.deals[deal].iter().collect(),
            Some(&SavedRow::Attempt(deal, attempt)) => {
                self.deals[deal].get(attempt).into_iter().collect()
            }
            None => Vec::new(),
        }
    }

    /// Returns the games of the deal played last whose last game no other window has open, or else of the
    /// last one; the first is resumed.
    pub(super) fn next_to_play(&self) -> Vec<&SavedGame> {
        let mut deals = self.deals.iter();
        let free = deals.find(|deal| !deal[0].locked_by_other);
        let next = free.or(self.deals.first());
        next.map_or_else(Vec::new, |deal| deal.iter().collect())
    }

    /// Gives each game of the deal of a row a row of its own. Returns the row of the deal; `None` if it has
    /// one game.
    pub(super) fn expand(&mut self, row: usize) -> Option<usize> {
        let SavedRow::Deal(deal) = *self.rows().get(row)? else {
            return None;
        };
        if self.deals[deal].len() == 1 {
            return None;
        }
        self.expanded = Some(deal);
        self.row_of(deal)
    }

    /// Leaves only the row of the deal if the deal of a row is expanded; returns that one.
    pub(super) fn collapse(&mut self, row: usize) -> Option<usize> {
        let (SavedRow::Deal(deal) | SavedRow::Attempt(deal, _)) = *self.rows().get(row)?;
        self.expanded.take_if(|expanded| *expanded == deal)?;
        self.row_of(deal)
    }

    fn row_of(&self, wanted: usize) -> Option<usize> {
        let mut rows = self.rows().into_iter();
        rows.position(|row| matches!(row, SavedRow::Deal(deal) if deal == wanted))
    }
}
