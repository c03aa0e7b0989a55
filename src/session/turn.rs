//! What a turn did.

use crate::cards::Card;
use crate::describe::{self, CardNotation, pluralize};
use crate::game::{CardMove, EventKind, TableEvent};
use crate::rules::Move;

/// Maximum number of moves that are described one by one.
const MAX_FULL_MOVES: usize = 10;

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
    pub card_moves: Vec<CardMove>,
    /// Whether [`Command::Finish`](super::Command::Finish) has just become possible.
    pub finish_ready: bool,
    /// Another card that would have fit, with those on it, if only the piles were named.
    pub also_fits: Option<Card>,
}

impl Turn {
    /// Describes the turn within one line, the most important part first.
    pub fn brief(&self) -> String {
        let sent_home = |cards| format!("{} sent home", pluralize(cards, "card"));
        let is_home =
            |event: &&TableEvent| event.kind == EventKind::Moved && event.to.is_foundation();
        let automatic = self.automatic.iter().filter(is_home).count();
        if self.mv.is_to_foundation() && automatic > 0 {
            return sent_home(automatic + 1);
        }
        let own = describe::events_brief(&self.events);
        match automatic {
            0 => own,
            cards => format!("{own} · {}", sent_home(cards)),
        }
    }

    /// Describes the turn with every pile named, unless many cards went home at once.
    pub fn full(&self, notation: CardNotation) -> String {
        if self.len > MAX_FULL_MOVES {
            return notation.replace_symbols(&self.brief());
        }
        let all = [&self.events[..], &self.automatic[..]].concat();
        describe::events(&all, notation)
    }
}
