//! Actions at the table: what each does, and showing what came of a command.

use jiff::SignedDuration;

use super::TableScreen;
use super::advice::with_hint;
use super::select::no_card_text;
use crate::cards::Card;
use crate::describe::{pile_name, sentence};
use crate::rules::{PileId, Status};
use crate::session::{
    Command, CommandOutcome, MoveInput, Refusal, Turn, forced_move, parse_move, text,
};
use crate::tui::action::{Action, Direction, Target};
use crate::tui::context::Context;
use crate::tui::screen::{Request, Screen};
use crate::tui::table::view::PendingInput;

/// Time between two moves of a game that runs by itself.
const FORCED_MOVE_INTERVAL: SignedDuration = SignedDuration::from_millis(120);

impl TableScreen {
    /// Handles an action that concerns the game in play.
    pub(super) fn play(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        let is_awaiting_hint = self.is_awaiting_hint();
        let table = &mut self.view;
        match action {
            Action::Navigate(direction) => self.navigate(direction, cx),
            Action::RowStart => table.move_cursor_to_row_end(Direction::Left),
            Action::RowEnd => table.move_cursor_to_row_end(Direction::Right),
            Action::NextGroup => table.move_cursor_by_groups(1),
            Action::PreviousGroup => table.move_cursor_by_groups(-1),
            Action::Select if is_awaiting_hint => {
                cx.notify(Refusal::NoHintYet.to_string());
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
            Action::Game(Command::PlayForced) => self.next_forced_move_at = Some(cx.now),
            Action::Game(command) => {
                if command == Command::Hint {
                    self.cancel_selection();
                }
                self.execute(command, cx);
            }
            Action::Tick => {
                table.animation.tick(cx.now);
                self.play_due_forced_move(cx);
            }
            Action::Odds => self.request_odds(cx),
            Action::Peek => return self.peek(cx),
            Action::Click(target) => {
                let before = self.game().moves().len();
                self.click(target, cx);
                let after = self.game().moves().len();
                self.click_made_move = before != after;
            }
            // What is under the pointer now is not what the first click was on.
            Action::DoubleClick(target) if self.click_made_move => {
                return self.play(Action::Click(target), cx);
            }
            Action::DoubleClick(target) => self.double_click(target, cx),
            Action::StartDrag(target, pointer) => self.start_drag(target, pointer, cx),
            Action::Drag(over, pointer) => self.update_drag(over, pointer),
            Action::Drop(onto) => self.finish_drag(onto, cx),
            Action::Wheel(Target::Card(card), direction) => self.scroll_fan(card.pile, direction),
            _ => {}
        }
        None
    }

    /// Executes a command and shows what it did. Returns whether it did anything.
    pub(super) fn execute(&mut self, command: Command, cx: &mut Context) -> bool {
        let (settings, now) = (&cx.settings, cx.now);
        let outcome = self.session_mut().execute(command, settings, now);
        self.show_outcome(outcome, cx)
    }

    /// Shows what a command did. Returns whether it did anything.
    pub(super) fn show_outcome(&mut self, outcome: CommandOutcome, cx: &mut Context) -> bool {
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
                    cx.notify(text::line_played(len));
                }
            }
            CommandOutcome::Undone(turn) => cx.notify(format!("Undid: {}", turn.brief())),
            CommandOutcome::Continued => cx.notify(text::CONTINUED),
            CommandOutcome::GaveUp => self.game_over_dismissed = false,
            CommandOutcome::BackAtWinnable(moves) => {
                let redo = Action::Game(Command::Redo);
                let redo = cx.key_hint(self.mode(), redo, "redo");
                let text = text::back_at_winnable(moves);
                cx.notify(with_hint(text, redo));
            }
            CommandOutcome::ChooseFoundation(moves) => self.choose_foundation(moves),
            CommandOutcome::Hint(given) => self.show_hint(&given, cx),
            CommandOutcome::Refused(Refusal::NoHintYet) => {
                cx.notify(Refusal::NoHintYet.to_string());
            }
            CommandOutcome::Refused(refusal @ (Refusal::Lost | Refusal::NoAdvice)) => {
                self.notify_no_hint(&refusal, cx);
            }
            CommandOutcome::Refused(refusal @ Refusal::NothingToUndo) => {
                let mode = self.mode();
                let menu = cx.key_hint(mode, Action::Menu, "other games");
                cx.notify_error(with_hint(refusal.to_string(), menu));
            }
            CommandOutcome::Refused(refusal) => {
                let home = cx.keymap.key_for(self.mode(), Action::MoveHome);
                cx.notify_error(match (&refusal, home) {
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

    fn navigate(&mut self, direction: Direction, cx: &mut Context) {
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
    fn show_turn(&mut self, text: String, turn: &Turn, cx: &mut Context) {
        self.game_over_dismissed = false;
        let table = &mut self.view;
        table.last_diff = turn.diff.clone();
        table.move_cursor_after(turn.mv);
        if table.is_over() {
            // The panel says it, and the message row has keys to show.
            cx.message = None;
            return;
        }
        let mode = self.mode();
        let key = cx.keymap.key_for(mode, Action::Game(Command::Finish));
        cx.notify(match key.filter(|_| turn.finish_ready) {
            Some(key) => format!("{text}. Press {key} to finish"),
            None => text,
        });
    }

    /// Returns the titles and the face-up cards of a pile and of the discards, if the cursor cannot go there;
    /// none that has no such cards. The pile is the last one.
    fn visible_piles(&self, pile: PileId) -> Vec<(String, Vec<Card>)> {
        let table = self.game().table();
        let has_discards = self.view.is_hand_game() && pile != PileId::DISCARDS;
        let discards = has_discards.then_some(PileId::DISCARDS);
        let contents = |pile: PileId| {
            let title = match table.face_down(pile) {
                0 => sentence(&pile_name(pile)),
                count => sentence(&format!("{}: {count} face down, then", pile_name(pile))),
            };
            (title, table.face_up(pile).to_vec())
        };
        let piles = discards.into_iter().chain([pile]).map(contents);
        piles.filter(|(_, cards)| !cards.is_empty()).collect()
    }

    fn peek(&self, cx: &mut Context) -> Option<Request> {
        let pile = self.view.cursor.pile;
        match self.visible_piles(pile) {
            piles if !piles.is_empty() => return Some(Request::OpenPeek(piles)),
            _ if self.game().table().is_empty(pile) => {
                cx.notify_error(no_card_text(pile));
            }
            _ => {
                let text = format!("The cards of {} are face down", pile_name(pile));
                cx.notify_error(text);
            }
        }
        None
    }

    /// Plays a typed move; a pile alone becomes the source of a move.
    pub(super) fn play_typed_move(&mut self, line: &str, cx: &mut Context) {
        match parse_move(self.game(), line) {
            Ok(Some(MoveInput::Command(command))) => _ = self.execute(command, cx),
            Ok(Some(MoveInput::Pile(pile))) => self.select_source(pile, cx),
            Err(unknown) => cx.notify_error(unknown.to_string()),
            Ok(None) if line.trim().is_empty() => {}
            Ok(None) => {
                let text = "Not a move. Type one such as 3 5, 3 f, qh kc or t3-t5x4";
                cx.notify_error(text);
            }
        }
    }

    /// Makes the forced move that is due. The game stops at its end and at a choice.
    pub(super) fn play_due_forced_move(&mut self, cx: &mut Context) {
        let now = cx.now;
        if self.next_forced_move_at.is_none_or(|due| due > now) {
            return;
        }
        self.next_forced_move_at = None;
        match forced_move(self.game()) {
            Some(mv) => {
                self.execute(Command::Move(mv), cx);
                if !self.view.is_over() {
                    self.next_forced_move_at = now.checked_add(FORCED_MOVE_INTERVAL).ok();
                }
            }
            None if self.game().status() == Status::Playing => {
                cx.notify(Refusal::ChoiceLeft.to_string());
            }
            None => {}
        }
    }
}
