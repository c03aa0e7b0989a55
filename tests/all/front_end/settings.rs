//! Settings screen: shows every setting, and changes it with keys and mouse at once.

use jiff::Timestamp;
use larboard::session::Command;
use larboard::storage::settings::{AnimationMode, Setting, ThemeName, parse};
use larboard::tui::action::{Action, Direction, Mode, Target};
use larboard::tui::config::{Config, SettingOverride};
use larboard::tui::keymap::Keymap;
use larboard::tui::screens::settings::SettingsScreen;
use larboard::tui::theme::Appearance;
use ratatui::style::Color;
use strum::VariantArray;

use super::{APPEARANCE, Player};

fn player() -> Player {
    Player::new("moving-left", 42)
}

/// Returns the selected row of the settings screen.
fn selected(player: &Player) -> usize {
    let settings = player.app.find::<SettingsScreen>();
    settings.expect("the settings").selected()
}

/// Returns the screen row of a setting.
fn row_of(player: &mut Player, name: &str) -> u16 {
    let screen = player.screen();
    let row = screen
        .lines()
        .position(|line| line.contains(&format!(" {name} ")));
    row.unwrap_or_else(|| panic!("no {name}:\n{screen}")) as u16
}

fn click(player: &mut Player, column: u16, row: u16) {
    let action = player.frame().hit_test(column, row).action(false);
    player.update(action, player.now);
}

#[test]
fn every_setting_is_described_and_changed_by_a_key() {
    for size in [(80, 24), (60, 20), (120, 40)] {
        let mut player = player();
        player.app.context.resize(size);
        player.press(",");
        assert_eq!(player.app.mode(), Mode::Settings);
        assert!(player.screen().contains(ThemeName::Terminal.label()));
        player.press("right right left");
        assert_eq!(
            player.app.context.config.chosen().choice::<ThemeName>(),
            ThemeName::Felt
        );
        for setting in Setting::ALL.iter().copied().skip(1) {
            player.press("down");
            assert_contains!(player.screen(), setting.name());
            let before = player.app.context.config.chosen().shown_value(setting);
            player.press("space");
            assert_ne!(
                player.app.context.config.chosen().shown_value(setting),
                before
            );
            row_of(&mut player, setting.label());
        }
        player.press("down");
        assert_eq!(selected(&player), Setting::ALL.len() - 1);
        player.press("esc");
        assert_eq!(player.app.mode(), Mode::Table);
    }
}

#[test]
fn a_click_changes_a_setting_and_one_outside_closes() {
    let mut player = player();
    player.press(",");
    let (column, row) = (50, row_of(&mut player, "Card animations"));
    assert_eq!(
        player.frame().hit_test(column, row).action(false),
        Action::Click(Target::Entry(4))
    );
    click(&mut player, column, row);
    assert_eq!(
        player.app.context.config.chosen().choice::<AnimationMode>(),
        AnimationMode::On
    );
    click(&mut player, column, row);
    assert_eq!(
        player.app.context.config.chosen().choice::<AnimationMode>(),
        AnimationMode::Off
    );
    let title = row_of(&mut player, "Settings");
    click(&mut player, 50, title);
    assert_eq!(
        player.app.mode(),
        Mode::Settings,
        "the title is not a button"
    );
    click(&mut player, 2, 2);
    assert_eq!(player.app.mode(), Mode::Table);
}

#[test]
fn changes_are_visible_at_once() {
    let mut player = player();
    player.press(", down down enter");
    assert!(!player.screen().contains('♥') && player.screen().contains("Kh"));
    player.press("enter down enter");
    assert!(player.screen().contains('♥'));
    assert!(!player.app.context.config.settings().is_on(Setting::Mouse));
    player.press("q t c");
    assert_eq!(player.app.context.appearance().theme, ThemeName::Felt);
    assert!(
        player
            .app
            .context
            .config
            .chosen()
            .is_on(Setting::FourColors),
        "the setting changes too"
    );
    assert_eq!(player.message(), "A color for each suit: on");
}

#[test]
fn terminal_and_command_line_override_settings_and_the_screen_says_so() {
    let letters = Appearance {
        ascii: true,
        ..APPEARANCE
    };
    let in_terminal = |appearance: Appearance, by_command_line: &[(Setting, bool)]| {
        let mut config = Config::default();
        for &(switch, is_on) in by_command_line {
            config.add_override(SettingOverride::by_command_line(switch, is_on));
        }
        Player::in_terminal(config, appearance, (80, 24))
    };
    let is_on = |player: &Player, setting| player.app.context.config.settings().is_on(setting);
    let mut player = in_terminal(letters, &[(Setting::Mouse, false)]);
    assert!(player.app.context.appearance().ascii && !is_on(&player, Setting::Mouse));
    player.press(", down down enter enter");
    assert!(player.app.context.appearance().ascii);
    assert_contains!(player.message(), "always shows letters");
    player.press("down");
    assert_contains!(player.screen(), "on (no effect)");
    for wanted in [true, false] {
        let appearance = if wanted { APPEARANCE } else { letters };
        let overrides = [(Setting::Ascii, wanted), (Setting::Mouse, wanted)];
        let mut player = in_terminal(appearance, &overrides);
        player.set(Setting::Ascii, !wanted);
        player.set(Setting::Mouse, !wanted);
        player.app.context.add_override(SettingOverride::WIDE_SUITS);
        assert_eq!(player.app.context.appearance().ascii, wanted);
        assert_eq!(is_on(&player, Setting::Mouse), wanted);
        assert_eq!(
            player.app.context.config.chosen().is_on(Setting::Mouse),
            !wanted
        );
    }
    let mut player = in_terminal(APPEARANCE, &[]);
    player.app.context.add_override(SettingOverride::WIDE_SUITS);
    assert!(player.app.context.appearance().ascii);
    player.press("t t t t c");
    assert_eq!(
        player.message(),
        "A color for each suit: on, but colors are off"
    );
}

#[test]
fn animations_follow_the_setting_and_auto_follows_the_terminal() {
    let mut moving = Player::in_terminal(Config::default(), APPEARANCE, (80, 24));
    let mut player = player();
    for (player, expected) in [
        (&mut moving, [true, true, false]),
        (&mut player, [false, true, false]),
    ] {
        for (&mode, expected) in AnimationMode::VARIANTS.iter().zip(expected) {
            player
                .app
                .context
                .change_settings(|settings| settings.choose(mode));
            let is_enabled = player.app.context.config.is_animation_enabled();
            assert_eq!(is_enabled, expected, "{mode:?}");
        }
    }
    player
        .app
        .context
        .change_settings(|settings| settings.choose(AnimationMode::Auto));
    let screen = player.press(", down down down down").screen();
    assert!(screen.contains("auto (no effect)"), "{screen}");
    player.press("space");
    assert_eq!(player.message(), "Card animations: on");
}

#[test]
fn settings_stop_the_clock_and_pause_a_replay() {
    let mut player = player();
    player.press("d d , down down down esc");
    let state = player.table();
    assert_eq!(state.session().played().header.seconds, 3);
    player.press("P space ,");
    assert_eq!(player.app.deadline(), None);
    player.press(", q");
    assert_eq!(player.app.mode(), Mode::Table);
}

#[test]
fn the_own_theme_is_chosen_like_the_others_once_it_has_colors() {
    let themes = |text: &str| {
        let (settings, errors) = parse(text);
        assert_eq!(errors, []);
        let mut player = player();
        player
            .app
            .context
            .change_settings(|chosen| *chosen = settings);
        let mut themes = Vec::new();
        for _ in 0..6 {
            player.press("t");
            themes.push(player.app.context.config.chosen().choice::<ThemeName>());
        }
        themes
    };
    let built_in = [
        ThemeName::Felt,
        ThemeName::Light,
        ThemeName::HighContrast,
        ThemeName::Mono,
        ThemeName::Terminal,
    ];
    assert_eq!(themes("")[..5], built_in);
    let own = themes("[colors]\nbackground = \"#102030\"\n");
    assert_eq!(own[4..], [ThemeName::Custom, ThemeName::Terminal]);
}

#[test]
fn colors_of_the_own_theme_are_shown() {
    let text = "theme = \"custom\"\n[colors]\nbackground = \"#102030\"\nhearts = \"#fff0f0\"\n";
    for size in [(80, 24), (60, 20), (120, 40)] {
        let mut player = player();
        player.app.context.resize(size);
        player
            .app
            .context
            .change_settings(|chosen| *chosen = parse(text).0);
        let ground = Color::Rgb(0x10, 0x20, 0x30);
        assert_eq!(player.render()[(0, size.1 - 1)].bg, ground);
        player.press(",");
        let screen = player.screen();
        assert!(screen.contains("your own colors"), "{screen}");
    }
}

#[test]
fn the_clock_in_the_header_wakes_once_a_second_and_only_while_it_runs() {
    let second = |second: i64| Timestamp::from_second(second).expect("a time");
    let mut player = player();
    player.press("d");
    assert_eq!(player.app.deadline(), None);
    assert!(!player.screen().contains("00:01"));
    player.set(Setting::Clock, true);
    for expected in 1..=3 {
        let header = format!("move 1   00:0{expected}");
        assert!(player.screen().contains(&header), "{}", player.screen());
        assert_eq!(player.app.deadline(), Some(second(expected + 1)));
        assert!(!player.message().is_empty(), "a message stays");
        player.now = second(expected + 1);
        player.update(Action::Tick, player.now);
    }
    // Without the focus, behind a panel and while the program is stopped, it stands still.
    player.app.set_focus(false, player.now);
    assert_eq!(player.app.deadline(), None);
    player.now = second(100);
    player.app.set_focus(true, player.now);
    assert_eq!(player.app.deadline(), Some(second(101)));
    player.app.set_focus(false, player.now);
    player.press("d , down");
    assert_eq!(player.app.deadline(), None);
    player.press(",");
    player.update(Action::Suspend, player.now);
    assert_eq!(player.app.deadline(), None);
    player.now = second(200);
    player.update(Action::Resumed, player.now);
    assert_eq!(player.app.deadline(), Some(second(201)));
    assert_contains!(player.screen(), "move 2   00:05");
    assert_eq!(player.table().session().played().header.seconds, 5);
    player.app.context.resize((30, 5));
    player.press("d");
    assert_eq!(player.app.deadline(), None, "the header is not shown");
}

#[test]
fn time_counts_only_while_somebody_plays_whether_the_clock_is_shown_or_not() {
    let second = |second: i64| Timestamp::from_second(second).expect("a time");
    let mut counted = Vec::new();
    for is_shown in [false, true] {
        let mut player = player();
        player.set(Setting::Clock, is_shown);
        let mut at = |time: i64, action: Option<Action>| {
            player.now = second(time);
            match action {
                Some(action) => player.update(action, second(time)),
                None => _ = player.app.set_focus(time % 2 == 0, second(time)),
            }
            player.table().session().played().header.seconds
        };
        let start = at(0, Some(Action::NoOp));
        let times = [
            at(100, Some(Action::NoOp)),
            // Overnight.
            at(50_000, Some(Action::Tick)),
            at(50_001, Some(Action::NoOp)),
            at(50_011, Some(Action::Resize(80, 24))),
            // Without the focus, and with it again.
            at(50_021, None),
            at(50_100, None),
            at(
                50_110,
                Some(Action::Wheel(Target::Background, Direction::Up)),
            ),
            at(60_000, Some(Action::Game(Command::Draw))),
        ];
        counted.push(times.map(|time| time - start));
        assert_eq!(player.app.deadline().is_some(), is_shown);
    }
    assert_eq!(counted, [[100, 220, 220, 230, 240, 240, 250, 370]; 2]);
}

#[test]
fn the_clock_stands_still_at_the_end_of_a_game() {
    let mut player = Player::new("single-left", 14);
    player.set(Setting::Clock, true);
    player.play_by(|_| 0, usize::MAX);
    player.refresh();
    assert!(player.table().session().is_over());
    assert_eq!(player.app.deadline(), None);
}

#[test]
fn errors_in_the_settings_file_are_shown_at_the_start_and_listed_in_the_settings() {
    let text = "theme = \"pink\"\n[keys]\nfly = \"x\"\ndraw = \"u\"\nhint = \"hyper-h\"\n";
    let (settings, mut errors) = parse(text);
    let (keymap, keymap_errors) = Keymap::from_settings(&settings.key_overrides);
    errors.extend(keymap_errors);
    for size in [(80, 24), (60, 20), (120, 40)] {
        let mut player = player();
        player.app.context.resize(size);
        player.app.context.keymap = keymap.clone();
        player.app.context.report_config_errors(errors.clone());
        // A problem with a saved game is reported in addition.
        player
            .app
            .context
            .notify_error("invalid saved game x renamed to x.invalid: not JSON");
        // A message may wrap anywhere.
        let start = player.screen();
        let start = start.split_whitespace().collect::<Vec<_>>().join(" ");
        for text in [
            "line 1: theme cannot be \"pink\"",
            "(and 3 more",
            "renamed to x",
        ] {
            assert!(start.contains(text), "{text}:\n{start}");
        }
        player.press(", end home");
        for _ in Setting::ALL {
            assert!(player.screen().matches("line 1").count() <= 1);
            player.press("down");
        }
        for (n, text) in [
            "line 1: theme cannot",
            "line 3: unknown action",
            "line 4: key u",
            "line 5: unknown key",
        ]
        .into_iter()
        .enumerate()
        {
            let screen = player.screen();
            assert!(screen.contains(&format!("{} of 4", n + 1)), "{screen}");
            assert!(screen.contains(text), "{screen}");
            assert!(!screen.contains("change"), "{screen}");
            assert!(n != 2 || screen.contains("undo keeps it"), "{screen}");
            player.press("space left down");
        }
        let row = row_of(&mut player, Setting::WarnWhenLost.label());
        click(&mut player, size.0 - 20, row);
        assert!(
            !player
                .app
                .context
                .config
                .settings()
                .is_on(Setting::WarnWhenLost)
        );
        let row = row_of(&mut player, "file");
        click(&mut player, size.0 - 20, row);
        assert_eq!(selected(&player), Setting::ALL.len());
    }
}
