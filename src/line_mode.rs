//! Line mode: the game played by typed lines, without screen control. Works from a pipe and with a
//! screen reader.

mod commands;
mod events;
mod input;
mod io;
mod menu;
mod moves;
mod open_games;
mod output;
mod queries;
mod replay;
mod searches;
mod settings;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::describe::CardNotation;
use crate::escape::quote;
use crate::game::Game;
use crate::record::{PlayedGame, RecordError};
use crate::session::{
    Command, DealSearch, DealSource, FinishedGame, MonotonicClock, MoveInputError, Question,
    Replay, SeedSource, Session, SessionStore, Start, text,
};
use crate::storage::results::GameResult;
use crate::storage::save_manager::{SaveError, SavedGame};
use crate::storage::settings::{Setting, Settings};
use crate::variant::Variant;
use commands::Place;
pub use events::{LineEvent, LineEvents};
pub use input::{CanceledByLines, LineInput};
pub use io::read_lines;
use io::{Rejection, Reply, no_game_open};
use output::{GameMoves, Printer};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyFormat {
    Text,
    /// As one JSON object for the start and for each line.
    Json,
}

#[derive(Clone, Debug)]
pub struct LineModeOptions {
    /// How cards are named unless a setting or a command says otherwise.
    pub notation: CardNotation,
    /// Whether to use letters instead of suit symbols, whatever the setting says.
    pub ascii: Option<bool>,
    pub format: ReplyFormat,
    /// Whether cards have full names, whatever the setting says.
    pub full_names: bool,
    /// Whether to show that a line can be typed.
    pub prompt: bool,
    /// Where new deals come from, whatever the setting says.
    pub source: Option<DealSource>,
    /// Reads the record in a file, for `replay FILE`; or says why it cannot be read.
    pub read_record: fn(&Path) -> Result<PlayedGame, RecordError>,
    /// Set when the process continues after it was stopped: the time between does not count.
    pub process_continued: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
pub struct LineModeExit {
    pub session: Option<Session>,
    pub unsaved: Vec<(PlayedGame, SaveError)>,
    /// What ended line mode too early.
    pub error: Option<ExitError>,
    /// Whether lines were typed and none of them was a command or a move.
    pub nothing_understood: bool,
}

/// Why line mode ended too early.
#[derive(Debug)]
pub enum ExitError {
    Output(std::io::Error),
    /// A search has panicked and printed a message.
    Panicked,
    /// There was no game to start with, for this reason.
    NoGame(String),
}

impl From<std::io::Error> for ExitError {
    fn from(error: std::io::Error) -> ExitError {
        ExitError::Output(error)
    }
}

/// Plays until `quit`, the end of the input or a signal. `messages` are shown first.
pub fn run(
    start: Start,
    store: SessionStore,
    seeds: SeedSource,
    messages: &[String],
    options: LineModeOptions,
    input: LineInput,
    out: &mut dyn Write,
) -> LineModeExit {
    let full_names = options.full_names || store.settings_file.settings().is_on(Setting::Names);
    let mut repl = Repl {
        settings: store.settings_file.settings().clone(),
        store,
        seeds,
        input,
        printer: Printer::new(out, options.format, options.prompt),
        options,
        full_names,
        clock: MonotonicClock::new(),
        session: None,
        replay: None,
        deal_search: None,
        saved_games: Vec::new(),
        finished_games: Vec::new(),
        opened_games: 0,
        understood: false,
        not_understood: false,
    };
    let error = repl.run(start, messages).err();
    repl.close(error)
}

struct Repl<'a> {
    store: SessionStore,
    /// The settings in force, whether or not they could be saved.
    settings: Settings,
    seeds: SeedSource,
    input: LineInput,
    printer: Printer<'a>,
    options: LineModeOptions,
    full_names: bool,
    clock: MonotonicClock,
    session: Option<Session>,
    replay: Option<Replay>,
    /// The search for the next winnable deal.
    deal_search: Option<DealSearch>,
    /// The games to resume, as the menu listed them last.
    saved_games: Vec<SavedGame>,
    /// The finished games, as they were listed last.
    finished_games: Vec<Arc<GameResult>>,
    /// The number of games that have come to the front or were replayed.
    opened_games: usize,
    /// Whether a line was understood, and whether one was not.
    understood: bool,
    not_understood: bool,
}

impl Repl<'_> {
    fn run(&mut self, start: Start, messages: &[String]) -> Result<(), ExitError> {
        let before = self.game_moves();
        for message in messages {
            self.printer.print_notice(message);
        }
        let greeting = match start {
            Start::Menu => Ok(self.menu_greeting()),
            Start::Game(session) => Ok(self.open(*session)),
            Start::NewDeal(rules) => self.deal_from(self.source(), &rules),
            Start::Replay(played) => {
                let review = FinishedGame::new(&played.game, None);
                self.open_replay(*played, review)
            }
        };
        let greeting = greeting.map_err(|reason| ExitError::NoGame(reason.text().into()))?;
        self.write_reply(&Ok(greeting), None, &before)?;
        self.printer.show_prompt()?;
        self.run_background_search();
        while let Some(line) = self.input.next_line() {
            self.printer.end_prompt();
            self.restart_clock();
            let (line, before) = (line.trim(), self.game_moves());
            let Some(reply) = self.handle_line(line) else {
                self.understood = true;
                if self.printer.is_json() {
                    self.write_reply(&Ok(String::new()), None, &before)?;
                }
                return Ok(());
            };
            match reply {
                Err(Rejection::NotUnderstood(_)) => self.not_understood |= !line.is_empty(),
                Ok(_) | Err(Rejection::Refused(_)) => self.understood = true,
            }
            let notice = self.save();
            self.write_reply(&reply, notice, &before)?;
            self.printer.show_prompt()?;
            self.run_background_search();
        }
        if self.input.has_panicked() {
            return Err(ExitError::Panicked);
        }
        Ok(())
    }

    /// The game shown and its moves, to find out what a line changes.
    fn game_moves(&self) -> GameMoves {
        self.printer.game_moves(self.opened_games, self.place())
    }

    /// Writes a reply, and a notice after it.
    fn write_reply(
        &mut self,
        reply: &Reply,
        notice: Option<String>,
        before: &GameMoves,
    ) -> std::io::Result<()> {
        let after = self.game_moves();
        let place = Place::new(self.replay.as_ref(), self.session.as_ref());
        self.printer
            .write_reply(reply, notice, [before, &after], place)
    }

    fn share(&mut self) -> Reply {
        self.update_clock();
        let (style, now) = (self.notation().into(), self.clock.now());
        let line = self.open_session()?.share_line(style, now);
        line.ok_or_else(|| Rejection::Refused(text::NOT_OVER.into()))
    }

    fn run_game_command(&mut self, command: Command) -> Reply {
        if command == Command::Hint {
            self.search_advice(Question::Hint)?;
        }
        self.execute(command)
    }

    fn close(mut self, error: Option<ExitError>) -> LineModeExit {
        self.update_clock();
        let now = self.clock.now();
        LineModeExit {
            unsaved: self.store.close_all(self.session.as_ref(), now),
            session: self.session,
            error,
            nothing_understood: self.not_understood && !self.understood,
        }
    }

    fn notation(&self) -> CardNotation {
        if self.full_names {
            return CardNotation::Full;
        }
        match self.options.ascii {
            Some(true) => CardNotation::Letters,
            None if self.settings.is_on(Setting::Ascii) => CardNotation::Letters,
            Some(false) => CardNotation::Symbols,
            None => self.options.notation,
        }
    }

    /// The game that commands are about: the one being replayed, else the one in front.
    fn shown_game(&self) -> Result<&Game, Rejection> {
        self.place().game().ok_or_else(no_game_open)
    }

    /// The game in front.
    fn open_session(&self) -> Result<&Session, Rejection> {
        self.session.as_ref().ok_or_else(no_game_open)
    }

    fn rules(&self) -> Result<Variant, Rejection> {
        Ok(self.open_session()?.game().rules().clone())
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

fn unknown_command(line: &str) -> Rejection {
    Rejection::NotUnderstood(if line.is_empty() {
        "Type a move, or help".into()
    } else {
        format!("Unknown: {}. help: all commands", quote(line))
    })
}
