//! Cards on their way: shown where that is wanted, never waited for.

use jiff::{SignedDuration, Timestamp};
use larboard::session::{SearchReply, SearchUpdate};
use larboard::solver::{SolveResult, Verdict};
use larboard::tui::action::Action;
use larboard::tui::mode::Mode;

use super::{GAMES, Player, numbers, variant};

/// A player who wants motion, at a deal that has been shown.
fn at(game: &str, options: &[(&str, &str)], seed: u64, size: (u16, u16)) -> Player {
    let mut player = Player::at(variant(game, options), seed, size);
    player.update(Action::Resize(size.0, size.1), player.now);
    player.app.services.reduce_motion = false;
    player
}

/// Lets the time pass until nothing is due, looking at every picture; returns how long it took.
fn watch(player: &mut Player, mut look: impl FnMut(&Player)) -> SignedDuration {
    let begun = player.now;
    while let Some(due) = player.app.deadline() {
        assert!(
            due > player.now || due == begun,
            "a deadline that has passed"
        );
        player.now = due;
        player.update(Action::Tick, due);
        look(player);
    }
    player.now.duration_since(begun)
}

fn aloft(player: &Player) -> usize {
    player.layout().floating_cards.len()
}

/// The screen of the same state without motion.
fn at_rest(player: &Player) -> String {
    let mut rest = player.copy();
    rest.table_mut().animation = Default::default();
    rest.screen()
}

#[test]
fn every_move_of_every_game_is_shown_shortly_and_ends_where_it_belongs() {
    for (game, options) in GAMES {
        for size in [(80, 24), (120, 40)] {
            let mut player = at(game, options, 7, size);
            let mut random = numbers(5);
            let mut flown = 0;
            for _ in 0..25 {
                let legal = player.legal();
                if legal.is_empty() {
                    break;
                }
                player.make(&legal[random() % legal.len()]);
                flown += aloft(&player);
                let rest = at_rest(&player);
                let took = watch(&mut player, |player| {
                    player.screen();
                });
                assert!(
                    took < SignedDuration::from_millis(1100),
                    "{game} took {took}"
                );
                assert_eq!(player.screen(), rest);
                assert_eq!(aloft(&player), 0);
            }
            assert!(flown > 0, "{game}");
        }
    }
}

#[test]
fn a_new_deal_is_dealt_card_by_card() {
    for (game, options) in GAMES {
        let mut player = at(game, options, 7, (100, 30));
        player.press("R");
        let rest = at_rest(&player);
        let mut most = 0;
        let took = watch(&mut player, |player| most = most.max(aloft(player)));
        assert!(
            took < SignedDuration::from_millis(800),
            "{game} took {took}"
        );
        assert!((2..40).contains(&most), "{game}: {most} at once");
        assert_eq!(player.screen(), rest);
    }
}

#[test]
fn a_deal_that_was_looked_for_is_dealt_when_it_is_found() {
    let mut player = at("moosehide", &[("layout", "classic")], 7, (100, 30));
    player.app.services.force_winnable = true;
    player.press("n");
    assert_eq!(aloft(&player), 0);
    let question = player.app.search_request().expect("a deal to search");
    let (verdict, positions) = (Verdict::Winnable(Vec::new()), 1);
    let news = SearchUpdate::Finished(SolveResult { verdict, positions });
    let reply = SearchReply {
        request: question,
        update: news,
    };
    player.app.handle_search_reply(&reply, player.now);
    assert!(aloft(&player) > 0);
    let rest = at_rest(&player);
    watch(&mut player, |_| {});
    assert_eq!(player.screen(), rest);
    player.press("down");
    assert_eq!(aloft(&player), 0, "it is dealt already");
}

#[test]
fn a_key_ends_it_and_is_obeyed() {
    let mut player = at("moving-left", &[], 5, (80, 24));
    player.press("1 8");
    assert!(aloft(&player) > 0);
    player.press("d");
    let moves = player.moves();
    assert_eq!(moves, ["t1-t8", "draw"]);
    assert_eq!(aloft(&player), 1, "the card drawn");
    let mut player = at("moving-left", &[], 5, (80, 24));
    player.press("1 8 left");
    assert_eq!((aloft(&player), player.app.deadline()), (0, None));
    player.press("u");
    assert_eq!((aloft(&player), player.moves().len()), (0, 0));
}

#[test]
fn without_motion_nothing_is_ever_due() {
    let mut player = Player::new("moving-left", 5);
    for keys in ["1 8", "d", "R", "n"] {
        player.press(keys);
        assert_eq!((aloft(&player), player.app.deadline()), (0, None), "{keys}");
    }
}

#[test]
fn a_window_of_another_size_ends_it() {
    let mut player = at("oscillation", &[], 7, (80, 24));
    player.press("d");
    assert!(player.app.deadline().is_some());
    player.update(Action::Resize(60, 20), player.now);
    assert_eq!((aloft(&player), player.app.deadline()), (0, None));
}

#[test]
fn a_win_is_celebrated_until_a_key() {
    for size in [(80, 24), (120, 40)] {
        let mut player = at("single-left", &[], super::other_screens::WON, size);
        player.press("x");
        while player.app.mode() != Mode::GameOver {
            player.now = player.app.deadline().expect("it runs");
            player.update(Action::Tick, player.now);
        }
        let won = player.now;
        let rest = at_rest(&player);
        let mut most = 0;
        let took = watch(&mut player, |player| most = most.max(aloft(player)));
        assert!((1..20).contains(&most), "{most}");
        assert!(took < SignedDuration::from_secs(3), "{took}");
        assert_eq!(player.screen(), rest);
        assert_eq!(player.table().session.played().finished, Some(won));
    }
    let mut player = at("single-left", &[], super::other_screens::WON, (80, 24));
    player.press("x");
    while player.app.mode() != Mode::GameOver {
        player.now = player.app.deadline().expect("it runs");
        player.update(Action::Tick, player.now);
    }
    player.press("u");
    assert_eq!((aloft(&player), player.app.mode()), (0, Mode::HandGame));
}

#[test]
fn a_replay_shows_its_moves_too() {
    let mut player = at("yakutat-bay", &[], 7, (80, 24));
    let mut random = numbers(3);
    player.play_by(|_| random(), 20).press("P");
    assert_eq!(player.app.mode(), Mode::Replay);
    player.press("right");
    assert!(aloft(&player) > 0);
    player.press("end");
    player.now = Timestamp::from_second(1_000).expect("a time");
    player.update(Action::Tick, player.now);
    assert_eq!((aloft(&player), player.app.deadline()), (0, None));
}

#[test]
fn at_the_end_of_time_it_is_still_a_game() {
    for (game, options) in GAMES {
        let mut player = at(game, options, 7, (100, 30));
        let (last, before) = (Timestamp::MAX, player.moves().len());
        for action in [
            Action::Draw,
            Action::PlayForced,
            Action::Analyze,
            Action::NewDeal,
        ] {
            player.update(action, last);
            player.drawn();
            player.update(Action::Tick, last);
        }
        player.update(Action::Undo, last);
        let mv = player.legal()[0].clone();
        player.update(Action::EnterMove, last);
        for letter in mv.chars() {
            player.update(Action::InsertChar(letter), last);
        }
        player.update(Action::Select, last);
        player.update(Action::Tick, last);
        assert_eq!(aloft(&player), 0, "{game}: all has arrived");
        assert!(player.moves().len() > before, "{game}");
    }
}
