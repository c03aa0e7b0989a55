//! The help: pages, scrolling and search.

use larboard::tui::action::Mode;
use larboard::tui::screen_stack::Screen;
use larboard::tui::screens::help::{HelpPage, HelpScreen};

use super::other_screens::at_the_menu;
use super::{Player, variant};

fn help(player: &Player) -> Option<&HelpScreen> {
    player.app.screens().find_map(|screen| match screen {
        Screen::Help(help) => Some(&**help),
        _ => None,
    })
}

fn position(player: &Player) -> Option<(HelpPage, usize)> {
    help(player).map(|help| (help.page(), help.scroll()))
}

#[test]
fn it_turns_pages_scrolls_to_the_end_of_its_text_and_closes() {
    // In the lowest window that can be played in.
    let mut player = Player::at(variant("moving-left", &[]), 42, (80, 13));
    player.press("?");
    let last = help(&player).expect("the help").max_scroll(HelpPage::Keys);
    assert!(last > 5);
    for (keys, expected) in [
        ("up", 0),
        ("down down up", 1),
        ("home pgdn", 8),
        ("pgup pgup", 0),
        ("end", last),
        ("down", last),
    ] {
        player.press(keys);
        assert_eq!(
            position(&player),
            Some((HelpPage::Keys, expected)),
            "{keys}"
        );
    }
    player.press("right");
    assert_eq!(position(&player), Some((HelpPage::Rules, 0)));
    player.press("tab");
    assert_eq!(position(&player), Some((HelpPage::Keys, 0)));
    for keys in ["q", "? esc"] {
        player.press(keys);
        assert_eq!((position(&player), player.app.mode()), (None, Mode::Table));
    }
    assert!(!player.has_quit());
}

#[test]
fn a_search_goes_through_the_matches_of_both_pages_and_ends_with_esc() {
    let mut player = at_the_menu((80, 24));
    player.press("? / D e A l enter");
    let matches = help(&player).expect("the help").matches("deal");
    let pages: Vec<HelpPage> = matches.iter().map(|(page, _)| *page).collect();
    assert!(pages.contains(&HelpPage::Keys) && pages.contains(&HelpPage::Rules));
    for found in matches.iter().chain(&matches[..1]) {
        let help = help(&player).expect("the help");
        assert_eq!(help.current_match(), Some(*found));
        let (page, line) = *found;
        assert_eq!(help.page(), page);
        let visible = help.scroll()..help.scroll() + help.text_rows();
        assert!(visible.contains(&line));
        player.press("n");
    }
    player.press("esc");
    assert_eq!(help(&player).expect("the help").current_match(), None);
    assert_eq!(player.app.mode(), Mode::Overlay);
    player.press("/ q q q enter");
    assert_eq!(player.message(), "Not found");
    assert_eq!(player.app.mode(), Mode::Prompt, "to be corrected");
    player.press("esc esc");
    assert_eq!(player.app.mode(), Mode::Menu);
}
