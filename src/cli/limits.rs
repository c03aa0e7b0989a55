//! What the solver may spend, as the command line says it.

use std::time::Duration;

use super::game_args::parse_integer;
use crate::solver::Budget;

#[derive(Debug, clap::Args)]
pub(super) struct SearchLimits {
    /// Stop after so many positions: moves applied by the search, repeats included
    #[arg(long, value_name = "N", value_parser = parse_positions, allow_negative_numbers = true)]
    positions: Option<u64>,
    /// Stop after so many seconds a deal
    #[arg(
        long,
        value_name = "S",
        default_value = "10",
        value_parser = parse_seconds,
        allow_negative_numbers = true
    )]
    seconds: Duration,
    /// Use so much memory at most, in MiB
    #[arg(
        long,
        value_name = "MIB",
        default_value = "1024",
        value_parser = parse_memory,
        allow_negative_numbers = true
    )]
    memory: usize,
}

impl SearchLimits {
    /// What each of so many searches side by side may spend.
    pub(super) fn budget(&self, jobs: usize) -> Budget {
        Budget {
            positions: self.positions,
            time: Some(self.seconds),
            memory: self.memory / jobs,
        }
    }
}

fn parse_positions(text: &str) -> Result<u64, &'static str> {
    match parse_integer(text) {
        Ok(positions) if positions > 0 => Ok(positions),
        _ => Err("it is a whole number from 1"),
    }
}

/// The longest search, in seconds: a year.
const MAX_SECONDS: f64 = 31_536_000.0;

fn parse_seconds(text: &str) -> Result<Duration, &'static str> {
    // A sign, which the parser would take, is no digit.
    let digits = Some(text).filter(|text| !text.starts_with('+'));
    match digits.unwrap_or_default().parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= MAX_SECONDS => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("it is a number above 0, and at most a year: 31536000"),
    }
}

fn parse_memory(text: &str) -> Result<usize, String> {
    let most = max_memory_mib();
    match parse_integer(text) {
        Ok(mebibytes) if (1..=most).contains(&mebibytes) => Ok(mebibytes << 20),
        _ => Err(format!("it is a whole number from 1 to {most}")),
    }
}

/// The most memory, in MiB: what the machine has, and the default on any.
#[cfg(target_os = "linux")]
fn max_memory_mib() -> usize {
    let system = rustix::system::sysinfo();
    let bytes = u64::from(system.mem_unit) * system.totalram as u64;
    usize::try_from(bytes >> 20).map_or(usize::MAX >> 20, |most| most.max(1024))
}

/// The most memory, in MiB: a tebibyte, where what the machine has is not known.
#[cfg(not(target_os = "linux"))]
fn max_memory_mib() -> usize {
    1 << 20
}
