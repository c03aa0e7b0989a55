//! The files of a player as the program writes them: `tests/data/home`. The same games played again write the
//! same files; `WRITE_TEST_DATA=1 cargo test --test all the_same_games` keeps them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use larboard::record::Record;
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

/// The folders of a home.
const FOLDERS: [&str; 4] = ["", "saves", "finished", "reviews"];

/// Returns the text of all files by their names. The games have numbers in the order of their results, or in which they
/// began, in place of the random parts of their ids.
fn files(home: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for folder in FOLDERS {
        for entry in fs::read_dir(home.join(folder)).into_iter().flatten() {
            let path = entry.expect("directory entry").path();
            let is_kept = path.extension().is_some_and(|end| end != "lock");
            if path.is_file() && is_kept {
                let name = path.strip_prefix(home).expect("a file of the home");
                let text = fs::read_to_string(&path).expect("a text file");
                texts.insert(name.to_str().expect("a name").to_owned(), text);
            }
        }
    }
    let mut ids: Vec<String> = Vec::new();
    let results = texts.get("results.jsonl").map_or("", |text| text).lines();
    let results = results.filter(|line| line.starts_with("{\"id\""));
    let named = results.filter_map(|line| line.split('"').nth(3));
    let began = |(name, text): (&String, &String)| {
        let (_, id) = name.strip_suffix(".json")?.split_once('/')?;
        let record = Record::from_slice(text.as_bytes()).ok()?;
        Some((record.started, id.to_owned()))
    };
    let mut games = Vec::from_iter(texts.iter().filter_map(began));
    games.sort();
    let games = games.into_iter().map(|(_, id)| id);
    for id in named.map(str::to_owned).chain(games) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let generator = concat!("larboard ", env!("CARGO_PKG_VERSION"));
    let renamed = texts.into_iter().map(|(name, text)| {
        let mut renamed = [name, text.replace(generator, "larboard 0.1.0")];
        for (n, id) in ids.iter().enumerate() {
            let (day, _) = id.split_once('-').expect(id);
            renamed = renamed.map(|text| text.replace(id, &format!("{day}-{n:016x}")));
        }
        let [name, text] = renamed;
        (name, text)
    });
    renamed.collect()
}

#[test]
fn the_same_games_write_the_same_files() {
    let kept = kept_files::path("tests/data/home");
    let now = files(play().path());
    if kept_files::is_frozen_anew() {
        fs::remove_dir_all(&kept).expect("a folder");
        for folder in FOLDERS {
            fs::create_dir_all(kept.join(folder)).expect("a folder");
        }
        for (name, text) in &now {
            fs::write(kept.join(name), text).expect("a file");
        }
    }
    let kept = files(&kept);
    let names = |files: &BTreeMap<String, String>| Vec::from_iter(files.keys().cloned()).join("\n");
    let name = |name: &String| kept[name] != now[name];
    let difference = kept_files::difference(&names(&kept), &names(&now));
    let difference = difference.map(|difference| format!("names of files, {difference}"));
    let difference = difference.or_else(|| {
        let name = kept.keys().find(|kept| name(kept))?;
        Some(format!(
            "{name}, {}",
            kept_files::difference(&kept[name], &now[name])?
        ))
    });
    if let Some(difference) = difference {
        panic!("tests/data/home: {difference}\n{}", kept_files::freeze());
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
