//! Autoplay: which cards go home, and that one undo takes back the whole turn.

use larboard::record::Record;

use super::player::Player;
use super::{numbers, variant};

fn with_autoplay(game: &str, seed: u64) -> Player {
    let mut player = Player::with_settings("autoplay = true", (80, 24), true);
    player.deal(variant(game, &[]), seed);
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
        turns.push(player.moves().len());
    }
    turns
}

/// Saves the game, and resumes it without autoplay.
fn resumed(player: &Player) -> Player {
    let saved = Record::for_save(player.played().expect("a game")).to_string();
    let record = Record::from_slice(saved.as_bytes()).expect("a record");
    let mut again = Player::at_the_menu((80, 24));
    again.take(record.to_played_game().expect("legal moves"));
    again
}

#[test]
fn without_autoplay_nothing_goes_home_by_itself() {
    for game in ["moving-left", "moosehide"] {
        let turns = play(&mut Player::new(game, 1), 1, 25);
        assert_eq!(turns, (1..=25).collect::<Vec<_>>());
    }
}

#[test]
fn autoplay_sends_safe_cards_home_and_one_undo_takes_back_the_turn_also_when_resumed() {
    for game in ["moving-left", "yakutat-bay", "moosehide"] {
        let mut autoplayed = 0;
        for seed in 0..3 {
            let mut player = with_autoplay(game, seed);
            let turns = play(&mut player, seed, 25);
            autoplayed += player.moves().len() - turns.len();
            for player in [&mut resumed(&player), &mut player] {
                let end = player.moves();
                for &before in turns.iter().rev().skip(1).chain([&0]) {
                    assert_eq!(
                        player.press("u").moves().len(),
                        before,
                        "u in deal {seed} of {game}"
                    );
                }
                for &after in &turns {
                    assert_eq!(
                        player.press("U").moves().len(),
                        after,
                        "U in deal {seed} of {game}"
                    );
                }
                assert_eq!(player.moves(), end);
            }
        }
        assert!(autoplayed > 0, "{game}: no card went home by itself");
    }
}

#[test]
fn one_undo_takes_back_what_one_key_sent_home_also_when_resumed() {
    let mut most = 0;
    for seed in 0..15 {
        let mut player = Player::new("moosehide", seed);
        play(&mut player, seed, 10);
        let before = player.moves().len();
        let after = player.press("a").moves().len();
        most = most.max(after - before);
        if after > before + 1 {
            assert_contains!(player.screen(), "cards sent home");
            let mut again = resumed(&player);
            for (key, moves) in [("u", before), ("U", after)] {
                let now = again.press(key).moves().len();
                assert_eq!(now, moves, "a and, resumed, {key} in deal {seed}");
            }
            let expected = format!("Undid: {} cards sent home", after - before);
            assert_contains!(player.press("u").screen(), &expected);
            assert_eq!(player.moves().len(), before, "a u in deal {seed}");
        }
    }
    assert!(most > 1, "never more than one card at once");
}
