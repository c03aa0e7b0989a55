//! Klondike and FreeCell, which only the tests know, at the table screen of the program.

use insta::assert_snapshot;
use larboard::game::CardPosition;
use larboard::rules::Move;
use larboard::variant::Variant;

use super::Player;
use super::play::next_visible_hint;
use super::sizes::{all_faces_are_visible, check_hits_and_faces};
use crate::freecell::freecell;
use crate::games;
use crate::klondike::klondike;

fn test_games() -> [Variant; 2] {
    [klondike(), freecell()]
}

fn player(rules: &Variant) -> Player {
    Player::at(rules.clone(), 1, (80, 24))
}

#[test]
fn test_games_are_dealt_laid_out_and_drawn() {
    for rules in test_games() {
        let mut player = player(&rules);
        let (layout, table) = (player.layout(), player.table().game().table());
        assert_eq!(*table, rules.deal(player.table().game().deck()));
        for pile in table.pile_ids().iter() {
            let index = table.size(pile).saturating_sub(1);
            let area = layout.area_of(CardPosition { pile, index });
            assert!(area.is_some_and(|area| !area.is_empty()), "{pile}");
        }
        assert!(all_faces_are_visible(&mut player), "{}", player.screen());
        check_hits_and_faces(&mut player);
        assert_snapshot!(rules.info().id, player.screen());
    }
}

#[test]
fn keys_play_undo_and_redo_moves_of_test_games() {
    for rules in test_games() {
        let with_transfer = |seed| {
            let player = Player::at(rules.clone(), seed, (80, 24));
            let legal = player.table().game().legal_moves();
            let piles = legal.into_iter().find_map(|mv| match mv {
                Move::Transfer { from, to, .. } if from.is_tableau() && to.is_tableau() => {
                    Some((from, to))
                }
                _ => None,
            });
            piles.map(|piles| (player, piles))
        };
        let (mut player, (from, to)) = (0..).find_map(with_transfer).expect("deal");
        player.press(&format!("{} {}", from.number() + 1, to.number() + 1));
        let played = player.moves().join(" ");
        assert!(played.starts_with(&format!("{from}-{to}")), "{played}");
        assert!(player.press("u").moves().is_empty());
        assert_eq!(player.press("U").moves().join(" "), played);
    }
}

#[test]
fn hints_in_test_games_are_legal_moves() {
    for rules in test_games() {
        let mut player = player(&rules);
        next_visible_hint(&mut player);
        let hint = player.hint().expect("hint");
        assert!(player.legal().contains(&hint.to_string()));
        assert!(player.message().starts_with("Hint"), "{}", player.message());
        assert_eq!(player.table().session().played().header.hints, 1);
    }
}

#[test]
fn a_verdict_in_a_test_game_is_requested_from_the_solver() {
    for rules in test_games() {
        let mut player = player(&rules);
        player.press("v");
        let request = player.app.search_request().expect("search request");
        assert_eq!(games::task(&request), "verdict");
    }
}
