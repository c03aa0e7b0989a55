//! Random legal play in every option, every invariant checked at every position.

use std::collections::BTreeMap;

use larboard::describe::{self, CardNotation};
use larboard::game::Game;
use larboard::hint::hints;
use larboard::record::{PlayedGame, Record};
use larboard::rules::{Move, PileId, Status, Table};
use proptest::prelude::*;

use super::{cases, variants};

/// How often each card lies on the table.
fn census(table: &Table) -> BTreeMap<usize, usize> {
    let mut census = BTreeMap::new();
    for place in table.pile_ids().iter() {
        for card in table.pile(place) {
            *census.entry(card.index()).or_default() += 1;
        }
    }
    census
}

/// What holds at every position of every game.
fn holds(game: &Game) {
    let (rules, table, legal) = (game.rules(), game.table(), game.legal_moves());
    let dealt = census(table);
    let decks = rules.info().decks;
    assert_eq!(dealt.len(), 52);
    assert!(dealt.values().all(|&often| often == decks), "{table:?}");
    for place in table.pile_ids().iter().filter(|place| place.is_tableau()) {
        let open = table.is_empty(place) || !table.face_up(place).is_empty();
        assert!(open, "the top of {place} lies face down");
    }
    match game.status() {
        Status::Won => assert!(legal.is_empty() && game.foundation_cards() == 52 * decks),
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
        let mark = after.checkpoint();
        rules.apply(&mut after, mv);
        assert_ne!(after, *table, "{mv} changes nothing");
        let said = describe::changes(table, after.changes_since(mark), CardNotation::Full);
        assert!(!said.chars().any(char::is_control), "{said:?}");
        after.rollback(mark);
        assert_eq!(after, *table, "{mv} is not taken back");
    }
    for hint in hints(&**rules, table) {
        assert!(legal.contains(&hint.mv), "{} is hinted", hint.mv);
    }
}

/// A record of the sitting says all of it.
fn is_recorded(sitting: &PlayedGame) {
    let record = Record::from_played_game(sitting);
    let text = record.to_string();
    let read = Record::from_slice(text.as_bytes()).expect("what is written is read");
    assert_eq!(read, record);
    let back = read.to_played_game().expect("what was played is legal");
    assert_eq!(back.game.table(), sitting.game.table());
    assert!(back.game.undone().eq(sitting.game.undone()));
    assert_eq!(back.game.undos(), sitting.game.undos());
    assert_eq!(Record::from_played_game(&back).to_string(), text);
}

fn places() -> impl Strategy<Value = PileId> {
    let all: Vec<PileId> = PileId::all().collect();
    prop::sample::select(all)
}

fn moves() -> impl Strategy<Value = Move> {
    let carry = (places(), places(), any::<u8>());
    prop_oneof![
        8 => carry.prop_map(|(from, to, count)| Move::Transfer { from, to, count }),
        1 => prop::sample::select(vec![Move::Draw, Move::Deal, Move::DiscardMiddle, Move::DiscardAll, Move::Redeal]),
    ]
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn every_invariant_holds_however_a_game_is_played(
        rules in prop::sample::select(variants()),
        seed in any::<u64>(),
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let mut game = Game::new(rules, seed);
        let dealt = game.table().clone();
        holds(&game);
        for choice in choices {
            let legal = game.legal_moves();
            if choice % 11 == 0 {
                game.undo();
            } else if choice % 13 == 0 {
                game.redo();
            } else if let Some(&mv) = legal.get(usize::from(choice) % legal.len().max(1)) {
                game.play(mv).expect("a legal move");
            }
            holds(&game);
        }
        is_recorded(&PlayedGame::new(game.clone()));
        let end = game.table().clone();
        let moves = game.moves().len();
        while game.undo().is_some() {}
        prop_assert_eq!(game.table(), &dealt);
        game.seek(moves);
        prop_assert_eq!(game.table(), &end);
    }

    #[test]
    fn a_move_that_is_not_legal_changes_nothing_and_is_refused_in_words(
        rules in prop::sample::select(variants()),
        seed in any::<u64>(),
        tried in prop::collection::vec(moves(), 1..200),
    ) {
        let mut game = Game::new(rules, seed);
        for mv in tried {
            let before = game.table().clone();
            let legal = game.legal_moves().contains(&mv);
            match game.play(mv) {
                Ok(_) => prop_assert!(legal),
                Err(refused) => {
                    prop_assert!(!legal && game.table() == &before);
                    prop_assert!(!refused.reason.is_empty());
                    prop_assert!(!refused.reason.chars().any(char::is_control));
                }
            }
        }
    }
}
