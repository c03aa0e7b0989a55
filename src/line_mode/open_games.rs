//! The game in front and those left for it: opening, leaving, saving, and the clock.

use std::sync::atomic::Ordering;

use super::Repl;
use super::io::Rejection;
use crate::describe;
use crate::session::{GameOverSummary, Session, text};
use crate::storage::results::GameOutcome;
use crate::storage::save_dir::SaveId;

impl Repl<'_> {
    /// Opens a game in front of the others; returns how it stands.
    pub(super) fn open(&mut self, session: Session) -> String {
        let left = self.leave_game();
        self.previous.extend(left);
        self.next.clear();
        self.replay = None;
        self.bring_to_front(session)
    }

    /// Puts a game in front, after the one in front was left; returns how it stands.
    fn bring_to_front(&mut self, session: Session) -> String {
        self.store
            .saves
            .reopen(session.save_state(), self.clock.now());
        self.session = Some(session);
        self.opened_games += 1;
        self.describe_opened()
    }

    /// Saves the game in front and takes it away.
    fn leave_game(&mut self) -> Option<Session> {
        self.update_clock();
        let mut session = self.session.take()?;
        let now = self.clock.now();
        session.set_clock_running(false, now);
        let unsaved = self.store.close_all([&session], now);
        for (_, error) in &unsaved {
            self.print_notice(&error.to_string());
        }
        self.unsaved.extend(unsaved);
        Some(session)
    }

    /// A game as the player left it in this run, else as it was saved.
    pub(super) fn take_session(&mut self, id: &SaveId) -> Result<Session, Rejection> {
        let left = [&mut self.previous, &mut self.next];
        let session = left.into_iter().find_map(|sessions| {
            let is_wanted = |session: &Session| session.save_state().id() == Some(id);
            let at = sessions.iter().position(is_wanted)?;
            Some(sessions.remove(at))
        });
        match session {
            Some(session) => Ok(session),
            None => self
                .store
                .load(id, self.clock.now())
                .map_err(|error| Rejection::Refused(error.to_string())),
        }
    }

    /// Goes back to the game played before: one of this run, else the saved one of the same kind
    /// played last. Returns how it stands, or `None` if there is none.
    pub(super) fn return_to_previous(&mut self) -> Result<Option<String>, Rejection> {
        let previous = match (self.previous.pop(), &self.session) {
            (Some(previous), _) => previous,
            (None, None) => return Ok(None),
            (None, Some(session)) => {
                let previous = self.store.previous_game(session);
                match (previous.value, text::warnings(&previous.warnings)) {
                    (Some(id), _) => self.take_session(&id)?,
                    (None, Some(warnings)) => return Err(Rejection::Refused(warnings)),
                    (None, None) => return Ok(None),
                }
            }
        };
        let left = self.leave_game();
        self.next.extend(left);
        Ok(Some(self.bring_to_front(previous)))
    }

    /// Returns to the game that was left for the one in front. Returns how it stands, or `None` if
    /// there is none.
    pub(super) fn return_to_next(&mut self) -> Option<String> {
        let next = self.next.pop()?;
        let left = self.leave_game();
        self.previous.extend(left);
        Some(self.bring_to_front(next))
    }

    /// Describes a game that has come to the front: the table, and what to do next.
    pub(super) fn describe_opened(&mut self) -> String {
        self.restart_clock();
        let notation = self.notation();
        let Some(session) = &self.session else {
            return String::new();
        };
        let table = describe::table(session.game(), notation);
        let next = self
            .game_over_text()
            .unwrap_or_else(|| "Type a move. moves: legal moves, help: all commands".into());
        format!("{table}\n{next}")
    }

    /// Counts the time since the last line, and starts the clock again if the game is in front.
    pub(super) fn restart_clock(&mut self) {
        self.clock.resync_after_sleep();
        let in_front = self.replay.is_none();
        let now = self.clock.now();
        let continued = self
            .options
            .process_continued
            .swap(false, Ordering::Relaxed);
        if let Some(session) = &mut self.session {
            if !continued {
                session.advance_clock(now);
            }
            session.set_clock_running(in_front, now);
        }
    }

    pub(super) fn update_clock(&mut self) {
        let now = self.clock.now();
        if let Some(session) = &mut self.session {
            session.advance_clock(now);
        }
    }

    /// Saves the game in front if it has changed; returns what went wrong.
    pub(super) fn save(&mut self) -> Option<String> {
        self.update_clock();
        let session = self.session.as_mut()?;
        let now = self.clock.now();
        let notice = self.store.save_if_changed(session, now);
        session.set_clock_running(self.replay.is_none(), now);
        notice.as_ref().map(text::save_notice)
    }

    /// The lines about the end of the game in front, and what to do next.
    pub(super) fn game_over_text(&mut self) -> Option<String> {
        self.update_clock();
        let session = self.session.as_ref()?;
        let summary = GameOverSummary::new(session, self.store.saves.results())?;
        let mut lines = vec![summary.headline];
        lines.extend(summary.cards_home);
        lines.extend(Some(summary.details).filter(|details| !details.is_empty()));
        lines.extend(summary.comparison);
        let back = match session.outcome() {
            GameOutcome::GivenUp => "undo or a move: continue",
            _ => "undo: last position",
        };
        lines.push(format!(
            "new: another deal, restart: same deal, {back}, help: all commands"
        ));
        Some(lines.join("\n"))
    }
}
