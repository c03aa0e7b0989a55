//! Where the parts of the menu lie.

use std::ops::Range;

use ratatui::layout::Rect;

use super::{Hit, Scene, Shape, Target};
use crate::rules::Variant;
use crate::tui::menu::{Menu, Row};
use crate::tui::wrap;

/// The columns of the whole menu, of the list of games, and of an option's name.
const WIDTH: u16 = 78;
const LIST: u16 = 17;
const GAP: u16 = 2;
/// The rows of the title, which is left out where there is no room for it.
const TITLE: u16 = 6;
/// Where an option's values begin, from the left of its row.
const VALUES: u16 = 20;
/// The rows above the games begun.
const HEAD: u16 = 3;
/// The columns the menu can be used in.
const LEAST_WIDTH: u16 = 60;

/// The rows that the longest list of options takes, or the games: one number for all games, so
/// that nothing jumps.
fn body() -> u16 {
    let options = Variant::ALL.iter().map(|game| game.options.len()).max();
    let panel = 4 + 2 * options.unwrap_or(0) + 3;
    panel.max(2 * Variant::ALL.len() + 1) as u16
}

/// The games begun that there is room for: some before the one the keys are on, some after.
fn shown(menu: &Menu, room: usize) -> Range<usize> {
    let count = menu.begun().len();
    let here = match menu.row() {
        Row::Sitting(n) => n,
        _ => 0,
    };
    let first = here
        .saturating_sub(room / 2)
        .min(count.saturating_sub(room));
    first..count.min(first + room)
}

/// A part of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuPart {
    /// The name of the program, in cards.
    Title,
    /// What the chosen game says of itself.
    Blurb,
    /// A row that can be chosen.
    Row(Row),
    /// A value that an option or the source can have, from 0.
    Value(Row, usize),
}

/// Adds the menu to a scene.
pub(super) fn lay_out(menu: &Menu, scene: &mut Scene) {
    let area = scene.area;
    let body = body();
    let least = (LEAST_WIDTH, body + 2);
    if area.width < least.0 || area.height < least.1 {
        scene.needs = Some(least);
        return;
    }
    let width = area.width.min(WIDTH);
    let left = area.x + (area.width - width) / 2;
    let title = if area.height >= TITLE + body + 4 {
        TITLE
    } else {
        0
    };
    let spare = area.height - 2 - title - body;
    let mut top = area.y + (spare / 3).max(1);
    let mut add = |area: Rect, part: MenuPart, target: Target| {
        scene.add(area, Shape::Menu(part), Hit::On(target));
    };
    if title > 0 {
        let area = Rect::new(left, top, width, title);
        add(area, MenuPart::Title, Target::Felt);
        top += title + 1;
    }
    let list = Rect::new(left, top, LIST, body);
    let panel = Rect::new(left + LIST + GAP, top, width - LIST - GAP, body);
    add(panel, MenuPart::Blurb, Target::Felt);
    let more = |wanted: bool| u16::from(wanted && width < WIDTH);
    let few = menu.profile().options.len() as u16;
    let few = 4 + 3 * few + 3 <= body;
    let shown = shown(menu, usize::from(body - HEAD));
    for (n, row) in menu.rows().enumerate() {
        let area = match row {
            Row::Begun => Rect::new(
                list.x,
                list.y + 2 * Variant::ALL.len() as u16,
                list.width,
                1,
            ),
            Row::Sitting(n) if shown.contains(&n) => {
                let y = panel.y + HEAD + (n - shown.start) as u16;
                Rect::new(panel.x, y, panel.width, 1)
            }
            Row::Sitting(_) => continue,
            Row::Game(n) => Rect::new(list.x, list.y + 2 * n as u16, list.width, 1),
            // In a narrow window options take a row more, all of them if they are few, else the one
            // the keys are on.
            Row::Option(at) => {
                let below = matches!(menu.row(), Row::Option(here) if here < at);
                let (above, more) = match few {
                    true => (more(true) * at as u16, more(true)),
                    false => (more(below), more(menu.row() == row)),
                };
                let y = panel.y + 4 + 2 * at as u16 + above;
                Rect::new(panel.x, y, panel.width, 2 + more)
            }
            Row::Source => {
                let more = more(menu.row() == row);
                Rect::new(panel.x, panel.bottom() - 2 - more, panel.width, 2 + more)
            }
        };
        add(area, MenuPart::Row(row), Target::Entry(n));
        let mut x = area.x + VALUES;
        let names = menu.values(row);
        let wide = |name: &String| wrap::width(name) + 2;
        // Where not all have room, those from the chosen one on.
        let first = match names.iter().map(wide).sum::<u16>() <= area.right().saturating_sub(x) {
            true => 0,
            false => menu.value(row).unwrap_or(0),
        };
        for (value, name) in names.iter().enumerate().skip(first) {
            let area = Rect::new(x, area.y, wide(name), 1).intersection(area);
            if area.width < wide(name) && value > first {
                break;
            }
            x += area.width;
            add(area, MenuPart::Value(row, value), Target::Value(n, value));
        }
    }
}
