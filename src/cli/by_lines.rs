//! Playing by typed lines: the game side by side with what keeps it, as the desk is in the terminal.

mod clock;
mod menu;
mod over;
mod settings;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use jiff::Timestamp;

use self::clock::Clock;
use self::over::Watched;
use super::export::Export;
use super::play::{Seat, all_told, fresh, unkept};
use super::{Failure, file, typed, winnable};
use crate::escape::reason;
use crate::game::Game;
use crate::plain::{self, Granted, Manner, Recall, Searching, Wish};
use crate::record::Sitting;
use crate::report::{self, Ink};
use crate::rules::{Rules, Status, Variant};
use crate::seed::BY_CHANCE;
use crate::store;
use crate::store::figures::Figures;
use crate::store::keeper::{Keeper, Kept, Saved};
use crate::store::results::{Outcome, Played};
use crate::store::settings::{Settings, SettingsFile, Switch};
use crate::tui::keymap::Keymap;
use crate::words::Names;

/// How a game by typed lines begins.
pub(super) enum Begin {
    /// At a sitting.
    At(Box<Seat>),
    /// At a deal by chance that can be won.
    Winnable(Variant),
    /// Looking at a game move by move.
    Replay(Box<Sitting<Variant>>),
}

/// Plays until the program is left; where that is asked for, the record of the game that is left
/// is written. `short` is how cards are named where nothing is set, and `winnable` whether deals by
/// chance are to be ones that can be won, whatever is.
pub(super) fn play(
    begin: Begin,
    keeper: Keeper,
    told: Option<String>,
    (short, winnable): (Names, bool),
    export: &Export,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (file, mut complaints) = SettingsFile::open();
    complaints.extend(Keymap::set_by(&file.settings().keys).1);
    for line in complaints.iter().map(ToString::to_string).chain(told) {
        writeln!(out, "{line}")?;
    }
    let mut manner = Manner::from(short);
    let mut host = Host {
        keeper,
        settings: file.settings().clone(),
        file,
        short,
        winnable,
        earlier: Vec::new(),
        begun: Vec::new(),
        over: Vec::new(),
        next: None,
    };
    host.set(&mut manner);
    let searching = typed::searching();
    let (mut lines, resumed) = (typed::lines(&searching), typed::resumed());
    let (mut sitting, mut kept) = match begin {
        Begin::At(seat) => *seat,
        Begin::Winnable(rules) => {
            let seed = winnable::seed(&rules, &searching, out)?;
            fresh(Game::new(rules, seed))
        }
        Begin::Replay(sitting) => {
            match host.watch(*sitting, &mut lines, out, &mut manner, &searching)? {
                Watched::PlayedOn(seat) => *seat,
                Watched::Closed | Watched::ToTheEnd => return Ok(()),
            }
        }
    };
    let (mut recall, mut clock) = at_hand(&sitting, &resumed);
    loop {
        let grant = |wish: Wish, sitting: &mut Sitting<Variant>, manner: &mut Manner| {
            host.grant(wish, sitting, &mut kept, &mut clock, manner)
        };
        let played = {
            let (recall, lines, manner) = (&mut recall, &mut lines, &mut manner);
            plain::play(&mut sitting, recall, lines, out, manner, &searching, grant)
        };
        clock.look(&mut sitting, Timestamp::now());
        let next = match (played, host.next.take()) {
            (Ok(()), Some(Next::Chance(rules))) => match host.chance(rules, &searching, out) {
                Ok(seat) => Ok((seat, false)),
                // The game that was to be left is still there.
                Err(Failure::Undone(stopped)) => {
                    // Where this cannot be written neither can the table.
                    _ = writeln!(out, "{stopped}");
                    clock.go_on();
                    continue;
                }
                Err(failure) => Err(Some(failure)),
            },
            (Ok(()), Some(Next::Replay(other))) => {
                match host.watch(*other, &mut lines, out, &mut manner, &searching) {
                    Ok(Watched::PlayedOn(seat)) => Ok((*seat, false)),
                    Ok(Watched::Closed) => {
                        clock.go_on();
                        continue;
                    }
                    Ok(Watched::ToTheEnd) => Err(None),
                    Err(error) => Err(Some(Failure::from(error))),
                }
            }
            (Ok(()), Some(Next::Seat(seat))) => Ok((*seat, false)),
            (Ok(()), Some(Next::Before(seat))) => Ok((*seat, true)),
            (Ok(()), None) => Err(None),
            (Err(error), _) => Err(Some(Failure::from(error))),
        };
        let left = host.keeper.leave(&kept, &sitting, Timestamp::now());
        let lost = left.err().map(|lost| (sitting.clone(), lost));
        let unkept = unkept(lost.as_slice());
        let (next, goes_back) = match next {
            Ok(next) => next,
            Err(why) => {
                let exported = export.write(&sitting, out);
                return all_told([exported.err(), why, unkept]);
            }
        };
        if let Some(line) = unkept.as_ref().and_then(Failure::line) {
            _ = writeln!(out, "{line}");
        }
        let before = std::mem::replace(&mut sitting, next.0);
        let kept_before = std::mem::replace(&mut kept, next.1);
        if !goes_back {
            host.earlier.push((before, kept_before));
        }
        host.keeper.again(&mut kept, Timestamp::now());
        (recall, clock) = at_hand(&sitting, &resumed);
    }
}

/// What begins with a sitting that comes to hand.
fn at_hand(sitting: &Sitting<Variant>, resumed: &Arc<AtomicBool>) -> (Recall, Clock) {
    (
        Recall::new(&sitting.game),
        Clock::new(sitting, Arc::clone(resumed)),
    )
}

/// What the table is left for.
enum Next {
    /// Another sitting.
    Seat(Box<Seat>),
    /// The sitting before.
    Before(Box<Seat>),
    /// A game to be looked at.
    Replay(Box<Sitting<Variant>>),
    /// A deal by chance.
    Chance(Variant),
}

/// Whoever keeps games, results and settings.
struct Host {
    keeper: Keeper,
    file: SettingsFile,
    /// The settings as they are now, whether or not they could be kept.
    settings: Settings,
    /// How cards are named where nothing is set.
    short: Names,
    /// Whether deals by chance are to be ones that can be won, whatever is set.
    winnable: bool,
    /// The sittings this one followed, the latest last.
    earlier: Vec<Seat>,
    /// The sittings begun, as they were listed last.
    begun: Vec<Saved>,
    /// The games that are over, the last first, as they were listed last.
    over: Vec<Arc<Played>>,
    next: Option<Next>,
}

impl Host {
    fn grant(
        &mut self,
        wish: Wish,
        sitting: &mut Sitting<Variant>,
        kept: &mut Kept,
        clock: &mut Clock,
        manner: &mut Manner,
    ) -> Granted {
        let now = Timestamp::now();
        clock.look(sitting, now);
        let rules = sitting.game.rules();
        match wish {
            Wish::Keep { given_up } => {
                clock.stands = given_up || sitting.game.status() != Status::Playing;
                let outcome = match given_up {
                    true => Outcome::GivenUp,
                    false => Outcome::of(sitting.game.status()),
                };
                let told = self.keeper.keep(kept, sitting, outcome, now);
                told.map_or(Granted::Silently, Granted::Told)
            }
            Wish::New(None) => self.leave(Next::Chance(rules.clone())),
            Wish::New(Some(seed)) => self.sit_down(Game::new(rules.clone(), seed)),
            Wish::Again => {
                let (seed, deck) = (sitting.game.seed(), sitting.game.deck());
                self.sit_down(Game::from_deck(rules.clone(), seed, deck))
            }
            Wish::Before => self.before(rules, kept),
            Wish::Menu => self.menu(now),
            Wish::Deal(words) => self.deal(&words),
            Wish::TakeUp(number) => self.take_up(&number, kept),
            Wish::Results => {
                let wrong = self.keeper.look_up();
                let mut told = vec![results(&self.keeper, sitting, manner.names())];
                told.extend(wrong);
                Granted::Told(told.join("\n"))
            }
            Wish::Over(from) => Granted::Told(self.list_over(&from)),
            Wish::Replay(what) => self.replay(&what, sitting),
            Wish::PlayOn => self.play_on(sitting),
            Wish::Compare => Granted::Told(self.compared(sitting, kept)),
            Wish::Export(name) => Granted::Told(exported(sitting, &name)),
            Wish::Settings(words) => Granted::Told(self.settings(&words, manner)),
        }
    }

    fn leave(&mut self, next: Next) -> Granted {
        self.next = Some(next);
        Granted::Leave
    }

    fn sit_down(&mut self, game: Game<Variant>) -> Granted {
        self.leave(Next::Seat(Box::new(fresh(game))))
    }

    /// A deal by chance; one that can be won where that is wished.
    fn chance(
        &self,
        rules: Variant,
        searching: &Searching,
        out: &mut impl Write,
    ) -> Result<Seat, Failure> {
        let seed = match self.winnable || self.settings.is_on(Switch::Winnable) {
            true => winnable::seed(&rules, searching, out)?,
            false => rand::random_range(0..BY_CHANCE),
        };
        Ok(fresh(Game::new(rules, seed)))
    }
}

/// Puts the record of a sitting in a new file, and says where.
fn exported(sitting: &Sitting<Variant>, name: &str) -> String {
    let exported = match name {
        "" => store::export(sitting),
        name => store::export_to(name.as_ref(), sitting).map(|()| name.into()),
    };
    match exported {
        Ok(path) => format!("exported to {}", file::name(&path)),
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
