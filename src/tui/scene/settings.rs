//! Where the settings lie: at the right, so that what they change is seen beside them.

use ratatui::layout::Rect;

use super::{Hit, ItemKind, Scene, Target};
use crate::storage::settings::Setting;
use crate::tui::app::{App, Overlay};

/// The columns of the panel.
const MAX_WIDTH: u16 = 46;
/// The rows before the settings, and those for words about them.
pub const HEADER_ROWS: u16 = 2;
const DESCRIPTION_ROWS: u16 = 8;

/// Adds the settings to a scene, if they are open.
pub(super) fn lay_out(app: &App, scene: &mut Scene) {
    let Some(&Overlay::Settings(here)) = app.top_panel() else {
        return;
    };
    let screen = scene.area;
    let wide = MAX_WIDTH.min(screen.width);
    let room = screen.height.saturating_sub(2);
    let high = (HEADER_ROWS + row_count(app) + DESCRIPTION_ROWS).min(room);
    let air = u16::from(screen.width > wide);
    let panel = Rect::new(screen.width - wide - air, room - high + 1, wide, high);
    scene.add(panel, ItemKind::Panel, Hit::Target(Target::Panel));
    for y in 0..row_count(app) {
        let area = Rect::new(panel.x + 1, panel.y + HEADER_ROWS + y, panel.width, 1);
        let inside = area.intersection(panel);
        // The complaints share a row, at which the keys go through them.
        let row = match usize::from(y) == Setting::ALL.len() {
            true => here.max(y.into()),
            false => y.into(),
        };
        scene.add(
            inside,
            ItemKind::Setting(row),
            Hit::Target(Target::Entry(row)),
        );
    }
}

/// The rows of the settings: one each, and one for what in their file cannot be followed.
pub fn row_count(app: &App) -> u16 {
    let complaints = usize::from(!app.config_errors.is_empty());
    (Setting::ALL.len() + complaints) as u16
}
