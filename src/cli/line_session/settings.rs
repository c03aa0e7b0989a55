//! The settings in words: told, and changed.

use super::LineSession;
use crate::cli::file;
use crate::describe::CardNotation;
use crate::escape::{io_error_message, quote};
use crate::line_mode::OutputOptions;
use crate::storage::settings::{AnimationMode, BoolSetting, Setting, Settings, Theme};

/// What counts for typed lines; the rest is for the table on the screen.
const LINE_MODE_SETTINGS: [Setting; 4] = [
    Setting::Bool(BoolSetting::Autoplay),
    Setting::Bool(BoolSetting::WarnWhenLost),
    Setting::Bool(BoolSetting::WinnableDeals),
    Setting::Bool(BoolSetting::Ascii),
];

impl LineSession {
    /// Brings the settings to how the game is talked about.
    pub(super) fn apply_settings(&self, manner: &mut OutputOptions) {
        manner.short_notation = match self.settings.is_on(BoolSetting::Ascii) {
            true => CardNotation::Letters,
            false => self.default_notation,
        };
        manner.autoplay = self.settings.is_on(BoolSetting::Autoplay);
        manner.warn_when_lost = self.settings.is_on(BoolSetting::WarnWhenLost);
    }

    /// Where the settings are, and those there are; with words, changes one: its name alone turns it
    /// to its next value.
    pub(super) fn handle_settings(&mut self, words: &str, manner: &mut OutputOptions) -> String {
        let words: Vec<&str> = words.split_whitespace().collect();
        if words.is_empty() {
            return self.list_settings();
        }
        // The words of a name are joined as it is written, or stand alone.
        let named = |count: usize| {
            let name = words[..count].join("-");
            let mut all = Setting::ALL.into_iter();
            all.find(|setting| setting.name() == name).zip(Some(count))
        };
        let Some((setting, count)) = (1..=words.len()).find_map(named) else {
            let name = quote(words[0]);
            return format!("no setting is called {name}; settings lists them");
        };
        let mut settings = self.settings.clone();
        let changed = change_setting(&mut settings, setting, &words[count..].join(" "));
        let told = match changed {
            Ok(told) => told,
            Err(why) => return why,
        };
        self.settings = settings;
        self.apply_settings(manner);
        match self.settings_file.save_if_changed(&self.settings) {
            Ok(None) => told,
            Ok(Some(aside)) => {
                let aside = file::display_name(&aside);
                format!("{told}; the settings file as it was is now {aside}")
            }
            Err(error) => {
                let why = io_error_message(&error);
                format!("{told}, this time only: the settings are not kept: {why}")
            }
        }
    }

    fn list_settings(&self) -> String {
        let mut told = vec![match self.settings_file.path() {
            Some(path) => format!("The settings are in {}:", file::display_name(path)),
            None => "The platform names no folder for settings:".into(),
        }];
        let told_of = |setting: Setting| {
            let (name, value) = (setting.name(), setting_value(&self.settings, setting));
            format!("{name} is {value}: {}", setting.description())
        };
        told.extend(LINE_MODE_SETTINGS.map(told_of));
        told.push("For the table on the screen alone:".into());
        let others = Setting::ALL.into_iter();
        told.extend(
            others
                .filter(|one| !LINE_MODE_SETTINGS.contains(one))
                .map(told_of),
        );
        told.push("settings autoplay on turns one on; settings autoplay toggles it.".into());
        told.join("\n")
    }
}

/// What a setting is set to.
fn setting_value(settings: &Settings, setting: Setting) -> &'static str {
    match setting {
        Setting::Theme => settings.theme.as_str(),
        Setting::Animation => settings.animation.as_str(),
        Setting::Bool(switch) if settings.is_on(switch) => "on",
        Setting::Bool(_) => "off",
    }
}

/// Sets a setting as is said, or to its next value; says how it is then, or why it stays.
fn change_setting(settings: &mut Settings, setting: Setting, to: &str) -> Result<String, String> {
    let name = setting.name();
    let wants = |words: &[&str]| Err(format!("{name} is {}", words.join(" or ")));
    match (setting, to) {
        (Setting::Theme, "") => settings.theme = settings.theme.cycle(1),
        (Setting::Theme, to) => match to.parse() {
            Ok(theme) => settings.theme = theme,
            Err(_) => {
                let names: Vec<_> = Theme::ALL.iter().map(|theme| theme.as_str()).collect();
                return wants(&names);
            }
        },
        (Setting::Animation, "") => settings.animation = settings.animation.cycle(1),
        (Setting::Animation, to) => match to.parse() {
            Ok(motion) => settings.animation = motion,
            Err(_) => {
                let names: Vec<_> = AnimationMode::ALL
                    .iter()
                    .map(|mode| mode.as_str())
                    .collect();
                return wants(&names);
            }
        },
        (Setting::Bool(switch), "") => settings.set(switch, !settings.is_on(switch)),
        (Setting::Bool(switch), "on") => settings.set(switch, true),
        (Setting::Bool(switch), "off") => settings.set(switch, false),
        (Setting::Bool(_), _) => return wants(&["on", "off"]),
    }
    Ok(format!("{name} is {}", setting_value(settings, setting)))
}
