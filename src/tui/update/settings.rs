//! Changing the settings.

use crate::storage::settings::{AnimationMode, BoolSetting, Setting, Settings, Theme};
use crate::tui::action::{Action, Direction};
use crate::tui::app::{App, Overlay};
use crate::tui::scene::Target;

/// Opens the settings; closes them where they are open.
pub(super) fn toggle(app: &mut App) {
    if let Some(replay) = &mut app.replay {
        replay.pause();
    }
    match app.overlays.last() {
        Some(Overlay::Settings(_)) => _ = app.overlays.pop(),
        _ => app.overlays.push(Overlay::Settings(0)),
    }
}

/// Does in the settings what is asked.
pub(super) fn handle_action(app: &mut App, action: Action) {
    let last = Setting::ALL.len() + app.config_errors.len() - 1;
    let Some(Overlay::Settings(here)) = app.overlays.last_mut() else {
        return;
    };
    match action {
        Action::Navigate(Direction::Up) | Action::Wheel(_, Direction::Up) => {
            *here = here.saturating_sub(1);
        }
        Action::Navigate(Direction::Down) | Action::Wheel(..) => *here = (*here + 1).min(last),
        Action::RowStart => *here = 0,
        Action::RowEnd => *here = last,
        Action::Navigate(way) => {
            let row = *here;
            cycle_setting(app, row, way);
        }
        Action::Select => {
            let row = *here;
            cycle_setting(app, row, Direction::Right);
        }
        Action::Click(Target::Entry(row)) => {
            *here = row;
            cycle_setting(app, row, Direction::Right);
        }
        Action::Click(Target::Panel) => {}
        Action::Cancel | Action::Close | Action::Click(_) => _ = app.overlays.pop(),
        _ => {}
    }
}

/// Changes a setting to its next value, or to the one before. A complaint is no setting.
fn cycle_setting(app: &mut App, row: usize, way: Direction) {
    let back = way == Direction::Left;
    let Some(&setting) = Setting::ALL.get(row) else {
        return;
    };
    match setting {
        Setting::Theme => cycle_theme(app, if back { Theme::ALL.len() - 1 } else { 1 }),
        Setting::Animation => {
            let steps = if back {
                AnimationMode::ALL.len() - 1
            } else {
                1
            };
            let motion = app.settings.animation.cycle(steps);
            edit_settings(app, |settings| settings.animation = motion);
            notify_setting(app, Setting::Animation);
        }
        Setting::Bool(switch) => toggle_setting(app, switch),
    }
}

/// Takes the theme so many after this one.
pub(super) fn cycle_theme(app: &mut App, steps: usize) {
    let theme = app.settings.theme.cycle(steps);
    edit_settings(app, |settings| settings.theme = theme);
    notify_setting(app, Setting::Theme);
}

/// Turns a setting on, or off if it is on.
pub(super) fn toggle_setting(app: &mut App, switch: BoolSetting) {
    let on = !app.settings.is_on(switch);
    edit_settings(app, |settings| settings.set(switch, on));
    notify_setting(app, Setting::Bool(switch));
}

/// Says what a setting is now.
fn notify_setting(app: &mut App, setting: Setting) {
    let told = format!("{}: {}", setting.name(), app.setting_value(setting));
    match app.override_reason(setting) {
        Some(why) => app.notify(format!("{told}, but {why}")),
        None => app.notify(told),
    }
}

fn edit_settings(app: &mut App, edit: impl FnOnce(&mut Settings)) {
    let mut settings = app.settings.clone();
    edit(&mut settings);
    app.apply_settings(settings);
}
