//! Changing the settings.

use crate::store::settings::{Motion, Setting, Settings, Switch, Theme};
use crate::tui::action::{Action, Way};
use crate::tui::app::{App, Overlay};
use crate::tui::scene::Target;

/// Opens the settings; closes them where they are open.
pub(super) fn open_or_close(app: &mut App) {
    if let Some(replay) = &mut app.replay {
        replay.pause();
    }
    match app.overlays.last() {
        Some(Overlay::Settings(_)) => _ = app.overlays.pop(),
        _ => app.overlays.push(Overlay::Settings(0)),
    }
}

/// Does in the settings what is asked.
pub(super) fn choose(app: &mut App, action: Action) {
    let last = Setting::ALL.len() + app.complaints.len() - 1;
    let Some(Overlay::Settings(here)) = app.overlays.last_mut() else {
        return;
    };
    match action {
        Action::Walk(Way::Up) | Action::Wheel(_, Way::Up) => *here = here.saturating_sub(1),
        Action::Walk(Way::Down) | Action::Wheel(..) => *here = (*here + 1).min(last),
        Action::RowStart => *here = 0,
        Action::RowEnd => *here = last,
        Action::Walk(way) => {
            let row = *here;
            alter(app, row, way);
        }
        Action::Press => {
            let row = *here;
            alter(app, row, Way::Right);
        }
        Action::Click(Target::Entry(row)) => {
            *here = row;
            alter(app, row, Way::Right);
        }
        Action::Click(Target::Panel) => {}
        Action::LetGo | Action::Close | Action::Click(_) => _ = app.overlays.pop(),
        _ => {}
    }
}

/// Changes a setting to its next value, or to the one before. A complaint is no setting.
fn alter(app: &mut App, row: usize, way: Way) {
    let back = way == Way::Left;
    let Some(&setting) = Setting::ALL.get(row) else {
        return;
    };
    match setting {
        Setting::Theme => paint(app, if back { Theme::ALL.len() - 1 } else { 1 }),
        Setting::Motion => {
            let steps = if back { Motion::ALL.len() - 1 } else { 1 };
            let motion = app.settings.motion.after(steps);
            change(app, |settings| settings.motion = motion);
            tell(app, Setting::Motion);
        }
        Setting::Switch(switch) => turn(app, switch),
    }
}

/// Takes the theme so many after this one.
pub(super) fn paint(app: &mut App, steps: usize) {
    let theme = app.settings.theme.after(steps);
    change(app, |settings| settings.theme = theme);
    tell(app, Setting::Theme);
}

/// Turns a setting on, or off if it is on.
pub(super) fn turn(app: &mut App, switch: Switch) {
    let on = !app.settings.is_on(switch);
    change(app, |settings| settings.set(switch, on));
    tell(app, Setting::Switch(switch));
}

/// Says what a setting is now.
fn tell(app: &mut App, setting: Setting) {
    let told = format!("{}: {}", setting.name(), app.value(setting));
    match app.overruled(setting) {
        Some(why) => app.tell(format!("{told}, but {why}")),
        None => app.tell(told),
    }
}

fn change(app: &mut App, edit: impl FnOnce(&mut Settings)) {
    let mut settings = app.settings.clone();
    edit(&mut settings);
    app.follow(settings);
}
