//! At the table: picking up and putting down, home, the stock, undo.

mod carry;
mod drag;
mod home;
mod stock;

use jiff::Timestamp;

use carry::{digit, foundation, press, source_or_home};
use drag::{drag, drop, grab};
use home::{finish, home, safe_home};
use stock::{Prefer, draw, step, tick};

use super::action::{Action, Way};
use super::app::{App, Overlay};
use super::errand::Errand;
use super::happened::{self, Happened, name};
use super::scene::Target;
use super::seat::{At, Ending, Pending, Seat};
use crate::game::Game;
use crate::hint::{Gain, Hint, hints, with_proven};
use crate::rules::{Move, Place, Role, Status, Variant};
use crate::store::settings::Switch;
use crate::words;

/// Does at the table what is asked.
pub(super) fn play(app: &mut App, action: Action, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    match action {
        Action::Walk(way) => match seat.pending.take() {
            Some(Pending::Choice([left, right])) if matches!(way, Way::Left | Way::Right) => {
                let mv = if way == Way::Left { left } else { right };
                make(app, mv, now);
            }
            _ => seat.walk(way),
        },
        Action::RowStart => seat.walk_to_end(Way::Left),
        Action::RowEnd => seat.walk_to_end(Way::Right),
        Action::NextGroup => seat.walk_to_group(1),
        Action::PreviousGroup => seat.walk_to_group(-1),
        Action::Press if seat.in_hand() => step(app, Prefer::Discard, now),
        Action::Press => {
            let at = seat.cursor;
            press(app, at, now);
        }
        // With nothing to let go of: from the table to the words about the end, and back.
        Action::LetGo if seat.held.is_none() && seat.pending.is_none() => {
            seat.looking_back = seat.ending.is_some() && !seat.looking_back;
        }
        Action::LetGo => let_go(seat),
        Action::Nothing => awaited(app),
        Action::Digit(key) => digit(app, key, now),
        Action::Waste => source_or_home(app, Place::WASTE, now),
        Action::Reserve => begin(app, Pending::Reserve(None), Role::Reserve),
        Action::Foundation => begin(app, Pending::Foundation, Role::Foundation),
        Action::Suit(suit) => foundation(app, suit),
        Action::Home => match seat.held {
            Some(held) => home(app, held.from, held.count, now),
            None => {
                let at = seat.cursor.place;
                home(app, at, None, now);
            }
        },
        Action::SafeHome => safe_home(app, now),
        Action::Finish => finish(app, now),
        Action::Draw if seat.in_hand() => step(app, Prefer::Draw, now),
        Action::Draw => draw(app, now),
        Action::Run => seat.running = Some(now),
        Action::Tick => tick(app, now),
        Action::Undo => undo(app),
        Action::Redo => redo(app, now),
        Action::Hint => hint(app),
        Action::Peek => peek(app),
        Action::GiveUp => {
            let_go(seat);
            seat.ending = Some(Ending::GivenUp);
            seat.looking_back = false;
        }
        Action::Click(target) => click(app, target, now),
        Action::DoubleClick(target) => double_click(app, target, now),
        Action::Grab(target, pointer) => grab(app, target, pointer),
        Action::Drag(over, pointer) => drag(seat, over, pointer),
        Action::Drop(onto) => drop(app, onto, now),
        Action::Wheel(Target::Card(at), way) => {
            if seat.cursor.place != at.place {
                seat.rest_on(at.place);
            }
            let before = seat.cursor;
            seat.walk(way);
            if seat.cursor.place != before.place {
                seat.cursor = before;
            }
        }
        _ => {}
    }
}

/// Begins what takes another key. Where the game has no such place that is said at once, but what
/// follows is still no command.
fn begin(app: &mut App, pending: Pending, role: Role) {
    let Some(seat) = &mut app.seat else { return };
    seat.pending = Some(pending);
    let mut places = seat.game().table().places().iter();
    if places.all(|place| place.role() != role) {
        app.refuse(match role {
            Role::Reserve => "there is no reserve in this game",
            _ => "there are no foundations in this game",
        });
    }
}

/// Says which second key is awaited, where one is.
fn awaited(app: &mut App) {
    let words = match app.seat.as_ref().and_then(|seat| seat.pending.as_ref()) {
        Some(Pending::Choice(_)) => "it goes home to either: left or right chooses",
        Some(Pending::Foundation) => "no foundation is called so: it is c, d, h or s",
        Some(Pending::Reserve(_)) => "no reserve card is called so: it has two digits, as 07",
        None => return,
    };
    app.refuse(words);
}

pub(super) fn let_go(seat: &mut Seat) {
    seat.looking_back = seat.ending.is_some();
    seat.held = None;
    seat.dragged = None;
    seat.pending = None;
}

/// Makes a move and tells what it did, or says why it cannot be made. Where that is set, what
/// safely can goes home after it.
fn make(app: &mut App, mv: Move, now: Timestamp) -> bool {
    let homeward = app.settings.is_on(Switch::AutomaticHome);
    let follow = |game: &mut Game<Variant>| {
        if homeward {
            game.follow_home();
        }
    };
    turn(app, mv, follow, now)
}

/// Makes a move and those that follow it, and tells what they did, or says why it cannot be made.
fn turn(app: &mut App, mv: Move, follow: impl FnOnce(&mut Game<Variant>), now: Timestamp) -> bool {
    let Some(seat) = &mut app.seat else {
        return false;
    };
    match seat.sitting.game.play(mv) {
        Ok(_) => {
            follow(&mut seat.sitting.game);
            let_go(seat);
            told(app, mv, now);
            true
        }
        Err(illegal) => {
            app.refuse(illegal.why);
            false
        }
    }
}

/// Makes the moves of a line that was shown.
pub(super) fn follow(app: &mut App, line: &[Move], now: Timestamp) {
    for &mv in line {
        // Nothing else may come between.
        if !turn(app, mv, |_| {}, now) {
            return;
        }
    }
    app.tell(match line.len() {
        0 => "back at the table".to_owned(),
        n => format!(
            "you play on after {} that the solver showed",
            words::counted(n, "move")
        ),
    });
}

/// What the last turn did, in words.
fn turn_words(game: &Game<Variant>) -> String {
    let followed = game.turn().saturating_sub(1);
    if followed == 0 {
        return happened::words(game.table(), game.last_steps());
    }
    let mut then = game.clone();
    then.seek(game.moves().len() - followed);
    let words = happened::words(then.table(), then.last_steps());
    format!(
        "{words} · {} followed home",
        words::counted(followed, "card")
    )
}

/// Tells what the last turn did, which began with a move, and notices the end of the game.
fn told(app: &mut App, mv: Move, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    let game = &seat.sitting.game;
    seat.happened = Happened::of(game.table(), game.turn_steps());
    let words = turn_words(game);
    seat.ending = match game.status() {
        Status::Won => Some(Ending::Won),
        Status::Lost => Some(Ending::Lost),
        Status::Playing => None,
    };
    seat.looking_back = false;
    seat.sitting.finished = seat.ending.map(|_| now);
    seat.follow(mv);
    if seat.ending.is_some() {
        // The words about the end are of more weight, and the row has keys to name.
        app.message = None;
        return;
    }
    let ready = seat.finish().is_some_and(|line| !line.is_empty());
    let finish = app.by_key(Action::Finish, "finishes");
    app.tell(match finish.filter(|_| ready) {
        Some(finish) => format!("{words} · {finish}"),
        None => words,
    });
}

fn undo(app: &mut App) {
    let Some(seat) = &mut app.seat else { return };
    let_go(seat);
    if seat.ending == Some(Ending::GivenUp) {
        seat.ending = None;
        app.tell("the game goes on");
        return;
    }
    let game = &mut seat.sitting.game;
    let turn = game.turn();
    let first = game.moves().len().saturating_sub(turn);
    let went_home = |mv: Move| matches!(mv, Move::Carry { to, .. } if to.is_foundation());
    let undone = match game.moves().nth(first) {
        Some(mv) if turn > 1 && went_home(mv) => format!("{turn} cards came back from home"),
        _ => turn_words(game),
    };
    match game.undo() {
        Some(_) => {
            seat.ending = None;
            seat.sitting.finished = None;
            seat.steady_cursor();
            app.tell(format!("taken back: {undone}"));
        }
        None => match app.earlier.pop() {
            Some(seat) => {
                app.seat = Some(seat);
                app.tell("back at the game before");
            }
            None => {
                app.refuse("nothing to take back");
                app.errand = Some(Errand::TakeUpBefore);
            }
        },
    }
}

fn redo(app: &mut App, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    if let Some(mv) = seat.sitting.game.redo() {
        let_go(seat);
        told(app, mv, now);
    } else {
        app.refuse("nothing to make again");
    }
}

/// Names the next of the moves worth a thought, and marks both its ends.
fn hint(app: &mut App) {
    let Some(seat) = &mut app.seat else { return };
    let_go(seat);
    let seen = hints(seat.game().rules(), seat.game().table());
    let hints = with_proven(seen, seat.study.proven());
    let next = seat.hint.map_or(0, |(n, _)| n + 1);
    let Some(n) = next.checked_rem(hints.len()) else {
        app.tell("no hint: nothing that can be seen gets the game on");
        return;
    };
    let hint = hints[n];
    seat.hint = Some((n, hint.mv));
    seat.sitting.hints = seat.sitting.hints.saturating_add(1);
    if hint.gain == Gain::Wins {
        seat.showed(1);
    }
    // Where another hint is in the same words for a like card, the pile tells them apart.
    let words = |hint: &Hint| hinted(seat.game(), hint.mv, false);
    let alike = hints.iter().filter(|other| words(other) == words(&hint));
    let what = hinted(seat.game(), hint.mv, alike.count() > 1);
    let (number, count, gain) = (n + 1, hints.len(), hint.gain.words());
    app.tell(format!("hint {number} of {count}: {what}: {gain}"));
}

/// What a hint names: the cards and where they go, and where that is asked for, whence.
fn hinted(game: &Game<Variant>, mv: Move, whence: bool) -> String {
    let Move::Carry { from, to, count } = mv else {
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
        true => format!("{what} {}", words::home(game, mv)),
        false => format!("{what} to {}", to.name()),
    }
}

fn peek(app: &mut App) {
    let Some(seat) = &app.seat else { return };
    let place = seat.cursor.place;
    let table = seat.game().table();
    if !table.face_up(place).is_empty() {
        app.overlays.push(Overlay::Peek(place));
    } else if let Some(next) = seat.peeked_after(place) {
        app.overlays.push(Overlay::Peek(next));
    } else if table.is_empty(place) {
        app.refuse(format!("there is no card on {}", name(place)));
    } else {
        app.refuse(format!("the cards of {} lie face down", name(place)));
    }
}

/// Makes a move that was typed as a record writes it.
pub(super) fn typed(app: &mut App, text: &str, now: Timestamp) {
    match text.parse::<Move>() {
        Ok(mv) => {
            make(app, mv, now);
        }
        Err(error) => app.refuse(error.to_string()),
    }
}

fn click(app: &mut App, target: Target, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    let at = match target {
        Target::Card(at) => at,
        Target::Place(place) => At { place, index: 0 },
        Target::Below(place) if seat.held.is_some() => At { place, index: 0 },
        _ => return let_go(seat),
    };
    if seat.in_hand() {
        let prefer = if at.place == Place::STOCK {
            Prefer::Draw
        } else {
            Prefer::Discard
        };
        return step(app, prefer, now);
    }
    if let Some(Pending::Choice(moves)) = seat.pending.take() {
        let there = |mv: &Move| matches!(mv, Move::Carry { to, .. } if *to == at.place);
        return match moves.into_iter().find(there) {
            Some(mv) => {
                make(app, mv, now);
            }
            None => let_go(seat),
        };
    }
    press(app, at, now);
}

fn double_click(app: &mut App, target: Target, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    match target {
        Target::Card(at) if !seat.in_hand() && at.place.role() != Role::Stock => {
            let_go(seat);
            home(app, at.place, None, now);
        }
        other => click(app, other, now),
    }
}
