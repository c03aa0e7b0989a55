//! Replays: steps, playback and playing on.

use insta::assert_snapshot;
use jiff::Timestamp;
use larboard::game::Game;
use larboard::record::PlayedGame;
use larboard::session::Start;
use larboard::solver::CancelToken;
use larboard::tui::action::{Action, Mode};
use larboard::tui::screens::replay::ReplayScreen;

use super::{Player, variant};
use crate::games;
use crate::review;

/// A replay of the first legal moves of a game, at the deal.
fn replay_of(moves: usize) -> Player {
    let mut game = Game::new(variant("moving-left", &[]), 42);
    for _ in 0..moves {
        let mv = game.legal_moves()[0];
        game.play(mv).expect("a legal move");
    }
    let mut player = Player::at_the_menu((80, 24));
    player
        .app
        .open(Start::Replay(PlayedGame::new(game).into()), None);
    player
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(seconds).expect("a time")
}

/// Presses keys at one time.
fn press(player: &mut Player, keys: &str, now: Timestamp) {
    for key in keys.split_whitespace() {
        let action = player.app.resolve_key(key.parse().expect("a key"));
        player.update(action, now);
    }
}

fn moves_made(player: &Player) -> Option<usize> {
    player.replay().map(ReplayScreen::moves_made)
}

/// Runs the review that is requested, as the solver's thread does.
fn run_review(player: &mut Player) {
    let request = player.app.search_request().expect("a search");
    assert_eq!(games::task(&request), "review");
    let mut reviews = Vec::new();
    request.run(&CancelToken::default(), &mut |found| reviews.push(found));
    assert!(reviews.len() > 5, "a review comes in parts");
    for review in reviews {
        player.reply(request.clone(), review).render();
    }
    assert_eq!(player.app.search_request(), None, "it has ended");
}

#[test]
fn a_review_draws_the_odds_and_leads_to_the_turning_points() {
    let mut player = Player::at_the_menu((80, 24));
    player.app.open(
        Start::Replay(Box::new(PlayedGame::new(review::reviewed_game()))),
        None,
    );
    assert!(!player.screen().contains("turning point"));
    player.press("v");
    assert!(
        player
            .message()
            .starts_with("Reviewing: when the game was lost")
    );
    run_review(&mut player);
    let expected = "You could still win after move 37; after move 38 no more. Lost at move 38: ";
    assert_starts_with!(player.message(), expected);
    for (key, moves) in [(">", 28), (">", 38), (">", 38), ("<", 28)] {
        player.press(key);
        assert_eq!(moves_made(&player), Some(moves));
    }
    player.press(">");
    assert_contains!(player.message(), "mistake: ");
    assert_snapshot!("review at a mistake", player.screen());
    for size in [(1, 1), (20, 5), (60, 20), (80, 25), (200, 60)] {
        player.update(Action::Resize(size.0, size.1), player.now);
        player.render();
    }
}

#[test]
fn a_review_is_canceled_by_the_key_that_started_it() {
    let mut player = replay_of(30);
    player.press("v");
    assert!(player.app.search_request().is_some());
    player.press("v");
    assert_eq!(player.message(), "Review canceled");
    assert_eq!(player.app.search_request(), None);
    player.press(">");
    assert_eq!(moves_made(&player), Some(0));
}

#[test]
fn a_game_in_play_is_not_reviewed() {
    let mut player = Player::new("moving-left", 42);
    player.press("d P v");
    assert_eq!(player.message(), "The game can be reviewed once it is over");
    assert_eq!(player.app.search_request(), None);
}

#[test]
fn keys_step_both_ways_and_go_to_a_move_by_its_number() {
    for (keys, expected) in [
        ("right", 1),
        ("right right left", 1),
        ("left", 0),
        ("end", 30),
        ("end right", 30),
        ("end home", 0),
        ("pgdn", 10),
        ("pgdn pgdn pgup", 10),
        ("1 7 enter", 17),
        ("# 1 7 enter", 17),
        ("end # x enter backspace 4 enter right", 5),
        ("right # esc", 1),
        ("1 7 backspace enter", 1),
        ("1 7 esc right", 1),
        ("9 9 9 9 9 enter", 30),
        ("end 0 enter", 0),
    ] {
        let mut player = replay_of(30);
        press(&mut player, keys, at(0));
        assert_eq!(moves_made(&player), Some(expected), "{keys}");
    }
}

#[test]
fn the_key_that_plays_and_pauses_is_shown_beside_every_step_at_80_columns() {
    let mut player = replay_of(30);
    for _ in 0..30 {
        press(&mut player, "right", at(0));
        let screen = player.screen();
        assert!(screen.contains("space play"), "{screen}");
    }
    press(&mut player, "home space", at(0));
    while let Some(due) = player.app.deadline() {
        let screen = player.screen();
        assert!(screen.contains("space pause"), "{screen}");
        player.update(Action::Tick, due);
    }
}

#[test]
fn it_plays_at_its_speed_to_the_end_and_pauses_at_a_key() {
    let mut player = replay_of(3);
    press(&mut player, "space", at(0));
    let mut waits = Vec::new();
    let mut now = at(0);
    while let Some(due) = player.app.deadline() {
        waits.push(due.duration_since(now).as_millis());
        now = due;
        player.update(Action::Tick, now);
    }
    assert_eq!(waits, [1000, 1000, 1000]);
    assert_eq!(moves_made(&player), Some(3));
    press(&mut player, "space + + space", at(9));
    assert_eq!(moves_made(&player), Some(0), "from the deal again");
    let speed = player.replay().map(ReplayScreen::speed_label);
    assert_eq!(speed, Some("4 moves a second".into()));
    assert_eq!(player.app.deadline(), None);
    press(&mut player, "space right", at(10));
    assert_eq!(player.app.deadline(), None, "a step by hand");
}

#[test]
fn a_tick_before_its_time_does_nothing() {
    let mut player = replay_of(3);
    press(&mut player, "space", at(100));
    player.update(Action::Tick, at(50));
    assert_eq!(moves_made(&player), Some(0));
    assert_eq!(player.app.deadline(), Some(at(101)));
}

#[test]
fn playing_on_starts_a_new_game_that_remembers_the_old_one() {
    let mut player = replay_of(30);
    press(&mut player, "1 2 enter enter", at(7));
    assert_eq!(player.app.mode(), Mode::Table);
    let table = player.table();
    assert_eq!(table.game().moves().len(), 12);
    assert_eq!(table.game().undone().len(), 0);
    assert_eq!(table.session().played().started, Some(at(7)));
    let parent = table.session().played().parent.as_ref().expect("a parent");
    assert_eq!(parent.moves.len(), 30);
    assert_eq!(parent.deck, table.game().deck());
}

#[test]
fn closing_goes_back_to_the_table_or_quits_without_one() {
    let mut player = replay_of(3);
    press(&mut player, "q", at(0));
    assert!(player.has_quit());
    let mut player = replay_of(3);
    press(&mut player, "end enter P", at(0));
    assert_eq!(player.app.mode(), Mode::Replay);
    press(&mut player, "esc", at(0));
    assert_eq!(player.app.mode(), Mode::Table);
    assert!(!player.has_quit());
    assert_eq!(player.moves().len(), 3);
}

#[test]
fn watching_takes_no_time_at_the_table() {
    let mut player = replay_of(3);
    press(&mut player, "end enter", at(0));
    press(&mut player, "P", at(10));
    press(&mut player, "right", at(500));
    press(&mut player, "q", at(1000));
    press(&mut player, "u", at(1005));
    assert_eq!(player.table().session().played().header.seconds, 15);
}
