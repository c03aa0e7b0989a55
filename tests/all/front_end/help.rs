//! The help: introductions, pages, scrolling and search.

use std::collections::HashSet;

use jiff::Timestamp;
use larboard::cards::Card;
use larboard::storage::settings::{AnimationMode, Setting};
use larboard::tui::action::{Action, Mode};
use larboard::tui::screens::help::{HelpPage, HelpScreen};

use super::{GAMES, Player, variant};

fn help(player: &Player) -> Option<&HelpScreen> {
    player.app.find()
}

fn position(player: &Player) -> Option<(HelpPage, usize)> {
    help(player).map(|help| (help.page, help.scroll))
}

#[test]
fn it_turns_pages_scrolls_to_the_end_of_its_text_and_closes() {
    // In the lowest window that can be played in.
    let mut player = Player::at(variant("moving-left", &[]), 42, (80, 13));
    player.press("?");
    let last = help(&player)
        .expect("the help")
        .max_scroll(&player.app.context);
    assert!(last > 5);
    for (keys, expected) in [
        ("up", 0),
        ("down down up", 1),
        ("home pgdn", 7),
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
    for (key, page) in [
        ("right", HelpPage::Rules),
        ("tab", HelpPage::Introduction),
        ("right", HelpPage::Keys),
        ("shift-tab", HelpPage::Introduction),
    ] {
        player.press(key);
        assert_eq!(position(&player), Some((page, 0)), "{key}");
    }
    for keys in ["q", "? esc", "? enter"] {
        player.press(keys);
        assert_eq!((position(&player), player.app.mode()), (None, Mode::Table));
    }
    assert!(!player.has_quit());
}

#[test]
fn a_search_goes_through_the_matches_of_all_pages_and_ends_with_esc() {
    let mut player = Player::at_the_menu((80, 24));
    player.press("? / D e A l enter");
    let matches = help(&player)
        .expect("the help")
        .matches("deal", &player.app.context);
    let pages: Vec<HelpPage> = matches.iter().map(|(page, _)| *page).collect();
    assert!(pages.contains(&HelpPage::Keys) && pages.contains(&HelpPage::Rules));
    for found in matches.iter().chain(&matches[..1]) {
        let help = help(&player).expect("the help");
        assert_eq!(help.current_match, Some(*found));
        let (page, line) = *found;
        assert_eq!(help.page, page);
        let visible = help.scroll..help.scroll + help.text_rows(&player.app.context);
        assert!(visible.contains(&line));
        player.press("n");
    }
    player.press("esc");
    assert_eq!(help(&player).expect("the help").current_match, None);
    assert_eq!(player.app.mode(), Mode::Overlay);
    player.press("/ q q q enter");
    assert_eq!(player.message(), "Not found");
    assert_eq!(player.app.mode(), Mode::Prompt, "to be corrected");
    player.press("esc esc");
    assert_eq!(player.app.mode(), Mode::Menu);
}

/// At the menu, as a player who has seen no introduction.
fn new_player() -> Player {
    let mut player = Player::at_the_menu((80, 24));
    let files = &mut player.app.context.profile.small_files;
    files.set_unseen_introductions(&larboard::variant::introduction_ids());
    player
}

#[test]
fn each_game_is_introduced_once() {
    let mut player = new_player();
    for _ in larboard::variant::games() {
        player.press("enter");
        let first = Some((HelpPage::Introduction, 0));
        assert_eq!(position(&player), first, "{}", player.screen());
        player.press("enter");
        assert_ne!(player.app.mode(), Mode::Overlay);
        player.press("n");
        assert_ne!(player.app.mode(), Mode::Overlay, "another deal");
        player.press("m down");
    }
    let files = &player.app.context.profile.small_files;
    let unseen = files.unseen_introductions();
    assert_eq!(*unseen, ["moosehide-classic"]);
}

#[test]
fn at_the_end_of_all_times_everything_works_and_nothing_waits() {
    for (game, options) in GAMES {
        let mut player = new_player();
        player.now = Timestamp::MAX;
        player
            .app
            .context
            .change_settings(|settings| settings.choose(AnimationMode::On));
        player.set(Setting::Clock, true);
        player.app.deal(variant(game, options), 1, player.now);
        assert_eq!(player.app.mode(), Mode::Overlay, "the introduction");
        for key in "enter d u x A H ? esc , esc S right right esc P space esc G n".split(' ') {
            let action = player.app.resolve_key(key.parse().expect(key));
            player.update(action, player.now);
            for _ in 0..200 {
                player.update(Action::Tick, player.now);
            }
            assert_eq!(player.app.deadline(), None, "{game}: {key}");
        }
        let mode = player.app.mode();
        assert!(
            matches!(mode, Mode::Table | Mode::HandGame),
            "{game}: {mode:?}"
        );
    }
}

#[test]
fn a_game_that_options_make_another_one_is_introduced_too() {
    let mut player = new_player();
    for (game, option, is_introduced) in [
        ("moosehide", ("layout", "open-reserve"), true),
        ("moosehide", ("layout", "four-reserve"), false),
        ("moosehide", ("layout", "classic"), true),
        ("single-left", ("style", "one-handed"), true),
        ("single-left", ("style", "warfield"), true),
        // The rule that is special in Warfield's game is that of Moving Left.
        ("moving-left", ("foundation-return", "yes"), false),
    ] {
        player.app.deal(variant(game, &[option]), 1, player.now);
        let opened = player.app.mode() == Mode::Overlay;
        assert_eq!(opened, is_introduced, "{game} {option:?}");
        if opened {
            player.press("esc");
        }
    }
}

#[test]
fn options_that_make_another_game_have_their_own_introduction() {
    for (game, option, wrong, expected) in [
        (
            "single-left",
            ("style", "warfield"),
            "hand",
            "pile to its right slide into it",
        ),
        (
            "moosehide",
            ("layout", "classic"),
            "reserve",
            "Any face-up card moves",
        ),
    ] {
        let mut player = Player::at(variant(game, &[option]), 1, (80, 24));
        player.press("? left");
        let text = player.screen().replace('│', " ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, page) = text.split_once("THE GOAL").expect("an introduction");
        assert!(page.contains(expected), "{page}");
        assert!(!page.contains(wrong), "{page}");
    }
}

#[test]
fn a_page_that_does_not_fit_names_the_key_that_scrolls_it() {
    let mut player = Player::at(variant("moving-left", &[]), 1, (60, 21));
    let screen = player.press("?").screen();
    assert!(screen.contains("more ↓"), "{screen}");
    assert!(screen.contains("pgdn page down"), "{screen}");
}

#[test]
fn introductions_fit_a_small_window_without_scrolling() {
    for (game, options) in GAMES {
        let rules = variant(game, options);
        let mut player = Player::at(rules.clone(), 1, (80, 24));
        player.press("? left");
        let help = help(&player).expect("the help");
        assert_eq!(help.max_scroll(&player.app.context), 0, "{game}");
        let last = rules.introduction().example.last().expect("a step");
        assert_contains!(player.screen(), last.caption);
    }
}

#[test]
fn examples_show_valid_cards_each_once_and_lose_none() {
    for (game, options) in GAMES {
        let rules = variant(game, options);
        let mut before: Option<HashSet<Card>> = None;
        for step in rules.introduction().example {
            let texts = step.piles.iter().flat_map(|pile| pile.split_whitespace());
            let texts: Vec<&str> = texts.collect();
            let cards = texts.iter().map(|card| card.parse().expect("a card"));
            let cards: HashSet<Card> = cards.collect();
            assert_eq!(cards.len(), texts.len(), "{game}: {:?}", step.piles);
            let is_hand_game = rules.layout().window.is_some();
            if let Some(before) = before.filter(|_| !is_hand_game) {
                assert_eq!(cards, before, "{game}: {:?}", step.piles);
            }
            before = Some(cards);
        }
    }
}

#[test]
fn the_example_moves_twice_if_cards_are_animated_and_then_stands_still() {
    let mut player = Player::new("moving-left", 42);
    player.press("? left");
    assert_eq!(player.app.deadline(), None);
    let still = player.screen();
    player.press("esc");
    player
        .app
        .context
        .change_settings(|settings| settings.choose(AnimationMode::On));
    player.press("? left");
    let mut captions = HashSet::new();
    let example = larboard::variant::games()[0].introduction.example;
    for _ in 0..2 * example.len() {
        let screen = player.screen();
        assert_ne!(screen, still);
        let step = example
            .iter()
            .position(|step| screen.contains(step.caption));
        captions.insert(step.expect("a caption"));
        let due = player.app.deadline().expect("the next step");
        player.update(Action::Tick, due);
    }
    assert_eq!(captions.len(), example.len());
    assert_eq!(player.screen(), still);
    assert_eq!(player.app.deadline(), None);
    player.press("right");
    assert_eq!(player.app.deadline(), None, "the rules stand still");
}

#[test]
fn a_search_finds_as_one_types() {
    let mut player = Player::new("moving-left", 42);
    player.press("? / r e d o");
    let (page, line) = help(&player)
        .expect("the help")
        .current_match
        .expect("a match");
    assert_eq!(page, HelpPage::Keys);
    player.press("x y z");
    assert_eq!(help(&player).expect("the help").current_match, None);
    player.press("backspace backspace backspace");
    let found = help(&player).expect("the help").current_match;
    assert_eq!(found, Some((page, line)));
    player.press("enter");
    assert_starts_with!(player.message(), "Match 1 of ");
}

#[test]
fn keys_are_grouped_by_purpose_and_the_mouse_has_a_group() {
    let mut player = Player::at(variant("moosehide", &[]), 1, (120, 100));
    let screen = player.press("?").screen();
    let positions: Vec<usize> = ["MOVING CARDS", "MOVING AROUND", "UNDO", "PROGRAM", "MOUSE"]
        .iter()
        .map(|heading| screen.find(heading).expect(heading))
        .collect();
    assert!(positions.is_sorted(), "{screen}");
    assert!(screen.contains("double click"), "{screen}");
    player.press("esc");
    player.set(Setting::Mouse, false);
    assert!(!player.press("?").screen().contains("MOUSE"));
}

/// Clicks on a row of the help. Returns the mode and the number of moves after it.
fn click(player: &mut Player, text: &str) -> (Mode, usize) {
    let screen = player.screen();
    let row = screen.lines().position(|line| line.contains(text));
    let hit = player.frame().hit_test(40, row.expect(text) as u16);
    player.update(hit.action(false), player.now);
    (player.app.mode(), player.moves().len())
}

#[test]
fn a_click_on_what_a_key_does_closes_the_help_and_does_it() {
    let mut player = Player::new("moving-left", 42);
    player.press("?");
    let useless = [
        ("undo, as often", "no move yet"),
        ("move the cursor", "four keys"),
    ];
    for (text, reason) in useless {
        assert_eq!(click(&mut player, text), (Mode::Overlay, 0), "{reason}");
    }
    assert_eq!(click(&mut player, "draw or deal"), (Mode::Table, 1));
    player.press("?");
    assert_eq!(click(&mut player, "undo, as often"), (Mode::Table, 0));
}
