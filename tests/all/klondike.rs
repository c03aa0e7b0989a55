//! A game that only these tests know, written against the public interface: Klondike is dealt,
//! played, undone, described, recorded and solved like the five games.

mod rules;

use std::ops::Range;
use std::sync::Arc;
use std::thread;

use larboard::confidence::wilson_interval;
use larboard::describe::{self, CardNotation};
use larboard::game::Game;
use larboard::hint::obvious_hints;
use larboard::player::View;
use larboard::record::{PlayedGame, Record};
use larboard::rules::{Move, PileId, Rules, shuffled_deck};
use larboard::solver::{Budget, CancelToken, SolveResult, Tally, Verdict, solve};
use larboard::variant::Variant;
use rules::Klondike;

use crate::fuzz::check_invariants;
use crate::games;
use crate::line_mode::LineMode;

/// Published share of winnable deals of thoughtful Klondike with one card drawn at a time.
const PUBLISHED_SHARE: f64 = 0.9048;

pub(crate) fn klondike() -> Variant {
    Arc::new(Klondike)
}

fn budget(positions: u64) -> Budget {
    games::budget(positions, 256 << 20)
}

fn solve_seed(seed: u64, positions: u64) -> SolveResult {
    let rules = Klondike;
    let table = rules.deal(&shuffled_deck(seed, 1));
    let cancel = CancelToken::default();
    solve(&rules, &table, &budget(positions), &cancel, &mut |_| {})
}

/// Returns a winning line of a deal.
fn winning_line(seed: u64) -> Vec<Move> {
    match solve_seed(seed, 1_000_000).verdict {
        Verdict::Winnable(line) => line,
        other => panic!("seed {seed} is {}", other.as_str()),
    }
}

#[test]
fn redeals_are_unlimited() {
    let mut game = Game::new(klondike(), 1);
    let opening = game.table().clone();
    for _ in 0..300 {
        for _ in 0..24 {
            game.play(Move::Draw).expect("card in the stock");
        }
        game.play(Move::Redeal).expect("waste to turn over");
    }
    assert_eq!(*game.table(), opening);
}

#[test]
fn the_invariants_of_a_game_hold_in_every_position() {
    for seed in 0..20 {
        let mut game = Game::new(klondike(), seed);
        for n in 0..200 {
            check_invariants(&game);
            let legal = game.legal_moves();
            let Some(&mv) = legal.get((n * 7 + 3) % legal.len().max(1)) else {
                break;
            };
            game.play(mv).expect("legal move");
        }
        while game.undo().is_some() {}
        assert_eq!(*game.table(), Klondike.deal(&shuffled_deck(seed, 1)));
    }
}

#[test]
fn a_record_is_replayed_only_by_the_rules_of_its_game_and_with_legal_moves() {
    let mut record = Record::from_played_game(&PlayedGame::new(Game::new(klondike(), 5)));
    let error = record.to_played_game().expect_err("unknown game");
    assert_contains!(error.to_string(), "unknown game \"klondike\"");
    let moving_left = games::variant("moving-left", &[]);
    let error = record.replay(moving_left).expect_err("another game");
    assert_eq!(error.to_string(), "game: \"klondike\" is not moving-left");
    record.moves.push("t1-f4".parse().expect("valid move"));
    let error = record.replay(klondike()).expect_err("illegal move");
    assert_eq!(error.path, "move 1");
}

#[test]
fn klondike_is_played_and_described_in_line_mode() {
    let mut played = PlayedGame::new(Game::new(klondike(), 1));
    let mut line_mode = LineMode::new();
    line_mode.options.notation = CardNotation::Letters;
    let lines = ["draw", "undo", "hint", "moves", "draw", "quit"].map(String::from);
    let printed = line_mode.play(&mut played, lines.into_iter());
    assert_starts_with!(printed, "Klondike, deal 1, move 0: playing, 0 of 52 home");
    assert!(!obvious_hints(&Klondike, played.game.table()).is_empty());
    assert!(describe::table(&played.game, CardNotation::Symbols).contains("move 1: playing"));
}

#[test]
fn deals_are_solved_played_hinted_recorded_and_undone() {
    for seed in 0..3 {
        let hinted = games::check_won_game(Game::new(klondike(), seed), &winning_line(seed));
        assert!(hinted > 10, "seed {seed}: {hinted}");
    }
}

/// Solves the deals of some seeds on two threads.
fn survey(seeds: Range<u64>, positions: u64) -> Tally {
    let solve = |seed| solve_seed(seed, positions).verdict.without_line();
    let mut totals = Tally::default();
    thread::scope(|scope| {
        let halves = [0, 1].map(|odd| {
            let seeds = seeds.clone().filter(move |seed| seed % 2 == odd);
            scope.spawn(move || seeds.map(solve).collect::<Vec<_>>())
        });
        for half in halves {
            let verdicts = half.join().expect("verdicts of a thread");
            verdicts.into_iter().for_each(|verdict| totals.add(verdict));
        }
    });
    totals
}

/// Asserts that the confidence interval of the winnable share contains the published share.
fn assert_published_share(totals: Tally) {
    let (low, high) = totals.confidence_interval();
    println!("{totals:?}: {low:.4} to {high:.4}");
    assert!((low..=high).contains(&PUBLISHED_SHARE), "{low} to {high}");
}

#[test]
#[ignore = "takes minutes: a thousand deals with large budgets"]
fn the_winnable_share_of_a_thousand_deals_agrees_with_the_published_one() {
    let totals = survey(0..1000, 20_000_000);
    assert_published_share(totals);
    // The interval from the deals that were proven winnable, without the unknown ones.
    let (low, high) = wilson_interval(totals.won, totals.count());
    assert!(
        (low..=high).contains(&PUBLISHED_SHARE),
        "{low} to {high}: {totals:?}"
    );
}

#[test]
fn seen_stock_is_known_after_a_redeal() {
    let mut game = Game::new(klondike(), 1);
    let hidden = View::new(&game).unseen().len();
    assert_eq!(hidden, 21 + 24);
    while game.play(Move::Draw).is_ok() {}
    game.play(Move::Redeal).expect("the stock is empty");
    assert_eq!(View::new(&game).unseen().len(), 21);
    assert_eq!(game.table().face_down(PileId::STOCK), 24);
    let unseen = View::new(&game).unseen().to_vec();
    let table = View::new(&game).to_table(&unseen);
    assert_eq!(table.pile(PileId::STOCK), game.table().pile(PileId::STOCK));
}
