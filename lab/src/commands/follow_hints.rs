//! `lab follow-hints`: the maintainer's measure of advice.

use std::collections::HashSet;
use std::io::Write;
use std::ops::Range;

use jiff::Timestamp;
use larboard::cli::Failure;
use larboard::cli::game_args::{self, RuleArgs};
use larboard::game::Game;
use larboard::rules::{GameInfo, Status};
use larboard::session::{Command, CommandOutcome, Found, HINT_POSITIONS, Question, Session};
use larboard::solver::{Budget, CancelToken};
use larboard::storage::settings::Settings;
use larboard::variant::Variant;

use crate::args::parse_seed_range;

/// Hints after which a game is given up.
const MAX_HINTS: usize = 1_000;

/// Budget of the solver for the line to compare with.
const SOLVER_BUDGET: Budget = Budget {
    positions: Some(10_000_000),
    time: None,
    memory: 256 << 20,
};

#[derive(Debug, clap::Args)]
pub struct FollowHintsArgs {
    /// Game to play
    #[arg(value_parser = game_args::game_parser())]
    game: &'static GameInfo,
    #[command(flatten)]
    rules: RuleArgs,
    /// Deals to play, from A to B-1
    #[arg(
        long,
        value_name = "A..B",
        default_value = "51001..51041",
        value_parser = parse_seed_range,
        allow_hyphen_values = true
    )]
    seeds: Range<u64>,
    /// Search N positions for each hint
    #[arg(long, value_name = "N", default_value_t = HINT_POSITIONS, value_parser = game_args::integer::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    positions: u64,
    /// Print every hint
    #[arg(long)]
    verbose: bool,
}

/// What following the hints of one or more games came to.
#[derive(Clone, Copy, Debug, Default)]
struct HintTally {
    games: usize,
    won: usize,
    hints: usize,
    returns: usize,
    vague: usize,
    /// Moves of games that were won and that the solver has won too, and of the solver.
    moves: usize,
    solver_moves: usize,
}

impl FollowHintsArgs {
    /// Follows the hints, and writes what they came to.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let rules = self.rules.variant_of(self.game)?;
        let mut all = HintTally::default();
        for seed in self.seeds.clone() {
            let one = self.follow(&rules, seed, out)?;
            writeln!(out, "{seed}: {one:?}")?;
            all.games += 1;
            all.won += one.won;
            all.hints += one.hints;
            all.returns += one.returns;
            all.vague += one.vague;
            all.moves += one.moves;
            all.solver_moves += one.solver_moves;
            out.flush()?;
        }
        Ok(writeln!(out, "{all:?}")?)
    }

    fn follow(
        &self,
        rules: &Variant,
        seed: u64,
        out: &mut dyn Write,
    ) -> Result<HintTally, Failure> {
        let (settings, cancel) = (Settings::default(), CancelToken::default());
        let mut session = Session::deal(rules.clone(), seed, Timestamp::UNIX_EPOCH);
        let key = |session: &Session| rules.state_key(session.game().table());
        let mut met = HashSet::from([key(&session)]);
        let mut tally = HintTally::default();
        while !session.is_over() && tally.hints < MAX_HINTS {
            let advisor = session.advisor_mut();
            advisor.request_advice(Question::Hint);
            let is_pending = advisor.pending_advice().is_some();
            let request = advisor.search_request(&settings, false);
            if let Some(mut request) = request.filter(|_| is_pending) {
                request.budget.positions = Some(self.positions);
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
                    let played = session.game().moves().len();
                    writeln!(out, "{seed}: move {played}: {refused:?}")?;
                    break;
                }
            };
            tally.hints += 1;
            let names = |text: &str| given.purpose.contains(text);
            let is_vague = !["♣", "♦", "♥", "♠", "card", "pile", "%"]
                .into_iter()
                .any(names);
            tally.vague += usize::from(is_vague);
            if self.verbose || is_vague {
                let mv = given.hint.mv;
                let (purpose, reason) = (&given.purpose, &given.hint.reason);
                writeln!(out, "{seed}: {mv}: {purpose} ({reason:?})")?;
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
        Ok(tally)
    }
}
