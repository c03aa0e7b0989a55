//! One game in play.

use jiff::Timestamp;
use jiff::civil::Date;

use super::clock::PlayClock;
use super::review::FinishedGame;
use super::search::{PendingVerdict, Question};
use crate::analysis::Analysis;
use crate::difficulty::{Difficulty, GradedDeals, daily};
use crate::game::{Game, GameTooLong};
use crate::player::Advice;
use crate::record::PlayedGame;
use crate::rules::Move;
use crate::stats_text::{self, PlotStyle};
use crate::storage::results::{GameOutcome, GameResult};
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::SaveState;
use crate::variant::Variant;

/// One game in play, with its save state, analysis and clock.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) played: PlayedGame,
    pub(super) save_state: SaveState,
    pub(super) analysis: Analysis,
    pub(super) clock: PlayClock,
    pub(super) given_up: bool,
    /// The last hint given at this position.
    pub(super) shown_hint: Option<ShownHint>,
    pub(super) pending_verdict: Option<PendingVerdict>,
    /// What the fair player has found about the position.
    pub(super) advice: Option<Advice>,
    pub(super) pending_advice: Option<Question>,
    /// The review of the game, once it is over.
    pub(super) review: Option<FinishedGame>,
    /// Number of positions that the running search has visited.
    pub positions_searched: u64,
    pub(super) announced: Announced,
    difficulty: Option<Difficulty>,
}

/// The hint that the player looks at.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownHint {
    pub(super) mv: Move,
    /// Its number among the hints for the position.
    pub(super) index: usize,
    /// Whether it took the place of another one.
    pub(super) is_replacement: bool,
}

/// What was announced to the player about the current position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Announced {
    pub(super) can_finish: bool,
    pub(super) lost: bool,
    /// When the game was lost.
    pub(super) explanation: bool,
}

impl Session {
    /// Starts a game that has just been dealt.
    pub fn start(game: Game, now: Timestamp) -> Session {
        Session::start_played(PlayedGame::new(game), now)
    }

    /// Deals the game of a seed and starts it.
    pub fn deal(rules: Variant, seed: u64, now: Timestamp) -> Session {
        Session::start(Game::new(rules, seed), now)
    }

    /// Deals the daily deal of a day. `None` if the game has none.
    pub fn deal_daily(rules: &Variant, day: Date, now: Timestamp) -> Option<Session> {
        let seed = daily::seed(rules, day)?;
        let mut played = PlayedGame::new(Game::new(rules.clone(), seed));
        played.header.daily = Some(day);
        Some(Session::start_played(played, now))
    }

    /// Deals the same cards again. The moves that the solver showed remain known to the player.
    #[must_use]
    pub fn restart(&self, now: Timestamp) -> Session {
        let game = self.game();
        let again = Game::from_deck(game.rules().clone(), game.seed(), game.deck());
        let mut played = PlayedGame::new(again);
        played.header.shown = self.played.header.shown;
        played.header.daily = self.played.header.daily;
        Session::start_played(played, now)
    }

    /// Starts a game of its own at the position where another stands.
    ///
    /// # Errors
    /// The other game is too long to be played on.
    pub fn branch_from(game: &Game, now: Timestamp) -> Result<Session, GameTooLong> {
        Ok(Session::start_played(PlayedGame::branch_from(game)?, now))
    }

    fn start_played(mut played: PlayedGame, now: Timestamp) -> Session {
        played.started = Some(now);
        Session::unsaved(played)
    }

    /// Opens a game that was never saved.
    pub fn unsaved(played: PlayedGame) -> Session {
        let save_state = SaveState::new(&played);
        Session::resume(played, save_state)
    }

    /// Continues a saved game.
    pub fn resume(played: PlayedGame, save_state: SaveState) -> Session {
        let mut session = Session {
            analysis: Analysis::new(&played.game),
            difficulty: GradedDeals::difficulty_of_game(&played.game),
            played,
            save_state,
            clock: PlayClock::default(),
            given_up: false,
            shown_hint: None,
            pending_verdict: None,
            advice: None,
            pending_advice: None,
            review: None,
            positions_searched: 0,
            announced: Announced::default(),
        };
        session.prepare_review();
        session
    }

    pub fn game(&self) -> &Game {
        &self.played.game
    }

    /// The game with its times and counts.
    pub fn played(&self) -> &PlayedGame {
        &self.played
    }

    /// Returns the game without the rest of the session.
    pub fn into_played(self) -> PlayedGame {
        self.played
    }

    /// Returns the difficulty of the deal, if it was graded.
    pub fn difficulty(&self) -> Option<Difficulty> {
        self.difficulty
    }

    /// How the game is saved.
    pub fn save_state(&self) -> &SaveState {
        &self.save_state
    }

    /// Returns what is proven about the game.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    pub fn is_hand_game(&self) -> bool {
        self.game().rules().layout().window.is_some()
    }

    /// Returns how the game ended, or that it is in progress.
    pub fn outcome(&self) -> GameOutcome {
        match GameOutcome::from_status(self.game().status()) {
            GameOutcome::Playing if self.given_up => GameOutcome::GivenUp,
            outcome => outcome,
        }
    }

    /// Whether the game is won, lost or given up.
    pub fn is_over(&self) -> bool {
        self.outcome().is_final()
    }

    /// The only legal move, in a game played in the hand.
    pub fn forced_move(&self) -> Option<Move> {
        match self.game().legal_moves()[..] {
            [only] if self.is_hand_game() => Some(only),
            _ => None,
        }
    }

    /// Moves to the position after `moves` moves to look at it; this is no undo.
    pub fn seek(&mut self, moves: usize) {
        self.played.game.seek(moves);
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

    /// Returns when the playing time will be another whole second. `None` while the clock stands still.
    pub fn next_second_at(&self) -> Option<Timestamp> {
        self.clock.next_second_at()
    }

    /// Returns the line that players share about a game. `None` for one in progress.
    pub fn share_line(&self, style: PlotStyle, now: Timestamp) -> Option<String> {
        let id = self.save_state.id().cloned();
        let id = id.unwrap_or_else(|| SaveId::new(now));
        let result = GameResult::new(&id, &self.played, self.outcome(), now);
        self.is_over()
            .then(|| stats_text::share_line(&result, style))
    }

    /// The verdict on the position in a word or two, as far as the player may know it.
    pub fn status_label(&self) -> Option<&'static str> {
        let label = self.analysis.status_label(self.game());
        label.filter(|_| !self.is_over())
    }

    /// Whether the player knows that the position of a game in progress is lost.
    pub fn is_known_lost(&self) -> bool {
        self.analysis.is_lost() && self.status_label().is_some()
    }
}
