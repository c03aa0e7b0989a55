//! Selecting cards and moving the selection.

use jiff::Timestamp;

use super::{cancel_selection, execute, no_card_text};
use crate::cards::Suit;
use crate::describe::pile_name;
use crate::rules::{PileId, PileKind};
use crate::session::{Command, Refusal};
use crate::tui::app::App;
use crate::tui::table_state::{CardPosition, PendingInput, Selection};

/// Selects a card, or moves the selection to it.
pub(super) fn select_or_move(app: &mut App, at: CardPosition, now: Timestamp) {
    let Some(table) = &mut app.table else { return };
    let Some(selection) = table.selection else {
        if at.pile.kind() == PileKind::Stock {
            execute(app, Command::DrawOrDeal, now);
        } else {
            select_cards(app, at);
        }
        return;
    };
    if selection.from != at.pile {
        move_selection_to(app, at.pile, now);
        return;
    }
    let size = table.game().table().size(at.pile);
    if size - table.selected_count() != at.index {
        select_cards(app, at);
        return;
    }
    // A second press on the same card moves it if it has one target only.
    match table.selection_moves()[..] {
        [mv] => _ = execute(app, Command::Move(mv), now),
        _ => cancel_selection(table),
    }
}

/// Selects a card and those on it.
pub(super) fn select_cards(app: &mut App, at: CardPosition) {
    let Some(table) = &mut app.table else { return };
    let cards = table.game().table();
    let Some(card) = cards.pile(at.pile).get(at.index).copied() else {
        app.notify_error(no_card_text(at.pile));
        return;
    };
    if at.index < cards.face_down(at.pile) {
        app.notify_error("That card is face down");
        return;
    }
    let count = cards.size(at.pile) - at.index;
    match table.game().rules().max_movable(cards, at.pile) {
        0 => app.notify_error(not_movable_text(at.pile)),
        movable if count > movable => {
            app.notify_error(format!("{card} can't be moved with the cards on it"));
        }
        _ => {
            table.selection = Some(Selection {
                from: at.pile,
                count: Some(count as u8),
            });
            table.cursor = at;
        }
    }
}

/// Says that no card of a pile can be moved.
fn not_movable_text(pile: PileId) -> String {
    format!("Cards can't be moved from {}", pile_name(pile))
}

/// Moves the selection to a pile.
pub(super) fn move_selection_to(app: &mut App, to: PileId, now: Timestamp) {
    let Some(selection) = app.table.as_ref().and_then(|table| table.selection) else {
        return;
    };
    let command = Command::Transfer {
        from: selection.from,
        to,
        count: selection.count,
    };
    if !execute(app, command, now) {
        clear_source(app);
    }
}

/// Sends a card home; if two foundations fit, the player chooses.
pub(super) fn move_home(app: &mut App, from: PileId, count: Option<u8>, now: Timestamp) {
    if !execute(app, Command::ToFoundation { from, count }, now) {
        clear_source(app);
    }
}

/// Clears the source of a two-key move that was refused, so that the next key is a source again.
/// Cards selected by hand stay selected.
pub(super) fn clear_source(app: &mut App) {
    if let Some(table) = &mut app.table
        && table
            .selection
            .is_some_and(|selection| selection.count.is_none())
    {
        cancel_selection(table);
    }
}

/// Makes a pile the source of a two-key move; sends its card home if it is that already.
pub(super) fn select_source_or_move_home(app: &mut App, from: PileId, now: Timestamp) {
    match app.table.as_ref().and_then(|table| table.selection) {
        Some(selection) if selection.from == from => move_home(app, from, selection.count, now),
        _ => select_source(app, from),
    }
}

/// Makes a pile the source of a two-key move of as many cards as can go.
pub(super) fn select_source(app: &mut App, from: PileId) {
    let Some(table) = &mut app.table else { return };
    let cards = table.game().table();
    if !cards.pile_ids().contains(from) {
        let missing = from.name();
        let missing = missing.strip_prefix("the ").unwrap_or(&missing);
        app.notify_error(format!("This game has no {missing}"));
    } else if cards.is_empty(from) {
        app.notify_error(no_card_text(from));
    } else {
        cancel_selection(table);
        table.selection = Some(Selection { from, count: None });
        table.move_cursor_to(from);
    }
}

/// Handles a digit: the number of a pile, or half of the number of a reserve card.
pub(super) fn handle_digit(app: &mut App, digit: u8, now: Timestamp) {
    let Some(table) = &mut app.table else { return };
    match table.pending_input.take() {
        Some(PendingInput::ReserveNumber(None)) => {
            table.pending_input = Some(PendingInput::ReserveNumber(Some(digit)));
        }
        Some(PendingInput::ReserveNumber(Some(tens))) => match usize::from(tens * 10 + digit) {
            number @ 1..=24 => select_source_or_move_home(app, PileId::reserve(number - 1), now),
            number => app.notify_error(format!("This game has no reserve {number}")),
        },
        _ => {
            // The key 0 stands right of 9: it is the tenth pile.
            let pile = PileId::tableau((usize::from(digit) + 9) % 10);
            match table.selection {
                None => select_source(app, pile),
                Some(selection) if selection.from == pile => {
                    move_home(app, pile, selection.count, now);
                }
                Some(_) => move_selection_to(app, pile, now),
            }
        }
    }
}

/// Makes the foundation of a suit the source: of two the first that gives a card, and its twin if
/// that one is the source already.
pub(super) fn select_foundation(app: &mut App, suit: Suit) {
    let Some(table) = &mut app.table else { return };
    table.pending_input = None;
    let (cards, rules) = (table.game().table(), table.game().rules());
    let twins = [suit.index(), suit.index() + 4].map(PileId::foundation);
    let present: Vec<PileId> = twins
        .into_iter()
        .filter(|&pile| cards.pile_ids().contains(pile))
        .collect();
    let giving: Vec<PileId> = present
        .iter()
        .copied()
        .filter(|&pile| rules.max_movable(cards, pile) > 0)
        .collect();
    let again = table
        .selection
        .is_some_and(|selection| giving.first() == Some(&selection.from));
    match (&giving[..], &present[..]) {
        ([_, twin], _) if again => select_source(app, *twin),
        ([first, ..], _) => select_source(app, *first),
        ([], []) => app.notify_error(Refusal::NoFoundations.to_string()),
        ([], present) if present.iter().all(|&pile| cards.is_empty(pile)) => {
            app.notify_error(format!("No {} are home yet", suit.name()));
        }
        ([], [first, ..]) => app.notify_error(not_movable_text(*first)),
    }
}
