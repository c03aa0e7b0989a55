//! Dragging cards with the pointer.

use ratatui::layout::Position;

use super::TableScreen;
use super::context::Context;
use crate::tui::table::state::DragState;
use crate::tui::target::Target;

impl TableScreen {
    /// Selects the cards on which the pointer was pressed.
    pub(super) fn start_drag(&mut self, target: Target, pointer: Position, cx: &mut Context<'_>) {
        self.cancel_selection();
        let Target::Card(card) = target else { return };
        if self.state().is_hand_game() {
            return;
        }
        self.select_cards(card, cx);
        if self.state().selection.is_some() {
            let over = Some(card.pile);
            self.state_mut().drag = Some(DragState { over, pointer });
        }
    }

    /// Moves the dragged cards.
    pub(super) fn update_drag(&mut self, over: Target, pointer: Position) {
        if let Some(drag) = &mut self.state_mut().drag {
            let over = over.pile();
            *drag = DragState { over, pointer };
        }
    }

    /// Drops the dragged cards; they return if they cannot go there.
    pub(super) fn finish_drag(&mut self, onto: Target, cx: &mut Context<'_>) {
        let table = self.state_mut();
        let (Some(selection), Some(_)) = (table.selection, table.drag.take()) else {
            return;
        };
        match onto.pile() {
            Some(pile) if pile != selection.from => self.move_selection_to(pile, cx),
            Some(_) => {}
            None => cx.services.notify_error("No pile there; card returned"),
        }
        if self.state().selection == Some(selection) {
            self.cancel_selection();
        }
    }
}
