//! Deals that are typed, and games that come to the table.

use std::time::{Duration, Instant};

use super::commands::usage;
use super::mode::LineMode;
use super::reply::{NoticeKind, Rejection, Reply, game_names, no_game_open, unknown_game};
use crate::describe::sentence;
use crate::difficulty::daily;
use crate::record::SaveId;
use crate::seed;
use crate::session::{
    DealSource, Dealt, Found, MAX_DEAL_SEARCH, SearchReply, Session, system_time, text, today,
};
use crate::storage::settings::Deals;
use crate::variant::{self, Variant};

impl LineMode<'_> {
    /// Opens a game in place of the one at the table; returns how it stands.
    pub(super) fn open(&mut self, session: Session) -> String {
        self.advance_clock();
        self.leave_lesson();
        let introduction = self.introduction(&session);
        let left = self.table.take();
        let left = self.profile.open(&session, left, system_time());
        self.table = Some(session);
        if let Some(error) = left.error {
            self.printer
                .print_notice(NoticeKind::Error, &error.to_string());
        }
        let kept = left
            .is_kept
            .then(|| text::game_kept("menu, resume 1") + "\n");
        kept.unwrap_or_default() + &introduction + &self.show_front()
    }

    /// Returns the id of the game at the table, if it is saved.
    pub(super) fn saved_id(&self) -> Option<&SaveId> {
        self.table.as_ref()?.played().id.as_ref()
    }

    /// Answers to a wish for the game that is at the table.
    pub(super) fn return_to_table(&mut self) -> String {
        self.has_opened = self.replay.take().is_some();
        "This game is open".into()
    }

    /// Deals the game that is described: its name, its options, and a seed, `daily` or a difficulty.
    pub(super) fn deal_described(&mut self, description: &str) -> Reply {
        let (info, rest) = match variant::parse_id_prefix(description) {
            Some(found) => found,
            None if description.is_empty() => {
                let games = game_names();
                return Err(usage("play", &format!(". The games are {games}")));
            }
            None => return Err(unknown_game(description)),
        };
        let words = rest.split_whitespace();
        let options = words.clone().filter_map(|word| word.split_once('='));
        let deal: Vec<&str> = words.filter(|word| !word.contains('=')).collect();
        let rules = variant::new(info, &options.collect::<Vec<_>>());
        let rules = rules.map_err(|error| Rejection::NotUnderstood(error.to_string()))?;
        let dealt = self.deal_as_typed(&deal.join(" "), &rules, self.source());
        dealt.unwrap_or_else(|| Err(usage("play", "")))
    }

    /// Deals a game by a seed, from a source or on a day that is typed, or else from its usual source. `None` if what is
    /// typed is nothing of the kind.
    fn deal_as_typed(&mut self, typed: &str, rules: &Variant, usual: DealSource) -> Option<Reply> {
        if typed.is_empty() {
            return Some(self.deal_from(usual, rules));
        }
        let word = typed.strip_prefix("seed ").unwrap_or(typed).trim();
        let source = match (word.strip_prefix("daily "), DealSource::from_name(word)) {
            (Some(day), _) => match daily::parse_date(day) {
                Ok(day) => DealSource::Daily(Some(day)),
                Err(error) => return Some(Err(Rejection::NotUnderstood(sentence(error)))),
            },
            (None, Some(source)) => source,
            (None, None) => DealSource::Seed(seed::parse(word)?),
        };
        Some(match source {
            DealSource::Daily(Some(day)) if day > today() => {
                Err(Rejection::Refused(text::day_ahead(day)))
            }
            DealSource::Graded(_) | DealSource::Daily(_) if !source.is_available_in(rules) => {
                Err(Rejection::Refused(text::NO_GRADED_DEALS.into()))
            }
            source => self.deal_from(source, rules),
        })
    }

    /// Deals a game from a source, or resumes the unfinished game of a daily deal. If the search for a winnable deal takes
    /// long, deals a graded one.
    pub(super) fn deal_from(&mut self, source: DealSource, rules: &Variant) -> Reply {
        let (at_table, now) = (self.saved_id().cloned(), system_time());
        let profile = &mut self.profile;
        let dealt = profile.deal(source, rules, today, at_table.as_ref(), now);
        let (session, note) = match dealt {
            Dealt::New(session, note) => (*session, note),
            Dealt::Resumed { session, state } => {
                let restart = Some("restart: from the deal");
                let note = text::daily_resumed(session.game(), state, restart);
                (*session, Some(note))
            }
            Dealt::AtTable { .. } => return Ok(self.return_to_table()),
            Dealt::Searching if self.search_deal(rules, true, MAX_DEAL_SEARCH) => {
                return Err(Rejection::Refused(text::SEARCH_CANCELED.into()));
            }
            Dealt::Searching => match self.profile.dealer.deal_found(now) {
                Some(found) => (found, None),
                None => return self.deal_from(self.profile.graded_source(rules), rules),
            },
        };
        let note = note.map(|note| note + "\n");
        Ok(note.unwrap_or_default() + &self.open(session))
    }

    /// Returns the rules of the game at the table.
    fn rules_at_table(&mut self) -> Result<Variant, Rejection> {
        Ok(self.session()?.game().rules().clone())
    }

    /// Deals the game at the table again, from a source or a seed that was typed, or else as before.
    pub(super) fn deal_another(&mut self, typed: &str) -> Reply {
        let (rules, usual) = (self.rules_at_table()?, self.source_of_another_deal());
        let dealt = self.deal_as_typed(typed, &rules, usual);
        dealt.unwrap_or_else(|| Err(usage("new", "; for example new 66, new hard, new daily")))
    }

    pub(super) fn deal_other_kind(&mut self) -> Reply {
        let (rules, usual) = (self.rules_at_table()?, self.source_of_another_deal());
        self.deal_from(usual.other_kind(), &rules)
    }

    /// Deals the next daily deal of the day of the one that is over.
    pub(super) fn deal_next_daily(&mut self) -> Reply {
        let session = self.table.as_ref().ok_or_else(no_game_open)?;
        let next = text::next_daily(session, self.profile.saves.results());
        let none =
            "No daily deal comes next: that is at the end of one, until all of its day are won";
        let (day, rules) = next.ok_or_else(|| Rejection::Refused(none.into()))?;
        self.deal_from(DealSource::Daily(Some(day)), &rules)
    }

    pub(super) fn restart(&mut self) -> Reply {
        let restarted = self.session()?.restart(system_time());
        Ok(self.open(restarted))
    }

    /// Where new deals come from.
    pub(super) fn source(&self) -> DealSource {
        let random = DealSource::Random(self.settings.choice());
        self.options.source.unwrap_or(random)
    }

    fn source_of_another_deal(&self) -> DealSource {
        self.source().of_another_deal(self.settings.choice())
    }

    /// Looks for the winnable deal that comes next, if the player gets one.
    pub(super) fn search_next_deal(&mut self) {
        let is_wanted = self.source_of_another_deal() == DealSource::Random(Deals::Winnable);
        if is_wanted && let Ok(rules) = self.rules_at_table() {
            self.search_deal(&rules, false, Duration::MAX);
        }
    }

    /// Goes through deals until one is found to be winnable, or time is up. Returns whether that was canceled.
    fn search_deal(&mut self, rules: &Variant, is_asked: bool, max_time: Duration) -> bool {
        let started = Instant::now();
        let dealer = &mut self.profile.dealer;
        dealer.look_for(rules);
        while let Some(mut request) = dealer.search_request() {
            let left = max_time.saturating_sub(started.elapsed());
            if left.is_zero() {
                break;
            }
            request.budget.time = request.budget.time.map(|time| time.min(left));
            let mut tell = |reply: Option<&SearchReply>, _| {
                if let Some(Found::Finished(result)) = reply.map(|reply| &reply.found) {
                    dealer.record_verdict(&result.verdict);
                }
            };
            if self
                .input
                .search(request, is_asked, Duration::MAX, &mut tell)
            {
                return true;
            }
        }
        false
    }
}
