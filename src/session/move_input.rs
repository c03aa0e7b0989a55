//! Parses typed moves: in the notation of records, or as a pile or card and a destination.

use thiserror::Error;

use super::command::Command;
use super::targets::{fitting, moves_from};
use crate::cards::{Card, Suit};
use crate::describe::visible_positions;
use crate::game::{CardPosition, Game};
use crate::rules::{Move, PileId, sorted_deck};

const MAX_PILE_DIGITS: usize = 9;

/// What a typed line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveInput {
    Command(Command),
    /// A pile alone, or a card with those on it.
    Source(Source),
}

/// Why a typed move is none, or its piles and cards do not fit the table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveInputError {
    #[error("Not a move. Type one such as 3 5, 3 f, qh kc or t3-t5x4")]
    NotAMove,
    #[error("This game has no {0}")]
    UnknownPile(String),
    #[error("No {0} is face up")]
    HiddenCard(Card),
    /// The card cannot be seen in the pile named with it.
    #[error("No {0} is face up in {pile}", pile = .1.name())]
    NotInPile(Card, PileId),
    #[error("{0} is not the top card of a pile")]
    CoveredCard(Card),
    /// The cards named are on the table more than once.
    #[error("Several moves fit. Type {}", .0.iter().map(Move::to_string).collect::<Vec<_>>().join(" or "))]
    Ambiguous(Vec<Move>),
}

/// The cards to move: a card with all cards on it, or without a count any number of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    pub pile: PileId,
    pub count: Option<u8>,
}

/// Parses a typed move: `t3-t5x4`, `3 5`, `3 f`, `qh kc`, `qh 4`, or a pile or card alone. The pile of the
/// card to move can be named after it.
pub fn parse_move(game: &Game, line: &str) -> Result<MoveInput, MoveInputError> {
    let line = plain(line);
    let line = line.trim_start_matches(':').trim_start();
    if let Ok(mv) = line.parse() {
        return Ok(MoveInput::Command(Command::Move(mv)));
    }
    resolve_names(game, &split_names(line))
}

/// Returns a text in lower case, with black suits for white ones and without the marks that choose a picture for a
/// character.
fn plain(text: &str) -> String {
    let is_mark = |c: &char| matches!(c, '\u{fe0e}' | '\u{fe0f}');
    let black = |c| match c {
        '♤' => '♠',
        '♡' => '♥',
        '♢' => '♦',
        '♧' => '♣',
        c => c,
    };
    let lower = text.to_lowercase();
    lower.chars().filter(|c| !is_mark(c)).map(black).collect()
}

/// Finds the piles and cards that are named, and the move that they mean.
fn resolve_names(game: &Game, names: &[String]) -> Result<MoveInput, MoveInputError> {
    let (from, to) = match names {
        [from] => (find_sources(game, from, None)?, None),
        [from, to] => (find_sources(game, from, None)?, Some(&**to)),
        [card, pile, to] => (find_sources(game, card, Some(pile))?, Some(&**to)),
        _ => return Err(MoveInputError::NotAMove),
    };
    let first = from[0];
    let Some(to) = to else {
        let has_moves = |source: &&Source| !moves_from(game, source.pile, source.count).is_empty();
        let source = from.iter().find(has_moves).unwrap_or(&first);
        return Ok(MoveInput::Source(*source));
    };
    let is_home = matches!(to, "f" | "home");
    let piles = game.table().pile_ids().iter();
    let targets = if is_home {
        piles.filter(|pile| pile.is_foundation()).collect()
    } else {
        find_targets(game, to)?
    };
    let sources = from.iter();
    let pairs = sources.flat_map(|source| targets.iter().map(move |&to| (*source, to)));
    let fits: Vec<(Source, PileId, Move)> = pairs
        .filter_map(|(source, to)| {
            let mv = *fitting(game, source.pile, to, source.count).first()?;
            Some((source, to, mv))
        })
        .collect();
    let is_choice = |(source, ..): &(Source, PileId, Move)| !is_home || *source != fits[0].0;
    if fits.iter().skip(1).any(is_choice) {
        let moves = fits.into_iter().map(|(.., mv)| mv);
        return Err(MoveInputError::Ambiguous(moves.collect()));
    }
    let (source, to) = match (fits.first(), targets.first()) {
        (Some(&(source, to, _)), _) => (source, to),
        (None, to) => (first, to.copied().unwrap_or(first.pile)),
    };
    let Source { pile: from, count } = source;
    Ok(MoveInput::Command(if is_home {
        Command::ToFoundation { from, count }
    } else if from == to {
        Command::AutoMove { from, count }
    } else {
        Command::Transfer { from, to, count }
    }))
}

/// Finds the cards to move by the name of a pile or of a card, whose pile may be named as well. There is at least one.
fn find_sources(
    game: &Game,
    name: &str,
    pile: Option<&str>,
) -> Result<Vec<Source>, MoveInputError> {
    let card = match (parse_card(name), pile) {
        (Some(card), _) => card,
        (None, Some(_)) => return Err(MoveInputError::NotAMove),
        (None, None) => {
            let pile = parse_pile(game, name)?;
            return Ok(vec![Source { pile, count: None }]);
        }
    };
    let mut sources = face_up_cards(game, card);
    if sources.is_empty() {
        return Err(MoveInputError::HiddenCard(card));
    }
    if let Some(name) = pile {
        let pile = parse_pile(game, name)?;
        sources.retain(|source| source.pile == pile);
        if sources.is_empty() {
            return Err(MoveInputError::NotInPile(card, pile));
        }
    }
    Ok(sources)
}

/// Finds the piles that are meant by the name of a pile, or of the top card of a pile.
fn find_targets(game: &Game, name: &str) -> Result<Vec<PileId>, MoveInputError> {
    let Some(card) = parse_card(name) else {
        return Ok(vec![pile_by_name(game, name)?]);
    };
    let sources = face_up_cards(game, card);
    let tops = sources.iter().filter(|source| source.count == Some(1));
    let tops: Vec<PileId> = tops.map(|source| source.pile).collect();
    match (sources.is_empty(), tops.is_empty()) {
        (true, _) => Err(MoveInputError::HiddenCard(card)),
        (false, true) => Err(MoveInputError::CoveredCard(card)),
        (false, false) => Ok(tops),
    }
}

fn face_up_cards(game: &Game, card: Card) -> Vec<Source> {
    let positions = visible_positions(game.table(), card).into_iter();
    let sources = positions.map(|CardPosition { pile, index }| Source {
        pile,
        count: u8::try_from(game.table().size(pile) - index).ok(),
    });
    sources.collect()
}

/// Parses the name of a card in any case: `qh`, `10h`, `th`, `Q♥`, `queen of hearts`, `10 of hearts`.
fn parse_card(text: &str) -> Option<Card> {
    let text = plain(text);
    let is_named = |card: &Card| {
        let (label, suit) = (card.rank().label(), card.suit());
        let names = [
            card.name(),
            card.to_string(),
            card.code().to_string(),
            format!("{label}{}", suit.letter()),
            format!("{label} of {}", suit.name()),
        ];
        names.iter().any(|name| name.to_lowercase() == text)
    };
    sorted_deck(1).into_iter().find(is_named)
}

/// Parses the name of a card, or of a rank or a suit: `7`, `kings`, `♠`, `s`. Returns the cards that have it.
pub fn parse_cards(text: &str) -> Vec<Card> {
    if let Some(card) = parse_card(text) {
        return vec![card];
    }
    let text = plain(text);
    let name = text.strip_suffix('s').filter(|name| name.len() > 1);
    let is_named = |card: &Card| {
        let (rank, suit) = (card.rank(), card.suit());
        let ranks = [rank.label(), rank.name()].map(str::to_lowercase);
        let suits = [suit.letter(), suit.symbol()].map(|c| c.to_lowercase().to_string());
        let is_rank = |name: &str| ranks.iter().any(|rank| rank == name);
        is_rank(&text) || name.is_some_and(is_rank) || suits.contains(&text) || suit.name() == text
    };
    sorted_deck(1).into_iter().filter(is_named).collect()
}

/// Parses the name of one pile: its notation, the number of a tableau pile, or the suit of a
/// foundation.
pub fn parse_pile(game: &Game, text: &str) -> Result<PileId, MoveInputError> {
    let [name] = &split_names(text)[..] else {
        return Err(MoveInputError::NotAMove);
    };
    pile_by_name(game, name).or_else(|error| foundation_by_suit(game, name).ok_or(error))
}

/// Splits a line into the names of piles and cards: `3 reserve 07` becomes `3` and `r07`.
fn split_names(line: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let words = line.split(|c: char| c.is_whitespace() || c == '-');
    for word in words.filter(|word| !word.is_empty()) {
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

fn pile_by_name(game: &Game, name: &str) -> Result<PileId, MoveInputError> {
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
        _ => return Err(MoveInputError::NotAMove),
    };
    let is_numbered = matches!(letter, "t" | "f" | "r");
    let is_name = if is_numbered {
        is_number(number) && number.len() <= MAX_PILE_DIGITS
    } else {
        number.is_empty()
    };
    if !is_name {
        return Err(MoveInputError::NotAMove);
    }
    let notation = format!("{letter}{}", number.trim_start_matches('0'));
    let mut piles = game.table().pile_ids().iter();
    match piles.find(|pile| pile.to_string() == notation) {
        Some(pile) => Ok(pile),
        None if is_numbered => Err(MoveInputError::UnknownPile(format!("{kind} {number}"))),
        None => Err(MoveInputError::UnknownPile(kind.to_owned())),
    }
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
