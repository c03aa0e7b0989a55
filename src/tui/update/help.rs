//! Reading the help.

use crate::tui::action::{Action, Way};
use crate::tui::app::{App, Overlay};
use crate::tui::help::{self, Page};

/// Opens the help, at the keys.
pub(super) fn open(app: &mut App) {
    app.overlays.push(Overlay::Help {
        page: Page::Keys,
        scroll: 0,
    });
}

/// Does in the help what is asked.
pub(super) fn read(app: &mut App, page: Page, scroll: usize, action: Action) {
    let a_page = usize::from(help::room(app.size).1).saturating_sub(1);
    let last = help::last_scroll(app, page);
    let (page, scroll) = match action {
        Action::Walk(Way::Left | Way::Right) | Action::NextGroup | Action::PreviousGroup => {
            (page.other(), 0)
        }
        Action::Walk(Way::Up) | Action::Wheel(_, Way::Up) => (page, scroll.saturating_sub(1)),
        Action::Walk(Way::Down) | Action::Wheel(_, _) => (page, scroll + 1),
        Action::PageUp => (page, scroll.saturating_sub(a_page)),
        Action::PageDown | Action::Press => (page, scroll + a_page),
        Action::RowStart => (page, 0),
        Action::RowEnd => (page, last),
        Action::LetGo | Action::Close | Action::Help => {
            app.overlays.pop();
            return;
        }
        _ => return,
    };
    let scroll = scroll.min(help::last_scroll(app, page));
    if let Some(top) = app.overlays.last_mut() {
        *top = Overlay::Help { page, scroll };
    }
}
