//! The player's settings, their text form, and the settings file.

mod file;

use strum::{EnumString, IntoStaticStr, VariantArray};
use toml_edit::{Item, Value};

pub use file::{ConfigError, SettingsFile, edit, parse};

#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum ThemeName {
    Terminal,
    Felt,
    /// Dark text on a light background.
    Light,
    /// Black, white and bright colors.
    HighContrast,
    Mono,
    /// The player's own.
    Custom,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum AnimationMode {
    /// Always, except over a slow connection or if the environment asks for no motion.
    Auto,
    On,
    Off,
}

/// Which random deals are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Deals {
    /// Those that are proven to be winnable, in games that have any.
    Winnable,
    Any,
}

/// What hints are found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum HintKind {
    /// By all cards, so that no hint gives a win away.
    KeepTheWin,
    /// By the cards that the player has seen.
    Fair,
}

/// A type that lists the values of a setting.
pub trait Choice: VariantArray + Copy + Into<&'static str> {
    /// The setting.
    const SETTING: Setting;
}

impl Choice for ThemeName {
    const SETTING: Setting = Setting::Theme;
}

impl Choice for AnimationMode {
    const SETTING: Setting = Setting::Animations;
}

impl Choice for Deals {
    const SETTING: Setting = Setting::Deals;
}

impl Choice for HintKind {
    const SETTING: Setting = Setting::Hints;
}

/// A setting; in the order of the settings file and the settings screen, which lacks the last two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Setting {
    Theme,
    FourColors,
    Ascii,
    Mouse,
    Animations,
    Clock,
    ShowOdds,
    Autoplay,
    Hints,
    WarnWhenLost,
    ReviewAsks,
    Deals,
    AnalysisMemory,
    Names,
}

/// What there is to know about a setting besides its name.
#[derive(Clone, Debug)]
pub struct Descriptor {
    /// The name on the screen.
    pub label: &'static str,
    /// What its values do, each after its typed form; what there is to say about all has none.
    about: &'static [(&'static str, &'static str)],
    /// The possible values as they are typed, in the order of the settings screen.
    pub values: Vec<&'static str>,
    default: &'static str,
    /// The place in the list of line mode. `None` if the setting is for the terminal interface only.
    pub line_mode_place: Option<u8>,
}

/// Returns the values of a type, as they are typed, and the default one.
fn choices<T: Choice>(default: T) -> (Vec<&'static str>, &'static str) {
    let values = T::VARIANTS.iter().map(|&value| value.into());
    (values.collect(), default.into())
}

/// The memory in MiB that a search requested by the player may use.
const ANALYSIS_MEMORY: [&str; 5] = ["128", "256", "512", "1024", "2048"];

impl Setting {
    pub const ALL: &[Setting] = Setting::VARIANTS;

    /// The settings of the settings screen: all before those of the solver and of line mode.
    pub const ON_SCREEN: &[Setting] = Setting::ALL.split_at(Setting::AnalysisMemory as usize).0;

    /// Describes the setting. The settings file, the settings screen and line mode follow it.
    #[rustfmt::skip]
    pub fn descriptor(self) -> Descriptor {
        let switch = |default| (vec!["on", "off"], default);
        let (label, about, (values, default), line_mode_place): (_, &'static [_], _, _) = match self {
            Setting::Theme => ("Color theme", &[], choices(ThemeName::Terminal), None),
            Setting::FourColors => ("Four suit colors", &[("on", "each suit has its own"), ("off", "red and black alone")], switch("off"), None),
            Setting::Ascii => ("Letters for suits", &[("on", "as in 10h"), ("off", "suit symbols")], switch("off"), Some(7)),
            Setting::Mouse => ("Mouse", &[("on", "click and drag cards"), ("off", "select text with it")], switch("on"), None),
            Setting::Animations => ("Card animations", &[("auto", "not over SSH or with NO_MOTION"), ("on", "over SSH too"), ("off", "cards appear in place")], choices(AnimationMode::Auto), None),
            Setting::Clock => ("Clock", &[("on", "your time, beside the moves"), ("off", "no time in the header")], switch("off"), None),
            Setting::ShowOdds => ("Odds in the header", &[("on", "your chances in each position"), ("off", "only when you ask")], switch("off"), None),
            Setting::Autoplay => ("Safe cards go home", &[("on", "by themselves, after each move"), ("off", "only when you send them")], switch("off"), Some(2)),
            Setting::Hints => ("Hints", &[("keep-the-win", "never a move known to lose"), ("fair", "by the cards you have seen")], choices(HintKind::KeepTheWin), Some(3)),
            Setting::WarnWhenLost => ("Warn when lost", &[("on", "as soon as no win is left"), ("off", "only when you ask")], switch("on"), Some(4)),
            Setting::ReviewAsks => ("Reviews ask", &[("on", "find the better move yourself"), ("off", "the better move at once")], switch("on"), Some(8)),
            Setting::Deals => ("New deals", &[("winnable", "proven that they can be won"), ("any", "some cannot be won")], choices(Deals::Winnable), Some(6)),
            Setting::AnalysisMemory => ("Memory for an analysis", &[("", "in MiB, for one you ask for")], (ANALYSIS_MEMORY.to_vec(), "256"), Some(5)),
            Setting::Names => ("Full card names in line mode", &[], switch("off"), Some(1)),
        };
        Descriptor { label, about, values, default, line_mode_place }
    }

    /// Returns the name in the settings file.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns what a value does, or what there is to say about all.
    pub fn about(self, value: &str) -> &'static str {
        let mut about = self.descriptor().about.iter();
        let found = about.find(|(of, _)| of.is_empty() || *of == value);
        found.map_or("", |(_, text)| text)
    }

    /// Returns the name on the screen and what the values do, on one line.
    pub fn description(self) -> String {
        let Descriptor { label, about, .. } = self.descriptor();
        let about = about.iter().map(|(of, text)| match *of {
            "" => format!("; {text}"),
            of => format!("; {of}: {text}"),
        });
        label.to_owned() + &about.collect::<String>()
    }

    /// Whether the setting is on or off.
    pub fn is_switch(self) -> bool {
        self.descriptor().values == ["on", "off"]
    }

    /// Returns the possible values as the file writes them, separated by commas.
    pub fn allowed_values(self) -> String {
        let values = self.descriptor().values.into_iter();
        let values = values.map(|value| self.to_toml(value).to_string());
        values.collect::<Vec<_>>().join(", ")
    }

    /// Converts a value from its typed form to that of the file.
    fn to_toml(self, value: &str) -> Value {
        match value.parse::<i64>() {
            _ if self.is_switch() => (value == "on").into(),
            Ok(number) => number.into(),
            Err(_) => value.into(),
        }
    }

    /// Returns the typed form of a value in the file; `None` if it is not allowed.
    fn read_toml(self, item: &Item) -> Option<&'static str> {
        self.descriptor().values.into_iter().find(|value| {
            let value = self.to_toml(value);
            (value.as_str(), value.as_integer(), value.as_bool())
                == (item.as_str(), item.as_integer(), item.as_bool())
        })
    }
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
    /// The key bindings that replace default ones, in the order of the file.
    pub key_overrides: Vec<KeyOverride>,
    /// The colors of the player's own theme, in the order of the file.
    pub color_overrides: Vec<ColorOverride>,
    /// The values as they are typed, in the order of [`Setting::ALL`].
    values: [&'static str; Setting::ALL.len()],
}

impl Settings {
    pub fn is_on(&self, switch: Setting) -> bool {
        self.value(switch) == "on"
    }

    pub fn set(&mut self, switch: Setting, on: bool) {
        self.assign(switch, if on { "on" } else { "off" });
    }

    /// Returns the memory in bytes that a search requested by the player may use.
    pub fn analysis_memory(&self) -> usize {
        let mib = self.value(Setting::AnalysisMemory).parse();
        mib.unwrap_or(256) << 20
    }

    /// Returns the value of a setting that is a type.
    pub fn choice<T: Choice>(&self) -> T {
        let mut choices = T::VARIANTS.iter().copied();
        let found = choices.find(|&choice| choice.into() == self.value(T::SETTING));
        found.unwrap_or(T::VARIANTS[0])
    }

    /// Sets a setting that is a type.
    pub fn choose<T: Choice>(&mut self, value: T) {
        self.assign(T::SETTING, value.into());
    }

    /// Returns the value of a setting as it is typed.
    pub fn value(&self, setting: Setting) -> &'static str {
        self.values[setting as usize]
    }

    /// Sets a setting to a typed value. The error lists the values that it can have.
    pub fn set_value(&mut self, setting: Setting, value: &str) -> Result<(), Vec<&'static str>> {
        let values = self.available_values(setting);
        let found = values.iter().copied().find(|known| *known == value);
        self.assign(setting, found.ok_or(values)?);
        Ok(())
    }

    /// Changes a setting to its next value, or to the previous one.
    pub fn cycle(&mut self, setting: Setting, backward: bool) {
        let values = self.available_values(setting);
        let current = self.value(setting);
        let index = values.iter().position(|value| *value == current);
        let steps = if backward { values.len() - 1 } else { 1 };
        self.assign(setting, values[(index.unwrap_or(0) + steps) % values.len()]);
    }

    /// Returns the values that differ in effect: the player's own theme, the last one, does only if colors
    /// are set.
    pub fn available_values(&self, setting: Setting) -> Vec<&'static str> {
        let mut values = setting.descriptor().values;
        if setting == Setting::Theme && self.color_overrides.is_empty() {
            values.pop();
        }
        values
    }

    fn assign(&mut self, setting: Setting, value: &'static str) {
        self.values[setting as usize] = value;
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            key_overrides: Vec::new(),
            color_overrides: Vec::new(),
            values: std::array::from_fn(|index| Setting::ALL[index].descriptor().default),
        }
    }
}
