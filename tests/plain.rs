//! The game by typed lines: each line is answered, none does harm, and hints get somewhere.

#![allow(clippy::expect_used, clippy::panic)]

use std::collections::HashSet;
use std::io::{self, BufRead, Cursor, Read};

use larboard::game::Game;
use larboard::hint::hints;
use larboard::plain::{self, Manner};
use larboard::record::Sitting;
use larboard::rules::{Status, Variant};
use larboard::solver::Cancel;
use larboard::words::{self, Names};

fn game(id: &str, choices: &[(&str, &str)], seed: u64) -> Game<Variant> {
    let profile = Variant::profile_named(id).expect("a game");
    Game::new(Variant::of(profile, choices).expect("known"), seed)
}

/// What is answered to each of the lines, the greeting left out.
fn answers(sitting: &mut Sitting<Variant>, typed: impl BufRead) -> String {
    let mut out = Vec::new();
    plain::play(
        sitting,
        plain::lines(typed),
        &mut out,
        Names::Symbols,
        &Cancel::default(),
        |_| None,
    )
    .expect("a vector");
    let out = String::from_utf8(out).expect("text");
    let (_, answers) = out.split_once("table names quit\n").expect("a greeting");
    answers.into()
}

fn one(sitting: &mut Sitting<Variant>, line: &str) -> String {
    answers(sitting, line.as_bytes())
}

#[test]
fn every_change_is_told() {
    let mut sitting = Sitting::new(game("moving-left", &[], 42));
    for (line, answer) in [
        ("draw", "dealt 2♦ to the waste"),
        (
            "t4-f3",
            "A♥ from pile 4 home, to foundation 3; turned up 7♣ on pile 4",
        ),
        (
            "undo",
            "taken back: A♥ from pile 4 home, to foundation 3; turned up 7♣ on pile 4",
        ),
        (
            "redo",
            "made again: A♥ from pile 4 home, to foundation 3; turned up 7♣ on pile 4",
        ),
        ("redo", "no move was taken back"),
        (
            "t3-t10",
            "J♠ from pile 3 to pile 10; turned up 6♠ on pile 3",
        ),
        (
            "names\nundo\nnames",
            "names in full\n\
             taken back: jack of spades from pile 3 to pile 10; turned up six of spades on pile 3\n\
             names in short",
        ),
        (
            "UNDO",
            "taken back: A♥ from pile 4 home, to foundation 3; turned up 7♣ on pile 4",
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
            let moves = game.legal();
            let before = words::snapshot(game.table());
            game.play(*moves.first()?).ok()?;
            let told = words::changes(&before, game.last_steps(), Names::Symbols);
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
    let mut sitting = Sitting::new(game("moving-left", &[], 42));
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
    let mut sitting = Sitting::new(game("moving-left", &[], 42));
    let long = io::repeat(b'x').take(5_000_000);
    let bytes = Cursor::new(b"\n\xff\xfe\x00\x80\r\ndraw\r\n  draw  \n\0");
    let answer = answers(&mut sitting, io::BufReader::new(long.chain(bytes)));
    let lines: Vec<_> = answer.lines().collect();
    assert_eq!(lines.len(), 5, "{answer}");
    assert!(lines[0].starts_with("\"xxxx") && lines[0].len() < 250);
    assert!(lines[1].contains("is not known"));
    assert!(lines[2].starts_with("dealt ") && lines[3].starts_with("dealt "));
    assert!(lines[4].contains(r"\0"));
    assert_eq!(sitting.game.moves().len(), 2);
}

#[test]
fn a_refusal_names_cards_as_all_else_does() {
    let mut sitting = Sitting::new(game("moving-left", &[], 42));
    let told = one(&mut sitting, "t1-t10\nnames\nt1-t10");
    let told: Vec<_> = told.lines().collect();
    assert_eq!(told[0], "K♥ does not go on Q♦");
    assert_eq!(told[2], "king of hearts does not go on queen of diamonds");
    assert_eq!(
        Names::Letters.text("10♥ does not go on 10♠"),
        "10H does not go on 10S"
    );
}

#[test]
fn quit_and_the_end_of_the_input_leave() {
    let mut sitting = Sitting::new(game("moving-left", &[], 42));
    assert_eq!(one(&mut sitting, "quit\ndraw\n"), "");
    assert_eq!(one(&mut sitting, ""), "");
    assert_eq!(sitting.game.moves().len(), 0);
    assert!(one(&mut sitting, "draw").starts_with("dealt"));
}

#[test]
fn the_moves_listed_are_the_legal_ones() {
    let mut sitting = Sitting::new(game("oscillation", &[], 3));
    let listed = one(&mut sitting, "moves\n");
    let legal = sitting.game.legal();
    assert_eq!(listed.split_whitespace().count(), legal.len());
    assert!(
        legal
            .iter()
            .all(|mv| listed.split_whitespace().any(|word| word == mv.to_string()))
    );
}

#[test]
fn the_end_of_a_game_is_told_and_can_be_taken_back() {
    let mut sitting = Sitting::new(game("single-left", &[], 1));
    let mut last = String::new();
    while sitting.game.status() == Status::Playing {
        let mv = sitting.game.legal()[0].to_string();
        last = one(&mut sitting, &mv);
    }
    assert!(
        last.ends_with("\nLost: there is no legal move.\n"),
        "{last}"
    );
    let told = one(&mut sitting, "moves\nhint");
    let told: Vec<_> = told.lines().collect();
    assert_eq!(told[..2], ["Lost: there is no legal move.", "none"]);
    assert!(told[2].starts_with("none: "));
    assert_eq!(sitting.hints, 0);
    assert!(one(&mut sitting, "undo").contains("\ntaken back: "));
    assert_eq!(sitting.game.status(), Status::Playing);
}

#[test]
fn home_is_said_in_words_for_one_card_for_all_that_safely_go_and_for_everything() {
    let mut sitting = Sitting::new(game("moving-left", &[], 42));
    for (line, answer) in [
        ("home", "home wants a place: home t3, home w"),
        ("home pile", "home wants a place: home t3, home w"),
        ("home t1", "no card goes home from pile 1"),
        ("safe", "no card can go home without a risk"),
        ("finish", "not everything can go straight home yet"),
        ("run", "only a game played in the hand runs by itself"),
    ] {
        assert_eq!(one(&mut sitting, line), format!("{answer}\n"), "{line}");
        assert_eq!(sitting.game.moves().len(), 0);
    }
    assert!(one(&mut sitting, "home t4").starts_with("A♥ from pile 4 home"));
    let mut sitting = Sitting::new(game("moosehide", &[], 1));
    assert!(one(&mut sitting, "safe").contains("home, to foundation 3"));
    let mut sitting = Sitting::new(game("oscillation", &[], 3));
    assert!(one(&mut sitting, "draw").starts_with("dealt "), "it deals");
    let mut sitting = Sitting::new(game("single-left", &[], 1));
    let told = one(&mut sitting, "run");
    assert!(
        told.ends_with("\nLost: there is no legal move.\n"),
        "{told}"
    );
    assert!(one(&mut sitting, "run").ends_with("\nthe game is over\n"));
}

#[test]
fn where_it_is_set_cards_follow_home_and_are_told_and_taken_back_with_the_move() {
    let mut sitting = Sitting::new(game("moosehide", &[], 1));
    let manner = Manner {
        names: Names::Letters,
        homeward: true,
    };
    let mut out = Vec::new();
    let lines = ["home r3", "undo"].map(String::from).into_iter();
    let cancel = Cancel::default();
    plain::play(&mut sitting, lines, &mut out, manner, &cancel, |_| None).expect("a vector");
    let out = String::from_utf8(out).expect("text");
    let told = out.lines().rev().take(2).collect::<Vec<_>>();
    assert!(told[1].matches(" home, to ").count() > 1, "{out}");
    assert_eq!(told[0], format!("taken back: {}", told[1]));
    assert_eq!((sitting.game.moves().len(), sitting.game.undos()), (0, 1));
}

#[test]
fn the_table_is_told_a_pile_a_line() {
    let game = game("moosehide", &[], 1);
    let short = words::table(&game, Names::Symbols);
    let lines: Vec<_> = short.lines().collect();
    assert_eq!(lines.len(), 1 + 7 + 4 + 24);
    assert_eq!(lines[0], "Moosehide, seed 1, move 0: playing, 0 of 52 home");
    assert_eq!(lines[3], "t3  ## ## 5♣");
    assert_eq!(lines[8], "f1  --");
    let letters = words::table(&game, Names::Letters);
    assert!(letters.is_ascii() && letters.contains("\nt3  ## ## 5C\n"));
    let full = words::table(&game, Names::Full);
    assert!(full.contains("\npile 3, t3: 2 face down, five of clubs\n"));
    assert!(full.contains("\nfoundation 1, f1: empty\n"));
}

#[test]
fn hints_come_one_after_the_other_best_first_and_are_counted() {
    let mut sitting = Sitting::new(game("moving-left", &[], 42));
    let ranked = hints(sitting.game.rules(), sitting.game.table());
    assert!(ranked.is_sorted_by_key(|hint| hint.gain));
    let told = one(&mut sitting, &"hint\n".repeat(ranked.len() + 1));
    let told: Vec<_> = told.lines().collect();
    for (told, hint) in told.iter().zip(&ranked) {
        assert!(told.starts_with(&format!("{}: ", hint.mv)) && told.contains(hint.gain.words()));
    }
    assert_eq!(told[0], told[ranked.len()]);
    assert_eq!(sitting.hints as usize, ranked.len() + 1);
}

#[test]
fn following_hints_never_goes_in_a_circle_in_any_game() {
    let mut games = Vec::new();
    for profile in Variant::ALL {
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
            while let Some(hint) = hints(game.rules(), game.table()).last() {
                assert!(
                    seen.insert(format!("{} {:?}", game.table().redeals(), game.table())),
                    "{id} seed {seed}"
                );
                assert!(game.legal().contains(&hint.mv));
                game.play(hint.mv).expect("a legal move");
            }
        }
    }
}

#[test]
fn a_hint_never_hangs_on_what_lies_hidden() {
    for profile in Variant::ALL {
        for seed in 0..10 {
            let mut game = game(profile.id, &[], seed);
            for n in 0..30 {
                let told = hints(game.rules(), game.table());
                // The same table with the hidden cards of each pile the other way round.
                let mut other = words::snapshot(game.table());
                for place in game.table().places().iter() {
                    let down = game.table().face_down(place);
                    for low in 0..down / 2 {
                        other.swap(place, low, down - 1 - low);
                    }
                }
                let same = hints(game.rules(), &other);
                let gains = |hints: &[larboard::hint::Hint]| -> Vec<_> {
                    hints.iter().map(|hint| (hint.mv, hint.gain)).collect()
                };
                assert_eq!(gains(&told), gains(&same), "{} seed {seed}", profile.id);
                let moves = game.legal();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[n * 7 % moves.len()]).expect("a legal move");
            }
        }
    }
}

#[test]
fn the_solver_tells_a_verdict_then_the_way_move_by_move_or_whole() {
    let mut sitting = Sitting::new(game("moosehide", &[("layout", "classic")], 1));
    let told = answers(&mut sitting, "show\nhint\nverdict\nhint\nshow\n".as_bytes());
    let mut told = told.lines();
    let mut next = || told.next().expect("an answer");
    assert!(next().contains("no line that wins is known"));
    assert!(!next().contains("proven"), "until a verdict is asked for");
    let verdict = next();
    assert!(
        verdict.starts_with("it can be won from here, in "),
        "{verdict}"
    );
    let hint = next().to_owned();
    assert!(hint.ends_with("(proven to lead to a win)"), "{hint}");
    let way: Vec<&str> = told.collect();
    assert!(way[0].starts_with("1. "), "{}", way[0]);
    assert_eq!(sitting.hints, 2);
    assert_eq!(sitting.shown as usize, 1 + way.len());
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
    let mut sitting = Sitting::new(game("single-left", &[], 15));
    assert!(one(&mut sitting, "verdict").starts_with("no win is left from here"));
}

#[test]
fn a_search_that_is_stopped_is_no_verdict() {
    let mut sitting = Sitting::new(game("moving-left", &[], 1));
    let stopped = Cancel::default();
    stopped.cancel();
    let mut told = Vec::new();
    let lines = ["verdict".to_owned()].into_iter();
    plain::play(
        &mut sitting,
        lines,
        &mut told,
        Names::Symbols,
        &stopped,
        |_| None,
    )
    .expect("a vector");
    let told = String::from_utf8(told).expect("text");
    assert!(told.ends_with("the search was stopped\n"), "{told}");
}
