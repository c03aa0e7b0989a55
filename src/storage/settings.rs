//! The player's settings: what they are, how they stand in a file, and the file itself.

mod file;
mod text;

pub use file::SettingsFile;
pub use text::{ConfigError, EditedSettings, edit, parse};

/// The themes, in the order the screen goes through them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The terminal's own background.
    #[default]
    Terminal,
    /// Green felt.
    Felt,
    /// Dark on light.
    Light,
    /// Black, white and bright colours.
    Contrast,
    /// No colours at all.
    Mono,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 5] = [
        Theme::Terminal,
        Theme::Felt,
        Theme::Light,
        Theme::Contrast,
        Theme::Mono,
    ];

    /// The name in the settings file.
    pub fn as_str(self) -> &'static str {
        match self {
            Theme::Terminal => "terminal",
            Theme::Felt => "felt",
            Theme::Light => "light",
            Theme::Contrast => "high-contrast",
            Theme::Mono => "mono",
        }
    }

    /// The name on the screen.
    pub fn label(self) -> &'static str {
        match self {
            Theme::Terminal => "the terminal's own",
            Theme::Felt => "green felt",
            Theme::Light => "light",
            Theme::Contrast => "high contrast",
            Theme::Mono => "mono",
        }
    }

    /// The theme of a name in the settings file.
    pub fn from_name(word: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.as_str() == word)
    }

    /// The theme so many after this one, round and round.
    #[must_use]
    pub fn cycle(self, steps: usize) -> Theme {
        Theme::ALL[(self as usize + steps) % Theme::ALL.len()]
    }
}

/// Whether deals, slides and cards going home are shown on their way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnimationMode {
    /// Where the terminal does not ask for none and its line is not one that may be slow.
    #[default]
    Auto,
    /// Everywhere.
    On,
    /// Nowhere.
    Off,
}

impl AnimationMode {
    /// All of them.
    pub const ALL: [AnimationMode; 3] =
        [AnimationMode::Auto, AnimationMode::On, AnimationMode::Off];

    /// The name in the settings file and on the screen.
    pub fn as_str(self) -> &'static str {
        match self {
            AnimationMode::Auto => "auto",
            AnimationMode::On => "on",
            AnimationMode::Off => "off",
        }
    }

    /// What has a name in the settings file.
    pub fn from_name(word: &str) -> Option<AnimationMode> {
        AnimationMode::ALL
            .into_iter()
            .find(|motion| motion.as_str() == word)
    }

    /// The one so many after this one, round and round.
    #[must_use]
    pub fn cycle(self, steps: usize) -> AnimationMode {
        AnimationMode::ALL[(self as usize + steps) % AnimationMode::ALL.len()]
    }
}

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The theme.
    Theme,
    /// Whether cards are shown on their way.
    Animation,
    /// What is on or off.
    Bool(BoolSetting),
}

impl Setting {
    /// All of them, in the order of the file and the screen.
    pub const ALL: [Setting; 8] = [
        Setting::Theme,
        Setting::Bool(BoolSetting::FourColors),
        Setting::Bool(BoolSetting::Ascii),
        Setting::Bool(BoolSetting::Mouse),
        Setting::Animation,
        Setting::Bool(BoolSetting::Autoplay),
        Setting::Bool(BoolSetting::WarnWhenLost),
        Setting::Bool(BoolSetting::WinnableDeals),
    ];

    /// The name in the settings file and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Theme => "theme",
            Setting::Animation => "animations",
            Setting::Bool(switch) => switch.name(),
        }
    }

    /// What it does.
    pub fn description(self) -> &'static str {
        match self {
            Setting::Theme => "Color theme",
            Setting::Animation => "Card animations; auto: off over SSH or if NO_MOTION is set",
            Setting::Bool(switch) => switch.description(),
        }
    }
}

/// A setting that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoolSetting {
    /// Each suit has a colour of its own.
    FourColors,
    /// Letters instead of pips, even where the terminal has them.
    Ascii,
    /// The mouse is listened to.
    Mouse,
    /// After a move of the player's the cards that safely can go home by themselves.
    Autoplay,
    /// Where no win is left from a position, and that is proved, it is said.
    WarnWhenLost,
    /// Deals by chance are ones that can be won.
    WinnableDeals,
}

impl BoolSetting {
    /// All of them.
    pub const ALL: [BoolSetting; 6] = [
        BoolSetting::FourColors,
        BoolSetting::Ascii,
        BoolSetting::Mouse,
        BoolSetting::Autoplay,
        BoolSetting::WarnWhenLost,
        BoolSetting::WinnableDeals,
    ];

    /// The name in the settings file and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            BoolSetting::FourColors => "four-colors",
            BoolSetting::Ascii => "ascii",
            BoolSetting::Mouse => "mouse",
            BoolSetting::Autoplay => "autoplay",
            BoolSetting::WarnWhenLost => "warn-when-lost",
            BoolSetting::WinnableDeals => "winnable-deals",
        }
    }

    /// What it does when it is on.
    pub fn description(self) -> &'static str {
        match self {
            BoolSetting::FourColors => "A color for each suit",
            BoolSetting::Ascii => "Letters instead of suit symbols",
            BoolSetting::Mouse => "Play with the mouse; off: select text with it",
            BoolSetting::Autoplay => "Send safe cards home after each move",
            BoolSetting::WarnWhenLost => "Warn when the game can't be won",
            BoolSetting::WinnableDeals => "Random deals are always winnable",
        }
    }

    /// How it is where nothing is set.
    pub fn default_value(self) -> bool {
        matches!(self, BoolSetting::Mouse | BoolSetting::WarnWhenLost)
    }
}

/// The keys set for an action, as they are written in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyOverride {
    /// The action's name.
    pub action: String,
    /// The keys' names.
    pub keys: Vec<String>,
    /// The line of the file, from 1.
    pub line: usize,
}

/// All settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The theme.
    pub theme: Theme,
    /// Whether cards are shown on their way.
    pub animation: AnimationMode,
    /// The keys that are not the usual ones, in the order of the file.
    pub key_overrides: Vec<KeyOverride>,
    bools: [bool; BoolSetting::ALL.len()],
}

impl Settings {
    /// Whether a setting is on.
    pub fn is_on(&self, switch: BoolSetting) -> bool {
        self.bools[switch as usize]
    }

    /// Sets a setting on or off.
    pub fn set(&mut self, switch: BoolSetting, on: bool) {
        self.bools[switch as usize] = on;
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::default(),
            animation: AnimationMode::default(),
            key_overrides: Vec::new(),
            bools: BoolSetting::ALL.map(BoolSetting::default_value),
        }
    }
}
