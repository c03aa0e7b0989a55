//! Line mode: the answer to each command, invalid input, hints, searches and replays.

mod transcripts;

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, Cursor, Read};
use std::thread;

use crossbeam_channel::bounded;
use jiff::Timestamp;
use larboard::describe::CardNotation;
use larboard::difficulty::{Difficulty, GradedDeals};
use larboard::game::Game;
use larboard::hint::obvious_hints;
use larboard::line_mode::{self, ExitError, LineInput, LineModeOptions};
use larboard::record::{PlayedGame, Record};
use larboard::session::{DealSource, Exit, GameDealer, Profile, Session, Start, today};
use larboard::storage::saves::Saves;
use larboard::storage::settings::{Deals, SettingsFile};
use larboard::variant;
use tempfile::TempDir;

use crate::{games, kept_files};
pub(crate) use transcripts::assert_transcript;

fn game(id: &str, options: &[(&str, &str)], seed: u64) -> Game {
    Game::new(games::variant(id, options), seed)
}

/// Line mode with its own data directory.
pub(crate) struct LineMode {
    home: TempDir,
    pub(crate) options: LineModeOptions,
    /// Whether lines cancel searches, because all are sent beforehand. Otherwise each comes when it is waited for.
    pub(crate) cancels: bool,
}

pub(crate) fn input_of(lines: impl IntoIterator<Item = String>, cancels: bool) -> LineInput {
    let lines: Vec<Option<String>> = lines.into_iter().map(Some).chain([None]).collect();
    let (sender, receiver) = bounded(if cancels { lines.len() } else { 0 });
    thread::spawn(move || lines.into_iter().try_for_each(|line| sender.send(line)));
    let input = LineInput::new(receiver, cancels);
    input.expect("a thread for searches")
}

impl LineMode {
    /// Turns off the searches in the background: the warning when the game is lost, and winnable deals.
    pub(crate) fn new() -> LineMode {
        LineMode::with_settings("warn-when-lost = false\n")
    }

    /// Turns off the search for winnable deals.
    pub(crate) fn with_settings(settings: &str) -> LineMode {
        LineMode::with_all_settings(&format!("deals = \"any\"\n{settings}"))
    }

    fn with_all_settings(settings: &str) -> LineMode {
        let home = tempfile::tempdir().expect("temporary directory");
        fs::write(home.path().join("settings.toml"), settings).expect("settings");
        LineMode {
            home,
            options: LineModeOptions {
                notation: CardNotation::Symbols,
                ascii: None,
                is_json: false,
                full_names: false,
                prompt: false,
                source: None,
                read_record: |_| Record::from_slice(b"")?.to_played_game(),
            },
            cancels: false,
        }
    }

    fn save_manager(&self) -> Saves {
        let mut saves = Saves::open(Some(self.home.path().into()));
        saves.refresh().expect("readable results");
        saves
    }

    fn run(&self, start: Start, lines: impl Iterator<Item = String>) -> (Exit<ExitError>, String) {
        self.run_input(start, input_of(lines, self.cancels))
    }

    fn run_input(&self, start: Start, input: LineInput) -> (Exit<ExitError>, String) {
        let settings = self.home.path().join("settings.toml");
        let settings = SettingsFile::open_at(Some(settings));
        assert_eq!(settings.errors, []);
        let profile = Profile::new(self.save_manager(), settings, GameDealer::from_seed(1));
        let options = self.options;
        let mut out = Vec::new();
        let exit = line_mode::run(start, profile, &[], options, input, &mut out);
        let is_complete = matches!(
            exit.error,
            None | Some(ExitError::NothingUnderstood | ExitError::Stopped(_))
        );
        assert!(is_complete && exit.unsaved.is_empty(), "{exit:?}");
        (exit, String::from_utf8(out).expect("UTF-8 text"))
    }

    /// Continues a game. Returns the output, including the greeting.
    pub(crate) fn play(
        &self,
        played: &mut PlayedGame,
        lines: impl Iterator<Item = String>,
    ) -> String {
        let session = Session::open(played.clone());
        let (exit, printed) = self.run(Start::Game(Box::new(session)), lines);
        *played = exit.played.expect("game");
        printed
    }
}

fn lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(String::from)
}

/// Returns the part of the output after the greeting.
fn after_greeting(printed: &str) -> String {
    let (_, answers) = printed
        .split_once("help: all commands\n")
        .expect("greeting");
    answers.into()
}

/// Returns the answers to typed lines, without the greeting.
fn answers(played: &mut PlayedGame, typed: impl BufRead) -> String {
    let lines = line_mode::read_lines(typed);
    after_greeting(&LineMode::new().play(played, lines))
}

fn answer_to(played: &mut PlayedGame, line: &str) -> String {
    answers(played, line.as_bytes())
}

#[test]
fn binary_input_of_any_length_is_rejected_line_by_line() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let long = io::repeat(b'x').take(5_000_000);
    let bytes = Cursor::new(b"\n\xff\xfe\x00\x80\r\ndraw\r\n  draw  \n\0");
    let answer = answers(&mut played, io::BufReader::new(long.chain(bytes)));
    let lines: Vec<_> = answer.lines().collect();
    assert_eq!(lines.len(), 5, "{answer}");
    assert!(lines[0].starts_with("Unknown: \"xxxx") && lines[0].len() < 250);
    assert!(lines[1].starts_with("Unknown: "));
    assert!(lines[2].starts_with("Dealt ") && lines[3].starts_with("Dealt "));
    assert!(lines[4].contains(r"\0"));
    assert_eq!(played.game.moves().len(), 2);
}

#[test]
fn quit_and_the_end_of_input_end_line_mode() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    for quit in ["quit", "exit", "q"] {
        assert_eq!(answer_to(&mut played, &format!("{quit}\ndraw\n")), "");
    }
    assert_eq!(answer_to(&mut played, ""), "");
    assert_eq!(played.game.moves().len(), 0);
    assert!(answer_to(&mut played, "\u{feff}draw").starts_with("Dealt"));
}

#[test]
fn a_game_is_exported_to_a_file_with_spaces_in_its_name() {
    let line_mode = LineMode::new();
    let path = line_mode.home.path().join("My Game.json");
    let export = format!("export {}", path.display());
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let text = line_mode.play(&mut played, lines(&export));
    assert_ends_with!(text, &format!("Exported to {}\n", path.display()));
    assert!(path.exists());
}

#[test]
fn every_letter_key_of_the_table_is_a_command_with_the_same_meaning() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let mut in_hand = PlayedGame::new(game("single-left", &[], 42));
    let help = [&mut played, &mut in_hand].map(|played| answer_to(played, "help all"));
    let help = help.concat();
    let mut letters = 0;
    let table = kept_files::read("assets/keys.txt");
    let (mut name, mut keys) = ("", "");
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        if !columns[0].is_empty() {
            (name, keys) = (columns[0], columns[2]);
        }
        let is_of_table = |mode: &str| ["table", "hand-game"].contains(&mode);
        if !columns[5].split(' ').any(is_of_table) {
            continue;
        }
        let command = match name {
            // Line mode has no cursor and no colors, and moves name their piles.
            "left" | "right" | "up" | "down" | "waste" | "reserve" | "foundation"
            | "enter-move" | "theme" | "four-colors" | "next-turning-point" => continue,
            name if name.starts_with("pile-") => continue,
            "analyze" => "verdict",
            "show-solution" => "show",
            "new-deal" => "new",
            "new-other-deal" => "other",
            "enter-seed" => "seed",
            "close" => "quit",
            name => name,
        };
        for key in keys.split(' ') {
            if key.chars().count() == 1 {
                let line = help.lines().find(|line| line.starts_with(command));
                let line = line.unwrap_or_else(|| panic!("{command} is missing: {help}"));
                assert!(line.contains(&format!(", or {key}: ")), "{key}: {line}");
                letters += 1;
            }
        }
    }
    assert!(letters > 20, "{letters}");
}

#[test]
fn rules_describes_the_game_in_the_chosen_notation() {
    for info in variant::games() {
        let mut played = PlayedGame::new(game(info.id, &[], 1));
        let (text, help) = (answer_to(&mut played, "rules"), info.help);
        let (text, options) = text.split_once("\n\nTHE OPTIONS\n").expect("options");
        let (short, rules) = text.split_once("\n\n").expect("sections");
        assert!(short.starts_with("IN SHORT\n"), "{short}");
        assert_contains!(short, info.introduction.rule);
        for option in info.options {
            assert_contains!(options, &format!("- play {} {}=", info.id, option.name));
        }
        assert!(
            rules.split_whitespace().eq(help.split_whitespace()),
            "{rules}"
        );
        let full = answer_to(&mut played, "names\nrules");
        assert!(!full.contains(['♣', '♦', '♥', '♠']), "{full}");
    }
}

#[test]
fn the_next_winnable_deal_is_found_while_no_line_comes() {
    let line_mode = LineMode::with_all_settings("warn-when-lost = false\n");
    let (sender, lines) = bounded(0);
    let input = LineInput::new(lines, false).expect("a thread for searches");
    let (interrupt, _) = input.signals.clone();
    thread::spawn(move || {
        _ = sender.send(Some("new".into()));
        // Any search for the answer is canceled.
        _ = interrupt.send(2);
    });
    let played = PlayedGame::new(game("yakutat-bay", &[], 1));
    let session = Session::start(played, Timestamp::UNIX_EPOCH);
    let (_, printed) = line_mode.run_input(Start::Game(Box::new(session)), input);
    let answer = after_greeting(&printed);
    assert!(answer.starts_with("Yakutat Bay, deal "), "{answer}");
}

#[test]
fn following_hints_never_repeats_a_position() {
    let mut games = Vec::new();
    for info in variant::games() {
        games.push((info.id, vec![]));
        for option in info.options {
            let others = option.values.iter().skip(1);
            games.extend(others.map(|value| (info.id, vec![(option.name, value.name)])));
        }
    }
    for (id, options) in games {
        for seed in 0..20 {
            let mut game = game(id, &options, seed);
            let mut seen = HashSet::new();
            while let Some(hint) = obvious_hints(&**game.rules(), game.table()).last() {
                assert!(
                    seen.insert(format!(
                        "{} {:?}",
                        game.table().redeals_used(),
                        game.table()
                    )),
                    "{id} seed {seed}"
                );
                assert!(game.legal_moves().contains(&hint.moves[0]));
                game.play(hint.moves[0]).expect("legal move");
            }
        }
    }
}

/// Returns the output with the warning when the game is lost turned on.
fn play_with_warnings(played: &mut PlayedGame, text: &str) -> String {
    LineMode::with_settings("ascii = true\n").play(played, lines(text))
}

#[test]
fn after_a_loss_it_is_said_when_it_was_lost_if_warnings_are_on() {
    let mut played = PlayedGame::new(game("single-left", &[], 1));
    let text = play_with_warnings(&mut played, "run\ntable");
    assert_eq!(
        text.matches("This deal could not be won.").count(),
        1,
        "{text}"
    );
    let mut played = PlayedGame::new(game("single-left", &[], 14));
    let text = play_with_warnings(&mut played, "draw\ngive-up\nshow");
    // A slow machine also reports that it is searching.
    let lines = text.lines().filter(|line| !line.starts_with("Looking "));
    let text = lines.collect::<Vec<_>>().join("\n");
    let back = "help: all commands\nAfter move 1, the last one, it could still be won.\n1. ";
    assert!(text.contains(back), "{text}");
    let text = answer_to(&mut played, "undo\ngive-up");
    assert!(
        text.ends_with(" help: all commands\n"),
        "not without warnings: {text}"
    );
}

#[test]
fn the_warning_that_the_game_is_lost_comes_once() {
    let lost = || PlayedGame::new(game("yakutat-bay", &[("face-up", "tops")], 2));
    let mv = lost().game.legal_moves()[0].to_string();
    let text = play_with_warnings(&mut lost(), &format!("status\n{mv}\nundo\nredo"));
    let (before, after) = text
        .split_once("\nThis deal cannot be won. new: another deal\n")
        .expect("warning");
    assert!(
        before.ends_with("help: all commands"),
        "at the deal: {before}"
    );
    assert!(!after.contains("can't be won"), "{after}");
    let text = answer_to(&mut lost(), &mv);
    assert!(!text.contains("can't be won"), "no warning: {text}");
    // Neither in place of a hint nor at the end is it said again.
    let text = play_with_warnings(&mut lost(), "hint\ngive-up\nundo\ngive-up\nundo");
    assert_eq!(text.matches("be won").count(), 1, "{text}");
}

#[test]
fn a_replay_is_left_at_its_end_or_to_the_menu_and_continued_as_a_branch() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    answer_to(&mut played, "draw\nt4-f3\nt3-t10\nundo");
    let start = || Start::Replay(Box::new(played.clone()));
    let (exit, _) = LineMode::new().run(start(), lines("next 2\ncontinue"));
    let game = exit.played.expect("continued game");
    assert_eq!((game.game.moves().len(), game.game.undone().len()), (2, 0));
    assert!(game.parent.is_some());
    let (exit, _) = LineMode::new().run(start(), lines("next"));
    assert!(exit.played.is_none(), "no game after the end of the input");
    let (_, text) = LineMode::new().run(start(), lines("close\nquit\nnext"));
    assert_contains!(text, "\nMoving Left: Two decks.");
    assert!(!text.contains("1. Dealt"), "{text}");
    for quit in ["q\nnext", "quit\nnext"] {
        let (exit, text) = LineMode::new().run(start(), lines(quit));
        assert!(exit.played.is_none(), "no game after the end");
        assert!(!text.contains("Two decks"), "{text}");
    }
}

#[test]
fn new_deals_by_the_setting_and_other_the_other_kind() {
    let verdicts = |source, typed: &str| {
        let mut line_mode = LineMode::with_all_settings("");
        line_mode.options.source = source;
        let mut played = PlayedGame::new(game("moosehide", &[("layout", "classic")], 1));
        line_mode.play(&mut played, lines(typed));
        // The first deals are graded ones, which are winnable.
        GradedDeals::difficulty_of_game(&played.game).is_some()
    };
    let any = Some(DealSource::Random(Deals::Any));
    for (source, typed, is_winnable) in [
        (None, "new", true),
        (None, "N", false),
        (None, "new any", false),
        (any, "n", false),
        (any, "other", true),
        (any, "new winnable", true),
    ] {
        assert_eq!(verdicts(source, typed), is_winnable, "{typed}");
    }
}

#[test]
fn a_daily_deal_that_is_won_tells_the_streak_unless_it_is_won_late() {
    let line_mode = LineMode::new();
    let day = |back: i64| today() - jiff::Span::new().days(back);
    let won = [1, 4].map(day).map(|day| {
        format!(
            "{{\"id\":\"{day}\",\"game\":\"moosehide\",\"rules\":{{}},\"outcome\":\"won\",\"moves\":9,\"seed\":1,\
             \"daily\":\"{day}\",\"ended\":\"{day}T12:00:00Z\"}}\n"
        )
    });
    fs::write(line_mode.home.path().join("results.jsonl"), won.concat()).expect("results");
    for (back, streak) in [(0, Some("streak 2 days")), (3, None)] {
        // The deal 14 is won by itself.
        let mut played = PlayedGame::new(game("single-left", &[], 14));
        played.header.daily = Some(day(back));
        let session = Session::open(played);
        let (_, printed) = line_mode.run(Start::Game(Box::new(session)), lines("run"));
        let mut said = printed.lines().filter(|line| line.starts_with("Daily "));
        let said = said.next_back().expect("the day");
        assert_eq!(
            said.split(", ").find(|part| part.contains("streak")),
            streak,
            "{printed}"
        );
    }
}

#[test]
fn the_deal_of_a_saved_daily_game_that_cannot_be_read_is_dealt_again() {
    let line_mode = LineMode::new();
    let daily = |typed: &str| {
        let typed = format!("moving-left daily {}\n{typed}", today());
        after_greeting(&line_mode.run(Start::Menu, lines(&typed)).1)
    };
    assert_contains!(daily("draw"), "Dealt ");
    assert_contains!(daily(""), "Resumed");
    let twice = daily("draw\nmoving-left daily\nundo");
    assert_eq!(twice.matches("Resumed").count(), 1, "{twice}");
    assert_contains!(twice, "Undid: ");
    let saves = fs::read_dir(line_mode.home.path().join("saves")).expect("a folder");
    for saved in saves.map(|entry| entry.expect("an entry").path()) {
        let text = fs::read_to_string(&saved).expect("a record");
        fs::write(&saved, text.replacen("\"moves\": [", "\"moves\": [7, ", 1)).expect("a file");
    }
    assert_contains!(daily(""), ", move 0: playing");
}

#[test]
fn a_setting_in_whose_place_the_command_line_counts_says_so() {
    let mut line_mode = LineMode::new();
    line_mode.options.ascii = Some(false);
    let (_, printed) = line_mode.run(Start::Menu, lines("settings ascii on\nsettings names on"));
    assert_eq!(
        after_greeting(&printed),
        "ascii is on, but set by the command line\nnames is on\n"
    );
}

#[test]
fn at_a_terminal_forget_asks_and_after_another_line_again() {
    let mut line_mode = LineMode::new();
    let session = Session::open(PlayedGame::new(game("single-left", &[], 1)));
    line_mode.run(Start::Game(Box::new(session)), lines("draw"));
    line_mode.cancels = true;
    let question = "Remove Single Left, deal 1, 1 move, for good? forget 1 again: yes\n";
    let (_, printed) = line_mode.run(
        Start::Menu,
        lines("forget 1\nno\nforget 1\nforget 1\nmenu 11"),
    );
    let answers = after_greeting(&printed);
    assert_eq!(
        answers,
        format!(
            "{question}Unknown: \"no\". help: all commands\n{question}\
             Single Left, deal 1: 1 saved game removed. menu lists the others\nNo saved games.\n"
        )
    );
}

#[test]
fn of_eleven_finished_games_ten_are_listed_and_the_other_has_its_number_on_the_next_page() {
    let typed = "single-left 1\n".to_owned() + &"draw\ngive-up\nrestart\n".repeat(11);
    let typed = typed + "finished\nfinished 11\nreplay 11\n";
    let (_, text) = LineMode::new().run(Start::Menu, lines(&typed));
    assert_contains!(
        text,
        "\n1 more: finished 11. replay and a number: replay one\n11. "
    );
    assert_contains!(text, "\nReplay of 1 move");
}

#[test]
fn the_first_three_random_deals_of_a_game_are_easy() {
    let line_mode = LineMode::with_all_settings("");
    // A daily deal is none of them.
    let typed =
        "play single-left daily discards=optional\ndraw\nplay single-left discards=optional\n"
            .to_owned()
            + &"status\ndraw\ngive-up\nrestart\ndraw\ngive-up\nnew\n".repeat(3)
            + "status";
    let (_, text) = line_mode.run(Start::Menu, lines(&typed));
    assert_eq!(text.matches("; graded easy").count(), 3, "{text}");
    assert_ends_with!(text, "redeals left 0\n");
}

#[test]
fn a_graded_deal_in_place_of_a_winnable_one_is_as_hard_as_the_last_win() {
    let line_mode = LineMode::with_all_settings("");
    let dealt = || {
        let settings = SettingsFile::open_at(None);
        let saves = line_mode.save_manager();
        let profile = Profile::new(saves, settings, GameDealer::from_seed(1));
        let rules = game("moosehide", &[], 1).rules().clone();
        profile.graded_source(&rules)
    };
    assert_eq!(dealt(), DealSource::Graded(Difficulty::Easy));
    let line = |game: &str, grade: &str, outcome: &str| {
        let rules = format!(r#""game":"{game}","rules":{{}}"#);
        let end = format!(r#""outcome":"{outcome}","moves":80,"home":52"#);
        format!(r#"{{"id":"{grade}",{rules},"seed":1,"difficulty":"{grade}",{end}}}"#)
    };
    let lines = [
        line("moosehide", "hard", "won"),
        line("moosehide", "expert", "lost"),
        line("yakutat-bay", "medium", "won"),
    ];
    let lines = lines.join("\n");
    let path = line_mode.home.path().join("results.jsonl");
    fs::write(path, lines + "\n").expect("results");
    assert_eq!(dealt(), DealSource::Graded(Difficulty::Hard));
}
