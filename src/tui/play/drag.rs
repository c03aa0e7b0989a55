//! Carrying cards with the pointer.

use jiff::Timestamp;
use ratatui::layout::Position;

use super::carry::{pick_up, put};
use super::let_go;
use crate::tui::app::App;
use crate::tui::scene::Target;
use crate::tui::seat::{Drag, Seat};

/// Takes up the cards that the pointer was pressed on.
pub(super) fn grab(app: &mut App, target: Target, pointer: Position) {
    let Some(seat) = &mut app.seat else { return };
    let_go(seat);
    let Target::Card(at) = target else { return };
    if seat.in_hand() {
        return;
    }
    pick_up(app, at);
    if let Some(seat) = app.seat.as_mut().filter(|seat| seat.held.is_some()) {
        let over = Some(at.place);
        seat.dragged = Some(Drag { over, pointer });
    }
}

/// Carries on what was taken up.
pub(super) fn drag(seat: &mut Seat, over: Target, pointer: Position) {
    if let Some(drag) = &mut seat.dragged {
        let over = over.place();
        *drag = Drag { over, pointer };
    }
}

/// Puts down what was carried; back, where it does not go.
pub(super) fn drop(app: &mut App, onto: Target, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    let (Some(held), Some(_)) = (seat.held, seat.dragged.take()) else {
        return;
    };
    match onto.place() {
        Some(place) if place != held.from => put(app, place, now),
        Some(_) => {}
        None => app.refuse("put back: there is no pile where they were let go"),
    }
    if let Some(seat) = app.seat.as_mut().filter(|seat| seat.held == Some(held)) {
        let_go(seat);
    }
}
