//! Line mode with JSON: a program plays through it.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::home::Home;

/// Plays a deal by typing the first legal move until the game is over; returns the last object.
fn play_to_the_end(home: &Home, arguments: &str) -> Value {
    let mut command = home.command(arguments);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("running program");
    let mut input: ChildStdin = child.stdin.take().expect("input");
    let mut output: BufReader<ChildStdout> = BufReader::new(child.stdout.take().expect("output"));
    let mut read = || {
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        serde_json::from_str::<Value>(&line).expect("a JSON object")
    };
    let mut reply = read();
    while reply["state"]["status"] == "playing" {
        let mv = reply["state"]["legal"][0].clone();
        writeln!(input, "{}", mv.as_str().expect("a move")).expect("open pipe");
        reply = read();
        assert_eq!((&reply["ok"], &reply["made"][0]), (&json!(true), &mv));
    }
    drop(input);
    assert!(child.wait().expect("exit status").success());
    reply
}

fn replies(home: &Home, arguments: &str, lines: &str) -> Vec<Value> {
    let text = home.stdout_of(&format!("{arguments} --json"), lines);
    let objects = text.lines().map(serde_json::from_str::<Value>);
    objects
        .map(|object| object.expect("a JSON object"))
        .collect()
}

#[test]
fn a_program_of_twenty_lines_plays_a_game_to_its_end() {
    let home = Home::new();
    let last = play_to_the_end(&home, "single-left --seed 14 --json");
    let state = &last["state"];
    assert_eq!(
        (&state["status"], &state["home"]),
        (&json!("won"), &json!(52))
    );
    assert_eq!(state["legal"], json!([]));
    let last = play_to_the_end(&home, "single-left --seed 1 --plain --json");
    assert_eq!(last["state"]["status"], "lost");
}

#[test]
fn every_line_gets_one_object_with_the_position_that_show_describes() {
    let home = Home::new();
    let lines = "t3-t10\n3 3\nundo\nxyzzy\nhome\n\nnames\nt1-t10\nmenu\n{\"format\": 1}\nquit\n";
    let all = replies(&home, "moving-left --seed 42 --export game.json", lines);
    assert_eq!(all.len(), 1 + lines.lines().count());
    let mut deal = home.command("deal moving-left --seed 42 --json");
    let deal = deal.output().expect("output of the program");
    let mut dealt: Value = serde_json::from_slice(&deal.stdout).expect("a JSON object");
    dealt["given_up"] = json!(false);
    dealt["lesson"] = json!(null);
    dealt.as_object_mut().expect("the fields").remove("version");
    let piles = dealt["piles"].as_object_mut().expect("the piles");
    let cards = piles
        .values_mut()
        .flat_map(|pile| pile.as_array_mut().expect("cards"));
    for card in cards.filter(|card| card.as_str().is_some_and(|card| card.starts_with('#'))) {
        *card = json!("#");
    }
    let flags = |reply: &Value| {
        ["ok", "understood", "opened"].map(|name| reply[name].as_bool().expect("a flag"))
    };
    let expected = [
        ([true, true, true], 0, json!([]), 0),
        ([true, true, false], 0, json!(["t3-t10"]), 1),
        ([false, true, false], 0, json!([]), 1),
        ([true, true, false], 1, json!([]), 0),
        ([false, false, false], 0, json!([]), 0),
        ([false, false, false], 0, json!([]), 0),
        ([false, false, false], 0, json!([]), 0),
        ([true, true, false], 0, json!([]), 0),
        ([false, true, false], 0, json!([]), 0),
        ([true, true, false], 0, json!([]), 0),
        ([false, false, false], 0, json!([]), 0),
        ([true, true, false], 0, json!([]), 0),
    ];
    for (n, (reply, (bits, undone, made, moves))) in all.iter().zip(expected).enumerate() {
        assert_eq!(flags(reply), bits, "{n}: {reply}");
        assert_eq!(
            (&reply["undone"], &reply["made"]),
            (&json!(undone), &made),
            "{n}"
        );
        assert_eq!(reply["state"]["move"], moves, "{n}");
        let texts = [reply["answer"].is_string(), reply["error"].is_string()];
        assert_eq!(texts, [bits[0], !bits[0]], "{n}: {reply}");
        if moves == 0 {
            assert_eq!(reply["state"], dealt, "{n}");
        }
    }
    assert_eq!(all[8]["error"], "king of hearts needs an empty pile");
}

#[test]
fn hints_odds_and_verdicts_are_fields() {
    let home = Home::new();
    let all = replies(
        &home,
        "yakutat-bay --seed 2",
        "hint\nodds\nverdict\nstatus\n",
    );
    let hint = &all[1]["hint"];
    let legal = all[1]["state"]["legal"].as_array().expect("moves");
    assert!(legal.contains(&hint["move"]), "{hint}");
    let reason = hint["reason"].as_str().expect("a reason");
    let answer = all[1]["answer"].as_str().expect("an answer");
    assert_contains!(answer, &format!(": {reason}"));
    assert!(all[2]["odds"]["won"].is_u64(), "{}", all[2]["odds"]);
    assert!(all[3]["verdict"].is_string(), "{}", all[3]["verdict"]);
    for name in ["hint", "odds", "verdict"] {
        assert_eq!(all[4][name], Value::Null, "not asked for");
    }
}

#[test]
fn another_game_a_replay_and_the_menu_are_told_apart() {
    let home = Home::new();
    let all = replies(
        &home,
        "",
        "xyzzy\nplay moosehide 1\nf r3\nreplay\nnext\nclose\nnew 2\n",
    );
    let of = |name: &str| {
        all.iter()
            .map(|reply| reply[name].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(all[0]["state"], Value::Null);
    assert_eq!(
        of("opened"),
        [false, false, true, false, true, false, true, true].map(Value::from)
    );
    assert_eq!(
        of("replay"),
        [false, false, false, false, true, true, false, false].map(Value::from)
    );
    let moves = all[2..].iter().map(|reply| reply["state"]["move"].as_u64());
    assert_eq!(moves.collect::<Vec<_>>(), [0, 1, 0, 1, 1, 0].map(Some));
    assert_eq!(all[5]["made"], all[3]["made"]);
    assert_eq!(all[7]["state"]["seed"], 2);
    let resumed = replies(&home, "moosehide", "");
    assert_eq!(
        resumed[0]["notices"],
        json!([{"kind": "resumed", "text": "Resumed at move 1"}])
    );
}

#[test]
fn input_of_which_nothing_is_understood_gives_exit_status_1() {
    let home = Home::new();
    for (lines, status) in [
        ("xyzzy\nplugh\n", 1),
        ("home\n", 1),
        ("xyzzy\nstatus\n", 0),
        ("xyzzy\nt1-t2\n", 0),
        ("xyzzy\nquit\n", 0),
        ("\n\n", 0),
        ("", 0),
    ] {
        for format in ["", "--json"] {
            let output = home.play(&format!("moving-left --seed 42 {format}"), lines);
            assert_eq!(output.status.code(), Some(status), "{lines:?} {format}");
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(errors.lines().count(), status as usize, "{errors}");
        }
    }
}

#[test]
fn what_a_line_asks_for_is_in_fields() {
    let home = Home::new();
    let lines = "show 2\nr14-t5\ngive-up\nmenu\n";
    let all = replies(&home, "moosehide --seed 2", lines);
    let solution = all[1]["solution"].as_array().expect("moves");
    assert_eq!((solution.len(), &all[1]["made"]), (2, &json!([])));
    let state = &all[3]["state"];
    assert_eq!(
        (&state["given_up"], &state["status"]),
        (&json!(true), &json!("playing"))
    );
    assert_eq!(all[4]["menu"]["games"].as_array().expect("games").len(), 5);
    assert_eq!(all[4]["menu"]["saved"], json!([]));
    let lines = "run\nfinished\nresults all\n";
    let all = replies(&home, "single-left --seed 1", lines);
    let finished = all[2]["finished"].as_array().expect("games");
    let games = finished
        .iter()
        .map(|game| (game["number"].as_u64(), game["game"].as_str()));
    let expected = [(Some(1), Some("single-left")), (Some(2), Some("moosehide"))];
    assert_eq!(games.collect::<Vec<_>>(), expected);
    assert_eq!(all[3]["results"].as_array().expect("results").len(), 2);
    for name in [
        "solution", "review", "better", "menu", "finished", "results",
    ] {
        assert_eq!(all[1][name], Value::Null, "not asked for");
    }
    replies(
        &home,
        "yakutat-bay --seed 2 --export game.json",
        "t7-t2\ngive-up\n",
    );
    let review = &replies(&home, "replay game.json", "review\n")[1]["review"];
    assert_eq!(
        (&review["complete"], &review["moves"][0]["move"]),
        (&json!(true), &json!("t7-t2"))
    );
    replies(&home, "oscillation --seed 1", "d\n");
    let menu = replies(&home, "", "")[0]["menu"].clone();
    let saved = &menu["saved"][0];
    assert_eq!(
        (&saved["number"], &saved["game"], &saved["move_count"]),
        (&json!(1), &json!("oscillation"), &json!(1))
    );
}

#[test]
fn without_saving_nothing_is_loaded_or_saved() {
    let home = Home::new();
    home.stdout_of("moosehide --seed 2", "r14-t5\n");
    let files = home.saved_files();
    let all = replies(
        &home,
        "moosehide --no-save --seed 3",
        "r22-t6\nmenu\nresults all\n",
    );
    assert_eq!(all[1]["made"], json!(["r22-t6"]));
    assert_eq!(all[2]["menu"]["saved"], json!([]));
    assert_eq!(all[3]["results"], json!([]));
    assert!(
        all.iter().all(|reply| reply["notices"] == json!([])),
        "{all:?}"
    );
    assert_eq!(home.saved_files(), files);
    let empty = Home::new();
    replies(&empty, "single-left --no-save --seed 14", "run\n");
    assert_eq!(
        empty.files("", "jsonl"),
        [""; 0].map(std::path::PathBuf::from)
    );
    assert!(!empty.join("saves").exists());
}
