//! Survey files: one line per deal, read from untrusted files and merged.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::DealResult;
use crate::escape::{escape_text, io_error_message, quote};
use crate::solver::Verdict;
use crate::variant::{self, Variant};

/// A line of a survey file: the result of one deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct SurveyEntry {
    /// The name of the game.
    pub game: String,
    /// The options and their values.
    pub rules: BTreeMap<String, String>,
    /// The result.
    #[serde(flatten)]
    pub result: DealResult,
}

/// The start of every line of a survey file.
const LINE_PREFIX: &[u8] = b"{\"game\":\"";

/// Maximum number of bytes read of a line; longer than any written line.
const MAX_LINE_BYTES: u64 = 4096;

const NOT_A_DEAL: &str = "not a deal of a survey";

impl SurveyEntry {
    /// Parses a line, and adds the defaults of missing options.
    fn parse_line(line: &str) -> Result<SurveyEntry, String> {
        let mut entry: SurveyEntry = serde_json::from_str(line)
            .map_err(|error| format!("{NOT_A_DEAL}: {}", escape_text(&error.to_string())))?;
        let info = variant::find(&entry.game)
            .ok_or_else(|| format!("unknown game {}", quote(&entry.game)))?;
        let options: Vec<_> = entry.rules.iter().map(|(k, v)| (&**k, &**v)).collect();
        let rules = variant::new(info, &options).map_err(|error| error.to_string())?;
        Duration::try_from_secs_f64(entry.result.seconds)
            .map_err(|_| format!("impossible duration: {} seconds", entry.result.seconds))?;
        entry.rules = option_map(&rules);
        Ok(entry)
    }
}

/// Returns the options of a game in the form of a survey line.
pub fn option_map(rules: &Variant) -> BTreeMap<String, String> {
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    rules.options().iter().map(owned).collect()
}

/// The merged deals of survey files by game and options, ordered by seed.
#[derive(Clone, Debug, Default)]
pub struct SurveyResults(BTreeMap<GameKey, BTreeMap<u64, SurveyEntry>>);

/// The name, options and values of a game.
type GameKey = (String, BTreeMap<String, String>);

impl SurveyResults {
    /// Adds the deals of a file and returns the length of its complete lines in bytes. If a deal is
    /// known already, a definite verdict replaces an unknown one. The last line may be incomplete,
    /// because a survey may have been stopped while writing it.
    ///
    /// # Errors
    /// The file cannot be read, or a line is not a deal or contradicts another one. The message is
    /// escaped.
    pub fn read(&mut self, mut input: impl BufRead) -> Result<u64, String> {
        let mut bytes = 0;
        for number in 1.. {
            let mut line = Vec::new();
            // Limited, so that a file without line ends does not fill the memory.
            let read = input
                .by_ref()
                .take(MAX_LINE_BYTES)
                .read_until(b'\n', &mut line);
            read.map_err(|error| format!("cannot be read: {}", io_error_message(&error)))?;
            let not_a_deal = || format!("line {number}: {NOT_A_DEAL}");
            let Some(complete) = line.strip_suffix(b"\n") else {
                // The caller will cut off an incomplete line, so it must be one of a survey.
                let is_cut = line.starts_with(LINE_PREFIX) || LINE_PREFIX.starts_with(&line);
                let is_incomplete = is_cut && (line.len() as u64) < MAX_LINE_BYTES;
                return is_incomplete.then_some(bytes).ok_or_else(not_a_deal);
            };
            let text = std::str::from_utf8(complete).map_err(|_| not_a_deal())?;
            SurveyEntry::parse_line(text)
                .and_then(|entry| self.add(entry))
                .map_err(|message| format!("line {number}: {message}"))?;
            bytes += line.len() as u64;
        }
        Ok(bytes)
    }

    /// Adds a deal.
    ///
    /// # Errors
    /// The deal is known with the opposite verdict.
    pub fn add(&mut self, entry: SurveyEntry) -> Result<(), String> {
        let key = (entry.game.clone(), entry.rules.clone());
        let entries = self.0.entry(key).or_default();
        let DealResult { seed, verdict, .. } = entry.result;
        match entries.get(&seed).map(|known| known.result.verdict) {
            None | Some(Verdict::Unknown) => {
                entries.insert(seed, entry);
            }
            Some(known) if verdict != known && verdict != Verdict::Unknown => {
                return Err(format!("seed {seed} has contradictory verdicts"));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Returns the deals of a game with its options, ordered by seed.
    pub fn entries_for(&self, rules: &Variant) -> impl Iterator<Item = &SurveyEntry> {
        let key = (rules.info().id.to_owned(), option_map(rules));
        self.0.get(&key).into_iter().flat_map(BTreeMap::values)
    }

    /// Returns the deals of each game and set of options, ordered by seed.
    pub fn entries_by_game(&self) -> impl Iterator<Item = Vec<&SurveyEntry>> {
        self.0.values().map(|deals| deals.values().collect())
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader};

    use super::*;

    fn entry(seed: u64, verdict: Verdict<()>) -> SurveyEntry {
        SurveyEntry {
            game: "moosehide".into(),
            rules: BTreeMap::new(),
            result: DealResult {
                seed,
                verdict,
                positions: 10,
                seconds: 0.5,
            },
        }
    }

    #[test]
    fn a_definite_verdict_replaces_an_unknown_one() {
        let mut deals = SurveyResults::default();
        for verdict in [Verdict::Unknown, Verdict::Winnable(()), Verdict::Unknown] {
            assert_eq!(deals.add(entry(1, verdict)), Ok(()));
        }
        let games: Vec<_> = deals.entries_by_game().collect();
        assert_eq!(games, [[&entry(1, Verdict::Winnable(()))]]);
        assert!(deals.add(entry(1, Verdict::Unwinnable)).is_err());
    }

    #[test]
    fn lines_of_unknown_games_are_rejected_and_missing_options_have_defaults() {
        let line = |game: &str, rules: &str, verdict: &str, seconds: &str| {
            format!(
                r#"{{"game":"{game}","rules":{{{rules}}},"seed":1,"verdict":"{verdict}","positions":18446744073709551615,"seconds":{seconds}}}"#
            ) + "\n"
        };
        let mut deals = SurveyResults::default();
        for rules in ["", r#""layout":"open-reserve""#] {
            let text = line("moosehide", rules, "winnable", "1");
            assert_eq!(deals.read(text.as_bytes()).map(drop), Ok(()));
        }
        assert_eq!(deals.entries_by_game().count(), 1);
        for invalid in [
            line(r"\u001b[2J", "", "winnable", "1"),
            line("moosehide", r#""\u001b[2J":"""#, "winnable", "1"),
            line("moosehide", r#""layout":"\u001b[2J""#, "winnable", "1"),
            line("moosehide", "", r"\u001b[2J", "1"),
            line("moosehide", "", "winnable", "-1"),
            line("moosehide", "", "winnable", "1e308"),
        ] {
            let error = deals.read(invalid.as_bytes()).expect_err(&invalid);
            assert!(error.starts_with("line 1: "), "{error}");
            assert!(!error.contains(char::is_control), "{error:?}");
        }
    }

    #[test]
    fn only_a_cut_survey_line_counts_as_incomplete() {
        let mut deals = SurveyResults::default();
        assert!(deals.read(&b"a letter, of one line"[..]).is_err());
        assert_eq!(deals.read(&b"{\"ga"[..]), Ok(0));
        assert_eq!(deals.read(&b""[..]), Ok(0));
    }

    #[test]
    fn an_endless_file_is_rejected_at_its_first_line() {
        for byte in [b'x', b'{', 0] {
            let result = SurveyResults::default().read(BufReader::new(io::repeat(byte)));
            assert_eq!(result, Err("line 1: not a deal of a survey".into()));
        }
        let endless = LINE_PREFIX.chain(BufReader::new(io::repeat(b'x')));
        assert!(SurveyResults::default().read(endless).is_err());
    }

    #[test]
    fn a_file_is_read_up_to_its_incomplete_last_line() {
        let line = serde_json::to_string(&entry(7, Verdict::Winnable(()))).expect("JSON");
        let mut deals = SurveyResults::default();
        let cut = format!("{line}\n{}", &line[..20]);
        assert_eq!(deals.read(cut.as_bytes()), Ok(line.len() as u64 + 1));
        assert_eq!(deals.entries_by_game().count(), 1);
        let invalid = format!("{line}\nnot a deal\n");
        let error = deals.read(invalid.as_bytes()).expect_err("invalid");
        assert!(error.starts_with("line 2: "), "{error}");
    }
}
