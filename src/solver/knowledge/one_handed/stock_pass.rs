//! Decides without a search whether a pass through the stock wins, if discards are optional.
//!
//! The hand is a stack, and every discard takes cards from its top. So what can happen above a card does not
//! depend on what lies below it, and is found once for each card of the stock, the last one first.
//! `docs/winnability.md` says why that is exact.

use crate::cards::Card;
use crate::rules::single_left::WINDOW_SIZE;
use crate::rules::{PileId, Table};

/// Set of cards of the stock, numbered from 0 on in the order in which they are drawn. Where the set says
/// what is next, the number after the last one says that the stock is empty.
type NumberSet = u64;

/// What play above a stack of cards can lead to, while the stack itself stays.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// What can be next while nothing lies on the stack.
    next: NumberSet,
    /// The cards that can lie on the stack as the top card, drawn last.
    above: NumberSet,
}

/// A pass through the stock.
#[derive(Default)]
pub(super) struct StockPass {
    size: usize,
    ranks: [NumberSet; 13],
    suits: [NumberSet; 4],
    /// What play above each card can lead to, once it is drawn.
    reach: Vec<Reach>,
    /// The cards that can lie second above each card.
    second: Vec<NumberSet>,
    /// What can be next when a card and what lies on it have been discarded together.
    next_without: Vec<NumberSet>,
    /// The cards that can lie on top at the end, and those that can be the first of two left to discard.
    last: NumberSet,
    first_of_last_two: NumberSet,
}

impl StockPass {
    /// Creates the pass through the stock of a table.
    pub(super) fn new(table: &Table) -> StockPass {
        let stock = table.pile(PileId::STOCK);
        let mut pass = StockPass {
            size: stock.len(),
            reach: vec![Reach::default(); stock.len()],
            second: vec![0; stock.len()],
            next_without: vec![0; stock.len()],
            ..StockPass::default()
        };
        let drawn_last_first = (0..stock.len()).rev().zip(stock);
        drawn_last_first.for_each(|(number, &card)| pass.add(number, card));
        pass
    }

    /// Adds the card that is drawn before those added so far.
    fn add(&mut self, number: usize, card: Card) {
        let drawn = Reach {
            next: 2 << number,
            above: 0,
        };
        let reach = self.extended(drawn, Some(card));
        self.second[number] = union(reach.above, |above| self.reach[above].above);
        let fourth_of_rank = union(reach.above, |above| self.second[above]) & self.of_rank(card);
        self.next_without[number] = self.next_after(fourth_of_rank);
        let is_first_of_two = reach.above & self.last & self.of_rank(card) != 0;
        self.first_of_last_two |= u64::from(is_first_of_two) << number;
        self.last |= (reach.next >> self.size & 1) << number;
        self.reach[number] = reach;
        self.ranks[usize::from(card.rank().number()) - 1] |= 1 << number;
        self.suits[card.suit().index()] |= 1 << number;
    }

    fn of_rank(&self, card: Card) -> NumberSet {
        self.ranks[usize::from(card.rank().number()) - 1]
    }

    fn of_suit(&self, card: Card) -> NumberSet {
        self.suits[card.suit().index()]
    }

    /// Returns what can be next while nothing lies on one of these cards.
    fn next_after(&self, cards: NumberSet) -> NumberSet {
        union(cards, |card| self.reach[card].next)
    }

    /// Returns all that play above a stack with this top card can lead to, given some of it.
    fn extended(&self, mut reach: Reach, top: Option<Card>) -> Reach {
        let of_suit = top.map_or(0, |top| self.of_suit(top));
        let mut open = reach.next | reach.above;
        while let Some(card) = first(open).filter(|&card| card < self.size) {
            reach.next |= self.next_without[card];
            // The window can be the top, this card, one on it and a second one of the top's suit.
            reach.above |= 1 << card | self.second[card] & of_suit;
            open = (reach.next | reach.above) & (!1 << card);
        }
        reach
    }

    /// Whether the pass can win from a table in it.
    pub(super) fn is_winnable(&self, table: &Table) -> bool {
        let hand = table.pile(PileId::HAND);
        // What is left of the hand are some of its first cards, and possibly one that was on top of others.
        let index = |size: usize, top: usize| size * (hand.len() + 1) + top;
        let first_cards = |size: usize| index(size, size.saturating_sub(1));
        let mut stacks = vec![Reach::default(); first_cards(hand.len()) + 1];
        stacks[first_cards(hand.len())].next = 1 << (self.size - table.size(PileId::STOCK));
        for size in (1..=hand.len()).rev() {
            for top in size - 1..hand.len() {
                let (reach, top_card) = (stacks[index(size, top)], hand[top]);
                if reach.next | reach.above == 0 {
                    continue;
                }
                let reach = self.extended(reach, Some(top_card));
                let is_stock_empty = reach.next >> self.size & 1 != 0;
                let is_won = match size {
                    1 => is_stock_empty || reach.above & self.last & self.of_rank(top_card) != 0,
                    2 => is_stock_empty && hand[0].rank() == top_card.rank(),
                    _ => false,
                };
                if is_won {
                    return true;
                }
                let second = union(reach.above, |card| self.reach[card].above);
                let third = union(reach.above, |card| self.second[card]);
                let ends = [third, second, reach.above];
                // The first card of the window is the top of the stack, or lies deeper.
                for (depth, ends) in ends.into_iter().enumerate().take(size) {
                    let below = size - 1 - depth;
                    let first = if depth == 0 { top_card } else { hand[below] };
                    stacks[first_cards(below)].next |= self.next_after(ends & self.of_rank(first));
                    if depth > 0 {
                        stacks[first_cards(below + 1)].above |= ends & self.of_suit(first);
                    }
                }
                if let Some(below) = size.checked_sub(WINDOW_SIZE) {
                    if hand[below].rank() == top_card.rank() {
                        stacks[first_cards(below)].next |= reach.next;
                    } else if hand[below].suit() == top_card.suit() {
                        stacks[index(below + 2, top)].next |= reach.next;
                    }
                }
            }
        }
        let reach = self.extended(stacks[0], None);
        reach.next >> self.size & 1 != 0 || reach.above & (self.last | self.first_of_last_two) != 0
    }
}

/// Returns the first number of a set.
fn first(set: NumberSet) -> Option<usize> {
    (set != 0).then(|| set.trailing_zeros() as usize)
}

/// Returns the union of the sets that belong to the numbers of a set.
fn union(mut numbers: NumberSet, set_of: impl Fn(usize) -> NumberSet) -> NumberSet {
    let mut all = 0;
    while let Some(number) = first(numbers) {
        all |= set_of(number);
        numbers &= numbers - 1;
    }
    all
}
