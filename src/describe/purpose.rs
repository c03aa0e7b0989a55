//! Says what a move is for.

use super::pluralize;
use crate::cards::Card;
use crate::game::{EventKind, TableEvent, table_events};
use crate::rules::{Move, Rules, Table};

/// The first moves of a line, up to the first that achieves something: a card turned up, a space, a card home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Number of moves.
    pub len: usize,
    /// What comes after the first move and what that is for, in words that follow it: `then 4♦: frees A♠ in pile 3`. Empty
    /// if the move says it.
    pub text: String,
}

/// Maximum number of later moves of a plan that are named one by one.
const MAX_NAMED_MOVES: usize = 2;

impl Plan {
    /// Returns the plan that a line begins with. `None` if it draws before it achieves anything else, or never does: what
    /// the stock brings is not what the moves before are for.
    pub fn new(rules: &dyn Rules, table: &Table, line: &[Move]) -> Option<Plan> {
        let mut table = table.clone();
        let mut later: Vec<String> = Vec::new();
        for (n, &mv) in line.iter().enumerate() {
            let start = table.checkpoint();
            rules.apply(&mut table, mv);
            let events = table_events(&table, start);
            let card = moved_card(&events);
            if n > 0 {
                later.push(card?.to_string());
            }
            let home = line[n..]
                .iter()
                .take_while(|mv| mv.is_to_foundation())
                .count();
            let aim = match effect(rules, &table, &events) {
                Some(aim) => format!(": {aim}"),
                None if home == 0 => continue,
                // That others go home next is for the next hints to say.
                None if n == 0 => String::new(),
                None if home > 1 => format!(": {home} cards go home"),
                None => " home".into(),
            };
            let later = match &later[..] {
                [] => String::new(),
                few if few.len() <= MAX_NAMED_MOVES => format!("then {}", few.join(" and ")),
                [.., last] if home == 1 => {
                    format!("then {} more moves and {last}", later.len() - 1)
                }
                many => format!("then {} more moves", many.len()),
            };
            let text = format!("{later}{aim}").trim_start_matches(": ").to_owned();
            return Some(Plan { len: n + 1, text });
        }
        None
    }
}

/// What a move does that is part of no [`Plan`]: `uncovers 8♥`, `puts 7♦ on 8♠`. Empty for a
/// card that goes home and uncovers none: the move says it.
pub fn plain_effect(table: &Table, mv: Move) -> String {
    let (from, to, count) = match mv {
        Move::Transfer { from, to, count } => (from, to, count),
        Move::DiscardMiddle => return "2 more cards gone".into(),
        Move::DiscardAll => return "4 more cards gone".into(),
        _ => return "turns up the next card".into(),
    };
    let cards = table.pile(from);
    let head = cards.len().saturating_sub(count.into());
    let card = cards.get(head).map(Card::to_string).unwrap_or_default();
    let below = head.checked_sub(1).filter(|_| from.is_tableau());
    match (below, table.top(to)) {
        (Some(below), _) => format!("uncovers {}", cards[below]),
        (None, _) if to.is_foundation() => String::new(),
        (None, Some(onto)) => format!("puts {card} on {onto}"),
        (None, None) => format!("fills {}", to.name()),
    }
}

/// The head of the cards that a move transfers.
fn moved_card(events: &[TableEvent]) -> Option<Card> {
    let moved = events.iter().find(|event| event.kind == EventKind::Moved)?;
    moved.cards.first().copied()
}

/// What a move did that is worth a hint, given the table after it.
fn effect(rules: &dyn Rules, table: &Table, events: &[TableEvent]) -> Option<String> {
    let of_kind = |kind| events.iter().filter(move |event| event.kind == kind);
    if let Some(flipped) = of_kind(EventKind::Flipped).next() {
        return Some(format!("turns up a card in {}", flipped.to.name()));
    }
    if let Some(slide) = of_kind(EventKind::Slid).next() {
        let piles = match of_kind(EventKind::Slid).count() {
            1 => "1 pile slides".into(),
            slides => format!("{slides} piles slide"),
        };
        return Some(format!("empties {}: {piles}", slide.to.name()));
    }
    let TableEvent {
        kind, cards, from, ..
    } = events.first()?;
    Some(match kind {
        EventKind::Moved if from.is_tableau() => {
            let freed = |mv: &Move| matches!(mv, Move::Transfer { from: pile, .. } if pile == from && mv.is_to_foundation());
            match table.top(*from) {
                None => format!("empties {}", from.name()),
                Some(top) if rules.move_list(table).iter().any(freed) => {
                    format!("frees {top} in {}", from.name())
                }
                Some(_) => return None,
            }
        }
        EventKind::Dealt if events.len() == 1 => "turns up the next card".into(),
        EventKind::Dealt => "deals new cards".into(),
        EventKind::TurnedBack => format!("turns back {}", pluralize(cards.len(), "card")),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PileId;
    use crate::variant::test_variant;

    /// The plan of a line in Moving Left, on piles given with their numbers of face-down cards.
    fn plan_of(piles: &[(usize, &str)], line: &str) -> Option<String> {
        let rules = test_variant("moving-left", &[]);
        let empty = rules.deal(&crate::rules::shuffled_deck(1, 2));
        let mut table = Table::new(empty.pile_ids(), &[]);
        for (number, (face_down, cards)) in piles.iter().enumerate() {
            let pile = PileId::tableau(number);
            for card in cards.split(' ') {
                table.put(pile, card.parse().expect("a card"));
            }
            table.set_face_down(pile, *face_down);
        }
        table.put(PileId::STOCK, "2C".parse().expect("a card"));
        table.set_face_down(PileId::STOCK, 1);
        let line = line.split(' ').map(|mv| mv.parse().expect("a move"));
        Plan::new(&*rules, &table, &line.collect::<Vec<Move>>()).map(|plan| plan.text)
    }

    #[test]
    fn a_plan_is_the_first_thing_that_a_line_achieves() {
        for (piles, line, expected) in [
            (
                &[(1, "4C 9S"), (0, "TD KC")][..],
                "t1-t2",
                "turns up a card in pile 1",
            ),
            (
                &[(0, "9S"), (0, "TD"), (0, "KC"), (0, "2H")],
                "t1-t2",
                "empties pile 1: 3 piles slide",
            ),
            (&[(0, "KC AC 9S"), (0, "TD")], "t1-t2", "frees A♣ in pile 1"),
            (
                &[(0, "KC 3C 2C AC"), (0, "TD")],
                "t1-f1 t1-f1 t1-f1",
                "frees 2♣ in pile 1",
            ),
            (
                &[(1, "4C TD 9S"), (0, "TH"), (0, "JC")],
                "t1-t2 t1-t3",
                "then 10♦: turns up a card in pile 1",
            ),
        ] {
            assert_eq!(plan_of(piles, line).as_deref(), Some(expected), "{line}");
        }
        for line in ["t1-t2", "t1-t2 draw"] {
            let none = plan_of(&[(0, "KC TH 9S"), (0, "TD")], line);
            assert_eq!(none, None, "{line}");
        }
    }
}
