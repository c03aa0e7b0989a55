//! The deals a survey has told of: a line of a file each, read with suspicion and put together.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::DealResult;
use crate::escape::{escape_text, io_error_message, quote};
use crate::solver::Verdict;
use crate::variant::{self, Variant};

/// What was found of one deal: a line of a survey's file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct SurveyEntry {
    /// The name of the game.
    pub game: String,
    /// Its options and their values.
    pub rules: BTreeMap<String, String>,
    /// What was found.
    #[serde(flatten)]
    pub result: DealResult,
}

/// What every line of a survey's file begins with.
const LINE_PREFIX: &[u8] = b"{\"game\":\"";

/// More bytes than any line of a survey's file has.
const MAX_LINE_BYTES: u64 = 4096;

impl SurveyEntry {
    /// Reads a line, with the options that it leaves out.
    fn parse_line(line: &str) -> Result<SurveyEntry, String> {
        let mut deal: SurveyEntry = serde_json::from_str(line).map_err(|error| {
            format!(
                "not a deal of a survey: {}",
                escape_text(&error.to_string())
            )
        })?;
        let profile = variant::find(&deal.game)
            .ok_or_else(|| format!("no game is called {}", quote(&deal.game)))?;
        let given: Vec<_> = deal.rules.iter().map(|(k, v)| (&**k, &**v)).collect();
        let rules = variant::new(profile, &given).map_err(|bad| bad.to_string())?;
        Duration::try_from_secs_f64(deal.result.seconds)
            .map_err(|_| format!("no search takes {} seconds", deal.result.seconds))?;
        deal.rules = option_map(&rules);
        Ok(deal)
    }
}

/// The options of a game as a line of a survey has them.
pub fn option_map(rules: &Variant) -> BTreeMap<String, String> {
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    rules.options().iter().map(owned).collect()
}

/// The deals of some files, each once, in the order of their seeds, by game and options.
#[derive(Clone, Debug, Default)]
pub struct SurveyResults(BTreeMap<GameKey, BTreeMap<u64, SurveyEntry>>);

/// A game's name, and its options and their values.
type GameKey = (String, BTreeMap<String, String>);

impl SurveyResults {
    /// Adds the deals of a file, a line each. A deal known already is taken with the verdict that
    /// says more. The last line may be cut short, as it is where the writer was stopped. Returns
    /// how many bytes the whole lines are.
    ///
    /// # Errors
    /// It cannot be read; or the first line that is not a deal or contradicts another, and why, in
    /// words fit to be shown.
    pub fn read(&mut self, mut input: impl BufRead) -> Result<u64, String> {
        let mut bytes = 0;
        for number in 1.. {
            let mut line = Vec::new();
            // No more is kept of a line than a deal could need, so that no file fills the memory.
            let mut part = input.by_ref().take(MAX_LINE_BYTES);
            let read = part.read_until(b'\n', &mut line);
            read.map_err(|error| format!("cannot be read: {}", io_error_message(&error)))?;
            let not_a_deal = || format!("line {number}: not a deal of a survey");
            let Some(whole) = line.strip_suffix(b"\n") else {
                // Who wants the line cut off must not lose what a survey never wrote.
                let cut = line.starts_with(LINE_PREFIX) || LINE_PREFIX.starts_with(&line);
                let short = cut && (line.len() as u64) < MAX_LINE_BYTES;
                return short.then_some(bytes).ok_or_else(not_a_deal);
            };
            let text = std::str::from_utf8(whole).map_err(|_| not_a_deal())?;
            SurveyEntry::parse_line(text)
                .and_then(|deal| self.add(deal))
                .map_err(|why| format!("line {number}: {why}"))?;
            bytes += line.len() as u64;
        }
        Ok(bytes)
    }

    /// Adds one deal.
    ///
    /// # Errors
    /// It was won before and is lost now, or the reverse.
    pub fn add(&mut self, deal: SurveyEntry) -> Result<(), String> {
        let game = (deal.game.clone(), deal.rules.clone());
        let deals = self.0.entry(game).or_default();
        match deals
            .get(&deal.result.seed)
            .map(|known| known.result.verdict)
        {
            None | Some(Verdict::Unknown) => {
                deals.insert(deal.result.seed, deal);
            }
            Some(known)
                if deal.result.verdict != known && deal.result.verdict != Verdict::Unknown =>
            {
                return Err(format!("seed {} has two verdicts", deal.result.seed));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// The deals known of a game with its options, first seed first.
    pub fn entries_for(&self, rules: &Variant) -> impl Iterator<Item = &SurveyEntry> {
        let key = (
            rules.info().id.to_owned(),
            option_map(rules).into_iter().collect(),
        );
        self.0.get(&key).into_iter().flat_map(BTreeMap::values)
    }

    /// Each game and its options, the deals known of it, first seed first.
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
    fn a_deal_known_twice_counts_once_with_the_verdict_that_says_more() {
        let mut deals = SurveyResults::default();
        for verdict in [Verdict::Unknown, Verdict::Winnable(()), Verdict::Unknown] {
            assert_eq!(deals.add(entry(1, verdict)), Ok(()));
        }
        let games: Vec<_> = deals.entries_by_game().collect();
        assert_eq!(games, [[&entry(1, Verdict::Winnable(()))]]);
        assert!(deals.add(entry(1, Verdict::Unwinnable)).is_err());
    }

    #[test]
    fn a_line_is_of_a_game_there_is_and_takes_the_defaults_it_leaves_out() {
        let whole = |game: &str, rules: &str, verdict: &str, seconds: &str| {
            format!(
                r#"{{"game":"{game}","rules":{{{rules}}},"seed":1,"verdict":"{verdict}","positions":18446744073709551615,"seconds":{seconds}}}"#
            ) + "\n"
        };
        let mut deals = SurveyResults::default();
        for rules in ["", r#""layout":"open-reserve""#] {
            let line = whole("moosehide", rules, "winnable", "1");
            assert_eq!(deals.read(line.as_bytes()).map(drop), Ok(()));
        }
        assert_eq!(deals.entries_by_game().count(), 1);
        for bad in [
            whole(r"\u001b[2J", "", "winnable", "1"),
            whole("moosehide", r#""\u001b[2J":"""#, "winnable", "1"),
            whole("moosehide", r#""layout":"\u001b[2J""#, "winnable", "1"),
            whole("moosehide", "", r"\u001b[2J", "1"),
            whole("moosehide", "", "winnable", "-1"),
            whole("moosehide", "", "winnable", "1e308"),
        ] {
            let why = deals.read(bad.as_bytes()).expect_err(&bad);
            assert!(why.starts_with("line 1: "), "{why}");
            assert!(!why.contains(char::is_control), "{why:?}");
        }
    }

    #[test]
    fn what_a_survey_never_wrote_is_no_line_cut_short() {
        let mut deals = SurveyResults::default();
        assert!(deals.read(&b"a letter, of one line"[..]).is_err());
        assert_eq!(deals.read(&b"{\"ga"[..]), Ok(0));
        assert_eq!(deals.read(&b""[..]), Ok(0));
    }

    #[test]
    fn a_file_without_an_end_is_refused_at_its_first_line() {
        for byte in [b'x', b'{', 0] {
            let why = SurveyResults::default().read(BufReader::new(io::repeat(byte)));
            assert_eq!(why, Err("line 1: not a deal of a survey".into()));
        }
        let endless = LINE_PREFIX.chain(BufReader::new(io::repeat(b'x')));
        assert!(SurveyResults::default().read(endless).is_err());
    }

    #[test]
    fn a_file_is_read_up_to_a_last_line_cut_short() {
        let line = serde_json::to_string(&entry(7, Verdict::Winnable(()))).expect("JSON");
        let mut deals = SurveyResults::default();
        let cut = format!("{line}\n{}", &line[..20]);
        assert_eq!(deals.read(cut.as_bytes()), Ok(line.len() as u64 + 1));
        assert_eq!(deals.entries_by_game().count(), 1);
        let rubbish = format!("{line}\nrubbish\n");
        let why = deals.read(rubbish.as_bytes()).expect_err("rubbish");
        assert!(why.starts_with("line 2: "), "{why}");
    }
}
