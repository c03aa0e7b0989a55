//! The lines of survey files, and the sums of such files.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::Duration;

use larboard::cli::{Failure, file};
use larboard::escape::{escape_text, io_error_message, quote};
use larboard::variant::{self, Variant};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::playthrough::PlayerKind;
use crate::survey::{DealResult, Outcome, SurveyTotals};

/// A line of a survey file: the result of one deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurveyEntry {
    /// What was surveyed.
    #[serde(flatten)]
    pub subject: SurveySubject,
    /// The result.
    #[serde(flatten)]
    pub result: DealResult,
}

/// What a survey is about: a game with its options, and who played it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SurveySubject {
    /// The name of the game.
    pub game: String,
    /// The options and their values.
    pub rules: BTreeMap<String, String>,
    /// The player that played the deals. `None` if they were solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerKind>,
}

impl SurveySubject {
    /// Creates the subject of a survey of a game.
    pub fn new(rules: &Variant, player: Option<PlayerKind>) -> SurveySubject {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        SurveySubject {
            game: rules.info().id.to_owned(),
            rules: rules.options().iter().map(owned).collect(),
            player,
        }
    }

    /// Returns the game.
    ///
    /// # Errors
    /// There is no such game or option.
    pub fn variant(&self) -> Result<Variant, Failure> {
        let unknown = || Failure::failed(format!("unknown game {}", quote(&self.game)));
        let info = variant::find(&self.game).ok_or_else(unknown)?;
        let options: Vec<_> = self.rules.iter().map(|(k, v)| (&**k, &**v)).collect();
        variant::new(info, &options).map_err(|error| Failure::failed(error.to_string()))
    }
}

/// Maximum number of bytes read of a line; longer than any written line.
const MAX_LINE_BYTES: u64 = 4096;

/// Deals by seed.
pub type Deals = BTreeMap<u64, DealResult>;

/// The deals of survey files, added up: by subject and seed.
#[derive(Clone, Debug, Default)]
pub struct SurveyResults(pub BTreeMap<SurveySubject, Deals>);

/// Why a survey file cannot be added. The message is escaped.
#[derive(Debug, Error)]
pub enum SurveyFileError {
    /// The file cannot be read.
    #[error("cannot be read: {}", io_error_message(.0))]
    Unreadable(#[from] io::Error),
    /// A line is not a deal.
    #[error("line {line}: not a deal of a survey: {reason}")]
    NotADeal {
        /// The number of the line.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A line says that a deal can be won, and another one that it cannot.
    #[error("line {line}: seed {seed} is {verdict}, but an earlier line says {earlier}")]
    Contradiction {
        /// The number of the line.
        line: u64,
        /// The seed of the deal.
        seed: u64,
        /// The verdict in this line.
        verdict: Outcome,
        /// The verdict of an earlier line or file.
        earlier: Outcome,
    },
}

impl SurveyResults {
    /// Adds the deals of a file, or of standard input; see [`SurveyResults::read`].
    ///
    /// # Errors
    /// As [`SurveyResults::read`], with the name of the file.
    pub fn read_file(&mut self, path: &Path) -> Result<Option<u64>, Failure> {
        let input: Box<dyn BufRead> = if file::is_stdio(path) {
            Box::new(io::stdin().lock())
        } else {
            Box::new(BufReader::new(file::open(path)?))
        };
        self.read(input)
            .map_err(|error| file::read_failure(path, &error))
    }

    /// Adds the deals of a file. If a deal is known already, a definite verdict replaces an unknown
    /// one, and of two unknown ones the larger search counts. Returns the number of the last line if
    /// it is torn: without an end, because a survey was killed while it wrote the line. It does not
    /// count.
    ///
    /// # Errors
    /// The file cannot be read, or a line is not a deal or contradicts another one.
    pub fn read(&mut self, mut input: impl BufRead) -> Result<Option<u64>, SurveyFileError> {
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            // Limited, so that a file without line ends does not fill the memory.
            let mut limited = input.by_ref().take(MAX_LINE_BYTES);
            if limited.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let is_last = !line.ends_with(b"\n") && limited.limit() > 0;
            match parse_line(&line) {
                Ok(entry) => self.add(entry, number)?,
                Err(_) if is_last => return Ok(Some(number)),
                Err(reason) => {
                    let line = number;
                    return Err(SurveyFileError::NotADeal { line, reason });
                }
            }
        }
        Ok(None)
    }

    fn add(&mut self, entry: SurveyEntry, line: u64) -> Result<(), SurveyFileError> {
        let SurveyEntry { subject, result } = entry;
        let (seed, verdict) = (result.seed, result.verdict);
        let deals = self.0.entry(subject).or_default();
        let known = deals.entry(seed).or_insert(result);
        match (known.verdict, verdict) {
            (Outcome::Unknown, Outcome::Unknown) if known.positions >= result.positions => {}
            (Outcome::Unknown, _) => *known = result,
            (earlier, _) if earlier != verdict && verdict != Outcome::Unknown => {
                return Err(SurveyFileError::Contradiction {
                    line,
                    seed,
                    verdict,
                    earlier,
                });
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns each subject with the range of its seeds and the totals of its deals.
    pub fn totals(&self) -> impl Iterator<Item = (&SurveySubject, [u64; 2], SurveyTotals)> {
        self.0.iter().filter_map(|(subject, deals)| {
            let (first, last) = (deals.keys().next()?, deals.keys().next_back()?);
            let mut totals = SurveyTotals::default();
            for deal in deals.values() {
                totals.add(deal);
            }
            Some((subject, [*first, last.saturating_add(1)], totals))
        })
    }
}

/// Parses a line, whose missing options have their defaults. The error is escaped.
fn parse_line(line: &[u8]) -> Result<SurveyEntry, String> {
    let entry: SurveyEntry =
        serde_json::from_slice(line).map_err(|error| escape_text(&error.to_string()))?;
    let seconds = entry.result.seconds;
    if Duration::try_from_secs_f64(seconds).is_err() {
        return Err(format!("impossible duration: {seconds} seconds"));
    }
    let SurveySubject {
        game,
        rules,
        player,
    } = &entry.subject;
    let info = variant::find(game).ok_or_else(|| format!("unknown game {}", quote(game)))?;
    let options: Vec<_> = rules.iter().map(|(k, v)| (&**k, &**v)).collect();
    let rules = variant::new(info, &options).map_err(|error| error.to_string())?;
    let subject = SurveySubject::new(&rules, *player);
    Ok(SurveyEntry { subject, ..entry })
}

#[cfg(test)]
mod tests {
    use larboard::confidence::wilson_interval;

    use super::*;

    fn moosehide() -> Variant {
        let info = variant::find("moosehide").expect("game of the list");
        variant::new(info, &[]).expect("default options")
    }

    fn deal_result(verdict: Outcome) -> DealResult {
        DealResult {
            seed: 1,
            verdict,
            positions: 10,
            seconds: 0.5,
        }
    }

    fn line(seed: u64, verdict: Outcome) -> String {
        let entry = SurveyEntry {
            subject: SurveySubject::new(&moosehide(), None),
            result: DealResult {
                seed,
                ..deal_result(verdict)
            },
        };
        serde_json::to_string(&entry).expect("JSON") + "\n"
    }

    /// Reads a text as a file, and returns the number of its torn line or the message of the error.
    fn read(results: &mut SurveyResults, text: &str) -> Result<Option<u64>, String> {
        results
            .read(text.as_bytes())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn an_unknown_deal_widens_the_interval_both_ways() {
        let mut totals = SurveyTotals::default();
        totals.add(&deal_result(Outcome::Won));
        totals.add(&deal_result(Outcome::Lost));
        assert_eq!(totals.deals.confidence_interval(), wilson_interval(1, 2));
        totals.add(&deal_result(Outcome::Unknown));
        assert_eq!(
            totals.deals.confidence_interval(),
            (wilson_interval(1, 3).0, wilson_interval(2, 3).1)
        );
        assert_eq!((totals.deals.count(), totals.positions), (3, 30));
    }

    #[test]
    fn the_position_count_saturates() {
        let mut totals = SurveyTotals::default();
        let mut deal = deal_result(Outcome::Won);
        deal.positions = u64::MAX;
        totals.add(&deal);
        totals.add(&deal);
        assert_eq!(totals.positions, u64::MAX);
    }

    #[test]
    fn a_definite_verdict_replaces_an_unknown_one() {
        let mut results = SurveyResults::default();
        for verdict in [Outcome::Unknown, Outcome::Won, Outcome::Unknown] {
            assert_eq!(read(&mut results, &line(1, verdict)), Ok(None));
        }
        let totals: Vec<_> = results.totals().map(|(_, _, totals)| totals).collect();
        let counts = (totals[0].deals.won, totals[0].deals.unknown);
        assert_eq!((totals.len(), counts), (1, (1, 0)));
    }

    #[test]
    fn of_two_unknown_deals_the_larger_search_counts() {
        let mut results = SurveyResults::default();
        for positions in ["10", "30", "20"] {
            let line = line(1, Outcome::Unknown)
                .replace(r#""positions":10"#, &format!(r#""positions":{positions}"#));
            assert_eq!(read(&mut results, &line), Ok(None));
        }
        let positions: Vec<_> = results
            .totals()
            .map(|(_, _, totals)| totals.positions)
            .collect();
        assert_eq!(positions, [30]);
    }

    #[test]
    fn a_contradiction_is_named_with_its_line() {
        let won = line(7, Outcome::Won);
        let lost = line(7, Outcome::Lost);
        assert_eq!(
            read(&mut SurveyResults::default(), &format!("{won}{won}{lost}")),
            Err("line 3: seed 7 is lost, but an earlier line says won".into())
        );
    }

    #[test]
    fn lines_of_older_surveys_mean_the_same() {
        let older = [
            line(7, Outcome::Won).replace("won", "winnable"),
            line(8, Outcome::Lost).replace("lost", "unwinnable"),
            line(9, Outcome::Unknown),
        ];
        let newer = [(7, Outcome::Won), (8, Outcome::Lost), (9, Outcome::Unknown)];
        let newer = newer.map(|(seed, verdict)| line(seed, verdict));
        let deals = |lines: [String; 3]| {
            let mut results = SurveyResults::default();
            assert_eq!(read(&mut results, &lines.concat()), Ok(None));
            results.0
        };
        assert_eq!(deals(older), deals(newer));
    }

    #[test]
    fn deals_of_players_are_added_up_apart() {
        let solved = line(7, Outcome::Lost);
        let played = solved.replace(r#","seed""#, r#","player":"fair","seed""#);
        let played = played.replace("lost", "unknown");
        let mut results = SurveyResults::default();
        assert_eq!(
            read(&mut results, &format!("{solved}{played}{solved}")),
            Ok(None)
        );
        let players: Vec<_> = results
            .totals()
            .map(|(subject, _, _)| subject.player)
            .collect();
        assert_eq!(players, [None, Some(PlayerKind::Fair)]);
    }

    #[test]
    fn lines_of_unknown_games_are_rejected_and_missing_options_have_defaults() {
        let line = |game: &str, rules: &str, verdict: &str, seconds: &str| {
            format!(
                r#"{{"game":"{game}","rules":{{{rules}}},"seed":1,"verdict":"{verdict}","positions":18446744073709551615,"seconds":{seconds}}}"#
            ) + "\n"
        };
        let mut results = SurveyResults::default();
        for rules in ["", r#""layout":"open-reserve""#] {
            let text = line("moosehide", rules, "winnable", "1");
            assert_eq!(read(&mut results, &text), Ok(None));
        }
        assert_eq!(results.totals().count(), 1);
        for invalid in [
            "not a deal\n".to_owned(),
            line(r"\u001b[2J", "", "winnable", "1"),
            line("moosehide", r#""\u001b[2J":"""#, "winnable", "1"),
            line("moosehide", r#""layout":"\u001b[2J""#, "winnable", "1"),
            line("moosehide", "", r"\u001b[2J", "1"),
            line("moosehide", "", "winnable", "-1"),
            line("moosehide", "", "winnable", "1e308"),
        ] {
            let error = read(&mut results, &invalid).expect_err(&invalid);
            assert!(
                error.starts_with("line 1: not a deal of a survey: "),
                "{error}"
            );
            assert!(!error.contains(char::is_control), "{error:?}");
        }
    }

    #[test]
    fn a_torn_line_is_named_and_does_not_count() {
        let whole = line(7, Outcome::Won);
        for length in 1..whole.len() - 1 {
            let text = line(6, Outcome::Lost) + &whole[..length];
            let mut results = SurveyResults::default();
            assert_eq!(read(&mut results, &text), Ok(Some(2)), "{text}");
            let deals = results.totals().map(|(_, _, totals)| totals.deals.count());
            assert_eq!(deals.collect::<Vec<_>>(), [1]);
        }
        let mut results = SurveyResults::default();
        assert_eq!(read(&mut results, whole.trim_end()), Ok(None));
        assert_eq!(results.totals().count(), 1);
    }

    #[test]
    fn an_endless_file_is_rejected_at_its_first_line() {
        for byte in [b'x', b'{', 0] {
            let endless = BufReader::new(io::repeat(byte));
            let error = SurveyResults::default().read(endless).expect_err("endless");
            let message = error.to_string();
            assert!(
                message.starts_with("line 1: not a deal of a survey: "),
                "{message}"
            );
        }
        let whole = line(7, Outcome::Won);
        let endless = whole
            .trim_end()
            .as_bytes()
            .chain(BufReader::new(io::repeat(b' ')));
        let end = SurveyResults::default().read(endless);
        assert!(end.is_err(), "{end:?}");
    }
}
