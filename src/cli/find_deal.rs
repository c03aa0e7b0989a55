//! A deal that can be won, looked for without a screen.

use std::io::Write;
use std::time::{Duration, Instant};

use super::Failure;
use crate::describe::skipped_text;
use crate::game::Game;
use crate::line_mode::SearchControl;
use crate::seed::RANDOM_SEED_LIMIT;
use crate::solver::{DEAL_BUDGET, SolveResult, Verdict};
use crate::variant::Variant;

/// After how long it is told that there is a search.
const FIRST_NOTICE_DELAY: Duration = Duration::from_secs(1);
/// How often it is told how far it is.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(10);

/// What is said of the search.
const SEARCHING_MESSAGE: &str =
    "looking for a deal that can be won; an empty line or Ctrl-C stops it";

/// Looks for a deal that can be won, and what proves it; says how many were passed over that are not
/// proven to be.
///
/// # Errors
/// It was stopped first.
pub(super) fn find_winnable_deal(
    rules: &Variant,
    searching: &SearchControl,
    out: &mut impl Write,
) -> Result<(Game, SolveResult), Failure> {
    searching.run_cancellable(|cancel| {
        let begun = Instant::now();
        let (mut passed, mut told, mut next) = (0, false, begun + PROGRESS_INTERVAL);
        while !cancel.is_canceled() {
            let seed = rand::random_range(0..RANDOM_SEED_LIMIT);
            let game = Game::new(rules.clone(), seed);
            let answer = rules.solve(game.table(), &DEAL_BUDGET, cancel, &mut |_| {
                if !told && begun.elapsed() >= FIRST_NOTICE_DELAY {
                    told = true;
                    // Where this cannot be written neither can what comes of it.
                    _ = writeln!(out, "{SEARCHING_MESSAGE}").and_then(|()| out.flush());
                }
            });
            if matches!(answer.verdict, Verdict::Winnable(_)) {
                writeln!(out, "This deal can be won; {}.", skipped_text(passed))?;
                return Ok((game, answer));
            }
            passed += u64::from(!cancel.is_canceled());
            if Instant::now() >= next {
                next += PROGRESS_INTERVAL;
                writeln!(out, "still looking; {}", skipped_text(passed))?;
                out.flush()?;
            }
        }
        let passed = skipped_text(passed);
        let line = format!("stopped before a deal was found that can be won; {passed}");
        Err(Failure::Failed(line))
    })
}
