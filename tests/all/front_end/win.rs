//! The picture of a win: how it moves, and that no key waits for it.

use std::num::NonZero;

use jiff::SignedDuration;
use larboard::rules::sorted_deck;
use larboard::terminal::WindowBackend;
use ratatui::backend::Backend;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

use super::player::Player;
use crate::transcripts::unfinished;

/// Plays the last move of a won game with animations, up to the frame in which it has ended.
fn at_the_win(game: &str, size: (u16, u16)) -> Player {
    let played = unfinished(&format!("played/{game}"), 1);
    let last = played.game.undone().next().expect("a move");
    let mut player = Player::with_settings("animations = \"on\"", size, true);
    player.take(played);
    player.make(&last.to_string());
    player
}

#[test]
fn a_win_is_whole_in_two_seconds_and_then_nothing_moves() {
    for (game, size) in [
        ("moving-left", (80, 24)),
        ("yakutat-bay", (120, 40)),
        ("oscillation", (200, 60)),
        ("moosehide", (60, 20)),
    ] {
        let mut player = at_the_win(game, size);
        let (mut duration, mut shown) = (SignedDuration::ZERO, vec![player.screen()]);
        while let Some(waited) = player.next_frame() {
            duration += waited;
            shown.push(player.screen());
        }
        assert!(duration < SignedDuration::from_millis(2300), "{duration}");
        shown.dedup();
        assert!(shown.len() > 10, "{game}: {} frames", shown.len());
        assert_contains!(shown[shown.len() - 1], "★");
    }
}

#[test]
fn a_key_shows_the_still_of_a_win_at_once_and_is_obeyed_and_any_size_is_survived() {
    let mut still = at_the_win("moving-left", (80, 24));
    let moves = still.moves().len();
    still.run_timers();
    let still = still.screen();
    for frame in (0..120).step_by(12) {
        let in_frame = || {
            let mut player = at_the_win("moving-left", (80, 24));
            (0..frame).for_each(|_| _ = player.next_frame());
            player
        };
        let mut player = in_frame();
        assert_eq!(player.press("z").screen(), still);
        assert!(!player.is_waiting());
        assert_eq!(in_frame().press("u").moves().len(), moves - 1);
        assert_eq!(in_frame().press("n").moves().len(), 0);
        let mut player = in_frame();
        for size in [(1, 1), (40, 12), (60, 20), (77, 23), (200, 60), (640, 10)] {
            player.resize(size);
            player.render();
            assert!(!player.is_waiting(), "{frame}: {size:?}");
        }
    }
}

#[test]
fn a_win_shows_every_card_at_every_size_from_60x20() {
    for (game, decks) in [("moosehide", 1), ("moving-left", 2), ("oscillation", 2)] {
        let mut player = at_the_win(game, (80, 24));
        player.press("z");
        for columns in (60..=200).step_by(13) {
            for rows in (20..=60).step_by(3) {
                player.resize((columns, rows));
                let screen = player.screen();
                for card in sorted_deck(1) {
                    let name = format!("{game} {columns}x{rows} {card}\n{screen}");
                    let count = |text: String| screen.matches(&text).count();
                    let (shown, edges) = (count(card.to_string()), count(format!("▏{card}")));
                    // A covered card has one index, beside its left edge.
                    let is_covered = card.rank().number() < 10;
                    assert!(shown >= decks, "{name}");
                    assert!(!is_covered || (shown, edges) == (decks, decks), "{name}");
                }
                for card in ["9♣", "10♣", "J♣", "K♣"] {
                    let mut decks = player.cells_of(card).into_iter().take(decks);
                    let first = decks.next().expect("a card").0;
                    assert!(decks.all(|(x, _)| x == first), "{card}\n{screen}");
                }
            }
        }
    }
}

#[test]
fn a_win_takes_at_most_60_kilobytes() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut player = at_the_win("moving-left", size);
        let (mut sent, mut before) = (WindowBackend::default(), player.render());
        while player.next_frame().is_some() {
            let now = player.render();
            let changed = before.diff(&now).into_iter();
            sent.draw(changed).expect("memory");
            before = now;
        }
        let bytes = sent.frame().len();
        assert!((5_000..60_000).contains(&bytes), "{bytes} at {size:?}");
    }
}

#[test]
fn a_terminal_that_gets_only_what_changes_shows_the_colors_of_the_last_frame() {
    let mut player = at_the_win("moving-left", (80, 24));
    let (mut sent, mut before) = (
        WindowBackend::default(),
        Buffer::empty(player.render().area),
    );
    loop {
        let now = player.render();
        sent.draw(before.diff(&now).into_iter()).expect("memory");
        before = now;
        if player.next_frame().is_none() {
            break;
        }
    }
    let [rows, columns] = [24, 80].map(|count| NonZero::new(count).expect("some"));
    let mut terminal = vt100::Parser::new(rows, columns, 0);
    terminal.process(sent.frame());
    let (screen, mut compared) = (terminal.screen(), 0);
    for (x, y) in (0..24).flat_map(|y| (0..80).map(move |x| (x, y))) {
        let (cell, seen) = (&before[(x, y)], screen.cell(y, x).expect("a cell"));
        // Of a blank only its paper is seen.
        let is_blank = cell.symbol() == " " || cell.fg == cell.bg;
        let colors = [(cell.fg, seen.fgcolor()), (cell.bg, seen.bgcolor())];
        for (color, seen) in colors.into_iter().skip(is_blank.into()) {
            if let Color::Rgb(red, green, blue) = color {
                assert_eq!(seen, vt100::Color::Rgb(red, green, blue), "at {x},{y}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}
