//! What a turn did.

use crate::describe::{self, CardNotation, pluralize};
use crate::game::{MoveDiff, TableEvent};
use crate::rules::Move;

/// One turn: a move of the player's and the moves that followed it automatically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player's move.
    pub mv: Move,
    /// Number of moves, automatic ones included.
    pub len: usize,
    /// What the player's move did.
    pub events: Vec<TableEvent>,
    /// What the automatic moves did.
    pub automatic: Vec<TableEvent>,
    /// The cards touched, and where they lie after the turn.
    pub diff: MoveDiff,
    /// Whether [`Command::Finish`](super::Command::Finish) has just become possible.
    pub finish_ready: bool,
}

impl Turn {
    /// Describes the turn within one line, the most important part first.
    pub fn brief(&self) -> String {
        let sent_home = |cards| format!("{} sent home", pluralize(cards, "card"));
        let automatic = self.len.saturating_sub(1);
        if self.mv.is_to_foundation() && automatic > 0 {
            return sent_home(self.len);
        }
        let own = describe::events_brief(&self.events);
        match automatic {
            0 => own,
            cards => format!("{own} · {}", sent_home(cards)),
        }
    }

    pub fn full(&self, notation: CardNotation) -> String {
        let all = [&self.events[..], &self.automatic[..]].concat();
        describe::events(&all, notation)
    }
}
