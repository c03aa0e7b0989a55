//! Saved sittings: nothing that was shown is lost, nothing that was saved is harmed.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use jiff::Timestamp;
use larboard::game::Game;
use larboard::record::{PlayedGame, Record};
use larboard::rules::Variant;
use larboard::storage::results::GameOutcome;
use larboard::storage::save_dir::{SaveDir, SaveId};
use larboard::storage::save_manager::{SaveManager, SaveState};

use super::Home;

fn sitting(game: &str, seed: u64) -> PlayedGame<Variant> {
    let profile = Variant::info_by_id(game).expect("a game");
    let rules = Variant::with_options(profile, &[]).expect("the defaults");
    PlayedGame::new(Game::new(rules, seed))
}

fn play_on(sitting: &mut PlayedGame<Variant>, moves: usize) {
    for _ in 0..moves {
        let mv = sitting.game.legal_moves()[0];
        sitting.game.play(mv).expect("a legal move");
    }
}

/// A sitting with some moves, saved.
fn saved(
    keeper: &mut SaveManager,
    game: &str,
    seed: u64,
    moves: usize,
) -> (PlayedGame<Variant>, SaveState) {
    let mut sitting = sitting(game, seed);
    let mut kept = SaveState::new(&sitting);
    play_on(&mut sitting, moves);
    let told = keeper.save_if_changed(
        &mut kept,
        &sitting,
        GameOutcome::Playing,
        Timestamp::UNIX_EPOCH,
    );
    assert_eq!(told, None);
    (sitting, kept)
}

fn seeds(keeper: &mut SaveManager) -> Vec<u64> {
    let (unfinished, wrong) = keeper.unfinished_games();
    assert_eq!(wrong, None);
    let seeds = unfinished.iter().map(|saved| saved.seed.expect("a seed"));
    seeds.collect()
}

/// How the games ended that are over, the last first.
fn over(keeper: &SaveManager) -> Vec<GameOutcome> {
    keeper.results().finished().map(|one| one.outcome).collect()
}

/// A game by typed lines that is talked to line by line.
struct Talk {
    game: Child,
    input: ChildStdin,
    answers: BufReader<std::process::ChildStdout>,
}

impl Talk {
    fn new(home: &Home, arguments: &str) -> Talk {
        let mut game = home
            .command(&format!("{arguments} --plain"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("larboard");
        let input = game.stdin.take().expect("its input");
        let answers = BufReader::new(game.stdout.take().expect("its output"));
        let mut talk = Talk {
            game,
            input,
            answers,
        };
        talk.until("Type a move");
        talk
    }

    /// The lines up to one that begins so.
    fn until(&mut self, start: &str) -> String {
        let mut all = String::new();
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).expect("an answer");
            assert!(read > 0, "never came: {start}\n{all}");
            all += &line;
            if line.starts_with(start) {
                return all;
            }
        }
    }

    fn say(&mut self, line: &str, answer: &str) -> String {
        writeln!(self.input, "{line}").expect("its input");
        self.until(answer)
    }

    fn kill(mut self) {
        self.game.kill().expect("an end");
        self.game.wait().expect("an end");
    }
}

#[test]
fn a_killed_game_is_taken_up_with_every_move_that_was_answered() {
    let home = Home::new();
    let mut moves = 0;
    for round in 1..=20 {
        let arguments = if round == 1 {
            "moving-left --seed 42"
        } else {
            "moving-left"
        };
        let mut talk = Talk::new(&home, arguments);
        for _ in 0..round % 4 {
            talk.say("draw", "dealt");
            moves += 1;
        }
        if round % 3 == 0 {
            talk.say("undo", "taken back");
            talk.say("undo", "taken back");
            talk.say("redo", "made again");
            moves -= 1;
        }
        talk.kill();
        let records = home.records("sittings");
        assert_eq!(records.len(), 1);
        assert_eq!((records[0].moves.len(), records[0].seed), (moves, Some(42)));
    }
    assert!(home.records("sittings")[0].undos > 4);
    let told = home.told("moving-left", "undo\nredo\n");
    assert!(
        told.starts_with(&format!("taken up where it was left, at move {moves}\n")),
        "{told}"
    );
    assert!(
        told.contains("taken back: ") && told.contains("made again: "),
        "{told}"
    );
}

#[test]
fn the_time_it_took_and_the_hints_go_on_where_they_were() {
    let home = Home::new();
    let mut keeper = home.keeper();
    let (mut sitting, kept) = saved(&mut keeper, "moosehide", 3, 4);
    sitting.seconds = 1000;
    sitting.hints = 7;
    keeper
        .close(&kept, &sitting, Timestamp::UNIX_EPOCH)
        .expect("saved");
    drop(keeper);
    home.told("moosehide", "hint\n");
    let record = &home.records("sittings")[0];
    assert!(record.seconds >= 1000);
    assert_eq!(record.hints, 8);
}

#[test]
fn a_deal_without_a_move_is_not_kept() {
    let home = Home::new();
    home.told("moving-left --seed 1", "table\nhint\nt1-t2\nundo\nquit\n");
    assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 0);
    home.told("moving-left --seed 1", "draw\nundo\n");
    assert_eq!(
        home.records("sittings").len(),
        1,
        "a move taken back was made"
    );
}

#[test]
fn a_seed_a_day_and_a_rule_deal_afresh_and_the_sitting_before_is_kept() {
    let home = Home::new();
    home.told("moving-left --seed 7", "draw\ndraw\n");
    assert!(home.told("moving-left", "").starts_with("taken up"));
    for afresh in ["--seed 7", "--daily", "--rule foundation-return=no"] {
        let told = home.told(&format!("moving-left {afresh}"), "quit\n");
        assert!(!told.contains("taken up"), "{afresh}: {told}");
    }
    assert_eq!(
        home.records("sittings").len(),
        1,
        "no deal without a move is kept"
    );
}

#[test]
fn each_game_has_its_own_sitting_and_the_one_played_last_is_taken_up() {
    let home = Home::new();
    home.told("moving-left --seed 1", "draw\n");
    home.told("moving-left --seed 2", "draw\ndraw\n");
    home.told("oscillation --seed 3", "deal\n");
    assert!(home.told("moving-left", "").contains("at move 2"));
    assert!(home.told("oscillation", "").contains("at move 1"));
    assert!(!home.told("moosehide", "").contains("taken up"));
    assert_eq!(seeds(&mut home.keeper()).len(), 3);
}

#[test]
fn a_clock_that_is_set_back_during_play_changes_no_order() {
    let home = Home::new();
    let hour = |hour: i64| Timestamp::from_second(1_800_000_000 + 3600 * hour).expect("a time");
    let mut keeper = home.keeper();
    let mut play = |sitting: &mut PlayedGame<Variant>, kept: &mut SaveState, now: Timestamp| {
        play_on(sitting, 1);
        let told = keeper.save_if_changed(kept, sitting, GameOutcome::Playing, now);
        assert_eq!(told, None);
        seeds(&mut keeper)
    };
    let [mut first, mut second] = [1, 2].map(|seed| sitting("moving-left", seed));
    let [mut kept, mut kept_second] = [&first, &second].map(SaveState::new);
    assert_eq!(play(&mut first, &mut kept, hour(12)), [1]);
    assert_eq!(play(&mut second, &mut kept_second, hour(13)), [2, 1]);
    assert_eq!(play(&mut first, &mut kept, hour(9)), [1, 2]);
    assert_eq!(play(&mut second, &mut kept_second, hour(8)), [2, 1]);
    drop(keeper);

    let mut keeper = home.keeper();
    assert_eq!(seeds(&mut keeper), [2, 1]);
    let id = kept.id().expect("an id");
    let (mut first, mut kept) = keeper.load(id, hour(-1000)).expect("a sitting");
    assert_eq!(seeds(&mut keeper), [1, 2]);
    // The clock is set right again.
    play_on(&mut first, 1);
    keeper.save_if_changed(&mut kept, &first, GameOutcome::Playing, hour(14));
    assert_eq!(seeds(&mut home.keeper()), [1, 2]);
    assert_eq!(home.records("sittings").len(), 2);
}

#[test]
fn a_game_that_ends_before_it_began_by_the_clock_counts_where_it_was_played() {
    let home = Home::new();
    let hour = |hour: i64| Timestamp::from_second(1_800_000_000 + 3600 * hour).expect("a time");
    let mut keeper = home.keeper();
    for (seed, began, ended) in [(14, 12, 13), (15, 14, 6), (14, 7, 5)] {
        let mut sitting = sitting("single-left", seed);
        sitting.started = Some(hour(began));
        let mut kept = SaveState::new(&sitting);
        while let Some(&mv) = sitting.game.legal_moves().first() {
            sitting.game.play(mv).expect("a legal move");
        }
        sitting.finished = Some(hour(ended));
        let outcome = GameOutcome::from_status(sitting.game.status());
        assert_eq!(
            keeper.save_if_changed(&mut kept, &sitting, outcome, hour(ended)),
            None
        );
        assert!(keeper.close(&kept, &sitting, hour(ended)).is_ok());
    }
    let keeper = home.keeper();
    let over = keeper.results().finished();
    let over: Vec<_> = over.map(|one| (one.outcome, one.ended)).collect();
    assert_eq!(
        over,
        [
            (GameOutcome::Won, Some(hour(5))),
            (GameOutcome::Lost, Some(hour(6))),
            (GameOutcome::Won, Some(hour(13))),
        ],
        "the last first"
    );
    let records = home.records("sittings");
    assert!(records.iter().all(|record| record.to_session().is_ok()));
}

#[test]
fn a_second_window_deals_anew_and_says_why() {
    let home = Home::new();
    let mut first = Talk::new(&home, "moving-left --seed 42");
    first.say("draw", "dealt");
    let told = home.told("moving-left", "draw\ndraw\n");
    assert!(
        told.starts_with("another window has this game on its table"),
        "{told}"
    );
    first.say("draw", "dealt");
    first.say("draw", "dealt");
    first.kill();
    let mut moves: Vec<_> = home
        .records("sittings")
        .iter()
        .map(|one| one.moves.len())
        .collect();
    moves.sort_unstable();
    assert_eq!(moves, [2, 3]);
    assert!(home.told("moving-left", "").contains("at move 3"));
}

fn id() -> SaveId {
    SaveId::parse("20260101-0000000000000001").expect("an id")
}

#[test]
fn however_windows_come_and_go_one_at_a_time_has_a_sitting() {
    let home = Home::new();
    let taken = AtomicBool::new(false);
    let held = AtomicUsize::new(0);
    let come_and_go = || {
        let mut window = SaveDir::new(home.path().into());
        for _ in 0..5000 {
            if window.lock(&id()).expect("a lock") {
                assert!(!taken.swap(true, Ordering::SeqCst), "two have it");
                held.fetch_add(1, Ordering::SeqCst);
                thread::yield_now();
                taken.store(false, Ordering::SeqCst);
                window.unlock(&id());
            }
        }
    };
    thread::scope(|windows| {
        for _ in 0..8 {
            windows.spawn(come_and_go);
        }
    });
    assert!(held.into_inner() > 0);
}

#[test]
fn looking_who_has_a_sitting_makes_no_lock_and_removes_none() {
    let home = Home::new();
    let lock = home.join(&format!("{}.lock", id()));
    let [mut one, other] = [0, 1].map(|_| SaveDir::new(home.path().into()));
    assert!(!other.is_locked_by_other(&id()));
    assert!(!lock.exists());
    assert!(one.lock(&id()).expect("a lock"));
    assert!(other.is_locked_by_other(&id()) && !one.is_locked_by_other(&id()));
    assert!(lock.exists());
    one.unlock(&id());
    // As a window that was killed leaves it.
    fs::write(&lock, "").expect("a file");
    assert!(!other.is_locked_by_other(&id()));
    assert!(lock.exists());
    assert!(one.lock(&id()).expect("a lock"), "nobody's");
}

#[test]
fn what_a_window_killed_while_it_saved_has_left_is_gone_with_the_next_start() {
    let home = Home::new();
    home.told("moving-left --seed 1", "draw\n");
    let folder = home.join("sittings");
    let half = folder.join(format!(".{}.new", id()));
    fs::write(&half, "{").expect("a file");
    let mine = folder.join(".my own.new");
    fs::write(&mine, "mine").expect("a file");
    let mut saving = SaveDir::new(folder.clone());
    assert!(saving.lock(&id()).expect("a lock"));
    home.told("moving-left", "");
    assert!(half.exists(), "a window saves now");
    saving.unlock(&id());
    assert!(home.told("moving-left", "").contains("at move 1"));
    assert_eq!(home.files("sittings", "new"), [mine], "no business of ours");
}

#[test]
fn what_is_no_sitting_is_put_aside_and_said_and_play_goes_on() {
    for (wrong, why) in [
        ("", "not JSON"),
        ("{\"format\": \"larboard/1\", \"ga", "not JSON"),
        ("{\"format\": \"larboard/2\"}", "format: \"larboard/2\""),
        ("\u{1b}[2J", "not JSON"),
        ("[1, 2]", "not a JSON object"),
    ] {
        let home = Home::new();
        home.told("moving-left --seed 1", "draw\n");
        home.told("moving-left --seed 2", "draw\ndraw\n");
        let last = home
            .saved()
            .into_iter()
            .find(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("\"seed\": 2")))
            .expect("the second");
        fs::write(&last, wrong).expect("a file");
        let told = home.told("moving-left", "draw\nquit\n");
        let first = told.lines().next().expect("a line");
        assert!(first.starts_with("set aside as "), "{first}");
        assert!(first.contains(why), "{first}");
        assert!(!first.contains('\x1b'));
        assert!(told.contains("dealt"), "{told}");
        let aside = home.files("sittings", "set-aside");
        assert_eq!(fs::read_to_string(&aside[0]).expect("a file"), wrong);
        assert_eq!(
            home.records("sittings")[0].moves.len(),
            2,
            "the first was taken up"
        );
    }
}

#[test]
fn a_sitting_whose_moves_are_not_legal_is_put_aside_too() {
    let home = Home::new();
    home.told("moving-left --seed 1", "draw\ndraw\n");
    let path = &home.saved()[0];
    let text = fs::read_to_string(path).expect("a file");
    fs::write(path, text.replacen("\"draw\"", "\"t1-f1\"", 1)).expect("a file");
    let told = home.told("moving-left", "draw\n");
    assert!(told.starts_with("set aside as "), "{told}");
    assert!(told.contains("move 1"), "{told}");
}

#[cfg(unix)]
#[test]
fn where_nothing_can_be_saved_that_is_said_once_and_the_game_goes_on() {
    for (what, home) in [("sittings", Home::new()), ("", Home::new())] {
        // A file where the folder should be.
        let folder = if what.is_empty() {
            fs::remove_dir(home.path()).expect("a folder");
            home.path().into()
        } else {
            home.join(what)
        };
        fs::write(&folder, "mine").expect("a file");
        let mut command = home.command("moving-left --seed 1 --plain");
        let game = command
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut game = game.expect("larboard");
        let mut input = game.stdin.take().expect("its input");
        input.write_all(b"draw\ndraw\ndraw\n").expect("its input");
        drop(input);
        let output = game.wait_with_output().expect("its end");
        let told = String::from_utf8(output.stdout).expect("text");
        assert_eq!(told.matches("dealt").count(), 3, "{told}");
        assert_eq!(told.matches("not saved: ").count(), 1, "{told}");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(error.lines().count(), 1);
        let (_, place) = error.split_once("its record is in ").expect("a place");
        let place = place.trim().trim_end_matches(" instead");
        let record = Record::from_slice(&fs::read(place).expect("a file")).expect("a record");
        assert_eq!(record.moves.len(), 3);
        fs::remove_file(place).expect("a file");
        assert_eq!(fs::read(&folder).expect("a file"), b"mine");
        if what.is_empty() {
            fs::remove_file(&folder).expect("a file");
        }
    }
}

#[test]
fn what_could_not_be_saved_is_saved_as_soon_as_it_can_be() {
    let home = Home::new();
    let folder = home.join("sittings");
    let mut keeper = home.keeper();
    let (mut sitting, mut kept) = saved(&mut keeper, "moving-left", 1, 2);
    let kind = home.saved();
    let before = fs::read(&kind[0]).expect("a file");
    // The folder is gone, and a file in its place.
    let away = home.join("away");
    fs::rename(&folder, &away).expect("a folder");
    fs::write(&folder, "").expect("a file");
    let mut keep = |sitting: &PlayedGame<Variant>| {
        keeper.save_if_changed(
            &mut kept,
            sitting,
            GameOutcome::Playing,
            Timestamp::UNIX_EPOCH,
        )
    };
    play_on(&mut sitting, 1);
    assert!(keep(&sitting).expect("words").starts_with("not saved: "));
    play_on(&mut sitting, 1);
    assert_eq!(keep(&sitting), None, "said once");
    fs::remove_file(&folder).expect("a file");
    fs::rename(&away, &folder).expect("a folder");
    assert_eq!(fs::read(&kind[0]).expect("a file"), before);
    assert_eq!(keep(&sitting), Some("the game is saved again".into()));
    assert_eq!(home.records("sittings")[0].moves.len(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_harms_nothing_that_was_saved() {
    let home = Home::new();
    home.told("moving-left --seed 1", &"draw\n".repeat(40));
    let before = fs::read(&home.saved()[0]).expect("a file");
    // No file may grow beyond 1 KiB: a write fails halfway, as on a full disk.
    let script = "ulimit -f 1; printf 'draw\\ndraw\\nquit\\n' | \"$0\" moving-left --plain";
    let output = Command::new("/bin/bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_larboard")])
        .env("LARBOARD_HOME", home.path())
        .env("TMPDIR", home.path())
        .output()
        .expect("a shell");
    let told = String::from_utf8(output.stdout).expect("text");
    assert_eq!(told.matches("dealt").count(), 2, "{told}");
    assert!(told.contains("not saved: "), "{told}");
    assert!(told.contains("file too large"), "{told}");
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(
        error.starts_with("error: the game is not saved: "),
        "{error}"
    );
    assert_eq!(fs::read(&home.saved()[0]).expect("a file"), before);
    // Nothing that was begun in vain stays behind.
    let entries = fs::read_dir(home.path()).expect("a folder");
    assert_eq!(entries.count(), 1);
    let entries = fs::read_dir(home.join("sittings")).expect("a folder");
    assert_eq!(entries.count(), 1);
}

#[test]
fn a_game_that_ended_before_that_was_written_down_is_counted_all_the_same() {
    let home = Home::new();
    let mut lost = sitting("single-left", 15);
    while let Some(&mv) = lost.game.legal_moves().first() {
        lost.game.play(mv).expect("a legal move");
    }
    fs::create_dir(home.join("sittings")).expect("a folder");
    let file = home.join("sittings/20260101-0000000000000001.json");
    fs::write(file, Record::from_session(&lost).to_string()).expect("a file");
    let mut keeper = home.keeper();
    assert_eq!(seeds(&mut keeper), [0; 0]);
    assert_eq!(over(&keeper), [GameOutcome::Lost]);
    assert_eq!(over(&home.keeper()), [GameOutcome::Lost]);
}

#[cfg(unix)]
#[test]
fn what_only_looks_like_a_file_keeps_nobody_waiting() {
    let home = Home::new();
    home.told("moving-left --seed 42", "draw\n");
    let pipe = |name: &str| {
        let made = Command::new("mkfifo").arg(home.join(name)).status();
        assert!(made.expect("mkfifo").success());
    };
    pipe("sittings/x.json");
    fs::create_dir(home.join("sittings/y.json")).expect("a folder");
    let told = home.told("moving-left", "draw\n");
    assert!(told.contains("move 1: playing"), "{told}");
    let (saved, wrong) = home.keeper().unfinished_games();
    assert_eq!(saved.len(), 1);
    let wrong = wrong.expect("a line");
    assert!(wrong.contains("it is no file"), "{wrong}");
    assert!(wrong.contains("(and 1 more like it)"), "{wrong}");
    // Nothing was renamed.
    assert_eq!(home.files("sittings", "set-aside"), [] as [PathBuf; 0]);

    // A lock that cannot be had keeps nobody from playing on.
    let path = home.saved().into_iter().find(|path| path.is_file());
    let id = path.expect("a record").with_extension("lock");
    pipe(&format!(
        "sittings/{}",
        id.file_name().expect("a name").display()
    ));
    let output = home.play("moving-left", "draw\n");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("error: the game is not saved: "), "{said}");
    assert!(said.contains("it is no file; its record is in "), "{said}");

    pipe("results.jsonl");
    let told = home.told("moving-left --seed 7", "quit\n");
    assert!(told.contains("it is no file"), "{told}");
    let (mut keeper, wrong) = SaveManager::open(Some(home.path().into()));
    assert!(wrong.expect("a line").ends_with("it is no file"));
    assert!(
        keeper
            .reload_results()
            .expect("a line")
            .ends_with("it is no file")
    );
    fs::remove_file(home.join("results.jsonl")).expect("a pipe");
    std::os::unix::fs::symlink("/dev/zero", home.join("results.jsonl")).expect("a link");
    assert!(
        keeper
            .reload_results()
            .expect("a line")
            .ends_with("it is no file")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_sitting_that_cannot_be_read_just_now_stays_where_it_is() {
    let home = Home::new();
    home.told("moving-left --seed 42", "draw\n");
    let [path] = &home.saved()[..] else {
        panic!("one sitting");
    };
    // A file that opens and whose first byte cannot be read.
    let whole = fs::read(path).expect("a record");
    fs::remove_file(path).expect("removed");
    std::os::unix::fs::symlink("/proc/self/mem", path).expect("a link");
    let (saved, wrong) = home.keeper().unfinished_games();
    assert!(saved.is_empty());
    let wrong = wrong.expect("a line");
    assert!(wrong.starts_with("saved game "), "{wrong}");
    fs::remove_file(path).expect("nothing was renamed");
    fs::write(path, whole).expect("a record");
    assert_eq!(home.keeper().unfinished_games().0.len(), 1);
}

#[cfg(unix)]
#[test]
fn a_signal_to_end_leaves_what_was_typed_ahead_unplayed() {
    for signal in ["TERM", "HUP"] {
        let home = Home::new();
        let mut game = home
            .command("moving-left --seed 42 --plain")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("larboard");
        let lines = format!("draw\nverdict\n{}", "draw\n".repeat(20));
        let mut input = game.stdin.take().expect("its input");
        input.write_all(lines.as_bytes()).expect("typed");
        drop(input);
        // The search begins when the answer to the move is out.
        let mut told = BufReader::new(game.stdout.take().expect("its output")).lines();
        assert!(told.any(|line| line.expect("text").starts_with("dealt ")));
        let id = game.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.expect("kill").success());
        assert!(told.all(|line| !line.expect("text").starts_with("dealt ")));
        assert!(game.wait().expect("its end").success());
        assert_eq!(home.records("sittings")[0].moves.len(), 1);
    }
}

#[test]
fn a_result_that_cannot_be_written_down_is_said_and_the_game_is_saved() {
    let home = Home::new();
    home.told("moving-left --seed 42", "draw\n");
    fs::create_dir(home.join("results.jsonl")).expect("a folder");
    let output = home.play("moving-left", "draw\ngive-up\nquit\n");
    let told = String::from_utf8_lossy(&output.stdout);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let line = "the result is not written down: ";
    assert!(told.contains(line) && !told.contains("not saved"), "{told}");
    assert!(said.starts_with(&format!("error: {line}")), "{said}");
    assert_eq!(said.lines().count(), 1);
    assert_eq!(home.records("sittings")[0].moves.len(), 2);

    // As soon as it can be it is, and nobody is brought back to a game that was given up.
    let (mut keeper, _) = SaveManager::open(Some(home.path().into()));
    assert_eq!(seeds(&mut keeper), [0; 0]);
    fs::remove_dir(home.join("results.jsonl")).expect("a folder");
    let told = home.told("moving-left", "quit\n");
    assert!(told.contains("move 0: playing"), "{told}");
    assert_eq!(over(&home.keeper()), [GameOutcome::GivenUp]);
}

#[test]
fn a_game_given_up_and_gone_on_with_is_taken_up_though_neither_could_be_written_down() {
    let home = Home::new();
    home.told("moving-left --seed 42", "draw\n");
    fs::create_dir(home.join("results.jsonl")).expect("a folder");
    let output = home.play("moving-left", "give-up\nundo\nquit\n");
    assert!(output.status.success(), "{output:?}");
    fs::remove_dir(home.join("results.jsonl")).expect("a folder");
    let told = home.told("moving-left", "quit\n");
    assert!(told.contains("seed 42, move 1: playing"), "{told}");
    assert_eq!(over(&home.keeper()), []);
}
