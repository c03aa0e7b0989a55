//! Reading the results.

use crate::tui::action::{Action, Direction};
use crate::tui::app::{App, Overlay};
use crate::tui::effect::Effect;
use crate::tui::results::{self, ResultsPage};
use crate::tui::scene::Target;

/// Opens the results; closes them where they are open.
pub(super) fn toggle(app: &mut App) {
    if let Some(Overlay::Results) = app.overlays.last() {
        app.overlays.pop();
    } else {
        app.overlays.push(Overlay::Results);
        app.pending_effect = Some(Effect::LoadResults);
    }
}

/// Does in the results what is asked.
pub(super) fn handle_action(app: &mut App, action: Action) {
    let a_page = usize::from(results::text_size(app.size).1)
        .saturating_sub(1)
        .max(1);
    let last = match app.results_screen.page {
        ResultsPage::Stats => results::max_scroll(app),
        ResultsPage::Games => app.results_screen.games().len().saturating_sub(1),
    };
    let at = match app.results_screen.page {
        ResultsPage::Stats => &mut app.results_screen.scroll,
        ResultsPage::Games => &mut app.results_screen.selected_game,
    };
    let here = (*at).min(last);
    *at = match action {
        Action::Navigate(Direction::Up) | Action::Wheel(_, Direction::Up) => here.saturating_sub(1),
        Action::Navigate(Direction::Down) | Action::Wheel(..) => (here + 1).min(last),
        Action::PageUp => here.saturating_sub(a_page),
        Action::PageDown => (here + a_page).min(last),
        Action::RowStart => 0,
        Action::RowEnd => last,
        Action::Click(Target::Entry(game)) => game.min(last),
        _ => here,
    };
    match action {
        Action::Navigate(Direction::Left | Direction::Right)
        | Action::NextGroup
        | Action::PreviousGroup => {
            app.results_screen.page = app.results_screen.page.other();
        }
        Action::Select | Action::Click(Target::Entry(_)) => {
            app.pending_effect = selected_game_id(app).map(Effect::ReplayFinished);
        }
        Action::Export => app.pending_effect = selected_game_id(app).map(Effect::ExportFinished),
        Action::Click(Target::Panel) => {}
        Action::Cancel | Action::Close | Action::Click(_) => _ = app.overlays.pop(),
        _ => {}
    }
}

/// The game that is over which the keys are on.
fn selected_game_id(app: &App) -> Option<crate::storage::save_dir::SaveId> {
    let games = app.results_screen.games();
    let game = games.get(app.results_screen.selected_game)?;
    (app.results_screen.page == ResultsPage::Games).then(|| game.id.clone())
}
