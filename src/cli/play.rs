//! `larboard [GAME]`: play, in the terminal or by typed lines.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::CommandFactory;
use jiff::{Timestamp, Zoned};

use super::export::ExportTarget;
use super::game_args::{self, OptionAssignment};
use super::line_session::{self, Transition};
use super::{Cli, Failure, file, position};
use crate::describe::CardNotation;
use crate::escape::quote;
use crate::game::Game;
use crate::record::{PlayedGame, Record};
use crate::seed;
use crate::session::{Session, text};
use crate::storage;
use crate::storage::save_manager::{SaveError, SaveManager, SaveState};
use crate::storage::settings::{BoolSetting, SettingsFile};
use crate::tui::{self, StartScreen, TuiOptions};
use crate::variant::{self, Variant};

#[derive(Debug, clap::Args)]
pub(super) struct PlayArgs {
    /// The game; without one the menu opens
    game: Option<String>,
    /// The seed that shuffles the deck, decimal or 0x hexadecimal; random where none is given
    #[arg(
        long,
        value_name = "N",
        value_parser = game_args::parse_seed,
        allow_negative_numbers = true,
        conflicts_with_all = ["daily", "winnable"],
        requires = "game"
    )]
    seed: Option<u64>,
    /// Deal the seed of the day, its date as YYYYMMDD
    #[arg(long, requires = "game", conflicts_with = "winnable")]
    daily: bool,
    /// Deal a random seed that can be won, however many must be passed over
    #[arg(long, requires = "game")]
    winnable: bool,
    /// An option of the game and its value; see `larboard games`
    #[arg(long = "rule", value_name = "K=V", requires = "game")]
    rules: Vec<OptionAssignment>,
    /// Write the record of the game when it is left; - is standard output
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    screen: TerminalArgs,
    /// Play by typed lines, without screen control; `help` there lists the commands
    #[arg(long)]
    plain: bool,
}

/// What can be said of the terminal.
#[derive(Debug, clap::Args)]
pub(super) struct TerminalArgs {
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
    /// Letters instead of pips
    #[arg(long)]
    ascii: bool,
}

impl TerminalArgs {
    /// How the terminal can name cards.
    pub(super) fn notation(&self) -> CardNotation {
        if self.ascii {
            CardNotation::Letters
        } else {
            position::terminal_notation()
        }
    }
}

pub(super) fn run(args: &PlayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let rules = match &args.game {
        Some(game) => Some(resolve_game(game, &args.rules)?),
        None => None,
    };
    let (mut keeper, wrong) = SaveManager::open(storage::data_dir());
    keeper.remove_stale_temps();
    let file = args.export.as_ref();
    let Some(rules) = rules else {
        if args.plain {
            return args.run_line_mode(Transition::Menu, keeper, wrong, out);
        }
        return run_tui(StartScreen::Menu, keeper, wrong, &args.screen, file, out);
    };
    let (taken, more) = args.resume_latest(&rules, &mut keeper);
    let up = taken
        .as_ref()
        .map(|(sitting, _)| text::resumed(&sitting.game));
    let seat = match (taken, args.resolve_seed()) {
        (Some(seat), _) => Some(seat),
        (None, seed) => seed.map(|seed| new_session(Game::new(rules.clone(), seed))),
    };
    if args.plain {
        let start = seat.map_or(Transition::RandomDeal(rules), Transition::open_game);
        return args.run_line_mode(start, keeper, join_lines([wrong, more, up]), out);
    }
    let told = join_lines([wrong, more, None]);
    let start = seat.map_or(StartScreen::WinnableDeal(rules), |seat| {
        let (played, save_state) = seat;
        StartScreen::Game(Box::new(Session::resume(played, save_state)))
    });
    run_tui(start, keeper, told, &args.screen, file, out)
}

/// Plays in the terminal; where a file is named, the record of the game that is left goes there.
pub(super) fn run_tui(
    start: StartScreen,
    keeper: SaveManager,
    told: Option<String>,
    screen: &TerminalArgs,
    file: Option<&PathBuf>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if file.is_some_and(|file| file::is_stdio(file)) {
        let line = "--export - needs --plain: the terminal is the table's";
        return Err(Failure::Usage(line.into()));
    }
    require_terminal()?;
    let export = ExportTarget::prepare(file)?;
    let options = TuiOptions {
        mouse: !screen.no_mouse,
        ascii: screen.ascii,
        export_path: file.cloned(),
    };
    let left = tui::run(start, keeper, told, &options)?;
    let unkept = report_unsaved(&left.unsaved);
    let sitting = left.played.as_ref();
    let exported = sitting.map_or(Ok(()), |sitting| export.write(sitting, out));
    combine_errors([exported.err(), left.error.map(Failure::from), unkept])
}

/// The game of a first word that may also be no command.
fn resolve_game(game: &str, rules: &[OptionAssignment]) -> Result<Variant, Failure> {
    if variant::find(game).is_some() {
        return game_args::parse_variant(game, rules);
    }
    let command = Cli::command();
    let commands: Vec<_> = command
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    Err(Failure::Usage(format!(
        "no game or command is called {}; the games are {}; the commands are {}",
        quote(game),
        game_args::game_names(),
        commands.join(", ")
    )))
}

/// Refuses to draw where nobody could see it.
pub(super) fn require_terminal() -> Result<(), Failure> {
    let line = if !io::stdout().is_terminal() {
        "standard output is not a terminal; larboard --plain plays by typed lines"
    } else if env::var("TERM").is_ok_and(|term| term == "dumb") {
        "this terminal has no screen control; larboard --plain plays by typed lines"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(line.into()))
}

/// What could not be kept of games that were left, in a line.
pub(super) fn report_unsaved(games: &[(PlayedGame, SaveError)]) -> Option<Failure> {
    let (mut unsaved, mut results) = (Vec::new(), Vec::new());
    for (sitting, unkept) in games {
        match unkept {
            SaveError::Game(why) => unsaved.push((sitting, &**why)),
            SaveError::Result(_) => results.push(unkept),
        }
    }
    let result = results.first().map(|one| Failure::Failed(one.to_string()));
    combine_errors([emergency_save_all(&unsaved), result]).err()
}

/// Puts the records of games that could not be saved where they can be, and says so.
fn emergency_save_all(unsaved: &[(&PlayedGame, &str)]) -> Option<Failure> {
    let (_, why) = unsaved.first()?;
    let places: Vec<String> = unsaved
        .iter()
        .filter_map(|(sitting, _)| {
            storage::emergency_save(&Record::from_played_game(sitting).to_string()).ok()
        })
        .map(|place| file::display_name(&place))
        .collect();
    let games = match unsaved.len() {
        1 => "game".to_owned(),
        n => format!("{n} games"),
    };
    let instead = match places.len() {
        0 => String::new(),
        1 => format!("; its record is in {} instead", places[0]),
        n => format!("; {n} records are in {} instead", places.join(", ")),
    };
    Some(Failure::Failed(format!(
        "{games} not saved: {why}{instead}"
    )))
}

/// All that went wrong, if anything did.
pub(super) fn combine_errors(
    failures: impl IntoIterator<Item = Option<Failure>>,
) -> Result<(), Failure> {
    let failures = failures.into_iter().flatten();
    failures.reduce(Failure::combine).map_or(Ok(()), Err)
}

/// What there is to say, a line each.
fn join_lines(told: [Option<String>; 3]) -> Option<String> {
    let told: Vec<String> = told.into_iter().flatten().collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

/// A sitting, and how it stands with the keeper.
pub(super) type ManagedSession = (PlayedGame, SaveState);

impl PlayArgs {
    /// Plays by typed lines.
    fn run_line_mode(
        &self,
        start: Transition,
        keeper: SaveManager,
        told: Option<String>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let export = ExportTarget::prepare(self.export.as_ref())?;
        let manner = (self.screen.notation(), self.winnable);
        line_session::play(start, keeper, told, manner, &export, out)
    }

    /// The game's sitting that was played last, unless a deal is asked for; and what stood in the way
    /// of one.
    fn resume_latest(
        &self,
        rules: &Variant,
        keeper: &mut SaveManager,
    ) -> (Option<ManagedSession>, Option<String>) {
        let dealt = self.seed.is_some() || self.daily || self.winnable;
        if dealt || !self.rules.is_empty() {
            return (None, None);
        }
        keeper.load_latest(rules.info(), Timestamp::now())
    }

    /// Whether the deal is to be by chance, of those that can be won.
    fn is_winnable_required(&self) -> bool {
        let by_chance = self.seed.is_none() && !self.daily;
        let set = || {
            SettingsFile::open()
                .0
                .settings()
                .is_on(BoolSetting::WinnableDeals)
        };
        self.winnable || (by_chance && set())
    }

    /// The seed of the deal that is asked for; none where it is one that can be won.
    fn resolve_seed(&self) -> Option<u64> {
        match self.seed {
            Some(seed) => Some(seed),
            None if self.daily => Some(seed::from_date(Zoned::now().date())),
            None if self.is_winnable_required() => None,
            None => Some(rand::random_range(0..seed::RANDOM_SEED_LIMIT)),
        }
    }
}

/// A sitting at a game that is newly dealt.
pub(super) fn new_session(game: Game) -> ManagedSession {
    let mut sitting = PlayedGame::new(game);
    sitting.started = Some(Timestamp::now());
    let kept = SaveState::new(&sitting);
    (sitting, kept)
}
