//! Selecting cards and moving the selection, by keys or with the pointer.

use ratatui::layout::Position;

use super::TableScreen;
use crate::cards::Suit;
use crate::describe::{pile_name, sentence};
use crate::game::CardPosition;
use crate::rules::{PileId, PileKind};
use crate::session::{Command, Refusal};
use crate::tui::action::Target;
use crate::tui::screen::Context;
use crate::tui::table::view::{DragState, PendingInput, Selection};

impl TableScreen {
    /// Cancels the selection, a drag and a command that awaits its next key.
    pub(super) fn cancel_selection(&mut self) {
        self.game_over_dismissed = self.view.is_over();
        self.view.cancel_selection();
    }

    /// Selects a card, or moves the selection to it.
    pub(super) fn select_or_move(&mut self, card: CardPosition, cx: &mut Context<'_>) {
        let table = &self.view;
        let Some(selection) = table.selection else {
            if card.pile.kind() == PileKind::Stock {
                self.execute(Command::Draw, cx);
            } else {
                self.select_cards(card, cx);
            }
            return;
        };
        if selection.from != card.pile {
            self.move_selection_to(card.pile, cx);
            return;
        }
        let size = table.game().table().size(card.pile);
        if size - table.selected_count() != card.index {
            self.select_cards(card, cx);
            return;
        }
        // A second press on the same card moves it if it has one target only.
        match table.selection_moves()[..] {
            [mv] => _ = self.execute(Command::Move(mv), cx),
            _ => self.cancel_selection(),
        }
    }

    /// Selects a card and those on it.
    pub(super) fn select_cards(&mut self, position: CardPosition, cx: &mut Context<'_>) {
        let game = self.game();
        let table = game.table();
        let CardPosition { pile, index } = position;
        let Some(card) = table.pile(pile).get(index).copied() else {
            cx.services.notify_error(no_card_text(pile));
            return;
        };
        if index < table.face_down(pile) {
            cx.services.notify_error("That card is face down");
            return;
        }
        let count = table.size(pile) - index;
        match game.rules().max_movable(table, pile) {
            0 => cx.services.notify_error(not_movable_text(pile)),
            movable if count > movable => {
                let covered = Refusal::Covered(card, count - 1);
                cx.services.notify_error(covered.to_string());
            }
            _ => {
                let table = &mut self.view;
                table.selection = Some(Selection {
                    from: pile,
                    count: Some(count as u8),
                });
                table.cursor = position;
            }
        }
    }

    /// Moves the selection to a pile.
    pub(super) fn move_selection_to(&mut self, to: PileId, cx: &mut Context<'_>) {
        let Some(Selection { from, count }) = self.view.selection else {
            return;
        };
        if !self.execute(Command::Transfer { from, to, count }, cx) {
            self.clear_source();
        }
    }

    /// Sends a card home, or else cards to their only target; if two foundations fit, the player chooses.
    pub(super) fn auto_move(&mut self, from: PileId, count: Option<u8>, cx: &mut Context<'_>) {
        if !self.execute(Command::AutoMove { from, count }, cx) {
            self.clear_source();
        }
    }

    /// Clears the source of a two-key move that was refused, so that the next key is a source again.
    /// Cards selected one by one stay selected.
    fn clear_source(&mut self) {
        let selection = self.view.selection;
        if selection.is_some_and(|selection| selection.count.is_none()) {
            self.cancel_selection();
        }
    }

    /// Makes a pile the source of a two-key move; if it is that already, moves its cards where they fit.
    pub(super) fn select_source_or_auto_move(&mut self, from: PileId, cx: &mut Context<'_>) {
        match self.view.selection {
            Some(selection) if selection.from == from => self.auto_move(from, selection.count, cx),
            _ => self.select_source(from, cx),
        }
    }

    /// Makes a pile the source of a two-key move of as many cards as can go.
    pub(super) fn select_source(&mut self, from: PileId, cx: &mut Context<'_>) {
        let table = self.game().table();
        if !table.pile_ids().contains(from) {
            let name = from.name();
            let name = name.strip_prefix("the ").unwrap_or(&name);
            cx.services.notify_error(format!("This game has no {name}"));
        } else if table.is_empty(from) {
            cx.services.notify_error(no_card_text(from));
        } else {
            self.cancel_selection();
            let table = &mut self.view;
            table.selection = Some(Selection { from, count: None });
            table.move_cursor_to(from);
        }
    }

    /// Handles a digit: the number of a pile, or half of the number of a reserve card.
    pub(super) fn handle_digit(&mut self, digit: u8, cx: &mut Context<'_>) {
        match self.view.pending_input.take() {
            Some(PendingInput::ReserveNumber(None)) => {
                self.view.pending_input = Some(PendingInput::ReserveNumber(Some(digit)));
            }
            Some(PendingInput::ReserveNumber(Some(tens))) => match usize::from(tens * 10 + digit) {
                number @ 1..=24 => {
                    self.select_source_or_auto_move(PileId::reserve(number - 1), cx);
                }
                number => {
                    let text = format!("This game has no reserve {number}");
                    cx.services.notify_error(text);
                }
            },
            _ => {
                // The key 0 is right of 9: it is the tenth pile.
                let pile = PileId::tableau((usize::from(digit) + 9) % 10);
                match self.view.selection {
                    Some(selection) if selection.from != pile => self.move_selection_to(pile, cx),
                    _ => self.select_source_or_auto_move(pile, cx),
                }
            }
        }
    }

    /// Makes the foundation of a suit the source: of two the first one that gives a card, or its
    /// twin if that one is the source already.
    pub(super) fn select_foundation(&mut self, suit: Suit, cx: &mut Context<'_>) {
        self.view.pending_input = None;
        let (table, rules) = (self.game().table(), self.game().rules());
        let twins = [suit.index(), suit.index() + 4].map(PileId::foundation);
        let mut present = twins.to_vec();
        present.retain(|&pile| table.pile_ids().contains(pile));
        let mut giving = present.clone();
        giving.retain(|&pile| rules.max_movable(table, pile) > 0);
        let selection = self.view.selection;
        let is_repeated =
            selection.is_some_and(|selection| giving.first() == Some(&selection.from));
        match (&giving[..], &present[..]) {
            ([_, twin], _) if is_repeated => self.select_source(*twin, cx),
            ([first, ..], _) => self.select_source(*first, cx),
            ([], []) => cx.services.notify_error(Refusal::NoFoundations.to_string()),
            ([], present) if present.iter().all(|&pile| table.is_empty(pile)) => {
                let text = format!("No {} are home yet", suit.name());
                cx.services.notify_error(text);
            }
            ([], [first, ..]) => cx.services.notify_error(not_movable_text(*first)),
        }
    }

    /// Selects the cards on which the pointer was pressed.
    pub(super) fn start_drag(&mut self, target: Target, pointer: Position, cx: &mut Context<'_>) {
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
    pub(super) fn finish_drag(&mut self, onto: Target, cx: &mut Context<'_>) {
        let table = &mut self.view;
        let (Some(selection), Some(_)) = (table.selection, table.drag.take()) else {
            return;
        };
        match onto.pile() {
            Some(pile) if pile != selection.from => self.move_selection_to(pile, cx),
            Some(_) => {}
            None => cx.services.notify_error("No pile there; card returned"),
        }
        if self.view.selection == Some(selection) {
            self.cancel_selection();
        }
    }
}

/// Says that a pile is empty.
pub(super) fn no_card_text(pile: PileId) -> String {
    format!("{} is empty", sentence(&pile_name(pile)))
}

/// Says that no card of a pile can be moved.
fn not_movable_text(pile: PileId) -> String {
    format!("Cards can't be moved from {}", pile_name(pile))
}
