//! Choosing a game.

use jiff::Timestamp;

use crate::tui::action::{Action, Way};
use crate::tui::app::{App, Asks, Screen};
use crate::tui::menu::{Row, Source};
use crate::tui::scene::Target;

/// Does in the menu what is asked.
pub(super) fn choose(app: &mut App, action: Action, now: Timestamp) {
    let menu = &mut app.menu;
    menu.look_at_the_date(now);
    match action {
        Action::Walk(way @ (Way::Up | Way::Down)) => menu.walk(way),
        Action::Walk(way) => menu.turn(way),
        Action::RowStart | Action::PageUp => menu.go_to(Row::Game(0)),
        Action::RowEnd | Action::PageDown => menu.go_to(Row::Source),
        Action::NextGroup => menu.next_group(),
        Action::PreviousGroup => menu.previous_group(),
        Action::Click(Target::Entry(entry)) => click(app, entry, now),
        Action::Press if matches!(menu.row(), Row::Option(_)) => menu.turn(Way::Right),
        Action::Press | Action::New => deal(app, now),
        Action::TypeSeed => super::ask(app, Asks::Seed),
        Action::Help => super::help::open(app),
        Action::LetGo if app.seat.is_some() => app.screen = Screen::Table,
        Action::Close => app.leaving = true,
        _ => {}
    }
}

/// Goes to a row; on that row already, changes it or deals.
fn click(app: &mut App, entry: usize, now: Timestamp) {
    let Some(row) = app.menu.rows().nth(entry) else {
        return;
    };
    match app.menu.row() == row {
        false => app.menu.go_to(row),
        true if matches!(row, Row::Game(_)) => deal(app, now),
        true => app.menu.turn(Way::Right),
    }
}

/// Opens the menu at the game on the table.
pub(super) fn open(app: &mut App) {
    if let Some(seat) = &app.seat {
        app.menu.choose(seat.game().rules());
    }
    app.screen = Screen::Menu;
}

/// Deals the game chosen, as the menu is set.
fn deal(app: &mut App, now: Timestamp) {
    let seed = match app.menu.source() {
        Source::Chance => app.any_seed(),
        Source::Today => app.menu.today(),
        Source::Seed(seed) => seed,
    };
    if let Some(rules) = app.menu.rules() {
        app.deal(rules, seed, now);
    }
}
