//! Changes of single settings.

use crate::storage::settings::{
    AnalysisMemory, AnimationMode, BoolSetting, Setting, Settings, Theme,
};
use crate::variant::Variant;

/// The value of a setting, as it is typed.
pub fn setting_value(settings: &Settings, setting: Setting) -> &'static str {
    match setting {
        Setting::Theme => settings.theme.as_str(),
        Setting::Animation => settings.animation.as_str(),
        Setting::AnalysisMemory => settings.analysis_memory.as_str(),
        Setting::Bool(setting) if settings.is_on(setting) => "on",
        Setting::Bool(_) => "off",
    }
}

/// The values that a setting can have.
fn possible_values(settings: &Settings, setting: Setting) -> Vec<&'static str> {
    match setting {
        Setting::Theme => {
            let themes = Theme::ALL.iter();
            let available = themes.filter(|theme| theme.is_available(settings));
            available.map(|theme| theme.as_str()).collect()
        }
        Setting::Animation => AnimationMode::ALL
            .iter()
            .map(|mode| mode.as_str())
            .collect(),
        Setting::AnalysisMemory => AnalysisMemory::ALL
            .iter()
            .map(|size| size.as_str())
            .collect(),
        Setting::Bool(_) => vec!["on", "off"],
    }
}

fn set_to_index(settings: &mut Settings, setting: Setting, index: usize) {
    match setting {
        Setting::Theme => settings.theme = Theme::ALL[index],
        Setting::Animation => settings.animation = AnimationMode::ALL[index],
        Setting::AnalysisMemory => settings.analysis_memory = AnalysisMemory::ALL[index],
        Setting::Bool(setting) => settings.set(setting, index == 0),
    }
}

/// Whether a random deal of a game has to be winnable: always if that is `forced`, else as the
/// settings say, in a game of which a winnable deal is known.
pub fn is_winnable_deal_required(settings: &Settings, forced: bool, rules: &Variant) -> bool {
    forced || settings.is_on(BoolSetting::WinnableDeals) && rules.has_known_winnable_deals()
}

/// Changes a setting to its next value, or to the previous one.
pub fn cycle_setting(settings: &mut Settings, setting: Setting, backward: bool) {
    let values = possible_values(settings, setting);
    let current = setting_value(settings, setting);
    let index = values.iter().position(|value| *value == current);
    let steps = if backward { values.len() - 1 } else { 1 };
    set_to_index(
        settings,
        setting,
        (index.unwrap_or(0) + steps) % values.len(),
    );
}

/// Sets a setting to a typed value.
///
/// # Errors
/// The values that the setting can have.
pub fn set_setting(
    settings: &mut Settings,
    setting: Setting,
    value: &str,
) -> Result<(), Vec<&'static str>> {
    let values = possible_values(settings, setting);
    match values.iter().position(|possible| *possible == value) {
        Some(index) => set_to_index(settings, setting, index),
        None => return Err(values),
    }
    Ok(())
}
