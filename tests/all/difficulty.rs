//! Difficulty: the grades that come with the program, and games with them.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use jiff::civil::Date;
use larboard::difficulty::{Difficulty, GradedDeals, PlayResults, game_label, is_winnable};
use larboard::game::Game;
use larboard::record::PlayedGame;
use larboard::session::SeedSource;
use larboard::solver::CancelToken;
use larboard::storage::settings::DealSource;
use larboard::variant::{self, Variant};

use crate::line_mode::LineMode;

/// Returns every game whose deals are graded.
fn graded_games() -> Vec<(Variant, GradedDeals)> {
    let games = variant::all().into_iter();
    let graded = games.filter_map(|rules| GradedDeals::bundled(&rules).map(|deals| (rules, deals)));
    let mut games: Vec<(Variant, GradedDeals)> = Vec::new();
    for (rules, deals) in graded {
        let label = game_label(&rules);
        if games.iter().all(|(other, _)| game_label(other) != label) {
            games.push((rules, deals));
        }
    }
    assert!(!games.is_empty());
    games
}

/// Returns what the look-ahead player achieved in each deal, as the command that grades deals has
/// recorded it.
fn lookahead_results(rules: &Variant) -> HashMap<u64, PlayResults> {
    let name = game_label(rules).replace([' ', '='], "-") + ".txt";
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/difficulty");
    let text = fs::read_to_string(folder.join(name)).expect("the results");
    let deals = text.lines().filter_map(|line| {
        let (deal, lookahead) = line.rsplit_once(' ')?;
        let (seed, _) = deal.split_once(' ')?;
        Some((seed.parse().ok()?, lookahead.parse().ok()?))
    });
    deals.collect()
}

/// Returns how many cards the players bring to the foundations on average in some deals of each grade, the
/// easiest first.
fn mean_cards(rules: &Variant, deals: &GradedDeals, sample: usize) -> [f64; 4] {
    [0, 1, 2, 3].map(|grade| {
        let seeds = deals.seeds(Difficulty::ALL[grade]);
        let sampled = seeds.iter().step_by(seeds.len() / sample).take(sample);
        let cards = sampled.map(|&seed| {
            let results = PlayResults::measure(rules, seed, deals.effort, &CancelToken::default());
            f64::from(results.foundation_cards)
        });
        let plays = deals.effort.fair_plays + deals.effort.casual_plays;
        cards.sum::<f64>() / sample as f64 / f64::from(plays)
    })
}

#[test]
fn each_grade_has_300_deals_and_all_take_at_most_100_kib() {
    for (rules, deals) in graded_games() {
        for &difficulty in Difficulty::ALL {
            let count = deals.seeds(difficulty).len();
            assert!(count >= 300, "{rules:?} {difficulty}: {count}");
        }
    }
    let asset = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/graded-deals.txt");
    assert!(fs::metadata(asset).expect("the grades").len() <= 100 << 10);
}

/// One set of options of each game; the tests below have all.
#[test]
fn recorded_results_of_the_lookahead_player_are_right() {
    let mut games = graded_games();
    games.dedup_by_key(|(rules, _)| rules.info().id);
    for (n, (rules, deals)) in games.iter().enumerate() {
        let seed = deals.seeds(Difficulty::ALL[n % Difficulty::ALL.len()])[0];
        let results = PlayResults::measure_lookahead(rules, seed, &CancelToken::default());
        assert_eq!(lookahead_results(rules)[&seed], results);
    }
}

/// The grades are kept when the players change, because daily deals are drawn from them. So the players
/// of today must still find them in this order.
#[test]
#[ignore = "takes minutes"]
fn players_bring_fewer_cards_home_from_grade_to_grade() {
    for (rules, deals) in graded_games() {
        let cards = mean_cards(&rules, &deals, 12);
        println!("{}: {cards:.1?}", game_label(&rules));
        let is_falling = cards.is_sorted_by(|easier, harder| easier > harder);
        assert!(is_falling, "{rules:?}: {cards:?}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn graded_deals_can_be_won() {
    for (rules, deals) in graded_games() {
        for &difficulty in Difficulty::ALL {
            let seeds = deals.seeds(difficulty);
            for &seed in seeds.iter().step_by(seeds.len() / 5) {
                let is_winnable = is_winnable(&rules, seed, &CancelToken::default());
                assert!(is_winnable, "{rules:?} {seed}");
            }
        }
    }
}

/// In many games the wins alone are too few to compare.
#[test]
fn the_lookahead_player_achieves_less_from_grade_to_grade() {
    for (rules, deals) in graded_games() {
        let results = lookahead_results(&rules);
        let share = |difficulty: Difficulty, value: fn(&PlayResults) -> u32| {
            let seeds = deals.seeds(difficulty);
            let values = seeds.iter().map(|seed| f64::from(value(&results[seed])));
            values.sum::<f64>() / seeds.len() as f64
        };
        let shares = |value| [0, 1, 2, 3].map(|n| share(Difficulty::ALL[n], value));
        let cards = shares(|results| results.foundation_cards);
        let wins = shares(|results| results.wins);
        let fewer_cards = cards.is_sorted_by(|easier, harder| easier > harder);
        let fewer_wins = wins.is_sorted_by(|easier, harder| easier > harder || *harder == 0.0);
        assert!(
            fewer_cards && fewer_wins,
            "{rules:?}: wins {wins:?}, cards {cards:?}"
        );
    }
}

#[test]
fn a_difficulty_deals_one_of_its_deals() {
    let (rules, deals) = &graded_games()[0];
    for &difficulty in Difficulty::ALL {
        let mut seeds = SeedSource::from_seed(5);
        let today = || Date::constant(2026, 11, 20);
        let source = DealSource::Graded(difficulty);
        let drawn: Vec<_> = (0..8)
            .map(|_| seeds.next_deal(source, rules, today).expect("a deal"))
            .collect();
        let graded = |seed: &u64| deals.difficulty(*seed) == Some(difficulty);
        assert!(drawn.iter().all(graded), "{drawn:?}");
        assert_ne!(drawn[0], drawn[1]);
        let winnable = seeds.next_deal(DealSource::Winnable, rules, today);
        assert_eq!(winnable, None, "to be searched");
        let daily = seeds.next_deal(DealSource::Daily, rules, today);
        assert_eq!(daily, Some(20_261_120));
    }
}

#[test]
fn line_mode_deals_a_difficulty_and_says_it() {
    let (rules, deals) = &graded_games()[0];
    let line_mode = LineMode::new();
    let mut played = PlayedGame::new(Game::new(rules.clone(), 1));
    let lines = ["new hard", "status", "new Expert", "status"].map(String::from);
    let text = line_mode.play(&mut played, lines.into_iter());
    assert!(text.contains("; graded hard\n"), "{text}");
    assert!(text.ends_with("; graded expert\n"), "{text}");
    let seed = played.game.seed().expect("a seed");
    assert_eq!(deals.difficulty(seed), Some(Difficulty::Expert));
}

#[test]
fn a_game_without_grades_says_so() {
    let home = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_larboard"))
            .args(args)
            .env("LARBOARD_HOME", home.path())
            .output()
            .expect("output of the program");
        let error = String::from_utf8(output.stderr).expect("UTF-8 text");
        (output.status.code(), error)
    };
    let layout = ["moosehide", "--rule", "layout=four-reserve", "--plain"];
    let (status, error) = run(&[&layout[..], &["--difficulty", "easy"]].concat());
    assert_eq!(
        (status, &*error),
        (Some(1), "error: No deals are graded with these options\n")
    );
    for other in [&["--seed", "1"][..], &["--daily"], &["--winnable"]] {
        let (status, error) = run(&[&["moosehide", "--difficulty", "easy"], other].concat());
        assert_eq!(status, Some(2), "{error}");
        assert!(error.contains("cannot be used with"), "{error}");
    }
}
