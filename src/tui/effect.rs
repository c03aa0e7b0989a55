//! Requests of screens to the application, and side effects that the controller runs.

use crate::cards::Card;
use crate::game::Game;
use crate::record::PlayedGame;
use crate::review::ReviewError;
use crate::rules::Move;
use crate::session::{GameReview, Session};
use crate::storage::save_dir::SaveId;
use crate::variant::Variant;

/// A side effect. The controller runs it and passes the result back to the application state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Lists the saved games that can be resumed.
    LoadSavedGames,
    /// Resumes a saved game.
    Resume(SaveId),
    /// Resumes the game of the same kind that was played before the current one.
    ResumePrevious,
    /// Reads the results.
    LoadResults,
    /// Opens a finished game as a replay.
    ReplayFinished(SaveId),
    /// Exports the current game.
    Export,
    /// Exports a finished game.
    ExportFinished(SaveId),
    /// Stops the program until it is continued.
    Suspend,
    /// Ends the program.
    Quit,
}

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

/// A request of a screen to the application.
#[derive(Debug)]
pub enum Request {
    /// Closes the screen.
    Close,
    /// Opens the help for the screen.
    OpenHelp,
    /// Opens the menu of games.
    OpenMenu,
    /// Opens a prompt.
    OpenPrompt(PromptKind),
    /// Shows all cards of a pile.
    OpenPeek(PileContents),
    /// Opens a replay of a game, from the deal.
    OpenReplay(Box<PlayedGame>, Box<Result<GameReview, ReviewError>>),
    /// Opens a replay of a winning line: the moves that the game has taken back.
    OpenSolution(Box<Game>),
    /// Passes the line as typed so far to the screen below.
    InputChanged(String),
    /// Passes a typed line to the screen below.
    Submit(PromptKind, String),
    /// Deals the game of a seed.
    Deal(Variant, u64),
    /// Deals a random game, a winnable one if the player prefers that.
    DealRandom(Variant),
    /// Looks for a winnable deal.
    DealWinnable(Variant),
    /// Starts a game that was dealt.
    Start(Box<Session>),
    /// Returns to the game played before the current one.
    ResumePrevious,
    /// Returns to the game that was left for the one before it.
    ResumeNext,
    /// Closes a replay of a winning line and makes its moves so far at the table.
    PlayLine(Vec<Move>),
    /// Counts the moves of a winning line that were shown.
    CountShownMoves(usize),
    /// Runs a side effect.
    Run(Effect),
}

/// Purpose of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// A move, in record notation or as piles.
    Move,
    /// The number of a deal.
    Seed,
    /// The number of a move in a replay.
    MoveNumber,
    /// Text to search for in the help.
    HelpSearch,
}

impl PromptKind {
    /// Returns the text before the line.
    pub fn label(self) -> &'static str {
        match self {
            PromptKind::Move | PromptKind::MoveNumber => "Move: ",
            PromptKind::Seed => "Deal: ",
            PromptKind::HelpSearch => "Find: ",
        }
    }
}
