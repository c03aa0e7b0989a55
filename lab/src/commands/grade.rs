//! `lab grade`: plays deals, and writes the grades that follow from the results.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use larboard::cli::Failure;
use larboard::cli::game_args::{self, RuleArgs, integer};
use larboard::difficulty::{Difficulty, FIRST_GRADED_SEED, file_name, game_label};
use larboard::rules::GameInfo;
use larboard::solver::CancelToken;
use larboard::variant::{self, Variant};

use crate::args::JobArgs;
use crate::grading::{GradingEffort, PlayResults, is_winnable};
use crate::repository::{self, asset_path};
use crate::results_file::{PlayedDeal, ResultsFile};
use crate::seeds::{for_each_seed, thread_failure};

/// Number of deals between two checks whether the grades have enough.
const CHECK_INTERVAL: usize = 20;

#[derive(Debug, clap::Args)]
pub struct GradeArgs {
    /// Game to grade
    ///
    /// Without a game, all games with every combination of their options take turns, those with few
    /// winnable deals excepted.
    #[arg(value_parser = game_args::game_parser())]
    game: Option<&'static GameInfo>,
    #[command(flatten)]
    rules: RuleArgs,
    /// Start no further deal after S seconds
    #[arg(long, value_name = "S", value_parser = integer::<u64>(1, u64::from(u32::MAX)))]
    seconds: Option<u64>,
    #[command(flatten)]
    jobs: JobArgs,
    /// Last seed
    #[arg(long, value_name = "N", value_parser = game_args::parse_seed, default_value_t = u64::MAX)]
    last_seed: u64,
    /// Append the results to FILE, and write no grades
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Let the fair player play each deal N times
    #[arg(long, value_name = "N", value_parser = integer::<u32>(0, u64::from(u32::MAX)))]
    plays: Option<u32>,
    /// Let it search at most N positions for a decision
    #[arg(long, value_name = "N", value_parser = integer::<u64>(1, u64::MAX))]
    positions: Option<u64>,
    /// Let the casual player play each deal N times
    #[arg(long, value_name = "N", value_parser = integer::<u32>(0, u64::from(u32::MAX)))]
    casual_plays: Option<u32>,
}

impl GradeArgs {
    /// Plays the deals, and writes their results, a summary and the grades.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let seconds = self.seconds.map(Duration::from_secs);
        let end = seconds.map(|seconds| Instant::now() + seconds);
        let games = match self.game {
            Some(game) => vec![self.rules.variant_of(game)?],
            None if self.rules.is_empty() => distinct_games().filter(is_gradable).collect(),
            None => return Err(Failure::usage("--rule needs a game")),
        };
        for rules in &games {
            let path = self.output.clone().unwrap_or_else(|| results_path(rules));
            let mut results = ResultsFile::open(&path, rules, |known| self.effort(known))?;
            play_deals(rules, &mut results, self.jobs.count(), end, self.last_seed)?;
            write_summary(rules, &results, out)?;
            out.flush()?;
        }
        if self.output.is_none() {
            write_grades()?;
        }
        Ok(())
    }

    /// Returns an effort with the numbers that the arguments give.
    fn effort(&self, default: GradingEffort) -> GradingEffort {
        GradingEffort {
            fair_plays: self.plays.unwrap_or(default.fair_plays),
            decision_positions: self.positions.unwrap_or(default.decision_positions),
            casual_plays: self.casual_plays.unwrap_or(default.casual_plays),
        }
    }
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

fn results_path(rules: &Variant) -> PathBuf {
    asset_path("difficulty").join(file_name(rules))
}

/// Plays deals in several threads until there are enough of each grade or the time is over.
fn play_deals(
    rules: &Variant,
    results: &mut ResultsFile,
    jobs: usize,
    end: Option<Instant>,
    last_seed: u64,
) -> Result<(), Failure> {
    let effort = results.effort();
    let version = repository::version();
    let known: Vec<u64> = results.deals().keys().copied().collect();
    let seeds = (FIRST_GRADED_SEED..=last_seed).filter(|seed| known.binary_search(seed).is_err());
    let cancel = CancelToken::default();
    let is_complete = AtomicBool::new(results.complete_grades().is_some());
    let play = |seed| {
        let is_over = end.is_some_and(|end| Instant::now() >= end);
        if is_over || is_complete.load(Ordering::Relaxed) {
            return None;
        }
        if !is_winnable(rules, seed, &cancel) {
            return Some((seed, None));
        }
        let results = PlayResults::measure(rules, seed, effort, &cancel);
        let lookahead = PlayResults::measure_lookahead(rules, seed, &cancel);
        Some((seed, Some(PlayedDeal { results, lookahead })))
    };
    let mut written = Ok(());
    let started = for_each_seed(seeds, jobs, &cancel, play, |(seed, deal)| {
        if written.is_ok() {
            written = results.add(&version, seed, deal);
        }
        let is_checked = results.deals().len().is_multiple_of(CHECK_INTERVAL);
        let has_enough =
            || results.has_too_few_winnable_deals() || results.complete_grades().is_some();
        if written.is_err() || is_checked && has_enough() {
            is_complete.store(true, Ordering::Relaxed);
        }
    });
    written?;
    started.map_err(|error| thread_failure(jobs, &error))
}

/// Writes for each grade the number of deals, their results, and those of the look-ahead player alone.
fn write_summary(
    rules: &Variant,
    results: &ResultsFile,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let deals = results.consecutive();
    let (game, versions) = (game_label(rules), results.versions().join(", "));
    writeln!(
        out,
        "{game}: {} deals, played by version {versions}",
        deals.len()
    )?;
    let Some(grades) = results.grades() else {
        return Ok(writeln!(out, "  too few different results")?);
    };
    let columns = "graded: lowest, wins, cards  look-ahead: wins, cards";
    writeln!(out, "  grade   deals  {columns}")?;
    let limits = grades.limits.0.map(|limit| limit.to_string());
    let limits = limits.iter().map(String::as_str).chain([""]);
    for (&grade, limit) in Difficulty::ALL.iter().zip(limits) {
        let seeds = grades.deals.seeds(grade);
        let deals = seeds.iter().filter_map(|seed| *results.deals().get(seed)?);
        let deals: Vec<PlayedDeal> = deals.collect();
        let mean = |value: fn(&PlayedDeal) -> u32| {
            let sum: f64 = deals.iter().map(|deal| f64::from(value(deal))).sum();
            sum / deals.len().max(1) as f64
        };
        writeln!(
            out,
            "  {:<7}{:>6}{limit:>14}{:>6.2}{:>7.1}{:>18.3}{:>7.1}",
            grade.as_str(),
            seeds.len(),
            mean(|deal| deal.total().wins),
            mean(|deal| deal.total().cards_home),
            mean(|deal| deal.lookahead.wins),
            mean(|deal| deal.lookahead.cards_home)
        )?;
    }
    Ok(())
}

/// Writes the grades of all games whose results are complete.
fn write_grades() -> Result<(), Failure> {
    let path = asset_path("graded-deals.txt");
    let text = repository::read(&path)?;
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
    repository::write(&path, &text)
}
