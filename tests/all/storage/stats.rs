//! The results file and the statistics made from it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Command;

use jiff::Timestamp;
use jiff::civil::Date;
use larboard::game::Game;
use larboard::record::PlayedGame;
use larboard::rules::Status;
use larboard::storage::file_ops::with_failure;
use larboard::storage::results::{GameOutcome, GameResult, Results, ResultsFile};
use larboard::storage::save_manager::{SaveManager, SaveState};
use serde_json::{Value, json};

use super::{DISK_FULL, Home};
use crate::games;
use crate::home::Ran;

/// Seeds of one-handed Single Left, where every move is forced: one won, one lost.
const WON: u64 = 14;
const LOST: u64 = 15;
/// Others that are won, in the same number of moves.
const WON_TOO: [u64; 2] = [66, 525];

impl Home {
    fn file(&self) -> PathBuf {
        self.join("results.jsonl")
    }

    /// Runs `larboard stats`. Returns whether it succeeded, and its output or its error message.
    fn stats(&self, arguments: &str) -> (bool, String) {
        let Ran(status, output, errors) = self.run(&format!("stats {arguments}"));
        let is_success = status == 0;
        (is_success, if is_success { output } else { errors })
    }
}

/// A game that is saved after every move.
struct Player {
    manager: SaveManager,
    played: PlayedGame,
    state: SaveState,
}

impl Player {
    fn deal(manager: SaveManager, game: &str, seed: u64) -> Player {
        let rules = games::variant(game, &[]);
        let played = PlayedGame::new(Game::new(rules, seed));
        let state = SaveState::new(&played);
        Player {
            manager,
            played,
            state,
        }
    }

    fn deal_next(self, game: &str, seed: u64) -> Player {
        Player::deal(self.manager, game, seed)
    }

    /// Saves as the program does after every move.
    fn save(self) -> Player {
        let outcome = GameOutcome::from_status(self.played.game.status());
        self.save_as(outcome)
    }

    fn save_as(mut self, outcome: GameOutcome) -> Player {
        let now = Timestamp::UNIX_EPOCH;
        let message = self
            .manager
            .save_if_changed(&mut self.state, &self.played, outcome, now);
        assert!(message.is_none(), "{message:?}");
        self
    }

    fn moves(mut self, count: usize) -> Player {
        for _ in 0..count {
            let mv = self.played.game.legal_moves()[0];
            self.played.game.play(mv).expect("legal move");
            self = self.save();
        }
        self
    }

    fn play_out(mut self) -> Player {
        while self.played.game.status() == Status::Playing {
            self = self.moves(1);
        }
        self
    }

    fn undo(mut self) -> Player {
        self.played.game.undo().expect("valid move");
        self.save()
    }

    fn give_up(self) -> Player {
        self.save_as(GameOutcome::GivenUp)
    }

    /// Games played, games won, current streak and best streak, for each game.
    fn counts(&self) -> Vec<[usize; 4]> {
        let all = self.manager.results().all_stats([]);
        all.iter()
            .map(|one| [one.played, one.won, one.streak, one.best_streak])
            .collect()
    }
}

fn single_left(home: &Home, seed: u64) -> Player {
    Player::deal(home.save_manager(), "single-left", seed)
}

#[test]
fn a_deal_without_a_move_does_not_count() {
    let home = Home::new();
    let player = single_left(&home, 1)
        .save()
        .deal_next("single-left", 2)
        .save();
    assert_eq!(player.counts(), [[0; 4]; 0]);
    let player = player.give_up();
    assert_eq!(player.counts(), [[0; 4]; 0]);
    assert!(!home.file().exists());
}

#[test]
fn a_saved_game_is_in_progress_and_never_lost() {
    let home = Home::new();
    let player = Player::deal(home.save_manager(), "moving-left", 1).moves(3);
    let first = player.state.id().expect("id").clone();
    let player = player.deal_next("moving-left", 2).moves(1);
    let mut player = player.deal_next("single-left", LOST).play_out();
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
    let stats = player.manager.all_stats();
    assert!(stats.warnings.is_empty(), "{:?}", stats.warnings);
    let counts: Vec<_> = stats
        .value
        .iter()
        .map(|stats| (stats.kind.info.id, stats.in_progress, stats.played))
        .collect();
    assert_eq!(counts, [("moving-left", 2, 0), ("single-left", 0, 1)]);
    let (_, text) = home.stats("moving-left");
    assert_eq!(text, "Moving Left\n  open    2 games in progress\n");
    let (_, json) = home.stats("moving-left --json");
    assert!(json.contains(r#""in_progress":2,"#), "{json}");
    let text = home.stdout_of("moosehide", "results all\n");
    assert!(text.contains("\n  open    2 games in progress\n"), "{text}");

    let (played, state) = player
        .manager
        .load(&first, Timestamp::UNIX_EPOCH)
        .expect("first");
    let player = Player {
        played,
        state,
        ..player
    };
    let player = player.moves(1).give_up();
    assert_eq!(player.counts(), [[1, 0, 0, 0]; 2]);
    drop(player);
    for save in home.saved_files() {
        fs::remove_file(save).expect("deleted file");
    }
    let (_, text) = home.stats("moving-left");
    assert!(
        text.contains("1 game, 0 won") && !text.contains("open"),
        "{text}"
    );
}

#[test]
fn giving_up_is_a_loss_until_it_is_undone() {
    let home = Home::new();
    let player = Player::deal(home.save_manager(), "moving-left", 1).moves(3);
    let player = player.give_up();
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
    let player = player.save();
    assert_eq!(player.counts(), [[0; 4]; 0]);
    let mut player = player.give_up();
    assert_eq!(player.manager.unfinished_games().value.len(), 0);
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
}

#[test]
fn a_win_that_is_undone_and_repeated_counts_once() {
    let home = Home::new();
    let mut player = single_left(&home, WON).play_out();
    assert_eq!(player.counts(), [[1, 1, 1, 1]]);
    for _ in 0..3 {
        player = player.undo();
        assert_eq!(player.counts(), [[1, 1, 1, 1]]);
        player = player.play_out();
        assert_eq!(player.counts(), [[1, 1, 1, 1]]);
    }
    drop(player);
    assert_eq!(single_left(&home, 1).counts(), [[1, 1, 1, 1]]);
}

#[test]
fn undoing_a_loss_continues_the_game() {
    let home = Home::new();
    let player = single_left(&home, LOST).play_out();
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
    let player = player.undo();
    assert_eq!(player.counts(), [[0; 4]; 0]);
    let player = player.play_out();
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
}

#[test]
fn a_streak_counts_consecutive_wins() {
    let home = Home::new();
    let mut player = single_left(&home, WON);
    for (seed, streak) in [(WON, 1), (WON_TOO[0], 2), (LOST, 0), (WON_TOO[1], 1)] {
        player = player.deal_next("single-left", seed).play_out();
        assert_eq!(player.counts()[0][2], streak);
    }
    assert_eq!(player.counts(), [[4, 3, 1, 2]]);
    // Undoing and repeating a win does not lengthen the streak.
    let player = player.undo().play_out();
    assert_eq!(player.counts(), [[4, 3, 1, 2]]);
}

#[test]
fn a_win_with_moves_of_the_solver_is_solved_and_changes_no_streak() {
    let home = Home::new();
    let mut player = single_left(&home, WON)
        .play_out()
        .deal_next("single-left", WON);
    player.played.header.shown = 3;
    let player = player.play_out();
    assert_eq!(player.counts(), [[1, 1, 1, 1]]);
    let mut player = player.deal_next("single-left", LOST);
    player.played.header.shown = 3;
    let player = player.play_out();
    assert_eq!(player.counts(), [[2, 1, 0, 1]], "a loss is a loss");
    let all = player.manager.results().all_stats([]);
    assert_eq!((all[0].solved, all[0].win_seconds.len()), (1, 1));
    let (_, stdout) = home.stats("");
    assert_contains!(stdout, "  solved  1 game won with moves of the solver\n");
    let text = home.stdout_of("single-left", "finished\n");
    assert!(text.contains("2. solved: Single Left, seed 14"), "{text}");
}

#[test]
fn a_win_stays_won_if_it_is_undone_and_repeated_with_the_solver() {
    let home = Home::new();
    let mut player = single_left(&home, WON).play_out().undo();
    player.played.header.shown = 1;
    let player = player.play_out();
    assert_eq!(player.counts(), [[1, 1, 1, 1]]);
    drop(player);
    assert_eq!(single_left(&home, 1).counts(), [[1, 1, 1, 1]]);
}

/// Takes a game over one move before its end, as from a replay, and plays it out.
fn take_over_and_play_out(player: Player, seed: u64) -> Player {
    let mut player = player.deal_next("single-left", seed);
    while player.played.game.status() == Status::Playing {
        let mv = player.played.game.legal_moves()[0];
        player.played.game.play(mv).expect("legal move");
    }
    player.played.game.undo().expect("valid move");
    player.played = PlayedGame::branch_from(&player.played.game).expect("game");
    player.state = SaveState::new(&player.played);
    player.play_out()
}

#[test]
fn a_record_taken_over_is_neither_won_nor_lost() {
    let home = Home::new();
    let player = single_left(&home, WON).play_out();
    let player = take_over_and_play_out(player, WON);
    let player = take_over_and_play_out(player, LOST);
    assert_eq!(player.counts(), [[1, 1, 1, 1]]);
    let all = player.manager.results().all_stats([]);
    assert_eq!((all[0].taken_over, all[0].win_moves.len()), (2, 1));
    let (_, stdout) = home.stats("");
    assert_contains!(
        stdout,
        "  others  2 games taken over from a record or a replay\n"
    );
    let text = home.stdout_of("single-left", "finished\n");
    assert!(text.contains("2. won, taken over: Single Left"), "{text}");
}

#[test]
fn a_results_file_cut_at_any_byte_keeps_its_complete_lines() {
    let home = Home::new();
    let player = single_left(&home, WON).play_out();
    let player = player.deal_next("single-left", LOST).play_out();
    player.deal_next("single-left", WON).play_out();
    let content = fs::read(home.file()).expect("readable file");
    let mut one = Results::default();
    one.read(&*content).expect("results");
    let another = one.counted().next_back().expect("result");
    assert_eq!(one.counted().count(), 3);
    for cut in 0..=content.len() {
        let lines = content[..cut].iter().filter(|&&byte| byte == b'\n').count();
        // A line is complete even without its final newline.
        let next = content.get(cut);
        let lines = lines + usize::from(cut > 0 && next == Some(&b'\n'));
        fs::write(home.file(), &content[..cut]).expect("writable file");
        let mut file = ResultsFile::new(home.file());
        file.read().expect("results");
        assert_eq!(file.results().counted().count(), lines, "cut at {cut}");
        let mut more = GameResult::clone(another);
        more.id = larboard::storage::save_dir::SaveId::parse("more").expect("id");
        file.append(more).expect("appended");
        let mut again = ResultsFile::new(home.file());
        again.read().expect("results");
        assert_eq!(again.results().counted().count(), lines + 1, "cut at {cut}");
        assert!(
            fs::read(home.file())
                .expect("readable file")
                .starts_with(&content[..cut])
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_the_results_file_never_blocks() {
    use std::os::unix::fs::symlink;
    use std::thread;
    use std::time::{Duration, Instant};

    let home = Home::new();
    let made = Command::new("mkfifo").arg(home.join("pipe")).status();
    assert!(made.expect("mkfifo").success());
    fs::write(home.join("plain"), "").expect("writable file");
    let link_to = |name: &str| {
        symlink(name, home.join("link")).expect("link");
        fs::rename(home.join("link"), home.file()).expect("link");
    };
    link_to("plain");
    let file = home.file();
    let reader = thread::spawn(move || {
        for _ in 0..20_000 {
            _ = ResultsFile::new(file.clone()).read();
        }
    });
    let start = Instant::now();
    while !reader.is_finished() {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "the reader is blocked"
        );
        link_to("pipe");
        link_to("plain");
    }
}

#[test]
fn results_with_impossible_counts_are_ignored() {
    let home = Home::new();
    single_left(&home, WON).play_out();
    let line = fs::read_to_string(home.file()).expect("readable file");
    let mut text = line.clone();
    for (count, most) in [("home", 52), ("left", 52), ("moves", 100_000)] {
        for (n, wrong) in [most + 1, 1000, 1_000_000_000_000_u64, u64::MAX]
            .into_iter()
            .filter(|&wrong| wrong > most)
            .enumerate()
        {
            let mut edited: Value = serde_json::from_str(&line).expect("valid JSON");
            edited["id"] = format!("{count}-{n}").into();
            edited[count] = wrong.into();
            text += &format!("{edited}\n");
        }
    }
    fs::write(home.file(), text).expect("writable file");
    let (succeeded, stdout) = home.stats("");
    assert!(succeeded && stdout.contains("1 game, 1 won"), "{stdout}");
    assert!(stdout.lines().count() < 20, "{stdout}");
}

#[test]
fn a_too_long_line_is_skipped_and_reported() {
    let home = Home::new();
    single_left(&home, WON).play_out();
    let line = fs::read_to_string(home.file()).expect("readable file");
    let other = line.replace("\"id\":\"", "\"id\":\"another-");
    let too_long = "x".repeat(1 << 20);
    fs::write(home.file(), format!("{line}{too_long}\n{other}")).expect("writable file");
    let manager = SaveManager::open(Some(home.path().into())).value;
    assert_eq!(manager.results().counted().count(), 2);
    let (succeeded, stdout) = home.stats("");
    assert!(
        !succeeded && stdout.ends_with("lines skipped because they are over 64 KiB: 1\n"),
        "{stdout}"
    );
}

#[test]
fn invalid_lines_are_ignored() {
    let home = Home::new();
    single_left(&home, WON).play_out();
    let line = fs::read_to_string(home.file()).expect("readable file");
    let mut text = String::new();
    for wrong in [
        "",
        "[]",
        "{}",
        "\u{0}\u{1b}[2J",
        "{\"id\":\"../../x\",\"game\":\"moosehide\",\"outcome\":\"won\"}",
        "{\"id\":\"x\",\"game\":\"chess\",\"outcome\":\"won\"}",
        "{\"id\":\"x\",\"game\":\"moosehide\",\"outcome\":\"drawn\"}",
        "{\"id\":\"x\",\"game\":\"moosehide\",\"outcome\":\"won\",\"seconds\":-1}",
        "{\"id\":\"x\",\"game\":\"moosehide\",\"rules\":{\"a\":\"b\"},\"outcome\":\"won\"}",
    ] {
        text += wrong;
        text += "\n";
    }
    let new = line.replace("\"outcome\"", "\"unknown\":\"field\",\"outcome\"");
    fs::write(home.file(), text + &new).expect("writable file");
    let player = single_left(&home, 1);
    assert_eq!(player.counts(), [[1, 1, 1, 1]]);
    assert_eq!(player.manager.results().unreadable_lines(), 8);
    let note = "Skipped 8 unreadable lines of results.jsonl; the file keeps them";
    let text = home.stdout_of("single-left", "results\n");
    assert!(text.lines().any(|line| line == note), "{text}");
    let Ran(status, _, errors) = home.run("stats");
    assert_eq!((status, errors), (0, format!("warning: {note}\n")));
    player.play_out();
    let kept = fs::read_to_string(home.file()).expect("readable file");
    assert!(kept.contains("chess") && kept.lines().count() > 10);
}

/// Writes results of three kinds of games, of which one in ten is continued and later won.
fn many_results(count: usize) -> String {
    let mut lines = String::new();
    for n in 0..count {
        let (game, rules) = match n % 3 {
            0 => ("moving-left", json!({"foundation-return": "no"})),
            1 => ("moving-left", json!({"foundation-return": "yes"})),
            _ => ("single-left", json!({})),
        };
        let random = n.wrapping_mul(2_654_435_761) >> 7;
        let outcome = ["won", "won", "lost", "given-up", "playing"][random % 5];
        let line = |n: usize, outcome: &str| {
            json!({
                "id": format!("g{n}"), "game": game, "rules": rules, "seed": n, "outcome": outcome,
                "moves": random % 90, "seconds": random % 700, "home": random % 52,
                "left": (n % 3 == 2).then_some(random % 40), "shown": u32::from(n.is_multiple_of(7)),
                "taken_over": n.is_multiple_of(11), "ended": "2026-11-20T10:00:00Z",
            })
        };
        let is_resumed = n % 30 == 0;
        let outcome = if is_resumed { "playing" } else { outcome };
        lines += &format!("{}\n", line(n, outcome));
        // A saved game of long ago is resumed and won.
        if is_resumed && n >= 3000 {
            lines += &format!("{}\n", line(n - 3000, "playing"));
            lines += &format!("{}\n", line(n - 3000, "won"));
        }
    }
    lines
}

#[test]
fn every_result_of_a_long_file_is_listed_and_counted() {
    let home = Home::new();
    let text = many_results(20_000) + "not a result\n";
    fs::write(home.file(), &text).expect("writable file");
    // An earlier version added up the lines it had read in a file of its own, which is not needed.
    let summary = home.join("results-summary.json");
    fs::write(&summary, "{\"format\":2,\"bytes\":9,\"entries\":[]}").expect("writable file");
    let manager = home.save_manager();
    let results = manager.results();
    assert_eq!(results.line_count() + 1, text.lines().count());
    assert_eq!(results.unreadable_lines(), 1);
    let mut latest: BTreeMap<String, Value> = BTreeMap::new();
    for line in text.lines() {
        if let Ok(line) = serde_json::from_str::<Value>(line) {
            latest.insert(line["id"].to_string(), line);
        }
    }
    latest.retain(|_, line| line["outcome"] != "playing");
    assert_eq!(results.finished().count(), latest.len());
    let solved = |line: &Value| line["outcome"] == "won" && line["shown"] != 0;
    let counted = |line: &&Value| line["taken_over"] == false && !solved(line);
    let played = latest.values().filter(counted).count();
    let all = results.all_stats([]);
    assert_eq!(all.iter().map(|stats| stats.played).sum::<usize>(), played);
    for result in results.finished() {
        assert!(results.latest_outcome(&result.id).is_final());
    }
    assert!(summary.exists());
}

#[test]
fn daily_wins_are_told_as_a_streak() {
    let home = Home::new();
    let today = larboard::session::today();
    let yesterday = today.yesterday().expect("a day");
    let line = |day: Date, seed: u64| {
        let line = json!({
            "id": format!("d{seed}"), "game": "moosehide", "rules": {}, "outcome": "won", "moves": 9,
            "seed": seed, "daily": day.to_string(), "ended": format!("{day}T12:00:00Z"),
        });
        format!("{line}\n")
    };
    let mut text = line(yesterday, 1_000_007) + &line(today, 1_000_008);
    let expected = "Daily deals\n  won     2 days\n  streak  2 days, best 2\n";
    for count in [0, 2000] {
        text += &many_results(count);
        fs::write(home.file(), &text).expect("writable file");
        let (_, stdout) = home.stats("");
        assert!(stdout.ends_with(expected), "{stdout}");
    }
    let (_, stdout) = home.stats("single-left");
    assert!(!stdout.contains("Daily"), "{stdout}");
    let text = home.stdout_of("moosehide", "results\n");
    assert!(text.contains(expected), "{text}");
    let (_, json) = home.stats("moosehide --json");
    assert_eq!(json.lines().count(), 1);
    let (_, json) = home.stats("--days --json");
    assert_eq!(json.matches(r#""won":true"#).count(), 2, "{json}");
    let (_, text) = home.stats("moosehide --days");
    assert!(
        text.lines().all(|line| line.contains(": Moosehide (")),
        "{text}"
    );
}

#[test]
fn stats_are_shown_for_each_game_and_rule_set() {
    let home = Home::new();
    assert_eq!(home.stats(""), (true, "No finished games yet.\n".into()));
    assert_eq!(home.stats("--json"), (true, String::new()));
    let mut player = single_left(&home, WON);
    let [longer, others @ ..] = [649, WON_TOO[0], WON_TOO[1]];
    for (seed, seconds) in [(longer, 100), (LOST, 1), (others[0], 50), (others[1], 61)] {
        player = player.deal_next("single-left", seed);
        player.played.header.seconds = seconds;
        player = player.play_out();
    }
    let moves = player.played.game.moves().len();
    drop(player.deal_next("moosehide", 1).moves(2).give_up());
    let (succeeded, json) = home.stats("--json");
    assert!(succeeded);
    let lines: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).expect("object"))
        .collect();
    let no_days = json!({"streak": 0, "best_streak": 0, "won": 0});
    assert_eq!(
        lines,
        [
            json!({"version": 1, "game": "moosehide", "rules": {"layout": "open-reserve"}, "played": 1,
                "won": 0, "solved": 0, "taken_over": 0, "in_progress": 0,
                "streak": 0, "best_streak": 0, "best_seconds": null, "median_seconds": null,
                "best_moves": null, "median_moves": null, "grades": {}, "daily": no_days}),
            json!({"version": 1, "game": "single-left", "played": 4, "won": 3, "solved": 0,
                "taken_over": 0, "in_progress": 0, "streak": 2, "best_streak": 2,
                "rules": {"style": "one-handed", "discards": "forced", "redeals": "0"},
                "best_seconds": 50, "median_seconds": 61, "best_moves": moves,
                "median_moves": moves, "grades": {}, "daily": no_days}),
        ]
    );
    let (_, json) = home.stats("moosehide --games --json");
    let game: Value = serde_json::from_str(&json).expect("one object");
    assert_eq!(
        (&game["status"], &game["given_up"], &game["move_count"]),
        (&json!("lost"), &json!(true), &json!(2))
    );
    assert_eq!(home.stats("--games --json").1.lines().count(), 5);
    let (_, text) = home.stats("--games");
    assert!(
        text.starts_with("given up: Moosehide, seed 1, 2 moves, "),
        "{text}"
    );
    assert_eq!(
        home.stats("--days"),
        (true, "No finished games yet.\n".into())
    );
    let (_, stdout) = home.stats("single-left");
    for expected in [
        "Single Left\n",
        "4 games, 3 won",
        "75 %",
        "2 wins, best 2",
        "best 50s, median 1m 1s",
        "█ ",
        "none    ",
    ] {
        assert!(stdout.contains(expected), "{expected}: {stdout}");
    }
    assert!(!stdout.contains("Moosehide"), "{stdout}");
    let (_, stdout) = home.stats("--ascii");
    assert!(stdout.is_ascii(), "{stdout}");
    let (succeeded, stdout) = home.stats("chess");
    assert!(
        !succeeded && stdout.starts_with("error: invalid value 'chess' for '[GAME]'"),
        "{stdout}"
    );
}

#[cfg(unix)]
#[test]
fn games_in_line_mode_count() {
    let home = Home::new();
    let script = format!(
        "for i in $(seq 60); do echo all; echo middle; echo draw; done | \"$0\" single-left --seed {WON} --plain --export game.json >log"
    );
    let status = Command::new("/bin/sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_larboard")])
        .env("LARBOARD_HOME", home.path())
        .current_dir(home.path())
        .status();
    assert!(status.expect("shell").success());
    let (_, stdout) = home.stats("--json");
    assert!(stdout.contains("\"played\":1,\"won\":1"), "{stdout}");
    let record = fs::read_to_string(home.join("game.json")).expect("valid record");
    assert!(!record.contains("\"finished\": null"), "{record}");
}

/// A finished game, of which a line of results says nothing else.
#[derive(Clone, Debug)]
struct Finished {
    seed: u64,
    outcome: &'static str,
    shown: u32,
    hints: u32,
    seconds: u64,
    moves: u64,
}

impl Finished {
    fn line(&self, id: usize) -> String {
        let line = json!({
            "id": format!("f{id}"), "game": "moosehide", "rules": {}, "outcome": self.outcome,
            "seed": self.seed, "moves": self.moves, "seconds": self.seconds, "hints": self.hints,
            "shown": self.shown,
        });
        format!("{line}\n")
    }
}

/// Played, won, solved, streak, best streak, best time and fewest moves, by the definition of each alone.
fn counts_by_definition(games: &[Finished]) -> Value {
    let is_seen = |n: usize| {
        games[..=n]
            .iter()
            .any(|one| one.seed == games[n].seed && one.shown > 0)
    };
    let is_own_win = |n: usize| games[n].outcome == "won" && !is_seen(n);
    let is_again =
        |n: usize| is_own_win(n) && (0..n).any(|m| games[m].seed == games[n].seed && is_own_win(m));
    let all = 0..games.len();
    let own_wins: Vec<usize> = all.clone().filter(|n| is_own_win(*n)).collect();
    let solved = all
        .clone()
        .filter(|n| games[*n].outcome == "won" && is_seen(*n))
        .count();
    let counted: Vec<bool> = all
        .clone()
        .filter(|n| games[*n].outcome != "won" || is_own_win(*n) && !is_again(*n))
        .map(is_own_win)
        .collect();
    let runs: Vec<usize> = counted.split(|won| !won).map(<[bool]>::len).collect();
    let records = own_wins
        .iter()
        .map(|n| &games[*n])
        .filter(|one| one.hints == 0);
    json!([
        counted.len(),
        counted.iter().filter(|won| **won).count(),
        solved,
        runs.last(),
        runs.iter().max(),
        records.clone().map(|one| one.seconds).min(),
        records.map(|one| one.moves).min(),
    ])
}

#[test]
fn what_counts_follows_from_the_games_of_the_same_deal_before() {
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut seen = [0; 4];
    for round in 0..400 {
        let deals = 1 + random(6);
        let games: Vec<Finished> = (0..random(30))
            .map(|_| Finished {
                seed: random(deals),
                outcome: ["won", "won", "lost", "given-up"][random(4) as usize],
                shown: u32::from(random(12) == 0),
                hints: u32::from(random(4) == 0),
                seconds: 10 + random(90),
                moves: 60 + random(30),
            })
            .collect();
        let text: String = games
            .iter()
            .enumerate()
            .map(|(id, game)| game.line(id))
            .collect();
        let mut results = Results::default();
        results.read(text.as_bytes()).expect("readable");
        assert_eq!(results.unreadable_lines(), 0);
        let all = results.all_stats([]);
        let Some(stats) = all.first() else {
            assert!(games.is_empty());
            continue;
        };
        let counts = json!([
            stats.played,
            stats.won,
            stats.solved,
            stats.streak,
            stats.best_streak,
            stats.best_seconds(),
            stats.best_moves(),
        ]);
        assert_eq!(counts, counts_by_definition(&games), "{round}: {games:?}");
        seen[0] += stats.won;
        seen[1] += stats.solved;
        seen[2] += usize::from(stats.best_seconds() < stats.win_seconds.min());
        seen[3] += results.counted().filter(|one| one.is_won_again).count();
    }
    assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
}

#[test]
fn a_solution_that_was_shown_is_not_forgotten_when_the_deal_is_dealt_again() {
    let home = Home::new();
    // No move of the player: nothing is saved but that.
    let text = home.stdout_of(&format!("single-left --seed {WON}"), "show all\n");
    assert!(text.contains("\n1. "), "{text}");
    assert!(home.saved_files().is_empty());
    let lines = fs::read_to_string(home.file()).expect("results");
    assert!(
        lines.lines().count() == 1 && lines.contains(r#""outcome":"playing""#),
        "{lines}"
    );
    for _ in 0..2 {
        let text = home.stdout_of(&format!("single-left --seed {WON}"), "run\nshare\n");
        assert!(text.contains("solved with moves of the solver"), "{text}");
        assert!(text.contains("solved in 47 moves"), "{text}");
    }
    let (_, json) = home.stats("--json");
    let stats: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        [
            &stats["played"],
            &stats["won"],
            &stats["solved"],
            &stats["in_progress"]
        ],
        [0, 0, 2, 0]
    );
}

#[test]
fn a_deal_that_is_won_again_says_so() {
    let home = Home::new();
    let play = || home.stdout_of(&format!("single-left --seed {WON}"), "run\nshare\n");
    let text = play();
    assert!(
        text.contains("won!") && text.contains("won in 47 moves"),
        "{text}"
    );
    let text = play();
    assert!(
        text.contains("You have won this deal before: counts once; "),
        "{text}"
    );
    assert!(text.contains("won again in 47 moves"), "{text}");
    let (_, list) = home.stats("--games");
    let outcomes: Vec<&str> = list
        .lines()
        .filter_map(|line| Some(line.split_once(':')?.0))
        .collect();
    assert_eq!(outcomes, ["won again", "won"]);
    let (_, json) = home.stats("--json");
    assert!(json.contains(r#""played":1,"won":1,"#), "{json}");
}

/// The lines of all results files of a home, sorted and each once.
fn all_result_lines(home: &Home) -> Vec<String> {
    let folders = fs::read_dir(home.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let files = folders.map(|path| {
        if path.is_dir() {
            path.join("results.jsonl")
        } else {
            path
        }
    });
    let files = files.filter(|path| path.ends_with("results.jsonl"));
    let mut lines: Vec<String> = files
        .filter_map(|path| fs::read_to_string(path).ok())
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| !line.is_empty())
        .collect();
    lines.sort();
    lines.dedup();
    lines
}

#[test]
fn a_reset_moves_results_to_a_folder_that_it_names() {
    for (arguments, left) in [
        ("--reset", ["", ""]),
        ("--reset single-left", ["moosehide", "? unreadable"]),
    ] {
        let home = Home::new();
        let player = single_left(&home, WON)
            .play_out()
            .deal_next("single-left", LOST)
            .play_out();
        drop(player.deal_next("moosehide", 7).moves(1).give_up());
        let mut text = fs::read_to_string(home.file()).expect("results");
        text += "? unreadable";
        fs::write(home.file(), &text).expect("writable file");
        let before = all_result_lines(&home);
        let saves = home.saved_files().len();
        let (_, stdout) = home.stats(arguments);
        let today = larboard::session::today();
        let folder = home.join(&format!("results-{today}"));
        let games = if arguments == "--reset" { 3 } else { 2 };
        assert_eq!(
            stdout,
            format!("Moved {games} finished games to {}.\n", folder.display())
        );
        assert_eq!(all_result_lines(&home), before);
        assert_eq!(
            fs::read_to_string(folder.join("results.jsonl")).expect("backup"),
            text
        );
        let now = fs::read_to_string(home.file()).unwrap_or_default();
        let expected: usize = left.iter().filter(|part| !part.is_empty()).count();
        assert_eq!(now.lines().count(), expected, "{now}");
        assert!(left.iter().all(|part| now.contains(part)), "{now}");
        assert_eq!(home.saved_files().len(), saves - games);
        // The games that were moved do not come back.
        let (_, json) = home.stats("single-left --json");
        assert_eq!(json, "");
        let (_, stdout) = home.stats("--reset single-left");
        assert_eq!(stdout, "No finished games yet.\n");
        home.stdout_of(&format!("single-left --seed {WON}"), "run\n");
        let (_, stdout) = home.stats("--reset");
        assert!(
            stdout.ends_with(&format!("results-{today}-2.\n")),
            "{stdout}"
        );
    }
}

#[test]
fn a_reset_that_fails_loses_no_result() {
    let mut failures = 0;
    for step in 0.. {
        for name in [None, Some("single-left")] {
            let home = Home::new();
            let player = single_left(&home, WON)
                .play_out()
                .deal_next("single-left", LOST)
                .play_out();
            let mut manager = player.deal_next("moosehide", 7).moves(1).give_up().manager;
            let before = all_result_lines(&home);
            let info = name.map(|name| games::variant(name, &[]).info());
            let today = larboard::session::today();
            let (moved, has_failed) =
                with_failure(step, DISK_FULL, || manager.reset_results(info, today));
            // A line may also be there in part.
            let after = all_result_lines(&home);
            assert!(
                before.iter().all(|line| after.contains(line)),
                "{step}: {after:?}"
            );
            if !has_failed {
                assert!(moved.is_ok());
                assert!(failures > 6, "{failures}");
                return;
            }
            failures += 1;
            if let Err(error) = moved {
                let text = error.to_string();
                assert!(text.lines().count() == 1, "{text}");
            }
        }
    }
}

#[test]
fn a_streak_up_to_a_day_is_the_longest_run_of_days_before_it() {
    let first = jiff::civil::date(2026, 11, 1);
    for won in 0..256_u64 {
        let mut results = Results::default();
        let days: Vec<Date> = (0..8)
            .map(|n| first.checked_add(jiff::Span::new().days(n)).expect("a day"))
            .collect();
        for (n, day) in days.iter().enumerate().filter(|(n, _)| won >> n & 1 == 1) {
            let line = json!({
                "id": format!("d{n}"), "game": "moosehide", "rules": {}, "outcome": "won", "moves": 9,
                "seed": n, "daily": day.to_string(), "ended": format!("{day}T12:00:00Z"),
            });
            results
                .read(format!("{line}\n").as_bytes())
                .expect("readable");
        }
        for (n, day) in days.iter().enumerate() {
            let longest = (0..=n + 1)
                .filter(|length| (0..*length).all(|back| won >> (n - back) & 1 == 1))
                .max();
            assert_eq!(
                Some(results.daily_wins().streak_on(*day)),
                longest,
                "{won:b} {day}"
            );
        }
    }
}
