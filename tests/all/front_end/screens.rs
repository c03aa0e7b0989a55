//! Snapshots of whole screens.

use insta::assert_snapshot;
use larboard::tui::theme::{Appearance, ColorDepth};

use super::{APPEARANCE, GAMES, Player, numbers, tallest, variant, with_a_tall_pile};

/// The sizes of the snapshots. What holds at every size is tested in `sizes`.
const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

fn name(game: &str, options: &[(&str, &str)], position: &str, size: (u16, u16)) -> String {
    let options = options.iter().map(|(_, value)| format!("-{value}"));
    let options: String = options.collect();
    format!("{game}{options}-{position}-{}x{}", size.0, size.1)
}

#[test]
fn every_game_at_the_deal() {
    for (game, options) in GAMES {
        let mut player = Player::at(variant(game, options), 42, LARGE);
        assert_snapshot!(name(game, options, "opening", LARGE), player.screen());
    }
}

#[test]
fn every_game_after_some_moves() {
    for (game, options) in GAMES {
        let mut player = Player::at(variant(game, options), 7, SMALL);
        let mut random = numbers(3);
        player.play_by(|_| random(), 40);
        assert_snapshot!(name(game, options, "later", SMALL), player.screen());
    }
}

#[test]
fn a_reserve_card_shows_its_number_at_every_size() {
    for size in [(60, 20), SMALL, (100, 30), LARGE, (200, 60)] {
        let mut player = Player::at(variant("moosehide", &[]), 42, size);
        let screen = player.screen();
        for number in 1..=24 {
            let count = screen.matches(&format!(" {number:02}")).count();
            let count = count + screen.matches(&format!("▔{number:02}")).count();
            assert!(count > 0, "{number} {size:?}\n{screen}");
        }
    }
}

#[test]
fn the_selection_and_its_targets_are_marked() {
    let mut player = Player::new("yakutat-bay", 7);
    assert_snapshot!(player.press("2").screen());
    let mut player = Player::new("moosehide", 1);
    assert_snapshot!(player.press("r 0 3").screen());
}

#[test]
fn a_move_says_what_it_did_and_marks_cards_that_slid() {
    // The first pile is moved away, and its right neighbor slides into the space.
    let mut player = (0..100)
        .map(|seed| Player::new("moving-left", seed))
        .find(|player| player.legal().iter().any(|mv| mv.starts_with("t1-t")))
        .expect("a deal");
    let mv = player.legal().into_iter().find(|mv| mv.starts_with("t1-t"));
    player.make(&mv.expect("a move"));
    assert!(player.message().contains("moved left: pile 2 to pile 1"));
    assert_snapshot!(player.screen());
}

#[test]
fn tall_piles_fold_break_into_strips_and_scroll() {
    for (game, min_height, seed) in [
        ("moving-left", 21, 11),
        ("yakutat-bay", 41, 2372),
        ("oscillation", 28, 235),
    ] {
        let mut player = with_a_tall_pile(&variant(game, &[]), seed, SMALL);
        let height = tallest(&player);
        assert!(height >= min_height, "{game} {height}");
        assert_snapshot!(name(game, &[], "tall", SMALL), player.screen());
    }
}

#[test]
fn ascii_without_colors_shows_everything() {
    for (game, options) in GAMES {
        let mut player = Player::at(variant(game, options), 42, (80, 24));
        player.app.context.set_appearance(Appearance {
            ascii: true,
            color_depth: ColorDepth::Mono,
            ..APPEARANCE
        });
        player.press("2");
        assert!(player.screen().is_ascii(), "{}", player.screen());
    }
    let mut player = Player::new("yakutat-bay", 7);
    player.app.context.set_appearance(Appearance {
        ascii: true,
        ..APPEARANCE
    });
    assert_snapshot!(player.press("2").screen());
}

#[test]
fn a_window_that_is_too_small_says_what_it_needs() {
    let mut player = Player::new("oscillation", 42);
    player.app.context.resize((40, 10));
    let lines = ["Oscillation needs 56x13", "this window has 40x10"];
    let screen = player.screen();
    assert!(
        screen
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .eq(lines)
    );
}

#[test]
fn peeking_shows_all_cards_of_a_pile() {
    let mut player = Player::new("yakutat-bay", 7);
    assert_snapshot!(player.press("right right p").screen());
}
