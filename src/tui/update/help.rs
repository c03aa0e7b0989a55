//! Reading the help.

use crate::tui::action::{Action, Direction};
use crate::tui::app::{App, Overlay, PromptKind};
use crate::tui::help::{self, Help, HelpPage};
use crate::tui::scene::Target;

/// Opens the help, at the keys.
pub(super) fn open(app: &mut App) {
    app.help = Help::default();
    app.overlays.push(Overlay::Help);
}

/// Does in the help what is asked.
pub(super) fn handle_action(app: &mut App, action: Action) {
    let a_page = usize::from(help::text_size(app.size).1).saturating_sub(1);
    let Help { page, scroll, .. } = app.help;
    let last = help::max_scroll(app, page);
    let (page, scroll) = match action {
        Action::Navigate(Direction::Left | Direction::Right)
        | Action::NextGroup
        | Action::PreviousGroup => (page.other(), 0),
        Action::Navigate(Direction::Up) | Action::Wheel(_, Direction::Up) => {
            (page, scroll.saturating_sub(1))
        }
        Action::Navigate(Direction::Down) | Action::Wheel(_, _) => (page, scroll + 1),
        Action::PageUp => (page, scroll.saturating_sub(a_page)),
        Action::PageDown | Action::Select => (page, scroll + a_page),
        Action::RowStart => (page, 0),
        Action::RowEnd => (page, last),
        Action::Search => return super::open_prompt(app, PromptKind::HelpSearch),
        Action::NextMatch => return go_to_next_match(app),
        // What is marked is let go first.
        Action::Cancel if !app.help.query.is_empty() => {
            app.help.query.clear();
            app.help.current_match = None;
            return;
        }
        // A click beside the text puts it away.
        Action::Click(Target::Panel) => return,
        Action::Cancel | Action::Close | Action::Help | Action::Click(_) => {
            app.overlays.pop();
            return;
        }
        _ => return,
    };
    app.help.page = page;
    app.help.scroll = scroll.min(help::max_scroll(app, page));
}

/// Looks for a text from the first line shown on; says whether it stands anywhere.
pub(super) fn search(app: &mut App, sought: &str) -> bool {
    if help::matching_lines(app, sought).is_empty() {
        return false;
    }
    app.help.query = sought.to_owned();
    app.help.current_match = None;
    go_to_next_match(app);
    true
}

/// Goes to the next line with what is looked for, round and round, and says which it is.
fn go_to_next_match(app: &mut App) {
    let finds = help::matching_lines(app, &app.help.query);
    let next = |find: &(HelpPage, usize)| match app.help.current_match {
        Some(found) => *find > found,
        None => *find >= (app.help.page, app.help.scroll),
    };
    let at = finds.iter().position(next).unwrap_or(0);
    let Some(&(page, line)) = finds.get(at) else {
        return;
    };
    let rows = usize::from(help::text_size(app.size).1);
    let seen = page == app.help.page && (app.help.scroll..app.help.scroll + rows).contains(&line);
    if !seen {
        let scroll = line.saturating_sub(rows / 3);
        app.help.scroll = scroll.min(help::max_scroll(app, page));
    }
    app.help.page = page;
    app.help.current_match = Some((page, line));
    let told = format!("line {} of {} with it", at + 1, finds.len());
    let keys = [(Action::NextMatch, "the next"), (Action::Cancel, "clears")];
    let keys = keys.map(|(action, does)| app.key_hint(action, does));
    let told = [Some(told)].into_iter().chain(keys).flatten();
    app.notify(told.collect::<Vec<_>>().join(" · "));
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::tui::app::Mode;
    use crate::tui::keymap::{Key, Keymap};
    use crate::tui::theme::Appearance;
    use crate::tui::update::update;

    fn press(app: &mut App, keys: &str) {
        for key in keys.split_whitespace() {
            let key: Key = key.parse().expect("a key");
            let action = app.keymap.action(app.mode(), key).expect("a meaning");
            update(app, action, Timestamp::UNIX_EPOCH);
        }
    }

    fn shown(app: &App) -> Option<(HelpPage, usize)> {
        let there = app.overlays.last() == Some(&Overlay::Help);
        there.then_some((app.help.page, app.help.scroll))
    }

    #[test]
    fn it_turns_its_pages_scrolls_no_further_than_its_text_and_closes() {
        // In a window this low even the keys of the menu do not fit.
        let look = Appearance::from_env(|_| None);
        let mut app = App::new(look, Keymap::default(), (80, 8), 1);
        press(&mut app, "?");
        let last = help::max_scroll(&app, HelpPage::Keys);
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
            assert_eq!(shown(&app), Some((HelpPage::Keys, expected)), "{keys}");
        }
        press(&mut app, "right");
        assert_eq!(shown(&app), Some((HelpPage::Rules, 0)));
        press(&mut app, "tab");
        assert_eq!(shown(&app), Some((HelpPage::Keys, 0)));
        for close in ["q", "? esc"] {
            press(&mut app, close);
            assert_eq!((shown(&app), app.mode()), (None, Mode::Menu));
        }
        assert!(!app.should_quit);
    }

    #[test]
    fn what_is_looked_for_is_found_line_by_line_on_both_pages_and_let_go() {
        let look = Appearance::from_env(|_| None);
        let mut app = App::new(look, Keymap::default(), (80, 24), 1);
        press(&mut app, "? / D e A l enter");
        let finds = help::matching_lines(&app, "deal");
        let pages: Vec<HelpPage> = finds.iter().map(|(page, _)| *page).collect();
        assert!(pages.contains(&HelpPage::Keys) && pages.contains(&HelpPage::Rules));
        for find in finds.iter().chain(&finds[..1]) {
            assert_eq!(app.help.current_match, Some(*find));
            let (page, line) = *find;
            let rows = usize::from(help::text_size(app.size).1);
            assert_eq!(app.help.page, page);
            assert!((app.help.scroll..app.help.scroll + rows).contains(&line));
            press(&mut app, "n");
        }
        press(&mut app, "esc");
        assert_eq!((app.help.current_match, app.mode()), (None, Mode::Overlay));
        press(&mut app, "/ q q q enter");
        assert_eq!(app.mode(), Mode::Prompt, "to be mended");
        press(&mut app, "esc esc");
        assert_eq!(app.mode(), Mode::Menu);
    }
}
