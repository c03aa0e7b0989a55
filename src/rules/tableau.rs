//! Tableaux that are built down: which cards build on which, and the moves that follow.

use super::foundations::{accepted_by_foundations, foundation_for};
use super::moves::{Move, MoveList};
use super::pile::{PileId, PileSet};
use super::size::GameSize;
use super::table::Table;
use crate::cards::{Card, CardSet, Rank, Suit};

/// Lookup table of the cards that can be built on each other in the tableau.
pub(crate) struct BuildTable {
    /// The cards of the suits that may be built on each suit.
    suits: [CardSet; 4],
    /// The cards that can be built on a card, indexed by card.
    building_on: [CardSet; 64],
    /// The cards that a card can be built on, indexed by card.
    targets: [CardSet; 64],
}

/// Building down in alternating colors.
pub(crate) static ALTERNATING_COLORS: BuildTable =
    BuildTable::new([CardSet::RED, CardSet::BLACK, CardSet::BLACK, CardSet::RED]);

/// Building down in any suit but the card's own.
pub(super) static OTHER_SUITS: BuildTable = BuildTable::new([
    CardSet::from_suit(Suit::Clubs).complement(),
    CardSet::from_suit(Suit::Diamonds).complement(),
    CardSet::from_suit(Suit::Hearts).complement(),
    CardSet::from_suit(Suit::Spades).complement(),
]);

impl BuildTable {
    /// Creates the table in which the cards of each suit, clubs first, accept those of some suits.
    const fn new(accepted_suits: [CardSet; 4]) -> BuildTable {
        let mut table = BuildTable {
            suits: accepted_suits,
            building_on: [CardSet::EMPTY; 64],
            targets: [CardSet::EMPTY; 64],
        };
        let mut n = 0;
        while n < 52 {
            let suit = Suit::from_index(n / 13);
            let number = (n % 13) as u8 + 1;
            let suits = accepted_suits[n / 13];
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

    /// Returns the cards that can be built on some card of a set.
    #[inline]
    pub(crate) fn cards_building_on_any(&self, cards: CardSet) -> CardSet {
        let builds = |suit: Suit| cards.one_rank_lower(suit) & self.suits[suit.index()];
        Suit::ALL
            .into_iter()
            .fold(CardSet::EMPTY, |all, suit| all | builds(suit))
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

/// Cards that can move, each together with the cards on it. No card is there twice: with two decks, the cards of
/// a pile are listed apart from those of others.
pub(super) struct Units {
    cards: CardSet,
    /// For each card, by its index, its pile in the low byte, and the number of cards that move in the high byte.
    locations: [u16; 64],
}

impl Units {
    #[inline(always)]
    pub(super) fn new() -> Units {
        Units {
            cards: CardSet::EMPTY,
            locations: [0; 64],
        }
    }

    /// Adds the lowest of `count` cards that move.
    #[inline(always)]
    pub(super) fn add(&mut self, card: Card, from: PileId, count: u8) {
        self.cards |= CardSet::from_card(card);
        self.locations[card.index() & 63] = u16::from_le_bytes([from.index() as u8, count]);
    }

    /// Removes all cards.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.cards = CardSet::EMPTY;
    }

    #[inline(always)]
    fn location(&self, card: Card) -> (PileId, u8) {
        let [from, count] = self.locations[card.index() & 63].to_le_bytes();
        (PileId::from_index(from), count)
    }
}

/// The tableau piles and the foundations that accept cards in a position.
pub(super) struct Targets<'a> {
    table: &'a Table,
    size: GameSize,
    builds: &'static BuildTable,
    /// The top cards of the tableau.
    tops: CardSet,
    /// The piles that have a top card, by the index of the card.
    piles: [u16; 64],
    /// The empty piles that accept kings. Like those above one bit each, `t1` the lowest.
    spaces: u16,
    /// The cards that some pile accepts.
    accepted: CardSet,
    /// The cards that some foundation accepts.
    foundation_cards: CardSet,
}

impl<'a> Targets<'a> {
    /// Collects the piles on whose top card a card can be built, the foundations, and those of some spaces that
    /// are empty, which accept kings.
    #[inline(always)]
    pub(super) fn new(
        table: &'a Table,
        size: GameSize,
        builds: &'static BuildTable,
        spaces_for_kings: impl IntoIterator<Item = PileId>,
    ) -> Targets<'a> {
        let mut targets = Targets {
            table,
            size,
            builds,
            tops: CardSet::EMPTY,
            piles: [0; 64],
            spaces: 0,
            accepted: CardSet::EMPTY,
            foundation_cards: accepted_by_foundations(table, size),
        };
        for pile in size.tableau() {
            if let Some(top) = table.top(pile) {
                targets.tops |= CardSet::from_card(top);
                targets.piles[top.index() & 63] |= 1 << pile.index();
                targets.accepted |= builds.cards_building_on(top);
            }
        }
        for space in spaces_for_kings {
            if table.is_empty(space) {
                targets.spaces |= 1 << space.index();
                targets.accepted |= CardSet::from_rank_number(size.highest_rank.number());
            }
        }
        targets
    }

    /// Returns the tableau piles that accept a card, with any cards on it.
    #[inline(always)]
    pub(super) fn piles_accepting(&self, card: Card) -> impl Iterator<Item = PileId> {
        let mut piles = 0;
        if card.rank() == self.size.highest_rank {
            piles = self.spaces;
        }
        for top in (self.builds.build_targets(card) & self.tops).iter() {
            piles |= self.piles[top.index() & 63];
        }
        PileSet::from_tableau_bits(piles).iter()
    }

    /// Adds the moves of cards to all piles that accept them, if a test of the two piles and the number of cards
    /// allows it, and those of single cards to foundations.
    #[inline(always)]
    pub(super) fn list_moves(
        &self,
        units: &Units,
        moves: &mut MoveList,
        is_allowed: impl Fn(PileId, PileId, u8) -> bool,
    ) {
        for card in (units.cards & self.accepted).iter() {
            let (from, count) = units.location(card);
            for to in self.piles_accepting(card) {
                if to != from && is_allowed(from, to, count) {
                    moves.push(Move::Transfer { from, to, count });
                }
            }
        }
        for card in (units.cards & self.foundation_cards).iter() {
            let (from, count) = units.location(card);
            if count == 1
                && let Some(to) = foundation_for(self.table, card, self.size)
            {
                moves.push(Move::single_card(from, to));
            }
        }
    }
}
