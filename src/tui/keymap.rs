//! Which key asks for what. The one truth for the keyboard, the help and the bottom line.

mod key;

use std::fmt;

use super::action::{Action, Way};
use super::app::Mode;
use crate::cards::Suit;

pub use key::{Key, NotAKey};

/// What a few keys ask for in some modes.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The name it has in a settings file; an action keeps it in all its modes.
    pub name: &'static str,
    /// The modes the keys mean this in.
    pub modes: &'static [Mode],
    /// The keys, the one to show first.
    pub keys: Vec<Key>,
    /// What they ask for.
    pub action: Action,
    /// What the help says of it.
    pub about: &'static str,
    /// What the bottom line says of it, where it is named there.
    pub brief: &'static str,
}

/// Two meanings for a key in one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The key.
    pub key: Key,
    /// The names of the two bindings.
    pub names: [&'static str; 2],
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.names;
        write!(
            f,
            "the key {} is given to {first} and to {second}",
            self.key
        )
    }
}

impl std::error::Error for Conflict {}

/// All the keys.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

impl Keymap {
    /// A keymap of these bindings.
    ///
    /// # Errors
    /// A key has two meanings in one mode.
    pub fn new(bindings: Vec<Binding>) -> Result<Keymap, Conflict> {
        for (n, one) in bindings.iter().enumerate() {
            for other in &bindings[n + 1..] {
                let shared = one.keys.iter().find(|key| other.keys.contains(key));
                if let Some(&key) = shared
                    && one.modes.iter().any(|mode| other.modes.contains(mode))
                {
                    let names = [one.name, other.name];
                    return Err(Conflict { key, names });
                }
            }
        }
        Ok(Keymap { bindings })
    }

    /// What a key asks for in a mode.
    pub fn action(&self, mode: Mode, key: Key) -> Option<Action> {
        self.of(mode)
            .find(|binding| binding.keys.contains(&key))
            .map(|binding| binding.action)
            .or_else(|| match key.types() {
                Some(typed) if mode == Mode::Typing => Some(Action::Type(typed)),
                _ => None,
            })
    }

    /// The bindings of a mode, in the order of the help.
    pub fn of(&self, mode: Mode) -> impl Iterator<Item = &Binding> {
        self.bindings
            .iter()
            .filter(move |binding| binding.modes.contains(&mode))
    }
}

impl Default for Keymap {
    /// The keys as they are without a settings file.
    fn default() -> Keymap {
        let bindings = DEFAULT.iter().map(|row| {
            let (name, modes, keys, action, about, brief) = *row;
            Binding {
                name,
                modes,
                keys: keys.split(' ').filter_map(|key| key.parse().ok()).collect(),
                action,
                about,
                brief,
            }
        });
        Keymap {
            bindings: bindings.collect(),
        }
    }
}

use Mode::{Choosing, Digits, Ended, Hand, Held, Menu, Overlay, Replay, Suits, Table, Typing};

type Row = (
    &'static str,
    &'static [Mode],
    &'static str,
    Action,
    &'static str,
    &'static str,
);

const PLAY: &[Mode] = &[Table, Held, Hand];
const CARDS: &[Mode] = &[Table, Held];
const ROOM: &[Mode] = &[Table, Held, Hand, Ended];
const EVERYWHERE: &[Mode] = &[Table, Held, Hand, Ended, Menu, Replay];
const ALL: &[Mode] = &[
    Table, Held, Choosing, Suits, Digits, Hand, Typing, Ended, Overlay, Menu, Replay,
];

/// The order is that of the help and of the bottom line.
#[rustfmt::skip]
const DEFAULT: &[Row] = &[
    ("press", &[Table], "space enter", Action::Press, "pick up, put down", "pick up"),
    ("press", &[Held], "space enter", Action::Press, "pick up, put down", "put down"),
    ("step", &[Hand], "space enter", Action::Press, "make the next step, or discard", "step"),
    ("press", &[Menu], "space", Action::Press, "change what is marked; on a game: deal it", "change"),
    ("type-end", &[Typing], "enter", Action::Press, "done", "done"),
    ("let-go", &[Table, Hand], "esc", Action::LetGo, "let go", ""),
    ("let-go", &[Held, Choosing, Suits, Digits], "esc", Action::LetGo, "let go", "let go"),
    ("let-go", &[Typing], "esc", Action::LetGo, "never mind", "never mind"),
    ("let-go", &[Menu, Overlay], "esc", Action::LetGo, "back", "back"),
    ("let-go", &[Replay], "esc", Action::LetGo, "back", ""),
    ("let-go", &[Ended], "esc", Action::LetGo, "look at the table", "the table"),
    ("left", CARDS, "left h", Action::Walk(Way::Left), "walk to the left", ""),
    ("right", CARDS, "right l", Action::Walk(Way::Right), "walk to the right", ""),
    ("up", CARDS, "up k", Action::Walk(Way::Up), "walk up: more cards of a pile, then the row above", ""),
    ("down", CARDS, "down j", Action::Walk(Way::Down), "walk down: fewer cards", ""),
    ("left", &[Menu], "left h", Action::Walk(Way::Left), "the value before", ""),
    ("right", &[Menu], "right l", Action::Walk(Way::Right), "from a game to its options; there, the next value", "options"),
    ("left", &[Replay], "left h", Action::Walk(Way::Left), "a move back", "back"),
    ("right", &[Replay], "right l", Action::Walk(Way::Right), "a move on", "on"),
    ("left", &[Overlay], "left h", Action::Walk(Way::Left), "the other page", ""),
    ("right", &[Overlay], "right l", Action::Walk(Way::Right), "the other page", "the other page"),
    ("up", &[Menu], "up k", Action::Walk(Way::Up), "the row above", ""),
    ("up", &[Replay], "up k", Action::Walk(Way::Up), "a move back", ""),
    ("up", &[Overlay], "up k", Action::Walk(Way::Up), "a line up", ""),
    ("down", &[Menu], "down j", Action::Walk(Way::Down), "the row below", ""),
    ("down", &[Replay], "down j", Action::Walk(Way::Down), "a move on", ""),
    ("down", &[Overlay], "down j", Action::Walk(Way::Down), "a line down", ""),
    ("choose-left", &[Choosing], "left h", Action::Walk(Way::Left), "the one on the left", "the left one"),
    ("choose-right", &[Choosing], "right l", Action::Walk(Way::Right), "the one on the right", "the right one"),
    ("row-start", &[Table, Held], "home", Action::RowStart, "to the beginning of the row", ""),
    ("row-start", &[Menu, Overlay], "home", Action::RowStart, "to the first row", ""),
    ("row-start", &[Replay], "home", Action::RowStart, "to the deal", ""),
    ("row-end", &[Table, Held], "end", Action::RowEnd, "to the end of the row", ""),
    ("row-end", &[Menu, Overlay], "end", Action::RowEnd, "to the last row", ""),
    ("row-end", &[Replay], "end", Action::RowEnd, "to the last move", ""),
    ("next-group", &[Menu], "tab", Action::NextGroup, "games, options, deal, and round again", ""),
    ("next-group", &[Overlay], "tab", Action::NextGroup, "the other page", ""),
    ("next-group", &[Table, Held], "tab", Action::NextGroup, "on round stock and waste, foundations, tableau, reserve", ""),
    ("previous-group", &[Table, Held, Menu, Overlay], "shift-tab", Action::PreviousGroup, "the same, the other way", ""),
    ("page-up", &[Overlay], "pgup", Action::PageUp, "a page up", ""),
    ("page-up", &[Replay], "pgup", Action::PageUp, "ten moves back", ""),
    ("page-down", &[Replay], "pgdn", Action::PageDown, "ten moves on", ""),
    ("page-down", &[Overlay], "pgdn space", Action::PageDown, "a page down", "a page down"),
    ("pile-1", CARDS, "1", Action::Digit(1), "a pile as source, then a pile as target; the same twice: home", ""),
    ("pile-2", CARDS, "2", Action::Digit(2), "", ""),
    ("pile-3", CARDS, "3", Action::Digit(3), "", ""),
    ("pile-4", CARDS, "4", Action::Digit(4), "", ""),
    ("pile-5", CARDS, "5", Action::Digit(5), "", ""),
    ("pile-6", CARDS, "6", Action::Digit(6), "", ""),
    ("pile-7", CARDS, "7", Action::Digit(7), "", ""),
    ("pile-8", CARDS, "8", Action::Digit(8), "", ""),
    ("pile-9", CARDS, "9", Action::Digit(9), "", ""),
    ("pile-10", CARDS, "0", Action::Digit(0), "", ""),
    ("digit-1", &[Digits, Replay], "1", Action::Digit(1), "the number of a move, then enter", ""),
    ("digit-2", &[Digits, Replay], "2", Action::Digit(2), "", ""),
    ("digit-3", &[Digits, Replay], "3", Action::Digit(3), "", ""),
    ("digit-4", &[Digits, Replay], "4", Action::Digit(4), "", ""),
    ("digit-5", &[Digits, Replay], "5", Action::Digit(5), "", ""),
    ("digit-6", &[Digits, Replay], "6", Action::Digit(6), "", ""),
    ("digit-7", &[Digits, Replay], "7", Action::Digit(7), "", ""),
    ("digit-8", &[Digits, Replay], "8", Action::Digit(8), "", ""),
    ("digit-9", &[Digits, Replay], "9", Action::Digit(9), "", ""),
    ("digit-0", &[Digits, Replay], "0", Action::Digit(0), "", ""),
    ("waste", CARDS, "w", Action::Waste, "the waste as source", ""),
    ("reserve", CARDS, "r", Action::Reserve, "a reserve card as source, by two digits: r07", ""),
    ("foundation", CARDS, "g", Action::Foundation, "a foundation as source, by a suit's letter; again: its twin", ""),
    ("clubs", &[Suits], "c", Action::Suit(Suit::Clubs), "clubs", "clubs"),
    ("diamonds", &[Suits], "d", Action::Suit(Suit::Diamonds), "diamonds", "diamonds"),
    ("hearts", &[Suits], "h", Action::Suit(Suit::Hearts), "hearts", "hearts"),
    ("spades", &[Suits], "s", Action::Suit(Suit::Spades), "spades", "spades"),
    ("draw", &[Table, Hand], "d", Action::Draw, "draw or deal; in the hand, the next step", "draw"),
    ("draw", &[Held], "d", Action::Draw, "draw or deal; in the hand, the next step", ""),
    ("run", &[Hand], "x", Action::Run, "let it run; any key stops it", "let it run"),
    ("home", CARDS, "f", Action::Home, "home with the card under the cursor or picked up", "home"),
    ("safe-home", CARDS, "a", Action::SafeHome, "home with all that can safely go", ""),
    ("finish", CARDS, "A", Action::Finish, "finish: everything home, where nothing is in the way", "finish"),
    ("undo", &[Ended], "u ctrl-z", Action::Undo, "undo: back into the game", "back into it"),
    ("undo", PLAY, "u ctrl-z", Action::Undo, "undo; at the deal, back to the sitting before", "undo"),
    ("redo", ROOM, "U ctrl-r ctrl-y", Action::Redo, "redo", ""),
    ("back-to-win", ROOM, "b", Action::BackToWin, "where no win is left: back to the last position known to have one", "back to a win"),
    ("hint", PLAY, "H", Action::Hint, "a hint; again: the next", "hint"),
    ("verdict", ROOM, "v", Action::Verdict, "verdict: whether the game can be won from here; a key stops the search", ""),
    ("show", PLAY, "V", Action::Show, "show me: play the line that wins, where one is known", ""),
    ("peek", PLAY, "p", Action::Peek, "peek: the pile under the cursor in full", ""),
    ("type-move", PLAY, ":", Action::TypeMove, "type a move as a record writes it: t3-t5x2", ""),
    ("deal", &[Menu], "enter n", Action::New, "deal the game", "deal"),
    ("new", PLAY, "n", Action::New, "a new deal", "new"),
    ("new", &[Ended], "n", Action::New, "a new deal", "another deal"),
    ("again", PLAY, "R", Action::Again, "the same deal again", "again"),
    ("again", &[Ended], "R", Action::Again, "the same deal again", "the same again"),
    ("give-up", PLAY, "G", Action::GiveUp, "give up", ""),
    ("seed", ROOM, "#", Action::TypeSeed, "type the seed of a deal", ""),
    ("seed", &[Menu], "#", Action::TypeSeed, "type the seed of a deal", "seed"),
    ("replay", PLAY, "P", Action::Replay, "replay the game so far", ""),
    ("replay", &[Ended], "P", Action::Replay, "replay the game", "replay"),
    ("play", &[Replay], "space", Action::Play, "play or pause", "play"),
    ("take-over", &[Replay], "enter", Action::TakeOver, "go to the move of the number typed; without one, play on from here", "play on"),
    ("faster", &[Replay], "+", Action::Faster, "faster", "faster"),
    ("slower", &[Replay], "-", Action::Slower, "slower", "slower"),
    ("theme", EVERYWHERE, "t", Action::Theme, "the next theme", ""),
    ("four-colours", EVERYWHERE, "c", Action::FourColours, "suits in four colours, or two", ""),
    ("menu", ROOM, "m", Action::Menu, "the menu of games", "menu"),
    ("help", EVERYWHERE, "? f1", Action::Help, "this help", "help"),
    ("erase", &[Typing, Replay], "backspace", Action::Erase, "take back a character", ""),
    ("close", &[Held], "q", Action::Close, "leave; nothing is lost", ""),
    ("close", &[Table, Hand, Ended, Menu], "q", Action::Close, "leave; nothing is lost", "leave"),
    ("close", &[Overlay, Replay], "q", Action::Close, "close", "close"),
    ("quit", ALL, "ctrl-c", Action::Quit, "leave at once", ""),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_without_settings_have_one_meaning_each() {
        let bindings = Keymap::default().bindings;
        assert!(bindings.iter().all(|binding| !binding.keys.is_empty()));
        let read: usize = bindings.iter().map(|binding| binding.keys.len()).sum();
        let written: usize = DEFAULT.iter().map(|row| row.2.split(' ').count()).sum();
        assert_eq!(read, written, "a key is not readable");
        assert_eq!(Keymap::new(bindings).err(), None);
    }

    #[test]
    fn two_meanings_for_a_key_are_refused_by_name() {
        let mut bindings = Keymap::default().bindings;
        let draw = bindings.iter_mut().find(|binding| binding.name == "draw");
        draw.expect("a binding")
            .keys
            .push("u".parse().expect("a key"));
        let conflict = Keymap::new(bindings).expect_err("u is undo");
        assert_eq!(
            conflict.to_string(),
            "the key u is given to draw and to undo"
        );
    }

    #[test]
    fn a_line_takes_every_character_that_is_no_key_of_its_own() {
        let keymap = Keymap::default();
        let typed = |text: &str| keymap.action(Mode::Typing, text.parse().expect("a key"));
        assert_eq!(typed("q"), Some(Action::Type('q')));
        assert_eq!(typed("esc"), Some(Action::LetGo));
        assert_eq!(typed("ctrl-c"), Some(Action::Quit));
        assert_eq!(typed("f1"), None);
    }
}
