//! What the front end knows: plain state, changed by `update` alone and drawn by `view`.

use std::path::PathBuf;

use jiff::Timestamp;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::action::Action;
use super::errand::Errand;
use super::help::Help;
use super::keymap::{Binding, Key, Keymap};
use super::ledger::{Ledger, Page as LedgerPage};
use super::menu::{Menu, Row};
use super::replay::Replay;
use super::scene::Scene;
use super::seat::{Ending, Pending, Seat};
use super::seeking::Seeking;
use super::study::{Purpose, Question};
use super::theme::Look;
use crate::game::Game;
use crate::record::Sitting;
use crate::rules::{Place, Role, Table, Variant};
use crate::seed;
use crate::solver::OF_A_DEAL;
use crate::store::settings::{Motion, Setting, Settings, Switch};

/// What lies beneath the overlays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The menu of games.
    Menu,
    /// A game.
    Table,
    /// A game looked at move by move.
    Replay,
}

/// What lies over a screen; only the topmost has the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The keys and the rules.
    Help,
    /// The settings, the keys being on one of them.
    Settings(usize),
    /// The results.
    Ledger,
    /// A pile in full.
    Peek(Place),
    /// A line being typed.
    Line(Line),
}

/// A line being typed at the bottom of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is for.
    pub asks: Asks,
    /// What is typed so far.
    pub text: String,
}

impl Line {
    /// As many characters as it takes.
    pub const LONGEST: u16 = 24;
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A move as a record writes it.
    Move,
    /// The seed of a deal.
    Seed,
    /// The number of a move of a replay.
    Number,
    /// What to look for in the help.
    Words,
}

/// What the keys mean at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Choosing a game.
    Menu,
    /// At the table with nothing picked up.
    Table,
    /// At the table with cards picked up.
    Held,
    /// A card can go to two foundations: which?
    Choosing,
    /// A suit is to follow.
    Suits,
    /// A digit is to follow.
    Digits,
    /// At a game played in the hand.
    Hand,
    /// A line is being typed.
    Typing,
    /// The game is over, and the screen says so.
    Ended,
    /// A text lies over the screen.
    Overlay,
    /// Changing the settings.
    Settings,
    /// Reading the results.
    Ledger,
    /// Looking at a game move by move.
    Replay,
}

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
    /// The words.
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
    pub fn take_seat(&mut self, mut seat: Seat) {
        if self.settings.is_on(Switch::AutomaticHome) {
            seat.sitting.game.join_safe_homes();
        }
        seat.study.follow(&seat.sitting.game);
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
        let seeking = Seeking::at(rules, self.any_seed());
        self.tell(seeking.words());
        self.seeking = Some(seeking);
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

    /// The overlay that is seen in full: the topmost that is no line being typed.
    pub fn panel(&self) -> Option<&Overlay> {
        let mut overlays = self.overlays.iter().rev();
        overlays.find(|overlay| !matches!(overlay, Overlay::Line(_)))
    }

    /// What the keys mean now.
    pub fn mode(&self) -> Mode {
        match self.overlays.last() {
            Some(Overlay::Line(_)) => Mode::Typing,
            Some(Overlay::Settings(_)) => Mode::Settings,
            Some(Overlay::Ledger) => Mode::Ledger,
            Some(_) => Mode::Overlay,
            None => self.mode_beneath(),
        }
    }

    /// What the keys mean when no overlay has them.
    pub fn mode_beneath(&self) -> Mode {
        match (self.screen, &self.seat) {
            (Screen::Replay, _) => Mode::Replay,
            (Screen::Menu, _) | (Screen::Table, None) => Mode::Menu,
            (Screen::Table, Some(seat)) => match (&seat.pending, seat.held) {
                _ if seat.ending.is_some() && !seat.looking_back => Mode::Ended,
                (Some(Pending::Choice(_)), _) => Mode::Choosing,
                (Some(Pending::Foundation), _) => Mode::Suits,
                (Some(Pending::Reserve(_)), _) => Mode::Digits,
                _ if seat.in_hand() => Mode::Hand,
                (None, Some(_)) => Mode::Held,
                (None, None) => Mode::Table,
            },
        }
    }

    /// What a key asks for now, the scene being the one last shown. A second key that is awaited may
    /// be left out: then any key of the table has its own meaning again. Where nothing could be shown
    /// the program can only be left.
    pub fn asked(&self, key: Key, shown: &Scene) -> Action {
        let mode = self.mode();
        let meaning = self.keymap.action(mode, key);
        if shown.needs.is_some() {
            return match meaning {
                Some(Action::Suspend) => Action::Suspend,
                Some(Action::Quit | Action::Close) => Action::Quit,
                _ => Action::Nothing,
            };
        }
        let awaits = matches!(mode, Mode::Choosing | Mode::Suits | Mode::Digits);
        let other = || self.keymap.action(Mode::Table, key).filter(|_| awaits);
        meaning.or_else(other).unwrap_or(Action::Nothing)
    }

    /// The mode whose keys the bottom line names: at the table of a game that is over, those of its
    /// end.
    pub fn foot(&self) -> Mode {
        match (self.mode(), &self.seat) {
            (Mode::Table | Mode::Hand, Some(seat)) if seat.ending.is_some() => Mode::Ended,
            (mode, _) => mode,
        }
    }

    /// Whether an action is of use as things stand, so that the bottom line names it.
    pub fn offers(&self, action: Action) -> bool {
        if let Some(&Overlay::Peek(place)) = self.overlays.last() {
            let next = self.seat.as_ref().and_then(|seat| seat.peeked_after(place));
            return match action {
                Action::Peek => next.is_some(),
                _ => matches!(action, Action::LetGo | Action::Close),
            };
        }
        match action {
            Action::Peek => return false,
            Action::NextFound => return !self.help.sought.is_empty(),
            _ => {}
        }
        if self.mode() == Mode::Menu {
            let on_a_game = matches!(self.menu.row(), Row::Game(_));
            return match action {
                // There may be no table to go back to.
                Action::LetGo => self.seat.is_some(),
                Action::Press => !on_a_game && !self.menu.is_at_begun(),
                Action::Walk(_) => on_a_game,
                _ => true,
            };
        }
        if self.mode() == Mode::Ledger && matches!(action, Action::Press | Action::Export) {
            return self.ledger.page == LedgerPage::Games && !self.ledger.games().is_empty();
        }
        let Some(seat) = &self.seat else { return true };
        match action {
            Action::Replay => seat.game().moves().len() > 0,
            Action::Undo => {
                let given_up = seat.ending == Some(Ending::GivenUp);
                given_up || seat.game().moves().len() > 0 || !self.earlier.is_empty()
            }
            // What goes nowhere is only let go.
            Action::Press if self.mode() == Mode::Held => !seat.targets().is_empty(),
            Action::Draw if !seat.in_hand() => seat.can_turn(),
            Action::Finish => seat.finish().is_some(),
            Action::BackToWin => seat.study.way_back().is_some(),
            Action::Show => seat.study.proven().is_some(),
            _ => self.knows(action),
        }
    }

    /// What the bottom line says of a key: of the stock, what this game does with it; of a game
    /// begun, that it is dealt already.
    pub fn brief(&self, binding: &Binding) -> &'static str {
        let on_begun = self.mode() == Mode::Menu && self.menu.is_at_begun();
        match &self.seat {
            _ if on_begun && binding.action == Action::New => "take up",
            Some(seat) if binding.action == Action::Draw && seat.game().deals() => "deal",
            // With the whole line to share, in fewer words than at the end itself.
            _ if self.foot() != self.mode() => match binding.action {
                Action::LetGo => "the end",
                Action::Undo => "undo",
                Action::New => "new",
                Action::Again => "again",
                _ => binding.brief,
            },
            _ => binding.brief,
        }
    }

    /// Whether an action ever has a meaning in the game on the table, so that the help names it.
    pub fn knows(&self, action: Action) -> bool {
        let Some(seat) = self.seat.as_ref().filter(|_| self.screen == Screen::Table) else {
            return true;
        };
        let places = seat.game().table().places();
        let has = |role: Role| places.iter().any(|place| place.role() == role);
        match action {
            Action::Draw => has(Role::Stock),
            Action::Waste => has(Role::Waste),
            Action::Reserve => has(Role::Reserve),
            Action::Digit(n) if n != 0 => places.has(Place::tableau(usize::from(n) - 1)),
            Action::Digit(_) => places.has(Place::tableau(9)),
            Action::Foundation => has(Role::Foundation),
            _ => true,
        }
    }

    /// What the solver is asked, as things stand.
    pub fn question(&self) -> Option<Question> {
        if let Some(seeking) = &self.seeking {
            return Some(Question {
                purpose: Purpose::Deal,
                position: seeking.position,
                budget: OF_A_DEAL,
            });
        }
        let seat = self
            .seat
            .as_ref()
            .filter(|_| self.screen == Screen::Table)?;
        match seat.ending {
            None => seat
                .study
                .question(seat.game(), self.settings.is_on(Switch::Watch)),
            Some(Ending::Won) => None,
            Some(Ending::Lost | Ending::GivenUp) => {
                let wanted = self.settings.is_on(Switch::Watch) || seat.study.asked;
                let there = wanted && self.mode() == Mode::Ended;
                seat.study.question_after(seat.game()).filter(|_| there)
            }
        }
    }

    /// The position a question is about.
    pub fn position(&self, question: &Question) -> Option<(Variant, Table)> {
        let game = match question.purpose {
            Purpose::Deal => &self.seeking.as_ref()?.game,
            _ => self.seat.as_ref()?.game(),
        };
        let table = match question.purpose {
            Purpose::Watch | Purpose::Verdict | Purpose::Deal => game.table().clone(),
            Purpose::LookBack(at) => {
                let mut game = game.clone();
                game.seek(at);
                game.table().clone()
            }
        };
        Some((game.rules().clone(), table))
    }

    /// What the first key for an action does, as things stand: `v searches longer`. Nothing where
    /// no key is set for it.
    pub fn by_key(&self, action: Action, does: &str) -> Option<String> {
        let key = self.keymap.key(self.mode(), action);
        key.map(|key| format!("{key} {does}"))
    }

    /// When something is to be done without a key, if at all.
    pub fn deadline(&self) -> Option<Timestamp> {
        let running = self.seat.as_ref().and_then(|seat| seat.running);
        let replay = self.replay.as_ref().and_then(Replay::due);
        let motion = self.shown().and_then(|seat| seat.motion.due());
        [running, replay, motion].into_iter().flatten().min()
    }
}
