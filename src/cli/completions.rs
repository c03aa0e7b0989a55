//! `larboard completions`: shell completions.

use std::io::Write;

use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use super::Failure;
use crate::variant;

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// Shell to write completions for
    shell: Shell,
}

pub(super) fn run(
    args: &CompletionsArgs,
    command: Command,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut with_game_names(command),
        "larboard",
        &mut text,
    );
    Ok(out.write_all(&text)?)
}

/// Makes the games possible values of the command line. The real one accepts any name, to report an
/// unknown game itself.
fn with_game_names(command: Command) -> Command {
    let games = PossibleValuesParser::new(variant::games().map(|game| game.id));
    let with_games = |command: Command| {
        command.mut_args(|arg| match arg.get_id() == "game" {
            true => arg.value_parser(games.clone()),
            false => arg,
        })
    };
    with_games(command).mut_subcommands(with_games)
}
