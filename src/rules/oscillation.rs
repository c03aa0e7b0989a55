//! Oscillation: two groups of piles, one built down and one built up, with a little traffic
//! between them.

use super::common;
use super::deal::Dealer;
use super::illegal_reason::{self, card_does_not_fit};
use super::info::{GameInfo, OptionSpec, OptionValue};
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::size::GameSize;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, CardSet, Rank, Suit};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct Oscillation {
    pub(crate) size: GameSize,
    wrap: bool,
}

/// What the game says of itself.
pub(crate) static INFO: GameInfo = GameInfo {
    id: "oscillation",
    title: "Oscillation",
    decks: 2,
    summary: "Two decks in two groups: the left builds down and goes home up, the right the reverse.",
    help: include_str!("../../assets/help/oscillation.txt"),
    options: &[OptionSpec {
        name: "wrap",
        values: &[
            OptionValue {
                name: "no",
                description: "the tableau does not turn the corner between king and ace",
            },
            OptionValue {
                name: "yes",
                description: "king and ace are neighbours in the tableau too",
            },
        ],
    }],
};

/// One of the two groups of five piles and four foundations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PileGroup {
    /// Piles built down, foundations built up.
    Left,
    /// Piles built up, foundations built down.
    Right,
}

impl PileGroup {
    pub(crate) fn containing(place: PileId, shape: GameSize) -> PileGroup {
        let first_right = if place.is_foundation() {
            Suit::ALL.len()
        } else {
            shape.piles / 2
        };
        if place.number() < first_right {
            PileGroup::Left
        } else {
            PileGroup::Right
        }
    }

    /// The group's piles as bits, `t1` the lowest.
    #[inline]
    fn pile_bits(self, shape: GameSize) -> u16 {
        let left = (1 << (shape.piles / 2)) - 1;
        match self {
            PileGroup::Left => left,
            PileGroup::Right => left << (shape.piles / 2),
        }
    }

    pub(crate) fn piles(self, shape: GameSize) -> impl Iterator<Item = PileId> {
        let each = shape.piles / 2;
        let first = match self {
            PileGroup::Left => 0,
            PileGroup::Right => each,
        };
        (first..first + each).map(PileId::tableau)
    }

    fn foundation(self, suit: Suit) -> PileId {
        PileId::suit_foundation(suit, self as usize)
    }

    pub(crate) fn foundations(self) -> impl Iterator<Item = PileId> {
        Suit::ALL.into_iter().map(move |suit| self.foundation(suit))
    }

    /// The rank each of the group's foundations begins with: the starter's, which lies at the
    /// bottom of one of them from the deal on.
    pub(crate) fn start_rank(self, table: &Table) -> Rank {
        self.foundations()
            .find_map(|place| table.pile(place).first())
            .map_or(Rank::ACE, |card| card.rank())
    }

    /// The rank of a foundation's card at this height, from 0.
    fn rank_at(self, start: Rank, height: usize, shape: GameSize) -> Rank {
        match self {
            PileGroup::Left => shape.rank_above(start, height),
            PileGroup::Right => shape.rank_below(start, height),
        }
    }
}

impl Oscillation {
    /// The game with its options as chosen.
    pub fn new(choices: &GameOptions) -> Oscillation {
        Oscillation {
            size: GameSize::new(10, 2),
            wrap: choices.is("wrap", "yes"),
        }
    }

    /// The same game with fewer piles, an even number, and ranks, to try things out on; the
    /// highest rank takes the part of the king.
    #[must_use]
    pub fn reduced(self, piles: usize, top: Rank) -> Self {
        let shape = self.size.reduced(piles, top);
        Oscillation {
            size: shape,
            ..self
        }
    }

    /// The number of the rank that is put on a rank in a group; 0 or 14 where there is none.
    fn next_rank_number(&self, group: PileGroup, rank: Rank) -> u8 {
        match (group, self.wrap) {
            (PileGroup::Left, false) => rank.number() - 1,
            (PileGroup::Right, false) => rank.number() + 1,
            (PileGroup::Left, true) => self.size.rank_below(rank, 1).number(),
            (PileGroup::Right, true) => self.size.rank_above(rank, 1).number(),
        }
    }

    /// The cards that go on a card in a group, regardless of suit.
    fn cards_building_on(&self, group: PileGroup, top: Card) -> CardSet {
        CardSet::from_rank_number(self.next_rank_number(group, top.rank()))
    }

    /// How many of the cards at the end are a run of one suit in a group's direction.
    #[inline(always)]
    pub(crate) fn run_len(&self, cards: &[Card], group: PileGroup) -> usize {
        let joins = cards.windows(2).rev().take_while(|pair| {
            pair[0].suit() == pair[1].suit()
                && pair[1].rank().number() == self.next_rank_number(group, pair[0].rank())
        });
        joins.count() + usize::from(!cards.is_empty())
    }

    /// The card a foundation takes next, given its group's first rank.
    #[inline]
    fn next_foundation_card(
        &self,
        table: &Table,
        group: PileGroup,
        start: Rank,
        suit: Suit,
    ) -> Option<Card> {
        let height = table.size(group.foundation(suit));
        (height < usize::from(self.size.highest_rank.number()))
            .then(|| Card::new(group.rank_at(start, height, self.size), suit))
    }

    /// Returns the next card of a foundation. `None` if it is complete.
    pub(crate) fn accepted_by_foundation(&self, table: &Table, foundation: PileId) -> Option<Card> {
        let group = PileGroup::containing(foundation, self.size);
        self.next_foundation_card(
            table,
            group,
            group.start_rank(table),
            foundation.foundation_suit(),
        )
    }

    /// The cards a group's foundations take.
    #[inline]
    fn accepted_by_foundations(&self, table: &Table, group: PileGroup) -> CardSet {
        let start = group.start_rank(table);
        Suit::ALL.into_iter().fold(CardSet::EMPTY, |homes, suit| {
            match self.next_foundation_card(table, group, start, suit) {
                Some(card) => homes.union(CardSet::from_card(card)),
                None => homes,
            }
        })
    }

    fn can_deal(&self, table: &Table) -> bool {
        let cards: usize = common::tableau(self.size.piles)
            .map(|pile| table.size(pile))
            .sum();
        !table.is_empty(PileId::STOCK)
            && (cards < self.size.piles
                || common::tableau(self.size.piles).all(|pile| !table.is_empty(pile)))
    }
}

/// Where cards can go in the tableau now. Sets of piles are bits, `t1` the lowest.
struct OpenPiles {
    /// For each rank the piles that take a card of it within their group.
    by_rank: [u16; 16],
    /// For each suit, in lanes of sixteen bits, the piles that have a top card of it.
    by_suit: u64,
    /// The piles that take any card.
    spaces: u16,
}

impl OpenPiles {
    fn new(rules: &Oscillation, table: &Table) -> OpenPiles {
        let mut open = OpenPiles {
            by_rank: [0; 16],
            by_suit: 0,
            spaces: 0,
        };
        for pile in common::tableau(rules.size.piles) {
            let bit = pile.number();
            match table.top(pile) {
                Some(top) => {
                    let next =
                        rules.next_rank_number(PileGroup::containing(pile, rules.size), top.rank());
                    open.by_rank[usize::from(next & 15)] |= 1 << bit;
                    open.by_suit |= 1 << (16 * top.suit().index() + bit);
                }
                None => open.spaces |= 1 << bit,
            }
        }
        open
    }

    /// The piles of the head's own group that take a run.
    #[inline(always)]
    fn within_group(&self, head: Card) -> u16 {
        self.by_rank[usize::from(head.rank().number() & 15)] | self.spaces
    }

    /// The piles of the other group that take a single card.
    #[inline(always)]
    fn across_groups(&self, card: Card) -> u16 {
        let own_suit = (self.by_suit >> (16 * card.suit().index())) as u16;
        (self.by_rank[usize::from(card.rank().number() & 15)] & own_suit) | self.spaces
    }
}

/// Lists the moves of `count` cards to each of some piles.
#[inline(always)]
fn list_transfers(mut piles: u16, from: PileId, count: usize, moves: &mut MoveList) {
    let count = count as u8;
    while piles != 0 {
        let to = PileId::tableau(piles.trailing_zeros() as usize & 15);
        moves.push(Move::Transfer { from, to, count });
        piles &= piles - 1;
    }
}

impl Rules for Oscillation {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[("wrap", if self.wrap { "yes" } else { "no" })])
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = common::tableau(self.size.piles)
            .chain(common::foundations(2))
            .chain([PileId::STOCK]);
        let mut dealer = Dealer::new(deck, places);
        for _ in 0..self.size.card_count() / 2 / self.size.piles {
            common::tableau(self.size.piles).for_each(|pile| dealer.deal_to(pile));
        }
        dealer.deal_to(PileId::tableau(0));
        dealer.deal_to(PileId::tableau(self.size.piles - 1));
        common::tableau(self.size.piles).for_each(|pile| dealer.turn_down_all_but_top(pile));
        for group in [PileGroup::Left, PileGroup::Right] {
            dealer.deal_to_with(|starter| group.foundation(starter.suit()));
        }
        dealer.move_rest_to_stock();
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let open = OpenPiles::new(self, table);
        let homes = [PileGroup::Left, PileGroup::Right].map(|group| {
            let cards = self.accepted_by_foundations(table, group);
            (group, cards)
        });
        for from in common::tableau(self.size.piles) {
            let cards = table.face_up(from);
            let Some(&top) = cards.last() else { continue };
            let group = PileGroup::containing(from, self.size);
            let (own, other) = (group.pile_bits(self.size), !group.pile_bits(self.size));
            let own = own & !(1 << from.number());
            list_transfers(
                (open.within_group(top) & own) | (open.across_groups(top) & other),
                from,
                1,
                moves,
            );
            for count in 2..=self.run_len(cards, group) {
                let head = cards[cards.len() - count];
                list_transfers(open.within_group(head) & own, from, count, moves);
            }
            for (group, wanted) in homes {
                if wanted.contains(top) {
                    moves.push(Move::single_card(from, group.foundation(top.suit())));
                }
            }
        }
        if self.can_deal(table) {
            moves.push(Move::Deal);
        }
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        match mv {
            Move::Transfer { from, to, count } => {
                table.transfer(from, to, count);
            }
            _ => {
                let cards = table.size(PileId::STOCK);
                for to in common::tableau(self.size.piles).take(cards) {
                    table.deal(PileId::STOCK, to, 1);
                }
            }
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.cards_on_foundations() == self.size.card_count()
    }

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        let (from, to, count) = match mv {
            Move::Transfer { from, to, count } => (from, to, count),
            Move::Deal if table.is_empty(PileId::STOCK) => return "the stock is empty".into(),
            Move::Deal => return "every space must be filled before a deal".into(),
            _ => return illegal_reason::unsupported_move(mv),
        };
        if let Some(words) = illegal_reason::general(table, from, to, count) {
            return words;
        }
        if from.is_foundation() {
            return "what is home stays home".into();
        }
        let Some(card) = illegal_reason::head_card(table, from, count) else {
            return format!("there is no card on {}", from.name());
        };
        if to.is_foundation() {
            return match self.accepted_by_foundation(table, to) {
                _ if to.foundation_suit() != card.suit() => {
                    format!("that foundation is for {}", to.foundation_suit().name())
                }
                Some(next) => format!("{next} comes next there, not {card}"),
                None => "that foundation is full".into(),
            };
        }
        let fits = table.top(to).is_none_or(|top| {
            self.cards_building_on(PileGroup::containing(to, self.size), top)
                .contains(card)
        });
        match table.top(to) {
            _ if usize::from(count)
                > self.run_len(table.face_up(from), PileGroup::containing(from, self.size)) =>
            {
                "only a run of one suit moves as a unit".into()
            }
            _ if fits && count > 1 => "only one card at a time goes across".into(),
            Some(top) if fits => format!("{card} goes across only onto its own suit, not on {top}"),
            Some(top) => match PileGroup::containing(to, self.size) {
                PileGroup::Left => {
                    format!("{}: the left builds down", card_does_not_fit(card, top))
                }
                PileGroup::Right => {
                    format!("{}: the right builds up", card_does_not_fit(card, top))
                }
            },
            None => format!("{card} does not go on {}", to.name()),
        }
    }
}
