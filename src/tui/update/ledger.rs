//! Reading the results.

use crate::tui::action::{Action, Way};
use crate::tui::app::{App, Overlay};
use crate::tui::errand::Errand;
use crate::tui::ledger::{self, Page};
use crate::tui::scene::Target;

/// Opens the results; closes them where they are open.
pub(super) fn open_or_close(app: &mut App) {
    if let Some(Overlay::Ledger) = app.overlays.last() {
        app.overlays.pop();
    } else {
        app.overlays.push(Overlay::Ledger);
        app.errand = Some(Errand::Results);
    }
}

/// Does in the results what is asked.
pub(super) fn read(app: &mut App, action: Action) {
    let a_page = usize::from(ledger::room(app.size).1)
        .saturating_sub(1)
        .max(1);
    let last = match app.ledger.page {
        Page::Figures => ledger::last_scroll(app),
        Page::Games => app.ledger.games().len().saturating_sub(1),
    };
    let at = match app.ledger.page {
        Page::Figures => &mut app.ledger.scroll,
        Page::Games => &mut app.ledger.game,
    };
    let here = (*at).min(last);
    *at = match action {
        Action::Walk(Way::Up) | Action::Wheel(_, Way::Up) => here.saturating_sub(1),
        Action::Walk(Way::Down) | Action::Wheel(..) => (here + 1).min(last),
        Action::PageUp => here.saturating_sub(a_page),
        Action::PageDown => (here + a_page).min(last),
        Action::RowStart => 0,
        Action::RowEnd => last,
        Action::Click(Target::Entry(game)) => game.min(last),
        _ => here,
    };
    match action {
        Action::Walk(Way::Left | Way::Right) | Action::NextGroup | Action::PreviousGroup => {
            app.ledger.page = app.ledger.page.other();
        }
        Action::Press | Action::Click(Target::Entry(_)) => {
            app.errand = game(app).map(Errand::LookAt);
        }
        Action::Export => app.errand = game(app).map(Errand::ExportKept),
        Action::Click(Target::Panel) => {}
        Action::LetGo | Action::Close | Action::Click(_) => _ = app.overlays.pop(),
        _ => {}
    }
}

/// The game that is over which the keys are on.
fn game(app: &App) -> Option<crate::store::sittings::Id> {
    let games = app.ledger.games();
    let game = games.get(app.ledger.game)?;
    (app.ledger.page == Page::Games).then(|| game.id.clone())
}
