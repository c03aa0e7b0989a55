//! `larboard solve`: whether a deal, or a record's last position, can be won.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use super::export::Export;
use super::limits::Limits;
use super::rules::{self, Rule};
use super::searching::{Line, cancel_or_end_on_signals};
use super::{Failure, file};
use crate::escape::quoted;
use crate::game::Game;
use crate::record::{MOST_BYTES, Record, Sitting};
use crate::rules::{Rules, Status, Variant};
use crate::solver::{Answer, Budget, Cancel, Search, Verdict};
use crate::words::many;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A game, or a file with a record; - is standard input
    #[arg(value_name = "GAME|FILE")]
    what: PathBuf,
    /// The seed that shuffles the deck, decimal or 0x hexadecimal
    #[arg(long, value_name = "N", value_parser = rules::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// An option of the game and its value; see `larboard games`
    #[arg(long = "rule", value_name = "K=V")]
    rules: Vec<Rule>,
    #[command(flatten)]
    limits: Limits,
    /// Write the line that wins as a record; - is standard output
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Solved<'a> {
    game: &'static str,
    #[serde(serialize_with = "rules::as_json")]
    rules: &'a Variant,
    seed: Option<u64>,
    verdict: &'static str,
    moves: Option<Vec<String>>,
    positions: u64,
    seconds: f64,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    file::check_standard([&args.what].into_iter().chain(&args.export))?;
    let mut sitting = args.sitting()?;
    let export = Export::check(args.export.as_ref())?;
    let game = &sitting.game;
    let start = Instant::now();
    let cancel = Cancel::default();
    let answer = match game.status() {
        Status::Won => at_once(Verdict::Winnable(Vec::new())),
        Status::Lost => at_once(Verdict::Unwinnable),
        Status::Playing => search(game, &args.limits.budget(1), &cancel),
    };
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let moves = answer.verdict.line();
        let moves = moves.map(|line| line.iter().map(ToString::to_string).collect());
        let solved = Solved {
            game: game.rules().profile().id,
            rules: game.rules(),
            seed: game.seed(),
            verdict: answer.verdict.word(),
            moves,
            positions: answer.positions,
            seconds,
        };
        file::json_line(out, &solved)?;
    } else {
        write(game, &answer, seconds, cancel.is_cancelled(), out)?;
    }
    if args.export.is_none() {
        return Ok(());
    }
    let Some(line) = answer.verdict.line() else {
        let word = answer.verdict.word();
        return Err(Failure::Undone(format!(
            "the game is {word}: there is no line to write"
        )));
    };
    for &mv in line {
        let played = sitting.game.play(mv).map(drop);
        played.map_err(|illegal| Failure::Undone(illegal.to_string()))?;
        sitting.shown = sitting.shown.saturating_add(1);
    }
    // A record whose parent is as long as one can be read may be too long as it is written.
    if Record::of(&sitting).to_string().len() > MOST_BYTES {
        let line = "the record would be over 1 MiB, and could not be read again";
        return Err(Failure::Undone(line.into()));
    }
    export.write(&sitting, out)
}

impl Args {
    /// The deal or the record asked about. A game's name wins over a file's.
    fn sitting(&self) -> Result<Sitting<Variant>, Failure> {
        let game = self.what.to_str().filter(|name| {
            let given = self.seed.is_some() || !self.rules.is_empty();
            Variant::profile_named(name).is_some() || (given && !self.what.exists())
        });
        if let Some(name) = game {
            let rules = rules::variant(name, &self.rules)?;
            let Some(seed) = self.seed else {
                let line = "a deal is told by its seed: give --seed N, or ./ before a file's name";
                return Err(Failure::Usage(line.into()));
            };
            return Ok(Sitting::new(Game::new(rules, seed)));
        }
        if self.seed.is_some() || !self.rules.is_empty() {
            let line = "a record has its own seed and rules: --seed and --rule are for a game";
            return Err(Failure::Usage(line.into()));
        }
        if !file::is_standard(&self.what) && !self.what.exists() {
            let line = format!(
                "no game or file is called {}; the games are {}",
                quoted(&self.what.to_string_lossy()),
                rules::games()
            );
            return Err(Failure::Usage(line));
        }
        file::need(&self.what)
    }
}

/// The answer where no search is needed.
fn at_once(verdict: Verdict) -> Answer {
    let positions = 0;
    Answer { verdict, positions }
}

/// Searches, and says on a line of the terminal how far that is. A signal stops it.
fn search(game: &Game<Variant>, budget: &Budget, cancel: &Cancel) -> Answer {
    cancel_or_end_on_signals(cancel);
    let mut line = Line::new();
    let start = Instant::now();
    game.rules().visit(Search {
        table: game.table(),
        budget,
        cancel,
        progress: &mut |positions| {
            line.say(|| {
                let spent = start.elapsed().as_secs_f64();
                let time = budget.time.map_or(0.0, |time| spent / time.as_secs_f64());
                let count = budget
                    .positions
                    .map_or(0.0, |most| positions as f64 / most as f64);
                let share = 100.0 * time.max(count);
                let positions = many(positions, "position");
                format!("searching: {positions}, {spent:.1} seconds, {share:.0} % of the budget")
            });
        },
    })
}

/// How many characters of moves a line has.
const WIDTH: usize = 76;

fn write(
    game: &Game<Variant>,
    answer: &Answer,
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
    let word = answer.verdict.word();
    let Some(line) = answer.verdict.line() else {
        let stopped = if stopped { ", stopped" } else { "" };
        return Ok(writeln!(out, "{word} ({spent}{stopped})")?);
    };
    writeln!(out, "{word} in {} moves ({spent})", line.len())?;
    let mut row = String::new();
    for mv in line.iter().map(ToString::to_string) {
        if !row.is_empty() && row.len() + 1 + mv.len() > WIDTH {
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
