//! The day of a daily deal: that of the place where the player is, and within a day of it for the streak.

use std::fs;
use std::process::Stdio;

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use larboard::session::today;
use serde_json::json;

use crate::home::{Home, run_with_input};
use crate::honest_wins::DAILY;

/// Two places where it is never the same day.
pub(crate) const PLACES: [&str; 2] = ["Pacific/Kiritimati", "Etc/GMT+12"];

/// Returns the day in a place.
pub(crate) fn day_in(place: &str) -> String {
    let zone = TimeZone::get(place).expect(place);
    zone.to_datetime(Timestamp::now()).date().to_string()
}

/// Runs the program in a place. Returns what it prints.
fn run_in(home: &Home, place: &str, arguments: &str, lines: &str) -> String {
    let mut command = home.command(arguments);
    command.env("TZ", place).stdout(Stdio::piped());
    let output = run_with_input(&mut command, lines);
    assert!(
        output.status.success(),
        "{arguments} in {place}: {output:?}"
    );
    String::from_utf8(output.stdout).expect("UTF-8 text")
}

#[test]
fn the_day_is_that_of_the_place_where_the_player_is() {
    for place in PLACES {
        let home = Home::new();
        let before = day_in(place);
        let deal = run_in(&home, place, "deal moosehide --daily --json", "");
        run_in(&home, place, "moving-left --daily --plain", "draw\n");
        run_in(&home, place, &format!("{DAILY} --plain"), "draw\ngive-up\n");
        let menu = run_in(&home, place, "--plain", "menu\n");
        let days = run_in(&home, place, "stats --days --json", "");
        if before != day_in(place) {
            // Midnight has passed meanwhile.
            continue;
        }
        let named = home.run(&format!("deal moosehide --daily {before} --json"));
        assert_eq!(deal, named.1, "{place}");
        let saved = &home.records("saves")[0];
        assert_eq!(
            saved.header.daily.map(|day| day.to_string()),
            Some(before.clone()),
            "{place}"
        );
        assert_contains!(days, &format!("\"date\":\"{before}\""));
        let shown = menu.lines().find(|line| line.starts_with("Daily "));
        assert_contains!(shown.expect(&menu), "Moving Left playing");
    }
}

#[test]
fn a_win_counts_for_the_streak_within_a_day_of_the_deal() {
    for (days, time, is_in_time) in [
        (-2, "23:59:59", false),
        (-1, "00:00:00", true),
        (0, "12:00:00", true),
        (1, "23:59:59", true),
        (2, "00:00:00", false),
    ] {
        let home = Home::new();
        // The deal of the day before is won in any case, so that the streak has two days or one.
        let deal = today() - Span::new().days(1);
        let lines = [0, 1].map(|back| {
            let deal = deal - Span::new().days(back);
            let ended = if back == 0 { deal + Span::new().days(days) } else { deal };
            let ended = format!("{ended}T{time}Z");
            let line = json!({
                "id": format!("won-{back}"), "game": "moosehide", "rules": {}, "outcome": "won", "seed": 1, "moves": 9,
                "home": 52, "daily": deal.to_string(), "ended": ended,
            });
            format!("{line}\n")
        });
        fs::write(home.join("results.jsonl"), lines.concat()).expect("results");
        let stats = home.run("stats").1;
        let streak = if is_in_time {
            "2 days, best 2"
        } else {
            "over, best 1"
        };
        assert_contains!(stats, &format!("\n  streak  {streak}\n"));
    }
}
