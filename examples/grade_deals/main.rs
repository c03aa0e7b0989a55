//! Grades deals: the maintainer's command that writes `assets/graded-deals.txt`.
//!
//! ```sh
//! cargo run --release --example grade_deals -- [GAME [NAME=VALUE]...] [--seconds N] [--jobs N]
//! ```
//!
//! Players without a look at hidden cards play the deals from seed 1,000,001 on, until each grade has enough. Their results are
//! appended to a file in `assets/difficulty/`, so that a run which was stopped is continued by the
//! next. At the end, the grades of all games whose file is complete are written. Without a game, all
//! games with every combination of their options take turns, those with few winnable deals excepted.
//!
//! The effort is that of the file, or the default. To grade a game anew with another one, delete its
//! file first. To try one out, write the results elsewhere: with `--output FILE` no grades are written.

#![expect(
    clippy::disallowed_methods,
    reason = "it writes files of the repository, not those of a player"
)]

mod grading;

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use grading::{GradeLimits, Grades, GradingEffort, PlayResults, is_winnable};
use larboard::difficulty::{Difficulty, FIRST_GRADED_SEED, game_label};
use larboard::solver::CancelToken;
use larboard::variant::{self, Variant};

/// Effort for a game without results.
const DEFAULT_EFFORT: GradingEffort = GradingEffort {
    fair_plays: 8,
    decision_positions: 500,
    casual_plays: 16,
};

/// Number of deals that each grade must have.
const MIN_DEALS: usize = 300;

/// Number of seeds among which a winnable deal must be found.
const MAX_SEEDS_PER_WIN: usize = 200;

/// Number of deals between two checks whether the grades have enough.
const CHECK_INTERVAL: usize = 20;

#[derive(Parser)]
struct Args {
    /// Game to grade, and its options
    game: Vec<String>,
    /// Time after which no further deal is started
    #[arg(long)]
    seconds: Option<u64>,
    /// Number of deals played in parallel
    #[arg(long)]
    jobs: Option<usize>,
    /// Last seed
    #[arg(long, default_value_t = u64::MAX)]
    last_seed: u64,
    /// File for the results, in place of the one in assets/difficulty
    #[arg(long)]
    output: Option<PathBuf>,
    /// Number of times that the fair player plays a deal
    #[arg(long)]
    plays: Option<u32>,
    /// Maximum number of positions that it searches for a decision
    #[arg(long)]
    positions: Option<u64>,
    /// Number of times that the casual player plays a deal
    #[arg(long)]
    casual_plays: Option<u32>,
}

impl Args {
    /// Returns an effort with the numbers that the arguments give.
    fn effort(&self, default: GradingEffort) -> GradingEffort {
        GradingEffort {
            fair_plays: self.plays.unwrap_or(default.fair_plays),
            decision_positions: self.positions.unwrap_or(default.decision_positions),
            casual_plays: self.casual_plays.unwrap_or(default.casual_plays),
        }
    }
}

/// What is known about a deal.
#[derive(Clone, Copy)]
enum DealResults {
    /// It is not proven to be winnable.
    Unproven,
    Played {
        /// The results of the fair and the casual player.
        results: PlayResults,
        /// The results of looking ahead.
        lookahead: PlayResults,
    },
}

/// The deals of a game that were played, and the file that they are appended to.
struct ResultsFile {
    file: File,
    effort: GradingEffort,
    deals: BTreeMap<u64, DealResults>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = args.jobs.unwrap_or(cores);
    let end = args
        .seconds
        .map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let games = match &args.game[..] {
        [] => distinct_games().filter(is_gradable).collect(),
        [game, options @ ..] => {
            let info = variant::find(game).ok_or("unknown game")?;
            let pairs = options.iter().map(|option| option.split_once('='));
            let pairs: Option<Vec<_>> = pairs.collect();
            vec![variant::new(info, &pairs.ok_or("expected NAME=VALUE")?)?]
        }
    };
    for rules in &games {
        let path = args.output.clone().unwrap_or_else(|| results_path(rules));
        let mut results = ResultsFile::open(&path, rules, |known| args.effort(known))?;
        play_deals(rules, &mut results, jobs, end, args.last_seed)?;
        print_summary(rules, &results);
    }
    if args.output.is_none() {
        write_grades()?;
    }
    Ok(())
}

/// Returns every game with every combination of its options. Options that another one makes irrelevant
/// lead to equal games, of which only the first is returned.
fn distinct_games() -> impl Iterator<Item = Variant> {
    let mut labels = HashSet::new();
    let games = variant::all().into_iter();
    games.filter(move |rules| labels.insert(game_label(rules)))
}

/// Whether the player has choices and the game has winnable deals.
fn is_gradable(rules: &Variant) -> bool {
    let values = rules.options();
    let mut chosen = rules.info().options.iter().flat_map(|option| {
        let chosen = values.value(option.name);
        option
            .values
            .iter()
            .filter(move |value| value.name == chosen)
    });
    !rules.is_forced() && chosen.all(|value| !value.is_unwinnable)
}

fn asset_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets")
        .join(name)
}

fn results_path(rules: &Variant) -> PathBuf {
    let name = game_label(rules).replace([' ', '='], "-");
    asset_path("difficulty").join(name + ".txt")
}

impl ResultsFile {
    /// Opens or creates the file of a game and reads the deals in it.
    fn open(
        path: &Path,
        rules: &Variant,
        choose_effort: impl Fn(GradingEffort) -> GradingEffort,
    ) -> Result<ResultsFile, Box<dyn Error>> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = fs::read_to_string(path).unwrap_or_default();
        // A line that was cut off when the program was stopped.
        let complete = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = complete.lines();
        let known = lines
            .next()
            .and_then(|line| GradingEffort::parse_heading(line, rules));
        let effort = choose_effort(known.unwrap_or(DEFAULT_EFFORT));
        if known.is_some_and(|known| known != effort) || (known.is_none() && !complete.is_empty()) {
            let path = path.display();
            return Err(
                format!("{path} has another game or effort; delete it to start anew").into(),
            );
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(complete.len() as u64)?;
        if known.is_none() {
            writeln!(file, "{}", effort.heading(rules))?;
        }
        let deals = lines.map(|line| parse_deal(line).ok_or_else(|| format!("not a deal: {line}")));
        Ok(ResultsFile {
            file,
            effort,
            deals: deals.collect::<Result<_, _>>()?,
        })
    }

    fn add(&mut self, seed: u64, results: DealResults) -> std::io::Result<()> {
        self.deals.insert(seed, results);
        match results {
            DealResults::Unproven => writeln!(self.file, "{seed} -"),
            DealResults::Played { results, lookahead } => {
                writeln!(self.file, "{seed} {results} {lookahead}")
            }
        }
    }

    /// Returns the results of the deals from the first seed on, up to the first that is missing.
    fn consecutive(&self) -> Vec<DealResults> {
        let consecutive = (FIRST_GRADED_SEED..).zip(&self.deals);
        let consecutive = consecutive.take_while(|(seed, (known, _))| seed == *known);
        consecutive.map(|(_, (_, results))| *results).collect()
    }

    /// Returns the grades of the deals from the first seed on, if their results differ enough.
    fn grades(&self) -> Option<Grades> {
        let results: Vec<Option<PlayResults>> = self
            .consecutive()
            .iter()
            .map(|deal| match deal {
                DealResults::Unproven => None,
                DealResults::Played { results, lookahead } => Some(*results + *lookahead),
            })
            .collect();
        let winnable: Vec<PlayResults> = results.iter().copied().flatten().collect();
        let limits = GradeLimits::quarters(&winnable)?;
        Some(Grades::new(self.effort, limits, &results))
    }

    /// Returns the grades if each has enough deals.
    fn complete_grades(&self) -> Option<Grades> {
        let has_enough = |grades: &Grades| {
            Difficulty::ALL
                .iter()
                .all(|&grade| grades.seeds(grade).len() >= MIN_DEALS)
        };
        self.grades().filter(has_enough)
    }

    /// Whether winnable deals are too rare to find enough of them.
    fn has_too_few_winnable_deals(&self) -> bool {
        let played = self
            .deals
            .values()
            .filter(|deal| matches!(deal, DealResults::Played { .. }));
        self.deals.len() > MAX_SEEDS_PER_WIN * (1 + played.count())
    }
}

fn parse_deal(line: &str) -> Option<(u64, DealResults)> {
    let (seed, results) = line.split_once(' ')?;
    let results = match results.split_once(' ') {
        None => (results == "-").then_some(DealResults::Unproven)?,
        Some((results, lookahead)) => DealResults::Played {
            results: results.parse().ok()?,
            lookahead: lookahead.parse().ok()?,
        },
    };
    Some((seed.parse().ok()?, results))
}

/// Plays deals in several threads until there are enough of each grade or the time is over.
fn play_deals(
    rules: &Variant,
    results: &mut ResultsFile,
    jobs: usize,
    end: Option<Instant>,
    last_seed: u64,
) -> std::io::Result<()> {
    let effort = results.effort;
    let known: Vec<u64> = results.deals.keys().copied().collect();
    let seeds = (FIRST_GRADED_SEED..=last_seed).filter(|seed| known.binary_search(seed).is_err());
    let seeds = Mutex::new(seeds);
    let is_complete = results.complete_grades().is_some();
    let shared = Mutex::new((results, is_complete, Ok(())));
    let cancel = CancelToken::default();
    let run = || {
        loop {
            let is_over = end.is_some_and(|end| Instant::now() >= end);
            if is_over
                || shared
                    .lock()
                    .is_ok_and(|shared| shared.1 || shared.2.is_err())
            {
                return;
            }
            let Some(seed) = seeds.lock().ok().and_then(|mut seeds| seeds.next()) else {
                return;
            };
            let deal = if is_winnable(rules, seed, &cancel) {
                DealResults::Played {
                    results: PlayResults::measure(rules, seed, effort, &cancel),
                    lookahead: PlayResults::measure_lookahead(rules, seed, &cancel),
                }
            } else {
                DealResults::Unproven
            };
            if let Ok(mut shared) = shared.lock() {
                let (results, is_complete, written) = &mut *shared;
                if written.is_ok() {
                    *written = results.add(seed, deal);
                }
                if results.deals.len() % CHECK_INTERVAL == 0 {
                    *is_complete |=
                        results.has_too_few_winnable_deals() || results.complete_grades().is_some();
                }
            }
        }
    };
    thread::scope(|scope| {
        (0..jobs).for_each(|_| {
            scope.spawn(run);
        });
    });
    shared
        .into_inner()
        .map_or(Ok(()), |(_, _, written)| written)
}

/// Prints for each grade the number of deals, their results, and those of the look-ahead player alone.
fn print_summary(rules: &Variant, results: &ResultsFile) {
    let deals = results.consecutive();
    println!("{}: {} deals", game_label(rules), deals.len());
    let Some(grades) = results.grades() else {
        println!("  too few different results");
        return;
    };
    println!("  grade   deals  graded: lowest, wins, cards  look-ahead: wins, cards");
    let limits = grades.limits.as_array().map(|limit| limit.to_string());
    let limits = limits.iter().map(String::as_str).chain([""]);
    for (&grade, limit) in Difficulty::ALL.iter().zip(limits) {
        let seeds = grades.seeds(grade);
        let count = seeds.len().max(1) as f64;
        let (mut sums, mut lookahead) = ([0.0; 2], [0.0; 2]);
        for seed in &seeds {
            if let Some(DealResults::Played {
                results: played,
                lookahead: l,
            }) = results.deals.get(seed)
            {
                for (sum, results) in [(&mut sums, *played + *l), (&mut lookahead, *l)] {
                    sum[0] += f64::from(results.wins) / count;
                    sum[1] += f64::from(results.foundation_cards) / count;
                }
            }
        }
        println!(
            "  {:<7}{:>6}{limit:>14}{:>6.2}{:>7.1}{:>18.3}{:>7.1}",
            grade.as_str(),
            seeds.len(),
            sums[0],
            sums[1],
            lookahead[0],
            lookahead[1]
        );
    }
}

/// Writes the grades of all games whose results are complete.
fn write_grades() -> Result<(), Box<dyn Error>> {
    let path = asset_path("graded-deals.txt");
    let text = fs::read_to_string(&path)?;
    let comment = text.lines().take_while(|line| line.starts_with('#'));
    let mut text: String = comment.map(|line| format!("{line}\n")).collect();
    for rules in distinct_games() {
        let results = results_path(&rules);
        if results.exists() {
            let results = ResultsFile::open(&results, &rules, |known| known)?;
            if let Some(grades) = results.complete_grades() {
                text += "\n";
                text += &grades.to_section(&rules);
            }
        }
    }
    fs::write(path, text)?;
    Ok(())
}
