//! Arguments that several commands have.

use std::num::NonZero;
use std::ops::Range;
use std::thread;

use larboard::cli::game_args;

/// Maximum number of parallel searches.
const MAX_JOBS: u64 = 1024;

#[derive(Debug, clap::Args)]
pub(crate) struct JobArgs {
    /// Number of deals searched in parallel; one per core by default
    #[arg(short, long, value_name = "N", value_parser = game_args::integer::<usize>(1, MAX_JOBS), allow_negative_numbers = true)]
    jobs: Option<usize>,
}

impl JobArgs {
    /// Returns the number of parallel searches.
    pub(crate) fn count(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.jobs.unwrap_or_else(cores)
    }
}

/// Parses the seeds from A to B-1, written `A..B`.
pub(crate) fn parse_seed_range(text: &str) -> Result<Range<u64>, String> {
    let Some((from, to)) = text.split_once("..") else {
        return Err("expected A..B".into());
    };
    let seeds = game_args::parse_seed(from)?..game_args::parse_seed(to)?;
    if seeds.is_empty() {
        return Err("expected A..B with A less than B".into());
    }
    Ok(seeds)
}
