//! Line mode: the game played by typed lines, without screen control. Works from a pipe and with a
//! screen reader.

mod commands;
mod deals;
mod events;
mod help;
mod input;
mod inspect;
mod lists;
mod output;
mod replay;
mod reply;
mod settings;
mod table;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::describe::CardNotation;
use crate::game::Game;
use crate::json;
use crate::record::{PlayedGame, RecordError};
use crate::rules::Move;
use crate::session::{
    Advisor, DealSource, Exit, GameReview, Profile, Replay, SearchReply, SearchRequest, Session,
    Start, text,
};
use crate::storage::results::{GameOutcome, GameResult};
use crate::storage::saves::SavedGame;
use crate::storage::settings::{Setting, Settings};
use crate::variant;
use commands::Run;
pub use events::{LineEvent, LineEvents};
use input::Origin;
pub use input::{CanceledByLines, LineInput};
use output::Printer;
pub use reply::read_lines;
use reply::{NoticeKind, Rejection, Reply, no_game_open, unknown_command};

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

/// Why line mode ended too early.
#[derive(Debug)]
pub enum ExitError {
    Output(std::io::Error),
    /// A search has panicked and printed a message.
    Panicked,
    /// There was no game to start with, for this reason.
    NoGame(String),
    /// Lines were typed, and none of them was a command or a move.
    NothingUnderstood,
}

impl From<std::io::Error> for ExitError {
    fn from(error: std::io::Error) -> ExitError {
        ExitError::Output(error)
    }
}

/// What typed lines are about, and what answers them. A replay comes before the game at the table; without either,
/// the player is in the menu.
struct LineMode<'a> {
    input: LineInput,
    printer: Printer<'a>,
    profile: Profile,
    /// What the command line says, and whether cards have full names now.
    options: LineModeOptions,
    /// The settings in force, whether or not they could be saved.
    settings: Settings,
    table: Option<Session>,
    replay: Option<Replay>,
    /// The games to resume, as they were listed last.
    saved_games: Vec<Vec<SavedGame>>,
    /// The saved games about which the player was asked whether they should be removed.
    asked: Vec<SavedGame>,
    /// The finished games, as they were listed last.
    finished_games: Vec<Arc<GameResult>>,
    /// Whether the line has brought another game to the front, or replays one.
    has_opened: bool,
    has_ended: bool,
    /// Whether a line was understood, and whether one was not.
    understood: bool,
    not_understood: bool,
}

/// Plays until `quit`, the end of the input or a signal. `messages` are shown first.
pub fn run(
    start: Start,
    profile: Profile,
    messages: &[String],
    mut options: LineModeOptions,
    input: LineInput,
    out: &mut dyn Write,
) -> Exit<ExitError> {
    let settings = profile.settings_file.settings().clone();
    options.full_names |= settings.is_on(Setting::Names);
    let mut line_mode = LineMode {
        input,
        printer: Printer::new(out, options.is_json, options.prompt),
        profile,
        options,
        settings,
        table: None,
        replay: None,
        saved_games: Vec::new(),
        asked: Vec::new(),
        finished_games: Vec::new(),
        has_opened: false,
        has_ended: false,
        understood: false,
        not_understood: false,
    };
    let error = line_mode.run(start, messages).err();
    line_mode.close(error)
}

impl LineMode<'_> {
    fn run(&mut self, start: Start, messages: &[String]) -> Result<(), ExitError> {
        for message in messages {
            self.printer.print_notice(NoticeKind::Error, message);
        }
        if let Start::Game(session) = &start
            && session.save_state().id().is_some()
        {
            let resumed = text::resumed(session.game());
            self.printer.print_notice(NoticeKind::Resumed, &resumed);
        }
        let greeting = self.start(start);
        let greeting = greeting.map_err(|reason| ExitError::NoGame(reason.text().into()))?;
        self.write_reply(&Ok(greeting), None, &[])?;
        while let Some(line) = self.wait_for_line()? {
            self.restart_clock();
            self.has_opened = false;
            let (line, before) = (line.trim(), self.moves_made());
            let reply = self.answer(line);
            if self.has_ended {
                self.understood = true;
                if self.printer.is_json() {
                    self.write_reply(&reply, None, &before)?;
                }
                return Ok(());
            }
            match reply {
                Err(Rejection::NotUnderstood(_)) => self.not_understood |= !line.is_empty(),
                Ok(_) | Err(Rejection::Refused(_)) => self.understood = true,
            }
            let notice = self.save();
            self.write_reply(&reply, notice, &before)?;
        }
        if self.input.has_panicked() {
            return Err(ExitError::Panicked);
        }
        Ok(())
    }

    /// Goes where line mode starts; returns the greeting.
    fn start(&mut self, start: Start) -> Reply {
        match start {
            Start::Menu => Ok(self.greeting()),
            Start::Game(session) => Ok(self.open(*session)),
            Start::NewDeal(rules) => self.deal_from(self.source(), &rules),
            Start::Replay(played) => {
                let review = GameReview::new(&played.game, None);
                self.open_replay(Replay::new(*played, review))
            }
        }
    }

    /// Saves what is open, and says what could not be saved.
    fn close(mut self, error: Option<ExitError>) -> Exit<ExitError> {
        self.advance_clock();
        let now = self.now();
        let has_failed = self.not_understood && !self.understood;
        Exit {
            unsaved: self.profile.close_all(self.table.as_ref(), now),
            played: self.table.map(|session| session.played().clone()),
            error: error.or(has_failed.then_some(ExitError::NothingUnderstood)),
        }
    }

    /// Shows the prompt and waits for a line. Until it comes, the game at the table is watched, and the next deal is
    /// looked for.
    fn wait_for_line(&mut self) -> io::Result<Option<String>> {
        self.printer.show_prompt()?;
        if self.replay.is_none() && self.table.is_some() {
            self.watch();
            if let Some(notice) = self.save() {
                self.printer.print_notice(NoticeKind::Error, &notice);
            }
            self.search_next_deal();
        }
        let line = self.input.next_line();
        self.printer.end_prompt();
        Ok(line)
    }

    /// Writes a reply, and a notice after it. `before` are the moves of the game shown before the line.
    fn write_reply(
        &mut self,
        reply: &Reply,
        notice: Option<String>,
        before: &[Move],
    ) -> io::Result<()> {
        let after = self.moves_made();
        let changed = (self.has_opened, before, &*after);
        let shown = match (&self.replay, &self.table) {
            (Some(replay), _) => Some((replay.played(), replay.outcome())),
            (None, Some(table)) => Some((table.played(), table.outcome())),
            (None, None) => None,
        };
        let state = shown.map(|(played, outcome)| {
            let mut state = json::position(played, true);
            state["given_up"] = (outcome == GameOutcome::GivenUp).into();
            state
        });
        let is_replay = self.replay.is_some();
        self.printer
            .write_reply(reply, notice, changed, is_replay, state.as_ref())
    }

    /// Answers a line.
    fn answer(&mut self, line: &str) -> Reply {
        let command = commands::parse_command(line, self.replay.is_some());
        if !command.is_some_and(|(command, _)| command.is_question()) {
            self.asked.clear();
        }
        let Some((command, arguments)) = command else {
            return self.answer_other(line);
        };
        if command.needs_game() && self.game().is_none() {
            return Err(no_game_open());
        }
        let arguments = command.parse_arguments(arguments);
        let arguments = arguments.ok_or_else(|| unknown_command(line))?;
        match command.run() {
            Run::Game(command) => self.execute(command),
            Run::Function(run) => run(self, arguments),
        }
    }

    /// Answers a line that is no command: the name of a game, or a move.
    fn answer_other(&mut self, line: &str) -> Reply {
        let lower = line.to_ascii_lowercase();
        if variant::parse_id_prefix(&lower).is_some() {
            self.deal_described(&lower)
        } else if self.replay.is_some() {
            self.go_to_move(line)
        } else if self.table.is_some() {
            self.play_typed(line)
        } else if line.is_empty() {
            let text = "Type the name of a game, or help";
            Err(Rejection::NotUnderstood(text.into()))
        } else {
            Err(unknown_command(line))
        }
    }

    /// Ends line mode.
    fn quit(&mut self) -> Reply {
        self.has_ended = true;
        Ok(String::new())
    }

    fn now(&self) -> Timestamp {
        self.input.clock().now()
    }

    /// Returns the game that commands are about.
    fn game(&self) -> Option<&Game> {
        match (&self.replay, &self.table) {
            (Some(replay), _) => Some(replay.game()),
            (None, table) => table.as_ref().map(Session::game),
        }
    }

    /// Returns the game at the table.
    fn session(&mut self) -> Result<&mut Session, Rejection> {
        self.table.as_mut().ok_or_else(no_game_open)
    }

    /// Returns the moves of the game shown, if the reply has to say what changed.
    fn moves_made(&self) -> Vec<Move> {
        let game = self.game().filter(|_| self.printer.is_json());
        game.map_or(Vec::new(), |game| game.moves().collect())
    }

    /// Counts the time since the last line, and starts the clock again if no replay is open.
    fn restart_clock(&mut self) {
        let (is_at_table, now) = (self.replay.is_none(), self.input.clock().play_time());
        if let Some(session) = &mut self.table {
            session.advance_clock(now);
            session.note_activity(now);
            session.set_clock_running(is_at_table, now);
        }
    }

    /// Counts the time up to now.
    fn advance_clock(&mut self) {
        let now = self.input.clock().play_time();
        if let Some(session) = &mut self.table {
            session.advance_clock(now);
        }
    }

    /// Saves the game at the table if it has changed; returns what went wrong.
    fn save(&mut self) -> Option<String> {
        self.advance_clock();
        let (is_at_table, now) = (self.replay.is_none(), self.now());
        let session = self.table.as_mut()?;
        let is_news = self.profile.save(session, now);
        session.set_clock_running(is_at_table, self.input.clock().play_time());
        is_news.then(|| text::save_notice(session))
    }

    /// Runs a search about the game at the table and records what it finds. `say` is what a player who waits is told
    /// after some time, and again while it goes on. Returns whether the search was canceled.
    fn search(
        &mut self,
        request: SearchRequest,
        origin: Origin,
        first_report: Duration,
        mut say: impl FnMut(&Advisor, Duration) -> Option<String>,
    ) -> bool {
        let (printer, Some(session)) = (&mut self.printer, &mut self.table) else {
            return true;
        };
        let advisor = session.advisor_mut();
        let mut tell = |reply: Option<&SearchReply>, elapsed| {
            if let Some(reply) = reply {
                advisor.record(reply);
            } else if let Some(text) = say(advisor, elapsed) {
                printer.print_notice(NoticeKind::Searching, &text);
            }
        };
        self.input.search(request, origin, first_report, &mut tell)
    }
}
