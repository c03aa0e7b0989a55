//! Yakutat Bay: one deck, seven piles, four foundations. Yukon's deal and moves, with slides.
//!
//! 1. Piles have one to eleven cards, of which none to six are face down, or all but the top card (an option).
//!    A face-down card on top of a pile is turned up.
//! 2. Piles build down in alternating colors. Any face-up card moves together with all cards on it, in
//!    whatever order they are.
//! 3. Foundations build up in suit from the ace, from top cards alone, and never give a card back.
//! 4. When a pile is emptied, the face-up cards of the pile to its right slide into it, then those of the
//!    next pile, and so on. The slides stop after a pile that keeps face-down cards. So empty piles, called
//!    spaces, collect at the right end.
//! 5. Only a king, with the cards on it, fills a space, and only the rightmost space; slides then take it to
//!    the leftmost one. A pile that would slide straight back to where it was may not move there.
//! 6. There is no stock. The game is won when all cards are on foundations.

use std::sync::LazyLock;

use super::deal::Dealer;
use super::foundations::{ALL_RANKS, is_unneeded};
use super::illegal_reason;
use super::info::GameInfo;
use super::moves::{Move, MoveList};
use super::size::GameSize;
use super::sliding::{self, slides_back};
use super::table::Table;
use super::tableau::{ALTERNATING_COLORS, Targets, Units};
use super::{GameOptions, Rules};
use crate::cards::{Card, Rank};

/// Yakutat Bay with its options.
#[derive(Clone, Debug)]
pub struct YakutatBay {
    pub(crate) size: GameSize,
    /// Whether only the top card of each pile is dealt face up.
    tops_only: bool,
}

/// Description of the game.
pub(crate) static INFO: LazyLock<GameInfo> = LazyLock::new(|| {
    GameInfo::from_json(
        include_str!("../../assets/games/yakutat-bay.json"),
        include_str!("../../assets/help/yakutat-bay.txt"),
    )
});

impl Rules for YakutatBay {
    fn deal(&self, deck: &[Card]) -> Table {
        let piles = self.size.tableau().chain(self.size.foundations());
        let mut dealer = Dealer::new(deck, piles);
        dealer.deal_yukon(self.size.piles);
        if self.tops_only {
            self.size
                .tableau()
                .for_each(|pile| dealer.turn_down_all_but_top(pile));
        }
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let mut units = Units::new();
        for from in self.size.tableau() {
            // The top card, then the card below it with the top card on it, and so on.
            for (count, &card) in (1..).zip(table.face_up(from).iter().rev()) {
                units.add(card, from, count);
            }
        }
        let spaces_for_kings = [self.size.last_pile()];
        Targets::new(table, self.size, &ALTERNATING_COLORS, spaces_for_kings).list_moves(
            &units,
            moves,
            |from, to, count| !slides_back(table, from, to, count, self.size.piles),
        );
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        if let Move::Transfer { from, to, count } = mv {
            sliding::transfer_and_slide(table, from, to, count, self.size.piles);
        } else {
            debug_assert!(false, "Yakutat Bay has no move {mv}");
        }
    }

    fn is_won(&self, table: &Table) -> bool {
        table.cards_on_foundations() == self.size.card_count()
    }

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

impl YakutatBay {
    /// Creates the game.
    pub fn new(options: &GameOptions) -> YakutatBay {
        YakutatBay {
            size: GameSize::new(7, 1),
            tops_only: options.is("face-up", "tops"),
        }
    }

    /// Returns the same game with fewer piles and ranks, for tests. The highest rank takes the role
    /// of the king.
    #[must_use]
    pub fn reduced(mut self, piles: usize, highest_rank: Rank) -> Self {
        self.size = self.size.reduced(piles, highest_rank);
        self
    }

    /// Whether a move sends a card to its foundation that lies on a face-up card and on which no card
    /// can be built any more. Such a move neither empties a pile nor flips a card. A king is never
    /// safe: it could still be wanted in an empty pile.
    pub(crate) fn is_safe_foundation_move(&self, table: &Table, mv: Move) -> bool {
        let Move::Transfer { from, to, .. } = mv else {
            return false;
        };
        to.is_foundation()
            && table.face_up(from).len() > 1
            && table.top(from).is_some_and(|card| {
                card.rank() != self.size.highest_rank
                    && is_unneeded(table, card, self.size, [ALL_RANKS, 0])
            })
    }
}
