//! Random keys, clicks, drags, typed characters and window sizes at any pace: the user interface
//! keeps running, every screen can be drawn, and the game stays valid.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use jiff::{SignedDuration, Timestamp};
use larboard::record::Record;
use larboard::session::SeedSource;
use larboard::tui::action::Action;
use larboard::tui::app::App;
use larboard::tui::keymap::{Key, Keymap};
use larboard::tui::mouse::MouseState;
use larboard::tui::theme::Appearance;
use larboard::variant::{self, Variant};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::cases;

/// Input event.
#[derive(Clone, Debug)]
enum Input {
    Key(&'static str),
    Type(char),
    Mouse(MouseEventKind, u16, u16),
    Window(u16, u16),
    Wait(i64),
    Tick,
}

/// The names of keys, of which most have a binding.
fn keys() -> Vec<&'static str> {
    let names = "space enter esc left right up down home end pgup pgdn tab shift-tab backspace 0 1 2 3 4 \
    5 6 7 8 9 w r g c d h s f a A u U H v V p : n R G # P + - t m ? f1 x e b S , q ctrl-z \
    ctrl-r ctrl-y j k l delete D";
    names.split(' ').collect()
}

const MOUSE_EVENTS: [MouseEventKind; 8] = [
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Down(MouseButton::Right),
    MouseEventKind::Drag(MouseButton::Left),
    MouseEventKind::Up(MouseButton::Left),
    MouseEventKind::Up(MouseButton::Left),
    MouseEventKind::ScrollUp,
    MouseEventKind::ScrollDown,
    MouseEventKind::Moved,
];

fn inputs() -> impl Strategy<Value = Vec<Input>> {
    let cell = (0..140u16, 0..50u16);
    let kind = prop::sample::select(MOUSE_EVENTS.to_vec());
    let input = prop_oneof![
        12 => prop::sample::select(keys()).prop_map(Input::Key),
        1 => any::<char>().prop_map(Input::Type),
        8 => (kind, cell).prop_map(|(kind, (column, row))| Input::Mouse(kind, column, row)),
        1 => prop_oneof![
            2 => prop::sample::select(vec![(80, 24), (100, 30), (120, 40)]),
            1 => (0..200u16, 0..70u16),
        ].prop_map(|(columns, rows)| Input::Window(columns, rows)),
        1 => (-100_000..100_000i64).prop_map(Input::Wait),
        2 => Just(Input::Tick),
    ];
    prop::collection::vec(input, 0..120)
}

/// User interface with simulated input.
struct Simulation {
    app: App,
    mouse: MouseState,
    now: Timestamp,
}

impl Simulation {
    fn handle(&mut self, input: &Input) {
        self.now += SignedDuration::from_millis(90);
        match *input {
            Input::Key(key) => {
                let key: Key = key.parse().expect("valid key");
                let action = self.app.resolve_key(key);
                _ = self.app.update(action, self.now);
            }
            Input::Type(c) => _ = self.app.update(Action::InsertChar(c), self.now),
            Input::Mouse(kind, column, row) => {
                let modifiers = KeyModifiers::NONE;
                let event = MouseEvent {
                    kind,
                    column,
                    row,
                    modifiers,
                };
                let frame = self.app.frame().clone();
                for action in self.mouse.handle_event(event, &frame, self.now) {
                    _ = self.app.update(action, self.now);
                }
            }
            Input::Window(columns, rows) => {
                _ = self.app.update(Action::Resize(columns, rows), self.now);
            }
            Input::Wait(seconds) => {
                self.now = self
                    .now
                    .checked_add(SignedDuration::from_secs(seconds))
                    .unwrap_or(self.now);
                _ = self.app.update(Action::Tick, self.now);
            }
            Input::Tick => {
                let due = self.app.deadline().filter(|&due| due > self.now);
                self.now = due.unwrap_or(self.now);
                _ = self.app.update(Action::Tick, self.now);
            }
        }
    }

    /// Checks that the screen can be drawn without control characters.
    fn check_screen(&self) {
        let (columns, rows) = self.app.services.size;
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
        self.app.render(&mut buffer);
        let cells = buffer.content.iter();
        assert!(
            !cells
                .flat_map(|cell| cell.symbol().chars())
                .any(char::is_control)
        );
    }

    /// Checks that the record of the game is valid and complete.
    fn check_game(&self) {
        if let Some(table) = self.app.table() {
            let text = Record::from_played_game(table.session().played()).to_string();
            let record = Record::from_slice(text.as_bytes()).expect("valid record");
            assert_eq!(record.to_string(), text);
            let reread = record.to_played_game().expect("record of legal moves");
            assert_eq!(reread.game.table(), table.view.game().table());
        }
    }
}

/// Handles the inputs, draws every screen, and checks the game.
fn play(rules: Option<Variant>, seed: u64, inputs: &[Input]) {
    let now = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * 365 * 50);
    let app = App::new(
        Appearance::from_env(|_| None),
        Keymap::default(),
        (80, 24),
        SeedSource::from_seed(seed),
    );
    let mut simulation = Simulation {
        app,
        mouse: MouseState::default(),
        now,
    };
    if let Some(rules) = rules {
        simulation.app.deal(rules, seed, now);
    }
    for input in inputs {
        simulation.handle(input);
        simulation.check_screen();
    }
    simulation.check_game();
}

/// Handles inputs that bytes stand for: the first one chooses the game, each further one or three an
/// input.
pub(super) fn check_input(bytes: &[u8]) {
    let keys = keys();
    let mut bytes = bytes.iter().copied();
    let rules = variant::all();
    let rules = bytes
        .next()
        .and_then(|first| rules.get(usize::from(first)).cloned());
    let mut inputs = Vec::new();
    while let Some(first) = bytes.next() {
        let mut next = || bytes.next().unwrap_or_default();
        inputs.push(match first {
            0..=199 => Input::Key(keys[usize::from(first) % keys.len()]),
            200..=239 => {
                let kind = MOUSE_EVENTS[usize::from(first) % MOUSE_EVENTS.len()];
                Input::Mouse(kind, next().into(), next().into())
            }
            240..=244 => Input::Type(char::from(next())),
            245..=247 => Input::Window(next().into(), next().into()),
            248..=250 => Input::Wait(i64::from(next()) * 100),
            251..=255 => Input::Tick,
        });
    }
    play(rules, 1, &inputs);
}

proptest! {
    #![proptest_config(cases(25))]

    #[test]
    fn random_input_leaves_a_valid_game(
        rules in prop::option::of(prop::sample::select(variant::all())),
        seed in any::<u64>(),
        inputs in inputs(),
    ) {
        play(rules, seed, &inputs);
    }
}
