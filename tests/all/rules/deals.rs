//! Frozen deals: a seed always deals the same cards.

use larboard::game::Game;

use crate::kept_files;
use crate::rules::naive::{Naive, shuffled_deck};
use crate::rules::setup::{shown, variant};

const SEEDS: [u64; 8] = [0, 1, 2, 42, 20_261_121, 999_999_999, 1 << 32, u64::MAX];

/// Names a game and those of its options that affect the deal.
fn layout(naive: &Naive) -> String {
    let mut layout = naive.game.to_string();
    for (name, value) in &naive.options {
        if ["face-up", "layout", "style"].contains(name) {
            layout += &format!(" {name}={value}");
        }
    }
    layout
}

/// Returns one game for each layout.
fn layouts() -> Vec<Naive> {
    let mut games = Naive::all();
    games.dedup_by_key(|naive| layout(naive));
    games
}

#[test]
fn each_seed_deals_its_frozen_table() {
    let mut text = String::new();
    for naive in layouts() {
        for seed in SEEDS {
            let table = shown(Game::new(variant(&naive), seed).table());
            text += &format!("[{} seed={seed}]{table}\n", layout(&naive));
        }
    }
    kept_files::assert_frozen("tests/data/deals.txt", &text);
}

#[test]
fn the_naive_rules_deal_the_frozen_tables() {
    let mut remaining = kept_files::frozen("tests/data/deals.txt");
    for naive in layouts() {
        for seed in SEEDS {
            let position = naive.deal(&shuffled_deck(seed, naive.decks()));
            let deal = format!("[{} seed={seed}]\n{position}", layout(&naive));
            assert!(remaining.contains(&deal), "{deal}");
            remaining = remaining.replace(&deal, "");
        }
    }
    assert_eq!(remaining, "");
}

#[test]
fn other_options_do_not_change_the_deal() {
    for naive in Naive::all() {
        let same_layout = |other: &Naive| layout(other) == layout(&naive);
        let first = layouts().into_iter().find(same_layout).expect("layout");
        for seed in SEEDS {
            let one = Game::new(variant(&naive), seed);
            let other = Game::new(variant(&first), seed);
            assert_eq!(one.table(), other.table(), "{}", naive.title());
        }
    }
}
