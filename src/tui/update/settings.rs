//! Changing the settings.

use crate::store::settings::{Settings, Switch, Theme};
use crate::tui::action::{Action, Way};
use crate::tui::app::{App, Overlay};
use crate::tui::scene::{SETTINGS, Target};

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
    let Some(Overlay::Settings(here)) = app.overlays.last_mut() else {
        return;
    };
    match action {
        Action::Walk(Way::Up) | Action::Wheel(_, Way::Up) => *here = here.saturating_sub(1),
        Action::Walk(Way::Down) | Action::Wheel(..) => *here = (*here + 1).min(SETTINGS - 1),
        Action::RowStart => *here = 0,
        Action::RowEnd => *here = SETTINGS - 1,
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

/// Changes a setting to its next value, or to the one before.
fn alter(app: &mut App, row: usize, way: Way) {
    let theme = app.settings.theme;
    match (row.checked_sub(1), way) {
        (None, Way::Left) => paint(app, theme.previous()),
        (None, _) => paint(app, theme.next()),
        (Some(at), _) => turn(app, Switch::ALL[at]),
    }
}

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
