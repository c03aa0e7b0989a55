//! Line mode: the answer to each command, invalid input, hints, searches and replays.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use larboard::describe::{self, CardNotation};
use larboard::game::{Game, table_events};
use larboard::hint::hints;
use larboard::line_mode::{self, LineModeExit, LineModeOptions, ReplyFormat, SearchControl};
use larboard::record::PlayedGame;
use larboard::rules::Status;
use larboard::session::{SeedSource, Session, SessionStore, Start};
use larboard::storage::results::GameOutcome;
use larboard::storage::save_manager::SaveManager;
use larboard::storage::settings::SettingsFile;
use larboard::tui::action::Mode;
use larboard::tui::keymap::Keymap;
use larboard::variant;
use tempfile::TempDir;

use crate::games;

fn game(id: &str, options: &[(&str, &str)], seed: u64) -> Game {
    Game::new(games::variant(id, options), seed)
}

/// Line mode with its own data directory.
pub(crate) struct LineMode {
    home: TempDir,
    pub(crate) options: LineModeOptions,
}

impl LineMode {
    /// Turns off the warning when the game is lost.
    pub(crate) fn new() -> LineMode {
        LineMode::with_settings("warn-when-lost = false\n")
    }

    fn with_settings(settings: &str) -> LineMode {
        let home = tempfile::tempdir().expect("temporary directory");
        fs::write(home.path().join("settings.toml"), settings).expect("settings");
        LineMode {
            home,
            options: LineModeOptions {
                notation: CardNotation::Symbols,
                ascii: None,
                format: ReplyFormat::Text,
                full_names: false,
                prompt: false,
                force_winnable: false,
                difficulty: None,
                daily: false,
                read_record: |path: &Path| Err(format!("{} is not read here", path.display())),
                process_continued: Arc::default(),
                search_control: SearchControl::default(),
            },
        }
    }

    fn save_manager(&self) -> SaveManager {
        let (save_manager, errors) = SaveManager::open(Some(self.home.path().into()));
        assert_eq!(errors, None);
        save_manager
    }

    fn run(&self, start: Start, lines: impl Iterator<Item = String>) -> (LineModeExit, String) {
        let settings = self.home.path().join("settings.toml");
        let (settings, errors) = SettingsFile::open_at(Some(settings));
        assert_eq!(errors, []);
        let store = SessionStore::new(self.save_manager(), settings);
        let (seeds, options) = (SeedSource::from_seed(1), self.options.clone());
        let mut out = Vec::new();
        let exit = line_mode::run(start, store, seeds, &[], options, lines, &mut out);
        assert!(exit.error.is_none() && exit.unsaved.is_empty(), "{exit:?}");
        (exit, String::from_utf8(out).expect("UTF-8 text"))
    }

    /// Continues a game. Returns the output, including the greeting.
    pub(crate) fn play(
        &self,
        played: &mut PlayedGame,
        lines: impl Iterator<Item = String>,
    ) -> String {
        let session = Session::unsaved(played.clone());
        let (exit, printed) = self.run(Start::Game(Box::new(session)), lines);
        *played = exit.session.expect("game").into_played();
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

/// Returns the answers to lines in Moving Left, seed 42.
fn moving_left(text: &str) -> String {
    answer_to(&mut PlayedGame::new(game("moving-left", &[], 42)), text)
}

fn answer_to(played: &mut PlayedGame, line: &str) -> String {
    answers(played, line.as_bytes())
}

#[test]
fn undo_at_the_deal_returns_to_the_previous_game() {
    let text = moving_left("draw\nnew 7\nundo\nundo\nredo");
    let (_, back) = text
        .split_once("\nBack to your previous game\n")
        .expect("previous game");
    assert!(back.starts_with("Moving Left, seed 42, move 1: "), "{back}");
    assert!(
        back.ends_with("Undid: dealt 2♦ to the waste\nRedid: dealt 2♦ to the waste\n"),
        "{back}"
    );
    assert_eq!(moving_left("u"), "Nothing to undo\n");
}

#[test]
fn redo_returns_to_the_game_that_undo_left() {
    let text = moving_left("draw\nnew 7\nundo\nredo\ndraw\nundo\nundo\nredo\nredo\nredo");
    let (_, next) = text
        .split_once("\nReturned to the next game\n")
        .expect("the next game");
    assert!(next.starts_with("Moving Left, seed 7, move 0: "), "{next}");
    let (_, again) = next
        .split_once("\nReturned to the next game\n")
        .expect("the next game again");
    assert!(again.contains("\nRedid: dealt "), "{again}");
    assert!(again.ends_with("\nNothing to redo\n"), "{again}");
}

#[test]
fn every_change_is_described() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    for (line, answer) in [
        ("draw", "Dealt 2♦ to the waste"),
        (
            "t4-f3",
            "A♥ from pile 4 to foundation 3; turned up 7♣ on pile 4",
        ),
        (
            "undo",
            "Undid: A♥ from pile 4 to foundation 3; turned up 7♣ on pile 4",
        ),
        (
            "redo",
            "Redid: A♥ from pile 4 to foundation 3; turned up 7♣ on pile 4",
        ),
        ("redo", "Nothing to redo"),
        (
            "t3-t10",
            "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3",
        ),
        (
            "names\nundo\nnames",
            "names is on\n\
             Undid: jack of spades from pile 3 to pile 10; turned up six of spades on pile 3\n\
             names is off",
        ),
        (
            "UNDO",
            "Undid: A♥ from pile 4 to foundation 3; turned up 7♣ on pile 4",
        ),
    ] {
        assert_eq!(
            answer_to(&mut played, line),
            format!("{answer}\n"),
            "{line}"
        );
    }
    assert_eq!(played.game.undos(), 3);
}

#[test]
fn a_slide_is_described_pile_by_pile() {
    for seed in 0.. {
        let mut game = game("moving-left", &[], seed);
        let slide = (0..60).find_map(|_| {
            let moves = game.legal_moves();
            let start = game.table().checkpoint();
            game.play(*moves.first()?).ok()?;
            let events = table_events(game.table(), start);
            let text = describe::events(&events, CardNotation::Symbols);
            text.contains("moved left").then_some(text)
        });
        if let Some(text) = slide {
            let left = |pile: usize| format!("moved left: pile {} to pile {pile}", pile + 1);
            assert!(
                (1..10).map(left).any(|words| text.contains(&words)),
                "{text}"
            );
            break;
        }
    }
}

#[test]
fn an_invalid_line_is_answered_in_one_line_and_changes_nothing() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let table = played.game.table().clone();
    for line in [
        "",
        "xyzzy",
        "t1-t2",
        "t1-t2x1",
        "t1-t2x04",
        "w-f1",
        "deal",
        "undo",
        "quit now",
        "\x1b[2J\x07",
        "t1-t2\u{202e}",
        "{\"format\": 1}",
    ] {
        let answer = answer_to(&mut played, &format!("{line}\n"));
        assert_eq!(answer.lines().count(), 1, "{line:?}: {answer}");
        assert!(
            !answer.trim_end().chars().any(char::is_control),
            "{answer:?}"
        );
        assert!(answer.trim_end().chars().count() < 250, "{answer}");
        assert_eq!(*played.game.table(), table);
    }
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
fn a_refusal_names_cards_in_the_chosen_notation() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let text = answer_to(&mut played, "t1-t10\nnames\nt1-t10");
    let text: Vec<_> = text.lines().collect();
    assert_eq!(text[0], "K♥ needs an empty pile");
    assert_eq!(text[2], "king of hearts needs an empty pile");
    assert_eq!(
        CardNotation::Letters.replace_symbols("10♥ and 10♠ differ in suit"),
        "10H and 10S differ in suit"
    );
}

#[test]
fn quit_and_the_end_of_input_end_line_mode() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    assert_eq!(answer_to(&mut played, "quit\ndraw\n"), "");
    assert_eq!(answer_to(&mut played, ""), "");
    assert_eq!(played.game.moves().len(), 0);
    assert!(answer_to(&mut played, "draw").starts_with("Dealt"));
}

#[test]
fn moves_lists_the_legal_moves() {
    let mut played = PlayedGame::new(game("oscillation", &[], 3));
    let listed = answer_to(&mut played, "moves\n");
    let legal = played.game.legal_moves();
    assert_eq!(listed.split_whitespace().count(), legal.len());
    assert!(
        legal
            .iter()
            .all(|mv| listed.split_whitespace().any(|word| word == mv.to_string()))
    );
}

#[test]
fn the_end_of_a_game_is_described_and_can_be_undone() {
    let mut played = PlayedGame::new(game("single-left", &[], 1));
    let mut last = String::new();
    while played.game.status() == Status::Playing {
        let mv = played.game.legal_moves()[0].to_string();
        last = answer_to(&mut played, &mv);
    }
    let (all, gone) = (52, played.game.foundation_cards());
    let moves = played.game.moves().len();
    let lost = format!(
        "No moves left. You lost.\n{gone} of {all} cards gone, {} left, in {moves} moves, 0s",
        all - gone
    );
    let next = "new: another deal, restart: same deal, undo: last position, help: all commands";
    assert!(
        last.contains(&format!("\n{lost}\n")) && last.ends_with(&format!("\n{next}\n")),
        "{last}"
    );
    let greeting = LineMode::new().play(&mut played, lines(""));
    assert!(
        greeting.contains(&format!("\n{lost}\n"))
            && greeting.ends_with(&format!("\n{next}\n"))
            && !greeting.contains("Type a move"),
        "resumed: {greeting}"
    );
    let text = answer_to(&mut played, "moves\nhint");
    let text: Vec<_> = text.lines().collect();
    assert_eq!(text[0], "No moves");
    assert!(text[1].starts_with("No obvious move"));
    assert_eq!(played.hints, 0);
    assert!(answer_to(&mut played, "undo").starts_with("Undid: "));
    assert_eq!(played.game.status(), Status::Playing);
}

#[test]
fn a_move_can_be_typed_as_two_piles() {
    for (id, seed, line, answer) in [
        (
            "moving-left",
            42,
            "3 0",
            "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3",
        ),
        (
            "moving-left",
            42,
            "t3 10",
            "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3",
        ),
        (
            "moving-left",
            42,
            ":t3-t10",
            "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3",
        ),
        (
            "moving-left",
            42,
            "8 f",
            "A♦ from pile 8 to foundation 2; turned up 2♠ on pile 8",
        ),
        (
            "moving-left",
            42,
            "8 8",
            "A♦ from pile 8 to foundation 2; turned up 2♠ on pile 8",
        ),
        ("moving-left", 42, "1 10", "K♥ needs an empty pile"),
        ("moving-left", 42, "w 3", "The waste is empty"),
        ("moosehide", 3, "r22 6", "8♣ from reserve 22 to pile 6"),
        (
            "moosehide",
            3,
            "r 08 f",
            "A♣ from reserve 8 to foundation 1",
        ),
        (
            "yakutat-bay",
            3,
            "3 2",
            "5 cards headed by 2♠ from pile 3 to pile 2; turned up 5♦ on pile 3",
        ),
    ] {
        let mut played = PlayedGame::new(game(id, &[], seed));
        assert_eq!(
            answer_to(&mut played, line),
            format!("{answer}\n"),
            "{line}"
        );
    }
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let text = answer_to(&mut played, "t4-f3\ng h\ngh\nf3");
    let listed = "foundation 3: A♥\nNo moves from there\n";
    assert!(text.ends_with(&listed.repeat(3)), "{text}");
}

#[test]
fn a_move_can_be_typed_as_it_is_described() {
    let moved = "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3\n";
    for line in [
        "3 to 10",
        "move pile 3 to pile 10",
        "put 3 on 10",
        "3-10",
        "from pile 3 to pile 0",
    ] {
        let mut played = PlayedGame::new(game("moving-left", &[], 42));
        assert_eq!(answer_to(&mut played, line), moved, "{line}");
    }
    let mut played = PlayedGame::new(game("moosehide", &[], 3));
    let text = answer_to(
        &mut played,
        "reserve 22 to pile 6\npeek pile 6\nreserve 8 home\npeek clubs",
    );
    assert_eq!(
        text,
        "8♣ from reserve 22 to pile 6\npile 6: 5 down, 9♥ 8♣\n\
         A♣ from reserve 8 to foundation 1\nfoundation 1: A♣\n"
    );
}

#[test]
fn a_move_can_be_typed_by_its_cards() {
    for (line, answer) in [
        ("js qd", "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3"),
        (
            "jack of spades to queen of diamonds",
            "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3",
        ),
        ("J♠ 0", "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3"),
        (
            "move the jack of spades from pile 3 to pile 10",
            "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3",
        ),
        ("3 qd", "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3"),
        (
            "home ace of diamonds",
            "A♦ from pile 8 to foundation 2; turned up 2♠ on pile 8",
        ),
        (
            "ad home",
            "A♦ from pile 8 to foundation 2; turned up 2♠ on pile 8",
        ),
        ("kh 0", "K♥ needs an empty pile"),
        ("10♠ 3", "No 10♠ is face up"),
        ("js pile 4 qd", "No J♠ is face up in pile 4"),
        ("js qh of", "Unknown: \"js qh of\". help: all commands"),
    ] {
        let mut played = PlayedGame::new(game("moving-left", &[], 42));
        let answered = answer_to(&mut played, line);
        assert_eq!(answered, format!("{answer}\n"), "{line}");
    }
}

#[test]
fn with_full_names_refusals_name_cards_in_words() {
    let text = moving_left("names\nten of spades to pile 3\nkh js");
    assert!(text.contains("\nNo ten of spades is face up\n"), "{text}");
}

#[test]
fn rules_are_paragraphs_without_line_breaks() {
    let text = moving_left("rules moving-left");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.contains(&"THE AIM"), "{text}");
    let aim = "Move all 104 cards home to the eight foundations. There are two for each suit, and \
        each is built up from ace to king.";
    assert!(lines.contains(&aim), "{text}");
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("- Only a run in order "))
    );
    assert!(lines.iter().all(|line| !line.starts_with(' ')));
}

#[test]
fn names_is_a_setting_and_a_flag() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let mut line_mode = LineMode::with_settings("names = true\nwarn-when-lost = false\n");
    let text = line_mode.play(
        &mut played,
        lines("draw\nnames\nundo\nsettings names on\nredo"),
    );
    for line in [
        "Dealt two of diamonds to the waste",
        "names is off",
        "Undid: dealt 2♦ to the waste",
        "names is on",
        "Redid: dealt two of diamonds to the waste",
    ] {
        assert!(text.lines().any(|text| text == line), "{line}: {text}");
    }
    line_mode.play(&mut played, lines("names off"));
    let text = line_mode.play(&mut played, lines("undo"));
    assert!(text.ends_with("Undid: dealt 2♦ to the waste\n"), "{text}");
    line_mode.options.full_names = true;
    let text = line_mode.play(&mut played, lines("draw\nnames\nundo"));
    assert!(text.contains("\nDealt two of diamonds"), "{text}");
    assert!(text.ends_with("\nUndid: dealt 2♦ to the waste\n"), "{text}");
}

#[test]
fn the_prompt_follows_each_reply_and_notice() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let mut line_mode = LineMode::new();
    line_mode.options.prompt = true;
    let text = line_mode.play(&mut played, lines("draw\nxyzzy\nquit"));
    let answers = after_greeting(&text);
    let expected = "> Dealt 2♦ to the waste\n> Unknown: \"xyzzy\". help: all commands\n> ";
    assert_eq!(answers, expected);
}

#[test]
fn a_pile_that_the_game_does_not_have_is_named() {
    let mut played = PlayedGame::new(game("moosehide", &[], 3));
    for (line, missing) in [
        ("99 3", "pile 99"),
        ("3 99", "pile 99"),
        ("8", "pile 8"),
        ("t3-t99", "pile 99"),
        ("w 3", "waste"),
        ("reserve 25 to 3", "reserve 25"),
        ("home w", "waste"),
        ("peek f9", "foundation 9"),
    ] {
        let text = format!("This game has no {missing}\n");
        assert_eq!(answer_to(&mut played, line), text, "{line}");
    }
    assert!(answer_to(&mut played, "9999999999 3").starts_with("Unknown: "));
}

#[test]
fn help_lists_only_usable_commands() {
    let listed = |id: &str, lines: &str| answer_to(&mut PlayedGame::new(game(id, &[], 3)), lines);
    for (id, there, missing) in [
        ("moving-left", "home, autoplay, finish", "run"),
        ("moving-left", "w is the waste", "reserve"),
        ("moosehide", "r a reserve card", "waste"),
        ("oscillation", "draw", "waste"),
        ("yakutat-bay", "Play: home, ", "draw"),
        ("single-left", "discard, run, ", "home"),
    ] {
        let text = listed(id, "help");
        assert!(text.contains(there), "{id}: {text}");
        assert!(!text.contains(missing), "{id}, {missing}: {text}");
    }
    for (id, text) in [
        (
            "yakutat-bay",
            "usage: home PILE; for example home 3\nusage: peek PILE; for example peek 3, peek f1\n\
             usage: table [PART]; for example table piles or foundations\n",
        ),
        (
            "single-left",
            "This game has no foundations\nusage: peek PILE; for example peek h, peek x\n\
             usage: table [PART]; for example table stock\n",
        ),
    ] {
        assert_eq!(listed(id, "home\npeek\ntable cards"), text);
    }
}

#[test]
fn common_synonyms_are_commands() {
    for (line, answer) in [
        ("stats", "No finished games yet\n"),
        ("history", "No finished games yet\n"),
        ("four colors", "four-colors is on\n"),
        ("resume 2", "usage: resume N; menu lists the numbers\n"),
        ("give up", "You gave up.\n"),
        ("Resign", "You gave up.\n"),
        ("restart", "Moving Left, seed 42, move 0: "),
        ("games", "Games and their options, "),
        ("options", "Settings in "),
    ] {
        let text = moving_left(line);
        assert!(text.starts_with(answer), "{line}: {text}");
    }
    assert_eq!(moving_left("exit\ndraw"), "");
    let text = moving_left("help stats");
    assert!(text.starts_with("results [GAME or all], or S: "), "{text}");
}

#[test]
fn a_pile_alone_lists_its_cards_and_their_moves() {
    let mut played = PlayedGame::new(game("yakutat-bay", &[], 3));
    assert_eq!(
        answer_to(&mut played, "7"),
        "pile 7: 6 down, K♠ 4♠ 7♠ 6♦ 2♥\nt7-t1x2\n"
    );
    let text = answer_to(&mut played, "names\n7\nt4");
    assert!(text.contains("\nt7-t1x2: six of diamonds, two of hearts from pile 7 to pile 1\n"));
    assert!(
        text.ends_with("six of clubs\nNo moves from there\n"),
        "{text}"
    );
    assert_eq!(played.game.moves().len(), 0);
}

#[test]
fn find_names_the_piles_where_a_card_can_be_seen() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    for (line, answer) in [
        ("find 8h", "8♥: pile 5; pile 7"),
        ("find Ace of Diamonds", "A♦: pile 8; 1 hidden"),
        ("find 10♠", "10♠: 2 hidden"),
        (
            "find",
            "usage: find CARD; for example find 7h, find seven of hearts",
        ),
    ] {
        assert_eq!(
            answer_to(&mut played, line),
            format!("{answer}\n"),
            "{line}"
        );
    }
    let mut played = PlayedGame::new(game("yakutat-bay", &[], 3));
    assert_eq!(
        answer_to(&mut played, "find 7s"),
        "7♠: pile 7, under 2 cards\n"
    );
    assert_eq!(answer_to(&mut played, "find qh"), "Q♥: hidden\n");
}

#[test]
fn table_describes_one_part_on_request() {
    let mut played = PlayedGame::new(game("moosehide", &[], 1));
    for (part, lines) in [("piles", 7), ("foundations", 1), ("reserve", 24)] {
        let text = answer_to(&mut played, &format!("table {part}"));
        assert_eq!(text.lines().count(), lines, "{text}");
    }
    assert_eq!(
        answer_to(&mut played, "table stock"),
        "This game has no stock\n"
    );
    let status = "Moosehide, seed 1, move 0: playing, 0 of 52 home\n";
    assert_eq!(answer_to(&mut played, "status"), status);
}

#[test]
fn in_the_hand_draw_and_discard_choose_the_step() {
    let mut played = PlayedGame::new(game("single-left", &[("discards", "optional")], 3));
    let mut choices = 0;
    for _ in 0..60 {
        if played.game.legal_moves().len() > 1 {
            choices += 1;
            let before = played.game.foundation_cards();
            assert!(answer_to(&mut played, "d").starts_with("Dealt "));
            played.game.undo();
            assert!(answer_to(&mut played, "discard").starts_with("Discarded "));
            assert!(played.game.foundation_cards() > before);
        } else if answer_to(&mut played, "d").contains("You lost.") {
            break;
        }
    }
    assert!(choices > 2);
}

#[test]
fn in_the_hand_each_step_shows_the_next_window() {
    let mut played = PlayedGame::new(game("single-left", &[], 14));
    let text = answer_to(&mut played, "draw\nundo\nredo\nnames\nd\nd\nd");
    let text: Vec<&str> = text.lines().collect();
    assert_eq!(
        text[..3],
        [
            "Dealt 7♠ to the hand; in view 2♥ 9♣ 10♠ 7♠",
            "Undid: dealt 7♠ to the hand; in view Q♥ 2♥ 9♣ 10♠",
            "Redid: dealt 7♠ to the hand; in view 2♥ 9♣ 10♠ 7♠",
        ]
    );
    assert_eq!(
        text[6],
        "Discarded ten of spades, seven of spades, ace of hearts, ten of clubs; \
         dealt three of diamonds to the hand; \
         in view queen of hearts, two of hearts, nine of clubs, three of diamonds"
    );
    let text = answer_to(&mut played, "names\ntable stock\npeek h");
    let text: Vec<&str> = text.lines().collect();
    let view = "in view queen of hearts, two of hearts, nine of clubs, three of diamonds";
    assert_eq!(text[2], format!("the hand, h: 4 cards, {view}"));
    assert!(text[4].starts_with("the hand, h: queen of hearts, two of hearts, "));
    let mut played = PlayedGame::new(game("single-left", &[("discards", "optional")], 14));
    let text = answer_to(&mut played, "run");
    assert_eq!(
        text.to_lowercase().matches("in view").count(),
        1,
        "only the last step shows the view: {text}"
    );
    assert!(
        text.lines()
            .last()
            .is_some_and(|line| line.starts_with("In view "))
    );
}

#[test]
fn the_offer_to_finish_is_made_once() {
    let mut played = PlayedGame::new(game("moosehide", &[("layout", "classic")], 1));
    let text = answer_to(&mut played, "show all");
    let moves: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once(". "))
        .map(|(_, mv)| mv.split_once(": ").map_or(mv, |(mv, _)| mv))
        .collect();
    let text = answer_to(&mut played, &moves.join("\n"));
    assert_eq!(text.matches("finish: send everything home").count(), 1);
    let text = answer_to(&mut played, "undo\nundo\nredo\nfinish");
    assert!(!text.contains("finish: send"), "{text}");
    assert!(
        text.contains("\nMoosehide: solved with moves of the solver.\n"),
        "{text}"
    );
}

#[test]
fn home_autoplay_and_finish_send_cards_home() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    for (line, answer) in [
        ("home", "usage: home PILE; for example home 3, home w"),
        ("home pile", "usage: home PILE; for example home 3, home w"),
        ("autoplay", "Nothing can go home safely yet"),
        ("finish", "Can't finish automatically yet"),
        ("run", "Only for games played in the hand"),
    ] {
        assert_eq!(
            answer_to(&mut played, line),
            format!("{answer}\n"),
            "{line}"
        );
        assert_eq!(played.game.moves().len(), 0);
    }
    let why = played
        .game
        .rules()
        .explain_illegal(played.game.table(), "t1-f3".parse().expect("valid move"));
    let refused = answer_to(&mut played, "home t1").to_lowercase();
    assert_eq!(refused, format!("{}\n", why.to_lowercase()));
    assert!(answer_to(&mut played, "home t4").starts_with("A♥ from pile 4 to foundation 3"));
    let mut played = PlayedGame::new(game("moosehide", &[], 1));
    assert!(answer_to(&mut played, "autoplay").contains(" to foundation 3"));
    let mut played = PlayedGame::new(game("oscillation", &[], 3));
    assert!(
        answer_to(&mut played, "draw").starts_with("Dealt "),
        "draw deals a row"
    );
    let mut played = PlayedGame::new(game("single-left", &[], 1));
    let text = answer_to(&mut played, "run");
    assert!(text.contains("No moves left. You lost."), "{text}");
    assert_eq!(answer_to(&mut played, "run"), "The game is over\n");
}

#[test]
fn a_deal_that_is_not_legal_is_refused_with_its_reason() {
    let has_space = |game: &Game| {
        let mut piles = game.table().pile_ids().iter();
        piles.any(|pile| pile.is_tableau() && game.table().is_empty(pile))
    };
    let with_a_space = |seed| {
        let mut game = game("oscillation", &[], seed);
        for n in 0..100 {
            let moves = game.legal_moves();
            if has_space(&game) || moves.is_empty() {
                break;
            }
            game.play(moves[n * 7 % moves.len()]).expect("legal move");
        }
        has_space(&game).then_some(game)
    };
    let mut played = PlayedGame::new((0..).find_map(with_a_space).expect("space"));
    let text = answer_to(&mut played, "draw");
    assert_eq!(text, "Fill every empty pile before you deal\n");
    let mut played = PlayedGame::new(game("yakutat-bay", &[], 3));
    let text = answer_to(&mut played, "draw");
    assert_eq!(text, "This game has no stock\n");
}

#[test]
fn with_autoplay_on_safe_cards_go_home_and_are_described_and_undone_with_the_move() {
    let mut played = PlayedGame::new(game("moosehide", &[], 1));
    let line_mode = LineMode::with_settings("autoplay = true\nwarn-when-lost = false\n");
    let out = line_mode.play(&mut played, lines("home r3\nundo"));
    let text = out.lines().rev().take(2).collect::<Vec<_>>();
    assert!(text[1].matches(" to foundation ").count() > 1, "{out}");
    assert_eq!(text[0], format!("Undid: {}", text[1]));
    assert_eq!((played.game.moves().len(), played.game.undos()), (0, 1));
}

#[test]
fn a_table_has_a_line_for_each_pile_and_one_for_the_empty_foundations() {
    let game = game("moosehide", &[], 1);
    let short = describe::table(&game, CardNotation::Symbols);
    let lines: Vec<_> = short.lines().collect();
    assert_eq!(lines.len(), 1 + 7 + 1 + 24);
    assert_eq!(lines[0], "Moosehide, seed 1, move 0: playing, 0 of 52 home");
    assert_eq!(lines[3], "t3  2 down, 5♣");
    assert_eq!(lines[8], "f1 to f4  empty, take A♣ A♦ A♥ A♠");
    let letters = describe::table(&game, CardNotation::Letters);
    assert!(letters.is_ascii() && letters.contains("\nt3  2 down, 5C\n"));
    let full = describe::table(&game, CardNotation::Full);
    assert!(full.contains("\npile 3, t3: 2 face down, five of clubs\n"));
    assert!(full.contains("\nempty foundations, f1 to f4: each takes an ace\n"));
}

#[test]
fn with_full_names_a_squared_pile_shows_its_top_card_and_peek_lists_all() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let text = answer_to(
        &mut played,
        "names\nhome 4\ndraw\ndraw\ntable\npeek w\npeek f3\np 4\npeek x\npeek\npeek 11",
    );
    let text: Vec<_> = text.lines().collect();
    let mut lines = text.iter();
    let waste = lines.find(|line| line.starts_with("the waste, w: "));
    let waste = waste.expect("waste");
    assert!(waste.ends_with(", 2 cards"), "{waste}");
    assert!(text.contains(&"hearts foundation, f3: ace of hearts, 1 card"));
    assert!(text.contains(&"empty foundations, f1, f2, f4 to f8: each takes an ace"));
    let peeks = &text[text.len() - 6..];
    assert!(peeks[0].starts_with("the waste, w: two of diamonds, "));
    assert_eq!(peeks[1], "hearts foundation, f3: ace of hearts");
    assert!(peeks[2].starts_with("pile 4, t4: ") && peeks[2].ends_with("seven of clubs"));
    assert_eq!(
        peeks[3..],
        [
            "This game has no discard pile",
            "usage: peek PILE; for example peek 3, peek w, peek f1",
            "This game has no pile 11"
        ]
    );
    let text = text.join("");
    assert!(text.is_ascii() && !text.contains('#'), "{text}");
}

#[test]
fn a_foundation_that_does_not_start_with_the_ace_says_how_it_is_built() {
    let mut played = PlayedGame::new(game("oscillation", &[], 3));
    while played.game.foundation_cards() < 4 {
        let game = &mut played.game;
        let moves = hints(&**game.rules(), game.table());
        game.play(moves.first().expect("valid move").mv)
            .expect("legal move");
    }
    let full = describe::table(&played.game, CardNotation::Full);
    assert!(full.contains(" of 13, "), "{full}");
    assert!(full.contains(", up from ") || full.contains(", down from "));
    let is_summary = |line: &str| {
        line.starts_with("empty foundations, f1") && line.ends_with(": each takes a two, up")
    };
    assert!(full.lines().any(is_summary), "{full}");
}

#[test]
fn cards_dealt_to_the_piles_share_one_sentence() {
    let mut played = PlayedGame::new(game("oscillation", &[], 3));
    let text = answer_to(&mut played, "draw");
    let row = "Dealt J♦ to pile 1, Q♠ to pile 2, J♠ to pile 3, 4♥ to pile 4, ";
    assert!(text.starts_with(row), "{text}");
    assert_eq!(text.matches("ealt").count(), 1, "{text}");
}

#[test]
fn help_is_short_and_explains_a_word_from_the_commands_and_the_rules() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let help = answer_to(&mut played, "help");
    assert!(
        help.lines().count() < 10 && help.contains("peek, find, hint"),
        "{help}"
    );
    assert_eq!(answer_to(&mut played, "?"), help);
    let all = answer_to(&mut played, "help all");
    for line in [
        "undo, or u: undo; at move 0, previous game",
        "peek PILE, or p: all cards of a pile",
        "new [SEED or GRADE], or n: another deal of this game; a GRADE: easy, medium, hard or expert",
    ] {
        assert!(all.lines().any(|text| text == line), "{line}: {all}");
    }
    assert!(all.lines().all(|line| line.len() < 120), "{all}");
    let undo = answer_to(&mut played, "help undo");
    assert!(undo.starts_with("undo, or u: undo; "), "{undo}");
    assert!(undo.lines().count() < 5, "{undo}");
    let letter = answer_to(&mut played, "help U");
    assert!(letter.starts_with("redo, or U: redo; "), "{letter}");
    assert_eq!(letter.lines().count(), 1, "{letter}");
    let stock = answer_to(&mut played, "help Stock");
    assert!(
        stock.contains("table [PART]: ") && stock.contains("other 49 cards"),
        "{stock}"
    );
    assert_eq!(
        answer_to(&mut played, "help chess"),
        "Not found: \"chess\"\n"
    );
    assert_eq!(
        answer_to(&mut played, "foo"),
        "Unknown: \"foo\". help: all commands\n"
    );
}

#[test]
fn every_letter_key_of_the_table_is_a_command_with_the_same_meaning() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let mut in_hand = PlayedGame::new(game("single-left", &[], 42));
    let help = [&mut played, &mut in_hand].map(|played| answer_to(played, "help all"));
    let help = help.concat();
    let keymap = Keymap::default();
    let mut letters = 0;
    for binding in keymap
        .bindings(Mode::Table)
        .chain(keymap.bindings(Mode::HandGame))
    {
        let command = match binding.name {
            // Line mode has no cursor, and moves name their piles.
            "left" | "right" | "up" | "down" | "waste" | "reserve" | "foundation"
            | "enter-move" => {
                continue;
            }
            name if name.starts_with("pile-") => continue,
            "safe-home" => "autoplay",
            "undo-to-winnable" => "back",
            "play-forced" => "run",
            "analyze" => "verdict",
            "show-solution" => "show",
            "new-deal" => "new",
            "new-winnable-deal" => "winnable",
            "enter-seed" => "seed",
            "close" => "quit",
            name => name,
        };
        for key in binding.keys.iter().map(ToString::to_string) {
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
        let (rules, help) = (answer_to(&mut played, "rules"), info.help);
        assert!(
            rules.split_whitespace().eq(help.split_whitespace()),
            "{rules}"
        );
        let full = answer_to(&mut played, "names\nrules");
        assert!(!full.contains(['♣', '♦', '♥', '♠']), "{full}");
    }
}

#[test]
fn letters_do_what_the_keys_at_the_table_do() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let text = answer_to(&mut played, "d\nu\nU\nu\nf 4\nu\nj\nH\nx");
    let text: Vec<_> = text.lines().collect();
    assert_eq!(text[0], "Dealt 2♦ to the waste");
    assert_eq!(text[1], "Undid: dealt 2♦ to the waste");
    assert_eq!(text[2], "Redid: dealt 2♦ to the waste");
    assert!(text[4].starts_with("A♥ from pile 4 to foundation 3"));
    assert!(text[6].starts_with("Unknown: \"j\""));
    assert_eq!(played.hints, 1);
    assert_eq!(text[8], "Only for games played in the hand");
}

#[test]
fn another_deal_has_a_random_seed_or_a_typed_one() {
    let header = |line: &str| {
        let text = moving_left(&format!("{line}\nstatus"));
        assert_eq!(text.matches("move 0: ").count(), 2, "{line}: {text}");
        text.lines().next().unwrap_or_default().to_owned()
    };
    for (line, title) in [
        ("new 5", "Moving Left, seed 5,"),
        ("seed 0x10", "Moving Left, seed 16,"),
        ("#7", "Moving Left, seed 7,"),
        ("# 7", "Moving Left, seed 7,"),
        ("R", "Moving Left, seed 42,"),
        ("play Moosehide 9", "Moosehide, seed 9,"),
        ("play Moosehide daily", "Moosehide, seed 20"),
    ] {
        let header = header(line);
        assert!(header.starts_with(title), "{line}: {header}");
    }
    let [new, n] = ["new", "n"].map(header);
    assert!(new.starts_with("Moving Left, seed ") && !new.contains("seed 42,"));
    assert_eq!(new, n, "both use the first seed of the source");
    let text = moving_left("seed\nseed five\nnew -1");
    assert_eq!(text, "Please enter a whole number: new 42\n".repeat(3));
}

#[test]
fn results_settings_menu_and_export_work_during_a_game() {
    let line_mode = LineMode::new();
    let path = line_mode.home.path().join("My Game.json");
    let typed = format!(
        "results\nsettings\n, warn-when-lost on\nm\nexport {}",
        path.display()
    );
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let text = after_greeting(&line_mode.play(&mut played, lines(&typed)));
    let expected = [
        "No finished games yet",
        "warn-when-lost is off: Warn when the game can't be won",
        "warn-when-lost is on",
        "No saved games.",
        &format!("Exported to {}", path.display()),
    ];
    let found = text.lines().filter(|line| expected.contains(line));
    assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
    assert!(path.exists());
}

#[test]
fn a_game_given_up_is_saved_as_such_until_undo_or_a_move_continues_it() {
    let outcomes = |line_mode: &LineMode| {
        let results = line_mode.save_manager();
        let finished = results.results().finished();
        finished.map(|result| result.outcome).collect::<Vec<_>>()
    };
    for (line, answer) in [("u", "The game goes on"), ("d", "Dealt A♣ to the waste")] {
        let line_mode = LineMode::new();
        let mut played = PlayedGame::new(game("moving-left", &[], 42));
        let text = line_mode.play(&mut played, lines("draw\ngive-up\nmoves\nG"));
        assert_eq!(text.matches("\nYou gave up.\n").count(), 1, "{text}");
        assert!(
            text.contains("\n0 of 104 cards home in 1 move, 0s\n"),
            "{text}"
        );
        assert!(text.contains(", undo or a move: continue, "), "{text}");
        assert!(text.ends_with("\nThe game is over\n"), "{text}");
        assert_eq!(outcomes(&line_mode), [GameOutcome::GivenUp]);
        let line_mode = LineMode::new();
        let mut played = PlayedGame::new(game("moving-left", &[], 42));
        let text = line_mode.play(
            &mut played,
            lines(&format!("draw\ngive-up\n{line}\nstatus")),
        );
        assert!(text.contains(&format!("\n{answer}\n")), "{text}");
        assert_eq!(outcomes(&line_mode), []);
    }
}

#[test]
fn the_first_hint_is_the_fair_players_and_the_others_follow_best_first() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let ranked = hints(&**played.game.rules(), played.game.table());
    assert!(ranked.is_sorted_by_key(|hint| hint.reason));
    let text = answer_to(&mut played, &"hint\n".repeat(ranked.len() + 2));
    let text: Vec<_> = text.lines().collect();
    let best = text[0].strip_prefix("Hint 1 of ").expect("a hint");
    let (count, best) = best.split_once(": ").expect("a move");
    assert!(
        best.ends_with("gets furthest)") || best.contains(" (wins in "),
        "{best}"
    );
    let others = ranked
        .iter()
        .filter(|hint| !best.starts_with(&hint.mv.to_string()));
    let others: Vec<_> = others.collect();
    assert_eq!(count, (others.len() + 1).to_string());
    for (text, hint) in text[1..].iter().zip(&others) {
        assert!(
            text.starts_with("Hint ")
                && text.contains(&format!(": {}", hint.mv))
                && text.ends_with(&format!("({})", hint.reason)),
            "{text}"
        );
    }
    assert_eq!(text[0], text[others.len() + 1], "then the first again");
    assert_eq!(played.hints as usize, ranked.len() + 2);
}

#[test]
fn odds_are_given_for_the_deals_that_look_alike() {
    let mut played = PlayedGame::new(game("yakutat-bay", &[], 3));
    let text = answer_to(&mut played, "odds");
    assert!(
        text.contains("of the deals that look like this can be won ("),
        "{text}"
    );
    let mut forced = PlayedGame::new(game("single-left", &[], 3));
    assert!(answer_to(&mut forced, "odds").starts_with("This game plays itself"));
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
            while let Some(hint) = hints(&**game.rules(), game.table()).last() {
                assert!(
                    seen.insert(format!(
                        "{} {:?}",
                        game.table().redeals_used(),
                        game.table()
                    )),
                    "{id} seed {seed}"
                );
                assert!(game.legal_moves().contains(&hint.mv));
                game.play(hint.mv).expect("legal move");
            }
        }
    }
}

#[test]
fn hints_do_not_depend_on_hidden_cards() {
    for info in variant::games() {
        for seed in 0..10 {
            let mut game = game(info.id, &[], seed);
            for n in 0..30 {
                let text = hints(&**game.rules(), game.table());
                // The same table with the hidden cards of each pile in reverse order.
                let mut other = game.table().clone();
                for pile in game.table().pile_ids().iter() {
                    let down = game.table().face_down(pile);
                    for low in 0..down / 2 {
                        other.swap(pile, low, down - 1 - low);
                    }
                }
                let same = hints(&**game.rules(), &other);
                let ranking = |hints: &[larboard::hint::Hint]| -> Vec<_> {
                    hints.iter().map(|hint| (hint.mv, hint.reason)).collect()
                };
                assert_eq!(ranking(&text), ranking(&same), "{} seed {seed}", info.id);
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[n * 7 % moves.len()]).expect("legal move");
            }
        }
    }
}

/// The first line of a requested search.
const SEARCHING: &str = "Searching, 10 s at most. An empty line or Ctrl-C cancels";

#[test]
fn show_searches_for_a_line_if_none_is_known() {
    let mut played = PlayedGame::new(game("moosehide", &[("layout", "classic")], 1));
    let text = answer_to(&mut played, "show 2\nhint");
    let text: Vec<&str> = text.lines().collect();
    assert_eq!(text[0], SEARCHING);
    assert!(text[1].starts_with("1. ") && text[2].starts_with("2. "));
    assert!(text[3].contains("this wins"), "{}", text[3]);
    assert_eq!((text.len(), played.solver_moves_shown), (4, 2));
    let mut lost = PlayedGame::new(game("single-left", &[], 15));
    let text = answer_to(&mut lost, "V");
    assert!(text.ends_with("\nThis can't be won any more\n"), "{text}");
}

#[test]
fn verdict_is_followed_by_the_line_move_by_move_or_whole() {
    let mut played = PlayedGame::new(game("moosehide", &[("layout", "classic")], 1));
    let text = answers(
        &mut played,
        "hint\nverdict\nhint\nshow\nshow 2\nshow 0\nshow all\n".as_bytes(),
    );
    let mut text = text.lines();
    let mut next = || text.next().expect("answer");
    assert!(!next().contains("proven"), "before a verdict was requested");
    assert_eq!(next(), SEARCHING);
    let verdict = next();
    assert!(verdict.starts_with("Winnable in "), "{verdict}");
    let hint = next().to_owned();
    assert!(hint.ends_with("(this wins)"), "{hint}");
    let first = next().to_owned();
    assert_eq!(next(), first, "show 2 starts with the same move");
    assert!(next().starts_with("2. "));
    assert!(next().starts_with("usage: show [N or all]"));
    let solution: Vec<&str> = text.collect();
    assert_eq!(solution[0], first);
    assert!(solution[0].starts_with("1. "), "{}", solution[0]);
    assert_eq!(played.hints, 2);
    assert_eq!(
        played.solver_moves_shown as usize,
        solution.len(),
        "each move counts once"
    );
    for line in solution {
        let (_, rest) = line.split_once(". ").expect("number");
        let mv = rest.split_once(": ").map_or(rest, |(mv, _)| mv);
        played
            .game
            .play(mv.parse().expect("valid move"))
            .expect("legal move");
    }
    assert_eq!(played.game.status(), Status::Won);
}

#[test]
fn back_is_refused_if_no_winnable_position_is_known() {
    let mut played = PlayedGame::new(game("single-left", &[], 15));
    let text = answer_to(&mut played, "back\nverdict\nback\nverdict");
    let text: Vec<&str> = text.lines().collect();
    assert_eq!(text[0], "This may still be winnable");
    assert_eq!(text[1], SEARCHING);
    assert!(text[2].starts_with("This can't be won any more"));
    assert_eq!(text[3], "No earlier winnable position is known");
    assert_eq!(text[4], text[2], "a known verdict is not searched again");
}

#[test]
fn a_canceled_search_gives_no_verdict() {
    let mut played = PlayedGame::new(game("moving-left", &[], 1));
    let line_mode = LineMode::new();
    line_mode.options.search_control.shut_down();
    let text = line_mode.play(&mut played, lines("verdict"));
    assert!(text.ends_with("Search canceled\n"), "{text}");
}

/// Returns the output with the warning when the game is lost turned on.
fn play_with_warnings(played: &mut PlayedGame, text: &str) -> String {
    LineMode::with_settings("ascii = true\n").play(played, lines(text))
}

#[test]
fn a_lost_game_is_followed_by_a_post_mortem_if_warnings_are_on() {
    let mut played = PlayedGame::new(game("single-left", &[], 1));
    let text = play_with_warnings(&mut played, "run\ntable");
    assert_eq!(
        text.matches("This deal could not be won.").count(),
        1,
        "{text}"
    );
    let mut played = PlayedGame::new(game("single-left", &[], 14));
    let text = play_with_warnings(&mut played, "give-up\nshow");
    // A slow machine also reports that it is searching.
    let lines = text.lines().filter(|line| !line.starts_with("Looking "));
    let text = lines.collect::<Vec<_>>().join("\n");
    let back = "help: all commands\nIt could still be won from here.\n1. ";
    assert!(text.contains(back), "{text}");
    let text = answer_to(&mut played, "undo\ngive-up");
    assert!(
        text.ends_with(" help: all commands\n"),
        "no post-mortem without warnings: {text}"
    );
}

#[test]
fn the_warning_that_the_game_is_lost_comes_once() {
    let lost = || PlayedGame::new(game("yakutat-bay", &[("face-up", "tops")], 2));
    let mv = lost().game.legal_moves()[0].to_string();
    let text = play_with_warnings(&mut lost(), &format!("status\n{mv}\nundo\nredo"));
    let (before, after) = text
        .split_once("\nThis can't be won any more\n")
        .expect("warning");
    assert!(
        before.ends_with("help: all commands"),
        "at the deal: {before}"
    );
    assert!(!after.contains("can't be won"), "{after}");
    let text = answer_to(&mut lost(), &mv);
    assert!(!text.contains("can't be won"), "no warning: {text}");
}

#[test]
fn full_names_remain_in_the_next_deal() {
    let mut played = PlayedGame::new(game("moosehide", &[], 1));
    let text = answer_to(&mut played, "names\nnew 1\ntable");
    assert_eq!(
        text.matches("pile 1, t1: seven of clubs").count(),
        2,
        "{text}"
    );
}

#[test]
fn a_replay_steps_both_ways_and_is_continued_from_anywhere() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    answer_to(&mut played, "draw\nt4-f3\nt3-t10\nundo");
    let start = || Start::Replay(Box::new(played.clone()));
    let typed = "next\n\nl\nnext\nback 2\npeek w\n3\nstart\nnext all\n99\nfind 2d\nfoo\ndraw\n2\ncontinue\nstatus\n";
    let (exit, text) = LineMode::new().run(start(), lines(typed));
    let first = "1. Dealt 2♦ to the waste";
    let second = "2. A♥ from pile 4 to foundation 3; turned up 7♣ on pile 4";
    let third = "3. J♠ from pile 3 to pile 10; turned up 6♠ on pile 3";
    let last = "That was the last move";
    let unknown = |line| format!("Unknown: {line:?}. help: all commands");
    assert_eq!(
        text.lines().next(),
        Some("Moving Left, seed 42, move 0: playing, 0 of 104 home")
    );
    let answers: Vec<&str> = text.lines().skip(2).collect();
    assert_eq!(
        answers[..19],
        [
            first,
            second,
            third,
            last,
            last,
            "Move 1 of 3",
            "the waste: 2♦",
            "Move 3 of 3",
            "Move 0 of 3",
            first,
            second,
            third,
            last,
            "Move 3 of 3",
            "2♦: the waste; 1 hidden",
            &unknown("foo"),
            &unknown("draw"),
            "Move 2 of 3",
            "You're playing on from move 2",
        ]
    );
    let game = exit.session.expect("continued game").into_played();
    assert_eq!((game.game.moves().len(), game.game.undone().len()), (2, 0));
    assert!(game.parent.is_some());
    let (exit, _) = LineMode::new().run(start(), lines("next"));
    assert!(exit.session.is_none(), "no game after the end of the input");
    let (_, text) = LineMode::new().run(start(), lines("q\nquit\nnext"));
    assert!(text.contains("\nGames and their options, "), "{text}");
    assert!(!text.contains(first), "{text}");
}
