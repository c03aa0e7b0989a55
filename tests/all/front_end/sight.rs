//! Cards and piles on the screen, found as a player finds them: by what is written on the cards and by the
//! numbers above the piles.

use std::cmp::Reverse;

use larboard::cards::Card;
use larboard::rules::sorted_deck;
use ratatui::buffer::Buffer;

use super::player::{Cell, rows};

/// What can be seen on the screen.
pub(crate) struct Sight {
    /// The corners of face-up cards, from the top and the left.
    corners: Vec<(Cell, Card)>,
    /// Where the number of each pile is.
    numbers: Vec<Cell>,
    /// The first cell of the first card that lies face down.
    back: Option<Cell>,
}

impl Sight {
    pub(crate) fn of(buffer: &Buffer) -> Sight {
        Sight::of_rows(&rows(buffer))
    }

    /// Reads the rows of a screen, a character a cell.
    pub(crate) fn of_rows(rows: &[String]) -> Sight {
        let mut corners = Vec::new();
        let (mut numbers, mut back) = (Vec::new(), None);
        // Without the rows of messages and keys.
        let rows = &rows[..rows.len().saturating_sub(2)];
        for (y, row) in (0..).zip(rows) {
            let row: Vec<char> = row.replace('♡', "♥").replace('♢', "♦").chars().collect();
            for x in 0..row.len() {
                let is_start = x == 0 || !row[x - 1].is_ascii_alphanumeric();
                let label = |len: usize| row[x..].iter().take(len).collect::<String>();
                let card = read_card(&label(2)).or_else(|| read_card(&label(3)));
                if let Some(card) = card.filter(|_| is_start) {
                    corners.push(((x as u16, y), card));
                }
                if row[x] == '▔' && back.is_none() {
                    back = Some((x as u16, y));
                }
            }
            let found = numbers_in(&row, y);
            if found.len() > 3 {
                numbers = found;
            }
        }
        Sight {
            corners,
            numbers,
            back,
        }
    }

    /// Returns the corners of all face-up cards, from the top and the left.
    pub(crate) fn corners(&self) -> &[(Cell, Card)] {
        &self.corners
    }

    /// Returns where a card is: the first one that is the same.
    pub(crate) fn card(&self, card: Card) -> Option<Cell> {
        let mut corners = self.corners.iter();
        Some(corners.find(|(_, other)| *other == card)?.0)
    }

    /// Returns the row of the numbers of piles, above the tableau.
    pub(crate) fn tableau_starts_at(&self) -> u16 {
        self.numbers.first().map_or(0, |(_, y)| *y)
    }

    pub(crate) fn stock(&self) -> Option<Cell> {
        self.back
    }

    /// Returns where a card of a numbered pile is.
    pub(crate) fn card_of_pile(&self, number: usize, card: Card) -> Option<Cell> {
        let mut corners = self.corners_of_pile(number).into_iter();
        Some(corners.rfind(|(_, other)| *other == card)?.0)
    }

    /// Returns a cell of the top card of a numbered pile, or of its space if it is empty.
    pub(crate) fn top_of_pile(&self, number: usize) -> Option<Cell> {
        let &(x, y) = self.numbers.get(number - 1)?;
        let top = self.corners_of_pile(number).into_iter().next_back();
        Some(top.map_or((x, y + 1), |(cell, _)| cell))
    }

    /// Returns the corners that are nearer to the number of a pile than to the others beside it, from the top.
    pub(crate) fn column(&self, number: usize) -> Vec<(Cell, Card)> {
        let [(first, above), (second, _), ..] = self.numbers[..] else {
            return Vec::new();
        };
        let (x, half) = (self.numbers[number - 1].0, (second - first) / 2);
        let corners = self.corners.iter().copied();
        corners
            .filter(|((at, y), _)| *y > above && at + half > x && *at <= x + half)
            .collect()
    }

    /// Returns the corners of the cards in a numbered pile, from the top: those whose number is the next one to
    /// the right, as far away as most are.
    fn corners_of_pile(&self, number: usize) -> Vec<(Cell, Card)> {
        let Some(&(_, above)) = self.numbers.first() else {
            return Vec::new();
        };
        let below = self.corners.iter().filter(|((_, y), _)| *y > above);
        let distances = below.filter_map(|&((x, y), card)| {
            let mut numbers = (1..).zip(&self.numbers);
            let (pile, (right, _)) = numbers.find(|(_, (right, _))| *right >= x)?;
            Some((right - x, pile, ((x, y), card)))
        });
        let distances: Vec<_> = distances.collect();
        let count = |of: u16| distances.iter().filter(|(other, ..)| *other == of).count();
        let most = distances.iter().map(|(of, ..)| (count(*of), Reverse(*of)));
        let Some((_, Reverse(usual))) = most.max() else {
            return Vec::new();
        };
        let here = distances.into_iter();
        let here = here.filter(|(distance, pile, _)| *distance == usual && *pile == number);
        here.map(|(_, _, corner)| corner).collect()
    }
}

/// Returns the card of which a text is the corner.
fn read_card(text: &str) -> Option<Card> {
    let has_suit = text.ends_with(['♣', '♦', '♥', '♠']);
    let mut cards = sorted_deck(usize::from(has_suit)).into_iter();
    cards.find(|card| card.to_string() == text)
}

/// Returns where the numbers 1, 2, .. 9, 0 stand alone in a row, one after another.
fn numbers_in(row: &[char], y: u16) -> Vec<Cell> {
    let mut cells = Vec::new();
    for x in 0..row.len() {
        let next = char::from_digit((cells.len() as u32 + 1) % 10, 10);
        let is_alone = (x == 0 || row[x - 1] == ' ')
            && row.get(x + 1).is_none_or(|after| " ↑↓".contains(*after));
        if Some(row[x]) == next && is_alone {
            cells.push((x as u16, y));
        }
    }
    cells
}
