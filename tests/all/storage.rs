//! Saved games and results.

#[cfg(unix)]
mod failing_writes;
#[cfg(unix)]
mod faults;
mod golden_home;
mod results;
mod saved_games;
#[cfg(unix)]
mod truth;

use crate::home::Home;
