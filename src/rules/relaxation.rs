//! An easier game than those that slide: what cannot be won in it cannot be won in them.
//!
//! In it nothing that was once possible is ever lost again: a card that lay free stays free to be
//! built on, and a card that could be moved has been. So what can be done in it only grows, and
//! soon all of it is known. A deal is given up where even so some card never comes free.
//!
//! What is possible is kept in sets of cards, a bit each: it is asked for after nearly every move
//! of a search. With two decks there are two of each set, since two cards alike lie in two places.

use super::common;
use super::movable_cards::ALTERNATING_COLORS;
use super::pile::PileId;
use super::size::GameSize;
use super::table::Table;
use crate::cards::{Card, CardSet};

/// Cards where they lie, each by its own number: its index, and for the second of two alike as
/// much above those.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CardCopySet<const DECKS: usize>([CardSet; DECKS]);

impl<const DECKS: usize> CardCopySet<DECKS> {
    const EMPTY: Self = CardCopySet([CardSet::EMPTY; DECKS]);

    #[inline(always)]
    fn insert(&mut self, at: usize) {
        let set = &mut self.0[(at >> 6) % DECKS];
        *set = set.union(CardSet::from_card_index(at));
    }

    #[inline(always)]
    fn contains(&self, at: usize) -> bool {
        !self.0[(at >> 6) % DECKS]
            .intersection(CardSet::from_card_index(at))
            .is_empty()
    }
}

/// What is possible so far.
struct RelaxedGame<'a, const DECKS: usize> {
    table: &'a Table,
    size: GameSize,
    /// Whether home cards may come back.
    foundation_return: bool,
    /// For each card of a pile or the waste the one it lies on, or [`BOTTOM`] and its pile.
    card_below: [u8; 128],
    /// The topmost face-down card of each pile, or [`BOTTOM`].
    top_face_down: [u8; 16],
    /// The cards of the tableau and of the waste.
    all_cards: CardCopySet<DECKS>,
    /// The cards of the waste.
    waste: CardCopySet<DECKS>,
    /// The cards that lie face up in the tableau.
    face_up: CardCopySet<DECKS>,
    /// The cards of the tableau and the waste that have lain free.
    exposed: CardCopySet<DECKS>,
    /// Those that have been moved, with all that lay on them.
    moved: CardCopySet<DECKS>,
    /// The piles that have been emptied: a bit each.
    emptied_piles: u16,
    /// The cards that could be home.
    foundation_cards: CardSet,
    /// The cards that lie or have lain where they can be played from.
    available: CardSet,
    /// The cards beside the tableau that could be put on it.
    outside_cards: CardSet,
    /// The cards that have lain free in the tableau, to be built on.
    exposed_in_tableau: CardSet,
    /// Whether a king could be put in a space.
    has_space: bool,
}

/// Under the bottom card of a pile lies nothing; above it the number of the pile.
const BOTTOM: u8 = 128;

/// Whether a sliding game cannot be won, since an easier one cannot.
pub(super) fn is_dead_end(table: &Table, shape: GameSize, returns: bool) -> bool {
    match shape.decks {
        1 => RelaxedGame::<1>::new(table, shape, returns).is_dead_end(),
        _ => RelaxedGame::<2>::new(table, shape, returns).is_dead_end(),
    }
}

impl<'a, const DECKS: usize> RelaxedGame<'a, DECKS> {
    fn new(table: &'a Table, shape: GameSize, returns: bool) -> Self {
        let stock = CardSet::from_cards(table.pile(PileId::STOCK));
        let mut game = RelaxedGame {
            table,
            size: shape,
            foundation_return: returns,
            card_below: [BOTTOM; 128],
            top_face_down: [BOTTOM; 16],
            all_cards: CardCopySet::EMPTY,
            waste: CardCopySet::EMPTY,
            face_up: CardCopySet::EMPTY,
            exposed: CardCopySet::EMPTY,
            moved: CardCopySet::EMPTY,
            emptied_piles: 0,
            foundation_cards: CardSet::EMPTY,
            available: stock,
            outside_cards: stock,
            exposed_in_tableau: CardSet::EMPTY,
            has_space: table.is_empty(shape.last_pile()),
        };
        for place in common::foundations(shape.decks) {
            let suit = common::foundation_suit(place);
            let home = CardSet::suit_up_to(suit, table.size(place) as u8);
            game.foundation_cards = game.foundation_cards.union(home);
        }
        for place in common::tableau(shape.piles) {
            game.add_pile(place);
        }
        game.add_pile(PileId::WASTE);
        game
    }

    /// Takes note of the cards of a pile; its top card lies free.
    fn add_pile(&mut self, place: PileId) {
        let (down, up) = self.table.pile(place).split_at(self.table.face_down(place));
        let mut all = self.all_cards;
        let bottom = BOTTOM | place.index() as u8;
        let closed = self.add_cards(&mut all, bottom, down);
        let all_closed = all;
        let top = self.add_cards(&mut all, closed, up);
        for set in 0..DECKS {
            let up = if place == PileId::WASTE {
                self.waste.0[set] = all.0[set].difference(self.all_cards.0[set]);
                CardSet::EMPTY
            } else {
                all.0[set].difference(all_closed.0[set])
            };
            self.face_up.0[set] = self.face_up.0[set].union(up);
        }
        self.all_cards = all;
        if place.is_tableau() {
            self.top_face_down[place.number()] = closed;
        }
        if top < BOTTOM {
            self.expose((top >> 6).into(), CardSet::from_card_index(top.into()));
        }
    }

    /// Takes note of cards that lie one on the other and the first on this one; says which the last
    /// is.
    #[inline(always)]
    fn add_cards(&mut self, all: &mut CardCopySet<DECKS>, mut under: u8, cards: &[Card]) -> u8 {
        for card in cards {
            let second = DECKS > 1 && all.contains(card.index());
            let at = card.index() | usize::from(second) << 6;
            all.insert(at);
            self.card_below[at & 127] = under;
            under = at as u8;
        }
        under
    }

    /// Cards of one set, of piles or the waste, lie free.
    #[inline(always)]
    fn expose(&mut self, set: usize, cards: CardSet) {
        let waste = cards.intersection(self.waste.0[set]);
        self.exposed.0[set] = self.exposed.0[set].union(cards);
        self.available = self.available.union(cards);
        self.outside_cards = self.outside_cards.union(waste);
        self.exposed_in_tableau = self.exposed_in_tableau.union(cards.difference(waste));
    }

    /// The cards that could be put on another, or in a space.
    fn accepted_cards(&self) -> CardSet {
        let kings = if self.has_space {
            CardSet::from_rank_number(self.size.highest_rank.number())
        } else {
            CardSet::EMPTY
        };
        self.exposed_in_tableau
            .cards_building_alternating()
            .union(kings)
    }

    /// Whether it cannot be won.
    fn is_dead_end(&mut self) -> bool {
        let mut slides = 0;
        loop {
            self.fixpoint();
            if self.is_won() {
                return false;
            }
            // A run that can never be moved slides into a space and keeps it: there are no more
            // such slides than piles that can be emptied.
            if slides == self.emptied_piles.count_ones() {
                return true;
            }
            slides += 1;
            if !self.slide() {
                return true;
            }
        }
    }

    /// Does all that can be done, until nothing new comes of it.
    fn fixpoint(&mut self) {
        loop {
            let before = (self.exposed_in_tableau, self.foundation_cards);
            self.foundation_cards = self
                .foundation_cards
                .union(self.available)
                .sequences_from_ace();
            let landing = self.accepted_cards();
            let beside = if self.foundation_return {
                self.outside_cards.union(self.foundation_cards)
            } else {
                self.outside_cards
            };
            self.exposed_in_tableau = self.exposed_in_tableau.union(beside.intersection(landing));
            let dug = (0..DECKS).fold(false, |dug, set| self.propagate(set, landing) | dug);
            if !dug && before == (self.exposed_in_tableau, self.foundation_cards) {
                return;
            }
        }
    }

    /// A face-up card moves with all that lies on it, a face-down one and one of the waste once it
    /// lies free; home goes only what lies free. What a move frees is built on and moves at once.
    /// Whether any of a set moved.
    fn propagate(&mut self, set: usize, mut landing: CardSet) -> bool {
        let (up, free, home) = (
            self.face_up.0[set],
            self.exposed.0[set],
            self.foundation_cards,
        );
        let ready = up
            .union(free)
            .intersection(landing)
            .union(free.intersection(home));
        let ready = ready.difference(self.moved.0[set]);
        let (mut moved, mut freed) = (self.moved, CardCopySet::<DECKS>::EMPTY);
        for card in ready.iter() {
            let mut at = set << 6 | card.index();
            loop {
                moved.insert(at);
                let under = self.card_below[at & 127];
                if under >= BOTTOM {
                    self.mark_emptied((under ^ BOTTOM).into());
                    break;
                }
                at = under.into();
                freed.insert(at);
                if !self.waste.contains(at) {
                    landing = landing.union(ALTERNATING_COLORS.cards_building_on_index(at));
                }
                if moved.contains(at)
                    || landing
                        .union(home)
                        .intersection(CardSet::from_card_index(at))
                        .is_empty()
                {
                    break;
                }
            }
        }
        self.moved = moved;
        for set in 0..DECKS {
            self.expose(set, freed.0[set]);
        }
        !ready.is_empty()
    }

    /// A pile has lost its last card, or the waste has.
    #[inline(always)]
    fn mark_emptied(&mut self, pile: usize) {
        if pile < self.size.piles {
            self.emptied_piles |= 1 << pile;
            self.has_space = true;
        }
    }

    /// Every pile right of one that was emptied lets the cards above its topmost face-down card not
    /// yet free slide. Whether any did.
    fn slide(&mut self) -> bool {
        let before = self.exposed;
        let first = self.emptied_piles.trailing_zeros() as usize;
        for pile in first + 1..self.size.piles {
            let mut at = self.top_face_down[pile];
            while at < BOTTOM && self.exposed.contains(at.into()) {
                at = self.card_below[usize::from(at & 127)];
            }
            if at < BOTTOM {
                self.expose((at >> 6).into(), CardSet::from_card_index(at.into()));
            }
        }
        self.exposed != before
    }

    /// Whether every card has lain free and could be home.
    fn is_won(&self) -> bool {
        self.foundation_cards.len() == self.size.card_count() / DECKS
            && self.exposed == self.all_cards
    }
}
