//! What is proven of a game in play, and what is to be searched next. Who plays makes the searches,
//! in a way that can wait for them.

mod proven_positions;

pub use proven_positions::ProvenPositions;

use crate::game::Game;
use crate::rules::Move;
use crate::solver::{
    BACKGROUND_BUDGET, Budget, DEAL_BUDGET, MAX_POSTMORTEM_SEARCHES, POSTMORTEM_BUDGET,
    SolveResult, StateKey, VERDICT_TIME_LIMITS,
};

/// A search to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchTask {
    /// From the position after so many moves.
    pub position_index: usize,
    /// What it may spend.
    pub budget: Budget,
}

impl SearchTask {
    /// At a deal, where one is looked for that can be won.
    pub const DEAL: SearchTask = SearchTask {
        position_index: 0,
        budget: DEAL_BUDGET,
    };

    /// The game as it stood at the position.
    pub fn game_at_position(&self, game: &Game) -> Game {
        let mut there = game.clone();
        there.seek(self.position_index);
        there
    }
}

/// How the present position stands, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assessment {
    /// No win is left.
    Lost,
    /// It can be won, in so many moves at most.
    Winnable(usize),
    /// Neither is known, and a longer search could find out.
    NotYetKnown,
    /// Neither is known, after the longest search.
    Inconclusive,
}

/// What is known of a game, and what the player knows of that.
#[derive(Clone, Debug)]
pub struct Analysis {
    proven_positions: ProvenPositions,
    /// Whether the player has asked for a verdict: until then no hint gives away a line.
    pub verdict_revealed: bool,
    /// Whether the game leaves no choice, so that a verdict would tell its end.
    forced: bool,
    /// The position that was dealt as one that can be won.
    known_winnable: Option<StateKey>,
    /// What each search after the end may spend, and how many there have been.
    postmortem_budget: Budget,
    postmortem_searches: usize,
}

impl Analysis {
    /// What is known of a game before any search.
    pub fn new(game: &Game) -> Analysis {
        let mut proofs = ProvenPositions::default();
        proofs.sync(game);
        Analysis {
            proven_positions: proofs,
            verdict_revealed: false,
            forced: game.rules().is_forced(),
            known_winnable: None,
            postmortem_budget: POSTMORTEM_BUDGET,
            postmortem_searches: 0,
        }
    }

    /// What is proven.
    pub fn proven_positions(&self) -> &ProvenPositions {
        &self.proven_positions
    }

    /// Whether the game leaves no choice.
    pub fn is_forced(&self) -> bool {
        self.forced
    }

    /// Goes where the game is now.
    pub fn sync(&mut self, game: &Game) {
        let before = self.proven_positions.current();
        self.proven_positions.sync(game);
        if self.proven_positions.current() != before {
            self.postmortem_budget = POSTMORTEM_BUDGET;
            self.postmortem_searches = 0;
        }
    }

    /// What to search, unasked, to see whether a win is left.
    pub fn background_task(&self, game: &Game) -> Option<SearchTask> {
        let (at, budget) = (game.moves().len(), BACKGROUND_BUDGET);
        let open = !self.forced
            && self
                .proven_positions
                .is_search_useful(at, budget.time_limit());
        open.then_some(SearchTask {
            position_index: at,
            budget,
        })
    }

    /// What to search for a verdict on the present position: longer where one was in vain.
    pub fn verdict_task(&self, game: &Game) -> Option<SearchTask> {
        let at = game.moves().len();
        let time = self.proven_positions.next_verdict_time(at)?;
        let budget = Budget::for_verdict(time);
        Some(SearchTask {
            position_index: at,
            budget,
        })
    }

    /// What to search next of a game that is over: whether its deal could be won, then how it stood
    /// in the middle of what is not known, and so on.
    pub fn postmortem_task(&self, game: &Game) -> Option<SearchTask> {
        let budget = self.postmortem_budget;
        let at = self
            .proven_positions
            .next_postmortem_index(game.moves().len(), budget.time_limit());
        let at = at.filter(|_| self.postmortem_searches < MAX_POSTMORTEM_SEARCHES)?;
        Some(SearchTask {
            position_index: at,
            budget,
        })
    }

    /// Looks back from now on with all the time there is, since the player asks for it.
    pub fn extend_postmortem(&mut self) {
        self.verdict_revealed = true;
        self.postmortem_budget = LONG_POSTMORTEM_BUDGET;
        self.postmortem_searches = 0;
    }

    /// Whether looking back longer could find out more.
    pub fn can_extend_postmortem(&self, game: &Game) -> bool {
        let last = game.moves().len();
        let more = || {
            self.proven_positions
                .next_postmortem_index(last, LONG_POSTMORTEM_BUDGET.time_limit())
        };
        self.postmortem_budget == POSTMORTEM_BUDGET && more().is_some()
    }

    /// Learns what a search of the game found.
    pub fn record_result(&mut self, game: &Game, look: &SearchTask, answer: &SolveResult) {
        let there = look.game_at_position(game);
        let (rules, table, time) = (there.rules(), there.table(), look.budget.time_limit());
        self.proven_positions.record_verdict(
            rules,
            table,
            look.position_index,
            &answer.verdict,
            time,
        );
        self.postmortem_searches += 1;
    }

    /// Learns what was found of a deal that was looked for as one that can be won.
    pub fn record_winnable_deal(&mut self, game: &Game, answer: &SolveResult) {
        self.record_result(game, &SearchTask::DEAL, answer);
        self.known_winnable = self.proven_positions.current();
    }

    /// How the present position stands.
    pub fn assessment(&self, game: &Game) -> Assessment {
        match self.proven_positions.winning_line() {
            _ if self.proven_positions.is_lost() => Assessment::Lost,
            Some(line) => Assessment::Winnable(line.len()),
            None if self.verdict_task(game).is_some() => Assessment::NotYetKnown,
            None => Assessment::Inconclusive,
        }
    }

    /// The same in a word or two, where the player may know it. That it can be won is told only
    /// where that was asked for, or it was dealt for that.
    pub fn status_label(&self) -> Option<&'static str> {
        let told = self.verdict_revealed
            || (self.known_winnable.is_some()
                && self.known_winnable == self.proven_positions.current());
        if self.proven_positions.is_lost() {
            (self.verdict_revealed || !self.forced).then_some("no win left")
        } else {
            self.proven_positions
                .winning_line()
                .filter(|_| told)
                .map(|_| "winnable")
        }
    }

    /// The next move of a line that wins, where the player has asked for a verdict.
    pub fn revealed_winning_move(&self) -> Option<Move> {
        let line = self
            .proven_positions
            .winning_line()
            .filter(|_| self.verdict_revealed);
        line.and_then(<[Move]>::first).copied()
    }

    /// Notes that the first moves of the line from the present position were shown to the player;
    /// returns how many of them had not been before.
    pub fn mark_shown(&mut self, game: &Game, moves: usize) -> usize {
        self.proven_positions.mark_shown(game, moves)
    }

    /// The last position proven winnable, as a number of moves, if the present one is proven lost.
    pub fn last_winnable_index(&self) -> Option<usize> {
        let last = self.proven_positions.last_winnable();
        last.filter(|_| self.proven_positions.is_lost())
    }
}

/// What each search after the end may spend where the player asks for it.
const LONG_POSTMORTEM_BUDGET: Budget = Budget::for_verdict(VERDICT_TIME_LIMITS[0]);

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
    fn only_the_end_it_was_asked_of_is_looked_back_at_for_long() {
        let mut game = game();
        let mut study = Analysis::new(&game);
        let budget =
            |study: &Analysis, game: &Game<_>| study.postmortem_task(game).map(|look| look.budget);
        assert!(study.can_extend_postmortem(&game));
        study.extend_postmortem();
        assert_eq!(budget(&study, &game), Some(LONG_POSTMORTEM_BUDGET));
        assert!(!study.can_extend_postmortem(&game));
        study.sync(&game);
        assert_eq!(
            budget(&study, &game),
            Some(LONG_POSTMORTEM_BUDGET),
            "it is the same end"
        );
        game.play(game.legal_moves()[0]).expect("a legal move");
        study.sync(&game);
        assert_eq!(budget(&study, &game), Some(POSTMORTEM_BUDGET));
    }

    #[test]
    fn a_verdict_is_searched_for_longer_until_there_is_no_more_to_find_out() {
        let game = game();
        let mut study = Analysis::new(&game);
        let (verdict, positions) = (Verdict::Unknown, 1);
        let nothing = SolveResult { verdict, positions };
        let mut times = Vec::new();
        while let Some(look) = study.verdict_task(&game) {
            assert_eq!(study.assessment(&game), Assessment::NotYetKnown);
            times.push(look.budget.time_limit());
            study.record_result(&game, &look, &nothing);
        }
        assert_eq!(times, VERDICT_TIME_LIMITS);
        assert_eq!(study.assessment(&game), Assessment::Inconclusive);
        assert_eq!(study.background_task(&game), None, "nor unasked");
    }
}
