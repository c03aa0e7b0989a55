//! What the solver may spend, as the command line says it.

use std::time::Duration;

use super::rules::whole;
use crate::solver::Budget;

#[derive(Debug, clap::Args)]
pub(super) struct Limits {
    /// Stop after so many positions: moves applied by the search, repeats included
    #[arg(long, value_name = "N", value_parser = positions, allow_negative_numbers = true)]
    positions: Option<u64>,
    /// Stop after so many seconds a deal
    #[arg(
        long,
        value_name = "S",
        default_value = "10",
        value_parser = time,
        allow_negative_numbers = true
    )]
    seconds: Duration,
    /// Use so much memory at most, in MiB
    #[arg(
        long,
        value_name = "MIB",
        default_value = "1024",
        value_parser = mebibytes,
        allow_negative_numbers = true
    )]
    memory: usize,
}

impl Limits {
    /// What each of so many searches side by side may spend.
    pub(super) fn budget(&self, jobs: usize) -> Budget {
        Budget {
            positions: self.positions,
            time: Some(self.seconds),
            memory: self.memory / jobs,
        }
    }
}

fn positions(text: &str) -> Result<u64, &'static str> {
    match whole(text) {
        Ok(positions) if positions > 0 => Ok(positions),
        _ => Err("it is a whole number from 1"),
    }
}

/// The longest search, in seconds: a year.
const LONGEST: f64 = 31_536_000.0;

fn time(text: &str) -> Result<Duration, &'static str> {
    // A sign, which the parser would take, is no digit.
    let digits = Some(text).filter(|text| !text.starts_with('+'));
    match digits.unwrap_or_default().parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("it is a number above 0, and at most a year: 31536000"),
    }
}

/// The most memory, in MiB: a tebibyte.
const MOST: usize = 1 << 20;

fn mebibytes(text: &str) -> Result<usize, String> {
    match whole(text) {
        Ok(mebibytes) if (1..=MOST).contains(&mebibytes) => Ok(mebibytes << 20),
        _ => Err(format!("it is a whole number from 1 to {MOST}")),
    }
}
