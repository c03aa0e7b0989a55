//! The files of `assets/winnable`: what is known about the deals of each game with its options.
//!
//! Line N of a file is the deal of seed N: `w` if it can be won, `l` if not, `?` if the search did not
//! find out, and the number of positions searched.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use larboard::cli::{Failure, file};
use larboard::difficulty::file_name;
use larboard::variant;

use crate::repository;
use crate::survey::{DealResult, Outcome};
use crate::survey_file::{Deals, SurveyResults, SurveySubject};

/// The folder of the repository with the deals.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/winnable");

/// Adds the deals of survey files to those of a folder. What is known stays: a verdict replaces an
/// unknown deal only.
///
/// # Errors
/// A file of either kind is not whole, or contradicts another one. Then nothing is written.
pub fn import(folder: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    let mut results = SurveyResults(read_folder(folder)?);
    for path in files {
        if let Some(line) = results.read_file(path)? {
            let reason = format!("line {line} is torn");
            return Err(file::read_failure(path, &reason));
        }
    }
    let texts = results.0.iter().map(|(subject, deals)| {
        let name = file_name(&subject.variant()?);
        let text = to_text(subject, deals);
        let text = text.map_err(|error| Failure::failed(format!("{name}: {error}")))?;
        Ok((folder.join(name), text))
    });
    for (path, text) in texts.collect::<Result<Vec<_>, Failure>>()? {
        repository::write(&path, &text)?;
    }
    Ok(())
}

/// Reads the deals in a folder.
///
/// # Errors
/// A file cannot be read or is not whole.
pub fn read_folder(folder: &Path) -> Result<BTreeMap<SurveySubject, Deals>, Failure> {
    let mut surveys = BTreeMap::new();
    for rules in variant::all() {
        let subject = SurveySubject::new(&rules, None);
        let path = folder.join(file_name(&rules));
        if path.exists() {
            let text = repository::read(&path)?;
            if !text.ends_with('\n') {
                return Err(file::read_failure(&path, &"the last line is torn"));
            }
            let deals = (1..).zip(text.lines()).map(|(seed, line)| {
                let deal = parse_deal(seed, line);
                let reason = format!("line {seed}: not a deal");
                deal.ok_or_else(|| file::read_failure(&path, &reason))
            });
            let deals = deals.map(|deal| deal.map(|deal| (deal.seed, deal)));
            surveys.insert(subject, deals.collect::<Result<_, _>>()?);
        }
    }
    Ok(surveys)
}

/// Returns the content of the file with these deals.
///
/// # Errors
/// A deal is missing, or a player played them.
pub fn to_text(subject: &SurveySubject, deals: &Deals) -> Result<String, String> {
    if let Some(player) = subject.player {
        return Err(format!("played by the {player} player, not solved"));
    }
    let lines = (1..).zip(deals.values()).map(|(seed, deal)| {
        if deal.seed != seed {
            return Err(format!("the deal of seed {seed} is missing"));
        }
        let letter = match deal.verdict {
            Outcome::Won => 'w',
            Outcome::Lost => 'l',
            Outcome::Unknown => '?',
        };
        Ok(format!("{letter} {}\n", deal.positions))
    });
    lines.collect()
}

fn parse_deal(seed: u64, line: &str) -> Option<DealResult> {
    let (letter, positions) = line.split_once(' ')?;
    let verdict = match letter {
        "w" => Outcome::Won,
        "l" => Outcome::Lost,
        "?" => Outcome::Unknown,
        _ => return None,
    };
    Some(DealResult {
        seed,
        verdict,
        positions: positions.parse().ok()?,
        seconds: 0.0,
    })
}
