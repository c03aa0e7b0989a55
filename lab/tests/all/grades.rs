//! The grades that come with the game, against what the players achieve.

use std::collections::HashMap;

use lab::grading::{GradingEffort, PlayResults, is_winnable};
use larboard::difficulty::{Difficulty, GradedDeals, file_name, game_label};
use larboard::solver::CancelToken;
use larboard::variant::Variant;

use crate::games::graded_games;
use crate::kept_files;

/// Returns what the command that grades deals has recorded of a game.
fn recorded_results(rules: &Variant) -> String {
    kept_files::read(&format!("assets/difficulty/{}", file_name(rules)))
}

/// Returns what the look-ahead player achieved in each deal, as recorded.
fn lookahead_results(rules: &Variant) -> HashMap<u64, PlayResults> {
    let text = recorded_results(rules);
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
    let text = recorded_results(rules);
    let heading = text.lines().next().expect("a heading");
    let effort = GradingEffort::parse_heading(heading, rules).expect("the effort");
    [0, 1, 2, 3].map(|grade| {
        let seeds = deals.seeds(Difficulty::ALL[grade]);
        let sampled = seeds.iter().step_by(seeds.len() / sample).take(sample);
        let cards = sampled.map(|&seed| {
            let results = PlayResults::measure(rules, seed, effort, &CancelToken::default());
            f64::from(results.cards_home)
        });
        let plays = effort.fair_plays + effort.casual_plays;
        cards.sum::<f64>() / sample as f64 / f64::from(plays)
    })
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
        let cards = shares(|results| results.cards_home);
        let wins = shares(|results| results.wins);
        let fewer_cards = cards.is_sorted_by(|easier, harder| easier > harder);
        let fewer_wins = wins.is_sorted_by(|easier, harder| easier > harder || *harder == 0.0);
        assert!(
            fewer_cards && fewer_wins,
            "{rules:?}: wins {wins:?}, cards {cards:?}"
        );
    }
}
