//! Menu, help, game over and replay screens.

use insta::assert_snapshot;
use jiff::Timestamp;
use larboard::cards::{Card, Rank, Suit};
use larboard::describe::sentence;
use larboard::game::Game;
use larboard::record::{Header, PlayedGame};
use larboard::session::{Session, Start};
use larboard::storage::results::GameOutcome;
use larboard::storage::settings::{Deals, ThemeName};
use larboard::tui::action::{Action, Mode};
use larboard::tui::deal_choices::choice_rows;
use larboard::tui::screens::help::{HelpLine, HelpPage, HelpScreen};
use larboard::tui::theme::{Appearance, ColorDepth, Role};
use larboard::variant;
use ratatui::style::Modifier;

use super::{GAMES, Player, variant};

/// The sizes of the snapshots. What holds at every size is tested for every size.
const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

/// Seeds of Single Left that the forced moves win and lose.
pub(super) const WON: u64 = 14;
const LOST: u64 = 15;
/// A seed of Yakutat Bay with `face-up=tops` that opens without a legal move.
const NO_LEGAL_MOVE: u64 = 8;

/// Plays all forced moves of a game of Single Left.
pub(crate) fn play_to_the_end(seed: u64, size: (u16, u16)) -> Player {
    let mut player = Player::at(variant("single-left", &[]), seed, size);
    // As the event loop does before the first frame.
    player.update(Action::Resize(size.0, size.1), player.now);
    player.press("x");
    player.run_timers();
    player
}

fn help(player: &Player) -> &HelpScreen {
    player.app.find::<HelpScreen>().expect("the help")
}

fn snapshot(name: &str, player: &mut Player) {
    let (columns, rows) = player.app.context.size();
    assert_snapshot!(format!("{name} {columns}x{rows}"), player.screen());
}

#[test]
fn menu_snapshots() {
    let menu = |size| {
        let mut player = Player::at_the_menu(size);
        player
            .app
            .context
            .change_settings(|settings| settings.choose(Deals::Winnable));
        player
    };
    snapshot("menu", &mut menu(LARGE));
    let mut player = menu(SMALL);
    snapshot("menu", &mut player);
    player.press("down down down right right");
    snapshot("menu with an option set", &mut player);
    player.press("home up end");
    snapshot("menu with presets", &mut player);
    player.press("right left down");
    snapshot("menu with irrelevant options", &mut player);
}

#[test]
fn the_menu_is_complete_in_a_small_window_and_says_which_is_too_small() {
    for size in [(60, 21), (60, 15)] {
        let screen = Player::at_the_menu(size).screen();
        let titles = variant::games().map(|game| game.title);
        for text in titles.iter().chain(&["[any]", "? help", "q quit"]) {
            assert!(screen.contains(text), "{text}: {screen}");
        }
    }
    let screen = Player::at_the_menu((60, 21)).screen();
    for text in [" number", "S results"] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    let screen = Player::at_the_menu((30, 3)).screen();
    for text in ["needs 20x4", "30x3"] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
}

#[test]
fn the_game_over_panel_shows_the_largest_numbers_in_full() {
    for seed in [WON, LOST] {
        let mut player = play_to_the_end(seed, (80, 24));
        let state = player.table_mut();
        let game = state.game();
        let (rules, moves) = (game.rules().clone(), game.moves().collect::<Vec<_>>());
        let same = Game::from_deck(rules, Some(u64::MAX), game.deck());
        let same = same.with_history(&moves, 0, u32::MAX).expect("legal moves");
        *state.session_mut() = Session::unsaved(PlayedGame {
            header: Header {
                hints: u32::MAX,
                shown: u32::MAX,
                seconds: u64::MAX,
                ..Header::default()
            },
            ..PlayedGame::new(same)
        });
        let screen = player.screen();
        for expected in [
            "18446744073709551615",
            "4294967295 undos",
            "4294967295 hints",
            "solver",
            "2562047788015215h 30m 7s",
        ] {
            assert!(screen.contains(expected), "{expected}: {screen}");
        }
    }
}

#[test]
fn the_menu_shows_every_option_value_in_full_at_80_columns() {
    for (n, profile) in variant::games().into_iter().enumerate() {
        let mut player = Player::at_the_menu((80, 24));
        player.press(&"down ".repeat(n));
        player.press("right");
        for row in choice_rows(profile) {
            for value in row.values {
                let screen = player.screen();
                let description = sentence(value.description);
                assert!(screen.contains(&description), "{description}:\n{screen}");
                let name = value.name.replace('-', " ");
                assert!(screen.contains(&format!("[{name}]")), "{screen}");
                player.press("right");
            }
            player.press("down");
        }
    }
}

#[test]
fn the_help_lists_the_keys_of_the_screen_below() {
    snapshot("help at the menu", Player::at_the_menu(SMALL).press("?"));
    for (game, size) in [
        ("moving-left", SMALL),
        ("moving-left", LARGE),
        ("single-left", SMALL),
    ] {
        let mut player = Player::at(variant(game, &[]), 42, size);
        snapshot(&format!("help {game}"), player.press("?"));
        snapshot(&format!("introduction to {game}"), player.press("left"));
    }
}

#[test]
fn the_help_shows_the_rules_of_the_game_on_the_table() {
    for (game, options) in GAMES {
        let mut player = Player::at(variant(game, options), 42, (80, 24));
        player.press("? right");
        let screen = player.screen();
        let profile = variant::find(game).expect("a game");
        let first = profile.help.lines().next().expect("a line");
        assert!(screen.contains(first), "{screen}");
        assert!(screen.contains(profile.title), "{screen}");
        let lines = help(&player).lines(HelpPage::Rules, &player.app.context);
        let expected: Vec<HelpLine> = profile
            .help
            .lines()
            .map(|line| HelpLine::Text(line.into()))
            .collect();
        assert_eq!(lines, expected);
    }
}

#[test]
fn a_win_offers_undo_restart_new_game_and_replay() {
    snapshot("won", &mut play_to_the_end(WON, LARGE));
    let mut player = play_to_the_end(WON, SMALL);
    snapshot("won", &mut player);
    player.app.context.export_path = Some("games/of a friend\u{1b}.json".into());
    snapshot("won with an export", &mut player);
    player.press("esc");
    assert_eq!(player.app.mode(), Mode::HandGame, "the table is visible");
    for (keys, moves, seed) in [
        ("n", 0, None),
        ("D", 0, None),
        ("R", 0, Some(WON)),
        ("u", 46, Some(WON)),
        ("u U", 47, Some(WON)),
        ("P end enter", 47, Some(WON)),
    ] {
        let mut player = play_to_the_end(WON, (80, 24));
        player.press(keys);
        let game = player.table().game();
        assert_eq!(game.moves().len(), moves, "{keys}");
        assert!(seed.is_none_or(|seed| game.seed() == Some(seed)), "{keys}");
    }
}

#[test]
fn the_end_of_a_game_that_played_itself_offers_one_with_choices() {
    let mut player = play_to_the_end(LOST, SMALL);
    assert_contains!(player.screen(), "D you decide on discards");
    player.press("D");
    let options = player.table().game().rules().options();
    assert!(options.is("discards", "optional"));
    let mut player = Player::at(variant("moosehide", &[]), 1, SMALL);
    player.press("G D");
    assert!(
        player
            .table()
            .game()
            .rules()
            .options()
            .is("layout", "open-reserve")
    );
    assert_eq!(player.app.mode(), Mode::GameOver, "the key has no use");
}

#[test]
fn a_loss_can_be_undone_and_played_again() {
    snapshot("lost", &mut play_to_the_end(LOST, LARGE));
    let mut player = play_to_the_end(LOST, SMALL);
    snapshot("lost", &mut player);
    player.press("u");
    assert_eq!(player.app.mode(), Mode::HandGame);
    player.press("space");
    assert_eq!(player.app.mode(), Mode::GameOver);
}

#[test]
fn the_clock_stops_at_the_end_of_the_game() {
    let mut player = play_to_the_end(LOST, (80, 24));
    let finished = player.now;
    player.press("esc left ? q");
    let played = &player.table().session().played();
    assert_eq!(played.started, Some(Timestamp::UNIX_EPOCH));
    assert_eq!(played.finished, Some(finished));
    assert_eq!(played.header.seconds, finished.as_second().unsigned_abs());
}

#[test]
fn a_deal_without_a_legal_move_is_over_at_once() {
    let rules = variant("yakutat-bay", &[("face-up", "tops")]);
    let mut player = Player::at(rules, NO_LEGAL_MOVE, SMALL);
    snapshot("no legal move", &mut player);
    player.press("n");
    let state = player.table();
    assert_ne!(state.session().outcome(), GameOutcome::Won);
    assert_ne!(state.game().seed(), Some(NO_LEGAL_MOVE));
}

#[test]
fn the_table_of_a_finished_game_offers_the_keys_of_the_panel() {
    let mut player = play_to_the_end(1, (80, 24));
    let end = player.screen();
    player.press("esc");
    for label in ["esc result", "u undo", "n new game", "R restart", "m menu"] {
        assert_contains!(player.key_row(), label);
    }
    assert!(!player.key_row().contains("step"));
    for overlay in [",", "?", "S"] {
        player.press(overlay);
        assert_contains!(player.key_row(), "esc close");
        player.press("esc");
    }
    assert_eq!(player.press("esc").screen(), end);
}

#[test]
fn giving_up_can_be_undone() {
    let mut player = Player::new("moving-left", 42);
    player.press("d d G");
    snapshot("given up", &mut player);
    player.press("u");
    assert_eq!(player.app.mode(), Mode::Table);
    assert_eq!(player.moves(), ["draw", "draw"]);
}

/// A replay of the first legal moves of a game.
fn replay(game: &str, size: (u16, u16)) -> Player {
    let mut game = Game::new(variant(game, &[]), 42);
    for _ in 0..25 {
        let mv = game.legal_moves()[0];
        game.play(mv).expect("a legal move");
    }
    let mut player = Player::at_the_menu(size);
    player
        .app
        .open(Start::Replay(PlayedGame::new(game).into()), None);
    player
}

#[test]
fn replay_snapshots() {
    for size in [SMALL, LARGE] {
        let mut player = replay("moving-left", size);
        snapshot("replay at a move", player.press("right right right"));
    }
    let mut player = replay("moving-left", SMALL);
    player.press("right right right + + space");
    snapshot("replay running", &mut player);
    snapshot("help at a replay", player.press("1 7 enter ?"));
    player.press("q enter");
    assert_eq!(player.message(), "You're playing on from move 17");
}

#[test]
fn a_number_beyond_the_last_move_goes_to_the_last() {
    let mut player = replay("moving-left", (80, 24));
    let length = player.replay().expect("a replay").game().total_moves();
    player.press("# 9 9 9 enter");
    let expected = format!("This game has {length} moves; here is the last position");
    assert_eq!(player.message(), expected);
    assert_eq!(player.replay().expect("a replay").moves_made(), length);
}

#[test]
fn every_screen_can_be_drawn_at_every_size() {
    let screens = || {
        [
            Player::at_the_menu((80, 24)),
            play_to_the_end(WON, (80, 24)),
            play_to_the_end(LOST, (80, 24)),
            replay("oscillation", (80, 24)),
        ]
    };
    let with_help = screens().map(|mut player| {
        player.update(Action::Help, player.now);
        player.update(Action::RowEnd, player.now);
        player
    });
    let mut players: Vec<Player> = screens().into_iter().chain(with_help).collect();
    let sizes = (1..=20).flat_map(|n| [(n, n), (n * 9, n), (n, n * 5), (n * 10, n * 3)]);
    let keys = ["tab", "down", "up", "right", "left", "home", "end"];
    for (size, key) in sizes.zip(keys.into_iter().cycle()) {
        for player in &mut players {
            player.update(Action::Resize(size.0, size.1), player.now);
            let buffer = player.render();
            assert_eq!((buffer.area.width, buffer.area.height), size);
            player.press(key);
        }
    }
}

#[test]
fn every_step_of_a_replay_says_what_its_move_did() {
    for (game, _) in GAMES {
        let mut player = replay(game, (80, 24));
        let length = player.replay().expect("a replay").game().total_moves();
        for n in 1..=length {
            player.press("right");
            assert!(!player.message().is_empty(), "{game}, move {n}");
            assert!(player.screen().contains(&format!("move {n} of {length}")));
        }
        let shown = player.replay().expect("a replay").game();
        assert_eq!(shown.rules().info().id, game);
    }
}

#[test]
fn a_long_export_path_is_shown_in_full() {
    let path = "games/".repeat(20) + "end.json";
    for (seed, size) in [(WON, (60, 20)), (WON, (200, 60)), (LOST, (80, 24))] {
        let mut player = play_to_the_end(seed, size);
        player.app.context.export_path = Some(path.clone().into());
        let screen = player.screen();
        let text: String = screen.split(['│', '\n', ' ']).collect();
        assert!(text.contains(&path), "{screen}");
    }
}

#[test]
fn a_panel_dims_what_is_behind_it() {
    for key in ["?", "S", "p"] {
        let mut player = Player::at(variant("moosehide", &[]), 42, (120, 40));
        let is_dim = |player: &mut Player, x, y| {
            let style = player.render()[(x, y)].style();
            style.add_modifier.contains(Modifier::DIM)
        };
        assert!(!is_dim(&mut player, 0, 1));
        player.press(key);
        assert!(is_dim(&mut player, 0, 1), "{key}");
        let screen = player.screen();
        let corner = |(y, line): (u16, &str)| {
            let x = line.chars().position(|c| c == '╰')?;
            Some((x as u16, y))
        };
        let (column, row) = (0..)
            .zip(screen.lines())
            .filter_map(corner)
            .last()
            .expect("a corner");
        assert!(!is_dim(&mut player, column, row), "{key}: the panel");
        let footer = player.render();
        let footer = (0..120).map(|x| footer[(x, 39)].style().add_modifier);
        assert!(
            !footer
                .into_iter()
                .any(|modifier| modifier.contains(Modifier::DIM))
        );
    }
}

#[test]
fn the_panel_of_a_lost_game_covers_as_few_cards_as_it_can() {
    let mut player = Player::at(variant("yakutat-bay", &[]), 42, (120, 50));
    let visible = |player: &mut Player| {
        let screen = player.screen();
        let shown = |card: &Card| screen.contains(&card.to_string());
        let suits = Suit::ALL.into_iter();
        let cards = suits.flat_map(|suit| {
            let ranks = (1..=13).filter_map(Rank::new);
            ranks.map(move |rank| Card::new(rank, suit))
        });
        cards.filter(shown).count()
    };
    let before = visible(&mut player);
    player.press("G");
    assert_eq!(player.app.mode(), Mode::GameOver);
    assert_eq!(visible(&mut player), before, "{}", player.screen());
}

#[test]
fn a_panel_is_as_high_as_its_text_and_the_table_behind_it_is_recolored() {
    for color_depth in [
        ColorDepth::TrueColor,
        ColorDepth::Ansi256,
        ColorDepth::Ansi16,
    ] {
        let mut player = Player::at(variant("yakutat-bay", &[]), 5, LARGE);
        let context = &mut player.app.context;
        let appearance = *context.appearance();
        context.set_appearance(Appearance {
            color_depth,
            ..appearance
        });
        let paper = context.theme()[Role::CardFace].bg.expect("a color");
        let back = context.theme()[Role::CardBack].bg.expect("a color");
        let count = |player: &mut Player| {
            player.screen();
            let cells = super::render(&mut player.app).content;
            let colored = cells.iter().filter(|cell| [paper, back].contains(&cell.bg));
            colored.count()
        };
        assert!(count(&mut player) > 500);
        player.press("S");
        assert_eq!(count(&mut player), 0, "{color_depth:?}");
        let screen = player.screen();
        let rows = screen.lines().filter(|line| line.contains('│')).count();
        assert_eq!(rows, 2, "a blank row and a line of text: {screen}");
        let header = screen.lines().next().unwrap_or_default();
        assert!(header.contains("Yakutat Bay"), "{header}");
    }
}

#[test]
fn cards_cast_a_shadow_on_a_light_background_of_the_terminal_alone() {
    for (theme, light_background, expected) in [
        (ThemeName::Terminal, true, true),
        (ThemeName::Terminal, false, false),
        (ThemeName::Light, true, false),
    ] {
        let mut player = Player::at(variant("yakutat-bay", &[]), 5, LARGE);
        let context = &mut player.app.context;
        context.set_appearance(Appearance {
            theme,
            light_background,
            ..*context.appearance()
        });
        player.screen();
        let paper = player.app.context.theme()[Role::CardFace].bg;
        let buffer = super::render(&mut player.app);
        let mut sides = 0;
        for position in buffer.area.positions().filter(|cell| cell.x > 0) {
            let (left, cell) = (&buffer[(position.x - 1, position.y)], &buffer[position]);
            if paper == Some(left.bg) && paper != Some(cell.bg) && cell.symbol() == "▏" {
                sides += 1;
            }
        }
        assert_eq!(sides > 20, expected, "{theme:?}");
    }
}

#[test]
fn the_last_discard_is_not_taken_for_a_card_in_play() {
    let mut player = play_to_the_end(LOST, LARGE);
    player.press("esc");
    player.screen();
    let paper = player.app.context.theme()[Role::CardFace].bg;
    let buffer = super::render(&mut player.app);
    // Above the earlier cards.
    let faces = |columns: std::ops::Range<u16>| {
        let cells = columns.flat_map(|x| (0..LARGE.1 / 2).map(move |y| (x, y)));
        let paper = cells.filter(|cell| Some(buffer[*cell].bg) == paper);
        paper.count()
    };
    assert!(faces(0..95) > 100);
    assert_eq!(faces(97..LARGE.0), 0);
    assert_contains!(player.screen(), "gone");
}
