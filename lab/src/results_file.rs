//! The files of `assets/difficulty`: what players achieved in the deals of each game with its options.

#![expect(
    clippy::disallowed_methods,
    reason = "it writes files of the repository, not those of a player"
)]

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use larboard::cli::{Failure, file};
use larboard::difficulty::{Difficulty, FIRST_GRADED_SEED};
use larboard::escape::escape_text;
use larboard::variant::Variant;

use crate::grading::{GradeLimits, Grades, GradingEffort, PlayResults};
use crate::repository;

/// Effort for a game without results.
const DEFAULT_EFFORT: GradingEffort = GradingEffort {
    fair_plays: 8,
    decision_positions: 500,
    casual_plays: 16,
};

/// Before the version that played the deals on the lines after it.
const VERSION_PREFIX: &str = "# version ";

/// Number of deals that each grade must have.
const MIN_DEALS: usize = 300;

/// Number of seeds among which a winnable deal must be found.
const MAX_SEEDS_PER_WIN: usize = 200;

/// What players achieved in a deal.
#[derive(Clone, Copy)]
pub(crate) struct PlayedDeal {
    /// The results of the fair and the casual player.
    pub(crate) results: PlayResults,
    /// The results of looking ahead.
    pub(crate) lookahead: PlayResults,
}

impl PlayedDeal {
    /// Adds up the results of all players.
    pub(crate) fn total(&self) -> PlayResults {
        self.results + self.lookahead
    }
}

/// What is known about a deal: `None` if it is not proven to be winnable.
type DealResults = Option<PlayedDeal>;

/// The deals of a game that were played, and the file that they are appended to.
pub(crate) struct ResultsFile {
    path: PathBuf,
    file: File,
    effort: GradingEffort,
    /// The versions that played the deals, the latest last.
    versions: Vec<String>,
    deals: BTreeMap<u64, DealResults>,
}

impl ResultsFile {
    /// Opens or creates the file of a game and reads the deals in it. `choose_effort` gets the effort of
    /// the file, or the default.
    pub(crate) fn open(
        path: &Path,
        rules: &Variant,
        choose_effort: impl Fn(GradingEffort) -> GradingEffort,
    ) -> Result<ResultsFile, Failure> {
        let text = if path.exists() {
            repository::read(path)?
        } else {
            String::new()
        };
        // A line that was cut off when the program was stopped.
        let complete = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = complete.lines();
        let heading = lines.next();
        let known = heading.and_then(|line| GradingEffort::parse_heading(line, rules));
        let effort = choose_effort(known.unwrap_or(DEFAULT_EFFORT));
        if known.is_some_and(|known| known != effort) || (known.is_none() && !complete.is_empty()) {
            let reason = "another game or effort; delete it to start anew";
            return Err(file::read_failure(path, &reason));
        }
        let (comments, deals): (Vec<_>, Vec<_>) =
            lines.partition(|line| line.starts_with(VERSION_PREFIX));
        let versions = comments
            .iter()
            .filter_map(|line| line.strip_prefix(VERSION_PREFIX));
        let deals = deals.into_iter().map(|line| {
            let reason = format!("not a deal: {}", escape_text(line));
            parse_deal(line).ok_or_else(|| file::read_failure(path, &reason))
        });
        let deals = deals.collect::<Result<_, _>>()?;
        let create = || {
            fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(complete.len() as u64)?;
            if known.is_none() {
                writeln!(file, "{}", effort.heading(rules))?;
            }
            Ok(file)
        };
        Ok(ResultsFile {
            path: path.to_owned(),
            file: create().map_err(|error| write_failure(path, &error))?,
            effort,
            versions: versions.map(str::to_owned).collect(),
            deals,
        })
    }

    /// Returns how much is played and searched to grade the deals.
    pub(crate) fn effort(&self) -> GradingEffort {
        self.effort
    }

    /// Returns the versions of the program that played the deals, the latest last.
    pub(crate) fn versions(&self) -> &[String] {
        &self.versions
    }

    /// Returns the results by seed.
    pub(crate) fn deals(&self) -> &BTreeMap<u64, DealResults> {
        &self.deals
    }

    /// Adds the results of a deal that a version of the program played.
    pub(crate) fn add(
        &mut self,
        version: &str,
        seed: u64,
        results: DealResults,
    ) -> Result<(), Failure> {
        self.deals.insert(seed, results);
        let mut line = match results {
            None => format!("{seed} -\n"),
            Some(PlayedDeal { results, lookahead }) => format!("{seed} {results} {lookahead}\n"),
        };
        if self.versions.last().is_none_or(|latest| latest != version) {
            self.versions.push(version.to_owned());
            line.insert_str(0, &format!("{VERSION_PREFIX}{version}\n"));
        }
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| write_failure(&self.path, &error))
    }

    /// Returns the results of the deals from the first seed on, up to the first that is missing.
    pub(crate) fn consecutive(&self) -> Vec<DealResults> {
        let consecutive = (FIRST_GRADED_SEED..).zip(&self.deals);
        let consecutive = consecutive.take_while(|(seed, (known, _))| seed == *known);
        consecutive.map(|(_, (_, results))| *results).collect()
    }

    /// Returns the grades of the deals from the first seed on, if their results differ enough.
    pub(crate) fn grades(&self) -> Option<Grades> {
        let deals = self.consecutive().into_iter();
        let results = Vec::from_iter(deals.map(|deal| deal.as_ref().map(PlayedDeal::total)));
        let winnable: Vec<PlayResults> = results.iter().copied().flatten().collect();
        let limits = GradeLimits::quarters(&winnable)?;
        Some(Grades::new(self.effort, limits, &results))
    }

    /// Returns the grades if each has enough deals.
    pub(crate) fn complete_grades(&self) -> Option<Grades> {
        let has_enough = |grades: &Grades| {
            Difficulty::ALL
                .iter()
                .all(|&grade| grades.deals.seeds(grade).len() >= MIN_DEALS)
        };
        self.grades().filter(has_enough)
    }

    /// Whether winnable deals are too rare to find enough of them.
    pub(crate) fn has_too_few_winnable_deals(&self) -> bool {
        let played = self.deals.values().flatten().count();
        self.deals.len() > MAX_SEEDS_PER_WIN * (1 + played)
    }
}

fn parse_deal(line: &str) -> Option<(u64, DealResults)> {
    let (seed, results) = line.split_once(' ')?;
    let results = match results.split_once(' ') {
        None => (results == "-").then_some(None)?,
        Some((results, lookahead)) => Some(PlayedDeal {
            results: results.parse().ok()?,
            lookahead: lookahead.parse().ok()?,
        }),
    };
    Some((seed.parse().ok()?, results))
}

fn write_failure(path: &Path, error: &io::Error) -> Failure {
    Failure::failed(file::write_error_message(path, error))
}
