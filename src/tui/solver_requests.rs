//! The solver at the table: what it is asked about the game there, and what it answers.

use jiff::Timestamp;

use super::app::{App, Mode, Screen};
use super::table_state::{Ending, TableState};
use crate::analysis::SearchTask;
use crate::describe::{self, approx_count};
use crate::rules::Table;
use crate::solver::{SolveResult, StateKey};
use crate::storage::settings::BoolSetting;
use crate::variant::Variant;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// To see, unasked, when no win is left from the present position.
    Background,
    /// To tell the player how the present position stands.
    Verdict,
    /// To tell, after the end, how an earlier one stood.
    Postmortem,
    /// To find a deal that can be won.
    WinnableDeal,
}

/// What the solver is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// What for.
    pub kind: SearchKind,
    /// What is searched.
    pub task: SearchTask,
    /// What tells its position from others.
    pub state_key: StateKey,
}

/// What a search tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReply {
    /// What it was asked.
    pub request: SearchRequest,
    /// What it has to say.
    pub update: SearchUpdate,
}

/// News of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchUpdate {
    /// It goes on, after so many positions.
    Progress(u64),
    /// It has ended.
    Finished(SolveResult),
}

/// A search the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingSearch {
    /// What is searched.
    pub task: SearchTask,
    /// When it began.
    pub started: Timestamp,
    /// Whether a line it finds is to be played.
    pub show_solution: bool,
}

impl TableState {
    /// Begins a search for a verdict on the present position, or goes on with it; whether there is
    /// one to be made. A line it finds may be wished to be played.
    pub(super) fn start_search(&mut self, show: bool, now: Timestamp) -> bool {
        if let Some(inquiry) = &mut self.pending_search {
            inquiry.show_solution |= show;
            return true;
        }
        let look = self.analysis.verdict_task(&self.played.game);
        self.positions_searched = 0;
        self.pending_search = look.map(|look| PendingSearch {
            task: look,
            started: now,
            show_solution: show,
        });
        self.pending_search.is_some()
    }

    /// What the solver is asked of the game, as things stand.
    fn search_request(&self, watched: bool, ended: bool) -> Option<SearchRequest> {
        let game = self.game();
        let (purpose, look) = match (self.ending, self.pending_search) {
            (None, Some(inquiry)) => (SearchKind::Verdict, inquiry.task),
            (None, None) => (
                SearchKind::Background,
                self.analysis.background_task(game).filter(|_| watched)?,
            ),
            (Some(Ending::Won), _) => return None,
            (Some(Ending::Lost | Ending::GivenUp), _) => {
                let wanted = ended && (watched || self.analysis.verdict_revealed);
                let look = self.analysis.postmortem_task(game).filter(|_| wanted)?;
                (SearchKind::Postmortem, look)
            }
        };
        Some(SearchRequest {
            kind: purpose,
            state_key: self
                .analysis
                .proven_positions()
                .state_at(look.position_index)?,
            task: look,
        })
    }

    /// How far the search after the end is, which is about this position.
    pub(super) fn postmortem_progress(&self, at: usize) -> String {
        let searched = approx_count(self.positions_searched, "position");
        format!(
            "looking back at {}: {searched}",
            describe::position_text(at)
        )
    }
}

impl App {
    /// What the solver is asked, as things stand.
    pub fn search_request(&self) -> Option<SearchRequest> {
        if let Some(seeking) = &self.deal_search {
            return Some(SearchRequest {
                kind: SearchKind::WinnableDeal,
                task: SearchTask::DEAL,
                state_key: seeking.state_key,
            });
        }
        let seat = self
            .table
            .as_ref()
            .filter(|_| self.screen == Screen::Table)?;
        let watched = self.settings.is_on(BoolSetting::WarnWhenLost);
        seat.search_request(watched, self.mode() == Mode::GameOver)
    }

    /// The position a question is about.
    pub fn requested_position(&self, question: &SearchRequest) -> Option<(Variant, Table)> {
        let game = match question.kind {
            SearchKind::WinnableDeal => &self.deal_search.as_ref()?.game,
            _ => self.table.as_ref()?.game(),
        };
        let there = question.task.game_at_position(game);
        Some((there.rules().clone(), there.table().clone()))
    }
}
