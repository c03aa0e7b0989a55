//! What a command did.

use thiserror::Error;

use crate::describe::sentence;
use crate::game::{MoveDiff, TableEvent};
use crate::hint::Hint;
use crate::rules::Move;
use crate::solver::Tally;

/// What a [`Command`](super::Command) did, or why it did nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// A turn was made.
    Played(Turn),
    /// The steps of a game played in the hand were made, up to the next choice or the end.
    PlayedForced(Vec<Turn>),
    /// Moves of a line were made.
    PlayedLine {
        /// Number of moves made.
        len: usize,
        /// The last of them.
        last: Option<Turn>,
    },
    /// A turn was taken back.
    Undone(Turn),
    /// A turn was made again.
    Redone(Turn),
    /// The game was undone to the winnable position after this many moves.
    BackAtWinnable(usize),
    /// A game that was given up is continued.
    Continued,
    /// The game was given up.
    GaveUp,
    /// The card fits two foundations: these are the moves.
    ChooseFoundation([Move; 2]),
    /// A hint.
    Hint(GivenHint),
    /// Nothing was done.
    Refused(Refusal),
}

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
    /// Whether [`Autofinish`](super::Command::Autofinish) has just become possible.
    pub finish_ready: bool,
}

/// A hint and its place among the hints for the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenHint {
    /// The hint.
    pub hint: Hint,
    /// Index of the hint, from 0.
    pub index: usize,
    /// Number of hints for the position.
    pub count: usize,
    /// Whether another hint differs only in the source pile of a like card.
    pub is_ambiguous: bool,
    /// The numbers behind a hint of the fair player.
    pub odds: Option<HintOdds>,
}

/// How many sample deals can be won after the move of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintOdds {
    /// The outcomes of the sample deals.
    pub best: Tally,
    /// Their outcomes after the next best moves, as far as these were compared.
    pub next_best: Option<Tally>,
}

/// Why a command did nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The rules forbid the move, for this reason.
    #[error("{}", sentence(.0))]
    Illegal(String),
    /// No move has been made.
    #[error("Nothing to undo")]
    NothingToUndo,
    /// No move has been taken back.
    #[error("Nothing to redo")]
    NothingToRedo,
    /// No card can go home safely.
    #[error("Nothing can go home safely yet")]
    NothingSafe,
    /// Something other than sending cards home is left to do.
    #[error("Can't finish automatically yet")]
    CannotFinish,
    /// The game has no foundations.
    #[error("This game has no foundations")]
    NoFoundations,
    /// The command is for games played in the hand.
    #[error("Only for games played in the hand")]
    NotInHandGame,
    /// The next step is the player's choice.
    #[error("Draw or discard: your choice")]
    ChoiceLeft,
    /// The game is over.
    #[error("The game is over")]
    GameOver,
    /// No move improves what can be seen.
    #[error("No obvious move")]
    NoHint,
    /// The fair player found no useful move in any sample deal.
    #[error("No move helps in any sample deal")]
    NoAdvice,
    /// The odds of a game without choices would reveal its end.
    #[error("This game plays itself: its odds would reveal the end")]
    NoOdds,
    /// The position may still be winnable.
    #[error("This may still be winnable")]
    MayBeWinnable,
    /// No earlier position is known to be winnable.
    #[error("No earlier winnable position is known")]
    NoWinnableKnown,
}
