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

    /// Returns the review of the game that is replayed, mutably.
    pub fn replay_review_mut(&mut self) -> Option<&mut GameReview> {
        self.screens.iter_mut().find_map(|screen| match screen {
            Screen::Replay(replay) => replay.review_mut(),
            _ => None,
        })
    }

    /// Returns what a request asks to search.
    pub fn search_subject(&self, request: &SearchRequest) -> Option<SearchSubject> {
        let game = || Some(self.table()?.session().game());
        match (request.kind, self.screens.top()) {
            (SearchKind::Review, _) => {
                let mut reviews = self.screens.iter().filter_map(|screen| match screen {
                    Screen::Table(table) => table.session().review(),
                    Screen::Replay(replay) => replay.review(),
                    _ => None,
                });
                let review = reviews.find(|review| review.search_request() == Some(*request))?;
                Some(SearchSubject::Game(Box::new(review.game().clone())))
            }
            (SearchKind::Advice, _) => {
                let game = game()?;
                Some(SearchSubject::View(game.rules().clone(), View::new(game)))
            }
            (SearchKind::WinnableDeal, Screen::DealSearch(search)) => {
                let (rules, table) = search.position();
                Some(SearchSubject::Position(rules, Box::new(table)))
            }
            (SearchKind::WinnableDeal, _) => None,
            (SearchKind::Background | SearchKind::Verdict | SearchKind::Postmortem, _) => {
                let position = request.task.game_at_position(game()?);
                let (rules, table) = (position.rules().clone(), position.table().clone());
                Some(SearchSubject::Position(rules, Box::new(table)))
            }
        }
    }
}
