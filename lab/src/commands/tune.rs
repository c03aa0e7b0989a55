//! `lab tune`: tunes the weights by which the policy judges a game, those in `assets/weights/`.

use std::io::{Write, stderr};

use larboard::cli::Failure;
use larboard::cli::game_args::{self, RuleArgs};
use larboard::player::policy::PolicyGame;
use larboard::rules::{GameInfo, shuffled_deck};
use larboard::solver::CancelToken;
use larboard::variant::Variant;

use crate::sep_cma::SepCma;

/// Seed of the first deal, far from those on which players are measured.
const FIRST_DEAL: u64 = 2_000_000;

/// Value of a loss with nearly all cards home.
const LOSS_VALUE: f64 = 0.3;

/// Standard deviation of the first steps, as a share of each weight.
const FIRST_STEP: f64 = 0.15;

#[derive(Debug, clap::Args)]
pub struct TuneArgs {
    /// Game to tune
    #[arg(value_parser = game_args::game_parser())]
    game: &'static GameInfo,
    #[command(flatten)]
    rules: RuleArgs,
    /// Number of generations
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = game_args::integer::<u64>(1, 100_000), allow_negative_numbers = true)]
    generations: u64,
    /// Deals that are played with each weights of a generation
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = game_args::integer::<u64>(1, 1_000_000), allow_negative_numbers = true)]
    deals: u64,
    /// Seed of the steps
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = game_args::parse_seed, allow_negative_numbers = true)]
    seed: u64,
}

impl TuneArgs {
    /// Tunes the weights and writes them; the mean value of each generation goes to standard error.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let rules = self.rules.variant_of(self.game)?;
        let Some(knowledge) = rules.policy_knowledge() else {
            let message = format!(
                "{} is not played by rollouts and has no weights",
                self.game.title
            );
            return Err(Failure::failed(message));
        };
        let start: Vec<f64> = knowledge.weights().iter().copied().map(f64::from).collect();
        let deviations = start.iter().map(|weight| FIRST_STEP * weight.abs());
        let mut search = SepCma::new(start.clone(), &Vec::from_iter(deviations), self.seed);
        for generation in 0..self.generations {
            let first = FIRST_DEAL + generation * self.deals;
            let value = |point: &Vec<f64>| value(&rules, &rounded(point), first, self.deals);
            let mean = search.step(|points| points.iter().map(value).collect());
            writeln!(stderr(), "generation {}: {mean:.4}", generation + 1)?;
        }
        let lines = rounded(search.mean()).into_iter();
        let lines: String = lines.map(|weight| format!("    {weight},\n")).collect();
        Ok(write!(out, "[\n{lines}]\n")?)
    }
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
