//! Analysis at the table with replies given by the tests: requests, messages and cached verdicts.

use std::sync::Arc;

use larboard::proofs::Proofs;
use larboard::review::Reviewer;
use larboard::rules::Table;
use larboard::session::{DealSource, Found, SearchRequest};
use larboard::solver::{Budget, CancelToken, LOSS_BUDGET, SolveResult, Verdict, is_winning_line};
use larboard::storage::settings::{Deals, HintKind, KeyOverride, Setting};
use larboard::tui::action::{Action, Mode};
use larboard::tui::app::{App, Next};
use larboard::tui::keymap::Keymap;
use larboard::variant::Variant;

use super::other_screens::play_to_the_end;
use super::play::next_visible_hint;
use super::{GAMES, Player, numbers, variant};
use crate::games;

/// A winning line for seed 1 of classic Moosehide.
pub(super) const LINE: &str = include_str!("line.txt");

/// What is said of a deal that is lost before the first move.
const LOST_DEAL: &str = "This deal cannot be won. n: another deal";

fn line() -> Vec<larboard::rules::Move> {
    let moves = LINE.split_whitespace();
    moves.map(|mv| mv.parse().expect("a move")).collect()
}

fn player() -> Player {
    let mut player = Player::at(variant("moosehide", &[("layout", "classic")]), 1, (100, 30));
    // As the event loop does before it takes the search request.
    player.press("left");
    player
}

fn pending_search(app: &App) -> Option<&'static str> {
    let request = app.search_request();
    request.map(|request| games::task(&request))
}

impl Player {
    fn counts(&self) -> (u32, u32) {
        let played = &self.table().session().played();
        (played.header.hints, played.header.shown)
    }
}

#[test]
fn the_background_search_reports_only_proven_losses() {
    for (verdict, message, lost) in [
        (Verdict::Unwinnable, LOST_DEAL, true),
        (Verdict::Unknown, "", false),
        (Verdict::Winnable(line()), "", false),
    ] {
        let mut player = player();
        assert_eq!(pending_search(&player.app), Some("warning"));
        player.answer(verdict);
        assert_eq!(player.message(), message);
        let top = player.top_line();
        assert_eq!(top.contains("no win left"), lost, "{top}");
        assert!(!top.contains("winnable"), "{top}");
        assert!(
            !player.screen().contains("show me"),
            "no label for the solution"
        );
        assert_eq!(pending_search(&player.app), None, "the verdict is cached");
    }
}

#[test]
fn the_reason_for_a_random_deal_stays_when_the_deal_is_lost() {
    let four_reserve = variant("moosehide", &[("layout", "four-reserve")]);
    let mut player = Player::at(four_reserve, 1, (80, 24));
    let source = DealSource::Random(Deals::Winnable);
    player.app.context.config.set_deal_source(source);
    player.press("n");
    let note = player.message().to_owned();
    assert_contains!(note, ": dealt at random");
    player.answer(Verdict::Unwinnable);
    assert!(player.top_line().contains("no win left"));
    assert_eq!(player.message(), note);
}

#[test]
fn a_deal_that_is_lost_from_the_start_offers_another_one() {
    let mut player = player();
    player.answer(Verdict::Unwinnable);
    assert_eq!(player.message(), LOST_DEAL);
    let mv = player.legal()[0].clone();
    player.make(&mv).press("v");
    assert_eq!(player.message(), LOST_DEAL, "undo would not help");
    player.press("N");
    assert_eq!(pending_search(&player.app), Some("deal"));
    let mut player = self::player();
    let mv = player.legal()[0].clone();
    player.make(&mv).answer(Verdict::Unwinnable);
    assert_eq!(
        player.message(),
        "No win is left from here. u: one move back, or play on."
    );
    player.press("left").press("o");
    assert_eq!(
        player.message(),
        "No win is left from here. u: one move back, or play on.",
        "odds of what is known"
    );
}

#[test]
fn no_winnable_deal_is_offered_where_none_is_known() {
    let rules = variant("moosehide", &[("layout", "four-reserve")]);
    let mut player = Player::at(rules, 1, (100, 30));
    player.press("left").answer(Verdict::Unwinnable);
    assert_eq!(player.message(), "This deal cannot be won. n: another deal");
    player.press("N");
    assert_contains!(player.message(), "No deal is known to be winnable");
    assert_ne!(pending_search(&player.app), Some("deal"));
}

#[test]
fn the_background_search_does_not_replace_an_error() {
    let mut player = player();
    player
        .app
        .context
        .notify_error("line 1: unknown setting \"foo\"");
    player.answer(Verdict::Unwinnable);
    assert!(player.message().contains("foo"), "{}", player.message());
    assert!(player.top_line().contains("no win left"));
}

#[test]
fn without_the_warning_there_is_no_background_search() {
    let mut player = player();
    player.set(Setting::WarnWhenLost, false);
    assert_eq!(pending_search(&player.app), None);
}

#[test]
fn a_game_without_choices_is_not_searched() {
    let player = Player::new("single-left", 14);
    assert_eq!(pending_search(&player.app), None);
}

#[test]
fn a_reply_to_an_old_request_is_dropped() {
    let mut player = player();
    let request = player.app.search_request().expect("a request");
    player.make(&line()[0].to_string());
    let result = SolveResult {
        verdict: Verdict::Unwinnable,
        positions: 1,
    };
    player.reply(request, Found::Finished(result));
    assert!(!player.top_line().contains("no win left"));
    assert_eq!(
        pending_search(&player.app),
        Some("warning"),
        "the position after the move"
    );
}

#[test]
fn after_a_loss_a_key_goes_back_to_the_last_winnable_position() {
    let mut player = player();
    player.answer(Verdict::Winnable(line()));
    for mv in &line()[..3] {
        player.make(&mv.to_string());
        assert_eq!(pending_search(&player.app), None, "on the line");
    }
    player.press("b");
    assert!(player.message().contains("may still be winnable"));
    let mut off = player.legal();
    off.retain(|mv| *mv != line()[3].to_string());
    player.make(&off[0]);
    player.answer(Verdict::Unwinnable);
    assert_contains!(
        player.message(),
        "No win is left from here. b: back to move 3"
    );
    player.press("left");
    assert!(player.screen().contains("b back"));
    player.press("b");
    assert_eq!(player.moves().len(), 3);
    assert!(!player.top_line().contains("winnable"), "not requested");
    player.press("U");
    assert_eq!(player.moves().len(), 4);
    assert!(
        player.top_line().contains("no win left"),
        "the verdict is cached"
    );
}

#[test]
fn a_verdict_search_shows_progress_and_any_key_cancels_it() {
    for (key, is_canceled) in [("esc", true), ("left", true), ("q", true), ("v", false)] {
        let mut player = player();
        player.answer(Verdict::Unknown).press("v");
        assert_eq!(pending_search(&player.app), Some("verdict"));
        let request = player.app.search_request().expect("a request");
        player.now += jiff::SignedDuration::from_secs(4);
        player.reply(request, Found::Progress(3_210_000));
        assert_eq!(
            player.message(),
            "Searching: 3.2 million positions, 4 of 10 s. Any key cancels"
        );
        player.press(key);
        assert!(!player.has_quit(), "{key}");
        assert_eq!(pending_search(&player.app).is_none(), is_canceled, "{key}");
        assert_eq!(player.message() == "Search canceled", is_canceled, "{key}");
    }
}

#[test]
fn fair_hints_follow_the_winning_line_only_after_a_verdict_request() {
    let mut player = player();
    let settings = &mut player.app.context;
    settings.change_settings(|settings| settings.choose(HintKind::Fair));
    player.answer(Verdict::Winnable(line()));
    next_visible_hint(&mut player);
    assert!(
        !player.message().contains("this wins"),
        "{}",
        player.message()
    );
    assert!(!player.top_line().contains("winnable"));
    player.press("v");
    assert!(player.top_line().contains("winnable"), "requested now");
    let expected = format!("Winnable in {} moves or fewer", line().len());
    assert!(player.message().contains(&expected), "{}", player.message());
    for (n, mv) in (1..).zip(&line()[..10]) {
        player.press("H");
        assert_contains!(player.message(), "this wins");
        assert_eq!(player.counts(), (n + 1, n));
        player.make(&mv.to_string());
        assert_eq!(pending_search(&player.app), None, "no new search");
    }
    player.press("H H");
    assert!(
        !player.message().contains("this wins"),
        "other hints follow"
    );
}

#[test]
fn a_solution_is_replayed_and_its_moves_counted() {
    let mut player = player();
    player.answer(Verdict::Unknown).press("V");
    assert_eq!(
        pending_search(&player.app),
        Some("verdict"),
        "V searches like v"
    );
    player.press("V");
    assert!(
        player.message().starts_with("Searching: "),
        "the search goes on"
    );
    player.answer(Verdict::Winnable(line()));
    assert_eq!(player.app.mode(), Mode::Replay);
    assert!(player.app.deadline().is_some(), "the replay runs");
    assert_contains!(player.screen(), "space pause");
    player.press("space");
    assert_contains!(player.screen(), "space play");
    player.press("right right right left right");
    assert_eq!(player.counts(), (0, 3));
    player.press("q");
    assert_eq!(player.moves().len(), 0, "shown, not played");
    player.press("V right right right right right enter");
    assert_eq!(player.app.mode(), Mode::Table);
    let played: Vec<String> = line()[..5].iter().map(ToString::to_string).collect();
    assert_eq!(player.moves(), played, "in the same game");
    assert_eq!(
        player.counts(),
        (0, 5),
        "the first three were counted before"
    );
    player.press("V end enter");
    assert_eq!(player.app.mode(), Mode::GameOver);
    assert_eq!(player.counts(), (0, line().len() as u32));
}

#[test]
fn without_a_solution_the_verdict_is_shown() {
    for (verdict, message) in [
        (Verdict::Unwinnable, LOST_DEAL),
        (Verdict::Unknown, "Not known whether this can be won"),
    ] {
        let mut player = player();
        player.press("V").answer(verdict);
        assert!(player.message().contains(message), "{}", player.message());
        assert_eq!(player.app.mode(), Mode::Table);
    }
    let mut player = player();
    player.press("v V").answer(Verdict::Winnable(line()));
    assert_eq!(
        player.app.mode(),
        Mode::Replay,
        "requested during the search"
    );
    let mut player = self::player();
    player.answer(Verdict::Winnable(line())).press("V");
    assert_eq!(player.app.mode(), Mode::Replay, "known already");
}

#[test]
fn a_repeated_hint_counts_as_one_solver_move() {
    let mut player = player();
    player.answer(Verdict::Winnable(line())).press("v H");
    let first = player.message().to_owned();
    let all: u32 = first
        .split_whitespace()
        .nth(3)
        .and_then(|count| count.trim_end_matches(':').parse().ok())
        .expect("the number of hints");
    for _ in 0..all {
        player.press("H");
    }
    assert_starts_with!(first, player.message());
    assert_eq!(player.counts(), (all + 1, 1));
}

#[test]
fn actions_without_keys_are_not_mentioned() {
    let mut player = player();
    let unset = ["hint", "show-solution", "undo-to-winnable", "redo"].map(|name| KeyOverride {
        name: name.into(),
        value: Vec::new(),
        line: 1,
    });
    player.app.context.keymap = Keymap::from_settings(&unset).0;
    player.answer(Verdict::Winnable(line())).press("v");
    let expected = format!("Winnable in {} moves or fewer", line().len());
    assert_eq!(player.message(), expected);
}

/// Records what a review has proven about the game on the table.
fn review_proves(player: &mut Player, last_winnable: Option<usize>, first_lost: Option<usize>) {
    let request = player.app.search_request().expect("a review");
    assert_eq!(games::task(&request), "review");
    let game = player.table().game();
    let mut proofs = Proofs::new(game);
    if let Some(at) = last_winnable {
        proofs.record_verdict(game, at, &Verdict::Winnable(line()[at..].to_vec()));
    }
    if let Some(at) = first_lost {
        proofs.record_verdict(game, at, &Verdict::Unwinnable);
    }
    let budget = request.budget;
    let mut reviewer = Reviewer::begin(game, Arc::new(proofs));
    reviewer.search_again(budget);
    player.reply(request, Found::Review(Arc::new(reviewer)));
}

#[test]
fn after_a_loss_the_review_says_when_it_was_lost() {
    let mut player = player();
    for mv in &line()[..4] {
        player.make(&mv.to_string());
    }
    // A move of the winning line would prove that the position after it is winnable.
    let next = line()[4].to_string();
    let other = player.legal().into_iter().find(|mv| *mv != next);
    player.make(&other.expect("another move")).press("G");
    assert!(
        !player.screen().contains("Reviewing"),
        "{}",
        player.screen()
    );
    review_proves(&mut player, Some(4), Some(5));
    let expected = "You could still win after move 4; after move 5 no more.";
    assert!(player.screen().contains(expected), "{}", player.screen());
    assert!(!player.screen().contains("search longer"));
    player.press("b");
    assert_eq!(player.moves().len(), 4);
    assert_eq!(player.app.mode(), Mode::Table);
    assert!(player.table().session().advisor().winning_line().is_some());
}

#[test]
fn after_an_unexplained_loss_a_key_searches_longer() {
    let mut player = player();
    // A move of the winning line would prove that the position after it is winnable.
    let next = line()[0].to_string();
    let other = player.legal().into_iter().find(|mv| *mv != next);
    player.make(&other.expect("another move")).press("G");
    let budget = |player: &Player| player.app.search_request().expect("a review").budget;
    assert_eq!(budget(&player), LOSS_BUDGET);
    review_proves(&mut player, Some(0), None);
    let screen = player.screen();
    assert_contains!(
        screen,
        "You could win at the deal. After that it is not known."
    );
    assert!(screen.contains("v: search longer"), "{screen}");
    player.press("v");
    let longer = budget(&player);
    assert_eq!(longer.time.map(|time| time.as_secs()), Some(10));
    assert!(!player.screen().contains("v: search longer"));
    review_proves(&mut player, Some(0), Some(1));
    let expected = "You could win at the deal; after move 1 no more.";
    assert!(player.screen().contains(expected), "{}", player.screen());
}

#[test]
fn an_unwinnable_deal_is_reported_as_such() {
    let mut player = play_to_the_end(15, (80, 24));
    let request = player.app.search_request().expect("a review");
    request.run(&CancelToken::default(), &mut |found| {
        player.reply(request.clone(), found);
    });
    assert!(player.screen().contains("This deal could not be won."));
    assert_eq!(player.message(), "", "the panel says it");
    assert_eq!(pending_search(&player.app), None);
}

impl Player {
    /// Lets random deals be winnable ones.
    fn with_winnable_deals(mut self) -> Player {
        let winnable = DealSource::Random(Deals::Winnable);
        self.app.context.config.set_deal_source(winnable);
        self
    }
}

#[test]
fn a_winnable_deal_is_searched_from_the_menu_and_dealt() {
    let mut player = Player::at_the_menu((80, 24)).with_winnable_deals();
    player.press("down enter");
    for verdict in [Verdict::Unknown, Verdict::Unwinnable] {
        assert_eq!(pending_search(&player.app), Some("deal"));
        assert_contains!(player.screen(), "Looking for a winnable deal");
        player.answer(verdict);
    }
    let request = player.app.search_request().expect("a search");
    let table = request.task.game().table().clone();
    player.answer(Verdict::Winnable(Vec::new()));
    let state = player.table();
    assert_eq!(*state.game().table(), table);
    assert!(state.session().played().started.is_some());
    assert!(player.top_line().contains("winnable"));
    player.press("H");
    assert!(!player.message().contains("this wins"));
    let mv = player.legal()[0].clone();
    player.make(&mv).answer(Verdict::Winnable(Vec::new()));
    assert_contains!(player.top_line(), "dealt winnable");
}

#[test]
fn single_left_without_redeals_is_decided_without_a_search() {
    let rules = variant("single-left", &[("discards", "optional")]);
    let mut player = Player::at_the_menu((80, 24)).with_winnable_deals();
    player.app.deal(rules.clone(), 1, player.now);
    player.press("n v");
    assert_contains!(player.top_line(), "winnable (dealt winnable)");
    let (mut won, mut lost) = (0, 0);
    for seed in 1..40 {
        let mut player = Player::at(rules.clone(), seed, (80, 24));
        player.press("v");
        assert_ne!(pending_search(&player.app), Some("verdict"));
        match player.message() {
            LOST_DEAL => lost += 1,
            message => {
                assert_starts_with!(message, "Winnable in");
                player.press("V");
                assert_eq!(player.app.mode(), Mode::Replay);
                won += 1;
            }
        }
    }
    assert!(won > 2 && lost > 20, "{won} won, {lost} lost");
}

#[test]
fn the_next_winnable_deal_is_found_at_the_table_and_dealt_at_once() {
    let mut player = player().with_winnable_deals();
    assert_eq!(pending_search(&player.app), Some("warning"));
    player.answer(Verdict::Unknown);
    for verdict in [Verdict::Unwinnable, Verdict::Winnable(Vec::new())] {
        assert_eq!(pending_search(&player.app), Some("deal"));
        player.answer(verdict);
        assert_eq!(player.next, Next::Wait, "nothing new to show");
    }
    assert_eq!(pending_search(&player.app), None, "one is enough");
    assert_eq!(player.app.deadline(), None);
    let seed = player.table().game().seed();
    player.press("n");
    assert_eq!(player.app.mode(), Mode::Table);
    assert_ne!(player.table().game().seed(), seed);
    assert!(player.top_line().contains("winnable"));
    assert_eq!(pending_search(&player.app), Some("deal"));
    player.press("N");
    assert!(!player.top_line().contains("winnable"), "any deal");
    let mv = player.legal()[0].clone();
    player.make(&mv);
    assert_eq!(pending_search(&player.app), Some("warning"), "first");
}

#[test]
fn after_a_second_a_graded_deal_takes_the_place_of_a_winnable_one() {
    let mut player = player().with_winnable_deals();
    player.press("n");
    let due = player.app.deadline().expect("a deadline");
    assert_eq!(due.duration_since(player.now).as_millis(), 1000);
    player.answer(Verdict::Unknown);
    player.update(Action::Tick, due);
    assert_eq!(player.app.mode(), Mode::Table);
    let difficulty = player.table().session().difficulty();
    assert!(difficulty.is_some());
}

#[test]
fn the_deal_search_does_not_replace_an_error() {
    for size in [(80, 24), (60, 20), (120, 40)] {
        let mut player = Player::at_the_menu(size).with_winnable_deals();
        player.press("down enter");
        player
            .app
            .context
            .notify_error("settings.toml, line 1: invalid TOML");
        player
            .app
            .context
            .notify_error("an invalid saved game was renamed");
        player.answer(Verdict::Unknown);
        player.refresh();
        let screen = player.screen();
        for text in ["invalid TOML", "was renamed", "esc cancel"] {
            assert!(screen.contains(text), "{text}: {screen}");
        }
        player.answer(Verdict::Winnable(Vec::new()));
        assert!(player.app.table().is_some());
        assert_contains!(player.screen(), "invalid TOML");
    }
}

#[test]
fn esc_cancels_the_deal_search_and_keys_typed_too_early_do_nothing() {
    for keys in ["esc", "q", "d left n , esc"] {
        let mut player = player().with_winnable_deals();
        player.press("n").answer(Verdict::Unknown).press(keys);
        assert_eq!(player.message(), "Search canceled");
        assert_eq!(
            player.app.mode(),
            Mode::Table,
            "the game stays on the table"
        );
        assert!(!player.has_quit(), "{keys}");
        assert_eq!(pending_search(&player.app), Some("warning"));
    }
}

#[test]
fn a_loss_is_not_announced_over_another_screen() {
    let mut player = player();
    player.press("?").answer(Verdict::Unwinnable);
    assert_eq!(player.message(), "");
    player.press("esc");
    assert_eq!(player.message(), LOST_DEAL);
}

#[test]
fn in_random_games_known_lines_win_and_lost_positions_have_none() {
    let keys = [
        "d", "space", "left", "right", "down", "u", "U", "H", "v", "V", "b", "G", "esc", "a",
    ];
    let (mut won, mut lost) = (0, 0);
    let deals = GAMES.iter();
    let deals = deals.map(|(game, options)| Player::at(variant(game, options), 1, (80, 24)));
    let mut endgame = player();
    for mv in &line()[..60] {
        endgame.make(&mv.to_string());
    }
    endgame.answer(Verdict::Winnable(line()[60..].to_vec()));
    for (n, mut player) in (0..).zip(deals.chain(std::iter::once(endgame))) {
        let mut random = numbers(n);
        for _ in 0..150 {
            player.press(keys[random() % keys.len()]);
            if player.app.mode() == Mode::Replay {
                player.press(["end enter", "right enter", "q"][random() % 3]);
            }
            let legal = player.legal();
            if player.app.mode() == Mode::Table && random().is_multiple_of(2) && !legal.is_empty() {
                player.make(&legal[random() % legal.len()]);
            }
            if let Some(request) = player
                .app
                .search_request()
                .filter(|_| !random().is_multiple_of(3))
            {
                let result = search(&request, 300);
                player.reply(request, Found::Finished(result));
            }
            let Some(table) = player.app.table() else {
                continue;
            };
            let state = table;
            let (rules, table) = (state.game().rules(), state.game().table());
            if let Some(line) = state.session().advisor().proofs().winning_line() {
                assert!(is_winning_line(&**rules, table, line), "game {n}");
                won += 1;
            } else if state.session().advisor().proofs().is_lost() {
                let budget = games::budget(300, 1 << 20);
                let again = solve(rules, table, &budget);
                assert!(!matches!(again.verdict, Verdict::Winnable(_)), "game {n}");
                lost += 1;
            }
            player.render();
        }
    }
    assert!(won > 50 && lost > 50, "{won} and {lost}");
}

/// Runs a short search for a request.
fn search(request: &SearchRequest, positions: u64) -> SolveResult {
    let game = request.task.game();
    let budget = games::budget(positions, 1 << 20);
    solve(game.rules(), game.table(), &budget)
}

fn solve(rules: &Variant, table: &Table, budget: &Budget) -> SolveResult {
    rules.solve(table, budget, &CancelToken::default(), &mut |_| {})
}
