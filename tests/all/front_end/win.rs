//! The picture of a win: how it moves, and that no key waits for it.

use jiff::SignedDuration;
use larboard::cards::{Card, Rank, Suit};
use larboard::record::Record;
use larboard::session::Session;
use larboard::storage::settings::AnimationMode;
use larboard::tui::action::{Action, Mode};

use super::Player;
use super::other_screens::play_to_the_end;
use super::sizes::check_hits_and_faces;
use crate::kept_files;

/// Plays the last move of a won game with animations, up to the frame in which it has ended.
fn at_the_win(game: &str, size: (u16, u16)) -> Player {
    let record = kept_files::read(&format!("tests/data/played/{game}.json"));
    let record = Record::from_slice(record.as_bytes()).and_then(|record| record.to_played_game());
    let mut played = record.expect("a valid record");
    let moves: Vec<_> = played.game.moves().collect();
    let last = moves.last().expect("a move");
    played.game.seek(moves.len() - 1);
    played.header.shown = 0;
    let mut player = Player::at_the_menu(size);
    player.app.start_session(Session::unsaved(played));
    player.update(Action::Resize(size.0, size.1), player.now);
    let cx = &mut player.app.context;
    cx.change_settings(|settings| settings.choose(AnimationMode::On));
    player.make(&last.to_string());
    assert_eq!(player.app.mode(), Mode::GameOver);
    player
}

/// Returns a player at each frame of a win, the first one at its last move.
fn frames(game: &str, size: (u16, u16)) -> Vec<Player> {
    let mut player = at_the_win(game, size);
    let mut frames = vec![player.copy()];
    while let Some(due) = player.app.deadline() {
        assert!(due > player.now, "the deadline has passed");
        player.now = due;
        player.update(Action::Tick, due);
        frames.push(player.copy());
    }
    frames
}

#[test]
fn a_win_is_whole_in_two_seconds_and_then_nothing_moves() {
    for (game, size) in [
        ("moving-left", (80, 24)),
        ("yakutat-bay", (120, 40)),
        ("oscillation", (200, 60)),
        ("moosehide", (60, 20)),
    ] {
        let frames = frames(game, size);
        let (first, last) = (&frames[0], &frames[frames.len() - 1]);
        let duration = last.now.duration_since(first.now);
        assert!(duration < SignedDuration::from_millis(2300), "{duration}");
        let mut shown: Vec<String> = frames
            .into_iter()
            .map(|mut player| player.screen())
            .collect();
        shown.dedup();
        assert!(shown.len() > 10, "{game}: {} frames", shown.len());
        assert!(shown[shown.len() - 1].contains("W O N"));
    }
}

#[test]
fn a_key_shows_the_still_of_a_win_at_once_and_is_obeyed() {
    let frames = frames("moving-left", (80, 24));
    let still = frames[frames.len() - 1].copy().screen();
    for frame in frames {
        let mut player = frame.copy();
        player.press("z");
        assert_eq!(player.app.deadline(), None);
        assert_eq!(player.screen(), still);
        let mut player = frame.copy();
        let moves = player.moves().len();
        player.press("u");
        assert_eq!(
            (player.app.mode(), player.moves().len()),
            (Mode::Table, moves - 1)
        );
        let mut player = frame.copy();
        player.press("esc");
        assert_eq!(player.app.mode(), Mode::Table);
        let mut player = frame.copy();
        player.press("n");
        assert_eq!(player.moves().len(), 0);
    }
}

#[test]
fn a_window_may_change_its_size_in_any_frame_of_a_win() {
    for (n, frame) in frames("oscillation", (100, 30)).into_iter().enumerate() {
        for (columns, rows) in [(1, 1), (40, 12), (60, 20), (77, 23), (200, 60), (640, 10)] {
            let mut player = frame.copy();
            player.update(Action::Resize(columns, rows), player.now);
            check_hits_and_faces(&mut player);
            assert_eq!(player.app.deadline(), None, "{n}: {columns}x{rows}");
        }
    }
}

#[test]
fn without_motion_a_win_is_a_still() {
    let mut player = play_to_the_end(super::other_screens::WON, (80, 24));
    assert_eq!(player.app.deadline(), None);
    assert!(player.screen().contains("W O N"));
}

#[test]
fn a_win_shows_every_card_at_every_size_from_60x20() {
    for (game, decks) in [("moosehide", 1), ("moving-left", 2), ("oscillation", 2)] {
        for columns in (60..=200).step_by(13) {
            for rows in (20..=60).step_by(3) {
                let mut player = at_the_win(game, (columns, rows));
                player.press("z");
                let screen = player.screen();
                let cards = Suit::ALL.into_iter().flat_map(|suit| {
                    let ranks = (1..=13).filter_map(Rank::new);
                    ranks.map(move |rank| Card::new(rank, suit))
                });
                for card in cards {
                    let count = screen.matches(&card.to_string()).count();
                    assert!(count >= decks, "{game} {columns}x{rows} {card}\n{screen}");
                }
            }
        }
    }
}
