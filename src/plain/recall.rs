//! What is remembered of a sitting while it is at hand, and not kept with it.

use crate::game::Game;
use crate::rules::Rules;
use crate::solver::Answer;
use crate::study::Study;

/// What is remembered of a sitting.
pub struct Recall {
    pub(super) study: Study,
    /// How many hints were given at this position.
    pub(super) hinted: usize,
    /// Whether the game is given up, until something goes on with it.
    pub(super) given_up: bool,
    /// Whether it is known to the player that everything can go straight home.
    pub(super) ready: bool,
    /// Whether it is known to the player that the present position is lost.
    pub(super) told_lost: bool,
    /// Whether it was looked back at the end of the game, if it is over.
    pub(super) looked_back: bool,
}

impl Recall {
    /// What is remembered of a sitting that begins, or is taken up.
    pub fn new<R: Rules>(game: &Game<R>) -> Recall {
        Recall {
            study: Study::new(game),
            hinted: 0,
            given_up: false,
            ready: false,
            told_lost: false,
            looked_back: false,
        }
    }

    /// Remembers what was found of a deal that was looked for as one that can be won.
    pub fn promise<R: Rules>(&mut self, game: &Game<R>, answer: &Answer) {
        self.study.promise(game, answer);
    }
}
