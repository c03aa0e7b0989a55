//! What the state wants from outside: saved games fetched, records put down. The loop does it as
//! soon as it is asked.

use crate::store::sittings::Id;

/// One such wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Errand {
    /// To look what games were begun and not ended.
    List,
    /// To take up a saved sitting.
    TakeUp(Id),
    /// To take up the sitting that was played before the one on the table, of the same game.
    TakeUpBefore,
    /// To look up the results.
    Results,
    /// To look at a game that is over.
    LookAt(Id),
    /// To export the game on the table.
    Export,
    /// To export a game that is over.
    ExportKept(Id),
}
