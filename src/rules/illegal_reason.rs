//! Reasons why a move is illegal, as messages for players, where several games share them.

use super::foundations::{foundation_for, next_foundation_card};
use super::moves::Move;
use super::pile::{PileId, PileKind};
use super::size::GameSize;
use super::table::Table;
use super::tableau::ALTERNATING_COLORS;
use crate::cards::{Card, Rank};

/// Message for a card that may not leave a foundation.
pub(super) const NO_FOUNDATION_RETURN: &str = "Cards don't come back from foundations";

/// Message for a card other than a king that is to fill an empty pile.
pub(super) const KING_NEEDED: &str = "Only a king can fill an empty pile";

/// Returns the source, destination and number of cards of a transfer, with its lowest card.
///
/// # Errors
/// A reason that does not depend on the rules of the game: the move is not a transfer, or a pile is
/// missing, has too few cards, or never takes part in transfers. It is a sentence, like every reason, because it is
/// only ever read by the player.
pub(super) fn check_transfer(
    table: &Table,
    mv: Move,
) -> Result<(PileId, PileId, u8, Card), String> {
    let (from, to, count) = match mv {
        Move::Transfer { from, to, count } => (from, to, count),
        Move::Draw => return Err(no_draw(table)),
        _ => return Err(unsupported_move(mv)),
    };
    let piles = table.pile_ids();
    let reason = if let Some(pile) = [from, to].into_iter().find(|&pile| !piles.contains(pile)) {
        format!(
            "This game has no {}",
            pile.name().trim_start_matches("the ")
        )
    } else if count == 0 {
        "Move at least one card".into()
    } else if table.is_empty(from) {
        empty_pile(from)
    } else if from.kind() == PileKind::Stock {
        "The stock is face down".into()
    } else if from == to {
        "It is already there".into()
    } else if usize::from(count) > table.face_up(from).len() {
        match table.face_up(from).len() {
            1 => format!("Only 1 card of {} is face up", from.name()),
            n => format!("Only {n} cards of {} are face up", from.name()),
        }
    } else if matches!(
        to.kind(),
        PileKind::Stock | PileKind::Waste | PileKind::Hand | PileKind::Discards
    ) {
        format!("Cards can't be put on {}", to.name())
    } else if to.kind() == PileKind::Reserve {
        "The reserve is never refilled".into()
    } else if count > 1 && !from.is_tableau() && !from.is_foundation() {
        only_top_card(from)
    } else if count > 1 && to.is_foundation() {
        "Only one card at a time goes to a foundation".into()
    } else {
        let card = table.pile(from)[table.size(from) - usize::from(count)];
        return Ok((from, to, count, card));
    };
    Err(reason)
}

/// Returns the message for an empty source pile.
fn empty_pile(pile: PileId) -> String {
    format!("{} is empty", capitalized(&pile.name()))
}

fn capitalized(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

/// Returns the message for several cards that are to leave a pile of which only the top card moves.
pub(super) fn only_top_card(from: PileId) -> String {
    format!("Only the top card of {} can move", from.name())
}

/// Returns why a card cannot go to a foundation that is built up in suit from the ace.
pub(super) fn foundation_move(table: &Table, card: Card, to: PileId, size: GameSize) -> String {
    if to.foundation_suit() != card.suit() {
        return wrong_foundation(to);
    }
    match foundation_for(table, card, size) {
        Some(pile) => format!("{card} goes to {}", pile.name()),
        None => next_card(next_foundation_card(table, to)),
    }
}

/// Returns the message for a card of another suit than its foundation.
pub(super) fn wrong_foundation(to: PileId) -> String {
    format!("That is the {} foundation", to.foundation_suit().name())
}

/// Returns the message for a foundation that accepts another card, or none.
pub(super) fn next_card(next: Option<Card>) -> String {
    match next {
        Some(next) => format!("That foundation needs {next} next"),
        None => "That foundation is complete".into(),
    }
}

/// Returns the message for a card that does not fit a pile built down in alternating colors.
pub(super) fn alternating_colors(card: Card, highest_rank: Rank) -> String {
    let targets = ALTERNATING_COLORS.build_targets(card);
    match targets.iter().next() {
        Some(target) if card.rank() < highest_rank => {
            let color = if target.is_red() { "red" } else { "black" };
            format!("{card} needs a {color} {}", rank_name(target.rank()))
        }
        _ => format!("{card} needs an empty pile"),
    }
}

/// Returns why a card of a sliding game cannot go to a pile or foundation, if it may leave its own.
pub(super) fn in_sliding_game(
    table: &Table,
    card: Card,
    from: PileId,
    to: PileId,
    size: GameSize,
) -> String {
    if to.is_foundation() {
        foundation_move(table, card, to, size)
    } else if !table.is_empty(to) {
        alternating_colors(card, size.highest_rank)
    } else if card.rank() != size.highest_rank {
        KING_NEEDED.into()
    } else if to != size.last_pile() {
        format!("Fill the rightmost empty pile: {}", size.last_pile().name())
    } else {
        format!("{} would slide straight back", capitalized(&from.name()))
    }
}

/// Returns the rank as players say it: `9`, `king`.
fn rank_name(rank: Rank) -> &'static str {
    match rank.number() {
        2..=10 => rank.label(),
        _ => rank.name(),
    }
}

/// Returns the rank with its article: `a 9`, `an ace`.
pub(super) fn rank_with_article(rank: Rank) -> String {
    let article = if matches!(rank.number(), 1 | 8) {
        "an"
    } else {
        "a"
    };
    format!("{article} {}", rank_name(rank))
}

/// Returns why a stock card cannot be drawn or dealt.
pub(super) fn no_draw(table: &Table) -> String {
    if table.pile_ids().contains(PileId::STOCK) {
        empty_pile(PileId::STOCK)
    } else {
        "This game has no stock".into()
    }
}

/// Returns the message for a kind of move that the game does not have.
pub(super) fn unsupported_move(mv: Move) -> String {
    let kind = match mv {
        Move::Transfer { .. } => "moves between piles",
        Move::Draw => "draw",
        Move::Deal => "deal",
        Move::Redeal => "redeal",
        Move::DiscardMiddle | Move::DiscardAll => "discards",
    };
    format!("This game has no {kind}")
}
