//! Cards, the shuffle, and where cards lie.

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A card as it is written: a rank from 1 to 13, and `C`, `D`, `H` or `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Card {
    pub(crate) rank: u8,
    pub(crate) suit: char,
}

impl Card {
    pub(crate) fn is_red(self) -> bool {
        self.suit == 'D' || self.suit == 'H'
    }

    /// Whether the card goes on another where a pile builds down in alternating colours.
    pub(crate) fn is_one_lower_of_the_other_colour(self, other: Card) -> bool {
        self.rank + 1 == other.rank && self.is_red() != other.is_red()
    }

    /// The card written so: `TH`.
    pub(crate) fn read(text: &str) -> Card {
        let mut letters = text.chars();
        let rank = letters.next().and_then(|rank| RANKS.find(rank));
        let suit = letters.next().filter(|suit| SUITS.contains(suit));
        match (rank, suit, letters.next()) {
            (Some(rank), Some(suit), None) => Card {
                rank: rank as u8 + 1,
                suit,
            },
            _ => panic!("{text} is not a card"),
        }
    }
}

const RANKS: &str = "A23456789TJQK";

/// The suits in the order of a deck, which is also that of the foundations.
pub(crate) const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = self.rank as usize;
        write!(f, "{}{}", &RANKS[rank - 1..rank], self.suit)
    }
}

/// Clubs A..K, diamonds A..K, hearts A..K, spades A..K; two decks: that order twice.
pub(crate) fn in_order(decks: usize) -> Vec<Card> {
    let mut deck = Vec::new();
    for _ in 0..decks {
        for suit in SUITS {
            for rank in 1..=13 {
                deck.push(Card { rank, suit });
            }
        }
    }
    deck
}

/// The deck of a seed, first card dealt first.
pub(crate) fn shuffled(seed: u64, decks: usize) -> Vec<Card> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha20Rng::from_seed(key);
    let mut deck = in_order(decks);
    let mut i = deck.len() - 1;
    while i >= 1 {
        let bound = i as u64 + 1;
        let j = loop {
            let m = u64::from(random.next_u32()) * bound;
            if m % (1 << 32) >= (1 << 32) % bound {
                break m >> 32;
            }
        };
        deck.swap(i, j as usize);
        i -= 1;
    }
    deck
}

/// A place by its letter and its number, which is 0 where it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(pub(crate) char, pub(crate) usize);

impl Place {
    pub(crate) const S: Place = Place('s', 0);
    pub(crate) const W: Place = Place('w', 0);
    pub(crate) const H: Place = Place('h', 0);
    pub(crate) const X: Place = Place('x', 0);
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place(letter, 0) => write!(f, "{letter}"),
            Place(letter, number) => write!(f, "{letter}{number}"),
        }
    }
}

/// A card as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lying {
    pub(crate) card: Card,
    pub(crate) up: bool,
}

/// A table: the piles by name, their last card the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// The shuffled deck, first card dealt first.
    pub(crate) deck: Vec<Card>,
    pub(crate) piles: Vec<(Place, Vec<Lying>)>,
    /// For each letter, where in `piles` its first place is.
    first: Vec<(char, usize)>,
    /// How many redeals were used.
    pub(crate) redeals: usize,
}

impl Position {
    /// A bare table for a deck. The letters name its places, with how many there are of each; a
    /// letter with 0 names a single place without a number.
    pub(crate) fn bare(deck: &[Card], places: &[(char, usize)]) -> Position {
        let mut piles = Vec::new();
        let mut first = Vec::new();
        for &(letter, number) in places {
            first.push((letter, piles.len()));
            if number == 0 {
                piles.push((Place(letter, 0), Vec::new()));
            }
            for number in 1..=number {
                piles.push((Place(letter, number), Vec::new()));
            }
        }
        Position {
            deck: deck.to_vec(),
            piles,
            first,
            redeals: 0,
        }
    }

    pub(crate) fn places(&self) -> Vec<Place> {
        self.piles.iter().map(|&(place, _)| place).collect()
    }

    pub(crate) fn tableau_piles(&self) -> usize {
        self.places().iter().filter(|place| place.0 == 't').count()
    }

    fn index(&self, place: Place) -> usize {
        let first = self.first.iter().find(|(letter, _)| *letter == place.0);
        first.expect("a place of the game").1 + place.1.saturating_sub(1)
    }

    pub(crate) fn pile(&self, place: Place) -> &Vec<Lying> {
        &self.piles[self.index(place)].1
    }

    pub(crate) fn pile_mut(&mut self, place: Place) -> &mut Vec<Lying> {
        let index = self.index(place);
        &mut self.piles[index].1
    }

    pub(crate) fn top(&self, place: Place) -> Option<Card> {
        self.pile(place).last().map(|lying| lying.card)
    }

    /// The cards on all the places of a letter.
    pub(crate) fn cards_on(&self, letter: char) -> usize {
        let piles = self.piles.iter().filter(|(place, _)| place.0 == letter);
        piles.map(|(_, pile)| pile.len()).sum()
    }

    /// The top `count` cards of a pile, lowest first.
    pub(crate) fn unit(&self, place: Place, count: usize) -> &[Lying] {
        let pile = self.pile(place);
        &pile[pile.len() - count..]
    }

    pub(crate) fn take(&mut self, place: Place, count: usize) -> Vec<Lying> {
        let pile = self.pile_mut(place);
        pile.split_off(pile.len() - count)
    }

    pub(crate) fn put(&mut self, place: Place, card: Card, up: bool) {
        self.pile_mut(place).push(Lying { card, up });
    }

    /// Turns the top card of one pile over onto another, face up.
    pub(crate) fn turn_over(&mut self, from: Place, to: Place) {
        for lying in self.take(from, 1) {
            self.put(to, lying.card, true);
        }
    }

    /// For each row k = 1..n one card on each of the piles k, k+1, .., n; the last card of each
    /// pile is face up, the others face down. Gives back how many cards that took.
    pub(crate) fn deal_triangle(&mut self, n: usize) -> usize {
        let mut dealt = 0;
        for row in 1..=n {
            for number in row..=n {
                self.put(Place('t', number), self.deck[dealt], row == number);
                dealt += 1;
            }
        }
        dealt
    }

    /// The rest of the deck as a stock: face down, its top the next card dealt from it.
    pub(crate) fn stock_from(&mut self, dealt: usize) {
        let rest = self.deck[dealt..].to_vec();
        for card in rest.into_iter().rev() {
            self.put(Place::S, card, false);
        }
    }
}

impl fmt::Display for Position {
    /// A line a pile: `t2: #2C 5D`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, pile) in &self.piles {
            write!(f, "{place}:")?;
            for Lying { card, up } in pile {
                write!(f, " {}{card}", if *up { "" } else { "#" })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
