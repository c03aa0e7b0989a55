//! Frozen deals: a seed always deals the same cards.

use larboard::game::Game;

use crate::kept_files;
use crate::rules::naive::Naive;
use crate::rules::setup::{shown, variant};

const SEEDS: [u64; 8] = [0, 1, 2, 42, 20_261_121, 999_999_999, 1 << 32, u64::MAX];

/// Returns the games whose deals differ from those of all games before them.
fn layouts() -> Vec<Naive> {
    let mut dealt = Vec::new();
    let mut games = Naive::all();
    games.retain(|naive| {
        let table = shown(Game::new(variant(naive), SEEDS[1]).table());
        let deal = (naive.game, table);
        let is_new = !dealt.contains(&deal);
        dealt.push(deal);
        is_new
    });
    games
}

#[test]
fn each_seed_deals_its_frozen_table() {
    let mut text = String::new();
    for naive in layouts() {
        for seed in SEEDS {
            let table = shown(Game::new(variant(&naive), seed).table());
            text += &format!("[{} seed={seed}]{table}\n", naive.title());
        }
    }
    kept_files::assert_frozen("tests/data/deals.txt", &text);
}
