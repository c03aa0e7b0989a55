//! The command line. Each command has a module of its own.

mod completions;
mod deal;
mod export;
mod failure;
mod file;
mod game_args;
mod games;
mod limits;
mod line_input;
mod line_mode;
mod man;
mod perft;
mod play;
mod position;
mod replay;
mod search_progress;
mod show;
mod solve;
mod stats;
mod survey;
mod terminal_args;
mod unsaved;
mod verify;

use std::io::Write;

use clap::{CommandFactory, Parser, Subcommand};

pub use failure::Failure;

/// Five unusual solitaires for the terminal
#[derive(Debug, Parser)]
// With a fixed name, help does not show the name under which the program was started, which may
// contain control characters.
#[command(
    name = "larboard",
    bin_name = "larboard",
    version,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    play: play::PlayArgs,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// List the games, their options, values and defaults
    Games(games::GamesArgs),
    /// Show the opening table of a deal
    Deal(deal::DealArgs),
    /// Show a position of a record
    Show(show::ShowArgs),
    /// Replay and check records
    Verify(verify::VerifyArgs),
    /// Step through a record, and play on from any position
    Replay(replay::ReplayArgs),
    /// Count sequences of legal moves
    Perft(perft::PerftArgs),
    /// Find out whether a deal or a record's last position can be won
    Solve(solve::SolveArgs),
    /// Measure how many deals can be won
    Survey(survey::SurveyArgs),
    /// Show your results
    Stats(stats::StatsArgs),
    /// Write shell completions
    Completions(completions::CompletionsArgs),
    /// Write the manual page
    Man,
}

impl Cli {
    /// Runs the command and writes its output to `out`, which is standard output.
    ///
    /// # Errors
    /// Wrong usage, or the command failed.
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self.command {
            None => play::run(&self.play, Cli::command, out),
            Some(command) => command.run(out),
        }?;
        Ok(out.flush()?)
    }
}

impl CliCommand {
    /// Not inlined, so that playing needs less stack memory.
    #[inline(never)]
    fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            CliCommand::Games(args) => games::run(&args, out),
            CliCommand::Deal(args) => deal::run(&args, out),
            CliCommand::Show(args) => show::run(&args, out),
            CliCommand::Verify(args) => verify::run(&args, out),
            CliCommand::Replay(args) => replay::run(&args, out),
            CliCommand::Perft(args) => perft::run(&args, out),
            CliCommand::Solve(args) => solve::run(&args, out),
            CliCommand::Survey(args) => survey::run(&args, out),
            CliCommand::Stats(args) => stats::run(&args, out),
            CliCommand::Completions(args) => completions::run(&args, Cli::command(), out),
            CliCommand::Man => man::run(Cli::command(), out),
        }
    }
}
