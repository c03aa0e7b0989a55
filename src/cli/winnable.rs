//! A deal that can be won, looked for without a screen.

use std::io::Write;
use std::time::{Duration, Instant};

use super::Failure;
use crate::game::Game;
use crate::plain::Searching;
use crate::rules::Variant;
use crate::seed::BY_CHANCE;
use crate::solver::{Answer, OF_A_DEAL, Search, Verdict};
use crate::words::passed_over;

/// After how long it is told that there is a search.
const FIRST: Duration = Duration::from_secs(1);
/// How often it is told how far it is.
const EVERY: Duration = Duration::from_secs(10);

/// What is said of the search.
const LOOKING: &str = "looking for a deal that can be won; an empty line or Ctrl-C stops it";

/// Looks for a deal that can be won, and what proves it; says how many were passed over that are not
/// proven to be.
///
/// # Errors
/// It was stopped first.
pub(super) fn deal(
    rules: &Variant,
    searching: &Searching,
    out: &mut impl Write,
) -> Result<(Game<Variant>, Answer), Failure> {
    searching.during(|cancel| {
        let begun = Instant::now();
        let (mut passed, mut told, mut next) = (0, false, begun + EVERY);
        while !cancel.is_cancelled() {
            let seed = rand::random_range(0..BY_CHANCE);
            let game = Game::new(rules.clone(), seed);
            let answer = rules.visit(Search {
                table: game.table(),
                budget: &OF_A_DEAL,
                cancel,
                progress: &mut |_| {
                    if !told && begun.elapsed() >= FIRST {
                        told = true;
                        // Where this cannot be written neither can what comes of it.
                        _ = writeln!(out, "{LOOKING}").and_then(|()| out.flush());
                    }
                },
            });
            if matches!(answer.verdict, Verdict::Winnable(_)) {
                writeln!(out, "This deal can be won; {}.", passed_over(passed))?;
                return Ok((game, answer));
            }
            passed += u64::from(!cancel.is_cancelled());
            if Instant::now() >= next {
                next += EVERY;
                writeln!(out, "still looking; {}", passed_over(passed))?;
                out.flush()?;
            }
        }
        let passed = passed_over(passed);
        let line = format!("stopped before a deal was found that can be won; {passed}");
        Err(Failure::Undone(line))
    })
}
