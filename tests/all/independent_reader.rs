//! A reader of records written from `docs/record-format.md` alone. It shares no code with the program
//! and knows no game beyond that document, which must therefore say all that replaying a record takes.
//! The shuffle is that of the naive rules.

use std::collections::BTreeMap;
use std::fs;

use larboard::rules::shuffled_deck;
use serde_json::Value;

use crate::home::Home;
use crate::kept_files;
use crate::rules::naive;

/// Cards by the names of their piles, `#` before a face-down card, as `larboard show --json` has them.
type Piles = BTreeMap<String, Vec<String>>;

fn shuffled(seed: u64, decks: usize) -> Vec<String> {
    let deck = naive::shuffled_deck(seed, decks);
    deck.iter().map(ToString::to_string).collect()
}

/// A record being replayed.
struct Replay {
    game: String,
    deck: Vec<String>,
    /// The cards of the deck that are not dealt yet, the next one last.
    undealt: Vec<String>,
    piles: Piles,
}

impl Replay {
    /// Returns the piles before the first move and after each move of a record.
    fn positions(text: &str) -> Vec<Piles> {
        let record: Value = serde_json::from_str(text).expect("JSON");
        let deck = strings(&record["deck"]);
        if let Some(seed) = record["seed"].as_u64() {
            assert_eq!(deck, shuffled(seed, deck.len() / 52));
        }
        let option = |name: &str| record["rules"][name].as_str().unwrap_or_default();
        let mut replay = Replay {
            game: record["game"].as_str().expect("game").to_owned(),
            undealt: deck.iter().rev().cloned().collect(),
            deck,
            piles: Piles::new(),
        };
        match (replay.game.as_str(), option("layout"), option("style")) {
            ("moving-left", ..) => replay.deal_with_waste(10),
            ("single-left", _, "warfield") => replay.deal_with_waste(7),
            ("single-left", ..) => replay.deal_to_hand(),
            ("yakutat-bay", ..) | (_, "classic", _) => {
                replay.deal_yukon(option("face-up") == "tops");
            }
            ("oscillation", ..) => replay.deal_two_groups(),
            (_, layout, _) => replay.deal_with_reserve(layout == "four-reserve"),
        }
        let mut positions = vec![replay.piles.clone()];
        for mv in strings(&record["moves"]) {
            replay.play(&mv);
            positions.push(replay.piles.clone());
        }
        positions
    }

    fn add_empty_piles(&mut self, letter: char, numbers: usize) {
        for number in 1..=numbers {
            self.piles.insert(format!("{letter}{number}"), Vec::new());
        }
    }

    fn pile(&mut self, name: &str) -> &mut Vec<String> {
        self.piles.entry(name.to_owned()).or_default()
    }

    fn deal_row(&mut self, piles: impl IntoIterator<Item = usize>, mark: &str) {
        for number in piles {
            let card = self.undealt.pop().expect("a card");
            self.pile(&format!("t{number}"))
                .push(format!("{mark}{card}"));
        }
    }

    fn turn_up_tops(&mut self) {
        for (name, cards) in &mut self.piles {
            if let Some(top) = cards.last_mut()
                && name.starts_with('t')
                && top.starts_with('#')
            {
                top.remove(0);
            }
        }
    }

    fn deal_triangle(&mut self, piles: usize) {
        for first in 1..=piles {
            self.deal_row(first..=piles, "#");
        }
        self.turn_up_tops();
    }

    fn move_rest_to_stock(&mut self) {
        let rest = std::mem::take(&mut self.undealt);
        *self.pile("s") = rest.iter().map(|card| format!("#{card}")).collect();
    }

    fn deal_with_waste(&mut self, piles: usize) {
        self.add_empty_piles('f', self.deck.len() / 13);
        self.pile("w");
        self.deal_triangle(piles);
        self.move_rest_to_stock();
    }

    fn deal_yukon(&mut self, only_tops_are_face_up: bool) {
        self.add_empty_piles('f', 4);
        self.deal_triangle(7);
        for _ in 0..4 {
            self.deal_row(2..=7, "");
        }
        if only_tops_are_face_up {
            for number in 1..=7 {
                for card in self.pile(&format!("t{number}")) {
                    card.insert_str(0, if card.starts_with('#') { "" } else { "#" });
                }
            }
            self.turn_up_tops();
        }
    }

    fn deal_two_groups(&mut self) {
        self.add_empty_piles('f', 8);
        for _ in 0..5 {
            self.deal_row(1..=10, "#");
        }
        self.deal_row([1, 10], "#");
        self.turn_up_tops();
        for first in [1, 5] {
            let starter = self.undealt.pop().expect("a card");
            let suit = "CDHS".find(&starter[1..]).expect("a suit");
            self.pile(&format!("f{}", first + suit)).push(starter);
        }
        self.move_rest_to_stock();
    }

    fn deal_with_reserve(&mut self, four: bool) {
        self.add_empty_piles('f', 4);
        self.deal_triangle(7);
        for number in 1..=if four { 4 } else { 24 } {
            let card = self.undealt.pop().expect("a card");
            self.pile(&format!("r{number}")).push(card);
        }
        if four {
            for _ in 0..4 {
                self.deal_row(3..=7, "");
            }
        }
    }

    fn deal_to_hand(&mut self) {
        self.move_rest_to_stock();
        self.pile("h");
        self.pile("x");
        self.fill_hand();
    }

    fn play(&mut self, mv: &str) {
        match mv {
            "draw" if self.piles.contains_key("h") => self.deal_to("h"),
            "draw" => self.deal_to("w"),
            "deal" => (1..=10).for_each(|number| self.deal_to(&format!("t{number}"))),
            "middle" => {
                let last = self.pile("h").pop().expect("a card");
                self.transfer("h", "x", 2);
                self.pile("h").push(last);
            }
            "all" => {
                let count = self.pile("h").len().min(4);
                self.transfer("h", "x", count);
            }
            "redeal" => {
                let discards = std::mem::take(self.pile("x"));
                let in_order = self.deck.iter().rev();
                let stock = in_order.filter(|card| discards.contains(card));
                *self.pile("s") = stock.map(|card| format!("#{card}")).collect();
            }
            _ => {
                let (from, target) = mv.split_once('-').expect("two piles");
                let (to, count) = target.split_once('x').unwrap_or((target, "1"));
                self.transfer(from, to, count.parse().expect("a count"));
            }
        }
        self.turn_up_tops();
        // Warfield's style has a waste, as Moving Left does.
        if self.game == "yakutat-bay" || self.piles.contains_key("w") {
            while let Some(space) = self.space_to_fill() {
                self.slide_into(space);
            }
        }
        if self.piles.contains_key("h") {
            self.fill_hand();
        }
    }

    /// Deals a card from the stock, face up, if there is one.
    fn deal_to(&mut self, pile: &str) {
        if let Some(card) = self.pile("s").pop() {
            self.pile(pile).push(card[1..].to_owned());
        }
    }

    fn transfer(&mut self, from: &str, to: &str, count: usize) {
        let source = self.pile(from);
        let cards = source.split_off(source.len() - count);
        if let Some(number) = to.strip_prefix('f') {
            let number: usize = number.parse().expect("a number");
            assert_eq!("SCDHSCDHS"[number..].get(..1), cards[0].get(1..));
        }
        self.pile(to).extend(cards);
    }

    /// Returns the leftmost space that has cards immediately to its right.
    fn space_to_fill(&self) -> Option<usize> {
        (1..10).find(|number| {
            let pile = |number| self.piles.get(&format!("t{number}"));
            pile(*number).is_some_and(Vec::is_empty)
                && pile(number + 1).is_some_and(|cards| !cards.is_empty())
        })
    }

    fn slide_into(&mut self, space: usize) {
        let neighbor = self.pile(&format!("t{}", space + 1));
        let face_down = neighbor.iter().filter(|card| card.starts_with('#'));
        let sliding = neighbor.split_off(face_down.count());
        self.pile(&format!("t{space}")).extend(sliding);
        self.turn_up_tops();
    }

    fn fill_hand(&mut self) {
        while self.pile("h").len() < 4 && !self.pile("s").is_empty() {
            self.deal_to("h");
        }
    }
}

fn strings(list: &Value) -> Vec<String> {
    serde_json::from_value(list.clone()).expect("a list of strings")
}

#[test]
fn the_documented_shuffle_deals_the_documented_cards() {
    let document = include_str!("../../docs/record-format.md");
    let mut check_values = 0;
    for line in document.lines() {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, seed, decks, cards, _] = columns[..] else {
            continue;
        };
        let (Ok(seed), Ok(decks)) = (seed.parse(), decks.parse()) else {
            continue;
        };
        let deck = shuffled(seed, decks);
        assert_eq!(format!("`{}`", deck[..8].join(" ")), cards);
        let library = shuffled_deck(seed, decks);
        assert!(library.iter().map(|card| card.code().to_string()).eq(deck));
        check_values += 1;
    }
    assert!(check_values > 3, "{check_values}");
}

#[test]
fn recorded_games_are_replayed_from_the_document_alone() {
    let home = Home::new();
    let mut positions = 0;
    for folder in ["tests/data/exported", "tests/data/played"] {
        for entry in fs::read_dir(kept_files::path(folder)).expect("records") {
            let path = entry.expect("record").path();
            if path.extension().is_none_or(|end| end != "json") {
                continue;
            }
            let mut command = home.command("show --each --json");
            let output = command.arg(&path).output().expect("program");
            let lines = String::from_utf8(output.stdout).expect("UTF-8");
            let replayed = Replay::positions(&fs::read_to_string(&path).expect("record"));
            assert_eq!(lines.lines().count(), replayed.len(), "{}", path.display());
            for (number, (line, expected)) in lines.lines().zip(&replayed).enumerate() {
                let shown: Value = serde_json::from_str(line).expect("a position");
                let shown: Piles = serde_json::from_value(shown["piles"].clone()).expect("piles");
                assert_eq!(shown, *expected, "move {number} of {}", path.display());
            }
            positions += replayed.len();
        }
    }
    assert!(positions > 1000, "{positions}");
}
