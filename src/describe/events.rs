//! Describes table events, either at length with every pile named or within one line.

use super::{CardNotation, pluralize};
use crate::cards::Card;
use crate::game::{EventKind, TableEvent};
use crate::rules::{PileId, PileKind};

/// Maximum number of cards that a brief description names one by one.
const MAX_BRIEF_CARDS: usize = 4;

/// Describes events at length: `5♦ from pile 3 to pile 5; turned up 9♣ on pile 3`.
pub fn events(events: &[TableEvent], notation: CardNotation) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut in_deal = false;
    for event in events {
        let is_deal = event.kind == EventKind::Dealt;
        match parts.last_mut() {
            // Cards dealt one after another share one part.
            Some(part) if is_deal && in_deal => {
                let cards = notation.card_list(&event.cards);
                *part += &format!(", {cards} to {}", event.to.name());
            }
            _ => parts.push(event_text(event, notation)),
        }
        in_deal = is_deal;
    }
    parts.join("; ")
}

fn event_text(event: &TableEvent, notation: CardNotation) -> String {
    let (cards, from, to) = (&event.cards[..], event.from.name(), event.to.name());
    let count = pluralize(cards.len(), "card");
    match event.kind {
        EventKind::Moved => transfer_text(cards, event.from, event.to, notation),
        EventKind::Slid => match cards {
            [card] => format!("{} moved left: {from} to {to}", notation.card(*card)),
            _ => format!("{count} moved left: {from} to {to}"),
        },
        EventKind::Dealt => format!("dealt {} to {to}", notation.card_list(cards)),
        EventKind::Flipped => format!("turned up {} on {to}", notation.card_list(cards)),
        EventKind::TurnedBack => format!("{count} from {from} to {to}"),
    }
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
    let of_kind = |kind| events.iter().filter(move |event| event.kind == kind);
    let cards_of = |kind| -> Vec<Card> {
        let events = of_kind(kind);
        events.flat_map(|event| &event.cards).copied().collect()
    };
    let mut parts: Vec<String> = of_kind(EventKind::Moved).map(transfer_brief).collect();
    parts.extend(slides_brief(&of_kind(EventKind::Slid).collect::<Vec<_>>()));
    match &cards_of(EventKind::Dealt)[..] {
        [] => {}
        [card] => parts.push(format!("drew {card}")),
        dealt => parts.push(format!("dealt {}", pluralize(dealt.len(), "card"))),
    }
    let flipped = cards_of(EventKind::Flipped);
    if !flipped.is_empty() {
        let cards = CardNotation::Symbols.card_list(&flipped);
        parts.push(format!("turned up {cards}"));
    }
    parts.extend(of_kind(EventKind::TurnedBack).map(|event| {
        let cards = pluralize(event.cards.len(), "card");
        format!("{cards} turned back to {}", event.to.name())
    }));
    parts.join(" · ")
}

fn transfer_brief(
    TableEvent {
        cards, from, to, ..
    }: &TableEvent,
) -> String {
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

/// Describes slides. Piles that slid one after another, each into the place that the one before it left, share one part.
fn slides_brief(slides: &[&TableEvent]) -> Vec<String> {
    let chains = slides.chunk_by(|one, next| one.from == next.to);
    chains
        .filter_map(|chain| match chain {
            [] => None,
            [slide] => Some(event_text(slide, CardNotation::Symbols)),
            [first, .., last] => Some(format!(
                "{} empty: piles {} {} {} moved left",
                first.to.name(),
                first.from.number() + 1,
                if chain.len() == 2 { "and" } else { "to" },
                last.from.number() + 1
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
        let kind = EventKind::Moved;
        let moved = [TableEvent {
            kind,
            cards,
            from,
            to,
        }];
        assert_eq!(events_brief(&moved), "5 cards to pile 2");
        assert_eq!(
            events(&moved, CardNotation::Symbols),
            "5 cards headed by 9♠ from pile 1 to pile 2"
        );
    }
}
