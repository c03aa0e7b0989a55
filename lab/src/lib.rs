//! The laboratory of Larboard: how many deals can be won and how hard they are, and whether the rules
//! and the advice do what they should. For those who change the games, not for those who play them.

mod args;
mod choices;
mod commands;
pub mod grading;
pub mod playthrough;
mod repository;
mod results_file;
mod seeds;
mod sep_cma;
mod summary;
pub mod survey;
pub mod survey_file;
pub mod winnable;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use larboard::cli::Failure;

pub use choices::{random_move, varied_moves};

/// The laboratory of Larboard
#[derive(Debug, Parser)]
#[command(name = "lab", bin_name = "lab")]
pub enum Lab {
    /// Measure how many deals can be won
    ///
    /// Example: lab survey GAME --seeds 1..1001 --output deals.jsonl
    Survey(commands::survey::SurveyArgs),
    /// Add up the files of surveys
    ///
    /// A verdict replaces unknown. A torn line is named, and a contradiction is an error.
    Merge(commands::merge::MergeArgs),
    /// Count sequences of legal moves
    ///
    /// Two implementations of the rules that agree on these numbers most likely agree on the rules.
    Perft(commands::perft::PerftArgs),
    /// Grade deals, and write assets/graded-deals.txt
    ///
    /// Players without a look at hidden cards play the deals from seed 1,000,001 on, until each grade has
    /// enough. Their results are appended to a file in assets/difficulty, so that a run which was stopped
    /// is continued by the next. At the end, the grades of all games whose file is complete are written.
    ///
    /// The effort is that of the file, or the default. To grade a game anew with another one, delete its
    /// file first. To try one out, write the results elsewhere: with --output no grades are written.
    Grade(commands::grade::GradeArgs),
    /// Add the deals of survey files to those in assets/winnable
    ///
    /// A verdict replaces an unknown deal only. To measure a game anew, delete its file first.
    Import(commands::import::ImportArgs),
    /// Follow hints through whole games, as a player meets them
    ///
    /// Prints a line a game and the sums: wins, moves against those of the solver's line, hints that
    /// return to an earlier position of the game, and hints whose reason names no card, no pile and no
    /// difference.
    FollowHints(commands::follow_hints::FollowHintsArgs),
    /// Tune the weights of a game that is played by rollouts
    ///
    /// Begins with the weights that the game has. The value of others is what the policy alone reaches
    /// with them in some deals, new ones in each generation: a win counts 1, a loss a little for the cards
    /// that are home. So the same weights, deals and seed lead to the same result. Put it in the place of
    /// the game's file in assets/weights.
    Tune(commands::tune::TuneArgs),
}

/// Runs the command line `args`, which starts with the name of the program. Writes output to `out`,
/// which is standard output, and errors to standard error. Returns the exit status.
pub fn run(args: &[OsString], out: &mut dyn Write) -> ExitCode {
    let ran = match Lab::try_parse_from(args) {
        Ok(lab) => lab.run(out),
        // `--help` arrives as an error.
        Err(help) if !help.use_stderr() => help.print().map_err(Failure::from),
        Err(error) => Err(error.into()),
    };
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(&Lab::command(), args),
    }
}

impl Lab {
    /// Runs the command and writes its output to `out`, which is standard output.
    ///
    /// # Errors
    /// Wrong usage, or the command failed.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Lab::Survey(args) => args.run(out),
            Lab::Merge(args) => args.run(out),
            Lab::Perft(args) => args.run(out),
            Lab::Grade(args) => args.run(out),
            Lab::Import(args) => args.run(),
            Lab::FollowHints(args) => args.run(out),
            Lab::Tune(args) => args.run(out),
        }?;
        Ok(out.flush()?)
    }
}
