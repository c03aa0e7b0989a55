//! Cards that go home by themselves: what goes, and that it is one turn with what the player did.

use larboard::record::Record;
use larboard::session::Session;
use larboard::storage::settings::BoolSetting;

use super::{Player, numbers};

fn length(player: &Player) -> usize {
    player.moves().len()
}

/// A player whose cards go home by themselves.
fn homeward(game: &str, seed: u64) -> Player {
    let mut player = Player::new(game, seed);
    player
        .app
        .services
        .settings
        .set(BoolSetting::Autoplay, true);
    player
}

/// Makes legal moves by number; how many moves there were after each.
fn play(player: &mut Player, seed: u64, moves: usize) -> Vec<usize> {
    let mut random = numbers(seed);
    let mut turns = Vec::new();
    for _ in 0..moves {
        let legal = player.legal();
        if legal.is_empty() {
            break;
        }
        player.make(&legal[random() % legal.len()]);
        turns.push(length(player));
    }
    turns
}

#[test]
fn without_being_asked_nothing_goes_home() {
    for game in ["moving-left", "moosehide"] {
        let mut player = Player::new(game, 1);
        let turns = play(&mut player, 1, 25);
        assert_eq!(turns, (1..=25).collect::<Vec<_>>());
    }
}

#[test]
fn after_each_move_what_safely_can_goes_home_and_one_undo_takes_all_of_it_back() {
    for game in ["moving-left", "yakutat-bay", "moosehide"] {
        let mut together = 0;
        for seed in 0..6 {
            let mut player = homeward(game, seed);
            let turns = play(&mut player, seed, 25);
            together += length(&player) - turns.len();
            let end = player.screen();
            for &before in turns.iter().rev().skip(1).chain([&0]) {
                player.press("u");
                assert_eq!(length(&player), before, "{game} {seed}");
            }
            let undos = player.table().game().undos();
            assert_eq!(undos as usize, turns.len());
            for &after in &turns {
                player.press("U");
                assert_eq!(length(&player), after, "{game} {seed}");
            }
            let line = |screen: &str| screen.lines().nth(2).map(str::to_owned);
            assert_eq!(line(&player.screen()), line(&end));
        }
        assert!(together > 0, "{game}: none followed");
    }
}

/// A player at the same sitting, saved and taken up again by somebody without that setting.
fn taken_up_again(player: &Player, game: &str, seed: u64) -> Player {
    let saved = Record::for_save(player.table().session.played()).to_string();
    let record = Record::from_slice(saved.as_bytes()).expect("a record");
    let mut again = Player::new(game, seed);
    let played = record.to_played_game().expect("legal moves");
    again.app.open_table(Session::unsaved(played));
    again
}

#[test]
fn one_undo_takes_all_of_it_back_in_a_sitting_that_was_taken_up_again_too() {
    for undone in [0, 5, 100] {
        let mut player = homeward("moosehide", 3);
        let turns = play(&mut player, 3, 25);
        assert!(length(&player) > turns.len(), "none followed");
        (0..undone).for_each(|_| _ = player.press("u"));
        let mut again = taken_up_again(&player, "moosehide", 3);
        assert_eq!(length(&again), length(&player));
        while length(&again) > 0 {
            let back = [&mut again, &mut player].map(|one| length(one.press("u")));
            assert_eq!(back[0], back[1]);
        }
        for &after in &turns {
            assert_eq!(length(again.press("U")), after);
        }
    }
}

#[test]
fn what_one_key_sent_home_one_key_takes_back_in_a_sitting_that_was_taken_up_again() {
    let mut together = 0;
    for seed in 0..40 {
        let mut player = Player::new("moosehide", seed);
        play(&mut player, seed, 10);
        let before = length(&player);
        player.press("a");
        together = together.max(length(&player) - before);
        if length(&player) > before {
            let mut again = taken_up_again(&player, "moosehide", seed);
            assert_eq!(length(again.press("u")), before);
            assert_eq!(length(again.press("U")), length(&player));
        }
    }
    assert!(together > 1, "no more than one card went at once");
}

#[test]
fn what_one_key_sends_home_one_key_takes_back() {
    let mut sent = 0;
    for seed in 0..40 {
        let mut player = Player::new("moosehide", seed);
        play(&mut player, seed, 10);
        let before = length(&player);
        player.press("a");
        let gone = length(&player) - before;
        sent = sent.max(gone);
        if gone > 1 {
            assert!(
                player.message().contains("cards sent home"),
                "{}",
                player.message()
            );
        }
        if gone > 0 {
            player.press("u");
            assert_eq!(length(&player), before);
            if gone > 1 {
                let words = format!("Undid: {gone} cards sent home");
                assert_eq!(player.message(), words);
            }
        }
    }
    assert!(sent > 1, "no more than one card went at once");
}
