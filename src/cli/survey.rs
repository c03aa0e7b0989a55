//! `larboard survey`: the share of deals that can be won.

use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Write};
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use serde::Serialize;

use super::game_args::{self, OptionAssignment};
use super::limits::SearchLimits;
use super::search_progress::{cancel_then_exit_on_signals, survey_bar};
use super::{Failure, file};
use crate::escape::io_error_message;
use crate::solver::CancelToken;
use crate::survey::{SurveyEntry, SurveyResults, SurveyTotals, option_map, survey};
use crate::variant::Variant;

#[derive(Debug, clap::Args)]
pub(super) struct SurveyArgs {
    /// Game to survey
    #[arg(required_unless_present = "merge")]
    game: Option<String>,
    /// Deals to search, from A to B-1
    #[arg(
        long,
        value_name = "A..B",
        value_parser = parse_seed_range,
        required_unless_present = "merge",
        allow_negative_numbers = true
    )]
    seeds: Option<Range<u64>>,
    /// Set an option of the game; `larboard games` lists them
    #[arg(short, long = "rule", value_name = "K=V")]
    rules: Vec<OptionAssignment>,
    #[command(flatten)]
    limits: SearchLimits,
    /// Number of searches in parallel; one per core by default
    #[arg(short, long, value_name = "N", value_parser = parse_jobs, allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Append one line per deal to FILE (- for stdout)
    ///
    /// Deals that FILE contains already are not searched again, so a survey can be continued.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Add up the files of earlier surveys (- for stdin)
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["game", "seeds", "rules", "jobs", "output"]
    )]
    merge: Vec<PathBuf>,
    /// Output JSON, one object per line
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
            let mut totals = SurveyTotals::default();
            deals.iter().for_each(|deal| totals.add(&deal.result));
            let summary = SurveySummary::new(&first.game, first.rules.clone(), seeds, &totals);
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
        let to_stdout = self.output.as_deref().is_some_and(file::is_stdio);
        let mut totals = SurveyTotals::default();
        let (mut known, mut target) = (HashSet::new(), None);
        if let Some(path) = self.output.as_deref().filter(|_| !to_stdout) {
            let (deals, file) = open_for_append(path)?;
            let done = deals.entries_for(rules).map(|entry| entry.result);
            for result in done.filter(|result| seeds.contains(&result.seed)) {
                totals.add(&result);
                known.insert(result.seed);
            }
            target = Some((path, file));
        }
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let jobs = self.jobs.unwrap_or(cores);
        let cancel = CancelToken::default();
        cancel_then_exit_on_signals(&cancel);
        let bar = survey_bar(seeds.end - seeds.start, totals.deal_count());
        let show = |totals: &SurveyTotals| {
            let share = totals.winnable as f64 / totals.deal_count().max(1) as f64;
            bar.set_message(format!("{:.1} % winnable", 100.0 * share));
            bar.set_position(totals.deal_count());
        };
        show(&totals);
        let mut failure = None;
        let range = [seeds.start, seeds.end];
        let remaining = seeds.filter(|seed| !known.contains(seed));
        survey(
            rules,
            remaining,
            &self.limits.budget(jobs),
            jobs,
            &cancel,
            |result| {
                totals.add(&result);
                show(&totals);
                let entry = || SurveyEntry {
                    game: rules.info().id.into(),
                    rules: option_map(rules),
                    result,
                };
                let written = match &mut target {
                    Some((path, file)) => append_entry(path, file, &entry()),
                    None if to_stdout => file::write_json_line(out, &entry()),
                    None => Ok(()),
                };
                if let Err(error) = written {
                    cancel.cancel();
                    failure = Some(error);
                }
            },
        );
        bar.finish_and_clear();
        if let Some(failure) = failure {
            return Err(failure);
        }
        let game = rules.info().id;
        SurveySummary::new(game, option_map(rules), range, &totals).write(self.json, out)
    }
}

/// Reads the deals of a file and opens it for appending. Removes an incomplete last line.
fn open_for_append(path: &Path) -> Result<(SurveyResults, File), Failure> {
    let failed = |error: io::Error| Failure::Failed(file::write_error_message(path, &error));
    let mut deals = SurveyResults::default();
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(failed)?;
    // A pipe or a device holds no earlier deals, and reading it could block.
    if file.metadata().map_err(failed)?.is_file() {
        let complete = read_deals(&mut deals, path)?;
        // Windows cannot truncate a file that is open for appending.
        let file = OpenOptions::new().write(true).open(path);
        file.and_then(|file| file.set_len(complete))
            .map_err(failed)?;
    }
    Ok((deals, file))
}

fn append_entry(path: &Path, file: &mut File, entry: &SurveyEntry) -> Result<(), Failure> {
    let mut line = Vec::new();
    file::write_json_line(&mut line, entry)?;
    file.write_all(&line)
        .map_err(|error| Failure::Failed(file::write_error_message(path, &error)))
}

/// Adds the deals of a file, and returns the length of its complete lines in bytes.
fn read_deals(deals: &mut SurveyResults, path: &Path) -> Result<u64, Failure> {
    let read = if file::is_stdio(path) {
        deals.read(io::stdin().lock())
    } else {
        File::open(path)
            .map_err(|error| format!("cannot be read: {}", io_error_message(&error)))
            .and_then(|file| deals.read(BufReader::new(file)))
    };
    read.map_err(|message| Failure::Failed(format!("{}: {message}", file::display_name(path))))
}

impl SurveySummary {
    fn new(
        game: &str,
        rules: BTreeMap<String, String>,
        seeds: [u64; 2],
        totals: &SurveyTotals,
    ) -> SurveySummary {
        let (low, high) = totals.confidence_interval();
        SurveySummary {
            game: game.into(),
            rules,
            seeds,
            won: totals.winnable,
            lost: totals.unwinnable,
            unknown: totals.unknown,
            low,
            high,
            positions: totals.positions,
            seconds: totals.seconds,
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
        for (verdict, count) in [
            ("winnable", self.won),
            ("unwinnable", self.lost),
            ("unknown", self.unknown),
        ] {
            let share = 100.0 * count as f64 / deals.max(1) as f64;
            writeln!(out, "{verdict:<12}{count:>9}{share:>9.2} %")?;
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

    /// Draws the interval on a line, with a mark at the share of winnable deals.
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

fn parse_seed_range(text: &str) -> Result<Range<u64>, String> {
    let Some((from, to)) = text.split_once("..") else {
        return Err("expected A..B".into());
    };
    let seeds = game_args::parse_seed(from)?..game_args::parse_seed(to)?;
    if seeds.is_empty() {
        return Err("expected A..B with A less than B".into());
    }
    Ok(seeds)
}

/// Maximum number of parallel searches.
const MAX_JOBS: usize = 1024;

fn parse_jobs(text: &str) -> Result<usize, String> {
    match game_args::parse_integer(text) {
        Ok(jobs) if (1..=MAX_JOBS).contains(&jobs) => Ok(jobs),
        _ => Err(format!("expected a whole number from 1 to {MAX_JOBS}")),
    }
}
