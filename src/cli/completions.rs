//! `larboard completions`: shell completions.

use std::io::Write;

use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;

use super::Failure;

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// Shell to write completions for
    shell: Shell,
}

pub(super) fn run(
    args: &CompletionsArgs,
    command: Command,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    Ok(out.write_all(script(args.shell, command).as_bytes())?)
}

/// Generates the script for a shell, and adds what the generator leaves out.
fn script(shell: Shell, command: Command) -> String {
    let mut command = with_value_hints(command);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "larboard", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Bash => with_joined_words(&script, &command),
        Shell::Fish => {
            let script = with_unfinished_options(&script);
            with_help_of_commands(&script) + &fish_positionals(&command)
        }
        Shell::Zsh => with_files_beside_values(&script, &command),
        _ => script,
    }
}

/// Says for each argument whose values are unknown that they are not files.
fn with_value_hints(command: Command) -> Command {
    let with_hint = |arg: Arg| {
        let is_unknown = arg.get_value_hint() == ValueHint::Unknown;
        if is_unknown && arg.get_possible_values().is_empty() {
            arg.value_hint(ValueHint::Other)
        } else {
            arg
        }
    };
    command
        .mut_args(with_hint)
        .mut_subcommands(|subcommand| subcommand.mut_args(with_hint))
}

/// Makes the bash script complete words such as `--rule wrap=yes` as a whole: bash splits words at
/// `=`, so without this the values after it are never offered. Where a file is wanted and nothing is
/// typed yet, it also offers files in place of flags.
fn with_joined_words(script: &str, command: &Command) -> String {
    const WRAPPER: &str = include_str!("../../assets/completions/wrapper.bash");
    let file_commands = command.get_subcommands().filter(|sub| accepts_file(sub));
    let file_commands: Vec<_> = file_commands.map(Command::get_name).collect();
    let wrapper = WRAPPER.replace("FILE_COMMANDS", &file_commands.join(" | "));
    let script = script.replace("complete -F _larboard ", "complete -F _larboard_joined ");
    let registration = script.rfind("\nif [[ ").unwrap_or(script.len());
    let (functions, registration) = script.split_at(registration);
    format!("{functions}\n{wrapper}\n{}", registration.trim_start())
}

/// Makes the fish script offer the values of an option before the command. Without this, an option
/// whose value is still missing looks like an error.
fn with_unfinished_options(script: &str) -> String {
    const PARSE: &str = "argparse -s (__fish_larboard_global_optspecs) -- $cmd";
    let parse = format!("{PARSE} 2>/dev/null\n");
    let parse_with_value = format!("{parse}    or {PARSE} '' 2>/dev/null\n");
    script.replace(&parse, &parse_with_value)
}

/// Makes the fish script offer commands after `help`. Without this, `help` itself counts as the command
/// that was already given.
fn with_help_of_commands(script: &str) -> String {
    script.replace(" help\" -f -a ", "\" -f -a ")
}

/// Returns the possible values of a command's positional arguments.
fn positional_values(command: &Command) -> String {
    let values = command
        .get_positionals()
        .flat_map(Arg::get_possible_values)
        .map(|value| value.get_name().to_owned());
    values.collect::<Vec<_>>().join(" ")
}

/// Whether a command has a positional argument that can be a file.
fn accepts_file(command: &Command) -> bool {
    let mut positionals = command.get_positionals();
    positionals.any(|arg| arg.get_value_hint() == ValueHint::AnyPath)
}

/// Returns lines for the fish script that offer the values of positional arguments, and files only
/// where one is wanted.
fn fish_positionals(command: &Command) -> String {
    let lines = command.get_subcommands().filter_map(|command| {
        let values = positional_values(command);
        let only = if accepts_file(command) { "" } else { " -f" };
        let values = if values.is_empty() {
            values
        } else {
            format!(" -a \"{values}\"")
        };
        let offered = format!("{only}{values}");
        let name = command.get_name();
        let line = format!(
            "complete -c larboard -n \"__fish_larboard_using_subcommand {name}\"{offered}\n"
        );
        (!offered.is_empty()).then_some(line)
    });
    lines.collect()
}

/// Makes the zsh script offer files too where an argument is a game or a file.
fn with_files_beside_values(script: &str, command: &Command) -> String {
    let mut script = script.to_owned();
    for command in command.get_subcommands().filter(|sub| accepts_file(sub)) {
        let values = positional_values(command);
        let positional = command.get_positionals().next();
        let Some(arg) = positional.filter(|_| !values.is_empty()) else {
            continue;
        };
        let (start, end) = (format!("':{} -- ", arg.get_id()), format!("({values})' \\"));
        let both = format!("{{_alternative \"games:game:({values})\" \"files:file:_files\"}}' \\");
        let lines = script.lines().map(|line| match line.strip_suffix(&end) {
            Some(head) if line.starts_with(&start) => format!("{head}{both}\n"),
            _ => format!("{line}\n"),
        });
        script = lines.collect();
    }
    script
}
