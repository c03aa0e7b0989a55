//! Recorded games, replayed by the naive rules: the program shows the same positions.

use std::collections::BTreeMap;

use larboard::rules::shuffled_deck as their_shuffled;
use serde_json::Value;

use crate::home::Home;
use crate::kept_files;
use crate::rules::naive::{Attempt, Card, Naive, PileName, Position, shuffled_deck};

/// Cards by the names of their piles, `#` before a face-down card, as `larboard show --json` has them.
type Piles = BTreeMap<String, Vec<String>>;

fn piles(position: &Position) -> Piles {
    let piles = position.piles.iter().map(|(name, cards)| {
        let mark = |up| if up { "" } else { "#" };
        let cards = cards
            .iter()
            .map(|placed| format!("{}{}", mark(placed.up), placed.card));
        (name.to_string(), cards.collect())
    });
    piles.collect()
}

/// Parses a move: `draw`, `t1-t2` or `t1-t2x3`.
fn read_attempt(text: &str) -> Attempt {
    let Some((from, target)) = text.split_once('-') else {
        return Attempt::command(text);
    };
    let (to, count) = target.split_once('x').unwrap_or((target, "1"));
    let pile = |text: &str| {
        let number = text[1..].parse().unwrap_or(0);
        PileName(text.chars().next().expect("letter"), number)
    };
    let count = count.parse().expect("count");
    Attempt::Transfer {
        from: pile(from),
        to: pile(to),
        count,
    }
}

/// Returns the piles before the first move and after each move of a record.
fn positions(record: &Value) -> Vec<Piles> {
    let strings = |field: &str| -> Vec<String> {
        serde_json::from_value(record[field].clone()).expect("list of strings")
    };
    let mut games = Naive::all().into_iter();
    let is_recorded = |naive: &Naive| {
        let mut options = naive.options.iter();
        record["game"] == naive.game && options.all(|(name, value)| record["rules"][name] == *value)
    };
    let naive = games.find(is_recorded).expect("game with its options");
    let deck: Vec<Card> = strings("deck")
        .iter()
        .map(|card| Card::read(card))
        .collect();
    if let Some(seed) = record["seed"].as_u64() {
        assert_eq!(deck, shuffled_deck(seed, naive.decks()));
    }
    let mut position = naive.deal(&deck);
    let mut positions = vec![piles(&position)];
    for mv in strings("moves") {
        position = naive.after(&position, read_attempt(&mv));
        positions.push(piles(&position));
    }
    positions
}

#[test]
fn each_position_of_a_recorded_game_is_that_of_the_naive_rules() {
    let home = Home::new();
    let mut count = 0;
    for path in ["exported", "played"].map(kept_files::records).concat() {
        let output = home.command("show --each --json").arg(&path).output();
        let lines = String::from_utf8(output.expect("program").stdout).expect("UTF-8");
        let record = std::fs::read(&path).expect("record");
        let positions = positions(&serde_json::from_slice(&record).expect("JSON"));
        assert_eq!(lines.lines().count(), positions.len(), "{}", path.display());
        for (number, (line, expected)) in lines.lines().zip(&positions).enumerate() {
            let shown: Value = serde_json::from_str(line).expect("a position");
            let shown: Piles = serde_json::from_value(shown["piles"].clone()).expect("piles");
            assert_eq!(shown, *expected, "move {number} of {}", path.display());
        }
        count += positions.len();
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn the_documented_shuffle_deals_the_documented_cards() {
    let document = include_str!("../../../docs/record-format.md");
    let mut check_values = 0;
    for line in document.lines() {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, seed, decks, cards, _] = columns[..] else {
            continue;
        };
        let (Ok(seed), Ok(decks)) = (seed.parse(), decks.parse()) else {
            continue;
        };
        let library = their_shuffled(seed, decks).into_iter();
        let first: Vec<String> = library
            .take(8)
            .map(|card| card.code().to_string())
            .collect();
        assert_eq!(format!("`{}`", first.join(" ")), cards);
        check_values += 1;
    }
    assert!(check_values > 3, "{check_values}");
}
