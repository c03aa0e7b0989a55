//! What the menu deals: the game and its options, or a daily deal. Where other deals come from is a setting.

use jiff::civil::Date;
use ratatui::text::{Line, Span};

use super::action::Direction;
use super::theme::{Role, Theme};
use crate::describe::pluralize;
use crate::difficulty::daily;
use crate::game::RuleSet;
use crate::rules::{GameInfo, Preset};
use crate::session::DealSource;
use crate::stats_text::format_clock;
use crate::storage::daily::{DailyDeals, DailyState};
use crate::storage::results::Results;
use crate::storage::settings::Deals;
use crate::storage::small_files::LastDeal;
use crate::variant::{self, Variant};

/// Columns of the label of a state, before its facts.
const LABEL_WIDTH: usize = 9;

/// A row of the menu: an option, or several that are chosen together.
#[derive(Clone, Debug)]
pub struct ChoiceRow {
    /// The name of the option; empty if there are several.
    pub name: &'static str,
    pub values: Vec<Preset>,
}

/// Returns the rows of a game: its presets, then the options that they leave open, without values that can
/// hardly ever be won.
pub fn choice_rows(info: &GameInfo) -> Vec<ChoiceRow> {
    let presets = ChoiceRow {
        name: "",
        values: info.presets.to_vec(),
    };
    let mut rows = vec![presets];
    for option in info.options {
        let mut preset = info.presets.iter().flat_map(|preset| &preset.options);
        let mut values = option.values.to_vec();
        values.retain(|value| !value.is_unwinnable);
        if values.len() > 1 && preset.all(|(name, _)| *name != option.name) {
            let values = values.into_iter().map(|value| Preset {
                name: value.name,
                description: value.description,
                options: vec![(option.name, value.name)],
            });
            rows.push(ChoiceRow {
                name: option.label,
                values: values.collect(),
            });
        }
    }
    rows.retain(|row| !row.values.is_empty());
    rows
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealChoices {
    /// The index of the chosen game in the [list of games](variant::games).
    pub game_index: usize,
    /// For each game the chosen value of each row, by index.
    value_indices: Vec<Vec<usize>>,
}

impl Default for DealChoices {
    fn default() -> DealChoices {
        let defaults = |info: &GameInfo| vec![0; choice_rows(info).len()];
        DealChoices {
            game_index: 0,
            value_indices: variant::games().map(defaults).into(),
        }
    }
}

impl DealChoices {
    /// Returns what to remember until the program is started again.
    pub fn last_deal(&self) -> LastDeal {
        let rules = self.options().into_iter();
        let rules = rules.map(|(name, value)| (name.into(), value.into()));
        LastDeal {
            game: self.game_info().id.into(),
            rules: rules.collect(),
        }
    }

    /// Chooses what was remembered, as far as it still exists.
    pub fn restore(&mut self, last_deal: &LastDeal) {
        let rules = last_deal.rules.iter();
        let options: Vec<(&str, &str)> = rules.map(|(name, value)| (&**name, &**value)).collect();
        let info = variant::find(&last_deal.game);
        if let Some(rules) = info.and_then(|info| variant::new(info, &options).ok()) {
            self.select_game(&rules);
        }
    }

    pub fn game_info(&self) -> &'static GameInfo {
        variant::games()[self.game_index]
    }

    /// Returns the sources that the chosen game has.
    pub fn sources(&self) -> Vec<DealSource> {
        let Some(rules) = self.rules() else {
            return Vec::new();
        };
        let mut sources = DealSource::ALL.to_vec();
        sources.retain(|source| source.is_available_in(&rules));
        sources
    }

    /// Returns the source of the setting if the chosen game has it.
    pub fn source(&self, setting: DealSource) -> DealSource {
        let rules = self.rules();
        let has_source = rules.is_some_and(|rules| setting.is_available_in(&rules));
        if has_source {
            setting
        } else {
            DealSource::Random(Deals::Any)
        }
    }

    /// Returns the rows of the chosen game.
    pub fn rows(&self) -> Vec<ChoiceRow> {
        choice_rows(self.game_info())
    }

    /// Returns a row of the chosen game and the index of the value that is chosen in it.
    fn row(&self, index: usize) -> (ChoiceRow, usize) {
        let row = self.rows().swap_remove(index);
        (row, self.value_indices[self.game_index][index])
    }

    /// Returns the names of the options of the chosen game that are set, and of their values.
    fn options(&self) -> Vec<(&'static str, &'static str)> {
        let values = &self.value_indices[self.game_index];
        let chosen = self.rows().into_iter().zip(values);
        let options = chosen.flat_map(|(mut row, value)| row.values.swap_remove(*value).options);
        options.collect()
    }

    pub fn rules(&self) -> Option<Variant> {
        variant::new(self.game_info(), &self.options()).ok()
    }

    /// Returns the index of the value chosen in a row, if it has a meaning with the others as they are.
    pub fn relevant_value(&self, index: usize) -> Option<usize> {
        let (row, value) = self.row(index);
        let rules = self.rules()?;
        let is_relevant = rules.options().matches_preset(&row.values[value]);
        is_relevant.then_some(value)
    }

    /// Chooses a game and its options, as far as the menu has them.
    pub fn select_game(&mut self, rules: &Variant) {
        let info = rules.info();
        let Some(game) = variant::games().iter().position(|game| game.id == info.id) else {
            return;
        };
        self.game_index = game;
        for (row, chosen) in choice_rows(info).iter().zip(&mut self.value_indices[game]) {
            let mut values = row.values.iter();
            let in_force = values.position(|value| rules.options().matches_preset(value));
            *chosen = in_force.unwrap_or(*chosen);
        }
    }

    /// Chooses a value in a row of the chosen game by its index, if there is such a value.
    pub fn set_value(&mut self, index: usize, value: usize) {
        if value < self.row(index).0.values.len() {
            self.value_indices[self.game_index][index] = value;
        }
    }

    /// Chooses the next value in a row of the chosen game, or the previous one.
    pub fn cycle_value(&mut self, index: usize, direction: Direction) {
        let (row, value) = self.row(index);
        self.value_indices[self.game_index][index] = direction.cycle(value, row.values.len());
    }

    /// Returns the source after that of the setting, or before it.
    pub fn next_source(&self, setting: DealSource, direction: Direction) -> DealSource {
        let sources = self.sources();
        let source = self.source(setting);
        let index = sources.iter().position(|&other| other == source);
        sources[direction.cycle(index.unwrap_or(0), sources.len())]
    }
}

/// The games that have daily deals, the one whose deal is played, and how far the player has come.
#[derive(Clone, Debug, Default)]
pub struct DailyGames {
    games: Vec<Variant>,
    pub chosen: usize,
    pub deals: DailyDeals,
}

impl DailyGames {
    /// Lists the games, and chooses that of the given rules.
    pub fn new(rules: Option<&Variant>) -> DailyGames {
        let games = daily::games();
        let is_chosen =
            |game: &Variant| rules.is_some_and(|rules| rules.info().id == game.info().id);
        let chosen = games.iter().position(is_chosen).unwrap_or(0);
        DailyGames {
            games,
            chosen,
            deals: DailyDeals::default(),
        }
    }

    /// Returns the rules with which the deal of the chosen game is played.
    pub fn rules(&self) -> Option<&Variant> {
        self.games.get(self.chosen)
    }

    /// Returns how far the player has come with the deal of a day of a game.
    pub fn state(&self, info: &GameInfo, day: Date) -> DailyState {
        let mut games = self.games.iter();
        let game = games.find(|game| game.info().id == info.id);
        game.map_or(DailyState::New, |game| {
            self.deals.state(day, &RuleSet::new(game))
        })
    }

    /// Returns what was reached in the best game of the deal of a day, if one has ended.
    fn facts(&self, rules: &Variant, day: Date, results: &Results) -> Option<String> {
        let rule_set = RuleSet::new(rules);
        let state = self.deals.state(day, &rule_set);
        let games = results.finished().filter(|result| {
            result.header.daily == Some(day)
                && result.deal.rule_set == rule_set
                && DailyState::of(result) == state
        });
        let best = games.min_by_key(|result| (result.moves, result.header.seconds))?;
        let reached = if best.win().is_some() {
            pluralize(best.moves, "move")
        } else {
            format!("{} of {} home", best.cards_home, 52 * rules.info().decks)
        };
        let time = format_clock(best.header.seconds);
        Some(format!("{reached} · {time}"))
    }

    /// Says how far the player has come with the deal of a day, with a sign and the facts of the best result, on a ground of
    /// this role.
    pub fn state_line(
        &self,
        rules: &Variant,
        day: Date,
        results: &Results,
        (theme, ground): (&Theme, Role),
    ) -> Line<'static> {
        let state = self.state(rules.info(), day);
        let facts = self.facts(rules, day, results).unwrap_or_default();
        let text = format!(" {:LABEL_WIDTH$}{facts}", state.label());
        let sign = theme.result_sign(state, ground);
        Line::from(vec![sign, Span::styled(text, theme[ground])])
    }

    /// Chooses the next game that is not won on a day, unless the chosen one is not.
    pub fn choose_open(&mut self, day: Date) {
        let count = self.games.len();
        let mut next = (self.chosen..self.chosen + count).map(|game| game % count);
        let is_open = |game: &usize| !self.state(self.games[*game].info(), day).is_win();
        self.chosen = next.find(is_open).unwrap_or(self.chosen);
    }

    /// Returns the rules of all games.
    pub fn rules_of_all(&self) -> impl Iterator<Item = &Variant> + Clone {
        self.games.iter()
    }

    /// Chooses a game by its index, if there is one.
    pub fn choose(&mut self, game: usize) {
        if game < self.games.len() {
            self.chosen = game;
        }
    }

    pub fn choose_next(&mut self, direction: Direction) {
        if !self.games.is_empty() {
            self.chosen = direction.cycle(self.chosen, self.games.len());
        }
    }
}
