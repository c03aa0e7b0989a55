//! `larboard [GAME]`: play, in the terminal or by typed lines.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::CommandFactory;
use jiff::{Timestamp, Zoned};

use super::export::Export;
use super::rules::{self, Rule};
use super::{Cli, Failure, file, position, typed};
use crate::escape::quoted;
use crate::game::Game;
use crate::plain;
use crate::record::Sitting;
use crate::rules::{Status, Variant};
use crate::seed;
use crate::tui::{self, Options, Start};
use crate::words::Names;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game; without one the menu opens
    game: Option<String>,
    /// The seed that shuffles the deck, decimal or 0x hexadecimal; random where none is given
    #[arg(
        long,
        value_name = "N",
        value_parser = rules::seed,
        allow_negative_numbers = true,
        conflicts_with = "daily",
        requires = "game"
    )]
    seed: Option<u64>,
    /// Deal the seed of the day, its date as YYYYMMDD
    #[arg(long, requires = "game")]
    daily: bool,
    /// An option of the game and its value; see `larboard games`
    #[arg(long = "rule", value_name = "K=V", requires = "game")]
    rules: Vec<Rule>,
    /// Write the record of the game when it is left; - is standard output
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    screen: Screen,
    /// Play by typed lines, without screen control
    #[arg(long)]
    plain: bool,
}

/// What can be said of the terminal.
#[derive(Debug, clap::Args)]
pub(super) struct Screen {
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
    /// Letters instead of pips
    #[arg(long)]
    ascii: bool,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let rules = match &args.game {
        Some(game) => Some(known(game, &args.rules)?),
        None => None,
    };
    if args.plain && rules.is_none() {
        let line = format!("--plain needs a game: {}", rules::games());
        return Err(Failure::Usage(line));
    }
    let sitting = rules.map(|rules| {
        let mut sitting = Sitting::new(Game::new(rules, args.seed()));
        sitting.started = Some(Timestamp::now());
        sitting
    });
    let file = args.export.as_ref();
    match sitting {
        Some(sitting) if args.plain => by_lines(sitting, args.names(), &Export::check(file)?, out),
        Some(sitting) => at_table(Start::Game(Box::new(sitting)), &args.screen, file, out),
        None => at_table(Start::Menu, &args.screen, file, out),
    }
}

/// Plays in the terminal; where a file is named, the record of the game that is left goes there.
pub(super) fn at_table(
    start: Start,
    screen: &Screen,
    file: Option<&PathBuf>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if file.is_some_and(|file| file::is_standard(file)) {
        let line = "--export - needs --plain: the terminal is the table's";
        return Err(Failure::Usage(line.into()));
    }
    need_terminal()?;
    let export = Export::check(file)?;
    let options = Options {
        mouse: !screen.no_mouse,
        ascii: screen.ascii,
        export: file.cloned(),
    };
    let left = tui::run(start, &options)?;
    if let Some(sitting) = &left.sitting {
        export.write(sitting, out)?;
    }
    left.trouble.map_or(Ok(()), |error| Err(error.into()))
}

/// The game of a first word that may also be no command.
fn known(game: &str, rules: &[Rule]) -> Result<Variant, Failure> {
    if Variant::profile_named(game).is_some() {
        return rules::variant(game, rules);
    }
    let command = Cli::command();
    let commands: Vec<_> = command
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    Err(Failure::Usage(format!(
        "no game or command is called {}; the games are {}; the commands are {}",
        quoted(game),
        rules::games(),
        commands.join(", ")
    )))
}

/// Refuses to draw where nobody could see it.
pub(super) fn need_terminal() -> Result<(), Failure> {
    let line = if !io::stdout().is_terminal() {
        "standard output is not a terminal; larboard GAME --plain plays by typed lines"
    } else if env::var("TERM").is_ok_and(|term| term == "dumb") {
        "this terminal has no screen control; larboard GAME --plain plays by typed lines"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(line.into()))
}

impl Args {
    fn seed(&self) -> u64 {
        match self.seed {
            Some(seed) => seed,
            None if self.daily => seed::of_day(Zoned::now().date()),
            None => rand::random_range(0..seed::BY_CHANCE),
        }
    }

    fn names(&self) -> Names {
        if self.screen.ascii {
            Names::Letters
        } else {
            position::names()
        }
    }
}

fn by_lines(
    mut sitting: Sitting<Variant>,
    names: Names,
    export: &Export,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let start = Instant::now();
    let played = plain::play(&mut sitting, typed::lines(), out, names);
    sitting.seconds = start.elapsed().as_secs();
    if sitting.game.status() != Status::Playing {
        sitting.finished = Some(Timestamp::now());
    }
    export.write(&sitting, out)?;
    Ok(played?)
}
