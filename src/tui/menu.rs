//! The menu: which game, played how, dealt from what.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::action::Way;
use crate::rules::{Choices, Opt, Profile, Rules, Value, Variant};
use crate::seed;
use crate::store::keeper::Saved;

/// Where the cards of a new game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Chance.
    Chance,
    /// The day's date: everybody's deal of the day.
    Today,
    /// A seed typed by the player.
    Seed(u64),
}

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A game, by its place in [`Variant::ALL`].
    Game(usize),
    /// An option of the game chosen, by its place in the profile.
    Option(usize),
    /// Where the cards come from.
    Source,
    /// The games that were begun and not ended, together.
    Begun,
    /// One of them, the one played last first.
    Sitting(usize),
}

/// The menu as the player has set it.
#[derive(Clone, Debug)]
pub struct Menu {
    game: usize,
    row: Row,
    values: Vec<Vec<usize>>,
    begun: Vec<Saved>,
    source: Source,
    seed: Option<u64>,
    /// Asked only when a date is told: a system looks through many files for it.
    zone: fn() -> TimeZone,
    now: Timestamp,
}

impl Menu {
    /// The menu with every option at its default; dates are told by `zone`.
    pub fn new(zone: fn() -> TimeZone, now: Timestamp) -> Menu {
        let defaults = |profile: &&Profile| vec![0; profile.options.len()];
        Menu {
            game: 0,
            row: Row::Game(0),
            values: Variant::ALL.iter().map(defaults).collect(),
            begun: Vec::new(),
            source: Source::Chance,
            seed: None,
            zone,
            now,
        }
    }

    /// The game chosen.
    pub fn profile(&self) -> &'static Profile {
        Variant::ALL[self.game]
    }

    /// The row the keys act on.
    pub fn row(&self) -> Row {
        self.row
    }

    /// Where the cards come from.
    pub fn source(&self) -> Source {
        self.source
    }

    /// The seed typed last, whether or not it is the source.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The rows there are, in order.
    pub fn rows(&self) -> impl Iterator<Item = Row> + use<> {
        let games = (0..Variant::ALL.len()).map(Row::Game);
        let begun = (!self.begun.is_empty()).then_some(Row::Begun);
        let beside: Vec<Row> = if self.is_at_begun() {
            (0..self.begun.len()).map(Row::Sitting).collect()
        } else {
            let options = (0..self.profile().options.len()).map(Row::Option);
            options.chain([Row::Source]).collect()
        };
        games.chain(begun).chain(beside)
    }

    /// Whether the keys are on the games begun.
    pub fn is_at_begun(&self) -> bool {
        matches!(self.row, Row::Begun | Row::Sitting(_))
    }

    /// The games begun, the one played last first.
    pub fn begun(&self) -> &[Saved] {
        &self.begun
    }

    /// The game begun that the keys are on: the one played last, where they are on all.
    pub fn sitting(&self) -> Option<&Saved> {
        match self.row {
            Row::Begun => self.begun.first(),
            Row::Sitting(n) => self.begun.get(n),
            Row::Game(_) | Row::Option(_) | Row::Source => None,
        }
    }

    /// Takes note of what games were begun.
    pub fn set_begun(&mut self, begun: Vec<Saved>) {
        self.begun = begun;
        match self.row {
            Row::Begun | Row::Sitting(_) if self.begun.is_empty() => {
                self.row = Row::Game(self.game);
            }
            Row::Sitting(n) => self.row = Row::Sitting(n.min(self.begun.len() - 1)),
            _ => {}
        }
    }

    /// When a game was played last, as it is told: the hour of today, else the day.
    pub fn when(&self, played: Timestamp) -> String {
        let played = (self.zone)().to_datetime(played);
        if seed::of_day(played.date()) == self.today() {
            format!("at {:02}:{:02}", played.hour(), played.minute())
        } else {
            played.date().to_string()
        }
    }

    /// An option of the game chosen, the place of its value, and that value.
    pub fn option(&self, at: usize) -> (&'static Opt, usize, &'static Value) {
        let option = &self.profile().options[at];
        let value = self.values[self.game][at];
        (option, value, &option.values[value])
    }

    /// The options as set, by name and value.
    fn given(&self) -> Vec<(&'static str, &'static str)> {
        (0..self.profile().options.len())
            .map(|at| self.option(at))
            .map(|(option, _, value)| (option.name, value.name))
            .collect()
    }

    /// The game chosen, with its options as set.
    pub fn rules(&self) -> Option<Variant> {
        Variant::of(self.profile(), &self.given()).ok()
    }

    /// Whether an option means anything beside the others as they are set.
    pub fn matters(&self, option: &Opt) -> bool {
        self.rules()
            .is_some_and(|rules| !rules.choices().value(option.name).is_empty())
    }

    /// The seed of today's deal: the local date as YYYYMMDD.
    pub fn today(&self) -> u64 {
        seed::of_day((self.zone)().to_datetime(self.now).date())
    }

    /// Notices what day it is.
    pub fn look_at_the_date(&mut self, now: Timestamp) {
        self.now = now;
    }

    /// Chooses the game and options of a table, so that the menu opens where the player is.
    pub fn choose(&mut self, rules: &Variant) {
        let chosen = rules.profile();
        let Some(game) = Variant::ALL.iter().position(|game| game.id == chosen.id) else {
            return;
        };
        self.game = game;
        self.row = Row::Game(game);
        let choices: Choices = rules.choices();
        for (at, option) in chosen.options.iter().enumerate() {
            let value = choices.value(option.name);
            if let Some(place) = option.values.iter().position(|known| known.name == value) {
                self.values[game][at] = place;
            }
        }
    }

    /// Goes to a row; on a game, that game is chosen.
    pub fn go_to(&mut self, row: Row) {
        if let Row::Game(game) = row {
            self.game = game.min(Variant::ALL.len() - 1);
        }
        if self.rows().any(|there| there == row) {
            self.row = row;
        }
    }

    /// Goes a row up or down, as far as there are rows.
    pub fn walk(&mut self, way: Way) {
        let rows: Vec<Row> = self.rows().collect();
        let here = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        let there = match way {
            // From the options straight back to the game they belong to.
            Way::Up if matches!(self.row, Row::Option(0)) => {
                return self.go_to(Row::Game(self.game));
            }
            Way::Up if self.row == Row::Sitting(0) => return self.go_to(Row::Begun),
            Way::Up => here.saturating_sub(1),
            _ => (here + 1).min(rows.len() - 1),
        };
        self.go_to(rows[there]);
    }

    /// From the games to the options, to the source, to the games begun, and round again.
    pub fn next_group(&mut self) {
        let next = match self.row {
            Row::Game(_) if self.profile().options.is_empty() => Row::Source,
            Row::Game(_) => Row::Option(0),
            Row::Option(_) => Row::Source,
            Row::Source if !self.begun.is_empty() => Row::Begun,
            Row::Source | Row::Begun | Row::Sitting(_) => Row::Game(self.game),
        };
        self.go_to(next);
    }

    /// As [`next_group`](Menu::next_group), the other way round.
    pub fn previous_group(&mut self) {
        let previous = match self.row {
            Row::Source if !self.profile().options.is_empty() => Row::Option(0),
            Row::Option(_) | Row::Source => Row::Game(self.game),
            Row::Game(_) if !self.begun.is_empty() => Row::Begun,
            Row::Game(_) => Row::Source,
            Row::Begun | Row::Sitting(_) => {
                // The source stands beside a game.
                self.row = Row::Game(self.game);
                Row::Source
            }
        };
        self.go_to(previous);
    }

    /// Changes what the row has to the next value or the one before, round and round.
    pub fn turn(&mut self, way: Way) {
        let turned = |at: usize, count: usize| match way {
            Way::Left => (at + count - 1) % count,
            _ => (at + 1) % count,
        };
        match self.row {
            Row::Game(_) if way == Way::Left => {}
            // What is at the right of a game is its options.
            Row::Game(_) => self.next_group(),
            Row::Begun if way == Way::Left => self.go_to(Row::Game(self.game)),
            Row::Begun => self.go_to(Row::Sitting(0)),
            Row::Sitting(_) => self.go_to(Row::Begun),
            Row::Option(at) => {
                let (option, value, _) = self.option(at);
                self.values[self.game][at] = turned(value, option.values.len());
            }
            Row::Source => {
                let mut sources = vec![Source::Chance, Source::Today];
                sources.extend(self.seed.map(Source::Seed));
                let here = sources.iter().position(|&source| source == self.source);
                self.source = sources[turned(here.unwrap_or(0), sources.len())];
            }
        }
    }

    /// The names of the values a row can have.
    pub fn values(&self, row: Row) -> Vec<String> {
        match row {
            Row::Game(_) | Row::Begun | Row::Sitting(_) => Vec::new(),
            Row::Option(at) => {
                let values = self.option(at).0.values.iter();
                values.map(|value| value.name.to_owned()).collect()
            }
            Row::Source => {
                let seed = self.seed.map(|seed| format!("seed {seed}"));
                let seed = seed.unwrap_or_else(|| "# types a seed".into());
                vec!["chance".into(), "today's".into(), seed]
            }
        }
    }

    /// Which of them it has; none where it means nothing beside the others as they are set.
    pub fn value(&self, row: Row) -> Option<usize> {
        match row {
            Row::Game(_) | Row::Begun | Row::Sitting(_) => None,
            Row::Option(at) => {
                let (option, value, _) = self.option(at);
                self.matters(option).then_some(value)
            }
            Row::Source => Some(match self.source {
                Source::Chance => 0,
                Source::Today => 1,
                Source::Seed(_) => 2,
            }),
        }
    }

    /// Gives a row the value of that number; says whether there is such a value.
    pub fn set(&mut self, row: Row, value: usize) -> bool {
        self.go_to(row);
        match (row, value) {
            (Row::Option(at), _) if value < self.option(at).0.values.len() => {
                self.values[self.game][at] = value;
            }
            (Row::Source, 0) => self.source = Source::Chance,
            (Row::Source, 1) => self.source = Source::Today,
            (Row::Source, _) if self.seed.is_some() => {
                self.source = self.seed.map_or(self.source, Source::Seed);
            }
            _ => return false,
        }
        true
    }

    /// Takes a seed the player typed.
    pub fn take_seed(&mut self, seed: u64) {
        self.seed = Some(seed);
        self.source = Source::Seed(seed);
        self.row = Row::Source;
    }
}

impl Default for Menu {
    /// The menu of somebody of whom neither place nor time is known.
    fn default() -> Menu {
        Menu::new(|| TimeZone::UTC, Timestamp::UNIX_EPOCH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu() -> Menu {
        Menu::new(|| TimeZone::UTC, Timestamp::UNIX_EPOCH)
    }

    /// The menu after so many steps down.
    fn down(steps: usize) -> Menu {
        let mut menu = menu();
        (0..steps).for_each(|_| menu.walk(Way::Down));
        menu
    }

    #[test]
    fn walking_down_passes_every_game_then_the_options_of_the_last() {
        let games = Variant::ALL.len();
        let last = Variant::ALL[games - 1];
        for (n, game) in Variant::ALL.iter().enumerate() {
            assert_eq!(down(n).profile().id, game.id);
        }
        for at in 0..last.options.len() {
            assert_eq!(down(games + at).row(), Row::Option(at));
        }
        assert_eq!(down(99).row(), Row::Source);
        assert_eq!(down(99).profile().id, last.id);
    }

    #[test]
    fn up_from_the_options_goes_back_to_their_game() {
        let mut menu = menu();
        menu.next_group();
        assert_eq!(menu.row(), Row::Option(0));
        menu.walk(Way::Up);
        assert_eq!(menu.row(), Row::Game(0));
    }

    #[test]
    fn every_value_of_every_option_can_be_set_and_is_played() {
        for (game, profile) in Variant::ALL.iter().enumerate() {
            let mut menu = menu();
            menu.go_to(Row::Game(game));
            for at in 0..profile.options.len() {
                menu.go_to(Row::Option(at));
                for value in profile.options[at].values {
                    assert_eq!(menu.option(at).2.name, value.name);
                    let rules = menu.rules().expect("values that are known");
                    if menu.matters(&profile.options[at]) {
                        assert!(rules.choices().is(profile.options[at].name, value.name));
                    }
                    menu.turn(Way::Right);
                }
                assert_eq!(menu.option(at).1, 0, "round to the default again");
            }
        }
    }

    #[test]
    fn an_option_made_idle_by_another_does_not_matter() {
        let single_left = Variant::profile_named("single-left").expect("a game");
        let mut menu = menu();
        menu.choose(&Variant::of(single_left, &[("style", "warfield")]).expect("a style"));
        assert_eq!(menu.option(0).2.name, "warfield");
        assert!(menu.matters(&single_left.options[0]));
        assert!(!menu.matters(&single_left.options[1]));
    }

    #[test]
    fn a_typed_seed_is_the_source_until_another_is_chosen_and_is_kept() {
        let mut menu = menu();
        menu.go_to(Row::Source);
        menu.turn(Way::Left);
        assert_eq!(menu.source(), Source::Today, "without a seed there are two");
        menu.take_seed(7);
        assert_eq!(menu.source(), Source::Seed(7));
        menu.turn(Way::Right);
        assert_eq!(menu.source(), Source::Chance);
        menu.turn(Way::Left);
        assert_eq!(menu.source(), Source::Seed(7));
    }

    #[test]
    fn todays_deal_is_the_date_where_the_player_is() {
        let now: Timestamp = "2026-11-20T23:30:00Z".parse().expect("a time");
        assert_eq!(Menu::new(|| TimeZone::UTC, now).today(), 20_261_120);
        let east = || TimeZone::fixed(jiff::tz::offset(1));
        assert_eq!(Menu::new(east, now).today(), 20_261_121);
    }

    #[cfg(windows)]
    #[test]
    fn the_zones_are_known_where_the_system_keeps_none() {
        let now: Timestamp = "2026-11-20T12:00:00Z".parse().expect("a time");
        let island = || TimeZone::get("Pacific/Kiritimati").expect("a zone");
        assert_eq!(Menu::new(island, now).today(), 20_261_121);
    }
}
