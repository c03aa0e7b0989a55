//! `larboard solve`: whether a deal, or a record's last position, can be won.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use super::export::ExportTarget;
use super::game_args::{self, OptionAssignment};
use super::limits::SearchLimits;
use super::search_progress::{ProgressLine, cancel_then_exit_on_signals};
use super::{Failure, file};
use crate::describe::approx_count;
use crate::escape::quote;
use crate::game::Game;
use crate::record::{MAX_RECORD_BYTES, PlayedGame, Record};
use crate::rules::Status;
use crate::solver::{Budget, CancelToken, SolveResult, Verdict};
use crate::variant::{self, Variant};

#[derive(Debug, clap::Args)]
pub(super) struct SolveArgs {
    /// A game, or a file with a record; - is standard input
    #[arg(value_name = "GAME|FILE")]
    input: PathBuf,
    /// The seed that shuffles the deck, decimal or 0x hexadecimal
    #[arg(long, value_name = "N", value_parser = game_args::parse_seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// An option of the game and its value; see `larboard games`
    #[arg(long = "rule", value_name = "K=V")]
    rules: Vec<OptionAssignment>,
    #[command(flatten)]
    limits: SearchLimits,
    /// Write the line that wins as a record; - is standard output
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SolveJson<'a> {
    game: &'static str,
    #[serde(serialize_with = "game_args::serialize_options")]
    rules: &'a Variant,
    seed: Option<u64>,
    verdict: &'static str,
    moves: Option<Vec<String>>,
    positions: u64,
    seconds: f64,
}

pub(super) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<(), Failure> {
    file::reject_repeated_stdio([&args.input].into_iter().chain(&args.export))?;
    let mut sitting = args.open_session()?;
    let export = ExportTarget::prepare(args.export.as_ref())?;
    let game = &sitting.game;
    let start = Instant::now();
    let cancel = CancelToken::default();
    let answer = match game.status() {
        Status::Won => immediate_result(Verdict::Winnable(Vec::new())),
        Status::Lost => immediate_result(Verdict::Unwinnable),
        Status::Playing => search(game, &args.limits.budget(1), &cancel),
    };
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let moves = answer.verdict.line();
        let moves = moves.map(|line| line.iter().map(ToString::to_string).collect());
        let solved = SolveJson {
            game: game.rules().info().id,
            rules: game.rules(),
            seed: game.seed(),
            verdict: answer.verdict.as_str(),
            moves,
            positions: answer.positions,
            seconds,
        };
        file::write_json_line(out, &solved)?;
    } else {
        write_result(game, &answer, seconds, cancel.is_canceled(), out)?;
    }
    if args.export.is_none() {
        return Ok(());
    }
    let Some(line) = answer.verdict.line() else {
        let word = answer.verdict.as_str();
        return Err(Failure::Failed(format!(
            "the game is {word}: there is no line to write"
        )));
    };
    for &mv in line {
        let played = sitting.game.play(mv).map(drop);
        played.map_err(|illegal| Failure::Failed(illegal.to_string()))?;
        sitting.solver_moves_shown = sitting.solver_moves_shown.saturating_add(1);
    }
    // A record whose parent is as long as one can be read may be too long as it is written.
    if Record::from_played_game(&sitting).to_string().len() > MAX_RECORD_BYTES {
        let line = "the record would be over 1 MiB, and could not be read again";
        return Err(Failure::Failed(line.into()));
    }
    export.write(&sitting, out)
}

impl SolveArgs {
    /// The deal or the record asked about. A game's name wins over a file's.
    fn open_session(&self) -> Result<PlayedGame, Failure> {
        let game = self.input.to_str().filter(|name| {
            let given = self.seed.is_some() || !self.rules.is_empty();
            variant::find(name).is_some() || (given && !self.input.exists())
        });
        if let Some(name) = game {
            let rules = game_args::parse_variant(name, &self.rules)?;
            let Some(seed) = self.seed else {
                let line = "a deal is told by its seed: give --seed N, or ./ before a file's name";
                return Err(Failure::Usage(line.into()));
            };
            return Ok(PlayedGame::new(Game::new(rules, seed)));
        }
        if self.seed.is_some() || !self.rules.is_empty() {
            let line = "a record has its own seed and rules: --seed and --rule are for a game";
            return Err(Failure::Usage(line.into()));
        }
        if !file::is_stdio(&self.input) && !self.input.exists() {
            let line = format!(
                "no game or file is called {}; the games are {}",
                quote(&self.input.to_string_lossy()),
                game_args::game_names()
            );
            return Err(Failure::Usage(line));
        }
        file::require_session(&self.input)
    }
}

/// The answer where no search is needed.
fn immediate_result(verdict: Verdict) -> SolveResult {
    let positions = 0;
    SolveResult { verdict, positions }
}

/// Searches, and says on a line of the terminal how far that is. A signal stops it.
fn search(game: &Game, budget: &Budget, cancel: &CancelToken) -> SolveResult {
    cancel_then_exit_on_signals(cancel);
    let mut line = ProgressLine::new();
    let start = Instant::now();
    game.rules()
        .solve(game.table(), budget, cancel, &mut |positions| {
            line.update(|| {
                let spent = start.elapsed().as_secs_f64();
                let time = budget.time.map_or(0.0, |time| spent / time.as_secs_f64());
                let count = budget
                    .positions
                    .map_or(0.0, |most| positions as f64 / most as f64);
                let share = 100.0 * time.max(count);
                let positions = approx_count(positions, "position");
                format!("searching: {positions}, {spent:.1} seconds, {share:.0} % of the budget")
            });
        })
}

/// How many characters of moves a line has.
const LINE_WIDTH: usize = 76;

fn write_result(
    game: &Game,
    answer: &SolveResult,
    seconds: f64,
    stopped: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match game.status() {
        Status::Won => return Ok(writeln!(out, "won already")?),
        Status::Lost => return Ok(writeln!(out, "lost already: no move is left")?),
        Status::Playing => {}
    }
    let spent = format!("{} positions, {seconds:.2} seconds", answer.positions);
    let word = answer.verdict.as_str();
    let Some(line) = answer.verdict.line() else {
        let stopped = if stopped { ", stopped" } else { "" };
        return Ok(writeln!(out, "{word} ({spent}{stopped})")?);
    };
    writeln!(out, "{word} in {} moves ({spent})", line.len())?;
    let mut row = String::new();
    for mv in line.iter().map(ToString::to_string) {
        if !row.is_empty() && row.len() + 1 + mv.len() > LINE_WIDTH {
            writeln!(out, "{row}")?;
            row.clear();
        }
        if !row.is_empty() {
            row.push(' ');
        }
        row.push_str(&mv);
    }
    Ok(writeln!(out, "{row}")?)
}
