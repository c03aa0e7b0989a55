//! Saved games: no move that was shown is lost, and no saved game is damaged.

use std::fs;
#[cfg(unix)]
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use jiff::Timestamp;
use larboard::game::Game;
use larboard::record::{PlayedGame, Record};
use larboard::review::Review;
use larboard::session::{Dealer, Profile, text};
use larboard::storage::StorageError;
use larboard::storage::file_ops::with_failure;
use larboard::storage::results::GameOutcome;
use larboard::storage::save_dir::{SaveDir, SaveId};
use larboard::storage::save_manager::{SaveManager, SaveNotice, SaveState};
use larboard::storage::settings::SettingsFile;

use super::{DISK_FULL, Home};
use crate::games;

fn new_game(game: &str, seed: u64) -> PlayedGame {
    let rules = games::variant(game, &[]);
    PlayedGame::new(Game::new(rules, seed))
}

fn play_on(played: &mut PlayedGame, moves: usize) {
    for _ in 0..moves {
        let mv = played.game.legal_moves()[0];
        played.game.play(mv).expect("legal move");
    }
}

/// Plays some moves and saves the game.
fn played_and_saved(
    manager: &mut SaveManager,
    game: &str,
    seed: u64,
    moves: usize,
) -> (PlayedGame, SaveState) {
    let mut played = new_game(game, seed);
    let mut state = SaveState::new(&played);
    play_on(&mut played, moves);
    let message = manager.save_if_changed(
        &mut state,
        &played,
        GameOutcome::Playing,
        Timestamp::UNIX_EPOCH,
    );
    assert!(message.is_none(), "{message:?}");
    (played, state)
}

fn seeds(manager: &mut SaveManager) -> Vec<u64> {
    let unfinished = manager.unfinished_games();
    assert!(unfinished.warnings.is_empty(), "{:?}", unfinished.warnings);
    let seeds = unfinished
        .value
        .iter()
        .map(|saved| saved.deal.seed.expect("seed"));
    seeds.collect()
}

/// The outcomes of the finished games, the latest first.
fn finished_outcomes(manager: &SaveManager) -> Vec<GameOutcome> {
    manager
        .results()
        .finished()
        .map(|one| one.outcome)
        .collect()
}

#[test]
fn a_killed_game_resumes_with_every_answered_move() {
    let home = Home::new();
    let mut moves = 0;
    for round in 1..=20 {
        let arguments = if round == 1 {
            "moving-left --seed 42"
        } else {
            "moving-left"
        };
        let mut line_game = home.line_game(arguments);
        for _ in 0..round % 4 {
            line_game.send("draw", "Dealt");
            moves += 1;
        }
        if round % 3 == 0 {
            line_game.send("undo", "Undid");
            line_game.send("undo", "Undid");
            line_game.send("redo", "Redid");
            moves -= 1;
        }
        line_game.kill();
        let records = home.records("saves");
        assert_eq!(records.len(), 1);
        assert_eq!((records[0].moves.len(), records[0].seed), (moves, Some(42)));
    }
    assert!(home.records("saves")[0].undos > 4);
    let stdout = home.stdout_of("moving-left", "undo\nredo\n");
    assert_starts_with!(stdout, &format!("Resumed at move {moves}\n"));
    assert!(
        stdout.contains("Undid: ") && stdout.contains("Redid: "),
        "{stdout}"
    );
}

#[test]
fn a_game_that_was_left_can_be_resumed_in_another_window() {
    let home = Home::new();
    let mut first = home.line_game("moving-left --seed 42");
    first.send("draw", "Dealt");
    first.send("new 7", "Moving Left, seed 7");
    let stdout = home.stdout_of("moving-left", "");
    assert_starts_with!(stdout, "Resumed at move 1\n");
    first.kill();
}

#[test]
fn a_game_that_could_not_be_saved_is_resumed_as_it_was_left() {
    let home = Home::new();
    let mut game = home.line_game("moving-left --seed 42");
    game.send("draw", "Dealt");
    let (saves, away) = (home.join("saves"), home.join("away"));
    fs::rename(&saves, &away).expect("movable folder");
    fs::write(&saves, "mine").expect("writable file");
    game.send("draw", "Game not saved: ");
    game.send("new 7", "Moving Left, seed 7");
    fs::remove_file(&saves).expect("removable file");
    fs::rename(&away, &saves).expect("movable folder");
    game.send("menu", "1. Moving Left, seed 42, 1 move");
    game.send("resume 1", "Resumed at move 2");
    game.kill();
}

#[test]
fn time_and_hints_continue_after_resuming() {
    let home = Home::new();
    let mut manager = home.save_manager();
    let (mut played, state) = played_and_saved(&mut manager, "moving-left", 3, 4);
    played.header.seconds = 1000;
    played.header.hints = 7;
    manager
        .close(&state, &played, Timestamp::UNIX_EPOCH)
        .expect("saved");
    drop(manager);
    home.stdout_of("moving-left", "hint\n");
    let record = &home.records("saves")[0];
    assert!(record.seconds >= 1000);
    assert_eq!(record.hints, 8);
}

#[test]
fn a_deal_without_a_move_is_not_saved() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 1", "table\nhint\nt1-t2\nundo\nquit\n");
    assert!(!home.join("saves").exists());
    home.stdout_of("moving-left --seed 1", "draw\nundo\n");
    assert_eq!(home.records("saves").len(), 1, "an undone move was made");
}

/// Saves a game of one move and leaves it.
fn leave_after_a_move(manager: &mut SaveManager, game: &str, seed: u64, second: i64) -> SaveId {
    let (played, state) = played_and_saved(manager, game, seed, 1);
    let now = Timestamp::from_second(second).expect("a time");
    manager.close(&state, &played, now).expect("saved");
    state.id().expect("saved before").clone()
}

#[test]
fn attempts_at_one_deal_are_one_saved_deal_and_one_game_in_progress() {
    let home = Home::new();
    let mut manager = home.save_manager();
    for n in 0..60 {
        leave_after_a_move(&mut manager, "moosehide", 7, n);
        leave_after_a_move(&mut manager, "yakutat-bay", 7 + n as u64 % 2, n);
    }
    assert_eq!(manager.unfinished_games().value.len(), 120);
    let deals = manager.saved_deals().value;
    let attempts: Vec<usize> = deals.iter().map(|deal| deal.attempts().len()).collect();
    assert_eq!(attempts, [30, 60, 30]);
    for deal in &deals {
        let times: Vec<Timestamp> = deal.attempts().map(|game| game.last_played).collect();
        assert!(times.is_sorted_by(|a, b| a > b), "{times:?}");
        assert_eq!(deal.latest().last_played, times[0]);
    }
    let in_progress: Vec<usize> = manager
        .all_stats()
        .value
        .iter()
        .map(|one| one.in_progress)
        .collect();
    assert_eq!(in_progress, [2, 1]);
    drop(manager);
    let stdout = home.stdout_of("", "menu\n");
    assert!(
        stdout.contains("\n2. Moosehide, seed 7, 1 move, last played 1970-01-01; 60 attempts\n"),
        "{stdout}"
    );
    assert!(!stdout.contains("\n4. "), "{stdout}");
}

#[test]
fn decks_without_a_seed_are_told_apart_by_their_cards() {
    let home = Home::new();
    let mut manager = home.save_manager();
    for seed in [1, 1, 2] {
        let dealt = new_game("moosehide", seed).game;
        let game = Game::from_deck(dealt.rules().clone(), None, dealt.deck());
        let mut played = PlayedGame::new(game);
        let mut state = SaveState::new(&played);
        play_on(&mut played, 1);
        manager.save_if_changed(
            &mut state,
            &played,
            GameOutcome::Playing,
            Timestamp::UNIX_EPOCH,
        );
    }
    let deals = manager.saved_deals().value;
    let attempts: Vec<usize> = deals.iter().map(|deal| deal.attempts().len()).collect();
    assert_eq!(attempts, [1, 2]);
}

#[test]
fn a_forgotten_game_is_gone_with_its_review_and_no_other_is() {
    let home = Home::new();
    let mut manager = home.save_manager();
    let first = leave_after_a_move(&mut manager, "moosehide", 7, 1);
    let second = leave_after_a_move(&mut manager, "moosehide", 8, 2);
    let settings = SettingsFile::open_at(None);
    let mut store = Profile::new(manager, settings, Dealer::from_seed(1));
    store.small_files.save_review(&first, &Review::default());
    let (removed, kept) = store.forget(std::slice::from_ref(&first), None);
    assert!((removed, kept.is_none()) == (1, true));
    assert_eq!(seeds(&mut store.saves), [8]);
    assert_eq!(home.files("saves", "json").len(), 1);
    assert!(home.files("saves", "lock").is_empty());
    assert!(home.files("reviews", "json").is_empty());
    assert!(
        matches!(store.forget(&[first], None), (1, None)),
        "gone already"
    );
    assert!(matches!(
        store.forget(std::slice::from_ref(&second), Some(&second)),
        (0, Some(StorageError::GameOpenHere))
    ));
    assert_eq!(seeds(&mut store.saves), [8]);
}

#[test]
fn forget_names_what_it_removes_and_keeps_what_another_window_plays() {
    let home = Home::new();
    let mut other = home.line_game("moving-left --seed 7");
    other.send("draw", "Dealt");
    let mut manager = home.save_manager();
    for (n, seed) in [7, 7, 8].into_iter().enumerate() {
        leave_after_a_move(&mut manager, "moving-left", seed, 4_000_000_000 + n as i64);
    }
    drop(manager);
    let lines = "forget 9\nforget\nforget 2.4\nforget 1\nforget 1\nforget 1\n";
    let stdout = home.stdout_of("", lines);
    let words = ["forget N", "removed. ", "This game"];
    let is_answer = |line: &&str| words.iter().any(|word| line.contains(word));
    let answers: Vec<&str> = stdout.lines().filter(is_answer).collect();
    let expected = [
        "usage: forget N; menu lists the numbers",
        "usage: forget N; menu lists the numbers",
        "usage: forget N; menu lists the numbers",
        "Moving Left, seed 8: 1 saved game removed. menu lists the others",
        "Moving Left, seed 7: 2 saved games removed. This game is open in another window. menu lists the others",
        "Moving Left, seed 7: This game is open in another window",
    ];
    assert_eq!(answers, expected);
    assert_eq!(home.records("saves").len(), 1, "the one that is played");
    other.send("undo", "Undid");
    other.kill();
}

#[test]
fn deal_arguments_start_a_new_game_and_keep_the_saved_one() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 7", "draw\ndraw\n");
    assert!(home.stdout_of("moving-left", "").starts_with("Resumed"));
    for argument in ["--seed 7", "--daily", "--rule foundation-return=no"] {
        let stdout = home.stdout_of(&format!("moving-left {argument}"), "quit\n");
        assert!(!stdout.contains("Resumed"), "{argument}: {stdout}");
    }
    assert_eq!(
        home.records("saves").len(),
        1,
        "a deal without a move is not saved"
    );
}

#[test]
fn each_game_resumes_its_own_latest_save() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 1", "draw\n");
    home.stdout_of("moving-left --seed 2", "draw\ndraw\n");
    home.stdout_of("oscillation --seed 3", "deal\n");
    assert!(home.stdout_of("moving-left", "").contains("at move 2"));
    assert!(home.stdout_of("oscillation", "").contains("at move 1"));
    assert!(!home.stdout_of("moosehide", "").contains("Resumed"));
    assert_eq!(seeds(&mut home.save_manager()).len(), 3);
}

#[test]
fn setting_the_clock_back_keeps_the_order_of_saves() {
    let home = Home::new();
    let hour = |hour: i64| Timestamp::from_second(1_800_000_000 + 3600 * hour).expect("time");
    let mut manager = home.save_manager();
    let mut play = |played: &mut PlayedGame, state: &mut SaveState, now: Timestamp| {
        play_on(played, 1);
        let notice = manager.save_if_changed(state, played, GameOutcome::Playing, now);
        assert!(notice.is_none(), "{notice:?}");
        seeds(&mut manager)
    };
    let [mut first, mut second] = [1, 2].map(|seed| new_game("moving-left", seed));
    let [mut state, mut second_state] = [&first, &second].map(SaveState::new);
    assert_eq!(play(&mut first, &mut state, hour(12)), [1]);
    assert_eq!(play(&mut second, &mut second_state, hour(13)), [2, 1]);
    assert_eq!(play(&mut first, &mut state, hour(9)), [1, 2]);
    assert_eq!(play(&mut second, &mut second_state, hour(8)), [2, 1]);
    drop(manager);

    let mut manager = home.save_manager();
    assert_eq!(seeds(&mut manager), [2, 1]);
    let id = state.id().expect("id");
    let (mut first, mut state) = manager.load(id, hour(-1000)).expect("saved game");
    assert_eq!(seeds(&mut manager), [1, 2]);
    // The clock is correct again.
    play_on(&mut first, 1);
    manager.save_if_changed(&mut state, &first, GameOutcome::Playing, hour(14));
    assert_eq!(seeds(&mut home.save_manager()), [1, 2]);
    assert_eq!(home.records("saves").len(), 2);
}

#[test]
fn setting_the_clock_back_keeps_the_order_of_results() {
    let home = Home::new();
    let hour = |hour: i64| Timestamp::from_second(1_800_000_000 + 3600 * hour).expect("time");
    let mut manager = home.save_manager();
    for (seed, began, ended) in [(14, 12, 13), (15, 14, 6), (14, 7, 5)] {
        let mut played = new_game("single-left", seed);
        played.started = Some(hour(began));
        let mut state = SaveState::new(&played);
        while let Some(&mv) = played.game.legal_moves().first() {
            played.game.play(mv).expect("legal move");
        }
        played.finished = Some(hour(ended));
        let outcome = GameOutcome::from_status(played.game.status());
        let notice = manager.save_if_changed(&mut state, &played, outcome, hour(ended));
        assert!(notice.is_none(), "{notice:?}");
        assert!(manager.close(&state, &played, hour(ended)).is_ok());
    }
    let manager = home.save_manager();
    let finished = manager.results().finished();
    let finished: Vec<_> = finished.map(|one| (one.outcome, one.ended)).collect();
    assert_eq!(
        finished,
        [
            (GameOutcome::Won, Some(hour(5))),
            (GameOutcome::Lost, Some(hour(6))),
            (GameOutcome::Won, Some(hour(13))),
        ],
        "the latest first"
    );
    let records = home.records("saves");
    assert!(records.iter().all(|record| record.to_played_game().is_ok()));
}

fn id() -> SaveId {
    SaveId::parse("20260101-0000000000000001").expect("id")
}

#[test]
fn a_save_is_locked_by_one_process_at_a_time() {
    let home = Home::new();
    let is_locked = AtomicBool::new(false);
    let lock_count = AtomicUsize::new(0);
    let lock_and_unlock = || {
        let mut saves = SaveDir::new(home.path().into());
        for _ in 0..1000 {
            if saves.lock(&id()).expect("lock") {
                assert!(!is_locked.swap(true, Ordering::SeqCst), "locked twice");
                lock_count.fetch_add(1, Ordering::SeqCst);
                thread::yield_now();
                is_locked.store(false, Ordering::SeqCst);
                saves.unlock(&id());
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(lock_and_unlock);
        }
    });
    assert!(lock_count.into_inner() > 0);
}

#[test]
fn checking_a_lock_neither_creates_nor_removes_it() {
    let home = Home::new();
    let lock = home.join(&format!("{}.lock", id()));
    let [mut one, other] = [0, 1].map(|_| SaveDir::new(home.path().into()));
    assert!(!other.is_locked_by_other(&id()));
    assert!(!lock.exists());
    assert!(one.lock(&id()).expect("lock"));
    assert!(other.is_locked_by_other(&id()) && !one.is_locked_by_other(&id()));
    assert!(lock.exists());
    one.unlock(&id());
    // A lock file that a killed process left.
    fs::write(&lock, "").expect("writable file");
    assert!(!other.is_locked_by_other(&id()));
    assert!(lock.exists());
    assert!(one.lock(&id()).expect("lock"), "no process holds it");
}

#[test]
fn temporary_files_of_a_killed_program_are_removed_at_start() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 1", "draw\n");
    let folder = home.join("saves");
    let leftovers = [home.path(), &folder].map(|folder| folder.join(".larboard-tmp-x1y2z3"));
    for leftover in &leftovers {
        fs::write(leftover, "{").expect("a file");
    }
    let mine = folder.join(".my own.tmp");
    fs::write(&mine, "mine").expect("a file");
    assert!(home.stdout_of("moving-left", "").contains("at move 1"));
    assert!(leftovers.iter().all(|leftover| !leftover.exists()));
    assert!(mine.exists(), "not a file of ours");
}

#[test]
fn an_invalid_save_is_renamed_and_reported() {
    for (content, reason) in [
        ("", "not JSON"),
        ("{\"format\": \"larboard/1\", \"ga", "not JSON"),
        ("{\"format\": \"larboard/2\"}", "format: \"larboard/2\""),
        ("\u{1b}[2J", "not JSON"),
        ("[1, 2]", "expected an object"),
        ("an illegal move", "move 1"),
    ] {
        let home = Home::new();
        home.stdout_of("moving-left --seed 1", "draw\n");
        home.stdout_of("moving-left --seed 2", "draw\ndraw\n");
        let last = home
            .saved_files()
            .into_iter()
            .find(|path| fs::read_to_string(path).is_ok_and(|text| text.contains("\"seed\": 2")))
            .expect("second");
        let content = match content {
            "an illegal move" => fs::read_to_string(&last).expect("readable file").replacen(
                "\"draw\"",
                "\"t1-f1\"",
                1,
            ),
            _ => content.to_owned(),
        };
        fs::write(&last, &content).expect("writable file");
        let stdout = home.stdout_of("moving-left", "draw\nquit\n");
        let first = stdout.lines().next().expect("line");
        assert_starts_with!(first, "Invalid saved game renamed to ");
        assert!(first.contains(reason), "{first}");
        assert!(!first.contains('\x1b'));
        assert!(stdout.contains("Dealt"), "{stdout}");
        let invalid = home.files("saves", "invalid");
        assert_eq!(
            fs::read_to_string(&invalid[0]).expect("readable file"),
            content
        );
        assert_eq!(
            home.records("saves")[0].moves.len(),
            2,
            "the other game was resumed"
        );
    }
}

#[test]
fn an_unwritable_folder_is_reported_once_and_with_the_status_and_play_continues() {
    let home = Home::new();
    fs::write(home.join("saves"), "mine").expect("writable file");
    let output = home.play("moving-left --seed 1", "draw\ndraw\ndraw\nstatus\n");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(stdout.matches("Dealt").count(), 3, "{stdout}");
    let (moves, status) = stdout
        .split_once("Moving Left, seed 1, move 3: ")
        .expect("status");
    for said in [moves, status] {
        assert_eq!(said.matches("ame not saved: ").count(), 1, "{stdout}");
    }
    let error = String::from_utf8_lossy(&output.stderr);
    assert_starts_with!(error, "error: game not saved: ");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert_eq!(home.records("")[0].moves.len(), 3);
    assert_eq!(fs::read(home.join("saves")).expect("a file"), b"mine");
}

#[test]
fn saving_resumes_when_the_folder_is_writable_again() {
    let home = Home::new();
    let folder = home.join("saves");
    let mut manager = home.save_manager();
    let (mut played, mut state) = played_and_saved(&mut manager, "moving-left", 1, 2);
    let files = home.saved_files();
    let before = fs::read(&files[0]).expect("readable file");
    // The folder is replaced by a file.
    let moved = home.join("moved");
    fs::rename(&folder, &moved).expect("folder");
    fs::write(&folder, "").expect("writable file");
    let mut save = |played: &PlayedGame| {
        let (outcome, now) = (GameOutcome::Playing, Timestamp::UNIX_EPOCH);
        let notice = manager.save_if_changed(&mut state, played, outcome, now);
        notice.as_ref().map(text::save_notice)
    };
    play_on(&mut played, 1);
    assert!(
        save(&played)
            .expect("message")
            .starts_with("Game not saved: ")
    );
    play_on(&mut played, 1);
    assert_eq!(save(&played), None, "reported once");
    fs::remove_file(&folder).expect("removable file");
    fs::rename(&moved, &folder).expect("folder");
    assert_eq!(fs::read(&files[0]).expect("readable file"), before);
    assert_eq!(save(&played), Some("The game is saved again".into()));
    assert_eq!(home.records("saves")[0].moves.len(), 4);
}

#[test]
fn saving_another_game_does_not_report_a_failed_game_as_saved() {
    let home = Home::new();
    let mut manager = home.save_manager();
    let (mut failing, mut failing_state) = played_and_saved(&mut manager, "moving-left", 1, 2);
    let (mut other, mut other_state) = played_and_saved(&mut manager, "moving-left", 2, 2);
    let now = Timestamp::UNIX_EPOCH;
    play_on(&mut failing, 1);
    let (error, has_failed) = with_failure(0, DISK_FULL, || {
        manager.save_if_changed(&mut failing_state, &failing, GameOutcome::Playing, now)
    });
    assert!(
        has_failed && matches!(error, Some(SaveNotice::Failed(_))),
        "{error:?}"
    );
    play_on(&mut other, 1);
    let saved = manager.save_if_changed(&mut other_state, &other, GameOutcome::Playing, now);
    assert!(saved.is_none(), "{saved:?}");
    let saved = manager.save_if_changed(&mut failing_state, &failing, GameOutcome::Playing, now);
    assert!(matches!(saved, Some(SaveNotice::SavedAgain)), "{saved:?}");
}

#[test]
fn giving_up_without_being_saved_counts_when_the_game_is_closed() {
    let home = Home::new();
    let mut manager = home.save_manager();
    let (played, mut state) = played_and_saved(&mut manager, "moving-left", 1, 2);
    let now = Timestamp::UNIX_EPOCH;
    let (error, has_failed) = with_failure(0, DISK_FULL, || {
        manager.save_if_changed(&mut state, &played, GameOutcome::GivenUp, now)
    });
    assert!(has_failed && error.is_some());
    manager
        .close(&state, &played, now)
        .expect("writable folder");
    assert_eq!(
        finished_outcomes(&home.save_manager()),
        [GameOutcome::GivenUp]
    );
    assert!(home.records("saves")[0].given_up);
}

#[test]
fn a_finished_save_without_a_result_is_counted() {
    let home = Home::new();
    let mut lost = new_game("single-left", 15);
    while let Some(&mv) = lost.game.legal_moves().first() {
        lost.game.play(mv).expect("legal move");
    }
    fs::create_dir(home.join("saves")).expect("new folder");
    let file = home.join("saves/20260101-0000000000000001.json");
    fs::write(file, Record::from_played_game(&lost).to_string()).expect("writable file");
    let mut manager = home.save_manager();
    assert_eq!(seeds(&mut manager), [0; 0]);
    assert_eq!(finished_outcomes(&manager), [GameOutcome::Lost]);
    assert_eq!(finished_outcomes(&home.save_manager()), [GameOutcome::Lost]);
}

#[cfg(unix)]
#[test]
fn pipes_and_folders_in_place_of_files_never_block() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 42", "draw\n");
    let pipe = |name: &str| {
        let made = Command::new("mkfifo").arg(home.join(name)).status();
        assert!(made.expect("mkfifo").success());
    };
    pipe("saves/x.json");
    fs::create_dir(home.join("saves/y.json")).expect("new folder");
    let stdout = home.stdout_of("moving-left", "draw\n");
    assert!(stdout.contains("move 1: playing"), "{stdout}");
    let unfinished = home.save_manager().unfinished_games();
    assert_eq!(unfinished.value.len(), 1);
    let message = text::warnings(&unfinished.warnings).expect("message");
    assert!(message.contains("it is not a regular file"), "{message}");
    assert!(message.contains("(and 1 more)"), "{message}");
    // Nothing was renamed.
    assert_eq!(home.files("saves", "invalid"), [] as [PathBuf; 0]);

    // Without a lock the game can still be played.
    let path = home.saved_files().into_iter().find(|path| path.is_file());
    let id = path.expect("valid record").with_extension("lock");
    pipe(&format!(
        "saves/{}",
        id.file_name().expect("name").display()
    ));
    let output = home.play("moving-left", "draw\n");
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("error: game not saved: "), "{stderr}");
    assert_contains!(stderr, "it is not a regular file; its record is in ");

    pipe("results.jsonl");
    let stdout = home.stdout_of("moving-left --seed 7", "quit\n");
    assert!(stdout.contains("it is not a regular file"), "{stdout}");
    let opened = SaveManager::open(Some(home.path().into()));
    let is_refused = |error: &StorageError| error.to_string().ends_with("not a regular file");
    assert!(opened.warnings.iter().any(is_refused));
    let mut manager = opened.value;
    assert!(
        manager
            .reload_results()
            .is_err_and(|error| is_refused(&error))
    );
    fs::remove_file(home.join("results.jsonl")).expect("pipe");
    std::os::unix::fs::symlink("/dev/zero", home.join("results.jsonl")).expect("link");
    assert!(
        manager
            .reload_results()
            .is_err_and(|error| is_refused(&error))
    );
}

#[cfg(target_os = "linux")]
#[test]
fn an_unreadable_save_is_not_renamed() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 42", "draw\n");
    let [path] = &home.saved_files()[..] else {
        panic!("one saved game");
    };
    // A file that can be opened but not read.
    let content = fs::read(path).expect("valid record");
    fs::remove_file(path).expect("removed");
    std::os::unix::fs::symlink("/proc/self/mem", path).expect("link");
    let unfinished = home.save_manager().unfinished_games();
    assert!(unfinished.value.is_empty());
    let message = text::warnings(&unfinished.warnings).expect("message");
    let expected = format!("Cannot read {}: ", path.display());
    assert!(message.starts_with(&expected), "{message}");
    fs::remove_file(path).expect("nothing was renamed");
    fs::write(path, content).expect("valid record");
    assert_eq!(home.save_manager().unfinished_games().value.len(), 1);
}

#[cfg(unix)]
#[test]
fn a_termination_signal_discards_pending_lines_and_writes_the_export() {
    for signal in ["TERM", "HUP"] {
        let home = Home::new();
        let mut game = home.line_game("moving-left --seed 42 --export it.json");
        // The search starts after the reply to the move.
        let pending = format!("draw\nverdict\n{}", "draw\n".repeat(20));
        game.send(pending.trim_end(), "Dealt ");
        game.signal(signal);
        let output = game.end();
        assert!(output.status.success());
        assert!(!String::from_utf8_lossy(&output.stdout).contains("Dealt "));
        for folder in ["saves", ""] {
            assert_eq!(home.records(folder)[0].moves.len(), 1, "{signal}");
        }
    }
}

#[test]
fn an_unwritable_results_file_is_reported_and_the_game_is_saved() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 42", "draw\n");
    fs::create_dir(home.join("results.jsonl")).expect("new folder");
    let output = home.play("moving-left", "draw\ngive-up\nquit\n");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    let line = "Result not recorded: ";
    assert!(
        stdout.contains(line) && !stdout.contains("not saved"),
        "{stdout}"
    );
    assert_starts_with!(stderr, "error: result not recorded: ");
    assert_eq!(stderr.lines().count(), 1);
    assert_eq!(home.records("saves")[0].moves.len(), 2);

    // The result is recorded as soon as possible, and the game is not resumed.
    let mut manager = SaveManager::open(Some(home.path().into())).value;
    assert_eq!(seeds(&mut manager), [0; 0]);
    fs::remove_dir(home.join("results.jsonl")).expect("folder");
    let stdout = home.stdout_of("moving-left", "quit\n");
    assert!(stdout.contains("move 0: playing"), "{stdout}");
    assert_eq!(
        finished_outcomes(&home.save_manager()),
        [GameOutcome::GivenUp]
    );
}

#[test]
fn a_game_continued_after_giving_up_resumes_without_a_results_file() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 42", "draw\n");
    fs::create_dir(home.join("results.jsonl")).expect("new folder");
    let output = home.play("moving-left", "give-up\nundo\nquit\n");
    assert!(output.status.success(), "{output:?}");
    fs::remove_dir(home.join("results.jsonl")).expect("folder");
    let stdout = home.stdout_of("moving-left", "quit\n");
    assert!(stdout.contains("seed 42, move 1: playing"), "{stdout}");
    assert_eq!(finished_outcomes(&home.save_manager()), []);
}
