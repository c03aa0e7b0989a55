//! The player's settings: what they are, how they stand in a file, and the file itself.

mod file;
mod text;

pub use file::SettingsFile;
pub use text::{Complaint, Edited, edited, read};

/// The themes, in the order the screen goes through them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The terminal's own background.
    #[default]
    Own,
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
        Theme::Own,
        Theme::Felt,
        Theme::Light,
        Theme::Contrast,
        Theme::Mono,
    ];

    /// The name in the settings file.
    pub fn word(self) -> &'static str {
        match self {
            Theme::Own => "own",
            Theme::Felt => "felt",
            Theme::Light => "light",
            Theme::Contrast => "contrast",
            Theme::Mono => "mono",
        }
    }

    /// The name on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Own => "the terminal's own",
            Theme::Felt => "green felt",
            Theme::Light => "light",
            Theme::Contrast => "high contrast",
            Theme::Mono => "mono",
        }
    }

    /// The theme of a name in the settings file.
    pub fn named(word: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.word() == word)
    }

    /// The theme so many after this one, round and round.
    #[must_use]
    pub fn after(self, steps: usize) -> Theme {
        Theme::ALL[(self as usize + steps) % Theme::ALL.len()]
    }
}

/// Whether deals, slides and cards going home are shown on their way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// Where the terminal does not ask for none and its line is not one that may be slow.
    #[default]
    Auto,
    /// Everywhere.
    On,
    /// Nowhere.
    Off,
}

impl Motion {
    /// All of them.
    pub const ALL: [Motion; 3] = [Motion::Auto, Motion::On, Motion::Off];

    /// The name in the settings file and on the screen.
    pub fn word(self) -> &'static str {
        match self {
            Motion::Auto => "auto",
            Motion::On => "on",
            Motion::Off => "off",
        }
    }

    /// What has a name in the settings file.
    pub fn named(word: &str) -> Option<Motion> {
        Motion::ALL.into_iter().find(|motion| motion.word() == word)
    }

    /// The one so many after this one, round and round.
    #[must_use]
    pub fn after(self, steps: usize) -> Motion {
        Motion::ALL[(self as usize + steps) % Motion::ALL.len()]
    }
}

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The theme.
    Theme,
    /// Whether cards are shown on their way.
    Motion,
    /// What is on or off.
    Switch(Switch),
}

impl Setting {
    /// All of them, in the order of the file and the screen.
    pub const ALL: [Setting; 8] = [
        Setting::Theme,
        Setting::Switch(Switch::FourColours),
        Setting::Switch(Switch::Ascii),
        Setting::Switch(Switch::Mouse),
        Setting::Motion,
        Setting::Switch(Switch::AutomaticHome),
        Setting::Switch(Switch::Watch),
        Setting::Switch(Switch::Winnable),
    ];

    /// The name in the settings file and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Theme => "theme",
            Setting::Motion => "motion",
            Setting::Switch(switch) => switch.name(),
        }
    }

    /// What it does.
    pub fn about(self) -> &'static str {
        match self {
            Setting::Theme => "the colours of everything",
            Setting::Motion => {
                "cards are seen on their way; auto: unless over SSH or where NO_MOTION is set"
            }
            Setting::Switch(switch) => switch.about(),
        }
    }
}

/// A setting that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Each suit has a colour of its own.
    FourColours,
    /// Letters instead of pips, even where the terminal has them.
    Ascii,
    /// The mouse is listened to.
    Mouse,
    /// After a move of the player's the cards that safely can go home by themselves.
    AutomaticHome,
    /// Where no win is left from a position, and that is proved, it is said.
    Watch,
    /// Deals by chance are ones that can be won.
    Winnable,
}

impl Switch {
    /// All of them.
    pub const ALL: [Switch; 6] = [
        Switch::FourColours,
        Switch::Ascii,
        Switch::Mouse,
        Switch::AutomaticHome,
        Switch::Watch,
        Switch::Winnable,
    ];

    /// The name in the settings file and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Switch::FourColours => "four-colours",
            Switch::Ascii => "ascii",
            Switch::Mouse => "mouse",
            Switch::AutomaticHome => "automatic-home",
            Switch::Watch => "watch",
            Switch::Winnable => "winnable",
        }
    }

    /// What it does when it is on.
    pub fn about(self) -> &'static str {
        match self {
            Switch::FourColours => "each suit has a colour of its own",
            Switch::Ascii => "letters instead of pips, even where the terminal has them",
            Switch::Mouse => "the mouse plays too; off, the terminal selects text with it",
            Switch::AutomaticHome => "after each move, cards that safely can go home by themselves",
            Switch::Watch => "says when it is proved that no win is left; never shows the way",
            Switch::Winnable => "deals by chance are ones proved to be winnable",
        }
    }

    /// How it is where nothing is set.
    pub fn by_default(self) -> bool {
        matches!(self, Switch::Mouse | Switch::Watch)
    }
}

/// The keys set for an action, as they are written in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySetting {
    /// The action's name.
    pub name: String,
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
    pub motion: Motion,
    /// The keys that are not the usual ones, in the order of the file.
    pub keys: Vec<KeySetting>,
    switches: [bool; Switch::ALL.len()],
}

impl Settings {
    /// Whether a setting is on.
    pub fn is_on(&self, switch: Switch) -> bool {
        self.switches[switch as usize]
    }

    /// Sets a setting on or off.
    pub fn set(&mut self, switch: Switch, on: bool) {
        self.switches[switch as usize] = on;
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::default(),
            motion: Motion::default(),
            keys: Vec::new(),
            switches: Switch::ALL.map(Switch::by_default),
        }
    }
}
