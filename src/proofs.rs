//! What is proven about a game, and which search could find out more.
//!
//! Proofs are about the positions from the deal to the current one (the path), and those of winning
//! lines. A winning line proves every position along it, and every position on the path to it. All
//! positions after an unwinnable one are unwinnable. So no search is needed while a game follows a
//! winning line or continues after it is lost.

mod path;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::game::Game;
use crate::rules::{Move, Status, Table};
pub use path::PathProofs;

use crate::solver::{
    BACKGROUND_BUDGET, Budget, CancelToken, NO_SEARCH, PROBE_WIDTH, StateKey, VERDICT_TIME_LIMITS,
    Verdict, is_winning_line,
};

/// What is known about the current position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assessment {
    /// The deal cannot be won, and so no position of it.
    LostDeal,
    /// It cannot be won. The number is the last position that is proven winnable, in moves.
    Lost(Option<usize>),
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
            Assessment::LostDeal | Assessment::Lost(_) => Verdict::Unwinnable::<()>.as_str(),
            Assessment::Winnable(_) => Verdict::Winnable(()).as_str(),
            Assessment::NotYetKnown | Assessment::Inconclusive => Verdict::Unknown::<()>.as_str(),
        }
    }
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ProofState {
    /// A winning line passes through the position, after this number of its moves.
    Winnable(Arc<[Move]>, usize),
    /// It cannot be won.
    Lost,
    /// The longest search, of this duration, was inconclusive.
    Searched(Duration),
}

/// What is proven about a game: of the positions it has been in, and of those along winning lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proofs {
    proof_states: HashMap<StateKey, ProofState>,
    moves: Vec<Move>,
    /// The positions from the deal to the current one: one more than moves.
    path: Vec<StateKey>,
}

impl Proofs {
    /// Returns what a game proves by itself, before any search.
    pub fn new(game: &Game) -> Proofs {
        let mut proofs = Proofs::default();
        proofs.sync(game);
        proofs
    }

    /// Follows the game to its current position, after moves, undos and redos. Returns the number of
    /// moves that it shares with the position before.
    pub fn sync(&mut self, game: &Game) -> usize {
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
            if game.status() == Status::Lost {
                self.record_verdict(game, count, &Verdict::Unwinnable);
            }
        }
        shared
    }

    /// Appends the position of a game to the path.
    fn push_position(&mut self, game: &Game, status: Status) {
        let before = self.path.last().copied();
        let here = game.rules().state_key(game.table());
        self.path.push(here);
        if before.is_some_and(|before| self.is_proven_lost(before)) {
            self.proof_states.insert(here, ProofState::Lost);
        } else if status == Status::Won {
            self.prove_path(self.path.len() - 1, &[]);
        } else if let Some(line) = self.winning_line_from(here) {
            let line = line.to_vec();
            let is_news =
                |known: Option<&[Move]>| known.is_none_or(|known| line.len() + 1 < known.len());
            if before.is_some_and(|before| is_news(self.winning_line_from(before))) {
                self.prove_path(self.path.len() - 1, &line);
            }
        }
    }

    /// Records that a line wins from the position at `at`, which proves all positions before it.
    fn prove_path(&mut self, at: usize, line: &[Move]) {
        let whole: Arc<[Move]> = self.moves[..at].iter().chain(line).copied().collect();
        for n in (0..=at).rev() {
            self.prove_position(self.path[n], &whole, n);
        }
    }

    /// Records that a line wins that passes through a position after so many of its moves, unless a shorter win from
    /// there is known.
    fn prove_position(&mut self, position: StateKey, line: &Arc<[Move]>, played: usize) {
        let known = self.winning_line_from(position);
        if known.is_none_or(|known| line.len() - played < known.len()) {
            let proof = ProofState::Winnable(Arc::clone(line), played);
            self.proof_states.insert(position, proof);
        }
    }

    /// Records the verdict on the current position, if the game decides it without a search.
    pub fn decide(&mut self, game: &Game) {
        if self.is_search_useful(Duration::ZERO) {
            let (rules, cancel) = (game.rules(), CancelToken::default());
            let decided = rules.solve(game.table(), &NO_SEARCH, &cancel, &mut |_| {});
            self.record_verdict(game, self.moves.len(), &decided.verdict);
        }
    }

    /// Records the verdict of a search of the current position within a budget.
    pub fn record_search(&mut self, game: &Game, verdict: &Verdict, budget: &Budget) {
        let (here, time) = (self.current(), budget.time_limit());
        self.record_verdict(game, self.moves.len(), verdict);
        if *verdict == Verdict::Unknown {
            let known = self.proof_states.entry(here);
            if let ProofState::Searched(longest) = known.or_insert(ProofState::Searched(time)) {
                *longest = time.max(*longest);
            }
        }
    }

    /// Records the verdict on the position after a number of moves, as far as it proves something.
    pub fn record_verdict(&mut self, game: &Game, position: usize, verdict: &Verdict) {
        if position >= self.path.len() {
            return;
        }
        match verdict {
            Verdict::Winnable(line) => self.record_line(game, position, line),
            Verdict::Unwinnable => {
                self.lose_from(first_of_forced_moves(game, position));
                // The game may have returned to a position that is lost.
                let is_lost = |&here: &StateKey| self.is_proven_lost(here);
                if let Some(first) = self.path.iter().position(is_lost) {
                    self.lose_from(first);
                }
            }
            Verdict::Unknown => {}
        }
    }

    /// Records that the positions after a number of moves or more are lost.
    fn lose_from(&mut self, first: usize) {
        let lost = self.path[first..].iter();
        self.proof_states
            .extend(lost.map(|&here| (here, ProofState::Lost)));
    }

    /// Records that a line wins from the position after a number of moves. One that leads back to an earlier position of
    /// the path, or that automatic moves would change, counts only if no other is known.
    fn record_line(&mut self, game: &Game, position: usize, line: &[Move]) {
        let mut start = game.clone();
        start.seek(position);
        let along = positions_along(&start, line);
        let earlier = &self.path[..=position];
        let leads_back = along.iter().any(|here| earlier.contains(here));
        let is_other_game = start.with_automatic_moves(line) != line;
        if (leads_back || is_other_game) && self.winning_line_at(position).is_some() {
            return;
        }
        self.prove_path(position, line);
        let whole: Arc<[Move]> = line.into();
        for (n, position) in (1..).zip(along) {
            self.prove_position(position, &whole, n);
        }
        // The line may pass through a later position of the path.
        let mut winnable = (0..self.path.len())
            .rev()
            .filter_map(|at| Some((at, self.winning_line_at(at)?)));
        if let Some((last, line)) = winnable.next() {
            let line = line.to_vec();
            self.prove_path(last, &line);
        }
    }

    /// Records that a line of moves from the current position wins.
    pub fn record_other_line(&mut self, game: &Game, line: &[Move]) {
        self.record_line(game, self.moves.len(), line);
    }

    /// Replaces the winning line that is known by what becomes of it with the automatic moves of the game, if that is
    /// found.
    pub fn follow_automatic_moves(&mut self, game: &Game, cancel: &CancelToken) {
        let Some(known) = self.winning_line() else {
            return;
        };
        if let Some(line) = as_played(game, known, cancel)
            && line != known
        {
            // Those that were known, however short, are not the game that is played.
            let mut forgotten = vec![self.current()];
            forgotten.extend(positions_along(game, known));
            forgotten.extend(positions_along(game, &line));
            for position in forgotten {
                self.proof_states.remove(&position);
            }
            self.record_other_line(game, &line);
        }
    }

    /// Records that a safe card can go home before the winning line that is known, if what is left of the line
    /// wins then.
    pub fn hoist_safe_card(&mut self, game: &Game) {
        let (Some(line), Some(safe)) = (self.winning_line(), game.automatic_move()) else {
            return;
        };
        let rules = game.rules();
        let mut table = game.table().clone();
        let card_home = |table: &Table, mv: Move| match mv {
            Move::Transfer { from, to, count: 1 } if to.is_foundation() => table.top(from),
            _ => None,
        };
        let card = card_home(&table, safe);
        let at = line.iter().position(|&mv| {
            let is_same = card_home(&table, mv) == card;
            rules.apply(&mut table, mv);
            is_same
        });
        let Some(at) = at.filter(|&at| at > 0 && card.is_some()) else {
            return;
        };
        let hoisted = [&[safe], &line[..at], &line[at + 1..]].concat();
        if is_winning_line(&**rules, game.table(), &hoisted) {
            self.record_other_line(game, &hoisted);
        }
    }

    /// Records that the position after some moves from the current one is lost.
    pub fn record_loss_after(&mut self, game: &Game, moves: &[Move]) {
        if let Some(position) = positions_along(game, moves).pop() {
            self.proof_states.insert(position, ProofState::Lost);
        }
    }

    /// Returns what is proven about the position after some moves from the current one, with the shortest winning line
    /// that is known to begin with them.
    pub fn verdict_after(&self, game: &Game, moves: &[Move]) -> Verdict {
        let positions = positions_along(game, moves);
        if positions
            .iter()
            .any(|&position| self.is_proven_lost(position))
        {
            return Verdict::Unwinnable;
        }
        match positions.last().map(|&last| self.winning_line_from(last)) {
            Some(Some(line)) => Verdict::Winnable([moves, line].concat()),
            _ => Verdict::Unknown,
        }
    }

    /// Whether moves from the current position lead back to one that the game has been in.
    pub fn leads_back(&self, game: &Game, moves: &[Move]) -> bool {
        let positions = positions_along(game, moves);
        positions
            .iter()
            .any(|position| self.path.contains(position))
    }

    /// Returns the budget of the search that checks in the background whether the game can still be
    /// won. `None` if there is nothing to find out.
    pub fn background_budget(&self, game: &Game) -> Option<Budget> {
        let is_useful = self.is_search_useful(BACKGROUND_BUDGET.time_limit());
        (is_useful && !game.rules().is_forced()).then_some(BACKGROUND_BUDGET)
    }

    /// Returns the budget of the search for a verdict on the current position: the shortest that is
    /// longer than all earlier searches, with this memory in bytes. `None` if there is nothing left to
    /// find out.
    pub fn verdict_budget(&self, memory: usize) -> Option<Budget> {
        let mut times = VERDICT_TIME_LIMITS.into_iter();
        let time = times.find(|&time| self.is_search_useful(time))?;
        Some(Budget::for_verdict(time, memory))
    }

    /// Whether a search of this duration could find out something new about the current position.
    fn is_search_useful(&self, time: Duration) -> bool {
        match self.proof_states.get(&self.current()) {
            None => true,
            Some(ProofState::Searched(searched)) => *searched < time,
            Some(ProofState::Winnable(..) | ProofState::Lost) => false,
        }
    }

    /// Assesses the current position.
    pub fn assessment(&self) -> Assessment {
        match self.first_lost() {
            Some(0) => return Assessment::LostDeal,
            Some(_) => return Assessment::Lost(self.last_winnable()),
            None => {}
        }
        match (self.winning_line(), self.verdict_budget(0)) {
            (Some(line), _) => Assessment::Winnable(line.len()),
            (None, Some(_)) => Assessment::NotYetKnown,
            (None, None) => Assessment::Inconclusive,
        }
    }

    /// Returns the current position.
    pub fn current(&self) -> StateKey {
        self.path[self.moves.len()]
    }

    /// Returns the number of moves before the current position.
    pub fn move_count(&self) -> usize {
        self.moves.len()
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
        self.winning_line_from(self.current())
    }

    /// Whether the current position is proven lost.
    pub fn is_lost(&self) -> bool {
        self.is_proven_lost(self.current())
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

/// Budget of each search for the rest of a line that automatic moves have cut.
const REST_BUDGET: Budget = Budget {
    positions: Some(400_000),
    ..BACKGROUND_BUDGET
};

/// Returns what becomes of a winning line with the automatic moves of a game. Where they cut it, searches for another
/// way from there, which they may cut later. `None` if none is found.
pub fn as_played(game: &Game, line: &[Move], cancel: &CancelToken) -> Option<Vec<Move>> {
    let rules = game.rules();
    let mut played = game.with_automatic_moves(line);
    while !is_winning_line(&**rules, game.table(), &played) {
        let table = rules.table_after(game.table(), &played);
        let probe = rules.probe(&table, PROBE_WIDTH, &REST_BUDGET, cancel);
        let longer = game.with_automatic_moves(&[&played, &probe.verdict.line()?[..]].concat());
        if longer.len() <= played.len() {
            return None;
        }
        played = longer;
    }
    Some(played)
}

/// Returns the positions after each of some legal moves from the current one.
fn positions_along(game: &Game, moves: &[Move]) -> Vec<StateKey> {
    let (rules, mut table) = (game.rules(), game.table().clone());
    let after = moves.iter().map(|&mv| {
        rules.apply(&mut table, mv);
        rules.state_key(&table)
    });
    after.collect()
}

/// Returns the earliest position, as a number of moves, from which only forced moves lead to the one
/// after `position` moves: what is lost there is lost before.
fn first_of_forced_moves(game: &Game, position: usize) -> usize {
    let mut earlier = game.clone();
    let forced = (0..position).rev().take_while(|&at| {
        earlier.seek(at);
        earlier.legal_moves().len() == 1
    });
    position - forced.count()
}

#[cfg(test)]
mod tests {
    use super::*;
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

    fn record_verdict(proven: &mut Proofs, game: &Game, verdict: &Verdict) {
        let budget = Budget::for_verdict(TIME, 1 << 20);
        proven.record_search(game, verdict, &budget);
    }

    #[test]
    fn a_safe_card_goes_home_before_the_winning_line() {
        let (mut game, line) = winnable_game();
        let mut proven = Proofs::default();
        proven.sync(&game);
        record_verdict(&mut proven, &game, &Verdict::Winnable(line.clone()));
        let mut hoisted = 0;
        while let Some(&next) = proven.winning_line().and_then(|line| line.first()) {
            proven.hoist_safe_card(&game);
            let safe = game.automatic_move();
            hoisted += usize::from(safe.is_some_and(|safe| safe != next));
            game.play(safe.unwrap_or(next)).expect("a legal move");
            proven.sync(&game);
        }
        assert_eq!(game.status(), Status::Won);
        assert!(hoisted > 0, "no safe card before its turn");
    }

    #[test]
    fn a_game_that_follows_a_winning_line_stays_proven() {
        let (mut game, line) = winnable_game();
        let mut proven = Proofs::default();
        proven.sync(&game);
        assert!(proven.is_search_useful(TIME));
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
            assert!(!proven.is_search_useful(TIME));
        }
        assert_eq!(proven.winning_line(), Some(&line[..]));
    }

    #[test]
    fn a_known_win_is_never_replaced_by_a_longer_one() {
        let (game, line) = winnable_game();
        let mut proven = Proofs::new(&game);
        record_verdict(&mut proven, &game, &Verdict::Winnable(line.clone()));
        let mut longer = line.clone();
        let detour = game.legal_moves().into_iter().find_map(|mv| {
            let after = game.rules().table_after(game.table(), &[mv]);
            let budget = Budget {
                positions: Some(50_000),
                time: None,
                memory: 8 << 20,
            };
            let probe = game
                .rules()
                .probe(&after, PROBE_WIDTH, &budget, &CancelToken::default());
            let rest = probe.verdict.line()?;
            (rest.len() >= line.len()).then(|| [&[mv], &rest[..]].concat())
        });
        longer = detour.unwrap_or(longer);
        assert!(longer.len() > line.len());
        record_verdict(&mut proven, &game, &Verdict::Winnable(longer));
        assert_eq!(proven.winning_line(), Some(&line[..]));
    }

    #[test]
    fn a_line_found_late_proves_all_earlier_positions() {
        let (mut game, line) = winnable_game();
        let mut proven = Proofs::default();
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
        let mut proven = Proofs::default();
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
        assert!(proven.is_search_useful(TIME));
    }

    #[test]
    fn a_position_is_as_lost_as_the_one_after_its_only_move() {
        let rules = test_variant("single-left", &[("discards", "optional")]);
        let mut game = Game::new(rules, 51_001);
        let [only] = game.legal_moves()[..] else {
            panic!("one move");
        };
        game.play(only).expect("a legal move");
        let mut proven = Proofs::new(&game);
        record_verdict(&mut proven, &game, &Verdict::Unwinnable);
        assert_eq!(proven.assessment(), Assessment::LostDeal);
    }

    #[test]
    fn an_inconclusive_search_is_repeated_only_with_more_time() {
        let (game, _) = winnable_game();
        let mut proven = Proofs::default();
        proven.sync(&game);
        record_verdict(&mut proven, &game, &Verdict::Unknown);
        assert!(!proven.is_search_useful(TIME));
        assert!(proven.is_search_useful(2 * TIME));
        assert_eq!(proven.winning_line(), None);
        assert!(!proven.is_lost());
        // A shorter search says nothing new.
        let shorter = Budget::for_verdict(TIME / 2, 1 << 20);
        proven.record_search(&game, &Verdict::Unknown, &shorter);
        assert!(
            !proven.is_search_useful(TIME),
            "the longer search is forgotten"
        );
    }

    #[test]
    fn a_resumed_game_is_analyzed_from_its_deal() {
        let (mut game, line) = winnable_game();
        for &mv in &line {
            game.play(mv).expect("a legal move");
        }
        let mut proven = Proofs::default();
        proven.sync(&game);
        assert_eq!(proven.last_winnable(), Some(line.len()));
        game.seek(7);
        proven.sync(&game);
        assert_eq!(proven.winning_line(), Some(&line[7..]));
        let here = proven.current();
        assert_eq!(here, game.rules().state_key(game.table()));
    }

    #[test]
    fn verdict_searches_get_longer_up_to_the_longest() {
        let game = Game::new(test_variant("moving-left", &[]), 42);
        let mut proofs = Proofs::new(&game);
        let mut times = Vec::new();
        while let Some(budget) = proofs.verdict_budget(1 << 20) {
            assert_eq!(proofs.assessment(), Assessment::NotYetKnown);
            times.push(budget.time_limit());
            proofs.record_search(&game, &Verdict::Unknown, &budget);
        }
        assert_eq!(times, VERDICT_TIME_LIMITS);
        assert_eq!(proofs.assessment(), Assessment::Inconclusive);
        assert_eq!(proofs.background_budget(&game), None);
    }
}
