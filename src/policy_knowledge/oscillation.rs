//! Features of a position in Oscillation, and the move that is made at once.

use arrayvec::ArrayVec;

use super::{Features, PolicyKnowledge, VisibleTable};
use crate::cards::{Card, CardSet, Suit};
use crate::rules::oscillation::PileGroup;
use crate::rules::{Move, OscillationRules, PILE_CAPACITY, PileId, Table};

/// The greatest depth and wait that count, and those of a card that cannot be seen or never goes home.
const MAX_RUNS: usize = 8;
const MAX_RUNS_OF_SECOND: usize = 6;
const MAX_CARDS: usize = 15;
const MAX_WAIT: u8 = 13;
const NEVER: u8 = u8::MAX;

/// The greatest number of steps to a cleared pile that counts.
const MAX_STEPS: usize = 20;

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
    /// Cards from the same group.
    same: CardSet,
    /// Cards from the other group.
    other: CardSet,
}

/// For each card, by its index, how many cards its nearest foundation must take before it.
type Waits = [u8; 64];

/// How many runs and cards lie on a card: on that copy nearest to a top.
#[derive(Clone, Copy)]
struct Depth {
    runs: u8,
    cards: u8,
}

/// The depth of each card, by its index.
type Depths = [Depth; 64];

/// What the known cards of the tableau amount to.
#[derive(Default)]
struct Piles {
    spaces: usize,
    face_down: usize,
    /// The sum of the squares of the numbers of face-down cards.
    face_down_squares: usize,
    /// Piles without face-down cards.
    open: usize,
    face_up: usize,
    /// Face-up cards on face-down ones.
    face_up_on_hidden: usize,
    runs: usize,
    /// Neighbors in a run.
    pairs: usize,
    /// Neighbors of two suits, in order of rank.
    mixed_pairs: usize,
    /// Neighbors out of order of which the upper one goes home later.
    late_pairs: usize,
    /// Cards over one of their suit that goes home before them.
    on_own_suit: usize,
    /// Cards over any one that goes home before them.
    on_any: usize,
    /// How far the lowest cards of open piles are from the ranks that only a space takes.
    bottoms: usize,
    /// The least number of steps to a cleared pile: two for a face-down card, one for a run.
    steps: usize,
    tops: ArrayVec<Top, 16>,
    accepted: [Accepted; 2],
}

impl PolicyKnowledge for OscillationRules {
    fn weights(&self) -> &'static [i32] {
        &include!("../../assets/weights/oscillation.in")
    }

    /// Counts each feature twice, the second time for every card of the stock: what matters changes in the
    /// course of a game.
    fn features(&self, visible: &VisibleTable<'_>) -> Features {
        let (table, unseen) = (visible.table, visible.unseen);
        let starts = PileGroup::BOTH.map(|group| group.start_rank(table));
        let foundations = PileGroup::BOTH
            .iter()
            .flat_map(|&group| Suit::ALL.map(|suit| (group, suit)));
        let next = |group: PileGroup, suit, more| {
            group.next_foundation_card(table, starts[group as usize], suit, more, self.size)
        };
        let mut waits = [NEVER; 64];
        let (mut at_once, mut soon) = (CardSet::EMPTY, CardSet::EMPTY);
        for (group, suit) in foundations.clone() {
            let cards = (0..).map_while(|wait| Some((wait, next(group, suit, wait)?)));
            for (wait, card) in cards {
                waits[card.index()] = waits[card.index()].min(wait as u8);
                at_once |= CardSet::from_card_if(card, wait == 0);
                soon |= CardSet::from_card_if(card, wait <= 2);
            }
        }
        let mut depths = [Depth {
            runs: NEVER,
            cards: NEVER,
        }; 64];
        let piles = self.count_piles(visible, &waits, &mut depths);

        let has_place = |card: Card, group: PileGroup, is_single: bool| {
            piles.accepted[group as usize].same.contains(card)
                || is_single && piles.accepted[1 - group as usize].other.contains(card)
        };
        let (mut stuck, mut movable, mut top_waits) = (0, 0, 0);
        for top in &piles.tops {
            let can_move = |head: Card| {
                piles.spaces > 0 && top.covers_hidden
                    || has_place(head, top.group, head == top.card)
            };
            stuck += usize::from(!has_place(top.card, top.group, true));
            movable += usize::from(top.head.is_some_and(can_move));
            top_waits += usize::from(waits[top.card.index()].min(MAX_WAIT));
        }

        let (mut runs_on_next, mut cards_on_next, mut runs_on_second) = (0, 0, 0);
        let (mut unseen_next, mut lowest, mut squares) = (0, usize::MAX, 0);
        for (group, suit) in foundations {
            let height = table.size(group.foundation(suit));
            lowest = lowest.min(height);
            squares += height * height;
            if let Some(card) = next(group, suit, 0) {
                let depth = depths[card.index()];
                let is_seen = depth.runs != NEVER;
                unseen_next += usize::from(!is_seen);
                if is_seen {
                    runs_on_next += usize::from(depth.runs).min(MAX_RUNS);
                    cards_on_next += usize::from(depth.cards).min(MAX_CARDS);
                }
            }
            if let Some(card) = next(group, suit, 1) {
                let runs = usize::from(depths[card.index()].runs);
                runs_on_second += runs.min(MAX_RUNS_OF_SECOND);
            }
        }
        let unequal = Suit::ALL.map(|suit| {
            let [left, right] = PileGroup::BOTH.map(|group| table.size(group.foundation(suit)));
            left.abs_diff(right)
        });

        let accepted = piles.accepted.map(|accepted| accepted.same);
        let accepted_ranks = accepted.map(|cards| cards.len() / Suit::ALL.len());
        let unseen_that_fit = accepted.map(|cards| unseen.thousandths(cards));
        let home = table.cards_on_foundations();
        let new = visible.new.iter().count();
        let features = [
            home,
            piles.face_down,
            piles.face_down_squares,
            piles.spaces,
            piles.spaces.min(1),
            piles.on_own_suit,
            runs_on_next,
            unseen_next,
            runs_on_second,
            piles.pairs,
            piles.mixed_pairs,
            piles.late_pairs,
            piles.on_any,
            unseen_that_fit.iter().sum::<i32>() as usize,
            unseen.thousandths(at_once) as usize,
            lowest,
            8 * squares - home * home,
            unequal.iter().sum(),
            piles.open,
            piles.face_up_on_hidden,
            piles.steps.min(MAX_STEPS),
            movable,
            stuck,
            usize::from(new + 1 >= self.size.piles),
            piles.bottoms,
            top_waits,
            accepted_ranks.iter().sum(),
            piles.face_up,
            cards_on_next,
            new,
            piles.runs,
            unseen.thousandths(soon) as usize,
        ]
        .map(|feature| feature as i32);
        let stock = table.size(PileId::STOCK) as i32;
        let by_stock = features.map(|feature| stock * feature);
        features.into_iter().chain(by_stock).collect()
    }

    /// Sends every card home that a foundation accepts: of two, to the one whose next card lies nearer
    /// to a top.
    fn home_move(&self, table: &Table) -> Option<Move> {
        let accepted = PileGroup::BOTH.map(|group| group.accepted_by_foundations(table, self.size));
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

    fn values_tell_positions_apart(&self) -> bool {
        true
    }

    fn rollouts(&self) -> usize {
        192
    }

    fn max_explored(&self) -> usize {
        16
    }
}

impl OscillationRules {
    /// Counts what the known cards of the tableau amount to.
    fn count_piles(&self, visible: &VisibleTable<'_>, waits: &Waits, depths: &mut Depths) -> Piles {
        let table = visible.table;
        let mut piles = Piles {
            steps: usize::MAX,
            ..Piles::default()
        };
        for pile in self.size.tableau() {
            let group = PileGroup::containing(pile, self.size);
            let (known, is_covered) = (visible.known(pile), visible.new.contains(pile));
            let hidden = table.face_down(pile);
            piles.spaces += usize::from(table.is_empty(pile));
            piles.face_down += hidden;
            piles.face_down_squares += hidden * hidden;
            piles.open += usize::from(hidden == 0);
            piles.face_up += known.len();
            piles.face_up_on_hidden += if hidden > 0 { known.len() } else { 0 };
            let runs = piles.count_runs(self, known, group, waits, |card: Card, above: Depth| {
                let depth = &mut depths[card.index()];
                depth.runs = depth.runs.min(above.runs + u8::from(is_covered));
                depth.cards = depth.cards.min(above.cards + u8::from(is_covered));
            });
            piles.runs += runs;
            let steps = 2 * hidden + runs + usize::from(is_covered);
            piles.steps = piles.steps.min(steps);
            let (Some(&bottom), Some(&top)) = (known.first(), known.last()) else {
                continue;
            };
            if hidden == 0 {
                let number = bottom.rank().number();
                piles.bottoms += usize::from(match group {
                    PileGroup::Left => number - 1,
                    PileGroup::Right => self.size.highest_rank.number() - number,
                });
            }
            if !is_covered {
                let next = self.next_rank_number(group, top.rank());
                if (1..=self.size.highest_rank.number()).contains(&next) {
                    let accepted = &mut piles.accepted[group as usize];
                    accepted.same |= CardSet::from_rank_number(next);
                    accepted.other |= CardSet::from_suit_and_rank_number(top.suit(), next);
                }
                piles.tops.push(Top {
                    group,
                    card: top,
                    head: (runs == 1).then_some(bottom),
                    covers_hidden: hidden > 0,
                });
            }
        }
        piles
    }

    /// Returns the number of cards on the next but one card of a foundation: on that copy nearest to a
    /// top. More than all if it cannot be seen, a little less if there is none.
    fn cards_on_second(&self, table: &Table, group: PileGroup, suit: Suit) -> usize {
        let start = group.start_rank(table);
        let Some(card) = group.next_foundation_card(table, start, suit, 1, self.size) else {
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

impl Piles {
    /// Counts the neighbors among the known cards of a pile, and those on cards that go home before them. Visits
    /// each card with its depth. Returns the number of runs.
    fn count_runs(
        &mut self,
        rules: &OscillationRules,
        known: &[Card],
        group: PileGroup,
        waits: &Waits,
        mut visit: impl FnMut(Card, Depth),
    ) -> usize {
        let wait = |card: Card| waits[card.index()];
        let (mut above, mut runs) = (None::<Card>, 0);
        for (cards, &card) in known.iter().rev().enumerate() {
            let is_in_order = above.is_some_and(|above| {
                above.rank().number() == rules.next_rank_number(group, card.rank())
            });
            match above {
                Some(above) if is_in_order && card.suit() == above.suit() => self.pairs += 1,
                _ => {
                    let is_late = above.is_some_and(|above| wait(above) > wait(card));
                    self.mixed_pairs += usize::from(is_in_order);
                    self.late_pairs += usize::from(!is_in_order && is_late);
                    runs += 1;
                }
            }
            above = Some(card);
            let (runs, cards) = (runs as u8 - 1, cards as u8);
            visit(card, Depth { runs, cards });
        }
        let (mut first_of_suit, mut first) = ([NEVER; 4], NEVER);
        for &card in known {
            let first_of_suit = &mut first_of_suit[card.suit().index()];
            self.on_own_suit += usize::from(*first_of_suit < wait(card));
            self.on_any += usize::from(first < wait(card));
            *first_of_suit = wait(card).min(*first_of_suit);
            first = wait(card).min(first);
        }
        runs
    }
}
