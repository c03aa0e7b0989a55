//! Carrying cards with the pointer.

use jiff::Timestamp;
use ratatui::layout::Position;

use super::cancel_selection;
use super::selection::{move_selection_to, select_cards};
use crate::tui::app::App;
use crate::tui::scene::Target;
use crate::tui::table_state::{DragState, TableState};

/// Takes up the cards that the pointer was pressed on.
pub(super) fn start_drag(app: &mut App, target: Target, pointer: Position) {
    let Some(seat) = &mut app.table else { return };
    cancel_selection(seat);
    let Target::Card(at) = target else { return };
    if seat.is_hand_game() {
        return;
    }
    select_cards(app, at);
    if let Some(seat) = app.table.as_mut().filter(|seat| seat.selection.is_some()) {
        let over = Some(at.pile);
        seat.drag = Some(DragState { over, pointer });
    }
}

/// Carries on what was taken up.
pub(super) fn update_drag(seat: &mut TableState, over: Target, pointer: Position) {
    if let Some(drag) = &mut seat.drag {
        let over = over.pile();
        *drag = DragState { over, pointer };
    }
}

/// Puts down what was carried; back, where it does not go.
pub(super) fn finish_drag(app: &mut App, onto: Target, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    let (Some(held), Some(_)) = (seat.selection, seat.drag.take()) else {
        return;
    };
    match onto.pile() {
        Some(place) if place != held.from => move_selection_to(app, place, now),
        Some(_) => {}
        None => app.notify_error("put back: there is no pile where they were let go"),
    }
    if let Some(seat) = app
        .table
        .as_mut()
        .filter(|seat| seat.selection == Some(held))
    {
        cancel_selection(seat);
    }
}
