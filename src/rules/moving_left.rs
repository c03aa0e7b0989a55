//! Moving Left: two decks, ten piles, eight foundations. With one deck, seven piles and four foundations, it is
//! Warfield's style of Single Left.
//!
//! The deal: the piles have 1 to 10 cards (with one deck 1 to 7), of which only the top card is face up. The
//! rest of the cards are the stock.
//!
//! The state of a game is a [`Table`]: the cards of each pile and foundation, of the stock and of the waste, the
//! bottom card first, and how many of them are face down.
//!
//! 1. Piles build down in alternating colors. A run in that order moves as a unit, whole or in part. A face-down
//!    card on top of a pile is turned up.
//! 2. Foundations build up in suit from the ace. Where both of a suit take a card, it goes to the first.
//!    A top card may go back to the tableau like any other card, unless an option forbids it; where both of
//!    a suit are equally high, only the second gives one back.
//! 3. Whenever a pile is empty and the one to its right is not, the face-up cards of that one slide into it, and
//!    the card below them is turned up. So empty piles, called spaces, collect at the right end.
//! 4. Only a king, alone or with the run on it, fills a space, and only the rightmost one, from which it slides
//!    to the leftmost. A whole pile may not move there if that leaves the table as it was: if it is the last
//!    pile before the spaces, or if all piles from it to that one are face up and have the same cards.
//! 5. The stock is turned to the waste card by card, once. The top of the waste can be played.
//! 6. The game is won when all cards are on foundations.

use std::sync::LazyLock;

use super::deal::Dealer;
use super::foundations::suit_foundations;
use super::illegal_reason;
use super::info::GameInfo;
use super::moves::{Move, MoveList};
use super::pile::{PileId, PileSet};
use super::single_left;
use super::size::GameSize;
use super::sliding::{slides_back, transfer_and_slide};
use super::table::Table;
use super::tableau::{ALTERNATING_COLORS, Targets, Units};
use super::{GameOptions, Rules};
use crate::cards::Card;

/// The rules of Moving Left.
#[derive(Clone, Debug)]
pub struct MovingLeftRules {
    /// Ten piles and two decks, or seven piles and one deck.
    pub size: GameSize,
    /// Whether the top cards of foundations may return to the tableau.
    pub(crate) foundation_return: bool,
}

impl MovingLeftRules {
    /// Creates the rules with these options.
    pub fn new(options: &GameOptions) -> MovingLeftRules {
        MovingLeftRules {
            size: GameSize::new(10, 2),
            foundation_return: options.is("foundation-return", "yes"),
        }
    }

    /// Creates the rules with one deck: Warfield's style of Single Left.
    pub fn with_one_deck() -> MovingLeftRules {
        MovingLeftRules {
            size: GameSize::new(7, 1),
            foundation_return: true,
        }
    }

    /// Whether this is Warfield's style of Single Left.
    pub(crate) fn has_one_deck(&self) -> bool {
        self.size.decks == 1
    }

    /// Whether the top card of a foundation may return to the tableau. Where both foundations of a suit are
    /// equally high, only that of the second may, since the moves are equivalent.
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
        let mut foundations = suit_foundations(foundation.foundation_suit(), self.size);
        let first = foundations.next()?;
        foundations.next().filter(|_| foundation == first)
    }
}

impl Rules for MovingLeftRules {
    fn deal(&self, deck: &[Card]) -> Table {
        let piles = self.size.tableau().chain(self.size.foundations());
        let mut dealer = Dealer::new(deck, piles.chain([PileId::STOCK, PileId::WASTE]));
        dealer.deal_triangle(self.size.piles);
        dealer.move_rest_to_stock();
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let mut targets = Targets::new(table, self.size, &ALTERNATING_COLORS);
        for pile in self.size.tableau() {
            targets.add_pile(pile);
        }
        targets.accept_kings_in(PileSet::EMPTY.with(self.size.last_pile()));
        let can_fill_space = |from, count| !slides_back(table, from, count, self.size.piles);
        let mut units = Units::new(table);
        for from in self.size.tableau() {
            // The face-up cards of a pile are always one run, so every end of them moves. With two decks a card
            // may be there twice, so each pile is listed by itself.
            units.clear();
            units.add_face_up(from);
            targets.list_tableau_moves(&units, moves, can_fill_space);
            targets.list_foundation_moves(&units, moves);
        }
        units.clear();
        units.add_top(PileId::WASTE);
        targets.list_tableau_moves(&units, moves, can_fill_space);
        targets.list_foundation_moves(&units, moves);
        if self.foundation_return && !self.is_won(table) {
            for from in self.size.foundations() {
                if let Some(card) = table.top(from)
                    && self.can_return_from(table, from)
                {
                    let piles = targets.piles_accepting(card).iter();
                    moves.extend(piles.map(|to| Move::single_card(from, to)));
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
                transfer_and_slide(table, from, to, count, self.size.piles);
            }
            Move::Draw => table.turn_up(PileId::STOCK, PileId::WASTE, 1),
            _ => debug_assert!(false, "Moving Left has no move {mv}"),
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
        illegal_reason::in_sliding_game(table, card, from, to, self.size)
    }

    fn info(&self) -> &'static GameInfo {
        if self.has_one_deck() {
            &single_left::INFO
        } else {
            &INFO
        }
    }

    fn options(&self) -> GameOptions {
        let option = match (self.has_one_deck(), self.foundation_return) {
            (true, _) => ("style", "warfield"),
            (false, true) => ("foundation-return", "yes"),
            (false, false) => ("foundation-return", "no"),
        };
        GameOptions::from_pairs(&[option])
    }
}

pub(crate) static INFO: LazyLock<GameInfo> = LazyLock::new(|| {
    GameInfo::from_json(
        include_str!("../../assets/games/moving-left.json"),
        include_str!("../../assets/help/moving-left.txt"),
        include_str!("../../assets/lessons/moving-left.json"),
    )
});
