//! What is proven about a game in play, and which search to run next. The user interfaces run the
//! searches, so that they stay responsive.

mod proven_positions;

pub use proven_positions::ProvenPositions;

use std::time::Duration;

use crate::game::Game;
use crate::rules::Move;
use crate::solver::{
    BACKGROUND_BUDGET, Budget, DEAL_BUDGET, MAX_POSTMORTEM_SEARCHES, POSTMORTEM_BUDGET,
    SolveResult, StateKey, VERDICT_TIME_LIMITS,
};

/// A search to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchTask {
    /// The position, as a number of moves from the deal.
    pub position_index: usize,
    /// The limits of the search.
    pub budget: Budget,
}

impl SearchTask {
    /// The search of a deal while looking for a winnable one.
    pub const DEAL: SearchTask = SearchTask {
        position_index: 0,
        budget: DEAL_BUDGET,
    };

    /// Returns the game at the position.
    pub fn game_at_position(&self, game: &Game) -> Game {
        let mut game = game.clone();
        game.seek(self.position_index);
        game
    }
}

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
    /// The limits of each post-mortem search.
    postmortem_budget: Budget,
    /// The number of searches so far.
    postmortem_searches: usize,
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
            postmortem_budget: POSTMORTEM_BUDGET,
            postmortem_searches: 0,
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
        let before = self.proven_positions.current();
        self.proven_positions.sync(game);
        if self.proven_positions.current() != before {
            self.postmortem_budget = POSTMORTEM_BUDGET;
            self.postmortem_searches = 0;
        }
    }

    /// Returns the search that checks in the background whether the game can still be won.
    pub fn background_task(&self, game: &Game) -> Option<SearchTask> {
        let (position_index, budget) = (game.moves().len(), BACKGROUND_BUDGET);
        let proven = &self.proven_positions;
        let is_useful =
            !self.is_forced && proven.is_search_useful(position_index, budget.time_limit());
        is_useful.then_some(SearchTask {
            position_index,
            budget,
        })
    }

    /// Returns the search for a verdict on the current position. It is longer than the searches
    /// that found none, and takes this memory in bytes.
    pub fn verdict_task(&self, game: &Game, memory: usize) -> Option<SearchTask> {
        let position_index = game.moves().len();
        let time = self.proven_positions.next_verdict_time(position_index)?;
        Some(SearchTask {
            position_index,
            budget: Budget::for_verdict(time, memory),
        })
    }

    /// Returns the next search of the post-mortem of a finished game: of the deal first, then of
    /// the middle of the positions whose verdict is unknown.
    pub fn postmortem_task(&self, game: &Game) -> Option<SearchTask> {
        let budget = self.postmortem_budget;
        if self.postmortem_searches >= MAX_POSTMORTEM_SEARCHES {
            return None;
        }
        let position_index = self
            .proven_positions
            .next_postmortem_index(game.moves().len(), budget.time_limit())?;
        Some(SearchTask {
            position_index,
            budget,
        })
    }

    /// Continues the post-mortem with a larger budget, because the player requests it.
    pub fn extend_postmortem(&mut self, memory: usize) {
        self.verdict_revealed = true;
        self.postmortem_budget = Budget::for_verdict(LONG_POSTMORTEM_TIME, memory);
        self.postmortem_searches = 0;
    }

    /// Whether the post-mortem may find out more with a larger budget.
    pub fn can_extend_postmortem(&self, game: &Game) -> bool {
        let (last, proven) = (game.moves().len(), &self.proven_positions);
        let next = proven.next_postmortem_index(last, LONG_POSTMORTEM_TIME);
        self.postmortem_budget == POSTMORTEM_BUDGET && next.is_some()
    }

    /// Records the result of a search.
    pub fn record_result(&mut self, game: &Game, task: &SearchTask, result: &SolveResult) {
        let game = task.game_at_position(game);
        let (at, time) = (task.position_index, task.budget.time_limit());
        let (rules, table) = (game.rules(), game.table());
        self.proven_positions
            .record_verdict(rules, table, at, &result.verdict, time);
        self.postmortem_searches += 1;
    }

    /// Records the result of the search that found a winnable deal.
    pub fn record_winnable_deal(&mut self, game: &Game, result: &SolveResult) {
        self.record_result(game, &SearchTask::DEAL, result);
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

/// Time limit of each post-mortem search that the player requests.
const LONG_POSTMORTEM_TIME: Duration = VERDICT_TIME_LIMITS[0];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Verdict;
    use crate::variant::test_variant;

    fn game() -> Game {
        let rules = test_variant("moving-left", &[]);
        Game::new(rules, 42)
    }

    #[test]
    fn the_extended_postmortem_ends_with_the_next_move() {
        let mut game = game();
        let mut analysis = Analysis::new(&game);
        let budget = |analysis: &Analysis, game: &Game| {
            analysis.postmortem_task(game).map(|task| task.budget)
        };
        assert!(analysis.can_extend_postmortem(&game));
        analysis.extend_postmortem(1 << 20);
        let long = Budget::for_verdict(LONG_POSTMORTEM_TIME, 1 << 20);
        assert_eq!(budget(&analysis, &game), Some(long));
        assert!(!analysis.can_extend_postmortem(&game));
        analysis.sync(&game);
        assert_eq!(
            budget(&analysis, &game),
            Some(long),
            "the position is the same"
        );
        game.play(game.legal_moves()[0]).expect("a legal move");
        analysis.sync(&game);
        assert_eq!(budget(&analysis, &game), Some(POSTMORTEM_BUDGET));
    }

    #[test]
    fn verdict_searches_get_longer_up_to_the_longest() {
        let game = game();
        let mut analysis = Analysis::new(&game);
        let (verdict, positions) = (Verdict::Unknown, 1);
        let unknown = SolveResult { verdict, positions };
        let mut times = Vec::new();
        while let Some(task) = analysis.verdict_task(&game, 1 << 20) {
            assert_eq!(analysis.assessment(&game), Assessment::NotYetKnown);
            times.push(task.budget.time_limit());
            analysis.record_result(&game, &task, &unknown);
        }
        assert_eq!(times, VERDICT_TIME_LIMITS);
        assert_eq!(analysis.assessment(&game), Assessment::Inconclusive);
        assert_eq!(analysis.background_task(&game), None);
    }
}
