//! State that all screens share: settings, appearance, keys, window size, the message.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use ratatui::style::Color;

use super::action::{Action, Mode};
use super::keymap::Keymap;
use super::theme::{Appearance, Theme, contrast_warnings, is_light};
use crate::session::{DealSource, SeedSource, time_or_date};
use crate::storage::results::Results;
use crate::storage::settings::{AnimationMode, ConfigError, Setting, Settings, ThemeName};

/// State that all screens share.
#[derive(Clone, Debug)]
pub struct Context {
    pub settings: Settings,
    pub settings_path: Option<PathBuf>,
    pub config_errors: Vec<ConfigError>,
    /// Whether to use the mouse, if the command line says so.
    pub mouse_override: Option<bool>,
    /// Whether to show ASCII only, if the command line says so.
    pub ascii_override: Option<bool>,
    /// Whether animations are off unless the settings turn them on.
    pub reduce_motion: bool,
    /// Where new deals come from, if the command line or the menu says so for this run.
    pub deal_override: Option<DealSource>,
    /// Where the record of the game goes when the player quits.
    pub export_path: Option<PathBuf>,
    /// Appearance that fits the terminal, without settings.
    pub detected_appearance: Appearance,
    /// Whether the terminal draws suits two cells wide, so that only letters fit.
    has_wide_suits: bool,
    pub appearance: Appearance,
    pub theme: Theme,
    pub keymap: Keymap,
    /// Columns and rows of the window.
    pub size: (u16, u16),
    /// The message, shown until the next key.
    pub message: Option<Message>,
    /// Ids of the introductions that the player has not seen yet.
    pub unseen_introductions: Vec<&'static str>,
    pub results: Arc<Results>,
    /// Seeds of random deals.
    pub seeds: SeedSource,
    /// Time of the current event.
    pub now: Timestamp,
    /// Looked up only when a date is shown: that reads many files on some systems.
    pub time_zone: fn() -> TimeZone,
}

impl Context {
    /// Creates the default state for a terminal.
    pub fn new(
        appearance: Appearance,
        keymap: Keymap,
        size: (u16, u16),
        seeds: SeedSource,
    ) -> Context {
        Context {
            settings: Settings::default(),
            settings_path: None,
            config_errors: Vec::new(),
            mouse_override: None,
            ascii_override: None,
            reduce_motion: true,
            deal_override: None,
            export_path: None,
            detected_appearance: appearance,
            has_wide_suits: false,
            appearance,
            theme: Theme::from(&appearance),
            keymap,
            size,
            message: None,
            unseen_introductions: Vec::new(),
            results: Arc::default(),
            seeds,
            now: Timestamp::UNIX_EPOCH,
            time_zone: || TimeZone::UTC,
        }
    }

    /// Shows what happened.
    pub fn notify(&mut self, text: impl Into<String>) {
        self.show_message(text.into(), MessageKind::Event);
    }

    /// Shows a text that was copied, because the terminal may not have a clipboard.
    pub fn notify_copied(&mut self, text: String) {
        self.show_message(text, MessageKind::Copied);
    }

    /// Shows why something was not done, below other errors that are shown.
    pub fn notify_error(&mut self, text: impl Into<String>) {
        let mut lines = match self.message.take() {
            Some(message) if message.kind == MessageKind::Error => message.text + "\n",
            _ => String::new(),
        };
        lines += &text.into();
        self.show_message(lines, MessageKind::Error);
    }

    fn show_message(&mut self, text: String, kind: MessageKind) {
        self.message = Some(Message { text, kind });
    }

    pub fn has_error_message(&self) -> bool {
        let message = self.message.as_ref();
        message.is_some_and(|message| message.kind == MessageKind::Error)
    }

    /// Returns the first key of an action and what it does: `v: search longer`. `None` if no key
    /// is bound to the action.
    pub fn key_hint(&self, mode: Mode, action: Action, does: &str) -> Option<String> {
        let key = self.keymap.key_for(mode, action);
        key.map(|key| format!("{key}: {does}"))
    }

    /// Shows the first error in the settings file. The settings screen lists them all.
    pub fn report_config_errors(&mut self, mut errors: Vec<ConfigError>) {
        errors.sort_by_key(|error| error.line);
        match &errors[..] {
            [] => {}
            [only] => self.notify_error(only.to_string()),
            [first, more @ ..] => {
                let text = format!("{first} (and {} more: see the settings)", more.len());
                self.notify_error(text);
            }
        }
        self.config_errors = errors;
    }

    /// Returns what is wrong with the settings file: errors, and colors in use that are hard to read.
    pub fn config_problems(&self) -> Vec<String> {
        let errors = self.config_errors.iter().map(ToString::to_string);
        let warnings = match self.settings.choice() {
            ThemeName::Custom => contrast_warnings(&self.appearance),
            _ => Vec::new(),
        };
        errors.chain(warnings).collect()
    }

    /// Replaces the settings, but not the key bindings.
    pub fn apply_settings(&mut self, settings: Settings) {
        let mut appearance = self.detected_appearance.with_settings(&settings);
        appearance.ascii = self.ascii_override.unwrap_or(appearance.ascii);
        self.set_appearance(appearance);
        self.settings = settings;
    }

    pub fn set_appearance(&mut self, appearance: Appearance) {
        self.appearance = appearance;
        self.theme = Theme::from(&appearance);
    }

    /// Adapts the colors to the background of the terminal.
    pub fn set_background(&mut self, color: Color) {
        self.detected_appearance.light_background = is_light(color);
        self.apply_settings(self.settings.clone());
    }

    /// Shows letters from now on, because the terminal draws suits two cells wide.
    pub fn set_wide_suits(&mut self) {
        self.has_wide_suits = true;
        self.detected_appearance.ascii = true;
        self.apply_settings(self.settings.clone());
    }

    /// Changes a setting to its next value, or to the previous one, and says what it is now.
    pub fn cycle_setting(&mut self, setting: Setting, backward: bool) {
        let mut settings = self.settings.clone();
        settings.cycle(setting, backward);
        self.apply_settings(settings);
        let value = self.settings.shown_value(setting);
        let text = format!("{}: {value}", setting.label());
        match self.override_reason(setting) {
            Some(reason) => self.notify(format!("{text}, but {reason}")),
            None => self.notify(text),
        }
    }

    /// Returns why a setting has no effect at the moment, if it has none.
    pub fn override_reason(&self, setting: Setting) -> Option<&'static str> {
        match setting {
            Setting::Animations if matches!(self.settings.choice(), AnimationMode::Auto) => {
                self.reduce_motion.then_some("off in this terminal")
            }
            Setting::Ascii if self.ascii_override.is_some() => Some("set by the command line"),
            Setting::Ascii if self.has_wide_suits => {
                Some("this terminal draws suits two cells wide")
            }
            Setting::Ascii if self.detected_appearance.ascii => {
                Some("this terminal always shows letters")
            }
            Setting::FourColors if self.theme.is_mono() => Some("colors are off"),
            Setting::Mouse if self.mouse_override.is_some() => Some("set by the command line"),
            Setting::Deals if self.deal_override.is_some() => Some("chosen otherwise for now"),
            _ => None,
        }
    }

    pub fn is_mouse_enabled(&self) -> bool {
        let is_on = self.settings.is_on(Setting::Mouse);
        self.mouse_override.unwrap_or(is_on)
    }

    pub fn is_animation_enabled(&self) -> bool {
        match self.settings.choice() {
            AnimationMode::Auto => !self.reduce_motion,
            mode => mode == AnimationMode::On,
        }
    }

    pub fn deal_source(&self) -> DealSource {
        let setting = DealSource::Random(self.settings.choice());
        self.deal_override.unwrap_or(setting)
    }

    /// Returns where another deal of the same game comes from.
    pub fn source_of_another_deal(&self) -> DealSource {
        self.deal_source().of_another_deal(self.settings.choice())
    }

    /// Sets where new deals come from, whatever the command line says. Which random deals are dealt is a
    /// setting; the other sources are those of this run.
    pub fn set_deal_source(&mut self, source: DealSource) {
        self.deal_override = Some(source);
        if let DealSource::Random(deals) = source {
            self.deal_override = None;
            self.settings.choose(deals);
        }
    }

    /// Returns today's date where the player is.
    pub fn today(&self) -> Date {
        (self.time_zone)().to_datetime(self.now).date()
    }

    /// Formats a time in the past: the time of day if it was today, else the date.
    pub fn time_or_date(&self, time: Timestamp) -> String {
        time_or_date(time, self.now, &(self.time_zone)())
    }
}

/// A message, shown until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// One line or several.
    pub text: String,
    pub kind: MessageKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// What happened. Its last parts are left out if they do not fit in a line.
    Event,
    /// A text that was copied.
    Copied,
    /// Why something was not done.
    Error,
}
