//! The settings in words: told, and changed.

use super::Host;
use crate::cli::file;
use crate::escape::{quoted, reason};
use crate::plain::Manner;
use crate::store::settings::{Motion, Setting, Settings, Switch, Theme};
use crate::words::Names;

/// What counts for typed lines; the rest is for the table on the screen.
const IN_WORDS: [Setting; 4] = [
    Setting::Switch(Switch::AutomaticHome),
    Setting::Switch(Switch::Watch),
    Setting::Switch(Switch::Winnable),
    Setting::Switch(Switch::Ascii),
];

impl Host {
    /// Brings the settings to how the game is talked about.
    pub(super) fn set(&self, manner: &mut Manner) {
        manner.short = match self.settings.is_on(Switch::Ascii) {
            true => Names::Letters,
            false => self.short,
        };
        manner.homeward = self.settings.is_on(Switch::AutomaticHome);
        manner.watch = self.settings.is_on(Switch::Watch);
    }

    /// Where the settings are, and those there are; with words, changes one: its name alone turns it
    /// to its next value.
    pub(super) fn settings(&mut self, words: &str, manner: &mut Manner) -> String {
        let words: Vec<&str> = words.split_whitespace().collect();
        if words.is_empty() {
            return self.all_settings();
        }
        // The words of a name are joined as it is written, or stand alone.
        let named = |count: usize| {
            let name = words[..count].join("-");
            let mut all = Setting::ALL.into_iter();
            all.find(|setting| setting.name() == name).zip(Some(count))
        };
        let Some((setting, count)) = (1..=words.len()).find_map(named) else {
            let name = quoted(words[0]);
            return format!("no setting is called {name}; settings lists them");
        };
        let mut settings = self.settings.clone();
        let changed = change(&mut settings, setting, &words[count..].join(" "));
        let told = match changed {
            Ok(told) => told,
            Err(why) => return why,
        };
        self.settings = settings;
        self.set(manner);
        match self.file.keep(&self.settings) {
            Ok(None) => told,
            Ok(Some(aside)) => {
                let aside = file::name(&aside);
                format!("{told}; the settings file as it was is now {aside}")
            }
            Err(error) => {
                let why = reason(&error);
                format!("{told}, this time only: the settings are not kept: {why}")
            }
        }
    }

    fn all_settings(&self) -> String {
        let mut told = vec![match self.file.path() {
            Some(path) => format!("The settings are in {}:", file::name(path)),
            None => "The platform names no folder for settings:".into(),
        }];
        let told_of = |setting: Setting| {
            let (name, value) = (setting.name(), value(&self.settings, setting));
            format!("{name} is {value}: {}", setting.about())
        };
        told.extend(IN_WORDS.map(told_of));
        told.push("For the table on the screen alone:".into());
        let others = Setting::ALL.into_iter();
        told.extend(others.filter(|one| !IN_WORDS.contains(one)).map(told_of));
        told.push("settings watch off turns one off; settings watch turns it round.".into());
        told.join("\n")
    }
}

/// What a setting is set to.
fn value(settings: &Settings, setting: Setting) -> &'static str {
    match setting {
        Setting::Theme => settings.theme.word(),
        Setting::Motion => settings.motion.word(),
        Setting::Switch(switch) if settings.is_on(switch) => "on",
        Setting::Switch(_) => "off",
    }
}

/// Sets a setting as is said, or to its next value; says how it is then, or why it stays.
fn change(settings: &mut Settings, setting: Setting, to: &str) -> Result<String, String> {
    let name = setting.name();
    let wants = |words: &[&str]| Err(format!("{name} is {}", words.join(" or ")));
    match (setting, to) {
        (Setting::Theme, "") => settings.theme = settings.theme.after(1),
        (Setting::Theme, to) => match Theme::named(to) {
            Some(theme) => settings.theme = theme,
            None => return wants(&Theme::ALL.map(Theme::word)),
        },
        (Setting::Motion, "") => settings.motion = settings.motion.after(1),
        (Setting::Motion, to) => match Motion::named(to) {
            Some(motion) => settings.motion = motion,
            None => return wants(&Motion::ALL.map(Motion::word)),
        },
        (Setting::Switch(switch), "") => settings.set(switch, !settings.is_on(switch)),
        (Setting::Switch(switch), "on") => settings.set(switch, true),
        (Setting::Switch(switch), "off") => settings.set(switch, false),
        (Setting::Switch(_), _) => return wants(&["on", "off"]),
    }
    Ok(format!("{name} is {}", value(settings, setting)))
}
