//! Changes of single settings.

use crate::storage::settings::{AnimationMode, Setting, Settings, Theme};

/// The value of a setting, as it is typed.
pub fn setting_value(settings: &Settings, setting: Setting) -> &'static str {
    match setting {
        Setting::Theme => settings.theme.as_str(),
        Setting::Animation => settings.animation.as_str(),
        Setting::Bool(setting) if settings.is_on(setting) => "on",
        Setting::Bool(_) => "off",
    }
}

/// Sets a setting to a typed value, else to its next one.
///
/// # Errors
/// The values that the setting can have.
pub fn change_setting(
    settings: &mut Settings,
    setting: Setting,
    value: Option<&str>,
) -> Result<(), Vec<&'static str>> {
    match (setting, value) {
        (Setting::Theme, None) => settings.theme = settings.theme.cycle(1),
        (Setting::Theme, Some(value)) => match value.parse() {
            Ok(theme) => settings.theme = theme,
            Err(_) => return Err(Theme::ALL.iter().map(|theme| theme.as_str()).collect()),
        },
        (Setting::Animation, None) => settings.animation = settings.animation.cycle(1),
        (Setting::Animation, Some(value)) => match value.parse() {
            Ok(mode) => settings.animation = mode,
            Err(_) => {
                return Err(AnimationMode::ALL
                    .iter()
                    .map(|mode| mode.as_str())
                    .collect());
            }
        },
        (Setting::Bool(setting), None) => settings.set(setting, !settings.is_on(setting)),
        (Setting::Bool(setting), Some("on")) => settings.set(setting, true),
        (Setting::Bool(setting), Some("off")) => settings.set(setting, false),
        (Setting::Bool(_), Some(_)) => return Err(vec!["on", "off"]),
    }
    Ok(())
}
