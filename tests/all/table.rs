//! The table in the terminal, without a terminal: actions in, screens out.

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

use jiff::Timestamp;
use larboard::rules::{Move, PileId};
use larboard::session::{Command, Outcome, PlayOptions, SeedSource};
use larboard::tui::action::Action;
use larboard::tui::app::App;
use larboard::tui::effect::Effect;
use larboard::tui::frame::Frame;
use larboard::tui::keymap::{Key, Keymap};
use larboard::tui::table::layout::TableLayout;
use larboard::tui::table::state::TableState;
use larboard::tui::theme::{Appearance, ColorDepth, Theme};
use larboard::variant::Variant;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::games;

/// Every game with every layout that differs: the name, and its options.
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

const LOOK: Appearance = Appearance {
    theme: Theme::Terminal,
    color_depth: ColorDepth::TrueColor,
    light_background: false,
    four_colors: false,
    ascii: false,
};

fn variant(game: &str, options: &[(&str, &str)]) -> Variant {
    games::variant(game, options)
}

/// A player at a table: the state, the effects it asked for, and the time, which advances by a second
/// with each key.
struct Player {
    app: App,
    effects: Vec<Effect>,
    now: Timestamp,
}

impl Player {
    fn with_app(app: App, now: Timestamp) -> Player {
        Player {
            app,
            effects: Vec::new(),
            now,
        }
    }

    fn at(rules: Variant, seed: u64, size: (u16, u16)) -> Player {
        let mut app = App::new(LOOK, Keymap::default(), size, SeedSource::from_seed(1));
        app.deal(rules, seed, Timestamp::UNIX_EPOCH);
        Player::with_app(app, Timestamp::UNIX_EPOCH)
    }

    fn new(game: &str, seed: u64) -> Player {
        Player::at(variant(game, &[]), seed, (80, 24))
    }

    /// A copy of the player, without the effects.
    fn copy(&self) -> Player {
        Player::with_app(self.app.clone(), self.now)
    }

    fn table(&self) -> &TableState {
        self.app.table().expect("a table").state()
    }

    fn table_mut(&mut self) -> &mut TableState {
        self.app.table_mut().expect("a table").state_mut()
    }

    fn update(&mut self, action: Action, now: Timestamp) {
        self.effects.extend(self.app.update(action, now));
    }

    /// The effect asked for since the last call, if it is one.
    fn take_effect(&mut self) -> Option<Effect> {
        assert!(self.effects.len() <= 1, "{:?}", self.effects);
        self.effects.pop()
    }

    fn has_quit(&self) -> bool {
        self.effects.contains(&Effect::Quit)
    }

    /// Presses keys, named and separated by blanks; a key without a meaning does nothing.
    fn press(&mut self, keys: &str) -> &mut Player {
        for key in keys.split_whitespace() {
            let key: Key = key.parse().expect(key);
            self.now += jiff::SignedDuration::from_secs(1);
            let action = self.app.resolve_key(key);
            self.update(action, self.now);
        }
        self
    }

    /// Types a move as a record writes it.
    fn make(&mut self, mv: &str) -> &mut Player {
        let letters: Vec<String> = mv.chars().map(String::from).collect();
        self.press(&format!(": {} enter", letters.join(" ")))
    }

    /// Plays legal moves without the front end, each chosen by a number.
    fn play_by(&mut self, mut choose: impl FnMut(&[Move]) -> usize, moves: usize) -> &mut Player {
        let now = self.now;
        let table = self.app.table_mut().expect("a table");
        let seat = table.state_mut();
        for _ in 0..moves {
            // In an order of our own, which no change of the rules' code changes.
            let mut legal = seat.game().legal_moves();
            legal.sort_unstable_by_key(order);
            if legal.is_empty() {
                break;
            }
            let mv = legal[choose(&legal) % legal.len()];
            let outcome = seat
                .session
                .execute(Command::Move(mv), &PlayOptions::default(), now);
            assert!(matches!(outcome, Outcome::Played(_)), "{outcome:?}");
        }
        seat.clamp_cursor();
        let seat_is_over = seat.is_over();
        // The table is what these games are played for, not the panel over it.
        table.game_over_dismissed = seat_is_over;
        self
    }

    fn moves(&self) -> Vec<String> {
        let seat = self.table();
        seat.game().moves().map(|mv| mv.to_string()).collect()
    }

    fn legal(&self) -> Vec<String> {
        let seat = self.table();
        seat.game()
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn message(&self) -> &str {
        self.app
            .services
            .message
            .as_ref()
            .map_or("", |message| &message.text)
    }

    /// The frame after changes that a test made to the state.
    fn frame(&self) -> Frame {
        let mut app = self.app.clone();
        app.refresh();
        (**app.frame()).clone()
    }

    /// The layout of the table that is visible.
    fn layout(&self) -> TableLayout {
        let mut app = self.app.clone();
        app.refresh();
        app.visible_table().expect("a table").layout().clone()
    }

    fn drawn(&self) -> Buffer {
        let mut app = self.app.clone();
        app.refresh();
        let (columns, rows) = app.services.size;
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
        app.render(&mut buffer);
        buffer
    }

    /// The screen as text, blanks at the ends of lines left off.
    fn screen(&self) -> String {
        let buffer = self.drawn();
        let line = |y| {
            let cells = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol());
            cells.collect::<String>().trim_end().to_owned()
        };
        let lines: Vec<String> = (0..buffer.area.height).map(line).collect();
        lines.join("\n")
    }
}

fn order(mv: &Move) -> (Option<PileId>, Option<PileId>, u8, &'static str) {
    match *mv {
        Move::Transfer { from, to, count } => (Some(from), Some(to), count, ""),
        Move::Draw => (None, None, 0, "draw"),
        Move::Deal => (None, None, 0, "deal"),
        Move::DiscardMiddle => (None, None, 0, "middle"),
        Move::DiscardAll => (None, None, 0, "all"),
        Move::Redeal => (None, None, 0, "redeal"),
    }
}

/// Numbers by a simple rule, the same in every run.
fn numbers(seed: u64) -> impl FnMut() -> usize {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize
    }
}

/// The most cards a tableau pile holds.
fn tallest(player: &Player) -> usize {
    let table = player.table().game().table();
    let piles = (0..16).map(PileId::tableau);
    piles.map(|pile| table.size(pile)).max().unwrap_or(0)
}

/// A game played to make one pile as tall as can be: what goes on the tallest pile goes first, what
/// leaves it or goes home last. Of 200 moves the position with the tallest pile.
fn with_a_tall_pile(rules: &Variant, seed: u64, size: (u16, u16)) -> Player {
    let mut player = Player::at(rules.clone(), seed, size);
    let mut random = numbers(seed);
    let mut tallest_yet = player.app.clone();
    let mut height = 0;
    for _ in 0..200 {
        let table = player.table().game().table();
        let tower = (0..16)
            .map(PileId::tableau)
            .max_by_key(|pile| table.size(*pile))
            .expect("a pile");
        let worth = |mv: &Move| match *mv {
            Move::Transfer { to, .. } if to == tower => 3,
            Move::Transfer { from, .. } if from == tower => 0,
            Move::Transfer { to, .. } if to.is_foundation() => 1,
            _ => 2,
        };
        let choose = |legal: &[Move]| {
            let best = legal.iter().map(worth).max().unwrap_or(0);
            let best: Vec<usize> = (0..legal.len())
                .filter(|n| worth(&legal[*n]) == best)
                .collect();
            best[random() % best.len()]
        };
        player.play_by(choose, 1);
        if tallest(&player) > height {
            height = tallest(&player);
            tallest_yet = player.app.clone();
        }
    }
    player.app = tallest_yet;
    let seat = player.table_mut();
    seat.move_cursor_by_groups(1);
    seat.move_cursor_by_groups(-1);
    player
}
