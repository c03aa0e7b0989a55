//! A game looked at move by move.

use std::time::Duration;

use jiff::Timestamp;

use super::table_state::TableState;
use crate::record::PlayedGame;
use crate::session::Session;

/// How many moves a minute a replay can run at.
const SPEEDS: [u32; 7] = [15, 30, 60, 120, 240, 480, 960];

/// The pace a replay begins with: a move a second.
const DEFAULT_SPEED: usize = 2;

/// A game being replayed, and how.
#[derive(Clone, Debug)]
pub struct Replay {
    table: TableState,
    speed: usize,
    next_move_at: Option<Timestamp>,
    typed_number: Option<usize>,
    /// After how many moves the line begins that the solver shows, if it does.
    solution_start: Option<usize>,
}

impl Replay {
    /// A replay that stands at the deal.
    pub fn new(sitting: PlayedGame) -> Replay {
        let mut replay = Replay {
            table: TableState::new(Session::unsaved(sitting)),
            speed: DEFAULT_SPEED,
            next_move_at: None,
            typed_number: None,
            solution_start: None,
        };
        replay.seek(0);
        replay
    }

    /// A replay of a line that the solver shows: the moves a game has taken back, from where it
    /// stands. It runs.
    pub fn from_solution(sitting: PlayedGame, now: Timestamp) -> Replay {
        let from = sitting.game.moves().len();
        let mut replay = Replay::new(sitting);
        replay.seek(from);
        replay.solution_start = Some(from);
        replay.toggle_playback(now);
        replay
    }

    /// Where the line begins, if it is the solver's.
    pub fn solution_start(&self) -> Option<usize> {
        self.solution_start
    }

    /// The table as the replay shows it.
    pub fn table(&self) -> &TableState {
        &self.table
    }

    /// The same, to be changed.
    pub(super) fn table_mut(&mut self) -> &mut TableState {
        &mut self.table
    }

    /// How many moves have been made where the replay stands.
    pub fn moves_made(&self) -> usize {
        self.table.game().moves().len()
    }

    /// How many moves the game has in all.
    pub fn total_moves(&self) -> usize {
        self.moves_made() + self.table.game().undone().len()
    }

    /// How fast it runs, in words.
    pub fn speed_label(&self) -> String {
        match SPEEDS[self.speed] {
            60 => "a move a second".into(),
            pace if pace > 60 => format!("{} moves a second", pace / 60),
            pace => format!("a move in {} seconds", 60 / pace),
        }
    }

    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.next_move_at.is_some()
    }

    /// When the next move is due, while it runs.
    pub fn next_move_at(&self) -> Option<Timestamp> {
        self.next_move_at
    }

    /// The number of a move typed so far.
    pub fn typed_number(&self) -> Option<usize> {
        self.typed_number
    }

    /// Goes to the position after so many moves, or to the last, and stands there.
    pub fn jump(&mut self, moves: usize) {
        self.pause();
        self.seek(moves);
    }

    fn seek(&mut self, moves: usize) {
        self.table.session.seek(moves);
        self.table.last_diff = self.table.game().last_move_diff();
        if let Some(place) = self.table.last_diff.first_changed_pile() {
            self.table.move_cursor_to(place);
        }
    }

    /// Goes so many moves on, or back where that is less than none, and stands there.
    pub fn step(&mut self, moves: isize) {
        self.jump(self.moves_made().saturating_add_signed(moves));
    }

    /// Lets it stand where it is.
    pub fn pause(&mut self) {
        self.next_move_at = None;
    }

    /// Lets it run, or stand if it runs. At its end it begins anew.
    pub fn toggle_playback(&mut self, now: Timestamp) {
        if self.is_running() {
            self.pause();
            return;
        }
        if self.moves_made() == self.total_moves() {
            self.seek(0);
        }
        self.next_move_at = now.checked_add(self.move_interval()).ok();
    }

    /// Makes the moves that are due.
    pub fn tick(&mut self, now: Timestamp) {
        if self.next_move_at.is_none_or(|due| due > now) {
            return;
        }
        self.seek(self.moves_made() + 1);
        let more = self.moves_made() < self.total_moves();
        let next = now.checked_add(self.move_interval()).ok();
        self.next_move_at = next.filter(|_| more);
    }

    /// Runs faster.
    pub fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    /// Runs slower.
    pub fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// Takes a digit of the number of a move to go to.
    pub fn push_digit(&mut self, digit: u8) {
        let number = self.typed_number.unwrap_or(0);
        // A number longer than any game stays as it is.
        if number <= self.total_moves() {
            self.typed_number = Some(number * 10 + usize::from(digit));
        }
    }

    /// Takes back the digit typed last.
    pub fn pop_digit(&mut self) {
        self.typed_number = self.typed_number.map(|n| n / 10).filter(|&n| n > 0);
    }

    /// Forgets the number typed, and gives it back.
    pub fn take_typed_number(&mut self) -> Option<usize> {
        self.typed_number.take()
    }

    fn move_interval(&self) -> Duration {
        Duration::from_secs(60) / SPEEDS[self.speed]
    }
}
