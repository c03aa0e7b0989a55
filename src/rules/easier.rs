//! An easier game than those that slide: what cannot be won in it cannot be won in them.
//!
//! In it nothing that was once possible is ever lost again: a card that lay free stays free to be
//! built on, and a card that could be moved has been. So what can be done in it only grows, and
//! soon all of it is known. A deal is given up where even so some card never comes free.
//!
//! What is possible is kept in sets of cards, a bit each: it is asked for after nearly every move
//! of a search. With two decks there are two of each set, since two cards alike lie in two places.

use super::build;
use super::free::ALTERNATING;
use super::place::Place;
use super::shape::Shape;
use super::table::Table;
use crate::cards::{Card, CardSet};

/// Cards where they lie, each by its own number: its index, and for the second of two alike as
/// much above those.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Lying<const DECKS: usize>([CardSet; DECKS]);

impl<const DECKS: usize> Lying<DECKS> {
    const NONE: Self = Lying([CardSet::NONE; DECKS]);

    #[inline(always)]
    fn add(&mut self, at: usize) {
        let set = &mut self.0[(at >> 6) % DECKS];
        *set = set.or(CardSet::index(at));
    }

    #[inline(always)]
    fn has(&self, at: usize) -> bool {
        !self.0[(at >> 6) % DECKS].and(CardSet::index(at)).is_empty()
    }
}

/// What is possible so far.
struct Easier<'a, const DECKS: usize> {
    table: &'a Table,
    shape: Shape,
    /// Whether home cards may come back.
    returns: bool,
    /// For each card of a pile or the waste the one it lies on, or [`BOTTOM`] and its pile.
    under: [u8; 128],
    /// The topmost face-down card of each pile, or [`BOTTOM`].
    closed: [u8; 16],
    /// The cards of the tableau and of the waste.
    all: Lying<DECKS>,
    /// The cards of the waste.
    waste: Lying<DECKS>,
    /// The cards that lie face up in the tableau.
    up: Lying<DECKS>,
    /// The cards of the tableau and the waste that have lain free.
    free: Lying<DECKS>,
    /// Those that have been moved, with all that lay on them.
    moved: Lying<DECKS>,
    /// The piles that have been emptied: a bit each.
    emptied: u16,
    /// The cards that could be home.
    home: CardSet,
    /// The cards that lie or have lain where they can be played from.
    loose: CardSet,
    /// The cards beside the tableau that could be put on it.
    beside: CardSet,
    /// The cards that have lain free in the tableau, to be built on.
    bases: CardSet,
    /// Whether a king could be put in a space.
    space: bool,
}

/// Under the bottom card of a pile lies nothing; above it the number of the pile.
const BOTTOM: u8 = 128;

/// Whether a sliding game cannot be won, since an easier one cannot.
pub(super) fn is_hopeless(table: &Table, shape: Shape, returns: bool) -> bool {
    match shape.decks {
        1 => Easier::<1>::new(table, shape, returns).is_hopeless(),
        _ => Easier::<2>::new(table, shape, returns).is_hopeless(),
    }
}

impl<'a, const DECKS: usize> Easier<'a, DECKS> {
    fn new(table: &'a Table, shape: Shape, returns: bool) -> Self {
        let stock = CardSet::of(table.pile(Place::STOCK));
        let mut game = Easier {
            table,
            shape,
            returns,
            under: [BOTTOM; 128],
            closed: [BOTTOM; 16],
            all: Lying::NONE,
            waste: Lying::NONE,
            up: Lying::NONE,
            free: Lying::NONE,
            moved: Lying::NONE,
            emptied: 0,
            home: CardSet::NONE,
            loose: stock,
            beside: stock,
            bases: CardSet::NONE,
            space: table.is_empty(shape.last()),
        };
        for place in build::foundations(shape.decks) {
            let suit = build::suit_of(place);
            let home = CardSet::up_to(suit, table.size(place) as u8);
            game.home = game.home.or(home);
        }
        for place in build::tableau(shape.piles) {
            game.lay(place);
        }
        game.lay(Place::WASTE);
        game
    }

    /// Takes note of the cards of a pile; its top card lies free.
    fn lay(&mut self, place: Place) {
        let (down, up) = self.table.pile(place).split_at(self.table.face_down(place));
        let mut all = self.all;
        let bottom = BOTTOM | place.index() as u8;
        let closed = self.lay_on(&mut all, bottom, down);
        let all_closed = all;
        let top = self.lay_on(&mut all, closed, up);
        for set in 0..DECKS {
            let up = if place == Place::WASTE {
                self.waste.0[set] = all.0[set].without(self.all.0[set]);
                CardSet::NONE
            } else {
                all.0[set].without(all_closed.0[set])
            };
            self.up.0[set] = self.up.0[set].or(up);
        }
        self.all = all;
        if place.is_tableau() {
            self.closed[place.number()] = closed;
        }
        if top < BOTTOM {
            self.set_free((top >> 6).into(), CardSet::index(top.into()));
        }
    }

    /// Takes note of cards that lie one on the other and the first on this one; says which the last
    /// is.
    #[inline(always)]
    fn lay_on(&mut self, all: &mut Lying<DECKS>, mut under: u8, cards: &[Card]) -> u8 {
        for card in cards {
            let second = DECKS > 1 && all.has(card.index());
            let at = card.index() | usize::from(second) << 6;
            all.add(at);
            self.under[at & 127] = under;
            under = at as u8;
        }
        under
    }

    /// Cards of one set, of piles or the waste, lie free.
    #[inline(always)]
    fn set_free(&mut self, set: usize, cards: CardSet) {
        let waste = cards.and(self.waste.0[set]);
        self.free.0[set] = self.free.0[set].or(cards);
        self.loose = self.loose.or(cards);
        self.beside = self.beside.or(waste);
        self.bases = self.bases.or(cards.without(waste));
    }

    /// The cards that could be put on another, or in a space.
    fn landing(&self) -> CardSet {
        let kings = if self.space {
            CardSet::rank_number(self.shape.top.number())
        } else {
            CardSet::NONE
        };
        self.bases.taking_alternating().or(kings)
    }

    /// Whether it cannot be won.
    fn is_hopeless(&mut self) -> bool {
        let mut slides = 0;
        loop {
            self.grow();
            if self.is_won() {
                return false;
            }
            // A run that can never be moved slides into a space and keeps it: there are no more
            // such slides than piles that can be emptied.
            if slides == self.emptied.count_ones() {
                return true;
            }
            slides += 1;
            if !self.slide() {
                return true;
            }
        }
    }

    /// Does all that can be done, until nothing new comes of it.
    fn grow(&mut self) {
        loop {
            let before = (self.bases, self.home);
            self.home = self.home.or(self.loose).from_aces();
            let landing = self.landing();
            let beside = if self.returns {
                self.beside.or(self.home)
            } else {
                self.beside
            };
            self.bases = self.bases.or(beside.and(landing));
            let dug = (0..DECKS).fold(false, |dug, set| self.dig(set, landing) | dug);
            if !dug && before == (self.bases, self.home) {
                return;
            }
        }
    }

    /// A face-up card moves with all that lies on it, a face-down one and one of the waste once it
    /// lies free; home goes only what lies free. What a move frees is built on and moves at once.
    /// Whether any of a set moved.
    fn dig(&mut self, set: usize, mut landing: CardSet) -> bool {
        let (up, free, home) = (self.up.0[set], self.free.0[set], self.home);
        let ready = up.or(free).and(landing).or(free.and(home));
        let ready = ready.without(self.moved.0[set]);
        let (mut moved, mut freed) = (self.moved, Lying::<DECKS>::NONE);
        for card in ready.iter() {
            let mut at = set << 6 | card.index();
            loop {
                moved.add(at);
                let under = self.under[at & 127];
                if under >= BOTTOM {
                    self.empty((under ^ BOTTOM).into());
                    break;
                }
                at = under.into();
                freed.add(at);
                if !self.waste.has(at) {
                    landing = landing.or(ALTERNATING.going_on_index(at));
                }
                if moved.has(at) || landing.or(home).and(CardSet::index(at)).is_empty() {
                    break;
                }
            }
        }
        self.moved = moved;
        for set in 0..DECKS {
            self.set_free(set, freed.0[set]);
        }
        !ready.is_empty()
    }

    /// A pile has lost its last card, or the waste has.
    #[inline(always)]
    fn empty(&mut self, pile: usize) {
        if pile < self.shape.piles {
            self.emptied |= 1 << pile;
            self.space = true;
        }
    }

    /// Every pile right of one that was emptied lets the cards above its topmost face-down card not
    /// yet free slide. Whether any did.
    fn slide(&mut self) -> bool {
        let before = self.free;
        let first = self.emptied.trailing_zeros() as usize;
        for pile in first + 1..self.shape.piles {
            let mut at = self.closed[pile];
            while at < BOTTOM && self.free.has(at.into()) {
                at = self.under[usize::from(at & 127)];
            }
            if at < BOTTOM {
                self.set_free((at >> 6).into(), CardSet::index(at.into()));
            }
        }
        self.free != before
    }

    /// Whether every card has lain free and could be home.
    fn is_won(&self) -> bool {
        self.home.len() == self.shape.cards() / DECKS && self.free == self.all
    }
}
