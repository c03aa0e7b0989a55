//! What is proven about the positions of a game: those from the deal to the current one (the path),
//! and those of winning lines.
//!
//! A winning line proves every position along it, and every position on the path to it. All
//! positions after an unwinnable one are unwinnable. So no search is needed while a game follows a
//! winning line or continues after it is lost.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use crate::game::Game;
use crate::rules::{Move, Status, Table};
use crate::solver::{StateKey, VERDICT_TIME_LIMITS, Verdict};
use crate::variant::Variant;

/// What is known about a position.
#[derive(Clone, Debug)]
enum ProofState {
    /// A winning line passes through the position, after this number of its moves.
    Winnable(Arc<[Move]>, usize),
    /// It cannot be won.
    Lost,
    /// The longest search, of this duration, was inconclusive.
    Searched(Duration),
}

/// What is proven about the positions of one game.
#[derive(Clone, Debug, Default)]
pub struct ProvenPositions {
    proof_states: HashMap<StateKey, ProofState>,
    moves: Vec<Move>,
    /// The positions from the deal to the current one.
    path: Vec<StateKey>,
    /// The moves of winning lines that were shown to the player, with their positions.
    shown_moves: HashSet<(StateKey, Move)>,
}

impl ProvenPositions {
    /// Follows the game to its current position, after moves, undos and redos.
    pub fn sync(&mut self, game: &Game) {
        let pairs = self.moves.iter().zip(game.moves());
        let shared = pairs.take_while(|(old, new)| **old == *new).count();
        self.moves.truncate(shared);
        self.path.truncate(shared + 1);
        self.moves.extend(game.moves().skip(shared));
        let count = self.moves.len();
        if self.path.len() < count {
            // Positions before the current one have legal moves.
            let mut earlier = game.clone();
            for at in self.path.len()..count {
                earlier.seek(at);
                self.push_position(&earlier, Status::Playing);
            }
        }
        if self.path.len() == count {
            self.push_position(game, game.status());
        }
    }

    /// Appends the position of a game to the path.
    fn push_position(&mut self, game: &Game, status: Status) {
        let before = self.path.last().copied();
        let here = game.rules().state_key(game.table());
        self.path.push(here);
        if before.is_some_and(|before| self.is_proven_lost(before)) || status == Status::Lost {
            self.proof_states.insert(here, ProofState::Lost);
        } else if status == Status::Won {
            self.prove_path(self.path.len() - 1, &[]);
        } else if let Some(line) = self.winning_line_from(here) {
            let line = line.to_vec();
            if before.is_some_and(|before| self.winning_line_from(before).is_none()) {
                self.prove_path(self.path.len() - 1, &line);
            }
        }
    }

    /// Records that a line wins from the position at `at`, which proves all positions before it.
    fn prove_path(&mut self, at: usize, line: &[Move]) {
        let whole: Arc<[Move]> = self.moves[..at].iter().chain(line).copied().collect();
        for (n, position) in self.path[..=at].iter().enumerate().rev() {
            if n < at && self.winning_line_from(*position).is_some() {
                break;
            }
            self.proof_states
                .insert(*position, ProofState::Winnable(Arc::clone(&whole), n));
        }
    }

    /// Records the verdict of a search of the position at `at`, which has this table. `time` is the
    /// time limit of the search.
    pub fn record_verdict(
        &mut self,
        rules: &Variant,
        table: &Table,
        at: usize,
        verdict: &Verdict,
        time: Duration,
    ) {
        let Some(&here) = self.path.get(at) else {
            return;
        };
        match verdict {
            Verdict::Winnable(line) => {
                self.prove_path(at, line);
                let whole: Arc<[Move]> = line.as_slice().into();
                let mut table = table.clone();
                for (n, &mv) in line.iter().enumerate() {
                    rules.apply(&mut table, mv);
                    let position = rules.state_key(&table);
                    self.proof_states
                        .insert(position, ProofState::Winnable(Arc::clone(&whole), n + 1));
                }
                // The line may pass through a later position of the path.
                let mut winnable = (0..self.path.len())
                    .rev()
                    .filter_map(|at| Some((at, self.winning_line_from(self.path[at])?)));
                if let Some((last, line)) = winnable.next() {
                    let line = line.to_vec();
                    self.prove_path(last, &line);
                }
            }
            Verdict::Unwinnable => {
                for position in &self.path[at..] {
                    self.proof_states.insert(*position, ProofState::Lost);
                }
            }
            Verdict::Unknown => {
                let known = self.proof_states.entry(here);
                if let ProofState::Searched(longest) = known.or_insert(ProofState::Searched(time)) {
                    *longest = time.max(*longest);
                }
            }
        }
    }

    /// Returns the time limit of the next verdict search of the position at `at`: the shortest that
    /// is longer than all earlier searches. `None` if there is nothing left to find out.
    pub fn next_verdict_time(&self, at: usize) -> Option<Duration> {
        let mut times = VERDICT_TIME_LIMITS.into_iter();
        times.find(|&time| self.is_search_useful(at, time))
    }

    /// Returns the current position.
    pub fn current(&self) -> Option<StateKey> {
        self.path.last().copied()
    }

    /// Returns the position of the path after a number of moves.
    pub fn state_at(&self, at: usize) -> Option<StateKey> {
        self.path.get(at).copied()
    }

    /// Whether a search of this duration could find out something new about the position at `at`.
    pub fn is_search_useful(&self, at: usize, time: Duration) -> bool {
        let Some(position) = self.path.get(at) else {
            return false;
        };
        match self.proof_states.get(position) {
            None => true,
            Some(ProofState::Searched(searched)) => *searched < time,
            Some(ProofState::Winnable(..) | ProofState::Lost) => false,
        }
    }

    /// Returns the last position of the path that is proven winnable, as a number of moves.
    pub fn last_winnable(&self) -> Option<usize> {
        let is_winnable = |position: &StateKey| self.winning_line_from(*position).is_some();
        self.path.partition_point(is_winnable).checked_sub(1)
    }

    /// Returns the first position of the path that is proven lost, as a number of moves.
    pub fn first_lost(&self) -> Option<usize> {
        let is_not_lost = |position: &StateKey| !self.is_proven_lost(*position);
        Some(self.path.partition_point(is_not_lost)).filter(|&first| first < self.path.len())
    }

    /// Returns a winning line from a position of the path, if one is known.
    pub fn winning_line_at(&self, at: usize) -> Option<&[Move]> {
        self.winning_line_from(*self.path.get(at)?)
    }

    /// Returns a winning line from the current position, if one is known.
    pub fn winning_line(&self) -> Option<&[Move]> {
        self.winning_line_from(self.current()?)
    }

    /// Records that the first moves of the winning line from the current position, which is that of
    /// the game, were shown to the player. Returns how many of them were shown for the first time.
    pub fn mark_shown(&mut self, game: &Game, moves: usize) -> usize {
        let (rules, mut table) = (game.rules(), game.table().clone());
        let line: Vec<Move> = self.winning_line().unwrap_or_default().to_vec();
        let mut new_moves = 0;
        for mv in line.into_iter().take(moves) {
            let position = rules.state_key(&table);
            new_moves += usize::from(self.shown_moves.insert((position, mv)));
            rules.apply(&mut table, mv);
        }
        new_moves
    }

    /// Whether the current position is proven lost.
    pub fn is_lost(&self) -> bool {
        self.current().is_some_and(|here| self.is_proven_lost(here))
    }

    fn is_proven_lost(&self, position: StateKey) -> bool {
        matches!(self.proof_states.get(&position), Some(ProofState::Lost))
    }

    fn winning_line_from(&self, position: StateKey) -> Option<&[Move]> {
        match self.proof_states.get(&position)? {
            ProofState::Winnable(line, played) => line.get(*played..),
            ProofState::Lost | ProofState::Searched(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Budget, CancelToken};
    use crate::variant::test_variant;

    /// Returns a deal with a winning line.
    fn winnable_game() -> (Game, Vec<Move>) {
        let rules = test_variant("moosehide", &[("layout", "classic")]);
        let game = Game::new(rules, 1);
        let budget = Budget {
            positions: None,
            time: None,
            memory: 32 << 20,
        };
        let cancel = CancelToken::default();
        let result = game
            .rules()
            .solve(game.table(), &budget, &cancel, &mut |_| {});
        match result.verdict {
            Verdict::Winnable(line) => (game, line),
            other => panic!("{other:?}"),
        }
    }

    const TIME: Duration = Duration::from_secs(1);

    fn record_verdict(proven: &mut ProvenPositions, game: &Game, verdict: &Verdict) {
        let at = game.moves().len();
        proven.record_verdict(game.rules(), game.table(), at, verdict, TIME);
    }

    #[test]
    fn a_game_that_follows_a_winning_line_stays_proven() {
        let (mut game, line) = winnable_game();
        let mut proven = ProvenPositions::default();
        proven.sync(&game);
        assert!(proven.is_search_useful(0, TIME));
        record_verdict(&mut proven, &game, &Verdict::Winnable(line.clone()));
        for n in 0..line.len() {
            assert_eq!(proven.winning_line(), Some(&line[n..]));
            assert_eq!(proven.last_winnable(), Some(n));
            game.play(line[n]).expect("a legal move");
            proven.sync(&game);
        }
        assert_eq!(proven.winning_line(), Some(&[][..]));
        while game.undo().is_some() {
            proven.sync(&game);
            assert!(!proven.is_search_useful(game.moves().len(), TIME));
        }
        assert_eq!(proven.winning_line(), Some(&line[..]));
    }

    #[test]
    fn a_line_found_late_proves_all_earlier_positions() {
        let (mut game, line) = winnable_game();
        let mut proven = ProvenPositions::default();
        for &mv in &line[..9] {
            game.play(mv).expect("a legal move");
        }
        proven.sync(&game);
        record_verdict(&mut proven, &game, &Verdict::Winnable(line[9..].to_vec()));
        game.seek(4);
        proven.sync(&game);
        assert_eq!(proven.winning_line(), Some(&line[4..]));
    }

    #[test]
    fn a_lost_position_stays_lost_until_the_losing_move_is_undone() {
        let (mut game, line) = winnable_game();
        let mut proven = ProvenPositions::default();
        for &mv in &line[..5] {
            game.play(mv).expect("a legal move");
            proven.sync(&game);
        }
        record_verdict(&mut proven, &game, &Verdict::Unwinnable);
        assert!(proven.is_lost());
        game.play(line[5]).expect("a legal move");
        proven.sync(&game);
        assert!(proven.is_lost());
        assert_eq!(
            (proven.last_winnable(), proven.first_lost()),
            (None, Some(5))
        );
        game.seek(4);
        proven.sync(&game);
        assert!(!proven.is_lost());
        assert!(proven.is_search_useful(4, TIME));
    }

    #[test]
    fn an_inconclusive_search_is_repeated_only_with_more_time() {
        let (game, _) = winnable_game();
        let mut proven = ProvenPositions::default();
        proven.sync(&game);
        record_verdict(&mut proven, &game, &Verdict::Unknown);
        assert!(!proven.is_search_useful(0, TIME));
        assert!(proven.is_search_useful(0, 2 * TIME));
        assert_eq!(proven.winning_line(), None);
        assert!(!proven.is_lost());
    }

    #[test]
    fn a_resumed_game_is_analyzed_from_its_deal() {
        let (mut game, line) = winnable_game();
        for &mv in &line {
            game.play(mv).expect("a legal move");
        }
        let mut proven = ProvenPositions::default();
        proven.sync(&game);
        assert_eq!(proven.last_winnable(), Some(line.len()));
        game.seek(7);
        proven.sync(&game);
        assert_eq!(proven.winning_line(), Some(&line[7..]));
        let last = proven.state_at(7);
        assert_eq!(last, Some(game.rules().state_key(game.table())));
    }
}
