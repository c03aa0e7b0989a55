//! Moves in words: what one would do, and what it did.

use super::{Names, counted};
use crate::cards::Card;
use crate::game::Game;
use crate::rules::{Move, Place, Role, Rules, Step, Table};

/// The most cards moved as a unit that are named one by one.
const MOST_NAMED: usize = 3;

/// A move that can be made, before it is: `5♦ from pile 3 to pile 5`.
pub fn intent(table: &Table, mv: Move, names: Names) -> String {
    match mv {
        Move::Carry { from, to, count } => carried(table, from, to, count, names),
        Move::Draw | Move::Deal | Move::Middle | Move::All | Move::Redeal => mv.to_string(),
    }
}

/// A move that can be made, and what is typed for it: `t3-t5: 5♦ from pile 3 to pile 5`.
pub fn proposal(table: &Table, mv: Move, names: Names) -> String {
    match mv {
        Move::Carry { .. } => format!("{mv}: {}", intent(table, mv, names)),
        _ => intent(table, mv, names),
    }
}

/// Where home is that a move brings a card to: where it could go to either of two foundations, on
/// which side that lies.
pub fn home<R: Rules>(game: &Game<R>, mv: Move) -> &'static str {
    let goes = |mv: Move| match mv {
        Move::Carry { from, to, .. } if to.is_foundation() => Some((from, to)),
        _ => None,
    };
    let plan = game.rules().plan();
    let column = |place: Place| {
        let spot = plan.spots.iter().find(|spot| spot.place == place);
        spot.map(|spot| spot.column)
    };
    let Some((from, to)) = goes(mv) else {
        return "home";
    };
    let legal = game.legal();
    let mut others = legal.iter().filter_map(|&mv| goes(mv));
    match others.find(|other| other.0 == from && other.1 != to) {
        Some((_, other)) if column(to) < column(other) => "home on the left",
        Some(_) => "home on the right",
        None => "home",
    }
}

/// What steps did to the table as it was before them: `5♦ from pile 3 to pile 5; turned up 9♣ on
/// pile 3`.
pub fn changes(before: &Table, steps: &[Step], names: Names) -> String {
    let mut table = snapshot(before);
    let mut said: Vec<String> = Vec::new();
    let mut dealing = false;
    for &step in steps {
        match (step, said.last_mut()) {
            // Cards dealt one after the other are told in a row.
            (Step::Deal { from, to, count }, Some(row)) if dealing => {
                *row += ", ";
                *row += &dealt(&table, from, to, count, names);
            }
            _ => said.extend(change(&table, step, names)),
        }
        dealing = matches!(step, Step::Deal { .. });
        make_again(&mut table, step);
        said.extend(step.turned_up().map(|place| {
            let card = names.cards(top(&table, place, 1));
            format!("turned up {card} on {}", place.name())
        }));
    }
    said.join("; ")
}

fn change(table: &Table, step: Step, names: Names) -> Option<String> {
    Some(match step {
        Step::Carry {
            from, to, count, ..
        } => carried(table, from, to, count, names),
        Step::Slide {
            from, to, count, ..
        } => format!(
            "{} moved left: {} to {}",
            counted(count.into(), "card"),
            from.name(),
            to.name()
        ),
        Step::Deal { from, to, count } => {
            format!("dealt {}", dealt(table, from, to, count, names))
        }
        Step::Gather { from, to, count } => {
            let cards = counted(count.into(), "card");
            format!("{cards} from {} to {}", from.name(), to.name())
        }
        // The order in which discards lie, and the count of redeals, follow from the move.
        Step::Swap { .. } | Step::Redeal => return None,
    })
}

impl Names {
    /// Cards that move as a unit.
    fn unit(self, cards: &[Card]) -> String {
        match cards {
            [head, ..] if cards.len() > MOST_NAMED => {
                format!("{} cards headed by {}", cards.len(), self.card(*head))
            }
            _ => self.cards(cards),
        }
    }
}

fn dealt(table: &Table, from: Place, to: Place, count: u8, names: Names) -> String {
    let mut cards = top(table, from, count).to_vec();
    cards.reverse();
    format!("{} to {}", names.cards(&cards), to.name())
}

fn carried(table: &Table, from: Place, to: Place, count: u8, names: Names) -> String {
    let cards = top(table, from, count);
    if to == Place::DISCARDS {
        // They are few, and none lies on another.
        return format!("discarded {}", names.cards(cards));
    }
    let cards = names.unit(cards);
    match to.role() {
        Role::Foundation => format!("{cards} from {} home, to {}", from.name(), to.name()),
        _ => format!("{cards} from {} to {}", from.name(), to.name()),
    }
}

/// The top cards of a pile, as many of them as there are.
fn top(table: &Table, place: Place, count: u8) -> &[Card] {
    let pile = table.pile(place);
    &pile[pile.len().saturating_sub(count.into())..]
}

/// A table that looks the same and remembers no step.
pub fn snapshot(table: &Table) -> Table {
    let mut copy = Table::new(table.places(), table.deck());
    for place in table.places().iter() {
        for &card in table.pile(place) {
            copy.put(place, card);
        }
        copy.lay_face_down(place, table.face_down(place));
    }
    copy
}

fn make_again(table: &mut Table, step: Step) {
    match step {
        Step::Carry {
            from, to, count, ..
        } => {
            table.carry(from, to, count);
        }
        Step::Slide {
            from, to, count, ..
        } => {
            table.slide(from, to, count);
        }
        Step::Deal { from, to, count } => table.deal(from, to, count),
        Step::Gather { from, to, count } => table.gather(from, to, count),
        Step::Swap {
            place,
            first,
            second,
        } => table.swap(place, first.into(), second.into()),
        Step::Redeal => table.count_redeal(),
    }
}
