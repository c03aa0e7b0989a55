//! `larboard`, `larboard GAME`, `larboard learn` and `larboard replay`: plays, on the screen or in line mode.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use jiff::civil::Date;

use super::game_args::{self, RuleArgs};
use super::terminal_args::TerminalArgs;
use super::{Failure, export, file, line_mode, reference};
use crate::difficulty::{Difficulty, GradedDeals, daily};
use crate::game::Game;
use crate::record::PlayedGame;
use crate::rules::GameInfo;
use crate::session::{self, DealSource, Profile, Session, Start, text};
use crate::storage::settings::Deals;
use crate::tui::{self, TuiOptions};
use crate::variant;

/// Arguments about playing, with or without a game.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct TableArgs {
    /// Play the daily deal of a date, as in 2026-11-23; of today by default
    ///
    /// It is the same for everyone, can be won, and gets harder from Monday to Sunday.
    #[arg(
        long,
        value_name = "DATE",
        num_args = 0..=1,
        value_parser = daily::parse_date,
        conflicts_with_all = ["winnable", "any", "difficulty"]
    )]
    daily: Option<Option<Date>>,
    /// Deal only winnable games, whatever the settings say
    ///
    /// This is the default. Random deals are searched until one is proven to be winnable.
    #[arg(long, conflicts_with_all = ["any", "difficulty"])]
    winnable: bool,
    /// Deal any random games, whatever the settings say
    #[arg(long, conflicts_with = "difficulty")]
    any: bool,
    /// Play a graded deal
    ///
    /// Grades say how often a deal is won without knowing the hidden cards. All graded deals are
    /// proven to be winnable.
    #[arg(long, value_name = "GRADE", value_parser = difficulty_parser())]
    difficulty: Option<Difficulty>,
    /// Save the game record to FILE on exit (- for stdout)
    ///
    /// The record is written whether the game is finished or not, and replaces FILE.
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    terminal: TerminalArgs,
}

fn difficulty_parser() -> impl TypedValueParser<Value = Difficulty> {
    let names = Difficulty::ALL.iter().map(|difficulty| difficulty.as_str());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Difficulty>())
}

impl TableArgs {
    /// Opens the player's files and what `open` names, which adds messages, plays on the screen or in line mode, and
    /// exports the last game to a file if one is given.
    pub(super) fn launch(
        &self,
        color: Option<bool>,
        out: &mut dyn Write,
        open: impl FnOnce(&mut Profile, &mut Vec<String>) -> Result<Start, Failure>,
    ) -> Result<(), Failure> {
        if let Some(Some(day)) = self.daily
            && day > session::today()
        {
            return Err(Failure::from_sentence(&text::day_ahead(day)));
        }
        let is_line_mode = self.terminal.is_line_mode();
        if !is_line_mode {
            self.require_screen()?;
        }
        let export_path = self.export.as_deref();
        export::check(export_path)?;
        let mut profile = self.terminal.open_profile();
        let unread = profile.saves.refresh().err();
        let mut messages = Vec::from_iter(unread.map(|error| error.to_string()));
        let start = open(&mut profile, &mut messages)?;
        let source = self.deal_source();
        if is_line_mode {
            let mut stderr = io::stderr();
            let is_piped = export_path.is_some_and(file::is_stdio);
            let replies: &mut dyn Write = if is_piped { &mut stderr } else { &mut *out };
            let exit = line_mode::run(start, profile, messages, &self.terminal, source, replies)?;
            return export::finish(exit, export_path, out);
        }
        let options = TuiOptions {
            mouse: self.terminal.mouse(),
            ascii: self.terminal.symbols.ascii(),
            color,
            source,
            export_path: self.export.clone(),
        };
        let message = (!messages.is_empty()).then(|| messages.join("\n"));
        let exit = tui::run(start, profile, message, &options)?;
        export::finish(exit, export_path, out)
    }

    /// Returns an error if the game cannot be shown on the screen.
    fn require_screen(&self) -> Result<(), Failure> {
        let line = if self.export.as_deref().is_some_and(file::is_stdio) {
            "--export - needs --plain, because the game uses the terminal"
        } else if !io::stdout().is_terminal() {
            "standard output is not a terminal; use --plain for line mode"
        } else if env::var("TERM").is_ok_and(|term| term == "dumb") {
            "this terminal has no screen control; use --plain for line mode"
        } else {
            return Ok(());
        };
        Err(Failure::usage(line))
    }

    /// Returns the source of the deals that the arguments ask for.
    fn deal_source(&self) -> Option<DealSource> {
        let random = match (self.winnable, self.any) {
            (true, _) => Some(DealSource::Random(Deals::Winnable)),
            (_, true) => Some(DealSource::Random(Deals::Any)),
            (false, false) => None,
        };
        let graded = self.difficulty.map(DealSource::Graded);
        self.daily.map(DealSource::Daily).or(graded).or(random)
    }
}

/// Arguments of a game.
#[derive(Debug, clap::Args)]
struct PlayArgs {
    /// Deal number, decimal or hexadecimal after 0x; a random winnable deal by default
    ///
    /// A number deals the same cards on every machine and in every release.
    #[arg(
        short,
        long,
        value_name = "N",
        value_parser = game_args::parse_seed,
        allow_negative_numbers = true,
        conflicts_with_all = ["daily", "winnable", "any", "difficulty"]
    )]
    seed: Option<u64>,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    table: TableArgs,
}

/// A game as a subcommand. The subcommands are generated from the list of games.
#[derive(Debug)]
pub(super) struct GameSubcommand {
    info: &'static GameInfo,
    args: PlayArgs,
}

impl FromArgMatches for GameSubcommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameSubcommand, clap::Error> {
        let found = matches.subcommand();
        let game = found.and_then(|(name, matches)| Some((variant::find(name)?, matches)));
        let (info, matches) = game.ok_or_else(|| clap::Error::new(ErrorKind::InvalidSubcommand))?;
        let args = PlayArgs::from_arg_matches(matches)?;
        Ok(GameSubcommand { info, args })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameSubcommand::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for GameSubcommand {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(variant::games().map(subcommand))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        GameSubcommand::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        variant::find(name).is_some()
    }
}

fn subcommand(info: &'static GameInfo) -> Command {
    PlayArgs::augment_args(Command::new(info.id).alias(info.title))
        .about(info.summary)
        .long_about(format!(
            "{}: {}\n\n{}",
            info.title,
            info.summary,
            info.help.trim_end()
        ))
        .after_help(format!(
            "{}: {} {} {}",
            info.title, info.introduction.goal, info.introduction.building, info.introduction.rule
        ))
        .after_long_help(reference::game_examples(info))
        .mut_arg("rules", |arg| {
            arg.value_parser(game_args::rule_parser(&[info]))
                .hide_possible_values(false)
                .long_help("Set an option of the game; can be given once for each option")
        })
}

/// Plays a game.
pub(super) fn run(
    command: &GameSubcommand,
    color: Option<bool>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let args = &command.args;
    let rules = args.rules.variant_of(command.info)?;
    let table = &args.table;
    let is_graded = table.daily.is_some() || table.difficulty.is_some() || table.winnable;
    if is_graded && !GradedDeals::has_bundled(&rules) {
        return Err(Failure::from_sentence(text::NO_GRADED_DEALS));
    }
    let is_new = args.seed.is_some() || table.deal_source().is_some() || !args.rules.is_empty();
    table.launch(color, out, |profile, messages| {
        let now = session::system_time();
        let mut game = args.seed.map(|seed| {
            let played = PlayedGame::new(Game::new(rules.clone(), seed));
            Session::start(played, now)
        });
        if !is_new {
            let resumed = profile.resume_latest(rules.info());
            messages.extend(text::warnings(&resumed.warnings));
            game = resumed.value;
        }
        Ok(match game {
            Some(session) => Start::Game(Box::new(session)),
            None => Start::NewDeal(rules),
        })
    })
}

#[derive(Debug, clap::Args)]
pub(super) struct LearnArgs {
    /// The game
    #[arg(value_parser = game_args::game_parser())]
    game: &'static GameInfo,
    #[command(flatten)]
    terminal: TerminalArgs,
}

pub(super) fn run_lesson(
    args: LearnArgs,
    color: Option<bool>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let table = TableArgs {
        terminal: args.terminal,
        ..TableArgs::default()
    };
    table.launch(color, out, |_, _| {
        Ok(Start::Game(Box::new(Session::lesson(args.game))))
    })
}

#[derive(Debug, clap::Args)]
pub(super) struct ReplayArgs {
    /// Record to replay (- for stdin)
    file: PathBuf,
    /// Save the record of a game played from here to FILE on exit
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    terminal: TerminalArgs,
}

pub(super) fn run_replay(
    args: ReplayArgs,
    color: Option<bool>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if args.terminal.is_line_mode() && file::is_stdio(&args.file) {
        let message = "replay --plain reads commands from standard input; name a file instead of -";
        return Err(Failure::usage(message));
    }
    let table = TableArgs {
        export: args.export,
        terminal: args.terminal,
        ..TableArgs::default()
    };
    table.launch(color, out, |_, _| {
        let record = file::require_record(&args.file)?;
        Ok(Start::Replay(Box::new(record)))
    })
}
