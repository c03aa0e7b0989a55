//! A sixth game, brought from outside through the public interface alone: it is dealt, played,
//! taken back, hinted at, told in words, recorded and solved like the five.

mod rules;

use std::ops::Range;
use std::sync::Arc;
use std::thread;

use larboard::cards::Rank;
use larboard::describe::{self, CardNotation};
use larboard::game::Game;
use larboard::hint::hints;
use larboard::record::{PlayedGame, Record};
use larboard::rules::{
    Move, PileId, Rules, Status, Table, check_deck, perft, shuffled_deck, shuffled_reduced_deck,
};
use larboard::solver::{
    Budget, CancelToken, SolveResult, Verdict, is_winning_line, solve, solve_with,
};
use larboard::solver::{PruningRule, PruningRules};
use larboard::survey::{DealResult, SurveyTotals};
use larboard::variant::Variant;
use rules::Klondike;

use crate::line_mode::LineMode;

/// How many deals of thoughtful Klondike, draw one, can be won, as published.
const PUBLISHED: f64 = 0.9048;

/// A deal that no play can win: it is stuck in a circle from the start.
const LOST: u64 = 70;

/// The game as the front ends take it.
fn klondike() -> Variant {
    Arc::new(Klondike::new())
}

fn budget(positions: u64) -> Budget {
    Budget {
        positions: Some(positions),
        time: None,
        memory: 256 << 20,
    }
}

fn solved(seed: u64, positions: u64) -> SolveResult {
    let rules = Klondike::new();
    let table = rules.deal(&shuffled_deck(seed, 1));
    let cancel = CancelToken::default();
    solve(&rules, &table, &budget(positions), &cancel, &mut |_| {})
}

/// The line that wins a deal.
fn line(seed: u64) -> Vec<Move> {
    match solved(seed, 1_000_000).verdict {
        Verdict::Winnable(line) => line,
        other => panic!("seed {seed} is {}", other.as_str()),
    }
}

/// A game played on by legal moves chosen by a simple rule.
fn played(seed: u64, moves: usize) -> Game {
    let mut game = Game::new(klondike(), seed);
    for n in 0..moves {
        let legal = game.legal_moves();
        let Some(&mv) = legal.get((n * 7 + 3) % legal.len().max(1)) else {
            break;
        };
        game.play(mv).expect("a legal move");
    }
    game
}

#[test]
fn it_is_dealt() {
    let game = Game::new(klondike(), 1);
    let table = game.table();
    for pile in 0..7 {
        let place = PileId::tableau(pile);
        assert_eq!(
            (table.size(place), table.face_down(place)),
            (pile + 1, pile)
        );
    }
    assert_eq!(
        (table.size(PileId::STOCK), table.size(PileId::WASTE)),
        (24, 0)
    );
    assert_eq!(check_deck(game.deck(), 1), Ok(()));
}

#[test]
fn it_is_played_taken_back_and_played_again() {
    for seed in 0..20 {
        let mut game = played(seed, 200);
        let end = game.table().clone();
        while game.undo().is_some() {}
        assert_eq!(*game.table(), Klondike::new().deal(&shuffled_deck(seed, 1)));
        while game.redo().is_some() {}
        assert_eq!(*game.table(), end);
    }
}

#[test]
fn the_waste_is_turned_over_as_often_as_one_likes() {
    let mut game = Game::new(klondike(), 1);
    let opening = game.table().clone();
    for _ in 0..300 {
        for _ in 0..24 {
            game.play(Move::Draw).expect("a card in the stock");
        }
        game.play(Move::Redeal).expect("a waste to turn over");
    }
    assert_eq!(*game.table(), opening);
}

#[test]
fn a_refusal_says_why() {
    let mut game = Game::new(klondike(), 1);
    for (mv, why) in [
        ("redeal", "redeal cannot be done now"),
        ("w-t1", "there are no such cards on the waste"),
        ("t1-t1", "7♣ does not go on 7♣"),
    ] {
        let refused = game.play(mv.parse().expect("a move"));
        assert_eq!(refused.expect_err(mv).reason, why);
    }
}

#[test]
fn its_sequences_of_moves_are_counted() {
    let mut game = played(5, 40);
    let mut table = game.table().clone();
    let mut second = 0;
    for mv in game.legal_moves() {
        game.play(mv).expect("a legal move");
        second += game.legal_moves().len() as u64;
        game.undo();
    }
    let counts = [1, 2].map(|depth| perft(&Klondike::new(), &mut table, depth));
    assert_eq!(counts, [game.legal_moves().len() as u64, second]);
}

#[test]
fn its_record_is_written_and_read_back() {
    let mut game = played(5, 120);
    for _ in 0..20 {
        game.undo();
    }
    let sitting = PlayedGame::new(game);
    let record = Record::from_played_game(&sitting);
    let text = record.to_string();
    let read = Record::from_slice(text.as_bytes()).expect("a record");
    assert_eq!(read, record);
    let back = read.replay(klondike()).expect("a true record");
    assert_eq!(back.game.table(), sitting.game.table());
    assert!(back.game.undone().eq(sitting.game.undone()));
    let elsewhere = read.to_played_game().expect_err("none of the five");
    assert!(elsewhere.to_string().contains("unknown game \"klondike\""));
}

#[test]
fn a_record_that_lies_is_refused() {
    let mut record = Record::from_played_game(&PlayedGame::new(played(5, 30)));
    record.moves.push("t1-f4".parse().expect("a move"));
    let refused = record.replay(klondike()).expect_err("an illegal move");
    assert_eq!(refused.path, "move 31");
}

#[test]
fn it_is_played_by_typed_lines_and_told_in_words() {
    let mut sitting = PlayedGame::new(Game::new(klondike(), 1));
    let mut line_mode = LineMode::new();
    line_mode.options.notation = CardNotation::Letters;
    let lines = ["draw", "undo", "hint", "moves", "draw", "quit"].map(String::from);
    let told = line_mode.play(&mut sitting, lines.into_iter());
    assert!(
        told.starts_with("Klondike, seed 1, move 0: playing, 0 of 52 home"),
        "{told}"
    );
    assert!(!hints(&Klondike::new(), sitting.game.table()).is_empty());
    assert!(describe::table(&sitting.game, CardNotation::Symbols).contains("move 1: playing"));
}

#[test]
fn the_solvers_lines_win() {
    for seed in 0..3 {
        let mut game = Game::new(klondike(), seed);
        for mv in line(seed) {
            game.play(mv).expect("a legal move");
        }
        assert_eq!(game.status(), Status::Won, "seed {seed}");
    }
}

#[test]
fn the_solver_proves_a_deal_lost() {
    assert_eq!(solved(LOST, 1_000_000).verdict, Verdict::Unwinnable);
}

/// Whether a deal can be won, by a search with only these insights, if it comes to an end.
fn small(rules: &Klondike, table: &Table, known: PruningRules) -> Option<bool> {
    let cancel = CancelToken::default();
    let answer = solve_with(
        rules,
        table,
        known,
        &budget(3_000_000),
        &cancel,
        &mut |_| {},
    );
    match answer.verdict {
        Verdict::Winnable(line) => {
            assert!(is_winning_line(rules, table, &line));
            Some(true)
        }
        Verdict::Unwinnable => Some(false),
        Verdict::Unknown => None,
    }
}

/// Holds the verdicts of a search that knows these things against those of one that knows nothing,
/// and returns how many of the deals can be won and how many cannot.
fn agree(piles: usize, top: u8, seeds: Range<u64>, ways: &[PruningRules]) -> [usize; 2] {
    let top = Rank::new(top).expect("a rank");
    let rules = Klondike::shortened(piles, top);
    let mut ends = [0; 2];
    for seed in seeds {
        let table = rules.deal(&shuffled_reduced_deck(seed, 1, top));
        let Some(truth) = small(&rules, &table, PruningRules::NONE) else {
            continue;
        };
        for &known in ways {
            let found = small(&rules, &table, known);
            assert!(
                found.is_none_or(|found| found == truth),
                "{piles} piles, seed {seed}, {known:?}"
            );
        }
        ends[usize::from(!truth)] += 1;
    }
    ends
}

#[test]
fn what_it_tells_the_solver_changes_no_verdict() {
    let alone = PruningRule::ALL.map(|insight| PruningRules::NONE.with(insight));
    let [won, lost] = agree(4, 3, 0..8, &alone);
    assert!(won > 0 && lost > 0, "{won} won, {lost} lost");
    let [won, lost] = agree(6, 6, 0..7, &[PruningRules::ALL]);
    assert!(won > 1 && lost > 1, "{won} won, {lost} lost");
}

#[test]
#[ignore = "minutes: every insight alone, on deals that take a search without any long"]
fn nothing_it_tells_the_solver_changes_a_verdict() {
    let alone = PruningRule::ALL.map(|insight| PruningRules::NONE.with(insight));
    let ways = [&alone[..], &[PruningRules::ALL]].concat();
    let mut all = [0; 2];
    for (piles, top, seeds) in [
        (4, 3, 200),
        (4, 4, 200),
        (5, 4, 200),
        (5, 5, 200),
        (6, 6, 200),
    ] {
        let ends = agree(piles, top, 0..seeds, &ways);
        all = [all[0] + ends[0], all[1] + ends[1]];
    }
    assert!(all[0] > 500 && all[1] > 40, "{all:?}");
}

/// Solves the deals of these seeds on two threads.
fn surveyed(seeds: Range<u64>, positions: u64) -> SurveyTotals {
    let find = |seed| {
        let answer = solved(seed, positions);
        DealResult {
            seed,
            verdict: answer.verdict.without_line(),
            positions: answer.positions,
            seconds: 0.0,
        }
    };
    let mut tally = SurveyTotals::default();
    thread::scope(|scope| {
        let halves = [0, 1].map(|odd| {
            let seeds = seeds.clone().filter(move |seed| seed % 2 == odd);
            scope.spawn(move || seeds.map(find).collect::<Vec<_>>())
        });
        for half in halves {
            let found = half.join().expect("a survey");
            found.iter().for_each(|deal| tally.add(deal));
        }
    });
    tally
}

/// Whether what is known of the share of deals that can be won agrees with what is published.
fn fits(tally: &SurveyTotals) {
    let (low, high) = tally.confidence_interval();
    println!("{tally:?}: {low:.4} to {high:.4}");
    assert!((low..=high).contains(&PUBLISHED), "{low} to {high}");
}

#[test]
fn its_winnable_share_is_the_published_one() {
    let tally = surveyed(0..6, 250_000);
    assert!(tally.winnable >= 5, "{tally:?}");
    fits(&tally);
}

#[test]
#[ignore = "minutes: a thousand deals, each searched long"]
fn its_winnable_share_over_a_thousand_deals_is_the_published_one() {
    let tally = surveyed(0..1000, 20_000_000);
    fits(&tally);
    // And what was found to be won alone leaves room for no more than chance.
    let (low, high) = larboard::survey::wilson_interval(tally.winnable, tally.deal_count());
    assert!(
        (low..=high).contains(&PUBLISHED),
        "{low} to {high}: {tally:?}"
    );
}
