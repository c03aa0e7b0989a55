//! Difficulty: the grades that come with the program, and games with them.

use std::fs;
use std::path::Path;

use jiff::civil::{Date, date};
use jiff::{Timestamp, ToSpan};
use larboard::difficulty::{Difficulty, GradedDeals, daily, game_label};
use larboard::game::Game;
use larboard::record::PlayedGame;
use larboard::session::{DealSource, GameDealer};
use larboard::storage::settings::Deals;
use larboard::variant;

use crate::games::graded_games;
use crate::kept_files;
use crate::line_mode::LineMode;

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

#[test]
fn a_source_deals_one_of_its_deals() {
    let (rules, deals) = &graded_games()[0];
    let today = || Date::constant(2026, 11, 20);
    let mut dealer = GameDealer::from_seed(5);
    let mut deal = |source| dealer.deal(source, rules, today, Timestamp::UNIX_EPOCH);
    for &difficulty in Difficulty::ALL {
        let drawn: Vec<_> = (0..8)
            .map(|_| deal(DealSource::Graded(difficulty)).expect("a deal"))
            .map(|session| session.game().seed().expect("a seed"))
            .collect();
        let graded = |seed: &u64| deals.difficulty(*seed) == Some(difficulty);
        assert!(drawn.iter().all(graded), "{drawn:?}");
        assert_ne!(drawn[0], drawn[1]);
    }
    let winnable = deal(DealSource::Random(Deals::Winnable));
    assert!(winnable.is_none(), "to be searched");
    for (day, expected) in [(None, today()), (Some(date(2026, 2, 3)), date(2026, 2, 3))] {
        let session = deal(DealSource::Daily(day)).expect("a deal");
        assert_eq!(session.game().seed(), daily::seed(rules, expected));
        assert_eq!(session.played().header.daily, Some(expected));
    }
}

/// The rule is: easy on Monday and Tuesday, medium on Wednesday and Thursday, hard on Friday and Saturday,
/// expert on Sunday; with k earlier days of a difficulty since 2026-01-01, number k modulo the length of
/// the list.
#[test]
fn the_daily_deals_of_a_difficulty_follow_one_another_in_its_list() {
    let first = date(2026, 1, 1);
    for (rules, deals) in graded_games() {
        let mut counts = [0; 4];
        for n in 0..3000 {
            let day = first.saturating_add(n.days());
            let difficulty = match day.weekday().to_monday_one_offset() {
                1 | 2 => Difficulty::Easy,
                3 | 4 => Difficulty::Medium,
                5 | 6 => Difficulty::Hard,
                _ => Difficulty::Expert,
            };
            assert_eq!(daily::difficulty(day), difficulty, "{day}");
            let seeds = deals.seeds(difficulty);
            let count = &mut counts[difficulty as usize];
            let expected = seeds[*count % seeds.len()];
            assert_eq!(daily::seed(&rules, day), Some(expected), "{rules:?} {day}");
            *count += 1;
        }
        // Before the first day, from the end of the list.
        let last = *deals.seeds(Difficulty::Medium).last().expect("a deal");
        assert_eq!(daily::seed(&rules, date(2025, 12, 31)), Some(last));
        for day in [Date::MIN, Date::MAX] {
            let seed = daily::seed(&rules, day).expect("a deal");
            assert_eq!(deals.difficulty(seed), Some(daily::difficulty(day)));
        }
    }
}

#[test]
fn daily_deals_are_frozen() {
    let days = (0..7).map(|n| date(2026, 1, 1).saturating_add(n.days()));
    let others = [date(2026, 11, 23), date(2026, 12, 31), date(2030, 2, 28)];
    let days: Vec<Date> = days.chain(others).collect();
    let mut lines = String::new();
    for (rules, _) in graded_games() {
        for &day in &days {
            let (label, grade) = (game_label(&rules), daily::difficulty(day));
            let seed = daily::seed(&rules, day).expect("a deal");
            lines += &format!("{label} {day} {grade} {seed}\n");
        }
    }
    kept_files::assert_frozen("tests/data/daily-deals.txt", &lines);
}

#[test]
fn an_option_that_a_list_of_grades_does_not_name_has_its_default() {
    let rules = |value| crate::games::variant("oscillation", &[("wrap", value)]);
    for list in ["[oscillation]\nex", "[oscillation wrap=no] 4 1000\nex"] {
        let deals = GradedDeals::parse(list, &rules("no")).expect("the grades of the game");
        assert_eq!(deals.difficulty(1_000_002), Some(Difficulty::Expert));
        assert_eq!(GradedDeals::parse(list, &rules("yes")), None);
    }
}

#[test]
fn games_without_grades_have_no_daily_deal() {
    for rules in variant::all() {
        let has_grades = GradedDeals::bundled(&rules).is_some();
        assert_eq!(
            daily::seed(&rules, date(2026, 11, 23)).is_some(),
            has_grades
        );
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
