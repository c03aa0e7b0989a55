//! Games played in the hand that run by themselves.

use jiff::{SignedDuration, Timestamp};

use super::execute;
use crate::rules::Status;
use crate::session::{Command, Refusal};
use crate::tui::app::App;

/// The time between two moves of a game that runs by itself.
const FORCED_MOVE_INTERVAL: SignedDuration = SignedDuration::from_millis(120);

/// Makes the forced move that is due; the game stops at its end and at a choice.
pub(super) fn play_due_forced_move(app: &mut App, now: Timestamp) {
    let Some(table) = &mut app.table else { return };
    if table.next_forced_move_at.is_none_or(|due| due > now) {
        return;
    }
    table.next_forced_move_at = None;
    match table.session.forced_move() {
        Some(mv) => {
            execute(app, Command::Move(mv), now);
            if let Some(table) = app.table.as_mut().filter(|table| !table.is_over()) {
                table.next_forced_move_at = now.checked_add(FORCED_MOVE_INTERVAL).ok();
            }
        }
        None if table.game().status() == Status::Playing => {
            app.notify(Refusal::ChoiceLeft.to_string());
        }
        None => {}
    }
}
