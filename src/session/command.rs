//! Commands of a player to a game in play.

use crate::rules::{Move, PileId};
use crate::storage::settings::{AnalysisMemory, BoolSetting, Settings};

/// A player's request to a [`Session`](super::Session).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Makes exactly this move.
    Move(Move),
    /// Moves cards as a drop does: to the pile that the game uses for `to`, and without a count as
    /// many cards as can go.
    Transfer {
        /// Source pile.
        from: PileId,
        /// Pile the cards are dropped on.
        to: PileId,
        /// Number of cards.
        count: Option<u8>,
    },
    /// Sends the top card of a pile to a foundation. If it does not fit, moves cards to the only pile
    /// that accepts them.
    AutoMove {
        /// Source pile.
        from: PileId,
        /// Number of cards; without it, as many as can go.
        count: Option<u8>,
    },
    /// Sends the top card of a pile to a foundation.
    ToFoundation {
        /// Source pile.
        from: PileId,
        /// Number of cards selected; only one can go.
        count: Option<u8>,
    },
    /// Sends all cards home that can go without harm.
    AutoplaySafe,
    /// Sends all cards home, if nothing else is left to do.
    Autofinish,
    /// Draws, deals or redeals, whichever the game allows now.
    DrawOrDeal,
    /// Makes the next step of a game played in the hand.
    HandStep(HandPreference),
    /// In a game played in the hand, makes all steps up to the next choice.
    PlayForced,
    /// Makes the moves of a line that the solver showed.
    PlayLine(Vec<Move>),
    /// Takes back the last turn, or continues a game given up.
    Undo,
    /// Makes the turn again that was taken back last.
    Redo,
    /// Goes back to the last position that is known to be winnable.
    UndoToWinnable,
    /// Gives the next hint for the position.
    Hint,
    /// Gives the game up.
    GiveUp,
}

/// Which step to make where a game played in the hand leaves a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandPreference {
    /// Draw.
    Draw,
    /// Discard.
    Discard,
}

/// The settings that change what a command does or what is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayOptions {
    /// Whether safe cards go home after each move.
    pub autoplay: bool,
    /// Whether the solver warns when the game can no longer be won.
    pub warn_when_lost: bool,
    /// Whether the odds of each position are found out unasked.
    pub show_odds: bool,
    /// Maximum memory in bytes of a search that the player requests.
    pub analysis_memory: usize,
}

impl Default for PlayOptions {
    /// Returns the options with all help turned off.
    fn default() -> PlayOptions {
        PlayOptions {
            autoplay: false,
            warn_when_lost: false,
            show_odds: false,
            analysis_memory: AnalysisMemory::default().bytes(),
        }
    }
}

impl From<&Settings> for PlayOptions {
    fn from(settings: &Settings) -> PlayOptions {
        PlayOptions {
            autoplay: settings.is_on(BoolSetting::Autoplay),
            warn_when_lost: settings.is_on(BoolSetting::WarnWhenLost),
            show_odds: settings.is_on(BoolSetting::ShowOdds),
            analysis_memory: settings.analysis_memory.bytes(),
        }
    }
}
