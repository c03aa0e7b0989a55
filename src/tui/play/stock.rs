//! The stock, and a game played in the hand.

use jiff::{SignedDuration, Timestamp};

use super::make_move;
use crate::rules::Move;
use crate::tui::app::App;

/// The pace of a game that runs by itself.
const FORCED_MOVE_INTERVAL: SignedDuration = SignedDuration::from_millis(120);

/// Turns or deals from the stock.
pub(super) fn draw(app: &mut App, now: Timestamp) {
    let Some(seat) = &app.table else { return };
    let turn = seat.game().stock_move();
    make_move(app, turn, now);
}

/// Which step to make where a game in the hand leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PreferredMove {
    /// The draw.
    Draw,
    /// The discard.
    Discard,
}

/// Makes the next step of a game played in the hand.
pub(super) fn play_hand_move(app: &mut App, prefer: PreferredMove, now: Timestamp) {
    let Some(seat) = &app.table else { return };
    let legal = seat.game().legal_moves();
    let wanted = |mv: &Move| (*mv == Move::Draw) == (prefer == PreferredMove::Draw);
    let next = legal.iter().copied().find(wanted);
    make_move(
        app,
        next.or(legal.first().copied()).unwrap_or(Move::Draw),
        now,
    );
}

/// One step of a game that runs by itself: it halts at its end and where there is a choice.
pub(super) fn play_due_forced_move(app: &mut App, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    if seat.next_forced_move_at.is_none_or(|due| due > now) {
        return;
    }
    seat.next_forced_move_at = None;
    match seat.game().legal_moves()[..] {
        [mv] => {
            make_move(app, mv, now);
            if let Some(seat) = &mut app.table
                && seat.ending.is_none()
            {
                seat.next_forced_move_at = now.checked_add(FORCED_MOVE_INTERVAL).ok();
            }
        }
        [] => {}
        _ => app.notify("draw or discard: the choice is yours"),
    }
}
