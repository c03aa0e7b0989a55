//! `lab follow-hints`: the maintainer's measure of advice.

use std::collections::HashSet;
use std::io::Write;
use std::ops::Range;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use larboard::cli::Failure;
use larboard::cli::game_args::{self, RuleArgs};
use larboard::game::Game;
use larboard::player::derive_seed;
use larboard::record::{KeptLine, PlayedGame};
use larboard::rules::{GameInfo, Move, Status};
use larboard::session::{Command, CommandOutcome, GivenHint, Refusal, SearchReply, Session, Task};
use larboard::solver::{
    Budget, CancelToken, DEAL_BUDGET, HINT_POSITIONS, SolveResult, StateKey, Verdict,
};
use larboard::storage::settings::{HintKind, Setting, Settings};

use crate::args::parse_seed_range;

/// Hints after which a game is given up.
const MAX_HINTS: usize = 1_000;

/// Budget of the search for a deal that can be won, and for the line to compare with.
const SOLVER_BUDGET: Budget = Budget {
    positions: Some(1_000_000),
    time: None,
    ..DEAL_BUDGET
};

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

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
    /// Play only deals that the solver wins with a million positions, with their winning line
    #[arg(long)]
    winnable: bool,
    /// Play at most N deals
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    deals: usize,
    /// Search N positions for each hint
    #[arg(long, value_name = "N", default_value_t = HINT_POSITIONS, value_parser = game_args::integer::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    positions: u64,
    /// After every N hints, make a random move after which a win is still found
    #[arg(long, value_name = "N", value_parser = game_args::integer::<usize>(1, MAX_HINTS as u64), allow_negative_numbers = true)]
    random_every: Option<usize>,
    /// Give hints by the cards that a player has seen
    #[arg(long)]
    fair: bool,
    /// Let safe cards go home by themselves
    #[arg(long)]
    autoplay: bool,
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
    /// Hints that lead back to a position of the game.
    returns: usize,
    /// Hints that take a card from a foundation.
    taken_back: usize,
    /// Moves of games that were won without which, and those that need them, they are won, too.
    needless: usize,
    vague: usize,
    random_moves: usize,
    /// Moves of games that were won and that the solver has won too, and of the solver.
    moves: usize,
    solver_moves: usize,
    /// The longest time until the first report on a hint.
    slowest: Duration,
}

/// The game of a deal and what came of following its hints.
struct Followed<'a> {
    args: &'a FollowHintsArgs,
    settings: Settings,
    session: Session,
    tally: HintTally,
}

impl FollowHintsArgs {
    /// Follows the hints, and writes what they came to.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let rules = self.rules.variant_of(self.game)?;
        let mut all = HintTally::default();
        for seed in self.seeds.clone() {
            if all.games == self.deals {
                break;
            }
            let deal = Game::new(rules.clone(), seed);
            let solved = solve(&deal, SOLVER_BUDGET.positions);
            let mut played = PlayedGame::new(deal);
            match solved.verdict.line() {
                Some(line) if self.winnable => {
                    let moves = line.clone();
                    played.line = Some(KeptLine { after: 0, moves });
                }
                None if self.winnable => continue,
                _ => {}
            }
            let session = Session::start(played, NOW);
            let mut one = self.follow(session, seed, out)?;
            match solved.verdict.line() {
                Some(line) if one.won > 0 => one.solver_moves = line.len(),
                _ => one.moves = 0,
            }
            writeln!(out, "{seed}: {one:?}")?;
            all.add(&one);
            out.flush()?;
        }
        Ok(writeln!(out, "{all:?}")?)
    }

    fn follow(
        &self,
        session: Session,
        seed: u64,
        out: &mut dyn Write,
    ) -> Result<HintTally, Failure> {
        let mut settings = Settings::default();
        if self.fair {
            settings.choose(HintKind::Fair);
        }
        settings.set(Setting::Autoplay, self.autoplay);
        let mut followed = Followed {
            args: self,
            settings,
            session,
            tally: HintTally {
                games: 1,
                ..HintTally::default()
            },
        };
        let mut met = HashSet::from([followed.position()]);
        while !followed.session.is_over() && followed.tally.hints < MAX_HINTS {
            let mut outcome = followed.execute(Command::Hint);
            if outcome == CommandOutcome::Refused(Refusal::NoHintYet) {
                followed.search();
                outcome = followed.execute(Command::Hint);
            }
            let given = match outcome {
                CommandOutcome::Hint(given) => given,
                refused => {
                    let played = followed.session.game().moves().len();
                    writeln!(out, "{seed}: move {played}: {refused:?}")?;
                    break;
                }
            };
            if followed.count(&given) || self.verbose {
                let mv = given.mv;
                let (purpose, reason) = (&given.purpose, &given.reason);
                writeln!(out, "{seed}: {mv}: {purpose} ({reason:?})")?;
            }
            followed.execute(Command::Move(given.mv));
            followed.tally.returns += usize::from(!met.insert(followed.position()));
            let hints = followed.tally.hints;
            if let Some(every) = self.random_every
                && hints.is_multiple_of(every)
                && let Some(mv) = followed.random_move(derive_seed(seed, hints as u64))
            {
                followed.execute(Command::Move(mv));
                followed.tally.random_moves += 1;
                met.insert(followed.position());
            }
        }
        followed.tally.moves = followed.session.game().moves().len();
        followed.tally.won = usize::from(followed.session.game().status() == Status::Won);
        if followed.tally.won > 0 {
            followed.tally.needless = needless_moves(followed.session.game());
        }
        Ok(followed.tally)
    }
}

/// Counts the moves of a game that was won without which it is won as well; those that others make illegal are left out,
/// too.
fn needless_moves(game: &Game) -> usize {
    let moves: Vec<Move> = game.moves().collect();
    let is_needless = |at: &usize| {
        let mut other = game.clone();
        other.seek(*at);
        for &mv in &moves[at + 1..] {
            _ = other.play(mv);
        }
        other.status() == Status::Won
    };
    (0..moves.len()).filter(is_needless).count()
}

impl Followed<'_> {
    fn execute(&mut self, command: Command) -> CommandOutcome {
        self.session.execute(command, &self.settings, NOW)
    }

    fn position(&self) -> StateKey {
        let game = self.session.game();
        game.rules().state_key(game.table())
    }

    /// Runs the search for the hint that was asked for.
    fn search(&mut self) {
        let Some(mut request) = self.session.search_request(&self.settings, false) else {
            return;
        };
        let limit = |budget: &mut Budget| {
            (budget.positions, budget.time) = (Some(self.args.positions), None);
        };
        limit(&mut request.budget);
        if let Task::Hint { line_budget, .. } = &mut request.task {
            line_budget.as_mut().map(limit);
        }
        let (started, mut first) = (Instant::now(), None);
        request.run(&CancelToken::default(), &mut |found| {
            first.get_or_insert_with(|| started.elapsed());
            let request = request.clone();
            self.session.record(&SearchReply { request, found });
        });
        self.tally.slowest = self.tally.slowest.max(first.unwrap_or_default());
    }

    /// Counts a hint. Returns whether it is vague; one without a purpose is a move that says it.
    fn count(&mut self, given: &GivenHint) -> bool {
        let names = |text: &str| given.purpose.contains(text);
        let is_vague = !given.purpose.is_empty()
            && !["♣", "♦", "♥", "♠", "card", "pile", "%"]
                .into_iter()
                .any(names);
        self.tally.hints += 1;
        self.tally.taken_back += usize::from(given.mv.is_from_foundation());
        self.tally.vague += usize::from(is_vague);
        is_vague
    }

    /// Returns a random one of the moves after which a win is found.
    fn random_move(&self, seed: u64) -> Option<Move> {
        let game = self.session.game();
        let mut moves: Vec<(u64, Move)> = (0..)
            .zip(game.legal_moves())
            .map(|(number, mv)| (derive_seed(seed, number), mv))
            .collect();
        moves.sort_by_key(|(order, _)| *order);
        let keeps_win = |mv: &Move| {
            let mut after = game.clone();
            let is_legal = after.play(*mv).is_ok();
            let result = solve(&after, Some(self.args.positions));
            is_legal && matches!(result.verdict, Verdict::Winnable(_))
        };
        let mut moves = moves.into_iter().map(|(_, mv)| mv);
        moves.find(keeps_win)
    }
}

impl HintTally {
    fn add(&mut self, other: &HintTally) {
        self.games += other.games;
        self.won += other.won;
        self.hints += other.hints;
        self.returns += other.returns;
        self.taken_back += other.taken_back;
        self.needless += other.needless;
        self.vague += other.vague;
        self.random_moves += other.random_moves;
        self.moves += other.moves;
        self.solver_moves += other.solver_moves;
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// Searches the position of a game with so many positions.
fn solve(game: &Game, positions: Option<u64>) -> SolveResult {
    let budget = Budget {
        positions,
        ..SOLVER_BUDGET
    };
    let cancel = CancelToken::default();
    game.rules()
        .solve(game.table(), &budget, &cancel, &mut |_| {})
}
