//! Players that know only what a person at the table knows, in whole games.

use lab::playthrough::{PlayerKind, Playthrough};
use lab::random_move;
use larboard::game::Game;
use larboard::hint::HintReason;
use larboard::player::{FairPlayer, View};
use larboard::rules::{Move, Status};
use larboard::solver::CancelToken;
use larboard::variant;

use crate::games;

#[test]
fn hidden_cards_are_unseen_until_they_are_turned_up() {
    let mut playthrough =
        Playthrough::new(PlayerKind::Lookahead, games::deal("yakutat-bay", 1), 1, 0);
    for at_least in [21, 15] {
        let table = playthrough.game().table();
        let face_down = table.pile_ids().iter().map(|pile| table.face_down(pile));
        let hidden: usize = face_down.sum();
        assert!(hidden <= at_least);
        assert_eq!(View::new(playthrough.game()).unseen().len(), hidden);
        for _ in 0..8 {
            playthrough.step(&CancelToken::default());
        }
    }
}

#[test]
fn fair_player_wins_a_deal_of_classic_moosehide() {
    let rules = games::variant("moosehide", &[("layout", "classic")]);
    let mut playthrough = Playthrough::new(PlayerKind::Fair, Game::new(rules, 1), 1, 60_000);
    while playthrough.step(&CancelToken::default()) {}
    assert_eq!(playthrough.game().status(), Status::Won);
}

#[test]
fn a_win_that_is_found_when_all_cards_are_seen_is_proven() {
    let rules = games::variant("moosehide", &[("layout", "classic")]);
    let mut playthrough = Playthrough::new(PlayerKind::Fair, Game::new(rules, 1), 1, 60_000);
    let mut proven = 0;
    loop {
        let game = playthrough.game();
        let view = View::new(game);
        if view.unseen().is_empty() {
            let mut player = FairPlayer::new(game.rules().clone(), view, 1, 60_000);
            let advice = player.decide(&CancelToken::default());
            assert_ne!(advice.reason, HintReason::GetsFurthest);
            proven += u32::from(advice.reason == HintReason::ProvenWin);
        }
        if !playthrough.step(&CancelToken::default()) {
            break;
        }
    }
    assert!(proven > 0);
}

#[test]
fn players_end_every_game() {
    for rules in variant::all() {
        for player in [PlayerKind::Lookahead, PlayerKind::Random] {
            let game = Game::new(rules.clone(), 6);
            let mut playthrough = Playthrough::new(player, game, 6, 0);
            while playthrough.step(&CancelToken::default()) {}
            assert!(playthrough.decisions() <= 1_000, "{rules:?}");
        }
    }
}

#[test]
fn random_player_makes_every_move() {
    let game = games::deal("yakutat-bay", 2);
    let view = View::new(&game);
    let legal = game.legal_moves();
    let mut made: Vec<Move> = (0..400)
        .filter_map(|seed| random_move(&**game.rules(), &view, seed))
        .collect();
    assert!(made.iter().all(|mv| legal.contains(mv)));
    made.sort_by_key(Move::to_string);
    made.dedup();
    assert_eq!(made.len(), legal.len());
}
