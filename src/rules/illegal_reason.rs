//! Why a move is refused, in a player's words, where several variants say the same.

use super::common::foundation_for;
use super::moves::Move;
use super::pile::{PileId, PileKind};
use super::table::Table;
use crate::cards::Card;

/// Why a move is refused whatever the game: no such place, no such cards, not a target.
pub(super) fn general(table: &Table, from: PileId, to: PileId, count: u8) -> Option<String> {
    let places = table.pile_ids();
    let words = if let Some(place) = [from, to].into_iter().find(|&p| !places.contains(p)) {
        format!("there is no {place} in this game")
    } else if count == 0 {
        "a move takes at least one card".into()
    } else if table.is_empty(from) {
        format!("there is no card on {}", from.name())
    } else if from.kind() == PileKind::Stock {
        "the stock lies face down".into()
    } else if from == to {
        "the card lies there already".into()
    } else if usize::from(count) > table.face_up(from).len() {
        match table.face_up(from).len() {
            1 => format!("only one card of {} is face up", from.name()),
            n => format!("only {n} cards of {} are face up", from.name()),
        }
    } else if matches!(
        to.kind(),
        PileKind::Stock | PileKind::Waste | PileKind::Hand | PileKind::Discards
    ) {
        format!("no card is put on {}", to.name())
    } else if to.kind() == PileKind::Reserve {
        "the reserve is never refilled".into()
    } else if count > 1 && !from.is_tableau() && !from.is_foundation() {
        only_top_card(from)
    } else if count > 1 && to.is_foundation() {
        "only one card at a time goes home".into()
    } else {
        return None;
    };
    Some(words)
}

/// The words for a unit of several cards that is to leave a place where only the top does.
pub(super) fn only_top_card(from: PileId) -> String {
    format!("only the top card of {} can be moved", from.name())
}

/// The lowest card of those a move takes up.
pub(super) fn head_card(table: &Table, from: PileId, count: u8) -> Option<Card> {
    let cards = table.pile(from);
    let under = cards.len().checked_sub(count.into())?;
    cards.get(under).copied()
}

/// Why a card does not go home to a foundation built up in suit from the ace.
pub(super) fn foundation_move(table: &Table, card: Card, to: PileId, decks: usize) -> String {
    if to.foundation_suit() != card.suit() {
        return format!("that foundation is for {}", to.foundation_suit().name());
    }
    match foundation_for(table, card, decks) {
        Some(place) => format!("{card} goes to {}", place.name()),
        None => match table.top(to) {
            Some(top) => card_does_not_fit(card, top),
            None => format!("a foundation begins with its ace, not with {card}"),
        },
    }
}

/// `6♥ does not go on 8♠`.
pub(super) fn card_does_not_fit(card: Card, top: Card) -> String {
    format!("{card} does not go on {top}")
}

/// Why a turn of the stock is refused.
pub(super) fn draw(table: &Table) -> String {
    if table.pile_ids().contains(PileId::STOCK) {
        "the stock is empty".into()
    } else {
        "there is no stock in this game".into()
    }
}

/// The words for a move that is not of this game.
pub(super) fn unsupported_move(mv: Move) -> String {
    format!("there is no {mv} in this game")
}
