//! Grades of many deals, which come with the program.

use super::Difficulty;
use crate::game::{Game, RuleSet};
use crate::variant::{self, Variant};

/// Grades by game and options, written by `lab grade`.
pub(super) const ASSET: &str = include_str!("../../assets/graded-deals.txt");

/// Letters of the grades, the easiest first. Any other is that of a deal not proven to be winnable.
const LETTERS: [char; 4] = ['e', 'm', 'h', 'x'];

/// Seed of the first graded deal. Far from the small numbers that players type, so that most
/// players have not seen these deals.
pub const FIRST_GRADED_SEED: u64 = 1_000_001;

/// The grades of the deals from [`FIRST_GRADED_SEED`] on, of a game with its options.
///
/// In the text form, the first line of a section has the title `[GAME NAME=VALUE ...]`, and how the deals
/// were graded. An option that the title does not name has its default. The lines after it have a letter for
/// each seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradedDeals(Vec<Option<Difficulty>>);

impl GradedDeals {
    /// Creates the grades of the deals from the first seed on. Those not proven to be winnable have none.
    pub fn new(grades: Vec<Option<Difficulty>>) -> GradedDeals {
        GradedDeals(grades)
    }

    /// Returns the grades that come with the program. `None` if it has none for the game with these
    /// options.
    pub fn bundled(rules: &Variant) -> Option<GradedDeals> {
        GradedDeals::parse(ASSET, rules)
    }

    /// Returns the difficulty of the deal of a game, if it was graded.
    pub fn difficulty_of_game(game: &Game) -> Option<Difficulty> {
        let seed = game.seed().filter(|&seed| seed >= FIRST_GRADED_SEED)?;
        GradedDeals::bundled(game.rules())?.difficulty(seed)
    }

    /// Whether grades for the game with these options come with the program.
    pub fn has_bundled(rules: &Variant) -> bool {
        ASSET.lines().any(|line| is_title(line, rules))
    }

    /// Parses the section of a game with its options. `None` if there is none.
    pub fn parse(text: &str, rules: &Variant) -> Option<GradedDeals> {
        let mut lines = text.lines();
        lines.find(|line| is_title(line, rules))?;
        let grades = lines.take_while(|line| !line.is_empty());
        let grade = |letter| {
            let index = LETTERS.iter().position(|&other| other == letter);
            index.map(|index| Difficulty::ALL[index])
        };
        Some(GradedDeals(
            grades.flat_map(str::chars).map(grade).collect(),
        ))
    }

    /// Returns the letter of each deal.
    pub fn letters(&self) -> Vec<char> {
        let letter = |grade: Difficulty| LETTERS[grade as usize];
        self.0
            .iter()
            .map(|grade| grade.map_or('.', letter))
            .collect()
    }

    /// Returns the difficulty of a deal, if it was graded.
    pub fn difficulty(&self, seed: u64) -> Option<Difficulty> {
        let index = usize::try_from(seed.checked_sub(FIRST_GRADED_SEED)?).ok()?;
        self.0.get(index).copied().flatten()
    }

    /// Returns the seeds of the deals of a difficulty.
    pub fn seeds(&self, difficulty: Difficulty) -> Vec<u64> {
        let graded = (FIRST_GRADED_SEED..).zip(&self.0);
        let seeds = graded.filter(|(_, grade)| **grade == Some(difficulty));
        seeds.map(|(seed, _)| seed).collect()
    }
}

/// Whether a line is the first one of the section of a game with its options.
fn is_title(line: &str, rules: &Variant) -> bool {
    let title = line.strip_prefix('[').and_then(|line| line.split_once(']'));
    let mut words = title.map_or("", |(title, _)| title).split(' ');
    words.next() == Some(rules.info().id)
        && words
            .map(|option| option.split_once('='))
            .collect::<Option<Vec<_>>>()
            .and_then(|options| variant::new(rules.info(), &options).ok())
            .is_some_and(|titled| titled.options() == rules.options())
}

/// Returns the name of a game and its options that are not defaults: `moosehide layout=classic`.
pub fn game_label(rules: &Variant) -> String {
    let rule_set = RuleSet::new(rules);
    let changed = rule_set.changed_options();
    let options = changed.map(|(name, value)| format!(" {name}={value}"));
    rule_set.info.id.to_owned() + &options.collect::<String>()
}

/// Returns the name of the file in a folder of `assets` that has the deals of a game: `moosehide-layout-classic.txt`.
pub fn file_name(rules: &Variant) -> String {
    game_label(rules).replace([' ', '='], "-") + ".txt"
}
