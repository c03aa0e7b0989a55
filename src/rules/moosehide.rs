//! Moosehide: one deck, seven piles, four foundations. Nothing slides, and there is no stock.
//!
//! 1. There are three layouts: with an open reserve of 24 cards (the default), with a reserve of four cards and
//!    the other 20 face up on the last five piles, and classic, which is Yukon's deal without a reserve. A
//!    face-down card on top of a pile is turned up.
//! 2. With a reserve, piles build down in alternating colors, and cards move one at a time: the top cards of
//!    piles, and every card of the reserve, which is never refilled.
//! 3. In the classic layout, piles build down in any suit but the card's own, and any face-up card moves
//!    together with all cards on it.
//! 4. Foundations build up in suit from the ace, from top cards and the reserve, and never give a card back.
//! 5. Only a king, in the classic layout with the cards on it, fills an empty pile, whichever it is. A
//!    whole pile is not moved to an empty one, since places mean nothing here.
//! 6. The game is won when all cards are on foundations.

use std::sync::LazyLock;

use strum::{EnumString, IntoStaticStr};

use super::deal::Dealer;
use super::foundations::{foundation_for, is_unneeded};
use super::illegal_reason;
use super::info::{GameInfo, Introduction, parse_json};
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::size::GameSize;
use super::table::Table;
use super::tableau::{ALTERNATING_COLORS, OTHER_SUITS, Targets, Units};
use super::{GameOptions, Rules};
use crate::cards::{Card, Rank};

/// Moosehide with its options.
#[derive(Clone, Debug)]
pub struct Moosehide {
    pub(crate) size: GameSize,
    layout: MoosehideLayout,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
enum MoosehideLayout {
    #[default]
    OpenReserve,
    FourReserve,
    Classic,
}

/// Introduction to the classic layout, which has no reserve and moves cards as Yukon does.
static CLASSIC_INTRODUCTION: LazyLock<Introduction> =
    LazyLock::new(|| parse_json(include_str!("../../assets/games/moosehide-classic.json")));

/// Description of the game.
pub(crate) static INFO: LazyLock<GameInfo> = LazyLock::new(|| {
    GameInfo::from_json(
        include_str!("../../assets/games/moosehide.json"),
        include_str!("../../assets/help/moosehide.txt"),
    )
});

impl Rules for Moosehide {
    fn deal(&self, deck: &[Card]) -> Table {
        let piles = self
            .size
            .tableau()
            .chain(self.size.foundations())
            .chain(self.reserve());
        let mut dealer = Dealer::new(deck, piles);
        if self.layout == MoosehideLayout::Classic {
            dealer.deal_yukon(self.size.piles);
            return dealer.into_table();
        }
        dealer.deal_triangle(self.size.piles);
        self.reserve().for_each(|pile| dealer.deal_to(pile));
        if self.layout == MoosehideLayout::FourReserve {
            dealer.deal_rows(2..self.size.piles);
        }
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let (builds, movable) = if self.is_single_card_game() {
            (&ALTERNATING_COLORS, 1)
        } else {
            (&OTHER_SUITS, usize::MAX)
        };
        let mut units = Units::new();
        for from in self.reserve() {
            if let Some(card) = table.top(from) {
                units.add(card, from, 1);
            }
        }
        for from in self.size.tableau() {
            // The top card, then the card below it with the top card on it, and so on.
            let cards = table.face_up(from).iter().rev().take(movable);
            for (count, &card) in (1..).zip(cards) {
                units.add(card, from, count);
            }
        }
        let spaces_for_kings = self.size.tableau();
        Targets::new(table, self.size, builds, spaces_for_kings).list_moves(
            &units,
            moves,
            |from, to, count| {
                let is_whole_pile = from.is_tableau() && table.size(from) == usize::from(count);
                !(is_whole_pile && table.is_empty(to))
            },
        );
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        if let Move::Transfer { from, to, count } = mv {
            table.transfer(from, to, count);
        } else {
            debug_assert!(false, "Moosehide has no move {mv}");
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.cards_on_foundations() == self.size.card_count()
    }

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        let (from, to, count, card) = match illegal_reason::check_transfer(table, mv) {
            Ok(transfer) => transfer,
            Err(reason) => return reason,
        };
        if from.is_foundation() {
            return illegal_reason::NO_FOUNDATION_RETURN.into();
        }
        if count > 1 && self.is_single_card_game() {
            return "Only one card at a time can move".into();
        }
        if to.is_foundation() {
            return illegal_reason::foundation_move(table, card, to, self.size);
        }
        match table.top(to) {
            Some(_) if self.is_single_card_game() || card.rank() == self.size.highest_rank => {
                illegal_reason::alternating_colors(card, self.size.highest_rank)
            }
            Some(_) => {
                let needed = illegal_reason::rank_with_article(card.rank().wrapping_add(1));
                format!("{card} needs {needed} of another suit")
            }
            None if card.rank() != self.size.highest_rank => illegal_reason::KING_NEEDED.into(),
            None => "Moving a whole pile to an empty one changes nothing".into(),
        }
    }

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn introduction(&self) -> &'static Introduction {
        match self.layout {
            MoosehideLayout::Classic => &CLASSIC_INTRODUCTION,
            MoosehideLayout::OpenReserve | MoosehideLayout::FourReserve => &INFO.introduction,
        }
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[("layout", self.layout.into())])
    }
}

impl Moosehide {
    /// Creates the game.
    pub fn new(options: &GameOptions) -> Moosehide {
        Moosehide {
            size: GameSize::new(7, 1),
            layout: options.value("layout").parse().unwrap_or_default(),
        }
    }

    /// Returns the same game with fewer piles and ranks, for tests. The highest rank takes the role
    /// of the king.
    #[must_use]
    pub fn reduced(mut self, piles: usize, highest_rank: Rank) -> Self {
        self.size = self.size.reduced(piles, highest_rank);
        self
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

    /// Whether cards move one at a time, rather than together with all cards on them.
    pub(crate) fn is_single_card_game(&self) -> bool {
        self.layout != MoosehideLayout::Classic
    }

    /// Whether a card can go to its foundation and no other card can need it in the tableau.
    ///
    /// That is the case if every card that could be built on it is on a foundation, or can go there
    /// as soon as it is exposed, and so can every card that could be built on that one. If several
    /// cards move together, a card can be covered without being built on, so all cards that could be
    /// built on it must be on foundations.
    pub(crate) fn is_safe_on_foundation(&self, table: &Table, card: Card) -> bool {
        let lag = if self.is_single_card_game() {
            [2, 1]
        } else {
            [0, 0]
        };
        foundation_for(table, card, self.size).is_some() && is_unneeded(table, card, self.size, lag)
    }
}
