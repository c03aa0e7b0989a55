//! One-handed Single Left with optional discards, which is decided without a search: compared with brute
//! force and with the search.

use std::ops::Range;

use larboard::cards::Card;
use larboard::rules::{OneHandedRules, PileId, Rules, Table, shuffled_deck};
use larboard::solver::{PruningRule, PruningRules, Verdict, is_winning_line};

use crate::front_end::numbers;
use crate::games;
use crate::solver::small_games::Reachable;
use crate::solver::{one_handed, verdict};

/// Decides a position without a search. Returns whether it can be won, by a line that the rules confirm.
fn is_winnable(rules: &OneHandedRules, table: &Table) -> bool {
    match verdict(rules, table, PruningRules::ALL, &games::budget(0, 1 << 20)) {
        Verdict::Winnable(line) => {
            assert!(
                is_winning_line(rules, table, &line),
                "{line:?} on {table:?}"
            );
            true
        }
        Verdict::Unwinnable => false,
        Verdict::Unknown => panic!("not decided: {table:?}"),
    }
}

/// Searches a position as if it could not be decided. `None` if that takes too long.
fn search(rules: &OneHandedRules, table: &Table, positions: u64) -> Option<bool> {
    let pruning = PruningRules::NONE.with(PruningRule::DerivedPiles);
    match verdict(rules, table, pruning, &games::budget(positions, 64 << 20)) {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable => Some(false),
        Verdict::Unknown => None,
    }
}

/// Returns a deck of 4 to `most` cards of a few ranks and suits, other ones for each seed.
fn small_deck(seed: u64, most: usize) -> Vec<Card> {
    let (ranks, suits) = ([3, 4, 5, 7][seed as usize % 4], 2 + seed as usize / 4 % 3);
    let mut deck = shuffled_deck(seed, 1);
    deck.retain(|card| card.rank().number() <= ranks && card.suit().index() < suits);
    deck.truncate(4 + seed as usize / 12 % (most - 3));
    deck
}

/// Plays at random, and calls `check` with each position.
fn walk(rules: &OneHandedRules, deck: &[Card], seed: u64, mut check: impl FnMut(&Table)) {
    let (mut table, mut random) = (rules.deal(deck), numbers(seed));
    loop {
        check(&table);
        let moves = rules.move_list(&table);
        // Mostly draws, so that hands get long.
        let Some(&mv) = moves.last() else { return };
        let mv = if random().is_multiple_of(4) {
            moves[0]
        } else {
            mv
        };
        rules.apply(&mut table, mv);
    }
}

/// Compares all positions of some small deals. Returns how many are won and lost, and the longest hand of a win.
fn compare_small_deals(seeds: Range<u64>) -> (usize, usize, usize) {
    let rules = one_handed("optional", "0");
    let (mut won, mut lost, mut longest) = (0, 0, 0);
    for seed in seeds {
        let deal = rules.deal(&small_deck(seed, 18));
        let Some(reachable) = Reachable::explore(&rules, &deal, 1_000) else {
            continue;
        };
        for table in &reachable.tables {
            let winnable = reachable.can_be_won(table);
            assert_eq!(is_winnable(&rules, table), winnable, "seed {seed}");
            if winnable {
                longest = longest.max(table.pile(PileId::HAND).len());
            }
            *if winnable { &mut won } else { &mut lost } += 1;
        }
    }
    (won, lost, longest)
}

#[test]
fn every_position_of_a_small_game_is_decided_as_by_brute_force() {
    let (won, lost, longest) = compare_small_deals(0..540);
    assert!(won > 900 && lost > 900, "{won} won, {lost} lost");
    assert!(longest > 10, "{longest}");
}

#[test]
#[ignore = "ten times as many deals"]
fn every_position_of_many_small_games_is_decided_as_by_brute_force() {
    let (won, lost, _) = compare_small_deals(540..6_000);
    assert!(won > 9_000 && lost > 9_000, "{won} won, {lost} lost");
}

/// Compares positions of whole deals. Returns how many are won and lost.
fn compare_whole_deals(seeds: impl IntoIterator<Item = u64>) -> (usize, usize) {
    let rules = one_handed("optional", "0");
    let (mut won, mut lost) = (0, 0);
    for seed in seeds {
        walk(&rules, &shuffled_deck(seed, 1), seed, |table| {
            if let Some(winnable) = search(&rules, table, 5_000) {
                assert_eq!(is_winnable(&rules, table), winnable, "seed {seed}");
                *if winnable { &mut won } else { &mut lost } += 1;
            }
        });
    }
    (won, lost)
}

#[test]
fn whole_deals_are_decided_as_by_the_search() {
    let rules = one_handed("optional", "0");
    let is_won = |seed: &u64| is_winnable(&rules, &rules.deal(&shuffled_deck(*seed, 1)));
    let won = (1..).filter(is_won).take(3);
    let (won, lost) = compare_whole_deals(won.chain(1..4));
    assert!(won > 2 && lost > 20, "{won} won, {lost} lost");
}

#[test]
#[ignore = "ten times as many deals"]
fn many_whole_deals_are_decided_as_by_the_search() {
    let (won, lost) = compare_whole_deals(7..60);
    assert!(won > 20 && lost > 200, "{won} won, {lost} lost");
}

#[test]
fn one_deal_in_eight_is_won_without_a_search() {
    let rules = one_handed("optional", "0");
    let deals = (1..=1_000).map(|seed| rules.deal(&shuffled_deck(seed, 1)));
    assert_eq!(
        deals.filter(|table| is_winnable(&rules, table)).count(),
        124
    );
}
