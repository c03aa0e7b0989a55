//! How Moving Left is shown.

use super::{Accepts, BoardLayout, Presentation, card_or_king, last_space};
use crate::cards::Rank;
use crate::rules::foundations::suit_foundations;
use crate::rules::safe_cards::{ALL_RANKS, is_unneeded};
use crate::rules::{Introduction, Move, MovingLeftRules, PileId, PileKind, Table, moving_left};

impl Presentation for MovingLeftRules {
    fn layout(&self) -> BoardLayout {
        let foundations = 4 * self.size.decks;
        BoardLayout::new(self.size.piles)
            .with_pile(PileId::STOCK, 0, 0)
            .with_pile(PileId::WASTE, 1, 0)
            .with_row(self.size.foundations(), self.size.piles - foundations, 0)
            .with_row(self.size.tableau(), 0, 1)
    }

    fn introduction(&self) -> &'static Introduction {
        &moving_left::INFO.introduction
    }

    fn accepts(&self, table: &Table, pile: PileId) -> Accepts {
        card_or_king(table, self.size, pile)
    }

    fn drop_target(&self, table: &Table, to: PileId) -> PileId {
        last_space(table, self.size, to)
    }

    fn max_movable(&self, table: &Table, pile: PileId) -> usize {
        match pile.kind() {
            PileKind::Tableau => table.face_up(pile).len(),
            PileKind::Waste => table.size(pile).min(1),
            PileKind::Foundation => usize::from(self.can_return_from(table, pile)),
            _ => 0,
        }
    }

    fn allows_foundation_return(&self) -> bool {
        self.foundation_return
    }

    fn has_safe_autoplay(&self) -> bool {
        true
    }

    /// A card of the tableau must have a face-up card below it, unless it is an ace. Otherwise sending it home would
    /// make its neighbors slide or flip a card; an ace does that whenever it leaves, and nothing can be put on it.
    ///
    /// If cards may return from foundations, the card below would take it back. A card from the waste covers
    /// one that could return, so neither may be needed. If cards may not return, nothing may be left that
    /// builds on the card. Its twin must be able to go home too.
    fn is_safe_autoplay(&self, table: &Table, mv: Move) -> bool {
        let Move::Transfer { from, to, .. } = mv else {
            return false;
        };
        let Some(card) = table.top(from).filter(|_| to.is_foundation()) else {
            return false;
        };
        let keeps_pile = match from.kind() {
            PileKind::Tableau => table.face_up(from).len() > 1 || card.rank() == Rank::ACE,
            PileKind::Waste => self.foundation_return || card.rank() != self.size.highest_rank,
            _ => false,
        };
        let is_unneeded = |lag| is_unneeded(table, card, self.size, lag);
        let twin_has_place = || {
            let lower_ranks = usize::from(card.rank().number()) - 1;
            suit_foundations(card.suit(), self.size)
                .all(|foundation| table.size(foundation) >= lower_ranks)
        };
        keeps_pile
            && match (self.foundation_return, from.is_tableau()) {
                (true, true) => true,
                (true, false) => is_unneeded([2, 0]) && twin_has_place(),
                (false, _) => is_unneeded([ALL_RANKS, 0]) && twin_has_place(),
            }
    }
}
