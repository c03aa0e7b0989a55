//! What is told on request: the table, whole or in parts, the moves there are, the rules.

use super::{Repl, commands};
use crate::describe::{self, CardNotation, pluralize};
use crate::escape::quote;
use crate::rules::{GameInfo, PileKind, Table, sorted_deck};

impl Repl<'_> {
    /// The whole table, or the places of one kind.
    pub(super) fn describe_table(&self, part: &str) -> String {
        let game = &self.played.game;
        let kinds = match part {
            "" => return describe::table(game, self.notation()),
            part => commands::TABLE_PARTS.iter().find(|(name, _)| *name == part),
        };
        let told = kinds.map_or(Vec::new(), |(_, roles)| {
            describe::piles(game, self.notation(), |place| roles.contains(&place.kind()))
        });
        match (told.is_empty(), kinds) {
            (false, _) => told.join("\n"),
            (true, Some(_)) => format!("there is no {part} in this game"),
            (true, None) => {
                let parts = commands::table_part_names(game.table());
                format!("table alone tells all; table {parts}")
            }
        }
    }

    /// The legal moves: with full names a line each, in words.
    pub(super) fn list_moves(&self) -> String {
        let game = &self.played.game;
        let moves = game.legal_moves();
        let (told, between): (Vec<String>, _) = match self.notation() {
            CardNotation::Full => {
                let told = moves.iter().map(|&mv| {
                    describe::move_text_with_notation(game.table(), mv, CardNotation::Full)
                });
                (told.collect(), "\n")
            }
            _ => (moves.iter().map(ToString::to_string).collect(), " "),
        };
        match told.is_empty() {
            true => "none".into(),
            false => told.join(between),
        }
    }

    /// All cards of a pile.
    pub(super) fn peek(&self, place: &str) -> String {
        match self.parse_single_pile(place) {
            Some(Ok(place)) => describe::pile_line(&self.played.game, place, self.notation()),
            Some(Err(missing)) => missing,
            None => self.pile_usage("peek", |_| true),
        }
    }

    /// That a command wants a pile, with examples of the kinds there are that it takes.
    pub(super) fn pile_usage(&self, command: &str, takes: impl Fn(PileKind) -> bool) -> String {
        let kinds = [
            (PileKind::Tableau, "3"),
            (PileKind::Waste, "w"),
            (PileKind::Reserve, "r7"),
            (PileKind::Foundation, "f1"),
            (PileKind::Hand, "h"),
            (PileKind::Discards, "x"),
        ];
        let there = |role| takes(role) && commands::has_pile_kind(self.played.game.table(), role);
        let examples = kinds.iter().filter(|(role, _)| there(*role));
        let examples: Vec<String> = examples.map(|(_, at)| format!("{command} {at}")).collect();
        format!("{command} wants a pile: {}", examples.join(", "))
    }

    /// Where the cards of a name lie, as far as that can be seen.
    pub(super) fn find_card(&self, typed: &str) -> String {
        let called = |names: CardNotation, card| names.card(card).eq_ignore_ascii_case(typed);
        let mut cards = sorted_deck(1).into_iter();
        let Some(card) = cards.find(|&card| {
            let names = [
                CardNotation::Symbols,
                CardNotation::Letters,
                CardNotation::Full,
            ];
            names.into_iter().any(|names| called(names, card))
        }) else {
            return "find wants a card: find 7h, find seven of hearts".into();
        };
        let table = self.played.game.table();
        let seen = table.pile_ids().iter().flat_map(|place| {
            let up = table.face_up(place);
            let here = (0..up.len()).filter(move |&at| up[at] == card);
            here.map(move |at| match up.len() - at - 1 {
                0 => place.name(),
                on => format!("{}, under {}", place.name(), pluralize(on, "card")),
            })
        });
        let mut told: Vec<String> = seen.collect();
        let all = table.deck().iter().filter(|&&one| one == card).count();
        match (all - told.len(), all) {
            (0, _) => {}
            (_, 1) => told.push("out of sight".into()),
            (hidden, _) => told.push(format!("{hidden} out of sight")),
        }
        format!("{}: {}", self.notation().card(card), told.join("; "))
    }

    /// The game, its seed, and how it stands, with what the player may know of its end.
    pub(super) fn status(&self) -> String {
        let standing = describe::status_line(&self.played.game);
        match self
            .state
            .analysis
            .status_label()
            .filter(|_| !self.is_over())
        {
            Some(verdict) => format!("{standing}; {verdict}"),
            None => standing,
        }
    }
}

/// The rules of a game, in the words of the help at the table: all, or what stands under a heading.
pub(super) fn rules_text(game: &GameInfo, part: &str, names: CardNotation) -> String {
    let heading = |chapter: &&str| {
        let first = chapter.lines().next().unwrap_or_default();
        first.to_lowercase().contains(part)
    };
    let chapters = game.help.trim_end().split("\n\n");
    let told: Vec<&str> = chapters.filter(heading).collect();
    match told.is_empty() {
        true => "rules alone tells all; rules aim, table, moves or rulings".into(),
        false => names.replace_symbols(&told.join("\n\n")),
    }
}

/// What the help says of a word: in the commands of use with this table or none, and in the rules.
pub(super) fn help_text(
    word: &str,
    rules: &str,
    table: Option<&Table>,
    names: CardNotation,
) -> String {
    if word.is_empty() {
        return commands::summary(table);
    }
    let mut told = commands::matching_commands(word, table);
    let word = word.to_lowercase();
    if word != "all" && word.chars().count() > 1 {
        // A ruling is a matter of its own.
        let parts = rules.split("\n\n").flat_map(|part| part.split("\n  - "));
        let speaks = |part: &&str| part.to_lowercase().contains(&word);
        told.extend(parts.filter(speaks).map(|part| {
            let lines: Vec<&str> = part.lines().map(str::trim).collect();
            names.replace_symbols(&lines.join(" "))
        }));
    }
    match told.is_empty() {
        true => format!("the help does not speak of {}", quote(&word)),
        false => told.join("\n"),
    }
}
