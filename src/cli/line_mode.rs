//! Starts line mode for a command.

use std::io::{self, IsTerminal, Write};

use super::export::ExportTarget;
use super::terminal_args::{TableArgs, terminal_notation};
use super::{Failure, file, line_input, unsaved};
use crate::line_mode::{self, ExitError, LineModeOptions, ReplyFormat};
use crate::session::{SeedSource, SessionStore, Start};
use crate::storage::save_manager::SaveManager;
use crate::storage::settings::SettingsFile;
use crate::tui::keymap::Keymap;
use crate::tui::theme::CustomColors;

/// Runs line mode, then writes the record of the game in front if a file is given. `messages` are
/// shown first, after errors in the settings file.
pub(super) fn run(
    start: Start,
    save_manager: SaveManager,
    messages: Vec<String>,
    args: &TableArgs,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (terminal, export_path) = (&args.terminal, args.export.as_ref());
    if terminal.json && export_path.is_some_and(|path| file::is_stdio(path)) {
        let message = "--export - and --json both write to standard output; name a file";
        return Err(Failure::Usage(message.into()));
    }
    let export = ExportTarget::prepare(export_path)?;
    let (settings_file, mut config_errors) = SettingsFile::open();
    let settings = settings_file.settings();
    config_errors.extend(Keymap::from_settings(&settings.key_overrides).1);
    config_errors.extend(CustomColors::from_settings(&settings.color_overrides).1);
    let config_errors = config_errors.iter().map(ToString::to_string);
    let messages: Vec<String> = config_errors.chain(messages).collect();
    let search_control = line_input::search_control();
    let lines = line_input::input_lines(&search_control);
    let options = LineModeOptions {
        notation: terminal_notation(),
        ascii: terminal.symbols.ascii(),
        format: if terminal.json {
            ReplyFormat::Json
        } else {
            ReplyFormat::Text
        },
        force_winnable: args.winnable,
        difficulty: args.difficulty,
        daily: args.daily,
        full_names: terminal.names,
        prompt: !terminal.json && io::stdin().is_terminal() && io::stdout().is_terminal(),
        read_record: file::read_record,
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
    let rejected = exit
        .nothing_understood
        .then(|| Failure::Failed("no command was understood; help lists the commands".into()));
    let unsaved = unsaved::report(&exit.unsaved);
    Failure::combine_all([exported.err(), error, unsaved, rejected])
}
