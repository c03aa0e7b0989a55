//! From a seed to a shuffled deck, and from a deck to a table.
//!
//! The shuffle is frozen for ever: seed 1 deals the same cards in every release. It is written
//! out here, not taken from a library, whose shuffle a minor release may change.

use std::ops::Range;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

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

/// The cards of so many decks in order: clubs ace to king, diamonds, hearts, spades, and again.
pub fn sorted_deck(decks: usize) -> Vec<Card> {
    ONE_DECK.repeat(decks)
}

/// The deck a seed shuffles, first card dealt first.
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

/// As [`shuffled_deck`], a short deck: without the ranks above one.
pub fn shuffled_reduced_deck(seed: u64, decks: usize, top: Rank) -> Vec<Card> {
    let mut deck = sorted_deck(decks);
    deck.retain(|card| card.rank() <= top);
    shuffle(&mut deck, seed);
    deck
}

fn shuffle(deck: &mut [Card], seed: u64) {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha20Rng::from_seed(key);
    for i in (1..deck.len()).rev() {
        deck.swap(i, uniform(&mut random, i as u64 + 1));
    }
}

/// A number below `bound`, each as likely.
fn uniform(random: &mut impl Rng, bound: u64) -> usize {
    loop {
        let product = u64::from(random.next_u32()) * bound;
        let low = product & 0xffff_ffff;
        // The remainder is below the bound: where `low` is not, it need not be divided for.
        if low >= bound || low >= (1 << 32) % bound {
            return (product >> 32) as usize;
        }
    }
}

/// Why a list of cards is not the deck of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// It has another number of cards.
    WrongSize {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// It has a card more often than the decks do.
    TooManyCopies {
        /// The card.
        card: Card,
        /// How often the decks have it.
        expected: usize,
    },
}

impl std::fmt::Display for DeckError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DeckError::WrongSize {
                found,
                expected: wanted,
            } => {
                write!(f, "it has {found} cards, the game {wanted}")
            }
            DeckError::TooManyCopies {
                card,
                expected: wanted,
            } => {
                write!(f, "it has {} more often than {wanted}×", card.code())
            }
        }
    }
}

impl std::error::Error for DeckError {}

/// Checks that a deck is exactly the cards of so many decks, in any order.
pub fn check_deck(deck: &[Card], decks: usize) -> Result<(), DeckError> {
    let expected = decks * 52;
    if deck.len() != expected {
        let found = deck.len();
        return Err(DeckError::WrongSize { found, expected });
    }
    let mut seen = [0; 64];
    for &card in deck {
        seen[card.index()] += 1;
        if seen[card.index()] > decks {
            return Err(DeckError::TooManyCopies {
                card,
                expected: decks,
            });
        }
    }
    Ok(())
}

/// A dealer: lays out a table card by card, first card of the deck first.
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
    /// A dealer with this deck in hand, at an empty table with these places.
    pub fn new(deck: &'a [Card], places: impl IntoIterator<Item = PileId>) -> Dealer<'a> {
        Dealer {
            remaining: deck,
            table: Table::new(places.into_iter().collect::<PileSet>(), deck),
        }
    }

    /// Puts the next card, face up, in a place. Does nothing where the deck is at its end.
    pub fn deal_to(&mut self, place: PileId) {
        self.deal_to_with(|_| place);
    }

    /// Puts the next card, face up, in a place that hangs on the card. Does nothing where the deck
    /// is at its end.
    pub fn deal_to_with(&mut self, place: impl FnOnce(Card) -> PileId) {
        if let Some((&card, rest)) = self.remaining.split_first() {
            self.remaining = rest;
            self.table.put(place(card), card);
        }
    }

    /// Puts one card on each of the piles `k, k+1, .., n` for each row `k` of 1 to `n`: pile `i`
    /// ends with `i` cards, the last of them face up.
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

    /// Yukon's deal: a triangle, of seven, then rows of one face-up card on each pile but the
    /// first, of which a deck fills four.
    pub fn deal_yukon(&mut self, piles: usize) {
        self.deal_triangle(piles);
        self.deal_rows(1..piles);
    }

    /// Deals the rest of the deck, face up, in rows of one card on each of these tableau piles.
    pub fn deal_rows(&mut self, piles: Range<usize>) {
        while !self.remaining.is_empty() && !piles.is_empty() {
            piles
                .clone()
                .for_each(|pile| self.deal_to(PileId::tableau(pile)));
        }
    }

    /// Makes the rest of the deck the stock, face down, its top the next card.
    pub fn move_rest_to_stock(&mut self) {
        for &card in self.remaining.iter().rev() {
            self.table.put(PileId::STOCK, card);
        }
        self.table
            .set_face_down(PileId::STOCK, self.remaining.len());
        self.remaining = &[];
    }

    /// Turns a pile face down but for its top card.
    pub fn turn_down_all_but_top(&mut self, place: PileId) {
        let under = self.table.size(place).saturating_sub(1);
        self.table.set_face_down(place, under);
    }

    /// The table as laid out.
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
    fn a_deck_in_order_runs_from_the_ace_of_clubs_to_the_king_of_spades() {
        let deck = sorted_deck(2);
        assert_eq!(codes(&deck[..3]), "AC 2C 3C");
        assert_eq!(codes(&deck[12..14]), "KC AD");
        assert_eq!(codes(&deck[51..53]), "KS AC");
        assert_eq!(deck.len(), 104);
    }

    #[test]
    fn seed_1_deals_the_same_cards_for_ever() {
        assert_eq!(codes(&shuffled_deck(1, 1)[..8]), "7C 2C TD 8D 8C 4S 5H 5D");
        assert_eq!(codes(&shuffled_deck(1, 2)[..8]), "2D 7H JH 5D 5C 9D TD 7S");
    }

    #[test]
    fn a_deck_is_exactly_its_cards() {
        for decks in [1, 2] {
            let mut deck = shuffled_deck(7, decks);
            assert_eq!(check_deck(&deck, decks), Ok(()));
            let card = deck[1];
            deck[0] = card;
            if decks == 1 {
                assert_eq!(
                    check_deck(&deck, decks),
                    Err(DeckError::TooManyCopies { card, expected: 1 })
                );
            }
            deck.pop();
            assert!(check_deck(&deck, decks).is_err());
        }
    }

    #[test]
    fn a_triangle_ends_with_one_card_face_up_on_each_pile() {
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
