//! Moosehide, in its three layouts: with an open reserve, with one of four, and the classic game.

use super::common;
use super::deal::Dealer;
use super::illegal_reason::{self, card_does_not_fit};
use super::info::{GameInfo, OptionSpec, OptionValue};
use super::movable_cards::{ALTERNATING_COLORS, MovableCards, OTHER_SUITS};
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::size::GameSize;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, Rank, Suit};

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct Moosehide {
    pub(crate) size: GameSize,
    layout: MoosehideLayout,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoosehideLayout {
    OpenReserve,
    FourReserve,
    Classic,
}

/// What the game says of itself.
pub(crate) static INFO: GameInfo = GameInfo {
    id: "moosehide",
    title: "Moosehide",
    decks: 1,
    summary: "One card at a time, no stock; almost half the deck waits in an open reserve.",
    help: include_str!("../../assets/help/moosehide.txt"),
    options: &[OptionSpec {
        name: "layout",
        values: &[
            OptionValue {
                name: "open-reserve",
                description: "a triangle of seven, and 24 cards in the reserve",
            },
            OptionValue {
                name: "four-reserve",
                description: "a reserve of four; none of 20,000 deals could be won",
            },
            OptionValue {
                name: "classic",
                description: "Yukon's deal and moves, building on any suit but its own",
            },
        ],
    }],
};

impl Moosehide {
    /// The game with its options as chosen.
    pub fn new(choices: &GameOptions) -> Moosehide {
        let layout = match choices.value("layout") {
            "four-reserve" => MoosehideLayout::FourReserve,
            "classic" => MoosehideLayout::Classic,
            _ => MoosehideLayout::OpenReserve,
        };
        Moosehide {
            size: GameSize::new(7, 1),
            layout,
        }
    }

    /// The same game with fewer piles and ranks, to try things out on; the highest rank takes the
    /// part of the king.
    #[must_use]
    pub fn reduced(self, piles: usize, top: Rank) -> Self {
        let shape = self.size.reduced(piles, top);
        Moosehide {
            size: shape,
            ..self
        }
    }

    /// Returns the piles of the reserve.
    pub(crate) fn reserve(&self) -> impl Iterator<Item = PileId> + use<> {
        let cards = match self.layout {
            MoosehideLayout::OpenReserve => 24,
            MoosehideLayout::FourReserve => 4,
            MoosehideLayout::Classic => 0,
        };
        PileId::reserve(0).consecutive(cards)
    }

    /// Whether one card at a time moves, rather than any with all that lies on it.
    pub(crate) fn is_single_card_game(&self) -> bool {
        self.layout != MoosehideLayout::Classic
    }
}

impl Moosehide {
    /// Whether a card goes home and nothing can need to lie on it any more: every card that goes
    /// on it is home, or can go home as soon as it lies free, as can whatever goes on that.
    ///
    /// Where several cards move at once that last is not so, since a card can be taken from under
    /// another: there all that goes on it must be home.
    pub(crate) fn is_safe_on_foundation(&self, table: &Table, card: Card) -> bool {
        let height = |suit: Suit| table.size(PileId::suit_foundation(suit, 0));
        let rank = usize::from(card.rank().number());
        height(card.suit()) + 1 == rank
            && Suit::ALL.into_iter().all(|suit| {
                let short = match () {
                    () if suit == card.suit() => return true,
                    () if !self.is_single_card_game() => 1,
                    () if suit.is_red() == card.is_red() => 3,
                    () => 2,
                };
                height(suit) + short >= rank
            })
    }
}

impl Rules for Moosehide {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        let layout = match self.layout {
            MoosehideLayout::OpenReserve => "open-reserve",
            MoosehideLayout::FourReserve => "four-reserve",
            MoosehideLayout::Classic => "classic",
        };
        GameOptions::from_pairs(&[("layout", layout)])
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = common::tableau(self.size.piles)
            .chain(common::foundations(1))
            .chain(self.reserve());
        let mut dealer = Dealer::new(deck, places);
        if self.layout == MoosehideLayout::Classic {
            dealer.deal_yukon(self.size.piles);
            return dealer.into_table();
        }
        dealer.deal_triangle(self.size.piles);
        self.reserve().for_each(|place| dealer.deal_to(place));
        if self.layout == MoosehideLayout::FourReserve {
            dealer.deal_rows(2..self.size.piles);
        }
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let piles = self.size.piles;
        let free = match self.layout {
            MoosehideLayout::Classic => {
                MovableCards::from_face_up_cards(table, piles, &OTHER_SUITS)
            }
            _ => MovableCards::from_top_cards(table, piles, self.reserve(), &ALTERNATING_COLORS),
        };
        free.list_build_moves(moves);
        for space in common::tableau(piles).filter(|&pile| table.is_empty(pile)) {
            free.list_space_moves(space, self.size.highest_rank, moves, |from, count| {
                !from.is_tableau() || table.size(from) > count
            });
        }
        free.list_foundation_moves(table, moves);
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        if let Move::Transfer { from, to, count } = mv {
            table.transfer(from, to, count);
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.cards_on_foundations() == self.size.card_count()
    }

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        let (from, to, count) = match mv {
            Move::Transfer { from, to, count } => (from, to, count),
            Move::Draw => return illegal_reason::draw(table),
            _ => return illegal_reason::unsupported_move(mv),
        };
        if let Some(words) = illegal_reason::general(table, from, to, count) {
            return words;
        }
        if from.is_foundation() {
            return "what is home stays home".into();
        }
        if count > 1 && self.is_single_card_game() {
            return "only one card at a time may be moved".into();
        }
        let Some(card) = illegal_reason::head_card(table, from, count) else {
            return format!("there is no card on {}", from.name());
        };
        if to.is_foundation() {
            return illegal_reason::foundation_move(table, card, to, 1);
        }
        match table.top(to) {
            Some(top) => card_does_not_fit(card, top),
            None if card.rank() != self.size.highest_rank => {
                format!("only a king goes in a space, not {card}")
            }
            None => "a whole pile is not moved to a space: it would change nothing".into(),
        }
    }
}
