//! `larboard survey`: the share of deals that can be won, or that a player wins.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use super::game_args::{self, RuleArgs};
use super::search::{LimitArgs, ProgressLine, cancel_on_exit_signals};
use super::{Failure, file};
use crate::escape::{escape_path, io_error_message};
use crate::player::PlayerKind;
use crate::rules::GameInfo;
use crate::solver::Tally;
use crate::storage::file_ops;
use crate::survey::{SurveyEntry, SurveyResults, SurveySubject, SurveyTotals, survey};
use crate::variant::Variant;

#[derive(Debug, clap::Args)]
pub(super) struct SurveyArgs {
    /// Game to survey
    #[arg(required_unless_present = "merge", value_parser = game_args::game_parser())]
    game: Option<&'static GameInfo>,
    /// Deals to search, from A to B-1
    #[arg(
        long,
        value_name = "A..B",
        value_parser = parse_seed_range,
        required_unless_present = "merge",
        allow_hyphen_values = true
    )]
    seeds: Option<Range<u64>>,
    #[command(flatten)]
    rules: RuleArgs,
    /// Who plays the deals
    ///
    /// thoughtful: the solver, which knows all cards. fair: compares its moves on random deals of the
    /// cards it has not seen. lookahead: looks ahead over the cards it sees. random: makes random
    /// moves. With a player other than thoughtful, --positions limits each decision, --seconds does not
    /// apply, and the line of a deal that is not won has the verdict unknown.
    #[arg(long, default_value = "thoughtful", value_parser = player_parser())]
    player: SurveyPlayer,
    #[command(flatten)]
    limits: LimitArgs,
    /// Number of searches in parallel; one per core by default
    #[arg(short, long, value_name = "N", value_parser = game_args::integer::<usize>(1, MAX_JOBS), allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Write one line per deal to FILE, which must not exist (- for stdout)
    ///
    /// With - the summary goes to stderr.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Add up the files of earlier surveys (- for stdin)
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = ["game", "seeds", "rules", "player", "jobs", "output"]
    )]
    merge: Vec<PathBuf>,
    /// Output JSON, one object per line
    #[arg(long)]
    json: bool,
}

/// A player, or `None` for the solver.
type SurveyPlayer = Option<PlayerKind>;

/// Creates the parser of a player, whose name for the solver is `thoughtful`.
fn player_parser() -> impl TypedValueParser<Value = SurveyPlayer> {
    PossibleValuesParser::new(["thoughtful", "fair", "lookahead", "random"])
        .map(|name| name.parse().ok())
}

pub(super) fn run(args: &SurveyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if let (Some(game), Some(seeds)) = (args.game, &args.seeds) {
        let rules = args.rules.variant_of(game)?;
        if args.player.is_some() && rules.is_forced() {
            let game = rules.info().id;
            let error = format!("{game} leaves a player no choice; survey it without --player");
            return Err(Failure::Failed(error));
        }
        return args.run_survey(&rules, seeds.clone(), out);
    }
    merge(&args.merge, args.json, out)
}

/// Adds up files and writes a summary of each subject.
fn merge(paths: &[PathBuf], json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    file::reject_repeated_stdio(paths)?;
    let mut results = SurveyResults::default();
    for path in paths {
        let input: Box<dyn BufRead> = if file::is_stdio(path) {
            Box::new(io::stdin().lock())
        } else {
            let file = file::open(path)?;
            Box::new(BufReader::new(file))
        };
        let torn_line = results
            .read(input)
            .map_err(|error| file::read_failure(path, &error))?;
        if let Some(line) = torn_line {
            let name = escape_path(path);
            file::print_note(&format!("{name}: line {line} is torn and not counted"));
        }
    }
    let mut is_empty = true;
    for (subject, seeds, totals) in results.totals() {
        SurveySummary::new(subject, seeds, totals).write(json, out)?;
        is_empty = false;
    }
    if is_empty {
        return Err(Failure::Failed("no deals to add up".into()));
    }
    Ok(())
}

impl SurveyArgs {
    fn run_survey(
        &self,
        rules: &Variant,
        seeds: Range<u64>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let subject = SurveySubject::new(rules, self.player);
        let mut output = SurveyOutput::open(self.output.as_deref())?;
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let jobs = self.jobs.unwrap_or(cores);
        let budget = self.limits.budget(jobs);
        let cancel = cancel_on_exit_signals();
        let mut progress = ProgressLine::new();
        let mut totals = SurveyTotals::default();
        let mut written = Ok(());
        let range = [seeds.start, seeds.end];
        let started = survey(
            rules,
            self.player,
            seeds,
            &budget,
            jobs,
            &cancel,
            |result| {
                totals.add(&result);
                progress.update(|_| progress_text(&totals, range));
                if written.is_ok() {
                    let subject = subject.clone();
                    written = output.write(&SurveyEntry { subject, result }, out);
                }
                if written.is_err() {
                    cancel.cancel();
                }
            },
        );
        drop(progress);
        written?;
        started.map_err(|error| {
            let reason = io_error_message(&error);
            Failure::Failed(format!("cannot start {jobs} searches: {reason}"))
        })?;
        let summary = SurveySummary::new(&subject, range, totals);
        match output {
            SurveyOutput::Stdout => summary.write(self.json, &mut io::stderr()),
            SurveyOutput::None | SurveyOutput::File(..) => summary.write(self.json, out),
        }
    }
}

fn progress_text(totals: &SurveyTotals, [start, end]: [u64; 2]) -> String {
    let (done, all) = (totals.deals.count(), end - start);
    let won = 100.0 * totals.deals.won as f64 / done.max(1) as f64;
    format!("{done} of {all} deals, {won:.1} % won")
}

/// Where the lines of the deals go.
enum SurveyOutput {
    None,
    Stdout,
    File(PathBuf, File),
}

impl SurveyOutput {
    /// Creates the file, which must not exist.
    fn open(path: Option<&Path>) -> Result<SurveyOutput, Failure> {
        let Some(path) = path else {
            return Ok(SurveyOutput::None);
        };
        if file::is_stdio(path) {
            return Ok(SurveyOutput::Stdout);
        }
        let opened = file_ops::open(path, OpenOptions::new().write(true).create_new(true));
        match opened {
            Ok(file) => Ok(SurveyOutput::File(path.to_owned(), file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let name = escape_path(path);
                Err(Failure::Failed(format!("{name} exists; name a new file")))
            }
            Err(error) => Err(Failure::Failed(file::write_error_message(path, &error))),
        }
    }

    /// Writes a line at once, so that a reader of a pipe need not wait.
    fn write(&mut self, entry: &SurveyEntry, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            SurveyOutput::None => Ok(()),
            SurveyOutput::Stdout => {
                file::write_json_line(out, entry)?;
                Ok(out.flush()?)
            }
            SurveyOutput::File(path, file) => {
                let mut line = Vec::new();
                file::write_json_line(&mut line, entry)?;
                file_ops::write_all(file, &line)
                    .map_err(|error| Failure::Failed(file::write_error_message(path, &error)))
            }
        }
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
const MAX_JOBS: u64 = 1024;

/// The totals of a survey, as text or as JSON.
#[derive(Serialize)]
struct SurveySummary<'a> {
    #[serde(flatten)]
    subject: &'a SurveySubject,
    seeds: [u64; 2],
    #[serde(flatten)]
    deals: Tally,
    low: f64,
    high: f64,
    positions: u64,
    #[serde(serialize_with = "file::serialize_seconds")]
    seconds: f64,
}

impl SurveySummary<'_> {
    /// Sums up deals. What a player did not win is lost.
    fn new(
        subject: &SurveySubject,
        seeds: [u64; 2],
        mut totals: SurveyTotals,
    ) -> SurveySummary<'_> {
        if subject.player.is_some() {
            totals.deals.lost += std::mem::take(&mut totals.deals.unknown);
        }
        let (low, high) = totals.deals.confidence_interval();
        SurveySummary {
            subject,
            seeds,
            deals: totals.deals,
            low,
            high,
            positions: totals.positions,
            seconds: totals.seconds,
        }
    }

    fn write(&self, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
        if json {
            return file::write_json_line(out, self);
        }
        let SurveySubject {
            game,
            rules,
            player,
        } = self.subject;
        let rules: Vec<_> = rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let deals = self.deals.count();
        let [from, to] = self.seeds;
        writeln!(out, "{game} {}", rules.join(" "))?;
        writeln!(out, "{deals} deals of the seeds {from}..{to}")?;
        let Tally { won, lost, unknown } = self.deals;
        let (counts, wins): (&[_], _) = match player {
            Some(player) => {
                writeln!(out, "played by the {player} player")?;
                (&[("won", won), ("not won", lost)], "wins")
            }
            None => (
                &[
                    ("winnable", won),
                    ("unwinnable", lost),
                    ("unknown", unknown),
                ],
                "can be won",
            ),
        };
        for &(verdict, count) in counts {
            let share = 100.0 * count as f64 / deals.max(1) as f64;
            writeln!(out, "{verdict:<12}{count:>9}{share:>9.2} %")?;
        }
        let (low, high) = (100.0 * self.low, 100.0 * self.high);
        writeln!(out, "{wins}: {low:.2} to {high:.2} % of all deals (95 %)")?;
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
        let deals = self.deals.count();
        let won = at(self.deals.won as f64 / deals.max(1) as f64);
        let mark = |column| match column {
            _ if column == won && deals > 0 => 'o',
            _ if (at(self.low)..=at(self.high)).contains(&column) => '=',
            _ => '-',
        };
        (0..WIDTH).map(mark).collect()
    }
}
