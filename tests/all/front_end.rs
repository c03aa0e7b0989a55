//! Tests of the front end without a terminal: actions in, screens out.

mod animation;
mod autoplay;
mod help;
mod menu;
mod mouse;
mod other_screens;
mod pictures;
mod play;
mod replay;
mod saved;
mod screens;
mod settings;
mod sizes;
mod solver;
mod test_games;
mod transcripts;
mod whole_games;
mod win;

use jiff::Timestamp;
use larboard::cards::Card;
use larboard::game::Game;
use larboard::record::PlayedGame;
use larboard::rules::{Move, PileId};
use larboard::session::{
    Command, CommandOutcome, Found, GameDealer, Profile, SearchReply, SearchRequest, Session, Start,
};
use larboard::solver::{SolveResult, Verdict};
use larboard::storage::settings::{Deals, Setting, Settings, ThemeName};
use larboard::tui::action::Action;
use larboard::tui::app::{App, Next};
use larboard::tui::board::BoardView;
use larboard::tui::board::layout::{CardLayout, Item, ItemKind};
use larboard::tui::config::{Config, SettingOverride};
use larboard::tui::context::Context;
use larboard::tui::frame::Frame;
use larboard::tui::keymap::{Key, Keymap};
use larboard::tui::screen::Request;
use larboard::tui::screens::menu::MenuScreen;
use larboard::tui::screens::replay::ReplayScreen;
use larboard::tui::screens::table::TableScreen;
use larboard::tui::theme::{Appearance, ColorDepth, CustomColors};
use larboard::variant::Variant;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::games;
pub(crate) use mouse::MouseUser;

/// Returns the board that is visible: that of the table, or that of a replay.
fn visible_board(app: &App) -> &BoardView {
    let mut screens = app.visible().rev();
    let board = screens.find_map(|screen| screen.board());
    board.expect("a board")
}

/// Draws a frame.
fn render(app: &mut App) -> Buffer {
    let (columns, rows) = app.context.size();
    let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
    app.draw(&mut buffer);
    buffer
}

/// Every game and variant with a layout of its own: game id and options.
const GAMES: [(&str, &[(&str, &str)]); 9] = [
    ("moving-left", &[]),
    ("yakutat-bay", &[]),
    ("oscillation", &[]),
    ("moosehide", &[]),
    ("moosehide", &[("layout", "four-reserve")]),
    ("moosehide", &[("layout", "classic")]),
    ("single-left", &[]),
    ("single-left", &[("discards", "optional"), ("redeals", "3")]),
    ("single-left", &[("style", "warfield")]),
];

const APPEARANCE: Appearance = Appearance {
    theme: ThemeName::Terminal,
    custom_colors: CustomColors::NONE,
    color_depth: ColorDepth::TrueColor,
    light_background: false,
    four_colors: false,
    ascii: false,
};

fn variant(game: &str, options: &[(&str, &str)]) -> Variant {
    games::variant(game, options)
}

/// Application under test without files, what the event loop would do next, and a clock that advances
/// by a second with each key.
pub(crate) struct Player {
    pub(crate) app: App,
    next: Next,
    pub(crate) now: Timestamp,
}

impl Player {
    fn with_app(app: App, now: Timestamp) -> Player {
        Player {
            app,
            next: Next::Draw,
            now,
        }
    }

    pub(crate) fn at(rules: Variant, seed: u64, size: (u16, u16)) -> Player {
        let mut player = Player::at_the_menu(size);
        player.app.deal(rules, seed, player.now);
        player
    }

    fn with_game(game: Game, size: (u16, u16)) -> Player {
        let mut player = Player::at_the_menu(size);
        player
            .app
            .start_session(Session::unsaved(PlayedGame::new(game)));
        player
    }

    /// At the menu, without a game. Deals need no search.
    pub(crate) fn at_the_menu(size: (u16, u16)) -> Player {
        let mut config = Config::default();
        config.add_override(SettingOverride::NO_MOTION);
        let mut player = Player::in_terminal(config, APPEARANCE, size);
        let context = &mut player.app.context;
        context.change_settings(|settings| settings.choose(Deals::Any));
        player
    }

    /// At the menu, in a terminal of this appearance and size.
    fn in_terminal(config: Config, appearance: Appearance, size: (u16, u16)) -> Player {
        let profile = Profile::without_files(GameDealer::from_seed(1));
        let context = Context::new(config, appearance, Keymap::default(), size, profile);
        Player::with_app(App::new(context), Timestamp::UNIX_EPOCH)
    }

    fn new(game: &str, seed: u64) -> Player {
        Player::at(variant(game, &[]), seed, (80, 24))
    }

    /// Returns a copy of the table.
    fn copy(&self) -> Player {
        let cx = &self.app.context;
        let mut copy = Player::at_the_menu(cx.size());
        copy.now = self.now;
        let to = &mut copy.app.context;
        to.set_appearance(*cx.appearance());
        to.config = cx.config.clone();
        (to.keymap, to.message) = (cx.keymap.clone(), cx.message.clone());
        (to.results, to.now) = (cx.results.clone(), cx.now);
        let table = self.app.table().expect("a table");
        copy.app
            .open(Start::Game(Box::new(table.session().clone())), None);
        *copy.app.find_mut::<TableScreen>().expect("a table") = table.clone();
        copy.refresh();
        copy
    }

    pub(crate) fn table(&self) -> &TableScreen {
        self.app.table().expect("a table")
    }

    fn table_mut(&mut self) -> &mut TableScreen {
        self.app.find_mut::<TableScreen>().expect("a table")
    }

    /// Returns the hint that is shown.
    fn hint(&self) -> Option<Move> {
        visible_board(&self.app).hint()
    }

    pub(crate) fn update(&mut self, action: Action, now: Timestamp) {
        self.next = self.next.max(self.app.update(action, now));
        self.refresh();
    }

    /// Draws a frame after changes that a test made to the state.
    pub(crate) fn refresh(&mut self) {
        render(&mut self.app);
    }

    fn has_quit(&self) -> bool {
        self.next == Next::Quit
    }

    /// Returns what the top screen requests for a key; nothing of it is done.
    ///
    /// Panics if there are several requests.
    fn request(&mut self, key: &str) -> Option<Request> {
        let action = self.app.resolve_key(key.parse().expect(key));
        let mut requests = self.app.requests(action);
        assert!(requests.len() <= 1, "{requests:?}");
        requests.pop()
    }

    fn set(&mut self, setting: Setting, is_on: bool) {
        self.app
            .context
            .change_settings(|settings| settings.set(setting, is_on));
    }

    /// Lets time pass until nothing is waiting for it any more.
    fn run_timers(&mut self) {
        while let Some(due) = self.app.deadline() {
            self.now = due;
            self.update(Action::Tick, due);
        }
    }

    /// Presses keys, given by name and separated by blanks.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Player {
        for key in keys.split_whitespace() {
            let key: Key = key.parse().expect(key);
            self.now += jiff::SignedDuration::from_secs(1);
            self.next = self.next.max(self.app.press(key, self.now));
            self.refresh();
        }
        self
    }

    /// Types a move in record notation.
    fn make(&mut self, mv: &str) -> &mut Player {
        self.press(&typed(mv))
    }

    /// Plays legal moves without the user interface. `choose` returns a number that selects the move.
    fn play_by(&mut self, mut choose: impl FnMut(&[Move]) -> usize, moves: usize) -> &mut Player {
        let now = self.now;
        let table = self.app.find_mut::<TableScreen>().expect("a table");
        for _ in 0..moves {
            // Sorted, so that the games do not depend on the order in which moves are generated.
            let mut legal = table.game().legal_moves();
            legal.sort_unstable_by_key(sort_key);
            if legal.is_empty() {
                break;
            }
            let mv = legal[choose(&legal) % legal.len()];
            let session = table.session_mut();
            let outcome = session.execute(Command::Move(mv), &Settings::default(), now);
            assert!(matches!(outcome, CommandOutcome::Played(_)), "{outcome:?}");
        }
        let game = table.game().clone();
        table.input_mut().cursor_mut().clamp(&game);
        if table.session().is_over() {
            // Show the table, not the panel over it.
            self.app.update(Action::Cancel, now);
        }
        self
    }

    fn moves(&self) -> Vec<String> {
        let state = self.table();
        state.game().moves().map(|mv| mv.to_string()).collect()
    }

    fn legal(&self) -> Vec<String> {
        let state = self.table();
        state
            .game()
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn message(&self) -> &str {
        self.app
            .context
            .message
            .as_ref()
            .map_or("", |message| &message.text)
    }

    /// Gives an answer to a search request.
    fn reply(&mut self, request: SearchRequest, found: Found) -> &mut Player {
        let reply = SearchReply { request, found };
        self.next = self.app.handle_search_reply(&reply, self.now);
        self.refresh();
        self
    }

    /// Answers the pending search request with a verdict.
    fn answer(&mut self, verdict: Verdict) -> &mut Player {
        let request = self.app.search_request().expect("a request");
        let positions = 1000;
        self.reply(request, Found::Finished(SolveResult { verdict, positions }))
    }

    /// Returns the frame after changes that a test made to the state.
    fn frame(&mut self) -> Frame {
        self.refresh();
        self.app.frame().clone()
    }

    /// Returns the menu, which is open.
    fn menu(&self) -> &MenuScreen {
        self.app.find::<MenuScreen>().expect("the menu")
    }

    /// Returns the replay, if one is open.
    fn replay(&self) -> Option<&ReplayScreen> {
        self.app.find()
    }

    /// Returns the layout of the visible table.
    fn layout(&mut self) -> CardLayout {
        self.refresh();
        visible_board(&self.app).layout().clone()
    }

    pub(crate) fn render(&mut self) -> Buffer {
        render(&mut self.app)
    }

    /// Returns the screen as text without trailing blanks.
    fn screen(&mut self) -> String {
        let buffer = self.render();
        let line = |y| {
            let cells = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_owned()
        };
        let lines: Vec<String> = (0..buffer.area.height).map(line).collect();
        lines.join("\n")
    }

    fn top_line(&mut self) -> String {
        self.screen().lines().next().unwrap_or_default().to_owned()
    }

    /// Returns the row of keys.
    fn key_row(&mut self) -> String {
        self.screen().lines().last().unwrap_or_default().to_owned()
    }
}

/// Returns the card that an item of a board shows; `None` if it is face down.
fn shown_card(item: &Item) -> Option<Card> {
    match item.kind {
        ItemKind::FaceUp(face) => Some(face.card),
        _ => None,
    }
}

/// Returns the keys that type a move in record notation.
pub(crate) fn typed(mv: &str) -> String {
    let letters: Vec<String> = mv.chars().map(String::from).collect();
    format!(": {} enter", letters.join(" "))
}

fn sort_key(mv: &Move) -> (Option<PileId>, Option<PileId>, u8, &'static str) {
    match *mv {
        Move::Transfer { from, to, count } => (Some(from), Some(to), count, ""),
        Move::Draw => (None, None, 0, "draw"),
        Move::Deal => (None, None, 0, "deal"),
        Move::DiscardMiddle => (None, None, 0, "middle"),
        Move::DiscardAll => (None, None, 0, "all"),
        Move::Redeal => (None, None, 0, "redeal"),
    }
}

/// Linear congruential generator, so that each run sees the same numbers.
pub(crate) fn numbers(seed: u64) -> impl FnMut() -> usize {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize
    }
}

/// Returns the size of the tallest tableau pile.
fn tallest(player: &Player) -> usize {
    let table = player.table().game().table();
    let piles = (0..16).map(PileId::tableau);
    piles.map(|pile| table.size(pile)).max().unwrap_or(0)
}

/// Plays 200 moves that prefer to build on the tallest pile, and returns the position with the tallest
/// pile of all.
fn with_a_tall_pile(rules: &Variant, seed: u64, size: (u16, u16)) -> Player {
    let mut player = Player::at(rules.clone(), seed, size);
    let mut random = numbers(seed);
    let mut tallest_player = player.copy();
    let mut height = 0;
    for _ in 0..200 {
        let table = player.table().game().table();
        let tallest_pile = (0..16)
            .map(PileId::tableau)
            .max_by_key(|pile| table.size(*pile))
            .expect("a pile");
        let priority = |mv: &Move| match *mv {
            Move::Transfer { to, .. } if to == tallest_pile => 3,
            Move::Transfer { from, .. } if from == tallest_pile => 0,
            Move::Transfer { to, .. } if to.is_foundation() => 1,
            _ => 2,
        };
        let choose = |legal: &[Move]| {
            let best = legal.iter().map(priority).max().unwrap_or(0);
            let best: Vec<usize> = (0..legal.len())
                .filter(|n| priority(&legal[*n]) == best)
                .collect();
            best[random() % best.len()]
        };
        player.play_by(choose, 1);
        if tallest(&player) > height {
            height = tallest(&player);
            tallest_player = player.copy();
        }
    }
    let mut player = tallest_player;
    player.press("tab shift-tab");
    player
}
