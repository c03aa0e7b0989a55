//! Picking up and putting down.

use jiff::Timestamp;

use super::home::home;
use super::stock::draw;
use super::{let_go, make};
use crate::cards::Suit;
use crate::rules::{Move, Place, Role, Rules};
use crate::tui::app::App;
use crate::tui::happened::name;
use crate::tui::seat::{At, Held, Pending};

/// Picks up the card, or puts down there what is picked up.
pub(super) fn press(app: &mut App, at: At, now: Timestamp) {
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

pub(super) fn pick_up(app: &mut App, at: At) {
    let Some(seat) = &mut app.seat else { return };
    let table = seat.game().table();
    let Some(card) = table.pile(at.place).get(at.index).copied() else {
        let words = format!("there is no card on {}", name(at.place));
        app.refuse(words);
        return;
    };
    if at.index < table.face_down(at.place) {
        app.refuse("that card lies face down");
        return;
    }
    let count = table.size(at.place) - at.index;
    match seat.game().rules().movable(table, at.place) {
        0 => app.refuse(format!("nothing is taken up from {}", name(at.place))),
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
pub(super) fn put(app: &mut App, to: Place, now: Timestamp) {
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
    let mv = Move::Carry {
        from: held.from,
        to,
        count,
    };
    if !make(app, mv, now) {
        forget_source(app);
    }
}

/// After a two-key move that is refused nothing stays picked up: the next key is a source again.
/// What was picked up by hand stays in the hand.
pub(super) fn forget_source(app: &mut App) {
    if let Some(seat) = &mut app.seat
        && seat.held.is_some_and(|held| held.count.is_none())
    {
        let_go(seat);
    }
}

/// Takes a place that is not a pile as the source of a two-key move; the same again: home.
pub(super) fn source_or_home(app: &mut App, from: Place, now: Timestamp) {
    match app.seat.as_ref().and_then(|seat| seat.held) {
        Some(held) if held.from == from => home(app, from, held.count, now),
        _ => source(app, from),
    }
}

/// Takes a place as the source of a two-key move: as many cards as will go.
pub(super) fn source(app: &mut App, from: Place) {
    let Some(seat) = &mut app.seat else { return };
    let table = seat.game().table();
    if !table.places().has(from) {
        let missing = from.name();
        let missing = missing.strip_prefix("the ").unwrap_or(&missing);
        app.refuse(format!("there is no {missing} in this game"));
    } else if table.is_empty(from) {
        app.refuse(format!("there is no card on {}", name(from)));
    } else {
        let_go(seat);
        seat.held = Some(Held { from, count: None });
        seat.rest_on(from);
    }
}

pub(super) fn digit(app: &mut App, digit: u8, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    match seat.pending.take() {
        Some(Pending::Reserve(None)) => seat.pending = Some(Pending::Reserve(Some(digit))),
        Some(Pending::Reserve(Some(tens))) => match usize::from(tens * 10 + digit) {
            number @ 1..=24 => source_or_home(app, Place::reserve(number - 1), now),
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

/// Takes the foundation of a suit as source, of two the first that gives a card; asked again, its
/// twin.
pub(super) fn foundation(app: &mut App, suit: Suit) {
    let Some(seat) = &mut app.seat else { return };
    seat.pending = None;
    let (table, rules) = (seat.game().table(), seat.game().rules());
    let both = [suit.index(), suit.index() + 4].map(Place::foundation);
    let there = both.into_iter().filter(|&at| table.places().has(at));
    let there: Vec<Place> = there.collect();
    let giving = there.iter().filter(|&&at| rules.movable(table, at) > 0);
    let giving: Vec<Place> = giving.copied().collect();
    let again = seat
        .held
        .is_some_and(|held| giving.first() == Some(&held.from));
    match (&giving[..], &there[..]) {
        ([_, twin], _) if again => source(app, *twin),
        ([first, ..], _) => source(app, *first),
        ([], []) => app.refuse("there are no foundations in this game"),
        ([], there) if there.iter().all(|&at| table.is_empty(at)) => {
            app.refuse(format!("no card of {} is home", suit.name()));
        }
        ([], [first, ..]) => app.refuse(format!("nothing is taken up from {}", name(*first))),
    }
}
