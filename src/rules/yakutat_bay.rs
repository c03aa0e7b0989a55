//! Yakutat Bay: Yukon with slides. One deck, seven piles, four foundations, no stock.
//!
//! The deal is Yukon's. The piles have 1, 6, 7, 8, 9, 10 and 11 cards. None of the first pile is face down, one
//! of the second, and so on to six of the last. An option turns down all cards but the top one of each pile.
//!
//! The state of a game is a [`Table`]: the cards of each pile and foundation, the bottom card first, and how
//! many of them are face down.
//!
//! 1. Piles build down in alternating colors. Any face-up card moves together with all cards on it, in
//!    whatever order they are.
//! 2. Foundations build up in suit from the ace, from top cards alone, and never give a card back.
//! 3. A face-down card on top of a pile is turned up.
//! 4. Whenever a pile is empty and the one to its right is not, the face-up cards of that one slide into it, and
//!    the card below them is turned up. So empty piles, called spaces, collect at the right end.
//! 5. Only a king, with the cards on it, fills a space, and only the rightmost one, from which it slides to the
//!    leftmost. The last pile before the spaces may not move there whole, since it would slide straight back.
//! 6. The game is won when all cards are on foundations.

use std::sync::LazyLock;

use super::deal::Dealer;
use super::illegal_reason;
use super::info::GameInfo;
use super::moves::{Move, MoveList};
use super::pile::PileSet;
use super::size::GameSize;
use super::sliding::{slides_back, transfer_and_slide};
use super::table::Table;
use super::tableau::{ALTERNATING_COLORS, Targets, Units};
use super::{GameOptions, Rules};
use crate::cards::Card;

/// The rules of Yakutat Bay.
#[derive(Clone, Debug)]
pub struct YakutatBayRules {
    /// Seven piles, one deck.
    pub size: GameSize,
    /// Whether only the top card of each pile is dealt face up.
    tops_only: bool,
}

impl YakutatBayRules {
    /// Creates the rules with these options.
    pub fn new(options: &GameOptions) -> YakutatBayRules {
        YakutatBayRules {
            size: GameSize::new(7, 1),
            tops_only: options.is("face-up", "tops"),
        }
    }
}

impl Rules for YakutatBayRules {
    fn deal(&self, deck: &[Card]) -> Table {
        let piles = self.size.tableau().chain(self.size.foundations());
        let mut dealer = Dealer::new(deck, piles);
        dealer.deal_yukon(self.size.piles);
        if self.tops_only {
            for pile in self.size.tableau() {
                dealer.turn_down_all_but_top(pile);
            }
        }
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let mut targets = Targets::new(table, self.size, &ALTERNATING_COLORS);
        let mut units = Units::new(table);
        for pile in self.size.tableau() {
            targets.add_pile(pile);
            units.add_face_up(pile);
        }
        targets.accept_kings_in(PileSet::EMPTY.with(self.size.last_pile()));
        let can_fill_space = |from, count| !slides_back(table, from, count, self.size.piles);
        targets.list_tableau_moves(&units, moves, can_fill_space);
        targets.list_foundation_moves(&units, moves);
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        if let Move::Transfer { from, to, count } = mv {
            transfer_and_slide(table, from, to, count, self.size.piles);
        } else {
            debug_assert!(false, "Yakutat Bay has no move {mv}");
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.cards_on_foundations() == self.size.card_count()
    }

    // ---- The rules end here. What follows tells why a move is refused, and names the game and its options.

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        let (from, to, _, card) = match illegal_reason::check_transfer(table, mv) {
            Ok(transfer) => transfer,
            Err(reason) => return reason,
        };
        if from.is_foundation() {
            return illegal_reason::NO_FOUNDATION_RETURN.into();
        }
        illegal_reason::in_sliding_game(table, card, from, to, self.size)
    }

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        GameOptions::from_pairs(&[("face-up", if self.tops_only { "tops" } else { "yukon" })])
    }
}

pub(crate) static INFO: LazyLock<GameInfo> = LazyLock::new(|| {
    GameInfo::from_json(
        include_str!("../../assets/games/yakutat-bay.json"),
        include_str!("../../assets/help/yakutat-bay.txt"),
        include_str!("../../assets/lessons/yakutat-bay.json"),
    )
});
