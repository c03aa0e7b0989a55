//! The settings, over the screen.

use ratatui::layout::Rect;

use super::pen::Pen;
use crate::cards::{Card, Rank, Suit};
use crate::escape::escaped;
use crate::store::settings::Setting;
use crate::tui::app::App;
use crate::tui::scene::{self, Scene, Shape};
use crate::tui::theme::Role;
use crate::tui::wrap::wrap;

/// The columns from a setting's name to its value.
const VALUE: u16 = 18;

/// Draws the settings, the keys being on one of them.
pub(super) fn draw(pen: &mut Pen<'_>, scene: &Scene, app: &App, here: usize) {
    for item in &scene.items {
        match item.shape {
            Shape::Panel => {
                pen.panel(item.area);
                pen.write(item.area.x + 2, item.area.y, "settings", Role::PanelStrong);
                let mut x = item.area.right().saturating_sub(18);
                for suit in Suit::ALL {
                    let card = Card::new(Rank::ACE, suit);
                    let ink = pen.look.ink(card, Role::Paper);
                    let face = format!(" {}", pen.look.face(card));
                    x = pen.write_styled(x, item.area.y, &face, ink) + 1;
                }
                words(pen, item.area, app, here);
            }
            Shape::Setting(row) => {
                let role = if row == here {
                    Role::Selected
                } else {
                    Role::Panel
                };
                let area = item.area;
                let inner = Rect {
                    width: area.width.saturating_sub(2),
                    ..area
                };
                pen.fill(inner, " ", role);
                if row == here {
                    pen.write(area.x, area.y, pen.look.glyphs().cursor, role);
                }
                let (name, value) = told(app, row);
                pen.write(area.x + 2, area.y, name, role);
                pen.write(area.x + 2 + VALUE, area.y, &value, role);
            }
            _ => {}
        }
    }
}

/// A setting's name and its value; behind them, which complaint it is.
fn told(app: &App, row: usize) -> (&'static str, String) {
    let Some(&setting) = Setting::ALL.get(row) else {
        let number = row + 1 - Setting::ALL.len();
        let count = app.complaints.len();
        return ("not followed", format!("{number} of {count}"));
    };
    let not_now = app.overruled(setting).map_or("", |_| " (not now)");
    (setting.name(), format!("{}{not_now}", app.value(setting)))
}

/// Draws what is said of the row the keys are on, as far as there is room below the rows.
fn words(pen: &mut Pen<'_>, panel: Rect, app: &App, here: usize) {
    let columns = usize::from(panel.width.saturating_sub(4));
    let about = about(app, here);
    let lines = about.iter().flat_map(|words| wrap(words, columns));
    let top = panel.y + scene::SETTINGS_HEAD + scene::settings_rows(app) + 1;
    for (line, y) in lines.zip(top..panel.bottom() - 1) {
        pen.write(panel.x + 2, y, &line, Role::Panel);
    }
}

/// What a setting does, and where all of them are kept; or a complaint and those after it.
fn about(app: &App, here: usize) -> Vec<String> {
    let Some(&setting) = Setting::ALL.get(here) else {
        let complaints = app.complaints.iter().skip(here - Setting::ALL.len());
        return complaints.map(ToString::to_string).collect();
    };
    let about = match app.overruled(setting) {
        None => setting.about().to_owned(),
        Some(why) => format!("{}; {why}", setting.about()),
    };
    let kept = match &app.settings_file {
        Some(file) => format!("Keys are set in {}", escaped(&file.to_string_lossy())),
        None => "This system has no folder to keep them in".to_owned(),
    };
    vec![about, kept]
}
