//! Snapshots of whole screens.

use insta::assert_snapshot;
use larboard::variant;

use super::player::Player;
use super::transcripts::{act, start};
use super::{at, layouts, numbers, random_game, variant, with_a_tall_pile};
use crate::home::Home;
use crate::{kept_files, transcripts};

/// Each screen in `screens.txt`: what is opened and done, as in a transcript, and the sizes of the window.
#[test]
fn the_screens_of_the_program() {
    let screens = kept_files::read("tests/data/screens.txt");
    for row in screens.lines().skip(1) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let [name, what, lines, sizes] = columns[..] else {
            panic!("{row}");
        };
        for size in sizes.split(' ') {
            let home = (what == "home").then(Home::golden);
            let mut player = start(what, home.as_ref());
            player.resize(transcripts::size(size));
            for line in lines.split("; ") {
                act(&mut player, line);
            }
            assert_snapshot!(format!("{name} {size}"), player.screen());
        }
    }
}

fn name(game: &str, options: &[(&str, &str)], position: &str) -> String {
    let options = options.iter().map(|(_, value)| format!("-{value}"));
    format!("{game}{}-{position}", options.collect::<String>())
}

#[test]
fn every_game_at_the_deal_and_after_some_moves() {
    for (game, options) in layouts() {
        let rules = variant(game, options);
        let player = Player::at(rules.clone(), 42, (120, 40));
        assert_snapshot!(name(game, options, "opening-120x40"), player.screen());
        let player = at(random_game(&rules, 7, 40, numbers(3)), (80, 24));
        assert_snapshot!(name(game, options, "later-80x24"), player.screen());
    }
}

#[test]
fn tall_piles_fold_break_into_strips_and_scroll() {
    for (game, seed) in [
        ("moving-left", 11),
        ("yakutat-bay", 2372),
        ("oscillation", 235),
    ] {
        let player = at(with_a_tall_pile(&variant(game, &[]), seed), (80, 24));
        assert_snapshot!(name(game, &[], "tall-80x24"), player.screen());
    }
}

#[test]
fn letters_alone_show_everything() {
    let home = Home::golden();
    for (game, options) in layouts() {
        let mut player = Player::with_settings("", (80, 24), false);
        player.deal(variant(game, options), 42);
        player.press("2");
        assert!(player.screen().is_ascii(), "{}", player.screen());
    }
    let mut player = Player::at_home(&home, "2026-11-25T23:00:00Z", false);
    for keys in ["home", "S", "tab", "tab"] {
        let screen = player.press(keys).screen().replace('·', "");
        assert!(screen.is_ascii(), "{screen}");
    }
}

#[test]
fn a_reserve_card_shows_its_number_at_every_size() {
    for size in [(60, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
        let screen = Player::at(variant("moosehide", &[]), 42, size).screen();
        for number in 1..=24 {
            let is_shown = [" ", "▔"].iter().any(|before| {
                let text = format!("{before}r{number:02}");
                screen.contains(&text)
            });
            assert!(is_shown, "{number} {size:?}\n{screen}");
        }
    }
}

#[test]
fn a_window_that_is_too_narrow_for_the_title_has_none() {
    for (columns, has_title) in [(69, false), (70, true)] {
        let screen = Player::at_the_menu((columns, 40)).screen();
        let is_shown = screen.contains("Five unusual solitaires");
        assert_eq!(is_shown, has_title, "{screen}");
    }
}

#[test]
fn the_menu_shows_every_game_in_any_window_and_every_value_of_its_options() {
    for size in [(59, 24), (40, 12), (60, 15), (60, 21), (80, 24), (160, 50)] {
        let mut player = Player::at_the_menu(size);
        for info in variant::games() {
            assert_contains!(player.screen(), info.title);
            assert_contains!(player.screen(), "q quit");
        }
        player.press("end enter");
        assert_eq!(player.game().rules().info().title, "Single Left");
    }
    for info in variant::games() {
        let mut player = Player::with_settings("deals = \"winnable\"", (80, 24), true);
        player.deal(variant(info.id, &[]), 1);
        let screen = player.press("m").screen();
        let values = screen.lines().filter(|line| !line.contains("you play"));
        let column = |line: &str| line.chars().position(|c| c == '[');
        let mut columns: Vec<_> = values.filter_map(column).collect();
        columns.dedup();
        assert_eq!(columns.len(), 1, "{screen}");
    }
    for (n, info) in variant::games().into_iter().enumerate() {
        // The options of Single Left are three presets.
        if info.id == "single-left" {
            continue;
        }
        let mut player = Player::at_the_menu((80, 24));
        player.press(&"down ".repeat(n)).press("right");
        for option in info.options {
            let offered = option.values.iter().filter(|value| !value.is_unwinnable);
            let names: Vec<_> = offered.map(|value| value.name.replace('-', " ")).collect();
            if names.len() < 2 {
                continue;
            }
            for name in names {
                assert_contains!(player.screen(), &format!("[{name}]"));
                player.press("right");
            }
            player.press("down");
        }
    }
}
