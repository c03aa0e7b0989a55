//! Looking for a deal that can be won.

use jiff::{SignedDuration, Timestamp};

use crate::describe::approx_count;
use crate::game::Game;
use crate::solver::StateKey;
use crate::variant::Variant;

/// How often it is told how far the search is.
const PROGRESS_INTERVAL: SignedDuration = SignedDuration::from_millis(200);

/// A search through deals for one that can be won.
#[derive(Clone, Debug)]
pub struct DealSearch {
    /// The deal being searched.
    pub game: Game,
    /// What tells its position from others.
    pub state_key: StateKey,
    /// How many positions of it were searched.
    pub positions_searched: u64,
    /// How many positions of the deals before it were searched.
    earlier_positions: u64,
    /// When it was last told how far the search is.
    last_progress: Option<Timestamp>,
    /// How many deals were passed over: not proven to be winnable.
    pub skipped: u64,
}

impl DealSearch {
    /// A search that begins with the deal of a seed.
    pub fn new(rules: Variant, seed: u64) -> DealSearch {
        let game = Game::new(rules, seed);
        DealSearch {
            state_key: game.rules().state_key(game.table()),
            game,
            positions_searched: 0,
            earlier_positions: 0,
            last_progress: None,
            skipped: 0,
        }
    }

    /// Goes on to the deal of another seed, so many positions of this one having been searched.
    #[must_use]
    pub fn next_deal(self, seed: u64, positions: u64) -> DealSearch {
        DealSearch {
            earlier_positions: self.earlier_positions.saturating_add(positions),
            last_progress: self.last_progress,
            skipped: self.skipped + 1,
            ..DealSearch::new(self.game.rules().clone(), seed)
        }
    }

    /// Whether to tell how far it is: some times a second, however fast deals are passed over.
    pub fn take_progress_due(&mut self, now: Timestamp) -> bool {
        let just_told = |told: Timestamp| now.duration_since(told) < PROGRESS_INTERVAL;
        let tells = !self.last_progress.is_some_and(just_told);
        if tells {
            self.last_progress = Some(now);
        }
        tells
    }

    /// How far it is, in words of which the first are of most weight.
    pub fn progress_line(&self) -> String {
        let number = self.skipped + 1;
        let searched = approx_count(
            self.earlier_positions
                .saturating_add(self.positions_searched),
            "position",
        );
        format!("looking for a winnable deal: no. {number} · any key stops · {searched}")
    }
}
