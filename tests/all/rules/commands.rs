//! The JSON output of the commands, compared with the naive implementation.

use std::path::Path;
use std::process::{Command, Output};

use larboard::rules::Status;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::rules::both::Both;
use crate::rules::naive::{Attempt, Card, Naive, PlacedCard, Position, shuffled_deck};
use crate::rules::sample_games::{SampleGame, sample_games};

/// Creates a folder that is deleted at the end of the test.
fn folder() -> TempDir {
    tempfile::tempdir().expect("temporary directory")
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_larboard"))
        .args(args)
        .env("LARBOARD_HOME", folder)
        .current_dir(folder)
        .output()
        .expect("program runs")
}

/// Runs the program and returns its output, one JSON object per line.
fn larboard(folder: &Path, args: &[&str]) -> Vec<Value> {
    let output = run(folder, args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {errors}");
    let lines = String::from_utf8(output.stdout).expect("UTF-8 text");
    let objects = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("object"));
    objects.collect()
}

fn options(naive: &Naive) -> Value {
    let options = naive.options.iter();
    let options: Map<String, Value> = options.map(|&(k, v)| (k.into(), v.into())).collect();
    options.into()
}

/// Returns the `--rule` arguments for the options of a game.
fn rule_args(naive: &Naive) -> Vec<String> {
    let options = naive.options.iter();
    options
        .flat_map(|(name, value)| ["--rule".into(), format!("{name}={value}")])
        .collect()
}

/// Returns the JSON object expected for a position.
fn expected_json(naive: &Naive, position: &Position, seed: Option<u64>, moves: usize) -> Value {
    let legal = naive.legal(position);
    let status = if naive.won(position) {
        "won"
    } else if legal.is_empty() {
        "lost"
    } else {
        "playing"
    };
    let piles: Map<String, Value> = position
        .piles
        .iter()
        .map(|(name, pile)| {
            let cards = pile
                .iter()
                .map(|PlacedCard { card, up }| format!("{}{card}", if *up { "" } else { "#" }));
            (name.to_string(), cards.collect())
        })
        .collect();
    let mut object = json!({
        "game": naive.game,
        "rules": options(naive),
        "seed": seed,
        "move": moves,
        "status": status,
        "home": position.cards_on(if naive.is_one_handed() { 'x' } else { 'f' }),
        "piles": piles,
        "legal": sorted(legal.iter().map(Attempt::to_string).collect()),
    });
    if naive.is_one_handed() {
        let total: usize = naive.options[2].1.parse().expect("0 to 3");
        object["redeals"] = (total - position.redeals).into();
    }
    object
}

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort_unstable();
    moves
}

/// Sorts the legal moves of a printed object.
fn with_sorted_moves(mut printed: Value) -> Value {
    let legal = printed["legal"].as_array().expect("legal moves");
    let legal = legal
        .iter()
        .map(|mv| mv.as_str().expect("valid move").into());
    printed["legal"] = sorted(legal.collect()).into();
    printed
}

fn record(sample: &SampleGame) -> String {
    let deck: Vec<String> = sample.deck.iter().map(Card::to_string).collect();
    let moves: Vec<String> = sample.moves.iter().map(Attempt::to_string).collect();
    let record = json!({
        "format": "larboard/1",
        "game": sample.naive.game,
        "rules": options(&sample.naive),
        "deck": deck,
        "moves": moves,
        "status": sample.end.as_str(),
    });
    record.to_string()
}

#[test]
fn show_prints_each_position_of_the_naive_rules() {
    let folder = folder();
    for naive in Naive::all() {
        let sample = sample_games()
            .iter()
            .filter(|sample| sample.naive.title() == naive.title())
            .nth(2);
        let sample = sample.expect("played game of each variant");
        let file = folder.path().join("record.json");
        std::fs::write(&file, record(sample)).expect("writable file");
        let printed = larboard(folder.path(), &["show", "record.json", "--each", "--json"]);
        assert_eq!(printed.len(), sample.moves.len() + 1);
        let mut position = naive.deal(&sample.deck);
        for (moves, printed) in printed.into_iter().enumerate() {
            if moves > 0 {
                position = naive.after(&position, sample.moves[moves - 1]);
            }
            let expected = expected_json(&naive, &position, None, moves);
            assert_eq!(with_sorted_moves(printed), expected);
        }
    }
}

#[test]
fn verify_reports_the_status_of_every_played_game() {
    let folder = folder();
    let mut args = vec!["verify".to_string(), "--json".into()];
    for (number, sample) in sample_games().iter().enumerate() {
        let name = format!("{number}.json");
        std::fs::write(folder.path().join(&name), record(sample)).expect("writable file");
        args.push(name);
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let printed = larboard(folder.path(), &args);
    assert_eq!(printed.len(), sample_games().len());
    for (printed, sample) in printed.iter().zip(sample_games()) {
        assert_eq!(printed["ok"], true);
        assert_eq!(printed["status"], sample.end.as_str());
        assert_eq!(printed["moves"], sample.moves.len());
    }
}

#[test]
fn verify_names_the_first_illegal_move() {
    let folder = folder();
    let won = sample_games()
        .iter()
        .filter(|sample| sample.end == Status::Won);
    for sample in won.step_by(5) {
        // Without the first move, a later one that depends on it is illegal.
        let mut sample = sample.clone();
        sample.moves.remove(0);
        let mut both = Both::deal(&sample.naive, &sample.deck);
        let illegal = sample.moves.iter().position(|attempt| {
            let legal = both.legal.contains(attempt);
            if legal {
                both.play(*attempt);
            }
            !legal
        });
        let Some(illegal) = illegal else { continue };
        std::fs::write(folder.path().join("record.json"), record(&sample)).expect("writable file");
        let output = run(folder.path(), &["verify", "record.json"]);
        let line = String::from_utf8_lossy(&output.stdout);
        let start = format!("record.json: refused: move {}: ", illegal + 1);
        assert!(
            line.starts_with(&start),
            "{line} does not name move {}",
            illegal + 1
        );
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn deal_and_perft_agree_with_the_naive_rules() {
    let folder = folder();
    for (naive, seed) in Naive::all()
        .into_iter()
        .zip([1, u64::MAX].into_iter().cycle())
    {
        let (seed_text, rules) = (seed.to_string(), rule_args(&naive));
        let mut args = vec!["deal", naive.game, "--seed", &seed_text, "--json"];
        args.extend(rules.iter().map(String::as_str));
        let position = naive.deal(&shuffled_deck(seed, naive.decks()));
        let printed = larboard(folder.path(), &args).remove(0);
        assert_eq!(
            with_sorted_moves(printed),
            expected_json(&naive, &position, Some(seed), 0)
        );
        args[0] = "perft";
        args.extend(["--depth", "2"]);
        let printed = larboard(folder.path(), &args).remove(0);
        assert_eq!(printed["count"], naive.perft(&position, 2));
        assert_eq!(printed["rules"], options(&naive));
    }
}
