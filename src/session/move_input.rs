//! Parses typed moves: in the notation of records, or as a pile and a destination.

use std::fmt;

use super::command::Command;
use crate::cards::Suit;
use crate::game::Game;
use crate::rules::PileId;

/// Words that name neither the source nor the destination.
const FILLER_WORDS: [&str; 8] = ["move", "put", "the", "pile", "from", "to", "on", "onto"];

/// The most digits of a pile number.
const MAX_PILE_DIGITS: usize = 9;

/// What a typed line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveInput {
    /// A move.
    Command(Command),
    /// A pile alone.
    Pile(PileId),
}

/// A pile that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPile(String);

impl fmt::Display for UnknownPile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "This game has no {}", self.0)
    }
}

impl std::error::Error for UnknownPile {}

/// Parses a typed move: `t3-t5x4`, `3 5`, `move pile 3 to pile 5`, `3 f`, or a pile alone. Returns
/// `None` if the line is nothing of the kind.
pub fn parse_move(game: &Game, line: &str) -> Option<Result<MoveInput, UnknownPile>> {
    let line = line.to_ascii_lowercase();
    let line = line.trim_start_matches(':').trim_start();
    if let Ok(mv) = line.parse() {
        return Some(Ok(MoveInput::Command(Command::Move(mv))));
    }
    let names = pile_names(line);
    let (from, to) = match &names[..] {
        [from] => (from, None),
        [from, to] => (from, Some(&**to)),
        _ => return None,
    };
    let from = match parse_pile(game, from)? {
        Ok(from) => from,
        Err(unknown) => return Some(Err(unknown)),
    };
    let command = match to {
        None => return Some(Ok(MoveInput::Pile(from))),
        Some("f" | "home") => Command::ToFoundation { from, count: None },
        Some(to) => match pile_by_name(game, to)? {
            Ok(to) if to == from => Command::AutoMove { from, count: None },
            Ok(to) => Command::Transfer {
                from,
                to,
                count: None,
            },
            Err(unknown) => return Some(Err(unknown)),
        },
    };
    Some(Ok(MoveInput::Command(command)))
}

/// Parses the name of one pile: its notation, the number of a tableau pile, or the suit of a
/// foundation. Returns `None` if the text is no such name.
pub fn parse_pile(game: &Game, text: &str) -> Option<Result<PileId, UnknownPile>> {
    match &pile_names(text)[..] {
        [name] => pile_by_name(game, name).or_else(|| foundation_by_suit(game, name).map(Ok)),
        _ => None,
    }
}

/// Splits a line into the names of piles: `pile 3 to reserve 07` becomes `3` and `r07`.
fn pile_names(line: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let words = line.split(|c: char| c.is_whitespace() || c == '-');
    for word in words.filter(|word| !word.is_empty() && !FILLER_WORDS.contains(word)) {
        let word = match word {
            "foundation" => "f",
            "reserve" => "r",
            "waste" => "w",
            word => word,
        };
        match names.last_mut() {
            // A number or a suit after the kind of pile.
            Some(kind) if matches!(&**kind, "r" | "g") || kind == "f" && is_number(word) => {
                kind.push_str(word);
            }
            _ => names.push(word.to_owned()),
        }
    }
    names
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn pile_by_name(game: &Game, name: &str) -> Option<Result<PileId, UnknownPile>> {
    // The key 0 stands right of 9: it is the tenth pile.
    let name = if name == "0" { "10" } else { name };
    let number = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let (letter, kind) = match &name[..name.len() - number.len()] {
        "" | "t" => ("t", "pile"),
        "f" => ("f", "foundation"),
        "r" => ("r", "reserve"),
        "w" => ("w", "waste"),
        "s" => ("s", "stock"),
        "h" => ("h", "hand"),
        "x" => ("x", "discard pile"),
        _ => return None,
    };
    let is_numbered = matches!(letter, "t" | "f" | "r");
    let is_name = if is_numbered {
        is_number(number) && number.len() <= MAX_PILE_DIGITS
    } else {
        number.is_empty()
    };
    if !is_name {
        return None;
    }
    let notation = format!("{letter}{}", number.trim_start_matches('0'));
    let mut piles = game.table().pile_ids().iter();
    let pile = piles.find(|pile| pile.to_string() == notation);
    Some(pile.ok_or_else(|| {
        UnknownPile(if is_numbered {
            format!("{kind} {number}")
        } else {
            kind.to_owned()
        })
    }))
}

/// The foundation of a suit, `gh` or `hearts`; of two the one that has cards.
fn foundation_by_suit(game: &Game, name: &str) -> Option<PileId> {
    let suit_name = name.strip_prefix('g').unwrap_or(name);
    let is_named = |suit: &Suit| {
        let letter = suit.letter().to_ascii_lowercase().to_string();
        suit_name == suit.name() || name != suit_name && suit_name == letter
    };
    let suit = Suit::ALL.into_iter().find(is_named)?;
    let table = game.table();
    let twins = [suit.index(), suit.index() + 4].map(PileId::foundation);
    let present = twins
        .into_iter()
        .filter(|pile| table.pile_ids().contains(*pile));
    present.min_by_key(|pile| table.is_empty(*pile))
}
