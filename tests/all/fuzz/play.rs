//! Random legal play with all options; the invariants are checked in every position.

use std::collections::BTreeMap;

use larboard::describe::{self, CardNotation};
use larboard::game::{Game, table_events};
use larboard::hint::obvious_hints;
use larboard::record::{PlayedGame, Record};
use larboard::rules::{Move, PileId, Status, Table};
use larboard::variant;
use proptest::prelude::*;

use super::cases;

/// Counts how often each card is on the table.
fn count_cards(table: &Table) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for pile in table.pile_ids().iter() {
        for card in table.pile(pile) {
            *counts.entry(card.index()).or_default() += 1;
        }
    }
    counts
}

/// Checks the invariants of a position.
pub(crate) fn check_invariants(game: &Game) {
    let (rules, table, legal) = (game.rules(), game.table(), game.legal_moves());
    let counts = count_cards(table);
    let decks = rules.info().decks;
    assert_eq!(counts.len(), 52);
    assert!(counts.values().all(|&count| count == decks), "{table:?}");
    for pile in table.pile_ids().iter().filter(|pile| pile.is_tableau()) {
        let has_open_top = table.is_empty(pile) || !table.face_up(pile).is_empty();
        assert!(has_open_top, "the top card of {pile} is face down");
    }
    match game.status() {
        Status::Won => assert!(legal.is_empty() && game.cards_home() == 52 * decks),
        Status::Lost => assert!(legal.is_empty()),
        Status::Playing => assert!(!legal.is_empty()),
    }
    let mut after = table.clone();
    for (n, &mv) in legal.iter().enumerate() {
        assert!(!legal[..n].contains(&mv), "{mv} is listed twice");
        assert_eq!(mv.to_string().parse(), Ok(mv));
        if let Move::Transfer { from, count, .. } = mv
            && from.is_tableau()
        {
            assert!(usize::from(count) <= rules.max_movable(table, from), "{mv}");
        }
        let checkpoint = after.checkpoint();
        rules.apply(&mut after, mv);
        assert_ne!(after, *table, "{mv} changes nothing");
        let events = table_events(&after, checkpoint);
        let text = describe::events(&events, CardNotation::Full);
        assert!(!text.chars().any(char::is_control), "{text:?}");
        let is_return = matches!(mv, Move::Transfer { from, .. } if from.is_foundation());
        assert!(rules.allows_foundation_return() || !is_return, "{mv}");
        after.rollback(checkpoint);
        assert_eq!(after, *table, "{mv} is not rolled back");
    }
    assert!(rules.has_safe_autoplay() || game.safe_home_move().is_none());
    for hint in obvious_hints(&**rules, table) {
        let mv = hint.moves[0];
        assert!(legal.contains(&mv), "the hint {mv} is illegal");
    }
}

/// Checks that the record of a game holds all of it.
fn check_record(played: &PlayedGame) {
    let record = Record::from_played_game(played);
    let text = record.to_string();
    let parsed = Record::from_slice(text.as_bytes()).expect("valid record");
    assert_eq!(parsed, record);
    let reread = parsed.to_played_game().expect("record of legal moves");
    assert_eq!(reread.game.table(), played.game.table());
    assert!(reread.game.undone().eq(played.game.undone()));
    assert_eq!(reread.game.undos(), played.game.undos());
    assert_eq!(Record::from_played_game(&reread).to_string(), text);
}

fn piles() -> impl Strategy<Value = PileId> {
    let all: Vec<PileId> = PileId::all().collect();
    prop::sample::select(all)
}

fn moves() -> impl Strategy<Value = Move> {
    let transfer = (piles(), piles(), any::<u8>());
    prop_oneof![
        8 => transfer.prop_map(|(from, to, count)| Move::Transfer { from, to, count }),
        1 => prop::sample::select(vec![Move::Draw, Move::Deal, Move::DiscardMiddle, Move::DiscardAll, Move::Redeal]),
    ]
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn invariants_hold_in_random_games(
        rules in prop::sample::select(variant::all()),
        seed in any::<u64>(),
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let mut game = Game::new(rules, seed);
        let deal = game.table().clone();
        check_invariants(&game);
        for choice in choices {
            let legal = game.legal_moves();
            if choice % 11 == 0 {
                game.undo();
            } else if choice % 13 == 0 {
                game.redo();
            } else if let Some(&mv) = legal.get(usize::from(choice) % legal.len().max(1)) {
                game.play(mv).expect("legal move");
            }
            check_invariants(&game);
        }
        check_record(&PlayedGame::new(game.clone()));
        let end = game.table().clone();
        let moves = game.moves().len();
        while game.undo().is_some() {}
        prop_assert_eq!(game.table(), &deal);
        game.seek(moves);
        prop_assert_eq!(game.table(), &end);
    }

    #[test]
    fn illegal_moves_change_nothing_and_are_explained(
        rules in prop::sample::select(variant::all()),
        seed in any::<u64>(),
        attempts in prop::collection::vec(moves(), 1..200),
    ) {
        let mut game = Game::new(rules, seed);
        for mv in attempts {
            let before = game.table().clone();
            let is_legal = game.legal_moves().contains(&mv);
            match game.play(mv) {
                Ok(_) => prop_assert!(is_legal),
                Err(error) => {
                    prop_assert!(!is_legal && game.table() == &before);
                    prop_assert!(!error.reason.is_empty());
                    prop_assert!(!error.reason.chars().any(char::is_control));
                }
            }
        }
    }
}
