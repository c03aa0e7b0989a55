//! How far the player has come with the daily deals, and streaks of days.
//!
//! For a streak, the deal of a day counts if it was won on that day, or at most a day earlier or later by
//! universal time. So it does not matter where the player was, and a game may end after midnight.

use std::collections::BTreeMap;
use std::iter;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use strum::IntoStaticStr;

use super::game_result::GameResult;
use crate::difficulty;
use crate::game::RuleSet;
use crate::record::{GameOutcome, Win};
use crate::rules::GameInfo;
use crate::variant::Variant;

/// How far the player has come with a daily deal; what comes later is worth more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum DailyState {
    New,
    Lost,
    #[strum(serialize = "given up")]
    GivenUp,
    /// A game is in play.
    Playing,
    Solved,
    Won,
    Clean,
}

impl DailyState {
    /// Returns the state that a game leads to.
    pub fn of(result: &GameResult) -> DailyState {
        match (result.outcome, result.win()) {
            (_, Some(Win::Clean)) => DailyState::Clean,
            (_, Some(Win::Solved)) => DailyState::Solved,
            (GameOutcome::Won, _) => DailyState::Won,
            (GameOutcome::Playing, _) => DailyState::Playing,
            (GameOutcome::Lost, _) => DailyState::Lost,
            (GameOutcome::GivenUp, _) => DailyState::GivenUp,
        }
    }

    pub fn label(self) -> &'static str {
        self.into()
    }

    pub fn sign(self) -> &'static str {
        match self {
            DailyState::Clean => "★",
            DailyState::Won => "✓",
            DailyState::Solved => "○",
            DailyState::Lost | DailyState::GivenUp => "×",
            DailyState::New | DailyState::Playing => "·",
        }
    }

    /// Whether it is a win of any kind.
    pub fn is_win(self) -> bool {
        self >= DailyState::Solved
    }
}

/// What the player has reached in the daily deal of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyResult {
    pub day: Date,
    pub rule_set: RuleSet,
    pub state: DailyState,
    /// Whether it was won in time.
    pub is_in_time: bool,
}

impl DailyResult {
    /// Returns the result of a game that was a daily deal.
    pub(super) fn new(result: &GameResult) -> Option<DailyResult> {
        let day = result.header.daily?;
        Some(DailyResult {
            day,
            rule_set: result.deal.rule_set.clone(),
            state: DailyState::of(result),
            is_in_time: result.is_own_win() && is_in_time(day, result),
        })
    }

    /// Returns that the daily deal of a day is played.
    pub(super) fn in_play(day: Date, rule_set: RuleSet) -> DailyResult {
        DailyResult {
            day,
            rule_set,
            state: DailyState::Playing,
            is_in_time: false,
        }
    }

    /// Whether the deal was won and not solved.
    pub fn is_won(&self) -> bool {
        self.state >= DailyState::Won
    }
}

/// The daily deals that were played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DailyDeals(BTreeMap<Date, Vec<DailyResult>>);

impl DailyDeals {
    /// Adds what was reached in a game; the best of each deal stays.
    pub(super) fn add(&mut self, result: DailyResult) {
        let games = self.0.entry(result.day).or_default();
        let known = games
            .iter_mut()
            .find(|game| game.rule_set == result.rule_set);
        match known {
            Some(game) => {
                game.state = game.state.max(result.state);
                game.is_in_time |= result.is_in_time;
            }
            None => games.push(result),
        }
    }

    /// Returns the deals, by day.
    pub fn results(&self) -> impl Iterator<Item = &DailyResult> {
        self.0.values().flatten()
    }

    /// Returns the number of days with a win.
    pub fn days_won(&self) -> usize {
        let days = self.0.values();
        days.filter(|games| games.iter().any(DailyResult::is_won))
            .count()
    }

    /// Returns the deals of a day.
    pub fn of_day(&self, day: Date) -> impl Iterator<Item = &DailyResult> {
        self.0.get(&day).into_iter().flatten()
    }

    /// Returns how far the player has come with the deal of a day in a game with these options.
    pub fn state(&self, day: Date, rule_set: &RuleSet) -> DailyState {
        let game = self.of_day(day).find(|game| game.rule_set == *rule_set);
        game.map_or(DailyState::New, |game| game.state)
    }

    /// Returns the rules of the game whose deal of a day comes next: the first after this one without a win.
    pub fn next_game(&self, day: Date, rule_set: &RuleSet) -> Option<Variant> {
        let games = difficulty::daily::games();
        let at = games
            .iter()
            .position(|game| game.info().id == rule_set.info.id)?;
        let others = games[at + 1..].iter().chain(&games[..at]);
        let mut open = others.filter(|game| !self.state(day, &RuleSet::new(game)).is_win());
        open.next().cloned()
    }

    #[must_use]
    pub fn of_game(&self, info: &GameInfo) -> DailyDeals {
        let mut deals = self.clone();
        for games in deals.0.values_mut() {
            games.retain(|game| game.rule_set.info.id == info.id);
        }
        deals
    }

    /// Returns the length in days of the streak that ends with the daily deal of a result, which may not be
    /// among the wins yet; 0 if the result is no win of a daily deal.
    pub fn streak_with(&self, result: &GameResult) -> usize {
        match DailyResult::new(result).filter(DailyResult::is_won) {
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

    /// Returns the streak that today continues or can continue: the deal of tomorrow may be won already, and that of
    /// today need not be won yet.
    pub fn streak(&self, today: Date) -> usize {
        let mut streaks = days_around(today).map(|day| self.streak_on(day));
        streaks.find(|days| *days > 0).unwrap_or(0)
    }

    pub fn best_streak(&self) -> usize {
        let is_last = |day: &&Date| !day.tomorrow().is_ok_and(|next| self.is_won_in_time(next));
        let last_days = self.0.keys().filter(is_last);
        let streaks = last_days.map(|day| self.streak_on(*day));
        streaks.max().unwrap_or(0)
    }

    fn is_won_in_time(&self, day: Date) -> bool {
        self.of_day(day).any(|game| game.is_in_time)
    }
}

/// Returns a day with the one after it and the one before it, the latest first.
fn days_around(day: Date) -> impl Iterator<Item = Date> {
    let days = [day.tomorrow(), Ok(day), day.yesterday()];
    days.into_iter().flatten()
}

fn is_in_time(day: Date, result: &GameResult) -> bool {
    let ended = result.ended.map(|ended| TimeZone::UTC.to_datetime(ended));
    ended.is_some_and(|ended| days_around(day).any(|day| day == ended.date()))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::variant::test_variant;

    fn wins(days: &[Date]) -> DailyDeals {
        let mut deals = DailyDeals::default();
        for &day in days {
            deals.add(DailyResult {
                day,
                rule_set: RuleSet::new(&test_variant("moosehide", &[])),
                state: DailyState::Won,
                is_in_time: true,
            });
        }
        deals
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
            assert_eq!(wins(&days).streak(today), current, "{today}");
        }
        assert_eq!(wins(&days).best_streak(), 3);
        for (days, streak) in [(&[][..], 0), (&[Date::MAX], 1)] {
            let deals = wins(days);
            assert_eq!(
                (deals.streak(Date::MAX), deals.best_streak()),
                (streak, streak)
            );
        }
    }
}
