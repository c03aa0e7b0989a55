//! Features of a position in Oscillation, and the move that is made at once.

use arrayvec::ArrayVec;

use super::{Features, PolicyKnowledge, VisibleTable};
use crate::cards::{Card, CardSet, Suit};
use crate::rules::oscillation::PileGroup;
use crate::rules::{Move, Oscillation, PILE_CAPACITY, Table};

/// The greatest depth and wait that count, and those of a card that cannot be seen or never goes home.
const MAX_RUNS: usize = 8;
const MAX_RUNS_OF_SECOND: usize = 6;
const MAX_CARDS: usize = 15;
const MAX_WAIT: usize = 13;

/// The known top card of a pile.
struct Top {
    group: PileGroup,
    card: Card,
    /// The card under the pile's known cards, if they are one run.
    head: Option<Card>,
    covers_hidden: bool,
}

/// What the known tops of a group accept.
#[derive(Clone, Copy, Default)]
struct Accepted {
    /// Ranks of cards from the same group, one bit each.
    ranks: u16,
    /// Cards from the other group.
    cards: CardSet,
}

impl PolicyKnowledge for Oscillation {
    fn weights(&self) -> &'static [i32] {
        &include!("../../assets/weights/oscillation.in")
    }

    fn features(&self, visible: &VisibleTable<'_>) -> Features {
        let (table, size) = (visible.table, self.size);
        // For each card, by its index, how many runs and cards lie on its copy nearest to a top.
        let (mut runs_above, mut cards_above) = ([u8::MAX; 64], [u8::MAX; 64]);
        let (mut spaces, mut face_down, mut face_up, mut runs, mut pairs) = (0, 0, 0, 0, 0);
        let mut tops: ArrayVec<Top, 16> = ArrayVec::new();
        let mut accepted = [Accepted::default(); 2];
        for pile in size.tableau() {
            let group = PileGroup::containing(pile, size);
            let (known, is_covered) = (visible.known(pile), visible.new.contains(pile));
            face_down += table.face_down(pile);
            face_up += known.len();
            spaces += usize::from(table.is_empty(pile));
            let Some(&top) = known.last() else { continue };
            let (mut above, mut breaks) = (top, 0);
            for (depth, &card) in known.iter().rev().enumerate() {
                if depth > 0 && self.continues_run(card, above, group) {
                    pairs += 1;
                } else {
                    breaks += u8::from(depth > 0);
                }
                above = card;
                let (runs, cards) = (
                    &mut runs_above[card.index()],
                    &mut cards_above[card.index()],
                );
                *runs = (*runs).min(breaks + u8::from(is_covered));
                *cards = (*cards).min(depth as u8 + u8::from(is_covered));
            }
            runs += usize::from(breaks) + 1;
            if !is_covered {
                let next = self.next_rank_number(group, top.rank());
                let accepted = &mut accepted[group as usize];
                accepted.ranks |= 1 << next;
                accepted.cards |= CardSet::from_suit_and_rank_number(top.suit(), next);
                tops.push(Top {
                    group,
                    card: top,
                    head: (breaks == 0).then(|| known[0]),
                    covers_hidden: table.face_down(pile) > 0,
                });
            }
        }
        let starts = PileGroup::BOTH.map(|group| group.start_rank(table));
        let has_place = |card: Card, group: PileGroup, is_single: bool| {
            let other = accepted[1 - group as usize];
            accepted[group as usize].ranks >> card.rank().number() & 1 != 0
                || is_single && other.cards.contains(card)
        };
        let (mut stuck, mut movable, mut waits) = (0, 0, 0);
        for top in &tops {
            let can_move = |head: Card| {
                spaces > 0 && top.covers_hidden || has_place(head, top.group, head == top.card)
            };
            stuck += usize::from(!has_place(top.card, top.group, true));
            movable += usize::from(top.head.is_some_and(can_move));
            let wait = PileGroup::BOTH.map(|group| {
                let height = group.height_of(top.card.rank(), starts[group as usize], size);
                height.wrapping_sub(table.size(group.foundation(top.card.suit())))
            });
            waits += wait[0].min(wait[1]).min(MAX_WAIT);
        }
        let (mut runs_on_next, mut cards_on_next, mut runs_on_second) = (0, 0, 0);
        let mut lowest = usize::MAX;
        for (group, suit) in PileGroup::BOTH
            .iter()
            .flat_map(|&group| Suit::ALL.map(|suit| (group, suit)))
        {
            lowest = lowest.min(table.size(group.foundation(suit)));
            let start = starts[group as usize];
            let next = |more| self.next_foundation_card(table, group, start, suit, more);
            if let Some(card) = next(0).map(Card::index)
                && runs_above[card] != u8::MAX
            {
                runs_on_next += usize::from(runs_above[card]).min(MAX_RUNS);
                cards_on_next += usize::from(cards_above[card]).min(MAX_CARDS);
            }
            if let Some(card) = next(1).map(Card::index) {
                runs_on_second += usize::from(runs_above[card]).min(MAX_RUNS_OF_SECOND);
            }
        }
        let features = [
            table.cards_on_foundations(),
            face_down,
            spaces,
            runs_on_next,
            cards_on_next,
            runs_on_second,
            pairs,
            runs,
            lowest,
            movable,
            stuck,
            waits,
            face_up,
        ];
        features.into_iter().map(|feature| feature as i32).collect()
    }

    /// Sends every card home that a foundation accepts: of two, to the one whose next card lies nearer
    /// to a top.
    fn home_move(&self, table: &Table) -> Option<Move> {
        let accepted = PileGroup::BOTH.map(|group| self.accepted_by_foundations(table, group));
        self.size.tableau().find_map(|from| {
            let card = table.top(from)?;
            let groups = PileGroup::BOTH
                .into_iter()
                .filter(|&group| accepted[group as usize].contains(card));
            let group = groups.min_by_key(|&group| {
                let foundation = table.size(group.foundation(card.suit()));
                (self.cards_on_second(table, group, card.suit()), foundation)
            })?;
            Some(Move::single_card(from, group.foundation(card.suit())))
        })
    }

    fn max_explored(&self) -> usize {
        16
    }
}

impl Oscillation {
    /// Returns the number of cards on the next but one card of a foundation: on that copy nearest to a
    /// top. More than all if it cannot be seen, a little less if there is none.
    fn cards_on_second(&self, table: &Table, group: PileGroup, suit: Suit) -> usize {
        let start = group.start_rank(table);
        let Some(card) = self.next_foundation_card(table, group, start, suit, 1) else {
            return PILE_CAPACITY;
        };
        let depth = |pile| {
            table
                .face_up(pile)
                .iter()
                .rev()
                .position(|&other| other == card)
        };
        let depths = self.size.tableau().filter_map(depth);
        depths.min().unwrap_or(PILE_CAPACITY + 1)
    }
}
