//! Describes legal moves.

use super::CardNotation;
use super::events::transfer_text;
use crate::game::Game;
use crate::rules::{Move, PileId, Table};

/// Describes a legal move after its notation: `t3-t5: 5♦ from pile 3 to pile 5`.
pub fn move_text_with_notation(table: &Table, mv: Move, notation: CardNotation) -> String {
    match mv {
        Move::Transfer { .. } => format!("{mv}: {}", move_text(table, mv, notation)),
        _ => mv.to_string(),
    }
}

/// Describes a legal move: `5♦ from pile 3 to pile 5`.
pub fn move_text(table: &Table, mv: Move, notation: CardNotation) -> String {
    match mv {
        Move::Transfer { from, to, count } => {
            let pile = table.pile(from);
            let cards = &pile[pile.len().saturating_sub(count.into())..];
            transfer_text(cards, from, to, notation)
        }
        Move::Draw | Move::Deal | Move::DiscardMiddle | Move::DiscardAll | Move::Redeal => {
            mv.to_string()
        }
    }
}

/// Says where a move home goes: `home`, or on which side where two foundations take the card.
fn foundation_text(game: &Game, from: PileId, to: PileId) -> &'static str {
    let layout = game.rules().layout();
    let column = |pile: PileId| {
        let mut positions = layout.positions.iter();
        let position = positions.find(|position| position.pile == pile);
        position.map(|position| position.column)
    };
    let others = game.legal_moves().into_iter().filter_map(|mv| match mv {
        Move::Transfer {
            from: source, to, ..
        } if source == from => Some(to),
        _ => None,
    });
    let mut others = others.filter(|other| other.is_foundation() && *other != to);
    match others.next() {
        Some(other) if column(to) < column(other) => "home on the left",
        Some(_) => "home on the right",
        None => "home",
    }
}

/// Names a legal move as what did something: `8♥ to pile 3`, `drawing`, `discarding all four`.
pub fn move_as_subject(game: &Game, mv: Move) -> String {
    let text = brief_move_text(game, mv, false);
    match text.split_once(' ') {
        _ if matches!(mv, Move::Transfer { .. }) => text,
        Some((verb, cards)) => format!("{verb}ing {cards}"),
        None => text + "ing",
    }
}

/// Describes a legal move briefly: `8♥ to pile 3`, `2♠ and 1 more to pile 5`, `discard 3♣ and K♣`. The
/// source pile is named only on request.
pub fn brief_move_text(game: &Game, mv: Move, with_source: bool) -> String {
    let Move::Transfer { from, to, count } = mv else {
        return match (mv, game.table().pile(PileId::HAND)) {
            (Move::DiscardMiddle, [.., second, third, _]) => {
                format!("discard {second} and {third}")
            }
            (Move::DiscardAll, [first, last]) => format!("discard {first} and {last}"),
            (Move::DiscardAll, _) => "discard all four".into(),
            _ => mv.to_string(),
        };
    };
    let pile = game.table().pile(from);
    let head = pile.len().checked_sub(count.into()).map(|at| pile[at]);
    let mut text = head.map_or(String::new(), |card| card.to_string());
    if count > 1 {
        text += &format!(" and {} more", count - 1);
    }
    if with_source {
        text += &format!(" from {}", from.name());
    }
    if to.is_foundation() {
        format!("{text} {}", foundation_text(game, from, to))
    } else {
        format!("{text} to {}", to.name())
    }
}
