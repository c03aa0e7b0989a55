//! Whole games played without seeing hidden cards.

use larboard::game::Game;
use larboard::player::{FairPlayer, View, derive_seed, lookahead};
use larboard::rules::Status;
use larboard::solver::CancelToken;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

use crate::choices;

/// A way to choose moves without knowing the hidden cards.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumString, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum PlayerKind {
    /// Compares moves on sample deals; see [`FairPlayer`].
    Fair,
    /// Looks ahead as far as it can see; see [`lookahead`].
    Lookahead,
    /// Looks ahead, but does not always make the best moves that it finds.
    Casual,
    /// Makes random moves.
    Random,
}

/// Maximum number of decisions in a game. Random moves could go on without end.
const MAX_DECISIONS: u64 = 1_000;

/// A game that is played to its end by a player.
pub struct Playthrough {
    player: PlayerKind,
    game: Game,
    seed: u64,
    /// Maximum number of positions searched for a decision.
    budget: u64,
    decisions: u64,
    positions: u64,
}

impl Playthrough {
    /// Starts to play a game, with a budget of positions for each decision. The seed chooses the
    /// player's random numbers.
    pub fn new(player: PlayerKind, game: Game, seed: u64, budget: u64) -> Playthrough {
        Playthrough {
            player,
            game,
            seed,
            budget,
            decisions: 0,
            positions: 0,
        }
    }

    /// Returns the game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the number of decisions. A decision is a sequence of moves up to the next new card.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Returns the number of positions searched.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Makes a decision and plays its moves. Returns `false` if the game is over, the player gives up,
    /// or the search is canceled.
    pub fn step(&mut self, cancel: &CancelToken) -> bool {
        if self.decisions == MAX_DECISIONS || self.game.status() != Status::Playing {
            return false;
        }
        let seed = derive_seed(self.seed, self.decisions);
        self.decisions += 1;
        let view = View::new(&self.game);
        let rules = self.game.rules();
        let moves = match self.player {
            PlayerKind::Fair => {
                let mut player = FairPlayer::new(rules.clone(), view, seed, self.budget);
                let advice = player.decide(cancel);
                self.positions += player.positions();
                advice.moves
            }
            PlayerKind::Lookahead => lookahead::choose_moves(&**rules, &view),
            PlayerKind::Casual => choices::varied_moves(&**rules, &view, seed),
            PlayerKind::Random => Vec::from_iter(choices::random_move(&**rules, &view, seed)),
        };
        let is_over = moves.is_empty() || cancel.is_canceled();
        !is_over && moves.into_iter().all(|mv| self.game.play(mv).is_ok())
    }
}
