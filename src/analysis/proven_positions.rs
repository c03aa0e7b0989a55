//! What is proven of the positions of a game: on the way from its deal, and on lines that win.
//!
//! A line that wins proves every position along it, and every one on the way to it; a position
//! that cannot be won dooms all that follow. So a game that keeps to a line, or goes on where no
//! win is left, needs no further search.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crate::game::Game;
use crate::rules::{Move, Status, Table};
use crate::solver::{StateKey, VERDICT_TIME_LIMITS, Verdict};
use crate::variant::Variant;

/// What is known of a position.
#[derive(Clone, Debug)]
enum ProofState {
    /// A line wins, of which so many moves lie behind.
    Winnable(Arc<[Move]>, usize),
    /// Nothing wins.
    Lost,
    /// A search of this length found neither.
    Searched(Duration),
}

/// What is proven of the positions of one game.
#[derive(Clone, Debug, Default)]
pub struct ProvenPositions {
    proof_states: HashMap<StateKey, ProofState>,
    moves: Vec<Move>,
    /// The positions from the deal to the present one.
    path: Vec<StateKey>,
    /// The moves of lines that were shown to the player, and where.
    shown_moves: HashSet<(StateKey, Move)>,
}

impl ProvenPositions {
    /// Goes where the game is now, by moves made or taken back.
    pub fn sync(&mut self, game: &Game) {
        let pairs = self.moves.iter().zip(game.moves());
        let shared = pairs.take_while(|(old, new)| **old == *new).count();
        self.moves.truncate(shared);
        self.path.truncate(shared + 1);
        self.moves.extend(game.moves().skip(shared));
        let count = self.moves.len();
        if self.path.len() < count {
            // Where the game goes on, it was not over.
            let mut walked = game.clone();
            for at in self.path.len()..count {
                walked.seek(at);
                self.push_position(&walked, Status::Playing);
            }
        }
        if self.path.len() == count {
            self.push_position(game, game.status());
        }
    }

    /// Takes the position a game stands at as the next on the way.
    fn push_position(&mut self, game: &Game, status: Status) {
        let before = self.path.last().copied();
        let here = game.rules().state_key(game.table());
        self.path.push(here);
        let doomed = before
            .is_some_and(|before| matches!(self.proof_states.get(&before), Some(ProofState::Lost)));
        if doomed || status == Status::Lost {
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

    /// Remembers that a line wins after so many moves of the way, for all the way to there.
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

    /// Learns the verdict of a search from the position after so many moves of the way, whose
    /// table this is, with as much time as it had.
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
                // The line may come by a later position of the way.
                let last = self
                    .path
                    .iter()
                    .rposition(|&on| self.winning_line_from(on).is_some());
                if let Some((last, line)) =
                    last.and_then(|at| Some((at, self.winning_line_from(self.path[at])?.to_vec())))
                {
                    self.prove_path(last, &line);
                }
            }
            Verdict::Unwinnable => {
                for position in &self.path[at..] {
                    self.proof_states.insert(*position, ProofState::Lost);
                }
            }
            Verdict::Unknown => {
                let longest = self
                    .inconclusive_search_time(here)
                    .map_or(time, |before| before.max(time));
                self.proof_states
                    .entry(here)
                    .or_insert(ProofState::Searched(longest));
                if let Some(ProofState::Searched(searched)) = self.proof_states.get_mut(&here) {
                    *searched = longest;
                }
            }
        }
    }

    /// How long the next search for a verdict after so many moves of the way may take: longer where
    /// one was in vain. None where no more can be found out.
    pub fn next_verdict_time(&self, at: usize) -> Option<Duration> {
        let mut times = VERDICT_TIME_LIMITS.into_iter();
        times.find(|&time| self.is_search_useful(at, time))
    }

    /// The present position.
    pub fn current(&self) -> Option<StateKey> {
        self.path.last().copied()
    }

    /// The position after so many moves of the way.
    pub fn state_at(&self, at: usize) -> Option<StateKey> {
        self.path.get(at).copied()
    }

    /// How long a search for a position was that found nothing; none where there was no search.
    fn inconclusive_search_time(&self, position: StateKey) -> Option<Duration> {
        match self.proof_states.get(&position) {
            Some(ProofState::Searched(time)) => Some(*time),
            _ => None,
        }
    }

    /// Whether a search of this length after so many moves of the way could find what is not
    /// known yet.
    pub fn is_search_useful(&self, at: usize, time: Duration) -> bool {
        self.path
            .get(at)
            .is_some_and(|position| match self.proof_states.get(position) {
                None => true,
                Some(ProofState::Searched(searched)) => *searched < time,
                Some(ProofState::Winnable(..) | ProofState::Lost) => false,
            })
    }

    /// After how many moves of the way the latest position lies that is known to be winnable.
    pub fn last_winnable(&self) -> Option<usize> {
        let winnable = |position: &StateKey| self.winning_line_from(*position).is_some();
        self.path.partition_point(winnable).checked_sub(1)
    }

    /// After how many moves of the way the first position lies that is known to be lost.
    pub fn first_lost(&self) -> Option<usize> {
        let open = |position: &StateKey| {
            !matches!(self.proof_states.get(position), Some(ProofState::Lost))
        };
        Some(self.path.partition_point(open)).filter(|&first| first < self.path.len())
    }

    /// Of which positions, up to that after so many moves, it is not known whether they can be
    /// won: after how many moves.
    pub fn unknown_range(&self, last: usize) -> Range<usize> {
        let first = self.last_winnable().map_or(0, |at| at + 1);
        first..self.first_lost().unwrap_or(last + 1)
    }

    /// Which position of a game of so many moves to search next, for this long, to find out where
    /// it was lost: after how many moves. First the deal, then the middle of what is not known.
    pub fn next_postmortem_index(&self, last: usize, time: Duration) -> Option<usize> {
        if self.is_search_useful(0, time) {
            return Some(0);
        }
        let unknown = self.unknown_range(last);
        // The nearest to the middle first, so that the longest game is not gone through.
        let middle = unknown.start + unknown.len() / 2;
        let pairs = (0..=unknown.len()).flat_map(|n| [middle + n, middle.saturating_sub(n + 1)]);
        let mut outward = pairs.filter(|at| unknown.contains(at));
        outward.find(|&at| self.is_search_useful(at, time))
    }

    /// A line that wins from the present position, where one is known.
    pub fn winning_line(&self) -> Option<&[Move]> {
        self.winning_line_from(*self.path.last()?)
    }

    /// Notes that the first moves of the line from the present position, at which the game stands,
    /// were shown to the player; returns how many of them had not been before.
    pub fn mark_shown(&mut self, game: &Game, moves: usize) -> usize {
        let (rules, mut table) = (game.rules(), game.table().clone());
        let line: Vec<Move> = self.winning_line().unwrap_or_default().to_vec();
        let mut fresh = 0;
        for mv in line.into_iter().take(moves) {
            let position = rules.state_key(&table);
            fresh += usize::from(self.shown_moves.insert((position, mv)));
            rules.apply(&mut table, mv);
        }
        fresh
    }

    /// Whether the present position is known to be lost.
    pub fn is_lost(&self) -> bool {
        let here = self
            .path
            .last()
            .and_then(|here| self.proof_states.get(here));
        matches!(here, Some(ProofState::Lost))
    }

    fn winning_line_from(&self, position: StateKey) -> Option<&[Move]> {
        match self.proof_states.get(&position)? {
            ProofState::Winnable(line, behind) => line.get(*behind..),
            ProofState::Lost | ProofState::Searched(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Budget, CancelToken};
    use crate::variant::test_variant;

    /// A deal of the classic game with a line that wins it.
    fn winnable_game() -> (Game, Vec<Move>) {
        let rules = test_variant("moosehide", &[("layout", "classic")]);
        let game = Game::new(rules, 1);
        let budget = Budget {
            positions: None,
            time: None,
            memory: 32 << 20,
        };
        let cancel = CancelToken::default();
        let answer = game
            .rules()
            .solve(game.table(), &budget, &cancel, &mut |_| {});
        match answer.verdict {
            Verdict::Winnable(line) => (game, line),
            other => panic!("{other:?}"),
        }
    }

    const TIME: Duration = Duration::from_secs(1);

    fn record_verdict(proofs: &mut ProvenPositions, game: &Game, verdict: &Verdict) {
        let at = game.moves().len();
        proofs.record_verdict(game.rules(), game.table(), at, verdict, TIME);
    }

    #[test]
    fn a_line_followed_is_known_to_its_end_and_back() {
        let (mut game, line) = winnable_game();
        let mut proofs = ProvenPositions::default();
        proofs.sync(&game);
        assert!(proofs.is_search_useful(0, TIME));
        record_verdict(&mut proofs, &game, &Verdict::Winnable(line.clone()));
        for n in 0..line.len() {
            assert_eq!(proofs.winning_line(), Some(&line[n..]));
            assert_eq!(proofs.last_winnable(), Some(n));
            game.play(line[n]).expect("a legal move");
            proofs.sync(&game);
        }
        assert_eq!(proofs.winning_line(), Some(&[][..]));
        while game.undo().is_some() {
            proofs.sync(&game);
            assert!(!proofs.is_search_useful(game.moves().len(), TIME));
        }
        assert_eq!(proofs.winning_line(), Some(&line[..]));
    }

    #[test]
    fn a_line_found_late_proves_the_whole_way_to_it() {
        let (mut game, line) = winnable_game();
        let mut proofs = ProvenPositions::default();
        for &mv in &line[..9] {
            game.play(mv).expect("a legal move");
        }
        proofs.sync(&game);
        record_verdict(&mut proofs, &game, &Verdict::Winnable(line[9..].to_vec()));
        game.seek(4);
        proofs.sync(&game);
        assert_eq!(proofs.winning_line(), Some(&line[4..]));
    }

    #[test]
    fn where_no_win_is_left_none_comes_back_until_the_move_is_taken_back() {
        let (mut game, line) = winnable_game();
        let mut proofs = ProvenPositions::default();
        for &mv in &line[..5] {
            game.play(mv).expect("a legal move");
            proofs.sync(&game);
        }
        record_verdict(&mut proofs, &game, &Verdict::Unwinnable);
        assert!(proofs.is_lost());
        game.play(line[5]).expect("a legal move");
        proofs.sync(&game);
        assert!(proofs.is_lost());
        assert_eq!(
            (proofs.last_winnable(), proofs.first_lost()),
            (None, Some(5))
        );
        game.seek(4);
        proofs.sync(&game);
        assert!(!proofs.is_lost());
        assert!(proofs.is_search_useful(4, TIME));
    }

    #[test]
    fn a_search_in_vain_is_made_again_only_with_more_time() {
        let (game, _) = winnable_game();
        let mut proofs = ProvenPositions::default();
        proofs.sync(&game);
        record_verdict(&mut proofs, &game, &Verdict::Unknown);
        assert!(!proofs.is_search_useful(0, TIME));
        assert!(proofs.is_search_useful(0, 2 * TIME));
        assert_eq!(proofs.winning_line(), None);
        assert!(!proofs.is_lost());
    }

    #[test]
    fn a_game_resumed_in_its_middle_is_followed_from_its_deal() {
        let (mut game, line) = winnable_game();
        for &mv in &line {
            game.play(mv).expect("a legal move");
        }
        let mut proofs = ProvenPositions::default();
        proofs.sync(&game);
        assert_eq!(proofs.last_winnable(), Some(line.len()));
        game.seek(7);
        proofs.sync(&game);
        assert_eq!(proofs.winning_line(), Some(&line[7..]));
        let last = proofs.state_at(7);
        assert_eq!(last, Some(game.rules().state_key(game.table())));
    }
}
