//! `larboard GAME --plain`: what plain mode wishes of files is done, and its time is told.

use std::io::Write;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::{Args, Seat, all_told, fresh, unkept};
use crate::cli::export::Export;
use crate::cli::{Failure, file, position, typed, winnable};
use crate::escape::{escaped, reason};
use crate::game::Game;
use crate::plain::{self, Left, Manner, Searching, Wish};
use crate::record::Sitting;
use crate::report::{self, Ink};
use crate::rules::{Rules, Status, Variant};
use crate::seed;
use crate::store;
use crate::store::figures::Figures;
use crate::store::keeper::Keeper;
use crate::store::results::Outcome;
use crate::store::settings::{SettingsFile, Switch, complaint};
use crate::tui::keymap::Keymap;
use crate::words::Names;

impl Args {
    fn names(&self) -> Names {
        if self.screen.ascii {
            Names::Letters
        } else {
            position::names()
        }
    }
}

/// Plays by typed lines, one game after another.
pub(super) fn play(
    args: &Args,
    (mut sitting, mut kept): Seat,
    mut keeper: Keeper,
    told: Option<String>,
    export: &Export,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (file, mut complaints) = SettingsFile::open();
    complaints.extend(Keymap::set_by(&file.settings().keys).1);
    for line in complaint(&complaints).into_iter().chain(told) {
        writeln!(out, "{line}")?;
    }
    let mut manner = Manner {
        short: match file.settings().is_on(Switch::Ascii) {
            true => Names::Letters,
            false => args.names(),
        },
        full: false,
        homeward: file.settings().is_on(Switch::AutomaticHome),
        watch: file.settings().is_on(Switch::Watch),
    };
    if manner.homeward {
        sitting.game.join_safe_homes();
    }
    let searching = Searching::default();
    let mut lines = typed::lines(&searching);
    // The sittings this one followed, the latest last.
    let mut earlier: Vec<Seat> = Vec::new();
    // How far the game was played when it was given up; any move or undo goes on with it.
    let mut given_up = None;
    loop {
        let mut watch = Watch::new(&sitting);
        let grant = |wish: Wish, sitting: &mut Sitting<Variant>| {
            let now = Timestamp::now();
            match wish {
                Wish::Results(names) => return Some(results(&keeper, sitting, names)),
                Wish::Export(name) => {
                    watch.look(sitting, now);
                    return Some(exported(sitting, &name));
                }
                Wish::Settings => return Some(settings(&file)),
                Wish::Before => return (!earlier.is_empty()).then(String::new),
                Wish::GiveUp => given_up = Some(progress(sitting)),
                Wish::Keep => watch.look(sitting, now),
            }
            let outcome = match given_up == Some(progress(sitting)) {
                true => Outcome::GivenUp,
                false => Outcome::of(sitting.game.status()),
            };
            keeper.keep(&mut kept, sitting, outcome, now)
        };
        let left = plain::play(
            &mut sitting,
            &mut lines,
            out,
            &mut manner,
            &searching,
            grant,
        );
        watch.look(&mut sitting, Timestamp::now());
        let rules = sitting.game.rules().clone();
        let goes_back = matches!(left, Ok(Left::Before));
        let next = match left {
            Ok(Left::New(Some(seed))) => Ok(fresh(Game::new(rules, seed))),
            Ok(Left::New(None)) => {
                let seed = match args.winnable || file.settings().is_on(Switch::Winnable) {
                    true => winnable::seed(&rules, out),
                    false => Ok(rand::random_range(0..seed::BY_CHANCE)),
                };
                seed.map(|seed| fresh(Game::new(rules, seed))).map_err(Some)
            }
            Ok(Left::Again) => {
                let game = &sitting.game;
                Ok(fresh(Game::from_deck(rules, game.seed(), game.deck())))
            }
            Ok(Left::Before) => earlier.pop().ok_or(None),
            Ok(Left::Quit) => Err(None),
            Err(error) => Err(Some(Failure::from(error))),
        };
        let kept_whole = keeper.leave(&kept, &sitting, Timestamp::now());
        let lost = kept_whole.err().map(|lost| (sitting.clone(), lost));
        let unkept = unkept(lost.as_slice());
        let next = match next {
            Ok(next) => next,
            Err(why) => {
                let exported = export.write(&sitting, out);
                return all_told([exported.err(), why, unkept]);
            }
        };
        if let Some(line) = unkept.as_ref().and_then(Failure::line) {
            writeln!(out, "{line}")?;
        }
        let before = std::mem::replace(&mut sitting, next.0);
        let kept_before = std::mem::replace(&mut kept, next.1);
        if !goes_back {
            earlier.push((before, kept_before));
        }
        keeper.again(&mut kept, Timestamp::now());
        given_up = None;
    }
}

/// Puts the record of a sitting in a new file, and says where.
fn exported(sitting: &Sitting<Variant>, name: &str) -> String {
    let exported = match name {
        "" => store::export(sitting),
        name => store::export_to(name.as_ref(), sitting).map(|()| name.into()),
    };
    match exported {
        Ok(path) => format!("exported to {}", escaped(&path.to_string_lossy())),
        Err(error) => format!("not exported: {}", reason(&error)),
    }
}

/// What the player has come to in the game of a sitting, with any of its rules.
fn results(keeper: &Keeper, sitting: &Sitting<Variant>, names: Names) -> String {
    let ink = match names {
        Names::Symbols => Ink::Blocks,
        Names::Letters => Ink::Ascii,
        Names::Full => Ink::Words,
    };
    let id = sitting.game.rules().profile().id;
    let all = Figures::all(keeper.results());
    let own = all.iter().filter(|figures| figures.profile.id == id);
    let lines: Vec<String> = own
        .flat_map(|figures| report::lines(figures, ink))
        .collect();
    match lines.is_empty() {
        true => "no game has come to a result yet".into(),
        false => lines.join("\n"),
    }
}

/// Where the settings are, and those that count for typed lines.
fn settings(settings: &SettingsFile) -> String {
    let place = match settings.path() {
        Some(path) => format!("The settings are in {}:", file::name(path)),
        None => "The platform names no folder for settings:".into(),
    };
    let switches = [
        Switch::AutomaticHome,
        Switch::Ascii,
        Switch::Watch,
        Switch::Winnable,
    ];
    let told = switches.map(|switch| match settings.settings().is_on(switch) {
        true => format!("{} is on", switch.name()),
        false => format!("{} is off", switch.name()),
    });
    format!("{place} {}.", told.join(", "))
}

/// How far a sitting has been played: moves made, moves taken back, and how often.
fn progress(sitting: &Sitting<Variant>) -> (usize, usize, u32) {
    let game = &sitting.game;
    (game.moves().len(), game.undone().len(), game.undos())
}

/// Tells a sitting its time: it runs while the game does.
struct Watch {
    since: Instant,
    spent: Duration,
}

impl Watch {
    fn new(sitting: &Sitting<Variant>) -> Watch {
        Watch {
            since: Instant::now(),
            spent: Duration::from_secs(sitting.seconds),
        }
    }

    fn look(&mut self, sitting: &mut Sitting<Variant>, now: Timestamp) {
        let passed = std::mem::replace(&mut self.since, Instant::now()).elapsed();
        if sitting.finished.is_none() {
            self.spent = self.spent.saturating_add(passed);
        }
        sitting.seconds = self.spent.as_secs();
        let over = sitting.game.status() != Status::Playing;
        sitting.finished = sitting.finished.or(Some(now)).filter(|_| over);
    }
}
