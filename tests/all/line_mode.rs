//! Line mode: each line is answered, none does harm, and hints get somewhere.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use larboard::describe::{self, CardNotation};
use larboard::game::{Game, snapshot};
use larboard::hint::hints;
use larboard::line_mode::{self, ExitState, LineModeOptions, SearchControl, Start};
use larboard::record::PlayedGame;
use larboard::rules::Status;
use larboard::session::{SeedSource, Session, SessionStore};
use larboard::storage::results::GameOutcome;
use larboard::storage::save_manager::SaveManager;
use larboard::storage::settings::SettingsFile;
use larboard::tui::app::Mode;
use larboard::tui::keymap::Keymap;
use larboard::variant;
use tempfile::TempDir;

use crate::games;

fn game(id: &str, options: &[(&str, &str)], seed: u64) -> Game {
    Game::new(games::variant(id, options), seed)
}

/// Line mode with files of its own.
pub(crate) struct LineMode {
    home: TempDir,
    pub(crate) options: LineModeOptions,
}

impl LineMode {
    /// Without warnings when the game is lost.
    pub(crate) fn new() -> LineMode {
        LineMode::with_settings("warn-when-lost = false\n")
    }

    fn with_settings(settings: &str) -> LineMode {
        let home = tempfile::tempdir().expect("a folder");
        fs::write(home.path().join("settings.toml"), settings).expect("the settings");
        LineMode {
            home,
            options: LineModeOptions {
                notation: CardNotation::Symbols,
                force_winnable: false,
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

    fn run(&self, start: Start, lines: impl Iterator<Item = String>) -> (ExitState, String) {
        let settings = self.home.path().join("settings.toml");
        let (settings, errors) = SettingsFile::open_at(Some(settings));
        assert_eq!(errors, []);
        let store = SessionStore::new(self.save_manager(), settings);
        let (seeds, options) = (SeedSource::from_seed(1), self.options.clone());
        let mut out = Vec::new();
        let exit = line_mode::run(start, store, seeds, &[], options, lines, &mut out);
        assert!(exit.error.is_none() && exit.unsaved.is_empty(), "{exit:?}");
        (exit, String::from_utf8(out).expect("text"))
    }

    /// Plays on in a game; returns all that is printed, from the greeting on.
    pub(crate) fn play(
        &self,
        played: &mut PlayedGame,
        lines: impl Iterator<Item = String>,
    ) -> String {
        let session = Session::unsaved(played.clone());
        let (exit, printed) = self.run(Start::Game(Box::new(session)), lines);
        *played = exit.session.expect("the game").into_played();
        printed
    }
}

fn lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(String::from)
}

/// The part of what is printed that comes after the greeting.
fn after_greeting(printed: &str) -> String {
    let (_, answers) = printed
        .split_once("help: all commands\n")
        .expect("a greeting");
    answers.into()
}

/// The answers to typed lines, the greeting left out.
fn answers(played: &mut PlayedGame, typed: impl BufRead) -> String {
    let lines = line_mode::read_lines(typed);
    after_greeting(&LineMode::new().play(played, lines))
}

/// The answers to lines in Moving Left, seed 42.
fn moving_left(text: &str) -> String {
    one(&mut PlayedGame::new(game("moving-left", &[], 42)), text)
}

fn one(sitting: &mut PlayedGame, line: &str) -> String {
    answers(sitting, line.as_bytes())
}

#[test]
fn undo_at_the_deal_goes_back_to_the_previous_game() {
    let told = moving_left("draw\nnew 7\nundo\nundo\nredo");
    let (_, back) = told
        .split_once("\nBack to your previous game\n")
        .expect("the previous game");
    assert!(back.starts_with("Moving Left, seed 42, move 1: "), "{back}");
    assert!(
        back.ends_with("Undid: dealt 2♦ to the waste\nRedid: dealt 2♦ to the waste\n"),
        "{back}"
    );
    assert_eq!(moving_left("u"), "Nothing to undo\n");
}

#[test]
fn every_change_is_told() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
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
            "Full card names\n\
             Undid: jack of spades from pile 3 to pile 10; turned up six of spades on pile 3\n\
             Short card names",
        ),
        (
            "UNDO",
            "Undid: A♥ from pile 4 to foundation 3; turned up 7♣ on pile 4",
        ),
    ] {
        assert_eq!(one(&mut sitting, line), format!("{answer}\n"), "{line}");
    }
    assert_eq!(sitting.game.undos(), 3);
}

#[test]
fn a_slide_is_told_pile_by_pile() {
    for seed in 0.. {
        let mut game = game("moving-left", &[], seed);
        let slide = (0..60).find_map(|_| {
            let moves = game.legal_moves();
            let before = snapshot(game.table());
            game.play(*moves.first()?).ok()?;
            let told = describe::changes(&before, game.last_move_changes(), CardNotation::Symbols);
            told.contains("moved left").then_some(told)
        });
        if let Some(told) = slide {
            let left = |pile: usize| format!("moved left: pile {} to pile {pile}", pile + 1);
            assert!(
                (1..10).map(left).any(|words| told.contains(&words)),
                "{told}"
            );
            break;
        }
    }
}

#[test]
fn a_bad_line_gets_one_line_and_changes_nothing() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    let table = sitting.game.table().clone();
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
        let answer = one(&mut sitting, &format!("{line}\n"));
        assert_eq!(answer.lines().count(), 1, "{line:?}: {answer}");
        assert!(
            !answer.trim_end().chars().any(char::is_control),
            "{answer:?}"
        );
        assert!(answer.trim_end().chars().count() < 250, "{answer}");
        assert_eq!(*sitting.game.table(), table);
    }
}

#[test]
fn rubbish_of_any_kind_and_length_does_no_harm() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    let long = io::repeat(b'x').take(5_000_000);
    let bytes = Cursor::new(b"\n\xff\xfe\x00\x80\r\ndraw\r\n  draw  \n\0");
    let answer = answers(&mut sitting, io::BufReader::new(long.chain(bytes)));
    let lines: Vec<_> = answer.lines().collect();
    assert_eq!(lines.len(), 5, "{answer}");
    assert!(lines[0].starts_with("Unknown: \"xxxx") && lines[0].len() < 250);
    assert!(lines[1].starts_with("Unknown: "));
    assert!(lines[2].starts_with("Dealt ") && lines[3].starts_with("Dealt "));
    assert!(lines[4].contains(r"\0"));
    assert_eq!(sitting.game.moves().len(), 2);
}

#[test]
fn a_refusal_names_cards_as_all_else_does() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    let told = one(&mut sitting, "t1-t10\nnames\nt1-t10");
    let told: Vec<_> = told.lines().collect();
    assert_eq!(told[0], "K♥ needs an empty pile");
    assert_eq!(told[2], "king of hearts needs an empty pile");
    assert_eq!(
        CardNotation::Letters.replace_symbols("10♥ and 10♠ differ in suit"),
        "10H and 10S differ in suit"
    );
}

#[test]
fn quit_and_the_end_of_the_input_leave() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    assert_eq!(one(&mut sitting, "quit\ndraw\n"), "");
    assert_eq!(one(&mut sitting, ""), "");
    assert_eq!(sitting.game.moves().len(), 0);
    assert!(one(&mut sitting, "draw").starts_with("Dealt"));
}

#[test]
fn the_moves_listed_are_the_legal_ones() {
    let mut sitting = PlayedGame::new(game("oscillation", &[], 3));
    let listed = one(&mut sitting, "moves\n");
    let legal = sitting.game.legal_moves();
    assert_eq!(listed.split_whitespace().count(), legal.len());
    assert!(
        legal
            .iter()
            .all(|mv| listed.split_whitespace().any(|word| word == mv.to_string()))
    );
}

#[test]
fn the_end_of_a_game_is_told_and_can_be_taken_back() {
    let mut sitting = PlayedGame::new(game("single-left", &[], 1));
    let mut last = String::new();
    while sitting.game.status() == Status::Playing {
        let mv = sitting.game.legal_moves()[0].to_string();
        last = one(&mut sitting, &mv);
    }
    let (all, gone) = (52, sitting.game.foundation_cards());
    let moves = sitting.game.moves().len();
    let lost = format!(
        "No moves left. You lost.\n{gone} of {all} cards gone, {} left, in {moves} moves, 0s",
        all - gone
    );
    let next = "new: another deal, restart: same deal, undo: last position, help: all commands";
    assert!(
        last.contains(&format!("\n{lost}\n")) && last.ends_with(&format!("\n{next}\n")),
        "{last}"
    );
    let greeting = LineMode::new().play(&mut sitting, lines(""));
    assert!(
        greeting.contains(&format!("\n{lost}\n"))
            && greeting.ends_with(&format!("\n{next}\n"))
            && !greeting.contains("Type a move"),
        "taken up again: {greeting}"
    );
    let told = one(&mut sitting, "moves\nhint");
    let told: Vec<_> = told.lines().collect();
    assert_eq!(told[0], "No moves");
    assert!(told[1].starts_with("No obvious move"));
    assert_eq!(sitting.hints, 0);
    assert!(one(&mut sitting, "undo").starts_with("Undid: "));
    assert_eq!(sitting.game.status(), Status::Playing);
}

#[test]
fn a_move_is_also_typed_in_two_words_as_at_the_table() {
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
        let mut sitting = PlayedGame::new(game(id, &[], seed));
        assert_eq!(one(&mut sitting, line), format!("{answer}\n"), "{line}");
    }
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    let told = one(&mut sitting, "t4-f3\ng h\ngh\nf3");
    let home = "foundation 3: A♥\nNo moves from there\n";
    assert!(told.ends_with(&home.repeat(3)), "{told}");
}

#[test]
fn a_move_may_be_typed_as_it_is_told() {
    let carried = "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3\n";
    for line in [
        "3 to 10",
        "move pile 3 to pile 10",
        "put 3 on 10",
        "3-10",
        "from pile 3 to pile 0",
    ] {
        let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
        assert_eq!(one(&mut sitting, line), carried, "{line}");
    }
    let mut sitting = PlayedGame::new(game("moosehide", &[], 3));
    let told = one(
        &mut sitting,
        "reserve 22 to pile 6\npeek pile 6\nreserve 8 home\npeek clubs",
    );
    assert_eq!(
        told,
        "8♣ from reserve 22 to pile 6\npile 6: 5 down, 9♥ 8♣\n\
         A♣ from reserve 8 to foundation 1\nfoundation 1: A♣\n"
    );
}

#[test]
fn a_place_that_the_game_does_not_have_is_named() {
    let mut sitting = PlayedGame::new(game("moosehide", &[], 3));
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
        let told = format!("This game has no {missing}\n");
        assert_eq!(one(&mut sitting, line), told, "{line}");
    }
    assert!(one(&mut sitting, "9999999999 3").starts_with("Unknown: "));
}

#[test]
fn only_what_is_of_use_in_the_game_is_listed() {
    let listed = |id: &str, lines: &str| one(&mut PlayedGame::new(game(id, &[], 3)), lines);
    for (id, there, missing) in [
        ("moving-left", "home, autoplay, finish", "run"),
        ("moving-left", "w is the waste", "reserve"),
        ("moosehide", "r a reserve card", "waste"),
        ("oscillation", "draw", "waste"),
        ("yakutat-bay", "Play: home, ", "draw"),
        ("single-left", "discard, run, ", "home"),
    ] {
        let told = listed(id, "help");
        assert!(told.contains(there), "{id}: {told}");
        assert!(!told.contains(missing), "{id}, {missing}: {told}");
    }
    for (id, told) in [
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
        assert_eq!(listed(id, "home\npeek\ntable cards"), told);
    }
}

#[test]
fn the_words_a_player_would_try_first_are_commands_too() {
    for (line, answer) in [
        ("stats", "No finished games yet\n"),
        ("history", "No finished games yet\n"),
        ("four colors", "four-colors is on\n"),
        ("resume 2", "usage: resume N; menu lists the numbers\n"),
        ("give up", "You gave up.\n"),
        ("Resign", "You gave up.\n"),
        ("restart", "Moving Left, seed 42, move 0: "),
        ("games", "Games and their rules, "),
        ("options", "Settings in "),
    ] {
        let told = moving_left(line);
        assert!(told.starts_with(answer), "{line}: {told}");
    }
    assert_eq!(moving_left("exit\ndraw"), "");
    let told = moving_left("help stats");
    assert!(told.starts_with("results [GAME or all], or S: "), "{told}");
}

#[test]
fn a_pile_alone_tells_its_cards_and_where_they_can_go() {
    let mut sitting = PlayedGame::new(game("yakutat-bay", &[], 3));
    assert_eq!(
        one(&mut sitting, "7"),
        "pile 7: 6 down, K♠ 4♠ 7♠ 6♦ 2♥\nt7-t1x2\n"
    );
    let told = one(&mut sitting, "names\n7\nt4");
    assert!(told.contains("\nt7-t1x2: six of diamonds, two of hearts from pile 7 to pile 1\n"));
    assert!(
        told.ends_with("six of clubs\nNo moves from there\n"),
        "{told}"
    );
    assert_eq!(sitting.game.moves().len(), 0);
}

#[test]
fn a_card_is_found_by_its_name_where_it_can_be_seen_and_nowhere_else() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    for (line, answer) in [
        ("find 8h", "8♥: pile 5; pile 7"),
        ("find Ace of Diamonds", "A♦: pile 8; 1 hidden"),
        ("find 10♠", "10♠: 2 hidden"),
        (
            "find",
            "usage: find CARD; for example find 7h, find seven of hearts",
        ),
    ] {
        assert_eq!(one(&mut sitting, line), format!("{answer}\n"), "{line}");
    }
    let mut sitting = PlayedGame::new(game("yakutat-bay", &[], 3));
    assert_eq!(one(&mut sitting, "find 7s"), "7♠: pile 7, under 2 cards\n");
    assert_eq!(one(&mut sitting, "find qh"), "Q♥: hidden\n");
}

#[test]
fn the_table_is_told_in_parts_too() {
    let mut sitting = PlayedGame::new(game("moosehide", &[], 1));
    for (part, lines) in [("piles", 7), ("foundations", 4), ("reserve", 24)] {
        let told = one(&mut sitting, &format!("table {part}"));
        assert_eq!(told.lines().count(), lines, "{told}");
    }
    assert_eq!(one(&mut sitting, "table stock"), "This game has no stock\n");
    let status = "Moosehide, seed 1, move 0: playing, 0 of 52 home\n";
    assert_eq!(one(&mut sitting, "status"), status);
}

#[test]
fn in_the_hand_a_choice_between_drawing_and_discarding_is_the_players() {
    let mut sitting = PlayedGame::new(game("single-left", &[("discards", "optional")], 3));
    let mut choices = 0;
    for _ in 0..60 {
        if sitting.game.legal_moves().len() > 1 {
            choices += 1;
            let before = sitting.game.foundation_cards();
            assert!(one(&mut sitting, "d").starts_with("Dealt "));
            sitting.game.undo();
            assert!(one(&mut sitting, "discard").starts_with("Discarded "));
            assert!(sitting.game.foundation_cards() > before);
        } else if one(&mut sitting, "d").contains("You lost.") {
            break;
        }
    }
    assert!(choices > 2);
}

#[test]
fn in_the_hand_each_step_tells_what_the_next_is_about() {
    let mut sitting = PlayedGame::new(game("single-left", &[], 14));
    let told = one(&mut sitting, "draw\nundo\nredo\nnames\nd\nd\nd");
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(
        told[..3],
        [
            "Dealt 7♠ to the hand; in view 2♥ 9♣ 10♠ 7♠",
            "Undid: dealt 7♠ to the hand; in view Q♥ 2♥ 9♣ 10♠",
            "Redid: dealt 7♠ to the hand; in view 2♥ 9♣ 10♠ 7♠",
        ]
    );
    assert_eq!(
        told[6],
        "Discarded ten of spades, seven of spades, ace of hearts, ten of clubs; \
         dealt three of diamonds to the hand; \
         in view queen of hearts, two of hearts, nine of clubs, three of diamonds"
    );
    let told = one(&mut sitting, "names\ntable stock\npeek h");
    let told: Vec<&str> = told.lines().collect();
    let sight = "in view queen of hearts, two of hearts, nine of clubs, three of diamonds";
    assert_eq!(told[2], format!("the hand, h: 4 cards, {sight}"));
    assert!(told[4].starts_with("the hand, h: queen of hearts, two of hearts, "));
    let mut sitting = PlayedGame::new(game("single-left", &[("discards", "optional")], 14));
    let told = one(&mut sitting, "run");
    assert_eq!(
        told.to_lowercase().matches("in view").count(),
        1,
        "of many steps the last: {told}"
    );
    assert!(
        told.lines()
            .last()
            .is_some_and(|line| line.starts_with("In view "))
    );
}

#[test]
fn that_everything_can_go_home_is_said_once() {
    let mut sitting = PlayedGame::new(game("moosehide", &[("layout", "classic")], 1));
    let told = one(&mut sitting, "show all");
    let moves: Vec<&str> = told
        .lines()
        .filter_map(|line| line.split_once(". "))
        .map(|(_, mv)| mv.split_once(": ").map_or(mv, |(mv, _)| mv))
        .collect();
    let told = one(&mut sitting, &moves.join("\n"));
    assert_eq!(told.matches("finish: send everything home").count(), 1);
    let told = one(&mut sitting, "undo\nundo\nredo\nfinish");
    assert!(!told.contains("finish: send"), "{told}");
    assert!(told.contains("\nMoosehide: won!\n"), "{told}");
}

#[test]
fn home_is_said_in_words_for_one_card_for_all_that_safely_go_and_for_everything() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    for (line, answer) in [
        ("home", "usage: home PILE; for example home 3, home w"),
        ("home pile", "usage: home PILE; for example home 3, home w"),
        ("autoplay", "Nothing can go home safely yet"),
        ("finish", "Can't finish automatically yet"),
        ("run", "Only for games played in the hand"),
    ] {
        assert_eq!(one(&mut sitting, line), format!("{answer}\n"), "{line}");
        assert_eq!(sitting.game.moves().len(), 0);
    }
    let why = sitting
        .game
        .rules()
        .explain_illegal(sitting.game.table(), "t1-f3".parse().expect("a move"));
    let refused = one(&mut sitting, "home t1").to_lowercase();
    assert_eq!(refused, format!("{}\n", why.to_lowercase()));
    assert!(one(&mut sitting, "home t4").starts_with("A♥ from pile 4 to foundation 3"));
    let mut sitting = PlayedGame::new(game("moosehide", &[], 1));
    assert!(one(&mut sitting, "autoplay").contains(" to foundation 3"));
    let mut sitting = PlayedGame::new(game("oscillation", &[], 3));
    assert!(one(&mut sitting, "draw").starts_with("Dealt "), "it deals");
    let mut sitting = PlayedGame::new(game("single-left", &[], 1));
    let told = one(&mut sitting, "run");
    assert!(told.contains("No moves left. You lost."), "{told}");
    assert_eq!(one(&mut sitting, "run"), "The game is over\n");
}

#[test]
fn a_deal_that_cannot_be_made_is_refused_for_its_own_reason() {
    let open = |game: &Game| {
        let mut places = game.table().pile_ids().iter();
        places.any(|place| place.is_tableau() && game.table().is_empty(place))
    };
    let with_a_space = |seed| {
        let mut game = game("oscillation", &[], seed);
        for n in 0..100 {
            let moves = game.legal_moves();
            if open(&game) || moves.is_empty() {
                break;
            }
            game.play(moves[n * 7 % moves.len()]).expect("a legal move");
        }
        open(&game).then_some(game)
    };
    let mut sitting = PlayedGame::new((0..).find_map(with_a_space).expect("a space"));
    let told = one(&mut sitting, "draw");
    assert_eq!(told, "Fill every empty pile before you deal\n");
    let mut sitting = PlayedGame::new(game("yakutat-bay", &[], 3));
    let told = one(&mut sitting, "draw");
    assert_eq!(told, "This game has no stock\n");
}

#[test]
fn with_autoplay_on_safe_cards_go_home_and_are_described_and_undone_with_the_move() {
    let mut played = PlayedGame::new(game("moosehide", &[], 1));
    let line_mode = LineMode::with_settings("autoplay = true\nwarn-when-lost = false\n");
    let out = line_mode.play(&mut played, lines("home r3\nundo"));
    let told = out.lines().rev().take(2).collect::<Vec<_>>();
    assert!(told[1].matches(" to foundation ").count() > 1, "{out}");
    assert_eq!(told[0], format!("Undid: {}", told[1]));
    assert_eq!((played.game.moves().len(), played.game.undos()), (0, 1));
}

#[test]
fn the_table_is_told_a_pile_a_line() {
    let game = game("moosehide", &[], 1);
    let short = describe::table(&game, CardNotation::Symbols);
    let lines: Vec<_> = short.lines().collect();
    assert_eq!(lines.len(), 1 + 7 + 4 + 24);
    assert_eq!(lines[0], "Moosehide, seed 1, move 0: playing, 0 of 52 home");
    assert_eq!(lines[3], "t3  2 down, 5♣");
    assert_eq!(lines[8], "f1  empty, takes A♣");
    let letters = describe::table(&game, CardNotation::Letters);
    assert!(letters.is_ascii() && letters.contains("\nt3  2 down, 5C\n"));
    let full = describe::table(&game, CardNotation::Full);
    assert!(full.contains("\npile 3, t3: 2 face down, five of clubs\n"));
    assert!(full.contains("\nclubs foundation, f1: empty, takes ace of clubs\n"));
}

#[test]
fn with_full_names_a_squared_up_pile_is_told_by_its_top_card_and_a_peek_tells_all() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    let told = one(
        &mut sitting,
        "names\nhome 4\ndraw\ndraw\ntable\npeek w\npeek f3\np 4\npeek x\npeek\npeek 11",
    );
    let told: Vec<_> = told.lines().collect();
    let mut lines = told.iter();
    let waste = lines.find(|line| line.starts_with("the waste, w: "));
    let waste = waste.expect("the waste");
    assert!(waste.ends_with(", 2 cards"), "{waste}");
    assert!(told.contains(&"hearts foundation, f3: ace of hearts, 1 card"));
    assert!(told.contains(&"clubs foundation, f5: empty, takes ace of clubs"));
    let peeks = &told[told.len() - 6..];
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
    let text = told.join("");
    assert!(text.is_ascii() && !text.contains('#'), "{text}");
}

#[test]
fn a_foundation_that_does_not_begin_with_the_ace_says_how_it_is_built() {
    let mut sitting = PlayedGame::new(game("oscillation", &[], 3));
    while sitting.game.foundation_cards() < 4 {
        let game = &mut sitting.game;
        let moves = hints(&**game.rules(), game.table());
        game.play(moves.first().expect("a move").mv)
            .expect("a legal move");
    }
    let full = describe::table(&sitting.game, CardNotation::Full);
    assert!(full.contains(" of 13, "), "{full}");
    assert!(full.contains(", up from ") || full.contains(", down from "));
    assert!(full.contains("clubs foundation, f1: empty, takes two of clubs, up\n"));
}

#[test]
fn cards_dealt_to_the_piles_are_told_in_a_row() {
    let mut sitting = PlayedGame::new(game("oscillation", &[], 3));
    let told = one(&mut sitting, "draw");
    let row = "Dealt J♦ to pile 1, Q♠ to pile 2, J♠ to pile 3, 4♥ to pile 4, ";
    assert!(told.starts_with(row), "{told}");
    assert_eq!(told.matches("ealt").count(), 1, "{told}");
}

#[test]
fn help_is_short_and_tells_more_of_a_word_from_the_commands_and_the_rules() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    let help = one(&mut sitting, "help");
    assert!(
        help.lines().count() < 10 && help.contains("peek, find, hint"),
        "{help}"
    );
    assert_eq!(one(&mut sitting, "?"), help);
    let all = one(&mut sitting, "help all");
    for line in [
        "undo, or u: undo; at move 0, previous game",
        "peek PILE, or p: all cards of a pile",
        "new [SEED], or n: another deal of this game",
    ] {
        assert!(all.lines().any(|told| told == line), "{line}: {all}");
    }
    assert!(all.lines().all(|line| line.len() < 120), "{all}");
    let undo = one(&mut sitting, "help undo");
    assert!(undo.starts_with("undo, or u: undo; "), "{undo}");
    assert!(undo.lines().count() < 5, "{undo}");
    let letter = one(&mut sitting, "help U");
    assert_eq!(letter, "redo, or U: redo\n");
    let stock = one(&mut sitting, "help Stock");
    assert!(
        stock.contains("table [PART]: ") && stock.contains("other 49 cards"),
        "{stock}"
    );
    assert_eq!(one(&mut sitting, "help chess"), "Not found: \"chess\"\n");
    assert_eq!(
        one(&mut sitting, "foo"),
        "Unknown: \"foo\". help: all commands\n"
    );
}

#[test]
fn every_letter_that_is_a_key_at_the_table_is_a_command_of_the_same_meaning() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    let mut in_hand = PlayedGame::new(game("single-left", &[], 42));
    let help = [&mut sitting, &mut in_hand].map(|sitting| one(sitting, "help all"));
    let help = help.concat();
    let keymap = Keymap::default();
    let mut letters = 0;
    for binding in keymap
        .bindings(Mode::Table)
        .chain(keymap.bindings(Mode::HandGame))
    {
        let called = match binding.name {
            // Lines do not walk; piles are named in moves, and a move needs no key before it.
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
            "enter-seed" => "seed",
            "close" => "quit",
            name => name,
        };
        for key in binding.keys.iter().map(ToString::to_string) {
            if key.chars().count() == 1 {
                let line = help.lines().find(|line| line.starts_with(called));
                let line = line.unwrap_or_else(|| panic!("{called} is missing: {help}"));
                assert!(line.contains(&format!(", or {key}: ")), "{key}: {line}");
                letters += 1;
            }
        }
    }
    assert!(letters > 20, "{letters}");
}

#[test]
fn the_rules_are_those_of_the_game_and_cards_in_them_go_by_the_names_in_force() {
    for profile in variant::games() {
        let mut sitting = PlayedGame::new(game(profile.id, &[], 1));
        assert_eq!(
            one(&mut sitting, "rules"),
            format!("{}\n", profile.help.trim_end())
        );
        let full = one(&mut sitting, "names\nrules");
        assert!(!full.contains(['♣', '♦', '♥', '♠']), "{full}");
    }
}

#[test]
fn letters_mean_what_the_keys_at_the_table_mean() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    let told = one(&mut sitting, "d\nu\nU\nu\nf 4\nu\nj\nH\nx");
    let told: Vec<_> = told.lines().collect();
    assert_eq!(told[0], "Dealt 2♦ to the waste");
    assert_eq!(told[1], "Undid: dealt 2♦ to the waste");
    assert_eq!(told[2], "Redid: dealt 2♦ to the waste");
    assert!(told[4].starts_with("A♥ from pile 4 to foundation 3"));
    assert!(told[6].starts_with("Unknown: \"j\""));
    assert_eq!(sitting.hints, 1);
    assert_eq!(told[8], "Only for games played in the hand");
}

#[test]
fn another_deal_has_a_random_seed_or_a_typed_one() {
    let header = |line: &str| {
        let told = moving_left(&format!("{line}\nstatus"));
        assert_eq!(told.matches("move 0: ").count(), 2, "{line}: {told}");
        told.lines().next().unwrap_or_default().to_owned()
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
    assert_eq!(new, n, "the first seed of the same source");
    let told = moving_left("seed\nseed five\nnew -1");
    assert_eq!(told, "Please enter a whole number: new 42\n".repeat(3));
}

#[test]
fn results_settings_the_menu_and_a_record_are_at_hand() {
    let line_mode = LineMode::new();
    let path = line_mode.home.path().join("My Game.json");
    let typed = format!(
        "results\nsettings\n, warn-when-lost on\nm\nexport {}",
        path.display()
    );
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    let told = after_greeting(&line_mode.play(&mut played, lines(&typed)));
    let expected = [
        "No finished games yet",
        "warn-when-lost is off: Warn when the game can't be won",
        "warn-when-lost is on",
        "No saved games.",
        &format!("Exported to {}", path.display()),
    ];
    let found = told.lines().filter(|line| expected.contains(line));
    assert_eq!(found.collect::<Vec<_>>(), expected, "{told}");
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
        let told = line_mode.play(&mut played, lines("draw\ngive-up\nmoves\nG"));
        assert_eq!(told.matches("\nYou gave up.\n").count(), 1, "{told}");
        assert!(
            told.contains("\n0 of 104 cards home in 1 move, 0s\n"),
            "{told}"
        );
        assert!(told.contains(", undo or a move: continue, "), "{told}");
        assert!(told.ends_with("\nThe game is over\n"), "{told}");
        assert_eq!(outcomes(&line_mode), [GameOutcome::GivenUp]);
        let line_mode = LineMode::new();
        let mut played = PlayedGame::new(game("moving-left", &[], 42));
        let told = line_mode.play(
            &mut played,
            lines(&format!("draw\ngive-up\n{line}\nstatus")),
        );
        assert!(told.contains(&format!("\n{answer}\n")), "{told}");
        assert_eq!(outcomes(&line_mode), []);
    }
}

#[test]
fn hints_come_one_after_the_other_best_first_and_are_counted() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 42));
    let ranked = hints(&**sitting.game.rules(), sitting.game.table());
    assert!(ranked.is_sorted_by_key(|hint| hint.reason));
    let told = one(&mut sitting, &"hint\n".repeat(ranked.len() + 1));
    let told: Vec<_> = told.lines().collect();
    for (told, hint) in told.iter().zip(&ranked) {
        assert!(
            told.starts_with("Hint ")
                && told.contains(&format!(": {}", hint.mv))
                && told.ends_with(&format!("({})", hint.reason.description()))
        );
    }
    assert_eq!(told[0], told[ranked.len()]);
    assert_eq!(sitting.hints as usize, ranked.len() + 1);
}

#[test]
fn following_hints_never_goes_in_a_circle_in_any_game() {
    let mut games = Vec::new();
    for profile in variant::games() {
        games.push((profile.id, vec![]));
        for option in profile.options {
            let others = option.values.iter().skip(1);
            games.extend(others.map(|value| (profile.id, vec![(option.name, value.name)])));
        }
    }
    for (id, choices) in games {
        for seed in 0..20 {
            let mut game = game(id, &choices, seed);
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
                game.play(hint.mv).expect("a legal move");
            }
        }
    }
}

#[test]
fn a_hint_never_hangs_on_what_lies_hidden() {
    for profile in variant::games() {
        for seed in 0..10 {
            let mut game = game(profile.id, &[], seed);
            for n in 0..30 {
                let told = hints(&**game.rules(), game.table());
                // The same table with the hidden cards of each pile the other way round.
                let mut other = snapshot(game.table());
                for place in game.table().pile_ids().iter() {
                    let down = game.table().face_down(place);
                    for low in 0..down / 2 {
                        other.swap(place, low, down - 1 - low);
                    }
                }
                let same = hints(&**game.rules(), &other);
                let gains = |hints: &[larboard::hint::Hint]| -> Vec<_> {
                    hints.iter().map(|hint| (hint.mv, hint.reason)).collect()
                };
                assert_eq!(gains(&told), gains(&same), "{} seed {seed}", profile.id);
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[n * 7 % moves.len()]).expect("a legal move");
            }
        }
    }
}

/// What is said first of a search that was asked for.
const SEARCHING: &str = "Searching, 10 s at most. An empty line or Ctrl-C cancels";

#[test]
fn show_looks_for_a_line_where_none_is_known() {
    let mut sitting = PlayedGame::new(game("moosehide", &[("layout", "classic")], 1));
    let told = one(&mut sitting, "show 2\nhint");
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(told[0], SEARCHING);
    assert!(told[1].starts_with("1. ") && told[2].starts_with("2. "));
    assert!(told[3].contains("this wins"), "{}", told[3]);
    assert_eq!((told.len(), sitting.solver_moves_shown), (4, 2));
    let mut lost = PlayedGame::new(game("single-left", &[], 15));
    let told = one(&mut lost, "V");
    assert!(told.ends_with("\nThis can't be won any more\n"), "{told}");
}

#[test]
fn the_solver_tells_a_verdict_then_the_way_move_by_move_or_whole() {
    let mut sitting = PlayedGame::new(game("moosehide", &[("layout", "classic")], 1));
    let told = answers(
        &mut sitting,
        "hint\nverdict\nhint\nshow\nshow 2\nshow 0\nshow all\n".as_bytes(),
    );
    let mut told = told.lines();
    let mut next = || told.next().expect("an answer");
    assert!(!next().contains("proven"), "until a verdict is asked for");
    assert_eq!(next(), SEARCHING);
    let verdict = next();
    assert!(verdict.starts_with("Winnable in "), "{verdict}");
    let hint = next().to_owned();
    assert!(hint.ends_with("(this wins)"), "{hint}");
    let first = next().to_owned();
    assert_eq!(next(), first, "show 2 begins with what show tells");
    assert!(next().starts_with("2. "));
    assert!(next().starts_with("usage: show [N or all]"));
    let way: Vec<&str> = told.collect();
    assert_eq!(way[0], first);
    assert!(way[0].starts_with("1. "), "{}", way[0]);
    assert_eq!(sitting.hints, 2);
    assert_eq!(sitting.solver_moves_shown as usize, way.len(), "each once");
    for line in way {
        let (_, rest) = line.split_once(". ").expect("a number");
        let mv = rest.split_once(": ").map_or(rest, |(mv, _)| mv);
        sitting
            .game
            .play(mv.parse().expect("a move"))
            .expect("a legal move");
    }
    assert_eq!(sitting.game.status(), Status::Won);
}

#[test]
fn where_no_win_is_left_the_verdict_says_since_when() {
    let mut sitting = PlayedGame::new(game("single-left", &[], 15));
    let told = one(&mut sitting, "back\nverdict\nback\nverdict");
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(told[0], "This may still be winnable");
    assert_eq!(told[1], SEARCHING);
    assert!(told[2].starts_with("This can't be won any more"));
    assert_eq!(told[3], "No earlier winnable position is known");
    assert_eq!(told[4], told[2], "known, and not searched for again");
}

#[test]
fn a_search_that_is_stopped_is_no_verdict() {
    let mut sitting = PlayedGame::new(game("moving-left", &[], 1));
    let line_mode = LineMode::new();
    line_mode.options.search_control.shut_down();
    let told = line_mode.play(&mut sitting, lines("verdict"));
    assert!(told.ends_with("Search canceled\n"), "{told}");
}

/// What is printed for lines with warnings when the game is lost.
fn watched(played: &mut PlayedGame, text: &str) -> String {
    LineMode::with_settings("ascii = true\n").play(played, lines(text))
}

#[test]
fn a_game_lost_or_given_up_is_looked_back_at_where_that_is_said_unasked() {
    let mut sitting = PlayedGame::new(game("single-left", &[], 1));
    let told = watched(&mut sitting, "run\ntable");
    assert_eq!(
        told.matches("This deal could not be won.").count(),
        1,
        "{told}"
    );
    let mut sitting = PlayedGame::new(game("single-left", &[], 14));
    let told = watched(&mut sitting, "give-up\nshow");
    // On a slow machine it is told that one waits.
    let lines = told.lines().filter(|line| !line.starts_with("Looking "));
    let told = lines.collect::<Vec<_>>().join("\n");
    let back = "help: all commands\nIt could still be won from here.\n1. ";
    assert!(told.contains(back), "{told}");
    let told = one(&mut sitting, "undo\ngive-up");
    assert!(
        told.ends_with(" help: all commands\n"),
        "and nothing else where that is not to be said: {told}"
    );
}

#[test]
fn that_no_win_is_left_is_said_unasked_and_once() {
    let lost = || PlayedGame::new(game("yakutat-bay", &[("face-up", "tops")], 2));
    let mv = lost().game.legal_moves()[0].to_string();
    let told = watched(&mut lost(), &format!("status\n{mv}\nundo\nredo"));
    let (before, after) = told
        .split_once("\nThis can't be won any more\n")
        .expect("it is said");
    assert!(
        before.ends_with("help: all commands"),
        "at the deal: {before}"
    );
    assert!(!after.contains("can't be won"), "{after}");
    let told = one(&mut lost(), &mv);
    assert!(
        !told.contains("can't be won"),
        "where that is not to be said: {told}"
    );
}

#[test]
fn full_names_stay_in_the_next_deal() {
    let mut played = PlayedGame::new(game("moosehide", &[], 1));
    let told = one(&mut played, "names\nnew 1\ntable");
    assert_eq!(
        told.matches("pile 1, t1: seven of clubs").count(),
        2,
        "{told}"
    );
}

#[test]
fn a_replay_steps_both_ways_and_is_continued_from_anywhere() {
    let mut played = PlayedGame::new(game("moving-left", &[], 42));
    one(&mut played, "draw\nt4-f3\nt3-t10\nundo");
    let start = || Start::Replay(Box::new(played.clone()));
    let typed = "next\n\nl\nnext\nback 2\npeek w\n3\nstart\nnext all\n99\nfind 2d\nfoo\ndraw\n2\ncontinue\nstatus\n";
    let (exit, told) = LineMode::new().run(start(), lines(typed));
    let first = "1. Dealt 2♦ to the waste";
    let second = "2. A♥ from pile 4 to foundation 3; turned up 7♣ on pile 4";
    let third = "3. J♠ from pile 3 to pile 10; turned up 6♠ on pile 3";
    let last = "That was the last move";
    let unknown = |line| format!("Unknown: {line:?}. help: all commands");
    assert_eq!(
        told.lines().next(),
        Some("Moving Left, seed 42, move 0: playing, 0 of 104 home")
    );
    let answers: Vec<&str> = told.lines().skip(2).collect();
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
    let game = exit.session.expect("a game of its own").into_played();
    assert_eq!((game.game.moves().len(), game.game.undone().len()), (2, 0));
    assert!(game.parent.is_some());
    let (exit, _) = LineMode::new().run(start(), lines("next"));
    assert!(exit.session.is_none(), "the end of the lines");
    let (_, told) = LineMode::new().run(start(), lines("q\nquit\nnext"));
    assert!(told.contains("\nGames and their rules, "), "{told}");
    assert!(!told.contains(first), "{told}");
}
