//! The help, over everything else.

use super::painter::Painter;
use crate::tui::app::App;
use crate::tui::help::{self, HelpLine};
use crate::tui::scene::{ItemKind, Scene};
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// Draws the page of the help that is open, with what is looked for marked.
pub(super) fn draw(pen: &mut Painter<'_>, scene: &Scene, app: &App) {
    let help = &app.help;
    let (_, rows) = help::text_size((scene.area.width, scene.area.height));
    let mut panels = scene
        .items
        .iter()
        .filter(|item| item.kind == ItemKind::Panel);
    let Some(panel) = panels.next_back().map(|item| item.area) else {
        return;
    };
    pen.draw_panel(panel);
    for item in &scene.items {
        if let ItemKind::HelpTab(tab) = item.kind {
            let name = help::page_title(app, tab);
            let (name, role) = match tab == help.page {
                true => (format!("[{name}]"), StyleRole::PanelStrong),
                false => (format!(" {name} "), StyleRole::Panel),
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
        if help.current_match == Some((help.page, n)) {
            pen.write(
                panel.x,
                y,
                pen.appearance.glyphs().cursor,
                StyleRole::PanelStrong,
            );
        }
        match line {
            HelpLine::Text(words) => {
                let heading = words.chars().all(|c| !c.is_lowercase());
                let role = if heading {
                    StyleRole::PanelStrong
                } else {
                    StyleRole::Panel
                };
                write_highlighted(pen, (x, y), words, role, &help.query);
            }
            HelpLine::Keys(keys, about) => {
                write_highlighted(pen, (x, y), keys, StyleRole::PanelStrong, &help.query);
                let after = x + help::KEY_COLUMN_WIDTH.max(display_width(keys) + 1);
                write_highlighted(pen, (after, y), about, StyleRole::Panel, &help.query);
            }
        }
    }
    let hidden = lines.len().saturating_sub(scroll + usize::from(rows));
    pen.write_scroll_indicator(panel, scroll, hidden);
}

/// Writes words, and marks in them what is looked for.
fn write_highlighted(
    pen: &mut Painter<'_>,
    (x, y): (u16, u16),
    words: &str,
    role: StyleRole,
    sought: &str,
) {
    pen.write(x, y, words, role);
    for place in help::match_ranges(words, sought) {
        let before = display_width(&words[..place.start]);
        pen.write(x + before, y, &words[place], StyleRole::SelectedEntry);
    }
}
