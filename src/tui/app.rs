//! What the front end knows: plain state, changed by `update` alone and drawn by `view`.

use std::path::PathBuf;

use jiff::Timestamp;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::action::Action;
use super::happened::Happened;
use super::help::Page;
use super::keymap::Keymap;
use super::menu::Menu;
use super::replay::Replay;
use super::theme::Look;
use crate::cards::Card;
use crate::game::Game;
use crate::record::Sitting;
use crate::rules::{Move, Place, Plan, Role, Rules, Status, Variant};
use crate::seed;

/// What lies beneath the overlays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The menu of games.
    Menu,
    /// A game.
    Table,
    /// A game looked at move by move.
    Replay,
}

/// What lies over a screen; only the topmost has the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The keys and the rules.
    Help {
        /// Which of them.
        page: Page,
        /// How many lines are above the window.
        scroll: usize,
    },
    /// A pile in full.
    Peek(Place),
    /// A line being typed.
    Line(Line),
}

/// A line being typed at the bottom of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is for.
    pub asks: Asks,
    /// What is typed so far.
    pub text: String,
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A move as a record writes it.
    Move,
    /// The seed of a deal.
    Seed,
}

/// What the keys mean at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Choosing a game.
    Menu,
    /// At the table with nothing picked up.
    Table,
    /// At the table with cards picked up.
    Held,
    /// A card can go to two foundations: which?
    Choosing,
    /// A suit is to follow.
    Suits,
    /// A digit is to follow.
    Digits,
    /// At a game played in the hand.
    Hand,
    /// A line is being typed.
    Typing,
    /// The game is over, and the screen says so.
    Ended,
    /// A text lies over the screen.
    Overlay,
    /// Looking at a game move by move.
    Replay,
}

/// A card or an empty place at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The place.
    pub place: Place,
    /// The card's position in its pile, from 0 at the bottom.
    pub index: usize,
}

/// Cards picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Whence.
    pub from: Place,
    /// How many; without a number, as many as go.
    pub count: Option<u8>,
}

/// The first half of something that takes two keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// A suit follows.
    Foundation,
    /// Two digits follow, of which one may be typed.
    Reserve(Option<u8>),
    /// The card can go to either of these; left or right chooses.
    Choice([Move; 2]),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All cards are home.
    Won,
    /// No legal move is left.
    Lost,
    /// Given up.
    GivenUp,
}

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It tells what happened.
    Told,
    /// It says why something was not done.
    Refused,
}

/// A line for the player; it stands until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The words.
    pub text: String,
    /// How they are meant.
    pub tone: Tone,
}

/// A game on the table and how the player stands in it.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The game and its time.
    pub sitting: Sitting<Variant>,
    /// Where its piles lie.
    pub plan: Plan,
    /// The card or place the keys walk on.
    pub cursor: At,
    /// What is picked up.
    pub held: Option<Held>,
    /// The first half of something that takes two keys.
    pub pending: Option<Pending>,
    /// What the last move did, until the next key.
    pub happened: Happened,
    /// The hint given, and which of them it is, until something else is asked.
    pub hint: Option<(usize, Move)>,
    /// How the game ended, once it did.
    pub ending: Option<Ending>,
    /// Whether the screen that says so was put away.
    pub looking_back: bool,
    /// When the next step of a game running by itself is due.
    pub running: Option<Timestamp>,
    /// How many milliseconds of a second have been spent besides the sitting's whole seconds.
    pub millis: i64,
}

impl Seat {
    /// A seat at a sitting, its cursor on the first tableau pile.
    pub fn new(sitting: Sitting<Variant>) -> Seat {
        let plan = sitting.game.rules().plan();
        let ending = match sitting.game.status() {
            Status::Won => Some(Ending::Won),
            Status::Lost => Some(Ending::Lost),
            Status::Playing => None,
        };
        let first = plan.spots.iter().find(|spot| spot.row > 0);
        let place = first.map_or(Place::tableau(0), |spot| spot.place);
        let mut seat = Seat {
            sitting,
            plan,
            cursor: At { place, index: 0 },
            held: None,
            pending: None,
            happened: Happened::default(),
            hint: None,
            ending,
            looking_back: false,
            running: None,
            millis: 0,
        };
        seat.rest_on(place);
        seat
    }

    /// The game.
    pub fn game(&self) -> &Game<Variant> {
        &self.sitting.game
    }

    /// Whether the game is played in the hand.
    pub fn in_hand(&self) -> bool {
        self.plan.window.is_some()
    }

    /// Puts the cursor on the top card of a place.
    pub fn rest_on(&mut self, place: Place) {
        let index = self.game().table().size(place).saturating_sub(1);
        self.cursor = At { place, index };
    }

    /// How many cards are picked up, where the number is not yet said: as many as can go.
    pub fn held_count(&self) -> usize {
        let Some(held) = self.held else { return 0 };
        let most = || {
            let counts = self.held_moves().into_iter().map(|mv| match mv {
                Move::Carry { count, .. } => count,
                _ => 1,
            });
            counts.max().unwrap_or(1)
        };
        usize::from(held.count.unwrap_or_else(most))
    }

    /// The cards picked up, lowest first.
    pub fn held_cards(&self) -> &[Card] {
        let pile = self
            .held
            .map_or(&[][..], |held| self.game().table().pile(held.from));
        &pile[pile.len().saturating_sub(self.held_count())..]
    }

    /// The legal moves of what is picked up.
    pub fn held_moves(&self) -> Vec<Move> {
        let Some(held) = self.held else {
            return Vec::new();
        };
        let goes = |mv: &Move| match *mv {
            Move::Carry { from, count, .. } => {
                from == held.from && held.count.is_none_or(|wanted| wanted == count)
            }
            _ => false,
        };
        self.game().legal().into_iter().filter(goes).collect()
    }

    /// The positions of the hand's cards that the next discard takes.
    pub fn discarding(&self) -> std::ops::Range<usize> {
        let hand = self.game().table().size(Place::HAND);
        let window = self.plan.window.unwrap_or(0).min(hand);
        let legal = self.game().legal();
        if legal.contains(&Move::All) {
            hand - window..hand
        } else if legal.contains(&Move::Middle) {
            hand - window + 1..hand - 1
        } else {
            0..0
        }
    }

    /// The places that would take what is picked up, or those a choice is between. A space stands
    /// for the one its game puts cards in.
    pub fn targets(&self) -> Vec<Place> {
        let to = |mv: Move| match mv {
            Move::Carry { to, .. } => Some(to),
            _ => None,
        };
        match &self.pending {
            Some(Pending::Choice(moves)) => moves.iter().copied().filter_map(to).collect(),
            _ => {
                let mut places: Vec<Place> = self.held_moves().into_iter().filter_map(to).collect();
                places.sort_unstable();
                places.dedup();
                places
            }
        }
    }
}

/// Everything the front end knows.
#[derive(Clone, Debug)]
pub struct App {
    /// What lies beneath the overlays.
    pub screen: Screen,
    /// What lies over it, topmost last.
    pub overlays: Vec<Overlay>,
    /// The game on the table.
    pub seat: Option<Seat>,
    /// The sittings this one followed, the latest last.
    pub earlier: Vec<Sitting<Variant>>,
    /// A line for the player, until the next key.
    pub message: Option<Message>,
    /// The menu of games.
    pub menu: Menu,
    /// The game looked at move by move.
    pub replay: Option<Replay>,
    /// Where the record of the game will be put when the program is left.
    pub export: Option<PathBuf>,
    /// Colours, glyphs, and what else is a matter of taste.
    pub look: Look,
    /// The keys.
    pub keymap: Keymap,
    /// The window: columns, rows.
    pub size: (u16, u16),
    /// Since when the time at the table runs, unless it stands still.
    pub since: Option<Timestamp>,
    /// Whether the program is to be left.
    pub leaving: bool,
    /// Whether the program is to be suspended.
    pub suspending: bool,
    luck: ChaCha20Rng,
}

impl App {
    /// A front end that begins at the menu. `luck` decides the seeds of new deals.
    pub fn new(look: Look, keymap: Keymap, size: (u16, u16), luck: u64) -> App {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&luck.to_le_bytes());
        App {
            screen: Screen::Menu,
            overlays: Vec::new(),
            seat: None,
            earlier: Vec::new(),
            message: None,
            menu: Menu::default(),
            replay: None,
            export: None,
            look,
            keymap,
            size,
            since: None,
            leaving: false,
            suspending: false,
            luck: ChaCha20Rng::from_seed(key),
        }
    }

    /// A seed by chance.
    pub fn any_seed(&mut self) -> u64 {
        self.luck.next_u64() % seed::BY_CHANCE
    }

    /// Sits down at a sitting; the one before can be gone back to.
    pub fn sit_down(&mut self, sitting: Sitting<Variant>) {
        let before = self.seat.replace(Seat::new(sitting));
        self.earlier.extend(before.map(|seat| seat.sitting));
        self.screen = Screen::Table;
        self.overlays.clear();
    }

    /// Deals a game and sits down to it.
    pub fn deal(&mut self, rules: Variant, seed: u64, now: Timestamp) {
        let mut sitting = Sitting::new(Game::new(rules, seed));
        sitting.started = Some(now);
        self.sit_down(sitting);
    }

    /// Begins to look at a game move by move.
    pub fn watch(&mut self, sitting: Sitting<Variant>) {
        self.replay = Some(Replay::new(sitting));
        self.screen = Screen::Replay;
        self.overlays.clear();
    }

    /// The seat to be shown: at the game being replayed, or at the one on the table.
    pub fn shown(&self) -> Option<&Seat> {
        match self.screen {
            Screen::Replay => self.replay.as_ref().map(Replay::seat),
            _ => self.seat.as_ref(),
        }
    }

    /// What the keys mean now.
    pub fn mode(&self) -> Mode {
        match self.overlays.last() {
            Some(Overlay::Line(_)) => Mode::Typing,
            Some(_) => Mode::Overlay,
            None => self.mode_beneath(),
        }
    }

    /// What the keys mean when no overlay has them.
    pub fn mode_beneath(&self) -> Mode {
        match (self.screen, &self.seat) {
            (Screen::Replay, _) => Mode::Replay,
            (Screen::Menu, _) | (Screen::Table, None) => Mode::Menu,
            (Screen::Table, Some(seat)) => match (&seat.pending, seat.held) {
                _ if seat.ending.is_some() && !seat.looking_back => Mode::Ended,
                (Some(Pending::Choice(_)), _) => Mode::Choosing,
                (Some(Pending::Foundation), _) => Mode::Suits,
                (Some(Pending::Reserve(_)), _) => Mode::Digits,
                _ if seat.in_hand() => Mode::Hand,
                (None, Some(_)) => Mode::Held,
                (None, None) => Mode::Table,
            },
        }
    }

    /// Whether an action has a meaning in the game on the table, so that help and bottom line
    /// name it.
    pub fn offers(&self, action: Action) -> bool {
        if let Some(Overlay::Peek(_)) = self.overlays.last() {
            return matches!(action, Action::LetGo | Action::Close);
        }
        let Some(seat) = &self.seat else {
            // There is no table to go back to from the menu.
            return action != Action::LetGo || self.mode() != Mode::Menu;
        };
        let places = seat.game().table().places();
        let has = |role: Role| places.iter().any(|place| place.role() == role);
        match action {
            Action::Replay => seat.game().moves().len() > 0,
            Action::Undo if seat.ending == Some(Ending::Lost) => {
                seat.game().moves().len() > 0 || !self.earlier.is_empty()
            }
            Action::Draw => has(Role::Stock),
            Action::Waste => has(Role::Waste),
            Action::Reserve => has(Role::Reserve),
            Action::Digit(n) if n != 0 => places.has(Place::tableau(usize::from(n) - 1)),
            Action::Digit(_) => places.has(Place::tableau(9)),
            Action::Finish => seat.finish().is_some(),
            Action::Foundation => has(Role::Foundation),
            _ => true,
        }
    }

    /// When something is to be done without a key, if at all.
    pub fn deadline(&self) -> Option<Timestamp> {
        let running = self.seat.as_ref().and_then(|seat| seat.running);
        running.or(self.replay.as_ref().and_then(Replay::due))
    }
}
