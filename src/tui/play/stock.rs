//! The stock, and a game played in the hand.

use jiff::{SignedDuration, Timestamp};

use super::make;
use crate::rules::Move;
use crate::tui::app::App;

/// The pace of a game that runs by itself.
const PACE: SignedDuration = SignedDuration::from_millis(120);

/// Turns or deals from the stock.
pub(super) fn draw(app: &mut App, now: Timestamp) {
    let Some(seat) = &app.seat else { return };
    let turn = seat.game().stock_move();
    make(app, turn, now);
}

/// Which step to make where a game in the hand leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Prefer {
    /// The draw.
    Draw,
    /// The discard.
    Discard,
}

/// Makes the next step of a game played in the hand.
pub(super) fn step(app: &mut App, prefer: Prefer, now: Timestamp) {
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
pub(super) fn tick(app: &mut App, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    if seat.running.is_none_or(|due| due > now) {
        return;
    }
    seat.running = None;
    match seat.game().legal()[..] {
        [mv] => {
            make(app, mv, now);
            if let Some(seat) = &mut app.seat
                && seat.ending.is_none()
            {
                seat.running = now.checked_add(PACE).ok();
            }
        }
        [] => {}
        _ => app.tell("draw or discard: the choice is yours"),
    }
}
