//! Saved games in the menu, and the results screen.

use insta::assert_snapshot;
use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use larboard::game::{DealName, RuleSet};
use larboard::record::Header;
use larboard::session::{GameDealer, Profile};
use larboard::storage::results::{GameOutcome, GameResult, Results};
use larboard::storage::save_folder::SaveId;
use larboard::storage::saves::SavedGame;
use larboard::storage::saves::Saves;
use larboard::storage::settings::{KeyOverride, Setting, SettingsFile};
use larboard::tui::action::{Action, Direction, Mode, Target};
use larboard::tui::keymap::Keymap;
use larboard::tui::screen::Request;
use larboard::tui::screens::menu::{MenuRow, MenuScreen};
use larboard::tui::screens::results::ResultsScreen;
use larboard::tui::theme::Appearance;

use super::{APPEARANCE, Player, variant};
use crate::home::Home;

const GAMES: [&str; 4] = ["moving-left", "moosehide", "oscillation", "yakutat-bay"];

fn id(n: usize) -> SaveId {
    SaveId::parse(&format!("game-{n}")).expect("an id")
}

fn saved_games(count: usize) -> Vec<SavedGame> {
    let saved = |n: usize| {
        let rules = variant(GAMES[n % GAMES.len()], &[]);
        SavedGame {
            id: id(n),
            deal: DealName {
                rule_set: RuleSet::new(&rules),
                seed: (n != 5).then_some(1_000_000 * n as u64 * n as u64),
            },
            deck: Vec::new(),
            daily: None,
            moves: 7 * n + 1,
            last_played: Timestamp::from_second(90_000 - 1800 * n as i64).expect("a time"),
            locked_by_other: n == 2,
        }
    };
    (0..count).map(saved).collect()
}

fn at_the_menu(count: usize, size: (u16, u16)) -> Player {
    let mut player = Player::at_the_menu(size);
    player.now = Timestamp::from_second(90_000).expect("a time");
    player.app.context.now = player.now;
    player.set_saved_games(saved_games(count));
    player
}

impl Player {
    fn set_saved_games(&mut self, saved_games: Vec<SavedGame>) {
        let menu = self.app.find_mut::<MenuScreen>().expect("the menu");
        menu.set_saved_games(saved_games);
        self.refresh();
    }

    /// Returns the action of a click on the first such text on the screen.
    fn click_on(&mut self, text: &str) -> Option<Action> {
        let screen = self.screen();
        let found = screen.lines().enumerate().find_map(|(row, line)| {
            let before = &line[..line.find(text)?];
            Some((before.chars().count() as u16 + 1, row as u16))
        });
        let (column, row) = found?;
        Some(self.app.frame().hit_test(column, row).action(false))
    }

    /// Returns the saved game that a key resumes.
    fn resumed(&mut self, key: &str) -> Option<SaveId> {
        match self.request(key) {
            Some(Request::Resume(saved)) => Some(saved.id),
            _ => None,
        }
    }
}

/// Returns the saved game that an action resumes.
fn resumed(requests: &[Request]) -> Option<&SaveId> {
    match requests {
        [Request::Resume(saved)] => Some(&saved.id),
        _ => None,
    }
}

fn menu(player: &Player) -> &MenuScreen {
    player.menu()
}

fn results_screen(player: &Player) -> &ResultsScreen {
    player.app.find::<ResultsScreen>().expect("the results")
}

/// Returns the result of a game that was won in 40 moves.
fn won(game: &str, id: SaveId, seed: u64) -> GameResult {
    let rules = variant(game, &[]);
    GameResult {
        id,
        deal: DealName {
            rule_set: RuleSet::new(&rules),
            seed: Some(seed),
        },
        difficulty: None,
        outcome: GameOutcome::Won,
        moves: 40,
        cards_home: 52,
        cards_left: None,
        header: Header {
            seconds: 60,
            ..Header::default()
        },
        taken_over: false,
        is_won_again: false,
        ended: None,
    }
}

/// Returns such a result with the options with which the game has daily deals.
fn won_daily(game: &str, id: SaveId, seed: u64) -> GameResult {
    let mut result = won(game, id, seed);
    if game == "single-left" {
        let rules = variant(game, &[("discards", "optional")]);
        result.deal.rule_set = RuleSet::new(&rules);
    }
    result
}

fn results(count: usize) -> Results {
    let mut results = Results::default();
    for n in 0..count {
        let outcome = match n % 4 {
            _ if n % 3 == 0 => GameOutcome::Won,
            1 => GameOutcome::GivenUp,
            _ => GameOutcome::Lost,
        };
        let left = if n % 3 == 0 { 0 } else { 2 * (n % 20) };
        results.add(GameResult {
            outcome,
            moves: 40 + n,
            header: Header {
                seconds: 37 * n as u64,
                shown: u32::from(n == 3),
                ..Header::default()
            },
            cards_home: 52 - left,
            cards_left: Some(left),
            ended: Timestamp::from_second(86_400 * n as i64).ok(),
            ..won("single-left", id(n), n as u64)
        });
    }
    results
}

fn at_the_results(count: usize, size: (u16, u16)) -> Player {
    let mut player = at_the_menu(0, size);
    player.press("S");
    let results = results(count);
    let stats = results.all_stats([]);
    player.app.show_results(results.into(), &stats);
    player
}

#[test]
fn saved_games_are_listed_with_the_latest_first() {
    let mut player = at_the_menu(6, (80, 24));
    assert_snapshot!("continue 80x24", player.press("shift-tab").screen());
    for size in [(80, 24), (120, 40)] {
        let mut player = at_the_menu(6, size);
        let name = format!("saved games {}x{}", size.0, size.1);
        assert_snapshot!(name, player.press("shift-tab right down").screen());
    }
}

#[test]
fn the_key_that_resumes_a_game_is_named() {
    let mut player = at_the_menu(3, (80, 24));
    assert!(player.screen().contains("enter deal"));
    player.press("shift-tab");
    let screen = player.screen();
    assert!(screen.contains("enter resume"), "{screen}");
    assert!(!screen.contains("enter deal"), "{screen}");
    let binding = |name: &str, keys: &[&str]| KeyOverride {
        name: name.into(),
        value: keys.iter().map(ToString::to_string).collect(),
        line: 1,
    };
    let (keymap, errors) = Keymap::from_settings(&[binding("deal", &["z"])]);
    assert!(errors.is_empty());
    player.app.context.keymap = keymap;
    let screen = player.screen();
    assert!(screen.contains("z resume"), "{screen}");
    assert!(screen.contains("3 games; z or click to resume"), "{screen}");
    player.set(Setting::Mouse, false);
    assert!(player.screen().contains("3 games; z to resume"));
    let bindings = [binding("deal", &[]), binding("menu-select", &[])];
    player.app.context.keymap = Keymap::from_settings(&bindings).0;
    assert!(!player.screen().contains("to resume"));
}

#[test]
fn every_saved_game_can_be_selected_shown_and_resumed() {
    for size in [(80, 24), (60, 17), (200, 60)] {
        let mut player = at_the_menu(40, size);
        player.press("shift-tab");
        for n in 0..40 {
            player.press(if n == 0 { "right" } else { "down" });
            let moves = format!(" {} ", 7 * n + 1);
            assert!(player.screen().contains(&moves), "{n}: {}", player.screen());
            assert_eq!(player.resumed("enter"), Some(id(n)));
        }
        player.press("down down");
        assert_eq!(
            menu(&player).selected_save().map(|saved| &saved.id),
            Some(&id(39))
        );
        player.press("home");
        assert_eq!(menu(&player).selected_row(), MenuRow::Continue);
    }
}

#[test]
fn the_first_entry_continues_the_game_played_last() {
    let mut player = at_the_menu(3, (80, 24));
    player.press("home");
    assert_eq!(menu(&player).selected_row(), MenuRow::Continue);
    for key in ["enter", "space"] {
        assert_eq!(player.resumed(key), Some(id(0)));
    }
    player.press("right down left down");
    assert_eq!(menu(&player).selected_row(), MenuRow::Today);
    player.press("up");
    assert!(player.screen().contains("right saved games"));
    player.press("end");
    assert_eq!(menu(&player).selected_row(), MenuRow::Game(GAMES.len()));
}

#[test]
fn continue_skips_a_game_that_another_window_has_open() {
    let mut player = at_the_menu(0, (80, 24));
    let mut games = saved_games(4);
    games.drain(..2);
    assert!(games[0].locked_by_other);
    player.set_saved_games(games);
    player.press("home");
    assert_eq!(player.resumed("enter"), Some(id(3)));
}

#[test]
fn a_second_click_on_continue_resumes() {
    let mut player = at_the_menu(3, (80, 24));
    let click = player.click_on("Continue").expect("a row");
    player.update(click, player.now);
    assert_eq!(menu(&player).selected_row(), MenuRow::Continue);
    assert_eq!(resumed(&player.app.requests(click)), Some(&id(0)));
}

#[test]
fn a_click_resumes_the_game_in_its_row_after_scrolling() {
    let mut player = at_the_menu(40, (80, 24));
    player.press("shift-tab right");
    for _ in 0..30 {
        player.update(
            Action::Wheel(Target::Background, Direction::Down),
            player.now,
        );
    }
    let moves = |n: usize| format!(" {} ", 7 * n + 1);
    let clicks = (0..40).map(|n| (n, player.click_on(&moves(n))));
    let clicks: Vec<_> = clicks.collect();
    let mut clicked = 0;
    for (n, click) in clicks {
        if let Some(click) = click {
            assert_eq!(resumed(&player.app.requests(click)), Some(&id(n)));
            clicked += 1;
        }
    }
    assert!(clicked > 5);
}

#[test]
fn removed_saved_games_leave_a_valid_selection() {
    let mut player = at_the_menu(4, (80, 24));
    player.press("shift-tab right end");
    assert_eq!(
        menu(&player).selected_save().map(|saved| &saved.id),
        Some(&id(3))
    );
    player.set_saved_games(saved_games(2));
    assert_eq!(
        menu(&player).selected_save().map(|saved| &saved.id),
        Some(&id(1))
    );
    player.set_saved_games(Vec::new());
    assert!(menu(&player).selected_save().is_none());
    player.press("down up left right tab");
    assert_eq!(player.app.mode(), Mode::Menu);
}

/// Saved games of which those with an even number are attempts at one deal.
fn attempts(count: usize) -> Vec<SavedGame> {
    let mut games = saved_games(count);
    let first = games[0].deal.clone();
    for game in games.iter_mut().step_by(2) {
        game.deal = first.clone();
        game.locked_by_other = false;
    }
    games
}

/// Saves three attempts at a deal and another game, and opens the menu.
fn with_saved_games(home: &Home) -> Player {
    let mut player = Player::at_the_menu((80, 24));
    let saves = Saves::open(Some(home.path().into())).value;
    let mut profile = Profile::new(saves, SettingsFile::open_at(None), GameDealer::from_seed(1));
    profile.small_files.set_unseen_introductions(&[]);
    player.app.context.profile = profile;
    for (game, seed) in [
        ("moosehide", 1),
        ("moving-left", 7),
        ("moving-left", 7),
        ("moving-left", 7),
    ] {
        player.app.deal(variant(game, &[]), seed, player.now);
        let mv = player.legal()[0].clone();
        player.make(&mv);
    }
    player.app.deal(variant("oscillation", &[]), 1, player.now);
    player.press("m");
    player
}

#[test]
fn attempts_at_one_deal_are_one_row_that_lists_them() {
    let mut player = at_the_menu(0, (80, 24));
    player.set_saved_games(attempts(6));
    player.press("shift-tab");
    let screen = player.screen();
    assert!(screen.contains("Continue (4)"), "{screen}");
    assert!(screen.contains("Moving Left (3)"), "{screen}");
    player.press("right");
    assert!(
        player
            .screen()
            .contains("3 attempts at this deal; right: list them")
    );
    assert_eq!(player.resumed("enter"), Some(id(0)));
    assert_snapshot!("attempts 80x24", player.press("right down down").screen());
    assert_eq!(player.resumed("enter"), Some(id(2)));
    player.press("down down");
    assert_eq!(player.resumed("enter"), Some(id(1)));
    player.press("right");
    assert!(
        player
            .screen()
            .contains("This is the only attempt at the deal")
    );
    player.press("up up left");
    assert_eq!(player.resumed("enter"), Some(id(0)));
    assert!(!player.screen().contains("attempt 2"));
    player.press("left");
    assert_eq!(menu(&player).selected_row(), MenuRow::Continue);
}

#[test]
fn a_saved_game_is_removed_when_its_key_is_pressed_twice() {
    for key in ["x", "delete"] {
        let home = Home::new();
        let mut player = with_saved_games(&home);
        player.press(key);
        assert_eq!(player.message(), "No saved game is selected");
        // The heading stands for the deal that would be resumed.
        for keys in ["shift-tab", "right"] {
            player.press(keys).press(key);
            let question = "Remove all 3 attempts at Moving Left, seed 7 for good? x: yes";
            assert_eq!(player.message(), question);
        }
        // Another key is a no.
        player.press("down").press(key);
        let question = "Remove Moosehide, seed 1, 1 move, for good? x: yes";
        assert_eq!(player.message(), question);
        assert_eq!(home.saved_files().len(), 4);
        player.press(key);
        assert_eq!(home.saved_files().len(), 3);
        player.press("right down down").press(key).press(key);
        assert_eq!(home.saved_files().len(), 2);
        // The deal stays open while it has several attempts.
        assert!(player.screen().contains("attempt 2"));
        player.press("up up").press(key).press(key);
        assert_eq!(home.saved_files().len(), 0);
    }
}

#[test]
fn results_snapshots() {
    for size in [(80, 24), (120, 40)] {
        let mut player = at_the_results(40, size);
        let name = format!("results, statistics {}x{}", size.0, size.1);
        assert_snapshot!(name, player.screen());
        player.app.context.set_appearance(Appearance {
            ascii: true,
            ..APPEARANCE
        });
        assert!(player.screen().is_ascii(), "{}", player.screen());
    }
    let mut player = at_the_results(40, (80, 24));
    player.press("tab down down down");
    assert_snapshot!("results, finished games 80x24", player.screen());
}

/// Returns the results of daily deals: won on the days of November and October given with their games.
fn daily_results() -> Results {
    let mut results = Results::default();
    let id = |text: &str| SaveId::parse(text).expect("an id");
    for (game, days) in [
        ("moosehide", &[(10, 30), (10, 31), (11, 1), (11, 21)][..]),
        ("single-left", &[(11, 1), (11, 20), (11, 22)]),
    ] {
        for &(month, day) in days {
            let day = date(2026, month, day);
            let ended = day.at(23, 0, 0, 0).to_zoned_datetime(TimeZone::UTC);
            let ended = ended.expect("a time");
            let seed = 10 * day.day_of_year() as u64;
            let mut result = won_daily(game, id(&format!("{game}-{day}")), seed);
            result.ended = Some(ended.timestamp());
            result.header.daily = Some(day);
            // None of these is a win of its day.
            let mut others = [0, 1, 2].map(|_| result.clone());
            others[0].header.shown = 1;
            others[1].taken_over = true;
            others[2].outcome = GameOutcome::GivenUp;
            for (n, mut other) in others.into_iter().enumerate() {
                other.id = id(&format!("other-{n}-{game}-{day}"));
                other.header.daily = day.checked_sub(4.days()).ok();
                other.deal.seed = Some(seed + 1 + n as u64);
                results.add(other);
            }
            results.add(result);
        }
    }
    results
}

/// At the calendar on 22 November 2026, with the menu below on Moosehide.
fn at_the_calendar(results: Results, size: (u16, u16)) -> Player {
    let mut player = at_the_menu(0, size);
    player.now = "2026-11-22T12:00:00Z".parse().expect("a time");
    player.app.context.results = results.into();
    player.press("down down down S shift-tab");
    player
}

#[test]
fn the_calendar_shows_the_daily_deals_won_month_by_month() {
    for size in [(80, 24), (120, 40)] {
        let mut player = at_the_calendar(daily_results(), size);
        let name = format!("daily deals, November {}x{}", size.0, size.1);
        assert_snapshot!(name, player.screen());
        player.press("pgup");
        assert!(player.screen().contains("October 2026"));
        player.press("pgup pgup pgup");
        assert!(player.screen().contains("July 2026"));
        player.press("end pgdn");
        assert!(player.screen().contains("November 2026"));
        player.app.context.set_appearance(Appearance {
            ascii: true,
            ..APPEARANCE
        });
        player.refresh();
        assert!(player.screen().replace('·', "").is_ascii());
    }
}

#[test]
fn a_day_of_the_calendar_is_played_by_enter_or_a_click() {
    let mut player = at_the_calendar(Results::default(), (80, 24));
    assert_contains!(
        player.screen(),
        "Daily Sun 22 Nov · expert · space: play Moosehide"
    );
    player.press("up left enter");
    let daily = |player: &Player| player.table().session().played().header.daily;
    assert_eq!(daily(&player), Some(date(2026, 11, 14)));
    assert_contains!(player.top_line(), "daily Sat 14 Nov · hard");
    player.press("R");
    assert_eq!(
        daily(&player),
        Some(date(2026, 11, 14)),
        "the same deal again"
    );
    let mut player = at_the_calendar(Results::default(), (80, 24));
    let screen = player.screen();
    let row = screen.lines().position(|line| line.contains(" 17 "));
    let line = screen.lines().nth(row.expect("a week")).expect("a line");
    let bytes = line.find("18").expect("a day");
    let column = line[..bytes].chars().count() as u16;
    let row = row.expect("a week") as u16;
    let action = player.frame().hit_test(column, row).action(false);
    player.update(action, player.now);
    assert_eq!(daily(&player), Some(date(2026, 11, 18)));
}

#[test]
fn a_day_ahead_is_refused() {
    let mut player = at_the_calendar(Results::default(), (80, 24));
    player.press("right enter");
    assert_eq!(player.message(), "The deal of 2026-11-23 is still to come");
    assert_eq!(player.app.mode(), Mode::Results);
    assert_contains!(player.screen(), "The deal of 2026-11-23 is still to come ·");
    player.press("pgdn down down");
    assert_contains!(player.screen(), "November 2026");
}

#[test]
fn any_game_with_daily_deals_is_chosen_in_the_calendar() {
    let daily = |player: &Player| {
        let game = player.table().session().game().rules().info();
        (game.title, player.table().session().played().header.daily)
    };
    let day = Some(date(2026, 11, 21));
    let marks = (1..).zip("◆●▲■★".chars());
    for ((number, mark), title) in marks.zip([
        "Moving Left",
        "Yakutat Bay",
        "Oscillation",
        "Moosehide",
        "Single Left",
    ]) {
        let mut player = at_the_calendar(Results::default(), (80, 24));
        player.press("left");
        let name = format!("{number} {mark} {title}");
        player.press(&number.to_string());
        assert_contains!(player.screen(), &format!("[{name}]"));
        assert_contains!(player.screen(), &format!("space: play {title}"));
        player.press("9 0 enter");
        assert_eq!(daily(&player), (title, day));

        let mut player = at_the_calendar(Results::default(), (60, 20));
        player.press("left");
        let screen = player.screen();
        let row = screen
            .lines()
            .position(|line| line.contains(&name))
            .expect("a row");
        let line = screen.lines().nth(row).expect("a line");
        let column = line[..line.find(&name).expect("a name")].chars().count();
        let click = player
            .frame()
            .hit_test(column as u16 + 3, row as u16)
            .action(false);
        player.update(click, player.now);
        player.press("enter");
        assert_eq!(daily(&player), (title, day));
    }
}

#[test]
fn a_day_says_which_games_were_won_in_any_window() {
    for size in [(60, 20), (80, 24)] {
        let mut results = Results::default();
        let day = date(2026, 11, 22);
        let mut marks = vec![String::new()];
        for (number, game) in (1..).zip([
            "moving-left",
            "yakutat-bay",
            "oscillation",
            "moosehide",
            "single-left",
        ]) {
            let mut result = won_daily(game, id(number), number as u64);
            result.header.daily = Some(day);
            results.add(result);
            let mark = "◆●▲■★".chars().nth(number - 1).expect("a mark");
            marks.push(format!("{}{mark}", marks[number - 1]));
            let mut player = at_the_calendar(results.clone(), size);
            let screen = player.screen();
            let mark = match (size.0, number) {
                (60, 5..) => "◆●▲+",
                _ => &*marks[number],
            };
            assert_contains!(screen, &format!("22 {mark}"));
            assert_eq!(screen.contains("· won ·"), number >= 4, "{screen}");
        }
    }
}

#[test]
fn a_day_won_late_counts_as_won_but_not_for_the_streak() {
    let mut results = Results::default();
    let days = [date(2026, 11, 20), date(2026, 11, 21), date(2026, 11, 22)];
    for (n, day) in days.into_iter().enumerate() {
        results.add(GameResult {
            header: Header {
                daily: Some(day),
                ..Header::default()
            },
            ended: "2026-11-22T12:00:00Z".parse().ok(),
            ..won("moosehide", id(n), 1_000_001)
        });
    }
    assert_eq!(results.daily_wins().days().count(), 3);
    let mut player = at_the_calendar(results, (80, 24));
    let screen = player.screen();
    for text in ["20 ■", "21 ■", "22 ■", "streak 2 days, best 2"] {
        assert_contains!(screen, text);
    }
}

#[test]
fn a_calendar_without_wins_shows_the_present_month() {
    for now in [
        "2026-11-22T12:00:00Z",
        "-009999-01-02T01:59:59Z",
        "9999-12-30T21:59:00Z",
    ] {
        let mut player = at_the_menu(0, (80, 24));
        player.now = now.parse().expect("a time");
        player.press("S tab tab up down pgup pgdn home end");
        let screen = player.screen();
        assert!(screen.contains("streak 0 days, best 0"), "{screen}");
    }
}

#[test]
fn a_click_on_a_tab_turns_to_its_page() {
    let mut player = at_the_results(3, (80, 24));
    for (tab, text) in [
        ("Daily deals", "streak"),
        ("Results", "played"),
        ("Finished games", "moves"),
        ("Daily deals", "streak"),
    ] {
        let screen = player.screen();
        let mut lines = (0..).zip(screen.lines());
        let (row, tabs) = lines.find(|(_, line)| line.contains("╭")).expect("a panel");
        let bytes = tabs.find(tab).expect("a tab");
        let column = tabs[..bytes].chars().count() as u16;
        let action = player.frame().hit_test(column, row).action(false);
        player.update(action, player.now);
        assert!(player.screen().contains(text), "{tab}");
    }
}

#[test]
fn every_finished_game_can_be_selected_shown_and_replayed() {
    for size in [(80, 24), (60, 17)] {
        let mut player = at_the_results(40, size);
        player.press("right home");
        for n in (0..40).rev() {
            let row = 39 - n;
            let click = player.click_on("❯");
            assert_eq!(click, Some(Action::Click(Target::Entry(row))), "{n}");
            assert_eq!(results_screen(&player).selected_game, row);
            player.press("down");
        }
        player.press("pgup pgup pgup pgup home");
        assert_eq!(results_screen(&player).selected_game, 0);
        player.press("S");
        assert_eq!(player.app.mode(), Mode::Menu);
    }
}

#[test]
fn empty_results_offer_no_actions() {
    let mut player = at_the_results(0, (80, 24));
    assert!(player.screen().contains("No finished games yet"));
    player.press("tab");
    let screen = player.screen();
    assert!(screen.contains("No finished games yet") && !screen.contains("replay"));
    for key in ["enter", "e", "pgdn", "end", "up"] {
        assert!(player.request(key).is_none(), "{key}");
    }
}
