//! Tables laid out at random, all cards somewhere: they are stranger than what games come to.

use crate::rules::naive::{Card, Naive, PileName, PlacedCard, Position, sorted_deck};
use crate::rules::players::Chance;
use crate::rules::scene::Scene;

#[test]
fn both_readings_agree_on_tables_laid_out_at_random() {
    agree_on(0..60);
}

#[test]
#[ignore = "minutes: thousands of tables where the test above has sixty of each game"]
fn both_readings_agree_on_many_more_tables() {
    agree_on(1_000..9_000);
}

fn agree_on(seeds: std::ops::Range<u64>) {
    std::thread::scope(|scope| {
        for naive in Naive::all() {
            let seeds = seeds.clone();
            scope.spawn(move || seeds.for_each(|seed| play_a_little(&naive, seed)));
        }
    });
}

/// Lays out a table and makes a few moves: the two readings are compared before and after each.
fn play_a_little(naive: &Naive, seed: u64) {
    let mut chance = Chance::of(seed);
    let mut scene = Scene::lay(naive, random_table(naive, &mut chance));
    for _ in 0..3 {
        let legal = scene.legal();
        if legal.is_empty() {
            return;
        }
        scene = scene.play(&legal[chance.below(legal.len())]);
    }
}

/// A table of the game with every card of it somewhere.
pub(crate) fn random_table(naive: &Naive, chance: &mut Chance) -> Position {
    let mut position = naive.deal(&sorted_deck(naive.decks()));
    for (_, pile) in &mut position.piles {
        pile.clear();
    }
    let mut left = mixed(sorted_deck(naive.decks()), chance);
    if naive.is_one_handed() {
        fill_hand(&mut position, left, chance);
        return position;
    }
    fill_foundations(naive, &mut position, &mut left, chance);
    fill_tableau(naive, &mut position, &mut left, chance);
    put_away(&mut position, left, chance);
    position
}

fn mixed(mut cards: Vec<Card>, chance: &mut Chance) -> Vec<Card> {
    for i in (1..cards.len()).rev() {
        cards.swap(i, chance.below(i + 1));
    }
    cards
}

fn fill_hand(position: &mut Position, cards: Vec<Card>, chance: &mut Chance) {
    let discards = chance.below(26) * 2;
    let deck = chance.below(2) * chance.below(52 - discards);
    let hand = 52 - discards - deck;
    // A hand is short only where the deck is at its end.
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

/// Foundations that are low, anything, or nearly full, so that few cards but kings are left.
fn fill_foundations(
    naive: &Naive,
    position: &mut Position,
    left: &mut Vec<Card>,
    chance: &mut Chance,
) {
    let starters = [chance.below(13), chance.below(13)];
    let (least, most) = chance.one_of(&[(0, 3), (0, 13), (8, 13), (11, 13)]);
    for place in position
        .pile_names()
        .into_iter()
        .filter(|place| place.0 == 'f')
    {
        let mut height = least + chance.below(most - least + 1);
        let group = (place.1 - 1) / 4;
        // A starter of each group lies on its foundation from the deal on.
        if naive.game == "oscillation" && place.1 % 4 == 1 {
            height = height.max(1);
        }
        for step in 0..height {
            let rank = match (naive.game, group) {
                ("oscillation", 0) => (starters[0] + step) % 13,
                ("oscillation", _) => (starters[1] + 13 - step) % 13,
                _ => step,
            };
            let card = sorted_deck(1)[(place.1 - 1) % 4 * 13 + rank];
            let at = left.iter().position(|&other| other == card);
            left.remove(at.expect("one of the decks has it"));
            position.put(place, card, true);
            if naive.game == "oscillation" && place.1 % 4 == 1 && step == 0 {
                position.deck[52 + group] = card;
            }
        }
    }
}

fn fill_tableau(naive: &Naive, position: &mut Position, left: &mut Vec<Card>, chance: &mut Chance) {
    let piles = position.tableau_piles();
    let filled = chance.below(piles + 1);
    for number in 1..=piles {
        // In the sliding games the spaces are at the right.
        let space = if naive.slides() {
            number > filled
        } else {
            chance.below(piles) >= filled
        };
        if space || left.is_empty() {
            continue;
        }
        let at = PileName('t', number);
        // Often a king is the first card that lies face up.
        let king = left.iter().position(|card| card.rank == 13);
        let head = king
            .filter(|_| chance.below(2) == 0)
            .unwrap_or(left.len() - 1);
        let mut next = Some(head);
        for _ in 0..chance.one_of(&[1, 1, 2, 3, 6, 12]) {
            let Some(index) = next else { break };
            let card = left.remove(index);
            position.put(at, card, true);
            // A run, but where the game lets cards lie in any order.
            next = left
                .iter()
                .position(|other| other.is_one_lower_in_other_color(card));
            if naive.game == "oscillation" {
                let steps = if number <= 5 { [-1, 12] } else { [1, -12] };
                next = left.iter().position(|other| {
                    let step = i16::from(other.rank) - i16::from(card.rank);
                    other.suit == card.suit && steps.contains(&step)
                });
            }
            if !naive.is_moving_left() && (next.is_none() || chance.below(3) == 0) {
                next = left.len().checked_sub(1);
            }
        }
    }
}

/// The cards that are left: to the reserve, the waste, the stock, and face down under the piles.
fn put_away(position: &mut Position, mut left: Vec<Card>, chance: &mut Chance) {
    let places = position.pile_names();
    for &place in places.iter().filter(|place| place.0 == 'r') {
        if chance.below(2) == 0
            && let Some(card) = left.pop()
        {
            position.put(place, card, true);
        }
    }
    if places.contains(&PileName::W) {
        for card in left.split_off(left.len() - chance.below(left.len() + 1)) {
            position.put(PileName::W, card, true);
        }
    }
    if places.contains(&PileName::S) {
        // Oscillation's stock is always of whole rows.
        let rows = left.len() / 10 - chance.below(left.len() / 10 + 1);
        for card in left.split_off(left.len() - rows * 10) {
            position.put(PileName::S, card, false);
        }
    }
    for card in left {
        let piles = 1..=position.tableau_piles();
        let filled: Vec<PileName> = piles
            .map(|number| PileName('t', number))
            .filter(|&place| !position.pile(place).is_empty())
            .collect();
        if filled.is_empty() {
            position.put(PileName('t', 1), card, true);
        } else {
            let under = position.pile_mut(chance.one_of(&filled));
            under.insert(0, PlacedCard { card, up: false });
        }
    }
}
