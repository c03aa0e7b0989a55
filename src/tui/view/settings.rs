//! The settings, over the screen.

use ratatui::layout::Rect;

use super::painter::Painter;
use crate::cards::{Card, Rank, Suit};
use crate::escape::escape_text;
use crate::storage::settings::Setting;
use crate::tui::app::App;
use crate::tui::scene::{self, ItemKind, Scene};
use crate::tui::theme::StyleRole;
use crate::tui::wrap::wrap;

/// The columns from a setting's name to its value.
const VALUE_COLUMN: u16 = 18;

/// Draws the settings, the keys being on one of them.
pub(super) fn draw(pen: &mut Painter<'_>, scene: &Scene, app: &App, here: usize) {
    for item in &scene.items {
        match item.kind {
            ItemKind::Panel => {
                pen.draw_panel(item.area);
                pen.write(
                    item.area.x + 2,
                    item.area.y,
                    "settings",
                    StyleRole::PanelStrong,
                );
                let mut x = item.area.right().saturating_sub(18);
                for suit in Suit::ALL {
                    let card = Card::new(Rank::ACE, suit);
                    let ink = pen.appearance.card_style(card, StyleRole::CardFace);
                    let face = format!(" {}", pen.appearance.card_text(card));
                    x = pen.write_styled(x, item.area.y, &face, ink) + 1;
                }
                draw_description(pen, item.area, app, here);
            }
            ItemKind::Setting(row) => {
                let role = if row == here {
                    StyleRole::SelectedEntry
                } else {
                    StyleRole::Panel
                };
                let area = item.area;
                let inner = Rect {
                    width: area.width.saturating_sub(2),
                    ..area
                };
                pen.fill(inner, " ", role);
                if row == here {
                    pen.write(area.x, area.y, pen.appearance.glyphs().cursor, role);
                }
                let (name, value) = name_and_value(app, row);
                pen.write(area.x + 2, area.y, name, role);
                pen.write(area.x + 2 + VALUE_COLUMN, area.y, &value, role);
            }
            _ => {}
        }
    }
}

/// A setting's name and its value; behind them, which complaint it is.
fn name_and_value(app: &App, row: usize) -> (&'static str, String) {
    let Some(&setting) = Setting::ALL.get(row) else {
        let number = row + 1 - Setting::ALL.len();
        let count = app.config_errors.len();
        return ("not followed", format!("{number} of {count}"));
    };
    let not_now = app.override_reason(setting).map_or("", |_| " (not now)");
    (
        setting.name(),
        format!("{}{not_now}", app.setting_value(setting)),
    )
}

/// Draws what is said of the row the keys are on, as far as there is room below the rows.
fn draw_description(pen: &mut Painter<'_>, panel: Rect, app: &App, here: usize) {
    let columns = usize::from(panel.width.saturating_sub(4));
    let about = description(app, here);
    let lines = about.iter().flat_map(|words| wrap(words, columns));
    let top = panel.y + scene::SETTINGS_HEADER_ROWS + scene::settings_row_count(app) + 1;
    for (line, y) in lines.zip(top..panel.bottom() - 1) {
        pen.write(panel.x + 2, y, &line, StyleRole::Panel);
    }
}

/// What a setting does, and where all of them are kept; or a complaint and those after it.
fn description(app: &App, here: usize) -> Vec<String> {
    let Some(&setting) = Setting::ALL.get(here) else {
        let complaints = app.config_errors.iter().skip(here - Setting::ALL.len());
        return complaints.map(ToString::to_string).collect();
    };
    let about = match app.override_reason(setting) {
        None => setting.description().to_owned(),
        Some(why) => format!("{}; {why}", setting.description()),
    };
    let kept = match &app.settings_path {
        Some(file) => format!("Keys are set in {}", escape_text(&file.to_string_lossy())),
        None => "This system has no folder to keep them in".to_owned(),
    };
    vec![about, kept]
}
