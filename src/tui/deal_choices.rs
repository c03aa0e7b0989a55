//! What the menu deals: the game, its options and the source of the deal.

use super::action::Direction;
use crate::rules::{GameInfo, OptionSpec, OptionValue};
use crate::variant::{self, Variant};

/// Where the deal of a new game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealSource {
    /// A random seed.
    Random,
    /// Today's date as the seed.
    Daily,
    /// A seed entered by the player.
    Seed(u64),
}

/// The game, options and source of the deal chosen in the menu. They are remembered while the
/// program runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealChoices {
    game_index: usize,
    /// For each game the chosen value of each option, by index.
    value_indices: Vec<Vec<usize>>,
    /// The sources to choose from; the third is the seed entered last.
    sources: Vec<DealSource>,
    source_index: usize,
}

impl Default for DealChoices {
    fn default() -> DealChoices {
        let defaults = |info: &GameInfo| vec![0; info.options.len()];
        DealChoices {
            game_index: 0,
            value_indices: variant::games().map(defaults).into(),
            sources: vec![DealSource::Random, DealSource::Daily],
            source_index: 0,
        }
    }
}

impl DealChoices {
    /// Returns the index of the chosen game in the [list of games](variant::games).
    pub fn game_index(&self) -> usize {
        self.game_index
    }

    /// Chooses a game by its index, or the last one if there are not so many.
    pub fn set_game_index(&mut self, index: usize) {
        self.game_index = index.min(variant::games().len() - 1);
    }

    /// Returns the chosen game.
    pub fn game_info(&self) -> &'static GameInfo {
        variant::games()[self.game_index]
    }

    /// Returns the source of the deal.
    pub fn source(&self) -> DealSource {
        self.sources[self.source_index]
    }

    /// Returns the seed entered last, whether or not it is the source.
    pub fn seed(&self) -> Option<u64> {
        self.sources.iter().find_map(|source| match source {
            DealSource::Seed(seed) => Some(*seed),
            DealSource::Random | DealSource::Daily => None,
        })
    }

    /// Returns an option of the chosen game, the index of its value, and that value.
    pub fn option(&self, index: usize) -> (&'static OptionSpec, usize, &'static OptionValue) {
        let option = &self.game_info().options[index];
        let value = self.value_indices[self.game_index][index];
        (option, value, &option.values[value])
    }

    /// Returns the chosen game with its options.
    pub fn rules(&self) -> Option<Variant> {
        let options = (0..self.game_info().options.len()).map(|index| self.option(index));
        let options: Vec<(&str, &str)> = options
            .map(|(option, _, value)| (option.name, value.name))
            .collect();
        variant::new(self.game_info(), &options).ok()
    }

    /// Whether an option has a meaning with the other options as they are.
    pub fn is_option_relevant(&self, option: &OptionSpec) -> bool {
        let rules = self.rules();
        rules.is_some_and(|rules| !rules.options().value(option.name).is_empty())
    }

    /// Chooses the game and the options of a table.
    pub fn select_game(&mut self, rules: &Variant) {
        let info = rules.info();
        let Some(game) = variant::games().iter().position(|game| game.id == info.id) else {
            return;
        };
        self.game_index = game;
        let options = rules.options();
        for (index, option) in info.options.iter().enumerate() {
            let name = options.value(option.name);
            if let Some(value) = option.values.iter().position(|value| value.name == name) {
                self.value_indices[game][index] = value;
            }
        }
    }

    /// Gives an option of the chosen game a value by its index. Returns whether there is such a
    /// value.
    pub fn set_option(&mut self, index: usize, value: usize) -> bool {
        let exists = value < self.option(index).0.values.len();
        if exists {
            self.value_indices[self.game_index][index] = value;
        }
        exists
    }

    /// Changes an option of the chosen game to its next value, or to the previous one.
    pub fn cycle_option(&mut self, index: usize, direction: Direction) {
        let (option, value, _) = self.option(index);
        self.value_indices[self.game_index][index] = cycle(value, option.values.len(), direction);
    }

    /// Chooses the source of the deal: 0 for random, 1 for daily, 2 for the seed. Returns whether it
    /// can be chosen: the seed only once one was entered.
    pub fn set_source(&mut self, index: usize) -> bool {
        let exists = index < self.sources.len();
        if exists {
            self.source_index = index;
        }
        exists
    }

    /// Returns the index of the source as [`set_source`](DealChoices::set_source) takes it.
    pub fn source_index(&self) -> usize {
        self.source_index
    }

    /// Changes the source to the next one, or to the previous one.
    pub fn cycle_source(&mut self, direction: Direction) {
        self.source_index = cycle(self.source_index, self.sources.len(), direction);
    }

    /// Takes a seed that the player entered as the source.
    pub fn set_seed(&mut self, seed: u64) {
        self.sources.truncate(2);
        self.sources.push(DealSource::Seed(seed));
        self.source_index = 2;
    }
}

fn cycle(index: usize, count: usize, direction: Direction) -> usize {
    match direction {
        Direction::Left => (index + count - 1) % count,
        _ => (index + 1) % count,
    }
}
