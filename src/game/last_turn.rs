//! What the last move and the last turn did.

use super::{Game, MoveDiff, TableEvent, table_events};

impl Game {
    /// Lists what the last move did; nothing at the deal.
    pub fn last_move_events(&self) -> Vec<TableEvent> {
        let last = self.checkpoints.last();
        last.map_or(Vec::new(), |&start| table_events(&self.table, start))
    }

    /// Lists what the last turn did: first the player's move, then its automatic moves. Both
    /// are empty at the deal.
    pub fn last_turn_events(&self) -> (Vec<TableEvent>, Vec<TableEvent>) {
        let first = self.checkpoints.len() - self.last_turn_len();
        match self.checkpoints[first..] {
            [] => (Vec::new(), Vec::new()),
            [start] => (table_events(&self.table, start), Vec::new()),
            [start, automatic, ..] => {
                let mut table = self.table.clone();
                table.rollback(automatic);
                let own = table_events(&table, start);
                (own, table_events(&self.table, automatic))
            }
        }
    }

    /// Follows the cards that the last turn touched to where they lie now.
    pub fn last_turn_diff(&self) -> MoveDiff {
        MoveDiff::from_changes(&self.table, self.last_turn_changes())
    }

    /// Follows the cards that the last move touched to where they lie now.
    pub fn last_move_diff(&self) -> MoveDiff {
        MoveDiff::from_changes(&self.table, self.last_move_changes())
    }
}
