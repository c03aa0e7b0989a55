//! Draws what the scene says, from the state; changes nothing.

mod end;
mod help;
mod menu;
pub mod pen;
mod words;

use ratatui::buffer::Buffer;

use super::app::{App, Mode, Overlay};
use super::scene::{MenuPart, Scene, Shape};
use super::theme::Role;
use pen::Pen;

/// Draws a whole screen.
pub fn draw(app: &App, scene: &Scene, buffer: &mut Buffer) {
    let mut pen = Pen::new(buffer, app.look);
    pen.fill(scene.area, " ", Role::Ground);
    for item in &scene.items {
        match item.shape {
            Shape::Menu(MenuPart::Title) => menu::title(&mut pen, item.area),
            Shape::Menu(MenuPart::Blurb) => menu::blurb(&mut pen, item.area, &app.menu),
            Shape::Menu(MenuPart::Row(row)) => menu::row(&mut pen, item.area, &app.menu, row),
            Shape::Words(_) => {}
        }
    }
    over(&mut pen, scene, app);
}

/// Draws what lies over the screen.
fn over(pen: &mut Pen<'_>, scene: &Scene, app: &App) {
    match (app.overlays.last(), &app.seat) {
        (Some(&Overlay::Help { page, scroll }), _) => {
            help::draw(pen, scene.area, app, page, scroll);
        }
        (None, Some(seat)) if app.mode() == Mode::Ended => {
            if let Some(ending) = seat.ending {
                end::draw(pen, scene.area, app, seat, ending);
            }
        }
        _ => {}
    }
}
