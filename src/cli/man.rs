//! `larboard man`: the manual page.

use std::io::Write;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::Failure;

pub(super) fn run(mut command: Command, out: &mut impl Write) -> Result<(), Failure> {
    command.build();
    let man = Man::new(command.clone().subcommands(Vec::<clap::Command>::new())).section("6");
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    let mut roff = Roff::new();
    roff.control("SH", ["COMMANDS"]);
    let commands = command.get_subcommands_mut();
    for sub in commands.filter(|sub| sub.get_name() != "help") {
        let usage = sub.render_usage().to_string();
        roff.control("SS", [usage.trim_start_matches("Usage: ")]);
        roff.text([roman(
            sub.get_about().map(ToString::to_string).unwrap_or_default(),
        )]);
        for arg in sub.get_arguments().filter(|arg| arg.get_id() != "help") {
            roff.control("TP", []);
            roff.text([bold(arg.to_string())]);
            roff.text([roman(
                arg.get_help().map(ToString::to_string).unwrap_or_default(),
            )]);
        }
    }
    roff.to_writer(out)?;
    Ok(())
}
