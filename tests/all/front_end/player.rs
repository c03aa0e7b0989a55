//! A player in front of the screen: presses keys, clicks on what can be seen, reads the screen. Nothing
//! else in these tests knows how the screens are made.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use jiff::{SignedDuration, Timestamp};
use larboard::game::Game;
use larboard::record::{PlayedGame, Record};
use larboard::session::{Found, GameDealer, Profile, SearchReply, Session, Start};
use larboard::solver::CancelToken;
use larboard::storage::saves::Saves;
use larboard::storage::settings::{ConfigError, Settings, SettingsFile, ThemeName, parse};
use larboard::tui::action::Action;
use larboard::tui::app::{App, Next};
use larboard::tui::config::{Config, SettingOverride};
use larboard::tui::context::Context;
use larboard::tui::keymap::{Key, Keymap};
use larboard::tui::mouse::MouseState;
use larboard::tui::theme::{Appearance, ColorDepth, CustomColors};
use larboard::variant::Variant;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::games;
use crate::home::Home;

/// A cell of the screen: column and row.
pub(crate) type Cell = (u16, u16);

/// Player of the program. The clock advances by a second with each key.
pub(crate) struct Player {
    app: App,
    mouse: MouseState,
    /// The frame that is shown, in the size of the window.
    shown: Buffer,
    has_quit: bool,
    pub(crate) now: Timestamp,
}

impl Player {
    /// Starts at the menu with these lines of a settings file, in a terminal with true colors or one that can
    /// only show letters. Without animations, and with random deals that need no search, unless the settings
    /// say otherwise.
    pub(crate) fn with_settings(settings: &str, size: (u16, u16), has_colors: bool) -> Player {
        let deals = if settings.contains("deals =") {
            ""
        } else {
            "deals = \"any\"\n"
        };
        let (settings, errors) = parse(&format!("{deals}{settings}\n"));
        let profile = Profile::without_files(GameDealer::from_seed(1));
        Player::start(profile, settings, errors, size, has_colors)
    }

    /// Starts at the menu with the files of a player.
    pub(crate) fn at_home(home: &Home, now: &str, has_colors: bool) -> Player {
        let saves = Saves::open(Some(home.path().into()));
        let file = SettingsFile::open_at(Some(home.join("settings.toml")));
        let (settings, errors) = (file.settings().clone(), file.errors.to_vec());
        let profile = Profile::new(saves, file, GameDealer::from_seed(1));
        let mut player = Player::start(profile, settings, errors, (80, 24), has_colors);
        player.now = now.parse().expect("a time");
        player.update(Action::NoOp);
        player.app.open(Start::Menu, None);
        player.draw();
        player
    }

    fn start(
        profile: Profile,
        settings: Settings,
        mut errors: Vec<ConfigError>,
        size: (u16, u16),
        has_colors: bool,
    ) -> Player {
        let appearance = Appearance {
            theme: ThemeName::Terminal,
            custom_colors: CustomColors::NONE,
            color_depth: if has_colors {
                ColorDepth::TrueColor
            } else {
                ColorDepth::Mono
            },
            light_background: false,
            has_dark_backgrounds: false,
            four_colors: false,
            ascii: !has_colors,
        };
        let (keymap, key_errors) = Keymap::from_settings(&settings.key_overrides);
        errors.extend(key_errors);
        errors.extend(CustomColors::from_settings(&settings.color_overrides).1);
        let mut config = Config::new(settings, None, None);
        config.add_override(SettingOverride::NO_MOTION);
        let mut context = Context::new(config, appearance, keymap, size, profile);
        context.report_config_errors(errors);
        let mut player = Player {
            app: App::new(context),
            mouse: MouseState::default(),
            shown: Buffer::empty(Rect::new(0, 0, size.0, size.1)),
            has_quit: false,
            now: Timestamp::UNIX_EPOCH,
        };
        player.draw();
        player
    }

    /// Draws a frame, as the program does after each event.
    fn draw(&mut self) {
        self.shown.reset();
        self.app.draw(&mut self.shown);
    }

    pub(crate) fn at_the_menu(size: (u16, u16)) -> Player {
        Player::with_settings("", size, true)
    }

    pub(crate) fn at(rules: Variant, seed: u64, size: (u16, u16)) -> Player {
        let mut player = Player::at_the_menu(size);
        player.deal(rules, seed);
        player
    }

    pub(crate) fn new(game: &str, seed: u64) -> Player {
        Player::at(games::variant(game, &[]), seed, (80, 24))
    }

    pub(crate) fn deal(&mut self, rules: Variant, seed: u64) {
        let session = games::session(rules, seed, self.now);
        self.app.start_session(session);
        self.draw();
    }

    /// Continues a game.
    pub(crate) fn take(&mut self, played: PlayedGame) {
        self.app.start_session(Session::open(played));
        self.draw();
    }

    pub(crate) fn replay(&mut self, played: PlayedGame) {
        self.app.open(Start::Replay(played.into()), None);
        self.draw();
    }

    /// Presses keys, given by name and separated by blanks.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Player {
        for key in keys.split_whitespace() {
            let key: Key = key.parse().expect(key);
            self.now = self
                .now
                .checked_add(SignedDuration::from_secs(1))
                .unwrap_or(self.now);
            let next = self.app.press(key, self.now);
            self.has_quit |= next == Next::Quit;
            self.app.context.save_settings();
            self.draw();
        }
        self
    }

    /// Types a move in record notation.
    pub(crate) fn make(&mut self, mv: &str) -> &mut Player {
        self.press(&typed(mv))
    }

    pub(crate) fn send_mouse(&mut self, kind: MouseEventKind, (column, row): Cell) -> &mut Player {
        let event = MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        };
        if matches!(kind, MouseEventKind::Down(_)) {
            self.app.finish_animation();
            self.draw();
        }
        let actions = self.mouse.handle_event(event, &self.app.frame, self.now);
        actions.into_iter().for_each(|action| self.update(action));
        self
    }

    pub(crate) fn press_button(&mut self, at: Cell) -> &mut Player {
        self.send_mouse(MouseEventKind::Down(MouseButton::Left), at)
    }

    pub(crate) fn drag_to(&mut self, at: Cell) -> &mut Player {
        self.send_mouse(MouseEventKind::Drag(MouseButton::Left), at)
    }

    pub(crate) fn release(&mut self, at: Cell) -> &mut Player {
        self.send_mouse(MouseEventKind::Up(MouseButton::Left), at)
    }

    pub(crate) fn click(&mut self, at: Cell) -> &mut Player {
        self.press_button(at).release(at)
    }

    /// Clicks so long after the last click that the two are no double click.
    pub(crate) fn click_later(&mut self, at: Cell) -> &mut Player {
        self.now += SignedDuration::from_secs(5);
        self.click(at)
    }

    fn update(&mut self, action: Action) {
        let next = self.app.update(action, self.now);
        self.has_quit |= next == Next::Quit;
        self.draw();
    }

    pub(crate) fn insert(&mut self, letter: char) {
        self.update(Action::InsertChar(letter));
    }

    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        self.shown = Buffer::empty(Rect::new(0, 0, size.0, size.1));
        self.update(Action::Resize(size.0, size.1));
    }

    pub(crate) fn set_focus(&mut self, has_focus: bool) {
        self.app.set_focus(has_focus, self.now);
        self.draw();
    }

    /// Stops the program and lets it continue after some time.
    pub(crate) fn stop_for(&mut self, seconds: i64) {
        self.update(Action::Suspend);
        self.now += SignedDuration::from_secs(seconds);
        self.update(Action::Resumed);
    }

    /// Whether the screen changes by itself after some time.
    pub(crate) fn is_waiting(&self) -> bool {
        self.app.deadline().is_some()
    }

    /// Lets time pass to the next change of the screen. Returns how long that was; `None` if nothing
    /// changes by itself.
    pub(crate) fn next_frame(&mut self) -> Option<SignedDuration> {
        let due = self.app.deadline()?;
        let waited = due.duration_since(self.now);
        self.now = due;
        self.update(Action::Tick);
        Some(waited)
    }

    /// Lets time pass until nothing changes by itself any more.
    pub(crate) fn run_timers(&mut self) {
        while self.next_frame().is_some() {}
    }

    /// Lets some seconds pass.
    pub(crate) fn wait(&mut self, seconds: i64) {
        let end = self.now + SignedDuration::from_secs(seconds);
        while self.app.deadline().is_some_and(|due| due <= end) {
            self.next_frame();
        }
        self.now = end;
    }

    /// Lets a time come that was not waited for.
    pub(crate) fn jump_to(&mut self, time: Timestamp) {
        self.now = time;
        self.update(Action::Tick);
    }

    /// Runs the search that the program wants to run, with at most this many positions. Returns whether there
    /// was one.
    pub(crate) fn search(&mut self, positions: u64) -> bool {
        self.search_up_to(positions, usize::MAX)
    }

    /// Runs a search, but lets only the first reports arrive.
    pub(crate) fn search_up_to(&mut self, positions: u64, most: usize) -> bool {
        let Some(request) = self.app.search_request() else {
            return false;
        };
        let mut search = request.clone();
        search.budget = games::budget(positions, 64 << 20);
        let mut reports: Vec<Found> = Vec::new();
        let cancel = CancelToken::default();
        search.run(&cancel, &mut |found| {
            reports.push(found);
            if reports.len() == most {
                cancel.cancel();
            }
        });
        for found in reports.into_iter().take(most) {
            let request = request.clone();
            let reply = SearchReply { request, found };
            self.app.handle_search_reply(&reply, self.now);
            self.draw();
        }
        true
    }

    /// Lets the record of the game go to a file at the end.
    pub(crate) fn exports_to(&mut self, path: &str) {
        self.app.context.export_path = Some(path.into());
        self.draw();
    }

    /// Lets the player live an hour to the east of Greenwich.
    pub(crate) fn live_an_hour_east(&mut self) {
        self.app.context.time_zone = || jiff::tz::TimeZone::fixed(jiff::tz::offset(1));
        self.draw();
    }

    pub(crate) fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Returns the text for the clipboard of the terminal, if there is one.
    pub(super) fn copied(&mut self) -> Option<String> {
        self.app.context.copied.take()
    }

    /// Returns the game on the table, even if another screen covers it.
    pub(crate) fn game(&self) -> &Game {
        self.played().map(|played| &played.game).expect("a game")
    }

    pub(crate) fn played(&self) -> Option<&PlayedGame> {
        Some(self.app.table()?.session.played())
    }

    /// Returns a field of the record of the game, as it is exported.
    pub(crate) fn recorded(&self, field: &str) -> String {
        let record = Record::from_played_game(self.played().expect("a game")).to_string();
        let record: serde_json::Value = serde_json::from_str(&record).expect("a record");
        record[field].to_string()
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        self.game().moves().map(|mv| mv.to_string()).collect()
    }

    pub(crate) fn legal(&self) -> Vec<String> {
        let legal = self.game().legal_moves();
        legal.iter().map(ToString::to_string).collect()
    }

    pub(crate) fn size(&self) -> (u16, u16) {
        (self.shown.area.width, self.shown.area.height)
    }

    /// Returns the cells of the screen.
    pub(crate) fn render(&self) -> Buffer {
        self.shown.clone()
    }

    /// Returns the screen as text without trailing blanks.
    pub(crate) fn screen(&self) -> String {
        let rows = rows(&self.shown);
        let lines: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
        lines.join("\n")
    }

    /// Returns the cell that the cursor of the terminal marks for screen readers.
    pub(crate) fn focus(&self) -> Option<Cell> {
        self.app.frame.focus.map(Into::into)
    }

    pub(crate) fn top_line(&self) -> String {
        self.screen().lines().next().unwrap_or_default().to_owned()
    }

    /// Returns the row of keys.
    pub(crate) fn key_row(&self) -> String {
        self.screen().lines().last().unwrap_or_default().to_owned()
    }

    /// Returns the cells where a text begins, from the top and the left.
    pub(crate) fn cells_of(&self, text: &str) -> Vec<Cell> {
        let screen = self.screen();
        let mut cells = Vec::new();
        for (row, line) in (0..).zip(screen.lines()) {
            let found = line.match_indices(text);
            cells.extend(found.map(|(at, _)| (line[..at].chars().count() as u16, row)));
        }
        cells
    }

    pub(crate) fn cell_of(&self, text: &str) -> Cell {
        let cells = self.cells_of(text);
        let cell = cells.first().copied();
        cell.unwrap_or_else(|| panic!("no {text} on\n{}", self.screen()))
    }
}

/// Returns the rows of a screen, a character a cell.
pub(crate) fn rows(buffer: &Buffer) -> Vec<String> {
    let row = |y| (0..buffer.area.width).map(move |x| buffer[(x, y)].symbol());
    (0..buffer.area.height).map(|y| row(y).collect()).collect()
}

/// Returns the keys that type a move in record notation.
pub(crate) fn typed(mv: &str) -> String {
    let letters: Vec<String> = mv.chars().map(String::from).collect();
    format!(": {} enter", letters.join(" "))
}
