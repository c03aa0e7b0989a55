//! Follows hints through whole games, as a player meets them: the maintainer's measure of advice.
//!
//! ```sh
//! cargo run --release --example follow_hints -- GAME [NAME=VALUE]... [--seeds A..B] [--positions N]
//! ```
//!
//! Prints a line a game and the sums: wins, moves against those of the solver's line, hints that return to an
//! earlier position of the game, and hints whose reason names no card, no pile and no difference.

use std::collections::HashSet;
use std::error::Error;

use clap::Parser;
use jiff::Timestamp;
use larboard::game::Game;
use larboard::rules::Status;
use larboard::session::{Command, CommandOutcome, Found, HINT_POSITIONS, Question, Session};
use larboard::solver::{Budget, CancelToken};
use larboard::storage::settings::Settings;
use larboard::variant::{self, Variant};

/// Hints after which a game is given up.
const MAX_HINTS: usize = 1_000;

/// Budget of the solver for the line to compare with.
const SOLVER_BUDGET: Budget = Budget {
    positions: Some(10_000_000),
    time: None,
    memory: 256 << 20,
};

#[derive(Parser)]
struct Args {
    game: String,
    /// Options of the game, as NAME=VALUE.
    options: Vec<String>,
    /// First seed, and the one after the last.
    #[arg(long, default_value = "51001..51041")]
    seeds: String,
    /// Positions searched for each hint.
    #[arg(long, default_value_t = HINT_POSITIONS)]
    positions: u64,
    /// Prints every hint.
    #[arg(long)]
    verbose: bool,
}

/// What following the hints of one or more games came to.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: usize,
    won: usize,
    hints: usize,
    returns: usize,
    vague: usize,
    /// Moves of games that were won and that the solver has won too, and of the solver.
    moves: usize,
    solver_moves: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let info = variant::find(&args.game).ok_or("unknown game")?;
    let options: Vec<(&str, &str)> = args
        .options
        .iter()
        .filter_map(|option| option.split_once('='))
        .collect();
    let rules = variant::new(info, &options)?;
    let (first, end) = args.seeds.split_once("..").ok_or("seeds are A..B")?;
    let mut all = Tally::default();
    for seed in first.parse()?..end.parse()? {
        let one = follow(&rules, seed, &args);
        println!("{seed}: {one:?}");
        all.games += 1;
        all.won += one.won;
        all.hints += one.hints;
        all.returns += one.returns;
        all.vague += one.vague;
        all.moves += one.moves;
        all.solver_moves += one.solver_moves;
    }
    println!("{all:?}");
    Ok(())
}

fn follow(rules: &Variant, seed: u64, args: &Args) -> Tally {
    let (settings, cancel) = (Settings::default(), CancelToken::default());
    let mut session = Session::deal(rules.clone(), seed, Timestamp::UNIX_EPOCH);
    let key = |session: &Session| rules.state_key(session.game().table());
    let mut met = HashSet::from([key(&session)]);
    let mut tally = Tally::default();
    while !session.is_over() && tally.hints < MAX_HINTS {
        let advisor = session.advisor_mut();
        advisor.request_advice(Question::Hint);
        let is_pending = advisor.pending_advice().is_some();
        let request = advisor.search_request(&settings, false);
        if let Some(mut request) = request.filter(|_| is_pending) {
            request.budget.positions = Some(args.positions);
            let mut last = None;
            request.run(&cancel, &mut |found| last = Some(found));
            if let Some(Found::Advice(advice)) = last {
                advisor.record_advice(advice);
            }
        }
        let now = Timestamp::UNIX_EPOCH;
        let given = match session.execute(Command::Hint, &settings, now) {
            CommandOutcome::Hint(given) => given,
            refused => {
                println!("{seed}: move {}: {refused:?}", session.game().moves().len());
                break;
            }
        };
        tally.hints += 1;
        let names = |text: &str| given.purpose.contains(text);
        let is_vague = !["♣", "♦", "♥", "♠", "card", "pile", "%"]
            .into_iter()
            .any(names);
        tally.vague += usize::from(is_vague);
        if args.verbose || is_vague {
            let mv = given.hint.mv;
            println!("{seed}: {mv}: {} ({:?})", given.purpose, given.hint.reason);
        }
        session.execute(Command::Move(given.hint.mv), &settings, now);
        tally.returns += usize::from(!met.insert(key(&session)));
    }
    if session.game().status() == Status::Won {
        tally.won = 1;
        let deal = Game::new(rules.clone(), seed);
        let result = rules.solve(deal.table(), &SOLVER_BUDGET, &cancel, &mut |_| {});
        if let Some(line) = result.verdict.line() {
            tally.moves = session.game().moves().len();
            tally.solver_moves = line.len();
        }
    }
    tally
}
