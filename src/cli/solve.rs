//! `larboard solve`: the verdict on a deal or on the last position of a record.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use serde_json::json;
use textwrap::WordSplitter;

use super::game_args::{self, DealNumber, RuleArgs};
use super::search::{
    LimitArgs, ProgressLine, UPDATE_INTERVAL, cancel_on_exit_signals, interruption,
};
use super::{Failure, export, file};
use crate::describe::{approx_count, pluralize};
use crate::game::{DealName, Game};
use crate::json::joined;
use crate::record::PlayedGame;
use crate::rules::{GameInfo, Status};
use crate::solver::{Budget, CancelToken, SolveResult, Verdict};
use crate::variant;

#[derive(Debug, clap::Args)]
pub(super) struct SolveArgs {
    /// Game, or file with a record (- for stdin)
    #[arg(value_name = "GAME|FILE", value_parser = SolveInputParser, hide_possible_values = true)]
    input: SolveInput,
    #[command(flatten)]
    number: DealNumber,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Save a winning line as a record to FILE (- for stdout)
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// Output a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Debug)]
enum SolveInput {
    Game(&'static GameInfo),
    File(PathBuf),
}

/// Parser of a game, which it offers, or a file. A name that is both means the game.
#[derive(Clone)]
struct SolveInputParser;

impl TypedValueParser for SolveInputParser {
    type Value = SolveInput;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<SolveInput, clap::Error> {
        let path = Path::new(value);
        // The name of a missing file usually has an extension, and that of a game never.
        let is_file = file::is_stdio(path) || path.exists() || path.extension().is_some();
        match game_args::game_parser().parse_ref(command, arg, value) {
            Err(_) if is_file => Ok(SolveInput::File(path.to_owned())),
            game => game.map(SolveInput::Game),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let games = variant::games().map(|info| info.id.into());
        Some(Box::new(games.into_iter()))
    }
}

pub(super) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let record = match &args.input {
        SolveInput::Game(_) => None,
        SolveInput::File(path) => Some(path),
    };
    file::reject_repeated_stdio(record.into_iter().chain(&args.export))?;
    let mut played = args.open_game()?;
    let export_path = args.export.as_deref();
    export::check(export_path)?;
    let game = &played.game;
    let start = Instant::now();
    let cancel = cancel_on_exit_signals();
    let result = search(game, &args.limits.budget(1), &cancel);
    let seconds = start.elapsed().as_secs_f64();
    let mut stderr = io::stderr();
    let is_piped = export_path.is_some_and(file::is_stdio);
    let report: &mut dyn Write = if is_piped { &mut stderr } else { &mut *out };
    let written = if args.json {
        let solved = json!({
            "verdict": result.verdict.as_str(),
            "moves": result.verdict.line(),
            "positions": result.positions,
            "seconds": file::to_milliseconds(seconds),
            "canceled": cancel.is_canceled(),
        });
        file::write_json_line(report, joined(json!(DealName::new(game)), solved))
    } else {
        write_result(game, &result, seconds, cancel.is_canceled(), report)
    };
    let exported = export_path.map(|path| export_line(&mut played, &result.verdict, path, out));
    Failure::combine_all([
        written.err(),
        exported.and_then(Result::err),
        interruption(),
    ])
}

/// Writes the record of the game with the winning line.
fn export_line(
    played: &mut PlayedGame,
    verdict: &Verdict,
    path: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let Some(line) = verdict.line() else {
        let verdict = verdict.as_str();
        return Err(Failure::failed(format!(
            "nothing exported: the verdict is {verdict}"
        )));
    };
    for &mv in line {
        let result = played.game_mut().play(mv).map(drop);
        result.map_err(|illegal| Failure::failed(illegal.to_string()))?;
        played.header.shown = played.header.shown.saturating_add(1);
    }
    export::write(path, played, out)
}

impl SolveArgs {
    /// Deals the game or reads the record.
    fn open_game(&self) -> Result<PlayedGame, Failure> {
        match &self.input {
            SolveInput::Game(info) => {
                let rules = self.rules.variant_of(info)?;
                self.number.deal(rules)
            }
            SolveInput::File(path)
                if self.rules.is_empty() && self.number == DealNumber::default() =>
            {
                file::require_record(path)
            }
            SolveInput::File(_) => {
                let message = "--seed, --daily and --rule cannot be used with a record";
                Err(Failure::usage(message))
            }
        }
    }
}

/// Searches with a line of progress.
fn search(game: &Game, budget: &Budget, cancel: &CancelToken) -> SolveResult {
    let mut progress = ProgressLine::new(UPDATE_INTERVAL);
    let mut report = |positions| {
        progress.update(|elapsed| {
            let of_time = elapsed.as_secs_f64() / budget.time_limit().as_secs_f64();
            let of_positions = positions as f64 / budget.positions.unwrap_or(u64::MAX) as f64;
            format!(
                "searching: {}, {:.1} seconds, {:.0} % of the budget",
                approx_count(positions, "position"),
                elapsed.as_secs_f64(),
                100.0 * of_time.max(of_positions)
            )
        });
    };
    let (rules, table) = (game.rules(), game.table());
    rules.solve(table, budget, cancel, &mut report)
}

/// Maximum width of a line of moves.
const LINE_WIDTH: usize = 76;

fn write_result(
    game: &Game,
    result: &SolveResult,
    seconds: f64,
    was_canceled: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match game.status() {
        Status::Won => return Ok(writeln!(out, "already won")?),
        Status::Lost => return Ok(writeln!(out, "already lost: no moves left")?),
        Status::Playing => {}
    }
    let spent = format!(
        "{}, {seconds:.2} seconds",
        pluralize(result.positions as usize, "position")
    );
    let verdict = result.verdict.as_str();
    let Some(line) = result.verdict.line() else {
        let canceled = if was_canceled { ", canceled" } else { "" };
        return Ok(writeln!(out, "{verdict} ({spent}{canceled})")?);
    };
    writeln!(
        out,
        "{verdict} in {} ({spent})",
        pluralize(line.len(), "move")
    )?;
    // A move has a hyphen, at which no line may end.
    let options = textwrap::Options::new(LINE_WIDTH).word_splitter(WordSplitter::NoHyphenation);
    let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
    let rows = textwrap::fill(&moves.join(" "), options);
    Ok(writeln!(out, "{rows}")?)
}
