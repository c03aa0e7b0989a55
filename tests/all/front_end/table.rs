//! What holds at the table and in the menu in every game, after any moves.

use std::collections::BTreeSet;
use std::fs;

use jiff::Timestamp;
use larboard::difficulty::game_label;
use larboard::game::Game;
use larboard::record::{Header, PlayedGame};
use larboard::rules::{OptionValue, Status};
use larboard::solver::Verdict;
use larboard::variant;
use ratatui::buffer::Buffer;

use super::player::Player;
use super::sight::Sight;
use super::{layouts, numbers, variant};
use crate::games;
use crate::home::Home;

#[test]
fn undo_help_and_the_options_stay_in_their_places_and_messages_fit_a_line() {
    let (mut slides, mut options_shown) = (0, 0);
    for (game, options) in layouts() {
        for (columns, rows) in [(60, 20), (80, 24)] {
            let mut player = Player::at(variant(game, options), 3, (columns, rows));
            let values: Vec<&str> = options.iter().map(|(_, value)| *value).collect();
            let shown = |player: &mut Player| {
                let header = player.top_line();
                values
                    .iter()
                    .map(|value| header.contains(value))
                    .collect::<Vec<_>>()
            };
            let at_first = shown(&mut player);
            options_shown += at_first.len();
            let mut random = numbers(3);
            for _ in 0..40 {
                let legal = player.legal();
                let Some(mv) = legal.get(random() % legal.len().max(1)) else {
                    break;
                };
                let screen = player.make(mv).screen();
                if screen.contains("You lost.") {
                    break;
                }
                let mut last = screen.lines().rev();
                let keys = last.next().expect("the keys");
                assert!(keys.contains("u undo") && keys.contains("? help"), "{keys}");
                assert_eq!(shown(&mut player), at_first, "{game}");
                let message = last.next().expect("the message");
                assert!(!message.trim().is_empty(), "{game}: {mv}\n{screen}");
                slides += usize::from(message.contains(" moved left"));
            }
        }
    }
    assert!(slides > 0 && options_shown > 0);
}

#[test]
fn a_line_to_share_is_copied_at_the_end() {
    let mut player = Player::new("moving-left", 42);
    player.press("d y");
    assert_eq!(player.copied(), None);
    player.press("G y");
    let line = player.copied().expect("a line");
    let start = "Larboard · Moving Left deal 42 · given up after 1 move · 0:0";
    assert_starts_with!(line, start);
    assert_ends_with!(line, " · larboard moving-left --seed 42");
    let screen = player.screen();
    let words: Vec<&str> = screen.split_whitespace().collect();
    assert_contains!(words.join(" "), "larboard moving-left --seed 42");
}

#[test]
fn the_end_of_a_game_shows_the_largest_numbers_in_full() {
    for seed in [14, 15] {
        let mut player = Player::new("single-left", seed);
        player.press("x");
        player.run_timers();
        let (rules, moves) = (player.game().rules().clone(), player.game().moves());
        let moves: Vec<_> = moves.collect();
        let game = Game::from_deck(rules, Some(u64::MAX), player.game().deck());
        let game = game.with_history(&moves[..moves.len() - 1], 0, u32::MAX);
        let last = moves.last().expect("a move").to_string();
        player.take(PlayedGame {
            header: Header {
                hints: u32::MAX,
                shown: u32::MAX,
                seconds: u64::MAX,
                ..Header::default()
            },
            ..PlayedGame::new(game.expect("legal moves"))
        });
        let screen = player.make(&last).screen();
        for text in ["18446744073709551615", "5124095576030431:00:15"] {
            assert_contains!(screen, text);
        }
        // How much help there was makes a difference for a win.
        let is_won = player.game().status() == Status::Won;
        for text in ["4294967295 undos", "4294967295 hints"] {
            assert_eq!(screen.contains(text), is_won, "{screen}");
        }
    }
}

#[test]
fn a_long_path_of_an_export_is_shown_in_full() {
    let path = "games/".repeat(20) + "end.json";
    for (seed, size) in [(14, (60, 20)), (14, (200, 60)), (15, (80, 24))] {
        let mut player = Player::at(variant("single-left", &[]), seed, size);
        player.exports_to(&path);
        player.press("x");
        player.run_timers();
        let text: String = player.screen().split(['│', '\n', ' ']).collect();
        assert_contains!(text, &path);
    }
}

#[test]
fn the_focus_of_the_terminal_is_on_the_card_under_the_cursor_and_on_the_selected_entry() {
    let mut player = Player::new("moving-left", 42);
    for (keys, text) in [
        ("home", "K♥"),
        ("right", "K♦"),
        ("space", "K♦"),
        ("esc , down", "Four suit colors"),
        ("esc # 1 2", "_"),
    ] {
        player.press(keys);
        let (column, row) = player.focus().expect("a focus");
        let screen = player.screen();
        let line = screen.lines().nth(row.into()).expect("a row");
        let rest: String = line.chars().skip(column.into()).collect();
        let rest = rest.trim_start_matches(['❯', ' ']);
        assert!(rest.starts_with(text), "{keys}: {rest}");
    }
}

#[test]
fn cards_that_were_looked_for_are_marked_until_a_move_or_esc() {
    let mut player = Player::new("moving-left", 6);
    let card = player.cell_of("K♠");
    let style = |player: &Player| player.render()[card].style();
    let plain = style(&player);
    for keys in ["d u", "esc"] {
        assert_contains!(player.press("/ k enter").screen(), " in sight");
        assert_ne!(style(&player), plain);
        player.press(keys);
        assert_eq!(style(&player), plain, "after {keys}");
    }
}

#[test]
fn the_row_of_keys_has_no_holes() {
    for (game, seed, keys) in [
        ("moving-left", 42, ""),
        ("moving-left", 42, "2"),
        ("single-left", 14, ""),
        ("single-left", 14, "d d d d"),
    ] {
        let mut player = Player::new(game, seed);
        let screen = player.press(keys).screen();
        let row = screen.lines().last().expect("a row").trim();
        assert!(!row.contains(&" ".repeat(6)), "{row}");
    }
}

#[test]
fn the_number_of_a_narrow_pile_with_the_cursor_lights_up() {
    let mut player = Player::at(variant("moving-left", &[]), 1, (60, 20));
    let row = player.cell_of("1     2").1;
    let lit = |player: &mut Player| {
        let buffer = player.render();
        let numbers = ["1", "2", "3"].map(|number| {
            let mut cells = (0..60).filter(|x| buffer[(*x, row)].symbol() == number);
            buffer[(cells.next().expect(number), row)].fg
        });
        let [one, two, three] = numbers;
        (one == two, two == three)
    };
    assert_eq!(lit(&mut player), (false, true));
    player.press("right right");
    assert_eq!(lit(&mut player), (true, false));
    player.press("up up");
    assert_eq!(lit(&mut player), (true, true), "a foundation has no number");
}

#[test]
fn a_panel_dims_what_is_behind_it_and_covers_no_card_if_it_can() {
    let mut player = Player::at(variant("yakutat-bay", &[]), 5, (120, 50));
    let card = Sight::of(&player.render()).corners()[0].0;
    let paper = player.render()[card].bg;
    let papers = |player: &mut Player| {
        let cells = player.render().content;
        cells.iter().filter(|cell| cell.bg == paper).count()
    };
    assert!(papers(&mut player) > 500);
    let cards = Sight::of(&player.render()).corners().len();
    let crowns = |buffer: &Buffer| {
        let cells = buffer.content.iter();
        cells
            .filter(|cell| cell.symbol() == "▀" && cell.fg == cell.bg)
            .count()
    };
    let courts = crowns(&player.render());
    assert!(courts > 0);
    for key in ["?", "S", "p", "G"] {
        player.press(key);
        let buffer = player.render();
        if !["p", "G"].contains(&key) {
            assert_eq!(papers(&mut player), 0, "{key}: the cards behind it");
        }
        if key == "G" {
            assert_eq!(Sight::of(&buffer).corners().len(), cards);
            assert_eq!(crowns(&buffer), courts, "both halves of a half block");
        }
        player.press("esc");
    }
}

#[test]
fn the_help_names_keys_of_any_width() {
    let settings = "[keys]\nundo = [\"alt-backspace\"]\nredo = [\"\u{3000}\"]\nleft = [\"z\"]\n";
    let mut player = Player::with_settings(settings, (80, 24), true);
    player.press("n esc");
    assert_contains!(player.press("?").screen(), "alt-…");
    let screen = player.press("space").screen();
    for text in ["alt-…  undo", "z      move the cursor"] {
        assert_contains!(screen, text);
    }
}

#[test]
fn the_help_lists_only_keys_with_a_use_in_the_game() {
    let bindings = [
        ("0", " 1 to 0 "),
        ("w", "from the waste"),
        ("r", "from the reserve"),
        ("g", "from home"),
        ("d", "draw or deal"),
        ("s", "space  next step"),
        ("a", "safe cards home"),
        ("p", "look at the pile"),
        ("x", "auto-play"),
    ];
    let no_return: &[(&str, &str)] = &[("foundation-return", "no")];
    for (game, options, listed) in [
        ("moving-left", &[][..], "0wgdap"),
        ("moving-left", no_return, "0wdap"),
        ("yakutat-bay", &[], "ap"),
        ("oscillation", &[], "0dp"),
        ("moosehide", &[], "rap"),
        ("moosehide", &[("layout", "classic")], "ap"),
        ("single-left", &[], "sx"),
        ("single-left", &[("style", "warfield")], "wgdap"),
    ] {
        let mut player = Player::at(variant(game, options), 5, (120, 100));
        let mut help = player.press("?").screen();
        help += &player.press("pgdn").screen();
        for (key, description) in bindings {
            let is_listed = help.contains(description);
            assert_eq!(is_listed, listed.contains(key), "{game}: {key}");
        }
        let mut exists = |pile: &usize| {
            let missing = format!("This game has no pile {pile}");
            !player
                .press(&format!("esc {pile}"))
                .screen()
                .contains(&missing)
        };
        let piles: Vec<usize> = (1..=9).filter(|pile| exists(pile)).collect();
        let keys = match &piles[..] {
            [.., 9] if listed.contains('0') => "1 to 0".to_owned(),
            [first, .., last] if piles.len() > 5 => format!("{first} to {last}"),
            piles => piles
                .iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(" "),
        };
        let is_listed = help.contains(&format!(" {keys} "));
        assert!(is_listed, "{game}: {keys}");
    }
}

#[test]
fn the_help_shows_the_rules_and_an_introduction_that_fits_a_small_window() {
    for (game, options) in layouts() {
        let rules = variant(game, options);
        let mut player = Player::at(rules.clone(), 42, (80, 24));
        let page = player.press("? left").screen();
        let introduction = rules.introduction();
        for text in [introduction.goal, introduction.building, introduction.rule] {
            let first = text.split_whitespace().take(5).collect::<Vec<_>>();
            assert_contains!(page, &first.join(" "));
        }
        assert!(!page.contains("more ↓"), "{page}");
        let mut player = Player::at(rules.clone(), 42, (80, 200));
        let page = player.press("? right").screen();
        for line in rules.info().help.lines() {
            assert_contains!(page, line.trim());
        }
    }
}

#[test]
fn each_game_and_what_options_make_another_game_is_introduced_once() {
    let home = Home::new();
    let mut player = Player::at_home(&home, "2026-11-25T23:00:00Z", true);
    for (game, options, is_introduced) in [
        ("moving-left", ("foundation-return", "yes"), true),
        ("moving-left", ("foundation-return", "no"), false),
        ("moosehide", ("layout", "open-reserve"), true),
        ("moosehide", ("layout", "four-reserve"), false),
        ("moosehide", ("layout", "classic"), true),
        ("single-left", ("style", "one-handed"), true),
        // The rule that is special in Warfield's game is that of Moving Left.
        ("single-left", ("style", "warfield"), false),
    ] {
        player.deal(variant(game, &[options]), 1);
        let screen = player.screen();
        let is_shown = screen.contains("[Introduction]");
        assert_eq!(is_shown, is_introduced, "{game} {options:?}\n{screen}");
        player.press("esc n");
        assert!(!player.screen().contains("[Introduction]"), "another deal");
    }
}

#[test]
fn every_layout_that_can_be_won_is_dealt_from_the_menu() {
    let mut dealt = BTreeSet::new();
    let mut combinations = vec![String::new()];
    for (n, info) in variant::games().into_iter().enumerate() {
        // Right chooses the next value of a row, down the next row.
        combinations = vec!["tab".to_owned()];
        let offered = info.options.iter().map(|option| {
            let values = option.values.iter();
            values.filter(|value| !value.is_unwinnable).count()
        });
        let rows = match info.id {
            // Presets, and how often the cards are dealt again.
            "single-left" => 2,
            _ => offered.filter(|values| *values > 1).count(),
        };
        for _ in 0..rows {
            let with_value = |keys: &String| {
                let ways = (0..4).map(|n| keys.clone() + &" right".repeat(n) + " down");
                ways.collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(with_value).collect();
        }
        for keys in &combinations {
            let mut player = Player::at_the_menu((80, 24));
            player.press(&"down ".repeat(n)).press(keys).press("enter");
            dealt.insert(game_label(player.game().rules()));
        }
    }
    assert!(!combinations.is_empty());
    for rules in variant::all() {
        let has_value = |value: &OptionValue| rules.options().iter().any(|(_, v)| v == value.name);
        let mut values = rules.info().options.iter().flat_map(|option| option.values);
        let is_unwinnable = values.any(|value| value.is_unwinnable && has_value(value));
        let label = game_label(&rules);
        assert_eq!(dealt.contains(&label), !is_unwinnable, "{label}");
    }
}

#[test]
fn the_daily_deal_is_that_of_the_date_where_the_player_is() {
    let mut player = Player::at_the_menu((120, 40));
    player.now = "2026-11-20T23:30:00Z".parse().expect("a time");
    assert_contains!(player.press("down").screen(), "Fri 20 Nov · hard");
    player.live_an_hour_east();
    assert_contains!(player.press("down").screen(), "Sat 21 Nov · hard");
}

#[test]
fn a_daily_deal_has_the_same_state_with_any_options_at_the_table_and_others_are_named() {
    let home = Home::new();
    let day = |id, day, layout: &str| {
        format!(
            r#"{{"id":"{id}","game":"moosehide","rules":{{"layout":"{layout}"}},"outcome":"won","seed":{id},
            "daily":"2026-11-{day}","moves":90,"home":52,"asked":0,"ended":"2026-11-{day}T12:00:00Z"}}"#
        )
        .replace('\n', " ")
    };
    let lines = [day(1, 22, "classic"), day(2, 21, "open-reserve")].join("\n");
    fs::write(home.join("results.jsonl"), lines + "\n").expect("writable file");
    for layout in ["classic", "open-reserve"] {
        let last = format!(r#"{{"game":"moosehide","rules":{{"layout":"{layout}"}}}}"#);
        fs::write(home.join("last-deal.json"), last).expect("writable file");
        let mut player = Player::at_home(&home, "2026-11-22T13:00:00Z", true);
        let screen = player.press("home").screen();
        assert_contains!(screen, "  Moosehide      ❯ · new");
        assert_contains!(screen, "Moosehide, layout classic: clean");
        let screen = player.press("S shift-tab").screen();
        assert_contains!(screen, "expert · Moosehide, layout classic: clean");
        assert_contains!(screen, "4 Moosehide      · new");
        for day in ["❯22 ····· ", "21 ···★· "] {
            assert_contains!(screen, day);
        }
    }
}

#[test]
fn a_game_that_waits_in_the_menu_is_not_called_unplayed() {
    let home = Home::new();
    home.stdout_of("oscillation --seed 5", "deal\n");
    let mut player = Player::at_home(&home, "2026-11-22T13:00:00Z", true);
    player.resize((120, 40));
    assert_eq!(player.screen().matches("not played yet").count(), 4);
    assert_contains!(player.screen(), "in progress");
}

#[test]
fn the_table_of_a_saved_game_is_read_once() {
    let home = Home::new();
    home.stdout_of("oscillation --seed 5", "deal\n");
    let mut player = Player::at_home(&home, "2026-11-22T13:00:00Z", true);
    player.resize((120, 40));
    let before = player.screen();
    assert_contains!(before, "K♣");
    std::fs::remove_dir_all(home.join("saves")).expect("saved games");
    player.jump_to(player.now);
    assert_eq!(player.screen(), before);
}

#[test]
fn the_end_of_a_daily_deal_names_the_day_of_the_next_one_unless_it_is_today() {
    for (keys, next) in [
        ("", "next: Yakutat Bay"),
        ("left", "next of Sat 21 Nov: Yakutat Bay"),
    ] {
        let mut player = Player::at_the_menu((80, 24));
        player.now = "2026-11-22T12:00:00Z".parse().expect("a time");
        player.press("S shift-tab").press(keys).press("1 enter d G");
        assert_contains!(player.screen(), next);
    }
}

#[test]
fn a_calendar_without_wins_shows_the_present_month_at_any_time() {
    for now in [
        "2026-11-22T12:00:00Z",
        "-009999-01-02T01:59:59Z",
        "9999-12-30T21:59:00Z",
    ] {
        let mut player = Player::at_the_menu((80, 24));
        player.now = now.parse::<Timestamp>().expect("a time");
        player.press("S tab tab up down pgup pgdn home end");
        assert_contains!(player.screen(), "5 Single Left");
    }
}

/// Plays games at random, and searches again those that are said to be lost. Returns how often that was said.
fn play_until_lost(rounds: usize) -> usize {
    let keys = ["d", "left", "down", "u", "U", "v", "b", "a"];
    let mut lost = 0;
    for (n, (game, options)) in (0..).zip(layouts()) {
        let mut player = Player::at(variant(game, options), 1, (80, 24));
        let mut random = numbers(n);
        for _ in 0..rounds {
            player.press(keys[random() % keys.len()]);
            let legal = player.legal();
            if random().is_multiple_of(2) && !legal.is_empty() {
                player.make(&legal[random() % legal.len()]);
            }
            player.search(300);
            if player.screen().contains("no win left") {
                let again = games::solve(player.game(), &games::budget(300, 1 << 20)).verdict;
                assert!(!matches!(again, Verdict::Winnable(_)), "game {n}");
                lost += 1;
            }
        }
    }
    lost
}

#[test]
fn a_game_said_to_be_lost_cannot_be_won() {
    let lost = play_until_lost(15);
    assert!(lost > 2, "{lost}");
}

#[test]
#[ignore = "takes half a minute: plays eight times as long"]
fn a_game_said_to_be_lost_at_any_time_cannot_be_won() {
    let lost = play_until_lost(120);
    assert!(lost > 30, "{lost}");
}

#[test]
fn a_hint_is_given_each_time_that_it_is_asked_for() {
    let mut player = Player::new("moosehide", 45);
    player.press("H");
    player.search(20_000);
    for n in 2..100 {
        if n % 7 == 0 {
            let height = if n % 2 == 0 { 24 } else { 40 };
            player.resize((80, height));
        }
        let before = player.moves();
        let screen = player.press("H").screen();
        let given = screen
            .split("Hint ")
            .nth(1)
            .and_then(|text| text.split_once(" of "));
        let count = given.and_then(|(_, rest)| rest.split_once(':')?.0.parse::<usize>().ok());
        let index = given.and_then(|(index, _)| index.parse::<usize>().ok());
        let expected = count.map(|count| (n - 1) % count + 1);
        assert!(index.is_some() && index == expected, "{n}: {screen}");
        assert_eq!(player.moves(), before);
    }
}
