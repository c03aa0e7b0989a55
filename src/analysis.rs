//! What is proven about a game in play, and which search to run next. The user interfaces run the
//! searches, so that they stay responsive.

mod proven_positions;

pub use proven_positions::ProvenPositions;

use std::time::Duration;

use crate::game::Game;
use crate::rules::Move;
use crate::solver::{BACKGROUND_BUDGET, Budget, DEAL_BUDGET, StateKey, Verdict};

/// What is known about the current position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assessment {
    /// It cannot be won.
    Lost,
    /// It can be won in at most this number of moves.
    Winnable(usize),
    /// Unknown; a longer search may find out.
    NotYetKnown,
    /// Unknown even after the longest search.
    Inconclusive,
}

impl Assessment {
    /// Returns `winnable`, `unwinnable` or `unknown`.
    pub fn as_str(self) -> &'static str {
        match self {
            Assessment::Lost => Verdict::Unwinnable::<()>.as_str(),
            Assessment::Winnable(_) => Verdict::Winnable(()).as_str(),
            Assessment::NotYetKnown | Assessment::Inconclusive => Verdict::Unknown::<()>.as_str(),
        }
    }
}

/// What is known about a game, and how much of it the player may see.
#[derive(Clone, Debug)]
pub struct Analysis {
    proven_positions: ProvenPositions,
    /// Whether the player has requested a verdict. Before that, hints do not use winning lines.
    pub verdict_revealed: bool,
    /// Whether every move is forced, so that a verdict would reveal the end.
    is_forced: bool,
    /// The deal, if it was found by a search for a winnable one.
    known_winnable: Option<StateKey>,
}

impl Analysis {
    /// Analyzes a game before any search.
    pub fn new(game: &Game) -> Analysis {
        let mut proven_positions = ProvenPositions::default();
        proven_positions.sync(game);
        Analysis {
            proven_positions,
            verdict_revealed: false,
            is_forced: game.rules().is_forced(),
            known_winnable: None,
        }
    }

    /// Returns what is proven.
    pub fn proven_positions(&self) -> &ProvenPositions {
        &self.proven_positions
    }

    /// Whether every move is forced.
    pub fn is_forced(&self) -> bool {
        self.is_forced
    }

    /// Follows the game to its current position.
    pub fn sync(&mut self, game: &Game) {
        self.proven_positions.sync(game);
    }

    /// Returns the budget of the search that checks in the background whether the game can still be
    /// won. `None` if there is nothing to find out.
    pub fn background_budget(&self, game: &Game) -> Option<Budget> {
        let (here, time) = (game.moves().len(), BACKGROUND_BUDGET.time_limit());
        let is_useful = !self.is_forced && self.proven_positions.is_search_useful(here, time);
        is_useful.then_some(BACKGROUND_BUDGET)
    }

    /// Returns the budget of the search for a verdict on the current position. It takes longer than
    /// the searches that found none, and this memory in bytes. `None` if it would find out nothing.
    pub fn verdict_budget(&self, game: &Game, memory: usize) -> Option<Budget> {
        let time = self
            .proven_positions
            .next_verdict_time(game.moves().len())?;
        Some(Budget::for_verdict(time, memory))
    }

    /// Records the verdict of a search of the position after a number of moves, with this time limit.
    pub fn record_verdict(
        &mut self,
        game: &Game,
        position: usize,
        verdict: &Verdict,
        time: Duration,
    ) {
        let mut game = game.clone();
        game.seek(position);
        let (rules, table) = (game.rules(), game.table());
        self.proven_positions
            .record_verdict(rules, table, position, verdict, time);
    }

    /// Records the verdict of the search that found a winnable deal.
    pub fn record_winnable_deal(&mut self, game: &Game, verdict: &Verdict) {
        self.record_verdict(game, 0, verdict, DEAL_BUDGET.time_limit());
        self.known_winnable = self.proven_positions.current();
    }

    /// Assesses the current position.
    pub fn assessment(&self, game: &Game) -> Assessment {
        let proven = &self.proven_positions;
        if proven.is_lost() {
            return Assessment::Lost;
        }
        if let Some(line) = proven.winning_line() {
            return Assessment::Winnable(line.len());
        }
        match proven.next_verdict_time(game.moves().len()) {
            Some(_) => Assessment::NotYetKnown,
            None => Assessment::Inconclusive,
        }
    }

    /// Returns a short label for the current position, if the player may see it. That it is
    /// winnable is shown only after a requested verdict, and at a deal that was chosen as winnable.
    pub fn status_label(&self) -> Option<&'static str> {
        let proven = &self.proven_positions;
        if proven.is_lost() {
            return (self.verdict_revealed || !self.is_forced).then_some("no win left");
        }
        let is_known_deal =
            self.known_winnable.is_some() && self.known_winnable == proven.current();
        let is_shown = self.verdict_revealed || is_known_deal;
        (is_shown && proven.winning_line().is_some()).then_some("winnable")
    }

    /// Returns the next move of a winning line, if the player has requested a verdict.
    pub fn revealed_winning_move(&self) -> Option<Move> {
        let line = self.proven_positions.winning_line()?;
        line.first().copied().filter(|_| self.verdict_revealed)
    }

    /// Records that the first moves of the winning line were shown to the player. Returns how many
    /// of them were shown for the first time.
    pub fn mark_shown(&mut self, game: &Game, moves: usize) -> usize {
        self.proven_positions.mark_shown(game, moves)
    }

    /// Returns the last position proven winnable, as a number of moves, if the current one is
    /// proven lost.
    pub fn last_winnable_index(&self) -> Option<usize> {
        let last = self.proven_positions.last_winnable();
        last.filter(|_| self.proven_positions.is_lost())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::VERDICT_TIME_LIMITS;
    use crate::variant::test_variant;

    #[test]
    fn verdict_searches_get_longer_up_to_the_longest() {
        let game = Game::new(test_variant("moving-left", &[]), 42);
        let mut analysis = Analysis::new(&game);
        let mut times = Vec::new();
        while let Some(budget) = analysis.verdict_budget(&game, 1 << 20) {
            assert_eq!(analysis.assessment(&game), Assessment::NotYetKnown);
            times.push(budget.time_limit());
            analysis.record_verdict(&game, 0, &Verdict::Unknown, budget.time_limit());
        }
        assert_eq!(times, VERDICT_TIME_LIMITS);
        assert_eq!(analysis.assessment(&game), Assessment::Inconclusive);
        assert_eq!(analysis.background_budget(&game), None);
    }
}
