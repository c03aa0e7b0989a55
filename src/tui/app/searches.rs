//! Which search should run, and what its replies change.

use jiff::Timestamp;

use super::App;
use crate::game::Game;
use crate::player::View;
use crate::rules::Table;
use crate::session::{GameReview, SearchKind, SearchReply, SearchRequest};
use crate::tui::layer::Context;
use crate::tui::screen_stack::Screen;
use crate::variant::Variant;

impl App {
    /// Handles the reply of a search if the search is still requested. Returns whether there is
    /// something new to show.
    pub fn handle_search_reply(&mut self, reply: &SearchReply, now: Timestamp) -> bool {
        if self.search_request() != Some(reply.request) {
            return false;
        }
        self.services.now = now;
        self.advance_clock(now);
        let mut cx = Context::new(&mut self.services);
        let mut is_new = true;
        if let Screen::DealSearch(search) = self.screens.top_mut() {
            is_new = search.record_search_update(&reply.update, &mut cx);
        } else {
            for screen in self.screens.iter_mut() {
                match screen {
                    Screen::Table(table) => table.record_search_reply(reply, &mut cx),
                    Screen::Replay(replay) => replay.record_search_reply(reply, cx.services),
                    _ => {}
                }
            }
        }
        let requests = cx.requests;
        // A search reply requests no side effects.
        self.handle_requests(requests, &mut Vec::new());
        if is_new {
            self.refresh();
        }
        is_new
    }

    /// Returns the search that should run now.
    pub fn search_request(&self) -> Option<SearchRequest> {
        if let Screen::DealSearch(search) = self.screens.top() {
            return Some(search.search_request());
        }
        let mut visible = self.screens.visible();
        let request = visible.find_map(|screen| match screen {
            Screen::Table(table) => Some(table.search_request(&self.services)),
            Screen::Replay(replay) => Some(replay.review()?.search_request()),
            _ => None,
        });
        request?
    }

    /// Returns the game that a request is to review.
    pub fn requested_review(&self, request: &SearchRequest) -> Option<&Game> {
        let reviews = self.screens.iter().filter_map(|screen| match screen {
            Screen::Table(table) => table.session().review(),
            Screen::Replay(replay) => replay.review(),
            _ => None,
        });
        let mut requested = reviews.filter(|review| review.search_request() == Some(*request));
        requested.next().map(GameReview::game)
    }

    /// Returns the review of the game that is replayed, mutably.
    pub fn replay_review_mut(&mut self) -> Option<&mut GameReview> {
        self.screens.iter_mut().find_map(|screen| match screen {
            Screen::Replay(replay) => replay.review_mut(),
            _ => None,
        })
    }

    /// Returns what the player sees of the position that a request of the fair player is about.
    pub fn requested_view(&self, request: &SearchRequest) -> Option<View> {
        let table = self
            .table()
            .filter(|_| request.kind == SearchKind::Advice)?;
        Some(View::new(table.session().game()))
    }

    /// Returns the position that a request is about.
    pub fn requested_position(&self, request: &SearchRequest) -> Option<(Variant, Table)> {
        if request.kind == SearchKind::WinnableDeal {
            return match self.screens.top() {
                Screen::DealSearch(search) => Some(search.position()),
                _ => None,
            };
        }
        let game = self.table()?.session().game();
        let position = request.task.game_at_position(game);
        Some((position.rules().clone(), position.table().clone()))
    }
}
