//! Surveys: the share of deals that can be won, or that a player wins, measured over many seeds,
//! with a confidence interval. The lines of survey files, and the sums of such files.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::escape::{escape_text, io_error_message, quote};
use crate::game::Game;
use crate::player::{DECISION_BUDGET, PlayerKind, Playthrough};
use crate::rules::{Status, shuffled_deck};
use crate::solver::{Budget, CancelToken, Tally, Verdict};
use crate::variant::{self, Variant};

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
}

/// The result of the search on one deal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealResult {
    /// The seed of the deck.
    pub seed: u64,
    /// The verdict. A deal that a player does not win is unknown, because another player could win
    /// it.
    #[serde(
        serialize_with = "serialize_verdict",
        deserialize_with = "deserialize_verdict"
    )]
    pub verdict: Verdict<()>,
    /// The number of moves that the search applied.
    pub positions: u64,
    /// The duration of the search in seconds.
    pub seconds: f64,
}

fn serialize_verdict<S: Serializer>(
    verdict: &Verdict<()>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(verdict.as_str())
}

fn deserialize_verdict<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Verdict<()>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let all = [Verdict::Winnable(()), Verdict::Unwinnable, Verdict::Unknown];
    let verdict = all.into_iter().find(|verdict| verdict.as_str() == name);
    verdict.ok_or_else(|| D::Error::custom("unknown verdict"))
}

/// Maximum number of results that wait to be reported.
const MAX_WAITING_RESULTS: usize = 1024;

/// Solves the deals of many seeds in `jobs` threads, each deal within the budget, and calls `report`
/// for each result, in no particular order. The searches wait while `report` falls behind. Stops early
/// if canceled.
///
/// If there is a `player`, it plays the deals instead, without seeing hidden cards. Of the budget,
/// only the number of positions counts, for each decision.
///
/// # Errors
/// The system does not grant as many threads.
pub fn survey(
    rules: &Variant,
    player: Option<PlayerKind>,
    seeds: Range<u64>,
    budget: &Budget,
    jobs: usize,
    cancel: &CancelToken,
    mut report: impl FnMut(DealResult),
) -> io::Result<()> {
    let seeds = Mutex::new(seeds);
    let next_result = || {
        let seed = seeds.lock().ok()?.next()?;
        let result = solve_or_play(rules, player, seed, budget, cancel);
        (!cancel.is_canceled()).then_some(result)
    };
    let (sender, results) = mpsc::sync_channel(MAX_WAITING_RESULTS);
    thread::scope(|scope| {
        let start_thread = || {
            let (sender, next_result) = (sender.clone(), &next_result);
            let run = move || {
                while let Some(result) = next_result() {
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, run).map(drop)
        };
        let started = (0..jobs).try_for_each(|_| start_thread());
        drop(sender);
        if started.is_err() {
            cancel.cancel();
        }
        for result in results {
            report(result);
        }
        started
    })
}

fn solve_or_play(
    rules: &Variant,
    player: Option<PlayerKind>,
    seed: u64,
    budget: &Budget,
    cancel: &CancelToken,
) -> DealResult {
    let start = Instant::now();
    let deck = shuffled_deck(seed, rules.info().decks);
    let (verdict, positions) = if let Some(player) = player {
        let game = Game::new(rules.clone(), seed);
        let positions = budget.positions.unwrap_or(DECISION_BUDGET);
        let mut playthrough = Playthrough::new(player, game, seed, positions);
        while playthrough.step(cancel) {}
        let verdict = match playthrough.game().status() {
            Status::Won => Verdict::Winnable(()),
            Status::Lost | Status::Playing => Verdict::Unknown,
        };
        (verdict, playthrough.positions())
    } else if let Some((is_won, moves)) = rules.simulate_forced(&deck) {
        let verdict = if is_won {
            Verdict::Winnable(())
        } else {
            Verdict::Unwinnable
        };
        (verdict, moves)
    } else {
        let answer = rules.solve_verdict(&rules.deal(&deck), budget, cancel, &mut |_| {});
        (answer.verdict, answer.positions)
    };
    DealResult {
        seed,
        verdict,
        positions,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// The totals of a survey.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SurveyTotals {
    /// The numbers of deals by verdict.
    pub deals: Tally,
    /// The number of moves that the searches applied.
    pub positions: u64,
    /// The sum of the durations of all searches in seconds.
    pub seconds: f64,
}

impl SurveyTotals {
    /// Adds a deal.
    pub fn add(&mut self, deal: &DealResult) {
        self.deals.add(deal.verdict);
        self.positions = self.positions.saturating_add(deal.positions);
        self.seconds += deal.seconds;
    }
}

/// Maximum number of bytes read of a line; longer than any written line.
const MAX_LINE_BYTES: u64 = 4096;

/// The deals of survey files, added up: by subject and seed.
#[derive(Clone, Debug, Default)]
pub struct SurveyResults(pub BTreeMap<SurveySubject, BTreeMap<u64, DealResult>>);

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
    #[error("line {line}: seed {seed} is {}, but an earlier line says {}", .verdict.as_str(), .earlier.as_str())]
    Contradiction {
        /// The number of the line.
        line: u64,
        /// The seed of the deal.
        seed: u64,
        /// The verdict in this line.
        verdict: Verdict<()>,
        /// The verdict of an earlier line or file.
        earlier: Verdict<()>,
    },
}

impl SurveyResults {
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
            (Verdict::Unknown, Verdict::Unknown) if known.positions >= result.positions => {}
            (Verdict::Unknown, _) => *known = result,
            (earlier, _) if earlier != verdict && verdict != Verdict::Unknown => {
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
    use std::io::BufReader;

    use super::*;
    use crate::confidence::wilson_interval;
    use crate::variant::test_variant;

    fn deal_result(verdict: Verdict<()>) -> DealResult {
        DealResult {
            seed: 1,
            verdict,
            positions: 10,
            seconds: 0.5,
        }
    }

    fn line(seed: u64, verdict: Verdict<()>) -> String {
        let entry = SurveyEntry {
            subject: SurveySubject::new(&test_variant("moosehide", &[]), None),
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
        totals.add(&deal_result(Verdict::Winnable(())));
        totals.add(&deal_result(Verdict::Unwinnable));
        assert_eq!(totals.deals.confidence_interval(), wilson_interval(1, 2));
        totals.add(&deal_result(Verdict::Unknown));
        assert_eq!(
            totals.deals.confidence_interval(),
            (wilson_interval(1, 3).0, wilson_interval(2, 3).1)
        );
        assert_eq!((totals.deals.count(), totals.positions), (3, 30));
    }

    #[test]
    fn searches_wait_for_a_slow_report() {
        let rules = test_variant("single-left", &[]);
        let budget = Budget {
            positions: None,
            time: None,
            memory: 1 << 20,
        };
        let (cancel, mut reported) = (CancelToken::default(), 0);
        let started = survey(&rules, None, 0..u64::MAX, &budget, 2, &cancel, |_| {
            if reported == 0 {
                // Long enough for many more deals, if they did not wait.
                thread::sleep(Duration::from_millis(200));
                cancel.cancel();
            }
            reported += 1;
        });
        assert!(started.is_ok());
        assert!(reported <= MAX_WAITING_RESULTS + 3, "{reported}");
    }

    #[test]
    fn the_position_count_saturates() {
        let mut totals = SurveyTotals::default();
        let mut deal = deal_result(Verdict::Winnable(()));
        deal.positions = u64::MAX;
        totals.add(&deal);
        totals.add(&deal);
        assert_eq!(totals.positions, u64::MAX);
    }

    #[test]
    fn a_definite_verdict_replaces_an_unknown_one() {
        let mut results = SurveyResults::default();
        for verdict in [Verdict::Unknown, Verdict::Winnable(()), Verdict::Unknown] {
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
            let line = line(1, Verdict::Unknown)
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
        let won = line(7, Verdict::Winnable(()));
        let lost = line(7, Verdict::Unwinnable);
        assert_eq!(
            read(&mut SurveyResults::default(), &format!("{won}{won}{lost}")),
            Err("line 3: seed 7 is unwinnable, but an earlier line says winnable".into())
        );
    }

    #[test]
    fn deals_of_players_are_added_up_apart() {
        let solved = line(7, Verdict::Unwinnable);
        let played = solved.replace(r#","seed""#, r#","player":"fair","seed""#);
        let played = played.replace("unwinnable", "unknown");
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
        let whole = line(7, Verdict::Winnable(()));
        for length in 1..whole.len() - 1 {
            let text = line(6, Verdict::Unwinnable) + &whole[..length];
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
        let whole = line(7, Verdict::Winnable(()));
        let endless = whole
            .trim_end()
            .as_bytes()
            .chain(BufReader::new(io::repeat(b' ')));
        let end = SurveyResults::default().read(endless);
        assert!(end.is_err(), "{end:?}");
    }
}
