//! What a screen asks the application to do.

use super::effect::Effect;
use super::prompt_kind::PromptKind;
use crate::cards::Card;
use crate::game::Game;
use crate::record::PlayedGame;
use crate::rules::Move;
use crate::session::Session;
use crate::variant::Variant;

/// The cards of a pile, to be shown in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PileContents {
    /// Name of the pile.
    pub name: String,
    /// Number of face-down cards.
    pub face_down: usize,
    /// Face-up cards, bottom card first.
    pub cards: Vec<Card>,
    /// The pile to show next, if the cursor cannot go there.
    pub next: Option<Box<PileContents>>,
}

/// What a screen asks the application to do.
#[derive(Debug)]
pub enum Request {
    /// Closes the screen.
    Close,
    /// Opens the help for the screen.
    OpenHelp,
    /// Opens the menu of games.
    OpenMenu,
    /// Opens a line to type in.
    OpenPrompt(PromptKind),
    /// Shows all cards of a pile.
    OpenPeek(PileContents),
    /// Opens a replay of a game, from the deal.
    OpenReplay(Box<PlayedGame>),
    /// Opens a replay of a winning line: the moves that the game has taken back.
    OpenSolution(Box<Game>),
    /// Passes a typed line to the screen below.
    Submit(PromptKind, String),
    /// Deals the game of a seed.
    Deal(Variant, u64),
    /// Deals a random game.
    DealRandom(Variant),
    /// Starts a game that was dealt.
    Start(Box<Session>),
    /// Goes back to the game played before the present one.
    ResumePrevious,
    /// Closes a replay of a winning line and makes its moves so far at the table.
    PlayLine(Vec<Move>),
    /// Counts the moves of a winning line that were shown.
    CountShownMoves(usize),
    /// Runs a side effect.
    Run(Effect),
}
