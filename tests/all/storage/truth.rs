//! One truth about a game: its save says whether it is in play, lost or given up, and the last line of results
//! follows it; a recorded win stays one until results are reset.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use larboard::session::today;
use serde_json::{Value, json};

use super::Home;
use crate::home::{LineGame, Ran};
use crate::honest_wins::{DAILY, winning_lines};
use crate::kept_files;

/// A deal of Single Left that is won by forced moves.
const WON: u64 = 14;

impl Home {
    fn results_of(&self, arguments: &str) -> String {
        let Ran(status, output, errors) = self.run(&format!("stats {arguments}"));
        assert_eq!(status, 0, "{errors}");
        output
    }

    /// Lets results be unwritable while something is done.
    fn without_results<T>(&self, run: impl FnOnce() -> T) -> T {
        let (file, away) = (self.join("results.jsonl"), self.join("away"));
        _ = fs::rename(&file, &away);
        fs::create_dir(&file).expect("new folder");
        let done = run();
        fs::remove_dir(&file).expect("empty folder");
        _ = fs::rename(&away, &file);
        done
    }

    /// The outcomes of the lines of results.
    fn outcomes(&self) -> Vec<String> {
        let text = fs::read_to_string(self.join("results.jsonl")).unwrap_or_default();
        let outcome = |line: &str| {
            let line: Value = serde_json::from_str(line).expect("a line");
            Some(line["outcome"].as_str()?.to_owned())
        };
        text.lines().filter_map(outcome).collect()
    }
}

/// A window in which lines are typed.
struct Window(LineGame);

impl Window {
    fn open(home: &Home, arguments: &str) -> Window {
        Window(home.line_game_json(arguments))
    }

    /// Types a line; returns the answer, or why there is none, and the notices.
    fn types(&mut self, line: &str) -> String {
        let reply = self.reply(line);
        let texts = [&reply["answer"], &reply["error"]].into_iter();
        let notices = reply["notices"].as_array().expect("notices").iter();
        let notices = notices.map(|notice| notice.get("text").unwrap_or(notice));
        let texts = texts.chain(notices).filter_map(Value::as_str);
        texts.collect::<Vec<_>>().join("\n")
    }

    fn reply(&mut self, line: &str) -> Value {
        serde_json::from_str(&self.0.send(line, "{")).expect("JSON")
    }

    /// Makes the move of a hint.
    fn follow_hint(&mut self) {
        let reply = self.reply("hint");
        let mv = reply["hint"]["move"].as_str().expect("a move").to_owned();
        self.types(&mv);
    }

    fn quit(self) {
        assert!(self.0.end().status.success());
    }
}

#[test]
fn a_game_that_goes_on_after_giving_up_is_listed_though_no_line_says_so() {
    let home = Home::new();
    let mut window = Window::open(&home, "moving-left --seed 42");
    window.types("draw");
    window.types("give-up");
    home.without_results(|| {
        assert_contains!(window.types("undo"), "Result not recorded");
        for _ in 0..40 {
            window.types("draw");
        }
        window.0.kill();
    });
    let menu = home.stdout_of("", "menu\n");
    assert_contains!(menu, "1. Moving Left, deal 42, 41 moves");
    assert_eq!(home.outcomes(), ["given-up", "playing"]);
    assert_starts_with!(home.stdout_of("moving-left", ""), "Resumed at move 41\n");
    let stats = home.results_of("");
    assert!(
        stats.contains("1 game in progress") && !stats.contains("played"),
        "{stats}"
    );
}

#[test]
fn a_win_counts_though_its_line_could_not_be_written() {
    let home = Home::new();
    let mut window = Window::open(&home, &format!("single-left --seed {WON}"));
    window.types("draw");
    window.types("give-up");
    home.without_results(|| {
        assert_contains!(window.types("undo"), "Result not recorded");
        assert_contains!(window.types("run"), "Single Left: clean win!");
        window.0.kill();
    });
    assert_contains!(home.results_of(""), "1 game, 1 won");
    assert_eq!(home.outcomes(), ["given-up", "won"]);
    home.results_of("");
    assert_eq!(home.outcomes().len(), 2, "the line is written once");
}

#[test]
fn what_a_reset_moved_does_not_return_when_a_window_that_shows_it_ends() {
    let home = Home::new();
    let [mut over, mut open] = [42, 43].map(|seed| {
        let mut window = Window::open(&home, &format!("moving-left --seed {seed}"));
        window.types("draw");
        window
    });
    over.types("give-up");
    open.types("draw");
    assert_starts_with!(home.results_of("--reset"), "Moved 1 finished game to ");
    over.quit();
    open.quit();
    for _ in 0..2 {
        assert_eq!(
            home.results_of("--games"),
            "No finished games yet: they will stand here, with what decided each.\n"
        );
        let menu = home.stdout_of("", "menu\n");
        assert!(!menu.contains("deal 42"), "{menu}");
        assert_contains!(menu, "1. Moving Left, deal 43, 2 moves");
    }
}

#[test]
fn a_move_after_a_reset_begins_a_result_anew() {
    let home = Home::new();
    let mut window = Window::open(&home, "moving-left --seed 42");
    window.types("draw");
    window.types("give-up");
    home.results_of("--reset");
    window.types("undo");
    window.types("draw");
    assert_eq!(
        home.results_of("--games"),
        "No finished games yet: they will stand here, with what decided each.\n"
    );
    window.types("give-up");
    window.quit();
    assert_starts_with!(
        home.results_of("--games"),
        "given up: Moving Left, deal 42, 2 moves"
    );
    assert_eq!(home.outcomes(), ["given-up"]);
}

#[test]
fn a_saved_game_that_another_window_has_played_since_it_was_listed_is_left_alone() {
    const CHANGED: &str = "Another window has played or removed this game since it was listed";
    for (game, seed, more) in [
        ("moving-left", 42, "draw\n".repeat(40)),
        ("single-left", WON, "run\n".into()),
    ] {
        let home = Home::new();
        home.stdout_of(&format!("{game} --seed {seed}"), "draw\n");
        let mut menu = Window::open(&home, "");
        assert_starts_with!(home.stdout_of(game, &more), "Resumed at move 1\n");
        let is_over = game == "single-left";
        if is_over {
            assert_contains!(menu.types("resume 1"), CHANGED);
        }
        assert_contains!(menu.types("forget 1"), CHANGED);
        let again = menu.types("menu");
        assert_eq!(again.contains("No saved games."), is_over, "{again}");
        if !is_over {
            assert_starts_with!(menu.types("resume 1"), "Resumed at move 41\n");
            menu.types("undo");
            menu.types("new 7");
            // What this window has played itself is no surprise.
            assert_starts_with!(menu.types("resume 1"), "Resumed at move 40\n");
        }
        menu.quit();
        let games = home.results_of("--games");
        assert_eq!(
            games.starts_with("clean: Single Left, deal 14, 47 moves"),
            is_over
        );
        if is_over {
            assert_contains!(
                home.stdout_of("", "finished\nreplay 1\nend\n"),
                "Move 47 of 47"
            );
        }
    }
}

#[test]
fn a_win_stays_a_win_when_it_is_undone_until_a_reset() {
    let home = Home::new();
    home.stdout_of(&format!("single-left --seed {WON}"), "run\nundo\nquit\n");
    assert_contains!(home.results_of(""), "1 game, 1 won");
    assert_starts_with!(
        home.results_of("--games"),
        "clean: Single Left, deal 14, 47 moves"
    );
    assert_contains!(
        home.stdout_of("", "menu\n"),
        "1. Single Left, deal 14, 46 moves"
    );
    assert_starts_with!(home.results_of("--reset"), "Moved 1 finished game to ");
    assert_eq!(
        home.results_of(""),
        "No finished games yet: they will stand here, with what decided each.\n"
    );
    assert_contains!(home.stdout_of("", "menu\n"), "No saved games.");
    assert_eq!(
        home.results_of(""),
        "No finished games yet: they will stand here, with what decided each.\n"
    );
}

#[test]
fn a_list_follows_what_another_window_does_with_its_games() {
    let home = Home::new();
    let mut other = Window::open(&home, "moving-left --seed 42");
    other.types("draw");
    let mut menu = Window::open(&home, "");
    other.types("give-up");
    assert_contains!(menu.types("menu"), "No saved games.");
    other.types("menu");
    other.types("undo");
    other.types("draw");
    other.quit();
    assert!(home.files("finished", "json").is_empty(), "it goes on");
    assert_contains!(menu.types("menu"), "1. Moving Left, deal 42, 2 moves");
    menu.quit();
    assert_eq!(home.outcomes(), ["given-up", "playing"]);
}

#[test]
fn hints_that_were_followed_and_undone_do_not_solve_a_game() {
    let home = Home::new();
    let mut window = Window::open(&home, &format!("single-left --seed {WON}"));
    for _ in 0..45 {
        window.follow_hint();
    }
    window.quit();
    let said = home.stdout_of("single-left", &("undo\n".repeat(45) + "run\nshare\n"));
    assert_contains!(said, "Single Left: won!");
    assert_contains!(said, "won in 47 moves");
    assert_starts_with!(home.results_of("--games"), "won: ");
    assert_eq!(home.outcomes(), ["won"]);
}

#[test]
fn hints_that_were_followed_count_also_after_resuming() {
    let home = Home::new();
    home.stdout_of(&format!("single-left --seed {WON}"), "draw\n");
    for n in 0..30 {
        let mut window = Window::open(&home, "single-left");
        window.follow_hint();
        if n % 3 == 0 {
            window.types("undo");
            window.types("redo");
        }
        window.quit();
    }
    assert_contains!(
        home.stdout_of("single-left", "run\n"),
        "Single Left: solved."
    );
}

#[test]
fn a_hint_that_is_followed_and_undone_again_and_again_is_no_hinted_move() {
    let home = Home::new();
    for n in 0..3 {
        let argument = if n == 0 { " --seed 14" } else { "" };
        let mut window = Window::open(&home, &format!("single-left{argument}"));
        window.follow_hint();
        window.quit();
        assert_eq!(home.records("saves")[0].header.hinted, 1);
        home.stdout_of("single-left", "undo\n");
        assert_eq!(home.records("saves")[0].header.hinted, 0);
    }
}

#[test]
fn each_change_is_in_the_save_with_its_answer_and_nothing_else_writes_it() {
    let home = Home::new();
    let mut window = Window::open(&home, &format!("single-left --seed {WON}"));
    window.follow_hint();
    let inode = || {
        let saved = fs::metadata(&home.saved_files()[0]).expect("a saved game");
        saved.ino()
    };
    let mut before = inode();
    for (line, is_written, saved) in [
        ("status", false, [1, 1, 1, 0, 0]),
        ("hint", true, [1, 2, 1, 0, 0]),
        ("undo", true, [0, 2, 0, 0, 0]),
        ("redo", true, [1, 2, 1, 0, 0]),
        ("give-up", true, [1, 2, 1, 0, 1]),
        ("moves", false, [1, 2, 1, 0, 1]),
        ("undo", true, [1, 2, 1, 0, 0]),
        ("verdict", true, [1, 2, 1, 0, 0]),
        ("show 2", true, [1, 2, 1, 2, 0]),
        ("show 1", true, [1, 2, 1, 2, 0]),
        ("hint", true, [1, 3, 1, 2, 0]),
    ] {
        window.types(line);
        let record = &home.records("saves")[0];
        let counts = [
            record.header.hints,
            record.header.hinted,
            record.header.shown,
            record.given_up.into(),
        ];
        let counts = counts.map(|count| count as usize);
        assert_eq!(
            [&[record.moves.len()], &counts[..]].concat(),
            saved,
            "{line}"
        );
        assert_eq!(inode() != before, is_written, "{line}");
        before = inode();
    }
    // What could not be saved is saved with the next answer.
    home.without_saving(|| assert_contains!(window.types("undo"), "Game not saved"));
    assert_contains!(window.types("status"), "The game is saved again");
    let saved = &home.records("saves")[0];
    assert!(saved.moves.is_empty());
    // The playing time is saved when the game is left.
    thread::sleep(Duration::from_millis(1100));
    window.quit();
    assert!(home.records("saves")[0].header.seconds > saved.header.seconds);
}

#[test]
fn a_game_that_begins_within_a_replay_is_saved_with_its_first_undo() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 42", "draw\ndraw\nexport it.json\n");
    for (line, moves) in [("status", vec![2]), ("undo", vec![2, 1])] {
        home.stdout_of("replay it.json", &format!("end\ncontinue\n{line}\n"));
        let mut saved: Vec<_> = home
            .records("saves")
            .iter()
            .map(|game| game.moves.len())
            .collect();
        saved.sort_by_key(|moves| usize::MAX - moves);
        assert_eq!(saved, moves, "{line}");
    }
}

#[test]
fn a_game_that_begins_within_a_replay_is_saved_when_it_goes_back_to_where_it_could_be_won() {
    // A move that gives the win away.
    let played = Home::new();
    let won = kept_files::path("tests/data/exported/single-left-optional-won.json");
    let lines = "next 38\ncontinue\n".to_owned() + &"draw\n".repeat(6) + "export it.json\n";
    played.stdout_of(&format!("replay {}", won.display()), &lines);
    let home = Home::new();
    fs::copy(played.join("it.json"), home.join("it.json")).expect("copied file");
    let said = home.stdout_of("replay it.json", "end\ncontinue\nverdict\nb\n");
    assert_contains!(said, "Back at move 38");
    let saved = home.records("saves").into_iter();
    let moves = saved.map(|game| game.moves.len());
    assert_eq!(Vec::from_iter(moves), [38]);
}

#[test]
fn a_daily_deal_is_won_with_its_options_alone() {
    let home = Home::new();
    let day = today();
    let seed: Value = {
        let Ran(_, deal, _) = home.run("deal moosehide --daily --json");
        let deal: Value = serde_json::from_str(&deal).expect("JSON");
        deal["seed"].clone()
    };
    let line = json!({
        "id": "won-1", "game": "moosehide", "rules": {"layout": "open-reserve"}, "outcome": "won",
        "seed": seed, "daily": day.to_string(), "moves": 90, "seconds": 400, "home": 52,
        "ended": format!("{day}T12:00:00Z"),
    });
    fs::write(home.join("results.jsonl"), format!("{line}\n")).expect("writable file");
    let again = home.stdout_of("moosehide --daily", "");
    assert_contains!(again, "You have won this deal; here it is again");
    let classic = home.stdout_of("moosehide --rule layout=classic --daily", "draw\n");
    assert!(!classic.contains("won this deal"), "{classic}");
    assert_contains!(home.stdout_of("", "menu\n"), "Moosehide won");
}

#[test]
fn a_daily_deal_that_was_won_with_other_options_is_not_won_in_the_menu() {
    let home = Home::new();
    let day = today();
    let line = json!({
        "id": "won-1", "game": "moosehide", "rules": {"layout": "classic"}, "outcome": "won",
        "seed": 1_000_001, "daily": day.to_string(), "moves": 90, "home": 52,
        "ended": format!("{day}T12:00:00Z"),
    });
    fs::write(home.join("results.jsonl"), format!("{line}\n")).expect("writable file");
    let menu = home.stdout_of("", "menu\n");
    assert!(!menu.contains("Moosehide won"), "{menu}");
}

#[test]
fn a_reset_follows_links_and_takes_the_reviews_along() {
    let home = Home::new();
    let elsewhere = home.join("elsewhere");
    fs::create_dir(&elsewhere).expect("new folder");
    symlink("elsewhere/mine.jsonl", home.join("results.jsonl")).expect("link");
    home.stdout_of(&format!("single-left --seed {WON}"), "run\n");
    home.stdout_of("single-left --seed 15", "run\n");
    fs::create_dir(home.join("reviews")).expect("new folder");
    for game in home.files("finished", "json") {
        let review = Path::new("reviews").join(game.file_name().expect("a name"));
        fs::write(home.path().join(review), "{}").expect("writable file");
    }
    let text = fs::read_to_string(elsewhere.join("mine.jsonl")).expect("results");
    assert_starts_with!(home.results_of("--reset"), "Moved 2 finished games to ");
    let folder = format!("results-{}", today());
    let moved = fs::read_to_string(home.join(&folder).join("results.jsonl"));
    assert_eq!(moved.expect("readable results"), text);
    assert!(home.files("reviews", "json").is_empty());
    assert!(!home.files(&format!("{folder}/reviews"), "json").is_empty());
    home.stdout_of(&format!("single-left --seed {WON}"), "run\n");
    assert!(home.join("results.jsonl").is_symlink());
    assert_contains!(home.results_of(""), "1 game, 1 won");
}

/// Writes a record of so many moves, there and back, in less than 1 MiB.
fn write_long_record(home: &Home, file: &str, moves: usize) {
    home.stdout_of(
        "moosehide --seed 3 --rule layout=classic --export it.json",
        "quit\n",
    );
    let text = fs::read_to_string(home.join("it.json")).expect("record");
    let mut record: Value = serde_json::from_str(&text).expect("JSON");
    record["moves"] = ["t7-t1x2", "t1-t7x2"]
        .iter()
        .cycle()
        .take(moves)
        .copied()
        .collect();
    fs::write(home.join(file), record.to_string()).expect("writable file");
}

#[test]
fn a_record_that_would_be_too_large_to_be_read_replaces_nothing() {
    const MOVES: usize = 99_997;
    let home = Home::new();
    write_long_record(&home, "long.json", MOVES);
    assert_contains!(
        home.run("verify long.json").1,
        "long.json: playing after 99997 moves"
    );
    fs::write(home.join("mine.json"), "mine").expect("writable file");
    let said = home.stdout_of("replay long.json", "end\nexport new.json\n");
    assert_contains!(said, "Not exported: ");
    assert!(!home.join("new.json").exists());

    fs::create_dir_all(home.join("saves")).expect("new folder");
    let saved = "saves/20260101-0000000000000001.json";
    fs::copy(home.join("long.json"), home.join(saved)).expect("copied file");
    let output = home.play("moosehide --export mine.json", "undo\n");
    let said = String::from_utf8(output.stdout).expect("text");
    assert_starts_with!(said, "Resumed at move 99997\n");
    assert_contains!(said, "Game not saved: the record would be over 1 MiB");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_contains!(errors, "the record would be over 1 MiB");
    assert_eq!(home.files("", "json").len(), 3, "no other file");
    assert_eq!(
        fs::read(home.join("mine.json")).expect("readable file"),
        b"mine"
    );
    let long = fs::read(home.join("long.json")).expect("readable file");
    assert!(
        fs::read(home.join(saved)).expect("readable file") == long,
        "replaced"
    );
}

#[test]
fn a_finished_game_counts_again_if_its_line_was_lost() {
    let home = Home::new();
    home.stdout_of("single-left --seed 15", "run\n");
    fs::remove_file(home.join("results.jsonl")).expect("results");
    for _ in 0..2 {
        assert_contains!(home.results_of(""), "1 game, 0 won");
    }
    assert_eq!(home.outcomes(), ["lost"]);
}

#[test]
fn finished_games_among_the_saved_ones_are_moved_apart() {
    let home = Home::golden();
    let count = |home: &Home| (home.saved_files().len(), home.records("finished").len());
    let (saved, finished) = count(&home);
    for path in home.files("finished", "json") {
        let name = path.file_name().expect("a name");
        fs::rename(&path, home.join("saves").join(name)).expect("moved file");
    }
    let results = fs::read(home.join("results.jsonl")).expect("results");
    let mut menu = Window::open(&home, "");
    let games = menu.reply("menu")["menu"]["saved"].clone();
    let games = games.as_array().expect("saved games").iter();
    let attempts = games.map(|game| game["attempts"].as_u64().expect("a count"));
    assert_eq!(attempts.sum::<u64>(), saved as u64);
    let listed = home.results_of("--games");
    assert_eq!(
        listed.lines().count(),
        finished,
        "after the menu:\n{listed}"
    );
    assert_eq!(count(&home), (saved, finished));
    menu.reply("finished");
    for number in 1..=finished {
        let replayed = menu.reply(&format!("replay {number}"));
        assert_eq!(replayed["replay"], true, "{replayed}");
        menu.reply("close");
    }
    menu.quit();
    assert!(fs::read(home.join("results.jsonl")).expect("results") == results);
}

#[test]
fn an_open_game_stays_locked_whatever_other_windows_and_failed_saves_do() {
    const OPEN: &str = "open in another window";
    let home = Home::new();
    let mut window = Window::open(&home, "moving-left --seed 42");
    window.types("draw");
    let (save, away) = (home.saved_files().remove(0), home.join("away"));
    let lock = save.with_extension("lock");
    let inode = || {
        fs::metadata(&lock)
            .expect("the lock of the open game")
            .ino()
    };
    let before = inode();
    let assert_locked = |after: &str| {
        let mut other = Window::open(&home, "");
        for line in ["resume 1", "forget 1", "menu", "resume 1"] {
            let said = other.types(line);
            assert!(
                line == "menu" || said.contains(OPEN),
                "{line} after {after}: {said}"
            );
        }
        other.quit();
        assert_eq!(inode(), before, "the lock after {after}");
    };
    assert_locked("a move");
    home.stdout_of("moving-left", "status\n");
    home.results_of("");
    assert_locked("other commands");
    fs::rename(&save, &away).expect("movable file");
    fs::create_dir_all(save.join("in the way")).expect("new folder");
    assert_contains!(window.types("draw"), "Game not saved");
    fs::remove_dir_all(&save).expect("removable folder");
    fs::rename(&away, &save).expect("movable file");
    assert_locked("a failed save");
    assert_contains!(window.types("draw"), "The game is saved again");
    window.quit();
    assert!(!lock.exists(), "the game is closed");
    assert_starts_with!(home.stdout_of("moving-left", ""), "Resumed at move 3\n");
}

#[test]
fn a_result_that_another_window_writes_meanwhile_is_not_missed() {
    let home = Home::new();
    home.stdout_of(DAILY, "draw\n");
    // A win closes the other attempts at the deal, each with a line of results.
    let attempt = home.saved_files().remove(0);
    for n in 0..200 {
        fs::copy(
            &attempt,
            attempt.with_file_name(format!("20260101-{n:016x}.json")),
        )
        .expect("a copy");
    }
    let results = home.join("results.jsonl");
    let mut window = Window::open(&home, DAILY);
    let moves = winning_lines(DAILY);
    let (others, last) = moves.trim_end().rsplit_once('\n').expect("moves");
    window.types("restart");
    others.lines().for_each(|mv| _ = window.types(mv));
    let len = || fs::metadata(&results).map_or(0, |file| file.len());
    let before = len();
    let other = thread::scope(|scope| {
        let other = scope.spawn(|| {
            let start = Instant::now();
            while len() == before {
                assert!(start.elapsed() < Duration::from_secs(30), "no line of the attempts");
                thread::yield_now();
            }
            let line = json!({
                "id": "other", "game": "moosehide", "rules": {}, "outcome": "lost", "seed": 1, "moves": 9, "home": 5,
            });
            let mut file = fs::File::options().append(true).open(&results).expect("results");
            file.write_all(format!("{line}\n").as_bytes()).expect("a line");
            len()
        });
        window.types(last);
        other.join().expect("a line of another window")
    });
    assert!(other < len(), "the line was the last one");
    assert_contains!(window.types("results all"), "Moosehide");
    window.quit();
}

#[test]
fn resuming_and_leaving_a_game_changes_nothing_of_it() {
    let home = Home::new();
    home.stdout_of(&format!("single-left --seed {WON}"), "draw\n");
    let mut window = Window::open(&home, "single-left");
    for _ in 0..3 {
        window.follow_hint();
    }
    for line in ["undo", "verdict", "show 2", "draw", "undo"] {
        window.types(line);
    }
    window.quit();
    let record = || {
        let text = fs::read_to_string(&home.saved_files()[0]).expect("a saved game");
        let mut record: Value = serde_json::from_str(&text).expect("JSON");
        record["seconds"] = Value::Null;
        record
    };
    let (before, told) = (record(), home.outcomes());
    for lines in ["", "status\nmoves\n", "menu\nresume 1\n"] {
        home.stdout_of("single-left", lines);
        assert_eq!(record(), before, "{lines}");
    }
    assert_eq!(home.outcomes(), told, "no new result");
    // Neither are moves hinted that are taken back and made again.
    home.stdout_of("single-left", "undo\nredo\nredo\nundo\n");
    assert_eq!(record()["hinted"], before["hinted"]);
}

#[test]
fn deals_without_a_number_are_told_apart_by_their_cards() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 42", "draw\nexport it.json\n");
    let text = fs::read_to_string(home.join("it.json")).expect("a record");
    let mut record: Value = serde_json::from_str(&text).expect("JSON");
    record["seed"] = Value::Null;
    for _ in 0..2 {
        record["deck"].as_array_mut().expect("a deck").reverse();
        fs::write(home.join("it.json"), record.to_string()).expect("writable file");
        home.stdout_of("replay it.json", "end\ncontinue\ndraw\n");
    }
    let said = home.stdout_of("", "forget 1\nmenu\n");
    assert_contains!(said, "1 saved game removed");
    let left = home
        .records("saves")
        .into_iter()
        .filter(|game| game.seed.is_none());
    assert_eq!(left.count(), 1, "{said}");
}
