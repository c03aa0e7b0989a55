//! Move generation for games of one deck: which cards can move, and which cards build on which.
//!
//! With one deck every card exists once. So the question which cards can move is answered for all
//! cards at once, with sets, and only the cards that can move are looked up.

use super::common;
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::table::Table;
use crate::cards::{Card, CardSet, Rank, Suit};

/// Lookup table of the cards that can be built on each other in the tableau.
pub(crate) struct BuildTable {
    /// The cards that can be built on a card, indexed by card.
    building_on: [CardSet; 64],
    /// The cards that a card can be built on, indexed by card.
    targets: [CardSet; 64],
}

/// Building down in alternating colors.
pub(crate) static ALTERNATING_COLORS: BuildTable = BuildTable::new(BuildRule::AlternatingColors);

/// Building down in any suit but the card's own.
pub(super) static OTHER_SUITS: BuildTable = BuildTable::new(BuildRule::OtherSuits);

#[derive(Clone, Copy)]
enum BuildRule {
    AlternatingColors,
    OtherSuits,
}

impl BuildTable {
    const fn new(rule: BuildRule) -> BuildTable {
        let mut table = BuildTable {
            building_on: [CardSet::EMPTY; 64],
            targets: [CardSet::EMPTY; 64],
        };
        let mut n = 0;
        while n < 52 {
            let suit = Suit::from_index(n / 13);
            let number = (n % 13) as u8 + 1;
            let suits = match rule {
                BuildRule::AlternatingColors if suit.is_red() => CardSet::BLACK,
                BuildRule::AlternatingColors => CardSet::RED,
                BuildRule::OtherSuits => CardSet::from_suit(suit).complement(),
            };
            if let Some(rank) = Rank::new(number) {
                let card = Card::new(rank, suit);
                table.building_on[card.index()] =
                    CardSet::from_rank_number(number - 1).intersection(suits);
                table.targets[card.index()] =
                    CardSet::from_rank_number(number + 1).intersection(suits);
            }
            n += 1;
        }
        table
    }

    /// Returns the cards that can be built on a card.
    #[inline(always)]
    pub(crate) fn cards_building_on(&self, card: Card) -> CardSet {
        self.cards_building_on_index(card.index())
    }

    /// Returns the cards that can be built on the card of an index. Only the six lowest bits of the
    /// index count.
    #[inline(always)]
    pub(crate) fn cards_building_on_index(&self, index: usize) -> CardSet {
        self.building_on[index & 63]
    }

    /// Returns the cards that a card can be built on.
    #[inline(always)]
    pub(crate) fn build_targets(&self, card: Card) -> CardSet {
        self.targets[card.index() & 63]
    }
}

/// The cards that can move in a position, with their locations.
pub(super) struct MovableCards {
    build_table: &'static BuildTable,
    /// The cards that can move, together with all cards on them.
    units: CardSet,
    /// The top cards of the tableau.
    tops: CardSet,
    /// The cards that can go to a foundation, because no card is on them.
    singles: CardSet,
    /// The cards that can be built on one of the top cards.
    accepted: CardSet,
    /// For each card the index of its pile in the low byte, and the number of cards that move with
    /// it in the high byte.
    locations: [u16; 64],
}

impl MovableCards {
    /// Collects the face-up cards of the tableau, each of which moves with all cards on it.
    #[inline(always)]
    pub(super) fn from_face_up_cards(
        table: &Table,
        piles: usize,
        build_table: &'static BuildTable,
    ) -> MovableCards {
        let mut cards = MovableCards::empty(build_table);
        for from in common::tableau(piles) {
            let face_up = table.face_up(from);
            let mut count = face_up.len();
            for &card in face_up {
                cards.add(card.index(), from, count);
                count -= 1;
            }
            if let Some(&top) = face_up.last() {
                cards.add_top(top);
            }
        }
        cards.singles = cards.tops;
        cards
    }

    /// Collects the top cards of the tableau and the cards of some reserve piles, each of which
    /// moves alone.
    #[inline(always)]
    pub(super) fn from_top_cards(
        table: &Table,
        piles: usize,
        reserve: impl Iterator<Item = PileId>,
        build_table: &'static BuildTable,
    ) -> MovableCards {
        let mut cards = MovableCards::empty(build_table);
        for from in reserve {
            cards.add(table.bottom_index(from), from, 1);
        }
        for from in common::tableau(piles) {
            if let Some(top) = table.top(from) {
                cards.add(top.index(), from, 1);
                cards.add_top(top);
            }
        }
        // An empty reserve pile adds index 0, which is no card and drops out of every intersection.
        cards.singles = cards.units;
        cards
    }

    #[inline(always)]
    fn empty(build_table: &'static BuildTable) -> MovableCards {
        MovableCards {
            build_table,
            units: CardSet::EMPTY,
            tops: CardSet::EMPTY,
            singles: CardSet::EMPTY,
            accepted: CardSet::EMPTY,
            locations: [0; 64],
        }
    }

    #[inline(always)]
    fn add(&mut self, card: usize, from: PileId, count: usize) {
        self.locations[card & 63] = (from.index() | count << 8) as u16;
        self.units |= CardSet::from_card_index(card);
    }

    #[inline(always)]
    fn add_top(&mut self, top: Card) {
        self.tops |= CardSet::from_card(top);
        self.accepted |= self.build_table.cards_building_on(top);
    }

    #[inline(always)]
    fn location(&self, card: Card) -> (PileId, u8) {
        let [from, count] = self.locations[card.index() & 63].to_le_bytes();
        (PileId::from_index(from), count)
    }

    /// Adds the moves onto other cards.
    #[inline(always)]
    pub(super) fn list_build_moves(&self, moves: &mut MoveList) {
        for card in (self.units & self.accepted).iter() {
            let (from, count) = self.location(card);
            let targets = self.build_table.build_targets(card) & self.tops;
            for target in targets.iter() {
                let (to, _) = self.location(target);
                if from != to {
                    moves.push(Move::Transfer { from, to, count });
                }
            }
        }
    }

    /// Adds the moves of cards of a rank into an empty pile, if their pile and their number of cards
    /// pass the test `is_allowed`.
    #[inline(always)]
    pub(super) fn list_space_moves(
        &self,
        space: PileId,
        rank: Rank,
        moves: &mut MoveList,
        is_allowed: impl Fn(PileId, usize) -> bool,
    ) {
        let cards = self.units & CardSet::from_rank_number(rank.number());
        for card in cards.iter() {
            let (from, count) = self.location(card);
            if is_allowed(from, count.into()) {
                moves.push(Move::Transfer {
                    from,
                    to: space,
                    count,
                });
            }
        }
    }

    /// Adds the moves to foundations.
    #[inline(always)]
    pub(super) fn list_foundation_moves(&self, table: &Table, moves: &mut MoveList) {
        let accepted = common::accepted_by_foundations(table, 1);
        for card in (self.singles & accepted).iter() {
            let (from, _) = self.location(card);
            let to = PileId::suit_foundation(card.suit(), 0);
            moves.push(Move::single_card(from, to));
        }
    }
}
