//! Clicking, dragging and the wheel.

use ratatui::layout::Position;

use super::TableScreen;
use crate::game::CardPosition;
use crate::rules::{Move, PileId, PileKind};
use crate::session::Command;
use crate::tui::action::{Direction, Target};
use crate::tui::context::Context;
use crate::tui::table::view::{DragState, PendingInput};

impl TableScreen {
    pub(super) fn click(&mut self, target: Target, cx: &mut Context) {
        let has_selection = self.view.selection.is_some();
        let card = match target {
            Target::Card(card) => card,
            Target::Pile(pile) => CardPosition::new(pile, 0),
            Target::BelowPile(pile) if has_selection => CardPosition::new(pile, 0),
            _ => return self.cancel_selection(),
        };
        if self.view.is_hand_game() {
            let command = match card.pile {
                PileId::STOCK => Command::Draw,
                _ => Command::Discard,
            };
            self.execute(command, cx);
            return;
        }
        let pending = self.view.pending_input.take();
        if let Some(PendingInput::FoundationChoice(moves)) = pending {
            let is_there = |mv: &Move| matches!(mv, Move::Transfer { to, .. } if *to == card.pile);
            match moves.into_iter().find(is_there) {
                Some(mv) => _ = self.execute(Command::Move(mv), cx),
                None => self.cancel_selection(),
            }
            return;
        }
        self.select_or_move(card, cx);
    }

    pub(super) fn double_click(&mut self, target: Target, cx: &mut Context) {
        match target {
            Target::Card(card)
                if !self.view.is_hand_game() && card.pile.kind() != PileKind::Stock =>
            {
                self.cancel_selection();
                let count = self.view.count_from(card);
                self.auto_move(card.pile, count, cx);
            }
            other => self.click(other, cx),
        }
    }

    /// Moves the cursor within a fan.
    pub(super) fn scroll_fan(&mut self, pile: PileId, direction: Direction) {
        let table = &mut self.view;
        if table.cursor.pile != pile {
            table.move_cursor_to(pile);
        }
        let before = table.cursor;
        table.move_cursor(direction);
        if table.cursor.pile != pile {
            table.cursor = before;
        }
    }

    /// Selects the cards on which the pointer was pressed.
    pub(super) fn start_drag(&mut self, target: Target, pointer: Position, cx: &mut Context) {
        self.cancel_selection();
        let Target::Card(card) = target else { return };
        if self.view.is_hand_game() {
            return;
        }
        self.select_cards(card, cx);
        if self.view.selection.is_some() {
            let over = Some(card.pile);
            self.view.drag = Some(DragState { over, pointer });
        }
    }

    /// Moves the dragged cards.
    pub(super) fn update_drag(&mut self, over: Target, pointer: Position) {
        if let Some(drag) = &mut self.view.drag {
            let over = over.pile();
            *drag = DragState { over, pointer };
        }
    }

    /// Drops the dragged cards; they return if they cannot go there.
    pub(super) fn finish_drag(&mut self, onto: Target, cx: &mut Context) {
        let table = &mut self.view;
        let (Some(selection), Some(_)) = (table.selection, table.drag.take()) else {
            return;
        };
        match onto.pile() {
            Some(pile) if pile != selection.from => self.move_selection_to(pile, cx),
            Some(_) => {}
            None => cx.notify_error("No pile there; card returned"),
        }
        if self.view.selection == Some(selection) {
            self.cancel_selection();
        }
    }
}
