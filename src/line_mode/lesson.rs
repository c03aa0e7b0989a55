//! A lesson at the table, in place of the game that is there again afterwards.

use serde_json::{Value, json};

use super::commands::{parse_command, usage};
use super::mode::LineMode;
use super::reply::{Reply, game_names, unknown_game};
use crate::describe;
use crate::difficulty::Difficulty;
use crate::game::RuleSet;
use crate::session::{Command, Guide, Refusal, Session, Told, system_time, text};
use crate::variant;

impl LineMode<'_> {
    /// Returns the guide of the lesson that is shown.
    pub(super) fn guide(&self) -> Option<&Guide> {
        let table = self.table.as_ref().filter(|_| self.replay.is_none());
        table?.guide.as_ref()
    }

    /// Opens the first lesson of the game shown or of another.
    pub(super) fn learn(&mut self, name: &str) -> Reply {
        let shown = self.game().map(|game| (game.rules().info(), ""));
        let found = match name {
            "" => shown.ok_or_else(|| usage("learn", &format!("; the games are {}", game_names()))),
            name => variant::parse_id_prefix(name)
                .filter(|(_, rest)| rest.is_empty())
                .ok_or_else(|| unknown_game(name)),
        };
        let (info, _) = found?;
        self.leave_lesson();
        self.advance_clock();
        if let Some(session) = &mut self.table {
            session.set_clock_running(false, system_time());
        }
        self.aside = self.table.replace(Session::lesson(info));
        Ok(self.show_front())
    }

    /// Ends the lesson, if there is one.
    pub(super) fn leave_lesson(&mut self) {
        let table = self.table.as_ref();
        if table.is_some_and(|session| session.guide.is_some()) {
            self.table = self.aside.take();
        }
    }

    /// Answers a line that is about the lesson, or that has no use in it.
    pub(super) fn answer_in_lesson(&mut self, line: &str) -> Option<Reply> {
        let is_reading = self.guide()?.told(self.game()?) == Told::Read;
        match line {
            "next" => return Some(self.execute(Command::ReadOn)),
            "" if is_reading => return Some(self.execute(Command::ReadOn)),
            "close" => {
                self.leave_lesson();
                return Some(Ok(self.show_front()));
            }
            _ => {}
        }
        let (command, _) = parse_command(line, false)?;
        (!command.works_in_lesson()).then(|| Err(Refusal::NotInLesson.into()))
    }

    /// Names the lesson and its step.
    pub(super) fn lesson_heading(&self) -> Option<String> {
        let title = self.game()?.rules().info().title;
        let step = text::lesson_step(self.guide()?);
        Some(format!("{title}, first lesson, {step}"))
    }

    /// Describes the table of the lesson.
    pub(super) fn lesson_table(&self) -> Option<String> {
        let heading = self.lesson_heading()?;
        let piles = describe::piles(self.game()?, self.notation(), |_| true);
        Some(format!("{heading}\n{}", piles.join("\n")))
    }

    /// Says what to do at the step of the lesson, and the line for it unless the player should find that.
    pub(super) fn next_step(&self) -> String {
        let (Some(guide), Some(game)) = (self.guide(), self.game()) else {
            return String::new();
        };
        if guide.is_to_find() {
            return guide.say().to_owned();
        }
        format!("{} Type {}.", guide.say(), guide.line(game))
    }

    /// Says what a command has done in the lesson, and the next step. The last one ends the lesson.
    pub(super) fn go_on_in_lesson(&mut self, command: Command, done: String) -> String {
        let (Some(guide), Some(game)) = (self.guide(), self.game()) else {
            return done;
        };
        let after = guide.after().filter(|_| command != Command::Undo);
        let mut lines = Vec::from_iter(after.map(str::to_owned));
        if !done.is_empty() {
            lines.insert(0, done);
        }
        if !guide.is_done() {
            lines.push(self.next_step());
            return lines.join("\n");
        }
        let rules = RuleSet::new(game.rules());
        let options = rules.changed_options();
        let options: String = options
            .map(|(name, value)| format!(" {name}={value}"))
            .collect();
        lines.push(guide.say().to_owned());
        lines.push(format!(
            "Now a whole game: play {}{options} {}",
            rules.info.id,
            Difficulty::Easy
        ));
        self.leave_lesson();
        if self.table.is_some() {
            lines.push(self.show_front());
        }
        lines.join("\n")
    }

    /// The step of the lesson, for JSON.
    pub(super) fn lesson_facts(&self) -> Option<Value> {
        let (guide, game) = (self.guide()?, self.game()?);
        let (step, steps) = guide.progress();
        Some(json!({ "step": step, "steps": steps, "say": guide.say(), "type": guide.line(game) }))
    }
}
