//! Grades of many deals, which come with the program.

use super::{Difficulty, GradeLimits, GradingEffort, PlayResults};
use crate::game::Game;
use crate::variant::Variant;

/// Grades by game and options, written by `examples/grade_deals.rs`.
pub(super) const ASSET: &str = include_str!("../../assets/graded-deals.txt");

/// Letters of the grades, the easiest first.
const LETTERS: [char; 4] = ['e', 'm', 'h', 'x'];

/// Letter of a deal that is not proven to be winnable.
const NOT_GRADED: char = '.';

/// Seed of the first graded deal. Far from the small numbers that players type, so that most
/// players have not seen these deals.
pub const FIRST_GRADED_SEED: u64 = 1_000_001;

/// Number of letters in a line.
const LINE_LENGTH: usize = 100;

/// The grades of the deals from [`FIRST_GRADED_SEED`] on, of a game with its options.
///
/// In the text form, the first line of a section has the title `[GAME NAME=VALUE ...]`, the number
/// of plays of the fair player, its positions per decision, the number of plays of the casual
/// player, and the limits of easy, medium and hard deals. The lines after it have a letter for each
/// seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedDeals {
    /// How much was played and searched.
    pub effort: GradingEffort,
    /// The limits of the grades.
    pub limits: GradeLimits,
    grades: Vec<Option<Difficulty>>,
}

impl GradedDeals {
    /// Creates the grades from the result of each deal, starting at [`FIRST_GRADED_SEED`]. Deals
    /// that are not proven to be winnable have neither.
    pub fn new(
        effort: GradingEffort,
        limits: GradeLimits,
        results: &[Option<PlayResults>],
    ) -> GradedDeals {
        let grade = |results: &Option<PlayResults>| results.map(|results| limits.grade(results));
        GradedDeals {
            effort,
            limits,
            grades: results.iter().map(grade).collect(),
        }
    }

    /// Returns the grades that come with the program. `None` if it has none for the game with these
    /// options.
    pub fn bundled(rules: &Variant) -> Option<GradedDeals> {
        GradedDeals::find(ASSET, rules)
    }

    /// Returns the difficulty of the deal of a game, if it was graded.
    pub fn difficulty_of_game(game: &Game) -> Option<Difficulty> {
        let seed = game.seed().filter(|&seed| seed >= FIRST_GRADED_SEED)?;
        GradedDeals::bundled(game.rules())?.difficulty(seed)
    }

    /// Whether grades for the game with these options come with the program.
    pub fn has_bundled(rules: &Variant) -> bool {
        let title = section_title(rules);
        ASSET.lines().any(|line| line.starts_with(&title))
    }

    pub(super) fn find(text: &str, rules: &Variant) -> Option<GradedDeals> {
        let title = section_title(rules);
        let mut lines = text.lines();
        let numbers = lines.find_map(|line| line.strip_prefix(&*title))?;
        let mut numbers = numbers.split_whitespace();
        let effort = GradingEffort {
            fair_plays: numbers.next()?.parse().ok()?,
            decision_positions: numbers.next()?.parse().ok()?,
            casual_plays: numbers.next()?.parse().ok()?,
        };
        let limits: Vec<PlayResults> = numbers.flat_map(str::parse).collect();
        let grades = lines.take_while(|line| !line.is_empty());
        let grade = |letter| {
            let index = LETTERS.iter().position(|&other| other == letter);
            index.map(|index| Difficulty::ALL[index])
        };
        Some(GradedDeals {
            effort,
            limits: GradeLimits::new(limits.try_into().ok()?)?,
            grades: grades.flat_map(str::chars).map(grade).collect(),
        })
    }

    /// Returns the difficulty of a deal, if it was graded.
    pub fn difficulty(&self, seed: u64) -> Option<Difficulty> {
        let index = usize::try_from(seed.checked_sub(FIRST_GRADED_SEED)?).ok()?;
        self.grades.get(index).copied().flatten()
    }

    /// Returns the seeds of the deals of a difficulty.
    pub fn seeds(&self, difficulty: Difficulty) -> Vec<u64> {
        let graded = (FIRST_GRADED_SEED..).zip(&self.grades);
        let seeds = graded.filter(|(_, grade)| **grade == Some(difficulty));
        seeds.map(|(seed, _)| seed).collect()
    }

    /// Returns the section of a game in the text form.
    pub fn to_section(&self, rules: &Variant) -> String {
        let GradingEffort {
            fair_plays,
            decision_positions,
            casual_plays,
        } = self.effort;
        let mut section = section_title(rules);
        section += &format!(" {fair_plays} {decision_positions} {casual_plays}");
        for limit in self.limits.as_array() {
            section += &format!(" {limit}");
        }
        let letter =
            |grade: &Option<Difficulty>| grade.map_or(NOT_GRADED, |grade| LETTERS[grade as usize]);
        for line in self.grades.chunks(LINE_LENGTH) {
            section.push('\n');
            section.extend(line.iter().map(letter));
        }
        section + "\n"
    }
}

/// Returns the beginning of the first line of a section: the game and its options.
fn section_title(rules: &Variant) -> String {
    format!("[{}]", game_label(rules))
}

/// Returns the name of a game and its options as in files of grades: `moosehide layout=classic`.
pub fn game_label(rules: &Variant) -> String {
    let options = rules.options();
    let options = options
        .iter()
        .map(|(name, value)| format!(" {name}={value}"));
    rules.info().id.to_owned() + &options.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::test_variant;

    fn results(wins: u32) -> PlayResults {
        PlayResults {
            wins,
            foundation_cards: 52 * wins,
        }
    }

    #[test]
    fn grades_are_read_as_they_are_written() {
        let rules = test_variant("moosehide", &[]);
        let limits = GradeLimits::new([results(6), results(4), results(2)]).expect("limits");
        let all: Vec<Option<PlayResults>> = (0..250)
            .map(|n| (n % 9 > 0).then_some(results(n % 9)))
            .collect();
        let effort = GradingEffort {
            fair_plays: 8,
            decision_positions: 500,
            casual_plays: 24,
        };
        let deals = GradedDeals::new(effort, limits, &all);
        let section = deals.to_section(&rules);
        assert_eq!(section.lines().count(), 4);
        let others = deals.to_section(&test_variant("oscillation", &[]));
        let text = format!("# comment\n\n{others}\n{section}\n{others}");
        assert_eq!(GradedDeals::find(&text, &rules).as_ref(), Some(&deals));
        let missing = test_variant("moosehide", &[("layout", "classic")]);
        assert_eq!(GradedDeals::find(&text, &missing), None);
        let difficulty = |index| deals.difficulty(FIRST_GRADED_SEED + index);
        assert_eq!(deals.difficulty(FIRST_GRADED_SEED - 1), None);
        assert_eq!(difficulty(0), None);
        assert_eq!(difficulty(1), Some(Difficulty::Expert));
        assert_eq!(difficulty(8), Some(Difficulty::Easy));
        assert_eq!(difficulty(250), None);
        assert_eq!(deals.difficulty(u64::MAX), None);
        for &difficulty in Difficulty::ALL {
            for seed in deals.seeds(difficulty) {
                assert_eq!(deals.difficulty(seed), Some(difficulty));
            }
        }
    }
}
