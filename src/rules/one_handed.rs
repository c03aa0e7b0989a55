//! Single Left in one hand: the deck passes through the hand, and neighbours that match go.

use arrayvec::ArrayVec;

use super::deal::Dealer;
use super::insight::{Insight, Insights, Kin};
use super::moves::{Move, MoveList};
use super::place::Place;
use super::plan::{Plan, Profile, Takes};
use super::refuse;
use super::single_left::PROFILE;
use super::table::Table;
use super::{Choices, Rules};
use crate::cards::Card;

/// How many cards of the hand are in play.
const WINDOW: usize = 4;

/// The game, with its options as chosen.
#[derive(Clone, Debug)]
pub struct OneHanded {
    forced: bool,
    redeals: u8,
}

impl OneHanded {
    /// The game with its options as chosen.
    pub fn new(choices: &Choices) -> OneHanded {
        OneHanded {
            forced: choices.is("discards", "forced"),
            redeals: choices.value("redeals").parse().unwrap_or(0),
        }
    }

    /// What the first and last of the window let go, if anything.
    fn discard(table: &Table) -> Option<Move> {
        let hand = table.pile(Place::HAND);
        let (first, last) = match hand {
            [.., first, _, _, last] => (first, last),
            // With less than a window and no deck it can only be two cards, without a middle.
            [first, last] if table.is_empty(Place::STOCK) => {
                return (first.rank() == last.rank()).then_some(Move::All);
            }
            _ => return None,
        };
        if first.rank() == last.rank() {
            Some(Move::All)
        } else if first.suit() == last.suit() {
            Some(Move::Middle)
        } else {
            None
        }
    }

    fn can_redeal(&self, table: &Table) -> bool {
        table.redeals() < self.redeals
            && table.is_empty(Place::STOCK)
            && !table.is_empty(Place::DISCARDS)
            && !self.is_won(table)
    }

    /// Whenever the hand has fewer than four cards and the deck any, cards are drawn.
    fn fill(table: &mut Table) {
        let short = WINDOW.saturating_sub(table.size(Place::HAND));
        let count = short.min(table.size(Place::STOCK));
        if count > 0 {
            table.deal(Place::STOCK, Place::HAND, count as u8);
        }
    }

    /// Brings the discards into the order they had in the shuffled deck and makes them the deck.
    fn redeal(table: &mut Table) {
        let size = table.size(Place::DISCARDS);
        for sorted in 0..size {
            let rest = &table.pile(Place::DISCARDS)[sorted..];
            let earliest = table
                .deck()
                .iter()
                .find_map(|card| rest.iter().position(|other| other == card));
            if let Some(at) = earliest
                && at > 0
            {
                table.swap(Place::DISCARDS, sorted, sorted + at);
            }
        }
        table.gather(Place::DISCARDS, Place::STOCK, size as u8);
        table.count_redeal();
    }
}

impl Rules for OneHanded {
    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn choices(&self) -> Choices {
        Choices::of(&[
            ("style", "one-handed"),
            ("discards", if self.forced { "forced" } else { "optional" }),
            (
                "redeals",
                ["0", "1", "2", "3"][usize::from(self.redeals.min(3))],
            ),
        ])
    }

    fn plan(&self) -> Plan {
        let plan = Plan::new(2)
            .with(Place::STOCK, 0, 0)
            .with(Place::DISCARDS, 1, 0)
            .with(Place::HAND, 0, 1);
        Plan {
            window: Some(WINDOW),
            ..plan
        }
    }

    fn deal(&self, deck: &[Card]) -> Table {
        let places = [Place::STOCK, Place::HAND, Place::DISCARDS];
        let mut dealer = Dealer::new(deck, places);
        for _ in 0..WINDOW {
            dealer.put(Place::HAND);
        }
        dealer.rest_to_stock();
        dealer.table()
    }

    fn legal_moves(&self, table: &Table, moves: &mut MoveList) {
        let discard = OneHanded::discard(table);
        moves.extend(discard);
        if (discard.is_none() || !self.forced) && !table.is_empty(Place::STOCK) {
            moves.push(Move::Draw);
        }
        if moves.is_empty() && self.can_redeal(table) {
            moves.push(Move::Redeal);
        }
    }

    fn apply(&self, table: &mut Table, mv: Move) {
        match mv {
            Move::Draw => table.deal(Place::STOCK, Place::HAND, 1),
            Move::All => {
                let count = table.size(Place::HAND).min(WINDOW);
                table.carry(Place::HAND, Place::DISCARDS, count as u8);
            }
            Move::Middle => {
                // The last goes under the two middle cards, which keep their order.
                let last = table.size(Place::HAND) - 1;
                table.swap(Place::HAND, last - 2, last);
                table.swap(Place::HAND, last - 1, last);
                table.carry(Place::HAND, Place::DISCARDS, 2);
            }
            _ => OneHanded::redeal(table),
        }
        OneHanded::fill(table);
    }

    /// The deck is empty and at most one card is left, which in play means none.
    fn is_won(&self, table: &Table) -> bool {
        table.is_empty(Place::STOCK) && table.size(Place::HAND) <= 1
    }

    fn home(&self, table: &Table) -> usize {
        table.size(Place::DISCARDS)
    }

    fn left(&self, table: &Table) -> Option<usize> {
        Some(table.size(Place::STOCK) + table.size(Place::HAND))
    }

    fn redeals_left(&self, table: &Table) -> Option<u8> {
        Some(self.redeals.saturating_sub(table.redeals()))
    }

    fn why_not(&self, table: &Table, mv: Move) -> String {
        let hand = table.pile(Place::HAND);
        let window = &hand[hand.len().saturating_sub(WINDOW)..];
        let (Some(first), Some(last)) = (window.first(), window.last()) else {
            return "no card is left in the hand".into();
        };
        match (mv, OneHanded::discard(table)) {
            (Move::Draw | Move::Redeal, Some(_)) if self.forced => {
                format!("{first} and {last} match: the discard comes first")
            }
            (Move::Redeal, Some(_)) => "a redeal waits until no other move is left".into(),
            (Move::Draw, _) => "the deck is empty".into(),
            (Move::Redeal, _) if !table.is_empty(Place::STOCK) => {
                "a redeal waits until the deck is empty".into()
            }
            (Move::Redeal, _) if table.redeals() >= self.redeals => match self.redeals {
                0 => "no redeal is granted, as the game is set".into(),
                _ => "no redeal is left".into(),
            },
            (Move::Redeal, _) => "there are no discards to deal again".into(),
            (Move::All, _) => format!("{first} and {last} are not of one rank"),
            (Move::Middle, _) if window.len() < WINDOW => "two cards have no middle".into(),
            (Move::Middle, Some(_)) => {
                format!("{first} and {last} are of one rank: all four go")
            }
            (Move::Middle, None) => format!("{first} and {last} are not of one suit"),
            (Move::Carry { .. } | Move::Deal, _) => refuse::not_of_this_game(mv),
        }
    }

    fn takes(&self, _: &Table, _: Place) -> Takes {
        Takes::Nothing
    }

    /// What was thrown out is what lies nowhere else, and a redeal brings it into the order it had
    /// in the deck.
    fn tell(&self, _: &Table, known: Insights, tell: &mut impl FnMut(Place, Kin)) {
        tell(Place::STOCK, Kin::Own);
        tell(Place::HAND, Kin::Own);
        if !known.has(Insight::Remainder) {
            tell(Place::DISCARDS, Kin::Own);
        }
    }

    /// With forced discards the cards play themselves. Written out over bare cards, since a survey
    /// wants a million deals of it in a second; the rules above are the law.
    fn outcome(&self, deck: &[Card]) -> Option<(bool, u64)> {
        if !self.forced {
            return None;
        }
        let mut thrown: ArrayVec<Card, 52>;
        let mut stock = deck.iter();
        let mut hand: ArrayVec<Card, 52> = ArrayVec::new();
        let (mut moves, mut redeals) = (0, 0);
        loop {
            while hand.len() < WINDOW
                && let Some(&card) = stock.next()
            {
                hand.push(card);
            }
            match hand[..] {
                [] | [_] => return Some((true, moves)),
                [.., first, _, _, last] if first.rank() == last.rank() => {
                    hand.truncate(hand.len() - WINDOW);
                }
                [.., first, _, _, last] if first.suit() == last.suit() => {
                    hand.truncate(hand.len() - 3);
                    hand.push(last);
                }
                [first, last] if first.rank() == last.rank() => hand.clear(),
                _ => {
                    if let Some(&card) = stock.next() {
                        hand.push(card);
                    } else if redeals < self.redeals && hand.len() < deck.len() {
                        redeals += 1;
                        let gone = deck.iter().filter(|card| !hand.contains(card));
                        thrown = gone.copied().collect();
                        stock = thrown.iter();
                    } else {
                        return Some((false, moves));
                    }
                }
            }
            moves += 1;
        }
    }
}
