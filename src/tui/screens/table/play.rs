//! Playing at the table: selecting cards and moving them, by keys or with the pointer, and commands.

use jiff::SignedDuration;
use ratatui::layout::Position;

use super::TableScreen;
use super::advice::with_hint;
use crate::cards::Suit;
use crate::describe::{pile_name, sentence};
use crate::game::CardPosition;
use crate::rules::{Move, PileId, PileKind, Status};
use crate::session::{Command, CommandOutcome, MoveInput, Refusal, Turn, parse_move, text};
use crate::tui::action::{Action, Direction, Mode, Target};
use crate::tui::screen::{Context, Screen};
use crate::tui::screens::peek::PeekScreen;
use crate::tui::table::view::{DragState, PendingInput, Selection};

/// Time between two moves of a game that runs by itself.
const FORCED_MOVE_INTERVAL: SignedDuration = SignedDuration::from_millis(120);

impl TableScreen {
    /// Handles an action that concerns the game in play.
    pub(super) fn play(&mut self, action: Action, cx: &mut Context<'_>) {
        let is_awaiting_hint = self.is_awaiting_hint();
        let table = &mut self.view;
        match action {
            Action::Navigate(direction) => self.navigate(direction, cx),
            Action::RowStart => table.move_cursor_to_row_end(Direction::Left),
            Action::RowEnd => table.move_cursor_to_row_end(Direction::Right),
            Action::NextGroup => table.move_cursor_by_groups(1),
            Action::PreviousGroup => table.move_cursor_by_groups(-1),
            Action::Select if is_awaiting_hint => {
                cx.services.notify(Refusal::NoHintYet.to_string());
            }
            Action::Select => match table.hint.take() {
                Some(mv) => _ = self.execute(Command::Move(mv), cx),
                None if self.view.is_hand_game() => _ = self.execute(Command::Discard, cx),
                None => self.select_or_move(self.view.cursor, cx),
            },
            // With nothing to cancel: from the table to the game-over panel and back.
            Action::Cancel if table.selection.is_none() && table.pending_input.is_none() => {
                self.game_over_dismissed = self.view.is_over() && !self.game_over_dismissed;
            }
            Action::Cancel => self.cancel_selection(),
            Action::NoOp => self.notify_awaited_key(cx),
            Action::Digit(digit) => self.handle_digit(digit, cx),
            Action::SelectWaste => self.select_source_or_auto_move(PileId::WASTE, cx),
            Action::SelectReserve => {
                self.await_key(PendingInput::ReserveNumber(None), cx);
            }
            Action::SelectFoundation => {
                self.await_key(PendingInput::FoundationSuit, cx);
            }
            Action::Suit(suit) => self.select_foundation(suit, cx),
            Action::MoveHome => {
                let (from, count) = match table.selection {
                    Some(selection) => (selection.from, selection.count),
                    None => (table.cursor.pile, table.count_from(table.cursor)),
                };
                self.auto_move(from, count, cx);
            }
            // Everything is home already.
            Action::Game(Command::SafeHome | Command::Finish)
                if table.game().status() == Status::Won => {}
            Action::Game(Command::PlayForced) => self.next_forced_move_at = Some(cx.services.now),
            Action::Game(command) => {
                if command == Command::Hint {
                    self.cancel_selection();
                }
                self.execute(command, cx);
            }
            Action::Tick => {
                table.animation.tick(cx.services.now);
                self.play_due_forced_move(cx);
            }
            Action::Odds => self.request_odds(cx),
            Action::Peek => self.peek(cx),
            Action::Click(target) => {
                let before = self.game().moves().len();
                self.click(target, cx);
                let after = self.game().moves().len();
                self.click_made_move = before != after;
            }
            // What is under the pointer now is not what the first click was on.
            Action::DoubleClick(target) if self.click_made_move => {
                self.play(Action::Click(target), cx);
            }
            Action::DoubleClick(target) => self.double_click(target, cx),
            Action::StartDrag(target, pointer) => self.start_drag(target, pointer, cx),
            Action::Drag(over, pointer) => self.update_drag(over, pointer),
            Action::Drop(onto) => self.finish_drag(onto, cx),
            Action::Wheel(Target::Card(card), direction) => self.scroll_fan(card.pile, direction),
            _ => {}
        }
    }

    /// Executes a command and shows what it did. Returns whether it did anything.
    pub(super) fn execute(&mut self, command: Command, cx: &mut Context<'_>) -> bool {
        let (settings, now) = (&cx.services.settings, cx.services.now);
        let outcome = self.session_mut().execute(command, settings, now);
        self.show_outcome(outcome, cx)
    }

    /// Shows what a command did. Returns whether it did anything.
    pub(super) fn show_outcome(&mut self, outcome: CommandOutcome, cx: &mut Context<'_>) -> bool {
        if !matches!(outcome, CommandOutcome::Refused(_)) {
            self.cancel_selection();
            self.view.clamp_cursor();
        }
        match outcome {
            CommandOutcome::Played(turn) => self.show_turn(sentence(&turn.brief()), &turn, cx),
            CommandOutcome::Redone(turn) => {
                self.show_turn(format!("Redid: {}", turn.brief()), &turn, cx);
            }
            CommandOutcome::PlayedForced(turns) => {
                for turn in &turns {
                    self.show_turn(sentence(&turn.brief()), turn, cx);
                }
            }
            CommandOutcome::PlayedLine { len, last } => {
                if let Some(turn) = last {
                    self.show_turn(sentence(&turn.brief()), &turn, cx);
                }
                if !self.view.is_over() {
                    cx.services.notify(text::line_played(len));
                }
            }
            CommandOutcome::Undone(turn) => cx.services.notify(format!("Undid: {}", turn.brief())),
            CommandOutcome::Continued => cx.services.notify(text::CONTINUED),
            CommandOutcome::GaveUp => self.game_over_dismissed = false,
            CommandOutcome::BackAtWinnable(moves) => {
                let redo = Action::Game(Command::Redo);
                let redo = cx.services.key_hint(self.mode(), redo, "redo");
                let text = text::back_at_winnable(moves);
                cx.services.notify(with_hint(text, redo));
            }
            CommandOutcome::ChooseFoundation(moves) => self.choose_foundation(moves),
            CommandOutcome::Hint(given) => self.show_hint(&given, cx),
            CommandOutcome::Refused(Refusal::NoHintYet) => {
                cx.services.notify(Refusal::NoHintYet.to_string());
            }
            CommandOutcome::Refused(refusal @ (Refusal::Lost | Refusal::NoAdvice)) => {
                self.notify_no_hint(&refusal, cx);
            }
            CommandOutcome::Refused(refusal @ Refusal::NothingToUndo) => {
                let (mode, services) = (self.mode(), &mut *cx.services);
                let menu = services.key_hint(mode, Action::Menu, "other games");
                services.notify_error(with_hint(refusal.to_string(), menu));
            }
            CommandOutcome::Refused(refusal) => {
                let home = cx.services.keymap.key_for(self.mode(), Action::MoveHome);
                cx.services.notify_error(match (&refusal, home) {
                    (Refusal::NothingSafe(Some(card)), Some(key)) => {
                        format!("{refusal}; {key} sends {card} home")
                    }
                    _ => refusal.to_string(),
                });
                return false;
            }
        }
        true
    }

    fn navigate(&mut self, direction: Direction, cx: &mut Context<'_>) {
        match (self.view.pending_input.take(), direction) {
            (Some(PendingInput::FoundationChoice([left, _])), Direction::Left) => {
                self.execute(Command::Move(left), cx);
            }
            (Some(PendingInput::FoundationChoice([_, right])), Direction::Right) => {
                self.execute(Command::Move(right), cx);
            }
            _ => self.view.move_cursor(direction),
        }
    }

    /// Shows a text about what a turn did, or the end of the game.
    fn show_turn(&mut self, text: String, turn: &Turn, cx: &mut Context<'_>) {
        self.game_over_dismissed = false;
        let table = &mut self.view;
        table.last_diff = turn.diff.clone();
        table.move_cursor_after(turn.mv);
        if table.is_over() {
            // The panel says it, and the message row has keys to show.
            cx.services.message = None;
            return;
        }
        let (mode, services) = (self.mode(), &mut *cx.services);
        let key = services.keymap.key_for(mode, Action::Game(Command::Finish));
        services.notify(match key.filter(|_| turn.finish_ready) {
            Some(key) => format!("{text}. Press {key} to finish"),
            None => text,
        });
    }

    /// Lets the player choose between two foundations.
    fn choose_foundation(&mut self, moves: [Move; 2]) {
        if let Move::Transfer { from, .. } = moves[0] {
            let table = &mut self.view;
            let count = Some(1);
            table.selection = Some(Selection { from, count });
            table.pending_input = Some(PendingInput::FoundationChoice(moves));
        }
    }

    /// Awaits the next key of a command. If the game has no such pile that is said at once, but the
    /// next key is still no command of its own.
    fn await_key(&mut self, pending: PendingInput, cx: &mut Context<'_>) {
        self.view.pending_input = Some(pending);
        if let Some(text) = self.missing_piles_text() {
            cx.services.notify_error(text);
        }
    }

    /// Says that the game has no pile of which a key is awaited.
    fn missing_piles_text(&self) -> Option<String> {
        let piles = self.game().table().pile_ids();
        let (kind, text) = match self.view.pending_input.as_ref()? {
            PendingInput::ReserveNumber(_) => {
                (PileKind::Reserve, "This game has no reserve".to_owned())
            }
            _ => (PileKind::Foundation, Refusal::NoFoundations.to_string()),
        };
        (!piles.has_kind(kind)).then_some(text)
    }

    /// Says which key is awaited, if one is. Where there is no such pile, none is awaited any more.
    fn notify_awaited_key(&mut self, cx: &mut Context<'_>) {
        if let Some(text) = self.missing_piles_text() {
            self.view.pending_input = None;
            return cx.services.notify_error(text);
        }
        let keymap = &cx.services.keymap;
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
        cx.services.notify_error(text);
    }

    fn peek(&self, cx: &mut Context<'_>) {
        let pile = self.view.cursor.pile;
        match PeekScreen::new(&self.view, pile) {
            Some(peek) => cx.open(peek),
            None if self.game().table().is_empty(pile) => {
                cx.services.notify_error(no_card_text(pile));
            }
            None => {
                let text = format!("The cards of {} are face down", pile_name(pile));
                cx.services.notify_error(text);
            }
        }
    }

    /// Plays a typed move; a pile alone becomes the source of a move.
    pub(super) fn play_typed_move(&mut self, line: &str, cx: &mut Context<'_>) {
        match parse_move(self.game(), line) {
            Ok(Some(MoveInput::Command(command))) => _ = self.execute(command, cx),
            Ok(Some(MoveInput::Pile(pile))) => self.select_source(pile, cx),
            Err(unknown) => cx.services.notify_error(unknown.to_string()),
            Ok(None) if line.trim().is_empty() => {}
            Ok(None) => {
                let text = "Not a move. Type one such as 3 5, 3 f, qh kc or t3-t5x4";
                cx.services.notify_error(text);
            }
        }
    }

    fn click(&mut self, target: Target, cx: &mut Context<'_>) {
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

    fn double_click(&mut self, target: Target, cx: &mut Context<'_>) {
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
    fn scroll_fan(&mut self, pile: PileId, direction: Direction) {
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

    /// Makes the forced move that is due. The game stops at its end and at a choice.
    pub(super) fn play_due_forced_move(&mut self, cx: &mut Context<'_>) {
        let now = cx.services.now;
        if self.next_forced_move_at.is_none_or(|due| due > now) {
            return;
        }
        self.next_forced_move_at = None;
        match self.session().forced_move() {
            Some(mv) => {
                self.execute(Command::Move(mv), cx);
                if !self.view.is_over() {
                    self.next_forced_move_at = now.checked_add(FORCED_MOVE_INTERVAL).ok();
                }
            }
            None if self.game().status() == Status::Playing => {
                cx.services.notify(Refusal::ChoiceLeft.to_string());
            }
            None => {}
        }
    }

    /// Cancels the selection, a drag and a command that awaits its next key.
    pub(super) fn cancel_selection(&mut self) {
        self.game_over_dismissed = self.view.is_over();
        self.view.cancel_selection();
    }

    /// Selects a card, or moves the selection to it.
    fn select_or_move(&mut self, card: CardPosition, cx: &mut Context<'_>) {
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
    fn select_cards(&mut self, position: CardPosition, cx: &mut Context<'_>) {
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
    fn move_selection_to(&mut self, to: PileId, cx: &mut Context<'_>) {
        let Some(Selection { from, count }) = self.view.selection else {
            return;
        };
        if !self.execute(Command::Transfer { from, to, count }, cx) {
            self.clear_source();
        }
    }

    /// Sends a card home, or else cards to their only target; if two foundations fit, the player chooses.
    fn auto_move(&mut self, from: PileId, count: Option<u8>, cx: &mut Context<'_>) {
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
    fn select_source_or_auto_move(&mut self, from: PileId, cx: &mut Context<'_>) {
        match self.view.selection {
            Some(selection) if selection.from == from => self.auto_move(from, selection.count, cx),
            _ => self.select_source(from, cx),
        }
    }

    /// Makes a pile the source of a two-key move of as many cards as can go.
    fn select_source(&mut self, from: PileId, cx: &mut Context<'_>) {
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
    fn handle_digit(&mut self, digit: u8, cx: &mut Context<'_>) {
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
    fn select_foundation(&mut self, suit: Suit, cx: &mut Context<'_>) {
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
    fn start_drag(&mut self, target: Target, pointer: Position, cx: &mut Context<'_>) {
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
    fn update_drag(&mut self, over: Target, pointer: Position) {
        if let Some(drag) = &mut self.view.drag {
            let over = over.pile();
            *drag = DragState { over, pointer };
        }
    }

    /// Drops the dragged cards; they return if they cannot go there.
    fn finish_drag(&mut self, onto: Target, cx: &mut Context<'_>) {
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
fn no_card_text(pile: PileId) -> String {
    format!("{} is empty", sentence(&pile_name(pile)))
}

/// Says that no card of a pile can be moved.
fn not_movable_text(pile: PileId) -> String {
    format!("Cards can't be moved from {}", pile_name(pile))
}
