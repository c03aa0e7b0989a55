//! How a game was won: clean, won with help, or solved, in the words of the panel, results and JSON.

use std::fs;

use serde_json::Value;

use crate::home::{Home, Ran};
use crate::review::MOVES;

/// A deal of Single Left that is won by forced moves, of which there are 47.
const DEAL: &str = "single-left --seed 14";

impl Home {
    /// Returns a field of the game that ended last.
    fn last_game(&self, field: &str) -> Value {
        let Ran(_, games, _) = self.run("stats --games --json");
        let last = games.lines().next().expect("a finished game");
        serde_json::from_str::<Value>(last).expect("JSON")[field].clone()
    }
}

#[test]
fn a_win_that_was_taken_over_is_not_clean() {
    let home = Home::new();
    home.stdout_of(DEAL, "run\nexport it.json\n");
    for lines in [
        "end\ncontinue\nshare\n",
        "next\ncontinue\nrun\nshare\n",
        "next\ncontinue\nrestart\nrun\nshare\n",
    ] {
        let text = home.stdout_of("replay it.json", lines);
        assert_contains!(text, "Single Left: won!");
        assert_contains!(text, " · won in 47 moves · ");
        assert_contains!(text, " · taken over · ");
    }
    assert_eq!(home.last_game("win"), "won");
}

#[test]
fn a_review_that_tells_a_program_the_winning_line_solves_the_deal() {
    let moves = winning_lines(DAILY);
    let first = moves.lines().next().expect("a move");
    for (flags, win) in [("", "won"), ("--json", "solved")] {
        let home = Home::new();
        let lines = format!("{first}\ngive-up\nreview\nrestart\n{moves}");
        home.stdout_of(&format!("{DAILY} {flags}"), &lines);
        assert_eq!(home.last_game("win"), win);
    }
}

#[test]
fn help_is_known_in_a_game_dealt_again_also_where_nothing_is_saved() {
    for (help, said) in [("hint", "won!"), ("show 1", "solved.")] {
        let lines = format!("{help}\nrestart\nrun\n");
        let text = Home::new().stdout_of(&format!("{DEAL} --json --no-save"), &lines);
        assert_contains!(text, &format!("Single Left: {said}"));
    }
}

#[test]
fn help_counts_in_a_game_that_is_continued_from_a_record() {
    let home = Home::new();
    home.stdout_of(DEAL, "export it.json\n");
    let said = home.stdout_of("replay it.json", "continue\nhint\nrestart\nrun\n");
    assert_contains!(said, "Single Left: won!");
}

#[test]
fn hints_for_more_than_half_of_the_moves_solve_a_deal_until_it_is_won_by_own_moves() {
    let home = Home::new();
    let text = home.stdout_of(DEAL, &"hint\ndraw\nhint\nmiddle\nhint\nall\n".repeat(47));
    assert_contains!(text, "Not counted as won: ");
    assert_eq!(home.last_game("win"), "solved");
    let share = home.last_game("share").to_string();
    assert!(
        share.contains(" hints") && !share.contains("shown"),
        "{share}"
    );
    home.stdout_of(DEAL, "run\n");
    assert_eq!(home.last_game("win"), "won");
}

#[test]
fn lines_of_help_are_there_before_the_help_once_a_kind_and_stay_when_results_are_reset() {
    let home = Home::new();
    let mut game = home.line_game(DEAL);
    game.send("hint", "Hint");
    game.send("hint", "Hint");
    game.send("verdict", "Winnable");
    game.kill();
    home.stdout_of(DEAL, "hint\n");
    let lines = || fs::read_to_string(home.join("results.jsonl")).expect("results");
    let kinds = |text: &str| {
        let kind = |line: &str| line.split('"').nth(3).unwrap_or_default().to_owned();
        Vec::from_iter(text.lines().map(kind))
    };
    assert_eq!(kinds(&lines()), ["hint", "verdict"]);
    assert_contains!(
        lines(),
        r#"{"help":"hint","game":"single-left","rules":{"style":"one-handed","discards":"forced","redeals":"0"},"seed":14,"at":"2"#
    );
    home.stdout_of(DEAL, "run\n");
    home.run("stats --reset");
    assert_eq!(kinds(&lines()), ["hint", "verdict"]);
    assert_contains!(home.stdout_of(DEAL, "run\n"), "Single Left: won!");
    assert_eq!(home.run("stats").2, "", "no line is called unreadable");
}

#[test]
fn help_in_another_window_counts_and_so_do_kinds_and_counters_that_other_releases_wrote() {
    let line = |fields: &str| {
        let deal = r#""game":"single-left","rules":{},"seed":14"#;
        format!("{{{deal},{fields}}}\n")
    };
    let left = |fields: &str| {
        let end =
            r#""id":"a-1","outcome":"given-up","moves":1,"home":0,"ended":"2026-11-20T10:00:00Z""#;
        line(&format!("{end},{fields}"))
    };
    for (written, win) in [
        (String::new(), "clean win"),
        (
            line(r#""help":"oracle","at":"2026-11-20T10:00:00Z""#),
            "won",
        ),
        (line(r#""help":"solution""#), "solved"),
        (left(r#""hints":1"#), "won"),
        (left(r#""asked":1"#), "won"),
        (left(r#""asked":1,"warned":1"#), "clean win"),
        (left(r#""shown":3"#), "solved"),
    ] {
        let home = Home::new();
        let mut game = home.line_game(DEAL);
        game.send("draw", "");
        fs::write(home.join("results.jsonl"), &written).expect("writable file");
        let said = game.send("run", "Single Left: ");
        assert_contains!(said, &format!("Single Left: {win}"));
        game.kill();
        assert_eq!(home.run("stats").2, "", "{written}");
    }
}

#[test]
fn help_that_cannot_be_written_counts_and_is_written_later() {
    let home = Home::new();
    let results = home.join("results.jsonl");
    fs::create_dir(&results).expect("new folder");
    let mut game = home.line_game(DEAL);
    game.send("hint", "Result not recorded: ");
    fs::remove_dir(&results).expect("empty folder");
    game.send("hint", "The game is saved again");
    game.kill();
    assert_contains!(home.stdout_of(DEAL, "run\n"), "Single Left: won!");
}

#[test]
fn a_lost_game_of_a_graded_deal_goes_back_to_the_deal() {
    let home = Home::new();
    let deal = "single-left --daily 2026-11-26 --rule discards=optional";
    home.stdout_of(deal, &"draw\n".repeat(46));
    let text = home.stdout_of(deal, "verdict\nundo-to-winnable\n");
    assert_contains!(
        text,
        "No win is left from here. undo-to-winnable: back to the deal"
    );
    assert_contains!(text, "Back at the deal, still winnable");
    let results = fs::read_to_string(home.join("results.jsonl")).expect("results");
    assert_contains!(results, r#"{"help":"winnable-position","#);
    // One key is help, and no undo.
    let text = home.stdout_of(deal, "draw\ngive-up\n");
    assert!(!text.contains("undo,"), "{text}");
    assert_eq!(home.last_game("undos"), 0);
}

#[test]
fn the_help_of_a_saved_game_is_kept_and_that_of_an_older_one_is_unknown() {
    for (from, to, win) in [
        ("\"asked\": 0", "\"asked\": 0", "clean"),
        ("\"asked\": 0", "\"asked\": 2", "won"),
        ("\"asked\": 0,\n  ", "", "won"),
    ] {
        let home = Home::new();
        home.stdout_of(DEAL, "draw\n");
        let save = &home.files("saves", "json")[0];
        let text = fs::read_to_string(save).expect("a saved game");
        assert_contains!(text, from);
        fs::write(save, text.replace(from, to)).expect("writable file");
        home.stdout_of("single-left", "run\n");
        assert_eq!(home.last_game("win"), win, "{to}");
        assert_eq!(home.run("stats").1.contains("best    47"), win == "clean");
    }
}

#[test]
fn an_older_win_without_hints_stays_won_and_keeps_its_record() {
    let home = Home::new();
    home.stdout_of(DEAL, "run\n");
    let results = home.join("results.jsonl");
    let text = fs::read_to_string(&results).expect("results");
    fs::write(&results, text.replace("\"asked\":0,", "")).expect("writable file");
    assert_eq!(home.last_game("win"), "won");
    assert_contains!(home.run("stats").1, "best    47");
    fs::write(&results, text.replace("\"asked\":0,", "\"asked\":\"no\",")).expect("writable file");
    assert_contains!(home.run("stats").2, "1 unreadable line");
}

/// The daily deal of today that is decided without a search.
pub(crate) const DAILY: &str = "single-left --daily --rule discards=optional";

impl Home {
    /// Returns how far the player has come with that deal: in the menu, and as the results say.
    fn daily_state(&self) -> (String, Value) {
        let menu = self.stdout_of("", "menu\n");
        let (_, state) = menu.split_once("Single Left ").expect("the game");
        let states = menu.lines().find(|line| line.starts_with("Daily "));
        let states = states.expect("the daily deals");
        let state = states.split("Single Left ").nth(1).unwrap_or(state);
        let state = state.split(['.', ',']).next().expect("a state").to_owned();
        let Ran(_, days, _) = self.run("stats --days --json");
        let day = days.lines().next().unwrap_or("{}");
        let day: Value = serde_json::from_str(day).expect("JSON");
        (state, day["state"].clone())
    }
}

/// Returns moves that win a deal, a line each.
pub(crate) fn winning_lines(deal: &str) -> String {
    let Ran(_, solved, _) = Home::new().run(&format!("solve {deal} --json"));
    let solved: Value = serde_json::from_str(&solved).expect("JSON");
    let moves = solved["moves"].as_array().expect("moves").iter();
    let moves = moves.map(|mv| mv.as_str().expect("a move").to_owned() + "\n");
    moves.collect()
}

#[test]
fn a_daily_deal_has_one_state_the_best_that_was_reached() {
    let (home, win) = (Home::new(), winning_lines(DAILY));
    let state = |state: &str, day: Option<&str>| (state.to_owned(), day.into());
    assert_eq!(home.daily_state(), state("new", None));
    home.stdout_of(DAILY, "draw\ngive-up\n");
    assert_eq!(home.daily_state(), state("given up", Some("given up")));
    home.stdout_of(DAILY, "draw\n");
    assert_eq!(home.daily_state(), state("playing", Some("playing")));
    let text = home.stdout_of(DAILY, "restart\ndraw\ngive-up\n");
    assert_contains!(text, ": playing\n");
    assert_eq!(home.daily_state(), state("playing", Some("playing")));
    for (lines, reached) in [
        (format!("draw\nrestart\n{win}"), "clean"),
        (format!("restart\nhint\n{win}"), "clean"),
        (format!("show 1\n{win}"), "clean"),
    ] {
        let text = home.stdout_of(DAILY, &lines);
        assert_contains!(text, "\nnext: ");
        assert_eq!(home.daily_state(), state(reached, Some(reached)));
        // The attempt that was left for the one that is won is no game to continue.
        assert_contains!(home.stdout_of("", "menu\n"), "No saved games.");
    }
    let again = home.stdout_of(DAILY, "draw\n");
    assert_contains!(again, "You have won this deal clean; here it is again");
    assert_eq!(home.daily_state(), state("clean", Some("clean")));
    assert_contains!(home.stdout_of("", "menu\n"), ", clean, 1 move");
}

#[test]
fn statistics_say_what_kinds_of_wins_there_are_and_whose_streak_of_days() {
    let home = Home::new();
    let seed = DEAL.replace("14", "16");
    for lines in ["run\n", "hint\nrun\n"] {
        home.stdout_of(DEAL, "run\n");
        home.stdout_of(&seed, lines);
    }
    home.stdout_of(DAILY, &format!("hint\n{}", winning_lines(DAILY)));
    let text = home.run("stats single-left").1;
    assert_contains!(text, "\nDaily deals of Single Left\n");
    assert_contains!(text, "  wins    1 clean (without help)");
    assert_contains!(text, "  wins    1 with help\n");
    assert_contains!(home.run("stats").1, "\nDaily deals\n");
}

#[test]
fn the_next_daily_deal_of_a_day_can_be_typed() {
    let home = Home::new();
    let text = home.stdout_of("moving-left --daily 2026-11-25", "next\ndraw\ngive-up\nT\n");
    assert_contains!(text, "No daily deal comes next");
    assert_contains!(text, "Daily Wed 25 Nov · medium\nYakutat Bay");
}

#[test]
fn a_daily_win_names_the_next_game_without_one_and_closes_no_other_game() {
    let home = Home::new();
    home.stdout_of("moving-left --daily", "draw\ngive-up\n");
    home.stdout_of("oscillation --daily", "deal\n");
    let text = home.stdout_of(DAILY, &format!("menu\n{}menu\n", winning_lines(DAILY)));
    assert_contains!(text, "\nnext: Moving Left (play moving-left daily ");
    let states = text.lines().filter(|line| line.contains(": Moving Left "));
    let states: Vec<&str> = states.collect();
    assert_contains!(states[0], "Single Left new");
    assert_contains!(states[states.len() - 1], "Single Left clean");
    assert_contains!(home.stdout_of("", "menu\n"), "1. Oscillation, daily ");
}

#[test]
fn losses_are_told_by_what_they_came_of_once_they_are_reviewed() {
    let home = Home::new();
    let lost = "yakutat-bay --seed 2";
    let lines = MOVES.split_whitespace().collect::<Vec<_>>().join("\n") + "\ngive-up\n";
    home.stdout_of(lost, &lines);
    assert_contains!(home.run("stats").1, "  lost    1 game: not reviewed\n");
    home.stdout_of(lost, &(lines + "review\n"));
    assert_contains!(
        home.run("stats").1,
        "  lost    2 games: 1 by a mistake, 1 not reviewed\n"
    );
    let stats: Value = serde_json::from_str(&home.run("stats --json").1).expect("JSON");
    let losses = [
        ("mistake", 1),
        ("not_reviewed", 1),
        ("bad_luck", 0),
        ("given_up", 0),
    ];
    for (cause, count) in losses {
        assert_eq!(stats["losses"][cause], count, "{cause}");
    }
}

#[test]
fn a_win_says_the_shortest_one_that_is_known() {
    let home = Home::new();
    let deal = "moosehide --seed 3 --rule layout=classic";
    let detour = "t7-t1x2\nt1-t7x2\n".repeat(2);
    let mut game = home.line_game(deal);
    game.send(&(detour + &winning_lines(deal)), "89 moves; 85 would do");
    game.kill();
}
