//! A game and a place in it.

use jiff::Timestamp;

use super::guide::Guide;
use super::play::Session;
use crate::game::{Game, GameTooLong};
use crate::record::PlayedGame;
use crate::review::{ReviewError, Reviewer, gave_away_text, turning_point_text};

/// A game, the place in it that is shown, and its review. Moving to another place is no undo.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game with its times and counts.
    pub played: PlayedGame,
    /// The review, or why there is none.
    pub review: Result<Reviewer, ReviewError>,
}

impl Replay {
    /// Opens a game at the deal. A place at which the player gave up is like any other.
    pub fn new(mut played: PlayedGame, review: Result<Reviewer, ReviewError>) -> Replay {
        played.game_mut().seek(0);
        played.given_up = false;
        Replay { played, review }
    }

    /// Returns the game at the place shown.
    pub fn game(&self) -> &Game {
        &self.played.game
    }

    /// Returns the number of moves before the place shown.
    pub fn moves_made(&self) -> usize {
        self.game().moves().len()
    }

    /// Whether no other move follows.
    pub fn is_at_end(&self) -> bool {
        self.moves_made() == self.game().total_moves()
    }

    /// Goes to the place after so many moves, or to the last one.
    pub fn seek(&mut self, moves: usize) {
        self.played.game_mut().seek(moves);
    }

    /// Makes the next move. Returns whether there was one.
    pub fn step(&mut self) -> bool {
        let has_next = !self.is_at_end();
        self.seek(self.moves_made() + 1);
        has_next
    }

    /// Starts a game of its own at the place shown.
    ///
    /// # Errors
    /// The game is too long to be played on.
    pub fn play_from_here(&self, now: Timestamp) -> Result<Session, GameTooLong> {
        let branch = PlayedGame::branch_from(self.game())?;
        Ok(Session::start(branch, now))
    }

    /// Returns the table of the question at the place shown, if a better move is asked for there.
    pub fn question(&self) -> Option<Session> {
        let guide = Guide::of_question(self.game(), self.review.as_ref().ok()?)?;
        let mut session = Session::open(PlayedGame::new(self.game().clone()));
        session.guide = Some(guide);
        Some(session)
    }

    /// Notes that a better move than the next one was found, or else told.
    pub fn note_answer(&mut self, is_found: bool) {
        let number = self.moves_made() + 1;
        if let Ok(review) = &mut self.review {
            if is_found {
                review.practice_mut().found.insert(number);
            } else {
                review.told.insert(number);
            }
        }
    }

    /// Says what the move that led here changed, if it is a turning point: no more than that, if `asks` and a better one is
    /// to be found.
    pub fn turning_point_text(&self, asks: bool) -> Option<String> {
        let (review, number) = (self.review.as_ref().ok()?, self.moves_made());
        let text = turning_point_text(&review.game, &review.review, number)?;
        let is_open = asks && review.is_open(number);
        Some(if is_open {
            gave_away_text(number)
        } else {
            text
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Move;
    use crate::variant;

    #[test]
    fn a_replay_begins_at_the_deal_and_is_played_on_from_any_place() {
        let rules = variant::new(variant::games()[0], &[]).expect("the game");
        let mut game = Game::new(rules, 1);
        for _ in 0..3 {
            game.play(Move::Draw).expect("a legal move");
        }
        let mut replay = Replay::new(PlayedGame::new(game), Err(ReviewError::InPlay));
        assert_eq!((replay.moves_made(), replay.game().total_moves()), (0, 3));
        assert!(replay.step() && !replay.is_at_end());
        replay.seek(usize::MAX);
        assert!(replay.is_at_end() && !replay.step());
        replay.seek(2);
        let branch = replay.play_from_here(Timestamp::UNIX_EPOCH);
        let branch = branch.expect("a game").played().clone();
        assert_eq!(branch.game.total_moves(), 2);
        assert!(branch.parent.is_some() && replay.game().total_moves() == 3);
    }
}
