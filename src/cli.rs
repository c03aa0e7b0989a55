//! The command line: its syntax here, each command in a file of its own.

mod completions;
mod deal;
mod export;
mod failure;
mod file;
mod find_deal;
mod game_args;
mod games;
mod limits;
mod line_input;
mod line_session;
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
mod verify;

use std::io::Write;

use clap::{Parser, Subcommand};

pub use failure::Failure;

/// Five uncommon solitaires in a terminal.
#[derive(Debug, Parser)]
#[command(name = "larboard", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::PlayArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the games, their options, values and defaults
    Games(games::GamesArgs),
    /// Show the opening table of a seed
    Deal(deal::DealArgs),
    /// Show a table of a record
    Show(show::ShowArgs),
    /// Replay records and check them
    Verify(verify::VerifyArgs),
    /// Watch a record move by move, and play on from any position
    Replay(replay::ReplayArgs),
    /// Count the sequences of legal moves from an opening
    Perft(perft::PerftArgs),
    /// Ask the solver whether a deal, or a record's last position, can be won
    Solve(solve::SolveArgs),
    /// Count how many of many deals can be won
    Survey(survey::SurveyArgs),
    /// Show your results
    Stats(stats::StatsArgs),
    /// Write completions for a shell
    Completions(completions::CompletionsArgs),
    /// Write the manual page
    Man,
}

impl Cli {
    /// Does what was asked for; what it has to say goes to `out`, which is standard output.
    ///
    /// # Errors
    /// Wrong usage, or it could not be done.
    pub fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self.command {
            None => play::run(&self.play, out),
            Some(command) => command.run(out),
        }?;
        Ok(out.flush()?)
    }
}

impl Command {
    /// Out of the way of a game, which is to take little memory.
    #[inline(never)]
    fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        match self {
            Command::Games(args) => games::run(&args, out),
            Command::Deal(args) => deal::run(&args, out),
            Command::Show(args) => show::run(&args, out),
            Command::Verify(args) => verify::run(&args, out),
            Command::Replay(args) => replay::run(&args, out),
            Command::Perft(args) => perft::run(&args, out),
            Command::Solve(args) => solve::run(&args, out),
            Command::Survey(args) => survey::run(&args, out),
            Command::Stats(args) => stats::run(&args, out),
            Command::Completions(args) => completions::run(&args, out),
            Command::Man => man::run(out),
        }
    }
}
