//! The results, over the screen.

use std::sync::Arc;

use ratatui::layout::Rect;

use super::pen::Pen;
use crate::report;
use crate::store::results::Played;
use crate::tui::app::App;
use crate::tui::ledger::{self, Page};
use crate::tui::scene::{LedgerPart, Scene, Shape};
use crate::tui::theme::Role;
use crate::tui::wrap::width;

/// Draws the page that is open.
pub(super) fn draw(pen: &mut Pen<'_>, scene: &Scene, app: &App) {
    let games = app.ledger.games();
    for item in &scene.items {
        let area = item.area;
        match item.shape {
            Shape::Ledger(LedgerPart::Panel) => {
                pen.panel(area);
                match app.ledger.page {
                    Page::Figures => figures(pen, area, app),
                    Page::Games => head(pen, area, games, app.ledger.game),
                }
            }
            Shape::Ledger(LedgerPart::Tab(tab)) => {
                let (name, role) = match tab == app.ledger.page {
                    true => (format!("[{}]", tab.title()), Role::PanelStrong),
                    false => (format!(" {} ", tab.title()), Role::Panel),
                };
                pen.write(area.x, area.y, &name, role);
            }
            Shape::Ledger(LedgerPart::Game(n)) => {
                let played = games.get(n);
                let here = n == app.ledger.game;
                played
                    .into_iter()
                    .for_each(|played| game(pen, area, app, played, here));
            }
            _ => {}
        }
    }
}

/// Draws the figures, as many lines as there is room for.
fn figures(pen: &mut Pen<'_>, panel: Rect, app: &App) {
    let rows = usize::from(panel.height.saturating_sub(3));
    let lines = app.ledger.figures(ledger::ink(app));
    if lines.is_empty() {
        let words = "No game has come to a result yet.";
        pen.write(panel.x + 2, panel.y + 2, words, Role::Panel);
    }
    let scroll = app.ledger.scroll.min(lines.len().saturating_sub(rows));
    for (n, (line, names)) in (2..).zip(lines.iter().skip(scroll).take(rows)) {
        let role = if *names {
            Role::PanelStrong
        } else {
            Role::Panel
        };
        pen.write(panel.x + 2, panel.y + n, line, role);
    }
    let hidden = lines.len().saturating_sub(scroll + rows);
    pen.write_scroll(panel, scroll, hidden);
}

/// Where the seed, the moves, the time and the day of a game end; in a narrow window those of least
/// weight are left out, so that its name has room.
fn columns(area: Rect) -> [Option<u16>; 4] {
    let mut end = area.right().saturating_sub(1);
    let mut column = |least: u16, width: u16| {
        let here = end;
        let shown = area.width >= least;
        end -= if shown { width } else { 0 };
        shown.then_some(here)
    };
    let day = column(50, 12);
    let time = column(64, 13);
    let moves = column(42, 7);
    let seed = column(33, 0);
    [seed, moves, time, day]
}

/// The columns of the word for an outcome.
const OUTCOME: u16 = 10;

/// Draws what stands above the games, the keys being on one of them.
fn head(pen: &mut Pen<'_>, panel: Rect, games: &[Arc<Played>], at: usize) {
    let area = Rect {
        x: panel.x + 1,
        width: panel.width.saturating_sub(2),
        ..panel
    };
    let count = games.len();
    if count == 0 {
        let words = "No game is over yet.";
        pen.write(area.x + 1, area.y + 2, words, Role::Panel);
        return;
    }
    let told = format!("{} of {count}", (at + 1).min(count));
    pen.write_before(area.right(), area.y, &told, Role::Panel);
    if !games.iter().all(|game| is_all_own(game)) {
        pen.write(area.x + 1, area.y + 2, "* not all your own", Role::Panel);
    }
    let names = ["seed", "moves", "time", "day"];
    for (end, name) in columns(area).into_iter().zip(names) {
        if let Some(end) = end {
            pen.write_before(end, area.y + 2, name, Role::Panel);
        }
    }
}

/// Whether neither the solver nor another game had a part in a game.
fn is_all_own(played: &Played) -> bool {
    played.shown == 0 && !played.taken_over
}

fn game(pen: &mut Pen<'_>, area: Rect, app: &App, played: &Played, here: bool) {
    let role = if here { Role::Selected } else { Role::Panel };
    pen.fill(area, " ", role);
    if here {
        pen.write(area.x, area.y, pen.look.glyphs().cursor, role);
    }
    let star = if is_all_own(played) { "" } else { "*" };
    let outcome = format!("{}{star}", played.outcome.word());
    pen.write(area.x + 1, area.y, &outcome, role);
    let ended = played.ended.map(|ended| app.menu.when(ended));
    let told = [
        played.seed.map_or("-".into(), |seed| seed.to_string()),
        played.moves.to_string(),
        report::time(played.seconds),
        ended.unwrap_or_default(),
    ];
    let left = area.x + 1 + OUTCOME;
    let mut right = area.right();
    for (end, words) in columns(area).into_iter().zip(told).rev() {
        if let Some(end) = end {
            pen.write_before(end, area.y, &words, role);
            right = end.saturating_sub(width(&words) + 1);
        }
    }
    let room = right.saturating_sub(left);
    let name = report::name_within(played.profile, &played.choices, room.into());
    pen.write(left, area.y, &name, role);
}
