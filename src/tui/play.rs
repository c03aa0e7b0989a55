//! Actions at the table.

mod drag;
mod selection;
mod stock;

use jiff::Timestamp;

use drag::{finish_drag, start_drag, update_drag};
use selection::{
    handle_digit, move_home, select_foundation, select_or_move, select_source,
    select_source_or_move_home,
};
use stock::play_due_forced_move;

use super::action::{Action, Direction};
use super::app::{App, Overlay};
use super::effect::Effect;
use super::scene::Target;
use super::table_state::{CardPosition, PendingInput, Selection, TableState};
use crate::describe::{pile_name, sentence};
use crate::rules::{Move, PileId, PileKind};
use crate::session::{
    Command, GivenHint, HandPreference, MoveInput, Outcome, PlayOptions, Refusal, Turn, parse_move,
    text,
};

/// Handles an action at the table.
pub(super) fn handle_action(app: &mut App, action: Action, now: Timestamp) {
    let Some(table) = &mut app.table else { return };
    match action {
        Action::Navigate(direction) => match table.pending_input.take() {
            Some(PendingInput::FoundationChoice([left, right]))
                if matches!(direction, Direction::Left | Direction::Right) =>
            {
                let mv = if direction == Direction::Left {
                    left
                } else {
                    right
                };
                execute(app, Command::Move(mv), now);
            }
            _ => table.move_cursor(direction),
        },
        Action::RowStart => table.move_cursor_to_row_end(Direction::Left),
        Action::RowEnd => table.move_cursor_to_row_end(Direction::Right),
        Action::NextGroup => table.move_cursor_by_groups(1),
        Action::PreviousGroup => table.move_cursor_by_groups(-1),
        Action::Select if table.is_hand_game() => {
            execute(app, Command::HandStep(HandPreference::Discard), now);
        }
        Action::Select => {
            let at = table.cursor;
            select_or_move(app, at, now);
        }
        // With nothing to cancel: from the table to the game-over panel and back.
        Action::Cancel if table.selection.is_none() && table.pending_input.is_none() => {
            table.game_over_dismissed =
                table.session.ending().is_some() && !table.game_over_dismissed;
        }
        Action::Cancel => cancel_selection(table),
        Action::NoOp => notify_awaited_key(app),
        Action::Digit(key) => handle_digit(app, key, now),
        Action::SelectWaste => select_source_or_move_home(app, PileId::WASTE, now),
        Action::SelectReserve => {
            await_second_key(app, PendingInput::ReserveNumber(None), PileKind::Reserve);
        }
        Action::SelectFoundation => {
            await_second_key(app, PendingInput::FoundationSuit, PileKind::Foundation);
        }
        Action::Suit(suit) => select_foundation(app, suit),
        Action::MoveHome => {
            let (from, count) = match table.selection {
                Some(selection) => (selection.from, selection.count),
                None => (table.cursor.pile, None),
            };
            move_home(app, from, count, now);
        }
        Action::AutoplaySafe => _ = execute(app, Command::AutoplaySafe, now),
        Action::Autofinish => _ = execute(app, Command::Autofinish, now),
        Action::Draw => _ = execute(app, Command::DrawOrDeal, now),
        Action::PlayForced => table.next_forced_move_at = Some(now),
        Action::Tick => play_due_forced_move(app, now),
        Action::Undo => _ = execute(app, Command::Undo, now),
        Action::Redo => _ = execute(app, Command::Redo, now),
        Action::UndoToWinnable => _ = execute(app, Command::UndoToWinnable, now),
        Action::Hint => {
            cancel_selection(table);
            execute(app, Command::Hint, now);
        }
        Action::Peek => peek(app),
        Action::GiveUp => _ = execute(app, Command::GiveUp, now),
        Action::Click(target) => click(app, target, now),
        Action::DoubleClick(target) => double_click(app, target, now),
        Action::StartDrag(target, pointer) => start_drag(app, target, pointer),
        Action::Drag(over, pointer) => update_drag(table, over, pointer),
        Action::Drop(onto) => finish_drag(app, onto, now),
        Action::Wheel(Target::Card(at), direction) => {
            if table.cursor.pile != at.pile {
                table.move_cursor_to(at.pile);
            }
            let before = table.cursor;
            table.move_cursor(direction);
            if table.cursor.pile != before.pile {
                table.cursor = before;
            }
        }
        _ => {}
    }
}

/// Executes a command and shows what it did; returns whether it did anything.
pub(super) fn execute(app: &mut App, command: Command, now: Timestamp) -> bool {
    let options = PlayOptions::from(&app.settings);
    let Some(table) = &mut app.table else {
        return false;
    };
    let outcome = table.session.execute(command, &options, now);
    if !matches!(outcome, Outcome::Refused(_)) {
        cancel_selection(table);
        table.clamp_cursor();
    }
    match outcome {
        Outcome::Played(turn) => show_turn(app, "", &turn),
        Outcome::Redone(turn) => show_turn(app, "Redid: ", &turn),
        Outcome::PlayedForced(turns) => turns.iter().for_each(|turn| show_turn(app, "", turn)),
        Outcome::PlayedLine { len, last } => {
            if let Some(turn) = last {
                show_turn(app, "", &turn);
            }
            if app.table.as_ref().is_some_and(|table| !table.is_over()) {
                app.notify(text::line_played(len));
            }
        }
        Outcome::Undone(turn) => app.notify(format!("Undid: {}", turn.brief())),
        Outcome::Continued => app.notify(text::CONTINUED),
        Outcome::GaveUp => table.game_over_dismissed = false,
        Outcome::BackAtWinnable(moves) => {
            let text = text::back_at_winnable(moves);
            app.notify(match app.key_hint(Action::Redo, "redo") {
                Some(redo) => format!("{text}. {redo}"),
                None => text,
            });
        }
        Outcome::ChooseFoundation(moves) => choose_foundation(table, moves),
        Outcome::Hint(given) => show_hint(app, &given),
        Outcome::Refused(Refusal::NoHint) => {
            let text = Refusal::NoHint.to_string();
            app.notify(match app.key_hint(Action::Analyze, "ask the solver") {
                Some(ask) => format!("{text}. {ask}"),
                None => text,
            });
        }
        Outcome::Refused(Refusal::NothingToUndo) => return_to_previous_table(app),
        Outcome::Refused(refusal) => {
            app.notify_error(refusal.to_string());
            return false;
        }
    }
    true
}

impl TableState {
    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.session.ending().is_some()
    }
}

/// Cancels the selection, a drag and a command that awaits its second key.
pub(super) fn cancel_selection(table: &mut TableState) {
    table.game_over_dismissed = table.is_over();
    table.selection = None;
    table.drag = None;
    table.pending_input = None;
}

/// Shows what a turn did, or the end of the game.
fn show_turn(app: &mut App, prefix: &str, turn: &Turn) {
    let Some(table) = &mut app.table else { return };
    table.last_diff = turn.diff.clone();
    table.game_over_dismissed = false;
    table.move_cursor_after(turn.mv);
    if table.is_over() {
        // The panel says it, and the message row has keys to name.
        app.message = None;
        return;
    }
    let text = match prefix {
        "" => sentence(&turn.brief()),
        prefix => format!("{prefix}{}", turn.brief()),
    };
    let finish = app.keymap.key_for(app.mode(), Action::Autofinish);
    app.notify(match finish.filter(|_| turn.finish_ready) {
        Some(key) => format!("{text}. Press {key} to finish"),
        None => text,
    });
}

/// Lets the player choose between two foundations.
fn choose_foundation(table: &mut TableState, moves: [Move; 2]) {
    if let Move::Transfer { from, .. } = moves[0] {
        table.selection = Some(Selection {
            from,
            count: Some(1),
        });
        table.pending_input = Some(PendingInput::FoundationChoice(moves));
    }
}

/// Names a hint and marks both its ends.
fn show_hint(app: &mut App, given: &GivenHint) {
    let Some(table) = &mut app.table else { return };
    table.hint = Some(given.hint.mv);
    let text = text::hint(table.game(), given);
    let (number, count) = (given.index + 1, given.count);
    app.notify(format!("Hint {number} of {count}: {text}"));
}

/// Goes back to the game played before this one.
fn return_to_previous_table(app: &mut App) {
    match app.previous_tables.pop() {
        Some(table) => {
            app.table = Some(table);
            app.notify(text::PREVIOUS_GAME);
        }
        None => {
            app.notify_error(Refusal::NothingToUndo.to_string());
            app.pending_effect = Some(Effect::ResumePrevious);
        }
    }
}

/// Awaits the second key of a command. If the game has no such pile that is said at once, but the
/// next key is still no command of its own.
fn await_second_key(app: &mut App, pending: PendingInput, kind: PileKind) {
    let Some(table) = &mut app.table else { return };
    table.pending_input = Some(pending);
    let mut piles = table.game().table().pile_ids().iter();
    if piles.all(|pile| pile.kind() != kind) {
        app.notify_error(match kind {
            PileKind::Reserve => "This game has no reserve".to_owned(),
            _ => Refusal::NoFoundations.to_string(),
        });
    }
}

/// Says which second key is awaited, if one is.
fn notify_awaited_key(app: &mut App) {
    let table = app.table.as_ref();
    let text = match table.and_then(|table| table.pending_input.as_ref()) {
        Some(PendingInput::FoundationChoice(_)) => "Two foundations fit. Choose with ← or →",
        Some(PendingInput::FoundationSuit) => "Type the suit of the foundation: c, d, h or s",
        Some(PendingInput::ReserveNumber(_)) => "Type the two digits of the reserve card, as 07",
        None => return,
    };
    app.notify_error(text);
}

fn peek(app: &mut App) {
    let Some(table) = &app.table else { return };
    let pile = table.cursor.pile;
    let cards = table.game().table();
    if !cards.face_up(pile).is_empty() {
        app.overlays.push(Overlay::Peek(pile));
    } else if let Some(next) = table.next_peek_pile(pile) {
        app.overlays.push(Overlay::Peek(next));
    } else if cards.is_empty(pile) {
        app.notify_error(no_card_text(pile));
    } else {
        app.notify_error(format!("The cards of {} are face down", pile_name(pile)));
    }
}

/// Says that a pile has no card.
fn no_card_text(pile: PileId) -> String {
    format!("{} is empty", sentence(&pile_name(pile)))
}

/// Executes a typed move; a pile alone becomes the source of a move.
pub(super) fn play_typed_move(app: &mut App, line: &str, now: Timestamp) {
    let Some(table) = &app.table else { return };
    match parse_move(table.game(), line) {
        Some(Ok(MoveInput::Command(command))) => _ = execute(app, command, now),
        Some(Ok(MoveInput::Pile(pile))) => select_source(app, pile),
        Some(Err(unknown)) => app.notify_error(unknown.to_string()),
        None => {
            if let Err(error) = line.parse::<Move>() {
                app.notify_error(error.to_string());
            }
        }
    }
}

fn click(app: &mut App, target: Target, now: Timestamp) {
    let Some(table) = &mut app.table else { return };
    let at = match target {
        Target::Card(at) => at,
        Target::Pile(pile) => CardPosition { pile, index: 0 },
        Target::BelowPile(pile) if table.selection.is_some() => CardPosition { pile, index: 0 },
        _ => return cancel_selection(table),
    };
    if table.is_hand_game() {
        let preference = if at.pile == PileId::STOCK {
            HandPreference::Draw
        } else {
            HandPreference::Discard
        };
        execute(app, Command::HandStep(preference), now);
        return;
    }
    if let Some(PendingInput::FoundationChoice(moves)) = table.pending_input.take() {
        let is_there = |mv: &Move| matches!(mv, Move::Transfer { to, .. } if *to == at.pile);
        match moves.into_iter().find(is_there) {
            Some(mv) => _ = execute(app, Command::Move(mv), now),
            None => cancel_selection(table),
        }
        return;
    }
    select_or_move(app, at, now);
}

fn double_click(app: &mut App, target: Target, now: Timestamp) {
    let Some(table) = &mut app.table else { return };
    match target {
        Target::Card(at) if !table.is_hand_game() && at.pile.kind() != PileKind::Stock => {
            cancel_selection(table);
            move_home(app, at.pile, None, now);
        }
        other => click(app, other, now),
    }
}
