//! Picking up and putting down.

use jiff::Timestamp;

use super::home::move_home;
use super::stock::draw;
use super::{cancel_selection, make_move};
use crate::cards::Suit;
use crate::rules::{Move, PileId, PileKind};
use crate::tui::app::App;
use crate::tui::move_diff::pile_name;
use crate::tui::table_state::{CardPosition, PendingInput, Selection};

/// Picks up the card, or puts down there what is picked up.
pub(super) fn select_or_move(app: &mut App, at: CardPosition, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    let Some(held) = seat.selection else {
        if at.pile.kind() == PileKind::Stock {
            draw(app, now);
        } else {
            select_cards(app, at);
        }
        return;
    };
    if held.from != at.pile {
        move_selection_to(app, at.pile, now);
        return;
    }
    let size = seat.game().table().size(at.pile);
    if size - seat.selected_count() != at.index {
        select_cards(app, at);
        return;
    }
    // A second press on the same card: there, if there is one place only.
    match seat.selection_moves()[..] {
        [mv] => {
            make_move(app, mv, now);
        }
        _ => cancel_selection(seat),
    }
}

pub(super) fn select_cards(app: &mut App, at: CardPosition) {
    let Some(seat) = &mut app.table else { return };
    let table = seat.game().table();
    let Some(card) = table.pile(at.pile).get(at.index).copied() else {
        let words = format!("there is no card on {}", pile_name(at.pile));
        app.notify_error(words);
        return;
    };
    if at.index < table.face_down(at.pile) {
        app.notify_error("that card lies face down");
        return;
    }
    let count = table.size(at.pile) - at.index;
    match seat.game().rules().max_movable(table, at.pile) {
        0 => app.notify_error(format!("nothing is taken up from {}", pile_name(at.pile))),
        movable if count > movable => {
            app.notify_error(format!("{card} is not taken up with the cards on it"));
        }
        _ => {
            let count = Some(count as u8);
            seat.selection = Some(Selection {
                from: at.pile,
                count,
            });
            seat.cursor = at;
        }
    }
}

/// Puts down what is picked up: the most cards that go, where the number was not said.
pub(super) fn move_selection_to(app: &mut App, to: PileId, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    let Some(held) = seat.selection else { return };
    let to = seat.game().rules().drop_target(seat.game().table(), to);
    let going = seat
        .selection_moves()
        .into_iter()
        .filter_map(|mv| match mv {
            Move::Transfer {
                to: there, count, ..
            } if there == to => Some(count),
            _ => None,
        });
    let count = going.max().or(held.count).unwrap_or(1);
    let mv = Move::Transfer {
        from: held.from,
        to,
        count,
    };
    if !make_move(app, mv, now) {
        clear_source(app);
    }
}

/// After a two-key move that is refused nothing stays picked up: the next key is a source again.
/// What was picked up by hand stays in the hand.
pub(super) fn clear_source(app: &mut App) {
    if let Some(seat) = &mut app.table
        && seat.selection.is_some_and(|held| held.count.is_none())
    {
        cancel_selection(seat);
    }
}

/// Takes a place that is not a pile as the source of a two-key move; the same again: home.
pub(super) fn select_source_or_move_home(app: &mut App, from: PileId, now: Timestamp) {
    match app.table.as_ref().and_then(|seat| seat.selection) {
        Some(held) if held.from == from => move_home(app, from, held.count, now),
        _ => select_source(app, from),
    }
}

/// Takes a place as the source of a two-key move: as many cards as will go.
pub(super) fn select_source(app: &mut App, from: PileId) {
    let Some(seat) = &mut app.table else { return };
    let table = seat.game().table();
    if !table.pile_ids().contains(from) {
        let missing = from.name();
        let missing = missing.strip_prefix("the ").unwrap_or(&missing);
        app.notify_error(format!("there is no {missing} in this game"));
    } else if table.is_empty(from) {
        app.notify_error(format!("there is no card on {}", pile_name(from)));
    } else {
        cancel_selection(seat);
        seat.selection = Some(Selection { from, count: None });
        seat.move_cursor_to(from);
    }
}

pub(super) fn handle_digit(app: &mut App, digit: u8, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    match seat.pending_input.take() {
        Some(PendingInput::ReserveNumber(None)) => {
            seat.pending_input = Some(PendingInput::ReserveNumber(Some(digit)));
        }
        Some(PendingInput::ReserveNumber(Some(tens))) => match usize::from(tens * 10 + digit) {
            number @ 1..=24 => select_source_or_move_home(app, PileId::reserve(number - 1), now),
            number => app.notify_error(format!("there is no reserve {number} in this game")),
        },
        _ => {
            // The key 0 stands right of 9: it is the tenth.
            let pile = PileId::tableau((usize::from(digit) + 9) % 10);
            match seat.selection {
                None => select_source(app, pile),
                Some(held) if held.from == pile => move_home(app, pile, held.count, now),
                Some(_) => move_selection_to(app, pile, now),
            }
        }
    }
}

/// Takes the foundation of a suit as source, of two the first that gives a card; asked again, its
/// twin.
pub(super) fn select_foundation(app: &mut App, suit: Suit) {
    let Some(seat) = &mut app.table else { return };
    seat.pending_input = None;
    let (table, rules) = (seat.game().table(), seat.game().rules());
    let both = [suit.index(), suit.index() + 4].map(PileId::foundation);
    let there = both.into_iter().filter(|&at| table.pile_ids().contains(at));
    let there: Vec<PileId> = there.collect();
    let giving = there.iter().filter(|&&at| rules.max_movable(table, at) > 0);
    let giving: Vec<PileId> = giving.copied().collect();
    let again = seat
        .selection
        .is_some_and(|held| giving.first() == Some(&held.from));
    match (&giving[..], &there[..]) {
        ([_, twin], _) if again => select_source(app, *twin),
        ([first, ..], _) => select_source(app, *first),
        ([], []) => app.notify_error("there are no foundations in this game"),
        ([], there) if there.iter().all(|&at| table.is_empty(at)) => {
            app.notify_error(format!("no card of {} is home", suit.name()));
        }
        ([], [first, ..]) => {
            app.notify_error(format!("nothing is taken up from {}", pile_name(*first)));
        }
    }
}
