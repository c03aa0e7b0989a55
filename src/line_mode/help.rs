//! The rules of the games, and the help about commands.

use super::commands::usage;
use super::mode::LineMode;
use super::reply::{Rejection, Reply};
use crate::escape::quote;
use crate::game::Game;
use crate::rules::{GameInfo, Introduction};
use crate::session::Session;
use crate::variant;

impl LineMode<'_> {
    /// Describes the rules of the game shown or of another, all or one part.
    pub(super) fn rules(&mut self, arguments: &str) -> Reply {
        let named = variant::parse_id_prefix(arguments);
        let named = named.map(|(info, part)| (info, &info.introduction, part));
        let shown = self.game().map(Game::rules);
        let shown = shown.map(|rules| (rules.info(), rules.introduction(), arguments));
        match named.or(shown) {
            Some((info, introduction, part)) => rules_text(info, introduction, part),
            None => {
                let id = variant::games()[0].id;
                Err(usage("rules", &format!("; for example rules {id}")))
            }
        }
    }

    /// Lists the commands, or what the help has about a word.
    pub(super) fn help(&mut self, word: &str) -> Reply {
        if word.is_empty() {
            return Ok(self.list_commands());
        }
        let mut lines = self.explain_commands(word);
        let word = word.to_lowercase();
        if word != "all" && word.chars().count() > 1 {
            let rules = self.game().map_or("", |game| game.rules().info().help);
            // Each ruling is a paragraph of its own.
            let parts = rules.split("\n\n").flat_map(|part| part.split("\n  - "));
            let has_word = |part: &&str| part.to_lowercase().contains(&word);
            lines.extend(parts.filter(has_word).map(|part| {
                let part: Vec<&str> = part.lines().map(str::trim).collect();
                part.join(" ")
            }));
        }
        if lines.is_empty() {
            Err(Rejection::Refused(format!("Not found: {}", quote(&word))))
        } else {
            Ok(lines.join("\n"))
        }
    }

    /// Introduces a game of which the player sees the first one of its kind; empty for all others.
    pub(super) fn introduction(&mut self, session: &Session) -> String {
        if self.printer.is_json || !self.profile.introduces(session) {
            return String::new();
        }
        let introduction = session.game().rules().introduction();
        let text = introduction_text(introduction);
        format!("{text}\nlearn: a first lesson in this game\n")
    }
}

/// An introduction, a line each for the goal, for what goes on what, and for what is special.
fn introduction_text(introduction: &Introduction) -> String {
    [introduction.goal, introduction.building, introduction.rule].join("\n")
}

/// The introduction to a game and its rules, all or the parts whose heading has a word.
fn rules_text(info: &GameInfo, introduction: &Introduction, part: &str) -> Reply {
    let is_wanted = |section: &String| {
        let heading = section.lines().next().unwrap_or_default();
        heading.to_lowercase().contains(part)
    };
    let short = format!("IN SHORT\n{}", introduction_text(introduction));
    let full = info.help.trim_end().split("\n\n").map(unwrap_section);
    let sections = [short].into_iter().chain(full).chain([options_text(info)]);
    let wanted: Vec<String> = sections.filter(is_wanted).collect();
    if wanted.is_empty() {
        return Err(usage("rules", "; for example rules goal, rules moves"));
    }
    Ok(wanted.join("\n\n"))
}

/// The section of the rules about the options of a game, a line for each value, the default first.
fn options_text(info: &GameInfo) -> String {
    let mut lines = vec!["THE OPTIONS".to_owned()];
    for option in info.options {
        let values = option.values.iter();
        lines.extend(values.map(|value| {
            let (name, value, text) = (option.name, value.name, value.description);
            format!("- play {} {name}={value}: {text}", info.id)
        }));
    }
    lines.join("\n")
}

/// Joins the lines of a section of the rules: its heading, its text and each ruling become a line each.
fn unwrap_section(section: &str) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    for line in section.lines().map(str::trim) {
        let has_text = paragraphs.len() > 1;
        match paragraphs.last_mut() {
            Some(text) if has_text && !line.starts_with("- ") => {
                text.push(' ');
                text.push_str(line);
            }
            _ => paragraphs.push(line.to_owned()),
        }
    }
    paragraphs.join("\n")
}
