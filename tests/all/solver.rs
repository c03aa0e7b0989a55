//! The solver against a search that knows nothing: every position that can be reached, one after
//! the other, on short decks of every game and option.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use larboard::cards::Rank;
use larboard::record::Record;
use larboard::rules::{
    Checkpoint, Moosehide, Move, MoveList, MovingLeft, OneHanded, Oscillation, Rules, Table,
    Warfield, YakutatBay, shuffled_deck, shuffled_reduced_deck,
};
use larboard::solver::{Budget, CancelToken, Verdict, is_winning_line, solve_with};
use larboard::solver::{MacroMoves, PruningRule, PruningRules};
use larboard::variant::{self, Playable};

use crate::games;

/// Whether a game can be won, found by trying everything; nothing if there is too much of it.
fn by_force<R: Playable>(rules: &R, table: &Table, most: usize) -> Option<bool> {
    let mut table = table.clone();
    let mut met = HashSet::from([written(&table)]);
    let mut path: Vec<(Checkpoint, MoveList)> = Vec::new();
    loop {
        if rules.is_won(&table) {
            return Some(true);
        }
        let mut moves = MoveList::new();
        rules.legal_moves(&table, &mut moves);
        path.push((table.checkpoint(), moves));
        'next: loop {
            let Some((mark, moves)) = path.last_mut() else {
                return Some(false);
            };
            table.rollback(*mark);
            // Home first: it makes the wins short, and leaves nothing out.
            moves.sort_by_key(|mv| matches!(mv, Move::Transfer { to, .. } if to.is_foundation()));
            while let Some(mv) = moves.pop() {
                rules.apply(&mut table, mv);
                if met.insert(written(&table)) {
                    if met.len() > most {
                        return None;
                    }
                    break 'next;
                }
                table.rollback(*mark);
            }
            path.pop();
        }
    }
}

/// All of a table, written down.
fn written(table: &Table) -> Vec<u8> {
    let mut text = vec![table.redeals_used()];
    for place in table.pile_ids().iter() {
        text.extend([table.size(place) as u8, table.face_down(place) as u8]);
        text.extend(table.pile(place).iter().map(|card| card.index() as u8));
    }
    text
}

/// Everything known, each thing known alone, what in Warfield's game says nothing without another
/// with that one, and nothing.
fn all_ways() -> Vec<PruningRules> {
    let alone = PruningRule::ALL.map(|insight| PruningRules::NONE.with(insight));
    let adrift = PruningRules::NONE.with(PruningRule::FreeRunEnds);
    let mut ways = vec![PruningRules::ALL, PruningRules::NONE];
    ways.extend(alone);
    ways.push(adrift.with(PruningRule::SafeFoundation));
    ways
}

/// Deals short decks and holds the solver's verdicts against the search by force, where that meets
/// at most so many positions, half of them on a thread of its own. Returns how many of the deals
/// can be won and how many cannot.
fn agree<R: Playable>(rules: &R, top: u8, seeds: Range<u64>, most: usize) -> (usize, usize) {
    let middle = seeds.start.midpoint(seeds.end);
    let (first, second) = thread::scope(|scope| {
        let other = scope.spawn(|| agree_on(rules, top, middle..seeds.end, most));
        let first = agree_on(rules, top, seeds.start..middle, most);
        (first, other.join().expect("its verdicts agree"))
    });
    (first.0 + second.0, first.1 + second.1)
}

fn agree_on<R: Playable>(rules: &R, top: u8, seeds: Range<u64>, most: usize) -> (usize, usize) {
    let (mut won, mut lost) = (0, 0);
    for seed in seeds {
        let deck = shuffled_reduced_deck(seed, rules.info().decks, rank(top));
        let table = rules.deal(&deck);
        let Some(winnable) = by_force(rules, &table, most) else {
            continue;
        };
        *(if winnable { &mut won } else { &mut lost }) += 1;
        for memory in [1 << 10, 1 << 14, 1 << 17] {
            match verdict(rules, &table, PruningRules::ALL, memory) {
                Verdict::Winnable(_) => assert!(winnable, "seed {seed} in {memory} bytes"),
                Verdict::Unwinnable => assert!(!winnable, "seed {seed} in {memory} bytes"),
                Verdict::Unknown => {}
            }
        }
        for known in all_ways() {
            match verdict(rules, &table, known, 32 << 20) {
                Verdict::Winnable(line) => {
                    assert!(winnable, "seed {seed}, {known:?}: cannot be won");
                    assert!(
                        is_winning_line(rules, &table, &line),
                        "seed {seed}, {known:?}: {line:?}"
                    );
                }
                Verdict::Unwinnable => assert!(!winnable, "seed {seed}, {known:?}: can be won"),
                Verdict::Unknown => panic!("seed {seed}, {known:?}: unknown"),
            }
        }
    }
    (won, lost)
}

fn verdict<R: Playable>(rules: &R, table: &Table, known: PruningRules, memory: usize) -> Verdict {
    let budget = Budget {
        positions: (memory < 1 << 20).then_some(5_000),
        time: None,
        memory,
    };
    solve_with(
        rules,
        table,
        known,
        &budget,
        &CancelToken::default(),
        &mut |_| {},
    )
    .verdict
}

fn rank(number: u8) -> Rank {
    Rank::new(number).expect("a rank")
}

fn moving_left(given: &str, piles: usize, top: u8) -> MovingLeft {
    let choices = games::options("moving-left", &[("foundation-return", given)]);
    MovingLeft::new(&choices).reduced(piles, rank(top))
}

fn warfield(piles: usize, top: u8) -> Warfield {
    Warfield::new().reduced(piles, rank(top))
}

fn yakutat_bay(face_up: &str, piles: usize, top: u8) -> YakutatBay {
    YakutatBay::new(&games::options("yakutat-bay", &[("face-up", face_up)]))
        .reduced(piles, rank(top))
}

fn oscillation(wrap: &str, piles: usize, top: u8) -> Oscillation {
    Oscillation::new(&games::options("oscillation", &[("wrap", wrap)])).reduced(piles, rank(top))
}

fn moosehide(layout: &str, piles: usize, top: u8) -> Moosehide {
    Moosehide::new(&games::options("moosehide", &[("layout", layout)])).reduced(piles, rank(top))
}

fn one_handed(discards: &str, redeals: &str) -> OneHanded {
    let given = [("discards", discards), ("redeals", redeals)];
    OneHanded::new(&games::options("single-left", &given))
}

/// Follows lines that win, found without giving anything up, and asks at every position of them
/// whether it would be given up. Returns how many lines there were.
fn none_is_given_up<R: Playable>(rules: &R, top: u8, seeds: Range<u64>, positions: u64) -> usize {
    let others = PruningRule::ALL
        .into_iter()
        .filter(|&i| i != PruningRule::DeadEnd);
    let known = others.fold(PruningRules::NONE, PruningRules::with);
    let budget = Budget {
        positions: Some(positions),
        time: None,
        memory: 256 << 20,
    };
    let lines = seeds.filter(|&seed| {
        let deck = shuffled_reduced_deck(seed, rules.info().decks, rank(top));
        let mut table = rules.deal(&deck);
        let mut ignore = |_| {};
        let answer = solve_with(
            rules,
            &table,
            known,
            &budget,
            &CancelToken::default(),
            &mut ignore,
        );
        let Verdict::Winnable(line) = answer.verdict else {
            return false;
        };
        for mv in line {
            assert!(
                !rules.is_dead_end(&table, PruningRules::ALL),
                "seed {seed} before {mv}"
            );
            rules.apply(&mut table, mv);
        }
        true
    });
    lines.count()
}

#[test]
fn no_position_on_a_line_that_wins_is_given_up() {
    let yakutat_bay = YakutatBay::new(&games::options("yakutat-bay", &[]));
    assert!(none_is_given_up(&yakutat_bay, 13, 1..8, 45_000) >= 4);
}

#[test]
#[ignore = "takes minutes: hundreds of deals"]
fn no_position_on_hundreds_of_lines_that_win_is_given_up() {
    let yakutat_bay = YakutatBay::new(&games::options("yakutat-bay", &[]));
    assert!(none_is_given_up(&yakutat_bay, 13, 1..200, 200_000) >= 150);
    let found = none_is_given_up(&warfield(3, 5), 5, 1..400, 50_000);
    assert!(found >= 20, "{found}");
    let found = none_is_given_up(&moving_left("yes", 4, 4), 4, 1..200, 50_000);
    assert!(found >= 20, "{found}");
}

/// Plays at random, and takes back at once, by a legal move, each legal move that is said to be
/// reversible. Returns how many there were.
fn takes_back<R: Playable + ?Sized>(rules: &R, seeds: Range<u64>) -> usize {
    let mut count = 0;
    for seed in seeds {
        let mut table = rules.deal(&shuffled_deck(seed, rules.info().decks));
        for turn in 0..150 {
            let mut moves = MoveList::new();
            rules.legal_moves(&table, &mut moves);
            for &mv in &moves {
                if !rules.is_reversible(&table, mv) {
                    continue;
                }
                count += 1;
                let (before, mark) = (table.clone(), table.checkpoint());
                rules.apply(&mut table, mv);
                let mut back = MoveList::new();
                rules.legal_moves(&table, &mut back);
                let goes_back = back.iter().any(|&mv| {
                    let mark = table.checkpoint();
                    rules.apply(&mut table, mv);
                    let same = table == before;
                    table.rollback(mark);
                    same
                });
                assert!(goes_back, "seed {seed}, {mv} on {before:?}");
                table.rollback(mark);
            }
            let chosen = (seed * 31 + turn * 7) % moves.len().max(1) as u64;
            let Some(&mv) = moves.get(chosen as usize) else {
                break;
            };
            rules.apply(&mut table, mv);
        }
    }
    count
}

#[test]
fn what_is_called_reversible_is_taken_back_by_a_legal_move() {
    for game in variant::games() {
        let rules = games::variant(game.id, &[]);
        let count = takes_back(&*rules, 1..6);
        let some = ["moving-left", "yakutat-bay"].contains(&game.id);
        assert!(!some || count > 100, "{}: {count}", game.id);
    }
    assert!(takes_back(&moving_left("no", 10, 13), 1..6) > 20);
    assert!(takes_back(&warfield(7, 13), 1..6) > 20);
}

/// Plays courses at random, and asks of each course of the positions passed, with each set of
/// insights, whether all its moves are legal. Returns how many courses of several moves there were.
fn courses_are_legal<R: Playable + ?Sized>(rules: &R, top: u8, seeds: Range<u64>) -> usize {
    let mut count = 0;
    for (seed, known) in seeds.flat_map(|seed| all_ways().into_iter().map(move |k| (seed, k))) {
        let deck = shuffled_reduced_deck(seed, rules.info().decks, rank(top));
        let mut table = rules.deal(&deck);
        for turn in 0..100 {
            let mut courses = MacroMoves::default();
            rules.successors(&table, known, &mut courses);
            if rules.is_won(&table) || courses.is_empty() {
                break;
            }
            for n in 0..courses.len() {
                let mark = table.checkpoint();
                for &mv in courses.get(n) {
                    let mut moves = MoveList::new();
                    rules.legal_moves(&table, &mut moves);
                    assert!(moves.contains(&mv), "seed {seed}, {mv} on {table:?}");
                    rules.apply(&mut table, mv);
                }
                count += usize::from(courses.get(n).len() > 1);
                table.rollback(mark);
            }
            let chosen = (seed * 31 + turn * turn * 13) as usize % courses.len();
            for &mv in courses.get(chosen) {
                rules.apply(&mut table, mv);
            }
        }
    }
    count
}

#[test]
fn every_course_is_of_legal_moves() {
    for game in variant::games() {
        let rules = games::variant(game.id, &[]);
        courses_are_legal(&*rules, 13, 1..3);
    }
    assert!(courses_are_legal(&moosehide("open-reserve", 7, 13), 13, 1..6) > 20);
    courses_are_legal(&warfield(7, 13), 13, 1..6);
    assert!(courses_are_legal(&warfield(4, 5), 5, 1..40) > 20);
}

/// Short games of each kind and option; how many deals can be won and how many cannot.
fn every_short_game(seeds: u64, most: usize) -> (usize, usize) {
    let seeds = || 1..1 + seeds;
    let mut counts = Vec::new();
    for given in ["yes", "no"] {
        for (piles, top) in [(3, 3), (2, 3)] {
            counts.push(agree(&moving_left(given, piles, top), top, seeds(), most));
        }
    }
    for (piles, top) in [(3, 3), (2, 3), (4, 3), (3, 4), (4, 4), (5, 5)] {
        counts.push(agree(&warfield(piles, top), top, seeds(), most));
    }
    for (piles, top) in [(3, 4), (3, 5), (4, 4), (4, 5)] {
        for face_up in ["yukon", "tops"] {
            counts.push(agree(&yakutat_bay(face_up, piles, top), top, seeds(), most));
        }
        for layout in ["open-reserve", "four-reserve", "classic"] {
            counts.push(agree(&moosehide(layout, piles, top), top, seeds(), most));
        }
    }
    counts.push(agree(&moosehide("open-reserve", 5, 5), 5, seeds(), most));
    for wrap in ["no", "yes"] {
        for (piles, top) in [(4, 2), (4, 3), (2, 3)] {
            counts.push(agree(&oscillation(wrap, piles, top), top, seeds(), most));
        }
    }
    for discards in ["forced", "optional"] {
        for redeals in ["0", "1", "3"] {
            for top in [4, 6] {
                counts.push(agree(&one_handed(discards, redeals), top, seeds(), most));
            }
        }
    }
    let won = counts.iter().map(|(won, _)| won).sum();
    let lost = counts.iter().map(|(_, lost)| lost).sum();
    (won, lost)
}

#[test]
fn no_verdict_differs_from_the_search_by_force() {
    let (won, lost) = every_short_game(2, 300);
    assert!(won > 40 && lost > 15, "{won} won, {lost} lost");
}

#[test]
#[ignore = "takes minutes: thousands of decks"]
fn no_verdict_differs_from_the_search_by_force_on_thousands_of_decks() {
    let (won, lost) = every_short_game(200, 5_000);
    assert!(won > 3000 && lost > 1000, "{won} won, {lost} lost");
}

#[test]
fn a_pile_by_itself_is_not_taken_for_a_run_that_lies_on_a_card() {
    // Both red twos can come to lie on a black three while the other is a pile by itself. One way
    // wins, the other does not, and neither leads to the other.
    let text = include_bytes!("../data/two-red-twos.json");
    let record = Record::from_slice(text).expect("a record");
    let rules = warfield(7, 13);
    let sitting = record.replay(Arc::new(rules.clone())).expect("its moves");
    let table = sitting.game.table();
    let twice = PruningRules::NONE
        .with(PruningRule::FreeRunEnds)
        .with(PruningRule::PileSymmetry);
    for known in [PruningRules::ALL, twice] {
        let verdict = verdict(&rules, table, known, 32 << 20);
        assert!(
            matches!(verdict, Verdict::Winnable(line) if is_winning_line(&rules, table, &line))
        );
    }
}

/// Cancels a search as soon as it has met so many positions; how long it then took to return.
/// Nothing if it had its verdict before.
fn time_to_stop(rules: &dyn Playable, seed: u64, after: u64) -> Option<Duration> {
    let table = rules.deal(&shuffled_deck(seed, rules.info().decks));
    let budget = Budget {
        positions: None,
        time: None,
        memory: 256 << 20,
    };
    let cancel = CancelToken::default();
    let mut cancelled = None;
    let mut progress = |positions| {
        if positions >= after && cancelled.is_none() {
            cancelled = Some(Instant::now());
            cancel.cancel();
        }
    };
    let answer = rules.solve(&table, &budget, &cancel, &mut progress);
    let time = cancelled.map(|since| since.elapsed());
    (answer.verdict == Verdict::Unknown).then_some(time?)
}

#[test]
fn a_search_stops_within_ten_milliseconds_of_being_cancelled() {
    let style = [("style", "warfield")].as_slice();
    let warfield = variant::find("single-left").expect("a game");
    let games = variant::games().map(|game| (game, [].as_slice()));
    let mut stopped = 0;
    for (game, given) in games.into_iter().chain([(warfield, style)]) {
        let rules = games::variant(game.id, given);
        for after in [0, 1_000, 30_000, 100_000] {
            // The machine may be busy with other things: one of a few tries must do.
            let mut tries = (0..5).map(|_| time_to_stop(&*rules, 3, after));
            let soon = tries.find(|time| time.is_none_or(|time| time < Duration::from_millis(10)));
            let soon = soon.unwrap_or_else(|| panic!("{} after {after}", game.id));
            stopped += usize::from(soon.is_some());
        }
    }
    assert!(stopped > 15, "{stopped}");
}

#[test]
fn the_same_positions_and_memory_give_the_same_answer() {
    let style = [("style", "warfield")].as_slice();
    let warfield = variant::find("single-left").expect("a game");
    let games = variant::games().map(|game| (game, [].as_slice()));
    for (game, given) in games.into_iter().chain([(warfield, style)]) {
        let rules = games::variant(game.id, given);
        let table = rules.deal(&shuffled_deck(2, game.decks));
        let answer = || {
            let budget = Budget {
                positions: Some(50_000),
                time: None,
                memory: 4 << 20,
            };
            let cancel = CancelToken::default();
            rules.solve(&table, &budget, &cancel, &mut |_| {})
        };
        let (one, other) = (answer(), answer());
        assert_eq!(one.verdict, other.verdict, "{}", game.id);
        assert_eq!(one.positions, other.positions, "{}", game.id);
    }
}

#[test]
fn the_positions_told_are_those_spent() {
    let rules = moving_left("yes", 10, 13);
    let table = rules.deal(&shuffled_deck(1, 2));
    let budget = Budget {
        positions: Some(3_000),
        time: None,
        memory: 1 << 20,
    };
    let mut last = 0;
    let mut progress = |positions| last = positions;
    let answer = solve_with(
        &rules,
        &table,
        PruningRules::ALL,
        &budget,
        &CancelToken::default(),
        &mut progress,
    );
    assert_eq!(
        (answer.verdict, answer.positions),
        (Verdict::Unknown, 3_000)
    );
    assert!(last > 2_000 && last <= 3_000, "{last}");
}
