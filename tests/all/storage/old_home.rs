//! The data folder of a player, as version 0.1.0 wrote it: all of it opens, and is written again byte
//! for byte.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::civil::date;
use larboard::difficulty::Difficulty;
use larboard::record::Record;
use larboard::review::Review;
use larboard::storage::data_files::DataFiles;
use larboard::storage::results::{GameOutcome, GameResult, ResultsFile};
use larboard::storage::save_dir::SaveId;
use larboard::storage::settings::{Setting, SettingsFile, ThemeName, edit};

use super::Home;
use crate::kept_files;

const OLD_HOME: &str = "home-0.1.0";

/// Copies the folder.
fn old_home() -> Home {
    let home = Home::new();
    copy(&kept_files::path("tests/data").join(OLD_HOME), home.path());
    home
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("new folder");
    for entry in fs::read_dir(from).expect("readable folder") {
        let path = entry.expect("directory entry").path();
        let target = to.join(path.file_name().expect("file name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, target).expect("copied file");
        }
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("readable file")
}

/// Returns a record as this version writes it.
fn with_this_version(record: &str) -> String {
    let generator = concat!("larboard ", env!("CARGO_PKG_VERSION"));
    record.replace("larboard 0.1.0", generator)
}

fn save_id(path: &Path) -> SaveId {
    let stem = path.file_stem().expect("file name").to_string_lossy();
    SaveId::parse(&stem).expect("id")
}

#[test]
fn exported_records_of_an_old_home_are_written_again_byte_for_byte() {
    let mut paths = kept_files::records(OLD_HOME);
    paths.retain(|path| !path.ends_with("last-deal.json"));
    assert_eq!(paths.len(), 8);
    for path in paths.into_iter().chain(kept_files::records("exported")) {
        let old = text(&path);
        let record = Record::from_slice(old.as_bytes()).expect("valid record");
        let played = record.to_played_game().expect("legal moves");
        let new = Record::from_played_game(&played).to_string();
        assert_eq!(new, with_this_version(&old), "{}", path.display());
    }
}

#[test]
fn saved_games_of_an_old_home_are_written_again_byte_for_byte() {
    let home = old_home();
    let mut manager = home.save_manager();
    let unfinished = manager.unfinished_games();
    assert!(unfinished.warnings.is_empty(), "{:?}", unfinished.warnings);
    let mut unfinished: Vec<_> = unfinished
        .value
        .iter()
        .map(|saved| {
            (
                saved.deal.kind.info.id,
                saved.deal.seed.unwrap_or_default(),
                saved.moves,
            )
        })
        .collect();
    unfinished.sort_unstable();
    let expected = [
        ("moosehide", 1, 40),
        ("moosehide", 1_000_832, 1),
        ("moosehide", 1_000_832, 3),
        ("moving-left", 3, 322),
        ("moving-left", 42, 18),
        ("oscillation", 1_001_192, 1),
        ("single-left", 16, 61),
        ("yakutat-bay", 1, 60),
        ("yakutat-bay", 3, 5),
        ("yakutat-bay", 4, 4),
    ];
    assert_eq!(unfinished, expected);
    let (mut branches, mut with_redo, mut with_automatic, mut daily) = (0, 0, 0, 0);
    for path in home.saved_files() {
        let old = text(&path);
        let given_up = Record::from_slice(old.as_bytes())
            .expect("valid record")
            .given_up;
        let played = manager.load_read_only(&save_id(&path)).expect("saved game");
        let record = Record {
            given_up,
            ..Record::for_save(&played)
        };
        branches += usize::from(record.parent.is_some());
        with_redo += usize::from(!record.redo.is_empty());
        with_automatic += usize::from(!record.follows.is_empty());
        daily += usize::from(old.contains("\"daily\""));
        let new = record.to_string();
        assert_eq!(new, with_this_version(&old), "{}", path.display());
    }
    assert_eq!(
        (branches, with_redo, with_automatic, daily),
        (2, 2, 5, 3),
        "saved games of every kind"
    );
}

#[test]
fn results_of_an_old_home_are_written_again_byte_for_byte() {
    let home = old_home();
    let old = text(&home.join("results.jsonl"));
    let results = home.save_manager().results().clone();
    assert_eq!(results.unreadable_lines(), 0);
    assert_eq!(results.line_count(), old.lines().count());
    let stats = results.all_stats([]);
    let played: usize = stats.iter().map(|stats| stats.played).sum();
    let [solved, taken_over] = [
        stats.iter().map(|stats| stats.solved).sum::<usize>(),
        stats.iter().map(|stats| stats.taken_over).sum(),
    ];
    assert_eq!((played, solved, taken_over), (10, 1, 1));
    let graded = results
        .counted()
        .find(|result| result.difficulty.is_some())
        .expect("result of a graded deal");
    assert_eq!(graded.difficulty, Some(Difficulty::Easy));
    assert_eq!(graded.header.daily, Some(date(2026, 11, 24)));

    let mut outcomes = Vec::new();
    for line in old.split_inclusive('\n') {
        // A game in progress is not counted, so its line is read as that of a lost one.
        let is_playing = line.contains("\"outcome\":\"playing\"");
        let counted = line.replace("\"outcome\":\"playing\"", "\"outcome\":\"lost\"");
        fs::write(home.join("results.jsonl"), counted).expect("writable file");
        let read = home.save_manager().results().clone();
        let mut result = GameResult::clone(read.counted().next().expect("result"));
        if is_playing {
            result.outcome = GameOutcome::Playing;
        }
        outcomes.push(result.outcome_label());
        let again = home.join("again.jsonl");
        _ = fs::remove_file(&again);
        let mut file = ResultsFile::new(again.clone());
        file.append(result).expect("written line");
        assert_eq!(text(&again), line);
    }
    outcomes.sort_unstable();
    outcomes.dedup();
    assert_eq!(outcomes, ["given up", "lost", "playing", "solved", "won"]);
}

#[test]
fn settings_of_an_old_home_are_read_and_kept() {
    let home = old_home();
    let path = home.join("settings.toml");
    let old = text(&path);
    let file = SettingsFile::open_at(Some(path));
    assert_eq!(file.errors(), []);
    let settings = file.settings();
    assert_eq!(settings.choice::<ThemeName>(), ThemeName::Felt);
    let values = [
        (Setting::FourColors, "on"),
        (Setting::Deals, "any"),
        (Setting::AnalysisMemory, "512"),
        (Setting::Autoplay, "on"),
    ];
    for (setting, value) in values {
        assert_eq!(settings.value(setting), value);
    }
    assert_eq!(settings.key_overrides[0].value, ["F2"]);
    assert_eq!(settings.color_overrides[0].value, "#8fb8a2");
    assert_eq!(edit(&old, settings, settings).text, old);
}

#[test]
fn other_files_of_an_old_home_are_written_again_byte_for_byte() {
    let home = old_home();
    let mut files = DataFiles::open(Some(home.path()));
    let names = ["last-deal.json", "introductions.txt"];
    let rewritten = |files: &mut DataFiles, path: PathBuf, write: &dyn Fn(&mut DataFiles)| {
        let old = text(&path);
        fs::remove_file(&path).expect("removable file");
        write(files);
        assert_eq!(text(&path), old, "{}", path.display());
    };
    let last_deal = files.last_deal().expect("last deal");
    assert_eq!(last_deal.game, "yakutat-bay");
    rewritten(&mut files, home.join(names[0]), &|files| {
        files.save_last_deal(&last_deal);
    });
    let unseen = files.unseen_introductions().to_vec();
    assert!(!unseen.is_empty() && !unseen.contains(&"yakutat-bay"));
    rewritten(&mut files, home.join(names[1]), &|files| {
        files.set_unseen_introductions(&[]);
        files.set_unseen_introductions(&unseen);
    });
    let [review] = &home.files("reviews", "json")[..] else {
        panic!("one review");
    };
    let id = save_id(review);
    assert_eq!(files.review(&id), None, "another method made it");
    let made_again = Review::default();
    files.save_review(&id, &made_again);
    assert_eq!(files.review(&id), Some(made_again));
}
