//! Players with habits, who bring about what seldom happens; and the decks they play with.

use crate::rules::both::Both;
use crate::rules::naive::{Attempt, Card, Naive, PileName, shuffled_deck, sorted_deck};

/// Chance, the same every time.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn of(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number below a bound. (SplitMix64; the bias is of no account here.)
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    pub(crate) fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }
}

/// How much a player is drawn to each kind of move; at least 1 each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habit {
    /// A card goes home.
    pub(crate) home: usize,
    /// A king goes home.
    pub(crate) king_home: usize,
    /// A card comes back from a foundation.
    pub(crate) back: usize,
    /// Cards go into a space.
    pub(crate) space: usize,
    /// A face-down card comes to light.
    pub(crate) uncover: usize,
    /// A whole pile goes elsewhere.
    pub(crate) empty: usize,
    /// `draw`, `deal` and the like.
    pub(crate) word: usize,
    /// Any other move.
    pub(crate) other: usize,
}

const ANYTHING: Habit = Habit {
    home: 1,
    king_home: 1,
    back: 1,
    space: 1,
    uncover: 1,
    empty: 1,
    word: 1,
    other: 1,
};

/// The habits of all players.
pub(crate) const HABITS: [Habit; 5] = [
    ANYTHING,
    // Wants to win.
    Habit {
        home: 400,
        king_home: 400,
        uncover: 60,
        empty: 20,
        word: 3,
        other: 4,
        ..ANYTHING
    },
    // Plays with the spaces and takes cards back.
    Habit {
        back: 20,
        space: 60,
        empty: 40,
        uncover: 40,
        word: 8,
        other: 10,
        ..ANYTHING
    },
    // Sends home all but the kings, whose piles then wander about the spaces.
    Habit {
        home: 400,
        space: 30,
        empty: 30,
        word: 40,
        uncover: 60,
        ..ANYTHING
    },
    // Is in a hurry to see the stock.
    Habit {
        word: 60,
        home: 5,
        space: 10,
        ..ANYTHING
    },
];

impl Habit {
    /// Chooses one of the legal moves, of which there is at least one.
    pub(crate) fn choose(self, both: &Both, chance: &mut Chance) -> Attempt {
        let weights: Vec<usize> = both.legal.iter().map(|&a| self.weigh(both, a)).collect();
        let mut left = chance.below(weights.iter().sum());
        for (attempt, weight) in both.legal.iter().zip(weights) {
            if left < weight {
                return *attempt;
            }
            left -= weight;
        }
        unreachable!("what is left is below the sum of the weights")
    }

    fn weigh(self, both: &Both, attempt: Attempt) -> usize {
        let (from, to, count) = match attempt {
            Attempt::Transfer { from, to, count } => (from, to, count),
            Attempt::Command("all" | "middle") => return self.home,
            Attempt::Command(_) => return self.word,
        };
        let pile = both.position.pile(from);
        let king = both.position.top_cards(from, count)[0].card.rank == 13;
        if to.0 == 'f' {
            if king { self.king_home } else { self.home }
        } else if from.0 == 'f' {
            self.back
        } else if both.position.pile(to).is_empty() {
            self.space
        } else if pile.len() == count {
            self.empty
        } else if !pile[pile.len() - count - 1].up {
            self.uncover
        } else {
            self.other
        }
    }
}

/// A deck in which every card can go home as it comes to light, in an order that chance chooses;
/// and then so many pairs of its cards changed about.
pub(crate) fn kindly_deck(naive: &Naive, changes: usize, chance: &mut Chance) -> Vec<Card> {
    let mut deck = if naive.is_one_handed() {
        deck_of_fours(chance)
    } else {
        deck_that_goes_home(naive, chance)
    };
    for _ in 0..changes {
        let (one, other) = (chance.below(deck.len()), chance.below(deck.len()));
        deck.swap(one, other);
    }
    deck
}

/// Rank by rank, so that in the hand all four can always be discarded.
fn deck_of_fours(chance: &mut Chance) -> Vec<Card> {
    let order = shuffled_deck(chance.below(1000) as u64, 1);
    let mut ranks: Vec<u8> = Vec::new();
    for card in &order {
        if !ranks.contains(&card.rank) {
            ranks.push(card.rank);
        }
    }
    let of_rank = |rank| order.iter().copied().filter(move |card| card.rank == rank);
    ranks.into_iter().flat_map(of_rank).collect()
}

fn deck_that_goes_home(naive: &Naive, chance: &mut Chance) -> Vec<Card> {
    let cards = 52 * naive.decks();
    // Blank cards, with their place in the deck for a rank: what lies where after the deal.
    let blank: Vec<Card> = (0..cards as u8)
        .map(|rank| Card { rank, suit: 'C' })
        .collect();
    let mut position = naive.deal(&blank);
    let mut deck = blank.clone();
    let foundations: Vec<PileName> = position
        .pile_names()
        .into_iter()
        .filter(|p| p.0 == 'f')
        .collect();
    let starters = [chance.below(13), chance.below(13)];
    // The next card of a foundation.
    let next = |foundation: PileName, height: usize| {
        let rank = match (naive.game, foundation.1) {
            ("oscillation", ..=4) => (starters[0] + height) % 13,
            ("oscillation", _) => (starters[1] + 13 - height) % 13,
            _ => height,
        };
        sorted_deck(1)[(foundation.1 - 1) % 4 * 13 + rank]
    };
    if naive.game == "oscillation" {
        deck[52] = next(PileName('f', 1), 0);
        deck[53] = next(PileName('f', 5), 0);
    }
    while position.cards_on('f') < cards {
        let open: Vec<PileName> = position
            .piles
            .iter()
            .filter(|(place, pile)| "twr".contains(place.0) && !pile.is_empty())
            .map(|&(place, _)| place)
            .collect();
        let has_waste = position.pile_names().contains(&PileName::W);
        let stock_is_next = has_waste
            && position.pile(PileName::W).is_empty()
            && !position.pile(PileName::S).is_empty()
            && chance.below(3) == 0;
        if open.is_empty() || stock_is_next {
            let word = if has_waste { "draw" } else { "deal" };
            position = naive.after(&position, Attempt::Command(word));
            continue;
        }
        let from = chance.one_of(&open);
        let unfinished: Vec<PileName> = foundations
            .iter()
            .copied()
            .filter(|&place| position.pile(place).len() < 13)
            .collect();
        let to = chance.one_of(&unfinished);
        let index = position.top(from).expect("an open pile").rank as usize;
        deck[index] = next(to, position.pile(to).len());
        position = naive.after(&position, Attempt::Transfer { from, to, count: 1 });
    }
    deck
}
