//! Draws what the scene says, from the state; changes nothing.

mod card;
mod game_over;
mod hand;
mod help;
mod markers;
mod menu;
mod painter;
mod peek;
mod replay;
mod results;
mod settings;
mod status_lines;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::app::{App, Overlay, Screen};
use super::scene::{ItemKind, MenuPart, Scene};
use super::table_state::TableState;
use super::theme::StyleRole;
use super::wrap::display_width;
use crate::session::Ending;
use markers::Markers;
use painter::Painter;

/// Draws a whole screen on a buffer that is empty.
pub fn draw(app: &App, scene: &Scene, buffer: &mut Buffer) {
    let mut pen = Painter::new(buffer, app.appearance);
    if app.appearance.style(StyleRole::Background) != Style::new() {
        pen.fill(scene.area, " ", StyleRole::Background);
    }
    if let Some(needs) = scene.min_size {
        draw_too_small(&mut pen, scene.area, app, needs);
        return;
    }
    match (app.screen, app.active_table()) {
        (Screen::Menu, _) | (_, None) => draw_menu(&mut pen, scene, app),
        (_, Some(seat)) => draw_table(&mut pen, scene, seat),
    }
    if let (Screen::Replay, Some(replay)) = (app.screen, &app.replay) {
        replay::draw_header(&mut pen, scene.area, replay);
    }
    status_lines::draw_footer(&mut pen, app, scene);
    draw_overlays(&mut pen, scene, app);
    status_lines::draw_message(&mut pen, app, scene);
    if let Some(seat) = app.active_table() {
        draw_floating_cards(&mut pen, scene, seat);
    }
}

fn draw_menu(pen: &mut Painter<'_>, scene: &Scene, app: &App) {
    let menu = &app.menu;
    for item in &scene.items {
        match item.kind {
            ItemKind::Menu(MenuPart::Title) => menu::draw_title(pen, item.area),
            ItemKind::Menu(MenuPart::Description) => menu::draw_description(pen, item.area, app),
            ItemKind::Menu(MenuPart::Row(row)) => menu::draw_row(pen, item.area, app, row),
            ItemKind::Menu(MenuPart::Value(row, value)) => {
                menu::draw_value(pen, item.area, menu, row, value);
            }
            _ => {}
        }
    }
}

/// Draws what lies over the screen.
fn draw_overlays(pen: &mut Painter<'_>, scene: &Scene, app: &App) {
    match (app.top_panel(), &app.table) {
        (Some(Overlay::Help), _) => help::draw(pen, scene, app),
        (Some(Overlay::Results), _) => results::draw(pen, scene, app),
        (Some(&Overlay::Settings(here)), _) => settings::draw(pen, scene, app, here),
        (Some(&Overlay::Peek(place)), Some(seat)) => peek::draw(pen, scene.area, seat, place),
        _ => {}
    }
    if let (Some(end), Some(seat)) = (&scene.game_over, &app.table) {
        if seat.session.ending() == Some(Ending::Won) {
            // All cards are in it: nothing is left on the table that is worth a look.
            let below = scene.message_row.min(scene.footer_row);
            let table = Rect::new(0, 1, scene.area.width, below.saturating_sub(1));
            pen.fill(table, " ", StyleRole::Background);
        }
        game_over::draw(pen, scene, seat, end);
    }
}

/// Draws a game's header and piles.
pub fn draw_table(pen: &mut Painter<'_>, scene: &Scene, seat: &TableState) {
    status_lines::draw_header(pen, scene.area, seat);
    let marks = Markers::new(seat);
    for item in &scene.items {
        card::draw(pen, item, &marks);
    }
    if seat.is_hand_game() {
        hand::draw_caption(pen, scene, seat);
    }
}

/// Draws the cards over the table.
fn draw_floating_cards(pen: &mut Painter<'_>, scene: &Scene, seat: &TableState) {
    for floating in &scene.floating_cards {
        match floating.card {
            Some(card) => card::draw_face(pen, floating.area, card, floating.style),
            None => card::draw_back(pen, floating.area, ""),
        }
    }
    if let (Some(first), Some(drag)) = (scene.floating_cards.first(), seat.drag) {
        Markers::new(seat).draw_drag_marker(pen, first.area, drag.over);
    }
}

/// Says what a window too small needs, in as many words as it can hold.
fn draw_too_small(pen: &mut Painter<'_>, area: Rect, app: &App, (columns, rows): (u16, u16)) {
    let title = match (app.screen, app.active_table()) {
        (Screen::Menu, _) | (_, None) => "the menu",
        (_, Some(seat)) => seat.game().rules().info().title,
    };
    let lines = [
        format!("{title} needs {columns}x{rows}"),
        format!("this window has {}x{}", area.width, area.height),
    ];
    let short = format!("{columns}x{rows}");
    if lines.iter().any(|line| display_width(line) > area.width) || area.height < 2 {
        pen.write(0, area.height / 2, &short, StyleRole::Text);
        return;
    }
    let top = area.height / 2 - 1;
    for (n, line) in lines.iter().enumerate() {
        let x = (area.width - display_width(line)) / 2;
        pen.write(x, top + n as u16, line, StyleRole::Text);
    }
}
