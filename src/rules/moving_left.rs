//! Moving Left: empty piles fill themselves from the right.
//!
//! The game has two decks and ten piles. With one deck and seven piles it is Warfield's style of
//! Single Left.

use std::sync::LazyLock;

use super::common;
use super::deal::Dealer;
use super::drop_targets::DropTargets;
use super::illegal_reason;
use super::info::GameInfo;
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::size::GameSize;
use super::sliding;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::{Card, CardSet, Rank};

/// Moving Left with its options.
#[derive(Clone, Debug)]
pub struct MovingLeft {
    pub(crate) size: GameSize,
    /// Whether the top cards of foundations may return to the tableau.
    pub(crate) foundation_return: bool,
}

/// Description of the game.
pub(crate) static INFO: LazyLock<GameInfo> = LazyLock::new(|| {
    GameInfo::from_json(
        include_str!("../../assets/games/moving-left.json"),
        include_str!("../../assets/help/moving-left.txt"),
    )
});

impl MovingLeft {
    /// Creates the game.
    pub fn new(options: &GameOptions) -> MovingLeft {
        MovingLeft {
            size: GameSize::new(10, 2),
            foundation_return: options.is("foundation-return", "yes"),
        }
    }

    /// Creates the game with one deck and seven piles.
    pub(crate) fn one_deck() -> MovingLeft {
        MovingLeft {
            size: GameSize::new(7, 1),
            foundation_return: true,
        }
    }

    /// Returns the same game with fewer piles and ranks, for tests. The highest rank takes the role
    /// of the king.
    #[must_use]
    pub fn reduced(mut self, piles: usize, highest_rank: Rank) -> Self {
        self.size = self.size.reduced(piles, highest_rank);
        self
    }

    /// Adds the moves of a pile's run and of every part of it.
    ///
    /// The face-up cards of a pile are always one run: each was built on a fitting card, starting
    /// from a flipped card or from a run that was put down or slid into an empty pile. So the top card
    /// and the length determine all ranks and colors, and with them which part fits where.
    #[inline]
    fn list_run_moves(
        &self,
        table: &Table,
        from: PileId,
        top: Card,
        targets: &DropTargets,
        moves: &mut MoveList,
    ) {
        let run = CardSet::alternating_run(top, table.face_up(from).len());
        for head in (run & targets.accepted_by_piles).iter() {
            let count = head.rank().number() - top.rank().number() + 1;
            targets.for_each_accepting_pile(head, from, |to| {
                if !table.is_empty(to)
                    || !sliding::slides_back(table, from, count.into(), self.size.piles)
                {
                    moves.push(Move::Transfer { from, to, count });
                }
            });
        }
        targets.list_foundation_moves(table, top, from, self.size.decks, moves);
    }

    /// Whether the top card of a foundation may return to the tableau. If both foundations of a suit
    /// have the same height, it may only return from the second, since the moves are equivalent.
    pub(crate) fn can_return_from(&self, table: &Table, foundation: PileId) -> bool {
        self.foundation_return
            && !table.is_empty(foundation)
            && self
                .second_foundation(foundation)
                .is_none_or(|second| table.size(second) != table.size(foundation))
    }

    /// Returns the second foundation of the suit of a first one. `None` for the second foundation
    /// itself, and with one deck.
    fn second_foundation(&self, foundation: PileId) -> Option<PileId> {
        let suit = foundation.foundation_suit();
        let is_first = foundation == PileId::suit_foundation(suit, 0);
        (is_first && self.size.decks > 1).then(|| PileId::suit_foundation(suit, 1))
    }
}

impl Rules for MovingLeft {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        let value = if self.foundation_return { "yes" } else { "no" };
        GameOptions::from_pairs(&[("foundation-return", value)])
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let piles = common::tableau(self.size.piles)
            .chain(common::foundations(self.size.decks))
            .chain([PileId::STOCK, PileId::WASTE]);
        let mut dealer = Dealer::new(deck, piles);
        dealer.deal_triangle(self.size.piles);
        dealer.move_rest_to_stock();
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let targets = DropTargets::new(table, self.size);
        for from in common::tableau(self.size.piles) {
            if let Some(top) = table.top(from) {
                self.list_run_moves(table, from, top, &targets, moves);
            }
        }
        if let Some(top) = table.top(PileId::WASTE) {
            targets.list_single_card_moves(top, PileId::WASTE, moves);
            targets.list_foundation_moves(table, top, PileId::WASTE, self.size.decks, moves);
        }
        if self.foundation_return && !self.is_won(table) {
            for from in common::foundations(self.size.decks) {
                if let Some(top) = table.top(from)
                    && targets.accepted_by_piles.contains(top)
                    && self.can_return_from(table, from)
                {
                    targets.list_single_card_moves(top, from, moves);
                }
            }
        }
        if !table.is_empty(PileId::STOCK) {
            moves.push(Move::Draw);
        }
    }

    #[inline]
    fn apply(&self, table: &mut Table, mv: Move) {
        match mv {
            Move::Transfer { from, to, count } => {
                sliding::transfer_and_slide(table, from, to, count, self.size.piles);
            }
            Move::Draw => table.deal(PileId::STOCK, PileId::WASTE, 1),
            _ => debug_assert!(false, "Moving Left has no move {mv}"),
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
            if !self.foundation_return {
                return illegal_reason::NO_FOUNDATION_RETURN.into();
            }
            if count > 1 {
                return illegal_reason::only_top_card(from);
            }
            if to.is_foundation() {
                return "Cards from foundations go to the tableau only".into();
            }
            if !self.can_return_from(table, from)
                && let Some(second) = self.second_foundation(from)
            {
                return format!(
                    "Both {} foundations are equally high; take the card from {}",
                    from.foundation_suit().name(),
                    second.name()
                );
            }
        }
        if to.is_foundation() {
            return illegal_reason::foundation_move(table, card, to, self.size.decks);
        }
        match table.top(to) {
            Some(_) => illegal_reason::alternating_colors(card, self.size.highest_rank),
            None => illegal_reason::sliding_space(card, from, to, self.size),
        }
    }
}
