//! Line mode: the game played by typed lines, without screen control. Works from a pipe and with a
//! screen reader.

mod commands;
mod context;
mod deals;
mod events;
mod help;
mod input;
mod inspect;
mod io;
mod menu;
mod options;
mod output;
mod place;
mod places;
mod repl;
mod replay;
mod settings;
mod table;

use std::io::Write;

use crate::session::{Profile, Start};
use context::LineContext;
pub use events::{LineEvent, LineEvents};
pub use input::{CanceledByLines, LineInput};
pub use io::read_lines;
pub use options::{ExitError, LineModeExit, LineModeOptions, ReplyFormat};
use output::Printer;
use repl::Repl;
use settings::Preferences;

/// Plays until `quit`, the end of the input or a signal. `messages` are shown first.
pub fn run(
    start: Start,
    profile: Profile,
    messages: &[String],
    options: LineModeOptions,
    input: LineInput,
    out: &mut dyn Write,
) -> LineModeExit {
    let settings = profile.settings_file.settings().clone();
    let cx = LineContext {
        input,
        printer: Printer::new(out, options.format, options.prompt),
        profile,
        preferences: Preferences::new(settings, &options),
        source: options.source,
    };
    let mut repl = Repl::new(cx, &options);
    let error = repl.run(start, messages).err();
    repl.close(error)
}
