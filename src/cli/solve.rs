//! `larboard solve`: whether a deal, or a record's last position, can be won.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use super::export::Export;
use super::limits::Limits;
use super::rules::{self, Rule};
use super::{Failure, file};
use crate::escape::quoted;
use crate::game::Game;
use crate::record::{MOST_BYTES, Record, Sitting};
use crate::rules::{Move, Rules, Status, Variant};
use crate::solver::{Answer, Cancel, Search, Verdict};

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
    let answer = game.rules().visit(Search {
        table: game.table(),
        budget: &args.limits.budget(1),
        cancel: &Cancel::default(),
        progress: &mut |_| {},
    });
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let moves = line(&answer).map(|line| line.iter().map(ToString::to_string).collect());
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
        write(game, &answer, seconds, out)?;
    }
    if args.export.is_none() {
        return Ok(());
    }
    let Some(line) = line(&answer) else {
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

fn line(answer: &Answer) -> Option<&[Move]> {
    match &answer.verdict {
        Verdict::Winnable(line) => Some(line),
        Verdict::Unwinnable | Verdict::Unknown => None,
    }
}

/// How many characters of moves a line has.
const WIDTH: usize = 76;

fn write(
    game: &Game<Variant>,
    answer: &Answer,
    seconds: f64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match game.status() {
        Status::Won => return Ok(writeln!(out, "won already")?),
        Status::Lost => return Ok(writeln!(out, "lost already: no move is left")?),
        Status::Playing => {}
    }
    let spent = format!("{} positions, {seconds:.2} seconds", answer.positions);
    let word = answer.verdict.word();
    let Some(line) = line(answer) else {
        return Ok(writeln!(out, "{word} ({spent})")?);
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
