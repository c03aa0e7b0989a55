//! Where the results lie, the names of their pages, and the games that are over.

use ratatui::layout::Rect;

use super::{Hit, ItemKind, Scene, Target};
use crate::tui::action::Action;
use crate::tui::app::{App, Overlay};
use crate::tui::results::{self, ResultsPage};
use crate::tui::wrap::display_width;

/// A part of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultsPart {
    /// All of them.
    Panel,
    /// The name of a page.
    Tab(ResultsPage),
    /// A game that is over, from 0.
    Game(usize),
}

/// Adds the results to a scene, if they are open.
pub(super) fn lay_out(app: &App, scene: &mut Scene) {
    let Some(Overlay::Results) = app.top_panel() else {
        return;
    };
    let screen = scene.area;
    let (columns, rows) = results::text_size((screen.width, screen.height));
    let wide = (columns + 4).min(screen.width);
    let left = (screen.width - wide) / 2;
    let panel = Rect::new(left, 0, wide, screen.height.saturating_sub(1));
    let mut add = |area: Rect, part: ResultsPart, hit: Hit| {
        scene.add(area.intersection(panel), ItemKind::Results(part), hit);
    };
    add(panel, ResultsPart::Panel, Hit::Target(Target::Panel));
    let mut x = panel.x + 1;
    for tab in [ResultsPage::Stats, ResultsPage::Games] {
        let name = display_width(tab.title()) + 2;
        let hit = match tab == app.results_screen.page {
            true => Hit::Target(Target::Panel),
            false => Hit::Button(Action::NextGroup),
        };
        add(Rect::new(x, panel.y, name, 1), ResultsPart::Tab(tab), hit);
        x += name + 1;
    }
    if app.results_screen.page == ResultsPage::Games && rows > 1 {
        for (line, n) in (3..).zip(results::visible_games(app)) {
            let area = Rect::new(panel.x + 1, panel.y + line, wide.saturating_sub(2), 1);
            add(area, ResultsPart::Game(n), Hit::Target(Target::Entry(n)));
        }
    }
}
