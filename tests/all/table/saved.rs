//! What is kept, on the screen: the games begun in the menu, and the results.

use insta::assert_snapshot;
use jiff::Timestamp;
use larboard::rules::Rules;
use larboard::store::keeper::Saved;
use larboard::store::results::{Outcome, Played, Results};
use larboard::store::settings::KeySetting;
use larboard::store::sittings::Id;
use larboard::tui::action::{Action, Way};
use larboard::tui::app::{App, Mode};
use larboard::tui::errand::Errand;
use larboard::tui::keymap::Keymap;
use larboard::tui::menu::Row;
use larboard::tui::scene::{LedgerPart, MenuPart, Shape, Target};
use larboard::tui::update::update;

use super::{LOOK, Player, variant};

const GAMES: [&str; 4] = ["moving-left", "moosehide", "oscillation", "yakutat-bay"];

fn id(n: usize) -> Id {
    Id::read(&format!("game-{n}")).expect("an id")
}

fn begun(count: usize) -> Vec<Saved> {
    let saved = |n: usize| {
        let rules = variant(GAMES[n % GAMES.len()], &[]);
        Saved {
            id: id(n),
            profile: rules.profile(),
            choices: rules.choices(),
            seed: (n != 5).then_some(1_000_000 * n as u64 * n as u64),
            moves: 7 * n + 1,
            played: Timestamp::from_second(90_000 - 1800 * n as i64).expect("a time"),
            elsewhere: n == 2,
        }
    };
    (0..count).map(saved).collect()
}

fn at_the_menu(count: usize, size: (u16, u16)) -> Player {
    let now = Timestamp::from_second(90_000).expect("a time");
    let mut app = App::new(LOOK, Keymap::default(), size, 1);
    app.menu.look_at_the_date(now);
    app.menu.set_begun(begun(count));
    Player { app, now }
}

fn results(count: usize) -> Results {
    let mut results = Results::default();
    for n in 0..count {
        let rules = variant("single-left", &[]);
        let won = n % 3 == 0;
        results.add(Played {
            id: id(n),
            profile: rules.profile(),
            choices: rules.choices(),
            seed: Some(n as u64),
            outcome: match n % 4 {
                _ if won => Outcome::Won,
                1 => Outcome::GivenUp,
                _ => Outcome::Lost,
            },
            moves: 40 + n,
            seconds: 37 * n as u64,
            home: if won { 52 } else { 52 - 2 * (n % 20) },
            left: Some(if won { 0 } else { 2 * (n % 20) }),
            shown: u32::from(n == 3),
            taken_over: false,
            ended: Timestamp::from_second(86_400 * n as i64).ok(),
        });
    }
    results
}

fn at_the_results(count: usize, size: (u16, u16)) -> Player {
    let mut player = at_the_menu(0, size);
    player.press("S");
    assert_eq!(player.app.errand.take(), Some(Errand::Results));
    player.app.ledger.results = results(count).into();
    player.app.ledger.open();
    player
}

#[test]
fn the_games_begun_stand_in_the_menu_the_one_played_last_first() {
    for size in [(80, 24), (60, 20), (120, 40)] {
        let mut player = at_the_menu(6, size);
        player.press("shift-tab down");
        let name = format!("games begun {}x{}", size.0, size.1);
        assert_snapshot!(name, player.screen());
    }
}

#[test]
fn the_key_that_takes_a_game_up_is_named_whichever_it_is() {
    let mut player = at_the_menu(3, (80, 24));
    assert!(player.screen().contains("enter deal"));
    player.press("shift-tab");
    let screen = player.screen();
    assert!(screen.contains("enter take up"), "{screen}");
    assert!(!screen.contains("deal "), "{screen}");
    let setting = |name: &str, keys: &[&str]| KeySetting {
        name: name.into(),
        keys: keys.iter().map(ToString::to_string).collect(),
        line: 1,
    };
    let (keymap, complaints) = Keymap::set_by(&[setting("deal", &["x"])]);
    assert!(complaints.is_empty());
    player.app.keymap = keymap;
    let screen = player.screen();
    assert!(screen.contains("x take up"), "{screen}");
    assert!(
        screen.contains("3 games; x or a click takes one up"),
        "{screen}"
    );
    player.app.no_mouse = true;
    assert!(player.screen().contains("3 games; x takes one up"));
    let settings = [setting("deal", &[]), setting("change", &[])];
    player.app.keymap = Keymap::set_by(&settings).0;
    assert!(!player.screen().contains("takes one up"));
}

#[test]
fn every_game_begun_can_be_walked_to_seen_and_taken_up() {
    for size in [(80, 24), (60, 17), (200, 60)] {
        let mut player = at_the_menu(40, size);
        player.press("shift-tab");
        for n in 0..40 {
            player.press("down");
            let seen = format!(" {} ", 7 * n + 1);
            assert!(player.screen().contains(&seen), "{n}: {}", player.screen());
            player.press("enter");
            assert_eq!(player.app.errand.take(), Some(Errand::TakeUp(id(n))));
        }
        player.press("down down");
        assert_eq!(player.app.menu.sitting().map(|one| &one.id), Some(&id(39)));
        player.press("home");
        assert!(!player.app.menu.is_at_begun());
    }
}

#[test]
fn the_first_of_the_games_begun_is_taken_up_from_their_heading() {
    let mut player = at_the_menu(3, (80, 24));
    let games = GAMES.len() + 1;
    player.press(&"down ".repeat(games));
    assert!(player.app.menu.is_at_begun());
    player.press("space");
    assert_eq!(player.app.errand.take(), Some(Errand::TakeUp(id(0))));
    player.press("right right left up");
    assert!(!player.app.menu.is_at_begun());
}

#[test]
fn a_click_takes_up_what_it_is_on_however_far_the_list_was_walked() {
    let mut player = at_the_menu(40, (80, 24));
    player.press("shift-tab");
    for _ in 0..30 {
        update(
            &mut player.app,
            Action::Wheel(Target::Felt, Way::Down),
            player.now,
        );
    }
    let scene = player.scene();
    let mut clicked = 0;
    for item in &scene.items {
        if let Shape::Menu(MenuPart::Row(Row::Sitting(n))) = item.shape {
            let text = player.screen();
            let line = text.lines().nth(item.area.y.into()).unwrap_or_default();
            assert!(line.contains(&format!(" {} ", 7 * n + 1)), "{line}");
            let click = scene.hit(item.area.x + 5, item.area.y).action(false);
            let mut app = player.app.clone();
            update(&mut app, click, player.now);
            assert_eq!(app.errand, Some(Errand::TakeUp(id(n))));
            clicked += 1;
        }
    }
    assert!(clicked > 5);
}

#[test]
fn games_begun_that_are_gone_leave_the_keys_where_there_is_something() {
    let mut player = at_the_menu(4, (80, 24));
    player.press("shift-tab end");
    assert_eq!(player.app.menu.sitting().map(|one| &one.id), Some(&id(3)));
    player.app.menu.set_begun(begun(2));
    assert_eq!(player.app.menu.sitting().map(|one| &one.id), Some(&id(1)));
    player.app.menu.set_begun(Vec::new());
    assert!(player.app.menu.sitting().is_none());
    player.press("down up left right tab");
    assert_eq!(player.app.mode(), Mode::Menu);
}

#[test]
fn results_have_a_page_of_figures_and_one_of_the_games() {
    for size in [(80, 24), (60, 20), (120, 40)] {
        let mut player = at_the_results(40, size);
        let name = |page: &str| format!("results, {page} {}x{}", size.0, size.1);
        assert_snapshot!(name("figures"), player.screen());
        player.press("tab down down down");
        assert_snapshot!(name("games"), player.screen());
        player.app.look.ascii = true;
        let plain = player.press("left").screen();
        assert!(plain.is_ascii(), "{plain}");
    }
}

#[test]
fn every_game_that_is_over_can_be_walked_to_seen_and_looked_at() {
    for size in [(80, 24), (60, 17)] {
        let mut player = at_the_results(40, size);
        player.press("right home");
        for n in (0..40).rev() {
            let scene = player.scene();
            let row = 39 - n;
            let shown = |item: &larboard::tui::scene::Item| {
                item.shape == Shape::Ledger(LedgerPart::Game(row)) && item.area.height == 1
            };
            assert!(scene.items.iter().any(shown), "{n}");
            player.press("enter");
            assert_eq!(player.app.errand.take(), Some(Errand::LookAt(id(n))));
            player.press("e");
            assert_eq!(player.app.errand.take(), Some(Errand::ExportKept(id(n))));
            player.press("down");
        }
        player.press("pgup pgup pgup pgup home");
        assert_eq!(player.app.ledger.game, 0);
        player.press("S");
        assert_eq!(player.app.mode(), Mode::Menu);
    }
}

#[test]
fn results_of_nothing_offer_nothing() {
    let mut player = at_the_results(0, (80, 24));
    assert!(
        player
            .screen()
            .contains("No game has come to a result yet.")
    );
    player.press("tab");
    let screen = player.screen();
    assert!(screen.contains("No game is over yet.") && !screen.contains("replay"));
    player.press("enter e pgdn end up");
    assert_eq!(player.app.errand, None);
}
