//! The results, over the screen.

use std::sync::Arc;

use ratatui::layout::Rect;

use super::painter::Painter;
use crate::stats_text;
use crate::storage::results::GameResult;
use crate::tui::app::App;
use crate::tui::results::{self, ResultsPage};
use crate::tui::scene::{ItemKind, ResultsPart, Scene};
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// Draws the page that is open.
pub(super) fn draw(pen: &mut Painter<'_>, scene: &Scene, app: &App) {
    let games = app.results_screen.games();
    for item in &scene.items {
        let area = item.area;
        match item.kind {
            ItemKind::Results(ResultsPart::Panel) => {
                pen.draw_panel(area);
                match app.results_screen.page {
                    ResultsPage::Stats => draw_stats(pen, area, app),
                    ResultsPage::Games => {
                        draw_games_header(pen, area, games, app.results_screen.selected_game);
                    }
                }
            }
            ItemKind::Results(ResultsPart::Tab(tab)) => {
                let (name, role) = match tab == app.results_screen.page {
                    true => (format!("[{}]", tab.title()), StyleRole::PanelStrong),
                    false => (format!(" {} ", tab.title()), StyleRole::Panel),
                };
                pen.write(area.x, area.y, &name, role);
            }
            ItemKind::Results(ResultsPart::Game(n)) => {
                let played = games.get(n);
                let here = n == app.results_screen.selected_game;
                played
                    .into_iter()
                    .for_each(|played| draw_game(pen, area, app, played, here));
            }
            _ => {}
        }
    }
}

/// Draws the figures, as many lines as there is room for.
fn draw_stats(pen: &mut Painter<'_>, panel: Rect, app: &App) {
    let rows = usize::from(panel.height.saturating_sub(3));
    let lines = app.results_screen.stats_lines(results::plot_style(app));
    if lines.is_empty() {
        let words = "No game has come to a result yet.";
        pen.write(panel.x + 2, panel.y + 2, words, StyleRole::Panel);
    }
    let scroll = app
        .results_screen
        .scroll
        .min(lines.len().saturating_sub(rows));
    for (n, (line, names)) in (2..).zip(lines.iter().skip(scroll).take(rows)) {
        let role = if *names {
            StyleRole::PanelStrong
        } else {
            StyleRole::Panel
        };
        pen.write(panel.x + 2, panel.y + n, line, role);
    }
    let hidden = lines.len().saturating_sub(scroll + rows);
    pen.write_scroll_indicator(panel, scroll, hidden);
}

/// Where the seed, the moves, the time and the day of a game end; in a narrow window those of least
/// weight are left out, so that its name has room.
fn column_ends(area: Rect) -> [Option<u16>; 4] {
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
const OUTCOME_WIDTH: u16 = 10;

/// Draws what stands above the games, the keys being on one of them.
fn draw_games_header(pen: &mut Painter<'_>, panel: Rect, games: &[Arc<GameResult>], at: usize) {
    let area = Rect {
        x: panel.x + 1,
        width: panel.width.saturating_sub(2),
        ..panel
    };
    let count = games.len();
    if count == 0 {
        let words = "No game is over yet.";
        pen.write(area.x + 1, area.y + 2, words, StyleRole::Panel);
        return;
    }
    let told = format!("{} of {count}", (at + 1).min(count));
    pen.write_right_aligned(area.right(), area.y, &told, StyleRole::Panel);
    if !games.iter().all(|game| is_unassisted(game)) {
        pen.write(
            area.x + 1,
            area.y + 2,
            "* not all your own",
            StyleRole::Panel,
        );
    }
    let names = ["seed", "moves", "time", "day"];
    for (end, name) in column_ends(area).into_iter().zip(names) {
        if let Some(end) = end {
            pen.write_right_aligned(end, area.y + 2, name, StyleRole::Panel);
        }
    }
}

/// Whether neither the solver nor another game had a part in a game.
fn is_unassisted(played: &GameResult) -> bool {
    played.solver_moves_shown == 0 && !played.branched
}

fn draw_game(pen: &mut Painter<'_>, area: Rect, app: &App, played: &GameResult, here: bool) {
    let role = if here {
        StyleRole::SelectedEntry
    } else {
        StyleRole::Panel
    };
    pen.fill(area, " ", role);
    if here {
        pen.write(area.x, area.y, pen.appearance.glyphs().cursor, role);
    }
    let star = if is_unassisted(played) { "" } else { "*" };
    let outcome = format!("{}{star}", played.outcome.label());
    pen.write(area.x + 1, area.y, &outcome, role);
    let ended = played.ended.map(|ended| app.menu.format_last_played(ended));
    let told = [
        played.seed.map_or("-".into(), |seed| seed.to_string()),
        played.moves.to_string(),
        stats_text::format_duration(played.seconds),
        ended.unwrap_or_default(),
    ];
    let left = area.x + 1 + OUTCOME_WIDTH;
    let mut right = area.right();
    for (end, words) in column_ends(area).into_iter().zip(told).rev() {
        if let Some(end) = end {
            pen.write_right_aligned(end, area.y, &words, role);
            right = end.saturating_sub(display_width(&words) + 1);
        }
    }
    let room = right.saturating_sub(left);
    let name = stats_text::game_title_within(played.info, &played.options, room.into());
    pen.write(left, area.y, &name, role);
}
