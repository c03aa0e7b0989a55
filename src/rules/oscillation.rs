//! Oscillation: two decks, ten piles, eight foundations. The piles and the foundations form a left and a right
//! group, which build in opposite directions.
//!
//! The deal: five rows of ten cards, and one more card on each of the two outermost piles. Only the top card of each
//! pile is face up. The next card goes to the left group's foundation of its suit, the one after it to the right
//! group's. The other 50 cards are the stock.
//!
//! The state of a game is a [`Table`]: the cards of each pile and foundation, the bottom card first, and how
//! many of them are face down.
//!
//! 1. The five left piles build down and the five right piles build up, regardless of suit. Kings and aces
//!    do not connect, unless an option says so. A face-down card on top of a pile is turned up.
//! 2. A card fits on a card of the rank above it on the left, of the rank below it on the right. Within a group,
//!    one card, or a run of one suit in the group's direction, whole or in part, moves onto any card that its
//!    bottom card fits. To the other group goes one card at a time, onto a card of its own suit that it fits there.
//! 3. An empty pile takes any card, or a run from its own group, also a whole pile.
//! 4. The left foundations build up in suit, and the right ones down, each from the rank of the card that was
//!    dealt to its group, from king to ace or from ace to king where it must, to thirteen cards. Any top card
//!    may go to a foundation of either group. They never give a card back.
//! 5. A deal from the stock puts a card face up on every pile, whether it fits or not. It is possible while the
//!    stock has cards, if no pile is empty or the tableau has fewer than ten cards.
//! 6. The game is won when all cards are on foundations.

mod pile_group;

use std::sync::LazyLock;

use super::deal::Dealer;
use super::illegal_reason;
use super::info::GameInfo;
use super::moves::{Move, MoveList};
use super::pile::{PileId, PileSet};
use super::size::GameSize;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, CardSet, Rank};

pub(crate) use pile_group::{PileGroup, next_foundation_card};

/// The rules of Oscillation.
#[derive(Clone, Debug)]
pub struct OscillationRules {
    /// Ten piles, two decks.
    pub size: GameSize,
    /// Whether kings and aces connect in the tableau.
    wrap: bool,
}

impl OscillationRules {
    /// Creates the rules with these options.
    pub fn new(options: &GameOptions) -> OscillationRules {
        OscillationRules {
            size: GameSize::new(10, 2),
            wrap: options.is("wrap", "yes"),
        }
    }

    /// Returns the number of the rank that builds on a rank in a group. If there is none, that is 0 or
    /// the number above the highest rank.
    pub(crate) fn next_rank_number(&self, group: PileGroup, rank: Rank) -> u8 {
        match (group, self.wrap) {
            (PileGroup::Left, false) => rank.number() - 1,
            (PileGroup::Right, false) => rank.number() + 1,
            (PileGroup::Left, true) => self.size.rank_below(rank, 1).number(),
            (PileGroup::Right, true) => self.size.rank_above(rank, 1).number(),
        }
    }

    /// Returns the length of the run of one suit, in a group's direction, at the end of the cards.
    #[inline(always)]
    pub(crate) fn run_len(&self, cards: &[Card], group: PileGroup) -> usize {
        let pairs = cards.windows(2).rev();
        let run = pairs.take_while(|pair| self.continues_run(pair[0], pair[1], group));
        run.count() + usize::from(!cards.is_empty())
    }

    /// Whether a card continues a run of one suit, in a group's direction, on the card below it.
    #[inline(always)]
    pub(crate) fn continues_run(&self, below: Card, card: Card, group: PileGroup) -> bool {
        below.suit() == card.suit()
            && card.rank().number() == self.next_rank_number(group, below.rank())
    }

    /// Whether a row can be dealt: no pile is empty, unless the tableau has too few cards to fill
    /// all piles.
    fn can_deal(&self, table: &Table) -> bool {
        let cards: usize = self.size.tableau().map(|pile| table.size(pile)).sum();
        !table.is_empty(PileId::STOCK)
            && (cards < self.size.piles || self.size.tableau().all(|pile| !table.is_empty(pile)))
    }
}

/// The piles that accept cards in a position.
struct GroupTargets {
    /// The tableau piles on whose top card a card of a rank builds, by the number of the rank.
    by_rank: [PileSet; 16],
    /// The tableau piles whose top card has a suit.
    by_suit: [PileSet; 4],
    /// The empty tableau piles, which accept any card.
    spaces: PileSet,
    /// The cards that each group's foundations accept.
    foundation_cards: [CardSet; 2],
}

impl GroupTargets {
    #[inline(always)]
    fn new(rules: &OscillationRules, table: &Table) -> GroupTargets {
        let mut targets = GroupTargets {
            by_rank: [PileSet::EMPTY; 16],
            by_suit: [PileSet::EMPTY; 4],
            spaces: PileSet::EMPTY,
            foundation_cards: PileGroup::BOTH
                .map(|group| group.accepted_by_foundations(table, rules.size)),
        };
        for group in PileGroup::BOTH {
            for pile in group.piles(rules.size) {
                if let Some(top) = table.top(pile) {
                    let next = rules.next_rank_number(group, top.rank());
                    targets.by_rank[usize::from(next & 15)].insert(pile);
                    targets.by_suit[top.suit().index()].insert(pile);
                } else {
                    targets.spaces.insert(pile);
                }
            }
        }
        targets
    }

    /// Returns the tableau piles that accept a card on a card of any suit.
    #[inline(always)]
    fn of_any_suit(&self, card: Card) -> PileSet {
        self.by_rank[usize::from(card.rank().number() & 15)] | self.spaces
    }

    /// Returns the tableau piles that accept a card on a card of its own suit.
    #[inline(always)]
    fn of_own_suit(&self, card: Card) -> PileSet {
        (self.of_any_suit(card) & self.by_suit[card.suit().index()]) | self.spaces
    }

    /// Returns the foundations that accept a card.
    #[inline(always)]
    fn foundations(&self, card: Card) -> PileSet {
        let groups = PileGroup::BOTH.into_iter();
        let accepting =
            groups.filter(|&group| self.foundation_cards[group as usize].contains(card));
        accepting
            .map(|group| group.foundation(card.suit()))
            .collect()
    }
}

impl Rules for OscillationRules {
    fn deal(&self, deck: &[Card]) -> Table {
        let size = self.size;
        let piles = size.tableau().chain(size.foundations());
        let mut dealer = Dealer::new(deck, piles.chain([PileId::STOCK]));
        // Half of the cards go to the tableau: whole rows, and the two cards that follow.
        let rows = size.card_count() / 2 / size.piles;
        dealer.deal_rows(0..size.piles, rows);
        dealer.deal_to(PileId::tableau(0));
        dealer.deal_to(size.last_pile());
        for pile in size.tableau() {
            dealer.turn_down_all_but_top(pile);
        }
        for group in PileGroup::BOTH {
            dealer.deal_to_with(|starter| group.foundation(starter.suit()));
        }
        dealer.move_rest_to_stock();
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let targets = GroupTargets::new(self, table);
        for group in PileGroup::BOTH {
            let own_piles: PileSet = group.piles(self.size).collect();
            for from in group.piles(self.size) {
                let cards = table.face_up(from);
                // The top card, then the run of one suit of two cards, and so on.
                for count in 1..=self.run_len(cards, group) {
                    let card = cards[cards.len() - count];
                    let mut accepting = targets.of_any_suit(card) & own_piles;
                    if count == 1 {
                        let other_piles = targets.of_own_suit(card) - own_piles;
                        accepting = accepting | other_piles | targets.foundations(card);
                    }
                    for to in accepting.iter().filter(|&to| to != from) {
                        let count = count as u8;
                        moves.push(Move::Transfer { from, to, count });
                    }
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
            Move::Deal => {
                let cards = table.size(PileId::STOCK);
                for to in self.size.tableau().take(cards) {
                    table.turn_up(PileId::STOCK, to, 1);
                }
            }
            _ => debug_assert!(false, "Oscillation has no move {mv}"),
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.cards_on_foundations() == self.size.card_count()
    }

    // ---- The rules end here. What follows tells why a move is refused, and names the game and its options.

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        match mv {
            Move::Deal if table.is_empty(PileId::STOCK) => return illegal_reason::no_draw(table),
            Move::Deal => return "Fill every empty pile before you deal".into(),
            Move::Draw => return illegal_reason::unsupported_move(mv),
            _ => {}
        }
        let (from, to, count, card) = match illegal_reason::check_transfer(table, mv) {
            Ok(transfer) => transfer,
            Err(reason) => return reason,
        };
        if from.is_foundation() {
            return illegal_reason::NO_FOUNDATION_RETURN.into();
        }
        if to.is_foundation() {
            if to.foundation_suit() != card.suit() {
                return illegal_reason::wrong_foundation(to);
            }
            return illegal_reason::next_card(next_foundation_card(table, to, self.size));
        }
        let own_group = PileGroup::containing(from, self.size);
        let group = PileGroup::containing(to, self.size);
        if usize::from(count) > self.run_len(table.face_up(from), own_group) {
            return "Only a run of one suit can move together".into();
        }
        if count > 1 && group != own_group {
            return "Only one card at a time can cross to the other group".into();
        }
        if GroupTargets::new(self, table)
            .of_any_suit(card)
            .contains(to)
        {
            format!("{card} can only cross onto {}", card.suit().name())
        } else {
            self.needed_card_message(card, group, group != own_group)
        }
    }

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[("wrap", if self.wrap { "yes" } else { "no" })])
    }
}

impl OscillationRules {
    /// Returns the message for a card that does not build on the top card of a pile.
    fn needed_card_message(&self, card: Card, group: PileGroup, crosses: bool) -> String {
        let (direction, needed) = match group {
            PileGroup::Left => ("The left builds down", self.size.rank_above(card.rank(), 1)),
            PileGroup::Right => ("The right builds up", self.size.rank_below(card.rank(), 1)),
        };
        if self.next_rank_number(group, needed) == card.rank().number() {
            let needed = if crosses {
                Card::new(needed, card.suit()).to_string()
            } else {
                illegal_reason::rank_with_article(needed)
            };
            format!("{direction}: {card} needs {needed}")
        } else {
            format!("{direction}: {card} needs an empty pile")
        }
    }
}

pub(crate) static INFO: LazyLock<GameInfo> = LazyLock::new(|| {
    GameInfo::from_json(
        include_str!("../../assets/games/oscillation.json"),
        include_str!("../../assets/help/oscillation.txt"),
        include_str!("../../assets/lessons/oscillation.json"),
    )
});
