//! Moves as they are typed: as a record writes them, or in two words as at the table, the pile and
//! where its cards go.

use super::Repl;
use crate::cards::Suit;
use crate::describe::{self, CardNotation};
use crate::rules::{Move, PileId};

/// Words that say nothing of where from and where to.
const FILLER_WORDS: [&str; 8] = ["move", "put", "the", "pile", "from", "to", "on", "onto"];

/// The most digits of a number that can be that of a place.
const MAX_PILE_DIGITS: usize = 9;

/// The words of a line that name places, each a name as a record writes it, where it can be one: `pile
/// 3 to reserve 07` are `3` and `r7`.
fn parse_pile_names(line: &str) -> Vec<String> {
    let mut named: Vec<String> = Vec::new();
    let words = line.split(|c: char| c.is_whitespace() || c == '-');
    for word in words.filter(|word| !word.is_empty() && !FILLER_WORDS.contains(word)) {
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

impl Repl<'_> {
    /// What comes of a line that is a move, or the first half of one; nothing if it is neither.
    pub(super) fn handle_move(&mut self, line: &str) -> Option<String> {
        let line = line.to_ascii_lowercase();
        let line = line.trim_start_matches(':').trim_start();
        if let Ok(mv) = line.parse() {
            return Some(self.play(mv));
        }
        let words = parse_pile_names(line);
        let (from, to) = match &words[..] {
            [from] => (from, None),
            [from, to] => (from, Some(&**to)),
            _ => return None,
        };
        let from = match self.parse_single_pile(from)? {
            Ok(from) => from,
            Err(missing) => return Some(missing),
        };
        match to {
            None => Some(self.list_destinations(from)),
            Some("f" | "home") => Some(self.send_home_from(from)),
            Some(to) => Some(match self.parse_pile(to)? {
                Ok(again) if again == from => self.send_home_from(from),
                Ok(to) if to.is_foundation() => self.play(Move::single_card(from, to)),
                Ok(to) => self.transfer_max(from, to),
                Err(missing) => missing,
            }),
        }
    }

    /// The one place that is named, as [`parse_pile`](Repl::parse_pile) finds it, or the foundation of a suit.
    pub(super) fn parse_single_pile(&self, typed: &str) -> Option<Result<PileId, String>> {
        match &parse_pile_names(typed)[..] {
            [place] => self
                .parse_pile(place)
                .or_else(|| self.foundation_by_suit(place).map(Ok)),
            _ => None,
        }
    }

    /// The place of the table that is meant, by its name in a record or a pile by its number; or
    /// that there is none of that name. Nothing if it is no such name.
    fn parse_pile(&self, typed: &str) -> Option<Result<PileId, String>> {
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
            true => is_number(number) && number.len() <= MAX_PILE_DIGITS,
            false => number.is_empty(),
        };
        let name = format!("{letter}{}", number.trim_start_matches('0'));
        let mut there = self.played.game.table().pile_ids().iter();
        let place = there.find(|place| place.to_string() == name);
        let missing = || match numbered {
            true => format!("there is no {what} {number} in this game"),
            false => format!("there is no {what} in this game"),
        };
        is_a_name.then(|| place.ok_or_else(missing))
    }

    /// The foundation of a suit, `gh` or `hearts`, of two the one that has cards.
    fn foundation_by_suit(&self, typed: &str) -> Option<PileId> {
        let suit = typed.strip_prefix('g').unwrap_or(typed);
        let means = |known: &Suit| {
            let letter = known.letter().to_ascii_lowercase().to_string();
            suit == known.name() || typed != suit && suit == letter
        };
        let suit = Suit::ALL.into_iter().find(means)?;
        let table = self.played.game.table();
        let twins = [suit.index(), suit.index() + 4].map(PileId::foundation);
        let there = twins
            .into_iter()
            .filter(|place| table.pile_ids().contains(*place));
        there.min_by_key(|place| table.is_empty(*place))
    }

    /// Puts as many cards as will go from one place on another.
    fn transfer_max(&mut self, from: PileId, to: PileId) -> String {
        let game = &self.played.game;
        let to = game.rules().drop_target(game.table(), to);
        let going = game.legal_moves().into_iter().filter_map(|mv| match mv {
            Move::Transfer {
                from: at,
                to: there,
                count,
            } if (at, there) == (from, to) => Some(count),
            _ => None,
        });
        let count = going.max().unwrap_or(1);
        self.play(Move::Transfer { from, to, count })
    }

    /// The cards of a place, and where some of them can go.
    fn list_destinations(&self, from: PileId) -> String {
        let game = &self.played.game;
        let legal = game.legal_moves();
        let leads = |mv: &&Move| matches!(mv, Move::Transfer { from: at, .. } if *at == from);
        let moves = legal.iter().filter(leads);
        let (told, between): (Vec<String>, _) = match self.notation() {
            CardNotation::Full => {
                let told = moves.map(|&mv| {
                    describe::move_text_with_notation(game.table(), mv, CardNotation::Full)
                });
                (told.collect(), "\n")
            }
            _ => (moves.map(ToString::to_string).collect(), " "),
        };
        let cards = describe::pile_line(game, from, self.notation());
        match told.is_empty() {
            true => format!("{cards}\nnothing goes anywhere from there"),
            false => format!("{cards}\n{}", told.join(between)),
        }
    }
}
