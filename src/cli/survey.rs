//! `larboard survey`: the share of deals that can be won, or that a player wins.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use serde::Serialize;

use super::game_args::{self, RuleArgs};
use super::limits::SearchLimits;
use super::search_progress::{cancel_then_exit_on_signals, survey_bar};
use super::{Failure, file};
use crate::escape::io_error_message;
use crate::player::PlayerKind;
use crate::solver::CancelToken;
use crate::storage::file_ops;
use crate::survey::{
    DealResult, GameDeals, SurveyEntry, SurveyFileEnd, SurveyResults, SurveyTotals, option_map,
    survey,
};
use crate::variant::Variant;

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
    #[arg(long, value_enum, default_value = "thoughtful")]
    player: PlayerArg,
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

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PlayerArg {
    Thoughtful,
    Fair,
    Lookahead,
    Random,
}

impl PlayerArg {
    /// Returns the player. `None` for the solver.
    fn player(self) -> Option<PlayerKind> {
        match self {
            PlayerArg::Thoughtful => None,
            PlayerArg::Fair => Some(PlayerKind::Fair),
            PlayerArg::Lookahead => Some(PlayerKind::Lookahead),
            PlayerArg::Random => Some(PlayerKind::Random),
        }
    }
}

#[derive(Serialize)]
struct SurveySummary {
    game: String,
    rules: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerKind>,
    seeds: [u64; 2],
    won: u64,
    lost: u64,
    unknown: u64,
    low: f64,
    high: f64,
    positions: u64,
    #[serde(serialize_with = "file::serialize_seconds")]
    seconds: f64,
}

pub(super) fn run(args: &SurveyArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let (Some(game), Some(seeds)) = (&args.game, &args.seeds) {
        let rules = game_args::parse_variant(game, &args.rules.rules)?;
        if args.player.player().is_some() && rules.is_forced() {
            let game = rules.info().id;
            let error = format!("{game} leaves a player no choice; survey it without --player");
            return Err(Failure::Failed(error));
        }
        return args.run_survey(&rules, seeds.clone(), out);
    }
    file::reject_repeated_stdio(&args.merge)?;
    let mut deals = SurveyResults::default();
    for path in &args.merge {
        if let SurveyFileEnd::Cut { line, .. } = read_file(&mut deals, path)? {
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
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let mut output = Output::open(self.output.as_deref(), &seeds)?;
        let player = self.player.player();
        let known = output.known.deals_of(rules, player);
        let mut totals = known.totals();
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let jobs = self.jobs.unwrap_or(cores);
        let cancel = CancelToken::default();
        cancel_then_exit_on_signals(&cancel);
        let bar = survey_bar(seeds.end - seeds.start, totals.deal_count());
        let show = |totals: &SurveyTotals| {
            let share = totals.winnable as f64 / totals.deal_count().max(1) as f64;
            let won = if player.is_some() { "won" } else { "winnable" };
            bar.set_message(format!("{:.1} % {won}", 100.0 * share));
            bar.set_position(totals.deal_count());
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

/// Where the results of the deals go, and those that are there already.
struct Output {
    known: SurveyResults,
    target: SurveyTarget,
}

enum SurveyTarget {
    None,
    Stdout,
    File(PathBuf, File),
}

impl Output {
    /// Opens the output. Reads and locks a regular file and removes an incomplete last line. Totals
    /// count the deals of these seeds.
    fn open(path: Option<&Path>, seeds: &Range<u64>) -> Result<Output, Failure> {
        let mut known = SurveyResults::counting(seeds.clone());
        let target = match path {
            None => SurveyTarget::None,
            Some(path) if file::is_stdio(path) => SurveyTarget::Stdout,
            Some(path) => {
                let failed =
                    |error: io::Error| Failure::Failed(file::write_error_message(path, &error));
                let mut options = OpenOptions::new();
                let file = file_ops::open(path, options.create(true).append(true));
                let mut file = file.map_err(failed)?;
                // A pipe or a device holds no earlier deals, and reading it could block.
                if file.metadata().map_err(failed)?.is_file() {
                    file = open_locked(path).map_err(failed)?;
                    let end = read_deals(&mut known, path, BufReader::new(&file))?;
                    prepare_to_append(&mut file, path, end).map_err(failed)?;
                }
                SurveyTarget::File(path.to_owned(), file)
            }
        };
        Ok(Output { known, target })
    }
}

/// Opens a survey file for reading and appending, and locks it against other surveys. On a file
/// system without locks, every survey gets the lock.
fn open_locked(path: &Path) -> io::Result<File> {
    // Windows cannot truncate a file that is open for appending.
    let append = cfg!(unix);
    let mut options = OpenOptions::new();
    let file = file_ops::open(path, options.read(true).write(true).append(append))?;
    match file.try_lock() {
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::other("another survey is writing to it")),
    }
}

/// Removes an incomplete last line, or adds a missing line end, and moves to the end of the file.
fn prepare_to_append(file: &mut File, path: &Path, end: SurveyFileEnd) -> io::Result<()> {
    if let SurveyFileEnd::Cut { line, bytes } = end {
        file_ops::set_len(file, bytes)?;
        let name = file::display_name(path);
        file::print_note(&format!("{name}: removed the incomplete line {line}"));
    }
    file.seek(SeekFrom::End(0))?;
    if end == SurveyFileEnd::NoLineEnd {
        file_ops::write_all(file, b"\n")?;
    }
    Ok(())
}

impl SurveyTarget {
    /// Writes a line for each result, all at once, so that a reader of a pipe need not wait.
    fn write(
        &mut self,
        rules: &Variant,
        player: Option<PlayerKind>,
        results: &[DealResult],
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if let SurveyTarget::None = self {
            return Ok(());
        }
        let mut lines = Vec::new();
        for &result in results {
            let entry = SurveyEntry {
                game: rules.info().id.into(),
                rules: option_map(rules),
                player,
                result,
            };
            file::write_json_line(&mut lines, &entry)?;
        }
        match self {
            SurveyTarget::None => Ok(()),
            SurveyTarget::Stdout => {
                out.write_all(&lines)?;
                Ok(out.flush()?)
            }
            SurveyTarget::File(path, file) => file_ops::write_all(file, &lines)
                .map_err(|error| Failure::Failed(file::write_error_message(path, &error))),
        }
    }
}

/// Adds the deals of a file, and returns how it ends.
fn read_file(deals: &mut SurveyResults, path: &Path) -> Result<SurveyFileEnd, Failure> {
    if file::is_stdio(path) {
        return read_deals(deals, path, io::stdin().lock());
    }
    let file = File::open(path).map_err(|error| {
        let (name, reason) = (file::display_name(path), io_error_message(&error));
        Failure::Failed(format!("{name}: cannot be read: {reason}"))
    })?;
    read_deals(deals, path, BufReader::new(file))
}

/// Adds the deals of an open file, and returns how it ends. The error names the file.
fn read_deals(
    deals: &mut SurveyResults,
    path: &Path,
    input: impl BufRead,
) -> Result<SurveyFileEnd, Failure> {
    let name = || file::display_name(path);
    deals
        .read(input)
        .map_err(|message| Failure::Failed(format!("{}: {message}", name())))
}

impl SurveySummary {
    /// Sums up deals. What a player did not win is lost.
    fn new(deals: &GameDeals, seeds: [u64; 2], totals: &SurveyTotals) -> SurveySummary {
        let mut totals = *totals;
        if deals.player.is_some() {
            totals.unwinnable += std::mem::take(&mut totals.unknown);
        }
        let (low, high) = totals.confidence_interval();
        SurveySummary {
            game: deals.game.clone(),
            rules: deals.rules.clone(),
            player: deals.player,
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
        let counts = match self.player {
            Some(player) => {
                writeln!(out, "played by the {player} player")?;
                vec![("won", self.won), ("not won", self.lost)]
            }
            None => vec![
                ("winnable", self.won),
                ("unwinnable", self.lost),
                ("unknown", self.unknown),
            ],
        };
        for (verdict, count) in counts {
            let share = 100.0 * count as f64 / deals.max(1) as f64;
            writeln!(out, "{verdict:<12}{count:>9}{share:>9.2} %")?;
        }
        let (low, high) = (100.0 * self.low, 100.0 * self.high);
        let wins = if self.player.is_some() {
            "wins"
        } else {
            "can be won"
        };
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
