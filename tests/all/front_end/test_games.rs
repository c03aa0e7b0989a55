//! Klondike, which only the tests know, at the table screen of the program.

use insta::assert_snapshot;
use larboard::rules::Move;

use super::player::Player;
use super::sizes::{check_faces, check_hits};
use crate::klondike::klondike;

#[test]
fn a_game_that_the_program_does_not_know_is_drawn_and_played_by_keys_and_hints() {
    let mut player = Player::at(klondike(), 1, (80, 24));
    check_faces(&mut player, "klondike");
    check_hits(&mut player, "klondike");
    assert_snapshot!("klondike", player.press("home").screen());
    assert_contains!(player.press("v esc").screen(), "Search canceled");
    player.press("H");
    while !player.screen().contains("Hint") {
        assert!(player.search(10_000));
    }
    player.press("space");
    assert_eq!(player.moves().len(), 1);
    assert_eq!(player.recorded("hints"), "1");
    let (seed, from, to) = (0..)
        .find_map(|seed| {
            let game = larboard::game::Game::new(klondike(), seed);
            game.legal_moves().into_iter().find_map(|mv| match mv {
                Move::Transfer { from, to, .. } if from.is_tableau() && to.is_tableau() => {
                    Some((seed, from, to))
                }
                _ => None,
            })
        })
        .expect("a deal");
    let mut player = Player::at(klondike(), seed, (80, 24));
    player.press(&format!("{} {}", from.number() + 1, to.number() + 1));
    let played = player.moves();
    assert_starts_with!(played[0], &format!("{from}-{to}"));
    assert!(player.press("u").moves().is_empty());
    assert_eq!(player.press("U").moves(), played);
}
