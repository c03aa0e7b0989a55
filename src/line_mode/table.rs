//! The place where a game is played: moves, commands of the game, and what is known about it.

use super::commands::{parse_count, table_part};
use super::context::{CANCEL_HELP, LineContext};
use super::input::Origin;
use super::inspect::{Inspector, game_status};
use super::io::{HintJson, NoticeKind, Rejection, Reply, unknown_command};
use crate::describe::{self, pluralize, position_text, sentence};
use crate::game::Game;
use crate::player::View;
use crate::proofs::Assessment;
use crate::rules::{Move, PileKind};
use crate::session::{
    self, Command, CommandOutcome, GameOverSummary, GameReview, MoveInput, Purpose, Question,
    Refusal, Session, Turn, VerdictResponse, parse_move, text,
};
use crate::stats_text::{daily_name, share_line};
use crate::storage::results::GameOutcome;
use crate::storage::settings::Setting;

/// A game in play by typed lines.
pub(super) struct TablePlace {
    session: Session,
}

impl TablePlace {
    pub(super) fn new(session: Session) -> TablePlace {
        TablePlace { session }
    }

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    pub(super) fn into_session(self) -> Session {
        self.session
    }

    fn game(&self) -> &Game {
        self.session.game()
    }

    /// Describes a game that has come to the front: the table, and what to do next.
    pub(super) fn greeting(&mut self, cx: &LineContext<'_>) -> String {
        let day = self.session.played().header.daily.map(text::daily_deal);
        let day = day.map_or(String::new(), |day| sentence(&day) + "\n");
        let table = day + &describe::table(self.game(), cx.notation());
        let next = self.game_over_text(cx).unwrap_or_else(|| {
            "Type a move. moves: legal moves, rules: the rules, help: all commands".into()
        });
        format!("{table}\n{next}")
    }

    /// Describes the game, its seed and how far it is, with the verdict as far as the player may know it.
    pub(super) fn status(&self) -> String {
        let mut text = game_status(self.game());
        if let Some(day) = self.session.played().header.daily {
            text += &format!("; {}", daily_name(day));
        }
        if let Some(verdict) = self.session.advisor().status_label() {
            text += &format!("; {verdict}");
        }
        if let Some(error) = self.session.save_state().error() {
            text += &format!("\n{error}");
        }
        text
    }

    /// The lines about the end of the game, and what to do next. `None` for one in progress.
    fn game_over_text(&mut self, cx: &LineContext<'_>) -> Option<String> {
        self.session.advance_clock(cx.play_time());
        let summary = GameOverSummary::new(&self.session, cx.profile.saves.results())?;
        let details = Some(summary.details()).filter(|details| !details.is_empty());
        let mut lines = vec![summary.headline];
        lines.extend(summary.cards_home);
        lines.extend(details);
        lines.extend(summary.comparison);
        let back = match self.session.outcome() {
            GameOutcome::GivenUp => "undo or a move: continue",
            _ => "undo: last position",
        };
        lines.push(format!(
            "new: another deal, restart: same deal, {back}, help: all commands"
        ));
        Some(lines.join("\n"))
    }

    pub(super) fn share(&mut self, cx: &LineContext<'_>) -> Reply {
        let now = cx.now();
        self.session.advance_clock(cx.play_time());
        let results = cx.profile.saves.results();
        let result = self.session.result(results, now);
        let result = result.ok_or_else(|| Rejection::Refused(text::NOT_OVER.into()))?;
        let style = cx.notation().into();
        Ok(share_line(&result, results.daily_wins(), style))
    }

    /// Answers a line that is a move, or a pile alone.
    pub(super) fn handle_move(&mut self, line: &str, cx: &mut LineContext<'_>) -> Reply {
        let look = Inspector::new(self.game(), cx.notation());
        match parse_move(self.game(), line) {
            Ok(Some(MoveInput::Command(command))) => self.execute(command, cx),
            Ok(Some(MoveInput::Pile(pile))) => Ok(look.moves_from(pile)),
            Err(error) => Err(look.reject_names(&error)),
            Ok(None) if table_part(line).is_some() => look.table(line),
            Ok(None) => Err(unknown_command(line)),
        }
    }

    pub(super) fn send_home(&mut self, pile: &str, cx: &mut LineContext<'_>) -> Reply {
        use PileKind::{Reserve, Tableau, Waste};
        let look = Inspector::new(self.game(), cx.notation());
        match parse_move(self.game(), &format!("{pile} home")) {
            Ok(Some(MoveInput::Command(command))) => self.execute(command, cx),
            Err(error) => Err(look.reject_names(&error)),
            _ if session::is_hand_game(self.game()) => Err(Refusal::NoFoundations.into()),
            _ => Err(look.pile_usage("home", |kind| matches!(kind, Tableau | Waste | Reserve))),
        }
    }

    /// Executes a command of the game, for a hint after a search, and says what it did.
    pub(super) fn run(&mut self, command: Command, cx: &mut LineContext<'_>) -> Reply {
        if command == Command::Hint {
            cx.search_advice(self.session.advisor_mut(), Question::Hint);
        }
        self.execute(command, cx)
    }

    fn execute(&mut self, command: Command, cx: &mut LineContext<'_>) -> Reply {
        let (now, notation) = (cx.now(), cx.notation());
        Ok(match self.session.execute(command, cx.settings(), now) {
            CommandOutcome::Played(turn) => {
                self.describe_turn(sentence(&turn.full(notation)), &turn, cx)
            }
            CommandOutcome::Redone(turn) => {
                let text = format!("Redid: {}", turn.full(notation));
                self.describe_turn(text, &turn, cx)
            }
            CommandOutcome::Undone(turn) => {
                let text = format!("Undid: {}", turn.full(notation));
                self.with_hand_view(text, cx)
            }
            CommandOutcome::PlayedForced(turns) => self.describe_forced(&turns, cx),
            CommandOutcome::PlayedLine { len, .. } => text::line_played(len),
            CommandOutcome::BackAtWinnable(moves) => {
                format!("{}. redo: forward again", text::back_at_winnable(moves))
            }
            CommandOutcome::Continued => text::CONTINUED.into(),
            CommandOutcome::GaveUp => self.game_over_text(cx).unwrap_or_default(),
            CommandOutcome::ChooseFoundation(moves) => {
                let [one, two] = moves.map(|mv| mv.to_string());
                return Err(Rejection::Refused(format!(
                    "Two foundations fit. Type {one} or {two}"
                )));
            }
            CommandOutcome::Hint(given) => {
                let text = describe::move_text(self.game().table(), given.hint.mv, notation);
                let reason = notation.replace_symbols(&given.purpose);
                let mut answer = format!("{}: {text}", given.heading());
                if !reason.is_empty() {
                    answer += &format!(" ({reason})");
                }
                let cards = self.game().cards_to_finish();
                if cards > 0 {
                    answer += &format!(". finish: {}", pluralize(cards, "card"));
                }
                let results = cx.profile.saves.results();
                let note = text::first_hint_note(&self.session, cx.settings(), results);
                if let Some(note) = note {
                    answer += &format!(". {note}");
                }
                cx.printer.facts().hint = Some(HintJson {
                    r#move: given.hint.mv.to_string(),
                    reason,
                });
                answer
            }
            CommandOutcome::Refused(refusal) => {
                let next = match refusal {
                    Refusal::Lost => return Err(Rejection::Refused(self.describe_verdict())),
                    Refusal::NoAdvice => ". verdict: ask the solver".into(),
                    Refusal::NothingToUndo => ". menu: other games".into(),
                    _ => String::new(),
                };
                let text = notation.replace_symbols(&format!("{refusal}{next}"));
                return Err(Rejection::Refused(text));
            }
        })
    }

    /// Adds to what a turn did whether the game is over or can be finished.
    fn describe_turn(&mut self, text: String, turn: &Turn, cx: &LineContext<'_>) -> String {
        let text = self.with_hand_view(text, cx);
        match self.game_over_text(cx) {
            Some(end) => format!("{text}\n{end}"),
            None if turn.finish_ready => format!("{text}. finish: send all cards home"),
            None => text,
        }
    }

    /// Says what the steps of a game played in the hand did, a line each.
    fn describe_forced(&mut self, turns: &[Turn], cx: &LineContext<'_>) -> String {
        let notation = cx.notation();
        let steps = turns.iter().map(|turn| sentence(&turn.full(notation)));
        let mut lines: Vec<String> = steps.collect();
        let end = self.game_over_text(cx);
        let view = describe::visible_hand_text(self.game(), notation);
        lines.extend(end.or(view.map(|view| sentence(&view))));
        lines.join("\n")
    }

    /// Adds the cards that the next step is about, in a game played in the hand.
    fn with_hand_view(&self, text: String, cx: &LineContext<'_>) -> String {
        match describe::visible_hand_text(self.game(), cx.notation()) {
            Some(view) if !self.session.is_over() => format!("{text}; {view}"),
            _ => text,
        }
    }

    /// Describes what is known about the position and which commands to use next.
    fn describe_verdict(&self) -> String {
        let assessment = self.session.advisor().proofs().assessment();
        let verdict = text::verdict(assessment);
        match assessment {
            Assessment::LostDeal => format!("{verdict}. new: another deal"),
            Assessment::Lost(Some(moves)) => {
                let position = position_text(moves);
                format!("{verdict}. undo-to-winnable: back to {position}, or play on")
            }
            Assessment::Winnable(_) => format!("{verdict}. show: next move, show all: all moves"),
            Assessment::NotYetKnown => format!("{verdict}. verdict: search longer"),
            Assessment::Lost(None) | Assessment::Inconclusive => verdict,
        }
    }

    /// Says how many deals that look like this one can be won.
    pub(super) fn odds(&mut self, cx: &mut LineContext<'_>) -> Reply {
        match self.session.advisor().odds_refusal() {
            Some(Refusal::Lost) => return Err(Rejection::Refused(self.describe_verdict())),
            Some(refusal) => return Err(refusal.into()),
            None => {}
        }
        cx.search_advice(self.session.advisor_mut(), Question::Odds);
        let advice = self.session.advisor().advice();
        match advice.and_then(|advice| advice.odds) {
            Some(odds) => {
                let unseen = View::new(self.game()).unseen().len();
                cx.printer.facts().odds = Some(odds);
                Ok(text::odds(odds, unseen))
            }
            None => Ok(text::SEARCH_CANCELED.into()),
        }
    }

    /// Says whether the game can be won from here, or, after the end, when it was lost.
    pub(super) fn verdict(&mut self, cx: &mut LineContext<'_>) -> String {
        let (now, advisor) = (cx.now(), self.session.advisor_mut());
        let text = match advisor.request_verdict(false, cx.settings(), now) {
            VerdictResponse::Won => text::GAME_WON.into(),
            VerdictResponse::Known => self.describe_verdict(),
            VerdictResponse::Review => {
                cx.find_loss(advisor, Origin::Request, CANCEL_HELP);
                let finished = advisor.review().and_then(GameReview::loss_text);
                finished.unwrap_or_default()
            }
            VerdictResponse::Searching => self.search_for_verdict(cx),
        };
        let assessment = self.session.advisor().proofs().assessment();
        cx.printer.facts().verdict = Some(assessment.as_str());
        text
    }

    fn search_for_verdict(&mut self, cx: &mut LineContext<'_>) -> String {
        let advisor = self.session.advisor_mut();
        let Some(request) = advisor.search_request(cx.settings(), true) else {
            return self.describe_verdict();
        };
        let seconds = request.budget.time_limit().as_secs();
        let notice = format!("Searching, {seconds} s at most. {CANCEL_HELP}");
        cx.printer.print_notice(NoticeKind::Searching, &notice);
        let is_canceled = cx.search_position(advisor, &request, Origin::Request);
        if is_canceled && !advisor.is_decided() {
            return text::SEARCH_CANCELED.into();
        }
        self.describe_verdict()
    }

    /// Shows the next moves of a winning line, searched for if none is known: one, so many, or all.
    pub(super) fn show_solution(&mut self, count: &str, cx: &mut LineContext<'_>) -> Reply {
        let most = parse_count("show", count)?;
        if !self.has_winning_line() {
            let verdict = self.verdict(cx);
            if !self.has_winning_line() {
                return Err(Rejection::Refused(verdict));
            }
        }
        let (now, notation) = (cx.now(), cx.notation());
        let advisor = self.session.advisor_mut();
        advisor.request_verdict(true, cx.settings(), now);
        let line = advisor.winning_line().unwrap_or_default().to_vec();
        let mut table = self.game().table().clone();
        let mut shown = Vec::new();
        for (n, &mv) in (1..=most).zip(&line) {
            let text = describe::move_text_with_notation(&table, mv, notation);
            shown.push(format!("{n}. {text}"));
            self.game().rules().apply(&mut table, mv);
        }
        self.session.count_shown_moves(shown.len());
        cx.printer.facts().solution = Some(line[..shown.len()].to_vec());
        Ok(shown.join("\n"))
    }

    fn has_winning_line(&self) -> bool {
        let line = self.session.advisor().winning_line();
        line.is_some_and(|line: &[Move]| !line.is_empty())
    }

    /// Reviews the game once it is over: says what decided it, and lists the turning points.
    pub(super) fn review(&mut self, cx: &mut LineContext<'_>) -> Reply {
        let mut review = self.session.advisor().review_for_replay()?;
        if cx.complete_review(&mut review) {
            return Ok(text::REVIEW_CANCELED.into());
        }
        let text = review.description();
        self.session.advisor_mut().set_review(review);
        Ok(cx.notation().replace_symbols(&text))
    }

    /// Watches while no line comes whether the game can still be won, or finds out when it was lost.
    pub(super) fn watch(&mut self, cx: &mut LineContext<'_>) {
        let settings = cx.settings();
        if self.session.advisor_mut().announce_explanation(settings) {
            self.explain_loss(cx);
        } else if !self.session.is_over() && settings.is_on(Setting::WarnWhenLost) {
            self.warn_if_lost(cx);
        }
    }

    fn warn_if_lost(&mut self, cx: &mut LineContext<'_>) {
        let advisor = self.session.advisor_mut();
        if let Some(request) = advisor.search_request(cx.settings(), true)
            && request.purpose == Purpose::Warning
        {
            cx.search_position(advisor, &request, Origin::Background);
        }
        if !self.game().rules().is_forced() && self.session.advisor_mut().announce_loss() {
            let verdict = self.describe_verdict();
            cx.printer.print_notice(NoticeKind::Lost, &verdict);
        }
    }

    /// Says when the game was lost, unless nothing was found out before a line came.
    fn explain_loss(&mut self, cx: &mut LineContext<'_>) {
        // A game without choices is searched in no time, so no line cancels that.
        let origin = if self.game().rules().is_forced() {
            Origin::Request
        } else {
            Origin::Explanation
        };
        let advisor = self.session.advisor_mut();
        let is_canceled = cx.find_loss(advisor, origin, "A line cancels");
        let Some(finished) = advisor.review() else {
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
            cx.printer
                .print_notice(NoticeKind::Lost, &format!("{text}{longer}"));
        }
    }
}
