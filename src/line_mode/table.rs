//! The game at the table: moves, commands of the game, and what is known about it.

use std::time::Duration;

use serde_json::json;

use super::commands::{parse_count, table_part};
use super::inspect::{game_status, pile_usage, reject_names};
use super::mode::LineMode;
use super::reply::{NoticeKind, Rejection, Reply, no_game_open, unknown_command};
use crate::describe::{self, pluralize, sentence};
use crate::proofs::Assessment;
use crate::record::GameOutcome;
use crate::review;
use crate::rules::{GameInfo, Move, PileKind};
use crate::session::{
    self, Command, CommandOutcome, GameOverSummary, MoveInput, MoveInputError, Refusal,
    SearchReply, SearchRequest, Session, Source, Task, Turn, VerdictResponse, parse_move,
    system_time, text,
};
use crate::solver::HINT_POSITIONS;
use crate::stats_text::{daily_name, share_line, share_picture};
use crate::storage::settings::Setting;

/// Says how a search can be canceled.
const CANCEL_HELP: &str = "An empty line or Ctrl-C cancels";

/// Time until the first report on how far a search is.
pub(super) const PROGRESS_DELAY: Duration = Duration::from_secs(5);

/// Time until it is said that the move that lost the game is searched for.
const LOSS_REPORT_DELAY: Duration = Duration::from_secs(1);

impl LineMode<'_> {
    /// Describes what has come to the front: the game at the table and what to do next, or the menu.
    pub(super) fn greeting(&mut self) -> String {
        if let Some(table) = self.lesson_table() {
            return table + "\n" + &self.next_step();
        }
        let Some(session) = &self.table else {
            let games = self.list_games("").unwrap_or_default();
            return format!(
                "{games}\nType the name of a game, or resume and a number. help: all commands"
            );
        };
        let day = session.played().header.daily.map(text::daily_deal);
        let day = day.map_or(String::new(), |day| sentence(&day) + "\n");
        let table = day + &describe::table(session.game(), self.notation());
        let next = self.game_over_text().unwrap_or_else(|| {
            "Type a move. moves: legal moves, rules: the rules, help: all commands".into()
        });
        format!("{table}\n{next}")
    }

    /// Describes the game shown, its seed and how far it is, with the verdict as far as the player may know it.
    pub(super) fn status(&mut self) -> Reply {
        if let Some(replay) = &self.replay {
            return Ok(game_status(replay.game()));
        }
        if let Some(heading) = self.lesson_heading() {
            return Ok(heading);
        }
        let session = self.session()?;
        let mut text = game_status(session.game());
        if let Some(day) = session.played().header.daily {
            text += &format!("; {}", daily_name(day));
        }
        if let Some(verdict) = session.status_label() {
            text += &format!("; {verdict}");
        }
        if let Some(error) = &session.save_state.error {
            text += &format!("\n{error}");
        }
        Ok(text)
    }

    /// The lines about the end of the game, and what to do next. `None` for one in progress.
    fn game_over_text(&mut self) -> Option<String> {
        self.advance_clock();
        let session = self.table.as_ref()?;
        if !session.outcome().is_final() {
            return None;
        }
        let saves = &mut self.profile.saves;
        // Help in another window counts.
        _ = saves.refresh();
        let summary = GameOverSummary::new(session, saves)?;
        let details = Some(summary.details()).filter(|details| !details.is_empty());
        let mut lines = vec![summary.headline];
        lines.extend(summary.cards_home);
        lines.extend(details);
        lines.extend(summary.comparison);
        lines.extend(
            text::next_daily(session, saves.results()).map(|(day, rules)| {
                let GameInfo { id, title, .. } = rules.info();
                format!("next: {title} (play {id} daily {day})")
            }),
        );
        let back = match session.outcome() {
            GameOutcome::GivenUp => "undo or a move: continue",
            _ => "undo: last position",
        };
        lines.push(format!(
            "new: another deal, restart: same deal, {back}, help: all commands"
        ));
        Some(lines.join("\n"))
    }

    /// Returns the line about a finished game, and a picture of it if that is wanted.
    pub(super) fn share(&mut self, has_picture: bool) -> Reply {
        self.advance_clock();
        let notation = self.notation();
        let session = self.table.as_ref().ok_or_else(no_game_open)?;
        let results = self.profile.saves.results();
        let result = session.result(results, system_time());
        let result = result.ok_or_else(|| Rejection::Refused(text::NOT_OVER.into()))?;
        let line = share_line(&result, results.daily_deals(), notation);
        let picture = has_picture.then(|| share_picture(session.played(), notation));
        Ok(picture.map_or(line.clone(), |picture| line + "\n" + &picture))
    }

    /// Answers a line that is a move, or a pile alone.
    pub(super) fn play_typed(&mut self, line: &str) -> Reply {
        match parse_move(self.session()?.game(), line) {
            Ok(MoveInput::Command(command)) => self.execute(command),
            Ok(MoveInput::Source(Source { pile, count })) => self.moves_from(pile, count),
            Err(MoveInputError::NotAMove) if table_part(line).is_some() => self.table(line),
            Err(MoveInputError::NotAMove) => Err(unknown_command(line)),
            Err(error) => Err(reject_names(&error)),
        }
    }

    pub(super) fn send_home(&mut self, pile: &str) -> Reply {
        use PileKind::{Reserve, Tableau, Waste};
        let game = self.session()?.game();
        match parse_move(game, &format!("{pile} home")) {
            Ok(MoveInput::Command(command)) => self.execute(command),
            Err(error) if error != MoveInputError::NotAMove => Err(reject_names(&error)),
            _ if session::is_hand_game(game) => Err(Refusal::NoFoundations.into()),
            _ => Err(pile_usage(game, "home", |kind| {
                matches!(kind, Tableau | Waste | Reserve)
            })),
        }
    }

    /// Executes a command of the game, for a hint after a search, and says what it did.
    pub(super) fn execute(&mut self, command: Command) -> Reply {
        let (now, notation) = (system_time(), self.notation());
        let session = self.table.as_mut().ok_or_else(no_game_open)?;
        let mut outcome = session.execute(command, &self.settings, now);
        if outcome == CommandOutcome::Refused(Refusal::NoHintYet) {
            self.search_advice(Some(HINT_POSITIONS));
            let session = self.table.as_mut().ok_or_else(no_game_open)?;
            outcome = session.execute(command, &self.settings, now);
        }
        let session = self.table.as_mut().ok_or_else(no_game_open)?;
        let done = match outcome {
            CommandOutcome::Played(turn) => self.describe_turn("", &turn),
            CommandOutcome::Redone(turn) => self.describe_turn("Redid: ", &turn),
            CommandOutcome::Undone(turn) => self.describe_turn("Undid: ", &turn),
            CommandOutcome::PlayedAll(turns) => {
                let steps = turns.iter().map(|turn| sentence(&turn.full(notation)));
                let mut lines: Vec<String> = steps.collect();
                let view = self.hand_view().map(|view| sentence(&view));
                lines.extend(self.game_over_text().or(view));
                lines.join("\n")
            }
            CommandOutcome::BackAtWinnable(moves) => text::back_at_winnable(moves, &word_of),
            CommandOutcome::Continued => text::CONTINUED.into(),
            CommandOutcome::GaveUp => self.game_over_text().unwrap_or_default(),
            CommandOutcome::ChooseFoundation(moves) => {
                let [one, two] = moves.map(|mv| mv.to_string());
                return Err(Rejection::Refused(format!(
                    "Two foundations fit. Type {one} or {two}"
                )));
            }
            CommandOutcome::Hint(given) => {
                let text = describe::move_text(session.game().table(), given.mv, notation);
                let mut answer = text::hint(&given, &text);
                let reason = notation.replace_symbols(&given.purpose);
                let cards = session.game().cards_to_finish();
                if cards > 0 && session.guide.is_none() {
                    answer += &format!(". finish: {}", pluralize(cards, "card"));
                }
                let results = self.profile.saves.results();
                for note in text::hint_notes(session, &self.settings, results) {
                    answer += &format!(". {note}");
                }
                let hint = json!({ "move": given.mv, "reason": reason });
                self.printer.facts.hint = Some(hint);
                answer
            }
            CommandOutcome::ReadOn | CommandOutcome::Tried => String::new(),
            CommandOutcome::Refused(refusal) => return Err(self.refuse(&refusal)),
        };
        Ok(match self.guide() {
            Some(_) if command != Command::Hint => self.go_on_in_lesson(command, done),
            _ => done,
        })
    }

    /// Says why a command was refused and what to do next.
    pub(super) fn refuse(&self, refusal: &Refusal) -> Rejection {
        Rejection::Refused(text::refusal(refusal, self.assessment(), &word_of))
    }

    /// Returns what is known about the position of the game at the table.
    fn assessment(&self) -> Assessment {
        let session = self.table.as_ref();
        session.map_or(Assessment::Inconclusive, Session::assessment)
    }

    /// Describes what is known about the position and which commands to use next.
    fn describe_verdict(&self) -> String {
        text::verdict(self.assessment(), &word_of)
    }

    /// Says what a turn did, what the next step is about, and whether the game is over or can be finished.
    fn describe_turn(&mut self, prefix: &str, turn: &Turn) -> String {
        let mut text = sentence(&format!("{prefix}{}", turn.full(self.notation())));
        if let Some(fits) = text::also_fits(turn) {
            text += &format!(". {fits}");
        }
        if let Some(view) = self.hand_view() {
            text += &format!("; {view}");
        }
        match self.game_over_text() {
            Some(end) => format!("{text}\n{end}"),
            None if turn.finish_ready => text + ". finish: send all cards home",
            None => text,
        }
    }

    /// Returns the cards that the next step of a game played in the hand is about.
    fn hand_view(&self) -> Option<String> {
        let session = self.table.as_ref().filter(|session| !session.is_over())?;
        describe::visible_hand_text(session.game(), self.notation())
    }

    /// Says how many deals that look like this one can be won.
    pub(super) fn odds(&mut self) -> Reply {
        if let Err(refusal) = self.session()?.request_odds() {
            return Err(self.refuse(&refusal));
        }
        self.search_advice(None);
        let session = self.session()?;
        let odds = session.hints.found.as_ref().and_then(|found| found.odds);
        let Some(text) = session.tell_odds() else {
            return Ok(text::SEARCH_CANCELED.into());
        };
        self.printer.facts.odds = odds;
        Ok(text)
    }

    /// Lets the fair player look at the position, if the player waits for that.
    fn search_advice(&mut self, max_positions: Option<u64>) {
        let session = self.table.as_ref();
        let session = session.filter(|session| session.hints.awaited.is_some());
        let request = session.and_then(|session| session.search_request(&self.settings, false));
        if let Some(mut request) = request {
            request.budget.positions = max_positions.or(request.budget.positions);
            self.search(request, true, PROGRESS_DELAY, |_, _| None);
        }
    }

    /// Says whether the game can be won from here, or, after the end, when it was lost.
    pub(super) fn verdict(&mut self) -> Reply {
        let session = self.table.as_mut().ok_or_else(no_game_open)?;
        let text = match session.request_verdict(false, &self.settings, system_time()) {
            VerdictResponse::Won => text::GAME_WON.into(),
            VerdictResponse::Review => {
                self.find_loss(true, CANCEL_HELP);
                let review = self.session()?.review.as_ref();
                let text =
                    review.and_then(|review| review::loss_text(&review.game, &review.review));
                text.unwrap_or_default()
            }
            VerdictResponse::Known => self.describe_verdict(),
            VerdictResponse::Searching => self.search_for_verdict(),
        };
        self.printer.facts.verdict = Some(self.assessment().as_str());
        Ok(text)
    }

    fn search_for_verdict(&mut self) -> String {
        let session = self.table.as_ref();
        let request = session.and_then(|session| session.search_request(&self.settings, true));
        let Some(request) = request else {
            return self.describe_verdict();
        };
        let seconds = request.budget.time_limit().as_secs();
        let notice = format!("Searching, {seconds} s at most. {CANCEL_HELP}");
        self.printer.print_notice(NoticeKind::Searching, &notice);
        let say = |session: &Session, elapsed: Duration| {
            let search = session.hints.verdict.as_ref()?;
            Some(text::search_progress(search, elapsed.as_secs()))
        };
        let is_canceled = self.search(request, true, PROGRESS_DELAY, say);
        let session = self.table.as_ref();
        if is_canceled && session.is_some_and(|session| !session.is_decided()) {
            return text::SEARCH_CANCELED.into();
        }
        self.describe_verdict()
    }

    /// Shows the next moves of a winning line, searched for if none is known: one, so many, or all.
    pub(super) fn show_solution(&mut self, count: &str) -> Reply {
        let most = parse_count("show", count)?;
        if !has_winning_line(self.session()?) {
            let verdict = self.verdict()?;
            if !has_winning_line(self.session()?) {
                return Err(Rejection::Refused(verdict));
            }
        }
        let notation = self.notation();
        let session = self.table.as_mut().ok_or_else(no_game_open)?;
        session.request_verdict(true, &self.settings, system_time());
        let line = session.winning_line().unwrap_or_default().to_vec();
        let mut table = session.game().table().clone();
        let mut shown = Vec::new();
        for (n, &mv) in (1..=most).zip(&line) {
            let text = describe::move_text_with_notation(&table, mv, notation);
            shown.push(format!("{n}. {text}"));
            session.game().rules().apply(&mut table, mv);
        }
        let is_new = !session.knows_solution(self.profile.saves.results());
        session.tell_solution(shown.len());
        self.printer.facts.solution = Some(line[..shown.len()].to_vec());
        shown.extend(is_new.then(|| text::SOLVED_FROM_HERE.into()));
        Ok(shown.join("\n"))
    }

    /// Completes the review of the game that is replayed, or of the one at the table once it is over, and saves it.
    /// Says what decided the game, and lists the turning points.
    pub(super) fn review(&mut self) -> Reply {
        let mut review = match &self.replay {
            Some(replay) => replay.review.clone()?,
            None => self.session()?.review_for_replay()?,
        };
        review.start();
        if let Some(request) = SearchRequest::of_review(&review) {
            let printer = &mut self.printer;
            let notice = format!("{}. {CANCEL_HELP}", review.status(None));
            printer.print_notice(NoticeKind::Searching, &notice);
            let mut tell = |reply: Option<&SearchReply>, _| match reply {
                Some(reply) => reply.record_in(&mut review),
                None => printer.print_notice(NoticeKind::Searching, &review.status(None)),
            };
            self.input.search(request, true, PROGRESS_DELAY, &mut tell);
        }
        let is_canceled = review.cancel();
        let answer = if is_canceled {
            text::REVIEW_CANCELED.into()
        } else {
            let shown = self.replay.as_ref().map(|replay| &replay.played);
            if let Some(played) = shown.or(self.table.as_ref().map(Session::played)) {
                self.profile.note_review(played, system_time());
                self.profile.save_review(played.id.as_ref(), &mut review);
            }
            let summary = review::summary(&review.game, &review.review);
            let mut facts = json!(*review.review);
            facts["summary"] = summary.into();
            self.printer.facts.review = Some(facts);
            if self.printer.is_json && self.replay.is_none() {
                let line = &review.review.winning_line;
                self.session()?.tell_solution(line.len());
            }
            review::with_turning_points(&review.game, &review.review, review.status(None))
        };
        let asks = self.settings.is_on(Setting::ReviewAsks) && !is_canceled;
        let asked = review.open_questions().next_back().filter(|_| asks);
        match &mut self.replay {
            Some(replay) => replay.review = Ok(review),
            None => self.session()?.set_review(review),
        }
        match asked {
            None => Ok(answer),
            Some(number) => self.ask_for_better(number),
        }
    }

    /// Watches while no line comes whether the game can still be won; after its end finds out when it was lost, or
    /// whether there is a shorter win.
    pub(super) fn watch(&mut self) {
        let Some(session) = &mut self.table else {
            return;
        };
        if session.announce_explanation(&self.settings) {
            return self.explain_loss();
        }
        let warns = self.settings.is_on(Setting::WarnWhenLost) && !session.is_over();
        let request = session.search_request(&self.settings, true);
        let request = request.filter(|request| match request.task {
            Task::Warning => warns,
            Task::Shortest(_) => true,
            _ => false,
        });
        if let Some(request) = request {
            self.search(request, false, PROGRESS_DELAY, |_, _| None);
            if let Some(session) = &self.table
                && session.shorter_win().is_some()
            {
                let text = text::moves_text(session);
                self.printer.print_notice(NoticeKind::Shorter, &text);
            }
        }
        if let Some(session) = &mut self.table
            && warns
            && !session.game().rules().is_forced()
            && session.announce_loss()
        {
            let verdict = self.describe_verdict();
            self.printer.print_notice(NoticeKind::Lost, &verdict);
        }
    }

    /// Says when the game was lost, unless nothing was found out before a line came.
    fn explain_loss(&mut self) {
        // A game without choices is searched in no time, so no line cancels that.
        let is_forced = self.game().is_some_and(|game| game.rules().is_forced());
        let is_canceled = self.find_loss(is_forced, "A line cancels");
        let session = self.table.as_ref();
        let Some(finished) = session.and_then(|session| session.review.as_ref()) else {
            return;
        };
        let proofs = finished.review.proofs;
        let last = finished.game.moves().len();
        let has_found =
            proofs.last_winnable.is_some() || proofs.first_lost.is_some_and(|lost| lost < last);
        if (has_found || !is_canceled)
            && let Some(text) = review::loss_text(&finished.game, &finished.review)
        {
            let mut text = self.notation().replace_symbols(&text);
            if finished.can_search_longer() {
                text += " verdict: search longer";
            }
            self.printer.print_notice(NoticeKind::Lost, &text);
        }
    }

    /// Goes on with the review of the game until it has found out when the game was lost or is canceled. After
    /// a second, says that it runs and how to cancel it. Returns whether it was canceled.
    fn find_loss(&mut self, is_asked: bool, cancel_help: &str) -> bool {
        let session = self.table.as_ref();
        let review = session.and_then(|session| session.review.as_ref());
        let Some(mut request) = review.and_then(SearchRequest::of_review) else {
            return false;
        };
        if let Task::Review { until_loss, .. } = &mut request.task {
            *until_loss = true;
        }
        let mut notice = Some(format!("Looking for the move that lost. {cancel_help}"));
        self.search(request, is_asked, LOSS_REPORT_DELAY, |_, _| notice.take())
    }
}

/// Returns the word for an action of the keys.
fn word_of(action: &str) -> Option<String> {
    let word = match action {
        "new-deal" => "new",
        "analyze" => "verdict",
        "show-solution" => "show all",
        word => word,
    };
    Some(word.into())
}

fn has_winning_line(session: &Session) -> bool {
    let line = session.winning_line();
    line.is_some_and(|line: &[Move]| !line.is_empty())
}
