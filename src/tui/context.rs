//! What all screens share: how everything looks, the settings, the keys, the player's files, the time, the message.
//! What is wrong with a file is said in the message.

use std::fmt::Display;
use std::path::PathBuf;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use ratatui::layout::Rect;

use super::action::{Action, Mode};
use super::config::{Config, SettingOverride};
use super::deal_choices::DealChoices;
use super::frame::{Frame, split};
use super::keymap::Keymap;
use super::theme::{Appearance, ColorDepth, Theme};
use crate::escape::escape_path;
use crate::record::PlayedGame;
use crate::record::SaveId;
use crate::review::{ReviewError, Reviewer};
use crate::session::{Profile, Session, text};
use crate::storage::results::Results;
use crate::storage::saves::SavedGame;
use crate::storage::settings::{ConfigError, Setting, Settings};
use crate::storage::small_files::LastDeal;
use crate::storage::stats::Stats;
use crate::storage::{self, Loaded, StorageError};
use crate::variant::Variant;

/// What all screens share.
#[derive(Debug)]
pub struct Context {
    appearance: Appearance,
    /// Made of the appearance.
    theme: Theme,
    /// Columns and rows of the window.
    pub size: (u16, u16),
    pub config: Config,
    pub keymap: Keymap,
    pub profile: Profile,
    /// What was dealt last, as it is saved.
    last_deal: LastDeal,
    /// What the terminal should copy to its clipboard.
    pub copied: Option<String>,
    /// Where the record of the game goes when the player quits.
    pub export_path: Option<PathBuf>,
    /// The message, shown until the next key.
    pub message: Option<Message>,
    /// Time of the current event.
    pub(super) now: Timestamp,
    /// The time that has passed, for what moves or waits: it goes on where the clock is set back.
    pub(super) steady: SignedDuration,
    /// Looked up only when a date is shown: that reads many files on some systems.
    pub time_zone: fn() -> TimeZone,
}

impl Context {
    /// Creates the state for a player at a terminal of this appearance and size.
    pub fn new(
        mut config: Config,
        appearance: Appearance,
        keymap: Keymap,
        size: (u16, u16),
        profile: Profile,
    ) -> Context {
        if appearance.ascii {
            config.add_override(SettingOverride::LETTERS_ONLY);
        }
        if appearance.color_depth == ColorDepth::Mono {
            config.add_override(SettingOverride::NO_COLORS);
        }
        let last_deal = profile.small_files.last_deal();
        let appearance = appearance.with_settings(config.settings());
        Context {
            theme: Theme::from(&appearance),
            appearance,
            size,
            config,
            keymap,
            profile,
            last_deal: last_deal.unwrap_or_default(),
            copied: None,
            export_path: None,
            message: None,
            now: Timestamp::UNIX_EPOCH,
            steady: SignedDuration::ZERO,
            time_zone: || TimeZone::UTC,
        }
    }

    /// Returns what the terminal can show, with the settings that are in force.
    pub fn appearance(&self) -> &Appearance {
        &self.appearance
    }

    pub fn set_appearance(&mut self, appearance: Appearance) {
        self.theme = Theme::from(&appearance);
        self.appearance = appearance;
    }

    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// Goes on to the time of an event.
    pub fn advance(&mut self, now: Timestamp) {
        self.steady += now.duration_since(self.now).max(SignedDuration::ZERO);
        self.now = now;
    }

    /// Returns the cells of the window that screens are drawn in.
    pub fn screen_area(&self) -> Rect {
        let [area, ..] = split(Frame::new(self.size).area);
        area
    }

    /// Shows what happened.
    pub fn notify(&mut self, text: impl Into<String>) {
        self.show_message(with_pile_keys(&text.into()), MessageKind::Event);
    }

    /// Copies a text to the clipboard of the terminal, and shows it, because there may be none.
    pub fn copy(&mut self, text: String) {
        // The command for the deal stands in a line of its own.
        let shown = text.replace(" · larboard ", "\nlarboard ");
        self.show_message(format!("Copied: {shown}"), MessageKind::Copied);
        self.copied = Some(text);
    }

    /// Shows why something was not done, below other errors that are shown.
    pub fn notify_error(&mut self, text: impl Into<String>) {
        self.report(with_pile_keys(&text.into()));
    }

    /// Shows an error of a file, whose name stays as it is.
    pub fn report(&mut self, error: impl Display) {
        let mut lines = match self.message.take() {
            Some(message) if message.kind == MessageKind::Error => message.text + "\n",
            _ => String::new(),
        };
        lines += &error.to_string();
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

    /// Says how far a review is, or what decided the game, and which key in a mode asks for a better move if one is to be
    /// found.
    pub fn review_status(&self, review: &Reviewer, mode: Mode, action: Action) -> String {
        let asks = self.config.settings().is_on(Setting::ReviewAsks);
        let is_asked = asks && review.is_decided();
        let question = is_asked.then(|| review.decisive_question()).flatten();
        let key = self.key_hint(mode, action, "find a better move");
        let status = Some(review.status(question));
        let parts = status.into_iter().chain(key.filter(|_| question.is_some()));
        parts.collect::<Vec<_>>().join(" ")
    }

    /// Shows the first error in the settings file. The settings screen lists them all.
    pub fn report_config_errors(&mut self, errors: Vec<ConfigError>) {
        self.config.errors = errors;
        self.config.errors.sort_by_key(|error| error.line);
        match &self.config.errors[..] {
            [] => {}
            [only] => self.notify_error(only.to_string()),
            [first, more @ ..] => {
                let text = format!("{first} (and {} more: see the settings)", more.len());
                self.notify_error(text);
            }
        }
    }

    /// Changes the settings that the player chose, and what they look like.
    pub fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        self.config.change(change);
        self.set_appearance(self.appearance.with_settings(self.config.settings()));
    }

    /// Lets a value be in force in place of the one that the player chose.
    pub fn add_override(&mut self, added: SettingOverride) {
        self.config.add_override(added);
        self.set_appearance(self.appearance.with_settings(self.config.settings()));
    }

    /// Changes a setting to its next value, or to the previous one, and says what it is now.
    pub fn cycle_setting(&mut self, setting: Setting, backward: bool) {
        self.change_settings(|settings| settings.cycle(setting, backward));
        let value = self.config.chosen().value(setting).replace('-', " ");
        let text = format!("{}: {value}", setting.descriptor().label);
        match self.config.override_reason(setting) {
            Some(reason) => self.notify(format!("{text}, but {reason}")),
            None => self.notify(text),
        }
    }

    /// Returns today's date where the player is.
    pub fn today(&self) -> Date {
        (self.time_zone)().to_datetime(self.now).date()
    }

    /// Formats a time in the past: the time of day if it was today, else the date.
    pub fn time_or_date(&self, time: Timestamp) -> String {
        let time = (self.time_zone)().to_datetime(time);
        if time.date() == self.today() {
            time.strftime("today %H:%M").to_string()
        } else {
            self.date_text(time.date())
        }
    }

    /// Formats a date as daily deals are named: `Mon 23 Nov`, one of another year with the year.
    pub fn date_text(&self, date: Date) -> String {
        let has_year = date.year() != self.today().year();
        let form = if has_year { "%-d %b %Y" } else { "%a %-d %b" };
        date.strftime(form).to_string()
    }

    /// Returns the saved games to continue.
    pub fn saved_games(&mut self) -> Vec<SavedGame> {
        let Loaded { value, warnings } = self.profile.saves.list();
        self.notify_warnings(&warnings);
        value
    }

    /// Removes saved games for good, except the one at the table, and says so.
    pub fn forget(&mut self, games: &[SavedGame], at_table: Option<&SaveId>) {
        let (removed, kept) = self.profile.forget(games, at_table);
        let text = text::forgotten(removed, kept.as_ref());
        match kept {
            Some(_) => self.notify_error(text),
            None => self.notify(text),
        }
    }

    /// Loads a finished game, with its review or why there is none.
    pub fn finished_game(
        &mut self,
        id: &SaveId,
    ) -> Option<(PlayedGame, Result<Reviewer, ReviewError>)> {
        match self.profile.finished_game(id) {
            Ok((played, review)) if played.game.moves().len() > 0 => return Some((played, review)),
            Ok(_) => self.notify_error("This game has no moves"),
            Err(error) => self.report(error),
        }
        None
    }

    pub fn results(&self) -> &Results {
        self.profile.saves.results()
    }

    /// Reads the results again, which another window may have added to, and returns their statistics.
    pub fn load_results(&mut self) -> Vec<Stats> {
        let reloaded = self.profile.saves.refresh();
        let Loaded { value, warnings } = self.profile.saves.all_stats();
        self.notify_warnings(reloaded.err().as_slice());
        self.notify_warnings(&warnings);
        value
    }

    /// Exports a game.
    pub fn export(&mut self, played: &PlayedGame) {
        if self.profile.saves.is_on() {
            match storage::export(played, None) {
                Ok(path) => self.show_message(text::exported(&path), MessageKind::Event),
                Err(error) => self.report(text::not_exported(&error)),
            }
        }
    }

    /// Says where the record of the game is exported when the player quits, if it is.
    pub fn record_notice(&self) -> Option<String> {
        let file = escape_path(self.export_path.as_deref()?);
        Some(format!("The record goes to {file} when you quit"))
    }

    /// Exports a finished game.
    pub fn export_finished(&mut self, id: &SaveId) {
        match self.profile.saves.load_read_only(id) {
            Ok(played) => self.export(&played),
            Err(error) => self.report(text::not_exported(&error)),
        }
    }

    /// Saves a game if it has changed.
    pub fn save(&mut self, session: &mut Session) {
        session.tell_shown_odds(self.config.settings());
        if self.profile.save(session, self.now) {
            self.report(text::save_notice(session));
        }
    }

    /// Remembers what is dealt until the program is started again.
    pub(super) fn remember_deal(&mut self, rules: &Variant) {
        let mut choices = self.last_choices();
        choices.select_game(rules);
        let last_deal = choices.last_deal();
        if self.profile.saves.is_on() && last_deal != self.last_deal {
            self.profile.small_files.save_last_deal(&last_deal);
            self.last_deal = last_deal;
        }
    }

    /// Returns the choices of the menu that are what was dealt last.
    pub fn last_choices(&self) -> DealChoices {
        let mut choices = DealChoices::default();
        choices.restore(&self.last_deal);
        choices
    }

    /// Saves the settings if they have changed. Called once before each frame, because writing a synced file takes
    /// time.
    pub fn save_settings(&mut self) {
        if !self.profile.saves.is_on() {
            return;
        }
        let settings = self.config.chosen();
        if let Err(error) = self.profile.settings_file.save_if_changed(settings) {
            self.report(format!("Settings not saved: {error}"));
        }
    }

    fn notify_warnings(&mut self, warnings: &[StorageError]) {
        if let Some(text) = text::warnings(warnings) {
            self.report(text);
        }
    }
}

/// Names the tenth pile by its key.
fn with_pile_keys(text: &str) -> String {
    let text = text.replace("pile 10", "pile 0");
    text.replace(" 10 moved left", " 0 moved left")
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
