//! Wait for a winnable deal, said in the footer.

use jiff::SignedDuration;
use ratatui::layout::Rect;

use crate::session::{MAX_DEAL_SEARCH, SearchReply, SearchRequest, text};
use crate::tui::action::Action;
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Use};
use crate::tui::screen::{Request, Screen};
use crate::variant::Variant;

/// Waits until a winnable deal is found; after a while, one of the graded deals is dealt.
#[derive(Clone, Debug)]
pub struct DealSearchScreen {
    rules: Variant,
    ends_at: SignedDuration,
}

impl DealSearchScreen {
    pub fn new(rules: Variant, now: SignedDuration) -> DealSearchScreen {
        let wait = SignedDuration::try_from(MAX_DEAL_SEARCH).unwrap_or_default();
        DealSearchScreen {
            rules,
            ends_at: now + wait,
        }
    }
}

impl Screen for DealSearchScreen {
    fn handle_action(&mut self, action: Action, cx: &mut Context) -> Option<Request> {
        match action {
            Action::Tick if cx.steady >= self.ends_at => {
                let source = cx.profile.graded_source(&self.rules);
                Some(Request::Deal(source, self.rules.clone()))
            }
            Action::Cancel | Action::Close => {
                cx.notify(text::SEARCH_CANCELED);
                Some(Request::Close)
            }
            // Keys typed too early cancel nothing.
            _ => None,
        }
    }

    fn deadline(&self) -> Option<SignedDuration> {
        Some(self.ends_at)
    }

    fn draw(&mut self, _: &Context, _: Rect, canvas: &mut Canvas<'_>) {
        canvas.frame.status = "Looking for a winnable deal".into();
    }

    fn use_of(&self, binding: &Binding, _: &Context) -> Use {
        match binding.action {
            Action::Cancel => Use::Ready("cancel"),
            _ => Use::Hidden,
        }
    }

    fn search_request(&self, cx: &Context) -> Option<SearchRequest> {
        cx.profile.dealer.search_request()
    }

    fn record_search_reply(&mut self, _: &SearchReply, cx: &mut Context) -> Option<Request> {
        let found = cx.profile.dealer.deal_found(cx.now)?;
        Some(Request::Start(Box::new(found)))
    }
}
