//! `larboard [GAME]`: play, in the terminal or by typed lines.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::CommandFactory;
use jiff::{Timestamp, Zoned};

use super::by_lines::{self, Next};
use super::export::Export;
use super::rules::{self, Rule};
use super::{Cli, Failure, file, position};
use crate::escape::quoted;
use crate::game::Game;
use crate::record::{Record, Sitting};
use crate::rules::{Rules, Variant};
use crate::seed;
use crate::store;
use crate::store::keeper::{Keeper, Kept, Unkept};
use crate::store::settings::{SettingsFile, Switch};
use crate::tui::{self, Options, Start};
use crate::words::{Names, taken_up};

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
    rules: Vec<Rule>,
    /// Write the record of the game when it is left; - is standard output
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    #[command(flatten)]
    screen: Screen,
    /// Play by typed lines, without screen control; `help` there lists the commands
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

impl Screen {
    /// How the terminal can name cards.
    pub(super) fn names(&self) -> Names {
        if self.ascii {
            Names::Letters
        } else {
            position::names()
        }
    }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let rules = match &args.game {
        Some(game) => Some(known(game, &args.rules)?),
        None => None,
    };
    let (mut keeper, wrong) = Keeper::open(store::home());
    keeper.tidy();
    let file = args.export.as_ref();
    let Some(rules) = rules else {
        if args.plain {
            return args.by_lines(Next::Menu, keeper, wrong, out);
        }
        return at_table(Start::Menu, keeper, wrong, &args.screen, file, out);
    };
    let (taken, more) = args.take_up(&rules, &mut keeper);
    let up = taken.as_ref().map(|(sitting, _)| taken_up(&sitting.game));
    let seat = match (taken, args.seed()) {
        (Some(seat), _) => Some(seat),
        (None, seed) => seed.map(|seed| fresh(Game::new(rules.clone(), seed))),
    };
    if args.plain {
        let start = seat.map_or(Next::Chance(rules), Next::sitting);
        return args.by_lines(start, keeper, in_lines([wrong, more, up]), out);
    }
    let told = in_lines([wrong, more, None]);
    let start = seat.map_or(Start::Winnable(rules), |seat| Start::Game(Box::new(seat)));
    at_table(start, keeper, told, &args.screen, file, out)
}

/// Plays in the terminal; where a file is named, the record of the game that is left goes there.
pub(super) fn at_table(
    start: Start,
    keeper: Keeper,
    told: Option<String>,
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
    let left = tui::run(start, keeper, told, &options)?;
    let unkept = unkept(&left.unkept);
    let sitting = left.sitting.as_ref();
    let exported = sitting.map_or(Ok(()), |sitting| export.write(sitting, out));
    all_told([exported.err(), left.trouble.map(Failure::from), unkept])
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
        "standard output is not a terminal; larboard --plain plays by typed lines"
    } else if env::var("TERM").is_ok_and(|term| term == "dumb") {
        "this terminal has no screen control; larboard --plain plays by typed lines"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(line.into()))
}

/// What could not be kept of games that were left, in a line.
pub(super) fn unkept(games: &[(Sitting<Variant>, Unkept)]) -> Option<Failure> {
    let (mut unsaved, mut results) = (Vec::new(), Vec::new());
    for (sitting, unkept) in games {
        match unkept {
            Unkept::Game(why) => unsaved.push((sitting, &**why)),
            Unkept::Result(_) => results.push(unkept),
        }
    }
    let result = results.first().map(|one| Failure::Undone(one.to_string()));
    all_told([rescued(&unsaved), result]).err()
}

/// Puts the records of games that could not be saved where they can be, and says so.
fn rescued(unsaved: &[(&Sitting<Variant>, &str)]) -> Option<Failure> {
    let (_, why) = unsaved.first()?;
    let places: Vec<String> = unsaved
        .iter()
        .filter_map(|(sitting, _)| store::rescue(&Record::of(sitting).to_string()).ok())
        .map(|place| file::name(&place))
        .collect();
    let games = match unsaved.len() {
        1 => "the game is".to_owned(),
        n => format!("{n} games are"),
    };
    let instead = match places.len() {
        0 => String::new(),
        1 => format!("; its record is in {} instead", places[0]),
        n => format!("; {n} records are in {} instead", places.join(", ")),
    };
    Some(Failure::Undone(format!(
        "{games} not saved: {why}{instead}"
    )))
}

/// All that went wrong, if anything did.
pub(super) fn all_told(failures: impl IntoIterator<Item = Option<Failure>>) -> Result<(), Failure> {
    let failures = failures.into_iter().flatten();
    failures.reduce(Failure::and).map_or(Ok(()), Err)
}

/// What there is to say, a line each.
fn in_lines(told: [Option<String>; 3]) -> Option<String> {
    let told: Vec<String> = told.into_iter().flatten().collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

/// A sitting, and how it stands with the keeper.
pub(super) type Seat = (Sitting<Variant>, Kept);

impl Args {
    /// Plays by typed lines.
    fn by_lines(
        &self,
        start: Next,
        keeper: Keeper,
        told: Option<String>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let export = Export::check(self.export.as_ref())?;
        let manner = (self.screen.names(), self.winnable);
        by_lines::play(start, keeper, told, manner, &export, out)
    }

    /// The game's sitting that was played last, unless a deal is asked for; and what stood in the way
    /// of one.
    fn take_up(&self, rules: &Variant, keeper: &mut Keeper) -> (Option<Seat>, Option<String>) {
        let dealt = self.seed.is_some() || self.daily || self.winnable;
        if dealt || !self.rules.is_empty() {
            return (None, None);
        }
        keeper.take_up_latest(rules.profile(), Timestamp::now())
    }

    /// Whether the deal is to be by chance, of those that can be won.
    fn wants_winnable(&self) -> bool {
        let by_chance = self.seed.is_none() && !self.daily;
        let set = || SettingsFile::open().0.settings().is_on(Switch::Winnable);
        self.winnable || (by_chance && set())
    }

    /// The seed of the deal that is asked for; none where it is one that can be won.
    fn seed(&self) -> Option<u64> {
        match self.seed {
            Some(seed) => Some(seed),
            None if self.daily => Some(seed::of_day(Zoned::now().date())),
            None if self.wants_winnable() => None,
            None => Some(rand::random_range(0..seed::BY_CHANCE)),
        }
    }
}

/// A sitting at a game that is newly dealt.
pub(super) fn fresh(game: Game<Variant>) -> Seat {
    let mut sitting = Sitting::new(game);
    sitting.started = Some(Timestamp::now());
    let kept = Kept::fresh(&sitting);
    (sitting, kept)
}
