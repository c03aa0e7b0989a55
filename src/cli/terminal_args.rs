//! Arguments about the terminal, the same for several commands.

use std::env;
use std::ffi::OsString;

use clap::{Args, ColorChoice, Command, ValueEnum};

use crate::describe::CardNotation;
use crate::session::{GameDealer, Profile};
use crate::storage;
use crate::storage::saves::Saves;
use crate::storage::settings::SettingsFile;

/// Arguments about the screen and the mouse.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct TerminalArgs {
    /// Use the mouse, whatever the settings say
    #[arg(long, overrides_with = "no_mouse")]
    mouse: bool,
    /// Do not use the mouse, whatever the settings say
    #[arg(long, overrides_with = "mouse")]
    no_mouse: bool,
    #[command(flatten)]
    pub(super) symbols: SymbolArgs,
    /// Use line mode: typed commands, no screen control
    ///
    /// For screen readers, slow connections and pipes. `help` lists the commands.
    #[arg(long)]
    plain: bool,
    /// Use line mode with full names of cards and piles
    ///
    /// For screen readers. The setting `names` does the same for every game.
    #[arg(long)]
    pub(super) names: bool,
    /// Use line mode, and answer each line with a JSON object
    ///
    /// For programs. The object has the answer or the error, what the line changed, the position and
    /// the legal moves.
    #[arg(long)]
    pub(super) json: bool,
    /// With --json, load and save nothing: no games, results or settings
    #[arg(long, requires = "json")]
    pub(super) no_save: bool,
}

impl TerminalArgs {
    /// Whether the game is played in line mode.
    pub(super) fn is_line_mode(&self) -> bool {
        self.plain || self.names || self.json
    }

    /// Opens the files of the player, or none.
    pub(super) fn open_profile(&self) -> Profile {
        let dealer = GameDealer::from_system();
        if self.no_save {
            return Profile::without_files(dealer);
        }
        let saves = Saves::open(storage::data_dir());
        Profile::new(saves, SettingsFile::open(), dealer)
    }

    /// Whether to use the mouse. `None` leaves it to the settings.
    pub(super) fn mouse(&self) -> Option<bool> {
        (self.mouse || self.no_mouse).then_some(self.mouse)
    }
}

/// Arguments about the characters of the output.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct SymbolArgs {
    /// Use letters instead of suit symbols, and ASCII characters only
    #[arg(long, overrides_with = "no_ascii")]
    ascii: bool,
    /// Use suit symbols, whatever the settings and the locale say
    #[arg(long, overrides_with = "ascii")]
    no_ascii: bool,
}

impl SymbolArgs {
    /// Returns whether to use ASCII only. `None` leaves it to the settings and the terminal.
    pub(super) fn ascii(&self) -> Option<bool> {
        (self.ascii || self.no_ascii).then_some(self.ascii)
    }

    /// Returns the card notation of output that does not depend on the settings.
    pub(super) fn notation(&self) -> CardNotation {
        match self.ascii() {
            Some(true) => CardNotation::Letters,
            Some(false) => CardNotation::Symbols,
            None => terminal_notation(),
        }
    }
}

/// Returns the card notation that the terminal can show.
pub(super) fn terminal_notation() -> CardNotation {
    CardNotation::detect(|name| env::var(name).ok())
}

/// Moves the flags of the terminal from before a command to after it, where the parser knows them.
pub(super) fn move_behind_command(cli: &Command, args: &mut [OsString]) {
    let is_command = |arg: &OsString| cli.find_subcommand(arg).is_some();
    // `help` takes no flags, and those before it mean nothing to it.
    let mut before_help = args.iter().skip(1).take_while(|arg| *arg != "help");
    let Some(command) = before_help.position(is_command) else {
        return;
    };
    let terminal = TerminalArgs::augment_args(Command::new("terminal"));
    let is_flag = |arg: &OsString| {
        let flag = arg.to_str().and_then(|arg| arg.strip_prefix("--"));
        let mut known = terminal.get_arguments();
        flag.is_some() && known.any(|known| known.get_long() == flag)
    };
    args[1..=command + 1].sort_by_key(is_flag);
}

/// Finds the value of `--color` before the command line is parsed, so that errors of the parser
/// follow it too.
pub(super) fn find_color_choice(args: &[OsString]) -> ColorChoice {
    let before_separator = args.iter().take_while(|arg| *arg != "--");
    let args: Vec<_> = before_separator.filter_map(|arg| arg.to_str()).collect();
    let value = args.iter().enumerate().rev().find_map(|(n, arg)| {
        let next = args.get(n + 1).copied().filter(|_| *arg == "--color");
        arg.strip_prefix("--color=").or(next)
    });
    value
        .and_then(|value| ColorChoice::from_str(value, false).ok())
        .unwrap_or(ColorChoice::Auto)
}
