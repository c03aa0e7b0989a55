//! What is told on request: the table, whole or in parts, the moves there are, the rules.

use super::{Player, commands};
use crate::escape::quoted;
use crate::rules::{Profile, Role, Rules, Table, in_order};
use crate::words::{self, Names, counted};

impl<R: Rules> Player<'_, R> {
    /// The whole table, or the places of one kind.
    pub(super) fn table(&self, part: &str) -> String {
        let game = &self.sitting.game;
        let kinds = match part {
            "" => return words::table(game, self.names()),
            part => commands::PARTS.iter().find(|(name, _)| *name == part),
        };
        let told = kinds.map_or(Vec::new(), |(_, roles)| {
            words::piles(game, self.names(), |place| roles.contains(&place.role()))
        });
        match (told.is_empty(), kinds) {
            (false, _) => told.join("\n"),
            (true, Some(_)) => format!("there is no {part} in this game"),
            (true, None) => {
                let parts = commands::parts_of(game.table());
                format!("table alone tells all; table {parts}")
            }
        }
    }

    /// The legal moves: with full names a line each, in words.
    pub(super) fn moves(&self) -> String {
        let game = &self.sitting.game;
        let moves = game.legal();
        let (told, between): (Vec<String>, _) = match self.names() {
            Names::Full => {
                let told = moves
                    .iter()
                    .map(|&mv| words::proposal(game.table(), mv, Names::Full));
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
        match self.one_place(place) {
            Some(Ok(place)) => words::peek(&self.sitting.game, place, self.names()),
            Some(Err(missing)) => missing,
            None => self.wants_a_pile("peek", |_| true),
        }
    }

    /// That a command wants a pile, with examples of the kinds there are that it takes.
    pub(super) fn wants_a_pile(&self, command: &str, takes: impl Fn(Role) -> bool) -> String {
        let kinds = [
            (Role::Tableau, "3"),
            (Role::Waste, "w"),
            (Role::Reserve, "r7"),
            (Role::Foundation, "f1"),
            (Role::Hand, "h"),
            (Role::Discards, "x"),
        ];
        let there = |role| takes(role) && commands::has(self.sitting.game.table(), role);
        let examples = kinds.iter().filter(|(role, _)| there(*role));
        let examples: Vec<String> = examples.map(|(_, at)| format!("{command} {at}")).collect();
        format!("{command} wants a pile: {}", examples.join(", "))
    }

    /// Where the cards of a name lie, as far as that can be seen.
    pub(super) fn find(&self, typed: &str) -> String {
        let called = |names: Names, card| names.card(card).eq_ignore_ascii_case(typed);
        let mut cards = in_order(1).into_iter();
        let Some(card) = cards.find(|&card| {
            let names = [Names::Symbols, Names::Letters, Names::Full];
            names.into_iter().any(|names| called(names, card))
        }) else {
            return "find wants a card: find 7h, find seven of hearts".into();
        };
        let table = self.sitting.game.table();
        let seen = table.places().iter().flat_map(|place| {
            let up = table.face_up(place);
            let here = (0..up.len()).filter(move |&at| up[at] == card);
            here.map(move |at| match up.len() - at - 1 {
                0 => place.name(),
                on => format!("{}, under {}", place.name(), counted(on, "card")),
            })
        });
        let mut told: Vec<String> = seen.collect();
        let all = table.deck().iter().filter(|&&one| one == card).count();
        match (all - told.len(), all) {
            (0, _) => {}
            (_, 1) => told.push("out of sight".into()),
            (hidden, _) => told.push(format!("{hidden} out of sight")),
        }
        format!("{}: {}", self.names().card(card), told.join("; "))
    }

    /// The game, its seed, and how it stands, with what the player may know of its end.
    pub(super) fn status(&self) -> String {
        let standing = words::standing(&self.sitting.game);
        match self.recall.study.word().filter(|_| !self.is_over()) {
            Some(verdict) => format!("{standing}; {verdict}"),
            None => standing,
        }
    }
}

/// The rules of a game, in the words of the help at the table: all, or what stands under a heading.
pub(super) fn rules(game: &Profile, part: &str, names: Names) -> String {
    let heading = |chapter: &&str| {
        let first = chapter.lines().next().unwrap_or_default();
        first.to_lowercase().contains(part)
    };
    let chapters = game.help.trim_end().split("\n\n");
    let told: Vec<&str> = chapters.filter(heading).collect();
    match told.is_empty() {
        true => "rules alone tells all; rules aim, table, moves or rulings".into(),
        false => names.text(&told.join("\n\n")),
    }
}

/// What the help says of a word: in the commands of use with this table or none, and in the rules.
pub(super) fn help(word: &str, rules: &str, table: Option<&Table>, names: Names) -> String {
    if word.is_empty() {
        return commands::summary(table);
    }
    let mut told = commands::about(word, table);
    let word = word.to_lowercase();
    if word != "all" && word.chars().count() > 1 {
        // A ruling is a matter of its own.
        let parts = rules.split("\n\n").flat_map(|part| part.split("\n  - "));
        let speaks = |part: &&str| part.to_lowercase().contains(&word);
        told.extend(parts.filter(speaks).map(|part| {
            let lines: Vec<&str> = part.lines().map(str::trim).collect();
            names.text(&lines.join(" "))
        }));
    }
    match told.is_empty() {
        true => format!("the help does not speak of {}", quoted(&word)),
        false => told.join("\n"),
    }
}
