//! Survey results: the deals of untrusted survey files, merged.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};
use std::ops::Range;
use std::time::Duration;

use super::entry::{NOT_A_DEAL, RawEntry, is_truncated_line, option_map, parse_variant};
use super::verdict_map::VerdictMap;
use super::{DealResult, SurveyTotals};
use crate::escape::{escape_text, io_error_message};
use crate::player::PlayerKind;
use crate::solver::Verdict;
use crate::variant::Variant;

/// Maximum number of bytes read of a line; longer than any written line.
const MAX_LINE_BYTES: u64 = 4096;

/// The merged deals of a game with its options, for a player or the solver.
#[derive(Clone, Debug)]
pub struct GameDeals {
    /// The name of the game.
    pub game: String,
    /// The options and their values.
    pub rules: BTreeMap<String, String>,
    /// The player that played the deals. `None` if they were solved.
    pub player: Option<PlayerKind>,
    verdicts: VerdictMap,
    /// The totals of the deals with a definite verdict.
    decided: SurveyTotals,
    /// The seed, positions and seconds of inconclusive searches, including those of deals that
    /// another search decided.
    unknown: Vec<(u64, u64, f64)>,
}

impl GameDeals {
    /// Whether the result of a deal is known, even if it is "unknown".
    pub fn contains(&self, seed: u64) -> bool {
        self.verdicts.get(seed).is_some()
    }

    /// Returns the lowest and the highest seed.
    pub fn seed_bounds(&self) -> Option<(u64, u64)> {
        self.verdicts.bounds()
    }

    /// Returns the totals of the deals.
    pub fn totals(&self) -> SurveyTotals {
        let mut totals = self.decided;
        for &(seed, positions, seconds) in &self.unknown {
            let verdict = Verdict::Unknown;
            if self.verdicts.get(seed) == Some(verdict) {
                totals.add(&DealResult {
                    seed,
                    verdict,
                    positions,
                    seconds,
                });
            }
        }
        totals
    }

    /// Adds a deal, to the totals too if it `counts`.
    fn add(&mut self, deal: &DealResult, counts: bool) -> Result<(), String> {
        match self.verdicts.get(deal.seed) {
            None | Some(Verdict::Unknown) if deal.verdict != Verdict::Unknown => {
                self.verdicts.set(deal.seed, deal.verdict);
                if counts {
                    self.decided.add(deal);
                }
            }
            None => {
                self.verdicts.set(deal.seed, deal.verdict);
                if counts {
                    self.unknown.push((deal.seed, deal.positions, deal.seconds));
                }
            }
            Some(known) if known != deal.verdict && deal.verdict != Verdict::Unknown => {
                return Err(format!("seed {} has contradictory verdicts", deal.seed));
            }
            Some(_) => {}
        }
        Ok(())
    }
}

/// The merged deals of survey files. A deal takes a few bits, and 24 bytes more if it is unknown.
#[derive(Clone, Debug, Default)]
pub struct SurveyResults {
    games: Vec<GameDeals>,
    /// The seeds that count in the totals; all if there is no range.
    counted_seeds: Option<Range<u64>>,
    /// The game and the options of the line before, as they were written, and its player.
    last_key: (String, String, Option<PlayerKind>),
    /// The index of that game.
    last_game: usize,
}

/// How a survey file ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurveyFileEnd {
    /// With a line end, or the file is empty.
    LineEnd,
    /// With a deal whose line end is missing.
    NoLineEnd,
    /// With an incomplete line, because a survey was stopped while writing it.
    Truncated {
        /// The number of the incomplete line.
        line: u64,
        /// The length of the lines before it in bytes.
        bytes: u64,
    },
}

impl SurveyResults {
    /// Creates empty results whose totals count the deals of these seeds only.
    pub fn counting(seeds: Range<u64>) -> SurveyResults {
        SurveyResults {
            counted_seeds: Some(seeds),
            ..SurveyResults::default()
        }
    }

    /// Adds the deals of a file. If a deal is known already, a definite verdict replaces an unknown
    /// one. The last line may be incomplete, but only if it is certainly one of a survey.
    ///
    /// # Errors
    /// The file cannot be read, or a line is not a deal or contradicts another one. The message is
    /// escaped.
    pub fn read(&mut self, mut input: impl BufRead) -> Result<SurveyFileEnd, String> {
        let (mut bytes, mut line) = (0, Vec::new());
        for number in 1.. {
            line.clear();
            // Limited, so that a file without line ends does not fill the memory.
            let read = input
                .by_ref()
                .take(MAX_LINE_BYTES)
                .read_until(b'\n', &mut line);
            read.map_err(|error| format!("cannot be read: {}", io_error_message(&error)))?;
            let not_a_deal = || format!("line {number}: {NOT_A_DEAL}");
            let complete = line.strip_suffix(b"\n");
            if line.is_empty() {
                break;
            }
            if complete.is_none() && line.len() as u64 == MAX_LINE_BYTES {
                return Err(not_a_deal());
            }
            let text = str::from_utf8(complete.unwrap_or(&line)).map_err(|_| not_a_deal())?;
            match self.add_line(text) {
                Err(_) if complete.is_none() && is_truncated_line(text, number > 1) => {
                    return Ok(SurveyFileEnd::Truncated {
                        line: number,
                        bytes,
                    });
                }
                result => result.map_err(|message| format!("line {number}: {message}"))?,
            }
            if complete.is_none() {
                return Ok(SurveyFileEnd::NoLineEnd);
            }
            bytes += line.len() as u64;
        }
        Ok(SurveyFileEnd::LineEnd)
    }

    /// Parses a line and adds its deal.
    fn add_line(&mut self, line: &str) -> Result<(), String> {
        let entry: RawEntry = serde_json::from_str(line)
            .map_err(|error| format!("{NOT_A_DEAL}: {}", escape_text(&error.to_string())))?;
        Duration::try_from_secs_f64(entry.seconds)
            .map_err(|_| format!("impossible duration: {} seconds", entry.seconds))?;
        let (game, rules, player) = (&*entry.game, entry.rules.get(), entry.player);
        let (last_game, last_rules, last_player) = &self.last_key;
        if self.games.is_empty() || (game, rules, player) != (last_game, last_rules, *last_player) {
            self.last_game = self.find_or_add_game(&parse_variant(game, rules)?, player);
            self.last_key = (game.to_owned(), rules.to_owned(), player);
        }
        let deal = DealResult {
            seed: entry.seed,
            verdict: entry.verdict,
            positions: entry.positions,
            seconds: entry.seconds,
        };
        let seeds = self.counted_seeds.as_ref();
        let counts = seeds.is_none_or(|seeds| seeds.contains(&deal.seed));
        self.games[self.last_game].add(&deal, counts)
    }

    /// Returns the index of a game with its options and its player.
    fn find_or_add_game(&mut self, variant: &Variant, player: Option<PlayerKind>) -> usize {
        let (game, rules) = (variant.info().id, option_map(variant));
        let index = self
            .games
            .iter()
            .position(|deals| (&*deals.game, &deals.rules, deals.player) == (game, &rules, player));
        index.unwrap_or_else(|| {
            self.games.push(GameDeals {
                game: game.to_owned(),
                rules,
                player,
                verdicts: VerdictMap::default(),
                decided: SurveyTotals::default(),
                unknown: Vec::new(),
            });
            self.games.len() - 1
        })
    }

    /// Returns the deals of a game with its options, for a player or the solver.
    pub fn deals_of(&mut self, variant: &Variant, player: Option<PlayerKind>) -> &GameDeals {
        let index = self.find_or_add_game(variant, player);
        &self.games[index]
    }

    /// Returns the deals of each game with its options and each player, in this order.
    pub fn games(&self) -> Vec<&GameDeals> {
        let mut games: Vec<_> = self.games.iter().collect();
        games.sort_by_key(|deals| (&deals.game, &deals.rules, deals.player));
        games
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader};

    use super::super::SurveyEntry;
    use super::*;
    use crate::variant::test_variant;

    fn line(seed: u64, verdict: Verdict<()>) -> String {
        let result = DealResult {
            seed,
            verdict,
            positions: 10,
            seconds: 0.5,
        };
        let entry = SurveyEntry::new(&test_variant("moosehide", &[]), None, result);
        serde_json::to_string(&entry).expect("JSON")
    }

    #[test]
    fn a_definite_verdict_replaces_an_unknown_one() {
        let mut deals = SurveyResults::default();
        for verdict in [Verdict::Unknown, Verdict::Winnable(()), Verdict::Unknown] {
            let end = deals.read(line(1, verdict).as_bytes());
            assert_eq!(end, Ok(SurveyFileEnd::NoLineEnd));
        }
        let totals = deals.games()[0].totals();
        assert_eq!(
            (totals.deals.won, totals.deals.unknown, totals.positions),
            (1, 0, 10)
        );
        let contradiction = line(1, Verdict::Unwinnable);
        assert!(deals.read(contradiction.as_bytes()).is_err());
    }

    #[test]
    fn deals_of_players_are_kept_apart() {
        let solved = line(7, Verdict::Unwinnable);
        let played = solved.replace(r#","seed""#, r#","player":"fair","seed""#);
        let played = played.replace("unwinnable", "unknown");
        let mut deals = SurveyResults::default();
        let both = format!("{solved}\n{played}\n{solved}\n");
        assert_eq!(deals.read(both.as_bytes()), Ok(SurveyFileEnd::LineEnd));
        let players: Vec<_> = deals.games().iter().map(|deals| deals.player).collect();
        assert_eq!(players, [None, Some(PlayerKind::Fair)]);
        for end in solved.find(r#""seed""#).expect("the seed")..played.len() {
            let cut = format!("{solved}\n{}", &played[..end]);
            let bytes = solved.len() as u64 + 1;
            let truncated = SurveyFileEnd::Truncated { line: 2, bytes };
            let end = SurveyResults::default().read(cut.as_bytes());
            assert_eq!(end, Ok(truncated), "{cut}");
        }
    }

    #[test]
    fn deals_of_other_seeds_do_not_count() {
        let mut deals = SurveyResults::counting(2..4);
        for seed in [1, 2, 3, 4] {
            let verdict = [Verdict::Unwinnable, Verdict::Unknown][seed as usize % 2];
            let end = deals.read(line(seed, verdict).as_bytes());
            assert_eq!(end, Ok(SurveyFileEnd::NoLineEnd));
        }
        let deals = deals.games()[0];
        let totals = deals.totals();
        assert_eq!((totals.deals.lost, totals.deals.unknown), (1, 1));
        assert!(deals.contains(1) && !deals.contains(5));
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
            assert_eq!(deals.read(text.as_bytes()), Ok(SurveyFileEnd::LineEnd));
        }
        assert_eq!(deals.games().len(), 1);
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
    fn only_the_beginning_of_a_survey_line_counts_as_truncated() {
        let whole = line(7, Verdict::Winnable(()));
        let head = whole.find("7,").expect("the seed");
        for end in 1..whole.len() {
            let alone = SurveyResults::default().read(&whole.as_bytes()[..end]);
            let truncated = SurveyFileEnd::Truncated { line: 1, bytes: 0 };
            assert_eq!(
                alone.ok(),
                (end >= head).then_some(truncated),
                "{}",
                &whole[..end]
            );
            let after_a_deal = format!("{whole}\n{}", &whole[..end]);
            let bytes = whole.len() as u64 + 1;
            let truncated = SurveyFileEnd::Truncated { line: 2, bytes };
            let end = SurveyResults::default().read(after_a_deal.as_bytes());
            assert_eq!(end, Ok(truncated));
        }
        for foreign in [
            "a letter, of one line",
            r#"{"game":""#,
            r#"{"game":"chess","players":2,"note":"my only copy"}"#,
            r#"{"game":"moosehide","note":"my only copy"}"#,
            r#"{"game":"moosehide","rules":{"layout":"open-reserve"},"seed":7,"note":"x"#,
            r#"{"game":"moosehide","rules":{"layout":"open-reserve"},"seed":7}"#,
        ] {
            let error = SurveyResults::default().read(foreign.as_bytes());
            assert!(error.is_err(), "{foreign}");
            let after_a_deal = format!("{whole}\n{foreign}");
            let end = SurveyResults::default().read(after_a_deal.as_bytes());
            assert_eq!(end.is_err(), foreign != r#"{"game":""#, "{foreign}");
        }
        let nothing = SurveyResults::default().read(&b""[..]);
        assert_eq!(nothing, Ok(SurveyFileEnd::LineEnd));
    }

    #[test]
    fn an_endless_file_is_rejected_at_its_first_line() {
        for byte in [b'x', b'{', 0] {
            let result = SurveyResults::default().read(BufReader::new(io::repeat(byte)));
            assert_eq!(result, Err("line 1: not a deal of a survey".into()));
        }
        let whole = line(7, Verdict::Winnable(()));
        let endless = whole.as_bytes().chain(BufReader::new(io::repeat(b' ')));
        assert!(SurveyResults::default().read(endless).is_err());
    }

    #[test]
    fn an_invalid_line_is_named() {
        let invalid = format!("{}\nnot a deal\n", line(7, Verdict::Unwinnable));
        let error = SurveyResults::default().read(invalid.as_bytes());
        let error = error.expect_err("invalid");
        assert!(error.starts_with("line 2: "), "{error}");
    }
}
