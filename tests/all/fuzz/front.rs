//! Random keys, clicks, drags, typed characters and window sizes at any pace: the user interface
//! keeps running, every screen can be drawn, and the game stays valid.

use crossterm::event::{MouseButton, MouseEventKind};
use jiff::SignedDuration;
use larboard::record::Record;
use larboard::variant;

use crate::front_end::Player;

/// The names of keys, of which most have a binding.
const KEYS: &str = "space enter esc left right up down home end pgup pgdn tab shift-tab backspace 0 1 2 3 4 \
    5 6 7 8 9 w r g c d h s f a A u U H v V p : n R G # P + - t m ? f1 x e b S , q ctrl-z \
    ctrl-r ctrl-y j k l delete D o y N / b";

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

/// Checks that the screen can be drawn without control characters.
fn check_screen(player: &mut Player) {
    let buffer = player.render();
    let mut texts = buffer.content.iter().flat_map(|cell| cell.symbol().chars());
    assert!(!texts.any(char::is_control));
}

/// Checks that the record of the game is valid and complete.
fn check_game(player: &Player) {
    if let Some(played) = player.played() {
        let text = Record::from_played_game(played).to_string();
        let record = Record::from_slice(text.as_bytes()).expect("valid record");
        assert_eq!(record.to_string(), text);
        let reread = record.to_played_game().expect("record of legal moves");
        assert_eq!(reread.game.table(), played.game.table());
    }
}

/// Handles inputs that bytes stand for: the first one chooses the game, each further one or three an
/// input. Draws every screen, and checks the game.
pub(super) fn check_input(bytes: &[u8]) {
    let mut player = Player::with_settings("deals = \"winnable\"", (80, 24), true);
    let seed = bytes.len() as u64;
    let (keys, rules) = (KEYS.split_whitespace().collect::<Vec<_>>(), variant::all());
    let mut bytes = bytes.iter().copied();
    if let Some(rules) = bytes.next().and_then(|first| rules.get(usize::from(first))) {
        player.deal(rules.clone(), seed);
    }
    while let Some(first) = bytes.next() {
        let mut next = || bytes.next().unwrap_or_default();
        match first {
            0..=199 => _ = player.press(keys[usize::from(first) % keys.len()]),
            200..=239 => {
                let kind = MOUSE_EVENTS[usize::from(first) % MOUSE_EVENTS.len()];
                player.send_mouse(kind, (next().into(), next().into()));
            }
            240..=244 => player.insert(char::from(next())),
            245..=247 => player.resize((next().into(), next().into())),
            248..=250 => {
                let wait = SignedDuration::from_secs((i64::from(next()) - 100) * 1000);
                player.jump_to(player.now.checked_add(wait).unwrap_or(player.now));
            }
            251..=255 => _ = player.next_frame(),
        }
        check_screen(&mut player);
    }
    check_game(&player);
}
