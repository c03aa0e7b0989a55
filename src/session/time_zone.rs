//! The time zone of the player.

use std::path::Path;
use std::{env, fs};

use jiff::tz::TimeZone;

/// Maximum size of a time zone file in bytes, far above that of any real one.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// Returns the time zone of the system. It is UTC if `TZ` names a file that cannot be one of a time
/// zone: reading a pipe, a device or a huge file would take forever or fill the memory.
pub fn system_time_zone() -> TimeZone {
    let name = env::var_os("TZ").unwrap_or_default();
    let name = name.to_string_lossy();
    let path = Path::new(name.strip_prefix(':').unwrap_or(&name));
    let in_database = env::var_os("TZDIR").map(|folder| Path::new(&folder).join(path));
    let is_harmless = |path: &Path| {
        fs::metadata(path).map_or(true, |file| {
            if file.is_file() {
                file.len() <= MAX_FILE_BYTES
            } else {
                file.is_dir()
            }
        })
    };
    if is_harmless(path) && in_database.is_none_or(|path| is_harmless(&path)) {
        TimeZone::system()
    } else {
        TimeZone::UTC
    }
}
