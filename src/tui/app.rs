//! What the front end knows: plain state, changed by `update` alone and drawn by `view`.

use std::path::PathBuf;

use jiff::Timestamp;

use super::effect::Effect;
use super::help::Help;
use super::keymap::Keymap;
use super::menu::Menu;
pub use super::mode::{Mode, Overlay, Prompt, PromptKind, Screen};
use super::replay::Replay;
use super::results::ResultsScreen;
use super::table_state::TableState;
use super::theme::Appearance;
use crate::game::Game;
use crate::record::PlayedGame;
use crate::session::{DealSearch, SeedSource, Session};
use crate::storage::settings::{AnimationMode, BoolSetting, ConfigError, Setting, Settings};
use crate::variant::Variant;

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageLevel {
    /// It tells what happened.
    Info,
    /// It says why something was not done.
    Error,
}

/// A line for the player; it stands until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The words, in one line or in several.
    pub text: String,
    /// How they are meant.
    pub level: MessageLevel,
}

/// Everything the front end knows.
#[derive(Clone, Debug)]
pub struct App {
    /// What lies beneath the overlays.
    pub screen: Screen,
    /// What lies over it, topmost last.
    pub overlays: Vec<Overlay>,
    /// The game on the table.
    pub table: Option<TableState>,
    /// The sittings this one followed, the latest last.
    pub previous_tables: Vec<TableState>,
    /// A line for the player, until the next key.
    pub message: Option<Message>,
    /// The menu of games.
    pub menu: Menu,
    /// The game looked at move by move.
    pub replay: Option<Replay>,
    /// Where the player is in the help.
    pub help: Help,
    /// The results, and where the player is in them.
    pub results_screen: ResultsScreen,
    /// What the results lay over that the replay was begun from, so that it ends there.
    pub return_screen: Option<Screen>,
    /// What is to be fetched or put down outside, before anything else happens.
    pub pending_effect: Option<Effect>,
    /// Where the record of the game will be put when the program is left.
    pub export_path: Option<PathBuf>,
    /// The player's settings.
    pub settings: Settings,
    /// Where they are kept, if they are.
    pub settings_path: Option<PathBuf>,
    /// What is in that file and cannot be followed.
    pub config_errors: Vec<ConfigError>,
    /// Whether the mouse is left to the terminal, whatever the settings are.
    pub mouse_disabled: bool,
    /// The look of the terminal without any settings.
    pub detected_appearance: Appearance,
    /// Colours, glyphs, and what else is a matter of taste.
    pub appearance: Appearance,
    /// The keys.
    pub keymap: Keymap,
    /// Whether nothing is to be shown moving, unless the settings ask for it.
    pub reduce_motion: bool,
    /// Whether a deal is to be shown moving.
    pub(super) animate_deal: bool,
    /// Whether deals by chance are to be ones that can be won, whatever the settings are.
    pub force_winnable: bool,
    /// The search for a deal that can be won.
    pub deal_search: Option<DealSearch>,
    /// The window: columns, rows.
    pub size: (u16, u16),
    /// Whether the program is to be left.
    pub should_quit: bool,
    /// Whether the program is to be suspended.
    pub suspended: bool,
    seeds: SeedSource,
}

impl App {
    /// A front end that begins at the menu, in the look of the terminal. `luck` decides the seeds of new deals.
    pub fn new(look: Appearance, keymap: Keymap, size: (u16, u16), luck: u64) -> App {
        App {
            screen: Screen::Menu,
            overlays: Vec::new(),
            table: None,
            previous_tables: Vec::new(),
            message: None,
            menu: Menu::default(),
            replay: None,
            help: Help::default(),
            results_screen: ResultsScreen::default(),
            return_screen: None,
            pending_effect: None,
            export_path: None,
            settings: Settings::default(),
            settings_path: None,
            config_errors: Vec::new(),
            mouse_disabled: false,
            detected_appearance: look,
            appearance: look,
            keymap,
            reduce_motion: true,
            animate_deal: false,
            force_winnable: false,
            deal_search: None,
            size,
            should_quit: false,
            suspended: false,
            seeds: SeedSource::from_seed(luck),
        }
    }

    /// Follows settings from now on; keys are another matter.
    pub fn apply_settings(&mut self, settings: Settings) {
        self.appearance = self.detected_appearance.with_settings(&settings);
        self.settings = settings;
    }

    /// Says that in the settings file something cannot be followed; all of it stands on the screen
    /// of the settings from now on.
    pub fn report_config_errors(&mut self, mut complaints: Vec<ConfigError>) {
        complaints.sort_by_key(|complaint| complaint.line);
        match &complaints[..] {
            [] => {}
            [only] => self.notify_error(only.to_string()),
            [first, more @ ..] => {
                let words = format!("{first} (and {} more: see the settings)", more.len());
                self.notify_error(words);
            }
        }
        self.config_errors = complaints;
    }

    /// Whether the mouse is listened to.
    pub fn is_mouse_enabled(&self) -> bool {
        self.settings.is_on(BoolSetting::Mouse) && !self.mouse_disabled
    }

    /// Ends what is being shown moving, and says whether anything was.
    pub fn finish_animation(&mut self) -> bool {
        let motion = self
            .active_table_mut()
            .map(|seat| std::mem::take(&mut seat.animation));
        motion.is_some_and(|motion| motion.next_frame_at().is_some())
    }

    /// Whether cards are shown on their way.
    pub fn is_animation_enabled(&self) -> bool {
        match self.settings.animation {
            AnimationMode::Auto => !self.reduce_motion,
            motion => motion == AnimationMode::On,
        }
    }

    /// What a setting is, in a word.
    pub fn setting_value(&self, setting: Setting) -> &'static str {
        match setting {
            Setting::Theme => self.settings.theme.label(),
            Setting::Animation => self.settings.animation.as_str(),
            Setting::Bool(switch) if self.settings.is_on(switch) => "on",
            Setting::Bool(_) => "off",
        }
    }

    /// What a setting does not come to for now, and why.
    pub fn override_reason(&self, setting: Setting) -> Option<&'static str> {
        match setting {
            Setting::Animation
                if self.reduce_motion && self.settings.animation == AnimationMode::Auto =>
            {
                Some("not here")
            }
            Setting::Bool(BoolSetting::Ascii) if self.detected_appearance.ascii => {
                Some("this terminal is shown letters anyway")
            }
            Setting::Bool(BoolSetting::FourColors) if self.appearance.is_mono() => {
                Some("no colours are shown now")
            }
            Setting::Bool(BoolSetting::Mouse) if self.mouse_disabled => {
                Some("this time the mouse was to be left alone")
            }
            _ => None,
        }
    }

    /// A seed by chance.
    pub fn random_seed(&mut self) -> u64 {
        self.seeds.next_seed()
    }

    /// Shows a new game; the player can go back to the one before.
    pub fn start_session(&mut self, session: Session) {
        let game = session.game();
        self.animate_deal = game.moves().len() + game.undone().len() == 0;
        self.show_table(TableState::new(session));
    }

    /// Takes a seat; the one before can be gone back to.
    pub fn show_table(&mut self, seat: TableState) {
        let is_other = |other: &TableState| {
            let id = other.session.save_state().id();
            id.is_none() || id != seat.session.save_state().id()
        };
        self.previous_tables.extend(self.table.take());
        self.previous_tables.retain(is_other);
        self.return_screen = None;
        self.table = Some(seat);
        self.screen = Screen::Table;
        self.overlays.clear();
    }

    /// Deals a game and sits down to it.
    pub fn deal(&mut self, rules: Variant, seed: u64, now: Timestamp) {
        self.start_session(Session::deal(rules, seed, now));
    }

    /// Whether deals by chance are to be ones that can be won.
    pub fn is_winnable_required(&self) -> bool {
        self.force_winnable || self.settings.is_on(BoolSetting::WinnableDeals)
    }

    /// Deals a game by chance, or looks for a deal that can be won where that is wished.
    pub fn deal_random(&mut self, rules: Variant, now: Timestamp) {
        if self.is_winnable_required() {
            self.find_winnable_deal(rules);
        } else {
            let seed = self.random_seed();
            self.deal(rules, seed, now);
        }
    }

    /// Begins to look for a deal that can be won.
    pub fn find_winnable_deal(&mut self, rules: Variant) {
        self.deal_search = Some(DealSearch::new(rules, self.random_seed()));
    }

    /// Begins to look at a game move by move.
    pub fn open_replay(&mut self, sitting: PlayedGame) {
        self.replay = Some(Replay::new(sitting));
        self.screen = Screen::Replay;
        self.overlays.clear();
    }

    /// Begins to look at the moves a game has taken back, which the solver found.
    pub fn show_solution(&mut self, game: Game, now: Timestamp) {
        self.replay = Some(Replay::from_solution(PlayedGame::new(game), now));
        self.screen = Screen::Replay;
        self.overlays.clear();
    }

    /// The seat to be shown: at the game being replayed, or at the one on the table.
    pub fn active_table(&self) -> Option<&TableState> {
        match self.screen {
            Screen::Replay => self.replay.as_ref().map(Replay::table),
            _ => self.table.as_ref(),
        }
    }

    /// The same, to be changed.
    pub(super) fn active_table_mut(&mut self) -> Option<&mut TableState> {
        match self.screen {
            Screen::Replay => self.replay.as_mut().map(Replay::table_mut),
            _ => self.table.as_mut(),
        }
    }

    /// When something is to be done without a key, if at all.
    pub fn deadline(&self) -> Option<Timestamp> {
        let running = self
            .table
            .as_ref()
            .and_then(|seat| seat.next_forced_move_at);
        let replay = self.replay.as_ref().and_then(Replay::next_move_at);
        let motion = self
            .active_table()
            .and_then(|seat| seat.animation.next_frame_at());
        [running, replay, motion].into_iter().flatten().min()
    }
}
