//! What the last move and the last turn did.

use super::{Game, MoveDiff, TableEvent, table_events};
use crate::rules::Table;

impl Game {
    /// Lists what the last move did; nothing at the deal.
    pub fn last_move_events(&self) -> Vec<TableEvent> {
        let before = self.table_before(self.checkpoints.len().saturating_sub(1));
        table_events(&before, self.last_move_changes())
    }

    /// Lists what the last turn did: first the player's move, then its automatic moves. Both
    /// are empty at the deal.
    pub fn last_turn_events(&self) -> (Vec<TableEvent>, Vec<TableEvent>) {
        let first = self.checkpoints.len() - self.last_turn_len();
        let all = self.last_turn_changes();
        let automatic = self.changes_from(first + 1);
        let own = &all[..all.len() - automatic.len()];
        (
            table_events(&self.table_before(first), own),
            table_events(&self.table_before(first + 1), automatic),
        )
    }

    /// Follows the cards that the last turn touched to where they lie now.
    pub fn last_turn_diff(&self) -> MoveDiff {
        MoveDiff::from_changes(&self.table, self.last_turn_changes())
    }

    /// Follows the cards that the last move touched to where they lie now.
    pub fn last_move_diff(&self) -> MoveDiff {
        MoveDiff::from_changes(&self.table, self.last_move_changes())
    }

    /// The table before the move of an index; the current one if there is no such move.
    fn table_before(&self, index: usize) -> Table {
        let mut table = Table::clone(&self.table);
        if let Some(&checkpoint) = self.checkpoints.get(index) {
            table.rollback(checkpoint);
        }
        table
    }
}
