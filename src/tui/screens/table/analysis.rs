//! The solver at the table: requests, progress and results.

use super::TableScreen;
use super::advice::with_hint;
use crate::analysis::Assessment;
use crate::describe::{approx_count, position_text};
use crate::session::{Command, Found, Purpose, SearchReply, VerdictResponse, text};
use crate::tui::action::Action;
use crate::tui::screen::{Context, Screen};
use crate::tui::screens::replay::ReplayScreen;

impl TableScreen {
    /// Records the reply of a requested search.
    pub fn record_search_reply(&mut self, reply: &SearchReply, cx: &mut Context<'_>) {
        let session = self.session_mut();
        match &reply.found {
            Found::Progress(positions) => {
                session.positions_searched = *positions;
                self.notify_progress(cx);
            }
            Found::Review(review) => session.record_review(&reply.request, review),
            Found::Advice(advice) => self.show_advice(advice.clone(), cx),
            Found::Finished(result) => {
                if let Some(search) = session.record_search_result(&reply.request, result) {
                    self.present_verdict(search.show_solution, cx);
                } else if reply.request.purpose == Purpose::Warning
                    && session.announce_loss()
                    // An error stays until the next key; the header says the same.
                    && !cx.services.has_error_message()
                {
                    self.notify_verdict(cx);
                }
            }
        }
    }

    /// Shows the verdict on the position, or starts a search for it. With `show_solution` the
    /// winning line is opened as a replay.
    pub(super) fn analyze(&mut self, show_solution: bool, cx: &mut Context<'_>) {
        let (options, now) = (cx.services.play_options(), cx.services.now);
        let session = self.session_mut();
        match session.request_verdict(show_solution, &options, now) {
            VerdictResponse::Won => cx.services.notify(text::GAME_WON),
            VerdictResponse::Review => {}
            VerdictResponse::Searching => {
                self.cancel_selection();
                self.notify_progress(cx);
            }
            VerdictResponse::Known => {
                self.cancel_selection();
                self.present_verdict(show_solution, cx);
            }
        }
    }

    /// Opens the winning line if it is wanted and known; else shows the verdict.
    fn present_verdict(&self, show_solution: bool, cx: &mut Context<'_>) {
        let solution = if show_solution {
            self.session().solution()
        } else {
            Ok(None)
        };
        match solution {
            Ok(Some(solution)) => {
                cx.open(ReplayScreen::of_solution(solution, cx.services.now));
            }
            Ok(None) => self.notify_verdict(cx),
            Err(too_long) => cx.services.notify_error(too_long.to_string()),
        }
    }

    /// Shows how far the search for the verdict is.
    fn notify_progress(&self, cx: &mut Context<'_>) {
        let session = self.session();
        let Some(search) = session.pending_verdict() else {
            return;
        };
        let text = format!(
            "Searching: {}, {} of {} s. Any key cancels",
            approx_count(session.positions_searched, "position"),
            search.elapsed(cx.services.now).as_secs(),
            search.budget.time_limit().as_secs(),
        );
        cx.services.notify(text);
    }

    /// Shows what is known about the position and which keys to use next.
    pub(super) fn notify_verdict(&self, cx: &mut Context<'_>) {
        let analysis = self.session().analysis();
        let assessment = analysis.assessment(self.game());
        let hint = |action, does: &str| cx.services.key_hint(self.mode(), action, does);
        let hints = match assessment {
            Assessment::Lost if self.game().moves().len() == 0 => {
                let is_offered = self.has_use(Action::NewWinnableDeal);
                let winnable = || hint(Action::NewWinnableDeal, "winnable deal");
                vec![
                    hint(Action::NewDeal, "new deal"),
                    is_offered.then(winnable).flatten(),
                ]
            }
            Assessment::Lost => {
                let winnable = analysis.last_winnable_index();
                let back = winnable.and_then(|moves| {
                    let does = format!("back to {}, still winnable", position_text(moves));
                    hint(Action::Game(Command::UndoToWinnable), &does)
                });
                vec![back]
            }
            Assessment::Winnable(_) => vec![
                hint(Action::Game(Command::Hint), "next move"),
                hint(Action::ShowSolution, "all moves"),
            ],
            Assessment::NotYetKnown => vec![hint(Action::Analyze, "search longer")],
            Assessment::Inconclusive => Vec::new(),
        };
        let hints: Vec<String> = hints.into_iter().flatten().collect();
        let hints = (!hints.is_empty()).then(|| hints.join(", "));
        let text = match assessment {
            Assessment::Lost if self.game().moves().len() == 0 => text::LOST_DEAL.to_owned(),
            _ => text::verdict(assessment),
        };
        cx.services.notify(with_hint(text, hints));
    }
}
