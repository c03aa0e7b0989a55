//! The command line: arguments, help, completions and errors, and what each command does.

mod export;
mod failure;
pub mod file;
pub mod game_args;
mod games;
mod line_mode;
mod play;
mod reference;
mod review;
pub mod search;
mod show;
mod solve;
mod stats;
mod terminal_args;
mod verify;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

pub use failure::Failure;

use crate::json;
use crate::session::Start;
use crate::storage;

/// Five unusual solitaires for the terminal
///
/// Without a command, opens the menu. The name of a game plays it: your saved game, or a random deal that
/// can be won.
///
/// A hint keeps the win: by the hidden cards too, it never names a move that is known to lose. With the
/// setting `hints = "fair"`, hints know only the cards that you have seen, as odds always do.
#[derive(Debug, Parser)]
// With a fixed name, help does not show the name under which the program was started, which may
// contain control characters.
#[command(
    name = "larboard",
    bin_name = "larboard",
    version,
    after_long_help = reference::help()
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    menu: play::TableArgs,
    /// When to use colors
    ///
    /// `auto` uses colors at a terminal unless NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    #[command(flatten)]
    Play(play::GameSubcommand),
    /// Learn a game: a small one that is won, step by step
    ///
    /// It takes about two minutes, and counts nowhere.
    #[command(after_long_help = reference::text("learn"))]
    Learn(play::LearnArgs),
    /// Step through a record, and play on from any position
    #[command(after_long_help = reference::text("replay"))]
    Replay(play::ReplayArgs),
    /// Find the mistakes in a game, and its bad luck
    ///
    /// Shows for each move the odds after it, as a player can see them, and whether it kept the win, as
    /// the solver sees it. A mistake is a move that dropped the odds by 20 points or more while a better
    /// move was in sight.
    #[command(after_long_help = reference::text("review"))]
    Review {
        /// Record to review (- for stdin)
        file: PathBuf,
        /// Output a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show a position of a record
    #[command(after_long_help = reference::text("show"))]
    Show(show::ShowArgs),
    /// Replay and check records
    ///
    /// Prints one line per file. The exit status is 1 if any file is refused.
    #[command(after_long_help = reference::text("verify"))]
    Verify(verify::VerifyArgs),
    /// Show your results
    #[command(after_long_help = reference::text("stats"))]
    Stats(stats::StatsArgs),
    /// Find out whether a deal or a record's last position can be won
    ///
    /// The solver knows all cards. Its verdict is winnable, with the moves, or unwinnable, which is
    /// proven, or unknown if it reaches a limit first. A game's name wins over a file's: write
    /// ./NAME for such a file.
    #[command(after_long_help = reference::text("solve"))]
    Solve(solve::SolveArgs),
    /// Show the opening table of a deal
    #[command(after_long_help = reference::text("deal"))]
    Deal(show::DealArgs),
    /// List the games, their options, values and defaults
    Games {
        /// Output JSON, one object per line
        #[arg(long)]
        json: bool,
    },
    /// Write the JSON Schema of all JSON output
    ///
    /// It has an entry of `$defs` for each object: `solve` for what `solve --json` prints, `play` for a game
    /// in line mode.
    Schema,
    /// Write the manual page
    Man,
    /// Write shell completions
    #[command(after_long_help = reference::text("completions"))]
    Completions {
        /// Shell to write completions for
        shell: reference::Shell,
    },
}

/// Starts a program: calls `run` with its command line and standard output.
pub fn start(run: impl FnOnce(&[OsString], &mut dyn Write) -> ExitCode) -> ExitCode {
    // With a handler, a write beyond the file size limit fails instead of ending the process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let args: Vec<_> = env::args_os().collect();
    run(&args, &mut BufWriter::new(io::stdout()))
}

/// Runs the command line `args`, which starts with the name of the program. Writes output to `out`,
/// which is standard output, and errors to standard error. Returns the exit status.
pub fn run(args: &[OsString], out: &mut dyn Write) -> ExitCode {
    let mut command = Cli::command().color(terminal_args::find_color_choice(args));
    match execute(&mut command, args, out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // If it is closed, the exit status has to do.
            _ = out.flush();
            failure.report(&command, args)
        }
    }
}

fn execute(
    command: &mut clap::Command,
    args: &[OsString],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut args = args.to_vec();
    if args.get(1).is_some_and(|command| command == "help") {
        args.retain(|arg| arg != "-h" && arg != "--help");
    }
    terminal_args::move_behind_command(command, &mut args);
    let matches = match command.try_get_matches_from_mut(&args) {
        Ok(matches) => matches,
        // `--help` and `--version` arrive as errors.
        Err(help) if !help.use_stderr() => return Ok(help.print()?),
        Err(error) => return Err(error.into()),
    };
    let cli = Cli::from_arg_matches(&matches)?;
    cli.run(out)
}

impl Cli {
    /// Runs the command and writes its output to `out`, which is standard output.
    ///
    /// # Errors
    /// Wrong usage, or the command failed.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        storage::check_home().map_err(|error| Failure::failed(error.to_string()))?;
        // `None` leaves it to the environment.
        let color = (self.color != ColorChoice::Auto).then_some(self.color == ColorChoice::Always);
        match self.command {
            None => self.menu.launch(color, out, |_, _| Ok(Start::Menu)),
            Some(_) if self.menu != play::TableArgs::default() => {
                let message = "options come after the command, as in `larboard GAME --daily`";
                Err(Failure::usage(message))
            }
            Some(command) => command.run(color, out),
        }?;
        Ok(out.flush()?)
    }
}

impl CliCommand {
    /// Not inlined, so that playing needs less stack memory.
    #[inline(never)]
    fn run(self, color: Option<bool>, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            CliCommand::Play(game) => play::run(&game, color, out),
            CliCommand::Learn(args) => play::run_lesson(args, color, out),
            CliCommand::Replay(args) => play::run_replay(args, color, out),
            CliCommand::Review { file, json } => review::run(&file, json, out),
            CliCommand::Show(args) => show::run_show(&args, out),
            CliCommand::Verify(args) => verify::run(&args, out),
            CliCommand::Stats(args) => stats::run(&args, out),
            CliCommand::Solve(args) => solve::run(&args, out),
            CliCommand::Deal(args) => show::run_deal(&args, out),
            CliCommand::Games { json } => games::run(json, out),
            CliCommand::Schema => Ok(out.write_all(json::schema().as_bytes())?),
            CliCommand::Man => Ok(out.write_all(include_bytes!("../assets/larboard.6"))?),
            CliCommand::Completions { shell } => reference::write_completions(shell, out),
        }
    }
}
