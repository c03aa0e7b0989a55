//! The player's profile: saved games, results, settings, small files, and the supply of deals.

use std::collections::HashSet;

use jiff::Timestamp;
use jiff::civil::Date;

use super::deals::{DealSource, GameDealer};
use super::play::Session;
use super::text;
use crate::difficulty::{Difficulty, GradedDeals};
use crate::game::RuleSet;
use crate::record::{GameOutcome, PlayedGame, SaveId};
use crate::review::{ReviewError, Reviewer};
use crate::rules::GameInfo;
use crate::storage::daily::DailyState;
use crate::storage::results::Help;
use crate::storage::saves::{SaveError, SavedGame, Saves};
use crate::storage::settings::{Deals, SettingsFile};
use crate::storage::small_files::{GAME_KEPT_NOTE, SmallFiles};
use crate::storage::{Loaded, StorageError};
use crate::variant::Variant;

/// Number of the first random deals of a game that are easy ones.
const EASY_DEALS: usize = 3;

/// What comes of the wish for a deal.
#[derive(Debug)]
pub enum Dealt {
    /// A new game, and what there is to say about its deal.
    New(Box<Session>, Option<String>),
    /// The unfinished game of a daily deal.
    Resumed {
        session: Box<Session>,
        state: DailyState,
    },
    /// The unfinished game of a daily deal is at the table.
    AtTable { state: DailyState },
    /// A winnable deal is looked for.
    Searching,
}

/// What there is to say about the game that was left for another.
#[derive(Debug, Default)]
pub struct Left {
    /// Whether to say how it can be continued, which is said once.
    pub is_kept: bool,
    /// Why it could not be saved.
    pub error: Option<SaveError>,
}

/// The player's profile. It opens, deals, resumes, saves, leaves and removes games for both user interfaces.
#[derive(Debug)]
pub struct Profile {
    pub saves: Saves,
    pub settings_file: SettingsFile,
    pub small_files: SmallFiles,
    pub dealer: GameDealer,
    /// The games that the player has left and that could not be saved.
    unsaved: Vec<Session>,
}

impl Profile {
    pub fn new(saves: Saves, settings_file: SettingsFile, dealer: GameDealer) -> Profile {
        Profile {
            small_files: SmallFiles::open(saves.data_dir()),
            saves,
            settings_file,
            dealer,
            unsaved: Vec::new(),
        }
    }

    /// Creates a profile that loads and saves nothing.
    pub fn without_files(dealer: GameDealer) -> Profile {
        let settings_file = SettingsFile::open_at(None);
        Profile::new(Saves::off(), settings_file, dealer)
    }

    /// Deals a game from a source. The unfinished game of a daily deal is resumed, unless it is the one `at_table`.
    pub fn deal(
        &mut self,
        source: DealSource,
        rules: &Variant,
        today: impl Fn() -> Date,
        at_table: Option<&SaveId>,
        now: Timestamp,
    ) -> Dealt {
        let mut note = text::random_deal_note(source, rules).map(str::to_owned);
        if let DealSource::Daily(day) = source
            && source.is_available_in(rules)
        {
            let day = day.unwrap_or_else(&today);
            match self.resume_daily(rules, day, at_table) {
                Ok(resumed) => return resumed,
                Err(reason) => note = reason,
            }
        }
        let source = match source {
            DealSource::Random(Deals::Winnable) if self.is_new_to(rules) => {
                DealSource::Graded(Difficulty::Easy)
            }
            source => source,
        };
        let dealt = self.dealer.deal(source, rules, today, now);
        dealt.map_or(Dealt::Searching, |session| {
            Dealt::New(Box::new(session), note)
        })
    }

    /// Whether the player has begun so few deals of a game, daily ones apart, that the next one is easy.
    fn is_new_to(&mut self, rules: &Variant) -> bool {
        if !self.saves.is_on() || !GradedDeals::has_bundled(rules) {
            return false;
        }
        let saved = self.saves.list().value;
        let saved = saved.iter().map(|saved| (saved.daily, &saved.deal));
        let finished = self.saves.results().counted();
        let finished = finished.map(|result| (result.header.daily, &result.deal));
        let random = finished.chain(saved).filter(|(daily, _)| daily.is_none());
        let begun = random.filter(|(_, deal)| deal.rule_set.info.id == rules.info().id);
        HashSet::<_>::from_iter(begun).len() < EASY_DEALS
    }

    /// Returns where a deal comes from in place of a winnable one that is not found: the graded deals of the grade that the
    /// player last won, of easy ones at first.
    pub fn graded_source(&self, rules: &Variant) -> DealSource {
        let mut results = self.saves.results().finished();
        let won = results.find_map(|result| {
            let is_same = result.deal.rule_set.info.id == rules.info().id;
            result.difficulty.filter(|_| is_same && result.is_own_win())
        });
        DealSource::Graded(won.unwrap_or(Difficulty::Easy))
    }

    /// Resumes the unfinished game of a daily deal. If there is none to resume, says why it begins anew if it was played.
    fn resume_daily(
        &mut self,
        rules: &Variant,
        day: Date,
        at_table: Option<&SaveId>,
    ) -> Result<Dealt, Option<String>> {
        let rule_set = RuleSet::new(rules);
        let mut attempts = self.saves.list().value;
        attempts.retain(|saved| saved.daily == Some(day) && saved.deal.rule_set == rule_set);
        let state = self.saves.results().daily_deals().state(day, &rule_set);
        let is_played = !attempts.is_empty();
        let attempt = attempts.into_iter().find(|saved| !saved.locked_by_other);
        match attempt {
            Some(saved) if at_table == Some(&saved.id) => Ok(Dealt::AtTable { state }),
            Some(saved) => {
                let session = self.load(&saved).map_err(|error| error.to_string())?;
                let session = Box::new(session);
                Ok(Dealt::Resumed { session, state })
            }
            None if is_played => Err(Some(
                "This deal is open in another window; here it is from the start".into(),
            )),
            None => Err(text::daily_won(state).map(|won| format!("{won}; here it is again"))),
        }
    }

    /// Resumes the latest unfinished game of a kind, if there is one.
    pub fn resume_latest(&mut self, info: &GameInfo) -> Loaded<Option<Session>> {
        let listed = self.saves.list();
        let mut warnings = listed.warnings;
        let is_same = |game: &SavedGame| game.deal.rule_set.info.id == info.id;
        let value = listed.value.into_iter().filter(is_same).find_map(|game| {
            let loaded = if game.locked_by_other {
                Err(StorageError::LastGameOpenElsewhere)
            } else {
                self.load(&game)
            };
            loaded.map_err(|error| warnings.push(error)).ok()
        });
        Loaded { value, warnings }
    }

    /// Opens a game in place of another one, which is saved and left. If it cannot be saved, it is kept as it is until it is
    /// loaded again or saved at the end.
    pub fn open(&mut self, session: &Session, left: Option<Session>, now: Timestamp) -> Left {
        let Some(mut left) = left else {
            return Left::default();
        };
        let is_new = session.played().id.is_none();
        let can_continue = is_new && left.played().id.is_some() && !left.is_over();
        left.set_clock_running(false, now);
        let error = close(&mut self.saves, &mut left, now).err();
        if error.is_some() {
            self.unsaved.push(left);
        }
        let is_kept = can_continue && self.small_files.introduce(GAME_KEPT_NOTE);
        Left { is_kept, error }
    }

    /// Whether a game is to be introduced, because the player sees the first one of its kind.
    pub fn introduces(&mut self, session: &Session) -> bool {
        let introduction = session.game().rules().introduction();
        let is_new = session.game().total_moves() == 0 && session.guide.is_none();
        is_new && self.small_files.introduce(introduction.id)
    }

    /// Saves a game if it has changed, after the lines of help. Returns whether that fails for the first time, or succeeds
    /// again.
    pub fn save(&mut self, session: &mut Session, now: Timestamp) -> bool {
        session.played.line = session.line_to_keep();
        let (saves, played) = (&mut self.saves, &session.played);
        saves.note_help(&played.game, &session.told, now);
        let is_news = saves.save_if_changed(&mut session.save_state, played, now);
        if session.outcome() == GameOutcome::Won && session.result.is_none() {
            session.result = session.result(saves.results(), now);
        }
        if let Some(review) = &mut session.review {
            self.save_review(session.played.id.as_ref(), review);
        }
        is_news
    }

    /// Notes that the player is about to see the review of a game: help with its deal, if it is the player's own.
    pub fn note_review(&mut self, played: &PlayedGame, now: Timestamp) {
        if played.id.is_some() {
            self.saves.note_help(&played.game, &[Help::Review], now);
        }
    }

    /// Keeps the review of a saved game, if it is complete and not kept yet.
    pub fn save_review(&mut self, id: Option<&SaveId>, review: &mut Reviewer) {
        if let Some(id) = id
            && let Some((review, practice)) = review.take_unsaved()
        {
            self.small_files.save_review(id, review, practice);
        }
    }

    /// Loads a finished game to look at, with its review as it was kept or prepared, or why there is none.
    ///
    /// # Errors
    /// The game cannot be read or is invalid.
    pub fn finished_game(
        &self,
        id: &SaveId,
    ) -> Result<(PlayedGame, Result<Reviewer, ReviewError>), StorageError> {
        let played = self.saves.load_read_only(id)?;
        let mut review = Reviewer::new(&played.game);
        if let (Ok(review), Some(kept)) = (&mut review, self.small_files.review(id)) {
            review.restore(kept);
        }
        Ok((played, review))
    }

    /// Returns the latest lost game of the player's own with a better move to find, and its review, unless that was asked
    /// for today.
    pub fn next_practice(&self, today: Date) -> Option<(PlayedGame, Reviewer)> {
        let today = today.to_string();
        let mut due = self.questions().filter(|(_, asked)| *asked != today);
        due.find_map(|(id, _)| {
            let (played, review) = self.finished_game(id).ok()?;
            let review = review.ok()?;
            review.open_questions().next()?;
            Some((played, review))
        })
    }

    /// Says why there is no game to practice with.
    pub fn nothing_to_practice(&self, today: Date) -> &'static str {
        let today = today.to_string();
        if self.questions().any(|(_, asked)| asked == today) {
            text::PRACTICED_TODAY
        } else {
            text::NOTHING_TO_PRACTICE
        }
    }

    /// Returns the lost games of the player's own for which a better move is proven, the latest first, and the day on which
    /// each was asked for last.
    fn questions(&self) -> impl Iterator<Item = (&SaveId, String)> {
        let results = self.saves.results().finished();
        let lost = results.filter(|result| result.win().is_none() && !result.taken_over);
        lost.filter_map(|result| {
            let (review, practice) = self.small_files.review(&result.id)?;
            review.costly_moves().next()?;
            Some((&result.id, practice.asked))
        })
    }

    /// Removes saved games for good, except the one at the table. Returns how many were removed, and why the
    /// others were not.
    pub fn forget(
        &mut self,
        games: &[SavedGame],
        at_table: Option<&SaveId>,
    ) -> (usize, Option<StorageError>) {
        let (mut removed, mut kept) = (0, None);
        for game in games {
            let id = &game.id;
            let forgotten = match at_table {
                Some(open) if open == id => Err(StorageError::GameOpenHere),
                _ => self.saves.forget(game),
            };
            match forgotten {
                Ok(()) => {
                    self.unsaved
                        .retain(|left| left.played().id.as_ref() != Some(id));
                    self.small_files.remove_review(id);
                    removed += 1;
                }
                Err(error) => kept = Some(error),
            }
        }
        (removed, kept)
    }

    /// Saves the open game, and those that could not be saved when they were left. Returns those that
    /// still could not.
    pub fn close_all(
        &mut self,
        open: Option<&mut Session>,
        now: Timestamp,
    ) -> Vec<(PlayedGame, SaveError)> {
        let sessions = self.unsaved.iter_mut().chain(open);
        let unsaved = sessions.filter_map(|session| {
            let closed = close(&mut self.saves, session, now);
            Some((session.played().clone(), closed.err()?))
        });
        unsaved.collect()
    }

    /// Loads a saved game; one that could not be saved, as the player left it.
    ///
    /// # Errors
    /// The game is open in another window, was ended or removed there, cannot be read, or is invalid.
    pub fn load(&mut self, game: &SavedGame) -> Result<Session, StorageError> {
        let is_wanted = |left: &mut Session| left.played().id.as_ref() == Some(&game.id);
        if let Some(left) = self.unsaved.extract_if(.., is_wanted).next() {
            return Ok(left);
        }
        Ok(Session::open(self.saves.load(game)?))
    }
}

/// Saves a game that is left, and unlocks it.
fn close(saves: &mut Saves, session: &mut Session, now: Timestamp) -> Result<(), SaveError> {
    session.played.line = session.line_to_keep();
    saves.close(&session.save_state, &session.played, now)
}
