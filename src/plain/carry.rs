//! Moves as they are typed: as a record writes them, or in two words as at the table, the pile and
//! where its cards go.

use super::Player;
use crate::cards::Suit;
use crate::rules::{Move, Place, Role, Rules};
use crate::words::{self, Names};

impl<R: Rules> Player<'_, R> {
    /// What comes of a line that is a move, or the first half of one; nothing if it is neither.
    pub(super) fn carry(&mut self, line: &str) -> Option<String> {
        let line = line.to_ascii_lowercase();
        if let Ok(mv) = line.trim_start_matches(':').trim_start().parse() {
            return Some(self.play(mv));
        }
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let from = self.source(&mut words)?;
        match words[..] {
            [] => Some(self.ways_on(from)),
            [to] => {
                let to = self.place(to).filter(|to| *to != from).ok_or(to);
                match to {
                    Ok(to) if to.is_foundation() => Some(self.play(Move::card(from, to))),
                    Ok(to) => Some(self.put(from, to)),
                    Err("f" | "home") => Some(self.home_from(from)),
                    Err(again) if self.place(again) == Some(from) => Some(self.home_from(from)),
                    Err(_) => None,
                }
            }
            _ => None,
        }
    }

    /// The place the first words name as a source, taken off them: `3`, `t3`, `w`, `r7`, `f2`, or the
    /// foundation of a suit: `g h`.
    fn source(&self, words: &mut Vec<&str>) -> Option<Place> {
        let first = *words.first()?;
        let (letter, rest) = first.split_at_checked(1)?;
        let (place, taken) = match (letter, rest, words.get(1)) {
            ("g", "", Some(suit)) => (self.foundation(suit), 2),
            ("g", suit, _) => (self.foundation(suit), 1),
            ("r", "", Some(number)) => (self.reserve(number), 2),
            ("r", number, _) => (self.reserve(number), 1),
            _ => (self.place(first), 1),
        };
        let carries = |place: &Place| {
            use Role::{Foundation, Reserve, Tableau, Waste};
            matches!(place.role(), Tableau | Foundation | Waste | Reserve)
        };
        words.drain(..taken);
        place.filter(carries)
    }

    /// The reserve card of a number, also of two digits as it is typed at the table.
    fn reserve(&self, number: &str) -> Option<Place> {
        let number = number.strip_prefix('0').unwrap_or(number);
        self.place(&format!("r{number}"))
    }

    /// The foundation of a suit, of two the one that has cards.
    fn foundation(&self, suit: &str) -> Option<Place> {
        let means = |known: &Suit| {
            let letter = known.letter().to_ascii_lowercase().to_string();
            suit == letter || suit == known.name()
        };
        let suit = Suit::ALL.into_iter().find(means)?;
        let table = self.sitting.game.table();
        let twins = [suit.index(), suit.index() + 4].map(Place::foundation);
        let there = twins.into_iter().filter(|place| table.places().has(*place));
        there.min_by_key(|place| table.is_empty(*place))
    }

    /// Puts as many cards as will go from one place on another.
    fn put(&mut self, from: Place, to: Place) -> String {
        let game = &self.sitting.game;
        let to = game.rules().landing(game.table(), to);
        let going = game.legal().into_iter().filter_map(|mv| match mv {
            Move::Carry {
                from: at,
                to: there,
                count,
            } if (at, there) == (from, to) => Some(count),
            _ => None,
        });
        let count = going.max().unwrap_or(1);
        self.play(Move::Carry { from, to, count })
    }

    /// The cards of a place, and where some of them can go.
    fn ways_on(&self, from: Place) -> String {
        let game = &self.sitting.game;
        let legal = game.legal();
        let leads = |mv: &&Move| matches!(mv, Move::Carry { from: at, .. } if *at == from);
        let moves = legal.iter().filter(leads);
        let (told, between): (Vec<String>, _) = match self.names() {
            Names::Full => {
                let told = moves.map(|&mv| words::proposal(game.table(), mv, Names::Full));
                (told.collect(), "\n")
            }
            _ => (moves.map(ToString::to_string).collect(), " "),
        };
        let cards = words::peek(game, from, self.names());
        match told.is_empty() {
            true => format!("{cards}\nnothing goes anywhere from there"),
            false => format!("{cards}\n{}", told.join(between)),
        }
    }
}
