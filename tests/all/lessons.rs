//! The first lessons: each is played in both user interfaces as its file says, and what it says is held against the
//! table.

use serde_json::Value;

use crate::front_end::player::Player;
use crate::home::Home;
use larboard::variant;

/// Returns the lesson of a game.
fn lesson(id: &str) -> Value {
    let path = format!("{}/assets/lessons/{id}.json", crate::ROOT);
    let text = std::fs::read_to_string(path).expect("a lesson");
    serde_json::from_str(&text).expect("a JSON object")
}

fn steps(lesson: &Value) -> &[Value] {
    lesson["steps"].as_array().expect("the steps")
}

/// Returns the line that goes on at a step.
fn line(step: &Value) -> &str {
    step["accepts"][0].as_str().unwrap_or("next")
}

/// Returns the replies to lines typed in a lesson.
fn replies(id: &str, lines: &[&str]) -> Vec<Value> {
    let text = Home::new().stdout_of(&format!("learn {id} --json"), &(lines.join("\n") + "\n"));
    let replies = text.lines().map(serde_json::from_str);
    replies.map(|reply| reply.expect("a JSON object")).collect()
}

/// Returns the cards that a text names, as JSON names them.
fn named_cards(text: &str) -> Vec<String> {
    let suits = [('♣', 'C'), ('♦', 'D'), ('♥', 'H'), ('♠', 'S')];
    let named = suits.iter().flat_map(|&(symbol, letter)| {
        let ranks = text.match_indices(symbol).map(|(at, _)| &text[..at]);
        ranks.map(move |before| {
            let rank = before.chars().next_back().expect("a rank");
            let rank = if rank == '0' { 'T' } else { rank };
            format!("{rank}{letter}")
        })
    });
    named.collect()
}

#[test]
fn every_lesson_is_won_as_its_file_says_and_names_only_cards_that_can_be_seen() {
    for info in variant::games() {
        let lesson = lesson(info.id);
        let wrong = steps(&lesson)
            .iter()
            .flat_map(|step| match step["wrong"]["move"].as_str() {
                Some(wrong) => vec![wrong, "undo", line(step)],
                None => vec![line(step)],
            });
        let lines: Vec<&str> = wrong.collect();
        let all = replies(info.id, &lines);
        let texts = steps(&lesson)
            .iter()
            .flat_map(|step| [&step["say"], &step["after"], &step["wrong"]["say"]]);
        let texts: Vec<&str> = texts
            .chain([&lesson["end"]])
            .filter_map(Value::as_str)
            .collect();
        for text in &texts {
            assert!(textwrap::wrap(text, 60).len() <= 2, "{text}");
            let shown = all.iter().filter(|reply| {
                reply["answer"]
                    .as_str()
                    .is_some_and(|answer| answer.contains(text))
            });
            let mut shown = shown.peekable();
            assert!(shown.peek().is_some(), "never said: {text}");
            for reply in shown {
                let piles = reply["state"]["piles"].to_string();
                let hidden = named_cards(text)
                    .into_iter()
                    .find(|card| !piles.contains(&format!("\"{card}\"")));
                assert_eq!(hidden, None, "{}: {text}", info.id);
            }
        }
        for (reply, line) in all[1..].iter().zip(&lines) {
            assert_eq!(reply["ok"], true, "{}: {line}: {}", info.id, reply["error"]);
        }
        let last = &all[lines.len()];
        assert!(
            last["answer"]
                .as_str()
                .is_some_and(|text| text.contains("Now a whole game: play "))
        );
        assert_eq!(last["state"], Value::Null, "the menu is there again");
    }
}

#[test]
fn line_named_in_json_goes_on_at_every_step() {
    for info in variant::games() {
        let lesson = lesson(info.id);
        let lines: Vec<&str> = steps(&lesson).iter().map(line).collect();
        let facts: Vec<Value> = replies(info.id, &lines)
            .iter()
            .map(|reply| reply["state"]["lesson"].clone())
            .collect();
        let typed: Vec<&str> = facts
            .iter()
            .filter_map(|facts| facts["type"].as_str())
            .collect();
        assert_eq!(typed.len(), lines.len());
        let again: Vec<Value> = replies(info.id, &typed)
            .iter()
            .map(|reply| reply["state"]["lesson"].clone())
            .collect();
        assert_eq!(again, facts, "{}", info.id);
    }
}

/// Returns what the screen says, without the bar beside it and the ends of its lines.
fn said(player: &Player) -> String {
    let screen = player.screen().replace('┃', " ");
    screen.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_lesson_is_won_on_the_screen_and_the_table_is_there_again() {
    for info in variant::games() {
        let lesson = lesson(info.id);
        let mut player = Player::new(info.id, 6);
        let (before, size) = (player.screen(), player.size());
        player.press("L");
        for step in steps(&lesson) {
            for size in [(80, 16), size] {
                player.resize(size);
                assert_contains!(said(&player), step["say"].as_str().expect("a text"));
            }
            match line(step) {
                "next" | "discard" => player.press("enter"),
                "finish" => player.press("A"),
                line => player.make(&line.replace(' ', "-")),
            };
            if let Some(after) = step["after"].as_str() {
                assert_contains!(said(&player), after);
            }
        }
        assert_contains!(said(&player), lesson["end"].as_str().expect("a text"));
        assert_eq!(player.press("esc").screen(), before, "{}", info.id);
    }
}

#[test]
fn a_king_and_only_the_rightmost_space_are_marked() {
    let mut player = Player::new("moving-left", 6);
    player.press("L");
    for step in steps(&lesson("moving-left")) {
        match line(step) {
            "w 10" => break,
            "next" => player.press("enter"),
            line => player.make(&line.replace(' ', "-")),
        };
    }
    let screen = player.screen();
    let marked = screen.lines().filter_map(|line| line.rfind('★'));
    assert_eq!(screen.matches('★').count(), 2, "{screen}");
    assert!(marked.max().is_some_and(|at| at > 70), "{screen}");
}
