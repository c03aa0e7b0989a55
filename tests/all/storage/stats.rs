//! Results: every sitting is one of them, counted by the words a player would use.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use jiff::Timestamp;
use larboard::game::Game;
use larboard::record::PlayedGame;
use larboard::rules::{Status, Variant};
use larboard::storage::results::{GameOutcome, GameResult, Results, ResultsFile};
use larboard::storage::save_manager::{SaveManager, SaveState};
use larboard::storage::stats::Stats;
use serde_json::{Value, json};

use super::Home;

/// Seeds of one-handed Single Left, which its forced moves play by themselves: won and lost.
const WON: u64 = 14;
const LOST: u64 = 15;

impl Home {
    fn file(&self) -> PathBuf {
        self.join("results.jsonl")
    }

    fn stats(&self, arguments: &str) -> (bool, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_larboard"))
            .arg("stats")
            .args(arguments.split_whitespace())
            .env("LARBOARD_HOME", self.path())
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm")
            .output()
            .expect("larboard");
        let told = if output.status.success() {
            output.stdout
        } else {
            output.stderr
        };
        (
            output.status.success(),
            String::from_utf8(told).expect("text"),
        )
    }
}

/// A player at a table of one's own.
struct Player {
    keeper: SaveManager,
    sitting: PlayedGame<Variant>,
    kept: SaveState,
}

impl Player {
    fn deal(keeper: SaveManager, game: &str, seed: u64) -> Player {
        let profile = Variant::info_by_id(game).expect("a game");
        let rules = Variant::with_options(profile, &[]).expect("the defaults");
        let sitting = PlayedGame::new(Game::new(rules, seed));
        let kept = SaveState::new(&sitting);
        Player {
            keeper,
            sitting,
            kept,
        }
    }

    fn deal_anew(self, game: &str, seed: u64) -> Player {
        Player::deal(self.keeper, game, seed)
    }

    /// As the program does after every move.
    fn keep(self) -> Player {
        let outcome = GameOutcome::from_status(self.sitting.game.status());
        self.keep_as(outcome)
    }

    fn keep_as(mut self, outcome: GameOutcome) -> Player {
        let now = Timestamp::UNIX_EPOCH;
        let told = self
            .keeper
            .save_if_changed(&mut self.kept, &self.sitting, outcome, now);
        assert_eq!(told, None);
        self
    }

    fn moves(mut self, count: usize) -> Player {
        for _ in 0..count {
            let mv = self.sitting.game.legal_moves()[0];
            self.sitting.game.play(mv).expect("a legal move");
            self = self.keep();
        }
        self
    }

    fn play_out(mut self) -> Player {
        while self.sitting.game.status() == Status::Playing {
            self = self.moves(1);
        }
        self
    }

    fn undo(mut self) -> Player {
        self.sitting.game.undo().expect("a move");
        self.keep()
    }

    fn give_up(self) -> Player {
        self.keep_as(GameOutcome::GivenUp)
    }

    /// Games played and won, won in a row, and at best.
    fn counts(&self) -> Vec<[usize; 4]> {
        let all = Stats::for_all_games(self.keeper.results());
        all.iter()
            .map(|one| [one.played, one.won, one.streak, one.best_streak])
            .collect()
    }
}

fn single_left(home: &Home, seed: u64) -> Player {
    Player::deal(home.keeper(), "single-left", seed)
}

#[test]
fn a_deal_without_a_move_counts_for_nothing() {
    let home = Home::new();
    let player = single_left(&home, 1)
        .keep()
        .deal_anew("single-left", 2)
        .keep();
    assert_eq!(player.counts(), [[0; 4]; 0]);
    let player = player.give_up();
    assert_eq!(player.counts(), [[0; 4]; 0]);
    assert!(!home.file().exists());
}

#[test]
fn a_game_that_is_left_counts_for_nothing_until_another_is_begun_over_it() {
    let home = Home::new();
    let player = Player::deal(home.keeper(), "moving-left", 1).moves(3);
    assert_eq!(player.counts(), [[0; 4]; 0]);
    let player = player.deal_anew("moving-left", 2).keep();
    assert_eq!(player.counts(), [[0; 4]; 0], "nothing was begun over it");
    let player = player.moves(1);
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
    let player = player.deal_anew("oscillation", 2).moves(1);
    assert_eq!(
        player.counts(),
        [[1, 0, 0, 0]],
        "another game has its own sitting"
    );
}

#[test]
fn coming_back_to_a_game_takes_its_loss_back() {
    let home = Home::new();
    let player = single_left(&home, WON).moves(3);
    let first = player.kept.id().expect("an id").clone();
    let mut player = player.deal_anew("single-left", LOST).play_out();
    assert_eq!(player.counts(), [[2, 0, 0, 0]]);
    let (sitting, kept) = player
        .keeper
        .load(&first, Timestamp::UNIX_EPOCH)
        .expect("the first");
    let player = Player {
        sitting,
        kept,
        ..player
    };
    let player = player.moves(1);
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
    let player = player.play_out();
    assert_eq!(player.counts(), [[2, 1, 1, 1]]);
}

#[test]
fn giving_up_is_a_loss_unless_it_is_taken_back() {
    let home = Home::new();
    let player = Player::deal(home.keeper(), "moving-left", 1).moves(3);
    let player = player.give_up();
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
    let player = player.keep();
    assert_eq!(player.counts(), [[0; 4]; 0]);
    let mut player = player.give_up();
    assert_eq!(player.keeper.unfinished_games().0.len(), 0);
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
}

#[test]
fn a_win_undone_and_won_again_counts_once_and_stays_a_win_meanwhile() {
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
fn a_loss_undone_goes_on() {
    let home = Home::new();
    let player = single_left(&home, LOST).play_out();
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
    let player = player.undo();
    assert_eq!(player.counts(), [[0; 4]; 0]);
    let player = player.play_out();
    assert_eq!(player.counts(), [[1, 0, 0, 0]]);
}

#[test]
fn streaks_are_of_games_in_a_row() {
    let home = Home::new();
    let mut player = single_left(&home, WON);
    for (seed, streak) in [(WON, 1), (WON, 2), (LOST, 0), (WON, 1)] {
        player = player.deal_anew("single-left", seed).play_out();
        assert_eq!(player.counts()[0][2], streak);
    }
    assert_eq!(player.counts(), [[4, 3, 1, 2]]);
    // A win taken back and won again is not won in a row with itself.
    let player = player.undo().play_out();
    assert_eq!(player.counts(), [[4, 3, 1, 2]]);
}

#[test]
fn wins_the_solver_showed_or_that_were_taken_over_set_no_record() {
    let home = Home::new();
    let mut player = single_left(&home, WON);
    player.sitting.solver_moves_shown = 3;
    let player = player.play_out();
    let all = Stats::for_all_games(player.keeper.results());
    assert_eq!((all[0].won, all[0].assisted_wins), (1, 1));
    assert!(all[0].win_seconds.is_empty());
    let (_, told) = home.stats("");
    assert!(
        told.contains("1 win with moves shown by the solver"),
        "{told}"
    );
    let mut player = player.deal_anew("single-left", WON).moves(4);
    player.sitting = PlayedGame::branch_from(&player.sitting.game).expect("a game");
    player.kept = SaveState::new(&player.sitting);
    let player = player.play_out();
    let all = Stats::for_all_games(player.keeper.results());
    assert_eq!((all[0].won, all[0].win_moves.len()), (2, 0));
}

#[test]
fn a_history_cut_at_any_byte_keeps_every_whole_line_and_takes_more() {
    let home = Home::new();
    let player = single_left(&home, WON).play_out();
    let player = player.deal_anew("single-left", LOST).play_out();
    player.deal_anew("single-left", WON).play_out();
    let whole = fs::read(home.file()).expect("a file");
    let mut one = Results::default();
    one.read(&*whole).expect("results");
    let another = one.counted().next_back().expect("a result");
    assert_eq!(one.counted().count(), 3);
    for cut in 0..=whole.len() {
        let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
        // The last byte is only the end of the line.
        let next = whole.get(cut);
        let lines = lines + usize::from(cut > 0 && next == Some(&b'\n'));
        fs::write(home.file(), &whole[..cut]).expect("a file");
        let (mut history, _) = ResultsFile::open(home.file()).expect("a history");
        assert_eq!(history.results().counted().count(), lines, "cut at {cut}");
        let mut more = GameResult::clone(another);
        more.id = larboard::storage::save_dir::SaveId::parse("more").expect("an id");
        history.append(more).expect("added");
        let (again, _) = ResultsFile::open(home.file()).expect("a history");
        assert_eq!(again.results().counted().count(), lines + 1, "cut at {cut}");
        assert!(
            fs::read(home.file())
                .expect("a file")
                .starts_with(&whole[..cut])
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_that_comes_and_goes_in_their_place_keeps_nobody_waiting() {
    use std::os::unix::fs::symlink;
    use std::thread;
    use std::time::{Duration, Instant};

    let home = Home::new();
    let made = Command::new("mkfifo").arg(home.join("pipe")).status();
    assert!(made.expect("mkfifo").success());
    fs::write(home.join("plain"), "").expect("a file");
    let put = |what: &str| {
        symlink(what, home.join("link")).expect("a link");
        fs::rename(home.join("link"), home.file()).expect("a link");
    };
    put("plain");
    let file = home.file();
    let reader = thread::spawn(move || {
        for _ in 0..20_000 {
            _ = ResultsFile::open(file.clone());
        }
    });
    let start = Instant::now();
    while !reader.is_finished() {
        assert!(start.elapsed() < Duration::from_secs(30), "it waits");
        put("pipe");
        put("plain");
    }
}

#[test]
fn counts_that_no_game_has_tell_nothing() {
    let home = Home::new();
    single_left(&home, WON).play_out();
    let line = fs::read_to_string(home.file()).expect("a file");
    let mut text = line.clone();
    for (count, most) in [("home", 52), ("left", 52), ("moves", 100_000)] {
        for (n, wrong) in [most + 1, 1000, 1_000_000_000_000_u64, u64::MAX]
            .into_iter()
            .filter(|&wrong| wrong > most)
            .enumerate()
        {
            let mut said: Value = serde_json::from_str(&line).expect("JSON");
            said["id"] = format!("{count}-{n}").into();
            said[count] = wrong.into();
            text += &format!("{said}\n");
        }
    }
    fs::write(home.file(), text).expect("a file");
    let (done, told) = home.stats("");
    assert!(done && told.contains("1 game, 1 won"), "{told}");
    assert!(told.lines().count() < 20, "{told}");
}

#[test]
fn a_line_without_end_is_passed_over_and_said() {
    let home = Home::new();
    single_left(&home, WON).play_out();
    let line = fs::read_to_string(home.file()).expect("a file");
    let other = line.replace("\"id\":\"", "\"id\":\"another-");
    let endless = "x".repeat(1 << 20);
    fs::write(home.file(), format!("{line}{endless}\n{other}")).expect("a file");
    let (keeper, _) = SaveManager::open(Some(home.path().into()));
    assert_eq!(keeper.results().counted().count(), 2);
    let (done, told) = home.stats("");
    assert!(
        !done && told.ends_with("lines of over 64 KiB that were not read: 1\n"),
        "{told}"
    );
}

#[test]
fn lines_that_mean_nothing_spoil_nothing() {
    let home = Home::new();
    single_left(&home, WON).play_out();
    let line = fs::read_to_string(home.file()).expect("a file");
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
    let new = line.replace("\"outcome\"", "\"mood\":\"merry\",\"outcome\"");
    fs::write(home.file(), text + &new).expect("a file");
    assert_eq!(single_left(&home, 1).counts(), [[1, 1, 1, 1]]);
}

#[test]
fn stats_are_told_for_each_game_and_rule_set() {
    let home = Home::new();
    assert_eq!(
        home.stats(""),
        (true, "no game has come to a result yet\n".into())
    );
    assert_eq!(home.stats("--json"), (true, String::new()));
    let mut player = single_left(&home, WON);
    for (seed, seconds) in [(WON, 100), (LOST, 1), (WON, 50), (WON, 61)] {
        player = player.deal_anew("single-left", seed);
        player.sitting.seconds = seconds;
        player = player.play_out();
    }
    let moves = player.sitting.game.moves().len();
    drop(player.deal_anew("moosehide", 1).moves(2).give_up());
    let (good, json) = home.stats("--json");
    assert!(good);
    let lines: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(
        lines,
        [
            json!({"game": "moosehide", "rules": {"layout": "open-reserve"}, "played": 1, "won": 0,
                "streak": 0, "best_streak": 0, "best_seconds": null, "median_seconds": null,
                "best_moves": null, "median_moves": null}),
            json!({"game": "single-left", "played": 4, "won": 3, "streak": 2, "best_streak": 2,
                "rules": {"style": "one-handed", "discards": "forced", "redeals": "0"},
                "best_seconds": 50, "median_seconds": 61, "best_moves": moves,
                "median_moves": moves}),
        ]
    );
    let (_, told) = home.stats("single-left");
    for words in [
        "Single Left\n",
        "4 games, 3 won",
        "75 %",
        "2 won in a row, at best 2",
        "50 s at best, 1 min 1 s in the middle",
        "█ ",
        "none    ",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("Moosehide"), "{told}");
    let (_, told) = home.stats("--ascii");
    assert!(told.is_ascii(), "{told}");
    let (good, told) = home.stats("chess");
    assert!(
        !good && told.starts_with("error: no game is called"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1);
}

#[cfg(unix)]
#[test]
fn what_is_played_by_typed_lines_counts_too() {
    let home = Home::new();
    let script = format!(
        "for i in $(seq 60); do echo all; echo middle; echo draw; done | \"$0\" single-left --seed {WON} --plain --export game.json >told"
    );
    let status = Command::new("/bin/sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_larboard")])
        .env("LARBOARD_HOME", home.path())
        .current_dir(home.path())
        .status();
    assert!(status.expect("a shell").success());
    let (_, told) = home.stats("--json");
    assert!(told.contains("\"played\":1,\"won\":1"), "{told}");
    let record = fs::read_to_string(home.join("game.json")).expect("a record");
    assert!(!record.contains("\"finished\": null"), "{record}");
}
