//! Dispatch of typed lines to the functions that answer them.

use super::commands::{self, Verb};
use super::reply::{Rejection, Reply};
use super::{Flow, Repl};
use crate::escape::quote;
use crate::session::{AdviceGoal, Command, HINT_POSITIONS};
use crate::storage::settings::BoolSetting;
use crate::variant;

impl Repl<'_> {
    /// Answers a line.
    pub(super) fn handle_line(&mut self, line: &str) -> Flow {
        if self.replay.is_some() {
            return Flow::Reply(self.handle_replay_line(line));
        }
        match commands::parse_command(line) {
            Some((Verb::Quit, "")) => Flow::Quit,
            Some((verb, arguments)) => Flow::Reply(self.handle_command(verb, arguments, line)),
            None if self.session.is_some() => Flow::Reply(self.handle_move(line)),
            None => Flow::Reply(self.handle_game_name(line)),
        }
    }

    /// Executes a command at the table or in the menu.
    fn handle_command(&mut self, verb: Verb, arguments: &str, line: &str) -> Reply {
        if let Some(reply) = self.handle_global(verb, arguments) {
            return reply;
        }
        let lower = arguments.to_ascii_lowercase();
        let Some(session) = &self.session else {
            if !verb.requires_game() {
                return Err(unknown_command(line));
            }
            let text = format!("No game open. Type: play {}", variant::games()[0].id);
            return Err(Rejection::Refused(text));
        };
        if let Some(reply) = self.handle_query(session, verb, arguments) {
            return reply;
        }
        let rules = session.game().rules().clone();
        match (verb, &*lower) {
            (Verb::New, "") => self.deal_random(rules),
            (Verb::Winnable, "") => self.deal_winnable(&rules),
            (Verb::New, word) => match word.parse() {
                Ok(difficulty) => self.deal_graded(rules, difficulty),
                Err(_) => self.deal_seed(word),
            },
            (Verb::Seed, seed) => self.deal_seed(seed),
            (Verb::Restart, "") => {
                let restarted = session.restart(self.clock.now());
                Ok(self.open(restarted))
            }
            (Verb::Odds, "") => self.odds(),
            (Verb::Hint, "") => {
                self.search_advice(AdviceGoal::Hint, HINT_POSITIONS);
                self.execute(Command::Hint)
            }
            (Verb::Verdict, "") => Ok(self.analyze()),
            (Verb::Review, "") => self.review(),
            (Verb::Show, count) => self.show_solution(count),
            _ => self
                .play_command(verb, &lower)
                .unwrap_or_else(|| Err(unknown_command(line))),
        }
    }

    /// Executes a command that needs no game; `None` if it is no such command.
    pub(super) fn handle_global(&mut self, verb: Verb, arguments: &str) -> Option<Reply> {
        let lower = arguments.to_ascii_lowercase();
        Some(match verb {
            Verb::Menu if lower.is_empty() => Ok(self.list_games()),
            Verb::Play => self.deal_described(&lower),
            Verb::Resume => self.resume(&lower),
            Verb::Results => self.describe_results(&lower),
            Verb::Finished => self.list_finished(&lower),
            Verb::Replay => self.replay_command(arguments),
            Verb::Settings => self.settings_command(&lower),
            Verb::Theme => self.settings_command(&format!("theme {lower}")),
            Verb::FourColors => {
                let setting = BoolSetting::FourColors.name();
                self.settings_command(&format!("{setting} {lower}"))
            }
            Verb::Names => self.settings_command(&format!("names {lower}")),
            Verb::Rules => self.describe_rules(&lower),
            Verb::Help => self.describe_help(arguments),
            _ => return None,
        })
    }
}

pub(super) fn unknown_command(line: &str) -> Rejection {
    Rejection::NotUnderstood(match line.is_empty() {
        true => "Type a move, or help".into(),
        false => format!("Unknown: {}. help: all commands", quote(line)),
    })
}
