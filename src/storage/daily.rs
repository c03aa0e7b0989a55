//! Daily deals that were won, and streaks of days.
//!
//! For a streak, the deal of a day counts if it was won on that day, or at most a day earlier or later by
//! universal time. So it does not matter where the player was, and a game may end after midnight.

use std::collections::BTreeMap;
use std::iter;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::game_result::GameResult;
use crate::game::RuleSet;
use crate::rules::GameInfo;

/// How the daily deal of a day ended in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyResult {
    pub day: Date,
    pub rule_set: RuleSet,
    pub is_won: bool,
    /// Whether it was won in time.
    pub is_in_time: bool,
}

impl DailyResult {
    /// Returns the result of a game that was a daily deal.
    pub(super) fn new(result: &GameResult) -> Option<DailyResult> {
        let day = result.header.daily?;
        let is_won = result.is_own_win();
        Some(DailyResult {
            day,
            rule_set: result.deal.rule_set.clone(),
            is_won,
            is_in_time: is_won && is_in_time(day, result),
        })
    }

    /// Adds another game of the same deal. Returns `false` if the game is of another deal.
    pub(super) fn merge(&mut self, other: &DailyResult) -> bool {
        let is_same = (self.day, &self.rule_set) == (other.day, &other.rule_set);
        self.is_won |= is_same && other.is_won;
        self.is_in_time |= is_same && other.is_in_time;
        is_same
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DailyWins {
    /// For each day the deals won. No list is empty.
    deals: BTreeMap<Date, Vec<DailyResult>>,
}

/// Numbers of consecutive days with a win in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DailyStreaks {
    /// The streak that today continues or can continue.
    pub current: usize,
    pub best: usize,
}

impl DailyWins {
    /// Adds a result if it is the win of a daily deal.
    pub(super) fn add(&mut self, result: &GameResult) {
        if let Some(result) = DailyResult::new(result).filter(|result| result.is_won) {
            let deals = self.deals.entry(result.day).or_default();
            if !deals.iter_mut().any(|deal| deal.merge(&result)) {
                deals.push(result);
            }
        }
    }

    /// Returns the days with a win, the earliest first.
    pub fn days(&self) -> impl DoubleEndedIterator<Item = Date> {
        self.deals.keys().copied()
    }

    /// Whether the deal of a day was won in a game with these options.
    pub fn is_won(&self, day: Date, rule_set: &RuleSet) -> bool {
        let mut deals = self.deals.get(&day).into_iter().flatten();
        deals.any(|deal| deal.rule_set == *rule_set)
    }

    fn is_won_in_time(&self, day: Date) -> bool {
        let mut deals = self.deals.get(&day).into_iter().flatten();
        deals.any(|deal| deal.is_in_time)
    }

    #[must_use]
    pub fn of_game(&self, info: &GameInfo) -> DailyWins {
        let mut wins = self.clone();
        wins.deals.retain(|_, deals| {
            deals.retain(|deal| deal.rule_set.info.id == info.id);
            !deals.is_empty()
        });
        wins
    }

    /// Returns the length in days of the streak that ends with the daily deal of a result, which may not be
    /// among the wins yet; 0 if the result is no win of a daily deal.
    pub fn streak_with(&self, result: &GameResult) -> usize {
        match DailyResult::new(result).filter(|daily| daily.is_won) {
            Some(daily) if daily.is_in_time => {
                1 + daily.day.yesterday().map_or(0, |day| self.streak_on(day))
            }
            Some(daily) => self.streak_on(daily.day),
            None => 0,
        }
    }

    /// Returns the number of consecutive days with a win in time that end with a day.
    pub fn streak_on(&self, day: Date) -> usize {
        let days = iter::successors(Some(day), |day| day.yesterday().ok());
        days.take_while(|day| self.is_won_in_time(*day)).count()
    }

    pub fn streaks(&self, today: Date) -> DailyStreaks {
        let mut streaks = DailyStreaks::default();
        let mut length = 0;
        let mut previous = None;
        for day in self.days().filter(|day| self.is_won_in_time(*day)) {
            let is_next = previous.is_some_and(|previous| is_next_or_same(previous, day));
            length = if is_next { length + 1 } else { 1 };
            streaks.best = streaks.best.max(length);
            // The deal of tomorrow may be won already, and that of today need not be won yet.
            if is_within_a_day(day, today) {
                streaks.current = length;
            }
            previous = Some(day);
        }
        streaks
    }
}

/// Whether a day is the same as another or follows it.
fn is_next_or_same(day: Date, later: Date) -> bool {
    day == later || day.tomorrow().is_ok_and(|next| next == later)
}

/// Whether two days are the same or follow one another.
fn is_within_a_day(day: Date, other: Date) -> bool {
    is_next_or_same(day, other) || is_next_or_same(other, day)
}

fn is_in_time(day: Date, result: &GameResult) -> bool {
    result
        .ended
        .is_some_and(|ended| is_within_a_day(day, TimeZone::UTC.to_datetime(ended).date()))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::variant::test_variant;

    fn wins(days: &[Date]) -> DailyWins {
        let rule_set = RuleSet::new(&test_variant("moosehide", &[]));
        let deal = |day: &Date| DailyResult {
            day: *day,
            rule_set: rule_set.clone(),
            is_won: true,
            is_in_time: true,
        };
        let deals = days.iter().map(|day| (*day, vec![deal(day)]));
        DailyWins {
            deals: deals.collect(),
        }
    }

    #[test]
    fn a_streak_continues_over_months_and_until_the_end_of_the_next_day() {
        let days = [
            date(2026, 10, 3),
            date(2026, 10, 30),
            date(2026, 10, 31),
            date(2026, 11, 1),
            date(2026, 11, 20),
            date(2026, 11, 21),
        ];
        for (today, current) in [
            (date(2026, 11, 20), 2),
            (date(2026, 11, 21), 2),
            (date(2026, 11, 22), 2),
            (date(2026, 11, 23), 0),
            (date(2026, 11, 2), 3),
            (date(1970, 1, 1), 0),
            (Date::MAX, 0),
            (Date::MIN, 0),
        ] {
            let streaks = DailyStreaks { current, best: 3 };
            assert_eq!(wins(&days).streaks(today), streaks, "{today}");
        }
        assert_eq!(
            wins(&[]).streaks(date(2026, 11, 22)),
            DailyStreaks::default()
        );
        let end = wins(&[Date::MAX]).streaks(Date::MAX);
        assert_eq!((end.current, end.best), (1, 1));
    }
}
