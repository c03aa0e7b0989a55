//! `larboard survey`: how many of many deals can be won.

use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Write};
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use serde::Serialize;

use super::game_args::{self, OptionAssignment};
use super::limits::SearchLimits;
use super::search_progress::{ProgressLine, cancel_then_exit_on_signals};
use super::{Failure, file};
use crate::escape::io_error_message;
use crate::solver::CancelToken;
use crate::survey::{SurveyEntry, SurveyResults, SurveyTotals, option_map, survey};
use crate::variant::Variant;

#[derive(Debug, clap::Args)]
pub(super) struct SurveyArgs {
    /// The game
    #[arg(required_unless_present = "merge")]
    game: Option<String>,
    /// The seeds to deal: A is in, B is not
    #[arg(
        long,
        value_name = "A..B",
        value_parser = parse_seed_range,
        required_unless_present = "merge",
        allow_negative_numbers = true
    )]
    seeds: Option<Range<u64>>,
    /// An option of the game and its value; see `larboard games`
    #[arg(long = "rule", value_name = "K=V")]
    rules: Vec<OptionAssignment>,
    #[command(flatten)]
    limits: SearchLimits,
    /// How many deals are searched side by side; as many as the machine has cores, if not given
    #[arg(long, value_name = "N", value_parser = parse_jobs, allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Append a line a deal to this file, and do not search the deals that it has; - is standard
    /// output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Add up the files of other surveys instead; - is standard input
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["game", "seeds", "rules", "jobs", "out"]
    )]
    merge: Vec<PathBuf>,
    /// Write JSON, an object a game
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SurveySummary {
    game: String,
    rules: BTreeMap<String, String>,
    seeds: [u64; 2],
    won: u64,
    lost: u64,
    unknown: u64,
    low: f64,
    high: f64,
    positions: u64,
    seconds: f64,
}

pub(super) fn run(args: &SurveyArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let (Some(game), Some(seeds)) = (&args.game, &args.seeds) {
        let rules = game_args::parse_variant(game, &args.rules)?;
        return args.run_survey(&rules, seeds.clone(), out);
    }
    file::reject_repeated_stdio(&args.merge)?;
    let mut deals = SurveyResults::default();
    for path in &args.merge {
        read_deals(&mut deals, path)?;
    }
    for deals in deals.entries_by_game() {
        if let (Some(first), Some(last)) = (deals.first(), deals.last()) {
            let seeds = [first.result.seed, last.result.seed.saturating_add(1)];
            let mut tally = SurveyTotals::default();
            deals.iter().for_each(|deal| tally.add(&deal.result));
            let summary = SurveySummary::new(&first.game, first.rules.clone(), seeds, &tally);
            summary.write(args.json, out)?;
        }
    }
    Ok(())
}

impl SurveyArgs {
    fn run_survey(
        &self,
        rules: &Variant,
        seeds: Range<u64>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let standard = self.out.as_deref().is_some_and(file::is_stdio);
        let mut tally = SurveyTotals::default();
        let (mut known, mut lines) = (HashSet::new(), None);
        if let Some(path) = self.out.as_deref().filter(|_| !standard) {
            let (deals, appended) = open_for_append(path)?;
            let mine = deals.entries_for(rules).map(|deal| deal.result);
            for found in mine.filter(|found| seeds.contains(&found.seed)) {
                tally.add(&found);
                known.insert(found.seed);
            }
            lines = Some((path, appended));
        }
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let jobs = self.jobs.unwrap_or(cores);
        let cancel = CancelToken::default();
        cancel_then_exit_on_signals(&cancel);
        let mut progress = SurveyProgress::new(&seeds, tally.deal_count());
        progress.update(&tally);
        let mut failure = None;
        let asked = [seeds.start, seeds.end];
        let left = seeds.filter(|seed| !known.contains(seed));
        survey(
            rules,
            left,
            &self.limits.budget(jobs),
            jobs,
            &cancel,
            |found| {
                tally.add(&found);
                progress.update(&tally);
                let deal = || SurveyEntry {
                    game: rules.info().id.into(),
                    rules: option_map(rules),
                    result: found,
                };
                let written = match &mut lines {
                    Some((path, file)) => append_deal(path, file, &deal()),
                    None if standard => file::write_json_line(out, &deal()),
                    None => Ok(()),
                };
                if let Err(error) = written {
                    cancel.cancel();
                    failure = Some(error);
                }
            },
        );
        drop(progress);
        if let Some(failure) = failure {
            return Err(failure);
        }
        let game = rules.info().id;
        SurveySummary::new(game, option_map(rules), asked, &tally).write(self.json, out)
    }
}

/// The deals a file has, and the file to append to; a last line cut short is cut off.
fn open_for_append(path: &Path) -> Result<(SurveyResults, File), Failure> {
    let failed = |error: io::Error| {
        let line = format!(
            "{} cannot be used: {}",
            file::display_name(path),
            io_error_message(&error)
        );
        Failure::Failed(line)
    };
    let mut deals = SurveyResults::default();
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(failed)?;
    // A pipe or a device has nothing to go on from, and reading it might wait for ever.
    if file.metadata().map_err(failed)?.is_file() {
        let whole = read_deals(&mut deals, path)?;
        // Windows shortens no file that is open to append to.
        let all = OpenOptions::new().write(true).open(path);
        all.and_then(|all| all.set_len(whole)).map_err(failed)?;
    }
    Ok((deals, file))
}

fn append_deal(path: &Path, file: &mut File, deal: &SurveyEntry) -> Result<(), Failure> {
    let mut line = Vec::new();
    file::write_json_line(&mut line, deal)?;
    file.write_all(&line).map_err(|error| {
        let line = format!(
            "{} cannot be written: {}",
            file::display_name(path),
            io_error_message(&error)
        );
        Failure::Failed(line)
    })
}

/// Adds the deals of a file to those known; returns how many bytes its whole lines are.
fn read_deals(deals: &mut SurveyResults, path: &Path) -> Result<u64, Failure> {
    let read = if file::is_stdio(path) {
        deals.read(io::stdin().lock())
    } else {
        File::open(path)
            .map_err(|error| format!("cannot be read: {}", io_error_message(&error)))
            .and_then(|file| deals.read(BufReader::new(file)))
    };
    read.map_err(|why| Failure::Failed(format!("{}: {why}", file::display_name(path))))
}

impl SurveySummary {
    fn new(
        game: &str,
        rules: BTreeMap<String, String>,
        seeds: [u64; 2],
        tally: &SurveyTotals,
    ) -> SurveySummary {
        let (low, high) = tally.confidence_interval();
        SurveySummary {
            game: game.into(),
            rules,
            seeds,
            won: tally.winnable,
            lost: tally.unwinnable,
            unknown: tally.unknown,
            low,
            high,
            positions: tally.positions,
            seconds: tally.seconds,
        }
    }

    fn write(&self, json: bool, out: &mut impl Write) -> Result<(), Failure> {
        if json {
            return file::write_json_line(out, self);
        }
        let rules: Vec<_> = self.rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let deals = self.won + self.lost + self.unknown;
        let [from, to] = self.seeds;
        writeln!(out, "{} {}", self.game, rules.join(" "))?;
        writeln!(out, "{deals} deals of the seeds {from}..{to}")?;
        for (word, count) in [
            ("winnable", self.won),
            ("unwinnable", self.lost),
            ("unknown", self.unknown),
        ] {
            let share = 100.0 * count as f64 / deals.max(1) as f64;
            writeln!(out, "{word:<12}{count:>9}{share:>9.2} %")?;
        }
        let (low, high) = (100.0 * self.low, 100.0 * self.high);
        writeln!(
            out,
            "can be won: {low:.2} to {high:.2} % of all deals (95 %)"
        )?;
        writeln!(out, "0 % {} 100 %", self.plot_interval())?;
        writeln!(
            out,
            "{} positions, {:.1} seconds of searching",
            self.positions, self.seconds
        )?;
        Ok(())
    }

    /// The interval on a line, and the share won with it.
    fn plot_interval(&self) -> String {
        const WIDTH: usize = 60;
        let at = |share: f64| ((share * WIDTH as f64) as usize).min(WIDTH - 1);
        let deals = self.won + self.lost + self.unknown;
        let won = at(self.won as f64 / deals.max(1) as f64);
        let mark = |column| match column {
            _ if column == won && deals > 0 => 'o',
            _ if (at(self.low)..=at(self.high)).contains(&column) => '=',
            _ => '-',
        };
        (0..WIDTH).map(mark).collect()
    }
}

/// How far a survey is, on a line of the terminal.
struct SurveyProgress {
    line: ProgressLine,
    total: u64,
    already_done: u64,
    started: Instant,
}

impl SurveyProgress {
    fn new(seeds: &Range<u64>, before: u64) -> SurveyProgress {
        SurveyProgress {
            line: ProgressLine::new(),
            total: seeds.end - seeds.start,
            already_done: before,
            started: Instant::now(),
        }
    }

    fn update(&mut self, tally: &SurveyTotals) {
        let (all, deals) = (self.total, tally.deal_count());
        let done = deals.saturating_sub(self.already_done);
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        self.line.update(|| {
            let bar = "#".repeat((20 * u128::from(deals) / u128::from(all)) as usize);
            let share = 100.0 * tally.winnable as f64 / deals.max(1) as f64;
            let rate = done as f64 / seconds;
            let left = match done {
                0 => "?".into(),
                _ => format_duration((all - deals) as f64 / rate),
            };
            format!(
                "[{bar:<20}] {deals} of {all}, {rate:.1} a second, {share:.1} % won, {left} left"
            )
        });
    }
}

/// Seconds as `1:02:03` or `2:03`.
fn format_duration(seconds: f64) -> String {
    let seconds = seconds as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

fn parse_seed_range(text: &str) -> Result<Range<u64>, String> {
    let Some((from, to)) = text.split_once("..") else {
        return Err("the seeds are given as A..B: A is in, B is not".into());
    };
    let seeds = game_args::parse_seed(from)?..game_args::parse_seed(to)?;
    if seeds.is_empty() {
        return Err("the seeds A..B go up: A is in, B is not".into());
    }
    Ok(seeds)
}

/// The most searches side by side.
const MAX_JOBS: usize = 1024;

fn parse_jobs(text: &str) -> Result<usize, String> {
    match game_args::parse_integer(text) {
        Ok(jobs) if (1..=MAX_JOBS).contains(&jobs) => Ok(jobs),
        _ => Err(format!("it is a whole number from 1 to {MAX_JOBS}")),
    }
}
