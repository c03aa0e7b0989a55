//! Cards that no other card needs any more, so that no win is lost when they go home. This is no rule of a game: it
//! follows from the rules, and serves autoplay and the searches.

use super::foundations::foundation_for;
use super::size::GameSize;
use super::{MoosehideRules, Move, Table, YakutatBayRules};
use crate::cards::Card;

/// How many of the ranks below a card the other foundations of its color may lack, and those of the other color, so
/// that the card is not needed.
pub(crate) type SafeLag = [usize; 2];

/// A lag at which foundations do not matter: all ranks may be missing.
pub(crate) const ALL_RANKS: usize = 13;

/// Returns whether no other card needs a card in the tableau, since the foundations of the other suits lack
/// no more of the ranks below it than this.
#[inline]
pub(crate) fn is_unneeded(table: &Table, card: Card, size: GameSize, lag: SafeLag) -> bool {
    let [same_color, other_color] = lag;
    size.foundations()
        .filter(|pile| pile.foundation_suit() != card.suit())
        .all(|pile| {
            let is_same_color = pile.foundation_suit().is_red() == card.is_red();
            let lag = if is_same_color {
                same_color
            } else {
                other_color
            };
            table.size(pile) + lag + 1 >= usize::from(card.rank().number())
        })
}

impl YakutatBayRules {
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

impl MoosehideRules {
    /// Whether a card can go to its foundation and no other card can need it in the tableau.
    ///
    /// That is the case if every card that could be built on it is on a foundation, or can go there
    /// as soon as it is exposed, and so can every card that could be built on that one. If several
    /// cards move together, a card can be covered without being built on, so all cards that could be
    /// built on it must be on foundations.
    pub(crate) fn is_safe_on_foundation(&self, table: &Table, card: Card) -> bool {
        let lag = if self.is_classic() { [0, 0] } else { [2, 1] };
        foundation_for(table, card, self.size).is_some() && is_unneeded(table, card, self.size, lag)
    }
}
