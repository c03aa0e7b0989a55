//! `larboard survey`: the share of deals that can be won, or that a player wins.

mod output;
mod summary;

use std::io::{self, BufReader, Write};
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::game_args::{self, RuleArgs};
use super::limits::SearchLimits;
use super::search_progress::{cancel_then_exit_on_signals, survey_bar};
use super::{Failure, file};
use crate::player::PlayerKind;
use crate::solver::CancelToken;
use crate::survey::{SurveyFileEnd, SurveyResults, SurveyTotals, survey};
use crate::variant::Variant;
use output::{Output, SurveyTarget, read_deals};
use summary::SurveySummary;

#[derive(Debug, clap::Args)]
pub(super) struct SurveyArgs {
    /// Game to survey
    #[arg(required_unless_present = "merge", value_parser = game_args::game_parser())]
    game: Option<String>,
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
    limits: SearchLimits,
    /// Number of searches in parallel; one per core by default
    #[arg(short, long, value_name = "N", value_parser = parse_jobs, allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Append one line per deal to FILE (- for stdout)
    ///
    /// Deals that FILE contains already are not searched again, so a survey can be continued. With -
    /// the summary goes to stderr.
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
    if let (Some(game), Some(seeds)) = (&args.game, &args.seeds) {
        let rules = game_args::parse_variant(game, &args.rules.rules)?;
        if args.player.is_some() && rules.is_forced() {
            let game = rules.info().id;
            let error = format!("{game} leaves a player no choice; survey it without --player");
            return Err(Failure::Failed(error));
        }
        return args.run_survey(&rules, seeds.clone(), out);
    }
    file::reject_repeated_stdio(&args.merge)?;
    let mut deals = SurveyResults::default();
    for path in &args.merge {
        if let SurveyFileEnd::Truncated { line, .. } = read_file(&mut deals, path)? {
            let name = file::display_name(path);
            file::print_note(&format!(
                "{name}: line {line} is incomplete and not counted"
            ));
        }
    }
    if deals.games().is_empty() {
        return Err(Failure::Failed("no deals to add up".into()));
    }
    for deals in deals.games() {
        if let Some((first, last)) = deals.seed_bounds() {
            let seeds = [first, last.saturating_add(1)];
            let summary = SurveySummary::new(deals, seeds, &deals.totals());
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
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let mut output = Output::open(self.output.as_deref(), &seeds)?;
        let player = self.player;
        let known = output.known.deals_of(rules, player);
        let mut totals = known.totals();
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let jobs = self.jobs.unwrap_or(cores);
        let cancel = CancelToken::default();
        cancel_then_exit_on_signals(&cancel);
        let bar = survey_bar(seeds.end - seeds.start, totals.deals.count());
        let show = |totals: &SurveyTotals| {
            let share = totals.deals.won as f64 / totals.deals.count().max(1) as f64;
            let won = if player.is_some() { "won" } else { "winnable" };
            bar.set_message(format!("{:.1} % {won}", 100.0 * share));
            bar.set_position(totals.deals.count());
        };
        show(&totals);
        let mut written = Ok(());
        let range = [seeds.start, seeds.end];
        let remaining = seeds.filter(|&seed| !known.contains(seed));
        let budget = self.limits.budget(jobs);
        let threads = survey(
            rules,
            player,
            remaining,
            &budget,
            jobs,
            &cancel,
            |results| {
                results.iter().for_each(|result| totals.add(result));
                show(&totals);
                if written.is_ok() {
                    written = output.target.write(rules, player, results, out);
                }
                if written.is_err() {
                    cancel.cancel();
                }
            },
        );
        bar.finish_and_clear();
        written?;
        if threads < jobs {
            file::print_note(&format!(
                "only {threads} of {jobs} searches could run in parallel"
            ));
        }
        let summary = SurveySummary::new(known, range, &totals);
        match output.target {
            SurveyTarget::Stdout => summary.write(self.json, &mut io::stderr()),
            SurveyTarget::None | SurveyTarget::File(..) => summary.write(self.json, out),
        }
    }
}

/// Adds the deals of a file, and returns how it ends.
fn read_file(deals: &mut SurveyResults, path: &Path) -> Result<SurveyFileEnd, Failure> {
    if file::is_stdio(path) {
        return read_deals(deals, path, io::stdin().lock());
    }
    let file = file::open(path).map_err(|reason| file::read_failure(path, &reason))?;
    read_deals(deals, path, BufReader::new(file))
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
    game_args::parse_integer_up_to(text, MAX_JOBS)
}
