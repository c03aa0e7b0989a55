//! The files of a player as the program writes them: `tests/data/home`. The same games played again write the
//! same files; `WRITE_TEST_DATA=1 cargo test --test all the_same_games` keeps them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use larboard::variant;

use crate::front_end::{Player, act};
use crate::home::Home;
use crate::kept_files;
use crate::transcripts;

/// Plays all games. Returns the files.
fn play() -> Home {
    let home = Home::new();
    home.skip_introductions();
    fs::write(home.join("settings.toml"), "deals = \"any\"\n# mine\n").expect("settings");
    let mut player = Player::at_home(&home, "2026-11-20T10:00:00Z", true);
    for line in kept_files::read("tests/data/storage/played.txt").lines() {
        if let Some(start) = line.strip_prefix("$ ") {
            let (now, deal) = start.split_once(' ').unwrap_or((start, ""));
            player.now = now.parse().expect("a time");
            if !deal.is_empty() {
                let game = transcripts::deal(deal);
                let seed = game.seed().expect("a seed");
                player.deal(game.rules().clone(), seed);
            }
        } else if let Some(line) = line.strip_prefix("> ") {
            act(&mut player, line);
        }
    }
    home
}

/// Returns the text of all files by the folder and the content, and without what differs each time: the ids of
/// games.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut ids: Vec<String> = Vec::new();
    let mut files = BTreeMap::new();
    let texts = ["", "saves", "finished", "reviews"].map(|name| {
        let entries = fs::read_dir(folder.join(name)).into_iter().flatten();
        let paths = entries.map(|entry| entry.expect("directory entry").path());
        let mut paths: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
        paths.retain(|path| path.extension().is_some_and(|end| end != "lock"));
        paths
    });
    let results = fs::read_to_string(folder.join("results.jsonl")).expect("results");
    let lines = results.lines().filter(|line| line.starts_with("{\"id\""));
    for line in lines {
        let id = line.split('"').nth(3).expect("an id").to_owned();
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    for path in texts.into_iter().flatten() {
        let mut text = fs::read_to_string(&path).expect("a text file");
        for (n, id) in ids.iter().enumerate() {
            text = text.replace(id, &format!("id-{n}"));
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = match ids.iter().position(|id| *id == *stem) {
            Some(n) => format!("id-{n}"),
            // An unfinished game is known by what is in it.
            None if stem.starts_with("2026") => text.clone(),
            None => stem.into_owned(),
        };
        let parent = path.parent().and_then(Path::file_name).unwrap_or_default();
        let parent = if path.parent() == Some(folder) {
            ""
        } else {
            parent.to_str().expect("a name")
        };
        let generator = concat!("larboard ", env!("CARGO_PKG_VERSION"));
        files.insert(
            format!("{parent}/{name}"),
            text.replace(generator, "larboard"),
        );
    }
    files
}

#[test]
fn the_same_games_write_the_same_files() {
    let kept = kept_files::path("tests/data/home");
    let home = play();
    if std::env::var_os("WRITE_TEST_DATA").is_some() {
        fs::remove_dir_all(&kept).expect("a folder");
        for folder in ["", "saves", "finished", "reviews"] {
            fs::create_dir_all(kept.join(folder)).expect("a folder");
            for end in ["json", "jsonl", "toml", "txt"] {
                for path in home.files(folder, end) {
                    let name = path.file_name().expect("a name");
                    fs::copy(&path, kept.join(folder).join(name)).expect("a copy");
                }
            }
        }
    }
    let (kept, now) = (files(&kept), files(home.path()));
    assert_eq!(Vec::from_iter(kept.keys()), Vec::from_iter(now.keys()));
    for (name, text) in &kept {
        assert_eq!(Some(text), now.get(name), "{name}");
    }
}

#[test]
fn looking_at_the_files_of_a_player_changes_none() {
    let home = Home::golden();
    let before = files(home.path());
    let mut player = Player::at_home(&home, "2026-11-25T23:00:00Z", true);
    player.press("home right down up left S tab end esc ? esc");
    home.stdout_of("", "menu\nresults all\nfinished\nsettings\nquit\n");
    home.run("stats");
    home.run("stats --games --json");
    assert!(files(home.path()) == before);
    for game in variant::games() {
        let text = home.stdout_of(game.id, "quit\n");
        assert_starts_with!(text, "Resumed at move ");
    }
    assert_eq!(files(home.path()).len(), before.len());
}
