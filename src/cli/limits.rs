//! Arguments that limit a search.

use std::time::Duration;

use super::game_args::{parse_integer, parse_integer_up_to};
use crate::solver::Budget;

#[derive(Debug, clap::Args)]
pub(super) struct SearchLimits {
    /// Search at most N positions
    ///
    /// A position is one move applied by the search, repeats included.
    #[arg(long, value_name = "N", value_parser = parse_positions, allow_negative_numbers = true)]
    positions: Option<u64>,
    /// Search a deal for at most S seconds
    #[arg(
        long,
        value_name = "S",
        default_value = "10",
        value_parser = parse_seconds,
        allow_negative_numbers = true
    )]
    seconds: Duration,
    /// Use at most MIB mebibytes of memory
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
    /// Returns the budget of one of `jobs` parallel searches.
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
        _ => Err("expected a whole number from 1"),
    }
}

/// Maximum duration of a search in seconds: a year.
const MAX_SECONDS: f64 = 31_536_000.0;

fn parse_seconds(text: &str) -> Result<Duration, &'static str> {
    match text.parse() {
        // `f64` would accept a sign.
        Ok(seconds) if !text.starts_with('+') && seconds > 0.0 && seconds <= MAX_SECONDS => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err("expected a number above 0 and at most 31536000, a year"),
    }
}

fn parse_memory(text: &str) -> Result<usize, String> {
    parse_integer_up_to(text, max_memory_mib()).map(|mebibytes| mebibytes << 20)
}

/// Returns the maximum memory in MiB: that of the machine, but at least the default.
#[cfg(target_os = "linux")]
fn max_memory_mib() -> usize {
    let system = rustix::system::sysinfo();
    let bytes = u64::from(system.mem_unit) * system.totalram as u64;
    usize::try_from(bytes >> 20).map_or(usize::MAX >> 20, |memory| memory.max(1024))
}

/// Returns the maximum memory in MiB: a tebibyte, as the memory of the machine is unknown.
#[cfg(not(target_os = "linux"))]
fn max_memory_mib() -> usize {
    1 << 20
}
