//! Draws what the scene says, from the state; changes nothing.

pub mod pen;

use ratatui::buffer::Buffer;

use super::app::App;
use super::scene::Scene;
use super::theme::Role;
use pen::Pen;

/// Draws a whole screen.
pub fn draw(app: &App, scene: &Scene, buffer: &mut Buffer) {
    let mut pen = Pen::new(buffer, app.look);
    pen.fill(scene.area, " ", Role::Ground);
}
