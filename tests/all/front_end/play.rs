//! The keys at the table: presses, and the moves and messages that follow.

use std::sync::Arc;

use larboard::game::CardPosition;
use larboard::hint::{HintReason, obvious_hints};
use larboard::player::Advice;
use larboard::record::Record;
use larboard::rules::{Move, PileId, PileKind, Status};
use larboard::session::{Found, SearchRequest, Task, forced_move};
use larboard::solver::{CancelToken, HINT_POSITIONS, Tally};
use larboard::storage::results::GameOutcome;
use larboard::storage::settings::{KeyOverride, Setting};
use larboard::tui::action::{Action, Mode, Target};
use larboard::tui::board::layout::ItemKind;
use larboard::tui::keymap::Keymap;
use larboard::tui::theme::{Role, Theme};
use ratatui::layout::Rect;

use super::other_screens::{WON, play_to_the_end};
use super::solver::LINE;
use super::{APPEARANCE, GAMES, Player, numbers, variant};
use crate::games;

#[test]
fn a_line_to_share_is_copied_at_the_end_and_shown_whole() {
    let mut player = Player::new("moving-left", 42);
    player.press("d y");
    assert_eq!(player.message(), "The game is not over yet");
    assert_eq!(player.app.context.take_copied(), None);
    for keys in ["G y", "esc y"] {
        player.press(keys);
        let line = player.message().strip_prefix("Copied: ").expect("a line");
        let line = line.to_owned();
        let start = "Larboard · Moving Left deal 42 · given up after 1 move · 0:0";
        assert_starts_with!(line, start);
        assert_ends_with!(line, " · no hints");
        assert_eq!(player.app.context.take_copied().as_ref(), Some(&line));
        let screen = player.screen();
        let words: Vec<&str> = screen.split_whitespace().collect();
        assert_contains!(words.join(" "), "no hints");
    }
    player.press("u y");
    assert_eq!(player.message(), "The game is not over yet");
}

#[test]
fn alt_and_a_key_is_escape_and_the_key_unless_it_is_hard_to_take_back() {
    let mut player = Player::new("moving-left", 42);
    player.press("space");
    assert_eq!(player.app.mode(), Mode::Selected);
    player.press("alt-d");
    assert_eq!((player.app.mode(), player.moves().len()), (Mode::Table, 1));
    for (open, mode) in [
        (":", Mode::Prompt),
        (",", Mode::Settings),
        ("S", Mode::Results),
    ] {
        player.press(open);
        assert_eq!(player.app.mode(), mode);
        player.press("alt-d alt-u");
        assert_eq!((player.app.mode(), player.moves().len()), (Mode::Table, 1));
    }
    for key in ["alt-G", "alt-n", "alt-N", "alt-R", "alt-q", "ctrl-alt-c"] {
        player.press("space").press(key);
        let state = (player.app.mode(), player.moves().len(), player.has_quit());
        assert_eq!(state, (Mode::Table, 1, false), "{key}");
    }
    let keys = [KeyOverride {
        name: "undo".into(),
        value: vec!["alt-d".into()],
        line: 1,
    }];
    player.app.context.keymap = Keymap::from_settings(&keys).0;
    player.press("alt-d");
    assert_eq!(player.moves().len(), 0, "a key of its own");
}

#[test]
fn a_prompt_takes_the_keys_that_shells_take() {
    let mut player = Player::new("moving-left", 42);
    let typed = |player: &mut Player| {
        player.screen().lines().find_map(|line| {
            let text = line.trim().strip_prefix("Move: ")?;
            Some(text.trim_end_matches('_').to_owned())
        })
    };
    player.press(": q h space k c ctrl-h");
    assert_eq!(typed(&mut player).as_deref(), Some("qh k"));
    player.press("d space ctrl-w");
    assert_eq!(typed(&mut player).as_deref(), Some("qh "));
    player.press("t 3 ctrl-u");
    assert_eq!(typed(&mut player).as_deref(), Some(""));
    player.press("ctrl-w ctrl-u");
    assert_eq!(player.app.mode(), Mode::Prompt);
    player.press("ctrl-h");
    assert_eq!(player.app.mode(), Mode::Table);
}

#[test]
fn the_key_that_matters_most_comes_first_and_the_others_keep_their_places() {
    let mut player = Player::new("moving-left", 42);
    let others = |row: &str| {
        let keys = ["u undo", "? help", "d draw", "f home", "H "];
        keys.map(|key| row.find(key).expect("a key"))
    };
    let at_the_deal = player.key_row();
    assert_starts_with!(at_the_deal, " space select ");
    player.press("d");
    next_visible_hint(&mut player);
    let with_hint = player.key_row();
    assert_starts_with!(with_hint, " space play it ");
    assert_contains!(with_hint, "H next");
    player.press("esc 5");
    let selected = player.key_row();
    assert_starts_with!(selected, " esc cancel ");
    for row in [&with_hint, &selected] {
        assert_eq!(others(row), others(&at_the_deal), "{row}");
    }
}

#[test]
fn undo_and_help_stay_in_the_footer_after_each_move() {
    for (game, options) in GAMES {
        for size in [(60, 20), (80, 24)] {
            let mut player = Player::at(variant(game, options), 3, size);
            for number in 0..30 {
                let legal = player.legal();
                if legal.is_empty() {
                    break;
                }
                player.make(&legal[number % legal.len()]);
                if player.app.mode() == Mode::GameOver {
                    break;
                }
                let keys = player.key_row();
                assert_contains!(keys, "u undo");
                assert_contains!(keys, "? help");
            }
        }
    }
}

#[test]
fn the_number_of_a_narrow_pile_with_the_cursor_lights_up() {
    let mut player = Player::at(variant("moving-left", &[]), 1, (60, 20));
    let lit = |player: &mut Player| {
        let buffer = player.render();
        let role = Theme::from(&APPEARANCE)[Role::Cursor];
        let cells = player
            .layout()
            .items
            .into_iter()
            .filter_map(|item| match item.kind {
                ItemKind::PileLabel(pile, _) => Some((pile, item.area)),
                _ => None,
            });
        let is_lit = |area: &Rect| area.positions().any(|at| Some(buffer[at].fg) == role.fg);
        let piles = cells.filter(|(_, area)| is_lit(area)).map(|(pile, _)| pile);
        piles.collect::<Vec<_>>()
    };
    assert_eq!(lit(&mut player), [PileId::tableau(0)]);
    player.press("right right");
    assert_eq!(lit(&mut player), [PileId::tableau(2)]);
    player.press("up up");
    assert_eq!(lit(&mut player), [], "a foundation has no number");
}

#[test]
fn numbers_and_ranks_on_cards_stand_alone() {
    for (game, options) in GAMES {
        for size in [(80, 24), (120, 60), (200, 60), (200, 40)] {
            let mut player = Player::at(variant(game, options), 2, size);
            let (layout, buffer) = (player.layout(), player.render());
            let row = |area: Rect, y: u16| -> String {
                let cells = area.left()..area.right();
                cells.map(|x| buffer[(x, y)].symbol()).collect()
            };
            for item in &layout.items {
                let (ItemKind::FaceUp(_), Target::Card(position)) = (item.kind, item.target) else {
                    continue;
                };
                let (area, pile) = (item.area, position.pile);
                if pile.kind() == PileKind::Reserve {
                    let text = row(area, area.bottom() - 1);
                    let number = format!("{:02}", pile.number() + 1);
                    assert!(text.split_whitespace().any(|word| word == number), "{text}");
                }
                if pile.is_foundation() && area.height >= 7 {
                    // No pip stands beside the rank that a foundation starts with.
                    let text = row(area, area.bottom() - 2);
                    assert!(!text.contains("from"), "{text}");
                    let text = row(area, area.y - 1);
                    let words: Vec<&str> = text.split_whitespace().collect();
                    assert!(matches!(*words, [] | ["home"] | ["from", _]), "{text}");
                }
            }
        }
    }
}

#[test]
fn an_empty_foundation_has_no_dashes_beside_its_suit() {
    for (game, options) in GAMES {
        for size in [(60, 20), (80, 24), (100, 30)] {
            let screen = Player::at(variant(game, options), 2, size).screen();
            for suit in ["♣", "♦", "♥", "♠"] {
                for dashed in [format!("{suit} ─"), format!("─ {suit}"), format!("{suit}─")] {
                    assert!(!screen.contains(&dashed), "{screen}");
                }
            }
        }
    }
}

#[test]
fn up_and_down_move_within_a_fan_and_then_to_the_next_row() {
    let mut player = Player::new("yakutat-bay", 7);
    let cursor = |player: &Player| player.table().input().cursor();
    let at = |pile, index| CardPosition { pile, index };
    player.press("right");
    assert_eq!(cursor(&player), at(PileId::tableau(1), 5));
    player.press("up up up up");
    assert_eq!(cursor(&player), at(PileId::tableau(1), 1));
    // The card below is face down.
    player.press("up");
    assert_eq!(cursor(&player), at(PileId::foundation(0), 0));
    player.press("down");
    assert!(cursor(&player).pile.is_tableau());
    player.press("home end");
    assert_eq!(cursor(&player), at(PileId::tableau(6), 10));
}

#[test]
fn in_the_hand_the_draw_key_says_when_it_discards() {
    // With a row for messages, which would take the room of the key.
    let mut player = Player::at(variant("single-left", &[]), 14, (120, 40));
    let mut labels = [0, 0];
    for _ in 0..60 {
        let Some(mv) = forced_move(player.table().game()) else {
            break;
        };
        let (label, n) = match mv {
            larboard::rules::Move::Draw => ("d draw", 0),
            _ => ("d discard", 1),
        };
        let screen = player.screen();
        assert!(screen.contains(label), "{label}: {screen}");
        labels[n] += 1;
        player.press("d");
    }
    assert!(labels.iter().all(|count| *count > 3), "{labels:?}");
}

#[test]
fn the_header_shows_the_same_options_after_any_number_of_moves() {
    let options = [("discards", "optional"), ("redeals", "3")];
    for width in (60..100).step_by(3) {
        let rules = variant("single-left", &options);
        let mut player = Player::at(rules, 14, (width, 24));
        let shown = |player: &mut Player| {
            let header = player.top_line();
            ["discards optional", "redeals 3"].map(|text| header.contains(text))
        };
        let at_first = shown(&mut player);
        while player.app.mode() != Mode::GameOver {
            player.press("d");
            assert_eq!(shown(&mut player), at_first, "{width}: {}", player.screen());
        }
    }
}

#[test]
fn no_key_is_awaited_for_piles_that_the_game_does_not_have() {
    for (game, keys, expected) in [
        ("yakutat-bay", "r z", "This game has no reserve"),
        ("single-left", "g z", "This game has no foundations"),
    ] {
        let mut player = Player::new(game, 42);
        player.press(keys);
        assert_eq!(player.message(), expected);
        player.press("#");
        assert_eq!(player.app.mode(), Mode::Prompt, "{game}");
    }
}

/// Chooses the first move to a foundation, or else the last move.
fn first_home(legal: &[Move]) -> usize {
    let home = |mv: &Move| matches!(mv, Move::Transfer { to, .. } if to.is_foundation());
    legal.iter().position(home).unwrap_or(legal.len() - 1)
}

#[test]
fn a_foundation_without_movable_card_is_skipped_or_reported() {
    let mut player = Player::new("yakutat-bay", 5);
    player.play_by(first_home, 30);
    let suits = ["clubs", "diamonds", "hearts", "spades"];
    let messages = suits.map(|suit| {
        player
            .press(&format!("g {}", &suit[..1]))
            .message()
            .to_owned()
    });
    for (suit, message) in suits.into_iter().zip(&messages) {
        let none = format!("No {suit} are home yet");
        let some = format!("Cards can't be moved from the {suit} foundation");
        assert!(*message == none || *message == some, "{message}");
    }
    assert!(
        messages.iter().any(|message| message.starts_with("Cards")),
        "{messages:?}"
    );

    // With two decks, the second of two equally high foundations is selected.
    let table = |player: &Player| player.table().game().table().clone();
    let equal = |player: &Player| {
        (0..4).find(|suit| {
            let [one, two] = [*suit, suit + 4].map(|n| table(player).size(PileId::foundation(n)));
            one == two && one > 0
        })
    };
    for seed in 1..200 {
        player = Player::new("moving-left", seed);
        player.play_by(first_home, 60);
        if equal(&player).is_some() {
            break;
        }
    }
    let suit = equal(&player).expect("two foundations of the same height");
    player.press(&format!("g {}", ["c", "d", "h", "s"][suit]));
    let selection = player.table().input().selection();
    assert_eq!(
        selection.map(|selection| selection.from),
        Some(PileId::foundation(suit + 4))
    );
}

#[test]
fn hints_differ_and_name_the_source_only_if_needed() {
    let (mut with_source, mut plain) = (0, 0);
    for seed in 0..12 {
        let (mut player, mut random) = (Player::new("moving-left", seed), numbers(seed));
        for _ in 0..40 {
            player.play_by(|legal| random() % legal.len(), 1);
            let mut hints: Vec<String> = Vec::new();
            player.press("esc");
            loop {
                let hint = next_visible_hint(&mut player);
                let Some((number, text)) = hint.split_once(": ") else {
                    break;
                };
                let is_first = number == "Hint" || number.starts_with("Hint 1 ");
                if is_first && !hints.is_empty() {
                    break;
                }
                assert!(!hints.contains(&text.to_owned()), "{text}");
                hints.push(text.to_owned());
            }
            let named = hints.iter().filter(|hint| hint.contains(" from ")).count();
            assert_ne!(named, 1, "only one hint names its source: {hints:?}");
            with_source += named;
            plain += hints.len() - named;
        }
    }
    assert!(
        with_source > 0 && plain > 10 * with_source,
        "{with_source}, {plain}"
    );
}

#[test]
fn in_a_window_that_is_too_small_keys_only_quit() {
    let mut player = Player::new("moving-left", 42);
    player.update(Action::Resize(40, 10), player.now);
    player.press("4 4 d n m ? esc R G");
    assert_eq!(player.moves().len(), 0);
    assert_eq!(player.table().game().seed(), Some(42));
    assert_eq!(player.app.visible().count(), 1);
    assert_eq!(player.app.mode(), Mode::Table);
    assert!(!player.has_quit());
    assert!(player.press("q").has_quit());
}

#[test]
fn peeking_names_a_foundation_by_its_suit() {
    let mut player = Player::new("moving-left", 42);
    player.press("4 4");
    let ace = CardPosition::new(PileId::foundation(2), 0);
    player.table_mut().input_mut().cursor_mut().position = ace;
    let screen = player.press("p").screen();
    assert!(screen.contains("The hearts foundation"), "{screen}");
}

#[test]
fn peeking_shows_the_hand_and_then_the_discards() {
    let mut player = Player::new("single-left", 14);
    player.press(&"space ".repeat(30));
    let shows = |player: &mut Player, text: &str| {
        let screen = player.screen();
        assert!(screen.contains(text), "{screen}");
    };
    shows(player.press("p"), "The hand");
    shows(&mut player, "p discards");
    shows(player.press("p"), "The discards");
    assert_eq!(player.press("p").app.mode(), Mode::HandGame);
}

#[test]
fn a_message_too_long_for_its_row_takes_several_rows() {
    let text = "invalid settings: line 12: the key ctrl-shift-f11 is already bound to draw, \
        undo keeps it; line 14: unknown action \"fly\"; line 15: unknown key \"hyper-d\"";
    for size in [(60, 20), (80, 24), (120, 40)] {
        let mut player = Player::at(variant("moving-left", &[]), 42, size);
        player.app.context.notify_error(text);
        let screen = player.screen();
        let shown: Vec<&str> = screen.split_whitespace().collect();
        assert!(shown.join(" ").contains(text), "{screen}");
    }
}

#[test]
fn select_plays_the_hint_that_is_shown() {
    for game in ["moving-left", "yakutat-bay", "moosehide", "oscillation"] {
        let mut player = Player::new(game, 7);
        next_visible_hint(&mut player);
        let hint = player.hint().expect("a hint");
        player.press("space");
        assert_eq!(player.moves(), [hint.to_string()], "{game}");
    }
}

#[test]
fn an_empty_pile_lights_up_as_a_target_and_in_a_hint() {
    let hinted_home = |seed| {
        let mut player = Player::at(variant("moosehide", &[]), seed, (100, 30));
        player.press("H");
        if player.hint().is_none() {
            answer_with_advice(&mut player);
        }
        let Some(Move::Transfer { from, to, .. }) = player.hint() else {
            return None;
        };
        let is_empty = player.table().game().table().is_empty(to);
        (is_empty && to.is_foundation()).then_some((player, from, to))
    };
    let (mut player, from, foundation) = (1..20).find_map(hinted_home).expect("a deal");
    let outline = |player: &mut Player| {
        let layout = player.layout();
        let mut items = layout.items.iter();
        let item = items.find(|item| item.target == Target::Pile(foundation));
        let area = item.expect("an empty foundation").area;
        player.render()[(area.right() - 1, area.y)].fg
    };
    let hinted = outline(&mut player);
    player.press("esc");
    let faint = outline(&mut player);
    let top = player.table().game().table().size(from) - 1;
    let card = CardPosition::new(from, top);
    player.update(Action::Click(Target::Card(card)), player.now);
    let target = outline(&mut player);
    assert!(faint != hinted && faint != target && hinted != target);
    player.press("esc");
    assert_eq!(outline(&mut player), faint);
}

/// Lets the fair player look at the position that it was asked about, as the solver's thread does.
fn answer_with_advice(player: &mut Player) {
    let request = player.app.search_request().expect("a search");
    let (mut search, mut reports) = (request.clone(), Vec::new());
    search.budget.positions = Some(HINT_POSITIONS);
    search.run(&CancelToken::default(), &mut |found| reports.push(found));
    let is_complete = |found: &Found| match found {
        Found::Advice(found) => found.is_complete,
        Found::Hint { is_complete, .. } => *is_complete,
        _ => false,
    };
    assert!(reports.last().is_some_and(is_complete));
    for found in reports {
        player.reply(request.clone(), found);
    }
    assert_ne!(player.app.search_request(), Some(request), "it has ended");
}

/// Lets the fair player find no move, if it was asked, and that 40 of 100 sample deals can be won.
fn answer_with_odds(player: &mut Player) {
    let request = player.app.search_request();
    let is_question = |request: &SearchRequest| ["advice", "hint"].contains(&games::task(request));
    if let Some(request) = request.filter(is_question) {
        let odds = Tally {
            won: 40,
            lost: 60,
            unknown: 0,
        };
        let advice = Advice {
            odds: Some(odds),
            ..games::advice(Vec::new(), HintReason::GetsFurthest)
        };
        answer_with(player, request, advice);
    }
}

/// Answers a request with what the fair player has found. The solver has proven nothing.
fn answer_with(player: &mut Player, request: SearchRequest, advice: Advice) {
    let found = match &request.task {
        Task::Hint { proofs, .. } => Found::Hint {
            advice,
            proofs: Arc::clone(proofs),
            is_complete: true,
        },
        _ => Found::Advice(advice),
    };
    player.reply(request, found);
}

/// Asks for a hint by what can be seen: the fair player finds none.
pub(super) fn next_visible_hint(player: &mut Player) -> String {
    player.press("H");
    answer_with_odds(player);
    player.message().to_owned()
}

#[test]
fn a_hint_is_shown_when_the_fair_player_has_searched_and_select_plays_it() {
    let mut player = Player::at(variant("moosehide", &[("layout", "classic")]), 3, (120, 40));
    player.set(Setting::WarnWhenLost, false);
    player.press("H");
    assert_eq!(player.message(), "", "not at once");
    player.run_timers();
    assert_eq!(player.message(), "Looking for a move");
    answer_with_advice(&mut player);
    let message = player.message().to_owned();
    assert!(message.starts_with("Hint 1 of "), "{message}");
    let hint = player.hint().expect("a hint");
    player.press("space");
    assert_eq!(player.moves(), [hint.to_string()]);
    assert_eq!(player.table().session().played().header.hints, 1);
}

#[test]
fn a_request_for_a_verdict_takes_the_place_of_one_for_a_hint() {
    let mut player = Player::new("yakutat-bay", 3);
    player.press("H");
    let request = player.app.search_request().expect("a search");
    assert_eq!(games::task(&request), "hint");
    player.press("v");
    let mv = player.table().game().legal_moves()[0];
    let advice = games::advice(vec![mv], HintReason::GetsFurthest);
    answer_with(&mut player, request, advice);
    assert_eq!(player.hint(), None);
    assert_eq!(player.table().session().played().header.hints, 0);
    let request = player.app.search_request().expect("a search");
    assert_eq!(games::task(&request), "verdict");
}

/// Returns a game in progress without a hint that can be seen at once.
fn without_visible_hint() -> Player {
    for seed in 0..100 {
        let (mut player, mut random) = (Player::new("moosehide", seed), numbers(seed));
        for _ in 0..40 {
            player.play_by(|legal| random() % legal.len(), 1);
            let game = player.table().game();
            let is_playing = game.status() == Status::Playing && game.legal_moves().len() > 1;
            if is_playing && obvious_hints(&**game.rules(), game.table()).is_empty() {
                player.set(Setting::WarnWhenLost, false);
                return player;
            }
        }
    }
    panic!("no game without a hint");
}

#[test]
fn select_waits_for_a_hint_that_is_still_searched_for() {
    let mut player = without_visible_hint();
    let moves = player.moves();
    player.press("H");
    assert_eq!(player.message(), "", "not at once");
    player.run_timers();
    assert_eq!(player.message(), "Looking for a move");
    let request = player.app.search_request();
    assert!(request.is_some());
    player.press("space");
    assert_eq!(player.message(), "Looking for a move");
    assert_eq!(player.app.search_request(), request, "it goes on");
    assert_eq!(
        (player.table().input().selection(), player.moves()),
        (None, moves)
    );
    answer_with_advice(&mut player);
    match player.hint() {
        Some(mv) => {
            assert_starts_with!(player.message(), "Hint");
            assert_eq!(player.table().session().played().header.hints, 1);
            player.press("space");
            assert_eq!(player.moves().last(), Some(&mv.to_string()));
        }
        None => assert!(player.message().starts_with("No ")),
    }
}

#[test]
fn after_an_undo_hints_and_odds_are_those_of_the_position_before() {
    let mut player = Player::new("yakutat-bay", 3);
    let first = player.legal()[0].clone();
    player.make(&first).press("H");
    answer_with_advice(&mut player);
    player.press("u H");
    let request = player.app.search_request().expect("another search");
    assert_eq!(games::task(&request), "hint");
    answer_with_advice(&mut player);
    let legal = player.table().game().legal_moves();
    assert!(legal.contains(&player.hint().expect("a hint")));
}

#[test]
fn a_hint_that_goes_on_from_the_last_one_shows_no_figures_from_before() {
    let rules = variant("moosehide", &[("layout", "classic")]);
    let mut player = Player::at(rules, 3, (120, 40));
    player.set(Setting::WarnWhenLost, false);
    let mut game = player.table().game().clone();
    let other = game.legal_moves()[2];
    let plan = [0, 1].map(|n| {
        let mv = game.legal_moves()[n];
        game.play(mv).expect("a legal move");
        mv
    });
    let tally = |won| Tally {
        won,
        lost: 100 - won,
        unknown: 0,
    };
    let advice = Advice {
        tally: tally(90),
        next_best: Some((vec![other], tally(60))),
        odds: Some(tally(95)),
        ..games::advice(plan.to_vec(), HintReason::WinsMostSamples)
    };
    player.press("H");
    let request = player.app.search_request().expect("a search");
    answer_with(&mut player, request, advice);
    assert_contains!(player.message(), ", 90 % against 60 %");
    player.press("space H");
    assert_eq!(player.hint(), Some(plan[1]));
    assert!(!player.message().contains('%'), "{}", player.message());
    assert_eq!(player.app.search_request(), None, "the plan is known");

    player.press("o");
    assert_eq!(player.message(), "Trying sample deals");
    answer_with_odds(&mut player);
    assert!(player.message().starts_with("About 40 of 100"));
    let advice = player
        .table()
        .session()
        .advisor()
        .advice()
        .expect("a report");
    assert_eq!(advice.moves, plan[1..], "the same plan");
}

#[test]
fn odds_are_one_figure_and_not_shown_in_a_game_without_choices() {
    let mut player = Player::at(variant("yakutat-bay", &[]), 3, (120, 40));
    player.set(Setting::WarnWhenLost, false);
    player.press("o");
    assert_eq!(player.message(), "Trying sample deals");
    answer_with_odds(&mut player);
    let message = player.message().to_owned();
    assert_eq!(
        message,
        "About 40 of 100 deals that look like this can be won"
    );
    player.press("o");
    assert_eq!(player.message(), message, "known");
    assert_eq!(player.app.search_request(), None);
    let mut forced = Player::new("single-left", 1);
    forced.press("o");
    assert!(forced.message().starts_with("This game plays itself"));
    assert_eq!(forced.app.search_request(), None);
}

#[test]
fn a_won_game_needs_no_advice() {
    let mut player = play_to_the_end(WON, (80, 24));
    player.press("esc");
    for key in ["o", "H", "b"] {
        player.press("left").press(key);
        assert_eq!(player.message(), "The game is over", "{key}");
    }
}

#[test]
fn a_hint_in_a_game_played_in_the_hand_is_played_by_the_key_of_the_next_step() {
    let rules = variant("single-left", &[("discards", "optional")]);
    let mut player = Player::at(rules, 42, (80, 24));
    player.set(Setting::WarnWhenLost, false);
    for (mv, other) in [
        (Move::Draw, Move::DiscardMiddle),
        (Move::DiscardMiddle, Move::Draw),
    ] {
        assert!(player.table().game().legal_moves().contains(&other));
        player.press("H");
        let request = player.app.search_request().expect("a search");
        let advice = games::advice(vec![mv], HintReason::LooksBest);
        answer_with(&mut player, request, advice);
        assert_eq!(player.hint(), Some(mv));
        assert_contains!(
            player.screen(),
            "space play it   u undo   ? help   d draw      H next"
        );
        player.press("space");
        assert_eq!(player.moves(), [mv.to_string()]);
        player.press("u");
    }
}

#[test]
fn odds_in_the_header_are_found_unasked_for_each_position() {
    let mut player = Player::at(variant("yakutat-bay", &[]), 3, (120, 40));
    player.set(Setting::WarnWhenLost, false);
    player.set(Setting::ShowOdds, true);
    answer_with_odds(&mut player);
    assert_eq!(player.message(), "", "nobody asked");
    assert_contains!(player.top_line(), "about 40 %");
    assert_eq!(player.app.search_request(), None);
    let first = player.legal()[0].clone();
    player.make(&first);
    assert_eq!(player.moves(), [first]);
    assert!(!player.top_line().contains(" %"), "a new position");
    let request = player.app.search_request().expect("a search");
    assert_eq!(games::task(&request), "advice");
    player.set(Setting::ShowOdds, false);
    assert_eq!(player.app.search_request(), None);
}

#[test]
fn a_key_ends_the_search_of_the_fair_player() {
    let mut player = Player::new("moosehide", 3);
    player.set(Setting::WarnWhenLost, false);
    for key in ["right", "u", "esc", "1"] {
        player.press("o");
        assert!(player.app.search_request().is_some());
        player.press(key);
        assert_eq!(player.app.search_request(), None, "{key}");
    }
}

#[test]
fn the_focus_is_on_the_card_under_the_cursor_and_on_the_selected_entry() {
    let mut player = Player::new("moving-left", 42);
    for keys in ["right", "right", "tab", "space", "esc", "tab tab"] {
        player.press(keys);
        let focus = player.frame().focus.expect("a focus");
        let card = player.layout().area_of(player.table().input().cursor());
        let card = card.expect("a card under the cursor");
        assert!(card.contains(focus), "{keys}");
        assert!(focus.x <= card.x + 1 && focus.y == card.y, "{keys}");
    }
    player.press(", down");
    let focus = player.frame().focus.expect("a focus");
    let row = player.screen();
    let row = row.lines().nth(focus.y.into()).expect("a row");
    assert!(row.contains("A color for each suit"), "{row}");
    player.press("esc # 1 2");
    let focus = player.frame().focus.expect("a focus");
    let row = player.screen();
    let row = row.lines().nth(focus.y.into()).expect("a row");
    assert_eq!(row.chars().nth(focus.x.into()), Some('_'), "{row}");
}

#[test]
fn single_left_steps_and_plays_itself_to_the_end() {
    let mut player = Player::new("single-left", 1);
    player.press("d space d");
    assert_eq!(player.moves().len(), 3);
    player.press("x");
    player.run_timers();
    assert_eq!(player.app.mode(), Mode::GameOver);
}

#[test]
fn every_key_stops_a_game_that_plays_itself() {
    for key in ["z", "f5", "Q", "esc", "d"] {
        let mut player = Player::new("single-left", 1);
        player.press("x");
        assert!(player.app.deadline().is_some());
        player.press(key);
        assert_eq!(player.app.deadline(), None, "{key}");
    }
}

#[test]
fn finish_sends_all_cards_home_once_nothing_is_in_the_way() {
    let mut player = Player::at(variant("moosehide", &[("layout", "classic")]), 1, (80, 24));
    for mv in LINE.split_whitespace() {
        let screen = player.app.table().expect("a table");
        if screen.game().autofinish_line().is_some() {
            break;
        }
        player.make(mv);
    }
    assert!(player.message().ends_with(". A finishes the game"));
    for (keys, ending) in [(&["X"][..], Some(". X finishes the game")), (&[], None)] {
        let finish = KeyOverride {
            name: "finish".into(),
            value: keys.iter().copied().map(String::from).collect(),
            line: 1,
        };
        let mut other = player.copy();
        other.app.context.keymap = Keymap::from_settings(&[finish]).0;
        let last = player.moves().pop().expect("a move");
        other.press("u").make(&last);
        let message = other.message();
        assert!(
            ending.map_or(!message.contains("finishes"), |ending| message
                .ends_with(ending)),
            "{message}"
        );
    }
    assert!(player.press("left").screen().contains("A finish"));
    assert!(player.moves().len() < LINE.split_whitespace().count());
    player.press("A");
    let state = player.table();
    assert_eq!(state.session().outcome(), GameOutcome::Won);
    assert_eq!(state.session().played().finished, Some(player.now));
    player.press("u");
    assert_eq!(player.app.mode(), Mode::Table);
}

#[test]
fn finish_draws_the_cards_that_are_left_in_the_stock() {
    let record = include_bytes!("../../data/exported/moving-left-won.json");
    let record = Record::from_slice(record).expect("a record");
    let mut game = record.to_played_game().expect("legal moves").game;
    game.seek(232);
    let game = game.branch().expect("a short game");
    assert_eq!(game.table().size(PileId::STOCK), 7);
    let cards = 104 - game.cards_home();
    let mut player = Player::with_game(game, (80, 24));
    next_visible_hint(&mut player);
    assert_contains!(player.message(), &format!(". A finishes: {cards} cards"));
    player.press("A");
    assert_eq!(player.table().session().outcome(), GameOutcome::Won);
    player.press("u");
    assert_ends_with!(player.message(), &format!("{cards} cards sent home"));
}

#[test]
fn the_message_of_a_move_fits_a_line_however_many_piles_slid() {
    let mut many = 0;
    for game in ["moving-left", "yakutat-bay"] {
        for seed in 0..10 {
            let mut player = Player::new(game, seed);
            let mut random = numbers(seed);
            for _ in 0..80 {
                let legal = player.legal();
                if legal.is_empty() {
                    break;
                }
                player.make(&legal[random() % legal.len()]);
                let message = player.message();
                assert!(message.chars().count() <= 78, "{game} {seed}: {message}");
                many += usize::from(message.contains(" empty: piles "));
            }
        }
    }
    assert!(many > 0);
}

#[test]
fn the_keys_are_below_the_prompt() {
    for (key, prompt) in [(":", "Move: _"), ("#", "Deal: _")] {
        let mut player = Player::new("moosehide", 1);
        let screen = player.press(key).screen();
        let rows: Vec<&str> = screen.lines().map(str::trim).collect();
        assert_eq!(rows[22..], [prompt, "enter OK   esc cancel"]);
    }
}

#[test]
fn the_error_of_a_typed_line_is_shown_in_full_beside_or_above_it() {
    for size in [(40, 13), (60, 20), (80, 24), (120, 40)] {
        let mut player = Player::at(variant("yakutat-bay", &[]), 1, size);
        let screen = player.press("# n o enter").screen();
        let lines: Vec<&str> = screen.lines().collect();
        let prompt = lines.iter().position(|line| line.contains("Deal: no_"));
        let prompt = prompt.expect("the prompt");
        assert!(
            lines[prompt - 1].trim() == "Please enter a whole number"
                || lines[prompt].contains("Please enter a whole number"),
            "{screen}"
        );
    }
}

#[test]
fn hints_are_counted_but_not_their_absence() {
    let mut player = Player::new("moving-left", 42);
    next_visible_hint(&mut player);
    player.press("H");
    assert_starts_with!(player.message(), "Hint 2 of ");
    assert_eq!(player.table().session().played().header.hints, 2);
}

#[test]
fn only_time_at_the_table_is_counted() {
    let mut player = Player::new("moving-left", 42);
    player.press("right right right ?");
    player.now += jiff::SignedDuration::from_secs(500);
    player.press("q right");
    let seconds = player.table().session().played().header.seconds;
    assert!((4..=6).contains(&seconds), "{seconds}");
}

#[test]
fn a_hint_names_the_foundation_if_two_fit() {
    let hints_of = |seed| {
        let mut player = Player::new("oscillation", seed);
        let mut random = numbers(seed);
        for _ in 0..200 {
            let legal = player.legal();
            let home = |mv: &&String| mv.contains("-f");
            let from = |mv: &String| mv.split('-').next().map(str::to_owned);
            let fits_two = legal.iter().filter(home).find(|&one| {
                let mut others = legal.iter().filter(home);
                others.any(|other| other != one && from(one) == from(other))
            });
            if fits_two.is_some() {
                let hints = (0..legal.len()).map(|_| next_visible_hint(&mut player));
                return Some(hints.collect::<Vec<String>>());
            }
            let mv = legal.get(random() % legal.len().max(1))?.clone();
            player.make(&mv);
        }
        None
    };
    let hints = (0..)
        .find_map(hints_of)
        .expect("a card that fits two foundations");
    for side in ["left", "right"] {
        let text = format!(" home on the {side}: ");
        assert!(hints.iter().any(|hint| hint.contains(&text)), "{hints:?}");
    }
}

#[test]
fn the_help_lists_only_keys_with_a_use_in_the_game() {
    let bindings = [
        ("0", " 9 0 "),
        ("w", "from the waste"),
        ("r", "from a reserve card"),
        ("g", "from a foundation"),
        ("d", "draw or deal"),
        ("a", "send all safe cards home"),
    ];
    let no_return: &[(&str, &str)] = &[("foundation-return", "no")];
    for (game, options, listed) in [
        ("moving-left", &[][..], "0wgda"),
        ("moving-left", no_return, "0wda"),
        ("yakutat-bay", &[], "a"),
        ("oscillation", &[], "0d"),
        ("moosehide", &[], "ra"),
        ("moosehide", &[("layout", "classic")], "a"),
        ("single-left", &[], "d"),
        ("single-left", &[("style", "warfield")], "wgda"),
    ] {
        let mut player = Player::at(variant(game, options), 5, (120, 100));
        let help = player.press("?").screen();
        for (key, description) in bindings {
            assert_eq!(
                help.contains(description),
                listed.contains(key),
                "{game}: {key}"
            );
        }
        for pile in 1..=9 {
            let missing = format!("This game has no pile {pile}");
            let exists = player.press(&format!("esc {pile}")).message() != missing;
            let keys: Vec<&str> = help
                .lines()
                .filter(|line| line.contains("from pile, then to pile"))
                .collect();
            let is_listed = keys.iter().any(|keys| keys.contains(&format!(" {pile} ")));
            assert_eq!(is_listed, exists, "{game}: {pile}");
        }
    }
}

#[test]
fn another_card_that_cannot_take_the_selection_is_selected_in_its_place() {
    let mut player = Player::new("moving-left", 6);
    let selected = |player: &Player| player.table().input().selection().map(|from| from.from);
    // The queen fits on the king of pile 8 alone.
    player.press("space right space");
    assert_eq!(selected(&player), Some(PileId::tableau(1)));
    assert_eq!(player.message(), "");
    player.press("left space esc");
    assert_eq!(selected(&player), None);
    player.press("space right right right right right right right space");
    assert_eq!(player.moves(), ["t1-t8"]);
    // By its number a pile is no card: the move is refused.
    player.press("u 1 2");
    assert_ends_with!(player.message(), "Q♦ needs a black king");
}

#[test]
fn a_typed_find_shows_a_card_on_the_table() {
    let mut player = Player::new("moving-left", 6);
    for (name, pile, message) in [
        ("K s", Some(7), "K♠: pile 8; 1 hidden"),
        ("7 h", Some(9), "7♥: pile 0; 1 hidden"),
        ("k d", None, "K♦: 2 hidden"),
        ("x x", None, "Not a card. Type one such as find qh"),
    ] {
        player.press(&format!(": f i n d space {name} enter"));
        assert_eq!(player.message(), message);
        if let Some(pile) = pile {
            let cursor = player.table().input().cursor();
            assert_eq!(cursor.pile, PileId::tableau(pile));
        } else {
            player.press("esc");
        }
    }
}

#[test]
fn the_tenth_pile_is_called_by_its_key() {
    let mut player = Player::new("moving-left", 6);
    player.press("0 1");
    assert_contains!(player.message(), "7♥");
    player.press("H");
    player
        .app
        .context
        .notify("9♣ to pile 10 · pile 1 empty: piles 2 to 10 moved left");
    assert_eq!(
        player.message(),
        "9♣ to pile 0 · pile 1 empty: piles 2 to 0 moved left"
    );
}

#[test]
fn letters_of_other_keyboards_are_the_keys_in_their_places() {
    let mut player = Player::new("moving-left", 6);
    for (key, moves) in [("в", 1), ("г", 0), ("δ", 1), ("θ", 0), ("ф", 0), ("ß", 0)] {
        player.press(key);
        assert_eq!(player.moves().len(), moves, "{key}");
    }
    player.press("№");
    assert_eq!(player.app.mode(), Mode::Prompt);
    player.press("1 space 0 0 0 space enter");
    assert_eq!(player.table().game().seed(), Some(1000));
    player.press("?");
    assert_eq!(player.app.mode(), Mode::Overlay);
}

#[test]
fn where_several_piles_fit_the_next_digit_or_click_is_the_target() {
    // The ruling for this deal: the top card of pile 7 fits on two piles.
    let mut player = Player::new("moving-left", 2);
    let targets: Vec<String> = player
        .legal()
        .into_iter()
        .filter(|mv| mv.starts_with("t7-t"))
        .collect();
    let [first, _] = &targets[..] else {
        panic!("{targets:?}")
    };
    player.press("7 7");
    assert_eq!(player.message(), "Several piles fit; choose one");
    assert_eq!(player.moves().len(), 0);
    player.press(&first["t7-t".len()..]);
    assert_eq!(player.moves(), std::slice::from_ref(first));
}
