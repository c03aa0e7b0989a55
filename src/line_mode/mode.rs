//! What line mode is started with, what typed lines are about, and what answers them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::input::LineInput;
use super::output::Printer;
use super::reply::{NoticeKind, Rejection, no_game_open};
use crate::describe::CardNotation;
use crate::game::Game;
use crate::record::{PlayedGame, RecordError};
use crate::rules::Move;
use crate::session::{
    DealSource, Profile, Replay, SearchReply, SearchRequest, Session, system_time, text,
};
use crate::storage::results::GameResult;
use crate::storage::saves::SavedGame;
use crate::storage::settings::Settings;

#[derive(Clone, Copy, Debug)]
pub struct LineModeOptions {
    /// How cards are named unless a setting or a command says otherwise.
    pub notation: CardNotation,
    /// Whether to use letters instead of suit symbols, whatever the setting says.
    pub ascii: Option<bool>,
    /// Whether the start and each line are answered with one JSON object.
    pub is_json: bool,
    /// Whether cards have full names, whatever the setting says.
    pub full_names: bool,
    /// Whether to show that a line can be typed.
    pub prompt: bool,
    /// Where new deals come from, whatever the setting says.
    pub source: Option<DealSource>,
    /// Reads the record in a file, for `replay FILE`; or says why it cannot be read.
    pub read_record: fn(&Path) -> Result<PlayedGame, RecordError>,
}

/// What typed lines are about, and what answers them. A replay comes before the game at the table; without either,
/// the player is in the menu.
pub(super) struct LineMode<'a> {
    pub(super) input: LineInput,
    pub(super) printer: Printer<'a>,
    pub(super) profile: Profile,
    /// What the command line says, and whether cards have full names now.
    pub(super) options: LineModeOptions,
    /// The settings in force, whether or not they could be saved.
    pub(super) settings: Settings,
    pub(super) table: Option<Session>,
    /// The game that is at the table again after the lesson that is there now.
    pub(super) aside: Option<Session>,
    pub(super) replay: Option<Replay>,
    /// The games to resume, as they were listed last.
    pub(super) saved_games: Vec<Vec<SavedGame>>,
    /// The saved games about which the player was asked whether they should be removed.
    pub(super) asked: Vec<SavedGame>,
    /// The finished games, as they were listed last.
    pub(super) finished_games: Vec<Arc<GameResult>>,
    /// Whether the line has brought another game to the front, or replays one.
    pub(super) has_opened: bool,
    pub(super) has_ended: bool,
}

impl LineMode<'_> {
    /// Returns the game that commands are about, with its times and counts.
    pub(super) fn played(&self) -> Option<&PlayedGame> {
        let replayed = self.replay.as_ref().map(|replay| &replay.played);
        replayed.or(self.table.as_ref().map(Session::played))
    }

    pub(super) fn game(&self) -> Option<&Game> {
        self.played().map(|played| &*played.game)
    }

    /// Returns the game at the table.
    pub(super) fn session(&mut self) -> Result<&mut Session, Rejection> {
        self.table.as_mut().ok_or_else(no_game_open)
    }

    /// Returns the moves of the game shown, if the reply has to say what changed.
    pub(super) fn moves_made(&self) -> Vec<Move> {
        let game = self.game().filter(|_| self.printer.is_json);
        game.map_or(Vec::new(), |game| game.moves().collect())
    }

    /// Counts the time since the last line, and starts the clock again if no replay is open.
    pub(super) fn restart_clock(&mut self) {
        self.advance_clock();
        let (is_at_table, now) = (self.replay.is_none(), system_time());
        if let Some(session) = &mut self.table {
            session.clock.note_activity(now);
            session.set_clock_running(is_at_table, now);
        }
    }

    /// Counts the time up to now, unless the process was stopped meanwhile.
    pub(super) fn advance_clock(&mut self) {
        let was_stopped = self.input.was_stopped.swap(false, Ordering::Relaxed);
        if let Some(session) = &mut self.table {
            if was_stopped {
                session.set_clock_running(self.replay.is_none(), system_time());
            }
            session.advance_clock(system_time());
        }
    }

    /// Saves the game at the table if it has changed; returns what went wrong.
    pub(super) fn save(&mut self) -> Option<String> {
        self.advance_clock();
        let (is_at_table, now) = (self.replay.is_none(), system_time());
        let session = self.table.as_mut()?;
        let is_news = self.profile.save(session, now);
        session.set_clock_running(is_at_table, now);
        is_news.then(|| text::save_notice(session))
    }

    /// Runs a search about the game at the table and records what it finds. `say` is what a player who waits is told
    /// after some time, and again while it goes on. Returns whether the search was canceled.
    pub(super) fn search(
        &mut self,
        request: SearchRequest,
        is_asked: bool,
        first_report: Duration,
        mut say: impl FnMut(&Session, Duration) -> Option<String>,
    ) -> bool {
        let (printer, Some(session)) = (&mut self.printer, &mut self.table) else {
            return true;
        };
        let mut tell = |reply: Option<&SearchReply>, elapsed| {
            if let Some(reply) = reply {
                session.record(reply);
            } else if let Some(text) = say(session, elapsed) {
                printer.print_notice(NoticeKind::Searching, &text);
            }
        };
        let is_canceled = self
            .input
            .search(request, is_asked, first_report, &mut tell);
        session.cancel_search();
        is_canceled
    }
}
