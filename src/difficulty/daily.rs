//! The daily deals: which of the graded deals is that of a day.

use jiff::civil::{Date, Weekday, date};

use super::Difficulty;
use super::graded_deals::{ASSET, GradedDeals};
use crate::rules::GameInfo;
use crate::variant::{self, Variant};

/// The lists of graded deals, each with the first day that it is used for. Their order is frozen as soon
/// as they are released: new grades are added as another list, with a first day of its own.
const LISTS: [(Date, &str); 1] = [(date(2026, 1, 1), ASSET)];

const WEEK: i32 = 7;

/// Parses a date: `2026-11-23`.
///
/// # Errors
/// The text is no date, or there is no such day.
pub fn parse_date(text: &str) -> Result<Date, &'static str> {
    let date: Option<Date> = text.parse().ok();
    let shape = text.replace(|c: char| c.is_ascii_digit(), "0");
    match date.filter(|date| date.to_string() == text) {
        Some(date) => Ok(date),
        None if shape == "0000-00-00" => Err("there is no such day"),
        None => Err("expected a date, as in 2026-11-23"),
    }
}

/// Returns the difficulty of the daily deals of a day: the week begins easy and ends with expert deals.
pub fn difficulty(day: Date) -> Difficulty {
    difficulty_on(day.weekday())
}

fn difficulty_on(weekday: Weekday) -> Difficulty {
    match weekday {
        Weekday::Monday | Weekday::Tuesday => Difficulty::Easy,
        Weekday::Wednesday | Weekday::Thursday => Difficulty::Medium,
        Weekday::Friday | Weekday::Saturday => Difficulty::Hard,
        Weekday::Sunday => Difficulty::Expert,
    }
}

/// Returns the games that have daily deals, with the rules of those.
pub fn games() -> Vec<Variant> {
    variant::games().into_iter().filter_map(rules).collect()
}

/// Returns the rules with which a game has daily deals: those without options, or else its first preset that has
/// some.
fn rules(info: &'static GameInfo) -> Option<Variant> {
    let presets = info.presets.iter().map(|preset| &*preset.options);
    let mut rules = std::iter::once(&[][..])
        .chain(presets)
        .filter_map(|options| variant::new(info, options).ok());
    rules.find(GradedDeals::has_bundled)
}

/// Returns the seed of the daily deal of a game: the deals of a difficulty in the order of their list, one
/// after another on the days of this difficulty, over and over. Before the first day they are counted
/// backward. `None` if the game has no graded deals.
pub fn seed(rules: &Variant, day: Date) -> Option<u64> {
    let earlier = LISTS.iter().rev().find(|(first, _)| *first <= day);
    let (first, list) = *earlier.unwrap_or(&LISTS[0]);
    let difficulty = difficulty(day);
    let is_same = |offset: &i32| difficulty_on(first.weekday().wrapping_add(*offset)) == difficulty;
    let same_days = |days: i32| (0..days).filter(is_same).count() as i32;
    let days = (day - first).get_days();
    let number = days.div_euclid(WEEK) * same_days(WEEK) + same_days(days.rem_euclid(WEEK));
    let seeds = GradedDeals::parse(list, rules)?.seeds(difficulty);
    let index = number.checked_rem_euclid(seeds.len() as i32)?;
    seeds.get(index as usize).copied()
}
