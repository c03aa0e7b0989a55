//! The searches that the screen shown now asks for.

use super::app::{App, Mode, Screen};
use crate::rules::Table;
use crate::session::{PlayOptions, SearchKind, SearchRequest};
use crate::variant::Variant;

impl App {
    /// The search that should run now.
    pub fn search_request(&self) -> Option<SearchRequest> {
        if let Some(search) = &self.deal_search {
            return Some(search.search_request());
        }
        let table = self.table.as_ref();
        let table = table.filter(|_| self.screen == Screen::Table)?;
        let options = PlayOptions::from(&self.settings);
        let at_end = self.mode() == Mode::GameOver;
        table.session.search_request(&options, at_end)
    }

    /// The position that a request is about.
    pub fn requested_position(&self, request: &SearchRequest) -> Option<(Variant, Table)> {
        let game = match request.kind {
            SearchKind::WinnableDeal => self.deal_search.as_ref()?.game(),
            _ => self.table.as_ref()?.game(),
        };
        let there = request.task.game_at_position(game);
        Some((there.rules().clone(), there.table().clone()))
    }
}
