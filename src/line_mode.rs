//! Line mode: the game played by typed lines, without screen control. Works from a pipe and with a
//! screen reader.

mod commands;
mod deals;
mod help;
mod input;
mod inspect;
mod lesson;
mod lists;
mod mode;
mod output;
mod replay;
mod reply;
mod settings;
mod table;

use std::io::{self, Write};
use std::mem;

use serde_json::{Value, json};
use thiserror::Error;

use crate::json::{self, joined};
use crate::review::Reviewer;
use crate::rules::Move;
use crate::session::{Exit, Profile, Replay, Start, system_time, text};
use crate::storage::settings::Setting;
use crate::variant;
pub use input::LineInput;
use mode::LineMode;
pub use mode::LineModeOptions;
use output::Printer;
pub use reply::read_lines;
use reply::{NoticeKind, Rejection, Reply, unknown_command};

/// Why line mode ended too early.
#[derive(Debug, Error)]
pub enum ExitError {
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The signal of this number has ended line mode.
    #[error("ended by signal {0}")]
    Stopped(i32),
    /// A search has panicked and printed a message.
    #[error("internal error, see above")]
    Panicked,
    /// There was no game to start with, for this reason.
    #[error("{0}")]
    NoGame(String),
    /// Lines were typed, and none of them was a command or a move.
    #[error("no command was understood; help lists the commands")]
    NothingUnderstood,
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
        aside: None,
        replay: None,
        saved_games: Vec::new(),
        asked: Vec::new(),
        finished_games: Vec::new(),
        has_opened: false,
        has_ended: false,
    };
    let error = line_mode.run(start, messages).err();
    line_mode.close(error)
}

impl LineMode<'_> {
    fn run(&mut self, start: Start, messages: &[String]) -> Result<(), ExitError> {
        for message in messages {
            self.printer.print_notice(NoticeKind::Error, message);
        }
        let greeting = self.start(start);
        let greeting = greeting.map_err(|reason| ExitError::NoGame(reason.text().into()))?;
        self.write_reply(&Ok(greeting), None, &[])?;
        let (mut understood, mut not_understood) = (false, false);
        while !self.has_ended
            && let Some(line) = self.wait_for_line()?
        {
            self.restart_clock();
            self.has_opened = false;
            let (line, before) = (line.trim(), self.moves_made());
            let reply = self.answer(line);
            match reply {
                Err(Rejection::NotUnderstood(_)) => not_understood |= !line.is_empty(),
                Ok(_) | Err(Rejection::Refused(_)) => understood = true,
            }
            // What is open at the end is saved as it is closed.
            let notice = (!self.has_ended).then(|| self.save()).flatten();
            self.write_reply(&reply, notice, &before)?;
        }
        if self.input.has_panicked {
            return Err(ExitError::Panicked);
        }
        if let Some(signal) = self.input.stopped_by {
            return Err(ExitError::Stopped(signal));
        }
        if not_understood && !understood {
            return Err(ExitError::NothingUnderstood);
        }
        Ok(())
    }

    /// Goes where line mode starts; returns the greeting.
    fn start(&mut self, start: Start) -> Reply {
        match start {
            Start::Menu => Ok(self.greeting()),
            Start::Game(session) => {
                if session.played().id.is_some() {
                    let resumed = text::resumed(session.game());
                    self.printer.print_notice(NoticeKind::Resumed, &resumed);
                }
                Ok(self.open(*session))
            }
            Start::NewDeal(rules) => self.deal_from(self.source(), &rules),
            Start::Replay(played) => {
                let review = Reviewer::new(&played.game);
                self.open_replay(Replay::new(*played, review))
            }
        }
    }

    /// Saves what is open, and says what could not be saved.
    fn close(mut self, error: Option<ExitError>) -> Exit<ExitError> {
        self.advance_clock();
        self.leave_lesson();
        Exit {
            unsaved: self.profile.close_all(self.table.as_mut(), system_time()),
            played: self.table.map(|session| session.played().clone()),
            error,
        }
    }

    /// Shows the prompt and waits for a line. Until it comes, the game at the table is watched, and the next deal is
    /// looked for.
    fn wait_for_line(&mut self) -> io::Result<Option<String>> {
        self.printer.show_prompt()?;
        if self.replay.is_none() && self.table.is_some() && self.guide().is_none() {
            self.watch();
            if let Some(notice) = self.save() {
                self.printer.print_notice(NoticeKind::Error, &notice);
            }
            self.search_next_deal();
        }
        let line = self.input.next_line();
        self.printer.is_prompt_shown = false;
        Ok(line)
    }

    /// Writes a reply, and a notice after it. `before` are the moves of the game shown before the line.
    fn write_reply(
        &mut self,
        reply: &Reply,
        notice: Option<String>,
        before: &[Move],
    ) -> io::Result<()> {
        let text = reply.as_ref().map_or_else(Rejection::text, String::as_str);
        let text = self.notation().replace_symbols(text);
        if !self.printer.is_json && !self.has_ended {
            self.printer.print(&text)?;
        }
        if let Some(notice) = notice {
            self.printer.print_notice(NoticeKind::Error, &notice);
        }
        if self.printer.is_json {
            let object = self.json_reply(reply, &text, before);
            self.printer.print(&json::to_line(object))?;
        }
        Ok(())
    }

    /// Returns the reply in words, with its notices, its facts, and what the line has changed.
    fn json_reply(&mut self, reply: &Reply, text: &str, before: &[Move]) -> Value {
        let notices = mem::take(&mut self.printer.notices);
        let facts = mem::take(&mut self.printer.facts);
        let after = self.moves_made();
        let (undone, made) = if self.has_opened {
            (0, &[][..])
        } else {
            let pairs = before.iter().zip(&after);
            let common = pairs.take_while(|(one, other)| one == other).count();
            (before.len() - common, &after[common..])
        };
        let state = self.played().map(|played| {
            let facts = json!({ "given_up": played.given_up, "lesson": self.lesson_facts() });
            let mut position = json::position(played, true);
            if let Some(guide) = self.guide() {
                position["move"] = (played.game.moves().len() - guide.start).into();
            }
            joined(position, facts)
        });
        let answer = json!({
            "ok": reply.is_ok(),
            "understood": !matches!(reply, Err(Rejection::NotUnderstood(_))),
            "answer": reply.is_ok().then_some(text),
            "error": reply.is_err().then_some(text),
            "notices": notices,
        });
        let change = json!({
            "opened": self.has_opened,
            "undone": undone,
            "made": made,
            "replay": self.replay.is_some(),
            "state": state,
        });
        joined(joined(answer, json!(facts)), change)
    }

    /// Answers a line.
    fn answer(&mut self, line: &str) -> Reply {
        if let Some(reply) = self.answer_in_lesson(line) {
            return reply;
        }
        let command = commands::parse_command(line, self.replay.is_some());
        // A question is answered by the same line again.
        if command.is_none_or(|(command, _)| command.name != "forget") {
            self.asked.clear();
        }
        let Some((command, arguments)) = command else {
            return self.answer_other(line);
        };
        let arguments = command.parse_arguments(arguments);
        let arguments = arguments.ok_or_else(|| commands::usage(command.name, ""))?;
        (command.run)(self, arguments)
    }

    /// Answers a line that is no command: the name of a game, or a move.
    fn answer_other(&mut self, line: &str) -> Reply {
        let lower = line.to_ascii_lowercase();
        let elsewhere = commands::parse_command(&lower, self.replay.is_none());
        let elsewhere = elsewhere.map(|(command, _)| command.name);
        if variant::parse_id_prefix(&lower).is_some() {
            self.deal_described(&lower)
        } else if let Some(name) = elsewhere.filter(|name| lower.starts_with(name)) {
            let place = match self.replay {
                Some(_) => "at the table. close: end the replay",
                None => "in a replay. replay: open one",
            };
            Err(Rejection::NotUnderstood(format!("{name} works {place}")))
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
}
