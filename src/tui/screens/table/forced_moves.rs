//! Games played in the hand that run by themselves.

use jiff::SignedDuration;

use super::TableScreen;
use super::context::Context;
use crate::rules::Status;
use crate::session::{Command, Refusal};

/// Time between two moves of a game that runs by itself.
const FORCED_MOVE_INTERVAL: SignedDuration = SignedDuration::from_millis(120);

impl TableScreen {
    /// Makes the forced move that is due. The game stops at its end and at a choice.
    pub(super) fn play_due_forced_move(&mut self, cx: &mut Context<'_>) {
        let now = cx.services.now;
        if self.next_forced_move_at.is_none_or(|due| due > now) {
            return;
        }
        self.next_forced_move_at = None;
        match self.session().forced_move() {
            Some(mv) => {
                self.execute(Command::Move(mv), cx);
                if !self.state().is_over() {
                    self.next_forced_move_at = now.checked_add(FORCED_MOVE_INTERVAL).ok();
                }
            }
            None if self.game().status() == Status::Playing => {
                cx.services.notify(Refusal::ChoiceLeft.to_string());
            }
            None => {}
        }
    }
}
