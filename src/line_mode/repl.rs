//! Reads lines and answers them, until the end.

use std::io;

use super::commands::{self, CommandSpec, Run};
use super::context::LineContext;
use super::help;
use super::inspect::Inspector;
use super::io::{NoticeKind, Rejection, Reply, no_game_open, unknown_command};
use super::options::{ExitError, LineModeExit, LineModeOptions};
use super::output::GameMoves;
use super::place::Place;
use super::places::Places;
use crate::session::{Start, text};

/// Reads lines and answers them, each where it is typed.
pub(super) struct Repl<'a> {
    cx: LineContext<'a>,
    places: Places,
    /// Whether a line was understood, and whether one was not.
    understood: bool,
    not_understood: bool,
}

impl<'a> Repl<'a> {
    pub(super) fn new(cx: LineContext<'a>, options: &LineModeOptions) -> Repl<'a> {
        Repl {
            cx,
            places: Places::new(options.read_record),
            understood: false,
            not_understood: false,
        }
    }

    /// Answers lines until `quit`, the end of the input or a signal. `messages` are shown first.
    pub(super) fn run(&mut self, start: Start, messages: &[String]) -> Result<(), ExitError> {
        let before = self.game_moves();
        for message in messages {
            self.cx.printer.print_notice(NoticeKind::Error, message);
        }
        if let Start::Game(session) = &start
            && session.save_state().id().is_some()
        {
            let resumed = text::resumed(session.game());
            self.cx.printer.print_notice(NoticeKind::Resumed, &resumed);
        }
        let greeting = self.places.start(start, &mut self.cx);
        let greeting = greeting.map_err(|reason| ExitError::NoGame(reason.text().into()))?;
        self.write_reply(&Ok(greeting), None, &before)?;
        while let Some(line) = self.wait_for_line()? {
            self.places.restart_clock(&mut self.cx);
            let (line, before) = (line.trim(), self.game_moves());
            let Some(reply) = self.handle_line(line) else {
                self.understood = true;
                if self.cx.printer.is_json() {
                    self.write_reply(&Ok(String::new()), None, &before)?;
                }
                return Ok(());
            };
            match reply {
                Err(Rejection::NotUnderstood(_)) => self.not_understood |= !line.is_empty(),
                Ok(_) | Err(Rejection::Refused(_)) => self.understood = true,
            }
            let notice = self.places.save(&mut self.cx);
            self.write_reply(&reply, notice, &before)?;
        }
        if self.cx.input.has_panicked() {
            return Err(ExitError::Panicked);
        }
        Ok(())
    }

    /// Saves what is open, and says what could not be saved.
    pub(super) fn close(mut self, error: Option<ExitError>) -> LineModeExit {
        let session = self.places.close(&self.cx);
        let now = self.cx.now();
        LineModeExit {
            unsaved: self.cx.profile.close_all(session.as_ref(), now),
            session,
            error,
            nothing_understood: self.not_understood && !self.understood,
        }
    }

    /// Shows the prompt and waits for a line. Until it comes, the game at the table is watched, and the next deal is
    /// looked for.
    fn wait_for_line(&mut self) -> io::Result<Option<String>> {
        self.cx.printer.show_prompt()?;
        self.places.watch(&mut self.cx);
        let line = self.cx.input.next_line();
        self.cx.printer.end_prompt();
        Ok(line)
    }

    /// The game shown and its moves, to find out what a line changes.
    fn game_moves(&self) -> GameMoves {
        let (opened_games, place) = (self.places.opened_games(), self.places.current());
        self.cx.printer.game_moves(opened_games, place)
    }

    /// Writes a reply, and a notice after it.
    fn write_reply(
        &mut self,
        reply: &Reply,
        notice: Option<String>,
        before: &GameMoves,
    ) -> io::Result<()> {
        let after = self.game_moves();
        let is_replay = matches!(self.places.current(), Place::Replay(_));
        let state = self.places.state();
        let printer = &mut self.cx.printer;
        printer.write_reply(reply, notice, [before, &after], is_replay, state)
    }

    /// Answers a line. `None` if the line ends line mode.
    fn handle_line(&mut self, line: &str) -> Option<Reply> {
        let command = commands::parse_command(line, self.places.current());
        if !matches!(&command, Some((command, _)) if matches!(command.run(), Run::Forget)) {
            self.places.menu().withdraw_question();
        }
        match command {
            Some((command, arguments)) => self.handle_command(command, arguments, line),
            None => Some(self.places.handle_line(line, &mut self.cx)),
        }
    }

    fn handle_command(
        &mut self,
        command: CommandSpec,
        arguments: &str,
        line: &str,
    ) -> Option<Reply> {
        let (places, cx) = (&mut self.places, &mut self.cx);
        if command.needs_game() && places.current().game().is_none() {
            return Some(Err(no_game_open()));
        }
        let Some(arguments) = command.parse_arguments(arguments) else {
            return Some(Err(unknown_command(line)));
        };
        let arguments = &*arguments;
        let notation = cx.notation();
        let look = |answer: &dyn Fn(Inspector<'_>) -> Reply| {
            let game = places.current().game().ok_or_else(no_game_open)?;
            answer(Inspector::new(game, notation))
        };
        Some(match command.run() {
            Run::Quit => return None,
            Run::ListMoves => look(&|game| Ok(game.moves())),
            Run::DescribeTable => look(&|game| game.table(arguments)),
            Run::Peek => look(&|game| game.peek(arguments)),
            Run::FindCard => look(&|game| game.find(arguments)),
            Run::Game(command) => places.at_table(|table| table.run(command, cx)),
            Run::SendHome => places.at_table(|table| table.send_home(arguments, cx)),
            Run::Odds => places.at_table(|table| table.odds(cx)),
            Run::Verdict => places.at_table(|table| Ok(table.verdict(cx))),
            Run::ShowSolution => places.at_table(|table| table.show_solution(arguments, cx)),
            Run::Share => places.at_table(|table| table.share(cx)),
            Run::StepForward => places.in_replay(|replay| replay.step_forward(arguments, cx)),
            Run::StepBack => places.in_replay(|replay| replay.step_back(arguments)),
            Run::GoToStart => places.in_replay(|replay| Ok(replay.seek(0))),
            Run::GoToEnd => places.in_replay(|replay| Ok(replay.seek(usize::MAX))),
            Run::ListGames => places.menu().list_games(arguments, cx),
            Run::ListFinished => places.menu().list_finished(arguments, cx),
            Run::DescribeRules => help::rules(places.current(), arguments, notation),
            Run::Help => help::help(places.current(), arguments, notation),
            Run::DescribeResults => places.describe_results(arguments, cx),
            Run::DescribeStatus => places.describe_status(),
            Run::ChangeSettings => cx.change_settings(arguments),
            Run::ChangeNames => cx.change_settings(&format!("names {arguments}")),
            Run::Review => places.review(cx),
            Run::Export => places.export(arguments),
            Run::Replay => places.replay(arguments, cx),
            Run::PlayFromHere => places.play_from_here(cx),
            Run::CloseReplay => Ok(places.close_replay(cx)),
            Run::Resume => places.resume(arguments, cx),
            Run::Forget => places.forget(arguments, cx),
            Run::Restart => places.restart(cx),
            Run::DealDescribed => places.deal_described(arguments, cx),
            Run::DealAnother => places.deal_another(arguments, cx),
            Run::DealOtherKind => places.deal_other_kind(cx),
            Run::DealSeed => places.deal_typed(arguments, cx),
        })
    }
}
