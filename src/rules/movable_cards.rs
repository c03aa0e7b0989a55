//! The moves of a game of one deck: which cards lie free, and which go on which.
//!
//! Every card is there once. So what can move is asked of all cards at once, as sets, and only
//! what can is looked up.

use super::common;
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::table::Table;
use crate::cards::{Card, CardSet, Rank, Suit};

/// What goes on what in the tableau.
pub(crate) struct BuildTable {
    /// For each card, by its index, the cards that go on it.
    building_on: [CardSet; 64],
    /// For each card the cards it goes on.
    targets: [CardSet; 64],
}

/// Building is down in alternating colours.
pub(crate) static ALTERNATING_COLORS: BuildTable = BuildTable::new(BuildRule::AlternatingColors);

/// Building is down on any suit but a card's own.
pub(crate) static OTHER_SUITS: BuildTable = BuildTable::new(BuildRule::OtherSuits);

#[derive(Clone, Copy)]
enum BuildRule {
    AlternatingColors,
    OtherSuits,
}

impl BuildTable {
    const fn new(building: BuildRule) -> BuildTable {
        let mut joins = BuildTable {
            building_on: [CardSet::EMPTY; 64],
            targets: [CardSet::EMPTY; 64],
        };
        let mut n = 0;
        while n < 52 {
            let suit = Suit::from_index(n / 13);
            let number = (n % 13) as u8 + 1;
            let suits = match building {
                BuildRule::AlternatingColors if suit.is_red() => CardSet::BLACK,
                BuildRule::AlternatingColors => CardSet::RED,
                BuildRule::OtherSuits => CardSet::ALL.difference(CardSet::from_suit(suit)),
            };
            if let Some(rank) = Rank::new(number) {
                let card = Card::new(rank, suit);
                joins.building_on[card.index()] =
                    CardSet::from_rank_number(number - 1).intersection(suits);
                joins.targets[card.index()] =
                    CardSet::from_rank_number(number + 1).intersection(suits);
            }
            n += 1;
        }
        joins
    }

    /// The cards that go on a card.
    #[inline(always)]
    pub(crate) fn cards_building_on(&self, card: Card) -> CardSet {
        self.cards_building_on_index(card.index())
    }

    /// The cards that go on the card of an index; only its six lowest bits count.
    #[inline(always)]
    pub(crate) fn cards_building_on_index(&self, index: usize) -> CardSet {
        self.building_on[index & 63]
    }

    /// The cards that a card goes on.
    #[inline(always)]
    pub(crate) fn build_targets(&self, card: Card) -> CardSet {
        self.targets[card.index() & 63]
    }
}

/// The cards that lie free to be moved, and where they lie.
pub(crate) struct MovableCards {
    build_table: &'static BuildTable,
    /// Those that move, with all that lies on them.
    units: CardSet,
    /// Those of the tableau that nothing lies on, to be built on.
    tops: CardSet,
    /// Those that nothing lies on, to go home.
    singles: CardSet,
    /// The cards that go on one of the tops.
    accepted: CardSet,
    /// For each card its place, and in the high byte how many cards move with it.
    locations: [u16; 64],
}

impl MovableCards {
    /// Notes every face-up card of the tableau, to move with all that lies on it.
    #[inline(always)]
    pub(crate) fn from_face_up_cards(
        table: &Table,
        piles: usize,
        joins: &'static BuildTable,
    ) -> MovableCards {
        let mut free = MovableCards::empty(joins);
        for from in common::tableau(piles) {
            let up = table.face_up(from);
            let mut count = up.len();
            for &card in up {
                free.add(card.index(), from, count);
                count -= 1;
            }
            if let Some(&top) = up.last() {
                free.add_top(top);
            }
        }
        free.singles = free.tops;
        free
    }

    /// Notes the top cards of the tableau and of some places beside it, to move alone.
    #[inline(always)]
    pub(crate) fn from_top_cards(
        table: &Table,
        piles: usize,
        beside: impl Iterator<Item = PileId>,
        joins: &'static BuildTable,
    ) -> MovableCards {
        let mut free = MovableCards::empty(joins);
        for from in beside {
            free.add(table.bottom_index(from), from, 1);
        }
        for from in common::tableau(piles) {
            if let Some(top) = table.top(from) {
                free.add(top.index(), from, 1);
                free.add_top(top);
            }
        }
        free.singles = free.units;
        free
    }

    #[inline(always)]
    fn empty(joins: &'static BuildTable) -> MovableCards {
        MovableCards {
            build_table: joins,
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
        self.units = self.units.union(CardSet::from_card_index(card));
    }

    #[inline(always)]
    fn add_top(&mut self, top: Card) {
        self.tops = self.tops.union(CardSet::from_card(top));
        self.accepted = self.accepted.union(self.build_table.cards_building_on(top));
    }

    #[inline(always)]
    fn location(&self, card: Card) -> (PileId, u8) {
        let [from, count] = self.locations[card.index() & 63].to_le_bytes();
        (PileId::from_index(from), count)
    }

    /// Lists the moves onto cards.
    #[inline(always)]
    pub(crate) fn list_build_moves(&self, moves: &mut MoveList) {
        for card in self.units.intersection(self.accepted).iter() {
            let (from, count) = self.location(card);
            for top in self
                .build_table
                .build_targets(card)
                .intersection(self.tops)
                .iter()
            {
                let (to, _) = self.location(top);
                if from != to {
                    moves.push(Move::Transfer { from, to, count });
                }
            }
        }
    }

    /// Lists the moves of cards of a rank into a space, where they pass a test of their place and
    /// their count.
    #[inline(always)]
    pub(crate) fn list_space_moves(
        &self,
        space: PileId,
        rank: Rank,
        moves: &mut MoveList,
        test: impl Fn(PileId, usize) -> bool,
    ) {
        for card in self
            .units
            .intersection(CardSet::from_rank_number(rank.number()))
            .iter()
        {
            let (from, count) = self.location(card);
            if test(from, count.into()) {
                moves.push(Move::Transfer {
                    from,
                    to: space,
                    count,
                });
            }
        }
    }

    /// Lists the moves home.
    #[inline(always)]
    pub(crate) fn list_foundation_moves(&self, table: &Table, moves: &mut MoveList) {
        let mut homes = CardSet::EMPTY;
        for place in common::foundations(1) {
            let next = table.size(place) as u8 + 1;
            homes = homes.union(CardSet::from_suit_and_rank_number(
                place.foundation_suit(),
                next,
            ));
        }
        for card in self.singles.intersection(homes).iter() {
            let (from, _) = self.location(card);
            moves.push(Move::single_card(
                from,
                PileId::suit_foundation(card.suit(), 0),
            ));
        }
    }
}
