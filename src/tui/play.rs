//! At the table: picking up and putting down, home, the stock, undo.

mod drag;
mod home;
mod selection;
mod stock;

use jiff::Timestamp;

use drag::{finish_drag, start_drag, update_drag};
use home::{autofinish, autoplay_safe, move_home};
use selection::{handle_digit, select_foundation, select_or_move, select_source_or_move_home};
use stock::{PreferredMove, draw, play_due_forced_move, play_hand_move};

use super::action::{Action, Direction};
use super::app::{App, Overlay};
use super::effect::Effect;
use super::move_diff::{self, MoveDiff, pile_name};
use super::scene::Target;
use super::table_state::{CardPosition, Ending, PendingInput, TableState};
use crate::describe;
use crate::game::Game;
use crate::hint::{Hint, HintReason, hints, with_winning_move};
use crate::rules::{Move, PileId, PileKind, Status};
use crate::storage::settings::BoolSetting;

/// Does at the table what is asked.
pub(super) fn handle_action(app: &mut App, action: Action, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    match action {
        Action::Navigate(way) => match seat.pending_input.take() {
            Some(PendingInput::FoundationChoice([left, right]))
                if matches!(way, Direction::Left | Direction::Right) =>
            {
                let mv = if way == Direction::Left { left } else { right };
                make_move(app, mv, now);
            }
            _ => seat.move_cursor(way),
        },
        Action::RowStart => seat.move_cursor_to_row_end(Direction::Left),
        Action::RowEnd => seat.move_cursor_to_row_end(Direction::Right),
        Action::NextGroup => seat.move_cursor_by_groups(1),
        Action::PreviousGroup => seat.move_cursor_by_groups(-1),
        Action::Select if seat.is_hand_game() => play_hand_move(app, PreferredMove::Discard, now),
        Action::Select => {
            let at = seat.cursor;
            select_or_move(app, at, now);
        }
        // With nothing to let go of: from the table to the words about the end, and back.
        Action::Cancel if seat.selection.is_none() && seat.pending_input.is_none() => {
            seat.game_over_dismissed = seat.ending.is_some() && !seat.game_over_dismissed;
        }
        Action::Cancel => cancel_selection(seat),
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
        Action::MoveHome => match seat.selection {
            Some(held) => move_home(app, held.from, held.count, now),
            None => {
                let at = seat.cursor.pile;
                move_home(app, at, None, now);
            }
        },
        Action::AutoplaySafe => autoplay_safe(app, now),
        Action::Autofinish => autofinish(app, now),
        Action::Draw if seat.is_hand_game() => play_hand_move(app, PreferredMove::Draw, now),
        Action::Draw => draw(app, now),
        Action::PlayForced => seat.next_forced_move_at = Some(now),
        Action::Tick => play_due_forced_move(app, now),
        Action::Undo => undo(app),
        Action::Redo => redo(app, now),
        Action::Hint => show_hint(app),
        Action::Peek => peek(app),
        Action::GiveUp => {
            cancel_selection(seat);
            seat.ending = Some(Ending::GivenUp);
            seat.game_over_dismissed = false;
        }
        Action::Click(target) => click(app, target, now),
        Action::DoubleClick(target) => double_click(app, target, now),
        Action::StartDrag(target, pointer) => start_drag(app, target, pointer),
        Action::Drag(over, pointer) => update_drag(seat, over, pointer),
        Action::Drop(onto) => finish_drag(app, onto, now),
        Action::Wheel(Target::Card(at), way) => {
            if seat.cursor.pile != at.pile {
                seat.move_cursor_to(at.pile);
            }
            let before = seat.cursor;
            seat.move_cursor(way);
            if seat.cursor.pile != before.pile {
                seat.cursor = before;
            }
        }
        _ => {}
    }
}

/// Begins what takes another key. Where the game has no such place that is said at once, but what
/// follows is still no command.
fn await_second_key(app: &mut App, pending: PendingInput, role: PileKind) {
    let Some(seat) = &mut app.table else { return };
    seat.pending_input = Some(pending);
    let mut places = seat.game().table().pile_ids().iter();
    if places.all(|place| place.kind() != role) {
        app.notify_error(match role {
            PileKind::Reserve => "there is no reserve in this game",
            _ => "there are no foundations in this game",
        });
    }
}

/// Says which second key is awaited, where one is.
fn notify_awaited_key(app: &mut App) {
    let words = match app
        .table
        .as_ref()
        .and_then(|seat| seat.pending_input.as_ref())
    {
        Some(PendingInput::FoundationChoice(_)) => "it goes home to either: left or right chooses",
        Some(PendingInput::FoundationSuit) => "no foundation is called so: it is c, d, h or s",
        Some(PendingInput::ReserveNumber(_)) => {
            "no reserve card is called so: it has two digits, as 07"
        }
        None => return,
    };
    app.notify_error(words);
}

pub(super) fn cancel_selection(seat: &mut TableState) {
    seat.game_over_dismissed = seat.ending.is_some();
    seat.selection = None;
    seat.drag = None;
    seat.pending_input = None;
}

/// Makes a move and tells what it did, or says why it cannot be made. Where that is set, what
/// safely can goes home after it.
fn make_move(app: &mut App, mv: Move, now: Timestamp) -> bool {
    let homeward = app.settings.is_on(BoolSetting::Autoplay);
    let follow = |game: &mut Game| {
        if homeward {
            game.autoplay_safe();
        }
    };
    play_turn(app, mv, follow, now)
}

/// Makes a move and those that follow it, and tells what they did, or says why it cannot be made.
fn play_turn(app: &mut App, mv: Move, follow: impl FnOnce(&mut Game), now: Timestamp) -> bool {
    let Some(seat) = &mut app.table else {
        return false;
    };
    match seat.played.game.play(mv) {
        Ok(_) => {
            follow(&mut seat.played.game);
            cancel_selection(seat);
            after_turn(app, mv, now);
            true
        }
        Err(illegal) => {
            app.notify_error(illegal.reason);
            false
        }
    }
}

/// Makes the moves of a line that was shown.
pub(super) fn play_line(app: &mut App, line: &[Move], now: Timestamp) {
    for &mv in line {
        // Nothing else may come between.
        if !play_turn(app, mv, |_| {}, now) {
            return;
        }
    }
    app.notify(match line.len() {
        0 => "back at the table".to_owned(),
        n => format!(
            "you play on after {} that the solver showed",
            describe::pluralize(n, "move")
        ),
    });
}

/// What the last turn did, in words.
fn describe_turn(game: &Game) -> String {
    let followed = game.last_turn_len().saturating_sub(1);
    if followed == 0 {
        return move_diff::describe_changes(game.table(), game.last_move_changes());
    }
    let mut then = game.clone();
    then.seek(game.moves().len() - followed);
    let words = move_diff::describe_changes(then.table(), then.last_move_changes());
    format!(
        "{words} · {} followed home",
        describe::pluralize(followed, "card")
    )
}

/// Tells what the last turn did, which began with a move, and notices the end of the game.
fn after_turn(app: &mut App, mv: Move, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    let game = &seat.played.game;
    seat.last_diff = MoveDiff::from_changes(game.table(), game.last_turn_changes());
    let words = describe_turn(game);
    seat.ending = match game.status() {
        Status::Won => Some(Ending::Won),
        Status::Lost => Some(Ending::Lost),
        Status::Playing => None,
    };
    seat.game_over_dismissed = false;
    seat.played.finished = seat.ending.map(|_| now);
    seat.move_cursor_after(mv);
    if seat.ending.is_some() {
        // The words about the end are of more weight, and the row has keys to name.
        app.message = None;
        return;
    }
    let ready = seat.autofinish_line().is_some_and(|line| !line.is_empty());
    let finish = app.key_hint(Action::Autofinish, "finishes");
    app.notify(match finish.filter(|_| ready) {
        Some(finish) => format!("{words} · {finish}"),
        None => words,
    });
}

fn undo(app: &mut App) {
    let Some(seat) = &mut app.table else { return };
    cancel_selection(seat);
    if seat.ending == Some(Ending::GivenUp) {
        seat.ending = None;
        app.notify("the game goes on");
        return;
    }
    let game = &mut seat.played.game;
    let turn = game.last_turn_len();
    let first = game.moves().len().saturating_sub(turn);
    let went_home = |mv: Move| matches!(mv, Move::Transfer { to, .. } if to.is_foundation());
    let undone = match game.moves().nth(first) {
        Some(mv) if turn > 1 && went_home(mv) => format!("{turn} cards came back from home"),
        _ => describe_turn(game),
    };
    match game.undo() {
        Some(_) => {
            seat.ending = None;
            seat.played.finished = None;
            seat.clamp_cursor();
            app.notify(format!("taken back: {undone}"));
        }
        None => match app.previous_tables.pop() {
            Some(seat) => {
                app.table = Some(seat);
                app.notify("back at the game before");
            }
            None => {
                app.notify_error("nothing to take back");
                app.pending_effect = Some(Effect::ResumePrevious);
            }
        },
    }
}

fn redo(app: &mut App, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    if let Some(mv) = seat.played.game.redo() {
        cancel_selection(seat);
        after_turn(app, mv, now);
    } else {
        app.notify_error("nothing to make again");
    }
}

/// Names the next of the moves worth a thought, and marks both its ends.
fn show_hint(app: &mut App) {
    let Some(seat) = &mut app.table else { return };
    cancel_selection(seat);
    let seen = hints(&**seat.game().rules(), seat.game().table());
    let hints = with_winning_move(seen, seat.analysis.revealed_winning_move());
    let next = seat.hint.map_or(0, |(n, _)| n + 1);
    let Some(n) = next.checked_rem(hints.len()) else {
        app.notify("no hint: nothing that can be seen gets the game on");
        return;
    };
    let hint = hints[n];
    seat.hint = Some((n, hint.mv));
    seat.played.hints = seat.played.hints.saturating_add(1);
    if hint.reason == HintReason::ProvenWin {
        seat.record_shown_moves(1);
    }
    // Where another hint is in the same words for a like card, the pile tells them apart.
    let words = |hint: &Hint| describe_hint(seat.game(), hint.mv, false);
    let alike = hints.iter().filter(|other| words(other) == words(&hint));
    let what = describe_hint(seat.game(), hint.mv, alike.count() > 1);
    let (number, count, gain) = (n + 1, hints.len(), hint.reason.description());
    app.notify(format!("hint {number} of {count}: {what}: {gain}"));
}

/// What a hint names: the cards and where they go, and where that is asked for, whence.
fn describe_hint(game: &Game, mv: Move, whence: bool) -> String {
    let Move::Transfer { from, to, count } = mv else {
        return mv.to_string();
    };
    let pile = game.table().pile(from);
    let head = pile.len().checked_sub(count.into()).map(|at| pile[at]);
    let mut what = head.map_or(String::new(), |card| card.to_string());
    if count > 1 {
        what += &format!(" and {} more", count - 1);
    }
    if whence {
        what += &format!(" from {}", from.name());
    }
    match to.is_foundation() {
        true => format!("{what} {}", describe::foundation_text(game, mv)),
        false => format!("{what} to {}", to.name()),
    }
}

fn peek(app: &mut App) {
    let Some(seat) = &app.table else { return };
    let place = seat.cursor.pile;
    let table = seat.game().table();
    if !table.face_up(place).is_empty() {
        app.overlays.push(Overlay::Peek(place));
    } else if let Some(next) = seat.next_peek_pile(place) {
        app.overlays.push(Overlay::Peek(next));
    } else if table.is_empty(place) {
        app.notify_error(format!("there is no card on {}", pile_name(place)));
    } else {
        app.notify_error(format!("the cards of {} lie face down", pile_name(place)));
    }
}

/// Makes a move that was typed as a record writes it.
pub(super) fn play_typed_move(app: &mut App, text: &str, now: Timestamp) {
    match text.parse::<Move>() {
        Ok(mv) => {
            make_move(app, mv, now);
        }
        Err(error) => app.notify_error(error.to_string()),
    }
}

fn click(app: &mut App, target: Target, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    let at = match target {
        Target::Card(at) => at,
        Target::Pile(place) => CardPosition {
            pile: place,
            index: 0,
        },
        Target::BelowPile(place) if seat.selection.is_some() => CardPosition {
            pile: place,
            index: 0,
        },
        _ => return cancel_selection(seat),
    };
    if seat.is_hand_game() {
        let prefer = if at.pile == PileId::STOCK {
            PreferredMove::Draw
        } else {
            PreferredMove::Discard
        };
        return play_hand_move(app, prefer, now);
    }
    if let Some(PendingInput::FoundationChoice(moves)) = seat.pending_input.take() {
        let there = |mv: &Move| matches!(mv, Move::Transfer { to, .. } if *to == at.pile);
        return match moves.into_iter().find(there) {
            Some(mv) => {
                make_move(app, mv, now);
            }
            None => cancel_selection(seat),
        };
    }
    select_or_move(app, at, now);
}

fn double_click(app: &mut App, target: Target, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    match target {
        Target::Card(at) if !seat.is_hand_game() && at.pile.kind() != PileKind::Stock => {
            cancel_selection(seat);
            move_home(app, at.pile, None, now);
        }
        other => click(app, other, now),
    }
}
