//! Changing the settings.

use crate::store::settings::{Settings, Switch, Theme};
use crate::tui::app::App;

/// Takes another theme.
pub(super) fn paint(app: &mut App, theme: Theme) {
    change(app, |settings| settings.theme = theme);
    app.tell(format!("theme: {}", theme.name()));
}

/// Turns a setting on, or off if it is on.
pub(super) fn turn(app: &mut App, switch: Switch) {
    let on = !app.settings.is_on(switch);
    change(app, |settings| settings.set(switch, on));
    let state = if on { "on" } else { "off" };
    match app.overruled(switch) {
        Some(why) => app.tell(format!("{}: {state}, but {why}", switch.name())),
        None => app.tell(format!("{}: {state}", switch.name())),
    }
}

fn change(app: &mut App, edit: impl FnOnce(&mut Settings)) {
    let mut settings = app.settings.clone();
    edit(&mut settings);
    app.follow(settings);
}
