//! A second reader of records: JSON, the shuffle of `docs/record-format.md` and the naive rules. It shares no
//! code with the program.

use std::collections::BTreeMap;
use std::fs;

use larboard::rules::shuffled_deck;
use serde_json::Value;

use crate::home::Home;
use crate::kept_files;
use crate::rules::naive::{self, Card, Naive, Position};

/// Cards by the names of their piles, `#` before a face-down card, as `larboard show --json` has them.
type Piles = BTreeMap<String, Vec<String>>;

fn piles(position: &Position) -> Piles {
    let text = position.to_string();
    let lines = text.lines().map(|line| {
        let (name, cards) = line.split_once(':').expect("a pile");
        let cards = cards.split_whitespace().map(str::to_owned);
        (name.to_owned(), cards.collect())
    });
    lines.collect()
}

/// Returns the piles before the first move and after each move of a record.
fn replay(text: &str) -> Vec<Piles> {
    let record: Value = serde_json::from_str(text).expect("JSON");
    let strings = |field: &str| -> Vec<String> {
        serde_json::from_value(record[field].clone()).expect("a list of strings")
    };
    // The first game of the list that fits has the defaults of the options that the record does not name.
    let has_options = |naive: &Naive| {
        let mut options = naive.options.iter();
        options.all(|(name, value)| record["rules"].get(name).is_none_or(|given| given == value))
    };
    let mut games = Naive::all().into_iter();
    let naive = games.find(|naive| record["game"] == naive.game && has_options(naive));
    let naive = naive.expect("a game");
    let deck: Vec<Card> = strings("deck")
        .iter()
        .map(|card| Card::read(card))
        .collect();
    if let Some(seed) = record["seed"].as_u64() {
        assert!(deck == naive::shuffled_deck(seed, naive.decks()));
    }
    let mut position = naive.deal(&deck);
    let mut positions = vec![piles(&position)];
    for mv in strings("moves") {
        let mut legal = naive.legal(&position).into_iter();
        let attempt = legal.find(|attempt| attempt.to_string() == mv);
        position = naive.after(&position, attempt.expect("a legal move"));
        positions.push(piles(&position));
    }
    positions
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
        let deck = naive::shuffled_deck(seed, decks);
        let deck: Vec<String> = deck.iter().map(ToString::to_string).collect();
        assert_eq!(format!("`{}`", deck[..8].join(" ")), cards);
        let library = shuffled_deck(seed, decks);
        assert!(library.iter().map(|card| card.code().to_string()).eq(deck));
        check_values += 1;
    }
    assert!(check_values > 3, "{check_values}");
}

#[test]
fn recorded_games_are_replayed_by_the_naive_rules() {
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
            let replayed = replay(&fs::read_to_string(&path).expect("record"));
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
