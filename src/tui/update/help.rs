//! Reading the help.

use crate::tui::action::{Action, Way};
use crate::tui::app::{App, Overlay};
use crate::tui::help::{self, Page};
use crate::tui::scene::Target;

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
        // A click beside the text puts it away.
        Action::Click(Target::Panel) => return,
        Action::LetGo | Action::Close | Action::Help | Action::Click(_) => {
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

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::tui::app::Mode;
    use crate::tui::keymap::{Key, Keymap};
    use crate::tui::theme::Look;
    use crate::tui::update::update;

    fn press(app: &mut App, keys: &str) {
        for key in keys.split_whitespace() {
            let key: Key = key.parse().expect("a key");
            let action = app.keymap.action(app.mode(), key).expect("a meaning");
            update(app, action, Timestamp::UNIX_EPOCH);
        }
    }

    fn shown(app: &App) -> Option<(Page, usize)> {
        match app.overlays.last() {
            Some(&Overlay::Help { page, scroll }) => Some((page, scroll)),
            _ => None,
        }
    }

    #[test]
    fn it_turns_its_pages_scrolls_no_further_than_its_text_and_closes() {
        // In a window this low even the keys of the menu do not fit.
        let look = Look::of_terminal(|_| None);
        let mut app = App::new(look, Keymap::default(), (80, 8), 1);
        press(&mut app, "?");
        let last = help::last_scroll(&app, Page::Keys);
        assert!(last > 5);
        for (keys, expected) in [
            ("up", 0),
            ("down down up", 1),
            ("home pgdn", 3),
            ("pgup pgup", 0),
            ("end", last),
            ("down", last),
        ] {
            press(&mut app, keys);
            assert_eq!(shown(&app), Some((Page::Keys, expected)), "{keys}");
        }
        press(&mut app, "right");
        assert_eq!(shown(&app), Some((Page::Rules, 0)));
        press(&mut app, "tab");
        assert_eq!(shown(&app), Some((Page::Keys, 0)));
        for close in ["q", "? esc"] {
            press(&mut app, close);
            assert_eq!((shown(&app), app.mode()), (None, Mode::Menu));
        }
        assert!(!app.leaving);
    }
}
