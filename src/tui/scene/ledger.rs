//! Where the results lie, the names of their pages, and the games that are over.

use ratatui::layout::Rect;

use super::{Hit, Scene, Shape, Target};
use crate::tui::action::Action;
use crate::tui::app::{App, Overlay};
use crate::tui::ledger::{self, Page};
use crate::tui::wrap::width;

/// A part of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerPart {
    /// All of them.
    Panel,
    /// The name of a page.
    Tab(Page),
    /// A game that is over, from 0.
    Game(usize),
}

/// Adds the results to a scene, if they are open.
pub(super) fn lay_out(app: &App, scene: &mut Scene) {
    let Some(Overlay::Ledger) = app.panel() else {
        return;
    };
    let screen = scene.area;
    let (columns, rows) = ledger::room((screen.width, screen.height));
    let wide = (columns + 4).min(screen.width);
    let left = (screen.width - wide) / 2;
    let panel = Rect::new(left, 0, wide, screen.height.saturating_sub(1));
    let mut add = |area: Rect, part: LedgerPart, hit: Hit| {
        scene.add(area.intersection(panel), Shape::Ledger(part), hit);
    };
    add(panel, LedgerPart::Panel, Hit::On(Target::Panel));
    let mut x = panel.x + 1;
    for tab in [Page::Figures, Page::Games] {
        let name = width(tab.title()) + 2;
        let hit = match tab == app.ledger.page {
            true => Hit::On(Target::Panel),
            false => Hit::Button(Action::NextGroup),
        };
        add(Rect::new(x, panel.y, name, 1), LedgerPart::Tab(tab), hit);
        x += name + 1;
    }
    if app.ledger.page == Page::Games && rows > 1 {
        for (line, n) in (3..).zip(ledger::shown(app)) {
            let area = Rect::new(panel.x + 1, panel.y + line, wide.saturating_sub(2), 1);
            add(area, LedgerPart::Game(n), Hit::On(Target::Entry(n)));
        }
    }
}
