//! Dispatch of typed lines to the functions that answer them.

use super::Repl;
use super::commands::{self, Verb};
use super::reply::{Rejection, Reply};
use crate::escape::quote;
use crate::session::{AdviceGoal, Command, HINT_POSITIONS};
use crate::storage::settings::BoolSetting;

impl Repl<'_> {
    /// Answers a line. `None` if the line ends line mode.
    pub(super) fn handle_line(&mut self, line: &str) -> Option<Reply> {
        if self.replay.is_some() {
            return Some(self.handle_replay_line(line));
        }
        Some(match commands::parse_command(line) {
            Some((Verb::Quit, "")) => return None,
            Some((verb, arguments)) => self.handle_command(verb, arguments, line),
            None if self.session.is_some() => self.handle_move(line),
            None => self.handle_game_name(line),
        })
    }

    /// Executes a command at the table, in the menu or in a replay.
    pub(super) fn handle_command(&mut self, verb: Verb, arguments: &str, line: &str) -> Reply {
        if verb.requires_game() {
            self.shown_session()?;
        }
        match (verb, &*arguments.to_ascii_lowercase()) {
            (Verb::Menu, "") => Ok(self.list_games()),
            (Verb::Play, game) => self.deal_described(game),
            (Verb::Resume, number) => self.resume(number),
            (Verb::Results, game) => self.describe_results(game),
            (Verb::Finished, from) => self.list_finished(from),
            (Verb::Replay, _) => self.replay_command(arguments),
            (Verb::Settings, change) => self.settings_command(change),
            (Verb::Theme, value) => self.settings_command(&format!("theme {value}")),
            (Verb::FourColors, value) => {
                let setting = BoolSetting::FourColors.name();
                self.settings_command(&format!("{setting} {value}"))
            }
            (Verb::Names, value) => self.settings_command(&format!("names {value}")),
            (Verb::Rules, part) => self.describe_rules(part),
            (Verb::Help, _) => self.describe_help(arguments),
            (Verb::Moves, "") => self.list_moves(),
            (Verb::Status, "") => Ok(super::queries::status(self.shown_session()?)),
            (Verb::Table, part) => self.describe_table(part),
            (Verb::Peek, pile) => self.peek(pile),
            (Verb::Find, card) => self.find_card(card),
            (Verb::Export, _) => self.export(arguments),
            (Verb::New, "") => self.deal_random(self.rules()?),
            (Verb::Winnable, "") => self.deal_winnable(&self.rules()?),
            (Verb::New, word) => match word.parse() {
                Ok(difficulty) => self.deal_graded(self.rules()?, difficulty),
                Err(_) => self.deal_seed(word),
            },
            (Verb::Seed, seed) => self.deal_seed(seed),
            (Verb::Restart, "") => {
                let restarted = self.shown_session()?.restart(self.clock.now());
                Ok(self.open(restarted))
            }
            (Verb::Odds, "") => self.odds(),
            (Verb::Verdict, "") => self.analyze(),
            (Verb::Review, "") => self.review(),
            (Verb::Show, count) => self.show_solution(count),
            (Verb::Home, pile) => self.send_home(pile),
            (Verb::Game(command), "") => {
                if command == Command::Hint {
                    self.search_advice(AdviceGoal::Hint, HINT_POSITIONS)?;
                }
                self.execute(command)
            }
            _ => Err(unknown_command(line)),
        }
    }
}

pub(super) fn unknown_command(line: &str) -> Rejection {
    Rejection::NotUnderstood(if line.is_empty() {
        "Type a move, or help".into()
    } else {
        format!("Unknown: {}. help: all commands", quote(line))
    })
}
