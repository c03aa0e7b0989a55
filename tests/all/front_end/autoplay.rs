//! Autoplay: which cards go home, and that one undo takes back the whole turn.

use larboard::record::Record;
use larboard::session::{Session, Start};
use larboard::storage::settings::Setting;

use super::{Player, numbers};

fn move_count(player: &Player) -> usize {
    player.moves().len()
}

/// A player with autoplay enabled.
fn with_autoplay(game: &str, seed: u64) -> Player {
    let mut player = Player::new(game, seed);
    player.set(Setting::Autoplay, true);
    player
}

/// Plays random legal moves, and returns the length of the game after each.
fn play(player: &mut Player, seed: u64, moves: usize) -> Vec<usize> {
    let mut random = numbers(seed);
    let mut turns = Vec::new();
    for _ in 0..moves {
        let legal = player.legal();
        if legal.is_empty() {
            break;
        }
        player.make(&legal[random() % legal.len()]);
        turns.push(move_count(player));
    }
    turns
}

#[test]
fn without_autoplay_nothing_goes_home_by_itself() {
    for game in ["moving-left", "moosehide"] {
        let mut player = Player::new(game, 1);
        let turns = play(&mut player, 1, 25);
        assert_eq!(turns, (1..=25).collect::<Vec<_>>());
    }
}

#[test]
fn autoplay_sends_safe_cards_home_and_one_undo_takes_back_the_turn() {
    for game in ["moving-left", "yakutat-bay", "moosehide"] {
        let mut autoplayed = 0;
        for seed in 0..6 {
            let mut player = with_autoplay(game, seed);
            let turns = play(&mut player, seed, 25);
            autoplayed += move_count(&player) - turns.len();
            let end = player.screen();
            for &before in turns.iter().rev().skip(1).chain([&0]) {
                player.press("u");
                assert_eq!(move_count(&player), before, "{game} {seed}");
            }
            let undos = player.table().game().undos();
            assert_eq!(undos as usize, turns.len());
            for &after in &turns {
                player.press("U");
                assert_eq!(move_count(&player), after, "{game} {seed}");
            }
            let line = |screen: &str| screen.lines().nth(2).map(str::to_owned);
            assert_eq!(line(&player.screen()), line(&end));
        }
        assert!(autoplayed > 0, "{game}: no card went home by itself");
    }
}

/// Saves the game and resumes it without autoplay.
fn resumed(player: &Player, game: &str, seed: u64) -> Player {
    let saved = Record::for_save(player.table().session().played()).to_string();
    let record = Record::from_slice(saved.as_bytes()).expect("a record");
    let mut again = Player::new(game, seed);
    let played = record.to_played_game().expect("legal moves");
    again
        .app
        .open(Start::Game(Box::new(Session::unsaved(played))), None);
    again
}

#[test]
fn one_undo_takes_back_the_turn_in_a_resumed_game() {
    for undone in [0, 5, 100] {
        let mut player = with_autoplay("moosehide", 3);
        let turns = play(&mut player, 3, 25);
        assert!(
            move_count(&player) > turns.len(),
            "no card went home by itself"
        );
        (0..undone).for_each(|_| _ = player.press("u"));
        let mut again = resumed(&player, "moosehide", 3);
        assert_eq!(move_count(&again), move_count(&player));
        while move_count(&again) > 0 {
            let counts = [&mut again, &mut player].map(|player| move_count(player.press("u")));
            assert_eq!(counts[0], counts[1]);
        }
        for &after in &turns {
            assert_eq!(move_count(again.press("U")), after);
        }
    }
}

#[test]
fn one_undo_takes_back_what_one_key_sent_home_also_in_a_resumed_game() {
    let mut most = 0;
    for seed in 0..40 {
        let mut player = Player::new("moosehide", seed);
        play(&mut player, seed, 10);
        let before = move_count(&player);
        let after = move_count(player.press("a"));
        let count = after - before;
        most = most.max(count);
        if count > 0 {
            let mut again = resumed(&player, "moosehide", seed);
            assert_eq!(move_count(again.press("u")), before);
            assert_eq!(move_count(again.press("U")), after);
        }
        if count > 1 {
            assert_contains!(player.message(), "cards sent home");
            assert_eq!(move_count(player.press("u")), before);
            let expected = format!("Undid: {count} cards sent home");
            assert_eq!(player.message(), expected);
        }
    }
    assert!(most > 1, "never more than one card at once");
}
