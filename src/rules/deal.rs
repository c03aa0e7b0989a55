//! Shuffling and dealing.
//!
//! The shuffle never changes: seed 1 deals the same cards in every release. It is implemented here,
//! because a library may change its shuffle in a minor release.

use std::ops::Range;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use super::pile::{PileId, PileSet};
use super::table::Table;
use crate::cards::{Card, Rank, Suit};

/// The cards of one deck in order.
const ONE_DECK: [Card; 52] = {
    let mut deck = [Card::new(Rank::ACE, Suit::Clubs); 52];
    let mut n = 0;
    while n < 52 {
        deck[n] = Card::new(
            Rank::ACE.wrapping_add((n % 13) as u8),
            Suit::from_index(n / 13),
        );
        n += 1;
    }
    deck
};

/// Returns the cards of some decks in order: clubs from ace to king, diamonds, hearts, spades, and
/// again for each deck.
pub fn sorted_deck(decks: usize) -> Vec<Card> {
    ONE_DECK.repeat(decks)
}

/// Returns the deck of a seed, of which the first card is dealt first.
///
/// ```
/// let deck = larboard::rules::shuffled_deck(1, 1);
/// let first: Vec<String> = deck[..8].iter().map(|card| card.code().to_string()).collect();
/// assert_eq!(first, ["7C", "2C", "TD", "8D", "8C", "4S", "5H", "5D"]);
/// ```
pub fn shuffled_deck(seed: u64, decks: usize) -> Vec<Card> {
    let mut deck = sorted_deck(decks);
    shuffle(&mut deck, seed);
    deck
}

/// Returns the deck of a seed without the ranks above `top`.
pub fn shuffled_reduced_deck(seed: u64, decks: usize, top: Rank) -> Vec<Card> {
    let mut deck = sorted_deck(decks);
    deck.retain(|card| card.rank() <= top);
    shuffle(&mut deck, seed);
    deck
}

/// Shuffles cards by a seed.
pub(crate) fn shuffle(deck: &mut [Card], seed: u64) {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha20Rng::from_seed(key);
    for i in (1..deck.len()).rev() {
        deck.swap(i, uniform(&mut random, i as u64 + 1));
    }
}

/// Returns a uniformly distributed number below `bound`.
fn uniform(random: &mut impl Rng, bound: u64) -> usize {
    loop {
        let product = u64::from(random.next_u32()) * bound;
        let low = product & 0xffff_ffff;
        // The remainder is below the bound, so the division is only needed if `low` is too.
        if low >= bound || low >= (1 << 32) % bound {
            return (product >> 32) as usize;
        }
    }
}

/// Error for a list of cards that is not the deck of a game, with the difference.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct DeckError(String);

/// Checks that a list has exactly the cards of some decks, in any order.
///
/// # Errors
/// The first difference found.
pub fn check_deck(deck: &[Card], decks: usize) -> Result<(), DeckError> {
    let (found, expected) = (deck.len(), decks * 52);
    if found != expected {
        let message = format!("it has {found} cards, the game {expected}");
        return Err(DeckError(message));
    }
    let mut seen = [0; 64];
    for card in deck {
        seen[card.index()] += 1;
        if seen[card.index()] > decks {
            let message = format!("it has {} more often than {decks}×", card.code());
            return Err(DeckError(message));
        }
    }
    Ok(())
}

/// Deals a table card by card, beginning with the first card of the deck.
///
/// ```
/// use larboard::rules::{Dealer, PileId, shuffled_deck};
///
/// let deck = shuffled_deck(1, 1);
/// let mut dealer = Dealer::new(&deck, [PileId::STOCK, PileId::tableau(0), PileId::tableau(1)]);
/// dealer.deal_triangle(2);
/// dealer.move_rest_to_stock();
/// let table = dealer.into_table();
/// assert_eq!(table.size(PileId::STOCK), 49);
/// assert_eq!(table.face_down(PileId::tableau(1)), 1);
/// ```
pub struct Dealer<'a> {
    remaining: &'a [Card],
    table: Table,
}

impl<'a> Dealer<'a> {
    /// Starts with a full deck and an empty table with these piles.
    pub fn new(deck: &'a [Card], piles: impl IntoIterator<Item = PileId>) -> Dealer<'a> {
        Dealer {
            remaining: deck,
            table: Table::new(piles.into_iter().collect::<PileSet>(), deck),
        }
    }

    /// Deals the next card face up to a pile. Does nothing if the deck is used up.
    pub fn deal_to(&mut self, pile: PileId) {
        self.deal_to_with(|_| pile);
    }

    /// Deals the next card face up to a pile that depends on the card. Does nothing if the deck is used
    /// up.
    pub fn deal_to_with(&mut self, pile: impl FnOnce(Card) -> PileId) {
        if let Some((&card, rest)) = self.remaining.split_first() {
            self.remaining = rest;
            self.table.put(pile(card), card);
        }
    }

    /// Deals a triangle in rows: row `k` is one card to each of the piles from `k` to `n`. Pile `i` ends
    /// up with `i` cards, of which the last is face up.
    pub fn deal_triangle(&mut self, n: usize) {
        for row in 0..n {
            for pile in row..n {
                self.deal_to(PileId::tableau(pile));
            }
        }
        for pile in 0..n {
            self.table.set_face_down(PileId::tableau(pile), pile);
        }
    }

    /// Deals as in Yukon: a triangle, then the rest of the deck face up in rows on all piles but the
    /// first.
    pub fn deal_yukon(&mut self, piles: usize) {
        self.deal_triangle(piles);
        self.deal_rows(1..piles, usize::MAX);
    }

    /// Deals rows of one card face up to each of these tableau piles, as long as the deck lasts.
    pub fn deal_rows(&mut self, piles: Range<usize>, rows: usize) {
        let piles = std::iter::repeat_n(piles, rows).flatten();
        for pile in piles.take(self.remaining.len()) {
            self.deal_to(PileId::tableau(pile));
        }
    }

    /// Makes the rest of the deck the stock, face down, with the next card at its top.
    pub fn move_rest_to_stock(&mut self) {
        for &card in self.remaining.iter().rev() {
            self.table.put(PileId::STOCK, card);
        }
        self.table
            .set_face_down(PileId::STOCK, self.remaining.len());
        self.remaining = &[];
    }

    /// Turns all cards of a pile face down except the top card.
    pub fn turn_down_all_but_top(&mut self, pile: PileId) {
        let below = self.table.size(pile).saturating_sub(1);
        self.table.set_face_down(pile, below);
    }

    /// Returns the table.
    pub fn into_table(self) -> Table {
        self.table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(cards: &[Card]) -> String {
        let codes: Vec<String> = cards.iter().map(|card| card.code().to_string()).collect();
        codes.join(" ")
    }

    #[test]
    fn sorted_deck_runs_from_the_ace_of_clubs_to_the_king_of_spades() {
        let deck = sorted_deck(2);
        assert_eq!(codes(&deck[..3]), "AC 2C 3C");
        assert_eq!(codes(&deck[12..14]), "KC AD");
        assert_eq!(codes(&deck[51..53]), "KS AC");
        assert_eq!(deck.len(), 104);
    }

    #[test]
    fn seed_1_always_deals_the_same_cards() {
        assert_eq!(codes(&shuffled_deck(1, 1)[..8]), "7C 2C TD 8D 8C 4S 5H 5D");
        assert_eq!(codes(&shuffled_deck(1, 2)[..8]), "2D 7H JH 5D 5C 9D TD 7S");
    }

    #[test]
    fn deck_must_have_exactly_its_cards() {
        for decks in [1, 2] {
            let mut deck = shuffled_deck(7, decks);
            assert_eq!(check_deck(&deck, decks), Ok(()));
            let card = deck[1];
            deck[0] = card;
            if decks == 1 {
                let message = format!("it has {} more often than 1×", card.code());
                assert_eq!(check_deck(&deck, decks), Err(DeckError(message)));
            }
            deck.pop();
            assert!(check_deck(&deck, decks).is_err());
        }
    }

    #[test]
    fn triangle_has_one_face_up_card_on_each_pile() {
        let deck = shuffled_deck(1, 1);
        let mut dealer = Dealer::new(&deck, (0..7).map(PileId::tableau));
        dealer.deal_triangle(7);
        let table = dealer.into_table();
        for pile in 0..7 {
            assert_eq!(table.size(PileId::tableau(pile)), pile + 1);
            assert_eq!(table.face_up(PileId::tableau(pile)).len(), 1);
        }
        // Row by row: the first seven cards are the bottoms, the eighth the second of pile 2.
        assert_eq!(
            codes(table.pile(PileId::tableau(1))),
            codes(&[deck[1], deck[7]])
        );
    }
}
