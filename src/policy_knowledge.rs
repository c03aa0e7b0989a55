//! What a player who cannot see the hidden cards looks for in a position.
//!
//! The fair player plays a game that implements [`PolicyKnowledge`] by rollouts of a policy. Each such game
//! has one file here, and its weights in `assets/weights/`, which `lab tune` can improve.

mod card_counts;
mod moving_left;
mod oscillation;

use arrayvec::ArrayVec;

pub(crate) use card_counts::CardCounts;

use crate::cards::Card;
use crate::rules::{Change, Move, PileId, PileSet, Table};

/// Maximum number of features of a game.
const MAX_FEATURES: usize = 64;

/// What can be counted in a position, for and against it.
pub type Features = ArrayVec<i32, MAX_FEATURES>;

/// How a game is judged by what a player can see.
pub trait PolicyKnowledge {
    /// Returns the weight of each feature: how much it counts for a position.
    fn weights(&self) -> &'static [i32];

    /// Returns the features of a position.
    fn features(&self, visible: &VisibleTable<'_>) -> Features;

    /// Returns a move of a card to a foundation that is made at once.
    fn home_move(&self, table: &Table) -> Option<Move>;

    /// Whether positions that are worth the same, with the same new cards, are nearly always equal but for piles
    /// that can be exchanged.
    fn values_tell_positions_apart(&self) -> bool {
        false
    }

    /// Returns the number of rollouts for a decision.
    fn rollouts(&self) -> usize {
        96
    }

    /// Returns the number of positions whose moves are tried where no single move helps but one that
    /// takes cards from the stock.
    fn max_explored(&self) -> usize {
        0
    }
}

/// A table at the end of a move, before the player has seen the new cards.
pub struct VisibleTable<'a> {
    pub(crate) table: &'a Table,
    /// The piles whose top card is new.
    pub(crate) new: PileSet,
    /// The cards that were unseen before the move.
    pub(crate) unseen: CardCounts,
}

impl VisibleTable<'_> {
    /// Returns the face-up cards of a pile that the player knows, bottom first.
    #[inline]
    fn known(&self, pile: PileId) -> &[Card] {
        let cards = self.table.face_up(pile);
        &cards[..cards.len() - usize::from(self.new.contains(pile))]
    }
}

/// Returns the piles whose top card some changes have turned up.
pub(crate) fn new_tops(changes: &[Change]) -> PileSet {
    let new = changes.iter().filter_map(|change| match *change {
        Change::TurnUp { to, .. } => Some(to),
        _ => change.flipped_pile(),
    });
    new.fold(PileSet::default(), PileSet::with)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{MoveList, shuffled_deck};
    use crate::variant::{self, Variant};

    fn games_with_policy() -> impl Iterator<Item = Variant> {
        variant::all()
            .into_iter()
            .filter(|rules| rules.policy_knowledge().is_some())
    }

    /// Visits the tables before and after each move of some random games.
    fn visit_random_moves(rules: &Variant, mut visit: impl FnMut(&Table, &Table)) {
        let mut random = 1_usize;
        for seed in 1..40 {
            let mut table = rules.deal(&shuffled_deck(seed, rules.info().decks));
            for _ in 0..200 {
                let moves: MoveList = rules.move_list(&table);
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let Some(&mv) = moves.get((random >> 33) % moves.len().max(1)) else {
                    break;
                };
                let before = table.clone();
                rules.apply(&mut table, mv);
                visit(&before, &table);
            }
        }
    }

    #[test]
    fn new_tops_are_the_cards_that_a_move_turns_up() {
        for rules in games_with_policy() {
            let mut turned_up = 0;
            visit_random_moves(&rules, |before, after| {
                let new = new_tops(after.changes_since(before.checkpoint()));
                let mut unseen = CardCounts::hidden(before);
                for pile in new.iter() {
                    unseen.remove(after.top(pile).expect("a new card"));
                    turned_up += 1;
                }
                assert_eq!(unseen, CardCounts::hidden(after), "{rules:?}");
            });
            assert!(turned_up > 500, "{rules:?}: {turned_up}");
        }
    }

    #[test]
    fn each_feature_has_a_weight_and_does_not_depend_on_cards_that_are_not_known() {
        for rules in games_with_policy() {
            let knowledge = rules.policy_knowledge().expect("a game with a policy");
            visit_random_moves(&rules, |before, after| {
                let new = new_tops(after.changes_since(before.checkpoint()));
                let unseen = CardCounts::hidden(before);
                let features = |table: &Table| {
                    let visible = VisibleTable { table, new, unseen };
                    knowledge.features(&visible)
                };
                let known = features(after);
                assert_eq!(known.len(), knowledge.weights().len(), "{rules:?}");
                assert_eq!(known, features(&with_other_unknown_cards(after, new)));
            });
        }
    }

    /// Returns a table on which every face-down card and every new top card is another one.
    fn with_other_unknown_cards(table: &Table, new: PileSet) -> Table {
        let mut other = Table::new(table.pile_ids(), table.deck());
        for pile in table.pile_ids().iter() {
            let known = table.face_down(pile)..table.size(pile) - usize::from(new.contains(pile));
            for (height, &card) in table.pile(pile).iter().enumerate() {
                let is_known = known.contains(&height);
                let index = table.deck().iter().position(|&dealt| dealt == card);
                let next = table.deck()[(index.expect("a dealt card") + 1) % table.deck().len()];
                other.put(pile, if is_known { card } else { next });
            }
            other.set_face_down(pile, table.face_down(pile));
        }
        other
    }
}
