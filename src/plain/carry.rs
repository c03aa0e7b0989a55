//! Moves as they are typed: as a record writes them, or in two words as at the table, the pile and
//! where its cards go.

use super::Player;
use crate::cards::Suit;
use crate::rules::{Move, Place, Rules};
use crate::words::{self, Names};

/// Words that say nothing of where from and where to.
const BESIDE: [&str; 8] = ["move", "put", "the", "pile", "from", "to", "on", "onto"];

/// The most digits of a number that can be that of a place.
const MOST_DIGITS: usize = 9;

/// The words of a line that name places, each a name as a record writes it, where it can be one: `pile
/// 3 to reserve 07` are `3` and `r7`.
fn places(line: &str) -> Vec<String> {
    let mut named: Vec<String> = Vec::new();
    let words = line.split(|c: char| c.is_whitespace() || c == '-');
    for word in words.filter(|word| !word.is_empty() && !BESIDE.contains(word)) {
        let word = match word {
            "foundation" => "f",
            "reserve" => "r",
            "waste" => "w",
            word => word,
        };
        match named.last_mut() {
            // A number after its kind, or a suit.
            Some(kind) if matches!(&**kind, "r" | "g") || kind == "f" && is_number(word) => {
                kind.push_str(word);
            }
            _ => named.push(word.to_owned()),
        }
    }
    named
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

impl<R: Rules> Player<'_, R> {
    /// What comes of a line that is a move, or the first half of one; nothing if it is neither.
    pub(super) fn carry(&mut self, line: &str) -> Option<String> {
        let line = line.to_ascii_lowercase();
        let line = line.trim_start_matches(':').trim_start();
        if let Ok(mv) = line.parse() {
            return Some(self.play(mv));
        }
        let words = places(line);
        let (from, to) = match &words[..] {
            [from] => (from, None),
            [from, to] => (from, Some(&**to)),
            _ => return None,
        };
        let from = match self.one_place(from)? {
            Ok(from) => from,
            Err(missing) => return Some(missing),
        };
        match to {
            None => Some(self.ways_on(from)),
            Some("f" | "home") => Some(self.home_from(from)),
            Some(to) => Some(match self.place(to)? {
                Ok(again) if again == from => self.home_from(from),
                Ok(to) if to.is_foundation() => self.play(Move::card(from, to)),
                Ok(to) => self.put(from, to),
                Err(missing) => missing,
            }),
        }
    }

    /// The one place that is named, as [`place`](Player::place) finds it, or the foundation of a suit.
    pub(super) fn one_place(&self, typed: &str) -> Option<Result<Place, String>> {
        match &places(typed)[..] {
            [place] => self.place(place).or_else(|| self.foundation(place).map(Ok)),
            _ => None,
        }
    }

    /// The place of the table that is meant, by its name in a record or a pile by its number; or
    /// that there is none of that name. Nothing if it is no such name.
    fn place(&self, typed: &str) -> Option<Result<Place, String>> {
        // The key 0 stands right of 9: it is the tenth.
        let typed = if typed == "0" { "10" } else { typed };
        let number = typed.trim_start_matches(|c: char| !c.is_ascii_digit());
        let (letter, what) = match &typed[..typed.len() - number.len()] {
            "" | "t" => ("t", "pile"),
            "f" => ("f", "foundation"),
            "r" => ("r", "reserve"),
            "w" => ("w", "waste"),
            "s" => ("s", "stock"),
            "h" => ("h", "hand"),
            "x" => ("x", "pile of discards"),
            _ => return None,
        };
        let numbered = matches!(letter, "t" | "f" | "r");
        let is_a_name = match numbered {
            true => is_number(number) && number.len() <= MOST_DIGITS,
            false => number.is_empty(),
        };
        let name = format!("{letter}{}", number.trim_start_matches('0'));
        let mut there = self.sitting.game.table().places().iter();
        let place = there.find(|place| place.to_string() == name);
        let missing = || match numbered {
            true => format!("there is no {what} {number} in this game"),
            false => format!("there is no {what} in this game"),
        };
        is_a_name.then(|| place.ok_or_else(missing))
    }

    /// The foundation of a suit, `gh` or `hearts`, of two the one that has cards.
    fn foundation(&self, typed: &str) -> Option<Place> {
        let suit = typed.strip_prefix('g').unwrap_or(typed);
        let means = |known: &Suit| {
            let letter = known.letter().to_ascii_lowercase().to_string();
            suit == known.name() || typed != suit && suit == letter
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
