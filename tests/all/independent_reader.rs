//! Records read and replayed by the naive rules, which share no code with the program, and the shuffle
//! that `docs/record-format.md` describes.

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
    let mut piles = Piles::new();
    for (name, pile) in &position.piles {
        let mark = |up| if up { "" } else { "#" };
        let cards = pile
            .iter()
            .map(|placed| format!("{}{}", mark(placed.up), placed.card));
        piles.insert(name.to_string(), cards.collect());
    }
    piles
}

/// Returns the piles before the first move and after each move of a record.
fn replay(text: &str) -> Vec<Piles> {
    let record: Value = serde_json::from_str(text).expect("JSON");
    let strings = |field: &str| {
        let list = record[field].as_array().expect("a list");
        let texts = list.iter().map(|item| item.as_str().expect("a string"));
        texts.collect::<Vec<_>>()
    };
    let deck: Vec<Card> = strings("deck").into_iter().map(Card::read).collect();
    if let Some(seed) = record["seed"].as_u64() {
        assert_eq!(deck, naive::shuffled_deck(seed, deck.len() / 52));
    }
    let options = record["rules"].as_object().expect("the options").iter();
    let options: Vec<_> = options
        .map(|(name, value)| (name.as_str(), value.as_str().expect("a value")))
        .collect();
    let game = record["game"].as_str().expect("a game");
    let is_game = |naive: &Naive| {
        naive.game == game && options.iter().all(|option| naive.options.contains(option))
    };
    let naive = Naive::all().into_iter().find(is_game).expect("a game");
    let mut position = naive.deal(&deck);
    let mut positions = vec![piles(&position)];
    for mv in strings("moves") {
        let legal = naive.legal(&position);
        let attempt = legal.into_iter().find(|attempt| attempt.to_string() == mv);
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
fn recorded_games_are_replayed_to_the_same_positions() {
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
