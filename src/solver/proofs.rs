//! What is proven of the positions of a game: on the way from its deal, and on lines that win.
//!
//! A line that wins proves every position along it, and every one on the way to it; a position
//! that cannot be won dooms all that follow. So a game that keeps to a line, or goes on where no
//! win is left, needs no further search.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::key::key;
use super::{VERDICT_TIMES, Verdict};
use crate::game::Game;
use crate::rules::{Insights, Move, Rules, Status, Table};

/// What tells a position from all others, as far as 128 bits can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position(u128);

impl Position {
    /// The position a table shows.
    pub fn of<R: Rules>(rules: &R, table: &Table) -> Position {
        Position(key(rules, table, Insights::NONE))
    }
}

/// What is known of a position.
#[derive(Clone, Debug)]
enum Known {
    /// A line wins, of which so many moves lie behind.
    Winnable(Arc<[Move]>, usize),
    /// Nothing wins.
    Lost,
    /// A search of this length found neither.
    Searched(Duration),
}

/// What is proven of the positions of one game.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    known: HashMap<Position, Known>,
    moves: Vec<Move>,
    /// The positions from the deal to the present one.
    way: Vec<Position>,
    /// The moves of lines that were shown to the player, and where.
    shown: HashSet<(Position, Move)>,
}

impl Proofs {
    /// Goes where the game is now, by moves made or taken back.
    pub fn follow<R: Rules>(&mut self, game: &Game<R>) {
        let pairs = self.moves.iter().zip(game.moves());
        let shared = pairs.take_while(|(old, new)| **old == *new).count();
        self.moves.truncate(shared);
        self.way.truncate(shared + 1);
        self.moves.extend(game.moves().skip(shared));
        let count = self.moves.len();
        if self.way.len() < count {
            // Where the game goes on, it was not over.
            let mut walked = game.clone();
            for at in self.way.len()..count {
                walked.seek(at);
                self.arrive(&walked, Status::Playing);
            }
        }
        if self.way.len() == count {
            self.arrive(game, game.status());
        }
    }

    /// Takes the position a game stands at as the next on the way.
    fn arrive<R: Rules>(&mut self, game: &Game<R>, status: Status) {
        let before = self.way.last().copied();
        let here = Position::of(game.rules(), game.table());
        self.way.push(here);
        let doomed =
            before.is_some_and(|before| matches!(self.known.get(&before), Some(Known::Lost)));
        if doomed || status == Status::Lost {
            self.known.insert(here, Known::Lost);
        } else if status == Status::Won {
            self.prove_way(self.way.len() - 1, &[]);
        } else if let Some(line) = self.line_from(here) {
            let line = line.to_vec();
            if before.is_some_and(|before| self.line_from(before).is_none()) {
                self.prove_way(self.way.len() - 1, &line);
            }
        }
    }

    /// Remembers that a line wins after so many moves of the way, for all the way to there.
    fn prove_way(&mut self, at: usize, line: &[Move]) {
        let whole: Arc<[Move]> = self.moves[..at].iter().chain(line).copied().collect();
        for (n, position) in self.way[..=at].iter().enumerate().rev() {
            if n < at && self.line_from(*position).is_some() {
                break;
            }
            self.known
                .insert(*position, Known::Winnable(Arc::clone(&whole), n));
        }
    }

    /// Learns the verdict of a search from the position after so many moves of the way, whose
    /// table this is, with as much time as it had.
    pub fn learn<R: Rules>(
        &mut self,
        rules: &R,
        table: &Table,
        at: usize,
        verdict: &Verdict,
        time: Duration,
    ) {
        let Some(&here) = self.way.get(at) else {
            return;
        };
        match verdict {
            Verdict::Winnable(line) => {
                self.prove_way(at, line);
                let whole: Arc<[Move]> = line.as_slice().into();
                let mut table = table.clone();
                for (n, &mv) in line.iter().enumerate() {
                    rules.apply(&mut table, mv);
                    let position = Position::of(rules, &table);
                    self.known
                        .insert(position, Known::Winnable(Arc::clone(&whole), n + 1));
                }
                // The line may come by a later position of the way.
                let last = self
                    .way
                    .iter()
                    .rposition(|&on| self.line_from(on).is_some());
                if let Some((last, line)) =
                    last.and_then(|at| Some((at, self.line_from(self.way[at])?.to_vec())))
                {
                    self.prove_way(last, &line);
                }
            }
            Verdict::Unwinnable => {
                for position in &self.way[at..] {
                    self.known.insert(*position, Known::Lost);
                }
            }
            Verdict::Unknown => {
                let longest = self.searched(here).map_or(time, |before| before.max(time));
                self.known.entry(here).or_insert(Known::Searched(longest));
                if let Some(Known::Searched(searched)) = self.known.get_mut(&here) {
                    *searched = longest;
                }
            }
        }
    }

    /// How long the next search for a verdict after so many moves of the way may take: longer where
    /// one was in vain. None where no more can be found out.
    pub fn time_of_verdict(&self, at: usize) -> Option<Duration> {
        let mut times = VERDICT_TIMES.into_iter();
        times.find(|&time| self.is_open(at, time))
    }

    /// The present position.
    pub fn present(&self) -> Option<Position> {
        self.way.last().copied()
    }

    /// The position after so many moves of the way.
    pub fn position(&self, at: usize) -> Option<Position> {
        self.way.get(at).copied()
    }

    /// How long a search for a position was that found nothing; none where there was no search.
    fn searched(&self, position: Position) -> Option<Duration> {
        match self.known.get(&position) {
            Some(Known::Searched(time)) => Some(*time),
            _ => None,
        }
    }

    /// Whether a search of this length after so many moves of the way could find what is not
    /// known yet.
    pub fn is_open(&self, at: usize, time: Duration) -> bool {
        self.way
            .get(at)
            .is_some_and(|position| match self.known.get(position) {
                None => true,
                Some(Known::Searched(searched)) => *searched < time,
                Some(Known::Winnable(..) | Known::Lost) => false,
            })
    }

    /// After how many moves of the way the latest position lies that is known to be winnable.
    pub fn last_winnable(&self) -> Option<usize> {
        let winnable = |position: &Position| self.line_from(*position).is_some();
        self.way.partition_point(winnable).checked_sub(1)
    }

    /// After how many moves of the way the first position lies that is known to be lost.
    pub fn first_lost(&self) -> Option<usize> {
        let open = |position: &Position| !matches!(self.known.get(position), Some(Known::Lost));
        Some(self.way.partition_point(open)).filter(|&first| first < self.way.len())
    }

    /// Of which positions, up to that after so many moves, it is not known whether they can be
    /// won: after how many moves.
    pub fn unknown(&self, last: usize) -> Range<usize> {
        let first = self.last_winnable().map_or(0, |at| at + 1);
        first..self.first_lost().unwrap_or(last + 1)
    }

    /// Which position of a game of so many moves to search next, for this long, to find out where
    /// it was lost: after how many moves. First the deal, then the middle of what is not known.
    pub fn next_look(&self, last: usize, time: Duration) -> Option<usize> {
        if self.is_open(0, time) {
            return Some(0);
        }
        let unknown = self.unknown(last);
        // The nearest to the middle first, so that the longest game is not gone through.
        let middle = unknown.start + unknown.len() / 2;
        let pairs = (0..=unknown.len()).flat_map(|n| [middle + n, middle.saturating_sub(n + 1)]);
        let mut outward = pairs.filter(|at| unknown.contains(at));
        outward.find(|&at| self.is_open(at, time))
    }

    /// A line that wins from the present position, where one is known.
    pub fn line(&self) -> Option<&[Move]> {
        self.line_from(*self.way.last()?)
    }

    /// Notes that the first moves of the line from the present position, at which the game stands,
    /// were shown to the player; returns how many of them had not been before.
    pub fn show<R: Rules>(&mut self, game: &Game<R>, moves: usize) -> usize {
        let (rules, mut table) = (game.rules(), game.table().clone());
        let line: Vec<Move> = self.line().unwrap_or_default().to_vec();
        let mut fresh = 0;
        for mv in line.into_iter().take(moves) {
            let position = Position::of(rules, &table);
            fresh += usize::from(self.shown.insert((position, mv)));
            rules.apply(&mut table, mv);
        }
        fresh
    }

    /// Whether the present position is known to be lost.
    pub fn is_lost(&self) -> bool {
        let here = self.way.last().and_then(|here| self.known.get(here));
        matches!(here, Some(Known::Lost))
    }

    fn line_from(&self, position: Position) -> Option<&[Move]> {
        match self.known.get(&position)? {
            Known::Winnable(line, behind) => line.get(*behind..),
            Known::Lost | Known::Searched(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;
    use crate::solver::{Budget, Cancel, Search};

    /// A deal of the classic game with a line that wins it.
    fn winnable() -> (Game<Variant>, Vec<Move>) {
        let rules = Variant::of(Variant::ALL[3], &[("layout", "classic")]).expect("rules");
        let game = Game::new(rules, 1);
        let answer = game.rules().visit(Search {
            table: game.table(),
            budget: &Budget {
                positions: None,
                time: None,
                memory: 32 << 20,
            },
            cancel: &Cancel::default(),
            progress: &mut |_| {},
        });
        match answer.verdict {
            Verdict::Winnable(line) => (game, line),
            other => panic!("{other:?}"),
        }
    }

    const TIME: Duration = Duration::from_secs(1);

    fn learn(proofs: &mut Proofs, game: &Game<Variant>, verdict: &Verdict) {
        let at = game.moves().len();
        proofs.learn(game.rules(), game.table(), at, verdict, TIME);
    }

    #[test]
    fn a_line_followed_is_known_to_its_end_and_back() {
        let (mut game, line) = winnable();
        let mut proofs = Proofs::default();
        proofs.follow(&game);
        assert!(proofs.is_open(0, TIME));
        learn(&mut proofs, &game, &Verdict::Winnable(line.clone()));
        for n in 0..line.len() {
            assert_eq!(proofs.line(), Some(&line[n..]));
            assert_eq!(proofs.last_winnable(), Some(n));
            game.play(line[n]).expect("a legal move");
            proofs.follow(&game);
        }
        assert_eq!(proofs.line(), Some(&[][..]));
        while game.undo().is_some() {
            proofs.follow(&game);
            assert!(!proofs.is_open(game.moves().len(), TIME));
        }
        assert_eq!(proofs.line(), Some(&line[..]));
    }

    #[test]
    fn a_line_found_late_proves_the_whole_way_to_it() {
        let (mut game, line) = winnable();
        let mut proofs = Proofs::default();
        for &mv in &line[..9] {
            game.play(mv).expect("a legal move");
        }
        proofs.follow(&game);
        learn(&mut proofs, &game, &Verdict::Winnable(line[9..].to_vec()));
        game.seek(4);
        proofs.follow(&game);
        assert_eq!(proofs.line(), Some(&line[4..]));
    }

    #[test]
    fn where_no_win_is_left_none_comes_back_until_the_move_is_taken_back() {
        let (mut game, line) = winnable();
        let mut proofs = Proofs::default();
        for &mv in &line[..5] {
            game.play(mv).expect("a legal move");
            proofs.follow(&game);
        }
        learn(&mut proofs, &game, &Verdict::Unwinnable);
        assert!(proofs.is_lost());
        game.play(line[5]).expect("a legal move");
        proofs.follow(&game);
        assert!(proofs.is_lost());
        assert_eq!(
            (proofs.last_winnable(), proofs.first_lost()),
            (None, Some(5))
        );
        game.seek(4);
        proofs.follow(&game);
        assert!(!proofs.is_lost());
        assert!(proofs.is_open(4, TIME));
    }

    #[test]
    fn a_search_in_vain_is_made_again_only_with_more_time() {
        let (game, _) = winnable();
        let mut proofs = Proofs::default();
        proofs.follow(&game);
        learn(&mut proofs, &game, &Verdict::Unknown);
        assert!(!proofs.is_open(0, TIME));
        assert!(proofs.is_open(0, 2 * TIME));
        assert_eq!(proofs.line(), None);
        assert!(!proofs.is_lost());
    }

    #[test]
    fn a_game_resumed_in_its_middle_is_followed_from_its_deal() {
        let (mut game, line) = winnable();
        for &mv in &line {
            game.play(mv).expect("a legal move");
        }
        let mut proofs = Proofs::default();
        proofs.follow(&game);
        assert_eq!(proofs.last_winnable(), Some(line.len()));
        game.seek(7);
        proofs.follow(&game);
        assert_eq!(proofs.line(), Some(&line[7..]));
        let last = proofs.position(7);
        assert_eq!(last, Some(Position::of(game.rules(), game.table())));
    }
}
