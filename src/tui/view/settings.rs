//! The settings, over the screen.

use super::pen::Pen;
use crate::cards::{Card, Rank, Suit};
use crate::escape::escaped;
use crate::store::settings::Switch;
use crate::tui::app::App;
use crate::tui::scene::{Scene, Shape};
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
                let inner = ratatui::layout::Rect {
                    width: area.width.saturating_sub(2),
                    ..area
                };
                pen.fill(inner, " ", role);
                if row == here {
                    pen.write(area.x, area.y, pen.look.glyphs().cursor, role);
                }
                let (name, value) = told(app, row);
                pen.write(area.x + 2, area.y, name, role);
                pen.write(area.x + 2 + VALUE, area.y, value, role);
            }
            _ => {}
        }
    }
}

/// A setting's name and its value.
fn told(app: &App, row: usize) -> (&'static str, &'static str) {
    match row.checked_sub(1).map(|at| Switch::ALL[at]) {
        None => ("theme", app.settings.theme.name()),
        Some(switch) => {
            let value = match (app.settings.is_on(switch), app.overruled(switch)) {
                (true, None) => "on",
                (false, None) => "off",
                (true, Some(_)) => "on (not now)",
                (false, Some(_)) => "off (not now)",
            };
            (switch.name(), value)
        }
    }
}

/// Draws what the setting does, and where all of them are kept.
fn words(pen: &mut Pen<'_>, panel: ratatui::layout::Rect, app: &App, here: usize) {
    let about = match here.checked_sub(1).map(|at| Switch::ALL[at]) {
        None => "the colours of everything".to_owned(),
        Some(switch) => match app.overruled(switch) {
            None => switch.about().to_owned(),
            Some(why) => format!("{}; {why}", switch.about()),
        },
    };
    let kept = match &app.settings_file {
        Some(file) => format!("Keys are set in {}", escaped(&file.to_string_lossy())),
        None => "This system has no folder to keep them in".to_owned(),
    };
    let room = usize::from(panel.width.saturating_sub(4));
    let top = panel.bottom().saturating_sub(5);
    let about = wrap(&about, room).into_iter().take(2).enumerate();
    for (n, line) in about {
        pen.write(panel.x + 2, top + n as u16, &line, Role::Panel);
    }
    for (n, line) in wrap(&kept, room).into_iter().take(2).enumerate() {
        pen.write(panel.x + 2, top + 2 + n as u16, &line, Role::Panel);
    }
}
