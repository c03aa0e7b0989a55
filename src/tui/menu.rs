//! The menu: which game, played how, dealt from what.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::action::Direction;
use crate::rules::{GameInfo, GameOptions, OptionSpec, OptionValue};
use crate::seed;
use crate::storage::save_manager::SavedGame;
use crate::variant::{self, Variant};

/// Where the cards of a new game come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealSource {
    /// Chance.
    Random,
    /// The day's date: everybody's deal of the day.
    Daily,
    /// A seed typed by the player.
    Seed(u64),
}

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuRow {
    /// A game, by its position in the [list of games](variant::games).
    Game(usize),
    /// An option of the game chosen, by its place in the profile.
    Option(usize),
    /// Where the cards come from.
    Source,
    /// The games that were begun and not ended, together.
    SavedGames,
    /// One of them, the one played last first.
    SavedGame(usize),
}

/// The menu as the player has set it.
#[derive(Clone, Debug)]
pub struct Menu {
    game_index: usize,
    row: MenuRow,
    value_indices: Vec<Vec<usize>>,
    saved_games: Vec<SavedGame>,
    source: DealSource,
    seed: Option<u64>,
    /// Asked only when a date is told: a system looks through many files for it.
    time_zone: fn() -> TimeZone,
    now: Timestamp,
}

impl Menu {
    /// The menu with every option at its default; dates are told by `zone`.
    pub fn new(zone: fn() -> TimeZone, now: Timestamp) -> Menu {
        let defaults = |profile: &GameInfo| vec![0; profile.options.len()];
        Menu {
            game_index: 0,
            row: MenuRow::Game(0),
            value_indices: variant::games().map(defaults).into(),
            saved_games: Vec::new(),
            source: DealSource::Random,
            seed: None,
            time_zone: zone,
            now,
        }
    }

    /// The game chosen.
    pub fn game_info(&self) -> &'static GameInfo {
        variant::games()[self.game_index]
    }

    /// The row the keys act on.
    pub fn row(&self) -> MenuRow {
        self.row
    }

    /// Where the cards come from.
    pub fn source(&self) -> DealSource {
        self.source
    }

    /// The seed typed last, whether or not it is the source.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The rows there are, in order.
    pub fn rows(&self) -> impl Iterator<Item = MenuRow> + use<> {
        let games = (0..variant::games().len()).map(MenuRow::Game);
        let begun = (!self.saved_games.is_empty()).then_some(MenuRow::SavedGames);
        let beside: Vec<MenuRow> = if self.is_in_saved_games() {
            (0..self.saved_games.len())
                .map(MenuRow::SavedGame)
                .collect()
        } else {
            let options = (0..self.game_info().options.len()).map(MenuRow::Option);
            options.chain([MenuRow::Source]).collect()
        };
        games.chain(begun).chain(beside)
    }

    /// Whether the keys are on the games begun.
    pub fn is_in_saved_games(&self) -> bool {
        matches!(self.row, MenuRow::SavedGames | MenuRow::SavedGame(_))
    }

    /// The games begun, the one played last first.
    pub fn saved_games(&self) -> &[SavedGame] {
        &self.saved_games
    }

    /// The game begun that the keys are on: the one played last, where they are on all.
    pub fn selected_save(&self) -> Option<&SavedGame> {
        match self.row {
            MenuRow::SavedGames => self.saved_games.first(),
            MenuRow::SavedGame(n) => self.saved_games.get(n),
            MenuRow::Game(_) | MenuRow::Option(_) | MenuRow::Source => None,
        }
    }

    /// Takes note of what games were begun.
    pub fn set_saved_games(&mut self, begun: Vec<SavedGame>) {
        self.saved_games = begun;
        match self.row {
            MenuRow::SavedGames | MenuRow::SavedGame(_) if self.saved_games.is_empty() => {
                self.row = MenuRow::Game(self.game_index);
            }
            MenuRow::SavedGame(n) => {
                self.row = MenuRow::SavedGame(n.min(self.saved_games.len() - 1));
            }
            _ => {}
        }
    }

    /// When a game was played last, as it is told: the hour of today, else the day.
    pub fn format_last_played(&self, played: Timestamp) -> String {
        let played = (self.time_zone)().to_datetime(played);
        if seed::from_date(played.date()) == self.daily_seed() {
            format!("at {:02}:{:02}", played.hour(), played.minute())
        } else {
            played.date().to_string()
        }
    }

    /// An option of the game chosen, the place of its value, and that value.
    pub fn option(&self, at: usize) -> (&'static OptionSpec, usize, &'static OptionValue) {
        let option = &self.game_info().options[at];
        let value = self.value_indices[self.game_index][at];
        (option, value, &option.values[value])
    }

    /// The options as set, by name and value.
    fn chosen_options(&self) -> Vec<(&'static str, &'static str)> {
        (0..self.game_info().options.len())
            .map(|at| self.option(at))
            .map(|(option, _, value)| (option.name, value.name))
            .collect()
    }

    /// The game chosen, with its options as set.
    pub fn rules(&self) -> Option<Variant> {
        variant::new(self.game_info(), &self.chosen_options()).ok()
    }

    /// Whether an option means anything beside the others as they are set.
    pub fn is_option_relevant(&self, option: &OptionSpec) -> bool {
        self.rules()
            .is_some_and(|rules| !rules.options().value(option.name).is_empty())
    }

    /// The seed of today's deal: the local date as YYYYMMDD.
    pub fn daily_seed(&self) -> u64 {
        seed::from_date((self.time_zone)().to_datetime(self.now).date())
    }

    /// Notices what day it is.
    pub fn set_now(&mut self, now: Timestamp) {
        self.now = now;
    }

    /// Chooses the game and options of a table, so that the menu opens where the player is.
    pub fn select_game(&mut self, rules: &Variant) {
        let chosen = rules.info();
        let Some(game) = variant::games()
            .into_iter()
            .position(|game| game.id == chosen.id)
        else {
            return;
        };
        self.game_index = game;
        self.row = MenuRow::Game(game);
        let choices: GameOptions = rules.options();
        for (at, option) in chosen.options.iter().enumerate() {
            let value = choices.value(option.name);
            if let Some(place) = option.values.iter().position(|known| known.name == value) {
                self.value_indices[game][at] = place;
            }
        }
    }

    /// Goes to a row; on a game, that game is chosen.
    pub fn select_row(&mut self, row: MenuRow) {
        if let MenuRow::Game(game) = row {
            self.game_index = game.min(variant::games().len() - 1);
        }
        if self.rows().any(|there| there == row) {
            self.row = row;
        }
    }

    /// Goes a row up or down, as far as there are rows.
    pub fn move_selection(&mut self, way: Direction) {
        let rows: Vec<MenuRow> = self.rows().collect();
        let here = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        let there = match way {
            // From the options straight back to the game they belong to.
            Direction::Up if matches!(self.row, MenuRow::Option(0)) => {
                return self.select_row(MenuRow::Game(self.game_index));
            }
            Direction::Up if self.row == MenuRow::SavedGame(0) => {
                return self.select_row(MenuRow::SavedGames);
            }
            Direction::Up => here.saturating_sub(1),
            _ => (here + 1).min(rows.len() - 1),
        };
        self.select_row(rows[there]);
    }

    /// From the games to the options, to the source, to the games begun, and round again.
    pub fn next_group(&mut self) {
        let next = match self.row {
            MenuRow::Game(_) if self.game_info().options.is_empty() => MenuRow::Source,
            MenuRow::Game(_) => MenuRow::Option(0),
            MenuRow::Option(_) => MenuRow::Source,
            MenuRow::Source if !self.saved_games.is_empty() => MenuRow::SavedGames,
            MenuRow::Source | MenuRow::SavedGames | MenuRow::SavedGame(_) => {
                MenuRow::Game(self.game_index)
            }
        };
        self.select_row(next);
    }

    /// As [`next_group`](Menu::next_group), the other way round.
    pub fn previous_group(&mut self) {
        let previous = match self.row {
            MenuRow::Source if !self.game_info().options.is_empty() => MenuRow::Option(0),
            MenuRow::Option(_) | MenuRow::Source => MenuRow::Game(self.game_index),
            MenuRow::Game(_) if !self.saved_games.is_empty() => MenuRow::SavedGames,
            MenuRow::Game(_) => MenuRow::Source,
            MenuRow::SavedGames | MenuRow::SavedGame(_) => {
                // The source stands beside a game.
                self.row = MenuRow::Game(self.game_index);
                MenuRow::Source
            }
        };
        self.select_row(previous);
    }

    /// Changes what the row has to the next value or the one before, round and round.
    pub fn cycle_value(&mut self, way: Direction) {
        let turned = |at: usize, count: usize| match way {
            Direction::Left => (at + count - 1) % count,
            _ => (at + 1) % count,
        };
        match self.row {
            MenuRow::Game(_) if way == Direction::Left => {}
            // What is at the right of a game is its options.
            MenuRow::Game(_) => self.next_group(),
            MenuRow::SavedGames if way == Direction::Left => {
                self.select_row(MenuRow::Game(self.game_index));
            }
            MenuRow::SavedGames => self.select_row(MenuRow::SavedGame(0)),
            MenuRow::SavedGame(_) => self.select_row(MenuRow::SavedGames),
            MenuRow::Option(at) => {
                let (option, value, _) = self.option(at);
                self.value_indices[self.game_index][at] = turned(value, option.values.len());
            }
            MenuRow::Source => {
                let mut sources = vec![DealSource::Random, DealSource::Daily];
                sources.extend(self.seed.map(DealSource::Seed));
                let here = sources.iter().position(|&source| source == self.source);
                self.source = sources[turned(here.unwrap_or(0), sources.len())];
            }
        }
    }

    /// The names of the values a row can have.
    pub fn value_names(&self, row: MenuRow) -> Vec<String> {
        match row {
            MenuRow::Game(_) | MenuRow::SavedGames | MenuRow::SavedGame(_) => Vec::new(),
            MenuRow::Option(at) => {
                let values = self.option(at).0.values.iter();
                values.map(|value| value.name.to_owned()).collect()
            }
            MenuRow::Source => {
                let seed = self.seed.map(|seed| format!("seed {seed}"));
                let seed = seed.unwrap_or_else(|| "# types a seed".into());
                vec!["chance".into(), "today's".into(), seed]
            }
        }
    }

    /// Which of them it has; none where it means nothing beside the others as they are set.
    pub fn value_index(&self, row: MenuRow) -> Option<usize> {
        match row {
            MenuRow::Game(_) | MenuRow::SavedGames | MenuRow::SavedGame(_) => None,
            MenuRow::Option(at) => {
                let (option, value, _) = self.option(at);
                self.is_option_relevant(option).then_some(value)
            }
            MenuRow::Source => Some(match self.source {
                DealSource::Random => 0,
                DealSource::Daily => 1,
                DealSource::Seed(_) => 2,
            }),
        }
    }

    /// Gives a row the value of that number; says whether there is such a value.
    pub fn set_value(&mut self, row: MenuRow, value: usize) -> bool {
        self.select_row(row);
        match (row, value) {
            (MenuRow::Option(at), _) if value < self.option(at).0.values.len() => {
                self.value_indices[self.game_index][at] = value;
            }
            (MenuRow::Source, 0) => self.source = DealSource::Random,
            (MenuRow::Source, 1) => self.source = DealSource::Daily,
            (MenuRow::Source, _) if self.seed.is_some() => {
                self.source = self.seed.map_or(self.source, DealSource::Seed);
            }
            _ => return false,
        }
        true
    }

    /// Takes a seed the player typed.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = Some(seed);
        self.source = DealSource::Seed(seed);
        self.row = MenuRow::Source;
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
    use crate::variant::{self, test_variant};

    fn menu() -> Menu {
        Menu::new(|| TimeZone::UTC, Timestamp::UNIX_EPOCH)
    }

    /// The menu after so many steps down.
    fn down(steps: usize) -> Menu {
        let mut menu = menu();
        (0..steps).for_each(|_| menu.move_selection(Direction::Down));
        menu
    }

    #[test]
    fn walking_down_passes_every_game_then_the_options_of_the_last() {
        let games = variant::games().len();
        let last = variant::games()[games - 1];
        for (n, game) in variant::games().into_iter().enumerate() {
            assert_eq!(down(n).game_info().id, game.id);
        }
        for at in 0..last.options.len() {
            assert_eq!(down(games + at).row(), MenuRow::Option(at));
        }
        assert_eq!(down(99).row(), MenuRow::Source);
        assert_eq!(down(99).game_info().id, last.id);
    }

    #[test]
    fn up_from_the_options_goes_back_to_their_game() {
        let mut menu = menu();
        menu.next_group();
        assert_eq!(menu.row(), MenuRow::Option(0));
        menu.move_selection(Direction::Up);
        assert_eq!(menu.row(), MenuRow::Game(0));
    }

    #[test]
    fn every_value_of_every_option_can_be_set_and_is_played() {
        for (game, profile) in variant::games().into_iter().enumerate() {
            let mut menu = menu();
            menu.select_row(MenuRow::Game(game));
            for at in 0..profile.options.len() {
                menu.select_row(MenuRow::Option(at));
                for value in profile.options[at].values {
                    assert_eq!(menu.option(at).2.name, value.name);
                    let rules = menu.rules().expect("values that are known");
                    if menu.is_option_relevant(&profile.options[at]) {
                        assert!(rules.options().is(profile.options[at].name, value.name));
                    }
                    menu.cycle_value(Direction::Right);
                }
                assert_eq!(menu.option(at).1, 0, "round to the default again");
            }
        }
    }

    #[test]
    fn an_option_made_idle_by_another_does_not_matter() {
        let warfield = test_variant("single-left", &[("style", "warfield")]);
        let single_left = warfield.info();
        let mut menu = menu();
        menu.select_game(&warfield);
        assert_eq!(menu.option(0).2.name, "warfield");
        assert!(menu.is_option_relevant(&single_left.options[0]));
        assert!(!menu.is_option_relevant(&single_left.options[1]));
    }

    #[test]
    fn a_typed_seed_is_the_source_until_another_is_chosen_and_is_kept() {
        let mut menu = menu();
        menu.select_row(MenuRow::Source);
        menu.cycle_value(Direction::Left);
        assert_eq!(
            menu.source(),
            DealSource::Daily,
            "without a seed there are two"
        );
        menu.set_seed(7);
        assert_eq!(menu.source(), DealSource::Seed(7));
        menu.cycle_value(Direction::Right);
        assert_eq!(menu.source(), DealSource::Random);
        menu.cycle_value(Direction::Left);
        assert_eq!(menu.source(), DealSource::Seed(7));
    }

    #[test]
    fn todays_deal_is_the_date_where_the_player_is() {
        let now: Timestamp = "2026-11-20T23:30:00Z".parse().expect("a time");
        assert_eq!(Menu::new(|| TimeZone::UTC, now).daily_seed(), 20_261_120);
        let east = || TimeZone::fixed(jiff::tz::offset(1));
        assert_eq!(Menu::new(east, now).daily_seed(), 20_261_121);
    }

    #[cfg(windows)]
    #[test]
    fn the_zones_are_known_where_the_system_keeps_none() {
        let now: Timestamp = "2026-11-20T12:00:00Z".parse().expect("a time");
        let island = || TimeZone::get("Pacific/Kiritimati").expect("a zone");
        assert_eq!(Menu::new(island, now).today(), 20_261_121);
    }
}
