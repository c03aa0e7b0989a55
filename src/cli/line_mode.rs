//! Starts line mode for a command.

use std::io::Write;
use std::path::PathBuf;

use super::export::ExportTarget;
use super::terminal_args::{TerminalArgs, terminal_notation};
use super::{Failure, file, line_input, unsaved};
use crate::line_mode::{self, ExitError, LineModeOptions, Start};
use crate::session::{SeedSource, SessionStore};
use crate::storage::save_manager::SaveManager;
use crate::storage::settings::SettingsFile;
use crate::tui::keymap::Keymap;

/// Runs line mode, then writes the record of the game in front if a file is given. `messages` are
/// shown first, after errors in the settings file.
pub(super) fn run(
    start: Start,
    save_manager: SaveManager,
    messages: Vec<String>,
    terminal: &TerminalArgs,
    force_winnable: bool,
    export_path: Option<&PathBuf>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let export = ExportTarget::prepare(export_path)?;
    let (settings_file, mut config_errors) = SettingsFile::open();
    let key_overrides = &settings_file.settings().key_overrides;
    config_errors.extend(Keymap::from_settings(key_overrides).1);
    let config_errors = config_errors.iter().map(ToString::to_string);
    let messages: Vec<String> = config_errors.chain(messages).collect();
    let search_control = line_input::search_control();
    let lines = line_input::input_lines(&search_control);
    let options = LineModeOptions {
        notation: terminal_notation(),
        ascii: terminal.symbols.ascii(),
        force_winnable,
        read_record: file::read_session,
        process_continued: line_input::process_continued_flag(),
        search_control,
    };
    let exit = line_mode::run(
        start,
        SessionStore::new(save_manager, settings_file),
        SeedSource::from_system(),
        &messages,
        options,
        lines,
        out,
    );
    let error = exit.error.map(|error| match error {
        ExitError::Output(error) => Failure::from(error),
        ExitError::NoGame(reason) => Failure::Failed(reason),
    });
    let exported = exit
        .session
        .map_or(Ok(()), |session| export.write(session.played(), out));
    Failure::combine_all([exported.err(), error, unsaved::report(&exit.unsaved)])
}
