//! Relaxation of the sliding games: if the relaxed game is lost, so is the real one.
//!
//! In the relaxed game no possibility is ever lost again. A card that was once exposed stays
//! exposed to be built on, and a card that could move has moved. So the set of possibilities only
//! grows, and soon stops growing. If some card is still not exposed then, the position is a dead
//! end.
//!
//! The possibilities are sets of cards, one bit each, because the question is asked after nearly
//! every move of a search. With two decks there are two sets of each kind, one for each copy of a
//! card, since the copies lie in different places.

use crate::cards::{Card, CardSet};
use crate::rules::GameSize;
use crate::rules::tableau::ALTERNATING_COLORS;
use crate::rules::{PileId, Table};

/// Returns whether a position of a sliding game is lost because its relaxation is.
pub(super) fn is_dead_end(table: &Table, size: GameSize, foundation_return: bool) -> bool {
    match size.decks {
        1 => RelaxedGame::<1>::new(table, size, foundation_return).is_dead_end(),
        _ => RelaxedGame::<2>::new(table, size, foundation_return).is_dead_end(),
    }
}

/// Set of card copies. A copy is numbered by the card's index, plus 64 for the second copy.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CardCopySet<const DECKS: usize>([CardSet; DECKS]);

impl<const DECKS: usize> CardCopySet<DECKS> {
    const EMPTY: Self = CardCopySet([CardSet::EMPTY; DECKS]);

    #[inline(always)]
    fn insert(&mut self, copy: usize) {
        let set = &mut self.0[(copy >> 6) % DECKS];
        *set |= CardSet::from_card_index(copy);
    }

    #[inline(always)]
    fn contains(&self, copy: usize) -> bool {
        !(self.0[(copy >> 6) % DECKS] & CardSet::from_card_index(copy)).is_empty()
    }
}

/// The possibilities found so far.
struct RelaxedGame<'a, const DECKS: usize> {
    table: &'a Table,
    size: GameSize,
    /// Whether cards may return from foundations.
    foundation_return: bool,
    /// For each copy in a tableau pile or the waste, the copy below it, or [`BOTTOM`] plus the
    /// index of its pile.
    card_below: [u8; 128],
    /// The topmost face-down card of each tableau pile, or [`BOTTOM`] plus the pile's index.
    top_face_down: [u8; 16],
    /// The cards of the tableau and the waste.
    all_cards: CardCopySet<DECKS>,
    /// The cards of the waste.
    waste: CardCopySet<DECKS>,
    /// The face-up cards of the tableau.
    face_up: CardCopySet<DECKS>,
    /// The cards of the tableau and the waste that have been exposed.
    exposed: CardCopySet<DECKS>,
    /// The cards that have moved with all cards on them.
    moved: CardCopySet<DECKS>,
    /// The piles that have been emptied, one bit each.
    emptied_piles: u16,
    /// The cards that could be on foundations.
    foundation_cards: CardSet,
    /// The cards that have been where they can be played from.
    available: CardSet,
    /// The cards outside the tableau that could be played to it.
    outside_cards: CardSet,
    /// The cards that have been exposed in the tableau, where others can be built on them.
    exposed_in_tableau: CardSet,
    /// Whether a pile could be empty, so that a king could be put there.
    has_space: bool,
}

/// Marks the bottom of a pile in place of a copy; the low bits are the index of the pile.
const BOTTOM: u8 = 128;

impl<'a, const DECKS: usize> RelaxedGame<'a, DECKS> {
    fn new(table: &'a Table, size: GameSize, foundation_return: bool) -> Self {
        let stock = table.pile(PileId::STOCK).iter().copied().collect();
        let mut game = RelaxedGame {
            table,
            size,
            foundation_return,
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
            has_space: table.is_empty(size.last_pile()),
        };
        for pile in size.foundations() {
            let cards = CardSet::suit_up_to(pile.foundation_suit(), table.size(pile) as u8);
            game.foundation_cards |= cards;
        }
        for pile in size.tableau() {
            game.add_pile(pile);
        }
        game.add_pile(PileId::WASTE);
        game
    }

    /// Registers the cards of a pile and exposes its top card.
    fn add_pile(&mut self, pile: PileId) {
        let (down, up) = self.table.pile(pile).split_at(self.table.face_down(pile));
        let mut all = self.all_cards;
        let bottom = BOTTOM | pile.index() as u8;
        let top_face_down = self.add_cards(&mut all, bottom, down);
        let with_face_down = all;
        let top = self.add_cards(&mut all, top_face_down, up);
        for set in 0..DECKS {
            let face_up = if pile == PileId::WASTE {
                self.waste.0[set] = all.0[set] - self.all_cards.0[set];
                CardSet::EMPTY
            } else {
                all.0[set] - with_face_down.0[set]
            };
            self.face_up.0[set] |= face_up;
        }
        self.all_cards = all;
        if pile.is_tableau() {
            self.top_face_down[pile.number()] = top_face_down;
        }
        if top < BOTTOM {
            self.expose((top >> 6).into(), CardSet::from_card_index(top.into()));
        }
    }

    /// Registers cards that lie on one another, the first of them on `below`. Returns the last
    /// copy.
    #[inline(always)]
    fn add_cards(&mut self, all: &mut CardCopySet<DECKS>, mut below: u8, cards: &[Card]) -> u8 {
        for card in cards {
            let is_second = DECKS > 1 && all.contains(card.index());
            let copy = card.index() | usize::from(is_second) << 6;
            all.insert(copy);
            self.card_below[copy & 127] = below;
            below = copy as u8;
        }
        below
    }

    /// Marks cards of one copy set, in piles or the waste, as exposed.
    #[inline(always)]
    fn expose(&mut self, set: usize, cards: CardSet) {
        let waste = cards & self.waste.0[set];
        self.exposed.0[set] |= cards;
        self.available |= cards;
        self.outside_cards |= waste;
        self.exposed_in_tableau |= cards - waste;
    }

    /// Returns the cards that some tableau pile could accept.
    fn accepted_cards(&self) -> CardSet {
        let kings = if self.has_space {
            CardSet::from_rank_number(self.size.highest_rank.number())
        } else {
            CardSet::EMPTY
        };
        ALTERNATING_COLORS.cards_building_on_any(self.exposed_in_tableau) | kings
    }

    /// Returns whether the relaxed game is lost.
    fn is_dead_end(&mut self) -> bool {
        let mut slides = 0;
        loop {
            self.play_without_slides();
            if self.is_won() {
                return false;
            }
            // A run that can never be moved slides into an empty pile and stays there, so there are
            // no more such slides than piles that can be emptied.
            if slides == self.emptied_piles.count_ones() {
                return true;
            }
            slides += 1;
            if !self.slide() {
                return true;
            }
        }
    }

    /// Makes all moves that are possible without slides, until nothing changes.
    fn play_without_slides(&mut self) {
        loop {
            let before = (self.exposed_in_tableau, self.foundation_cards);
            self.foundation_cards = (self.foundation_cards | self.available).sequences_from_ace();
            let accepted = self.accepted_cards();
            let outside = if self.foundation_return {
                self.outside_cards | self.foundation_cards
            } else {
                self.outside_cards
            };
            self.exposed_in_tableau |= outside & accepted;
            let moved = (0..DECKS).fold(false, |any, set| self.propagate(set, accepted) | any);
            if !moved && before == (self.exposed_in_tableau, self.foundation_cards) {
                return;
            }
        }
    }

    /// Moves all cards of one copy set that can move, and returns whether any did.
    ///
    /// A face-up card moves with all cards on it. A face-down card and a card of the waste move
    /// once they are exposed, and only an exposed card goes to a foundation. Cards that a move
    /// exposes are accepted as targets and move at once.
    fn propagate(&mut self, set: usize, mut accepted: CardSet) -> bool {
        let (face_up, exposed, foundation) = (
            self.face_up.0[set],
            self.exposed.0[set],
            self.foundation_cards,
        );
        let ready = ((face_up | exposed) & accepted) | (exposed & foundation);
        let ready = ready - self.moved.0[set];
        let (mut moved, mut newly_exposed) = (self.moved, CardCopySet::<DECKS>::EMPTY);
        for card in ready.iter() {
            let mut copy = set << 6 | card.index();
            loop {
                moved.insert(copy);
                let below = self.card_below[copy & 127];
                if below >= BOTTOM {
                    self.mark_emptied((below ^ BOTTOM).into());
                    break;
                }
                copy = below.into();
                newly_exposed.insert(copy);
                if !self.waste.contains(copy) {
                    accepted |= ALTERNATING_COLORS.cards_building_on_index(copy);
                }
                let card = CardSet::from_card_index(copy);
                if moved.contains(copy) || ((accepted | foundation) & card).is_empty() {
                    break;
                }
            }
        }
        self.moved = moved;
        for set in 0..DECKS {
            self.expose(set, newly_exposed.0[set]);
        }
        !ready.is_empty()
    }

    /// Notes that a tableau pile has lost its last card. Does nothing for the waste.
    #[inline(always)]
    fn mark_emptied(&mut self, pile: usize) {
        if pile < self.size.piles {
            self.emptied_piles |= 1 << pile;
            self.has_space = true;
        }
    }

    /// Slides every pile to the right of an emptied one: the cards above its topmost unexposed
    /// face-down card leave, and that card is exposed. Returns whether any card was.
    fn slide(&mut self) -> bool {
        let before = self.exposed;
        let first = self.emptied_piles.trailing_zeros() as usize;
        for pile in first + 1..self.size.piles {
            let mut copy = self.top_face_down[pile];
            while copy < BOTTOM && self.exposed.contains(copy.into()) {
                copy = self.card_below[usize::from(copy & 127)];
            }
            if copy < BOTTOM {
                self.expose((copy >> 6).into(), CardSet::from_card_index(copy.into()));
            }
        }
        self.exposed != before
    }

    /// Returns whether every card was exposed and could be on a foundation.
    fn is_won(&self) -> bool {
        self.foundation_cards.len() == self.size.card_count() / DECKS
            && self.exposed == self.all_cards
    }
}
