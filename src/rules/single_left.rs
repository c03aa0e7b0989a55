//! One-handed Single Left: one deck, without tableau and foundations. The ends of a window of four cards decide what is discarded.
//!
//! The deal: four cards go face up to the hand. The other 48 are the stock, which messages call the deck.
//!
//! The state of a game is a [`Table`] of three piles: the stock, whose top card is drawn next, the hand in the order in
//! which it was drawn, and the discards; and the number of redeals used.
//!
//! 1. Cards are drawn to the end of the hand. Its last four cards are the window.
//! 2. If the first and the last card of the window have the same rank, all four can be discarded. If they
//!    have the same suit, the two between them can. The window then falls back over earlier cards.
//! 3. A discard that is possible must be made, unless an option allows drawing instead while the stock has cards.
//!    If none is possible, one card is drawn.
//! 4. While the hand has fewer than four cards, cards are drawn by themselves. Once the stock is used up, two
//!    cards left are compared with each other: of the same rank, both can be discarded.
//! 5. When no other move is left, a redeal makes the discards the stock again, in the order in which they were
//!    dealt, as often as an option says: up to three times, never by default. The hand stays, and is filled to
//!    four.
//! 6. The game is won when the stock and the hand are used up.
//!
//! Warfield's style is another game: [Moving Left with one deck](super::MovingLeftRules::with_one_deck).

use std::sync::LazyLock;

use super::deal::Dealer;
use super::illegal_reason;
use super::info::GameInfo;
use super::moves::{Move, MoveList};
use super::pile::PileId;
use super::table::Table;
use super::{GameOptions, Rules};
use crate::cards::Card;

/// Number of cards at the end of the hand that are in play.
pub(crate) const WINDOW_SIZE: usize = 4;

/// The rules of one-handed Single Left.
#[derive(Clone, Debug)]
pub struct OneHandedRules {
    options: GameOptions,
    /// Whether a discard that is possible must be made.
    pub(crate) forced_discards: bool,
    /// Number of redeals in a game.
    pub(crate) max_redeals: u8,
}

impl OneHandedRules {
    /// Creates the rules with these options.
    pub fn new(options: &GameOptions) -> OneHandedRules {
        OneHandedRules {
            options: options.clone(),
            forced_discards: options.is("discards", "forced"),
            max_redeals: options.value("redeals").parse().unwrap_or(0),
        }
    }

    /// Returns the discard that the first and the last card of the window allow, if any.
    fn available_discard(table: &Table) -> Option<Move> {
        let hand = table.pile(PileId::HAND);
        let (first, last) = match hand {
            [.., first, _, _, last] => (first, last),
            // If the deck cannot fill the window, only two cards are left, without a middle.
            [first, last] if table.is_empty(PileId::STOCK) => {
                return (first.rank() == last.rank()).then_some(Move::DiscardAll);
            }
            _ => return None,
        };
        if first.rank() == last.rank() {
            Some(Move::DiscardAll)
        } else if first.suit() == last.suit() {
            Some(Move::DiscardMiddle)
        } else {
            None
        }
    }

    fn can_redeal(&self, table: &Table) -> bool {
        table.redeals_used() < self.max_redeals
            && table.is_empty(PileId::STOCK)
            && !table.is_empty(PileId::DISCARDS)
            && !self.is_won(table)
    }

    /// Draws cards until the hand has as many as the window, as far as the deck lasts.
    fn refill_hand(table: &mut Table) {
        let missing = WINDOW_SIZE.saturating_sub(table.size(PileId::HAND));
        let count = missing.min(table.size(PileId::STOCK));
        if count > 0 {
            table.turn_up(PileId::STOCK, PileId::HAND, count as u8);
        }
    }

    /// Restores the order that the discards had in the shuffled deck and makes them the new stock.
    fn redeal(table: &mut Table) {
        let size = table.size(PileId::DISCARDS);
        let mut sorted = 0;
        for n in 0..table.deck().len() {
            let card = table.deck()[n];
            let mut rest = table.pile(PileId::DISCARDS)[sorted..].iter();
            if let Some(at) = rest.position(|&other| other == card) {
                if at > 0 {
                    table.swap(PileId::DISCARDS, sorted, sorted + at);
                }
                sorted += 1;
            }
        }
        table.turn_back(PileId::DISCARDS, PileId::STOCK, size as u8);
        table.count_redeal();
    }
}

impl Rules for OneHandedRules {
    fn deal(&self, deck: &[Card]) -> Table {
        let piles = [PileId::STOCK, PileId::HAND, PileId::DISCARDS];
        let mut dealer = Dealer::new(deck, piles);
        for _ in 0..WINDOW_SIZE {
            dealer.deal_to(PileId::HAND);
        }
        dealer.move_rest_to_stock();
        dealer.into_table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let discard = OneHandedRules::available_discard(table);
        moves.extend(discard);
        if (discard.is_none() || !self.forced_discards) && !table.is_empty(PileId::STOCK) {
            moves.push(Move::Draw);
        }
        if moves.is_empty() && self.can_redeal(table) {
            moves.push(Move::Redeal);
        }
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        match mv {
            Move::Draw => table.turn_up(PileId::STOCK, PileId::HAND, 1),
            Move::DiscardAll => {
                let count = table.size(PileId::HAND).min(WINDOW_SIZE);
                table.transfer(PileId::HAND, PileId::DISCARDS, count as u8);
            }
            Move::DiscardMiddle => {
                // The last card goes below the two middle cards, which keep their order.
                let last = table.size(PileId::HAND) - 1;
                table.swap(PileId::HAND, last - 2, last);
                table.swap(PileId::HAND, last - 1, last);
                table.transfer(PileId::HAND, PileId::DISCARDS, 2);
            }
            Move::Redeal => OneHandedRules::redeal(table),
            Move::Transfer { .. } | Move::Deal => {
                debug_assert!(false, "Single Left has no move {mv}");
            }
        }
        OneHandedRules::refill_hand(table);
    }

    /// The stock is empty and at most one card is left. In play that means none, since cards leave in
    /// pairs.
    fn is_won(&self, table: &Table) -> bool {
        table.is_empty(PileId::STOCK) && table.size(PileId::HAND) <= 1
    }

    // ---- The rules end here. What follows tells why a move is refused, and names the game and its options.

    fn explain_illegal(&self, table: &Table, mv: Move) -> String {
        let hand = table.pile(PileId::HAND);
        let window = &hand[hand.len().saturating_sub(WINDOW_SIZE)..];
        let (Some(first), Some(last)) = (window.first(), window.last()) else {
            return "The hand is empty".into();
        };
        match (mv, OneHandedRules::available_discard(table)) {
            (Move::Draw | Move::Redeal, Some(_)) if self.forced_discards => {
                format!("{first} and {last} match; discard first")
            }
            (Move::Redeal, Some(_)) => "Redeal when no other move is left".into(),
            (Move::Draw, _) => "The deck is empty".into(),
            (Move::Redeal, _) if !table.is_empty(PileId::STOCK) => {
                "Redeal when the deck is empty".into()
            }
            (Move::Redeal, _) if table.redeals_used() >= self.max_redeals => match self.max_redeals
            {
                0 => "This game has no redeals".into(),
                _ => "No redeals left".into(),
            },
            (Move::Redeal, _) => "There are no discards to redeal".into(),
            (Move::DiscardAll, _) => format!("{first} and {last} differ in rank"),
            (Move::DiscardMiddle, _) if window.len() < WINDOW_SIZE => {
                "Two cards have no middle".into()
            }
            (Move::DiscardMiddle, Some(_)) => {
                format!("{first} and {last} have the same rank; discard all four")
            }
            (Move::DiscardMiddle, None) => format!("{first} and {last} differ in suit"),
            (Move::Transfer { .. } | Move::Deal, _) => illegal_reason::unsupported_move(mv),
        }
    }

    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn options(&self) -> GameOptions {
        self.options.clone()
    }
}

pub(crate) static INFO: LazyLock<GameInfo> = LazyLock::new(|| {
    GameInfo::from_json(
        include_str!("../../assets/games/single-left.json"),
        include_str!("../../assets/help/single-left.txt"),
        include_str!("../../assets/lessons/single-left.json"),
    )
});
