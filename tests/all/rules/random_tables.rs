//! Random tables that use every card, including positions that games never reach.

use crate::rules::naive::{Card, Naive, PileName, PlacedCard, Position, sorted_deck};
use crate::rules::players::Rng;
use crate::rules::setup::Setup;

#[test]
fn both_implementations_agree_on_random_tables() {
    assert_agreement(0..60);
}

#[test]
#[ignore = "takes minutes: thousands of tables of each game, the test above sixty"]
fn both_implementations_agree_on_many_more_random_tables() {
    assert_agreement(1_000..9_000);
}

fn assert_agreement(seeds: std::ops::Range<u64>) {
    std::thread::scope(|scope| {
        for naive in Naive::all() {
            let seeds = seeds.clone();
            scope.spawn(move || seeds.for_each(|seed| play_a_few_moves(&naive, seed)));
        }
    });
}

/// Creates a random table and plays a few moves. Compares both implementations after each.
fn play_a_few_moves(naive: &Naive, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut setup = Setup::from_position(naive, random_table(naive, &mut rng));
    for _ in 0..3 {
        if setup.legal.is_empty() {
            return;
        }
        setup.make(rng.one_of(&setup.legal));
    }
}

/// Returns a random table with all the cards of a game.
pub(crate) fn random_table(naive: &Naive, rng: &mut Rng) -> Position {
    let (min, max) = rng.one_of(&[(0, 3), (0, 13), (8, 13), (11, 13)]);
    let heights = (0..4 * naive.decks()).map(|_| min + rng.below(max - min + 1));
    let heights: Vec<usize> = heights.collect();
    let piles = naive.deal(&sorted_deck(naive.decks())).tableau_piles();
    random_table_of(naive, &heights, piles, rng)
}

/// Returns a random table with at most this many cards that are not on foundations, in the first tableau
/// piles.
pub(crate) fn table_near_the_end(
    naive: &Naive,
    piles: usize,
    cards: usize,
    rng: &mut Rng,
) -> Position {
    let mut heights = vec![13; 4 * naive.decks()];
    // Some suits are complete, and some lack far more cards than others.
    let unfinished: Vec<usize> = (0..12).map(|_| rng.below(heights.len())).collect();
    let unfinished = &unfinished[..1 + rng.below(12)];
    for _ in 0..cards - rng.below(cards - 4) {
        let height = &mut heights[rng.one_of(unfinished)];
        *height = 1.max(*height - 1);
    }
    random_table_of(naive, &heights, piles, rng)
}

/// Returns a random table with a number of cards on each foundation, and the others in some piles.
fn random_table_of(naive: &Naive, heights: &[usize], piles: usize, rng: &mut Rng) -> Position {
    let mut position = naive.deal(&sorted_deck(naive.decks()));
    for (_, pile) in &mut position.piles {
        pile.clear();
    }
    let mut remaining = shuffled(sorted_deck(naive.decks()), rng);
    if naive.is_one_handed() {
        fill_hand(&mut position, remaining, rng);
        return position;
    }
    fill_foundations(naive, heights, &mut position, &mut remaining, rng);
    fill_tableau(naive, piles, &mut position, &mut remaining, rng);
    place_remaining(piles, &mut position, remaining, rng);
    position
}

fn shuffled(mut cards: Vec<Card>, rng: &mut Rng) -> Vec<Card> {
    for i in (1..cards.len()).rev() {
        cards.swap(i, rng.below(i + 1));
    }
    cards
}

fn fill_hand(position: &mut Position, cards: Vec<Card>, rng: &mut Rng) {
    let discards = rng.below(26) * 2;
    let deck = rng.below(2) * rng.below(52 - discards);
    let hand = 52 - discards - deck;
    // The hand has fewer than four cards only if the deck is empty.
    let deck = if hand < 4 { 0 } else { deck };
    let mut cards = cards.into_iter();
    for card in cards.by_ref().take(discards) {
        position.put(PileName::X, card, true);
    }
    for card in cards.by_ref().take(deck) {
        position.put(PileName::S, card, false);
    }
    for card in cards {
        position.put(PileName::H, card, true);
    }
}

/// Fills the foundations to these heights.
fn fill_foundations(
    naive: &Naive,
    heights: &[usize],
    position: &mut Position,
    remaining: &mut Vec<Card>,
    rng: &mut Rng,
) {
    let base_ranks = [rng.below(13), rng.below(13)];
    for name in position
        .pile_names()
        .into_iter()
        .filter(|name| name.0 == 'f')
    {
        let mut height = heights[name.1 - 1];
        let group = (name.1 - 1) / 4;
        // The base card of each group is on its foundation from the start.
        if naive.game == "oscillation" && name.1 % 4 == 1 {
            height = height.max(1);
        }
        for step in 0..height {
            let rank = match (naive.game, group) {
                ("oscillation", 0) => (base_ranks[0] + step) % 13,
                ("oscillation", _) => (base_ranks[1] + 13 - step) % 13,
                _ => step,
            };
            let card = sorted_deck(1)[(name.1 - 1) % 4 * 13 + rank];
            let index = remaining.iter().position(|&other| other == card);
            remaining.remove(index.expect("remaining copy"));
            position.put(name, card, true);
            if naive.game == "oscillation" && name.1 % 4 == 1 && step == 0 {
                position.deck[52 + group] = card;
            }
        }
    }
}

fn fill_tableau(
    naive: &Naive,
    piles: usize,
    position: &mut Position,
    remaining: &mut Vec<Card>,
    rng: &mut Rng,
) {
    let filled = rng.below(piles + 1);
    for number in 1..=piles {
        // In the sliding games the spaces are at the right.
        let space = if naive.slides() {
            number > filled
        } else {
            rng.below(piles) >= filled
        };
        if space || remaining.is_empty() {
            continue;
        }
        let name = PileName('t', number);
        // Often starts the face-up cards with a king.
        let king = remaining.iter().position(|card| card.rank == 13);
        let head = king
            .filter(|_| rng.below(2) == 0)
            .unwrap_or(remaining.len() - 1);
        let mut next = Some(head);
        for _ in 0..rng.one_of(&[1, 1, 2, 3, 6, 12]) {
            let Some(index) = next else { break };
            let card = remaining.remove(index);
            position.put(name, card, true);
            // Continues the run, unless the game allows any order.
            next = remaining
                .iter()
                .position(|other| other.is_one_lower_in_other_color(card));
            if naive.game == "oscillation" {
                let steps = if number <= 5 { [-1, 12] } else { [1, -12] };
                next = remaining.iter().position(|other| {
                    let step = i16::from(other.rank) - i16::from(card.rank);
                    other.suit == card.suit && steps.contains(&step)
                });
            }
            if !naive.is_moving_left() && (next.is_none() || rng.below(3) == 0) {
                next = remaining.len().checked_sub(1);
            }
        }
    }
}

/// Puts the remaining cards on the reserve, the waste and the stock, and face down under the piles.
fn place_remaining(piles: usize, position: &mut Position, mut remaining: Vec<Card>, rng: &mut Rng) {
    let names = position.pile_names();
    for &name in names.iter().filter(|name| name.0 == 'r') {
        if rng.below(2) == 0
            && let Some(card) = remaining.pop()
        {
            position.put(name, card, true);
        }
    }
    if names.contains(&PileName::W) {
        for card in remaining.split_off(remaining.len() - rng.below(remaining.len() + 1)) {
            position.put(PileName::W, card, true);
        }
    }
    if names.contains(&PileName::S) {
        // Oscillation's stock always consists of whole rows.
        let rows = remaining.len() / piles - rng.below(remaining.len() / piles + 1);
        for card in remaining.split_off(remaining.len() - rows * piles) {
            position.put(PileName::S, card, false);
        }
    }
    for card in remaining {
        let filled: Vec<PileName> = (1..=piles)
            .map(|number| PileName('t', number))
            .filter(|&name| !position.pile(name).is_empty())
            .collect();
        if filled.is_empty() {
            position.put(PileName('t', 1), card, true);
        } else {
            let under = position.pile_mut(rng.one_of(&filled));
            under.insert(0, PlacedCard { card, up: false });
        }
    }
}
