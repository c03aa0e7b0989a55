//! One game in play.

use jiff::Timestamp;

use super::advisor::Advisor;
use super::clock::Clock;
use super::command::{Command, CommandOutcome, GivenHint, Refusal};
use super::targets;
use super::turn::Turn;
use crate::difficulty::{Difficulty, GradedDeals};
use crate::game::{DealName, Game};
use crate::proofs::Assessment;
use crate::record::{GameOutcome, KeptLine, PlayedGame, SaveId};
use crate::rules::Move;
use crate::storage::results::{GameResult, Results};
use crate::storage::saves::{SaveError, SaveState, Saves};
use crate::storage::settings::{Setting, Settings};
use crate::variant::Variant;

/// One game in play.
#[derive(Clone, Debug)]
pub struct Session {
    played: PlayedGame,
    /// How the game is saved.
    pub save_state: SaveState,
    clock: Clock,
    /// Whether the game can be finished, as was last said.
    can_finish: bool,
    /// The difficulty of the deal, if it was graded.
    pub difficulty: Option<Difficulty>,
    advisor: Advisor,
}

impl Session {
    /// Deals the game of a seed and starts it.
    pub fn deal(rules: Variant, seed: u64, now: Timestamp) -> Session {
        Session::start(PlayedGame::new(Game::new(rules, seed)), now)
    }

    /// Deals the same cards again. What the player was told of them stays known, also where no results are kept.
    #[must_use]
    pub fn restart(&self, now: Timestamp) -> Session {
        let game = self.game();
        let again = Game::from_deck(game.rules().clone(), game.seed(), game.deck());
        let mut played = PlayedGame::new(again);
        played.header.shown = self.played.header.shown;
        let is_helped = self.outcome() != GameOutcome::Won && self.played.header.has_help();
        played.header.asked = Some(is_helped.into());
        played.header.daily = self.played.header.daily;
        played.line = self.advisor.line_from(Some(0));
        Session::start(played, now)
    }

    /// Starts the game of a deal that is proven winnable, with the winning line.
    pub fn start_winnable(game: Game, line: Vec<Move>, now: Timestamp) -> Session {
        let mut played = PlayedGame::new(game);
        played.line = Some(KeptLine {
            after: 0,
            moves: line,
        });
        Session::start(played, now)
    }

    /// Starts a game that was never saved.
    pub fn start(mut played: PlayedGame, now: Timestamp) -> Session {
        played.started = Some(now);
        Session::open(played)
    }

    /// Opens a game.
    pub fn open(played: PlayedGame) -> Session {
        let difficulty = GradedDeals::difficulty_of_game(&played.game);
        Session {
            advisor: Advisor::new(&played, difficulty.is_some()),
            difficulty,
            can_finish: played.game.cards_to_finish() > 0,
            played,
            save_state: SaveState::default(),
            clock: Clock::default(),
        }
    }

    pub fn game(&self) -> &Game {
        &self.played.game
    }

    /// The game with its times and counts.
    pub fn played(&self) -> &PlayedGame {
        &self.played
    }

    /// Saves the game if it has changed. Returns whether that fails for the first time, or
    /// succeeds again.
    pub(super) fn save_if_changed(&mut self, saves: &mut Saves, now: Timestamp) -> bool {
        self.keep_line();
        self.update_header();
        saves.save_if_changed(&mut self.save_state, &self.played, now)
    }

    /// Saves a game that is left, and unlocks it.
    ///
    /// # Errors
    /// The game or its result could not be saved.
    pub(super) fn close(&mut self, saves: &mut Saves, now: Timestamp) -> Result<(), SaveError> {
        self.keep_line();
        saves.close(&self.save_state, &self.played, now)
    }

    /// Keeps the winning line that is known with the game.
    fn keep_line(&mut self) {
        let after = self.advisor.proofs().last_winnable();
        self.played.line = self.advisor.line_from(after);
    }

    /// Returns what is known about the position.
    pub fn advisor(&self) -> &Advisor {
        &self.advisor
    }

    pub fn advisor_mut(&mut self) -> &mut Advisor {
        &mut self.advisor
    }

    /// Returns how the game ended, or that it is in progress.
    pub fn outcome(&self) -> GameOutcome {
        self.played.outcome()
    }

    /// Whether the game is won, lost or given up.
    pub fn is_over(&self) -> bool {
        self.outcome().is_final()
    }

    /// Counts the time since the last call as played, if the clock runs.
    pub fn advance_clock(&mut self, now: Timestamp) {
        let seconds = self.clock.advance(now);
        self.played.header.seconds = self.played.header.seconds.saturating_add(seconds);
    }

    /// Notes that the player does something: otherwise the clock waits after a while.
    pub fn note_activity(&mut self, now: Timestamp) {
        self.clock.note_activity(now);
    }

    /// Starts or stops the clock at `now`. It never runs in a game that is over.
    pub fn set_clock_running(&mut self, running: bool, now: Timestamp) {
        let running = running && !self.is_over();
        self.clock.set_running(running, now);
    }

    /// Returns when the playing time will be another whole second. `None` while the clock stands still.
    pub fn next_second_at(&self) -> Option<Timestamp> {
        self.clock.next_second_at()
    }

    /// Returns the result of a game that is over, as the results before it judge it.
    pub fn result(&self, results: &Results, now: Timestamp) -> Option<GameResult> {
        let is_over = self.is_over();
        is_over.then(|| results.judged(GameResult::new(&self.played, now)))
    }

    /// Executes a command. A command that is refused changes nothing, except that a hint may
    /// request a search.
    pub fn execute(
        &mut self,
        command: Command,
        settings: &Settings,
        now: Timestamp,
    ) -> CommandOutcome {
        if self.advisor.shown_odds(settings).is_some() {
            self.advisor.count_asked();
        }
        let autoplay = settings.is_on(Setting::Autoplay);
        if self.game().has_autoplay() != autoplay {
            self.played.game.set_autoplay(autoplay);
            self.advise();
        }
        let outcome = self.try_execute(command, settings, now);
        self.advise();
        outcome.unwrap_or_else(CommandOutcome::Refused)
    }

    fn try_execute(
        &mut self,
        command: Command,
        settings: &Settings,
        now: Timestamp,
    ) -> Result<CommandOutcome, Refusal> {
        match command {
            Command::SafeHome => {
                let first = self.game().safe_home_move();
                let first = first.ok_or_else(|| targets::explain_nothing_safe(self.game()))?;
                let turn = self.play_then(first, Game::send_safe_home, now)?;
                Ok(CommandOutcome::Played(turn))
            }
            Command::Finish if self.is_over() => Err(Refusal::GameOver),
            Command::Finish => {
                let line = self.game().autofinish_line().unwrap_or_default();
                let Some((&first, others)) = line.split_first() else {
                    return Err(Refusal::CannotFinish(self.game().face_down_in_the_way()));
                };
                let finish = |game: &mut Game| {
                    _ = others.iter().try_for_each(|mv| game.play_automatic(*mv));
                };
                let turn = self.play_then(first, finish, now)?;
                Ok(CommandOutcome::Played(turn))
            }
            Command::PlayForced if targets::is_hand_game(self.game()) => self.play_forced(now),
            Command::Undo => self.undo(now),
            Command::Redo => {
                let mv = self.played.game.redo().ok_or(Refusal::NothingToRedo)?;
                Ok(CommandOutcome::Redone(self.finish_turn(mv, now)))
            }
            Command::UndoToWinnable => self.undo_to_winnable(now),
            Command::Hint => {
                let given = self.advisor.next_hint(settings)?;
                self.count_hint();
                Ok(CommandOutcome::Hint(given))
            }
            Command::GiveUp if self.is_over() => Err(Refusal::GameOver),
            Command::GiveUp if self.played.id.is_none() => Err(Refusal::NothingToGiveUp),
            Command::GiveUp => {
                self.played.given_up = true;
                self.save_state.note_change();
                Ok(CommandOutcome::GaveUp)
            }
            _ => self.play(command, now),
        }
    }

    /// Lets the advisor follow the game.
    fn advise(&mut self) {
        self.advisor.follow(&self.played);
        self.update_header();
    }

    /// Lets the header say what the advisor has told.
    fn update_header(&mut self) {
        let (header, asked) = (&mut self.played.header, self.advisor.asked());
        header.unused = self.advisor.is_solution_unused(header.shown);
        if std::mem::replace(&mut header.asked, asked) != asked {
            self.save_state.note_change();
        }
    }

    /// Makes the move that a command means.
    fn play(&mut self, command: Command, now: Timestamp) -> Result<CommandOutcome, Refusal> {
        let game = self.game();
        let mv = match targets::move_of(game, command) {
            Ok(mv) => mv,
            Err(outcome) => return Ok(outcome),
        };
        let two_fits = match command {
            Command::Transfer {
                from,
                to,
                count: None,
            } => targets::two_fits(game, from, to),
            _ => None,
        };
        let turn = self.play_then(mv, Game::play_automatic_moves, now)?;
        Ok(CommandOutcome::Played(Turn { two_fits, ..turn }))
    }

    /// Makes a move and those that follow it automatically.
    fn play_then(
        &mut self,
        mv: Move,
        follow: impl FnOnce(&mut Game),
        now: Timestamp,
    ) -> Result<Turn, Refusal> {
        let game = &mut self.played.game;
        let played = game.play(mv);
        played.map_err(|illegal| targets::explain_illegal(game, illegal))?;
        let last = game.moves().len() - 1;
        if self.advisor.record_if_hinted(last, mv) {
            game.mark_hinted([last]);
        }
        follow(game);
        Ok(self.finish_turn(mv, now))
    }

    /// Notes that the last turn has led to another position, and says what it did.
    fn finish_turn(&mut self, mv: Move, now: Timestamp) -> Turn {
        let could_finish = self.can_finish;
        self.enter_position(now);
        Turn {
            finish_ready: self.can_finish && !could_finish,
            ..self.last_turn(mv)
        }
    }

    /// Returns what the last turn did, which started with this move.
    fn last_turn(&self, mv: Move) -> Turn {
        let game = self.game();
        let (events, automatic, card_moves) = game.last_turn_changes();
        Turn {
            mv,
            len: game.last_turn_len(),
            events,
            automatic,
            card_moves,
            finish_ready: false,
            two_fits: None,
        }
    }

    /// Notes that the game is at another position, whether that can be finished, and whether it is the end.
    fn enter_position(&mut self, now: Timestamp) {
        self.save_state.note_change();
        self.played.id.get_or_insert_with(|| SaveId::new(now));
        self.played.given_up = false;
        self.can_finish = self.game().cards_to_finish() > 0;
        self.played.header.hinted = self.game().hinted_count();
        self.played.finished = self.is_over().then_some(now);
    }

    fn play_forced(&mut self, now: Timestamp) -> Result<CommandOutcome, Refusal> {
        let mut turns = Vec::new();
        while let Some(mv) = targets::forced_move(self.game())
            && let Ok(turn) = self.play_then(mv, |_| {}, now)
        {
            turns.push(turn);
        }
        if !turns.is_empty() {
            Ok(CommandOutcome::PlayedForced(turns))
        } else if self.is_over() {
            Err(Refusal::GameOver)
        } else {
            Err(Refusal::ChoiceLeft)
        }
    }

    /// Makes the moves of a line that the solver showed, up to one that is illegal.
    pub fn play_line(&mut self, line: &[Move], now: Timestamp) -> CommandOutcome {
        // No automatic move may come between those of the line.
        let turns = line.iter().map(|mv| self.play_then(*mv, |_| {}, now));
        let turns: Vec<Turn> = turns.map_while(Result::ok).collect();
        self.advise();
        let len = turns.len();
        let last = turns.into_iter().next_back();
        CommandOutcome::PlayedLine { len, last }
    }

    fn undo(&mut self, now: Timestamp) -> Result<CommandOutcome, Refusal> {
        if self.outcome() == GameOutcome::GivenUp {
            self.played.given_up = false;
            self.save_state.note_change();
            return Ok(CommandOutcome::Continued);
        }
        let first = self.game().moves().len() - self.game().last_turn_len();
        let mv = self
            .game()
            .moves()
            .nth(first)
            .ok_or(Refusal::NothingToUndo)?;
        let turn = self.last_turn(mv);
        self.played.game.undo();
        self.enter_position(now);
        Ok(CommandOutcome::Undone(turn))
    }

    fn undo_to_winnable(&mut self, now: Timestamp) -> Result<CommandOutcome, Refusal> {
        let at = match self.advisor.assessment() {
            Assessment::Lost(Some(at)) => at,
            Assessment::LostDeal | Assessment::Lost(None) => return Err(Refusal::NoWinnableKnown),
            _ if self.outcome() == GameOutcome::Won => return Err(Refusal::GameOver),
            _ => return Err(Refusal::MayBeWinnable),
        };
        // It counts as help, not as so many undos.
        self.played.game.seek(at);
        self.advisor.count_asked();
        self.enter_position(now);
        Ok(CommandOutcome::BackAtWinnable(self.game().moves().len()))
    }

    /// Gives the best hint to a player who waits for one, once it is known.
    pub fn give_best_hint(&mut self) -> Option<GivenHint> {
        let given = self.advisor.best_hint()?;
        self.count_hint();
        Some(given)
    }

    fn count_hint(&mut self) {
        self.played.header.hints = self.played.header.hints.saturating_add(1);
        self.save_state.note_change();
    }

    /// Counts the moves that the solver showed in earlier games of the same deal, and other help in one that was
    /// not won: who deals it again knows them.
    pub(super) fn recall_help(&mut self, results: &Results) {
        let deal = DealName::new(self.game());
        let shown = &mut self.played.header.shown;
        *shown = results.shown_moves(&deal).max(*shown);
        if results.is_helped(&deal) && !self.played.header.has_help() {
            self.advisor.count_asked();
            self.update_header();
        }
    }

    /// Counts the moves of a winning line that was told as a whole.
    pub fn count_told_line(&mut self, moves: usize) {
        if moves > 0 {
            let told = u32::try_from(moves).unwrap_or(u32::MAX);
            self.played.header.shown = self.played.header.shown.max(told);
            self.save_state.note_change();
        }
    }

    /// Counts that this many moves of the winning line were shown, each move once.
    pub fn count_shown_moves(&mut self, moves: usize) {
        let new = self.advisor.mark_shown(moves);
        let new = u32::try_from(new).unwrap_or(u32::MAX);
        self.played.header.shown = self.played.header.shown.saturating_add(new);
        self.save_state.note_change();
    }
}
