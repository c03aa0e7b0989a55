//! Tunes the weights by which the policy judges a game: those in `assets/weights/`.
//!
//! ```sh
//! cargo run --release --example tune -- GAME [NAME=VALUE]... > weights.in
//! ```
//!
//! Begins with the weights that the game has. The value of others is what the policy alone reaches with
//! them in some deals, new ones in each generation: a win counts 1, a loss a little for the cards that
//! are home. So the same weights, deals and seed lead to the same result. Put it in the place of the file in
//! `assets/weights/`.

mod sep_cma;

use std::error::Error;
use std::io::{Write, stderr, stdout};

use clap::Parser;
use larboard::player::policy::PolicyGame;
use larboard::rules::shuffled_deck;
use larboard::solver::CancelToken;
use larboard::variant::{self, Variant};

use sep_cma::SepCma;

/// Seed of the first deal, far from those on which players are measured.
const FIRST_DEAL: u64 = 2_000_000;

/// Value of a loss with nearly all cards home.
const LOSS_VALUE: f64 = 0.3;

/// Standard deviation of the first steps, as a share of each weight.
const FIRST_STEP: f64 = 0.15;

#[derive(Parser)]
struct Args {
    game: String,
    /// Options of the game, as NAME=VALUE.
    options: Vec<String>,
    #[arg(long, default_value_t = 60)]
    generations: u64,
    /// Deals that are played with each weights of a generation.
    #[arg(long, default_value_t = 100)]
    deals: u64,
    /// Seed of the steps.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let info = variant::find(&args.game).ok_or("no such game")?;
    let options = args.options.iter().filter_map(|pair| pair.split_once('='));
    let rules = variant::new(info, &Vec::from_iter(options))?;
    let prospects = rules.prospects().ok_or("the game has no weights")?;
    let start: Vec<f64> = prospects.weights().iter().copied().map(f64::from).collect();
    let deviations: Vec<f64> = start
        .iter()
        .map(|weight| FIRST_STEP * weight.abs())
        .collect();
    let mut search = SepCma::new(start, &deviations, args.seed);
    for generation in 0..args.generations {
        let first = FIRST_DEAL + generation * args.deals;
        let value = |point: &Vec<f64>| value(&rules, &rounded(point), first, args.deals);
        let mean = search.step(|points| points.iter().map(value).collect());
        writeln!(stderr(), "generation {}: {mean:.4}", generation + 1)?;
    }
    let lines = rounded(search.mean()).into_iter();
    let lines: String = lines.map(|weight| format!("    {weight},\n")).collect();
    Ok(write!(stdout(), "[\n{lines}]\n")?)
}

fn rounded(point: &[f64]) -> Vec<i32> {
    point.iter().map(|weight| weight.round() as i32).collect()
}

/// Returns the mean value of some deals that are played by the policy with these weights.
fn value(rules: &Variant, weights: &[i32], first: u64, deals: u64) -> f64 {
    let value_of = |seed| {
        let table = rules.deal(&shuffled_deck(seed, rules.info().decks));
        let Some(game) = PolicyGame::new(&**rules, table) else {
            return 0.0;
        };
        let mut game = game.with_weights(weights);
        game.finish(u64::MAX, &CancelToken::default());
        let table = game.table();
        let home = table.cards_on_foundations() as f64 / table.deck().len() as f64;
        if rules.is_won(table) {
            1.0
        } else {
            LOSS_VALUE * home * home
        }
    };
    (first..first + deals).map(value_of).sum::<f64>() / deals as f64
}
