//! `larboard [GAME]`: plays, on the screen or in line mode.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Command;
use jiff::Timestamp;

use super::export::ExportTarget;
use super::game_args::{self, OptionAssignment};
use super::line_mode;
use super::terminal_args::TerminalArgs;
use super::{Failure, file, unsaved};
use crate::escape::quote;
use crate::line_mode::Start;
use crate::seed;
use crate::session::{SeedSource, Session, system_time_zone, text};
use crate::storage;
use crate::storage::save_manager::SaveManager;
use crate::storage::settings::{BoolSetting, SettingsFile};
use crate::tui::{self, StartScreen, TuiOptions};
use crate::variant::{self, Variant};

#[derive(Debug, clap::Args)]
pub(super) struct PlayArgs {
    /// Game to play; opens the menu by default
    game: Option<String>,
    /// Deal number, decimal or hexadecimal after 0x; random by default
    #[arg(
        short,
        long,
        value_name = "N",
        value_parser = game_args::parse_seed,
        allow_negative_numbers = true,
        conflicts_with_all = ["daily", "winnable"],
        requires = "game"
    )]
    seed: Option<u64>,
    /// Play today's deal
    #[arg(long, requires = "game", conflicts_with = "winnable")]
    daily: bool,
    /// Deal only winnable games
    #[arg(long, requires = "game")]
    winnable: bool,
    /// Set an option of the game; `larboard games` lists them
    #[arg(short, long = "rule", value_name = "K=V", requires = "game")]
    rules: Vec<OptionAssignment>,
    /// Save the game record to FILE on exit (- for stdout)
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    screen: TerminalArgs,
    /// Use line mode: typed commands, no screen control
    #[arg(long)]
    plain: bool,
}

/// Plays a game. `command` builds the command line, for its list of commands.
pub(super) fn run(
    args: &PlayArgs,
    command: fn() -> Command,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = match &args.game {
        Some(game) => Some(resolve_game(game, &args.rules, command)?),
        None => None,
    };
    let (mut manager, error) = SaveManager::open(storage::data_dir());
    manager.remove_stale_temps();
    let file = args.export.as_ref();
    let Some(rules) = rules else {
        if args.plain {
            let messages = error.into_iter().collect();
            return args.run_line_mode(Start::Menu, manager, messages, out);
        }
        return run_tui(StartScreen::Menu, manager, error, &args.screen, file, out);
    };
    let (resumed, errors) = args.resume_latest(&rules, &mut manager);
    let resume_message = resumed
        .as_ref()
        .map(|session| text::resumed(session.game()));
    let session = resumed.or_else(|| {
        let seed = args.resolve_seed()?;
        Some(Session::deal(rules.clone(), seed, Timestamp::now()))
    });
    let mut messages: Vec<String> = error.into_iter().chain(errors).collect();
    if args.plain {
        messages.extend(resume_message);
        let start = match session {
            Some(session) => Start::Game(Box::new(session)),
            None => Start::RandomDeal(rules),
        };
        return args.run_line_mode(start, manager, messages, out);
    }
    let start = match session {
        Some(session) => StartScreen::Game(Box::new(session)),
        None => StartScreen::WinnableDeal(rules),
    };
    let message = (!messages.is_empty()).then(|| messages.join("\n"));
    run_tui(start, manager, message, &args.screen, file, out)
}

/// Plays on the screen, and exports the last game to a file if one is given.
pub(super) fn run_tui(
    start: StartScreen,
    manager: SaveManager,
    message: Option<String>,
    screen: &TerminalArgs,
    file: Option<&PathBuf>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if file.is_some_and(|file| file::is_stdio(file)) {
        let line = "--export - needs --plain, because the game uses the terminal";
        return Err(Failure::Usage(line.into()));
    }
    require_terminal()?;
    let export = ExportTarget::prepare(file)?;
    let options = TuiOptions {
        mouse: !screen.no_mouse,
        ascii: screen.ascii,
        export_path: file.cloned(),
    };
    let exit = tui::run(start, manager, message, &options)?;
    let error = unsaved::report(&exit.unsaved);
    let played = exit.played.as_ref();
    let exported = played.map_or(Ok(()), |played| export.write(played, out));
    Failure::combine_all([exported.err(), exit.error.map(Failure::from), error])
}

/// Creates the rules of a game.
///
/// # Errors
/// An unknown game, with a list of the games and commands, or an invalid option.
fn resolve_game(
    game: &str,
    rules: &[OptionAssignment],
    command: fn() -> Command,
) -> Result<Variant, Failure> {
    if variant::find(game).is_some() {
        return game_args::parse_variant(game, rules);
    }
    let command = command();
    let commands: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
    Err(Failure::Usage(format!(
        "unknown game or command {}; the games are {}; the commands are {}",
        quote(game),
        game_args::game_names(),
        commands.join(", ")
    )))
}

/// Returns an error if standard output cannot show the game.
pub(super) fn require_terminal() -> Result<(), Failure> {
    let line = if !io::stdout().is_terminal() {
        "standard output is not a terminal; use --plain for line mode"
    } else if env::var("TERM").is_ok_and(|term| term == "dumb") {
        "this terminal has no screen control; use --plain for line mode"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(line.into()))
}

impl PlayArgs {
    /// Plays in line mode.
    fn run_line_mode(
        &self,
        start: Start,
        manager: SaveManager,
        messages: Vec<String>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let (screen, export) = (&self.screen, self.export.as_ref());
        line_mode::run(start, manager, messages, screen, self.winnable, export, out)
    }

    /// Loads the latest unfinished game, unless the arguments ask for a new deal. The message names
    /// saved games that cannot be used.
    fn resume_latest(
        &self,
        rules: &Variant,
        manager: &mut SaveManager,
    ) -> (Option<Session>, Option<String>) {
        let is_new_deal = self.seed.is_some() || self.daily || self.winnable;
        if is_new_deal || !self.rules.is_empty() {
            return (None, None);
        }
        let (resumed, errors) = manager.load_latest(rules.info(), Timestamp::now());
        let session = resumed.map(|(played, save_state)| Session::resume(played, save_state));
        (session, errors)
    }

    /// Whether a random deal must be winnable.
    fn is_winnable_required(&self) -> bool {
        let is_random = self.seed.is_none() && !self.daily;
        let is_on = || {
            SettingsFile::open()
                .0
                .settings()
                .is_on(BoolSetting::WinnableDeals)
        };
        self.winnable || (is_random && is_on())
    }

    /// Returns the seed to deal. `None` if a winnable deal has to be found.
    fn resolve_seed(&self) -> Option<u64> {
        match self.seed {
            Some(seed) => Some(seed),
            None if self.daily => {
                let today = system_time_zone().to_datetime(Timestamp::now());
                Some(seed::from_date(today.date()))
            }
            None if self.is_winnable_required() => None,
            None => Some(SeedSource::from_system().next_seed()),
        }
    }
}
