//! Runs the solver: for a verdict, in the background, after the end, and for a winnable deal.

use std::time::{Duration, Instant};

use super::Repl;
use super::input::{Origin, Progress};
use super::io::{Rejection, Reply, no_game_open};
use crate::describe::approx_count;
use crate::difficulty::Difficulty;
use crate::player::View;
use crate::review;
use crate::session::{
    DealSearch, DealSource, FinishedGame, Found, HINT_POSITIONS, MAX_DEAL_SEARCH, Purpose,
    Question, Refusal, SearchRequest, Session, VerdictResponse, text,
};
use crate::storage::settings::{Deals, Setting};
use crate::variant::Variant;

/// Says how a search can be canceled.
const CANCEL_HELP: &str = "An empty line or Ctrl-C cancels";

/// Time until the first report on how far a search is.
const REQUESTED_REPORT_DELAY: Duration = Duration::from_secs(5);
/// Time until it is said that the move that lost the game is searched for.
const LOSS_REPORT_DELAY: Duration = Duration::from_secs(1);

impl Repl<'_> {
    /// What the solver does while no line comes: watches whether the game can still be won, or finds
    /// out when it was lost, then looks for the next deal.
    pub(super) fn run_background_search(&mut self) {
        if self.replay.is_some() {
            return;
        }
        let Some(session) = &mut self.session else {
            return;
        };
        if session.advisor_mut().announce_explanation(&self.settings) {
            self.explain_loss();
        } else if !session.is_over() && self.settings.is_on(Setting::WarnWhenLost) {
            self.warn_if_lost();
        }
        self.search_next_deal();
    }

    fn search_request(&self) -> Option<SearchRequest> {
        let session = self.session.as_ref()?;
        session.advisor().search_request(&self.settings, true)
    }

    fn warn_if_lost(&mut self) {
        if let Some(request) = self.search_request()
            && request.purpose == Purpose::Warning
        {
            self.search_position(&request, Origin::Background);
        }
        if let Some(session) = &mut self.session
            && !session.game().rules().is_forced()
            && session.advisor_mut().announce_loss()
        {
            let verdict = self.describe_verdict();
            self.printer.print_notice(&verdict);
        }
    }

    /// Runs a search of the current position and records its result. For a player who waits, says how far
    /// it is. Returns whether it was canceled.
    fn search_position(&mut self, request: &SearchRequest, origin: Origin) -> bool {
        let (mut searched, mut result) = (0, None);
        let seconds = request.budget.time_limit().as_secs();
        let printer = &mut self.printer;
        let mut handle = |progress: Progress<'_>| match progress {
            Progress::Found(Found::Progress(positions)) => searched = *positions,
            Progress::Found(Found::Finished(found)) => result = Some(found.clone()),
            Progress::Running(elapsed) if origin == Origin::Request => {
                let positions = approx_count(searched, "position");
                let elapsed = elapsed.as_secs();
                printer.print_notice(&format!("{positions}, {elapsed} of {seconds} s"));
            }
            _ => {}
        };
        let is_canceled =
            self.input
                .search(request.clone(), origin, REQUESTED_REPORT_DELAY, &mut handle);
        match (result, &mut self.session) {
            (Some(result), Some(session)) => {
                _ = session.advisor_mut().record_search_result(request, &result);
            }
            (None, Some(session)) => _ = session.advisor_mut().cancel_search(),
            _ => {}
        }
        is_canceled
    }

    /// Says when the game was lost, unless nothing was found out before a line came.
    fn explain_loss(&mut self) {
        let Some(session) = &self.session else {
            return;
        };
        // A game without choices is searched in no time, so no line cancels that.
        let origin = if session.game().rules().is_forced() {
            Origin::Request
        } else {
            Origin::Explanation
        };
        let is_canceled = self.find_loss(origin, "A line cancels");
        let Some(finished) = self
            .session
            .as_ref()
            .and_then(|session| session.advisor().review())
        else {
            return;
        };
        let proofs = finished.review().proofs;
        let last = finished.game().moves().len();
        let has_found =
            proofs.last_winnable.is_some() || proofs.first_lost.is_some_and(|lost| lost < last);
        if (has_found || !is_canceled)
            && let Some(text) = finished.loss_text()
        {
            let longer = if finished.can_search_longer() {
                " verdict: search longer"
            } else {
                ""
            };
            self.printer.print_notice(&format!("{text}{longer}"));
        }
    }

    /// Goes on with the review until it has found out when the game was lost or is canceled. After a second,
    /// says that it runs and how to cancel it. Returns whether it was canceled.
    fn find_loss(&mut self, origin: Origin, cancel_help: &str) -> bool {
        let session = self.session.as_mut();
        let Some((advisor, request)) = session.and_then(|session| {
            let request = session.advisor().review()?.search_request()?;
            Some((session.advisor_mut(), request))
        }) else {
            return false;
        };
        let loss = SearchRequest {
            purpose: Purpose::Loss,
            ..request.clone()
        };
        let (printer, mut is_reported) = (&mut self.printer, false);
        self.input
            .search(loss, origin, LOSS_REPORT_DELAY, &mut |progress| {
                if let Progress::Found(Found::Review(found)) = progress {
                    advisor.record_review(&request, found);
                } else if !std::mem::replace(&mut is_reported, true) {
                    printer.print_notice(&format!("Looking for the move that lost. {cancel_help}"));
                }
            })
    }

    /// Says how many deals that look like this one can be won.
    pub(super) fn odds(&mut self) -> Reply {
        match self.open_session()?.advisor().odds_refusal() {
            Some(Refusal::Lost) => return Err(Rejection::Refused(self.describe_verdict())),
            Some(refusal) => return Err(refusal.into()),
            None => {}
        }
        self.search_advice(Question::Odds)?;
        let session = self.open_session()?;
        match session.advisor().advice().and_then(|advice| advice.odds) {
            Some(odds) => {
                let unseen = View::new(session.game()).unseen().len();
                self.printer.facts().odds = Some(odds);
                Ok(text::odds(odds, unseen))
            }
            None => Ok(text::SEARCH_CANCELED.into()),
        }
    }

    /// Lets the fair player look at the position, unless it has done so.
    pub(super) fn search_advice(&mut self, question: Question) -> Result<(), Rejection> {
        let session = self.session.as_mut().ok_or_else(no_game_open)?;
        let advisor = session.advisor_mut();
        advisor.request_advice(question);
        let request = advisor.search_request(&self.settings, false);
        let Some(mut request) = request.filter(|_| advisor.pending_advice().is_some()) else {
            return Ok(());
        };
        if question == Question::Hint {
            request.budget.positions = Some(HINT_POSITIONS);
        }
        let mut last = None;
        let origin = Origin::Request;
        self.input
            .search(request, origin, REQUESTED_REPORT_DELAY, &mut |progress| {
                if let Progress::Found(found) = progress {
                    last = Some(found.clone());
                }
            });
        match last {
            Some(Found::Advice(advice)) => _ = advisor.record_advice(advice),
            _ => _ = advisor.cancel_search(),
        }
        Ok(())
    }

    /// Reviews the game that is replayed, or the one in front once it is over: says what decided it, and
    /// lists the turning points.
    pub(super) fn review(&mut self) -> Reply {
        let mut review = match &self.replay {
            Some(replay) => replay.review()?.clone(),
            None => self.open_session()?.advisor().review_for_replay()?,
        };
        review.start();
        if let Some(request) = review.search_request() {
            self.printer
                .print_notice(&format!("{}. {CANCEL_HELP}", review.status()));
            let (delay, printer) = (REQUESTED_REPORT_DELAY, &mut self.printer);
            let search = request.clone();
            self.input.search(
                search,
                Origin::Request,
                delay,
                &mut |progress| match progress {
                    Progress::Found(Found::Review(found)) => review.record(&request, found),
                    Progress::Found(_) => {}
                    Progress::Running(_) => printer.print_notice(&review.status()),
                },
            );
            if review.cancel() {
                return Ok(text::REVIEW_CANCELED.into());
            }
        }
        self.store.save_review(&mut review);
        let points = review.review().turning_points();
        let points = points.filter_map(|(number, _)| {
            let text = review::turning_point_text(review.game(), review.review(), number)?;
            Some(format!("Move {number}: {text}"))
        });
        let lines: Vec<String> = std::iter::once(review.status()).chain(points).collect();
        match (&mut self.replay, &mut self.session) {
            (Some(replay), _) => *replay.review_mut()? = review,
            (None, Some(session)) => session.advisor_mut().set_review(review),
            (None, None) => {}
        }
        Ok(self.notation().replace_symbols(&lines.join("\n")))
    }

    /// Says whether the game can be won from here, or, after the end, when it was lost.
    pub(super) fn analyze(&mut self) -> Reply {
        let now = self.clock.now();
        let session = self.session.as_mut().ok_or_else(no_game_open)?;
        let text = match session
            .advisor_mut()
            .request_verdict(false, &self.settings, now)
        {
            VerdictResponse::Won => text::GAME_WON.into(),
            VerdictResponse::Known => self.describe_verdict(),
            VerdictResponse::Review => self.search_longer_for_loss(),
            VerdictResponse::Searching => self.search_for_verdict(),
        };
        let session = self.session.as_ref();
        self.printer.facts().verdict =
            session.map(|session| session.advisor().proofs().assessment().as_str());
        Ok(text)
    }

    fn search_for_verdict(&mut self) -> String {
        let Some(request) = self.search_request() else {
            return self.describe_verdict();
        };
        let seconds = request.budget.time_limit().as_secs();
        self.printer
            .print_notice(&format!("Searching, {seconds} s at most. {CANCEL_HELP}"));
        let is_canceled = self.search_position(&request, Origin::Request);
        let decided = self
            .session
            .as_ref()
            .is_some_and(|session| session.advisor().is_decided());
        if is_canceled && !decided {
            text::SEARCH_CANCELED.into()
        } else {
            self.describe_verdict()
        }
    }

    fn search_longer_for_loss(&mut self) -> String {
        self.find_loss(Origin::Request, CANCEL_HELP);
        let finished = self
            .session
            .as_ref()
            .and_then(|session| session.advisor().review());
        let text = finished.and_then(FinishedGame::loss_text);
        text.unwrap_or_default()
    }

    /// Deals a winnable deal: the one that was found, or else one of the graded deals if another search
    /// takes long.
    ///
    /// # Errors
    /// Says that the player has canceled the search.
    pub(super) fn deal_winnable(&mut self, rules: &Variant) -> Result<Session, &'static str> {
        if self.search_deals(rules, Origin::Request, MAX_DEAL_SEARCH) {
            return Err(text::SEARCH_CANCELED);
        }
        let (now, search) = (self.clock.now(), self.deal_search.take());
        let found = search.and_then(|search| search.start_found(now));
        Ok(found.unwrap_or_else(|| {
            let seed = self.seeds.next_graded(rules, Difficulty::ALL);
            Session::deal(rules.clone(), seed, now)
        }))
    }

    /// Looks for the winnable deal that comes next, if the player gets one.
    fn search_next_deal(&mut self) {
        let source = self.source_of_another_deal();
        if let Ok(rules) = self.rules()
            && source == DealSource::Random(Deals::Winnable)
            && source.is_of(&rules)
        {
            self.search_deals(&rules, Origin::Background, Duration::MAX);
        }
    }

    /// Goes through deals until one is found to be winnable, or time is up. Returns whether that was canceled.
    fn search_deals(&mut self, rules: &Variant, origin: Origin, max_time: Duration) -> bool {
        let started = Instant::now();
        let seeds = &mut self.seeds;
        self.deal_search.take_if(|search| !search.is_of(rules));
        let next = &mut self.deal_search;
        let search = next.get_or_insert_with(|| DealSearch::new(rules.clone(), seeds));
        while let Some(mut request) = search.search_request() {
            let left = max_time.saturating_sub(started.elapsed());
            if left.is_zero() {
                break;
            }
            request.budget.time = request.budget.time.map(|time| time.min(left));
            let mut verdict = None;
            self.input
                .search(request, origin, Duration::MAX, &mut |progress| {
                    if let Progress::Found(Found::Finished(result)) = progress {
                        verdict = Some(result.verdict.clone());
                    }
                });
            match verdict {
                Some(verdict) => search.record_verdict(&verdict, seeds),
                None => return true,
            }
        }
        false
    }
}
