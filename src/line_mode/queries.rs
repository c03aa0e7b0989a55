//! Commands that change nothing: the table, the moves, the rules, the help.

use super::Repl;
use super::commands::{self, usage};
use super::io::{Rejection, Reply, no_game_open};
use crate::describe::{self, CardNotation, pluralize};
use crate::difficulty::GradedDeals;
use crate::escape::quote;
use crate::game::Game;
use crate::rules::{GameInfo, Move, PileId, PileKind};
use crate::session::{Session, parse_card, parse_pile, text};
use crate::storage;
use crate::variant;

impl Repl<'_> {
    pub(super) fn describe_status(&self) -> Reply {
        match (&self.replay, &self.session) {
            (Some(replay), _) => Ok(game_status(replay.game())),
            (None, Some(session)) => Ok(status(session)),
            (None, None) => Err(no_game_open()),
        }
    }

    pub(super) fn list_moves(&self) -> Reply {
        let game = self.shown_game()?;
        let moves = game.legal_moves();
        Ok(if moves.is_empty() {
            "No moves".into()
        } else {
            self.format_moves(game, &moves)
        })
    }

    /// Exports the game to a file of this path, else to one named after the game.
    pub(super) fn export(&self, path: &str) -> Reply {
        let path = (!path.is_empty()).then_some(path.as_ref());
        let played = match &self.replay {
            Some(replay) => replay.played(),
            None => self.open_session()?.played(),
        };
        match storage::export(played, path) {
            Ok(path) => Ok(text::exported(&path)),
            Err(error) => Err(Rejection::Refused(text::not_exported(&error))),
        }
    }

    /// Lists moves: with full names in words, a line each.
    pub(super) fn format_moves(&self, game: &Game, moves: &[Move]) -> String {
        let notation = self.notation();
        let (text, separator): (&dyn Fn(&Move) -> String, _) = match notation {
            CardNotation::Full => (
                &|&mv| describe::move_text_with_notation(game.table(), mv, notation),
                "\n",
            ),
            CardNotation::Symbols | CardNotation::Letters => (&ToString::to_string, " "),
        };
        moves.iter().map(text).collect::<Vec<_>>().join(separator)
    }

    /// Describes the whole table, or the piles of one part.
    pub(super) fn describe_table(&self, part: &str) -> Reply {
        let game = self.shown_game()?;
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
                let parts = commands::table_part_names(game.table().pile_ids());
                Err(usage("table", &format!("; for example table {parts}")))
            }
        }
    }

    pub(super) fn peek(&self, pile: &str) -> Reply {
        let game = self.shown_game()?;
        match parse_pile(game, pile) {
            Ok(Some(pile)) => Ok(describe::pile_line(game, pile, self.notation())),
            Err(error) => Err(self.reject_names(&error)),
            Ok(None) => Err(pile_usage(game, "peek", |_| true)),
        }
    }

    /// Says where the cards of a name are, as far as that can be seen.
    pub(super) fn find_card(&self, typed: &str) -> Reply {
        let Some(card) = parse_card(typed) else {
            return Err(usage("find", "; for example find 7h, find seven of hearts"));
        };
        let table = self.shown_game()?.table();
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
        let shown = self
            .place()
            .game()
            .map(|game| (game.rules().info(), arguments));
        match variant::parse_id_prefix(arguments).or(shown) {
            Some((info, part)) => rules_text(info, part, self.notation()),
            None => {
                let id = variant::games()[0].id;
                Err(usage("rules", &format!("; for example rules {id}")))
            }
        }
    }

    /// Lists the commands, or what the help has about a word.
    pub(super) fn describe_help(&self, word: &str) -> Reply {
        let place = self.place();
        if word.is_empty() {
            return Ok(commands::summary(place));
        }
        let mut lines = commands::matching_commands(word, place);
        let word = word.to_lowercase();
        if word != "all" && word.chars().count() > 1 {
            let rules = place.game().map_or("", |game| game.rules().info().help);
            // Each ruling is a paragraph of its own.
            let parts = rules.split("\n\n").flat_map(|part| part.split("\n  - "));
            let has_word = |part: &&str| part.to_lowercase().contains(&word);
            lines.extend(parts.filter(has_word).map(|part| {
                let part: Vec<&str> = part.lines().map(str::trim).collect();
                self.notation().replace_symbols(&part.join(" "))
            }));
        }
        if lines.is_empty() {
            Err(Rejection::Refused(format!("Not found: {}", quote(&word))))
        } else {
            Ok(lines.join("\n"))
        }
    }
}

/// The game, its seed and how far it is.
pub(super) fn game_status(game: &Game) -> String {
    let difficulty = GradedDeals::difficulty_of_game(game);
    let graded = difficulty.map_or(String::new(), |difficulty| format!("; graded {difficulty}"));
    describe::status_line(game) + &graded
}

/// The game, its seed and how far it is, with the verdict as far as the player may know it.
fn status(session: &Session) -> String {
    let mut text = game_status(session.game());
    if let Some(verdict) = session.advisor().status_label() {
        text += &format!("; {verdict}");
    }
    if let Some(error) = session.save_state().error() {
        text += &format!("\n{error}");
    }
    text
}

/// The rules of a game, all or the parts whose heading has a word.
fn rules_text(info: &GameInfo, part: &str, notation: CardNotation) -> Reply {
    let is_wanted = |section: &&str| {
        let heading = section.lines().next().unwrap_or_default();
        heading.to_lowercase().contains(part)
    };
    let sections = info.help.trim_end().split("\n\n");
    let wanted: Vec<&str> = sections.filter(is_wanted).collect();
    if wanted.is_empty() {
        return Err(usage("rules", "; for example rules aim, rules moves"));
    }
    let wanted: Vec<String> = wanted.into_iter().map(unwrap_section).collect();
    Ok(notation.replace_symbols(&wanted.join("\n\n")))
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

/// Shows the syntax of a command that takes a pile, with examples.
pub(super) fn pile_usage(game: &Game, name: &str, takes: impl Fn(PileKind) -> bool) -> Rejection {
    let kinds = [
        (PileKind::Tableau, "3"),
        (PileKind::Waste, "w"),
        (PileKind::Reserve, "r7"),
        (PileKind::Foundation, "f1"),
        (PileKind::Hand, "h"),
        (PileKind::Discards, "x"),
    ];
    let useful = |kind| takes(kind) && game.table().pile_ids().has_kind(kind);
    let examples = kinds.iter().filter(|(kind, _)| useful(*kind));
    let examples: Vec<String> = examples.map(|(_, pile)| format!("{name} {pile}")).collect();
    usage(name, &format!("; for example {}", examples.join(", ")))
}
