//! Adds the deals of survey files to those in `assets/winnable`: the maintainer's command.
//!
//! ```sh
//! cargo run --example import_survey -- FILE...
//! INSTA_UPDATE=always cargo test --test all winnability::
//! ```
//!
//! The second command updates the table and the plots.
//!
//! Each file of the folder has the deals of a game with its options. Line N is the deal of seed N: `w`
//! if it can be won, `l` if not, `?` if the search did not find out, and the number of positions
//! searched. To measure a game anew, delete its file first.

#![expect(
    clippy::disallowed_methods,
    reason = "it writes files of the repository, not those of a player"
)]

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use larboard::solver::Verdict;
use larboard::survey::{DealResult, SurveyResults, SurveySubject};
use larboard::variant;

/// The folder of the repository with the deals.
pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/winnable");

/// The deals of a game by seed.
pub(crate) type Deals = BTreeMap<u64, DealResult>;

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    import(Path::new(FOLDER), &files)
}

/// Adds the deals of survey files to those of a folder. What is known stays: a verdict replaces an
/// unknown deal only.
///
/// # Errors
/// A file of either kind is not whole, or contradicts another one. Then nothing is written.
pub(crate) fn import(folder: &Path, files: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let mut results = SurveyResults(read_folder(folder)?);
    for file in files {
        let name = file.display();
        let input = File::open(file).map_err(|error| format!("{name}: {error}"))?;
        let torn_line = results.read(BufReader::new(input));
        if let Some(line) = torn_line.map_err(|error| format!("{name}: {error}"))? {
            return Err(format!("{name}: line {line} is torn").into());
        }
    }
    let texts = results.0.iter().map(|(subject, deals)| {
        let name = file_name(subject);
        let text = to_text(subject, deals).map_err(|error| format!("{name}: {error}"))?;
        Ok((folder.join(name), text))
    });
    for (path, text) in texts.collect::<Result<Vec<_>, String>>()? {
        fs::write(path, text)?;
    }
    Ok(())
}

/// Reads the deals in a folder.
pub(crate) fn read_folder(folder: &Path) -> Result<BTreeMap<SurveySubject, Deals>, Box<dyn Error>> {
    let mut surveys = BTreeMap::new();
    for rules in variant::all() {
        let subject = SurveySubject::new(&rules, None);
        let path = folder.join(file_name(&subject));
        if path.exists() {
            let text = fs::read_to_string(&path)?;
            if !text.ends_with('\n') {
                return Err(format!("{}: the last line is torn", path.display()).into());
            }
            let deals = (1..).zip(text.lines()).map(|(seed, line)| {
                let deal = parse_deal(seed, line);
                deal.ok_or_else(|| format!("{}: line {seed}: not a deal", path.display()))
            });
            let deals = deals.map(|deal| deal.map(|deal| (deal.seed, deal)));
            surveys.insert(subject, deals.collect::<Result<_, _>>()?);
        }
    }
    Ok(surveys)
}

/// Returns the name of the file with the deals of a game.
pub(crate) fn file_name(subject: &SurveySubject) -> String {
    let options = subject.rules.iter();
    let options = options.map(|(name, value)| format!("-{name}-{value}"));
    format!("{}{}.txt", subject.game, options.collect::<String>())
}

/// Returns the content of the file with these deals.
///
/// # Errors
/// A deal is missing, or a player played them.
pub(crate) fn to_text(subject: &SurveySubject, deals: &Deals) -> Result<String, String> {
    if let Some(player) = subject.player {
        return Err(format!("played by the {player} player, not solved"));
    }
    let lines = (1..).zip(deals.values()).map(|(seed, deal)| {
        if deal.seed != seed {
            return Err(format!("the deal of seed {seed} is missing"));
        }
        let letter = match deal.verdict {
            Verdict::Winnable(()) => 'w',
            Verdict::Unwinnable => 'l',
            Verdict::Unknown => '?',
        };
        Ok(format!("{letter} {}\n", deal.positions))
    });
    lines.collect()
}

fn parse_deal(seed: u64, line: &str) -> Option<DealResult> {
    let (letter, positions) = line.split_once(' ')?;
    let verdict = match letter {
        "w" => Verdict::Winnable(()),
        "l" => Verdict::Unwinnable,
        "?" => Verdict::Unknown,
        _ => return None,
    };
    Some(DealResult {
        seed,
        verdict,
        positions: positions.parse().ok()?,
        seconds: 0.0,
    })
}
