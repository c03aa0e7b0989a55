//! A player's seat at a game: the cursor, what is picked up, how the game ended.

use jiff::Timestamp;
use ratatui::layout::Position;

use super::happened::Happened;
use super::motion::Motion;
use super::study::Inquiry;
use crate::cards::Card;
use crate::game::Game;
use crate::record::Sitting;
use crate::rules::{Move, Place, Plan, Rules, Status, Variant};
use crate::store::keeper::Kept;
use crate::store::results::Outcome;
use crate::study::Study;

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

/// How the cards picked up are carried by the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    /// The place they are over.
    pub over: Option<Place>,
    /// The cell the pointer is on.
    pub pointer: Position,
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

/// A game on the table and how the player stands in it.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The game and its time.
    pub sitting: Sitting<Variant>,
    /// How it stands with the keeper of saved games.
    pub kept: Kept,
    /// Where its piles lie.
    pub plan: Plan,
    /// The card or place the keys walk on.
    pub cursor: At,
    /// What is picked up.
    pub held: Option<Held>,
    /// How the pointer carries that, where it does.
    pub dragged: Option<Drag>,
    /// The first half of something that takes two keys.
    pub pending: Option<Pending>,
    /// What the last move did, until the next key.
    pub happened: Happened,
    /// The cards on their way.
    pub motion: Motion,
    /// The hint given, and which of them it is, until something else is asked.
    pub hint: Option<(usize, Move)>,
    /// What is known of it.
    pub study: Study,
    /// The search the player waits for.
    pub inquiry: Option<Inquiry>,
    /// How many positions the present search has searched.
    pub searched: u64,
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
    /// A seat at a sitting that was never saved, its cursor on the first tableau pile.
    pub fn new(sitting: Sitting<Variant>) -> Seat {
        let kept = Kept::fresh(&sitting);
        Seat::again(sitting, kept)
    }

    /// A seat at a sitting that was taken up again.
    pub fn again(sitting: Sitting<Variant>, kept: Kept) -> Seat {
        let plan = sitting.game.rules().plan();
        let ending = match sitting.game.status() {
            Status::Won => Some(Ending::Won),
            Status::Lost => Some(Ending::Lost),
            Status::Playing => None,
        };
        let first = plan.spots.iter().find(|spot| spot.row > 0);
        let place = first.map_or(Place::tableau(0), |spot| spot.place);
        let mut seat = Seat {
            study: Study::new(&sitting.game),
            inquiry: None,
            searched: 0,
            sitting,
            kept,
            plan,
            cursor: At { place, index: 0 },
            held: None,
            dragged: None,
            pending: None,
            happened: Happened::default(),
            motion: Motion::default(),
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

    /// Counts that so many moves of the line that wins from here were shown, each of them once.
    pub(super) fn showed(&mut self, moves: usize) {
        let fresh = self.study.show(&self.sitting.game, moves);
        let fresh = u32::try_from(fresh).unwrap_or(u32::MAX);
        self.sitting.shown = self.sitting.shown.saturating_add(fresh);
    }

    /// What became of the sitting so far.
    pub fn outcome(&self) -> Outcome {
        match self.ending {
            None => Outcome::Playing,
            Some(Ending::Won) => Outcome::Won,
            Some(Ending::Lost) => Outcome::Lost,
            Some(Ending::GivenUp) => Outcome::GivenUp,
        }
    }

    /// Whether the game is played in the hand.
    pub fn in_hand(&self) -> bool {
        self.plan.window.is_some()
    }

    /// Whether the stock has a card to turn or to deal, or can get some.
    pub fn can_turn(&self) -> bool {
        !self.game().table().is_empty(Place::STOCK) || self.game().legal().contains(&Move::Redeal)
    }

    /// What is peeked at after a place, where no cursor can be put there: after the hand the cards
    /// thrown out of it.
    pub fn peeked_after(&self, place: Place) -> Option<Place> {
        let thrown = self.in_hand() && !self.game().table().face_up(Place::DISCARDS).is_empty();
        Some(Place::DISCARDS).filter(|next| thrown && place != *next)
    }

    /// Lets the cursor follow a move: with cards carried on, to where they have come to rest; with
    /// cards gone home, to the pile they left.
    pub fn follow(&mut self, mv: Move) {
        match mv {
            Move::Carry { from, to, .. } if to.is_foundation() => self.rest_on(from),
            Move::Carry { from, .. } => {
                let journeys = self.happened.journeys().iter();
                let carried = journeys.filter(|journey| journey.from.0 == from);
                let top = carried.max_by_key(|journey| journey.from.1);
                if let Some(place) = top.map(|journey| journey.to.0) {
                    self.rest_on(place);
                }
            }
            _ => {}
        }
        self.steady_cursor();
    }

    /// Puts the cursor on the top card of a place.
    pub fn rest_on(&mut self, place: Place) {
        let index = self.game().table().size(place).saturating_sub(1);
        self.cursor = At { place, index };
    }

    /// How many cards of a place lie there: not those the pointer carries, nor those on their way.
    pub fn lying(&self, place: Place) -> usize {
        let size = self.game().table().size(place);
        match (self.dragged, self.held) {
            (Some(_), Some(held)) if held.from == place => size.saturating_sub(self.held_count()),
            _ => self.motion.arrived(place, size),
        }
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
        let Some(window) = self.plan.window else {
            return 0..0;
        };
        let hand = self.game().table().size(Place::HAND);
        let window = window.min(hand);
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
