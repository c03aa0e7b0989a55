//! Selecting cards and piles, and where the selection goes.

use super::TableScreen;
use crate::cards::Suit;
use crate::describe::{pile_name, sentence};
use crate::game::CardPosition;
use crate::rules::{Move, PileId, PileKind};
use crate::session::{Command, Refusal};
use crate::tui::action::{Action, Direction, Mode};
use crate::tui::context::Context;
use crate::tui::table::view::{PendingInput, Selection};

impl TableScreen {
    /// Cancels the selection, a drag and a command that awaits its next key.
    pub(super) fn cancel_selection(&mut self) {
        self.game_over_dismissed = self.view.is_over();
        self.view.cancel_selection();
    }

    /// Selects a card, or moves the selection to it.
    pub(super) fn select_or_move(&mut self, card: CardPosition, cx: &mut Context) {
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
    pub(super) fn select_cards(&mut self, position: CardPosition, cx: &mut Context) {
        let game = self.game();
        let table = game.table();
        let CardPosition { pile, index } = position;
        let Some(card) = table.pile(pile).get(index).copied() else {
            cx.notify_error(no_card_text(pile));
            return;
        };
        if index < table.face_down(pile) {
            cx.notify_error(Refusal::FaceDown.to_string());
            return;
        }
        let count = table.size(pile) - index;
        match game.rules().max_movable(table, pile) {
            0 => cx.notify_error(not_movable_text(pile)),
            movable if count > movable => {
                let covered = Refusal::Covered(card, count - 1);
                cx.notify_error(covered.to_string());
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
    pub(super) fn move_selection_to(&mut self, to: PileId, cx: &mut Context) {
        let Some(Selection { from, count }) = self.view.selection else {
            return;
        };
        if !self.execute(Command::Transfer { from, to, count }, cx) {
            self.clear_source();
        }
    }

    /// Sends a card home, or else cards to their only target; if two foundations fit, the player chooses.
    pub(super) fn auto_move(&mut self, from: PileId, count: Option<u8>, cx: &mut Context) {
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
    pub(super) fn select_source_or_auto_move(&mut self, from: PileId, cx: &mut Context) {
        match self.view.selection {
            Some(selection) if selection.from == from => self.auto_move(from, selection.count, cx),
            _ => self.select_source(from, cx),
        }
    }

    /// Makes a pile the source of a two-key move of as many cards as can go.
    pub(super) fn select_source(&mut self, from: PileId, cx: &mut Context) {
        let table = self.game().table();
        if !table.pile_ids().contains(from) {
            let name = from.name();
            let name = name.strip_prefix("the ").unwrap_or(&name);
            cx.notify_error(format!("This game has no {name}"));
        } else if table.is_empty(from) {
            cx.notify_error(no_card_text(from));
        } else {
            self.cancel_selection();
            let table = &mut self.view;
            table.selection = Some(Selection { from, count: None });
            table.move_cursor_to(from);
        }
    }

    /// Handles a digit: the number of a pile, or half of the number of a reserve card.
    pub(super) fn handle_digit(&mut self, digit: u8, cx: &mut Context) {
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
                    cx.notify_error(text);
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
    pub(super) fn select_foundation(&mut self, suit: Suit, cx: &mut Context) {
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
            ([], []) => cx.notify_error(Refusal::NoFoundations.to_string()),
            ([], present) if present.iter().all(|&pile| table.is_empty(pile)) => {
                let text = format!("No {} are home yet", suit.name());
                cx.notify_error(text);
            }
            ([], [first, ..]) => cx.notify_error(not_movable_text(*first)),
        }
    }

    /// Lets the player choose between two foundations.
    pub(super) fn choose_foundation(&mut self, moves: [Move; 2]) {
        if let Move::Transfer { from, .. } = moves[0] {
            let table = &mut self.view;
            let count = Some(1);
            table.selection = Some(Selection { from, count });
            table.pending_input = Some(PendingInput::FoundationChoice(moves));
        }
    }

    /// Awaits the next key of a command. If the game has no such pile that is said at once, but the
    /// next key is still no command of its own.
    pub(super) fn await_key(&mut self, pending: PendingInput, cx: &mut Context) {
        self.view.pending_input = Some(pending);
        if let Some(refusal) = self.missing_piles() {
            cx.notify_error(refusal.to_string());
        }
    }

    /// Returns why no key can follow: the game has no pile of the kind that is awaited.
    fn missing_piles(&self) -> Option<Refusal> {
        let piles = self.game().table().pile_ids();
        let (kind, refusal) = match self.view.pending_input.as_ref()? {
            PendingInput::ReserveNumber(_) => (PileKind::Reserve, Refusal::NoReserve),
            _ => (PileKind::Foundation, Refusal::NoFoundations),
        };
        (!piles.has_kind(kind)).then_some(refusal)
    }

    /// Says which key is awaited, if one is. Where there is no such pile, none is awaited any more.
    pub(super) fn notify_awaited_key(&mut self, cx: &mut Context) {
        if let Some(refusal) = self.missing_piles() {
            self.view.pending_input = None;
            return cx.notify_error(refusal.to_string());
        }
        let keymap = &cx.keymap;
        let keys = |mode, actions: &[Action]| {
            let keys = actions
                .iter()
                .filter_map(|&action| keymap.key_for(mode, action));
            let keys: Vec<String> = keys.map(|key| key.to_string()).collect();
            keys.join(", ")
        };
        let text = match self.view.pending_input {
            Some(PendingInput::FoundationChoice(_)) => {
                let sides = [Direction::Left, Direction::Right].map(Action::Navigate);
                let keys = keys(Mode::ChooseFoundation, &sides);
                format!("Two foundations fit. Choose one: {keys}")
            }
            Some(PendingInput::FoundationSuit) => {
                let keys = keys(Mode::AwaitSuit, &Suit::ALL.map(Action::Suit));
                format!("Type the suit of the foundation: {keys}")
            }
            Some(PendingInput::ReserveNumber(_)) => {
                "Type the two digits of the reserve card, such as 07".into()
            }
            None => return,
        };
        cx.notify_error(text);
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
