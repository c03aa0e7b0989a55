//! The solver at the table, its answers given by hand: what is asked, told and remembered.

use std::collections::BTreeSet;

use jiff::Timestamp;
use larboard::rules::Table;
use larboard::session::{SearchKind, SearchReply, SearchRequest, SearchUpdate};
use larboard::solver::{Budget, CancelToken, SolveResult, Verdict, is_winning_line};
use larboard::storage::settings::{BoolSetting, KeyOverride};
use larboard::tui::app::App;
use larboard::tui::keymap::Keymap;
use larboard::tui::mode::Mode;
use larboard::variant::Variant;

use super::other_screens::{at_the_menu, run_to_its_end};
use super::{GAMES, Player, numbers, variant};

/// A line that wins the classic Moosehide of seed 1, found once and for all.
const LINE: &str = include_str!("line.txt");

fn line() -> Vec<larboard::rules::Move> {
    let moves = LINE.split_whitespace();
    moves.map(|mv| mv.parse().expect("a move")).collect()
}

fn player() -> Player {
    let mut player = Player::at(variant("moosehide", &[("layout", "classic")]), 1, (100, 30));
    // As the loop does before it asks for a question.
    player.press("left");
    player
}

fn asked(app: &App) -> Option<SearchKind> {
    app.search_request().map(|question| question.kind)
}

impl Player {
    fn hears(&mut self, question: SearchRequest, news: SearchUpdate) -> &mut Player {
        let reply = SearchReply {
            request: question,
            update: news,
        };
        self.app.handle_search_reply(&reply, self.now);
        self
    }

    /// Gives the question that stands this answer.
    fn learns(&mut self, verdict: Verdict) -> &mut Player {
        let question = self.app.search_request().expect("a question");
        let positions = 1000;
        self.hears(
            question,
            SearchUpdate::Finished(SolveResult { verdict, positions }),
        )
    }

    fn shown(&self) -> (u32, u32) {
        let sitting = &self.table().session.played();
        (sitting.hints, sitting.solver_moves_shown)
    }

    fn top(&self) -> String {
        self.screen().lines().next().unwrap_or_default().to_owned()
    }
}

#[test]
fn watching_speaks_only_of_a_loss_that_is_proven() {
    for (verdict, message, lost) in [
        (Verdict::Unwinnable, "This can't be won any more", true),
        (Verdict::Unknown, "", false),
        (Verdict::Winnable(line()), "", false),
    ] {
        let mut player = player();
        assert_eq!(asked(&player.app), Some(SearchKind::Background));
        player.learns(verdict);
        assert_eq!(player.message(), message);
        let top = player.top();
        assert_eq!(top.contains("no win left"), lost, "{top}");
        assert!(!top.contains("winnable"), "{top}");
        assert!(!player.screen().contains("show me"), "nor its key");
        assert_eq!(asked(&player.app), None, "once is enough");
    }
}

#[test]
fn watching_does_not_speak_over_a_complaint() {
    let mut player = player();
    player
        .app
        .services
        .notify_error("line 1: no setting is called \"foo\"");
    player.learns(Verdict::Unwinnable);
    assert!(player.message().contains("foo"), "{}", player.message());
    assert!(player.top().contains("no win left"));
}

#[test]
fn with_watching_off_nothing_is_asked() {
    let mut player = player();
    player
        .app
        .services
        .settings
        .set(BoolSetting::WarnWhenLost, false);
    assert_eq!(asked(&player.app), None);
}

#[test]
fn a_game_without_choices_is_not_told_its_end() {
    let player = Player::new("single-left", 14);
    assert_eq!(asked(&player.app), None);
}

#[test]
fn an_answer_to_what_is_asked_no_longer_is_dropped() {
    let mut player = player();
    let question = player.app.search_request().expect("a question");
    player.make(&line()[0].to_string());
    let answer = SolveResult {
        verdict: Verdict::Unwinnable,
        positions: 1,
    };
    player.hears(question, SearchUpdate::Finished(answer));
    assert!(!player.top().contains("no win left"));
    assert_eq!(
        asked(&player.app),
        Some(SearchKind::Background),
        "the position after the move"
    );
}

#[test]
fn where_no_win_is_left_a_key_goes_back_to_where_one_was() {
    let mut player = player();
    player.learns(Verdict::Winnable(line()));
    for mv in &line()[..3] {
        player.make(&mv.to_string());
        assert_eq!(asked(&player.app), None, "on the line");
    }
    player.press("b");
    assert!(player.message().contains("may still be winnable"));
    let mut off = player.legal();
    off.retain(|mv| *mv != line()[3].to_string());
    player.make(&off[0]);
    player.learns(Verdict::Unwinnable);
    assert!(
        player
            .message()
            .contains("b: back to move 3, still winnable"),
        "{}",
        player.message()
    );
    player.press("left");
    assert!(player.screen().contains("b back to winnable"));
    player.press("b");
    assert_eq!(player.moves().len(), 3);
    assert!(!player.top().contains("winnable"), "nobody asked");
    player.press("U");
    assert_eq!(player.moves().len(), 4);
    assert!(player.top().contains("no win left"), "it is remembered");
}

#[test]
fn a_verdict_is_searched_for_with_its_progress_shown_and_any_key_stops_it() {
    for (key, stopped) in [("esc", true), ("left", true), ("q", true), ("v", false)] {
        let mut player = player();
        player.learns(Verdict::Unknown).press("v");
        assert_eq!(asked(&player.app), Some(SearchKind::Verdict));
        let question = player.app.search_request().expect("a question");
        player.now += jiff::SignedDuration::from_secs(4);
        player.hears(question, SearchUpdate::Progress(3_210_000));
        assert_eq!(
            player.message(),
            "Searching: 3.2 million positions, 4 of 10 s. Any key cancels"
        );
        player.press(key);
        assert!(!player.has_quit(), "{key}");
        assert_eq!(asked(&player.app).is_none(), stopped, "{key}");
        assert_eq!(player.message() == "Search canceled", stopped, "{key}");
    }
}

#[test]
fn a_verdict_not_found_is_searched_for_longer_when_asked_again() {
    let mut player = player();
    let mut times = Vec::new();
    for _ in 0..2 {
        player.press("v");
        let budget = player.app.search_request().expect("a question").task.budget;
        times.push(budget.time.expect("a limit").as_secs());
        player.learns(Verdict::Unknown);
        assert!(player.message().contains("Not known"));
    }
    assert_eq!(times, [10, 60]);
}

#[test]
fn hints_follow_the_line_only_once_a_verdict_was_asked_for() {
    let mut player = player();
    player.learns(Verdict::Winnable(line())).press("H");
    assert!(
        !player.message().contains("this wins"),
        "{}",
        player.message()
    );
    assert!(!player.top().contains("winnable"));
    player.press("v");
    assert!(player.top().contains("winnable"), "now it was asked for");
    let told = format!("Winnable in {} moves or fewer", line().len());
    assert!(player.message().contains(&told), "{}", player.message());
    for (n, mv) in (1..).zip(&line()[..10]) {
        player.press("H");
        assert!(
            player.message().contains("this wins"),
            "{}",
            player.message()
        );
        assert_eq!(player.shown(), (n + 1, n));
        player.make(&mv.to_string());
        assert_eq!(asked(&player.app), None, "no new search");
    }
    player.press("H H");
    assert!(
        !player.message().contains("this wins"),
        "the next is an open one"
    );
}

#[test]
fn the_way_is_played_and_every_move_seen_of_it_is_counted() {
    let mut player = player();
    player.learns(Verdict::Unknown).press("V");
    assert_eq!(asked(&player.app), Some(SearchKind::Verdict), "as v does");
    player.press("V");
    assert!(player.message().starts_with("Searching: "), "it goes on");
    player.learns(Verdict::Winnable(line()));
    assert_eq!(player.app.mode(), Mode::Replay);
    assert!(player.app.deadline().is_some(), "it runs");
    player.press("right right right left right");
    assert_eq!(player.shown(), (0, 3));
    player.press("q");
    assert_eq!(player.moves().len(), 0, "looked at, not played");
    player.press("V right right right right right enter");
    assert_eq!(player.app.mode(), Mode::Table);
    let played: Vec<String> = line()[..5].iter().map(ToString::to_string).collect();
    assert_eq!(player.moves(), played, "in the same sitting");
    assert_eq!(player.shown(), (0, 5), "the first three had been seen");
    player.press("V end enter");
    assert_eq!(player.app.mode(), Mode::GameOver);
    assert_eq!(player.shown(), (0, line().len() as u32));
}

#[test]
fn show_me_without_a_line_says_what_was_found() {
    for (verdict, message) in [
        (Verdict::Unwinnable, "This can't be won any more"),
        (Verdict::Unknown, "Not known whether this can be won"),
    ] {
        let mut player = player();
        player.press("V").learns(verdict);
        assert!(player.message().contains(message), "{}", player.message());
        assert_eq!(player.app.mode(), Mode::Table);
    }
    let mut player = player();
    player.press("v V").learns(Verdict::Winnable(line()));
    assert_eq!(player.app.mode(), Mode::Replay, "wished during the search");
    let mut player = self::player();
    player.learns(Verdict::Winnable(line())).press("V");
    assert_eq!(player.app.mode(), Mode::Replay, "asked, and known already");
}

#[test]
fn a_hint_that_comes_round_again_is_shown_once() {
    let mut player = player();
    player.learns(Verdict::Winnable(line())).press("v H");
    let first = player.message().to_owned();
    let all: u32 = first
        .split_whitespace()
        .nth(3)
        .and_then(|count| count.trim_end_matches(':').parse().ok())
        .expect("hint 1 of so many");
    for _ in 0..all {
        player.press("H");
    }
    assert_eq!(player.message(), first);
    assert_eq!(player.shown(), (all + 1, 1));
}

#[test]
fn what_no_key_is_set_for_is_not_named() {
    let mut player = player();
    let unset = ["hint", "show-solution", "undo-to-winnable", "redo"].map(|name| KeyOverride {
        action: name.into(),
        keys: Vec::new(),
        line: 1,
    });
    player.app.services.keymap = Keymap::from_settings(&unset).0;
    player.learns(Verdict::Winnable(line())).press("v");
    let told = format!("Winnable in {} moves or fewer", line().len());
    assert_eq!(player.message(), told);
}

#[test]
fn after_a_loss_it_says_which_move_threw_the_game_away() {
    let mut player = player();
    for mv in &line()[..8] {
        player.make(&mv.to_string());
    }
    player.press("G");
    let mut searches = 0;
    while let Some(question) = player.app.search_request() {
        assert_eq!(question.kind, SearchKind::Postmortem);
        let at = question.task.position_index;
        player.hears(question, SearchUpdate::Progress(5_000));
        assert!(
            player.screen().contains("Looking back at"),
            "{}",
            player.screen()
        );
        // By which moves it is won is of no account here.
        let verdict = match at {
            0..5 => Verdict::Winnable(Vec::new()),
            _ => Verdict::Unwinnable,
        };
        player.learns(verdict);
        searches += 1;
    }
    assert!(searches <= 5, "it halves what is not known: {searches}");
    let told = format!(
        "It could be won until move 5, {}, threw it away.",
        line()[4]
    );
    assert!(player.screen().contains(&told), "{}", player.screen());
    player.press("b");
    assert_eq!(player.moves().len(), 4);
    assert_eq!(player.app.mode(), Mode::Table);
}

#[test]
fn after_a_loss_that_is_not_understood_a_key_looks_longer() {
    let mut player = player();
    player.make(&line()[0].to_string()).press("G");
    let search = |player: &mut Player| {
        let mut searched = Vec::new();
        while let Some(question) = player.app.search_request() {
            searched.push(question.task.budget.time.expect("a limit").as_secs());
            player.learns(Verdict::Unknown);
        }
        searched
    };
    assert_eq!(
        search(&mut player),
        [2, 2],
        "the deal and the position after it"
    );
    let told = player.screen();
    assert!(
        told.contains("Whether this deal could be won is not known."),
        "{told}"
    );
    assert!(told.contains("v: look longer"), "{told}");
    player.press("v");
    assert_eq!(search(&mut player), [10, 10]);
    assert!(!player.screen().contains("v: look longer"));
}

#[test]
fn a_lost_deal_is_told_as_one() {
    let mut player = run_to_its_end(15, (80, 24));
    player.learns(Verdict::Unwinnable);
    assert!(player.screen().contains("This deal could not be won."));
    assert_eq!(asked(&player.app), None);
}

#[test]
fn a_deal_that_can_be_won_is_looked_for_at_the_menu_and_dealt() {
    let mut player = at_the_menu((80, 24));
    player.app.services.force_winnable = true;
    player.press("down enter");
    for n in 1..=2 {
        assert_eq!(asked(&player.app), Some(SearchKind::WinnableDeal));
        let far = [
            "no. 1 · any key cancels · 0 positions",
            "no. 2 · any key cancels · 1000 positions",
        ][n - 1];
        assert!(player.screen().contains(far), "{}", player.screen());
        player.learns(if n == 1 {
            Verdict::Unknown
        } else {
            Verdict::Unwinnable
        });
    }
    let request = player.app.search_request().expect("a search");
    let searched = player.app.requested_position(&request);
    let (_, searched) = searched.expect("a position");
    player.learns(Verdict::Winnable(Vec::new()));
    assert_eq!(player.message(), "Winnable deal found (2 skipped)");
    let seat = player.table();
    assert_eq!(*seat.game().table(), searched);
    assert!(seat.session.played().started.is_some());
    assert!(player.top().contains("winnable"));
    assert_eq!(asked(&player.app), None, "it is known already");
    player.press("H");
    assert!(!player.message().contains("this wins"));
    let mv = player.legal()[0].clone();
    player.make(&mv).learns(Verdict::Winnable(Vec::new()));
    assert!(!player.top().contains("winnable"), "of the deal alone");
}

#[test]
fn where_deals_are_passed_over_fast_that_is_told_now_and_then() {
    let mut player = player();
    player.app.services.force_winnable = true;
    player.press("n");
    let mut told = BTreeSet::new();
    for ms in 0..1000 {
        let news = SearchUpdate::Finished(SolveResult {
            verdict: Verdict::Unwinnable,
            positions: 10,
        });
        let question = player.app.search_request().expect("a question");
        let report = SearchReply {
            request: question,
            update: news,
        };
        let now = Timestamp::from_millisecond(1_000_000 + ms).expect("a time");
        let seen = player.app.handle_search_reply(&report, now);
        if seen {
            told.insert(player.screen().lines().last().unwrap_or("").to_owned());
        }
    }
    assert_eq!(told.len(), 5);
    let last = told
        .iter()
        .any(|line| line.contains("no. 802 · any key cancels · 8010 positions"));
    assert!(last, "{told:?}");
}

#[test]
fn looking_for_a_deal_does_not_speak_over_a_complaint() {
    for size in [(80, 24), (60, 20), (120, 40)] {
        let mut player = at_the_menu(size);
        player.app.services.force_winnable = true;
        player.press("down enter");
        player
            .app
            .services
            .notify_error("settings.toml, line 1: it is torn");
        player
            .app
            .services
            .notify_error("a saved game was set aside");
        for found in [Verdict::Unknown, Verdict::Winnable(Vec::new())] {
            let screen = player.screen();
            for words in [
                "it is torn",
                "was set aside",
                "Looking for a winnable deal",
                "any key",
            ] {
                assert!(screen.contains(words), "{words}: {screen}");
            }
            player.learns(found);
        }
        assert!(player.app.table().is_some());
        assert!(
            player.screen().contains("it is torn"),
            "{}",
            player.screen()
        );
    }
}

#[test]
fn any_key_stops_looking_for_a_deal() {
    for keys in ["esc", "enter", "left", "q"] {
        let mut player = player();
        player.app.services.force_winnable = true;
        player.press("n").learns(Verdict::Unknown).press(keys);
        assert_eq!(player.message(), "Search canceled (1 deal skipped)");
        assert_eq!(
            player.app.mode(),
            Mode::Table,
            "the game on the table stays"
        );
        assert!(!player.has_quit(), "{keys}");
        assert_eq!(asked(&player.app), Some(SearchKind::Background));
    }
}

#[test]
fn whatever_is_played_a_line_that_is_known_wins_and_what_is_lost_has_none() {
    let keys = [
        "d", "space", "left", "right", "down", "u", "U", "H", "v", "V", "b", "G", "esc", "a",
    ];
    let (mut won, mut lost) = (0, 0);
    let fresh = GAMES.iter();
    let fresh = fresh.map(|(game, options)| Player::at(variant(game, options), 1, (80, 24)));
    let mut late = player();
    for mv in &line()[..60] {
        late.make(&mv.to_string());
    }
    late.learns(Verdict::Winnable(line()[60..].to_vec()));
    for (n, mut player) in (0..).zip(fresh.chain(std::iter::once(late))) {
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
            if let Some(question) = player
                .app
                .search_request()
                .filter(|_| !random().is_multiple_of(3))
            {
                let answer = searched(&player.app, &question, 300);
                player.hears(question, SearchUpdate::Finished(answer));
            }
            let Some(seat) = player.app.table() else {
                continue;
            };
            let seat = seat.state();
            let (rules, table) = (seat.game().rules(), seat.game().table());
            if let Some(line) = seat.session.analysis().proven_positions().winning_line() {
                assert!(is_winning_line(&**rules, table, line), "game {n}");
                won += 1;
            } else if seat.session.analysis().proven_positions().is_lost() {
                let sure = Budget {
                    positions: Some(300),
                    time: None,
                    memory: 1 << 20,
                };
                let again = searched_from(rules, table, &sure);
                assert!(!matches!(again.verdict, Verdict::Winnable(_)), "game {n}");
                lost += 1;
            }
            player.drawn();
        }
    }
    assert!(won > 50 && lost > 50, "{won} and {lost}");
}

/// What a short search finds of a question.
fn searched(app: &App, question: &SearchRequest, positions: u64) -> SolveResult {
    let (rules, table) = app.requested_position(question).expect("a position");
    let budget = Budget {
        positions: Some(positions),
        time: None,
        memory: 1 << 20,
    };
    searched_from(&rules, &table, &budget)
}

fn searched_from(rules: &Variant, table: &Table, budget: &Budget) -> SolveResult {
    rules.solve(table, budget, &CancelToken::default(), &mut |_| {})
}
