//! What the menu deals: the game and its options. Where the deal comes from is a setting.

use super::action::Direction;
use crate::rules::{GameInfo, OptionSpec, OptionValue};
use crate::session::DealSource;
use crate::storage::last_deal::LastDeal;
use crate::storage::settings::Deals;
use crate::variant::{self, Variant};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealChoices {
    game_index: usize,
    /// For each game the chosen value of each option, by index.
    value_indices: Vec<Vec<usize>>,
    /// The seed entered last.
    seed: Option<u64>,
}

impl Default for DealChoices {
    fn default() -> DealChoices {
        let defaults = |info: &GameInfo| vec![0; info.options.len()];
        DealChoices {
            game_index: 0,
            value_indices: variant::games().map(defaults).into(),
            seed: None,
        }
    }
}

impl DealChoices {
    /// Returns what to remember until the program is started again.
    pub fn last_deal(&self) -> LastDeal {
        let rules = self.options().into_iter();
        LastDeal {
            game: self.game_info().id.into(),
            rules: rules
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        }
    }

    /// Chooses what was remembered, as far as it still exists.
    pub fn restore(&mut self, last_deal: &LastDeal) {
        let options: Vec<(&str, &str)> = last_deal
            .rules
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        let info = variant::find(&last_deal.game);
        if let Some(rules) = info.and_then(|info| variant::new(info, &options).ok()) {
            self.select_game(&rules);
        }
    }

    /// Returns the index of the chosen game in the [list of games](variant::games).
    pub fn game_index(&self) -> usize {
        self.game_index
    }

    /// Chooses a game by its index, or the last one if there are not so many.
    pub fn set_game_index(&mut self, index: usize) {
        self.game_index = index.min(variant::games().len() - 1);
    }

    pub fn game_info(&self) -> &'static GameInfo {
        variant::games()[self.game_index]
    }

    /// Returns the sources that the chosen game has.
    pub fn sources(&self) -> Vec<DealSource> {
        let rules = self.rules();
        let is_available =
            |source: &DealSource| rules.as_ref().is_some_and(|rules| source.is_of(rules));
        DealSource::ALL.into_iter().filter(is_available).collect()
    }

    /// Returns the source of the setting if the chosen game has it.
    pub fn source(&self, setting: DealSource) -> DealSource {
        if self.sources().contains(&setting) {
            setting
        } else {
            DealSource::Random(Deals::Any)
        }
    }

    /// Returns the seed entered last, whether or not it is the source.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Returns an option of the chosen game, the index of its value, and that value.
    pub fn option(&self, index: usize) -> (&'static OptionSpec, usize, &'static OptionValue) {
        let option = &self.game_info().options[index];
        let value = self.value_indices[self.game_index][index];
        (option, value, &option.values[value])
    }

    /// Returns the names of the options of the chosen game and of their values.
    fn options(&self) -> Vec<(&'static str, &'static str)> {
        let options = (0..self.game_info().options.len()).map(|index| self.option(index));
        options
            .map(|(option, _, value)| (option.name, value.name))
            .collect()
    }

    pub fn rules(&self) -> Option<Variant> {
        variant::new(self.game_info(), &self.options()).ok()
    }

    /// Whether an option has a meaning with the other options as they are.
    pub fn is_option_relevant(&self, option: &OptionSpec) -> bool {
        let rules = self.rules();
        rules.is_some_and(|rules| !rules.options().value(option.name).is_empty())
    }

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

    /// Gives an option of the chosen game a value by its index, if there is such a value.
    pub fn set_option(&mut self, index: usize, value: usize) {
        if value < self.option(index).0.values.len() {
            self.value_indices[self.game_index][index] = value;
        }
    }

    /// Changes an option of the chosen game to its next value, or to the previous one.
    pub fn cycle_option(&mut self, index: usize, direction: Direction) {
        let (option, value, _) = self.option(index);
        self.value_indices[self.game_index][index] = cycle(value, option.values.len(), direction);
    }

    /// Returns the source after that of the setting, or before it.
    pub fn next_source(&self, setting: DealSource, direction: Direction) -> DealSource {
        let sources = self.sources();
        let source = self.source(setting);
        let index = sources.iter().position(|&other| other == source);
        sources[cycle(index.unwrap_or(0), sources.len(), direction)]
    }

    pub fn set_seed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }
}

fn cycle(index: usize, count: usize, direction: Direction) -> usize {
    if direction.is_backward() {
        (index + count - 1) % count
    } else {
        (index + 1) % count
    }
}
