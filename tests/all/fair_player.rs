//! Players that know only what a person at the table knows.

use std::thread;
use std::time::{Duration, Instant};

use larboard::cards::Card;
use larboard::game::Game;
use larboard::hint::{HintReason, obvious_hints};
use larboard::player::{Advice, DECISION_BUDGET, FairPlayer, View, lookahead};
use larboard::rules::{Move, PileId, Status};
use larboard::solver::{CancelToken, Tally};
use larboard::variant::{self, Variant};

use crate::front_end::{self, numbers};
use crate::games;

/// A game after random moves.
fn random_game(rules: &Variant, seed: u64, moves: usize) -> Game {
    front_end::random_game(rules, seed, moves, numbers(seed))
}

/// Everything that lies face up after each move of a game, and the sizes of all piles.
fn visible_history(game: &Game) -> Vec<Vec<(PileId, usize, Vec<Card>)>> {
    let mut replay = Game::from_deck(game.rules().clone(), None, game.deck());
    let visible = |game: &Game| {
        let table = game.table();
        let pile = |pile| (pile, table.size(pile), table.face_up(pile).to_vec());
        table.pile_ids().iter().map(pile).collect()
    };
    let mut history = vec![visible(&replay)];
    for mv in game.moves() {
        replay.play(mv).expect("a legal move");
        history.push(visible(&replay));
    }
    history
}

/// The same game with some hidden cards exchanged that were never face up.
pub(crate) fn with_other_hidden_cards(game: &Game, seed: u64) -> Option<Game> {
    let history = visible_history(game);
    let moves: Vec<Move> = game.moves().collect();
    let mut random = numbers(seed);
    let mut changed: Option<Game> = None;
    for _ in 0..60 {
        let mut deck = changed.as_ref().unwrap_or(game).deck().to_vec();
        let first = random() % deck.len();
        let second = random() % deck.len();
        if deck[first] == deck[second] {
            continue;
        }
        deck.swap(first, second);
        let other = Game::from_deck(game.rules().clone(), None, &deck);
        if let Ok(other) = other.with_history(&moves, 0, 0)
            && visible_history(&other) == history
        {
            changed = Some(other);
        }
    }
    changed
}

fn advised(game: &Game, budget: u64) -> (Advice, Tally) {
    let mut player = FairPlayer::new(game.rules().clone(), View::new(game), 5, budget);
    while player.step(&CancelToken::default()) {}
    (player.advice(), player.odds())
}

#[test]
fn hidden_cards_have_no_influence() {
    let mut compared = 0;
    for rules in variant::all() {
        for (seed, moves) in [(1, 0), (2, 9)] {
            let game = random_game(&rules, seed, moves);
            let Some(other) = with_other_hidden_cards(&game, seed) else {
                continue;
            };
            assert_ne!(game.deck(), other.deck());
            let view = View::new(&game);
            assert_eq!(view, View::new(&other));
            assert_eq!(advised(&game, 20_000), advised(&other, 20_000));
            let hints_of = |game: &Game| obvious_hints(&*rules, game.table());
            assert_eq!(hints_of(&game), hints_of(&other));
            let looked = lookahead::choose_moves(&*rules, &view);
            assert_eq!(looked, lookahead::choose_moves(&*rules, &View::new(&other)));
            compared += 1;
        }
    }
    assert!(compared > 30, "only {compared} games have hidden cards");
}

#[test]
fn legal_moves_do_not_depend_on_hidden_cards() {
    for rules in variant::all() {
        for moves in [0, 10, 30] {
            let game = random_game(&rules, 3, moves);
            let view = View::new(&game);
            let mut unseen = view.unseen().to_vec();
            for _ in 0..4 {
                let steps = unseen.len().min(7);
                unseen.rotate_left(steps);
                let mut legal = larboard::rules::MoveList::new();
                rules.legal_moves(&view.to_table(&unseen), &mut legal);
                assert_eq!(legal, game.legal_moves(), "{rules:?}");
            }
        }
    }
}

#[test]
fn cards_seen_before_an_undo_are_unseen() {
    let mut game = games::deal("moving-left", 42);
    let before = View::new(&game);
    game.play(Move::Draw).expect("a legal move");
    let drawn = game.table().top(PileId::WASTE).expect("a card");
    let count = |view: &View| view.unseen().iter().filter(|&&card| card == drawn).count();
    assert_eq!(count(&View::new(&game)), count(&before) - 1);
    game.undo();
    assert_eq!(View::new(&game), before);
}

#[test]
fn order_of_a_redeal_is_known() {
    let options = [("discards", "optional"), ("redeals", "1")];
    let rules = games::variant("single-left", &options);
    let mut game = Game::new(rules.clone(), 5);
    while let Some(&mv) = game.legal_moves().first() {
        game.play(mv).expect("a legal move");
        if mv == Move::Redeal {
            break;
        }
    }
    assert_eq!(game.moves().last(), Some(Move::Redeal));
    let view = View::new(&game);
    assert_eq!(view.unseen(), []);
    let table = view.to_table(&[]);
    assert_eq!(table, *game.table());
    // The next redeal depends on the order in the deck.
    assert_eq!(table.deck(), game.deck());
}

#[test]
fn only_the_last_advised_move_shows_a_new_card() {
    let mut checked = 0;
    for rules in variant::all() {
        let mut game = random_game(&rules, 4, 6);
        let (advice, _) = advised(&game, 20_000);
        if advice.moves.is_empty() {
            continue;
        };
        let is_compared = matches!(
            advice.reason,
            HintReason::WinsMostSamples | HintReason::GetsFurthest | HintReason::LooksBest
        );
        if !is_compared {
            continue;
        }
        let unseen = View::new(&game).unseen().len();
        let (last, others) = advice.moves.split_last().expect("a move");
        for &mv in others {
            game.play(mv).expect("a legal move");
            assert_eq!(View::new(&game).unseen().len(), unseen, "{rules:?}");
        }
        game.play(*last).expect("a legal move");
        assert!(View::new(&game).unseen().len() < unseen, "{rules:?}");
        checked += 1;
    }
    assert!(checked > 10, "only {checked} positions");
}

#[test]
fn odds_are_known_where_there_is_only_one_move() {
    let rules = games::variant("single-left", &[("discards", "optional")]);
    let game = Game::new(rules, 1);
    assert_eq!(game.legal_moves().len(), 1);
    let (advice, odds) = advised(&game, 200_000);
    assert_eq!(advice.reason, HintReason::OnlyMove);
    assert_eq!(advice.moves, [Move::Draw]);
    assert!(odds.count() >= 5);
    let mut player = FairPlayer::new(game.rules().clone(), View::new(&game), 5, DECISION_BUDGET);
    player.decide(&CancelToken::default());
    assert_eq!(player.positions(), 0);
}

#[test]
fn advice_does_not_depend_on_the_number_of_threads() {
    for (id, seed) in [("yakutat-bay", 3), ("moving-left", 3), ("oscillation", 2)] {
        let mut game = games::deal(id, seed);
        let home = |game: &Game| game.rules().policy_knowledge()?.home_move(game.table());
        while let Some(home) = home(&game) {
            game.play(home).expect("a legal move");
        }
        let advised = |threads| {
            let player = FairPlayer::new(game.rules().clone(), View::new(&game), 9, 150_000);
            let mut player = player.with_threads(threads);
            let advice = player.decide(&CancelToken::default());
            (advice, player.positions())
        };
        let in_one = advised(1);
        assert!(in_one.1 > 5_000, "{id}: something is compared");
        for threads in [2, 3, 8] {
            assert_eq!(advised(threads), in_one, "{id}: {threads} threads");
        }
    }
}

/// No search begins once the budget is used; the last one has its own limit.
#[test]
fn budget_of_a_decision_is_exceeded_by_one_search_at_most() {
    for rules in variant::all() {
        let game = Game::new(rules.clone(), 8);
        for budget in [1, 500, 20_000, 100_000] {
            let mut player = FairPlayer::new(rules.clone(), View::new(&game), 2, budget);
            player.decide(&CancelToken::default());
            let last = (budget / 2).clamp(1, 25_000).max(budget / 20);
            let positions = player.positions();
            assert!(
                positions <= budget + last,
                "{rules:?}: {positions} of {budget}"
            );
        }
    }
}

#[test]
fn advised_moves_and_the_next_best_are_counted_on_the_same_sample_deals() {
    let mut compared = 0;
    for seed in 1..20 {
        let yakutat_bay = games::variant("yakutat-bay", &[]);
        let (advice, _) = advised(&random_game(&yakutat_bay, seed, 30), 100_000);
        if advice.moves.is_empty() {
            continue;
        };
        let Some((_, next)) = advice.next_best else {
            continue;
        };
        assert!(next.count() <= advice.tally.count(), "{advice:?}");
        if next.count() == advice.tally.count() {
            assert!(next.won <= advice.tally.won, "{advice:?}");
            compared += 1;
        }
        if compared > 1 {
            return;
        }
    }
    panic!("{compared} moves are compared");
}

#[test]
fn candidates_are_compared_only_where_sample_deals_are_decided() {
    let yakutat_bay = games::variant("yakutat-bay", &[]);
    let later = |seed| random_game(&yakutat_bay, seed, 30);
    let mut positions: Vec<Game> = (1..7).map(later).collect();
    positions.push(games::deal("moving-left", 3));
    let (mut compared, mut undecided) = (0, 0);
    for game in positions {
        for budget in [20_000, 60_000, 100_000] {
            let (advice, odds) = advised(&game, budget);
            let is_compared = advice.tally.count() > 0;
            if odds.won + odds.lost == 0 {
                assert!(!is_compared, "{budget}");
                undecided += 1;
            }
            compared += u32::from(is_compared);
        }
    }
    assert!(compared > 0 && undecided > 0);
}

#[test]
fn canceled_search_has_no_effect() {
    let game = games::deal("yakutat-bay", 3);
    let mut player = FairPlayer::new(game.rules().clone(), View::new(&game), 9, DECISION_BUDGET);
    let cancel = CancelToken::default();
    cancel.cancel();
    assert!(!player.step(&cancel));
    assert_eq!((player.positions(), player.advice().moves), (0, Vec::new()));
}

/// Cancels the search for a decision after some time and returns how long it took to stop. `None` if it
/// ended before.
fn time_to_stop(game: &Game, after: Duration) -> Option<Duration> {
    let rules = game.rules().clone();
    let mut player = FairPlayer::new(rules, View::new(game), 9, DECISION_BUDGET);
    let cancel = CancelToken::default();
    thread::scope(|scope| {
        let canceler = scope.spawn(|| {
            thread::sleep(after);
            cancel.cancel();
            Instant::now()
        });
        while player.step(&cancel) {}
        let is_stopped = cancel.is_canceled();
        let stopped_at = Instant::now();
        let canceled_at = canceler.join().expect("no panic");
        is_stopped.then(|| stopped_at.saturating_duration_since(canceled_at))
    })
}

#[test]
#[ignore = "measures time"]
fn a_canceled_decision_stops_within_twenty_milliseconds() {
    let mut stopped = 0;
    for rules in variant::all() {
        let game = random_game(&rules, 3, 12);
        for after in [0, 5, 20, 60].map(Duration::from_millis) {
            // The machine may be busy, so one of a few attempts must be fast enough.
            let mut attempts = (0..5).map(|_| time_to_stop(&game, after));
            let is_fast =
                |time: &Option<Duration>| time.is_none_or(|time| time < Duration::from_millis(20));
            let fast = attempts.find(is_fast);
            let fast = fast.unwrap_or_else(|| panic!("{rules:?} after {after:?}"));
            stopped += usize::from(fast.is_some());
        }
    }
    assert!(stopped > 20, "{stopped}");
}

#[test]
fn without_redeals_a_discard_is_made_unless_another_move_is_clearly_better() {
    let options = [("discards", "optional"), ("redeals", "0")];
    for seed in 1..=20 {
        let mut game = Game::new(games::variant("single-left", &options), seed);
        // A single sample deal is searched, so nothing is clearly better.
        while game.status() == Status::Playing && !View::new(&game).unseen().is_empty() {
            let view = View::new(&game);
            let mut player = FairPlayer::new(game.rules().clone(), view.clone(), seed, 1);
            let advice = player.decide(&CancelToken::default());
            let advised = advice.moves;
            assert_eq!(advised, lookahead::choose_moves(&**game.rules(), &view));
            for mv in advised {
                game.play(mv).expect("a legal move");
            }
        }
    }
}
