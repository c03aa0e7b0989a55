//! Dragging cards with the pointer.

use jiff::Timestamp;
use ratatui::layout::Position;

use super::cancel_selection;
use super::selection::{move_selection_to, select_cards};
use crate::tui::app::App;
use crate::tui::scene::Target;
use crate::tui::table_state::{DragState, TableState};

/// Selects the cards that the pointer was pressed on.
pub(super) fn start_drag(app: &mut App, target: Target, pointer: Position) {
    let Some(table) = &mut app.table else { return };
    cancel_selection(table);
    let Target::Card(at) = target else { return };
    if table.is_hand_game() {
        return;
    }
    select_cards(app, at);
    if let Some(table) = app.table.as_mut().filter(|table| table.selection.is_some()) {
        let over = Some(at.pile);
        table.drag = Some(DragState { over, pointer });
    }
}

/// Moves the dragged cards.
pub(super) fn update_drag(table: &mut TableState, over: Target, pointer: Position) {
    if let Some(drag) = &mut table.drag {
        let over = over.pile();
        *drag = DragState { over, pointer };
    }
}

/// Drops the dragged cards; they return if they cannot go there.
pub(super) fn finish_drag(app: &mut App, onto: Target, now: Timestamp) {
    let Some(table) = &mut app.table else { return };
    let (Some(selection), Some(_)) = (table.selection, table.drag.take()) else {
        return;
    };
    match onto.pile() {
        Some(pile) if pile != selection.from => move_selection_to(app, pile, now),
        Some(_) => {}
        None => app.notify_error("No pile there; card returned"),
    }
    if let Some(table) = app
        .table
        .as_mut()
        .filter(|table| table.selection == Some(selection))
    {
        cancel_selection(table);
    }
}
