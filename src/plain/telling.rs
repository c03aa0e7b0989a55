//! What is told on request: the table, whole or in parts, the moves there are, the rules.

use super::{Player, commands};
use crate::escape::quoted;
use crate::rules::{Place, Role, Rules, in_order};
use crate::words::{self, Names, counted};

impl<R: Rules> Player<'_, R> {
    /// The whole table, or the places of one kind.
    pub(super) fn table(&self, part: &str) -> String {
        let game = &self.sitting.game;
        let roles: &[Role] = match part {
            "" => return words::table(game, self.names()),
            "piles" => &[Role::Tableau],
            "foundations" | "home" => &[Role::Foundation],
            "reserve" => &[Role::Reserve],
            "stock" => &[Role::Stock, Role::Waste, Role::Hand, Role::Discards],
            _ => return "table alone tells all; table piles, foundations, reserve or stock".into(),
        };
        let told = words::piles(game, self.names(), |place| roles.contains(&place.role()));
        match told.is_empty() {
            true => format!("there is no {part} in this game"),
            false => told.join("\n"),
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
        match self.place(place) {
            Some(place) => words::peek(&self.sitting.game, place, self.names()),
            None => "peek wants a pile: peek 3, peek w, peek f1".into(),
        }
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

    /// The place of the table that is meant: by its name in a record, or a pile by its number.
    pub(super) fn place(&self, typed: &str) -> Option<Place> {
        let places = self.sitting.game.table().places();
        // The key 0 stands right of 9: it is the tenth.
        let typed = if typed == "0" { "10" } else { typed };
        let pile = |place: &Place| place.is_tableau() && (place.number() + 1).to_string() == typed;
        let named = |place: &Place| place.to_string() == typed;
        places.iter().find(|place| named(place) || pile(place))
    }

    pub(super) fn change_names(&mut self) -> String {
        self.manner.full = !self.manner.full;
        match self.manner.full {
            true => "names in full".into(),
            false => "names in short".into(),
        }
    }

    /// The game, its seed, and how it stands.
    pub(super) fn status(&self) -> String {
        words::standing(&self.sitting.game)
    }

    /// The rules of the game, in the words of the help at the table: all, or what stands under a
    /// heading.
    pub(super) fn rules(&self, part: &str) -> String {
        let help = self.sitting.game.rules().profile().help.trim_end();
        let chapters: Vec<&str> = help.split("\n\n").collect();
        let heading = |chapter: &&&str| {
            let first = chapter.lines().next().unwrap_or_default();
            first.to_lowercase().contains(part)
        };
        let told: Vec<&str> = chapters.iter().filter(heading).copied().collect();
        match told.is_empty() {
            true => "rules alone tells all; rules aim, table, moves or rulings".into(),
            false => self.names().text(&told.join("\n\n")),
        }
    }

    /// What the help says of a word, in the commands and in the rules.
    pub(super) fn help(&self, word: &str) -> String {
        if word.is_empty() {
            return commands::summary();
        }
        let mut told = commands::about(word);
        let word = word.to_lowercase();
        if word != "all" && word.chars().count() > 1 {
            let help = self.sitting.game.rules().profile().help;
            // A ruling is a matter of its own.
            let parts = help.split("\n\n").flat_map(|part| part.split("\n  - "));
            let speaks = |part: &&str| part.to_lowercase().contains(&word);
            told.extend(parts.filter(speaks).map(|part| {
                let lines: Vec<&str> = part.lines().map(str::trim).collect();
                self.names().text(&lines.join(" "))
            }));
        }
        match told.is_empty() {
            true => format!("the help does not speak of {}", quoted(&word)),
            false => told.join("\n"),
        }
    }
}
