//! Commands that change nothing: the table, the moves, the rules, the help.

use super::Repl;
use super::commands::{self, Verb};
use super::reply::{Rejection, Reply};
use crate::describe::{self, CardNotation, pluralize};
use crate::escape::quote;
use crate::game::Game;
use crate::rules::{GameInfo, Move, PileId};
use crate::session::{Session, export, parse_card};
use crate::variant;

impl Repl<'_> {
    /// Answers a command that asks about a game or exports it; `None` if it is no such command.
    pub(super) fn handle_query(
        &self,
        session: &Session,
        verb: Verb,
        arguments: &str,
    ) -> Option<Reply> {
        let lower = arguments.to_ascii_lowercase();
        Some(match (verb, &*lower) {
            (Verb::Moves, "") => {
                let moves = session.game().legal_moves();
                Ok(match moves.is_empty() {
                    true => "No moves".into(),
                    false => self.format_moves(session, &moves),
                })
            }
            (Verb::Status, "") => Ok(status(session)),
            (Verb::Table, part) => self.describe_table(session, part),
            (Verb::Peek, pile) => self.peek(session, pile),
            (Verb::Find, card) => self.find_card(session, card),
            (Verb::Export, _) => {
                let path = Some(arguments).filter(|path| !path.is_empty());
                let exported = export(session.played(), path.map(str::as_ref));
                exported.map_err(Rejection::Refused)
            }
            _ => return None,
        })
    }

    /// Lists moves: with full names in words, a line each.
    pub(super) fn format_moves(&self, session: &Session, moves: &[Move]) -> String {
        let notation = self.notation();
        match notation {
            CardNotation::Full => {
                let moves = moves
                    .iter()
                    .map(|&mv| describe::move_text(session.game().table(), mv, notation));
                moves.collect::<Vec<_>>().join("\n")
            }
            CardNotation::Symbols | CardNotation::Letters => {
                let moves = moves.iter().map(ToString::to_string);
                moves.collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Describes the whole table, or the piles of one part.
    fn describe_table(&self, session: &Session, part: &str) -> Reply {
        let game = session.game();
        let kinds = match part {
            "" => return Ok(describe::table(game, self.notation())),
            part => commands::TABLE_PARTS.iter().find(|(name, _)| *name == part),
        };
        let lines = kinds.map_or(Vec::new(), |(_, kinds)| {
            describe::piles(game, self.notation(), |pile| kinds.contains(&pile.kind()))
        });
        match (lines.is_empty(), kinds) {
            (false, _) => Ok(lines.join("\n")),
            (true, Some(_)) => Err(Rejection::Refused(format!("This game has no {part}"))),
            (true, None) => {
                let parts = commands::table_part_names(game.table());
                let usage = format!("{}; for example table {parts}", Verb::Table.usage());
                Err(Rejection::NotUnderstood(usage))
            }
        }
    }

    /// Lists all cards of a pile.
    fn peek(&self, session: &Session, pile: &str) -> Reply {
        match self.parse_pile(session, pile)? {
            Some(pile) => Ok(describe::pile_line(session.game(), pile, self.notation())),
            None => Err(self.pile_usage(session, Verb::Peek, |_| true)),
        }
    }

    /// Says where the cards of a name are, as far as that can be seen.
    fn find_card(&self, session: &Session, typed: &str) -> Reply {
        let Some(card) = parse_card(typed) else {
            let usage = Verb::Find.usage();
            return Err(Rejection::NotUnderstood(format!(
                "{usage}; for example find 7h, find seven of hearts"
            )));
        };
        let table = session.game().table();
        let place = |pile: PileId, above: usize| match above {
            0 => pile.name(),
            above => format!("{}, under {}", pile.name(), pluralize(above, "card")),
        };
        let mut found: Vec<String> = Vec::new();
        for pile in table.pile_ids().iter() {
            let up = table.face_up(pile);
            let here = (0..up.len()).filter(|&at| up[at] == card);
            found.extend(here.map(|at| place(pile, up.len() - at - 1)));
        }
        let all = table.deck().iter().filter(|&&one| one == card).count();
        match (all - found.len(), all) {
            (0, _) => {}
            (_, 1) => found.push("hidden".into()),
            (hidden, _) => found.push(format!("{hidden} hidden")),
        }
        let card = self.notation().card(card);
        Ok(format!("{card}: {}", found.join("; ")))
    }

    /// Describes the rules of the game shown or of another, all or one part.
    pub(super) fn describe_rules(&self, arguments: &str) -> Reply {
        let shown = self.shown_session();
        match (variant::parse_id_prefix(arguments), shown) {
            (Some((info, part)), _) => rules_text(info, part, self.notation()),
            (None, Some(session)) => {
                rules_text(session.game().rules().info(), arguments, self.notation())
            }
            (None, None) => {
                let (usage, id) = (Verb::Rules.usage(), variant::games()[0].id);
                let usage = format!("{usage}; for example rules {id}");
                Err(Rejection::NotUnderstood(usage))
            }
        }
    }

    /// Lists the commands, or what the help has about a word.
    pub(super) fn describe_help(&self, word: &str) -> Reply {
        let game = self.shown_session().map(Session::game);
        let table = game.map(Game::table);
        if word.is_empty() {
            return Ok(commands::summary(table));
        }
        let mut lines = commands::matching_commands(word, table);
        let word = word.to_lowercase();
        if word != "all" && word.chars().count() > 1 {
            let rules = game.map_or("", |game| game.rules().info().help);
            // Each ruling is a paragraph of its own.
            let parts = rules.split("\n\n").flat_map(|part| part.split("\n  - "));
            let has_word = |part: &&str| part.to_lowercase().contains(&word);
            lines.extend(parts.filter(has_word).map(|part| {
                let part: Vec<&str> = part.lines().map(str::trim).collect();
                self.notation().replace_symbols(&part.join(" "))
            }));
        }
        match lines.is_empty() {
            true => Err(Rejection::Refused(format!("Not found: {}", quote(&word)))),
            false => Ok(lines.join("\n")),
        }
    }
}

/// The game, its seed and how far it is, with the verdict as far as the player may know it.
pub(super) fn status(session: &Session) -> String {
    let status = describe::status_line(session.game());
    let status = match session.difficulty() {
        Some(difficulty) => format!("{status}; graded {difficulty}"),
        None => status,
    };
    let status = match session.status_label() {
        Some(verdict) => format!("{status}; {verdict}"),
        None => status,
    };
    match session.save_state().error() {
        Some(error) => format!("{status}\n{error}"),
        None => status,
    }
}

/// The rules of a game, all or the parts whose heading has a word.
fn rules_text(info: &GameInfo, part: &str, notation: CardNotation) -> Reply {
    let is_wanted = |section: &&str| {
        let heading = section.lines().next().unwrap_or_default();
        heading.to_lowercase().contains(part)
    };
    let sections = info.help.trim_end().split("\n\n");
    let wanted: Vec<&str> = sections.filter(is_wanted).collect();
    match wanted.is_empty() {
        true => {
            let usage = Verb::Rules.usage();
            let usage = format!("{usage}; for example rules aim, rules moves");
            Err(Rejection::NotUnderstood(usage))
        }
        false => {
            let wanted: Vec<String> = wanted.into_iter().map(unwrap_section).collect();
            Ok(notation.replace_symbols(&wanted.join("\n\n")))
        }
    }
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
