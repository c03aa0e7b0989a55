//! What the front end knows: plain state, changed by `update` alone and drawn by `view`.

use std::path::PathBuf;

use jiff::Timestamp;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::errand::Errand;
use super::help::Help;
use super::keymap::Keymap;
use super::ledger::Ledger;
use super::menu::Menu;
pub use super::mode::{Asks, Line, Mode, Overlay, Screen};
use super::replay::Replay;
use super::seat::Seat;
use super::seeking::Seeking;
use super::theme::Look;
use crate::game::Game;
use crate::record::Sitting;
use crate::rules::Variant;
use crate::seed;
use crate::store::settings::{Complaint, Motion, Setting, Settings, Switch};

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It tells what happened.
    Told,
    /// It says why something was not done.
    Refused,
}

/// A line for the player; it stands until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The words, in one line or in several.
    pub text: String,
    /// How they are meant.
    pub tone: Tone,
}

/// Everything the front end knows.
#[derive(Clone, Debug)]
pub struct App {
    /// What lies beneath the overlays.
    pub screen: Screen,
    /// What lies over it, topmost last.
    pub overlays: Vec<Overlay>,
    /// The game on the table.
    pub seat: Option<Seat>,
    /// The sittings this one followed, the latest last.
    pub earlier: Vec<Seat>,
    /// A line for the player, until the next key.
    pub message: Option<Message>,
    /// The menu of games.
    pub menu: Menu,
    /// The game looked at move by move.
    pub replay: Option<Replay>,
    /// Where the player is in the help.
    pub help: Help,
    /// The results, and where the player is in them.
    pub ledger: Ledger,
    /// What the results lay over that the replay was begun from, so that it ends there.
    pub results_over: Option<Screen>,
    /// What is to be fetched or put down outside, before anything else happens.
    pub errand: Option<Errand>,
    /// Where the record of the game will be put when the program is left.
    pub export: Option<PathBuf>,
    /// The player's settings.
    pub settings: Settings,
    /// Where they are kept, if they are.
    pub settings_file: Option<PathBuf>,
    /// What is in that file and cannot be followed.
    pub complaints: Vec<Complaint>,
    /// Whether the mouse is left to the terminal, whatever the settings are.
    pub no_mouse: bool,
    /// The look of the terminal without any settings.
    pub terminal: Look,
    /// Colours, glyphs, and what else is a matter of taste.
    pub look: Look,
    /// The keys.
    pub keymap: Keymap,
    /// Whether nothing is to be shown moving, unless the settings ask for it.
    pub no_motion: bool,
    /// Whether a deal is to be shown moving.
    pub(super) dealt: bool,
    /// Whether deals by chance are to be ones that can be won, whatever the settings are.
    pub winnable: bool,
    /// The search for a deal that can be won.
    pub seeking: Option<Seeking>,
    /// The window: columns, rows.
    pub size: (u16, u16),
    /// Since when the time at the table runs, unless it stands still.
    pub since: Option<Timestamp>,
    /// Whether the program is to be left.
    pub leaving: bool,
    /// Whether the program is to be suspended.
    pub suspending: bool,
    luck: ChaCha20Rng,
}

impl App {
    /// A front end that begins at the menu, in the look of the terminal. `luck` decides the seeds of new deals.
    pub fn new(look: Look, keymap: Keymap, size: (u16, u16), luck: u64) -> App {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&luck.to_le_bytes());
        App {
            screen: Screen::Menu,
            overlays: Vec::new(),
            seat: None,
            earlier: Vec::new(),
            message: None,
            menu: Menu::default(),
            replay: None,
            help: Help::default(),
            ledger: Ledger::default(),
            results_over: None,
            errand: None,
            export: None,
            settings: Settings::default(),
            settings_file: None,
            complaints: Vec::new(),
            no_mouse: false,
            terminal: look,
            look,
            keymap,
            no_motion: true,
            dealt: false,
            winnable: false,
            seeking: None,
            size,
            since: None,
            leaving: false,
            suspending: false,
            luck: ChaCha20Rng::from_seed(key),
        }
    }

    /// Follows settings from now on; keys are another matter.
    pub fn follow(&mut self, settings: Settings) {
        self.look = self.terminal.set_by(&settings);
        self.settings = settings;
    }

    /// Says that in the settings file something cannot be followed; all of it stands on the screen
    /// of the settings from now on.
    pub fn complain(&mut self, mut complaints: Vec<Complaint>) {
        complaints.sort_by_key(|complaint| complaint.line);
        match &complaints[..] {
            [] => {}
            [only] => self.refuse(only.to_string()),
            [first, more @ ..] => {
                let words = format!("{first} (and {} more: see the settings)", more.len());
                self.refuse(words);
            }
        }
        self.complaints = complaints;
    }

    /// Whether the mouse is listened to.
    pub fn hears_mouse(&self) -> bool {
        self.settings.is_on(Switch::Mouse) && !self.no_mouse
    }

    /// Ends what is being shown moving, and says whether anything was.
    pub fn settle(&mut self) -> bool {
        let motion = self
            .shown_mut()
            .map(|seat| std::mem::take(&mut seat.motion));
        motion.is_some_and(|motion| motion.due().is_some())
    }

    /// Whether cards are shown on their way.
    pub fn shows_motion(&self) -> bool {
        match self.settings.motion {
            Motion::Auto => !self.no_motion,
            motion => motion == Motion::On,
        }
    }

    /// What a setting is, in a word.
    pub fn value(&self, setting: Setting) -> &'static str {
        match setting {
            Setting::Theme => self.settings.theme.name(),
            Setting::Motion => self.settings.motion.word(),
            Setting::Switch(switch) if self.settings.is_on(switch) => "on",
            Setting::Switch(_) => "off",
        }
    }

    /// What a setting does not come to for now, and why.
    pub fn overruled(&self, setting: Setting) -> Option<&'static str> {
        match setting {
            Setting::Motion if self.no_motion && self.settings.motion == Motion::Auto => {
                Some("not here")
            }
            Setting::Switch(Switch::Ascii) if self.terminal.ascii => {
                Some("this terminal is shown letters anyway")
            }
            Setting::Switch(Switch::FourColours) if self.look.is_mono() => {
                Some("no colours are shown now")
            }
            Setting::Switch(Switch::Mouse) if self.no_mouse => {
                Some("this time the mouse was to be left alone")
            }
            _ => None,
        }
    }

    /// A seed by chance.
    pub fn any_seed(&mut self) -> u64 {
        self.luck.next_u64() % seed::BY_CHANCE
    }

    /// Sits down at a new sitting; the one before can be gone back to.
    pub fn sit_down(&mut self, sitting: Sitting<Variant>) {
        self.dealt = sitting.game.moves().len() + sitting.game.undone().len() == 0;
        self.take_seat(Seat::new(sitting));
    }

    /// Takes a seat; the one before can be gone back to.
    pub fn take_seat(&mut self, seat: Seat) {
        let is_other =
            |other: &Seat| other.kept.id().is_none() || other.kept.id() != seat.kept.id();
        self.earlier.extend(self.seat.take());
        self.earlier.retain(is_other);
        self.results_over = None;
        self.seat = Some(seat);
        self.screen = Screen::Table;
        self.overlays.clear();
    }

    /// Deals a game and sits down to it.
    pub fn deal(&mut self, rules: Variant, seed: u64, now: Timestamp) {
        let mut sitting = Sitting::new(Game::new(rules, seed));
        sitting.started = Some(now);
        self.sit_down(sitting);
    }

    /// Whether deals by chance are to be ones that can be won.
    pub fn wants_winnable(&self) -> bool {
        self.winnable || self.settings.is_on(Switch::Winnable)
    }

    /// Deals a game by chance, or looks for a deal that can be won where that is wished.
    pub fn deal_by_chance(&mut self, rules: Variant, now: Timestamp) {
        if self.wants_winnable() {
            self.seek(rules);
        } else {
            let seed = self.any_seed();
            self.deal(rules, seed, now);
        }
    }

    /// Begins to look for a deal that can be won.
    pub fn seek(&mut self, rules: Variant) {
        self.seeking = Some(Seeking::at(rules, self.any_seed()));
    }

    /// Begins to look at a game move by move.
    pub fn watch(&mut self, sitting: Sitting<Variant>) {
        self.replay = Some(Replay::new(sitting));
        self.screen = Screen::Replay;
        self.overlays.clear();
    }

    /// Begins to look at the moves a game has taken back, which the solver found.
    pub fn show(&mut self, game: Game<Variant>, now: Timestamp) {
        self.replay = Some(Replay::showing(Sitting::new(game), now));
        self.screen = Screen::Replay;
        self.overlays.clear();
    }

    /// The seat to be shown: at the game being replayed, or at the one on the table.
    pub fn shown(&self) -> Option<&Seat> {
        match self.screen {
            Screen::Replay => self.replay.as_ref().map(Replay::seat),
            _ => self.seat.as_ref(),
        }
    }

    /// The same, to be changed.
    pub(super) fn shown_mut(&mut self) -> Option<&mut Seat> {
        match self.screen {
            Screen::Replay => self.replay.as_mut().map(Replay::seat_mut),
            _ => self.seat.as_mut(),
        }
    }

    /// When something is to be done without a key, if at all.
    pub fn deadline(&self) -> Option<Timestamp> {
        let running = self.seat.as_ref().and_then(|seat| seat.running);
        let replay = self.replay.as_ref().and_then(Replay::due);
        let motion = self.shown().and_then(|seat| seat.motion.due());
        [running, replay, motion].into_iter().flatten().min()
    }
}
