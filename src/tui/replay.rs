//! A game looked at move by move.

use std::time::Duration;

use jiff::Timestamp;

use super::happened::Happened;
use super::seat::Seat;
use crate::record::Sitting;
use crate::rules::Variant;

/// How many moves a minute a replay can run at.
const PACES: [u32; 7] = [15, 30, 60, 120, 240, 480, 960];

/// The pace a replay begins with: a move a second.
const FIRST_PACE: usize = 2;

/// A game being replayed, and how.
#[derive(Clone, Debug)]
pub struct Replay {
    seat: Seat,
    pace: usize,
    due: Option<Timestamp>,
    number: Option<usize>,
    /// After how many moves the line begins that the solver shows, if it does.
    shown_from: Option<usize>,
}

impl Replay {
    /// A replay that stands at the deal.
    pub fn new(sitting: Sitting<Variant>) -> Replay {
        let mut replay = Replay {
            seat: Seat::new(sitting),
            pace: FIRST_PACE,
            due: None,
            number: None,
            shown_from: None,
        };
        replay.go_to(0);
        replay
    }

    /// A replay of a line that the solver shows: the moves a game has taken back, from where it
    /// stands. It runs.
    pub fn showing(sitting: Sitting<Variant>, now: Timestamp) -> Replay {
        let from = sitting.game.moves().len();
        let mut replay = Replay::new(sitting);
        replay.go_to(from);
        replay.shown_from = Some(from);
        replay.play_or_pause(now);
        replay
    }

    /// Where the line begins, if it is the solver's.
    pub fn shown_from(&self) -> Option<usize> {
        self.shown_from
    }

    /// The table as the replay shows it.
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    /// The same, to be changed.
    pub(super) fn seat_mut(&mut self) -> &mut Seat {
        &mut self.seat
    }

    /// How many moves have been made where the replay stands.
    pub fn at(&self) -> usize {
        self.seat.game().moves().len()
    }

    /// How many moves the game has in all.
    pub fn length(&self) -> usize {
        self.at() + self.seat.game().undone().len()
    }

    /// How fast it runs, in words.
    pub fn pace(&self) -> String {
        match PACES[self.pace] {
            60 => "a move a second".into(),
            pace if pace > 60 => format!("{} moves a second", pace / 60),
            pace => format!("a move in {} seconds", 60 / pace),
        }
    }

    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.due.is_some()
    }

    /// When the next move is due, while it runs.
    pub fn due(&self) -> Option<Timestamp> {
        self.due
    }

    /// The number of a move typed so far.
    pub fn number(&self) -> Option<usize> {
        self.number
    }

    /// Goes to the position after so many moves, or to the last, and stands there.
    pub fn jump(&mut self, moves: usize) {
        self.pause();
        self.go_to(moves);
    }

    fn go_to(&mut self, moves: usize) {
        self.seat.sitting.game.seek(moves);
        let game = &self.seat.sitting.game;
        self.seat.happened = Happened::of(game.table(), game.last_steps());
        // A replay shows positions; how the game ended is told in words.
        self.seat.ending = None;
        if let Some(place) = self.seat.happened.first() {
            self.seat.rest_on(place);
        }
    }

    /// Goes so many moves on, or back where that is less than none, and stands there.
    pub fn step(&mut self, moves: isize) {
        self.jump(self.at().saturating_add_signed(moves));
    }

    /// Lets it stand where it is.
    pub fn pause(&mut self) {
        self.due = None;
    }

    /// Lets it run, or stand if it runs. At its end it begins anew.
    pub fn play_or_pause(&mut self, now: Timestamp) {
        if self.is_running() {
            self.pause();
            return;
        }
        if self.at() == self.length() {
            self.go_to(0);
        }
        self.due = now.checked_add(self.pause_between()).ok();
    }

    /// Makes the moves that are due.
    pub fn tick(&mut self, now: Timestamp) {
        if self.due.is_none_or(|due| due > now) {
            return;
        }
        self.go_to(self.at() + 1);
        let more = self.at() < self.length();
        let next = now.checked_add(self.pause_between()).ok();
        self.due = next.filter(|_| more);
    }

    /// Runs faster.
    pub fn faster(&mut self) {
        self.pace = (self.pace + 1).min(PACES.len() - 1);
    }

    /// Runs slower.
    pub fn slower(&mut self) {
        self.pace = self.pace.saturating_sub(1);
    }

    /// Takes a digit of the number of a move to go to.
    pub fn type_digit(&mut self, digit: u8) {
        let number = self.number.unwrap_or(0);
        // A number longer than any game stays as it is.
        if number <= self.length() {
            self.number = Some(number * 10 + usize::from(digit));
        }
    }

    /// Takes back the digit typed last.
    pub fn erase_digit(&mut self) {
        self.number = self.number.map(|n| n / 10).filter(|&n| n > 0);
    }

    /// Forgets the number typed, and gives it back.
    pub fn take_number(&mut self) -> Option<usize> {
        self.number.take()
    }

    fn pause_between(&self) -> Duration {
        Duration::from_secs(60) / PACES[self.pace]
    }
}
