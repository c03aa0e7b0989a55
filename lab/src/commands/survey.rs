//! `lab survey`: the share of deals that can be won, or that a player wins.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use larboard::cli::game_args::{self, RuleArgs};
use larboard::cli::search::{LimitArgs, ProgressLine, UPDATE_INTERVAL, cancel_on_exit_signals};
use larboard::cli::{Failure, file};
use larboard::escape::escape_path;
use larboard::rules::GameInfo;
use larboard::storage::file_ops;
use serde_json::json;

use crate::args::{JobArgs, parse_seed_range};
use crate::playthrough::PlayerKind;
use crate::seeds::thread_failure;
use crate::summary::SurveySummary;
use crate::survey::{SurveyTotals, survey};
use crate::survey_file::{SurveyEntry, SurveySubject};

#[derive(Debug, clap::Args)]
pub struct SurveyArgs {
    /// Game to survey
    #[arg(value_parser = game_args::game_parser())]
    game: &'static GameInfo,
    /// Deals to search, from A to B-1
    #[arg(
        long,
        value_name = "A..B",
        value_parser = parse_seed_range,
        allow_hyphen_values = true
    )]
    seeds: Range<u64>,
    #[command(flatten)]
    rules: RuleArgs,
    /// Who plays the deals
    ///
    /// thoughtful: the solver, which knows all cards. fair: compares its moves on random deals of the
    /// cards it has not seen. lookahead: looks ahead over the cards it sees. random: makes random
    /// moves. With a player other than thoughtful, --positions limits each decision, and --seconds
    /// does not apply.
    #[arg(long, default_value = "thoughtful", value_parser = player_parser())]
    player: SurveyPlayer,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    jobs: JobArgs,
    /// Write one line per deal to FILE, which must not exist (- for stdout)
    ///
    /// With - the summary goes to stderr.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Output a JSON object
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

impl SurveyArgs {
    /// Surveys the deals, and writes their lines and the summary.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let rules = self.rules.variant_of(self.game)?;
        if self.player.is_some() && rules.is_forced() {
            let game = rules.info().id;
            let error = format!("{game} leaves a player no choice; survey it without --player");
            return Err(Failure::failed(error));
        }
        let subject = SurveySubject::new(&rules, self.player);
        let mut output = SurveyOutput::open(self.output.as_deref())?;
        let jobs = self.jobs.count();
        let budget = self.limits.budget(jobs);
        let cancel = cancel_on_exit_signals();
        let mut progress = ProgressLine::new(UPDATE_INTERVAL);
        let mut totals = SurveyTotals::default();
        let mut written = Ok(());
        let range = [self.seeds.start, self.seeds.end];
        let started = survey(
            &rules,
            self.player,
            self.seeds.clone(),
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
        started.map_err(|error| thread_failure(jobs, &error))?;
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
                Err(Failure::failed(format!("{name} exists; name a new file")))
            }
            Err(error) => Err(Failure::failed(file::write_error_message(path, &error))),
        }
    }

    /// Writes a line at once, so that a reader of a pipe need not wait.
    fn write(&mut self, entry: &SurveyEntry, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            SurveyOutput::None => Ok(()),
            SurveyOutput::Stdout => {
                file::write_json_line(out, json!(entry))?;
                Ok(out.flush()?)
            }
            SurveyOutput::File(path, file) => {
                let mut line = Vec::new();
                file::write_json_line(&mut line, json!(entry))?;
                file_ops::write_all(file, &line)
                    .map_err(|error| Failure::failed(file::write_error_message(path, &error)))
            }
        }
    }
}
