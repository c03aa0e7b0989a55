//! Where the settings lie: at the right, so that what they change is seen beside them.

use ratatui::layout::Rect;

use super::{Hit, Scene, Shape, Target};
use crate::store::settings::Setting;
use crate::tui::app::{App, Overlay};

/// The columns of the panel.
const WIDTH: u16 = 46;
/// The rows before the settings, and those for words about them.
pub const HEAD: u16 = 2;
const WORDS: u16 = 8;

/// Adds the settings to a scene, if they are open.
pub(super) fn lay_out(app: &App, scene: &mut Scene) {
    let Some(&Overlay::Settings(here)) = app.panel() else {
        return;
    };
    let screen = scene.area;
    let wide = WIDTH.min(screen.width);
    let room = screen.height.saturating_sub(2);
    let high = (HEAD + rows(app) + WORDS).min(room);
    let air = u16::from(screen.width > wide);
    let panel = Rect::new(screen.width - wide - air, room - high + 1, wide, high);
    scene.add(panel, Shape::Panel, Hit::On(Target::Panel));
    for y in 0..rows(app) {
        let area = Rect::new(panel.x + 1, panel.y + HEAD + y, panel.width, 1);
        let inside = area.intersection(panel);
        // The complaints share a row, at which the keys go through them.
        let row = match usize::from(y) == Setting::ALL.len() {
            true => here.max(y.into()),
            false => y.into(),
        };
        scene.add(inside, Shape::Setting(row), Hit::On(Target::Entry(row)));
    }
}

/// The rows of the settings: one each, and one for what in their file cannot be followed.
pub fn rows(app: &App) -> u16 {
    let complaints = usize::from(!app.complaints.is_empty());
    (Setting::ALL.len() + complaints) as u16
}
