//! Any stream of keys, clicks, drags, pastes and window sizes, at any pace: the front end goes on,
//! every screen can be drawn, and the game on the table stays a game.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use jiff::{SignedDuration, Timestamp};
use larboard::record::Record;
use larboard::tui::action::Action;
use larboard::tui::app::App;
use larboard::tui::keymap::{Key, Keymap};
use larboard::tui::mouse::MouseState;
use larboard::tui::scene::Scene;
use larboard::tui::theme::Appearance;
use larboard::tui::update::update;
use larboard::tui::view;
use larboard::variant::Variant;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{cases, variants};

/// Something from outside.
#[derive(Clone, Debug)]
enum Deed {
    Key(&'static str),
    Type(char),
    Mouse(MouseEventKind, u16, u16),
    Window(u16, u16),
    Wait(i64),
    Tick,
}

const KEYS: [&str; 66] = [
    "space",
    "enter",
    "esc",
    "left",
    "right",
    "up",
    "down",
    "home",
    "end",
    "pgup",
    "pgdn",
    "tab",
    "shift-tab",
    "backspace",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "w",
    "r",
    "g",
    "c",
    "d",
    "h",
    "s",
    "f",
    "a",
    "A",
    "u",
    "U",
    "H",
    "v",
    "V",
    "p",
    ":",
    "n",
    "R",
    "G",
    "#",
    "P",
    "+",
    "-",
    "t",
    "m",
    "?",
    "f1",
    "x",
    "e",
    "b",
    "S",
    ",",
    "q",
    "ctrl-z",
    "ctrl-r",
    "ctrl-y",
    "j",
    "k",
    "l",
    "delete",
    "D",
];

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let cell = (0..140u16, 0..50u16);
    let kind = prop::sample::select(vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
        MouseEventKind::Moved,
    ]);
    let one = prop_oneof![
        12 => prop::sample::select(KEYS.to_vec()).prop_map(Deed::Key),
        1 => any::<char>().prop_map(Deed::Type),
        8 => (kind, cell).prop_map(|(kind, (column, row))| Deed::Mouse(kind, column, row)),
        1 => prop_oneof![
            2 => prop::sample::select(vec![(80, 24), (100, 30), (120, 40)]),
            1 => (0..200u16, 0..70u16),
        ].prop_map(|(columns, rows)| Deed::Window(columns, rows)),
        1 => (-100_000..100_000i64).prop_map(Deed::Wait),
        2 => Just(Deed::Tick),
    ];
    prop::collection::vec(one, 0..120)
}

/// The front end with a hand at its keys and its mouse.
struct Player {
    app: App,
    mouse: MouseState,
    now: Timestamp,
}

impl Player {
    fn does(&mut self, deed: &Deed) {
        self.now += SignedDuration::from_millis(90);
        match *deed {
            Deed::Key(key) => {
                let key: Key = key.parse().expect("a key");
                let action = self.app.resolve_key(key, &Scene::compute(&self.app));
                update(&mut self.app, action, self.now);
            }
            Deed::Type(c) => update(&mut self.app, Action::InsertChar(c), self.now),
            Deed::Mouse(kind, column, row) => {
                let modifiers = KeyModifiers::NONE;
                let event = MouseEvent {
                    kind,
                    column,
                    row,
                    modifiers,
                };
                let scene = Scene::compute(&self.app);
                for action in self.mouse.handle_event(event, &scene, self.now) {
                    update(&mut self.app, action, self.now);
                }
            }
            Deed::Window(columns, rows) => {
                update(&mut self.app, Action::Resize(columns, rows), self.now);
            }
            Deed::Wait(seconds) => {
                self.now = self
                    .now
                    .checked_add(SignedDuration::from_secs(seconds))
                    .unwrap_or(self.now);
                update(&mut self.app, Action::Tick, self.now);
            }
            Deed::Tick => {
                let due = self.app.deadline().filter(|&due| due > self.now);
                self.now = due.unwrap_or(self.now);
                update(&mut self.app, Action::Tick, self.now);
            }
        }
        self.app.should_quit = false;
    }

    fn is_drawn(&self) {
        let (columns, rows) = self.app.size;
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
        view::draw(&self.app, &Scene::compute(&self.app), &mut buffer);
        let cells = buffer.content.iter();
        assert!(
            !cells
                .flat_map(|cell| cell.symbol().chars())
                .any(char::is_control)
        );
    }

    /// The sitting on the table, of which every word is true.
    fn is_at_a_game(&self) {
        if let Some(seat) = &self.app.table {
            let text = Record::from_played_game(seat.session.played()).to_string();
            let read = Record::from_slice(text.as_bytes()).expect("what is written is read");
            assert_eq!(read.to_string(), text);
            let back = read.to_played_game().expect("every move is legal");
            assert_eq!(back.game.table(), seat.game().table());
        }
    }
}

proptest! {
    #![proptest_config(cases(25))]

    #[test]
    fn whatever_is_pressed_the_game_goes_on(
        rules in prop::option::of(prop::sample::select(variants())),
        luck in any::<u64>(),
        deeds in deeds(),
    ) {
        let now = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * 365 * 50);
        let app = App::new(Appearance::from_env(|_| None), Keymap::default(), (80, 24), luck);
        let mut player = Player { app, mouse: MouseState::default(), now };
        if let Some(rules) = rules {
            let rules: Variant = rules;
            player.app.deal(rules, luck, now);
        }
        for deed in &deeds {
            player.does(deed);
            player.is_drawn();
        }
        player.is_at_a_game();
    }
}
