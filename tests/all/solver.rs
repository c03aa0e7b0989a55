//! The solver: its verdicts, its shortcuts and its limits.

pub(crate) mod small_games;

use std::ops::Range;
use std::sync::Arc;

use larboard::cards::Rank;
use larboard::record::Record;
use larboard::rules::{
    MoosehideRules, MoveList, MovingLeftRules, OneHandedRules, OscillationRules, Rules, Table,
    YakutatBayRules, shuffled_deck, shuffled_reduced_deck,
};
use larboard::solver::{Budget, CancelToken, Verdict, is_winning_line, solve_with};
use larboard::solver::{MacroMoves, PruningRule, PruningRules, SHORTEN_BUDGET};
use larboard::variant::{self, Playable};

use crate::games;
use crate::kept_files;
use crate::rules::naive::{Naive, sorted_deck};
use crate::rules::players::Rng;
use crate::rules::random_tables::table_near_the_end;
use crate::rules::setup::{lay_out, variant};

/// Encodes everything about a table.
fn encode(table: &Table) -> Vec<u8> {
    let mut bytes = vec![table.redeals_used()];
    for pile in table.pile_ids().iter() {
        bytes.extend([table.size(pile) as u8, table.face_down(pile) as u8]);
        bytes.extend(table.pile(pile).iter().map(|card| card.index() as u8));
    }
    bytes
}

/// Returns sets of pruning rules to test: all, none, each alone, and one pair, because in Warfield
/// `FreeRunEnds` has an effect only together with another rule.
fn pruning_sets() -> impl Iterator<Item = PruningRules> {
    let alone = PruningRule::ALL
        .iter()
        .map(|&rule| PruningRules::NONE.with(rule));
    let free_run_ends = PruningRules::NONE.with(PruningRule::FreeRunEnds);
    let pair = free_run_ends.with(PruningRule::SafeFoundation);
    [PruningRules::ALL, PruningRules::NONE, pair]
        .into_iter()
        .chain(alone)
}

pub(crate) fn verdict<R: Playable>(
    rules: &R,
    table: &Table,
    pruning: PruningRules,
    budget: &Budget,
) -> Verdict {
    let cancel = CancelToken::default();
    solve_with(rules, table, pruning, budget, &cancel, &mut |_| {}).verdict
}

pub(crate) fn rank(number: u8) -> Rank {
    Rank::new(number).expect("valid rank")
}

pub(crate) fn moving_left(given: &str, piles: usize, top: u8) -> MovingLeftRules {
    let options = games::options("moving-left", &[("foundation-return", given)]);
    let mut rules = MovingLeftRules::new(&options);
    rules.size = rules.size.reduced(piles, rank(top));
    rules
}

pub(crate) fn warfield(piles: usize, top: u8) -> MovingLeftRules {
    let mut rules = MovingLeftRules::with_one_deck();
    rules.size = rules.size.reduced(piles, rank(top));
    rules
}

pub(crate) fn yakutat_bay(face_up: &str, piles: usize, top: u8) -> YakutatBayRules {
    let options = games::options("yakutat-bay", &[("face-up", face_up)]);
    let mut rules = YakutatBayRules::new(&options);
    rules.size = rules.size.reduced(piles, rank(top));
    rules
}

pub(crate) fn oscillation(wrap: &str, piles: usize, top: u8) -> OscillationRules {
    let mut rules = OscillationRules::new(&games::options("oscillation", &[("wrap", wrap)]));
    rules.size = rules.size.reduced(piles, rank(top));
    rules
}

pub(crate) fn moosehide(layout: &str, piles: usize, top: u8) -> MoosehideRules {
    let mut rules = MoosehideRules::new(&games::options("moosehide", &[("layout", layout)]));
    rules.size = rules.size.reduced(piles, rank(top));
    rules
}

pub(crate) fn one_handed(discards: &str, redeals: &str) -> OneHandedRules {
    let given = [("discards", discards), ("redeals", redeals)];
    OneHandedRules::new(&games::options("single-left", &given))
}

/// Plays at random, and checks that a legal move restores the table after each reversible move.
/// Returns the number of reversible moves.
fn count_reversible_moves<R: Playable + ?Sized>(rules: &R, seeds: Range<u64>) -> usize {
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
                let (before, checkpoint) = (table.clone(), table.checkpoint());
                rules.apply(&mut table, mv);
                let mut replies = MoveList::new();
                rules.legal_moves(&table, &mut replies);
                let is_restored = replies.iter().any(|&mv| {
                    let checkpoint = table.checkpoint();
                    rules.apply(&mut table, mv);
                    let same = table == before;
                    table.rollback(checkpoint);
                    same
                });
                assert!(is_restored, "seed {seed}, {mv} on {before:?}");
                table.rollback(checkpoint);
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
fn a_legal_move_undoes_each_reversible_move() {
    for game in variant::games() {
        let rules = games::variant(game.id, &[]);
        let count = count_reversible_moves(&*rules, 1..6);
        let has_reversible_moves = ["moving-left", "yakutat-bay"].contains(&game.id);
        assert!(!has_reversible_moves || count > 100, "{}: {count}", game.id);
    }
    assert!(count_reversible_moves(&moving_left("no", 10, 13), 1..6) > 20);
    assert!(count_reversible_moves(&warfield(7, 13), 1..6) > 20);
}

/// Plays macro moves at random, with each set of pruning rules, and checks that all their moves are
/// legal. Returns the number of macro moves with several moves.
fn count_macro_moves<R: Playable + ?Sized>(rules: &R, top: u8, seeds: Range<u64>) -> usize {
    let mut count = 0;
    for (seed, pruning) in seeds.flat_map(|seed| pruning_sets().map(move |k| (seed, k))) {
        let deck = shuffled_reduced_deck(seed, rules.info().decks, rank(top));
        let mut table = rules.deal(&deck);
        for turn in 0..100 {
            let mut macro_moves = MacroMoves::default();
            rules.successors(&table, pruning, &mut macro_moves);
            if rules.is_won(&table) || macro_moves.is_empty() {
                break;
            }
            for n in 0..macro_moves.len() {
                let checkpoint = table.checkpoint();
                for &mv in macro_moves.get(n) {
                    let mut moves = MoveList::new();
                    rules.legal_moves(&table, &mut moves);
                    assert!(moves.contains(&mv), "seed {seed}, {mv} on {table:?}");
                    rules.apply(&mut table, mv);
                }
                count += usize::from(macro_moves.get(n).len() > 1);
                table.rollback(checkpoint);
            }
            let chosen = (seed * 31 + turn * turn * 13) as usize % macro_moves.len();
            for &mv in macro_moves.get(chosen) {
                rules.apply(&mut table, mv);
            }
        }
    }
    count
}

#[test]
fn every_macro_move_consists_of_legal_moves() {
    for game in variant::games() {
        let rules = games::variant(game.id, &[]);
        count_macro_moves(&*rules, 13, 1..3);
    }
    assert!(count_macro_moves(&moosehide("open-reserve", 7, 13), 13, 1..6) > 20);
    count_macro_moves(&warfield(7, 13), 13, 1..6);
    assert!(count_macro_moves(&warfield(4, 5), 5, 1..40) > 20);
}

#[test]
fn without_shortcuts_a_search_tries_each_legal_move_alone() {
    for rules in variant::all() {
        let mut table = rules.deal(&shuffled_deck(7, rules.info().decks));
        for turn in 0..60 {
            let legal = rules.move_list(&table);
            let mut tried = MacroMoves::default();
            rules.successors(&table, PruningRules::NONE, &mut tried);
            let mut tried = Vec::from_iter((0..tried.len()).map(|n| tried.get(n).to_vec()));
            let mut alone = Vec::from_iter(legal.iter().map(|&mv| vec![mv]));
            for moves in [&mut tried, &mut alone] {
                moves.sort_by_key(|moves| format!("{moves:?}"));
            }
            assert_eq!(tried, alone, "{rules:?}, {table:?}");
            let Some(&mv) = legal.get(turn * 7 % legal.len().max(1)) else {
                break;
            };
            rules.apply(&mut table, mv);
        }
    }
}

#[test]
fn a_small_deal_is_proven_without_positions_that_replace_each_other() {
    // Its keys once replaced each other in a full bucket of the transposition table, without end.
    let rules = warfield(4, 3);
    let table = rules.deal(&shuffled_reduced_deck(63, 1, rank(3)));
    let pruning = PruningRules::NONE.with(PruningRule::DerivedPiles);
    assert_eq!(
        verdict(&rules, &table, pruning, &games::budget(200_000, 32 << 20)),
        Verdict::Unwinnable
    );
}

#[test]
fn a_pile_of_its_own_differs_from_a_run_on_a_card() {
    // Either red two can be played onto a black three while the other is a pile of its own. One
    // choice wins, the other does not, and neither position leads to the other.
    let text = include_bytes!("../data/two-red-twos.json");
    let record = Record::from_slice(text).expect("valid record");
    let rules = warfield(7, 13);
    let played = record.replay(Arc::new(rules.clone())).expect("legal moves");
    let table = played.game.table();
    let symmetric = PruningRules::NONE
        .with(PruningRule::FreeRunEnds)
        .with(PruningRule::PileSymmetry);
    for pruning in [PruningRules::ALL, symmetric] {
        let verdict = verdict(&rules, table, pruning, &games::budget(200_000, 32 << 20));
        assert!(
            matches!(verdict, Verdict::Winnable(line) if is_winning_line(&rules, table, &line))
        );
    }
}

/// Cancels a search after a number of positions. Returns how many more it has searched. `None` if it finished first.
fn positions_after_cancel(rules: &dyn Playable, seed: u64, after: u64) -> Option<u64> {
    let table = rules.deal(&shuffled_deck(seed, rules.info().decks));
    let budget = Budget {
        positions: None,
        time: None,
        memory: 256 << 20,
    };
    let cancel = CancelToken::default();
    let mut canceled_at = None;
    let mut progress = |positions| {
        if positions >= after && canceled_at.is_none() {
            canceled_at = Some(positions);
            cancel.cancel();
        }
    };
    let answer = rules.solve(&table, &budget, &cancel, &mut progress);
    (answer.verdict == Verdict::Unknown).then_some(answer.positions.saturating_sub(canceled_at?))
}

#[test]
fn a_canceled_search_stops_within_a_few_positions() {
    let mut stopped = 0;
    for rules in variant::all()
        .into_iter()
        .filter(|rules| !rules.is_forced())
    {
        for after in [0, 1_000, 30_000] {
            let more = positions_after_cancel(&*rules, 3, after);
            assert!(
                more.is_none_or(|more| more < 5_000),
                "{rules:?} after {after}: {more:?}"
            );
            stopped += usize::from(more.is_some());
        }
    }
    assert!(stopped > 15, "{stopped}");
}

/// Searches the position of a line of the data file: a deal, or a random table near the end. Returns the answer.
fn searched(title: &str, position: &str) -> String {
    let mut games = Naive::all().into_iter();
    let naive = games.find(|naive| naive.title() == title);
    let naive = naive.expect("game with its options");
    let rules = variant(&naive);
    let (kind, seed) = position.split_once(' ').expect("a kind and a seed");
    let seed = seed.parse().expect("seed");
    let table = match kind {
        "deal" => rules.deal(&shuffled_deck(seed, rules.info().decks)),
        _ => {
            let piles = naive.deal(&sorted_deck(naive.decks())).tableau_piles();
            lay_out(&table_near_the_end(&naive, piles, 40, &mut Rng::new(seed)))
        }
    };
    let cancel = CancelToken::default();
    let answer = rules.solve(
        &table,
        &games::budget(15_000, 4 << 20),
        &cancel,
        &mut |_| {},
    );
    let moves = answer
        .verdict
        .line()
        .map_or(String::new(), |line| format!(" in {} moves", line.len()));
    format!(
        "{}{moves} after {} positions",
        answer.verdict.as_str(),
        answer.positions
    )
}

#[test]
fn searches_give_the_frozen_answers() {
    let lines = kept_files::frozen("tests/data/searches.txt");
    let lines = lines.lines().map(|line| {
        let fields: Vec<&str> = line.split(" | ").collect();
        format!(
            "{} | {} | {}\n",
            fields[0],
            fields[1],
            searched(fields[0], fields[1])
        )
    });
    kept_files::assert_frozen("tests/data/searches.txt", &lines.collect::<String>());
}

#[test]
fn progress_reports_the_searched_positions() {
    let rules = moving_left("yes", 10, 13);
    let table = rules.deal(&shuffled_deck(1, 2));
    let budget = games::budget(3_000, 1 << 20);
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

#[test]
fn a_shortened_line_gets_to_the_same_end_in_no_more_moves() {
    let cancel = CancelToken::default();
    for rules in variant::all()
        .into_iter()
        .filter(|rules| !rules.is_forced())
    {
        for seed in 1..4 {
            let deal = rules.deal(&shuffled_deck(seed, rules.info().decks));
            // A walk that goes back wherever it can wander.
            let (mut table, mut walk) = (deal.clone(), Vec::new());
            for n in 0..60 {
                let moves = rules.move_list(&table);
                if moves.is_empty() {
                    break;
                }
                walk.push(moves[n * 7 % moves.len()]);
                rules.apply(&mut table, walk[n]);
            }
            let short = rules.shorten(&deal, walk.clone(), &SHORTEN_BUDGET, &cancel);
            let mut end = deal.clone();
            for &mv in &short {
                assert!(rules.move_list(&end).contains(&mv), "{rules:?} {seed}");
                rules.apply(&mut end, mv);
            }
            assert_eq!(rules.state_key(&end), rules.state_key(&table));
            assert!(short.len() <= walk.len());
        }
    }
}

/// Takes minutes.
#[test]
#[ignore = "solves a hundred deals"]
fn solutions_of_oscillation_are_short() {
    let rules = variant::new(variant::find("oscillation").expect("a game"), &[]).expect("options");
    let budget = Budget {
        positions: Some(30_000_000),
        time: None,
        memory: 1 << 30,
    };
    let mut lengths: Vec<usize> = Vec::new();
    for seed in 1..=100 {
        let table = rules.deal(&shuffled_deck(seed, 2));
        let result = rules.solve(&table, &budget, &CancelToken::default(), &mut |_| {});
        if let Some(line) = result.verdict.line() {
            println!("{seed}: {}", line.len());
            lengths.push(line.len());
        }
    }
    lengths.sort_unstable();
    let (median, longest) = (lengths[lengths.len() / 2], lengths[lengths.len() - 1]);
    assert!(median < 220 && longest <= 500, "{median}, {longest}");
}
