//! Tableaux that are built down: which cards build on which, and the moves that follow.

use super::foundations::{accepted_by_foundations, foundation_for};
use super::moves::{Move, MoveList};
use super::pile::{PileId, PileSet};
use super::size::GameSize;
use super::table::Table;
use crate::cards::{Card, CardSet, Rank, Suit};

/// Which cards can be built on each other in the tableau, as lookup tables.
pub(crate) struct BuildRule {
    /// The cards of the suits that may be built on each suit.
    suits: [CardSet; 4],
    /// The cards that can be built on a card, indexed by card.
    building_on: [CardSet; 64],
    /// The cards that a card can be built on, indexed by card.
    targets: [CardSet; 64],
    /// For each suit of a card a mask of the suits of top cards that it can be built on.
    top_suits: [[u16; 4]; 4],
}

/// Building down in alternating colors.
pub(crate) static ALTERNATING_COLORS: BuildRule =
    BuildRule::new([CardSet::RED, CardSet::BLACK, CardSet::BLACK, CardSet::RED]);

/// Building down in any suit but the card's own.
pub(super) static OTHER_SUITS: BuildRule = BuildRule::new([
    CardSet::from_suit(Suit::Clubs).complement(),
    CardSet::from_suit(Suit::Diamonds).complement(),
    CardSet::from_suit(Suit::Hearts).complement(),
    CardSet::from_suit(Suit::Spades).complement(),
]);

impl BuildRule {
    /// Creates the rule by which the cards of each suit, clubs first, accept those of some suits.
    const fn new(accepted_suits: [CardSet; 4]) -> BuildRule {
        let mut rule = BuildRule {
            suits: accepted_suits,
            building_on: [CardSet::EMPTY; 64],
            targets: [CardSet::EMPTY; 64],
            top_suits: [[0; 4]; 4],
        };
        let mut pair = 0;
        while pair < 16 {
            let (suit, top_suit) = (pair / 4, pair % 4);
            if accepted_suits[top_suit].contains(Card::new(Rank::ACE, Suit::from_index(suit))) {
                rule.top_suits[suit][top_suit] = u16::MAX;
            }
            pair += 1;
        }
        let mut n = 0;
        while n < 52 {
            let suit = Suit::from_index(n / 13);
            let number = (n % 13) as u8 + 1;
            let suits = accepted_suits[n / 13];
            if let Some(rank) = Rank::new(number) {
                let card = Card::new(rank, suit);
                rule.building_on[card.index()] =
                    CardSet::from_rank_number(number - 1).intersection(suits);
                rule.targets[card.index()] =
                    CardSet::from_rank_number(number + 1).intersection(suits);
            }
            n += 1;
        }
        rule
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
pub(super) struct Units<'a> {
    table: &'a Table,
    cards: CardSet,
    /// The cards that have no card on them.
    tops: CardSet,
    /// For each card, by its index, its pile in the low byte, and the number of cards that move in the high byte.
    locations: [u16; 64],
}

impl<'a> Units<'a> {
    #[inline(always)]
    pub(super) fn new(table: &'a Table) -> Units<'a> {
        Units {
            table,
            cards: CardSet::EMPTY,
            tops: CardSet::EMPTY,
            locations: [0; 64],
        }
    }

    /// Adds the top card of a pile.
    #[inline(always)]
    pub(super) fn add_top(&mut self, from: PileId) {
        if let Some(top) = self.table.top(from) {
            self.add(top, from, 1);
            self.tops |= CardSet::from_card(top);
        }
    }

    /// Adds the face-up cards of a pile, each of which moves with the cards on it.
    #[inline(always)]
    pub(super) fn add_face_up(&mut self, from: PileId) {
        let cards = self.table.face_up(from);
        let mut count = cards.len();
        for &card in cards {
            self.add(card, from, count);
            count -= 1;
        }
        if let Some(&top) = cards.last() {
            self.tops |= CardSet::from_card(top);
        }
    }

    /// Adds the lowest of `count` cards.
    #[inline(always)]
    fn add(&mut self, card: Card, from: PileId, count: usize) {
        self.locations[card.index() & 63] = (from.index() | count << 8) as u16;
        self.cards |= CardSet::from_card(card);
    }

    /// Removes all cards.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.cards, self.tops) = (CardSet::EMPTY, CardSet::EMPTY);
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
    builds: &'static BuildRule,
    /// The piles, one bit each, by the rank and the suit of their top cards. Empty ones have rank 0; those that accept
    /// kings are also listed above the highest rank.
    piles: [[u16; 4]; 16],
    /// The empty piles that accept kings.
    spaces: u16,
    /// The cards that some pile accepts.
    accepted: CardSet,
    /// The cards that some foundation accepts.
    foundation_cards: CardSet,
}

impl<'a> Targets<'a> {
    /// Collects the foundations. Tableau piles are added one by one.
    #[inline(always)]
    pub(super) fn new(table: &'a Table, size: GameSize, builds: &'static BuildRule) -> Targets<'a> {
        Targets {
            table,
            size,
            builds,
            piles: [[0; 4]; 16],
            spaces: 0,
            accepted: CardSet::EMPTY,
            foundation_cards: accepted_by_foundations(table, size),
        }
    }

    /// Adds a pile, which accepts the cards that build on its top card.
    #[inline(always)]
    pub(super) fn add_pile(&mut self, pile: PileId) {
        let top = self.table.top_index(pile);
        self.piles[top & 15][top >> 4 & 3] |= 1 << pile.index();
        self.accepted |= self.builds.cards_building_on_index(top);
    }

    /// Lets those of some piles that were added and are empty accept kings. No other empty pile accepts a card.
    #[inline(always)]
    pub(super) fn accept_kings_in(&mut self, piles: PileSet) {
        self.spaces = self.piles[0][0] & piles.tableau_bits();
        if self.spaces != 0 {
            let kings = self.size.highest_rank.number();
            self.piles[usize::from((kings + 1) & 15)] = [self.spaces; 4];
            self.accepted |= CardSet::from_rank_number(kings);
        }
    }

    /// Returns the tableau piles that accept a card, with any cards on it.
    #[inline(always)]
    pub(super) fn piles_accepting(&self, card: Card) -> PileSet {
        let by_suit = self.piles[usize::from((card.rank().number() + 1) & 15)];
        let suits = self.builds.top_suits[card.suit().index()];
        let bits = by_suit.iter().zip(suits).map(|(piles, mask)| piles & mask);
        PileSet::from_tableau_bits(bits.fold(0, |all, piles| all | piles))
    }

    /// Adds the moves of cards to all piles that accept them, of kings to spaces only if a test of the pile and the
    /// number of cards allows it.
    #[inline(always)]
    pub(super) fn list_tableau_moves(
        &self,
        units: &Units,
        moves: &mut MoveList,
        can_fill_space: impl Fn(PileId, u8) -> bool,
    ) {
        for card in (units.cards & self.accepted).iter() {
            let (from, count) = units.location(card);
            let mut piles = self.piles_accepting(card) - PileSet::EMPTY.with(from);
            if card.rank() == self.size.highest_rank && !can_fill_space(from, count) {
                piles = PileSet::EMPTY;
            }
            for to in piles.iter() {
                moves.push(Move::Transfer { from, to, count });
            }
        }
    }

    /// Adds the moves to foundations of the cards that have no card on them.
    #[inline(always)]
    pub(super) fn list_foundation_moves(&self, units: &Units, moves: &mut MoveList) {
        for card in (units.tops & self.foundation_cards).iter() {
            let (from, _) = units.location(card);
            if let Some(to) = foundation_for(self.table, card, self.size) {
                moves.push(Move::single_card(from, to));
            }
        }
    }
}
