//! The settings: listed, changed, and how they name cards.

use super::mode::LineMode;
use super::reply::{Rejection, Reply};
use crate::describe::CardNotation;
use crate::escape::{escape_path, quote};
use crate::storage::settings::Setting;

impl LineMode<'_> {
    pub(super) fn notation(&self) -> CardNotation {
        if self.options.full_names {
            return CardNotation::Full;
        }
        match self.options.ascii {
            Some(true) => CardNotation::Letters,
            None if self.settings.is_on(Setting::Ascii) => CardNotation::Letters,
            Some(false) => CardNotation::Symbols,
            None => self.options.notation,
        }
    }

    /// Lists the settings, or changes the one that is named: to a value, else to its next one.
    pub(super) fn change_settings(&mut self, arguments: &str) -> Reply {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let Some(first) = words.first() else {
            return Ok(self.list_settings());
        };
        // A name may be typed in several words.
        let by_name = |n: usize| Some((words[..n].join("-").parse::<Setting>().ok()?, n));
        let Some((setting, count)) = (1..=words.len()).find_map(by_name) else {
            let text = format!("Unknown setting {}. settings: list them", quote(first));
            return Err(Rejection::NotUnderstood(text));
        };
        let value = words[count..].join(" ");
        if value.is_empty() && setting == Setting::Names {
            // The flag may have turned the names on.
            self.settings.set(Setting::Names, !self.options.full_names);
        } else if value.is_empty() {
            self.settings.cycle(setting, false);
        } else if let Err(allowed) = self.settings.set_value(setting, &value) {
            let text = format!("{} is {}", setting.name(), allowed.join(" or "));
            return Err(Rejection::NotUnderstood(text));
        }
        if setting == Setting::Names {
            self.options.full_names = self.settings.is_on(Setting::Names);
        }
        let changed = self.setting_line(setting);
        let saved = self.profile.settings_file.save_if_changed(&self.settings);
        Ok(match saved {
            Ok(()) => changed,
            Err(error) => format!("{changed}, this time only. Settings not saved: {error}"),
        })
    }

    fn setting_line(&self, setting: Setting) -> String {
        let (name, value) = (setting.name(), self.settings.value(setting));
        let is_overridden = match setting {
            Setting::Ascii => self.options.ascii.is_some(),
            Setting::Deals => self.options.source.is_some(),
            _ => false,
        };
        let reason = is_overridden.then_some(", but set by the command line");
        format!("{name} is {value}{}", reason.unwrap_or_default())
    }

    fn list_settings(&self) -> String {
        let mut lines = vec![match self.profile.settings_file.path() {
            Some(path) => format!("Settings in {}:", escape_path(path)),
            None => "Settings, not saved (the platform has no settings folder):".into(),
        }];
        let line =
            |setting: Setting| format!("{}: {}", self.setting_line(setting), setting.description());
        let all = Setting::ALL.iter().copied();
        let (mut followed, others): (Vec<Setting>, Vec<Setting>) =
            all.partition(|setting| setting.descriptor().line_mode_place.is_some());
        followed.sort_by_key(|setting| setting.descriptor().line_mode_place);
        lines.extend(followed.into_iter().map(line));
        lines.push("For the terminal interface only:".into());
        lines.extend(others.into_iter().map(line));
        let example = Setting::WarnWhenLost.name();
        lines.push(format!(
            "settings {example} off: change one. settings {example}: toggle it."
        ));
        lines.join("\n")
    }
}
