//! What is remembered of a sitting while it is at hand, and not kept with it.

use crate::analysis::Analysis;
use crate::game::Game;
use crate::solver::SolveResult;

/// What is remembered of a sitting.
pub struct SessionState {
    pub(super) analysis: Analysis,
    /// How many hints were given at this position.
    pub(super) hints_given: usize,
    /// Whether the game is given up, until something goes on with it.
    pub(super) given_up: bool,
    /// Whether it is known to the player that everything can go straight home.
    pub(super) finish_announced: bool,
    /// Whether it is known to the player that the present position is lost.
    pub(super) lost_announced: bool,
    /// Whether it was looked back at the end of the game, if it is over.
    pub(super) postmortem_done: bool,
}

impl SessionState {
    /// What is remembered of a sitting that begins, or is taken up.
    pub fn new(game: &Game) -> SessionState {
        SessionState {
            analysis: Analysis::new(game),
            hints_given: 0,
            given_up: false,
            finish_announced: false,
            lost_announced: false,
            postmortem_done: false,
        }
    }

    /// Remembers what was found of a deal that was looked for as one that can be won.
    pub fn record_winnable_deal(&mut self, game: &Game, answer: &SolveResult) {
        self.analysis.record_winnable_deal(game, answer);
    }
}
