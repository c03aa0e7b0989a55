//! At the table: picking up and putting down, home, the stock, undo.

use jiff::{SignedDuration, Timestamp};

use super::action::{Action, Way};
use super::app::{App, At, Ending, Held, Overlay, Pending, Seat};
use super::happened::{self, Happened};
use super::scene::Target;
use crate::cards::Suit;
use crate::hint::hints;
use crate::rules::{Move, Place, Role, Rules, Status, Takes};

/// The pace of a game that runs by itself.
const PACE: SignedDuration = SignedDuration::from_millis(120);

/// Does at the table what is asked.
pub(super) fn play(app: &mut App, action: Action, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    match action {
        Action::Walk(way) => match seat.pending.take() {
            Some(Pending::Choice([left, right])) => {
                let mv = if way == Way::Left { left } else { right };
                make(app, mv, now);
            }
            _ => seat.walk(way),
        },
        Action::RowStart => seat.walk_to_end(Way::Left),
        Action::RowEnd => seat.walk_to_end(Way::Right),
        Action::NextGroup => seat.walk_to_group(true),
        Action::PreviousGroup => seat.walk_to_group(false),
        Action::Press if seat.in_hand() => step(app, Prefer::Discard, now),
        Action::Press => {
            let at = seat.cursor;
            press(app, at, now);
        }
        Action::LetGo => let_go(seat),
        Action::Digit(digit) => self::digit(app, digit, now),
        Action::Waste => source(app, Place::WASTE),
        Action::Reserve => seat.pending = Some(Pending::Reserve(None)),
        Action::Foundation => seat.pending = Some(Pending::Foundation),
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

fn let_go(seat: &mut Seat) {
    seat.looking_back = seat.ending.is_some();
    seat.held = None;
    seat.pending = None;
}

/// Makes a move and tells what it did, or says why it cannot be made.
fn make(app: &mut App, mv: Move, now: Timestamp) -> bool {
    let Some(seat) = &mut app.seat else {
        return false;
    };
    match seat.sitting.game.play(mv) {
        Ok(_) => {
            let_go(seat);
            told(app, now);
            true
        }
        Err(illegal) => {
            app.refuse(illegal.why);
            false
        }
    }
}

/// Tells what the last move did, and notices the end of the game.
fn told(app: &mut App, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    let game = &seat.sitting.game;
    seat.happened = Happened::of(game.table(), game.last_steps());
    let words = happened::words(game.table(), game.last_steps());
    seat.ending = match game.status() {
        Status::Won => Some(Ending::Won),
        Status::Lost => Some(Ending::Lost),
        Status::Playing => None,
    };
    seat.looking_back = false;
    seat.sitting.finished = seat.ending.map(|_| now);
    seat.steady_cursor();
    app.tell(words);
}

/// Picks up the card, or puts down there what is picked up.
fn press(app: &mut App, at: At, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    let Some(held) = seat.held else {
        if at.place.role() == Role::Stock {
            draw(app, now);
        } else {
            pick_up(app, at);
        }
        return;
    };
    if held.from != at.place {
        put(app, at.place, now);
        return;
    }
    let size = seat.game().table().size(at.place);
    if size - seat.held_count() != at.index {
        pick_up(app, at);
        return;
    }
    // A second press on the same card: there, if there is one place only.
    match seat.held_moves()[..] {
        [mv] => {
            make(app, mv, now);
        }
        _ => let_go(seat),
    }
}

fn pick_up(app: &mut App, at: At) {
    let Some(seat) = &mut app.seat else { return };
    let table = seat.game().table();
    let Some(card) = table.pile(at.place).get(at.index).copied() else {
        let words = format!("there is no card on {}", at.place.name());
        app.refuse(words);
        return;
    };
    if at.index < table.face_down(at.place) {
        app.refuse("that card lies face down");
        return;
    }
    let count = table.size(at.place) - at.index;
    match seat.game().rules().movable(table, at.place) {
        0 => app.refuse(format!("nothing is taken up from {}", at.place.name())),
        movable if count > movable => {
            app.refuse(format!("{card} is not taken up with the cards on it"));
        }
        _ => {
            let count = Some(count as u8);
            seat.held = Some(Held {
                from: at.place,
                count,
            });
            seat.cursor = at;
        }
    }
}

/// Puts down what is picked up: the most cards that go, where the number was not said.
fn put(app: &mut App, to: Place, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    let Some(held) = seat.held else { return };
    let to = seat.game().rules().landing(seat.game().table(), to);
    let going = seat.held_moves().into_iter().filter_map(|mv| match mv {
        Move::Carry {
            to: there, count, ..
        } if there == to => Some(count),
        _ => None,
    });
    let count = going.max().or(held.count).unwrap_or(1);
    make(
        app,
        Move::Carry {
            from: held.from,
            to,
            count,
        },
        now,
    );
}

/// Takes a place as the source of a two-key move: as many cards as will go.
fn source(app: &mut App, from: Place) {
    let Some(seat) = &mut app.seat else { return };
    let table = seat.game().table();
    if !table.places().has(from) {
        app.refuse(format!("there is no {} in this game", from.name()));
    } else if table.is_empty(from) {
        app.refuse(format!("there is no card on {}", from.name()));
    } else {
        let_go(seat);
        seat.held = Some(Held { from, count: None });
    }
}

fn digit(app: &mut App, digit: u8, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    match seat.pending.take() {
        Some(Pending::Reserve(None)) => seat.pending = Some(Pending::Reserve(Some(digit))),
        Some(Pending::Reserve(Some(tens))) => match usize::from(tens * 10 + digit) {
            number @ 1..=24 => source(app, Place::reserve(number - 1)),
            number => app.refuse(format!("there is no reserve {number} in this game")),
        },
        _ => {
            // The key 0 stands right of 9: it is the tenth.
            let pile = Place::tableau((usize::from(digit) + 9) % 10);
            match seat.held {
                None => source(app, pile),
                Some(held) if held.from == pile => home(app, pile, held.count, now),
                Some(_) => put(app, pile, now),
            }
        }
    }
}

/// Takes the foundation of a suit as source; asked again, its twin.
fn foundation(app: &mut App, suit: Suit) {
    let Some(seat) = &mut app.seat else { return };
    seat.pending = None;
    let first = Place::foundation(suit.index());
    let twin = Place::foundation(suit.index() + 4);
    let again = seat.held.is_some_and(|held| held.from == first);
    let has_twin = seat.game().table().places().has(twin);
    source(app, if again && has_twin { twin } else { first });
}

/// Home with the top card of a place; where two foundations take it, the player chooses.
fn home(app: &mut App, from: Place, count: Option<u8>, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    let game = seat.game();
    let homes: Vec<Move> = game
        .legal()
        .into_iter()
        .filter(|mv| goes_home(*mv) == Some(from))
        .collect();
    match homes[..] {
        [] => {}
        _ if count.is_some_and(|count| count > 1) => {}
        [one, two, ..] => {
            let_go(seat);
            seat.held = Some(Held {
                from,
                count: Some(1),
            });
            seat.pending = Some(Pending::Choice([one, two]));
            return;
        }
        [one] => {
            make(app, one, now);
            return;
        }
    }
    let words = not_home(seat, from, count.unwrap_or(1));
    app.refuse(words);
}

/// Why a card does not go home.
fn not_home(seat: &Seat, from: Place, count: u8) -> String {
    let (table, rules) = (seat.game().table(), seat.game().rules());
    let suit = table.top(from).map(crate::cards::Card::suit);
    let of_suit = |place: &Place| match rules.takes(table, *place) {
        Takes::Card(card) => Some(card.suit()) == suit,
        _ => false,
    };
    let foundations: Vec<Place> = table
        .places()
        .iter()
        .filter(|at| at.is_foundation())
        .collect();
    let fitting = foundations.iter().find(|place| of_suit(place));
    match fitting.or(foundations.first()).copied() {
        Some(to) => rules.why_not(table, Move::Carry { from, to, count }),
        None => "there is no home in this game".into(),
    }
}

/// The place a move takes a card home from, if it does.
fn goes_home(mv: Move) -> Option<Place> {
    match mv {
        Move::Carry { from, to, .. } if to.is_foundation() => Some(from),
        _ => None,
    }
}

/// Home with all that can go without harm.
fn safe_home(app: &mut App, now: Timestamp) {
    let mut gone = 0;
    while let Some(seat) = &app.seat {
        let game = seat.game();
        let safe =
            |mv: &Move| goes_home(*mv).is_some() && game.rules().safe_home(game.table(), *mv);
        let Some(mv) = game.legal().into_iter().find(safe) else {
            break;
        };
        gone += 1;
        make(app, mv, now);
    }
    match gone {
        0 => app.refuse("no card can go home without a risk"),
        1 => {}
        n => app.tell(format!("{n} cards home")),
    }
}

impl Seat {
    /// The moves that bring everything home by such moves alone, where no card lies face down and
    /// no stock is left.
    pub fn finish(&self) -> Option<Vec<Move>> {
        let game = self.game();
        let hidden = |place: Place| {
            place.role() == Role::Stock && !game.table().is_empty(place)
                || game.table().face_down(place) > 0
        };
        if self.in_hand() || game.table().places().iter().any(hidden) {
            return None;
        }
        let mut game = game.clone();
        let mut line = Vec::new();
        while let Some(mv) = game.legal().into_iter().find(|mv| goes_home(*mv).is_some()) {
            game.play(mv).ok()?;
            line.push(mv);
        }
        (game.status() == Status::Won).then_some(line)
    }
}

fn finish(app: &mut App, now: Timestamp) {
    match app.seat.as_ref().and_then(Seat::finish) {
        Some(line) => line.into_iter().for_each(|mv| {
            make(app, mv, now);
        }),
        None => app.refuse("not everything can go straight home yet"),
    }
}

fn draw(app: &mut App, now: Timestamp) {
    let Some(seat) = &app.seat else { return };
    let legal = seat.game().legal();
    let turns = [Move::Draw, Move::Deal, Move::Redeal];
    let turn = turns.into_iter().find(|mv| legal.contains(mv));
    let places = seat.game().table().places();
    let refused = if places.has(Place::STOCK) && !places.has(Place::WASTE) {
        Move::Deal
    } else {
        Move::Draw
    };
    make(app, turn.unwrap_or(refused), now);
}

/// Which step to make where a game in the hand leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prefer {
    Draw,
    Discard,
}

/// Makes the next step of a game played in the hand.
fn step(app: &mut App, prefer: Prefer, now: Timestamp) {
    let Some(seat) = &app.seat else { return };
    let legal = seat.game().legal();
    let wanted = |mv: &Move| (*mv == Move::Draw) == (prefer == Prefer::Draw);
    let next = legal.iter().copied().find(wanted);
    make(
        app,
        next.or(legal.first().copied()).unwrap_or(Move::Draw),
        now,
    );
}

/// One step of a game that runs by itself: it halts at its end and where there is a choice.
fn tick(app: &mut App, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    if seat.running.take().is_none_or(|due| due > now) {
        return;
    }
    match seat.game().legal()[..] {
        [mv] => {
            make(app, mv, now);
            if let Some(seat) = &mut app.seat
                && seat.ending.is_none()
            {
                seat.running = Some(now + PACE);
            }
        }
        [] => {}
        _ => app.tell("draw or discard: the choice is yours"),
    }
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
    let undone = happened::words(game.table(), game.last_steps());
    match game.undo() {
        Some(_) => {
            seat.ending = None;
            seat.sitting.finished = None;
            seat.steady_cursor();
            app.tell(format!("taken back: {undone}"));
        }
        None => match app.earlier.pop() {
            Some(sitting) => {
                app.seat = Some(Seat::new(sitting));
                app.tell("back at the game before");
            }
            None => app.refuse("nothing to take back"),
        },
    }
}

fn redo(app: &mut App, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    if seat.sitting.game.redo().is_some() {
        let_go(seat);
        told(app, now);
    } else {
        app.refuse("nothing to make again");
    }
}

/// Names the next of the moves worth a thought, and marks both its ends.
fn hint(app: &mut App) {
    let Some(seat) = &mut app.seat else { return };
    let_go(seat);
    let hints = hints(seat.game().rules(), seat.game().table());
    let next = seat.hint.map_or(0, |(n, _)| n + 1);
    let Some(n) = next.checked_rem(hints.len()) else {
        app.tell("no hint: nothing that can be seen gets the game on");
        return;
    };
    let hint = hints[n];
    seat.hint = Some((n, hint.mv));
    seat.sitting.hints = seat.sitting.hints.saturating_add(1);
    let table = seat.game().table();
    let what = match hint.mv {
        Move::Carry { from, to, count } => {
            let pile = table.pile(from);
            let head = pile.len().checked_sub(count.into()).map(|at| pile[at]);
            let head = head.map_or(String::new(), |card| card.to_string());
            let home = "home".to_owned();
            let to = if to.is_foundation() {
                home
            } else {
                format!("to {}", to.name())
            };
            match count {
                1 => format!("{head} {to}"),
                n => format!("{head} and {} more {to}", n - 1),
            }
        }
        turn => turn.to_string(),
    };
    app.tell(format!(
        "hint {} of {}: {what}: {}",
        n + 1,
        hints.len(),
        hint.gain.words()
    ));
}

fn peek(app: &mut App) {
    let Some(seat) = &app.seat else { return };
    let place = seat.cursor.place;
    if seat.game().table().face_up(place).is_empty() {
        app.refuse(format!("there is nothing to see on {}", place.name()));
    } else {
        app.overlays.push(Overlay::Peek(place));
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
        Target::Entry(_) | Target::Felt => return let_go(seat),
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
