//! Line mode: the game played by typed lines, without screen control. Works from a pipe and with a
//! screen reader.

mod commands;
mod dispatch;
mod lines;
mod menu;
mod moves;
mod open_games;
mod queries;
mod replay;
mod reply;
mod search_control;
mod searches;
mod settings;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::describe::CardNotation;
use crate::difficulty::Difficulty;
use crate::game::Game;
use crate::json;
use crate::record::{PlayedGame, RecordError};
use crate::review::ReviewError;
use crate::session::{
    GameReview, MonotonicClock, MoveInputError, PlayOptions, SeedSource, Session, SessionStore,
    Start,
};
use crate::storage::results::GameResult;
use crate::storage::save_manager::{SaveError, SavedGame};
use crate::storage::settings::{BoolSetting, Settings};
use crate::variant::Variant;
pub use lines::read_lines;
use reply::{GameMoves, Rejection, Reply, ReplyJson, no_game_open};
pub use search_control::SearchControl;

/// How replies are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyFormat {
    /// As lines of text.
    Text,
    /// As one JSON object for the start and for each line.
    Json,
}

/// How line mode runs.
#[derive(Clone, Debug)]
pub struct LineModeOptions {
    /// How cards are named unless a setting or a command says otherwise.
    pub notation: CardNotation,
    /// Whether to use letters instead of suit symbols, whatever the setting says.
    pub ascii: Option<bool>,
    /// How replies are written.
    pub format: ReplyFormat,
    /// Whether cards have full names, whatever the setting says.
    pub full_names: bool,
    /// Whether to show that a line can be typed.
    pub prompt: bool,
    /// Whether random deals are winnable whatever the setting says.
    pub force_winnable: bool,
    /// The difficulty of random deals, if graded ones are wanted.
    pub difficulty: Option<Difficulty>,
    /// Whether a game typed without a deal number has today's deal.
    pub daily: bool,
    /// Reads the record in a file, for `replay FILE`; or says why it cannot be read.
    pub read_record: fn(&Path) -> Result<PlayedGame, RecordError>,
    /// Set when the process continues after it was stopped: the time between does not count.
    pub process_continued: Arc<AtomicBool>,
    /// Cancels searches from outside.
    pub search_control: SearchControl,
}

/// What remains when line mode has ended.
#[derive(Debug, Default)]
pub struct LineModeExit {
    /// The game in front.
    pub session: Option<Session>,
    /// The games that could not be saved.
    pub unsaved: Vec<(PlayedGame, SaveError)>,
    /// What ended line mode too early.
    pub error: Option<ExitError>,
    /// Whether lines were typed and none of them was a command or a move.
    pub nothing_understood: bool,
}

/// Why line mode ended too early.
#[derive(Debug)]
pub enum ExitError {
    /// The answers could not be written.
    Output(io::Error),
    /// There was no game to start with, for this reason.
    NoGame(String),
}

impl From<io::Error> for ExitError {
    fn from(error: io::Error) -> ExitError {
        ExitError::Output(error)
    }
}

/// Plays until `quit` or the end of the lines. `messages` are shown first.
pub fn run(
    start: Start,
    store: SessionStore,
    seeds: SeedSource,
    messages: &[String],
    options: LineModeOptions,
    lines: impl Iterator<Item = String>,
    out: &mut dyn Write,
) -> LineModeExit {
    let full_names = options.full_names || store.settings_file.settings().is_on(BoolSetting::Names);
    let mut repl = Repl {
        settings: store.settings_file.settings().clone(),
        store,
        seeds,
        options,
        full_names,
        clock: MonotonicClock::new(),
        session: None,
        previous: Vec::new(),
        next: Vec::new(),
        replay: None,
        replay_review: Err(ReviewError::InPlay),
        saved_games: Vec::new(),
        finished_games: Vec::new(),
        unsaved: Vec::new(),
        opened_games: 0,
        notices: Vec::new(),
        is_prompt_shown: false,
        understood: false,
        not_understood: false,
        out,
    };
    let error = repl.run(start, messages, lines).err();
    repl.close(error)
}

/// The state of line mode.
struct Repl<'a> {
    store: SessionStore,
    /// The settings in force, whether or not they could be saved.
    settings: Settings,
    seeds: SeedSource,
    options: LineModeOptions,
    /// Whether cards have full names.
    full_names: bool,
    clock: MonotonicClock,
    /// The game in front.
    session: Option<Session>,
    /// The games left for it, the last one last.
    previous: Vec<Session>,
    /// The games left for previous ones, the last one last.
    next: Vec<Session>,
    /// The game being replayed.
    replay: Option<Session>,
    /// Its review, or why there is none.
    replay_review: Result<GameReview, ReviewError>,
    /// The games to resume, as the menu listed them last.
    saved_games: Vec<SavedGame>,
    /// The finished games, as they were listed last.
    finished_games: Vec<Arc<GameResult>>,
    unsaved: Vec<(PlayedGame, SaveError)>,
    /// The number of games that have come to the front or were replayed.
    opened_games: usize,
    /// In JSON, what is to be said besides the next reply.
    notices: Vec<String>,
    /// Whether the prompt is the last thing written.
    is_prompt_shown: bool,
    /// Whether a line was understood, and whether one was not.
    understood: bool,
    not_understood: bool,
    out: &'a mut dyn Write,
}

impl Repl<'_> {
    fn run(
        &mut self,
        start: Start,
        messages: &[String],
        lines: impl Iterator<Item = String>,
    ) -> Result<(), ExitError> {
        let before = self.game_moves();
        for message in messages {
            self.print_notice(message);
        }
        let greeting = match start {
            Start::Menu => Ok(self.menu_greeting()),
            Start::Game(session) => Ok(self.open(*session)),
            Start::RandomDeal(rules) => self.deal_random(rules),
            Start::Replay(played) => {
                let review = GameReview::new(&played.game, None);
                self.open_replay(*played, review)
            }
        };
        let greeting = greeting.map_err(|reason| ExitError::NoGame(reason.text().into()))?;
        self.write_reply(&Ok(greeting), None, &before)?;
        self.show_prompt()?;
        self.run_background_search();
        for line in lines {
            self.is_prompt_shown = false;
            self.restart_clock();
            let (line, before) = (line.trim(), self.game_moves());
            let Some(reply) = self.handle_line(line) else {
                self.understood = true;
                return Ok(self.write_last_reply(&before)?);
            };
            match reply {
                Err(Rejection::NotUnderstood(_)) => self.not_understood |= !line.is_empty(),
                Ok(_) | Err(Rejection::Refused(_)) => self.understood = true,
            }
            let notice = self.save();
            self.write_reply(&reply, notice, &before)?;
            self.show_prompt()?;
            self.run_background_search();
        }
        Ok(())
    }

    /// Writes a reply, and a notice after it.
    fn write_reply(
        &mut self,
        reply: &Reply,
        notice: Option<String>,
        before: &GameMoves,
    ) -> io::Result<()> {
        if self.options.format == ReplyFormat::Text {
            let text = reply.as_ref().map_or_else(Rejection::text, String::as_str);
            self.print(text)?;
            return notice.map_or(Ok(()), |notice| self.print(&notice));
        }
        self.notices.extend(notice);
        let notices = std::mem::take(&mut self.notices);
        let (after, replay) = (self.game_moves(), self.replay.is_some());
        let game = self.shown_game();
        let json = ReplyJson::new(reply, &notices, before, &after, game, replay);
        let line = json::to_line(&json)?;
        self.print(&line)
    }

    /// Writes the reply to `quit`, which is empty.
    fn write_last_reply(&mut self, before: &GameMoves) -> io::Result<()> {
        match self.options.format {
            ReplyFormat::Text => Ok(()),
            ReplyFormat::Json => self.write_reply(&Ok(String::new()), None, before),
        }
    }

    /// The game shown and its moves, if the next reply has to say what changed.
    fn game_moves(&self) -> GameMoves {
        if self.options.format == ReplyFormat::Text {
            return GameMoves::default();
        }
        GameMoves {
            opened_games: self.opened_games,
            moves: self
                .shown_game()
                .map_or(Vec::new(), |game| game.moves().collect()),
        }
    }

    /// Saves all open games for the last time.
    fn close(mut self, error: Option<ExitError>) -> LineModeExit {
        self.update_clock();
        let unsaved = self.store.close_all(&self.session, self.clock.now());
        self.unsaved.extend(unsaved);
        LineModeExit {
            session: self.session,
            unsaved: self.unsaved,
            error,
            nothing_understood: self.not_understood && !self.understood,
        }
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        // A notice does not share the line of the prompt, which follows it again.
        let was_prompt_shown = std::mem::take(&mut self.is_prompt_shown);
        if was_prompt_shown {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{text}")?;
        if was_prompt_shown {
            self.show_prompt()
        } else {
            self.out.flush()
        }
    }

    fn show_prompt(&mut self) -> io::Result<()> {
        if self.options.prompt {
            self.is_prompt_shown = true;
            write!(self.out, "> ")?;
        }
        self.out.flush()
    }

    /// Prints what cannot wait for the reply to a line. In JSON, the next reply has it.
    fn print_notice(&mut self, text: &str) {
        if self.options.format == ReplyFormat::Json {
            return self.notices.push(text.into());
        }
        // If this cannot be written, neither can the reply, which reports it.
        _ = self.print(text);
    }

    /// How cards are named now.
    fn notation(&self) -> CardNotation {
        if self.full_names {
            return CardNotation::Full;
        }
        match self.options.ascii {
            Some(true) => CardNotation::Letters,
            None if self.settings.is_on(BoolSetting::Ascii) => CardNotation::Letters,
            Some(false) => CardNotation::Symbols,
            None => self.options.notation,
        }
    }

    fn play_options(&self) -> PlayOptions {
        PlayOptions::from(&self.settings)
    }

    /// The game that commands are about: the one being replayed, else the one in front.
    fn shown_session(&self) -> Result<&Session, Rejection> {
        self.replay
            .as_ref()
            .or(self.session.as_ref())
            .ok_or_else(no_game_open)
    }

    fn shown_game(&self) -> Option<&Game> {
        self.shown_session().ok().map(Session::game)
    }

    /// The rules of the game that commands are about.
    fn rules(&self) -> Result<Variant, Rejection> {
        Ok(self.shown_session()?.game().rules().clone())
    }

    /// Says why the piles and cards of a line do not fit the table.
    fn reject_names(&self, error: &MoveInputError) -> Rejection {
        let text = self.notation().replace_symbols(&error.to_string());
        match error {
            MoveInputError::UnknownPile(_) => Rejection::NotUnderstood(text),
            _ => Rejection::Refused(text),
        }
    }
}
