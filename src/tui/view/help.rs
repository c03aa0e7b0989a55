//! The help, over everything else.

use super::pen::Pen;
use crate::tui::app::App;
use crate::tui::help::{self, Line, Page};
use crate::tui::scene::{Scene, Shape};
use crate::tui::theme::Role;
use crate::tui::wrap::width;

/// Draws a page of the help, scrolled down by so many lines.
pub(super) fn draw(pen: &mut Pen<'_>, scene: &Scene, app: &App, page: Page, scroll: usize) {
    let (_, rows) = help::room((scene.area.width, scene.area.height));
    let mut panels = scene.items.iter().filter(|item| item.shape == Shape::Panel);
    let Some(panel) = panels.next_back().map(|item| item.area) else {
        return;
    };
    pen.panel(panel);
    for item in &scene.items {
        if let Shape::Tab(tab) = item.shape {
            let name = help::title(app, tab);
            let (name, role) = match tab == page {
                true => (format!("[{name}]"), Role::PanelStrong),
                false => (format!(" {name} "), Role::Panel),
            };
            pen.write(item.area.x, item.area.y, &name, role);
        }
    }
    let lines = help::lines(app, page);
    // A window that has grown may show more of the end.
    let scroll = scroll.min(lines.len().saturating_sub(rows.into()));
    for (n, line) in lines.iter().skip(scroll).take(rows.into()).enumerate() {
        let (x, y) = (panel.x + 2, panel.y + 2 + n as u16);
        match line {
            Line::Words(words) => {
                let heading = words.chars().all(|c| !c.is_lowercase());
                let role = if heading {
                    Role::PanelStrong
                } else {
                    Role::Panel
                };
                pen.write(x, y, words, role);
            }
            Line::Keys(keys, about) => {
                pen.write(x, y, keys, Role::PanelStrong);
                let after = x + help::KEYS.max(width(keys) + 1);
                pen.write(after, y, about, Role::Panel);
            }
        }
    }
    let hidden = lines.len().saturating_sub(scroll + usize::from(rows));
    pen.write_scroll(panel, scroll, hidden);
}
