//! Which key asks for what. The one truth for the keyboard, the help and the bottom line.

mod key;

use super::action::{Action, Way};
use super::app::Mode;
use crate::cards::Suit;
use crate::escape::quoted;
use crate::store::settings::{Complaint, KeySetting};

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

/// All the keys.
///
/// ```
/// use larboard::tui::action::Action;
/// use larboard::tui::app::Mode;
/// use larboard::tui::keymap::Keymap;
///
/// let keymap = Keymap::default();
/// let key = "ctrl-z".parse().unwrap();
/// assert_eq!(keymap.action(Mode::Table, key), Some(Action::Undo));
/// ```
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

impl Keymap {
    /// The usual keymap with some keys set otherwise, and what of that cannot be: a name or a key
    /// that is none, or a key with two meanings. Such a setting is as if it were not there.
    pub fn set_by(settings: &[KeySetting]) -> (Keymap, Vec<Complaint>) {
        let mut complaints = Vec::new();
        let mut complain = |setting: &KeySetting, what| {
            let line = Some(setting.line);
            complaints.push(Complaint { line, what });
        };
        let mut set: Vec<(&KeySetting, Vec<Key>)> = Vec::new();
        for setting in settings {
            match keys(setting) {
                Ok(keys) => set.push((setting, keys)),
                Err(what) => complain(setting, what),
            }
        }
        loop {
            let mut keymap = Keymap::default();
            for binding in &mut keymap.bindings {
                let mut set = set.iter();
                if let Some((_, keys)) = set.find(|(setting, _)| setting.name == binding.name) {
                    binding.keys.clone_from(keys);
                }
            }
            let Some((key, names)) = keymap.conflict() else {
                return (keymap, complaints);
            };
            // Of two settings the later gives way.
            let at = set
                .iter()
                .rposition(|(setting, _)| names.contains(&&*setting.name));
            let Some(at) = at else {
                return (keymap, complaints);
            };
            let (setting, _) = set.remove(at);
            let [first, second] = names;
            complain(
                setting,
                format!("the key {key} is given to {first} and to {second}"),
            );
        }
    }

    /// A key that has two meanings in one mode, and their names. Where a line is typed what types
    /// a character has that one meaning.
    fn conflict(&self) -> Option<(Key, [&'static str; 2])> {
        let means = |binding: &Binding, key: Key, mode: Mode| {
            binding.modes.contains(&mode)
                && binding.keys.contains(&key)
                && (mode != Typing || key.types().is_none())
        };
        self.bindings.iter().enumerate().find_map(|(n, one)| {
            self.bindings[n + 1..].iter().find_map(|other| {
                let mut shared = one.keys.iter().copied();
                let key = shared.find(|&key| {
                    let mut modes = one.modes.iter();
                    modes.any(|&mode| means(one, key, mode) && means(other, key, mode))
                })?;
                Some((key, [one.name, other.name]))
            })
        })
    }

    /// The names of all that keys can be set for, in the order of the help, and their keys.
    pub fn names(&self) -> Vec<(&'static str, &[Key])> {
        let mut names: Vec<(&str, &[Key])> = Vec::new();
        for binding in &self.bindings {
            if names.iter().all(|(name, _)| *name != binding.name) {
                names.push((binding.name, &binding.keys));
            }
        }
        names
    }

    /// What a key asks for in a mode.
    pub fn action(&self, mode: Mode, key: Key) -> Option<Action> {
        match key.types() {
            Some(typed) if mode == Typing => Some(Action::Type(typed)),
            _ => self
                .of(mode)
                .find(|binding| binding.keys.contains(&key))
                .map(|binding| binding.action),
        }
    }

    /// The first key for an action in a mode.
    pub fn key(&self, mode: Mode, action: Action) -> Option<Key> {
        let mut bindings = self.of(mode);
        bindings.find_map(|binding| {
            let first = binding.keys.first().filter(|_| binding.action == action);
            first.copied()
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

/// The keys of a setting, or why it cannot be followed.
fn keys(setting: &KeySetting) -> Result<Vec<Key>, String> {
    let name = &setting.name;
    if !DEFAULT.iter().any(|row| row.0 == name) {
        return Err(format!("no action is called {}", quoted(name)));
    }
    if setting.keys.is_empty() && name == LAST_RESORT {
        return Err(format!("{name} must have a key"));
    }
    let keys = setting.keys.iter().map(|key| key.parse());
    let keys: Result<_, NotAKey> = keys.collect();
    keys.map_err(|error| error.to_string())
}

/// The name of what must be within reach whatever else is set.
const LAST_RESORT: &str = "quit";

use Mode::{
    Choosing, Digits, Ended, Hand, Held, Ledger, Menu, Overlay, Replay, Settings, Suits, Table,
    Typing,
};

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
const TASTE: &[Mode] = &[Table, Held, Hand, Ended, Menu, Replay, Settings, Ledger];
const ALL: &[Mode] = &[
    Table, Held, Choosing, Suits, Digits, Hand, Typing, Ended, Overlay, Settings, Ledger, Menu,
    Replay,
];

/// The order is that of the help and of the bottom line.
#[rustfmt::skip]
const DEFAULT: &[Row] = &[
    ("press", &[Table], "space enter", Action::Press, "pick up, put down", "pick up"),
    ("press", &[Held], "space enter", Action::Press, "pick up, put down", "put down"),
    ("step", &[Hand], "space enter", Action::Press, "make the next step, or discard", "step"),
    ("press", &[Settings], "space enter", Action::Press, "change what is marked", "change"),
    ("press", &[Ledger], "space enter", Action::Press, "replay the game marked", "replay"),
    ("change", &[Menu], "space", Action::Press, "change what is marked; on a game: deal it", "change"),
    ("type-end", &[Typing], "enter", Action::Press, "done", "done"),
    ("let-go", &[Table, Hand], "esc", Action::LetGo, "let go", ""),
    ("let-go", &[Held, Choosing, Suits, Digits], "esc", Action::LetGo, "let go", "let go"),
    ("let-go", &[Typing], "esc", Action::LetGo, "never mind", "never mind"),
    ("let-go", &[Menu, Overlay, Settings, Ledger], "esc", Action::LetGo, "back", "back"),
    ("let-go", &[Replay], "esc", Action::LetGo, "back", ""),
    ("let-go", &[Ended], "esc", Action::LetGo, "look at the table", "the table"),
    ("left", CARDS, "left h", Action::Walk(Way::Left), "walk to the left", ""),
    ("right", CARDS, "right l", Action::Walk(Way::Right), "walk to the right", ""),
    ("up", CARDS, "up k", Action::Walk(Way::Up), "walk up: more cards of a pile, then the row above", ""),
    ("down", CARDS, "down j", Action::Walk(Way::Down), "walk down: fewer cards", ""),
    ("left", &[Menu, Settings], "left h", Action::Walk(Way::Left), "the value before", ""),
    ("right", &[Settings], "right l", Action::Walk(Way::Right), "the next value", ""),
    ("right", &[Menu], "right l", Action::Walk(Way::Right), "from a game to its options; there, the next value", "options"),
    ("left", &[Replay], "left h", Action::Walk(Way::Left), "a move back", "back"),
    ("right", &[Replay], "right l", Action::Walk(Way::Right), "a move on", "on"),
    ("left", &[Overlay, Ledger], "left h", Action::Walk(Way::Left), "the other page", ""),
    ("right", &[Overlay, Ledger], "right l", Action::Walk(Way::Right), "the other page", "the other page"),
    ("up", &[Menu, Settings], "up k", Action::Walk(Way::Up), "the row above", ""),
    ("up", &[Replay], "up k", Action::Walk(Way::Up), "a move back", ""),
    ("up", &[Overlay, Ledger], "up k", Action::Walk(Way::Up), "a line up", ""),
    ("down", &[Menu, Settings], "down j", Action::Walk(Way::Down), "the row below", ""),
    ("down", &[Replay], "down j", Action::Walk(Way::Down), "a move on", ""),
    ("down", &[Overlay, Ledger], "down j", Action::Walk(Way::Down), "a line down", ""),
    ("choose-left", &[Choosing], "left h", Action::Walk(Way::Left), "the one on the left", "the left one"),
    ("choose-right", &[Choosing], "right l", Action::Walk(Way::Right), "the one on the right", "the right one"),
    ("row-start", &[Table, Held], "home", Action::RowStart, "to the beginning of the row", ""),
    ("row-start", &[Menu, Overlay, Settings, Ledger], "home", Action::RowStart, "to the first row", ""),
    ("row-start", &[Replay], "home", Action::RowStart, "to the deal", ""),
    ("row-end", &[Table, Held], "end", Action::RowEnd, "to the end of the row", ""),
    ("row-end", &[Menu, Overlay, Settings, Ledger], "end", Action::RowEnd, "to the last row", ""),
    ("row-end", &[Replay], "end", Action::RowEnd, "to the last move", ""),
    ("next-group", &[Menu], "tab", Action::NextGroup, "games, options, deal, and round again", ""),
    ("next-group", &[Overlay, Ledger], "tab", Action::NextGroup, "the other page", ""),
    ("next-group", &[Table, Held], "tab", Action::NextGroup, "on round stock and waste, foundations, tableau, reserve", ""),
    ("previous-group", &[Table, Held, Menu, Overlay, Ledger], "shift-tab", Action::PreviousGroup, "the same, the other way", ""),
    ("page-up", &[Overlay, Ledger], "pgup", Action::PageUp, "a page up", ""),
    ("page-up", &[Replay], "pgup", Action::PageUp, "ten moves back", ""),
    ("page-down", &[Replay], "pgdn", Action::PageDown, "ten moves on", ""),
    ("page-down", &[Ledger], "pgdn", Action::PageDown, "a page down", ""),
    ("page-down", &[Overlay], "pgdn", Action::PageDown, "a page down", "a page down"),
    ("search", &[Overlay], "/", Action::Search, "look for a word in the help", "search"),
    ("next-found", &[Overlay], "n", Action::NextFound, "the next line with the word looked for", "the next"),
    ("read-on", &[Overlay], "space", Action::PageDown, "a page down", ""),
    ("pile-1", CARDS, "1", Action::Digit(1), "a pile as source, then a pile as target, 0 being the tenth; the same twice: home", ""),
    ("pile-2", CARDS, "2", Action::Digit(2), "", ""),
    ("pile-3", CARDS, "3", Action::Digit(3), "", ""),
    ("pile-4", CARDS, "4", Action::Digit(4), "", ""),
    ("pile-5", CARDS, "5", Action::Digit(5), "", ""),
    ("pile-6", CARDS, "6", Action::Digit(6), "", ""),
    ("pile-7", CARDS, "7", Action::Digit(7), "", ""),
    ("pile-8", CARDS, "8", Action::Digit(8), "", ""),
    ("pile-9", CARDS, "9", Action::Digit(9), "", ""),
    ("pile-10", CARDS, "0", Action::Digit(0), "", ""),
    ("digit-1", &[Digits, Replay], "1", Action::Digit(1), "the number of a move to go to", ""),
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
    ("show", ROOM, "V", Action::Show, "show me: look for a line that wins, and play it", "show me"),
    ("peek", PLAY, "p", Action::Peek, "peek: the pile under the cursor in full", ""),
    ("peek", &[Overlay], "p", Action::Peek, "on from the hand to the discards; else close", "the discards"),
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
    ("move-number", &[Replay], "#", Action::TypeNumber, "type the number of a move to go to", "go to"),
    ("play", &[Replay], "space", Action::Play, "play or pause", "play"),
    ("take-over", &[Replay], "enter", Action::TakeOver, "go to the move of the number typed; without one, play on from here", "play on"),
    ("faster", &[Replay], "+", Action::Faster, "faster", "faster"),
    ("slower", &[Replay], "-", Action::Slower, "slower", "slower"),
    ("export", PLAY, "e", Action::Export, "export the game to a file in the current folder", ""),
    ("export", &[Ended], "e", Action::Export, "export the game to a file in the current folder", "export"),
    ("export", &[Ledger], "e", Action::Export, "export the game marked to a file in the current folder", "export"),
    ("results", &[Menu], "S", Action::Results, "your results, and the games that are over", "results"),
    ("results", PLAY, "S", Action::Results, "your results, and the games that are over", ""),
    ("results", &[Ended], "S", Action::Results, "your results, and the games that are over", "results"),
    ("results", &[Ledger], "S", Action::Results, "close", ""),
    ("settings", &[Menu], ",", Action::Settings, "the settings", "settings"),
    ("settings", &[Table, Held, Hand, Ended, Replay], ",", Action::Settings, "the settings", ""),
    ("settings", &[Settings], ",", Action::Settings, "close", ""),
    ("theme", TASTE, "t", Action::Theme, "the next theme", ""),
    ("four-colours", TASTE, "c", Action::FourColours, "suits in four colours, or two", ""),
    ("menu", ROOM, "m", Action::Menu, "the menu of games", "menu"),
    ("help", EVERYWHERE, "? f1", Action::Help, "this help", "help"),
    ("erase", &[Typing, Replay], "backspace", Action::Erase, "take back a character", ""),
    ("close", &[Held], "q", Action::Close, "leave; nothing is lost", ""),
    ("close", &[Table, Hand, Ended, Menu], "q", Action::Close, "leave; nothing is lost", "leave"),
    ("close", &[Overlay, Settings, Ledger, Replay], "q", Action::Close, "close", "close"),
    ("suspend", ALL, "", Action::Suspend, "stop the program until the shell lets it go on", ""),
    ("quit", ALL, "ctrl-c", Action::Quit, "leave at once", ""),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The keymap of settings, a line each: an action's name and its keys.
    fn set_by(lines: &str) -> (Keymap, Vec<String>) {
        let settings: Vec<KeySetting> = lines
            .lines()
            .enumerate()
            .map(|(n, line)| {
                let mut words = line.split_whitespace().map(str::to_owned);
                KeySetting {
                    name: words.next().expect("a name"),
                    keys: words.collect(),
                    line: n + 1,
                }
            })
            .collect();
        let (keymap, complaints) = Keymap::set_by(&settings);
        (keymap, complaints.iter().map(ToString::to_string).collect())
    }

    fn key(text: &str) -> Key {
        text.parse().expect("a key")
    }

    #[test]
    fn the_keys_without_settings_have_one_meaning_each() {
        let keymap = Keymap::default();
        // Stopping is the shell's business, but can be given a key.
        let mut keyless = keymap.bindings.iter().filter(|known| known.keys.is_empty());
        assert!(keyless.all(|binding| binding.action == Action::Suspend));
        let read: usize = keymap
            .bindings
            .iter()
            .map(|binding| binding.keys.len())
            .sum();
        let written: usize = DEFAULT
            .iter()
            .map(|row| row.2.split_whitespace().count())
            .sum();
        assert_eq!(read, written, "a key is not readable");
        assert_eq!(keymap.conflict(), None);
    }

    #[test]
    fn what_has_one_name_has_the_same_keys_everywhere() {
        let keymap = Keymap::default();
        for (name, keys) in keymap.names() {
            for binding in keymap.bindings.iter().filter(|known| known.name == name) {
                assert_eq!(binding.keys, keys, "{name}");
            }
        }
    }

    #[test]
    fn keys_that_are_set_take_the_place_of_the_usual_ones_in_every_mode() {
        let (keymap, complaints) = set_by("draw z f5\nundo d\nleft ctrl-b");
        assert_eq!(complaints, [""; 0]);
        for (mode, text, action) in [
            (Table, "z", Some(Action::Draw)),
            (Hand, "f5", Some(Action::Draw)),
            (Held, "d", Some(Action::Undo)),
            (Table, "u", None),
            (Menu, "ctrl-b", Some(Action::Walk(Way::Left))),
            (Replay, "h", None),
        ] {
            assert_eq!(keymap.action(mode, key(text)), action, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_set_is_named_by_its_line_and_the_usual_keys_stay() {
        for (lines, words) in [
            ("draw u", "line 1: the key u is given to draw and to undo"),
            (
                "undo z\ndraw z",
                "line 2: the key z is given to draw and to undo",
            ),
            (
                "new f9\ndraw f9",
                "line 2: the key f9 is given to draw and to new",
            ),
            ("fly d", "line 1: no action is called \"fly\""),
            ("draw hyper-d", "line 1: \"hyper-d\" is no key"),
            ("quit", "line 1: quit must have a key"),
        ] {
            let (keymap, complaints) = set_by(lines);
            assert_eq!(complaints.len(), 1, "{complaints:?}");
            assert!(complaints[0].ends_with(words), "{complaints:?}");
            assert_eq!(keymap.action(Table, key("d")), Some(Action::Draw));
            assert_eq!(keymap.conflict(), None);
        }
    }

    #[test]
    fn two_actions_can_change_their_keys_with_each_other_and_one_can_do_without() {
        let (keymap, complaints) = set_by("draw u\nundo d\nhint");
        assert_eq!(complaints, [""; 0]);
        assert_eq!(keymap.action(Table, key("u")), Some(Action::Draw));
        assert_eq!(keymap.action(Table, key("d")), Some(Action::Undo));
        assert_eq!(keymap.action(Table, key("H")), None);
    }

    #[test]
    fn a_line_takes_every_character_whatever_it_is_set_to() {
        let (keymap, complaints) = set_by("let-go z esc\ntype-end y enter");
        assert_eq!(complaints, [""; 0]);
        let typed = |text: &str| keymap.action(Typing, key(text));
        assert_eq!(typed("q"), Some(Action::Type('q')));
        assert_eq!(typed("z"), Some(Action::Type('z')));
        assert_eq!(typed("esc"), Some(Action::LetGo));
        assert_eq!(typed("ctrl-c"), Some(Action::Quit));
        assert_eq!(typed("f1"), None);
    }
}
