//! One game in play.

use std::sync::Arc;

use jiff::Timestamp;

use super::clock::Clock;
use super::command::{Command, CommandOutcome, Refusal, Turn};
use super::guide::Guide;
use super::search::Hints;
use super::targets;
use crate::game::{DealName, Game};
use crate::proofs::{Assessment, Proofs};
use crate::record::{GameOutcome, KeptLine, PlayedGame, Record, SaveId};
use crate::review::Reviewer;
use crate::rules::{GameInfo, Move};
use crate::solver::Verdict;
use crate::storage::results::{GameResult, Help, Results};
use crate::storage::saves::SaveState;
use crate::storage::settings::{Setting, Settings};

/// One game in play, and what is known about it.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) played: PlayedGame,
    /// How the game is saved.
    pub save_state: SaveState,
    pub clock: Clock,
    pub(super) proofs: Arc<Proofs>,
    pub hints: Hints,
    /// The review of the game, once it is over.
    pub review: Option<Reviewer>,
    /// Whether the player was told when the game was lost.
    pub(super) is_explained: bool,
    /// Whether the player has asked for a verdict. Before that, hints do not use winning lines.
    pub(super) knows_verdicts: bool,
    /// Whether it was said that the position is lost.
    pub(super) is_told_lost: bool,
    /// The kinds of help that the player was given with the deal.
    pub(super) told: Vec<Help>,
    /// Whether it was said what it costs that most moves are hints.
    is_cost_told: bool,
    /// The result of a win, as it was judged when it was won.
    pub(super) result: Option<GameResult>,
    /// Says what to do and judges it, in a lesson. Such a game is never kept and counts nowhere.
    pub guide: Option<Guide>,
}

impl Session {
    /// Deals the same cards again.
    #[must_use]
    pub fn restart(&self, now: Timestamp) -> Session {
        let game = self.game();
        let again = Game::from_deck(game.rules().clone(), game.seed(), game.deck());
        let mut played = PlayedGame::new(again);
        played.header.daily = self.played.header.daily;
        played.parent = self.played.parent.clone();
        played.line = self.line_from(0);
        Session::start(played, now)
    }

    /// Starts a game that was never saved.
    pub fn start(mut played: PlayedGame, now: Timestamp) -> Session {
        played.started = Some(now);
        Session::open(played)
    }

    /// Opens the first lesson of a game.
    ///
    /// # Panics
    /// If the lesson does not fit the rules.
    pub fn lesson(info: &'static GameInfo) -> Session {
        let record = Record::from_slice(info.lesson.as_bytes());
        let played = record.and_then(|record| record.to_played_game());
        let played = played.unwrap_or_else(|error| unreachable!("{}: {error}", info.id));
        let guide = Guide::of_lesson(info.lesson, played.game.moves().len());
        Session {
            guide: Some(guide.unwrap_or_else(|error| unreachable!("{}: {error}", info.id))),
            ..Session::open(played)
        }
    }

    /// Opens a game. Of a winning line that was kept with it, hints know.
    pub fn open(played: PlayedGame) -> Session {
        let mut proofs = Proofs::new(&played.game);
        if let Some(line) = &played.line {
            let verdict = Verdict::Winnable(line.moves.clone());
            proofs.record_verdict(&played.game, line.after, &verdict);
        }
        let mut session = Session {
            played,
            save_state: SaveState::default(),
            guide: None,
            clock: Clock::default(),
            proofs: Arc::new(proofs),
            hints: Hints::default(),
            review: None,
            is_explained: false,
            knows_verdicts: false,
            is_told_lost: false,
            told: Vec::new(),
            is_cost_told: false,
            result: None,
        };
        session.begin_advice();
        session
    }

    pub fn game(&self) -> &Game {
        &self.played.game
    }

    /// The game with its times and counts.
    pub fn played(&self) -> &PlayedGame {
        &self.played
    }

    /// Returns the winning line to keep with the game.
    pub fn line_to_keep(&self) -> Option<KeptLine> {
        self.line_from(self.proofs.last_winnable()?)
    }

    /// Returns how the game ended, or that it is in progress.
    pub fn outcome(&self) -> GameOutcome {
        match &self.guide {
            // A wrong move that loses is taken back.
            Some(guide) if !guide.is_done() => GameOutcome::Playing,
            _ => self.played.outcome(),
        }
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

    /// Starts or stops the clock at `now`. It never runs in a game that is over.
    pub fn set_clock_running(&mut self, running: bool, now: Timestamp) {
        let running = running && !self.is_over();
        self.clock.set_running(running, now);
    }

    /// Returns the result of a game that is over, as the results before it judge it.
    pub fn result(&self, results: &Results, now: Timestamp) -> Option<GameResult> {
        let judged = || results.judged(GameResult::new(&self.played, now));
        let counts = self.is_over() && self.guide.is_none();
        counts.then(|| self.result.clone().unwrap_or_else(judged))
    }

    /// Executes a command. A command that is refused changes nothing, except that a hint may
    /// request a search.
    pub fn execute(
        &mut self,
        command: Command,
        settings: &Settings,
        now: Timestamp,
    ) -> CommandOutcome {
        if self.guide.is_some() {
            let outcome = self.execute_guided(command, now);
            return outcome.unwrap_or_else(CommandOutcome::Refused);
        }
        let autoplay = settings.is_on(Setting::Autoplay);
        if self.game().has_autoplay() != autoplay {
            self.played.game_mut().set_autoplay(autoplay);
            self.hints = Hints::default();
            self.advise();
        }
        let outcome = self.try_execute(command, settings, now);
        self.advise();
        outcome.unwrap_or_else(CommandOutcome::Refused)
    }

    /// Executes what the guide lets pass.
    fn execute_guided(
        &mut self,
        command: Command,
        now: Timestamp,
    ) -> Result<CommandOutcome, Refusal> {
        let guide = self.guide.as_mut().ok_or(Refusal::NoLesson)?;
        match guide.answer(&self.played.game, command) {
            Err(outcome) => Ok(outcome),
            Ok(Command::Move(mv)) => Ok(CommandOutcome::Played(self.play_then(mv, |_| {}, now)?)),
            Ok(Command::Undo) => self.undo(now),
            Ok(_) => self.finish(now),
        }
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
                let send_home = |game: &mut Game| game.play_all_automatic(Game::safe_home_move);
                let turn = self.play_then(first, send_home, now)?;
                Ok(CommandOutcome::Played(turn))
            }
            Command::Finish if self.is_over() => Err(Refusal::GameOver),
            Command::Finish => self.finish(now),
            Command::ReadOn => Err(Refusal::NoLesson),
            Command::PlayForced if targets::is_hand_game(self.game()) => self.play_forced(now),
            Command::Undo => self.undo(now),
            Command::Redo => {
                let redo = |game: &mut Game| game.redo().ok_or(Refusal::NothingToRedo);
                Ok(CommandOutcome::Redone(self.make_turn(redo, now)?))
            }
            Command::UndoToWinnable => self.undo_to_winnable(now),
            Command::Hint => {
                let given = self.next_hint(settings)?;
                self.tell(Help::Hint);
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

    /// Makes the moves that win by themselves.
    fn finish(&mut self, now: Timestamp) -> Result<CommandOutcome, Refusal> {
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

    /// Makes the move that a command means.
    fn play(&mut self, command: Command, now: Timestamp) -> Result<CommandOutcome, Refusal> {
        let game = self.game();
        let mv = match targets::move_of(game, command) {
            Ok(mv) => mv,
            Err(outcome) => return Ok(outcome),
        };
        let also_fits = match command {
            Command::Transfer {
                from,
                to,
                count: None,
            } => targets::also_fits(game, from, to),
            _ => None,
        };
        let follow = |game: &mut Game| {
            if game.has_autoplay() {
                game.play_all_automatic(Game::automatic_move);
            }
        };
        let turn = self.play_then(mv, follow, now)?;
        Ok(CommandOutcome::Played(Turn { also_fits, ..turn }))
    }

    /// Makes a move and those that follow it automatically.
    fn play_then(
        &mut self,
        mv: Move,
        follow: impl FnOnce(&mut Game),
        now: Timestamp,
    ) -> Result<Turn, Refusal> {
        // Of several moves made at once, only the first can be the hint that the player looks at.
        let is_at_hint = self.game().moves().len() == self.proofs.move_count();
        let is_hint = is_at_hint && self.hints.shown.is_some_and(|(shown, _)| shown == mv);
        let make = |game: &mut Game| {
            let played = game.play(mv);
            played.map_err(|illegal| targets::explain_illegal(game, illegal))?;
            if is_hint {
                let last = game.moves().len() - 1;
                game.mark_hinted([last]);
            }
            follow(game);
            Ok(mv)
        };
        self.make_turn(make, now)
    }

    /// Makes a turn, which leads to another position, and says what it did. In a lesson, its steps say when to finish.
    fn make_turn(
        &mut self,
        make: impl FnOnce(&mut Game) -> Result<Move, Refusal>,
        now: Timestamp,
    ) -> Result<Turn, Refusal> {
        let could_finish = self.game().cards_to_finish() > 0;
        let mv = make(self.played.game_mut())?;
        self.enter_position(now);
        let can_finish = self.guide.is_none() && self.game().cards_to_finish() > 0;
        Ok(Turn {
            finish_ready: can_finish && !could_finish,
            ..self.last_turn(mv)
        })
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
            also_fits: None,
        }
    }

    /// Notes that the game is at another position, and whether it is the end.
    fn enter_position(&mut self, now: Timestamp) {
        self.save_state.note_change();
        if self.guide.is_none() {
            self.played.id.get_or_insert_with(|| SaveId::new(now));
        }
        self.played.given_up = false;
        self.result = None;
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
            Ok(CommandOutcome::PlayedAll(turns))
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
        let turns = turns.map_while(Result::ok).collect();
        self.advise();
        CommandOutcome::PlayedAll(turns)
    }

    fn undo(&mut self, now: Timestamp) -> Result<CommandOutcome, Refusal> {
        if self.outcome() == GameOutcome::GivenUp {
            self.played.given_up = false;
            self.save_state.note_change();
            return Ok(CommandOutcome::Continued);
        }
        let first = self.game().moves().len() - self.game().last_turn_len();
        let mv = self.game().moves().nth(first);
        let mv = mv.ok_or(Refusal::NothingToUndo)?;
        let turn = self.last_turn(mv);
        self.played.game_mut().undo();
        self.enter_position(now);
        Ok(CommandOutcome::Undone(turn))
    }

    fn undo_to_winnable(&mut self, now: Timestamp) -> Result<CommandOutcome, Refusal> {
        let at = match self.assessment() {
            Assessment::Lost(Some(at)) => at,
            Assessment::LostDeal | Assessment::Lost(None) => return Err(Refusal::NoWinnableKnown),
            _ if self.outcome() == GameOutcome::Won => return Err(Refusal::GameOver),
            _ => return Err(Refusal::MayBeWinnable),
        };
        // It counts as help, not as so many undos.
        self.played.game_mut().seek(at);
        self.tell(Help::WinnablePosition);
        self.enter_position(now);
        Ok(CommandOutcome::BackAtWinnable(self.game().moves().len()))
    }

    /// Whether to say now what it costs that most moves are hints. True once.
    pub(super) fn announce_cost(&mut self) -> bool {
        const MIN_MOVES: usize = 10;
        let (hinted, moves) = (self.game().hinted_count(), self.game().moves().len());
        let is_costly = moves >= MIN_MOVES && 2 * hinted as usize > moves;
        is_costly && !std::mem::replace(&mut self.is_cost_told, true)
    }

    /// Whether moves of a winning line were shown in this game or another one of the deal.
    pub fn knows_solution(&self, results: &Results) -> bool {
        results.has_help(&DealName::new(self.game()), Help::Solution)
    }
}
