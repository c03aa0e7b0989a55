//! Cards, the shuffle and positions.

use std::fmt;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Card: a rank from 1 to 13 and a suit, `C`, `D`, `H` or `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Card {
    pub(crate) rank: u8,
    pub(crate) suit: char,
}

impl Card {
    pub(crate) fn is_red(self) -> bool {
        self.suit == 'D' || self.suit == 'H'
    }

    /// Whether the card can be put on another in a pile that builds down in alternating colors.
    pub(crate) fn is_one_lower_in_other_color(self, other: Card) -> bool {
        self.rank + 1 == other.rank && self.is_red() != other.is_red()
    }

    /// Parses a card: `TH`.
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

/// Suits in the order of a sorted deck and of the foundations.
pub(crate) const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = self.rank as usize;
        write!(f, "{}{}", &RANKS[rank - 1..rank], self.suit)
    }
}

/// Clubs A..K, diamonds A..K, hearts A..K, spades A..K; two decks: that order twice.
pub(crate) fn sorted_deck(decks: usize) -> Vec<Card> {
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

/// Returns the deck of a seed, first card dealt first.
pub(crate) fn shuffled_deck(seed: u64, decks: usize) -> Vec<Card> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha20Rng::from_seed(key);
    let mut deck = sorted_deck(decks);
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

/// Name of a pile: its letter and its number, which is 0 for a pile without a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PileName(pub(crate) char, pub(crate) usize);

impl PileName {
    pub(crate) const S: PileName = PileName('s', 0);
    pub(crate) const W: PileName = PileName('w', 0);
    pub(crate) const H: PileName = PileName('h', 0);
    pub(crate) const X: PileName = PileName('x', 0);
}

impl fmt::Display for PileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PileName(letter, 0) => write!(f, "{letter}"),
            PileName(letter, number) => write!(f, "{letter}{number}"),
        }
    }
}

/// Card in a pile, face up or face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedCard {
    pub(crate) card: Card,
    pub(crate) up: bool,
}

/// Position: the piles by name, their top card last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// The shuffled deck, first card dealt first.
    pub(crate) deck: Vec<Card>,
    pub(crate) piles: Vec<(PileName, Vec<PlacedCard>)>,
    /// For each letter, the index in `piles` of its first pile.
    first: Vec<(char, usize)>,
    /// Number of redeals used.
    pub(crate) redeals: usize,
}

impl Position {
    /// Returns a table without cards. Each letter comes with its number of piles; 0 means a single
    /// pile without a number.
    pub(crate) fn empty(deck: &[Card], names: &[(char, usize)]) -> Position {
        let mut piles = Vec::new();
        let mut first = Vec::new();
        for &(letter, number) in names {
            first.push((letter, piles.len()));
            if number == 0 {
                piles.push((PileName(letter, 0), Vec::new()));
            }
            for number in 1..=number {
                piles.push((PileName(letter, number), Vec::new()));
            }
        }
        Position {
            deck: deck.to_vec(),
            piles,
            first,
            redeals: 0,
        }
    }

    pub(crate) fn pile_names(&self) -> Vec<PileName> {
        self.piles.iter().map(|&(name, _)| name).collect()
    }

    pub(crate) fn tableau_piles(&self) -> usize {
        self.pile_names()
            .iter()
            .filter(|name| name.0 == 't')
            .count()
    }

    fn index(&self, name: PileName) -> usize {
        let first = self.first.iter().find(|(letter, _)| *letter == name.0);
        first.expect("pile of the game").1 + name.1.saturating_sub(1)
    }

    pub(crate) fn pile(&self, name: PileName) -> &Vec<PlacedCard> {
        &self.piles[self.index(name)].1
    }

    pub(crate) fn pile_mut(&mut self, name: PileName) -> &mut Vec<PlacedCard> {
        let index = self.index(name);
        &mut self.piles[index].1
    }

    pub(crate) fn top(&self, name: PileName) -> Option<Card> {
        self.pile(name).last().map(|placed| placed.card)
    }

    /// Counts the cards in all piles of a letter.
    pub(crate) fn cards_on(&self, letter: char) -> usize {
        let piles = self.piles.iter().filter(|(name, _)| name.0 == letter);
        piles.map(|(_, pile)| pile.len()).sum()
    }

    /// Returns the top `count` cards of a pile, lowest first.
    pub(crate) fn top_cards(&self, name: PileName, count: usize) -> &[PlacedCard] {
        let pile = self.pile(name);
        &pile[pile.len() - count..]
    }

    pub(crate) fn take(&mut self, name: PileName, count: usize) -> Vec<PlacedCard> {
        let pile = self.pile_mut(name);
        pile.split_off(pile.len() - count)
    }

    pub(crate) fn put(&mut self, name: PileName, card: Card, up: bool) {
        self.pile_mut(name).push(PlacedCard { card, up });
    }

    /// Turns the top card of one pile over onto another, face up.
    pub(crate) fn turn_over(&mut self, from: PileName, to: PileName) {
        for placed in self.take(from, 1) {
            self.put(to, placed.card, true);
        }
    }

    /// For each row k = 1..n one card on each of the piles k, k+1, .., n; the last card of each
    /// pile is face up, the others face down. Returns the number of cards dealt.
    pub(crate) fn deal_triangle(&mut self, n: usize) -> usize {
        let mut dealt = 0;
        for row in 1..=n {
            for number in row..=n {
                self.put(PileName('t', number), self.deck[dealt], row == number);
                dealt += 1;
            }
        }
        dealt
    }

    /// Puts the rest of the deck on the stock, face down, the next card to be dealt on top.
    pub(crate) fn stock_from(&mut self, dealt: usize) {
        let rest = self.deck[dealt..].to_vec();
        for card in rest.into_iter().rev() {
            self.put(PileName::S, card, false);
        }
    }
}

impl fmt::Display for Position {
    /// Writes one line per pile: `t2: #2C 5D`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, pile) in &self.piles {
            write!(f, "{name}:")?;
            for PlacedCard { card, up } in pile {
                write!(f, " {}{card}", if *up { "" } else { "#" })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
