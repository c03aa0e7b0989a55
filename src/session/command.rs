//! Commands of a player to a game in play, and what they did.

use strum::EnumString;
use thiserror::Error;

use crate::cards::Card;
use crate::describe::{self, CardNotation, pluralize, sentence};
use crate::game::{CardMove, EventKind, Game, TableEvent};
use crate::hint::HintReason;
use crate::rules::{Move, PileId, PileKind};

/// Maximum number of moves that are described one by one.
const MAX_FULL_MOVES: usize = 10;

/// A player's request to a [`Session`](super::Session). Those that need no cards can be parsed: their names are the words
/// of line mode, and the actions of key bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// Makes exactly this move.
    #[strum(disabled)]
    Move(Move),
    /// Moves cards as a drop does: to the pile that the game uses for `to`, and without a count as
    /// many cards as can go.
    #[strum(disabled)]
    Transfer {
        from: PileId,
        to: PileId,
        count: Option<u8>,
    },
    /// Sends the top card of a pile to a foundation. If it does not fit, moves cards to the only pile
    /// that accepts them; without a count, as many as can go.
    #[strum(disabled)]
    AutoMove {
        from: PileId,
        count: Option<u8>,
    },
    /// Sends the top card of a pile to a foundation. Of several selected cards none can go.
    #[strum(disabled)]
    ToFoundation {
        from: PileId,
        count: Option<u8>,
    },
    /// Draws, deals or redeals, whichever the game allows now; in the hand, draws if there is a choice.
    Draw,
    /// Makes the next step of a game played in the hand; discards if there is a choice.
    Discard,
    /// Makes all steps of a game played in the hand up to the next choice.
    PlayForced,
    /// Sends all cards home that can go without harm.
    SafeHome,
    /// Sends all cards home, drawing where none can go, if that wins.
    Finish,
    /// Takes back the last turn, or continues a game given up.
    Undo,
    /// Makes the turn again that was taken back last.
    Redo,
    /// Goes back to the last position that is known to be winnable.
    UndoToWinnable,
    /// Gives the next hint for the position.
    Hint,
    /// Goes on in a lesson where there is only to read.
    ReadOn,
    GiveUp,
}

impl Command {
    /// Whether the command has a use in a game at all.
    pub fn has_use(self, game: &Game) -> bool {
        let piles = game.table().pile_ids();
        match self {
            Command::Draw => piles.has_kind(PileKind::Stock),
            Command::Discard | Command::PlayForced => piles.has_kind(PileKind::Hand),
            Command::SafeHome => game.rules().has_safe_autoplay(),
            Command::Finish => piles.has_kind(PileKind::Foundation),
            _ => true,
        }
    }
}

/// What a [`Command`](super::Command) did, or why it did nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    Played(Turn),
    /// Several turns were made: the steps of a game played in the hand up to the next choice or the end, or the moves of a
    /// winning line.
    PlayedAll(Vec<Turn>),
    Undone(Turn),
    Redone(Turn),
    /// The game was undone to the winnable position after this many moves.
    BackAtWinnable(usize),
    Continued,
    GaveUp,
    /// The card fits two foundations: these are the moves.
    ChooseFoundation([Move; 2]),
    Hint(GivenHint),
    /// The lesson is at another step, with the same table.
    ReadOn,
    /// The move was tried as the answer to a question, with the same table.
    Tried,
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
    pub card_moves: Vec<CardMove>,
    /// Whether [`Command::Finish`] has just become possible.
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

/// A hint and its place among the hints for the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenHint {
    pub mv: Move,
    pub reason: HintReason,
    pub index: usize,
    /// Number of hints for the position.
    pub count: usize,
    /// Whether another hint differs only in the source pile of a like card.
    pub is_ambiguous: bool,
    /// The place of the move in a plan that other hints have begun, and how many moves that has.
    pub step: Option<(usize, usize)>,
    /// What the move is for, in a few words that follow it; empty if the move says it.
    pub purpose: String,
}

impl GivenHint {
    /// Creates the only hint for a position: a move that needs no reason.
    pub(super) fn alone(mv: Move) -> GivenHint {
        GivenHint {
            mv,
            reason: HintReason::KeepsWin,
            index: 0,
            count: 1,
            is_ambiguous: false,
            step: None,
            purpose: String::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The rules forbid the move, for this reason.
    #[error("{}", sentence(.0))]
    Illegal(String),
    #[error("This is the start of the game")]
    NothingToUndo,
    #[error("Nothing to redo")]
    NothingToRedo,
    /// The top card that could go home, though not safely, if there is one.
    #[error("{}", .0.map_or("No card can go home yet".into(), |card| format!("Nothing is sure to be safe; {card} can go home")))]
    NothingSafe(Option<Card>),
    #[error("That card is face down")]
    FaceDown,
    /// A card does not move with the cards on it: so many.
    #[error("{0} is covered by {cards}", cards = pluralize(*.1, "card"))]
    Covered(Card, usize),
    /// A card that needs an empty pile lies at the base of one.
    #[error("{0} already has a pile of its own")]
    OwnPile(Card),
    #[error("Several piles fit; choose one")]
    SeveralTargets,
    /// So many cards are face down; if none is, the others do not come home by themselves.
    #[error("Can't finish yet: {}", match .0 {
        0 => "too many cards must be moved between piles first".into(),
        1 => "1 card is face down".into(),
        count => format!("{count} cards are face down"),
    })]
    CannotFinish(usize),
    #[error("This game has no foundations")]
    NoFoundations,
    #[error("This game has no reserve")]
    NoReserve,
    #[error("Only for games played in the hand")]
    NotInHandGame,
    #[error("Draw or discard: your choice")]
    ChoiceLeft,
    #[error("The game is over")]
    GameOver,
    #[error("There is nothing to give up yet")]
    NothingToGiveUp,
    /// Something else is to be done at this step of a lesson.
    #[error("{0}")]
    OtherStep(String),
    #[error("This is the start of the lesson")]
    StartOfLesson,
    #[error("Not in a lesson")]
    NotInLesson,
    #[error("This is no lesson")]
    NoLesson,
    /// The fair player still looks for a move.
    #[error("Looking for a move")]
    NoHintYet,
    #[error("No win is left from here")]
    Lost,
    /// No move that leads to a new position was found to be of use.
    #[error("No useful move found")]
    NoAdvice,
    #[error("This game plays itself: its odds would reveal the end")]
    NoOdds,
    #[error("This may still be winnable")]
    MayBeWinnable,
    #[error("No earlier winnable position is known")]
    NoWinnableKnown,
}
