//! Weighted random players, which reach rare positions, and the decks that they play.

use crate::rules::naive::{Attempt, Card, Naive, PileName, shuffled_deck, sorted_deck};
use crate::rules::setup::Setup;

/// Deterministic random number generator.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Returns a number below a bound, by SplitMix64. The slight bias does not matter here.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    pub(crate) fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Weights with which a player chooses each kind of move. All are at least 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomPlayer {
    /// A card goes to a foundation.
    pub(crate) home: usize,
    /// A king goes to a foundation.
    pub(crate) king_home: usize,
    /// A card comes back from a foundation.
    pub(crate) back: usize,
    /// Cards go into a space.
    pub(crate) space: usize,
    /// A face-down card is uncovered.
    pub(crate) uncover: usize,
    /// A pile becomes empty.
    pub(crate) empty: usize,
    /// A command such as `draw` or `deal`.
    pub(crate) command: usize,
    /// Any other move.
    pub(crate) other: usize,
}

const UNIFORM: RandomPlayer = RandomPlayer {
    home: 1,
    king_home: 1,
    back: 1,
    space: 1,
    uncover: 1,
    empty: 1,
    command: 1,
    other: 1,
};

/// All random players.
pub(crate) const RANDOM_PLAYERS: [RandomPlayer; 5] = [
    UNIFORM,
    // Tries to win.
    RandomPlayer {
        home: 400,
        king_home: 400,
        uncover: 60,
        empty: 20,
        command: 3,
        other: 4,
        ..UNIFORM
    },
    // Uses the spaces and takes cards back from foundations.
    RandomPlayer {
        back: 20,
        space: 60,
        empty: 40,
        uncover: 40,
        command: 8,
        other: 10,
        ..UNIFORM
    },
    // Plays everything but kings to the foundations, so that kings move between spaces.
    RandomPlayer {
        home: 400,
        space: 30,
        empty: 30,
        command: 40,
        uncover: 60,
        ..UNIFORM
    },
    // Turns the stock as soon as possible.
    RandomPlayer {
        command: 60,
        home: 5,
        space: 10,
        ..UNIFORM
    },
];

impl RandomPlayer {
    /// Chooses one of the legal moves. There must be at least one.
    pub(crate) fn choose(self, setup: &Setup, rng: &mut Rng) -> Attempt {
        let weights: Vec<usize> = setup.legal.iter().map(|&a| self.weigh(setup, a)).collect();
        let mut remaining = rng.below(weights.iter().sum());
        for (attempt, weight) in setup.legal.iter().zip(weights) {
            if remaining < weight {
                return *attempt;
            }
            remaining -= weight;
        }
        unreachable!("the number is below the sum of the weights")
    }

    fn weigh(self, setup: &Setup, attempt: Attempt) -> usize {
        let (from, to, count) = match attempt {
            Attempt::Transfer { from, to, count } => (from, to, count),
            Attempt::Command("all" | "middle") => return self.home,
            Attempt::Command(_) => return self.command,
        };
        let pile = setup.position.pile(from);
        let king = setup.position.top_cards(from, count)[0].card.rank == 13;
        if to.0 == 'f' {
            if king { self.king_home } else { self.home }
        } else if from.0 == 'f' {
            self.back
        } else if setup.position.pile(to).is_empty() {
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

/// Returns a random deck in which every card can go to a foundation as soon as it is uncovered,
/// after swapping `swaps` random pairs of cards.
pub(crate) fn easy_deck(naive: &Naive, swaps: usize, rng: &mut Rng) -> Vec<Card> {
    let mut deck = if naive.is_one_handed() {
        deck_by_rank(rng)
    } else {
        winnable_deck(naive, rng)
    };
    for _ in 0..swaps {
        let (one, other) = (rng.below(deck.len()), rng.below(deck.len()));
        deck.swap(one, other);
    }
    deck
}

/// Returns a deck sorted by rank, so that the hand can always discard all four cards.
fn deck_by_rank(rng: &mut Rng) -> Vec<Card> {
    let order = shuffled_deck(rng.below(1000) as u64, 1);
    let mut ranks: Vec<u8> = Vec::new();
    for card in &order {
        if !ranks.contains(&card.rank) {
            ranks.push(card.rank);
        }
    }
    let of_rank = |rank| order.iter().copied().filter(move |card| card.rank == rank);
    ranks.into_iter().flat_map(of_rank).collect()
}

fn winnable_deck(naive: &Naive, rng: &mut Rng) -> Vec<Card> {
    let cards = 52 * naive.decks();
    // Placeholder cards whose rank is their index in the deck show where each card is dealt.
    let placeholders: Vec<Card> = (0..cards as u8)
        .map(|rank| Card { rank, suit: 'C' })
        .collect();
    let mut position = naive.deal(&placeholders);
    let mut deck = placeholders.clone();
    let foundations: Vec<PileName> = position
        .pile_names()
        .into_iter()
        .filter(|p| p.0 == 'f')
        .collect();
    let base_ranks = [rng.below(13), rng.below(13)];
    // The next card that a foundation accepts.
    let next = |foundation: PileName, height: usize| {
        let rank = match (naive.game, foundation.1) {
            ("oscillation", ..=4) => (base_ranks[0] + height) % 13,
            ("oscillation", _) => (base_ranks[1] + 13 - height) % 13,
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
            .filter(|(name, pile)| "twr".contains(name.0) && !pile.is_empty())
            .map(|&(name, _)| name)
            .collect();
        let has_waste = position.pile_names().contains(&PileName::W);
        let stock_is_next = has_waste
            && position.pile(PileName::W).is_empty()
            && !position.pile(PileName::S).is_empty()
            && rng.below(3) == 0;
        if open.is_empty() || stock_is_next {
            let command = if has_waste { "draw" } else { "deal" };
            position = naive.after(&position, Attempt::Command(command));
            continue;
        }
        let from = rng.one_of(&open);
        let unfinished: Vec<PileName> = foundations
            .iter()
            .copied()
            .filter(|&name| position.pile(name).len() < 13)
            .collect();
        let to = rng.one_of(&unfinished);
        let index = position.top(from).expect("open pile").rank as usize;
        deck[index] = next(to, position.pile(to).len());
        position = naive.after(&position, Attempt::Transfer { from, to, count: 1 });
    }
    deck
}
