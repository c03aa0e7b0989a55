//! The settings of this run: those of the player, and what the command line or the terminal decides in
//! their place.

use std::path::{Path, PathBuf};

use crate::session::DealSource;
use crate::storage::settings::{AnimationMode, ConfigError, Setting, Settings};

/// A value that is in force in place of the one that the player chose, and why.
#[derive(Clone, Copy, Debug)]
pub struct SettingOverride {
    setting: Setting,
    /// As it is typed.
    value: &'static str,
    /// What else the player has to have chosen for that: a setting and its value.
    beside: Option<(Setting, &'static str)>,
    reason: &'static str,
}

impl SettingOverride {
    /// Animations, unless the player turns them on.
    pub const NO_MOTION: SettingOverride = SettingOverride {
        beside: Some((Setting::Animations, "auto")),
        ..SettingOverride::new(Setting::Animations, "off", "off in this terminal")
    };
    /// Letters, where the terminal cannot show suits.
    pub const LETTERS_ONLY: SettingOverride =
        SettingOverride::new(Setting::Ascii, "on", "this terminal shows only letters");
    /// Letters, where suits need two cells.
    pub const WIDE_SUITS: SettingOverride =
        SettingOverride::new(Setting::Ascii, "on", "suits are two cells wide here");
    /// No color for each suit, where the terminal has no colors.
    pub const NO_COLORS: SettingOverride =
        SettingOverride::new(Setting::FourColors, "off", "colors are off");
    /// No color for each suit in a theme without colors.
    const MONOCHROME: SettingOverride = SettingOverride {
        beside: Some((Setting::Theme, "mono")),
        ..SettingOverride::NO_COLORS
    };

    const fn new(setting: Setting, value: &'static str, reason: &'static str) -> SettingOverride {
        SettingOverride {
            setting,
            value,
            beside: None,
            reason,
        }
    }

    /// Sets a switch by the command line.
    pub fn by_command_line(switch: Setting, is_on: bool) -> SettingOverride {
        let value = if is_on { "on" } else { "off" };
        SettingOverride::new(switch, value, "set by the command line")
    }
}

/// The settings of this run.
#[derive(Clone, Debug)]
pub struct Config {
    /// As the player chose them: so they are shown and saved.
    chosen: Settings,
    in_force: Settings,
    /// The first one of a setting counts.
    overrides: Vec<SettingOverride>,
    /// Where new deals come from, if the command line or the menu says so for this run.
    source: Option<DealSource>,
    /// The settings file, if there is a folder for it.
    pub(super) file: Option<PathBuf>,
    /// What is wrong in it, in the order of its lines.
    pub(super) errors: Vec<ConfigError>,
}

impl Config {
    /// Begins with the settings of a file. `source` is where new deals come from in this run.
    pub fn new(chosen: Settings, file: Option<&Path>, source: Option<DealSource>) -> Config {
        let mut config = Config {
            in_force: chosen.clone(),
            chosen,
            overrides: Vec::new(),
            source,
            file: file.map(Path::to_owned),
            errors: Vec::new(),
        };
        config.add_override(SettingOverride::MONOCHROME);
        config
    }

    /// Returns the settings that are in force.
    pub fn settings(&self) -> &Settings {
        &self.in_force
    }

    /// Returns the settings as the player chose them.
    pub fn chosen(&self) -> &Settings {
        &self.chosen
    }

    /// Changes the settings that the player chose.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.chosen);
        self.in_force = self.chosen.clone();
        for setting in Setting::ALL {
            if let Some(held) = self.override_of(*setting) {
                _ = self.in_force.set_value(*setting, held.value);
            }
        }
    }

    /// Adds an override. An earlier one of the same setting counts before it.
    pub fn add_override(&mut self, added: SettingOverride) {
        self.overrides.push(added);
        self.change(|_| {});
    }

    fn override_of(&self, setting: Setting) -> Option<&SettingOverride> {
        let mut overrides = self.overrides.iter();
        overrides.find(|held| {
            let mut beside = held.beside.into_iter();
            held.setting == setting
                && beside.all(|(other, value)| self.chosen.value(other) == value)
        })
    }

    /// Returns why the value that the player chose has no effect at the moment, if it has none.
    pub fn override_reason(&self, setting: Setting) -> Option<&'static str> {
        match setting {
            Setting::Deals => self.source.map(|_| "chosen otherwise for now"),
            _ => self.override_of(setting).map(|held| held.reason),
        }
    }

    pub fn is_animation_enabled(&self) -> bool {
        self.in_force.choice::<AnimationMode>() != AnimationMode::Off
    }

    pub fn deal_source(&self) -> DealSource {
        let setting = DealSource::Random(self.chosen.choice());
        self.source.unwrap_or(setting)
    }

    /// Returns where another deal of the same game comes from.
    pub fn source_of_another_deal(&self) -> DealSource {
        self.deal_source().of_another_deal(self.chosen.choice())
    }

    /// Sets where new deals come from, whatever the command line says. Which random deals are dealt is a
    /// setting; the other sources are those of this run.
    pub fn set_deal_source(&mut self, source: DealSource) {
        self.source = Some(source);
        if let DealSource::Random(deals) = source {
            self.source = None;
            self.change(|settings| settings.choose(deals));
        }
    }
}
