//! Describes table events, either at length with every pile named or within one line.

use super::{CardNotation, pluralize};
use crate::cards::Card;
use crate::game::TableEvent;
use crate::rules::{PileId, PileKind};

/// Maximum number of cards that a brief description names one by one.
const MAX_BRIEF_CARDS: usize = 4;

/// Describes events at length: `5♦ from pile 3 to pile 5; turned up 9♣ on pile 3`.
pub fn events(events: &[TableEvent], notation: CardNotation) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut in_deal = false;
    for event in events {
        match (event, parts.last_mut()) {
            // Cards dealt one after another share one part.
            (TableEvent::Dealt { cards, to }, Some(part)) if in_deal => {
                *part += &format!(", {} to {}", notation.card_list(cards), to.name());
            }
            _ => parts.push(event_text(event, notation)),
        }
        in_deal = matches!(event, TableEvent::Dealt { .. });
    }
    parts.join("; ")
}

fn event_text(event: &TableEvent, notation: CardNotation) -> String {
    match event {
        TableEvent::Moved { cards, from, to } => transfer_text(cards, *from, *to, notation),
        TableEvent::Slid { cards, from, to } => slide_text(cards, *from, *to, notation),
        TableEvent::Dealt { cards, to } => {
            format!("dealt {} to {}", notation.card_list(cards), to.name())
        }
        TableEvent::Flipped { card, pile } => {
            format!("turned up {} on {}", notation.card(*card), pile.name())
        }
        TableEvent::TurnedBack { count, from, to } => format!(
            "{} from {} to {}",
            pluralize(*count, "card"),
            from.name(),
            to.name()
        ),
    }
}

fn slide_text(cards: &[Card], from: PileId, to: PileId, notation: CardNotation) -> String {
    let cards = match cards {
        [card] => notation.card(*card),
        cards => pluralize(cards.len(), "card"),
    };
    format!("{cards} moved left: {} to {}", from.name(), to.name())
}

/// Describes cards that move as a unit: `5♦ from pile 3 to pile 5`.
pub(super) fn transfer_text(
    cards: &[Card],
    from: PileId,
    to: PileId,
    notation: CardNotation,
) -> String {
    match to.kind() {
        // They are few, and none lies on another.
        PileKind::Discards => format!("discarded {}", notation.card_list(cards)),
        _ => {
            let cards = notation.card_run(cards);
            format!("{cards} from {} to {}", from.name(), to.name())
        }
    }
}

/// Describes events within one line, the most important part first:
/// `7♠ to pile 3 · pile 2 empty: piles 3 to 8 moved left · turned up 4♣`.
pub fn events_brief(events: &[TableEvent]) -> String {
    let (mut moved, mut slides, mut turned_back) = (Vec::new(), Vec::new(), Vec::new());
    let (mut dealt, mut flipped) = (Vec::<Card>::new(), Vec::new());
    for event in events {
        match event {
            TableEvent::Moved { cards, from, to } => moved.push(transfer_brief(cards, *from, *to)),
            TableEvent::Slid { cards, from, to } => slides.push((*from, *to, &**cards)),
            TableEvent::Dealt { cards, .. } => dealt.extend(cards),
            TableEvent::Flipped { card, .. } => flipped.push(card.to_string()),
            TableEvent::TurnedBack { count, to, .. } => {
                let cards = pluralize(*count, "card");
                turned_back.push(format!("{cards} turned back to {}", to.name()));
            }
        }
    }
    let mut parts = moved;
    parts.extend(slides_brief(&slides));
    match dealt[..] {
        [] => {}
        [card] => parts.push(format!("drew {card}")),
        _ => parts.push(format!("dealt {}", pluralize(dealt.len(), "card"))),
    }
    if !flipped.is_empty() {
        parts.push(format!("turned up {}", flipped.join(" ")));
    }
    parts.extend(turned_back);
    parts.join(" · ")
}

fn transfer_brief(cards: &[Card], from: PileId, to: PileId) -> String {
    let named = if cards.len() <= MAX_BRIEF_CARDS {
        CardNotation::Symbols.card_list(cards)
    } else {
        pluralize(cards.len(), "card")
    };
    match to.kind() {
        PileKind::Foundation => format!("{named} home"),
        PileKind::Discards => format!("{named} discarded"),
        _ if from.is_foundation() => format!("{named} back to {}", to.name()),
        _ => format!("{named} to {}", to.name()),
    }
}

/// Describes slides: from, to and the cards. Piles that slid one after another, each into the place that the one before it
/// left, share one part.
fn slides_brief(slides: &[(PileId, PileId, &[Card])]) -> Vec<String> {
    let chains = slides.chunk_by(|(left, ..), (_, into, _)| left == into);
    chains
        .filter_map(|chain| match *chain {
            [] => None,
            [(from, to, cards)] => Some(slide_text(cards, from, to, CardNotation::Symbols)),
            [(first, to, _), .., (last, ..)] => Some(format!(
                "{} empty: piles {} {} {} moved left",
                to.name(),
                first.number() + 1,
                if chain.len() == 2 { "and" } else { "to" },
                last.number() + 1
            )),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::table_events;
    use crate::rules::Table;

    /// Piles of one face-up card each, but the third, which has one face down under it.
    fn table() -> Table {
        let piles = (0..4).map(PileId::tableau);
        let mut table = Table::new(piles.collect(), &[]);
        for (pile, card) in [(0, "8H"), (1, "9S"), (2, "4C"), (2, "KD"), (3, "2C")] {
            table.put(PileId::tableau(pile), card.parse().expect("valid card"));
        }
        table.set_face_down(PileId::tableau(2), 1);
        table
    }

    fn described(change: impl FnOnce(&mut Table)) -> [String; 2] {
        let mut table = table();
        let start = table.checkpoint();
        change(&mut table);
        let changes = table_events(&table, start);
        [
            events_brief(&changes),
            events(&changes, CardNotation::Symbols),
        ]
    }

    #[test]
    fn piles_that_slide_one_after_another_share_one_part() {
        let [brief, full] = described(|table| {
            let [first, second, third] = [0, 1, 2].map(PileId::tableau);
            table.transfer(first, second, 1);
            table.slide(second, first, 2);
            table.slide(third, second, 1);
        });
        assert_eq!(
            brief,
            "8♥ to pile 2 · pile 1 empty: piles 2 and 3 moved left · turned up 4♣"
        );
        assert_eq!(
            full,
            "8♥ from pile 1 to pile 2; 2 cards moved left: pile 2 to pile 1; \
             K♦ moved left: pile 3 to pile 2; turned up 4♣ on pile 3"
        );
    }

    #[test]
    fn a_slide_of_one_pile_names_both_piles() {
        let [brief, _] = described(|table| {
            table.transfer(PileId::tableau(1), PileId::tableau(0), 1);
            table.slide(PileId::tableau(2), PileId::tableau(1), 1);
        });
        assert_eq!(
            brief,
            "9♠ to pile 1 · K♦ moved left: pile 3 to pile 2 · turned up 4♣"
        );
    }

    #[test]
    fn few_cards_are_named_and_many_counted() {
        let [brief, full] =
            described(|table| _ = table.transfer(PileId::tableau(0), PileId::tableau(1), 1));
        assert_eq!(brief, "8♥ to pile 2");
        assert_eq!(full, "8♥ from pile 1 to pile 2");
        let cards: Vec<Card> = ["9S", "8H", "7S", "6H", "5S"]
            .map(|card| card.parse().expect("valid card"))
            .to_vec();
        let (from, to) = (PileId::tableau(0), PileId::tableau(1));
        let moved = [TableEvent::Moved { cards, from, to }];
        assert_eq!(events_brief(&moved), "5 cards to pile 2");
        assert_eq!(
            events(&moved, CardNotation::Symbols),
            "5 cards headed by 9♠ from pile 1 to pile 2"
        );
    }
}
