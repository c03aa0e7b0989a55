//! `larboard completions`: shell completions.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Failure};
use crate::variant;

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// Shell to write completions for
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut build_command(), "larboard", &mut text);
    Ok(out.write_all(&text)?)
}

/// Builds the command line with the games as possible values. The real one accepts any name, to report
/// an unknown game itself.
fn build_command() -> Command {
    let games = PossibleValuesParser::new(variant::games().map(|game| game.id));
    let with_games = |command: Command| {
        command.mut_args(|arg| match arg.get_id() == "game" {
            true => arg.value_parser(games.clone()),
            false => arg,
        })
    };
    with_games(Cli::command()).mut_subcommands(with_games)
}
