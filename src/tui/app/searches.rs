//! Which search should run, and what its replies change.

use jiff::Timestamp;

use super::{App, Next};
use crate::game::Game;
use crate::player::View;
use crate::rules::Table;
use crate::session::{SearchKind, SearchReply, SearchRequest};
use crate::tui::screen::Context;
use crate::tui::screens::deal_search::DealSearchScreen;
use crate::tui::screens::replay::ReplayScreen;
use crate::tui::screens::table::TableScreen;
use crate::variant::Variant;

/// What is searched.
#[derive(Debug)]
pub enum SearchSubject {
    /// A position, by the solver.
    Position(Variant, Box<Table>),
    /// What the player sees, by the fair player.
    View(Variant, View),
    /// A game to review.
    Game(Box<Game>),
}

impl App {
    /// Handles the reply of a search if the search is still requested.
    #[inline(never)]
    pub fn handle_search_reply(&mut self, reply: &SearchReply, now: Timestamp) -> Next {
        if self.search_request() != Some(reply.request) {
            return Next::Wait;
        }
        self.services.now = now;
        self.advance_clock();
        let mut cx = Context::new(&mut self.services);
        let mut is_new = true;
        if let Some(search) = self.screens.find_mut::<DealSearchScreen>() {
            is_new = search.record_search_update(&reply.update, &mut cx);
        } else {
            if let Some(table) = self.screens.find_mut::<TableScreen>() {
                table.record_search_reply(reply, &mut cx);
            }
            if let Some(replay) = self.screens.find_mut::<ReplayScreen>() {
                replay.record_search_reply(reply, cx.services);
            }
        }
        let requests = cx.requests;
        self.handle_requests(requests);
        self.save();
        if !is_new {
            return Next::Wait;
        }
        self.refresh();
        Next::Draw
    }

    /// Returns the search that should run now.
    pub fn search_request(&self) -> Option<SearchRequest> {
        let screens = self.screens.visible();
        let requests = screens.filter_map(|screen| screen.search_request(&self.services));
        requests.last()
    }

    /// Returns what a request asks to search.
    pub fn search_subject(&self, request: &SearchRequest) -> Option<SearchSubject> {
        let game = || Some(self.table()?.session().game());
        match request.kind {
            SearchKind::Review => {
                let of_table = self.table().and_then(|table| table.session().review());
                let replay = self.screens.find::<ReplayScreen>();
                let of_replay = replay.and_then(ReplayScreen::review);
                let mut reviews = of_table.into_iter().chain(of_replay);
                let review = reviews.find(|review| review.search_request() == Some(*request))?;
                Some(SearchSubject::Game(Box::new(review.game().clone())))
            }
            SearchKind::Advice => {
                let game = game()?;
                Some(SearchSubject::View(game.rules().clone(), View::new(game)))
            }
            SearchKind::WinnableDeal => {
                let (rules, table) = self.screens.find::<DealSearchScreen>()?.position();
                Some(SearchSubject::Position(rules, Box::new(table)))
            }
            SearchKind::Background | SearchKind::Verdict | SearchKind::Postmortem => {
                let position = request.task.game_at_position(game()?);
                let (rules, table) = (position.rules().clone(), position.table().clone());
                Some(SearchSubject::Position(rules, Box::new(table)))
            }
        }
    }
}
