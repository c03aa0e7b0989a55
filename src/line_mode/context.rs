//! What all places share where lines are typed: the next line, the answers, the settings and what is saved.

use std::time::{Duration, Instant};

use jiff::Timestamp;

use super::input::{LineInput, Origin, Progress};
use super::io::{NoticeKind, Reply};
use super::output::Printer;
use super::settings::Preferences;
use crate::describe::{CardNotation, approx_count};
use crate::difficulty::Difficulty;
use crate::json::ReviewJson;
use crate::review;
use crate::session::{
    Advisor, DealSource, Found, GameReview, MAX_DEAL_SEARCH, Profile, Purpose, Question,
    SearchRequest, Session, text,
};
use crate::solver::HINT_POSITIONS;
use crate::storage::settings::{Deals, Settings};
use crate::variant::Variant;

/// Says how a search can be canceled.
pub(super) const CANCEL_HELP: &str = "An empty line or Ctrl-C cancels";

/// Time until the first report on how far a search is.
const PROGRESS_DELAY: Duration = Duration::from_secs(5);

/// Time until it is said that the move that lost the game is searched for.
const LOSS_REPORT_DELAY: Duration = Duration::from_secs(1);

/// What all places share. Runs the searches for them.
pub(super) struct LineContext<'a> {
    pub input: LineInput,
    pub printer: Printer<'a>,
    pub profile: Profile,
    pub preferences: Preferences,
    /// Where new deals come from, whatever the setting says.
    pub source: Option<DealSource>,
}

impl LineContext<'_> {
    pub(super) fn now(&self) -> Timestamp {
        self.input.clock().now()
    }

    /// Returns the time that the clock of a session follows.
    pub(super) fn play_time(&self) -> Timestamp {
        self.input.clock().play_time()
    }

    pub(super) fn settings(&self) -> &Settings {
        self.preferences.settings()
    }

    pub(super) fn notation(&self) -> CardNotation {
        self.preferences.notation()
    }

    /// Lists the settings, or changes the one that is named.
    pub(super) fn change_settings(&mut self, change: &str) -> Reply {
        let file = &mut self.profile.settings_file;
        self.preferences.answer(change, file)
    }

    /// Returns where new deals come from.
    pub(super) fn deal_source(&self) -> DealSource {
        let setting = DealSource::Random(self.settings().choice());
        self.source.unwrap_or(setting)
    }

    pub(super) fn source_of_another_deal(&self) -> DealSource {
        self.deal_source().of_another_deal(self.settings().choice())
    }

    /// Deals the winnable deal that was found, or one of the graded deals if the search for another takes long.
    ///
    /// # Errors
    /// Says that the player has canceled the search.
    pub(super) fn deal_winnable(&mut self, rules: &Variant) -> Result<Session, &'static str> {
        if self.search_deal(rules, Origin::Request, MAX_DEAL_SEARCH) {
            return Err(text::SEARCH_CANCELED);
        }
        let (now, dealer) = (self.now(), &mut self.profile.dealer);
        let found = dealer.deal_found(now);
        Ok(found.unwrap_or_else(|| dealer.deal_graded(rules, Difficulty::ALL, now)))
    }

    /// Looks for the winnable deal that comes next, if the player gets one.
    pub(super) fn search_next_deal(&mut self, rules: &Variant) {
        if self.source_of_another_deal() == DealSource::Random(Deals::Winnable) {
            self.search_deal(rules, Origin::Background, Duration::MAX);
        }
    }

    /// Goes through deals until one is found to be winnable, or time is up. Returns whether that was canceled.
    fn search_deal(&mut self, rules: &Variant, origin: Origin, max_time: Duration) -> bool {
        let started = Instant::now();
        let dealer = &mut self.profile.dealer;
        dealer.look_for(rules);
        while let Some(mut request) = dealer.search_request() {
            let left = max_time.saturating_sub(started.elapsed());
            if left.is_zero() {
                break;
            }
            request.budget.time = request.budget.time.map(|time| time.min(left));
            let mut verdict = None;
            let mut handle = |progress: Progress<'_>| {
                if let Progress::Found(Found::Finished(result)) = progress {
                    verdict = Some(result.verdict.clone());
                }
            };
            self.input
                .search(request, origin, Duration::MAX, &mut handle);
            match verdict {
                Some(verdict) => dealer.record_verdict(&verdict),
                None => return true,
            }
        }
        false
    }

    /// Searches a position and records the result. A player who waits is told how far the search is.
    /// Returns whether it was canceled.
    pub(super) fn search_position(
        &mut self,
        advisor: &mut Advisor,
        request: &SearchRequest,
        origin: Origin,
    ) -> bool {
        let (mut searched, mut result) = (0, None);
        let seconds = request.budget.time_limit().as_secs();
        let printer = &mut self.printer;
        let mut handle = |progress: Progress<'_>| match progress {
            Progress::Found(Found::Progress(positions)) => searched = *positions,
            Progress::Found(Found::Finished(found)) => result = Some(found.clone()),
            Progress::Running(elapsed) if origin == Origin::Request => {
                let positions = approx_count(searched, "position");
                let elapsed = elapsed.as_secs();
                printer.print_notice(
                    NoticeKind::Searching,
                    &format!("{positions}, {elapsed} of {seconds} s"),
                );
            }
            _ => {}
        };
        let is_canceled = self
            .input
            .search(request.clone(), origin, PROGRESS_DELAY, &mut handle);
        match result {
            Some(result) => _ = advisor.record_search_result(request, &result),
            None => _ = advisor.cancel_search(),
        }
        is_canceled
    }

    /// Goes on with the review of a game until it has found out when the game was lost or is canceled. After
    /// a second, says that it runs and how to cancel it. Returns whether it was canceled.
    pub(super) fn find_loss(
        &mut self,
        advisor: &mut Advisor,
        origin: Origin,
        cancel_help: &str,
    ) -> bool {
        let Some(request) = advisor.review().and_then(GameReview::search_request) else {
            return false;
        };
        let loss = SearchRequest {
            purpose: Purpose::Loss,
            ..request.clone()
        };
        let (printer, mut is_reported) = (&mut self.printer, false);
        let mut handle = |progress: Progress<'_>| {
            if let Progress::Found(Found::Review(found)) = progress {
                advisor.record_review(&request, found);
            } else if !std::mem::replace(&mut is_reported, true) {
                printer.print_notice(
                    NoticeKind::Searching,
                    &format!("Looking for the move that lost. {cancel_help}"),
                );
            }
        };
        self.input
            .search(loss, origin, LOSS_REPORT_DELAY, &mut handle)
    }

    /// Lets the fair player look at the position, unless it has done so.
    pub(super) fn search_advice(&mut self, advisor: &mut Advisor, question: Question) {
        advisor.request_advice(question, self.settings());
        let request = advisor.search_request(self.settings(), false);
        let Some(mut request) = request.filter(|_| advisor.pending_advice().is_some()) else {
            return;
        };
        if question == Question::Hint {
            request.budget.positions = Some(HINT_POSITIONS);
        }
        let mut last = None;
        let mut handle = |progress: Progress<'_>| {
            if let Progress::Found(found) = progress {
                last = Some(found.clone());
            }
        };
        self.input
            .search(request, Origin::Request, PROGRESS_DELAY, &mut handle);
        match last {
            Some(Found::Advice(advice)) => _ = advisor.record_advice(advice),
            Some(Found::Hint(hint)) => _ = advisor.record_hint(&hint),
            _ => _ = advisor.cancel_search(),
        }
    }

    /// Completes a review and saves it, and tells the player how far it is. Returns whether it was canceled.
    pub(super) fn complete_review(&mut self, review: &mut GameReview) -> bool {
        review.start();
        if let Some(request) = review.search_request() {
            let printer = &mut self.printer;
            printer.print_notice(
                NoticeKind::Searching,
                &format!("{}. {CANCEL_HELP}", review.status()),
            );
            let mut handle = |progress: Progress<'_>| match progress {
                Progress::Found(Found::Review(found)) => review.record(&request, found),
                Progress::Found(_) => {}
                Progress::Running(_) => {
                    printer.print_notice(NoticeKind::Searching, &review.status());
                }
            };
            self.input.search(
                request.clone(),
                Origin::Request,
                PROGRESS_DELAY,
                &mut handle,
            );
        }
        if review.cancel() {
            return true;
        }
        self.profile.save_review(review);
        let summary = review::summary(review.game(), review.review());
        let found = review.review().clone();
        self.printer.facts().review = Some(ReviewJson::new(found, summary));
        false
    }
}
