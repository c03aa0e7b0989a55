//! Features of a position in Moving Left, and the move that is made at once.

use super::{CardCounts, Features, PolicyKnowledge, VisibleTable};
use crate::cards::{Card, CardSet};
use crate::rules::foundations::{accepted_by_foundations, foundation_for};
use crate::rules::safe_cards::{ALL_RANKS, is_unneeded};
use crate::rules::tableau::ALTERNATING_COLORS;
use crate::rules::{Move, MovingLeftRules, PileId, Table};

/// Maximum of the least work to clear a pile, which counts if there is no pile.
const MAX_WORK: i32 = 20;

impl PolicyKnowledge for MovingLeftRules {
    fn weights(&self) -> &'static [i32] {
        if self.size.decks == 1 {
            &include!("../../assets/weights/warfield.in")
        } else {
            &include!("../../assets/weights/moving-left.in")
        }
    }

    /// Each feature counts once more for every card of the stock, since what matters changes in the
    /// course of a game.
    fn features(&self, visible: &VisibleTable<'_>) -> Features {
        let (table, size) = (visible.table, self.size);
        let tops = size.tableau().filter_map(|pile| visible.known(pile).last());
        let tops: CardSet = tops.copied().collect();
        let accepted = ALTERNATING_COLORS.cards_building_on_any(tops);
        let has_space = table.is_empty(size.last_pile());
        let (mut spaces, mut clear, mut face_down, mut face_down_squares) = (0, 0, 0, 0);
        let (mut burden, mut stuck_kings, mut movable, mut equal_heads) = (0, 0, 0, 0);
        let (mut settled, mut unsettled, mut least_work) = (0, 0, MAX_WORK);
        let mut heads = CardSet::EMPTY;
        for pile in size.tableau() {
            if table.is_empty(pile) {
                spaces += 1;
                continue;
            }
            let hidden = table.face_down(pile) as i32;
            face_down += hidden;
            face_down_squares += hidden * hidden;
            clear += i32::from(hidden == 0);
            let [head, built @ ..] = visible.known(pile) else {
                least_work = least_work.min(hidden + 1);
                continue;
            };
            let run = built.len() as i32 + 1;
            least_work = least_work.min(hidden + run / 3);
            let is_king = head.rank() == size.highest_rank;
            let has_place = accepted.contains(*head);
            if hidden > 0 {
                burden += run;
                stuck_kings += i32::from(is_king);
                movable += i32::from(if is_king { has_space } else { has_place });
                equal_heads += i32::from(heads.contains(*head));
                heads |= same_kind(*head);
            } else {
                settled += run;
                unsettled += i32::from(!is_king);
                movable += i32::from(has_place);
            }
        }
        let heights = size.foundations().map(|pile| table.size(pile) as i32);
        let (lowest, highest) = heights.fold((i32::MAX, 0), |(lowest, highest), height| {
            (lowest.min(height), highest.max(height))
        });
        let kings = CardSet::from_rank_number(size.highest_rank.number());
        let placed = if has_space {
            accepted | kings
        } else {
            accepted
        };
        let waste = visible.known(PileId::WASTE);
        let is_drawn = visible.new.contains(PileId::WASTE);
        let waste_top = waste.last().filter(|_| !is_drawn);
        let features = [
            table.cards_on_foundations() as i32,
            highest - lowest,
            face_down,
            clear,
            has_space.into(),
            spaces,
            face_down_squares,
            table.size(PileId::WASTE) as i32,
            visible.unseen.thousandths(placed),
            visible
                .unseen
                .thousandths(accepted_by_foundations(table, size)),
            count_inversions(waste),
            stuck_kings,
            burden,
            movable,
            waste_top.is_some_and(|&card| placed.contains(card)).into(),
            equal_heads,
            least_work,
            unsettled,
            settled,
            accepted.len() as i32 / 2,
        ];
        let stock = table.size(PileId::STOCK) as i32 + i32::from(is_drawn);
        let by_stock = features.map(|feature| stock * feature);
        features.into_iter().chain(by_stock).collect()
    }

    /// Sends a card home if those that build on it are home or can go there.
    fn home_move(&self, table: &Table) -> Option<Move> {
        let mut piles = self.size.tableau().chain([PileId::WASTE]);
        piles.find_map(|from| {
            let card = table.top(from)?;
            let to = foundation_for(table, card, self.size)?;
            is_unneeded(table, card, self.size, [ALL_RANKS, 1]).then(|| Move::single_card(from, to))
        })
    }
}

/// Returns the cards of the same rank and color.
fn same_kind(card: Card) -> CardSet {
    let color = if card.is_red() {
        CardSet::RED
    } else {
        CardSet::BLACK
    };
    CardSet::from_rank_number(card.rank().number()) & color
}

/// Returns the number of pairs of one suit of which the higher card lies on the lower one.
fn count_inversions(pile: &[Card]) -> i32 {
    let mut below = CardCounts::default();
    let inversions = pile.iter().map(|&card| {
        let lower = CardSet::suit_up_to(card.suit(), card.rank().number() - 1);
        let count = below.count(lower);
        below.add(card);
        count
    });
    inversions.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shuffled_deck;

    #[test]
    fn inversions_are_counted_as_pairs() {
        for seed in 0..50 {
            let pile = &shuffled_deck(seed, 2)[..30];
            let pairs = pile.iter().enumerate().flat_map(|(height, card)| {
                let below = pile[..height].iter();
                below.filter(move |below| below.suit() == card.suit() && below.rank() < card.rank())
            });
            assert_eq!(count_inversions(pile), pairs.count() as i32);
        }
    }
}
