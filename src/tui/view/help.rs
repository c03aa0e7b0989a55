//! The help, over everything else.

use super::pen::Pen;
use crate::tui::app::App;
use crate::tui::help::{self, Line};
use crate::tui::scene::{Scene, Shape};
use crate::tui::theme::Role;
use crate::tui::wrap::width;

/// Draws the page of the help that is open, with what is looked for marked.
pub(super) fn draw(pen: &mut Pen<'_>, scene: &Scene, app: &App) {
    let help = &app.help;
    let (_, rows) = help::room((scene.area.width, scene.area.height));
    let mut panels = scene.items.iter().filter(|item| item.shape == Shape::Panel);
    let Some(panel) = panels.next_back().map(|item| item.area) else {
        return;
    };
    pen.panel(panel);
    for item in &scene.items {
        if let Shape::Tab(tab) = item.shape {
            let name = help::title(app, tab);
            let (name, role) = match tab == help.page {
                true => (format!("[{name}]"), Role::PanelStrong),
                false => (format!(" {name} "), Role::Panel),
            };
            pen.write(item.area.x, item.area.y, &name, role);
        }
    }
    let lines = help::lines(app, help.page);
    // A window that has grown may show more of the end.
    let scroll = help.scroll.min(lines.len().saturating_sub(rows.into()));
    let shown = lines.iter().enumerate().skip(scroll).take(rows.into());
    for ((n, line), y) in shown.zip(panel.y + 2..) {
        let x = panel.x + 2;
        if help.found == Some((help.page, n)) {
            pen.write(panel.x, y, pen.look.glyphs().cursor, Role::PanelStrong);
        }
        match line {
            Line::Words(words) => {
                let heading = words.chars().all(|c| !c.is_lowercase());
                let role = if heading {
                    Role::PanelStrong
                } else {
                    Role::Panel
                };
                write(pen, (x, y), words, role, &help.sought);
            }
            Line::Keys(keys, about) => {
                write(pen, (x, y), keys, Role::PanelStrong, &help.sought);
                let after = x + help::KEYS.max(width(keys) + 1);
                write(pen, (after, y), about, Role::Panel, &help.sought);
            }
        }
    }
    let hidden = lines.len().saturating_sub(scroll + usize::from(rows));
    pen.write_scroll(panel, scroll, hidden);
}

/// Writes words, and marks in them what is looked for.
fn write(pen: &mut Pen<'_>, (x, y): (u16, u16), words: &str, role: Role, sought: &str) {
    pen.write(x, y, words, role);
    for place in help::places(words, sought) {
        let before = width(&words[..place.start]);
        pen.write(x + before, y, &words[place], Role::Selected);
    }
}
