//! Moves in words: what one would do, and what it did.

use super::{CardNotation, pluralize};
use crate::cards::Card;
use crate::game::Game;
use crate::rules::{Change, Move, PileId, PileKind, Table};

/// The most cards moved as a unit that are named one by one.
const MAX_NAMED_CARDS: usize = 3;

/// A move that can be made, before it is: `5♦ from pile 3 to pile 5`.
pub fn move_text(table: &Table, mv: Move, names: CardNotation) -> String {
    match mv {
        Move::Transfer { from, to, count } => transfer_text(table, from, to, count, names),
        Move::Draw | Move::Deal | Move::DiscardMiddle | Move::DiscardAll | Move::Redeal => {
            mv.to_string()
        }
    }
}

/// A move that can be made, and what is typed for it: `t3-t5: 5♦ from pile 3 to pile 5`.
pub fn move_text_with_notation(table: &Table, mv: Move, names: CardNotation) -> String {
    match mv {
        Move::Transfer { .. } => format!("{mv}: {}", move_text(table, mv, names)),
        _ => move_text(table, mv, names),
    }
}

/// Where home is that a move brings a card to: where it could go to either of two foundations, on
/// which side that lies.
pub fn foundation_text(game: &Game, mv: Move) -> &'static str {
    let goes = |mv: Move| match mv {
        Move::Transfer { from, to, .. } if to.is_foundation() => Some((from, to)),
        _ => None,
    };
    let plan = game.rules().layout();
    let column = |place: PileId| {
        let spot = plan.positions.iter().find(|spot| spot.pile == place);
        spot.map(|spot| spot.column)
    };
    let Some((from, to)) = goes(mv) else {
        return "home";
    };
    let legal = game.legal_moves();
    let mut others = legal.iter().filter_map(|&mv| goes(mv));
    match others.find(|other| other.0 == from && other.1 != to) {
        Some((_, other)) if column(to) < column(other) => "home on the left",
        Some(_) => "home on the right",
        None => "home",
    }
}

/// What steps did to the table as it was before them: `5♦ from pile 3 to pile 5; turned up 9♣ on
/// pile 3`.
pub fn changes(before: &Table, steps: &[Change], names: CardNotation) -> String {
    let mut table = snapshot(before);
    let mut said: Vec<String> = Vec::new();
    let mut dealing = false;
    for &step in steps {
        match (step, said.last_mut()) {
            // Cards dealt one after the other are told in a row.
            (Change::Deal { from, to, count }, Some(row)) if dealing => {
                *row += ", ";
                *row += &deal_text(&table, from, to, count, names);
            }
            _ => said.extend(change_text(&table, step, names)),
        }
        dealing = matches!(step, Change::Deal { .. });
        reapply(&mut table, step);
        said.extend(step.flipped_pile().map(|place| {
            let card = names.card_list(top_cards(&table, place, 1));
            format!("turned up {card} on {}", place.name())
        }));
    }
    said.join("; ")
}

fn change_text(table: &Table, step: Change, names: CardNotation) -> Option<String> {
    Some(match step {
        Change::Transfer {
            from, to, count, ..
        } => transfer_text(table, from, to, count, names),
        Change::Slide {
            from, to, count, ..
        } => format!(
            "{} moved left: {} to {}",
            pluralize(count.into(), "card"),
            from.name(),
            to.name()
        ),
        Change::Deal { from, to, count } => {
            format!("dealt {}", deal_text(table, from, to, count, names))
        }
        Change::TurnBack { from, to, count } => {
            let cards = pluralize(count.into(), "card");
            format!("{cards} from {} to {}", from.name(), to.name())
        }
        // The order in which discards lie, and the count of redeals, follow from the move.
        Change::Swap { .. } | Change::Redeal => return None,
    })
}

impl CardNotation {
    /// Cards that move as a unit.
    fn card_run(self, cards: &[Card]) -> String {
        match cards {
            [head, ..] if cards.len() > MAX_NAMED_CARDS => {
                format!("{} cards headed by {}", cards.len(), self.card(*head))
            }
            _ => self.card_list(cards),
        }
    }
}

fn deal_text(table: &Table, from: PileId, to: PileId, count: u8, names: CardNotation) -> String {
    let mut cards = top_cards(table, from, count).to_vec();
    cards.reverse();
    format!("{} to {}", names.card_list(&cards), to.name())
}

fn transfer_text(
    table: &Table,
    from: PileId,
    to: PileId,
    count: u8,
    names: CardNotation,
) -> String {
    let cards = top_cards(table, from, count);
    if to == PileId::DISCARDS {
        // They are few, and none lies on another.
        return format!("discarded {}", names.card_list(cards));
    }
    let cards = names.card_run(cards);
    match to.kind() {
        PileKind::Foundation => format!("{cards} from {} home, to {}", from.name(), to.name()),
        _ => format!("{cards} from {} to {}", from.name(), to.name()),
    }
}

/// The top cards of a pile, as many of them as there are.
fn top_cards(table: &Table, place: PileId, count: u8) -> &[Card] {
    let pile = table.pile(place);
    &pile[pile.len().saturating_sub(count.into())..]
}

/// A table that looks the same and remembers no step.
pub fn snapshot(table: &Table) -> Table {
    let mut copy = Table::new(table.pile_ids(), table.deck());
    for place in table.pile_ids().iter() {
        for &card in table.pile(place) {
            copy.put(place, card);
        }
        copy.set_face_down(place, table.face_down(place));
    }
    copy
}

fn reapply(table: &mut Table, step: Change) {
    match step {
        Change::Transfer {
            from, to, count, ..
        } => {
            table.transfer(from, to, count);
        }
        Change::Slide {
            from, to, count, ..
        } => {
            table.slide(from, to, count);
        }
        Change::Deal { from, to, count } => table.deal(from, to, count),
        Change::TurnBack { from, to, count } => table.turn_back(from, to, count),
        Change::Swap {
            pile: place,
            first,
            second,
        } => table.swap(place, first.into(), second.into()),
        Change::Redeal => table.count_redeal(),
    }
}
