//! The player's settings, their text form, and the settings file.

mod file;

use std::collections::BTreeSet;

use strum::{EnumMessage, IntoStaticStr, VariantArray};

pub use file::{ConfigError, EditedSettings, SettingsFile, edit, parse};

/// A theme, with its name on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum ThemeName {
    #[default]
    #[strum(message = "terminal colors")]
    Terminal,
    #[strum(message = "green felt")]
    Felt,
    /// Dark text on a light background.
    #[strum(message = "light")]
    Light,
    /// Black, white and bright colors.
    #[strum(message = "high contrast")]
    HighContrast,
    #[strum(message = "monochrome")]
    Mono,
    #[strum(message = "your own colors")]
    Custom,
}

impl ThemeName {
    /// Returns the name on the screen.
    pub fn label(self) -> &'static str {
        self.get_message().unwrap_or_default()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum AnimationMode {
    /// Always, except over a slow connection or if the environment asks for no motion.
    #[default]
    Auto,
    On,
    Off,
}

/// The memory in MiB that a search requested by the player may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, VariantArray)]
pub enum AnalysisMemory {
    #[strum(serialize = "128")]
    Mib128,
    #[default]
    #[strum(serialize = "256")]
    Mib256,
    #[strum(serialize = "512")]
    Mib512,
    #[strum(serialize = "1024")]
    Mib1024,
    #[strum(serialize = "2048")]
    Mib2048,
}

impl AnalysisMemory {
    pub fn bytes(self) -> usize {
        (128 << 20) << self as usize
    }
}

/// Which random deals are dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Deals {
    /// Those that are proven to be winnable, in games that have any.
    #[default]
    Winnable,
    Any,
}

/// A setting, with its description; in the order of the settings file and the settings screen.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumMessage, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Setting {
    #[strum(message = "Color theme")]
    Theme,
    #[strum(message = "A color for each suit")]
    FourColors,
    #[strum(message = "Letters for suit symbols")]
    Ascii,
    #[strum(message = "Mouse; off: select text with it")]
    Mouse,
    #[strum(message = "Card animations; auto: off over SSH or if NO_MOTION is set")]
    Animations,
    #[strum(message = "Clock; beside the number of moves")]
    Clock,
    #[strum(message = "Odds in the header; of each position")]
    ShowOdds,
    #[strum(message = "Send safe cards home; after each move")]
    Autoplay,
    #[strum(message = "Warn when the game is lost")]
    WarnWhenLost,
    #[strum(message = "Memory for an analysis; in MiB, for one you ask for")]
    AnalysisMemory,
    #[strum(message = "New deals; winnable ones, or any")]
    Deals,
    #[strum(message = "Full card names in line mode")]
    Names,
}

/// The values of a setting that is a switch.
const SWITCH_VALUES: [&str; 2] = ["on", "off"];

impl Setting {
    pub const ALL: &[Setting] = Setting::VARIANTS;

    /// Returns the name in the settings file.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the label and, after a semicolon, what else there is to say.
    pub fn description(self) -> &'static str {
        self.get_message().unwrap_or_default()
    }

    /// Returns the name on the screen.
    pub fn label(self) -> &'static str {
        let description = self.description();
        description.split(';').next().unwrap_or(description)
    }

    /// Returns the possible values as they are typed, in the order of the settings screen.
    fn values(self) -> Vec<&'static str> {
        match self {
            Setting::Theme => names::<ThemeName>(),
            Setting::Animations => names::<AnimationMode>(),
            Setting::AnalysisMemory => names::<AnalysisMemory>(),
            Setting::Deals => names::<Deals>(),
            _ => SWITCH_VALUES.into(),
        }
    }

    /// Whether the setting is on or off.
    pub fn is_switch(self) -> bool {
        self.values() == SWITCH_VALUES
    }
}

fn names<T: VariantArray + Copy + Into<&'static str>>() -> Vec<&'static str> {
    T::VARIANTS.iter().map(|&variant| variant.into()).collect()
}

/// What the settings file assigns to a name in one of its tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override<T> {
    pub name: String,
    pub value: T,
    /// The line in the file, counted from 1.
    pub line: usize,
}

/// The keys of an action.
pub type KeyOverride = Override<Vec<String>>;

/// The colors of a role of the player's own theme.
pub type ColorOverride = Override<String>;

impl<T> Override<T> {
    /// Returns the error of a value that cannot be used.
    pub fn error(&self, message: String) -> ConfigError {
        ConfigError {
            line: Some(self.line),
            message,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub theme: ThemeName,
    pub animation: AnimationMode,
    pub analysis_memory: AnalysisMemory,
    pub deals: Deals,
    /// The key bindings that replace default ones, in the order of the file.
    pub key_overrides: Vec<KeyOverride>,
    /// The colors of the player's own theme, in the order of the file.
    pub color_overrides: Vec<ColorOverride>,
    /// The switches that are on.
    switched_on: BTreeSet<Setting>,
}

impl Settings {
    pub fn is_on(&self, switch: Setting) -> bool {
        self.switched_on.contains(&switch)
    }

    pub fn set(&mut self, switch: Setting, on: bool) {
        if on {
            self.switched_on.insert(switch);
        } else {
            self.switched_on.remove(&switch);
        }
    }

    /// Returns the value of a setting as it is typed.
    pub fn value(&self, setting: Setting) -> &'static str {
        match setting {
            Setting::Theme => self.theme.into(),
            Setting::Animations => self.animation.into(),
            Setting::AnalysisMemory => self.analysis_memory.into(),
            Setting::Deals => self.deals.into(),
            switch if self.is_on(switch) => "on",
            _ => "off",
        }
    }

    /// Sets a setting to a typed value. The error lists the values that it can have.
    pub fn set_value(&mut self, setting: Setting, value: &str) -> Result<(), Vec<&'static str>> {
        let values = self.available_values(setting);
        match values.iter().position(|available| *available == value) {
            Some(index) => self.set_index(setting, index),
            None => return Err(values),
        }
        Ok(())
    }

    /// Changes a setting to its next value, or to the previous one.
    pub fn cycle(&mut self, setting: Setting, backward: bool) {
        let values = self.available_values(setting);
        let current = self.value(setting);
        let index = values.iter().position(|value| *value == current);
        let steps = if backward { values.len() - 1 } else { 1 };
        self.set_index(setting, (index.unwrap_or(0) + steps) % values.len());
    }

    /// Returns the values that differ in effect: the player's own theme, the last one, does only if colors
    /// are set.
    fn available_values(&self, setting: Setting) -> Vec<&'static str> {
        let mut values = setting.values();
        if setting == Setting::Theme && self.color_overrides.is_empty() {
            values.pop();
        }
        values
    }

    /// Sets a setting to the value with this index in [`Setting::values`].
    fn set_index(&mut self, setting: Setting, index: usize) {
        match setting {
            Setting::Theme => self.theme = ThemeName::VARIANTS[index],
            Setting::Animations => self.animation = AnimationMode::VARIANTS[index],
            Setting::AnalysisMemory => self.analysis_memory = AnalysisMemory::VARIANTS[index],
            Setting::Deals => self.deals = Deals::VARIANTS[index],
            switch => self.set(switch, index == 0),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: ThemeName::default(),
            animation: AnimationMode::default(),
            analysis_memory: AnalysisMemory::default(),
            deals: Deals::default(),
            key_overrides: Vec::new(),
            color_overrides: Vec::new(),
            switched_on: [Setting::Mouse, Setting::WarnWhenLost].into(),
        }
    }
}
