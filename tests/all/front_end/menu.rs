//! The menu: what its keys choose and deal.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::date;
use jiff::tz::TimeZone;
use larboard::difficulty::{Difficulty, daily, game_label};
use larboard::session::DealSource;
use larboard::storage::settings::{AnimationMode, Deals, Settings};
use larboard::tui::action::Mode;
use larboard::tui::config::Config;
use larboard::tui::deal_choices::DealChoices;
use larboard::tui::screens::menu::{MenuRow, MenuScreen};
use larboard::variant;

use super::{Player, variant};

const DAILY: DealSource = DealSource::Daily(None);

fn menu() -> Player {
    let mut player = Player::at_the_menu((80, 24));
    player.now = "2026-11-20T12:00:00Z".parse().expect("a time");
    player
}

fn screen(player: &Player) -> &MenuScreen {
    player.menu()
}

fn choices(player: &Player) -> &DealChoices {
    screen(player).choices()
}

fn source(player: &Player) -> DealSource {
    choices(player).source(player.app.context.config.deal_source())
}

#[test]
fn down_goes_through_every_game_and_the_rows_of_the_last() {
    let games = variant::games();
    let mut player = menu();
    for game in games {
        assert_eq!(choices(&player).game_info().id, game.id);
        player.press("down");
    }
    for index in 0..choices(&player).rows().len() {
        assert_eq!(screen(&player).selected_row(), MenuRow::Option(index));
        player.press("down");
    }
    player.press("down down down");
    assert_eq!(screen(&player).selected_row(), MenuRow::Source);
    assert_eq!(choices(&player).game_info().id, games[games.len() - 1].id);
}

#[test]
fn up_from_the_options_goes_back_to_their_game() {
    let mut player = menu();
    player.press("tab");
    assert_eq!(screen(&player).selected_row(), MenuRow::Option(0));
    player.press("up");
    assert_eq!(screen(&player).selected_row(), MenuRow::Game(0));
}

#[test]
fn every_value_of_every_row_can_be_chosen_and_every_layout_that_can_be_won() {
    let mut dealt = BTreeSet::new();
    for game in variant::games() {
        let mut choices = DealChoices::default();
        let index = variant::games()
            .iter()
            .position(|other| other.id == game.id);
        choices.game_index = index.expect("a game");
        let rows = choices.rows();
        let combinations = rows.iter().map(|row| row.values.len()).product::<usize>();
        for n in 0..combinations {
            let mut rest = n;
            for (index, row) in rows.iter().enumerate() {
                choices.set_value(index, rest % row.values.len());
                rest /= row.values.len();
            }
            let rules = choices.rules().expect("known values");
            let mut again = DealChoices::default();
            again.select_game(&rules);
            assert_eq!(
                again.rules().map(|rules| game_label(&rules)),
                Some(game_label(&rules))
            );
            dealt.insert(game_label(&rules));
        }
    }
    let all = variant::all().into_iter();
    let missing = all
        .map(|rules| game_label(&rules))
        .filter(|label| !dealt.contains(label));
    let missing: Vec<String> = missing.collect();
    let unwinnable = ["yakutat-bay face-up=tops", "moosehide layout=four-reserve"];
    assert_eq!(missing, unwinnable);
}

#[test]
fn single_left_is_three_entries_of_one_row() {
    for size in [(80, 24), (60, 20), (120, 40)] {
        let mut player = Player::at_the_menu(size);
        player.press("end");
        for (entry, options) in [
            ("[You decide on discards]", "discards=optional redeals=0"),
            ("[Watch it play]", "discards=forced redeals=0"),
            ("[Warfield's]", "style=warfield"),
        ] {
            assert_contains!(player.screen(), entry);
            let all = ["You decide on discards", "Watch it play", "Warfield's"];
            let screen = player.screen();
            let has_all = |line: &str| all.iter().all(|name| line.contains(name));
            assert!(screen.lines().any(has_all) || size.0 < 80, "{screen}");
            for name in all {
                assert_contains!(screen, name);
            }
            let rules = choices(&player).rules().expect("known values");
            assert!(game_label(&rules).ends_with(options), "{rules:?}");
            player.press("tab right shift-tab");
        }
        assert_contains!(player.screen(), "[You decide on discards]");
    }
}

#[test]
fn an_option_without_a_meaning_beside_another_is_not_relevant() {
    let mut choices = DealChoices::default();
    choices.select_game(&variant("single-left", &[("style", "warfield")]));
    assert_eq!(choices.row(0).1, 2);
    assert!(choices.is_row_relevant(0) && !choices.is_row_relevant(1));
}

#[test]
fn all_sources_of_the_deal_are_shown_at_once() {
    for size in [(80, 24), (60, 20), (60, 16), (120, 40)] {
        let mut player = Player::at_the_menu(size);
        player.press("# 1 8 4 4 6 7 4 4 0 7 3 7 0 9 5 5 1 6 1 5 enter");
        let grades = ["easy", "medium", "hard", "expert"];
        let sources = [grades, ["winnable", "any", "daily", "number"]].concat();
        for name in &sources {
            player.press("right");
            let screen = player.screen();
            assert!(screen.contains(&format!("[{name}]")), "{screen}");
            let rows = screen.lines().skip_while(|line| !line.contains(" Deal "));
            let rows: String = rows.take(2).collect();
            assert!(sources.iter().all(|other| rows.contains(other)), "{screen}");
        }
    }
}

#[test]
fn an_entered_number_is_the_source_until_another_is_chosen_and_stays_available() {
    let mut player = menu();
    player.press("# 7 enter");
    assert_eq!(source(&player), DealSource::Number);
    player.press("left");
    assert_eq!(source(&player), DAILY);
    player.press("right");
    assert_eq!(source(&player), DealSource::Number);
    assert!(player.screen().contains("Deal 7: "));
    player.press("enter");
    assert_eq!(player.table().game().seed(), Some(7));
}

#[test]
fn dealing_without_a_number_asks_for_it() {
    let mut player = menu();
    player.press("shift-tab right right");
    assert_eq!(source(&player), DealSource::Number);
    assert!(player.screen().contains("#: enter a deal number"));
    player.press("enter");
    assert_eq!(player.app.mode(), Mode::Prompt);
    player.press("7 enter enter");
    assert_eq!(player.table().game().seed(), Some(7));
}

#[test]
fn which_random_deals_are_dealt_is_a_setting_and_other_sources_last_for_the_run() {
    let setting = |player: &Player| player.app.context.config.chosen().choice::<Deals>();
    let mut player = menu();
    player.press("down shift-tab left");
    assert_eq!(source(&player), DealSource::Random(Deals::Winnable));
    assert_eq!(setting(&player), Deals::Winnable);
    player.press("right right");
    assert_eq!(source(&player), DAILY);
    assert_eq!(setting(&player), Deals::Any);
    player.press(",");
    while !player.screen().contains("❯ New deals") {
        player.press("down");
    }
    assert_contains!(player.screen(), "otherwise for now");
    player.press("right esc");
    assert_eq!(setting(&player), Deals::Winnable);
    assert_eq!(source(&player), DAILY);
}

#[test]
fn a_daily_deal_is_followed_by_a_random_one() {
    let mut player = menu();
    player.app.context.config.set_deal_source(DAILY);
    player.press("down enter");
    let daily = |player: &Player| player.table().session().played().header.daily;
    assert_eq!(daily(&player), Some(date(2026, 11, 20)));
    assert_contains!(player.top_line(), "daily Fri 20 Nov · hard");
    player.press("n");
    assert_eq!(daily(&player), None);
    player.press("m");
    assert_eq!(source(&player), DAILY);
}

#[test]
fn the_command_line_chooses_the_source_until_the_player_does() {
    let mut player = menu();
    player.app.context.config = Config::new(Settings::default(), None, Some(DAILY));
    player
        .app
        .context
        .change_settings(|settings| settings.choose(Deals::Any));
    player.press("down shift-tab");
    assert_eq!(source(&player), DAILY);
    assert_eq!(
        player.app.context.config.chosen().choice::<Deals>(),
        Deals::Any
    );
    player.press("left left");
    assert_eq!(source(&player), DealSource::Random(Deals::Winnable));
    assert_eq!(
        player.app.context.config.chosen().choice::<Deals>(),
        Deals::Winnable
    );
}

#[test]
fn a_difficulty_is_dealt_at_once_and_kept_for_the_next_deals() {
    let mut player = menu();
    player.press("down shift-tab right right right right right");
    let hard = DealSource::Graded(Difficulty::Hard);
    assert_eq!(source(&player), hard);
    let screen = player.screen();
    assert!(screen.contains(" easy  medium [hard] expert"), "{screen}");
    player.press("enter");
    let difficulty = |player: &Player| player.table().session().difficulty();
    assert_eq!(difficulty(&player), Some(Difficulty::Hard));
    assert!(player.screen().contains(" hard "), "{}", player.screen());
    let seed = player.table().game().seed();
    player.press("n");
    assert_eq!(difficulty(&player), Some(Difficulty::Hard));
    assert_ne!(player.table().game().seed(), seed);
    player.press("m");
    assert_eq!(source(&player), hard, "remembered");
    player.press("shift-tab home");
    player.press("shift-tab");
    while source(&player) != DealSource::Random(Deals::Any) {
        player.press("left");
    }
    player.press("enter");
    assert_eq!(difficulty(&player), None);
    player.press("n");
    assert_eq!(difficulty(&player), None);
}

#[test]
fn a_game_without_winnable_deals_does_not_offer_any() {
    let mut player = menu();
    let winnable = DealSource::Random(Deals::Winnable);
    player.app.context.config.set_deal_source(winnable);
    player.press("end");
    assert_eq!(source(&player), winnable);
    player.press("tab right shift-tab");
    assert_eq!(source(&player), DealSource::Random(Deals::Any));
    let screen = player.screen();
    assert_contains!(screen, "This game plays itself: dealt at random");
    assert!(!screen.contains(" winnable  daily"), "{screen}");
    player.press("enter n");
    assert_eq!(player.app.mode(), Mode::HandGame, "no search");
    assert_starts_with!(
        player.message(),
        "This game plays itself: dealt at random. Try discards=optional"
    );
    player.press("N");
    assert_eq!(player.message(), "");
    assert_eq!(
        player.app.context.config.deal_source(),
        winnable,
        "for other games"
    );
}

#[test]
fn end_goes_to_the_last_game_and_in_the_options_to_the_deal() {
    let mut player = menu();
    player.press("end");
    let last = variant::games().len() - 1;
    assert_eq!(screen(&player).selected_row(), MenuRow::Game(last));
    player.press("right end");
    assert_eq!(screen(&player).selected_row(), MenuRow::Source);
    player.press("home");
    assert_eq!(screen(&player).selected_row(), MenuRow::Today);
}

#[test]
fn the_daily_deal_is_the_date_where_the_player_is() {
    let mut player = menu();
    player.now = "2026-11-20T23:30:00Z".parse().expect("a time");
    player.press("shift-tab right");
    assert_contains!(player.screen(), "Daily Fri 20 Nov · hard");
    player.app.context.time_zone = || TimeZone::fixed(jiff::tz::offset(1));
    assert_contains!(player.screen(), "Daily Sat 21 Nov · hard");
    player.press("enter");
    let daily = player.table().session().played().header.daily;
    assert_eq!(daily, Some(date(2026, 11, 21)));
}

#[cfg(windows)]
#[test]
fn time_zones_are_known_where_the_system_has_none() {
    let mut player = menu();
    let cx = &mut player.app.context;
    cx.now = "2026-11-20T12:00:00Z".parse().expect("a time");
    cx.time_zone = || TimeZone::get("Pacific/Kiritimati").expect("a zone");
    assert_eq!(cx.today(), date(2026, 11, 21));
}

#[test]
fn keys_choose_a_game_its_options_and_its_deal() {
    let daily = daily::seed(&variant("moving-left", &[]), date(2026, 11, 20));
    for (keys, game, value, seed) in [
        ("enter", "moving-left", "yes", None),
        ("down space", "yakutat-bay", "yukon", None),
        (
            "down down down right space enter",
            "moosehide",
            "classic",
            None,
        ),
        (
            "down down down tab left enter",
            "moosehide",
            "classic",
            None,
        ),
        ("shift-tab right enter", "moving-left", "yes", daily),
        ("# 4 2 enter enter", "moving-left", "yes", Some(42)),
        ("# 0 x f f enter enter", "moving-left", "yes", Some(255)),
        (
            "# 4 2 enter home down down enter",
            "yakutat-bay",
            "yukon",
            Some(42),
        ),
    ] {
        let mut player = menu();
        player.press(keys);
        let dealt = player.table().game();
        let info = dealt.rules().info();
        assert_eq!(info.id, game, "{keys}");
        assert!(dealt.rules().options().is(info.options[0].name, value));
        let is_dealt = seed.is_none_or(|seed| dealt.seed() == Some(seed));
        assert!(is_dealt, "{keys}");
        assert!(player.table().session().played().started.is_some());
    }
}

#[test]
fn an_invalid_seed_is_refused_and_can_be_corrected() {
    let mut player = menu();
    player.press("# - 1 enter");
    assert_eq!(player.message(), "Please enter a whole number");
    assert_eq!(player.app.mode(), Mode::Prompt);
    assert!(player.app.table().is_none());
    player.press("backspace backspace 7 enter");
    assert_eq!(player.app.mode(), Mode::Menu);
    assert_eq!(choices(&player).seed, Some(7));
}

#[test]
fn the_menu_opens_on_the_game_at_the_table_and_can_be_closed() {
    let mut player = menu();
    player.press("down down down right right enter m");
    assert_eq!(player.app.mode(), Mode::Menu);
    assert_eq!(choices(&player).game_info().id, "moosehide");
    let (row, value) = choices(&player).row(0);
    assert_eq!(row.values[value].name, "classic");
    player.press("esc");
    assert_ne!(player.app.mode(), Mode::Menu);
    player.press("m q");
    assert!(player.has_quit());
}

#[test]
fn the_menu_remembers_what_was_chosen() {
    let mut player = menu();
    player.press("# 4 2 enter enter m");
    assert_eq!(source(&player), DealSource::Number);
    assert_eq!(choices(&player).seed, Some(42));
    player.press("shift-tab left esc m");
    assert_eq!(source(&player), DAILY);
    assert_eq!(player.app.context.now, player.now);
    assert!(player.now > Timestamp::UNIX_EPOCH);
}

/// At the menu on 22 November 2026.
fn menu_on_a_day(size: (u16, u16)) -> Player {
    let mut player = Player::at_the_menu(size);
    player.now = "2026-11-22T12:00:00Z".parse().expect("a time");
    player.app.context.now = player.now;
    player.refresh();
    player
}

#[test]
fn the_daily_deal_of_any_game_is_played_from_today() {
    let titles = variant::games().map(|info| info.title);
    for (steps, title) in titles.into_iter().enumerate() {
        for size in [(40, 12), (60, 20), (80, 24), (120, 40)] {
            let mut player = menu_on_a_day(size);
            player.press("home");
            player.press(&"right ".repeat(steps));
            let chosen = if size.0 < 60 {
                format!("Today: {title}, waiting")
            } else {
                format!("[{title}]")
            };
            assert_contains!(player.screen(), &chosen);
            if size.0 >= 60 {
                assert_contains!(player.screen(), "Daily Sun 22 Nov · expert");
            }
            player.press("left right enter");
            let session = player.table().session();
            assert_eq!(session.game().rules().info().title, title);
            assert_eq!(session.played().header.daily, Some(date(2026, 11, 22)));
        }
        let mut player = menu_on_a_day((80, 24));
        player.press("home right left");
        for clicks in 1..=2 {
            let text = player.screen();
            let row = text
                .lines()
                .position(|line| line[line.len().min(19)..].contains(title))
                .expect("a row");
            let line = text.lines().nth(row).expect("a line");
            let column = line[..line.rfind(title).expect("a title")].chars().count() as u16;
            let click = player
                .frame()
                .hit_test(column + 1, row as u16)
                .action(false);
            player.update(click, player.now);
            if player.app.table().is_some() {
                assert!(clicks == 2 || steps == 0);
                assert_eq!(player.table().session().game().rules().info().title, title);
                break;
            }
            assert_contains!(player.screen(), &format!("[{title}]"));
        }
        assert!(player.app.table().is_some());
    }
}

#[test]
fn only_the_list_is_shown_where_there_is_no_room_for_more() {
    for size in [(59, 24), (40, 12), (100, 10), (24, 6)] {
        let mut player = menu_on_a_day(size);
        player.press("home");
        let mut titles = vec!["Today: Moving Left"];
        titles.extend(variant::games().map(|info| info.title));
        for (n, title) in titles.iter().enumerate() {
            assert_contains!(player.screen(), title);
            assert!(!player.screen().contains("[any]"));
            if let Some(game) = n.checked_sub(1) {
                assert_eq!(screen(&player).selected_row(), MenuRow::Game(game));
                // There is nothing beside the list.
                player.press("right tab shift-tab left");
                assert_eq!(screen(&player).selected_row(), MenuRow::Game(game));
            }
            player.press("down");
        }
        player.press("enter");
        assert_eq!(player.table().game().rules().info().title, "Single Left");
    }
}

#[test]
fn the_menu_is_in_the_middle_of_a_large_window() {
    for size in [(120, 40), (160, 50), (200, 60), (201, 61)] {
        let mut player = menu_on_a_day(size);
        let text = player.screen();
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let height = usize::from(size.1) - 2;
        let is_used = |line: &Vec<char>| line.iter().any(|c| *c != ' ');
        let top = lines.iter().position(is_used).expect("the title");
        let used = lines[..height]
            .iter()
            .rposition(is_used)
            .expect("the options");
        let bottom = height - 1 - used;
        // The entry of a game is as high as one with three lines.
        assert!(
            top.abs_diff(bottom) <= 3,
            "{top} above, {bottom} below: {text}"
        );
        let columns = lines[..height].iter();
        let left = columns
            .filter_map(|line| line.iter().position(|c| *c != ' '))
            .min();
        let expected = (usize::from(size.0) - 116) / 2;
        assert!(
            left.is_some_and(|left| left.abs_diff(expected) <= 1),
            "{text}"
        );
    }
}

#[test]
fn nothing_moves_and_nothing_is_waited_for() {
    for size in [(120, 40), (80, 24), (40, 12)] {
        let mut player = Player::at_the_menu(size);
        player
            .app
            .context
            .change_settings(|settings| settings.choose(AnimationMode::On));
        for _ in 0..5 {
            assert_eq!(player.app.deadline(), None);
            player.press("down");
        }
    }
}
