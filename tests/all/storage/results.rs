//! The results file: whatever is in it, and the statistics made from it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use jiff::civil::Date;
use serde_json::{Value, json};

use crate::home::{Home, Ran};

/// Seeds of one-handed Single Left, where every move is forced: one won, one lost.
const WON: u64 = 14;
const LOST: u64 = 15;

impl Home {
    fn results_file(&self) -> PathBuf {
        self.join("results.jsonl")
    }

    /// Plays a deal of Single Left to its end.
    fn play_out(&self, seed: u64) {
        self.stdout_of(&format!("single-left --seed {seed}"), "run\n");
    }

    /// Returns the statistics of the first game: played, won, solved, streak, best streak, best time and fewest
    /// moves.
    fn counts(&self) -> Value {
        let Ran(_, json, _) = self.run("stats --json");
        let first = json.lines().next().map(serde_json::from_str::<Value>);
        let first = first.map_or(Value::Null, |first| first.expect("an object"));
        let fields = [
            "played",
            "won",
            "solved",
            "streak",
            "best_streak",
            "best_seconds",
            "best_moves",
        ];
        fields.iter().map(|field| first[field].clone()).collect()
    }
}

#[test]
fn a_win_that_is_repeated_later_keeps_its_place_in_the_streak() {
    let home = Home::new();
    let mut first = home.line_game(&format!("single-left --seed {WON}"));
    first.send("run\nstatus", "Single Left, deal 14, move 47");
    home.play_out(LOST);
    let counts = |home: &Home| home.counts().as_array().expect("counts")[..5].to_vec();
    assert_eq!(counts(&home), [2, 1, 0, 0, 1]);
    first.send("undo", "Undid");
    first.send("redo\nstatus", "Single Left, deal 14, move 47");
    first.kill();
    assert_eq!(counts(&home), [2, 1, 0, 0, 1], "won before the loss");
}

#[test]
fn a_results_file_cut_at_any_byte_keeps_its_complete_lines() {
    let home = Home::new();
    home.play_out(WON);
    home.play_out(LOST);
    let content = fs::read(home.results_file()).expect("readable file");
    for cut in (0..=content.len()).step_by(13).chain([content.len() - 1]) {
        let lines = content[..cut].iter().filter(|&&byte| byte == b'\n').count();
        // A line is complete even without its final newline.
        let lines = lines + usize::from(cut > 0 && content.get(cut) == Some(&b'\n'));
        fs::write(home.results_file(), &content[..cut]).expect("writable file");
        // From saved games, results that are missing would be added.
        fs::remove_dir_all(home.join("finished")).expect("finished games");
        home.play_out(66);
        assert_eq!(home.counts()[0], lines + 1, "cut at {cut}");
        let now = fs::read(home.results_file()).expect("readable file");
        assert!(now.starts_with(&content[..cut]));
    }
}

#[test]
fn lines_that_are_no_results_are_skipped_kept_and_told() {
    let home = Home::new();
    home.play_out(WON);
    let line = fs::read_to_string(home.results_file()).expect("readable file");
    let mut lines = vec![
        "[]".to_owned(),
        "{}".into(),
        "\u{0}\u{1b}[2J".into(),
        r#"{"id":"../../x","game":"moosehide","outcome":"won"}"#.into(),
        r#"{"id":"x","game":"chess","outcome":"won"}"#.into(),
        r#"{"id":"x","game":"moosehide","outcome":"drawn"}"#.into(),
        r#"{"id":"x","game":"moosehide","outcome":"won","seconds":-1}"#.into(),
        r#"{"id":"x","game":"moosehide","rules":{"a":"b"},"outcome":"won"}"#.into(),
    ];
    for (count, most) in [("home", 52_u64), ("left", 52), ("moves", 100_000)] {
        for wrong in [most + 1, 1_000_000_000_000, u64::MAX] {
            let mut edited: Value = serde_json::from_str(&line).expect("valid JSON");
            edited["id"] = format!("{count}-{wrong}").into();
            edited[count] = wrong.into();
            lines.push(edited.to_string());
        }
    }
    let skipped = lines.len();
    let new = line.replace("\"outcome\"", "\"unknown\":\"field\",\"outcome\"");
    let text = lines.join("\n") + "\n\n" + &new;
    fs::write(home.results_file(), &text).expect("writable file");
    let note = format!("Skipped {skipped} unreadable lines of results.jsonl; the file keeps them");
    let Ran(status, out, errors) = home.run("stats");
    assert_eq!((status, errors), (0, format!("warning: {note}\n")));
    assert_contains!(out, "1 game, 1 won");
    assert_contains!(home.stdout_of("single-left", "results\n"), &note);
    home.play_out(LOST);
    let kept = fs::read_to_string(home.results_file()).expect("readable file");
    assert_starts_with!(kept, &text);
    let too_long = format!("{new}{}\n", "x".repeat(1 << 20));
    fs::write(home.results_file(), too_long).expect("writable file");
    let Ran(status, _, errors) = home.run("stats");
    assert_eq!(status, 0);
    assert_starts_with!(
        errors,
        "warning: Skipped 1 unreadable line of results.jsonl"
    );
}

/// Writes results of three kinds of games, of which one in ten is continued and later won.
fn many_results(count: usize) -> String {
    let mut lines = String::new();
    for n in 0..count {
        let (game, rules) = match n % 3 {
            0 => ("moving-left", json!({"foundation-return": "no"})),
            1 => ("moving-left", json!({"foundation-return": "yes"})),
            _ => ("single-left", json!({})),
        };
        let random = n.wrapping_mul(2_654_435_761) >> 7;
        let outcome = ["won", "won", "lost", "given-up", "playing"][random % 5];
        let line = |n: usize, outcome: &str| {
            json!({
                "id": format!("g{n}"), "game": game, "rules": rules, "seed": n, "outcome": outcome,
                "moves": random % 90, "seconds": random % 700, "home": random % 52,
                "left": (n % 3 == 2).then_some(random % 40), "shown": u32::from(n.is_multiple_of(7)),
                "taken_over": n.is_multiple_of(11), "ended": "2026-11-20T10:00:00Z",
            })
        };
        let is_resumed = n % 30 == 0;
        let outcome = if is_resumed { "playing" } else { outcome };
        lines += &format!("{}\n", line(n, outcome));
        // A saved game of long ago is resumed and won.
        if is_resumed && n >= 3000 {
            lines += &format!("{}\n", line(n - 3000, "playing"));
            lines += &format!("{}\n", line(n - 3000, "won"));
        }
    }
    lines
}

#[test]
fn every_result_of_a_long_file_is_listed_and_counted() {
    let home = Home::new();
    let text = many_results(20_000) + "not a result\n";
    fs::write(home.results_file(), &text).expect("writable file");
    let mut latest: BTreeMap<String, Value> = BTreeMap::new();
    for line in text.lines() {
        if let Ok(line) = serde_json::from_str::<Value>(line) {
            latest.insert(line["id"].to_string(), line);
        }
    }
    latest.retain(|_, line| line["outcome"] != "playing");
    let Ran(_, games, _) = home.run("stats --games --json");
    assert_eq!(games.lines().count(), latest.len());
    let solved = |line: &Value| line["outcome"] == "won" && line["shown"] != 0;
    let counted = |line: &&Value| line["taken_over"] == false && !solved(line);
    let played = latest.values().filter(counted).count() as u64;
    let Ran(_, stats, _) = home.run("stats --json");
    let stats = stats
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    let all: u64 = stats.filter_map(|stats| stats["played"].as_u64()).sum();
    assert_eq!(all, played);
}

/// Returns the line of a daily deal that was won at noon of a day.
fn daily_line(day: Date, seed: usize, ended: Date) -> String {
    let line = json!({
        "id": format!("d{seed}"), "game": "moosehide", "rules": {}, "outcome": "won", "moves": 9,
        "seed": seed, "daily": day.to_string(), "ended": format!("{ended}T12:00:00Z"),
    });
    format!("{line}\n")
}

#[test]
fn daily_wins_are_told_as_a_streak_and_late_ones_lengthen_none() {
    let home = Home::new();
    let today = larboard::session::today();
    let [solved, first, late, again, yesterday] =
        [5, 4, 3, 2, 1].map(|back| today - jiff::Span::new().days(back));
    let wins = [
        (first, first),
        (late, today),
        (again, again),
        (yesterday, yesterday),
        (today, today),
        (again, today),
    ];
    let lines = wins.into_iter().enumerate();
    let lines = lines.map(|(n, (day, ended))| daily_line(day, n, ended));
    let solved = daily_line(solved, wins.len(), solved).replace("moves", "shown\":5,\"moves");
    let mut text = lines.collect::<String>() + &solved;
    let expected = "Daily deals\n  won     5 days\n  streak  3 days, best 3\n";
    for count in [0, 2000] {
        text += &many_results(count);
        fs::write(home.results_file(), &text).expect("writable file");
        assert_ends_with!(home.run("stats").1, expected);
    }
    assert!(!home.run("stats single-left").1.contains("Daily"));
    let of_game = expected.replace("deals", "deals of Moosehide");
    assert_contains!(home.stdout_of("moosehide", "results\n"), &of_game);
    let Ran(_, json, _) = home.run("stats --days --json");
    assert_eq!(json.matches(r#""won":true"#).count(), 5, "{json}");
    let Ran(_, text, _) = home.run("stats moosehide --days");
    assert!(
        text.lines().all(|line| line.contains(": Moosehide (")),
        "{text}"
    );
}

#[test]
fn the_best_streak_of_daily_deals_is_the_longest_run_of_days() {
    let home = Home::new();
    let first = jiff::civil::date(2026, 11, 1);
    for won in (1..256_u32).step_by(7) {
        let days = (0..8).filter(|n| won >> n & 1 == 1);
        let day = |n: i64| first + jiff::Span::new().days(n);
        let lines = days.map(|n| daily_line(day(n), n as usize, day(n)));
        fs::write(home.results_file(), lines.collect::<String>()).expect("writable file");
        let runs = format!("{won:b}");
        let longest = runs.split('0').map(str::len).max().expect("a run");
        let Ran(_, json, _) = home.run("stats --json");
        let stats: Value = serde_json::from_str(&json).expect("an object");
        assert_eq!(stats["daily"]["best_streak"], longest, "{won:b}");
    }
}

/// A finished game, of which a line of results says nothing else.
#[derive(Clone, Debug)]
struct Finished {
    seed: u64,
    outcome: &'static str,
    shown: u32,
    hints: u32,
    seconds: u64,
    moves: u64,
}

impl Finished {
    fn line(&self, id: usize) -> String {
        let line = json!({
            "id": format!("f{id}"), "game": "moosehide", "rules": {}, "outcome": self.outcome,
            "seed": self.seed, "moves": self.moves, "seconds": self.seconds, "hints": self.hints,
            "shown": self.shown,
        });
        format!("{line}\n")
    }
}

/// Returns what [`Home::counts`] should return, by the definition of each count alone.
fn counts_by_definition(games: &[Finished]) -> Value {
    let is_same_deal = |n: usize, m: usize| games[m].seed == games[n].seed;
    let is_seen = |n: usize| (0..=n).any(|m| is_same_deal(n, m) && games[m].shown > 0);
    let is_own_win = |n: usize| games[n].outcome == "won" && !is_seen(n);
    let is_again = |n: usize| is_own_win(n) && (0..n).any(|m| is_same_deal(n, m) && is_own_win(m));
    let all = || 0..games.len();
    let solved = all().filter(|n| games[*n].outcome == "won" && is_seen(*n));
    let is_counted = |n: &usize| games[*n].outcome != "won" || is_own_win(*n) && !is_again(*n);
    let counted: Vec<bool> = all().filter(is_counted).map(is_own_win).collect();
    let runs: Vec<usize> = counted.split(|won| !won).map(<[bool]>::len).collect();
    let records = all().filter(|n| is_own_win(*n) && games[*n].hints == 0);
    json!([
        counted.len(),
        counted.iter().filter(|won| **won).count(),
        solved.count(),
        runs.last(),
        runs.iter().max(),
        records.clone().map(|n| games[n].seconds).min(),
        records.map(|n| games[n].moves).min(),
    ])
}

#[test]
fn what_counts_follows_from_the_games_of_the_same_deal_before() {
    let mut random = crate::front_end::numbers(1);
    let mut random = |below: usize| random() % below;
    let home = Home::new();
    for round in 0..60 {
        let deals = 1 + random(6);
        let game = |_| Finished {
            seed: random(deals) as u64,
            outcome: ["won", "won", "lost", "given-up"][random(4)],
            shown: u32::from(random(12) == 0),
            hints: u32::from(random(4) == 0),
            seconds: 10 + random(90) as u64,
            moves: 60 + random(30) as u64,
        };
        let games: Vec<Finished> = (0..=round / 2).map(game).collect();
        let lines = games.iter().enumerate().map(|(id, game)| game.line(id));
        fs::write(home.results_file(), lines.collect::<String>()).expect("writable file");
        assert_eq!(
            home.counts(),
            counts_by_definition(&games),
            "{round}: {games:?}"
        );
    }
}

#[test]
fn a_deal_is_solved_by_a_longer_solution_seen_before_and_by_hints_for_more_than_half_of_the_moves()
{
    let home = Home::new();
    let game = |outcome, shown| Finished {
        seed: 1,
        outcome,
        shown,
        hints: 0,
        seconds: 9,
        moves: 60,
    };
    for (shown_before, facts, expected) in [
        (0, r#""unused":true,"shown":3"#, [2, 1, 0]),
        (5, r#""unused":true,"shown":3"#, [1, 0, 1]),
        (0, r#""hinted":30,"shown":0"#, [2, 1, 0]),
        (0, r#""hinted":31,"shown":0"#, [1, 0, 1]),
    ] {
        let won = game("won", 0).line(1).replace(r#""shown":0"#, facts);
        let lines = game("lost", shown_before).line(0) + &won;
        fs::write(home.results_file(), lines).expect("writable file");
        let counts = home.counts();
        assert_eq!(counts.as_array().expect("counts")[..3], expected, "{facts}");
    }
}
