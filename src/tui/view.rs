//! Draws what the scene says, from the state; changes nothing.

mod card;
pub(super) mod end;
mod hand;
mod help;
mod lines;
mod marks;
mod menu;
mod peek;
pub mod pen;
mod replay;
mod settings;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::{App, Overlay, Screen};
use super::menu::Menu;
use super::scene::{MenuPart, Scene, Shape};
use super::seat::Seat;
use super::theme::Role;
use crate::rules::Rules;
use marks::Marks;
use pen::{Pen, width};

/// Draws a whole screen.
pub fn draw(app: &App, scene: &Scene, buffer: &mut Buffer) {
    let mut pen = Pen::new(buffer, app.look);
    pen.fill(scene.area, " ", Role::Ground);
    if let Some(needs) = scene.needs {
        too_small(&mut pen, scene.area, app, needs);
        return;
    }
    match (app.screen, app.shown()) {
        (Screen::Menu, _) | (_, None) => self::menu(&mut pen, scene, &app.menu),
        (_, Some(seat)) => table(&mut pen, scene, seat),
    }
    if let (Screen::Replay, Some(replay)) = (app.screen, &app.replay) {
        replay::header(&mut pen, scene.area, replay);
    }
    lines::footer(&mut pen, app, scene);
    over(&mut pen, scene, app);
}

fn menu(pen: &mut Pen<'_>, scene: &Scene, menu: &Menu) {
    for item in &scene.items {
        match item.shape {
            Shape::Menu(MenuPart::Title) => menu::title(pen, item.area),
            Shape::Menu(MenuPart::Blurb) => menu::blurb(pen, item.area, menu),
            Shape::Menu(MenuPart::Row(row)) => menu::row(pen, item.area, menu, row),
            Shape::Menu(MenuPart::Value(row, value)) => {
                menu::value(pen, item.area, menu, row, value);
            }
            _ => {}
        }
    }
}

/// Draws what lies over the screen.
fn over(pen: &mut Pen<'_>, scene: &Scene, app: &App) {
    match (app.overlays.last(), &app.seat) {
        (Some(&Overlay::Help { page, scroll }), _) => {
            help::draw(pen, scene, app, page, scroll);
        }
        (Some(&Overlay::Settings(here)), _) => settings::draw(pen, scene, app, here),
        (Some(&Overlay::Peek(place)), Some(seat)) => peek::draw(pen, scene.area, seat, place),
        _ => {}
    }
    if let Some(end) = &scene.end {
        end::draw(pen, scene, end);
    }
}

/// Draws a game's header and piles.
pub fn table(pen: &mut Pen<'_>, scene: &Scene, seat: &Seat) {
    lines::header(pen, scene.area, seat);
    let marks = Marks::of(seat);
    for item in &scene.items {
        card::draw(pen, item, &marks);
    }
    for floating in &scene.floating {
        card::face(pen, floating.area, floating.card, Role::Picked);
    }
    if let Some(first) = scene.floating.first() {
        marks.draw_carried(pen, first.area);
    }
    if seat.in_hand() {
        hand::words(pen, scene, seat);
    }
}

/// Says what a window too small needs, in as many words as it can hold.
fn too_small(pen: &mut Pen<'_>, area: Rect, app: &App, (columns, rows): (u16, u16)) {
    let title = match (app.screen, app.shown()) {
        (Screen::Menu, _) | (_, None) => "the menu",
        (_, Some(seat)) => seat.game().rules().profile().title,
    };
    let lines = [
        format!("{title} needs {columns}x{rows}"),
        format!("here are {}x{}", area.width, area.height),
    ];
    let short = format!("{columns}x{rows}");
    if lines.iter().any(|line| width(line) > area.width) || area.height < 2 {
        pen.write(0, area.height / 2, &short, Role::Text);
        return;
    }
    let top = area.height / 2 - 1;
    for (n, line) in lines.iter().enumerate() {
        let x = (area.width - width(line)) / 2;
        pen.write(x, top + n as u16, line, Role::Text);
    }
}
