//! Moosehide: one deck, seven piles, four foundations. There is no stock.
//!
//! The deal has three layouts, which the option `layout` names. With an open reserve (the default), the piles have
//! 1 to 7 cards, of which only the top card is face up, and the other 24 cards lie face up in the reserve. With four
//! reserve cards, 20 of those go face up on the last five piles, in four rows. Classic is Yukon's deal without a reserve: the piles have 1, 6, 7,
//! 8, 9, 10 and 11 cards, of which none to six are face down.
//!
//! The state of a game is a [`Table`]: the cards of each pile and foundation, the bottom card first, and how
//! many of them are face down. Each reserve card is a pile of its own.
//!
//! 1. With a reserve, piles build down in alternating colors, and cards move one at a time: the top cards of
//!    piles, and every card of the reserve, which is never refilled.
//! 2. In the classic layout, piles build down in any suit but the card's own, and any face-up card moves
//!    together with all cards on it.
//! 3. A face-down card on top of a pile is turned up.
//! 4. Foundations build up in suit from the ace, from top cards and the reserve, and never give a card back.
//! 5. Only a king, in the classic layout with the cards on it, fills an empty pile, and may choose which. A
//!    whole pile is not moved to an empty one, since without slides that would change nothing.
//! 6. The game is won when all cards are on foundations.

use std::sync::LazyLock;

use strum::{EnumString, IntoStaticStr};

use super::deal::Dealer;
use super::illegal_reason;
use super::info::GameInfo;
use super::moves::{Move, MoveList};
use super::pile::{PileId, PileSet};
use super::size::GameSize;
use super::table::Table;
use super::tableau::{ALTERNATING_COLORS, OTHER_SUITS, Targets, Units};
use super::{GameOptions, Rules};
use crate::cards::Card;

/// The rules of Moosehide.
#[derive(Clone, Debug)]
pub struct MoosehideRules {
    /// Seven piles, one deck.
    pub size: GameSize,
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

impl MoosehideRules {
    /// Creates the rules with these options.
    pub fn new(options: &GameOptions) -> MoosehideRules {
        MoosehideRules {
            size: GameSize::new(7, 1),
            layout: options.value("layout").parse().unwrap_or_default(),
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

    /// Whether this is the classic layout, whose rules differ.
    pub(crate) fn is_classic(&self) -> bool {
        self.layout == MoosehideLayout::Classic
    }
}

impl Rules for MoosehideRules {
    fn deal(&self, deck: &[Card]) -> Table {
        let piles = self.size.tableau().chain(self.size.foundations());
        let mut dealer = Dealer::new(deck, piles.chain(self.reserve()));
        if self.is_classic() {
            dealer.deal_yukon(self.size.piles);
            return dealer.into_table();
        }
        dealer.deal_triangle(self.size.piles);
        for pile in self.reserve() {
            dealer.deal_to(pile);
        }
        // With an open reserve, no card is left.
        dealer.deal_rows(2..self.size.piles, usize::MAX);
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let builds = if self.is_classic() {
            &OTHER_SUITS
        } else {
            &ALTERNATING_COLORS
        };
        let mut targets = Targets::new(table, self.size, builds);
        let mut units = Units::new(table);
        for pile in self.reserve() {
            units.add_top(pile);
        }
        for pile in self.size.tableau() {
            targets.add_pile(pile);
            if self.is_classic() {
                units.add_face_up(pile);
            } else {
                units.add_top(pile);
            }
        }
        targets.accept_kings_in(PileSet::TABLEAU);
        // A whole pile in another place changes nothing.
        let can_fill_space =
            |from: PileId, count| !from.is_tableau() || table.size(from) > usize::from(count);
        targets.list_tableau_moves(&units, moves, can_fill_space);
        targets.list_foundation_moves(&units, moves);
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

    // ---- The rules end here. What follows tells why a move is refused, and names the game and its options.

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        let (from, to, count, card) = match illegal_reason::check_transfer(table, mv) {
            Ok(transfer) => transfer,
            Err(reason) => return reason,
        };
        if from.is_foundation() {
            return illegal_reason::NO_FOUNDATION_RETURN.into();
        }
        if count > 1 && !self.is_classic() {
            return "Only one card at a time can move".into();
        }
        if to.is_foundation() {
            return illegal_reason::foundation_move(table, card, to, self.size);
        }
        match table.top(to) {
            Some(_) if card.rank() == self.size.highest_rank => {
                format!("{card} needs an empty pile")
            }
            Some(_) if !self.is_classic() => {
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

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[("layout", self.layout.into())])
    }
}

pub(crate) static INFO: LazyLock<GameInfo> = LazyLock::new(|| {
    GameInfo::from_json(
        include_str!("../../assets/games/moosehide.json"),
        include_str!("../../assets/help/moosehide.txt"),
        include_str!("../../assets/lessons/moosehide.json"),
    )
});
