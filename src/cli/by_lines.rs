//! Playing by typed lines: the game side by side with what keeps it, as the desk is in the terminal.

mod clock;
mod grant;
mod menu;
mod over;
mod settings;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use jiff::Timestamp;

use self::clock::Clock;
use super::export::Export;
use super::play::{Seat, all_told, unkept};
use super::{Failure, typed};
use crate::plain::{self, Manner, Recall, Searching, Wish};
use crate::record::Sitting;
use crate::rules::Variant;
use crate::store::keeper::{Keeper, Kept, Saved};
use crate::store::results::Played;
use crate::store::settings::{Settings, SettingsFile};
use crate::store::sittings::Id;
use crate::tui::keymap::Keymap;
use crate::words::Names;

/// Where to go next.
pub(super) enum Next {
    /// To the menu.
    Menu,
    /// To a sitting.
    Table(Box<AtHand>),
    /// Back to the sitting before.
    Before(Box<AtHand>),
    /// To a deal by chance.
    Chance(Variant),
    /// To a game to be looked at move by move.
    Replay(Box<Sitting<Variant>>),
}

impl Next {
    /// To a sitting that comes to the table.
    pub(super) fn sitting(seat: Seat) -> Next {
        Next::Table(Box::new(AtHand::new(seat)))
    }
}

/// Where lines are typed.
enum Here {
    Menu,
    Table(Box<AtHand>),
}

/// What comes of going somewhere.
enum Reached {
    /// One is there.
    Here(Here),
    /// One is where one was.
    Back,
    /// The lines have ended.
    End,
}

/// A sitting, and what is remembered of it until the program ends.
pub(super) struct AtHand {
    sitting: Sitting<Variant>,
    kept: Kept,
    recall: Recall,
    clock: Clock,
}

impl AtHand {
    fn new((sitting, kept): Seat) -> AtHand {
        AtHand {
            recall: Recall::new(&sitting.game),
            clock: Clock::new(&sitting),
            sitting,
            kept,
        }
    }
}

/// Whom is talked to.
struct Talk<'a, L, W> {
    lines: L,
    out: &'a mut W,
    manner: Manner,
    searching: Searching,
}

/// Plays until the program is left; where that is asked for, the record of the game that is left
/// is written. `short` is how cards are named where nothing is set, and `winnable` whether deals by
/// chance are to be ones that can be won, whatever is.
pub(super) fn play(
    start: Next,
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
    let searching = typed::searching();
    let mut talk = Talk {
        lines: typed::lines(&searching),
        out,
        manner: Manner::from(short),
        searching,
    };
    let mut host = Host {
        keeper,
        settings: file.settings().clone(),
        file,
        short,
        winnable,
        resumed: typed::resumed(),
        earlier: Vec::new(),
        begun: Vec::new(),
        over: Vec::new(),
        here: None,
        next: None,
    };
    host.set(&mut talk.manner);
    let (here, why) = host.go_about(start, &mut talk);
    let Some(Here::Table(at_hand)) = here else {
        return all_told([why]);
    };
    let unkept = host.leave(&at_hand);
    let exported = export.write(&at_hand.sitting, talk.out);
    all_told([exported.err(), why, unkept])
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
    /// What is set when the program goes on that was stopped by its shell.
    resumed: Arc<AtomicBool>,
    /// The sittings this one followed, the latest last.
    earlier: Vec<AtHand>,
    /// The sittings begun, as they were listed last.
    begun: Vec<Saved>,
    /// The games that are over, the last first, as they were listed last.
    over: Vec<Arc<Played>>,
    /// What the sitting on the table is saved under.
    here: Option<Id>,
    next: Option<Next>,
}

impl Host {
    /// Goes from place to place until the program is left: where that was, and what went wrong.
    fn go_about<L: Iterator<Item = String>, W: Write>(
        &mut self,
        start: Next,
        talk: &mut Talk<'_, L, W>,
    ) -> (Option<Here>, Option<Failure>) {
        let mut here = None;
        let mut next = Some(start);
        while let Some(to) = next {
            let goes_back = matches!(to, Next::Before(_));
            match (self.reach(to, talk), &mut here) {
                (Ok(Reached::Here(there)), _) => self.arrive(there, &mut here, goes_back, talk.out),
                // What was to be left is still there.
                (Ok(Reached::Back), Some(_)) => {}
                (Err(Failure::Undone(why)), Some(_)) => {
                    // Where this cannot be written neither can what follows.
                    _ = writeln!(talk.out, "{why}");
                }
                (Ok(Reached::Back | Reached::End), _) => break,
                (Err(failure), _) => return (here, Some(failure)),
            }
            next = match here.as_mut().map(|here| self.talk(here, talk)) {
                Some(Err(error)) => return (here, Some(error.into())),
                Some(Ok(next)) => next,
                None => None,
            };
        }
        (here, None)
    }

    fn reach<L: Iterator<Item = String>, W: Write>(
        &mut self,
        next: Next,
        talk: &mut Talk<'_, L, W>,
    ) -> Result<Reached, Failure> {
        let here = match next {
            Next::Menu => Here::Menu,
            Next::Table(at_hand) | Next::Before(at_hand) => Here::Table(at_hand),
            Next::Chance(rules) => {
                let at_hand = self.chance(rules, &talk.searching, talk.out)?;
                Here::Table(Box::new(at_hand))
            }
            Next::Replay(sitting) => {
                let closed = self.watch(*sitting, talk)?;
                return match self.next.take() {
                    Some(next) => self.reach(next, talk),
                    None if closed => Ok(Reached::Back),
                    None => Ok(Reached::End),
                };
            }
        };
        Ok(Reached::Here(here))
    }

    /// Leaves the sitting at hand, if there is one, for another place.
    fn arrive(
        &mut self,
        there: Here,
        here: &mut Option<Here>,
        goes_back: bool,
        out: &mut impl Write,
    ) {
        self.here = None;
        if let Some(Here::Table(before)) = here.replace(there) {
            if let Some(line) = self.leave(&before).as_ref().and_then(Failure::line) {
                _ = writeln!(out, "{line}");
            }
            if !goes_back {
                self.earlier.push(*before);
            }
        }
        if let Some(Here::Table(at_hand)) = here {
            self.keeper.again(&mut at_hand.kept, Timestamp::now());
        }
    }

    /// Sees that a sitting that leaves the table is kept; else what went wrong.
    fn leave(&mut self, at_hand: &AtHand) -> Option<Failure> {
        let AtHand { sitting, kept, .. } = at_hand;
        let left = self.keeper.leave(kept, sitting, Timestamp::now());
        let lost = left.err().map(|lost| (sitting.clone(), lost));
        unkept(lost.as_slice())
    }

    /// Answers lines until the place is to be left: for what, unless the lines have ended.
    fn talk<L: Iterator<Item = String>, W: Write>(
        &mut self,
        here: &mut Here,
        talk: &mut Talk<'_, L, W>,
    ) -> io::Result<Option<Next>> {
        let Talk {
            lines,
            out,
            manner,
            searching,
        } = talk;
        match here {
            Here::Menu => {
                let grant = |wish, manner: &mut Manner| self.serve(wish, manner);
                plain::menu(lines, out, manner, grant)?;
            }
            Here::Table(at_hand) => {
                let AtHand {
                    sitting,
                    kept,
                    recall,
                    clock,
                } = &mut **at_hand;
                clock.go_on();
                let grant = |wish: Wish, sitting: &mut Sitting<Variant>, manner: &mut Manner| {
                    self.grant(wish, sitting, kept, clock, manner)
                };
                let played = plain::play(sitting, recall, lines, out, manner, searching, grant);
                clock.look(sitting, &self.resumed, Timestamp::now());
                played?;
            }
        }
        Ok(self.next.take())
    }
}
