//! What players achieve in a deal without seeing hidden cards, and the grade that follows.
//! `docs/difficulty.md` describes the method.

use std::cmp::Ordering;
use std::fmt;
use std::iter;
use std::ops::Add;
use std::str::FromStr;

use larboard::difficulty::{Difficulty, GradedDeals, game_label};
use larboard::game::Game;
use larboard::rules::{Status, shuffled_deck};
use larboard::solver::{CancelToken, GRADED_DEAL_BUDGET, SOLVE_WIDTH, Verdict};
use larboard::variant::Variant;

use crate::playthrough::{PlayerKind, Playthrough};

/// Number of letters in a line of a section.
const LINE_LENGTH: usize = 100;

/// How much is played and searched to grade a deal.
///
/// The budget of positions is small. With a large one, the fair player wins nearly all deals of
/// some games, which says nothing about their difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradingEffort {
    /// Number of times that the fair player plays the deal.
    pub fair_plays: u32,
    /// Maximum number of positions that it searches for a decision.
    pub decision_positions: u64,
    /// Number of times that the casual player plays the deal.
    pub casual_plays: u32,
}

/// What players achieve in several plays of a deal. The greater, the easier the deal: a win counts 104
/// cards more than those it brings to the foundations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayResults {
    /// The number of wins.
    pub wins: u32,
    /// The number of cards on foundations at the end of the games, added up.
    pub cards_home: u32,
}

/// Number of cards that a win counts beyond those on the foundations: the two decks of the largest
/// games. If wins counted before all cards, chance would grade the deals of games that are rarely won.
const CARDS_PER_WIN: u32 = 104;

impl GradingEffort {
    /// Returns the first line of the file with the results of a game.
    pub fn heading(self, rules: &Variant) -> String {
        let GradingEffort {
            fair_plays,
            decision_positions,
            casual_plays,
        } = self;
        format!(
            "# {}: {fair_plays} fair plays, {decision_positions} positions a decision, \
             {casual_plays} casual plays; seed, results, results of looking ahead",
            game_label(rules)
        )
    }

    /// Parses the first line of the file with the results of a game. `None` if it is another line.
    pub fn parse_heading(line: &str, rules: &Variant) -> Option<GradingEffort> {
        let numbers = line.strip_prefix(&format!("# {}:", game_label(rules)))?;
        let mut numbers = numbers.split(' ').filter_map(|word| word.parse().ok());
        let effort = GradingEffort {
            fair_plays: u32::try_from(numbers.next()?).ok()?,
            decision_positions: numbers.next()?,
            casual_plays: u32::try_from(numbers.next()?).ok()?,
        };
        (line == effort.heading(rules)).then_some(effort)
    }
}

/// Returns whether the solver finds a win in a deal within a small budget.
pub fn is_winnable(rules: &Variant, seed: u64, cancel: &CancelToken) -> bool {
    let table = rules.deal(&shuffled_deck(seed, rules.info().decks));
    let result = rules.probe(&table, SOLVE_WIDTH, &GRADED_DEAL_BUDGET, cancel);
    matches!(result.verdict, Verdict::Winnable(_))
}

impl PlayResults {
    /// Lets the fair and the casual player play a deal. Unless canceled, the results are the same
    /// on every machine.
    pub fn measure(
        rules: &Variant,
        seed: u64,
        effort: GradingEffort,
        cancel: &CancelToken,
    ) -> PlayResults {
        let fair = iter::repeat_n(PlayerKind::Fair, effort.fair_plays as usize);
        let casual = iter::repeat_n(PlayerKind::Casual, effort.casual_plays as usize);
        let players = (0..).zip(fair.chain(casual));
        let results = players.map(|(player_seed, player)| {
            let game = Game::new(rules.clone(), seed);
            let playthrough =
                Playthrough::new(player, game, player_seed, effort.decision_positions);
            PlayResults::play(playthrough, cancel)
        });
        results.fold(PlayResults::default(), PlayResults::add)
    }

    /// Lets the look-ahead player play a deal, once, because it has no random numbers.
    pub fn measure_lookahead(rules: &Variant, seed: u64, cancel: &CancelToken) -> PlayResults {
        let game = Game::new(rules.clone(), seed);
        PlayResults::play(Playthrough::new(PlayerKind::Lookahead, game, 0, 0), cancel)
    }

    fn play(mut playthrough: Playthrough, cancel: &CancelToken) -> PlayResults {
        while playthrough.step(cancel) {}
        let game = playthrough.game();
        PlayResults {
            wins: u32::from(game.status() == Status::Won),
            cards_home: game.cards_home() as u32,
        }
    }
}

impl Ord for PlayResults {
    fn cmp(&self, other: &PlayResults) -> Ordering {
        let key = |results: &PlayResults| {
            let cards = results.cards_home + CARDS_PER_WIN * results.wins;
            (cards, results.wins)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for PlayResults {
    fn partial_cmp(&self, other: &PlayResults) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for PlayResults {
    type Output = PlayResults;

    fn add(self, other: PlayResults) -> PlayResults {
        PlayResults {
            wins: self.wins + other.wins,
            cards_home: self.cards_home + other.cards_home,
        }
    }
}

/// Writes the wins and the cards: `3/250`.
impl fmt::Display for PlayResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.wins, self.cards_home)
    }
}

impl FromStr for PlayResults {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<PlayResults, &'static str> {
        let parse = |(wins, cards): (&str, &str)| {
            Some(PlayResults {
                wins: wins.parse().ok()?,
                cards_home: cards.parse().ok()?,
            })
        };
        let results = text.split_once('/').and_then(parse);
        results.ok_or("expected WINS/CARDS")
    }
}

/// The lowest results of easy, medium and hard deals of a game. Deals with lower ones are for
/// experts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradeLimits(pub [PlayResults; 3]);

impl GradeLimits {
    /// Returns the limits that divide deals into four parts as equal as possible. `None` if their
    /// results are too similar.
    pub fn quarters(results: &[PlayResults]) -> Option<GradeLimits> {
        let mut rest = results.to_vec();
        rest.sort_unstable_by(|a, b| b.cmp(a));
        let mut limits = [PlayResults::default(); 3];
        for (parts, limit) in (2..=4).rev().zip(&mut limits) {
            // Deals with equal results have the same grade.
            *limit = *rest.get((rest.len() / parts).checked_sub(1)?)?;
            rest.retain(|results| results < limit);
        }
        (!rest.is_empty()).then_some(GradeLimits(limits))
    }

    /// Returns the difficulty of a deal with these results.
    pub fn grade(&self, results: PlayResults) -> Difficulty {
        let grade = self.0.iter().position(|&limit| results >= limit);
        Difficulty::ALL[grade.unwrap_or(self.0.len())]
    }
}

/// The grades of the deals of a game with its options.
pub struct Grades {
    /// How much was played and searched.
    pub effort: GradingEffort,
    /// The limits of the grades.
    pub limits: GradeLimits,
    /// The grades.
    pub deals: GradedDeals,
}

impl Grades {
    /// Creates the grades from the result of each deal. Deals that are not proven to be winnable have
    /// neither.
    pub fn new(
        effort: GradingEffort,
        limits: GradeLimits,
        results: &[Option<PlayResults>],
    ) -> Grades {
        let grade = |results: &Option<PlayResults>| results.map(|results| limits.grade(results));
        Grades {
            effort,
            limits,
            deals: GradedDeals::new(results.iter().map(grade).collect()),
        }
    }

    /// Returns the section of a game in `assets/graded-deals.txt`.
    pub fn to_section(&self, rules: &Variant) -> String {
        let GradingEffort {
            fair_plays,
            decision_positions,
            casual_plays,
        } = self.effort;
        let mut section = format!("[{}]", game_label(rules));
        section += &format!(" {fair_plays} {decision_positions} {casual_plays}");
        for limit in self.limits.0 {
            section += &format!(" {limit}");
        }
        for line in self.deals.letters().chunks(LINE_LENGTH) {
            section.push('\n');
            section.extend(line);
        }
        section + "\n"
    }
}

#[cfg(test)]
mod tests {
    use larboard::difficulty::FIRST_GRADED_SEED;
    use larboard::variant;

    use super::*;

    fn results(wins: u32, cards_home: u32) -> PlayResults {
        PlayResults { wins, cards_home }
    }

    #[test]
    fn a_win_counts_104_cards() {
        assert!(results(1, 60) > results(0, 163));
        assert!(results(1, 60) < results(0, 165));
        assert!(results(1, 61) > results(1, 60));
        assert!(results(1, 60) > results(0, 164));
    }

    #[test]
    fn results_are_read_as_they_are_written() {
        assert_eq!(results(3, 250).to_string(), "3/250");
        assert_eq!("3/250".parse(), Ok(results(3, 250)));
        for invalid in ["", "3", "3/", "/250", "3/x", "-1/2"] {
            assert!(invalid.parse::<PlayResults>().is_err(), "{invalid}");
        }
    }

    #[test]
    fn quarters_have_as_many_deals_each() {
        let all: Vec<PlayResults> = (0..400).map(|n| results(0, n)).collect();
        let limits = GradeLimits::quarters(&all).expect("limits");
        for &difficulty in Difficulty::ALL {
            let is_equal = |results: &&PlayResults| limits.grade(**results) == difficulty;
            assert_eq!(all.iter().filter(is_equal).count(), 100, "{difficulty}");
        }
        assert_eq!(limits.grade(results(0, 399)), Difficulty::Easy);
        assert_eq!(limits.grade(results(0, 0)), Difficulty::Expert);
    }

    #[test]
    fn equal_results_have_the_same_grade() {
        let all = [
            [results(8, 416); 70].to_vec(),
            (0..30).map(|n| results(0, n)).collect(),
        ];
        let limits = GradeLimits::quarters(&all.concat()).expect("limits");
        let [easy, medium, hard] = limits.0;
        assert_eq!(easy, results(8, 416));
        assert_eq!((medium, hard), (results(0, 20), results(0, 10)));
    }

    #[test]
    fn too_similar_results_have_no_limits() {
        assert_eq!(GradeLimits::quarters(&[]), None);
        assert_eq!(GradeLimits::quarters(&[results(8, 416); 100]), None);
        let three = [results(1, 0), results(2, 0), results(3, 0)];
        assert_eq!(GradeLimits::quarters(&three), None);
    }

    fn rules_of(id: &str, options: &[(&str, &str)]) -> Variant {
        let info = variant::find(id).expect("a game of the list");
        variant::new(info, options).expect("options of the game")
    }

    #[test]
    fn grades_are_read_as_they_are_written() {
        let rules = rules_of("moosehide", &[]);
        let wins = |wins| results(wins, 52 * wins);
        let limits = GradeLimits([wins(6), wins(4), wins(2)]);
        let all: Vec<Option<PlayResults>> = (0..250)
            .map(|n| (n % 9 > 0).then_some(wins(n % 9)))
            .collect();
        let effort = GradingEffort {
            fair_plays: 8,
            decision_positions: 500,
            casual_plays: 24,
        };
        let grades = Grades::new(effort, limits, &all);
        let section = grades.to_section(&rules);
        assert_eq!(section.lines().count(), 4);
        let others = grades.to_section(&rules_of("oscillation", &[]));
        let text = format!("# comment\n\n{others}\n{section}\n{others}");
        let missing = rules_of("moosehide", &[("layout", "classic")]);
        assert_eq!(GradedDeals::parse(&text, &missing), None);
        let deals = GradedDeals::parse(&text, &rules).expect("graded deals");
        let difficulty = |index| deals.difficulty(FIRST_GRADED_SEED + index);
        assert_eq!(deals.difficulty(FIRST_GRADED_SEED - 1), None);
        assert_eq!(difficulty(0), None);
        assert_eq!(difficulty(1), Some(Difficulty::Expert));
        assert_eq!(difficulty(8), Some(Difficulty::Easy));
        assert_eq!(difficulty(250), None);
        assert_eq!(deals.difficulty(u64::MAX), None);
        assert_eq!(deals, grades.deals);
        for &difficulty in Difficulty::ALL {
            for seed in deals.seeds(difficulty) {
                assert_eq!(deals.difficulty(seed), Some(difficulty));
            }
        }
    }
}
