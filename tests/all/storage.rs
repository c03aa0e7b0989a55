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

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::home::Home;

/// Writes what a process that was killed an hour ago has left of a file.
fn write_leftover(path: &Path) {
    fs::write(path, "half").expect("accessible file");
    let file = File::options().write(true).open(path).expect("the file");
    let time = SystemTime::now() - Duration::from_secs(3600);
    file.set_modified(time).expect("a time in the past");
}
