//! Playing by typed lines: the game side by side with what keeps it, as the desk is in the terminal.

mod clock;
mod finished_games;
mod menu;
mod requests;
mod settings;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use jiff::Timestamp;

use self::clock::SessionTimer;
use super::export::ExportTarget;
use super::play::{ManagedSession, combine_errors, report_unsaved};
use super::{Failure, line_input};
use crate::describe::CardNotation;
use crate::line_mode::{self, OutputOptions, Request, SearchControl, SessionState};
use crate::record::PlayedGame;
use crate::storage::results::GameResult;
use crate::storage::save_dir::SaveId;
use crate::storage::save_manager::{SaveManager, SaveState, SavedGame};
use crate::storage::settings::{Settings, SettingsFile};
use crate::tui::keymap::Keymap;
use crate::variant::Variant;

/// Where to go next.
pub(super) enum Transition {
    /// To the menu.
    Menu,
    /// To a sitting.
    Game(Box<OpenGame>),
    /// Back to the sitting before.
    Previous(Box<OpenGame>),
    /// To a deal by chance.
    RandomDeal(Variant),
    /// To a game to be looked at move by move.
    Replay(Box<PlayedGame>),
}

impl Transition {
    /// To a sitting that comes to the table.
    pub(super) fn open_game(seat: ManagedSession) -> Transition {
        Transition::Game(Box::new(OpenGame::new(seat)))
    }
}

/// Where lines are typed.
enum Location {
    Menu,
    Game(Box<OpenGame>),
}

/// What comes of going somewhere.
enum TransitionResult {
    /// One is there.
    Arrived(Location),
    /// One is where one was.
    Unchanged,
    /// The lines have ended.
    EndOfInput,
}

/// A sitting, and what is remembered of it until the program ends.
pub(super) struct OpenGame {
    played: PlayedGame,
    save_state: SaveState,
    state: SessionState,
    clock: SessionTimer,
}

impl OpenGame {
    fn new((sitting, kept): ManagedSession) -> OpenGame {
        OpenGame {
            state: SessionState::new(&sitting.game),
            clock: SessionTimer::new(&sitting),
            played: sitting,
            save_state: kept,
        }
    }
}

/// Whom is talked to.
struct Io<'a, L, W> {
    lines: L,
    out: &'a mut W,
    options: OutputOptions,
    search_control: SearchControl,
}

/// Plays until the program is left; where that is asked for, the record of the game that is left
/// is written. `short` is how cards are named where nothing is set, and `winnable` whether deals by
/// chance are to be ones that can be won, whatever is.
pub(super) fn play(
    start: Transition,
    keeper: SaveManager,
    told: Option<String>,
    (short, winnable): (CardNotation, bool),
    export: &ExportTarget,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (file, mut complaints) = SettingsFile::open();
    complaints.extend(Keymap::from_settings(&file.settings().key_overrides).1);
    for line in complaints.iter().map(ToString::to_string).chain(told) {
        writeln!(out, "{line}")?;
    }
    let searching = line_input::search_control();
    let mut talk = Io {
        lines: line_input::input_lines(&searching),
        out,
        options: OutputOptions::from(short),
        search_control: searching,
    };
    let mut host = LineSession {
        save_manager: keeper,
        settings: file.settings().clone(),
        settings_file: file,
        default_notation: short,
        force_winnable: winnable,
        process_continued: line_input::process_continued_flag(),
        previous_games: Vec::new(),
        listed_saves: Vec::new(),
        listed_results: Vec::new(),
        current_save: None,
        pending_transition: None,
    };
    host.apply_settings(&mut talk.options);
    let (here, why) = host.run(start, &mut talk);
    let Some(Location::Game(at_hand)) = here else {
        return combine_errors([why]);
    };
    let unkept = host.close_game(&at_hand);
    let exported = export.write(&at_hand.played, talk.out);
    combine_errors([exported.err(), why, unkept])
}

/// Whoever keeps games, results and settings.
struct LineSession {
    save_manager: SaveManager,
    settings_file: SettingsFile,
    /// The settings as they are now, whether or not they could be kept.
    settings: Settings,
    /// How cards are named where nothing is set.
    default_notation: CardNotation,
    /// Whether deals by chance are to be ones that can be won, whatever is set.
    force_winnable: bool,
    /// What is set when the program goes on that was stopped by its shell.
    process_continued: Arc<AtomicBool>,
    /// The sittings this one followed, the latest last.
    previous_games: Vec<OpenGame>,
    /// The sittings begun, as they were listed last.
    listed_saves: Vec<SavedGame>,
    /// The games that are over, the last first, as they were listed last.
    listed_results: Vec<Arc<GameResult>>,
    /// What the sitting on the table is saved under.
    current_save: Option<SaveId>,
    pending_transition: Option<Transition>,
}

impl LineSession {
    /// Goes from place to place until the program is left: where that was, and what went wrong.
    fn run<L: Iterator<Item = String>, W: Write>(
        &mut self,
        start: Transition,
        talk: &mut Io<'_, L, W>,
    ) -> (Option<Location>, Option<Failure>) {
        let mut here = None;
        let mut next = Some(start);
        while let Some(to) = next {
            let goes_back = matches!(to, Transition::Previous(_));
            match (self.resolve_transition(to, talk), &mut here) {
                (Ok(TransitionResult::Arrived(there)), _) => {
                    self.enter(there, &mut here, goes_back, talk.out);
                }
                // What was to be left is still there.
                (Ok(TransitionResult::Unchanged), Some(_)) => {}
                (Err(Failure::Failed(why)), Some(_)) => {
                    // Where this cannot be written neither can what follows.
                    _ = writeln!(talk.out, "{why}");
                }
                (Ok(TransitionResult::Unchanged | TransitionResult::EndOfInput), _) => break,
                (Err(failure), _) => return (here, Some(failure)),
            }
            next = match here.as_mut().map(|here| self.run_location(here, talk)) {
                Some(Err(error)) => return (here, Some(error.into())),
                Some(Ok(next)) => next,
                None => None,
            };
        }
        (here, None)
    }

    fn resolve_transition<L: Iterator<Item = String>, W: Write>(
        &mut self,
        next: Transition,
        talk: &mut Io<'_, L, W>,
    ) -> Result<TransitionResult, Failure> {
        let here = match next {
            Transition::Menu => Location::Menu,
            Transition::Game(at_hand) | Transition::Previous(at_hand) => Location::Game(at_hand),
            Transition::RandomDeal(rules) => {
                let at_hand = self.deal_random(rules, &talk.search_control, talk.out)?;
                Location::Game(Box::new(at_hand))
            }
            Transition::Replay(sitting) => {
                let closed = self.run_replay(*sitting, talk)?;
                return match self.pending_transition.take() {
                    Some(next) => self.resolve_transition(next, talk),
                    None if closed => Ok(TransitionResult::Unchanged),
                    None => Ok(TransitionResult::EndOfInput),
                };
            }
        };
        Ok(TransitionResult::Arrived(here))
    }

    /// Leaves the sitting at hand, if there is one, for another place.
    fn enter(
        &mut self,
        there: Location,
        here: &mut Option<Location>,
        goes_back: bool,
        out: &mut impl Write,
    ) {
        self.current_save = None;
        if let Some(Location::Game(before)) = here.replace(there) {
            if let Some(line) = self.close_game(&before).as_ref().and_then(Failure::message) {
                _ = writeln!(out, "{line}");
            }
            if !goes_back {
                self.previous_games.push(*before);
            }
        }
        if let Some(Location::Game(at_hand)) = here {
            self.save_manager
                .reopen(&mut at_hand.save_state, Timestamp::now());
        }
    }

    /// Sees that a sitting that leaves the table is kept; else what went wrong.
    fn close_game(&mut self, at_hand: &OpenGame) -> Option<Failure> {
        let OpenGame {
            played: sitting,
            save_state: kept,
            ..
        } = at_hand;
        let left = self.save_manager.close(kept, sitting, Timestamp::now());
        let lost = left.err().map(|lost| (sitting.clone(), lost));
        report_unsaved(lost.as_slice())
    }

    /// Answers lines until the place is to be left: for what, unless the lines have ended.
    fn run_location<L: Iterator<Item = String>, W: Write>(
        &mut self,
        here: &mut Location,
        talk: &mut Io<'_, L, W>,
    ) -> io::Result<Option<Transition>> {
        let Io {
            lines,
            out,
            options: manner,
            search_control: searching,
        } = talk;
        match here {
            Location::Menu => {
                let grant = |wish, manner: &mut OutputOptions| self.handle_global(wish, manner);
                line_mode::run_menu(lines, out, manner, grant)?;
            }
            Location::Game(at_hand) => {
                let OpenGame {
                    played: sitting,
                    save_state: kept,
                    state: recall,
                    clock,
                } = &mut **at_hand;
                clock.resume();
                let grant =
                    |wish: Request, sitting: &mut PlayedGame, manner: &mut OutputOptions| {
                        self.handle_request(wish, sitting, kept, clock, manner)
                    };
                let played = line_mode::play(sitting, recall, lines, out, manner, searching, grant);
                clock.update(sitting, &self.process_continued, Timestamp::now());
                played?;
            }
        }
        Ok(self.pending_transition.take())
    }
}
