//! Every file operation of a session fails once: nothing saved before is lost, the program says what
//! was not saved, and goes on.

use std::collections::BTreeMap;
use std::fs;

use larboard::describe::CardNotation;
use larboard::line_mode;
use larboard::record::GameOutcome;
use larboard::record::Record;
use larboard::session::{GameDealer, Profile, Start};
use larboard::storage::file_ops::{self, with_failure};
use larboard::storage::saves::Saves;
use larboard::storage::settings::SettingsFile;
use rustix::io::Errno;

use super::Home;
use crate::games;
use crate::line_mode::{LineMode, input_of};

/// Plays a game, changes a setting and exports. Returns all that is said.
fn run_session(home: &Home, seed: u64) -> String {
    let mut saves = Saves::open(Some(home.path().into()));
    let unread = saves.refresh().err();
    let messages = Vec::from_iter(unread.map(|error| error.to_string()));
    let settings = SettingsFile::open_at(Some(home.join("settings.toml")));
    let rules = games::variant("moving-left", &[]);
    let now = jiff::Timestamp::UNIX_EPOCH;
    let session = games::session(rules, seed, now);
    let mut options = LineMode::new().options;
    options.notation = CardNotation::Letters;
    let theme = ["felt", "light"][seed as usize % 2];
    let exported = home.join(&format!("exported-{seed}.json"));
    let lines = format!(
        "draw\nsettings theme {theme}\ndraw\nexport {}\ngive-up\nnew 9{seed}\ndraw\nquit\n",
        exported.display()
    );
    let lines = lines.lines().map(str::to_owned);
    let mut out = Vec::new();
    let exit = line_mode::run(
        Start::Game(Box::new(session)),
        Profile::new(saves, settings, GameDealer::from_seed(seed)),
        &messages,
        options,
        // If the settings cannot be read, a search would start after each line.
        input_of(lines, true),
        &mut out,
    );
    let played = exit.played.expect("game at the table");
    assert_eq!(
        played.game.seed(),
        Some(format!("9{seed}").parse().expect("seed"))
    );
    assert_eq!(played.game.moves().len(), 1, "the game goes on");
    let mut said = String::from_utf8(out).expect("UTF-8 text");
    for (_, error) in exit.unsaved {
        said += &format!("{error}\n");
    }

    let record = Record::from_played_game(&played).to_string();
    let path = home.join("it.json");
    let written = file_ops::check_writable(&path);
    let written = written.and_then(|()| file_ops::write_text(&path, &record));
    if let Err(error) = written {
        said += &format!("cannot write it.json: {error}\n");
    }
    said
}

/// What is saved, without what differs from run to run.
#[derive(Clone, Debug, Default, PartialEq)]
struct Saved {
    /// The most moves saved of each seed.
    games: BTreeMap<u64, usize>,
    outcomes: BTreeMap<u64, GameOutcome>,
    settings: String,
    /// Number of moves in each exported file.
    exported: BTreeMap<String, usize>,
}

fn saved(home: &Home) -> Saved {
    let mut saved = Saved::default();
    for record in home
        .records("saves")
        .into_iter()
        .chain(home.records("finished"))
    {
        saved
            .games
            .insert(record.seed.expect("seed"), record.moves.len());
    }
    let mut saves = Saves::open(Some(home.path().into()));
    saves.refresh().expect("readable results");
    for result in saves.results().counted() {
        let seed = result.deal.seed.expect("seed");
        saved.outcomes.insert(seed, result.outcome);
    }
    saved.settings = fs::read_to_string(home.join("settings.toml")).unwrap_or_default();
    for path in home.files("", "json") {
        let record = Record::from_slice(&fs::read(&path).expect("readable file"));
        let name = path.file_name().expect("file name").to_string_lossy();
        // The record that replaces another is recognized by its number of moves and its seed.
        let record = record.expect("whole record");
        let moves = record.moves.len() + 10 * record.seed.expect("seed") as usize;
        saved.exported.insert(name.into_owned(), moves);
    }
    saved
}

/// Whether all that was saved before is still there, or was replaced by what should replace it.
fn has_lost_nothing(before: &Saved, after: &Saved, complete: &Saved) -> bool {
    let games = before
        .games
        .iter()
        .all(|(seed, moves)| after.games.get(seed) == Some(moves));
    let outcomes = before.outcomes.iter().all(|(seed, outcome)| {
        let now = after.outcomes.get(seed);
        now == Some(outcome) || now == complete.outcomes.get(seed)
    });
    let settings = [&before.settings, &complete.settings].contains(&&after.settings);
    let exported = before.exported.iter().all(|(name, moves)| {
        let now = after.exported.get(name);
        now == Some(moves) || now == complete.exported.get(name)
    });
    games && outcomes && settings && exported
}

/// Copies a home.
fn copy(home: &Home) -> Home {
    let copy = Home::new();
    fs::create_dir(copy.join("saves")).expect("new folder");
    fs::create_dir(copy.join("finished")).expect("new folder");
    for folder in ["", "saves/", "finished/"] {
        let entries = fs::read_dir(home.join(folder)).into_iter().flatten();
        for entry in entries.map(|entry| entry.expect("directory entry")) {
            if entry.path().is_file() {
                let name = format!("{folder}{}", entry.file_name().to_string_lossy());
                fs::copy(entry.path(), copy.join(&name)).expect("copied file");
            }
        }
    }
    copy
}

#[test]
fn any_failing_write_is_reported_and_loses_nothing_saved_before() {
    let used = Home::new();
    fs::write(used.join("settings.toml"), "deals = \"any\"\n").expect("writable file");
    run_session(&used, 1);
    let before = saved(&used);
    let complete = copy(&used);
    run_session(&complete, 2);
    let complete = saved(&complete);
    assert_eq!(complete.games.len(), 4);
    for errno in [Errno::NOSPC, Errno::IO, Errno::ACCESS, Errno::MFILE] {
        for operation in 0.. {
            let home = copy(&used);
            let run = || run_session(&home, 2);
            let (said, has_failed) = with_failure(operation, errno.raw_os_error(), run);
            let after = saved(&home);
            let context = format!("{errno:?} in operation {operation}\n{said}\n{after:#?}");
            assert!(has_lost_nothing(&before, &after, &complete), "{context}");
            let lower = said.to_lowercase();
            let is_reported = ["not saved", "not recorded", "not exported", "cannot"];
            let is_reported = is_reported.iter().any(|text| lower.contains(text));
            assert!(
                is_reported || after == complete,
                "nothing is said: {context}"
            );
            if !has_failed {
                assert!(
                    operation > 50 && after == complete && !is_reported,
                    "{context}"
                );
                break;
            }
        }
    }
}

#[test]
fn a_file_is_written_where_modes_and_syncs_are_refused_and_in_place_where_it_cannot_be_renamed() {
    for (errno, written) in [
        (Errno::PERM, [false, false, true, true, false]),
        (Errno::NOTSUP, [false, false, true, true, false]),
        (Errno::INVAL, [false, false, true, true, false]),
        (Errno::BUSY, [false, false, true, false, true]),
    ] {
        for (operation, is_written) in written.into_iter().enumerate() {
            let home = Home::new();
            let path = home.join("it.txt");
            fs::write(&path, "old").expect("writable file");
            let write = || file_ops::write_text(&path, "new").is_ok();
            let said = with_failure(operation, errno.raw_os_error(), write);
            assert_eq!(said, (is_written, true), "{errno:?} in {operation}");
            let text = fs::read_to_string(&path).expect("a file");
            assert_eq!(text, if is_written { "new" } else { "old" });
            assert_eq!(home.files("", "txt").len(), 1);
        }
    }
}

#[test]
fn without_a_data_folder_a_game_is_not_saved_and_it_is_said_what_to_set() {
    let rules = games::variant("moving-left", &[]);
    let session = games::session(rules, 1, jiff::Timestamp::UNIX_EPOCH);
    let saves = Saves::open(None);
    let mut out = Vec::new();
    let exit = line_mode::run(
        Start::Game(Box::new(session)),
        Profile::new(saves, SettingsFile::open_at(None), GameDealer::from_seed(1)),
        &[],
        LineMode::new().options,
        input_of(["draw".to_owned()], true),
        &mut out,
    );
    let said = String::from_utf8(out).expect("UTF-8 text");
    let expected = "Game not saved: there is no data folder; set LARBOARD_HOME";
    assert_contains!(said, expected);
    let [(_, error)] = &exit.unsaved[..] else {
        panic!("{exit:?}");
    };
    assert_eq!(error.to_string(), expected);
}
