//! `--winnable` without a screen: a deal that can be won.

use std::io::Write;

use super::Failure;
use super::searching::{Line, cancel_or_end_on_signals};
use crate::rules::{Rules, Variant, shuffled};
use crate::seed::BY_CHANCE;
use crate::solver::{Cancel, OF_A_DEAL, Search, Verdict};
use crate::words::{many, passed_over};

/// Looks for a deal that can be won; says how many were passed over that are not proven to be, and
/// returns its seed.
///
/// # Errors
/// A signal to leave came first.
pub(super) fn seed(rules: &Variant, out: &mut impl Write) -> Result<u64, Failure> {
    let cancel = Cancel::default();
    cancel_or_end_on_signals(&cancel);
    let mut line = Line::new();
    let mut passed = 0;
    loop {
        let seed = rand::random_range(0..BY_CHANCE);
        let table = rules.deal(&shuffled(seed, rules.profile().decks));
        let answer = rules.visit(Search {
            table: &table,
            budget: &OF_A_DEAL,
            cancel: &cancel,
            progress: &mut |positions| {
                line.say(|| {
                    let searched = many(positions, "position");
                    format!(
                        "looking for a deal that can be won: no. {}, {searched}",
                        passed + 1
                    )
                });
            },
        });
        if matches!(answer.verdict, Verdict::Winnable(_)) {
            drop(line);
            let passed = passed_over(passed);
            writeln!(out, "This deal can be won; {passed}.")?;
            return Ok(seed);
        }
        if cancel.is_cancelled() {
            let passed = passed_over(passed);
            let line = format!("stopped before a deal was found that can be won; {passed}");
            return Err(Failure::Undone(line));
        }
        passed += 1;
    }
}
