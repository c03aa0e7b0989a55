//! `larboard completions`: completions for a shell.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Failure};
use crate::variant;

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut build_command(), "larboard", &mut text);
    Ok(out.write_all(&text)?)
}

/// The command line with the names of the games. What reads them takes any word, to say in its own
/// words what is wrong.
fn build_command() -> Command {
    let games = PossibleValuesParser::new(variant::games().map(|game| game.id));
    let named = |command: Command| {
        command.mut_args(|arg| match arg.get_id() == "game" {
            true => arg.value_parser(games.clone()),
            false => arg,
        })
    };
    named(Cli::command()).mut_subcommands(named)
}
