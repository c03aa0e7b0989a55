//! Where the help lies, and the names of its pages.

use ratatui::layout::Rect;

use super::{Hit, ItemKind, Scene, Target};
use crate::tui::action::Action;
use crate::tui::app::{App, Overlay};
use crate::tui::help::{self, HelpPage};
use crate::tui::wrap::display_width;

/// Adds the help to a scene, if it is open.
pub(super) fn lay_out(app: &App, scene: &mut Scene) {
    let Some(Overlay::Help) = app.top_panel() else {
        return;
    };
    let screen = scene.area;
    let (columns, _) = help::text_size((screen.width, screen.height));
    let wide = (columns + 4).min(screen.width);
    let left = (screen.width - wide) / 2;
    let panel = Rect::new(left, 0, wide, screen.height.saturating_sub(1));
    scene.add(panel, ItemKind::Panel, Hit::Target(Target::Panel));
    let mut x = panel.x + 1;
    for tab in [HelpPage::Keys, HelpPage::Rules] {
        let name = display_width(&help::page_title(app, tab)) + 2;
        let area = Rect::new(x, panel.y, name, 1).intersection(panel);
        let hit = match tab == app.help.page {
            true => Hit::Target(Target::Panel),
            false => Hit::Button(Action::NextGroup),
        };
        scene.add(area, ItemKind::HelpTab(tab), hit);
        x += name + 1;
    }
}
