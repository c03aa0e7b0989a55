//! Tableaux that are built down: which cards build on which, and the moves that follow.
//!
//! With one deck every card exists once, so [`UnitMoves`] answers for all cards at once, with sets, which can move.
//! [`RunTargets`] does not need that, and serves games in which runs move.

use super::foundations::{accepted_by_foundations, foundation_for};
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::size::GameSize;
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
pub(super) struct UnitMoves {
    size: GameSize,
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

impl UnitMoves {
    /// Collects the face-up cards of the tableau, each of which moves with all cards on it.
    #[inline(always)]
    pub(super) fn from_face_up_cards(
        table: &Table,
        size: GameSize,
        build_table: &'static BuildTable,
    ) -> UnitMoves {
        let mut cards = UnitMoves::empty(size, build_table);
        for from in size.tableau() {
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
        size: GameSize,
        reserve: impl Iterator<Item = PileId>,
        build_table: &'static BuildTable,
    ) -> UnitMoves {
        let mut cards = UnitMoves::empty(size, build_table);
        for from in reserve {
            cards.add(table.bottom_index(from), from, 1);
        }
        for from in size.tableau() {
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
    fn empty(size: GameSize, build_table: &'static BuildTable) -> UnitMoves {
        UnitMoves {
            size,
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

    /// Adds the moves of kings into an empty pile, if their pile and their number of cards pass the test
    /// `is_allowed`.
    #[inline(always)]
    pub(super) fn list_space_moves(
        &self,
        space: PileId,
        moves: &mut MoveList,
        is_allowed: impl Fn(PileId, usize) -> bool,
    ) {
        let king = self.size.highest_rank.number();
        let cards = self.units & CardSet::from_rank_number(king);
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
        let accepted = accepted_by_foundations(table, self.size);
        for card in (self.singles & accepted).iter() {
            let (from, _) = self.location(card);
            let to = PileId::suit_foundation(card.suit(), 0);
            moves.push(Move::single_card(from, to));
        }
    }
}

/// The tableau piles and foundations that accept a card in a position of a sliding game built down in
/// alternating colors.
pub(super) struct RunTargets {
    size: GameSize,
    /// The piles that accept a card of a color and rank, one bit each; see [`color_rank_index`].
    accepting_piles: [u16; 32],
    /// The cards that some pile accepts.
    pub(super) accepted_by_piles: CardSet,
    /// The cards that some foundation accepts.
    accepted_by_foundations: CardSet,
}

impl RunTargets {
    /// Collects the destinations. Of the empty piles, only the last accepts a card: a king.
    #[inline(always)]
    pub(super) fn new(table: &Table, size: GameSize) -> RunTargets {
        let mut accepting_piles = [0; 32];
        let mut accepted_by_piles = CardSet::EMPTY;
        for pile in size.tableau() {
            if let Some(top) = table.top(pile) {
                accepting_piles[color_rank_index(!top.is_red(), top.rank().number() - 1)] |=
                    1 << pile.index();
                accepted_by_piles |= ALTERNATING_COLORS.cards_building_on(top);
            }
        }
        if table.is_empty(size.last_pile()) {
            let king = size.highest_rank.number();
            accepting_piles[color_rank_index(false, king)] |= 1 << size.last_pile().index();
            accepting_piles[color_rank_index(true, king)] |= 1 << size.last_pile().index();
            accepted_by_piles |= CardSet::from_rank_number(king);
        }
        RunTargets {
            size,
            accepting_piles,
            accepted_by_piles,
            accepted_by_foundations: accepted_by_foundations(table, size),
        }
    }

    /// Calls `visit` for each pile that accepts a card, except the one it comes from.
    #[inline(always)]
    pub(super) fn for_each_pile_accepting(
        &self,
        card: Card,
        from: PileId,
        mut visit: impl FnMut(PileId),
    ) {
        let mut piles = self.accepting_piles[color_rank_index(card.is_red(), card.rank().number())];
        if from.is_tableau() {
            piles &= !(1 << from.index());
        }
        while piles != 0 {
            visit(PileId::tableau(piles.trailing_zeros() as usize & 15));
            piles &= piles - 1;
        }
    }

    /// Adds the moves of a single card to tableau piles.
    #[inline(always)]
    pub(super) fn list_build_moves(&self, card: Card, from: PileId, moves: &mut MoveList) {
        if self.accepted_by_piles.contains(card) {
            self.for_each_pile_accepting(card, from, |to| moves.push(Move::single_card(from, to)));
        }
    }

    /// Adds the move of a card to its foundation.
    #[inline(always)]
    pub(super) fn list_foundation_move(
        &self,
        table: &Table,
        card: Card,
        from: PileId,
        moves: &mut MoveList,
    ) {
        if self.accepted_by_foundations.contains(card)
            && let Some(to) = foundation_for(table, card, self.size)
        {
            moves.push(Move::single_card(from, to));
        }
    }
}

/// Combines a color and a rank, at most 15, to an index below 32.
#[inline(always)]
fn color_rank_index(red: bool, rank: u8) -> usize {
    usize::from(red) << 4 | usize::from(rank & 15)
}
