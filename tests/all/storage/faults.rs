//! Faults of the file system: killed writes, planted links, deleted folders, impossible times.

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown, symlink};
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::Home;

#[test]
fn what_root_writes_into_the_folder_of_a_player_is_the_players() {
    let home = Home::new();
    // Nobody else can give a folder away.
    if chown(home.path(), Some(4321), Some(4321)).is_err() {
        return;
    }
    let deal = "moving-left --seed 1 --export it.json";
    home.stdout_of(deal, "draw\nsettings mouse off\ngive-up\nnew 2\ndraw\n");
    let mut folders = vec![home.path().to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(folder).expect("readable folder");
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            let metadata = fs::metadata(&path).expect("a file");
            assert_eq!((metadata.uid(), metadata.gid()), (4321, 4321), "{path:?}");
            folders.extend(metadata.is_dir().then_some(path));
        }
    }
    // Another owner of a file is kept.
    chown(home.join("it.json"), Some(1234), None).expect("a file of root");
    home.stdout_of(deal, "draw\n");
    let metadata = fs::metadata(home.join("it.json")).expect("a file");
    assert_eq!(metadata.uid(), 1234);
}

#[test]
fn what_is_no_regular_file_is_neither_locked_nor_replaced() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 1", "draw\n");
    let lock = home.saved_files()[0].with_extension("lock");
    let last_deal = home.join("last-deal.json");
    for path in [&lock, &last_deal] {
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo").success());
    }
    let output = home.play("moving-left", "draw\n");
    let errors = String::from_utf8(output.stderr).expect("UTF-8 output");
    let expected = format!("{}: it is not a regular file;", lock.display());
    assert_contains!(errors, &expected);
    for path in [lock, last_deal] {
        assert!(fs::metadata(path).expect("a pipe").file_type().is_fifo());
    }
}

#[test]
fn a_planted_link_never_receives_what_is_written() {
    let home = Home::new();
    let victim = home.join("victim");
    fs::write(&victim, "mine").expect("accessible file");
    home.stdout_of("moving-left --seed 1", "draw\n");
    let saved = home.saved_files()[0].clone();
    let name = saved
        .file_name()
        .expect("file name")
        .to_string_lossy()
        .into_owned();
    let folder = home.join("saves");
    for link in [
        folder.join(format!("{name}.new")),
        folder.join(name.replace(".json", ".lock")),
        home.join("it.json.new"),
        home.join("settings.toml.new"),
    ] {
        symlink(&victim, link).expect("symbolic link");
    }
    home.stdout_of("moving-left --export it.json", "draw\nsettings mouse off\n");
    assert_eq!(fs::read(&victim).expect("accessible file"), b"mine");
    assert!(!home.join("it.json").is_symlink());
    assert_eq!(home.records("saves")[0].moves.len(), 2);
}

#[test]
fn an_exported_file_keeps_the_mode_but_never_runs_as_its_owner() {
    for (before, after) in [(0o640, 0o640), (0o4755, 0o755), (0o2755, 0o755)] {
        let home = Home::new();
        let path = home.join("it.json");
        fs::write(&path, "").expect("accessible file");
        fs::set_permissions(&path, fs::Permissions::from_mode(before)).expect("changed mode");
        home.stdout_of("moving-left --seed 1 --export it.json", "draw\n");
        let mode = fs::metadata(&path).expect("accessible file").mode() & 0o7777;
        assert_eq!(mode, after, "{before:o}");
    }
}

#[test]
fn a_save_from_the_end_of_time_is_resumed_and_saved() {
    let home = Home::new();
    home.stdout_of("moving-left --seed 1", "draw\n");
    let file = File::options().write(true).open(&home.saved_files()[0]);
    let file = file.expect("accessible file");
    // A file system takes the latest of these times that it can store.
    for seconds in [i64::MAX as u64, 1 << 34, 1 << 31] {
        let latest = SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, 999_999_999));
        _ = file.set_modified(latest.expect("valid time"));
        home.stdout_of("moving-left", "draw\n");
    }
    assert_eq!(home.records("saves")[0].moves.len(), 4);
}

#[test]
fn a_game_is_saved_again_after_its_folder_was_deleted() {
    let home = Home::new();
    let mut first = home.line_game("moving-left --seed 1");
    first.send("draw", "Dealt");
    fs::remove_dir_all(home.join("saves")).expect("removed folder");
    first.send("draw", "Dealt");
    first.kill();
    assert_starts_with!(home.stdout_of("moving-left", ""), "Resumed at move 2");
}
