//! Searches that the screens request, and their replies.

use jiff::Timestamp;

use super::{App, Next};
use crate::session::{DealSource, Found, Purpose, SearchReply, SearchRequest};
use crate::storage::settings::Deals;
use crate::tui::screens::AnyScreen;

impl App {
    /// Handles the reply of a search if the search is still requested.
    #[inline(never)]
    pub fn handle_search_reply(&mut self, reply: &SearchReply, now: Timestamp) -> Next {
        if self.search_request().as_ref() != Some(&reply.request) {
            return Next::Wait;
        }
        self.context.now = now;
        self.advance_clock();
        if reply.request.purpose == Purpose::WinnableDeal {
            let Found::Finished(result) = &reply.found else {
                return Next::Wait;
            };
            self.dealer.record_verdict(&result.verdict);
            let is_wanted = self.screens.top().is_deal_search();
            let Some(session) = is_wanted.then(|| self.dealer.deal_found(now)).flatten() else {
                return Next::Wait;
            };
            self.start_session(session);
        } else {
            let mut request = None;
            if let Some(table) = self.screens.find_mut(AnyScreen::try_as_table_mut) {
                request = table.record_search_reply(reply, &mut self.context);
            }
            if let Some(replay) = self.screens.find_mut(AnyScreen::try_as_replay_mut) {
                replay.record_search_reply(reply, &mut self.context);
            }
            self.handle_requests(request);
            self.announce();
        }
        self.save();
        self.refresh();
        Next::Draw
    }

    /// Returns the search that should run now: one for the table, else one for the next deal.
    pub fn search_request(&self) -> Option<SearchRequest> {
        let next_deal = || self.dealer.search_request();
        if self.screens.top().is_deal_search() {
            return next_deal();
        }
        let screens = self.screens.visible();
        let requests = screens.filter_map(|screen| screen.search_request(&self.context));
        requests.last().or_else(|| {
            let source = self.context.config.source_of_another_deal();
            let is_wanted = source == DealSource::Random(Deals::Winnable);
            (is_wanted && self.table().is_some()).then(next_deal)?
        })
    }
}
