//! Where the parts of the menu lie.

use std::ops::Range;

use ratatui::layout::Rect;

use super::{Hit, ItemKind, Scene, Target};
use crate::tui::menu::{Menu, MenuRow};
use crate::tui::wrap;
use crate::variant;

/// The columns of the whole menu, of the list of games, and of an option's name.
const MAX_WIDTH: u16 = 78;
const GAME_LIST_WIDTH: u16 = 17;
const LIST_PANEL_GAP: u16 = 2;
/// The rows of the title, which is left out where there is no room for it.
const TITLE_HEIGHT: u16 = 6;
/// Where an option's values begin, from the left of its row.
const VALUES_COLUMN: u16 = 20;
/// The rows above the games begun.
const HEADER_ROWS: u16 = 3;
/// The columns the menu can be used in.
const MIN_WIDTH: u16 = 60;

/// The rows that the longest list of options takes, or the games: one number for all games, so
/// that nothing jumps.
fn body_height() -> u16 {
    let options = variant::games()
        .into_iter()
        .map(|game| game.options.len())
        .max();
    let panel = 4 + 2 * options.unwrap_or(0) + 3;
    panel.max(2 * variant::games().len() + 1) as u16
}

/// The games begun that there is room for: some before the one the keys are on, some after.
fn visible_saved_games(menu: &Menu, room: usize) -> Range<usize> {
    let count = menu.saved_games().len();
    let here = match menu.row() {
        MenuRow::SavedGame(n) => n,
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
    Description,
    /// A row that can be chosen.
    Row(MenuRow),
    /// A value that an option or the source can have, from 0.
    Value(MenuRow, usize),
}

/// Adds the menu to a scene.
pub(super) fn lay_out(menu: &Menu, scene: &mut Scene) {
    let area = scene.area;
    let body = body_height();
    let least = (MIN_WIDTH, body + 2);
    if area.width < least.0 || area.height < least.1 {
        scene.min_size = Some(least);
        return;
    }
    let width = area.width.min(MAX_WIDTH);
    let left = area.x + (area.width - width) / 2;
    let title = if area.height >= TITLE_HEIGHT + body + 4 {
        TITLE_HEIGHT
    } else {
        0
    };
    let spare = area.height - 2 - title - body;
    let mut top = area.y + (spare / 3).max(1);
    let mut add = |area: Rect, part: MenuPart, target: Target| {
        scene.add(area, ItemKind::Menu(part), Hit::Target(target));
    };
    if title > 0 {
        let area = Rect::new(left, top, width, title);
        add(area, MenuPart::Title, Target::Background);
        top += title + 1;
    }
    let list = Rect::new(left, top, GAME_LIST_WIDTH, body);
    let panel = Rect::new(
        left + GAME_LIST_WIDTH + LIST_PANEL_GAP,
        top,
        width - GAME_LIST_WIDTH - LIST_PANEL_GAP,
        body,
    );
    add(panel, MenuPart::Description, Target::Background);
    let more = |wanted: bool| u16::from(wanted && width < MAX_WIDTH);
    let few = menu.game_info().options.len() as u16;
    let few = 4 + 3 * few + 3 <= body;
    let shown = visible_saved_games(menu, usize::from(body - HEADER_ROWS));
    for (n, row) in menu.rows().enumerate() {
        let area = match row {
            MenuRow::SavedGames => Rect::new(
                list.x,
                list.y + 2 * variant::games().len() as u16,
                list.width,
                1,
            ),
            MenuRow::SavedGame(n) if shown.contains(&n) => {
                let y = panel.y + HEADER_ROWS + (n - shown.start) as u16;
                Rect::new(panel.x, y, panel.width, 1)
            }
            MenuRow::SavedGame(_) => continue,
            MenuRow::Game(n) => Rect::new(list.x, list.y + 2 * n as u16, list.width, 1),
            // In a narrow window options take a row more, all of them if they are few, else the one
            // the keys are on.
            MenuRow::Option(at) => {
                let below = matches!(menu.row(), MenuRow::Option(here) if here < at);
                let (above, more) = match few {
                    true => (more(true) * at as u16, more(true)),
                    false => (more(below), more(menu.row() == row)),
                };
                let y = panel.y + 4 + 2 * at as u16 + above;
                Rect::new(panel.x, y, panel.width, 2 + more)
            }
            MenuRow::Source => {
                let more = more(menu.row() == row);
                Rect::new(panel.x, panel.bottom() - 2 - more, panel.width, 2 + more)
            }
        };
        add(area, MenuPart::Row(row), Target::Entry(n));
        let mut x = area.x + VALUES_COLUMN;
        let names = menu.value_names(row);
        let wide = |name: &String| wrap::display_width(name) + 2;
        // Where not all have room, those from the chosen one on.
        let first = match names.iter().map(wide).sum::<u16>() <= area.right().saturating_sub(x) {
            true => 0,
            false => menu.value_index(row).unwrap_or(0),
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
