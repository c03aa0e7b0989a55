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
    let Some(Overlay::Settings(_)) = app.panel() else {
        return;
    };
    let screen = scene.area;
    let wide = WIDTH.min(screen.width);
    let room = screen.height.saturating_sub(2);
    let high = (HEAD + Setting::ALL.len() as u16 + WORDS).min(room);
    let air = u16::from(screen.width > wide);
    let panel = Rect::new(screen.width - wide - air, room - high + 1, wide, high);
    scene.add(panel, Shape::Panel, Hit::On(Target::Panel));
    for row in 0..Setting::ALL.len() {
        let area = Rect::new(panel.x + 1, panel.y + HEAD + row as u16, panel.width, 1);
        let inside = area.intersection(panel);
        scene.add(inside, Shape::Setting(row), Hit::On(Target::Entry(row)));
    }
}
