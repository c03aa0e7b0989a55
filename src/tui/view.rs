//! Draws what the scene says, from the state; changes nothing.

mod card;
mod end;
mod hand;
mod help;
mod ledger;
mod lines;
mod marks;
mod menu;
mod peek;
mod pen;
mod replay;
mod settings;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::app::{App, Overlay, Screen};
use super::scene::{MenuPart, Scene, Shape};
use super::seat::{Ending, Seat};
use super::theme::Role;
use super::wrap::width;
use crate::rules::Rules;
use marks::Marks;
use pen::Pen;

/// Draws a whole screen on a buffer that is empty.
pub fn draw(app: &App, scene: &Scene, buffer: &mut Buffer) {
    let mut pen = Pen::new(buffer, app.look);
    if app.look.style(Role::Ground) != Style::new() {
        pen.fill(scene.area, " ", Role::Ground);
    }
    if let Some(needs) = scene.needs {
        too_small(&mut pen, scene.area, app, needs);
        return;
    }
    match (app.screen, app.shown()) {
        (Screen::Menu, _) | (_, None) => self::menu(&mut pen, scene, app),
        (_, Some(seat)) => table(&mut pen, scene, seat),
    }
    if let (Screen::Replay, Some(replay)) = (app.screen, &app.replay) {
        replay::header(&mut pen, scene.area, replay);
    }
    lines::footer(&mut pen, app, scene);
    over(&mut pen, scene, app);
    lines::message(&mut pen, app, scene);
    if let Some(seat) = app.shown() {
        floating(&mut pen, scene, seat);
    }
}

fn menu(pen: &mut Pen<'_>, scene: &Scene, app: &App) {
    let menu = &app.menu;
    for item in &scene.items {
        match item.shape {
            Shape::Menu(MenuPart::Title) => menu::title(pen, item.area),
            Shape::Menu(MenuPart::Blurb) => menu::blurb(pen, item.area, app),
            Shape::Menu(MenuPart::Row(row)) => menu::row(pen, item.area, app, row),
            Shape::Menu(MenuPart::Value(row, value)) => {
                menu::value(pen, item.area, menu, row, value);
            }
            _ => {}
        }
    }
}

/// Draws what lies over the screen.
fn over(pen: &mut Pen<'_>, scene: &Scene, app: &App) {
    match (app.panel(), &app.seat) {
        (Some(Overlay::Help), _) => help::draw(pen, scene, app),
        (Some(Overlay::Ledger), _) => ledger::draw(pen, scene, app),
        (Some(&Overlay::Settings(here)), _) => settings::draw(pen, scene, app, here),
        (Some(&Overlay::Peek(place)), Some(seat)) => peek::draw(pen, scene.area, seat, place),
        _ => {}
    }
    if let (Some(end), Some(seat)) = (&scene.end, &app.seat) {
        if seat.ending == Some(Ending::Won) {
            // All cards are in it: nothing is left on the table that is worth a look.
            let below = scene.message.min(scene.keys);
            let table = Rect::new(0, 1, scene.area.width, below.saturating_sub(1));
            pen.fill(table, " ", Role::Ground);
        }
        end::draw(pen, scene, seat, end);
    }
}

/// Draws a game's header and piles.
pub fn table(pen: &mut Pen<'_>, scene: &Scene, seat: &Seat) {
    lines::header(pen, scene.area, seat);
    let marks = Marks::of(seat);
    for item in &scene.items {
        card::draw(pen, item, &marks);
    }
    if seat.in_hand() {
        hand::words(pen, scene, seat);
    }
}

/// Draws the cards over the table.
fn floating(pen: &mut Pen<'_>, scene: &Scene, seat: &Seat) {
    for floating in &scene.floating {
        match floating.card {
            Some(card) => card::face(pen, floating.area, card, floating.ground),
            None => card::back(pen, floating.area, ""),
        }
    }
    if let (Some(first), Some(drag)) = (scene.floating.first(), seat.dragged) {
        Marks::of(seat).draw_carried(pen, first.area, drag.over);
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
        format!("this window has {}x{}", area.width, area.height),
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
