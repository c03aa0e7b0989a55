//! The game in front: opening, leaving, saving, and the clock.

use std::sync::atomic::Ordering;

use super::Repl;
use crate::describe;
use crate::session::{GameOverSummary, Session, text};
use crate::storage::results::GameOutcome;

impl Repl<'_> {
    /// Opens a game in place of the one in front; returns how it stands.
    pub(super) fn open(&mut self, session: Session) -> String {
        self.update_clock();
        let left = self.session.replace(session);
        let left = left.map(|left| self.store.leave(left, self.clock.now()));
        if let Some(Err(error)) = left {
            self.printer.print_notice(&error.to_string());
        }
        self.replay = None;
        self.opened_games += 1;
        self.describe_opened()
    }

    /// Describes a game that has come to the front: the table, and what to do next.
    pub(super) fn describe_opened(&mut self) -> String {
        self.restart_clock();
        let notation = self.notation();
        let Some(session) = &self.session else {
            return String::new();
        };
        let day = session.played().header.daily.map(text::daily_deal);
        let day = day.map_or(String::new(), |day| describe::sentence(&day) + "\n");
        let table = day + &describe::table(session.game(), notation);
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
