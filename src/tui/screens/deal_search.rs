//! Search for a winnable deal: its progress in the footer; any key cancels it.

use jiff::SignedDuration;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::describe::approx_count;
use crate::game::Game;
use crate::session::{DealSearch, DealSearchStep, Found, SearchRequest, text};
use crate::tui::action::Action;
use crate::tui::frame::ScreenLayout;
use crate::tui::keymap::{Button, Keymap};
use crate::tui::screen::{Context, Request, Screen};
use crate::tui::services::Services;
use crate::variant::Variant;

/// The shortest time between two reports on the progress.
const PROGRESS_INTERVAL: SignedDuration = SignedDuration::from_millis(200);

/// A running search for a winnable deal.
#[derive(Clone, Debug)]
pub struct DealSearchScreen {
    search: DealSearch,
    /// Progress as it was reported last.
    progress: String,
}

impl DealSearchScreen {
    /// Starts with the deal of a random seed.
    pub fn new(rules: Variant, services: &mut Services) -> DealSearchScreen {
        let search = DealSearch::new(rules, services.seeds.next_seed());
        DealSearchScreen {
            progress: progress_text(&search),
            search,
        }
    }

    pub fn game(&self) -> &Game {
        self.search.game()
    }

    /// Records what the search has found. Returns whether there is something new to show.
    pub fn record_found(&mut self, found: &Found, cx: &mut Context<'_>) -> bool {
        let now = cx.services.now;
        match found {
            Found::Progress(positions) => self.search.positions = *positions,
            // The fair player does not look for deals.
            Found::Advice(_) | Found::Review(_) => {}
            Found::Finished(result) => {
                let next_seed = || cx.services.seeds.next_seed();
                let step = self.search.record_result(result, next_seed, now);
                let skipped = self.search.skipped();
                match step {
                    DealSearchStep::Found(session) => {
                        if !cx.services.has_error_message() {
                            cx.services.notify(text::winnable_deal_found(skipped));
                        }
                        cx.request(Request::Start(session));
                        return true;
                    }
                    DealSearchStep::GaveUp => {
                        cx.services.notify_error(text::deal_search_gave_up(skipped));
                        cx.request(Request::Close);
                        return true;
                    }
                    DealSearchStep::Continues => {}
                }
            }
        }
        let is_due = self.search.take_progress_due(now, PROGRESS_INTERVAL);
        if is_due {
            self.progress = progress_text(&self.search);
        }
        is_due
    }
}

/// Returns the progress of a search, the most important part first.
fn progress_text(search: &DealSearch) -> String {
    let number = search.skipped() + 1;
    let positions = approx_count(search.total_positions(), "position");
    format!("Looking for a winnable deal: no. {number} · any key cancels · {positions}")
}

impl Screen for DealSearchScreen {
    fn handle_action(&mut self, action: Action, cx: &mut Context<'_>) {
        if !action.is_passive() {
            let skipped = self.search.skipped();
            cx.services.notify(text::deal_search_canceled(skipped));
            cx.request(Request::Close);
        }
    }

    fn lay_out(&mut self, _services: &Services, _area: Rect) -> ScreenLayout {
        ScreenLayout {
            status: self.progress.clone(),
            ..ScreenLayout::default()
        }
    }

    fn render(&self, _services: &Services, _buf: &mut Buffer) {}

    fn buttons(&self, _keymap: &Keymap) -> Vec<Button> {
        // Any key cancels the search.
        Vec::new()
    }

    fn search_request(&self, _services: &Services) -> Option<SearchRequest> {
        Some(self.search.search_request())
    }

    fn pauses_clock(&self) -> bool {
        false
    }
}
