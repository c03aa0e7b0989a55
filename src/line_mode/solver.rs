//! The solver by typed lines: what it is asked, what it says unasked, and how long one waits.

use std::io::Write;
use std::time::{Duration, Instant};

use super::search_control::{ActiveSearch, SearchReason};
use super::{Repl, write_notice};
use crate::analysis::{Assessment, SearchTask};
use crate::describe::{self, approx_count};
use crate::hint::{HintReason, hints, with_winning_move};
use crate::rules::{Move, Status};
use crate::solver::MAX_POSTMORTEM_SEARCHES;

/// What is said of how a search can be stopped.
const CANCEL_HELP: &str = "an empty line or Ctrl-C stops it";

/// When it is told how far a search is: the longer it lasts the less often.
struct ProgressTimer {
    started: Instant,
    next_report: Duration,
}

impl ProgressTimer {
    fn new(first: Duration) -> ProgressTimer {
        ProgressTimer {
            started: Instant::now(),
            next_report: first,
        }
    }

    /// For how long the search has lasted, where that is to be told.
    fn elapsed_if_due(&mut self) -> Option<Duration> {
        let spent = self.started.elapsed();
        (spent >= self.next_report).then(|| {
            self.next_report = spent * 2;
            spent
        })
    }
}

/// After how long it is first told how far a search is, one that was asked for or not.
const REQUESTED_REPORT_DELAY: Duration = Duration::from_secs(5);
const BACKGROUND_REPORT_DELAY: Duration = Duration::from_secs(1);

impl Repl<'_> {
    /// What the solver does while no line comes: it sees whether a win is left, or how a game that
    /// is over was lost.
    pub(super) fn run_background_search(&mut self) {
        self.state.analysis.sync(&self.played.game);
        let watch = self.options.warn_when_lost;
        if self.played.game.status() == Status::Won {
            return;
        }
        if !self.is_over() {
            if watch {
                self.warn_if_lost();
            }
        } else if watch || self.state.analysis.verdict_revealed {
            let looked = std::mem::replace(&mut self.state.postmortem_done, true);
            if !looked {
                self.run_background_postmortem();
            }
        }
    }

    /// Sees, unasked, whether a win is left; says that none is, once.
    fn warn_if_lost(&mut self) {
        let study = &self.state.analysis;
        if study.is_forced() {
            return;
        }
        if let Some(look) = study.background_task(&self.played.game) {
            let under_way = self.search_control.start(SearchReason::Background);
            self.search(&look, &under_way, &mut |_, _| {});
        }
        let lost = self.state.analysis.proven_positions().is_lost();
        if !std::mem::replace(&mut self.state.lost_announced, lost) && lost {
            let words = self.describe_verdict();
            write_notice(self.out, &words);
        }
    }

    /// Makes a search, and learns what is found. `progress` tells how far it is.
    fn search(
        &mut self,
        look: &SearchTask,
        under_way: &ActiveSearch<'_>,
        progress: &mut dyn FnMut(&mut dyn Write, u64),
    ) {
        let there = look.game_at_position(&self.played.game);
        let (rules, table) = (there.rules(), there.table());
        let progress = &mut |positions| progress(self.out, positions);
        let answer = under_way.run(|cancel| rules.solve(table, &look.budget, cancel, progress));
        if let Some(answer) = answer {
            let game = &self.played.game;
            self.state.analysis.record_result(game, look, &answer);
        }
    }

    /// Searches back through a game that is over until it is stopped, or there is nothing more to
    /// find out. `progress` is told the position too.
    fn search_postmortem(
        &mut self,
        under_way: &ActiveSearch<'_>,
        progress: &mut dyn FnMut(&mut dyn Write, usize, u64),
    ) {
        while let Some(look) = self.state.analysis.postmortem_task(&self.played.game)
            && !under_way.is_cancelled()
        {
            let progress =
                &mut |out: &mut dyn Write, positions| progress(out, look.position_index, positions);
            self.search(&look, under_way, progress);
        }
    }

    /// How many seconds the searches that look back take at most.
    fn max_postmortem_seconds(&self) -> Option<u64> {
        let look = self.state.analysis.postmortem_task(&self.played.game)?;
        Some(look.budget.time_limit().as_secs() * MAX_POSTMORTEM_SEARCHES as u64)
    }

    /// Looks back at a game that is over, unasked.
    fn run_background_postmortem(&mut self) {
        let (mut pace, mut told) = (ProgressTimer::new(BACKGROUND_REPORT_DELAY), false);
        let time = self.max_postmortem_seconds().unwrap_or_default();
        // Where the game leaves no choice there is nothing to wait for, so that no line stops it.
        let purpose = match self.state.analysis.is_forced() {
            true => SearchReason::Requested,
            false => SearchReason::Postmortem,
        };
        let under_way = self.search_control.start(purpose);
        self.search_postmortem(&under_way, &mut |out, _, _| {
            if !told && pace.elapsed_if_due().is_some() {
                told = true;
                write_notice(
                    out,
                    &format!("Looking back, for {time} s at most; a line stops it."),
                );
            }
        });
        let (study, game) = (&self.state.analysis, &self.played.game);
        let proofs = study.proven_positions();
        let last = game.moves().len();
        let more_is_known =
            proofs.last_winnable().is_some() || proofs.first_lost().is_some_and(|lost| lost < last);
        if more_is_known || !under_way.is_cancelled() {
            let words = study.postmortem_summary(game);
            let longer = match study.can_extend_postmortem(game) {
                true => " verdict looks longer.",
                false => "",
            };
            write_notice(self.out, &format!("{words}{longer}"));
        }
    }

    /// Whether the game can be won from here, or could have been if it is over; then hints begin
    /// with a move that leads there.
    pub(super) fn analyze(&mut self) -> String {
        self.state.hints_given = 0;
        self.state.analysis.verdict_revealed = true;
        match self.played.game.status() {
            Status::Won => return "the game is won".into(),
            _ if self.is_over() => return self.extend_postmortem(),
            _ => {}
        }
        let Some(look) = self.state.analysis.verdict_task(&self.played.game) else {
            return self.describe_verdict();
        };
        let most = look.budget.time_limit().as_secs();
        let under_way = self.search_control.start(SearchReason::Requested);
        write_notice(
            self.out,
            &format!("searching, at most {most} s; {CANCEL_HELP}"),
        );
        let mut pace = ProgressTimer::new(REQUESTED_REPORT_DELAY);
        self.search(&look, &under_way, &mut |out, positions| {
            if let Some(spent) = pace.elapsed_if_due() {
                let (searched, spent) = (approx_count(positions, "position"), spent.as_secs());
                write_notice(out, &format!("{searched}, {spent} of {most} s"));
            }
        });
        self.state.lost_announced = self.state.analysis.proven_positions().is_lost();
        match self.state.analysis.assessment(&self.played.game) {
            Assessment::NotYetKnown | Assessment::Inconclusive if under_way.is_cancelled() => {
                "the search was stopped".into()
            }
            _ => self.describe_verdict(),
        }
    }

    /// Looks back at a game that is over, with all the time there is.
    fn extend_postmortem(&mut self) -> String {
        self.state.analysis.extend_postmortem();
        if let Some(time) = self.max_postmortem_seconds() {
            let under_way = self.search_control.start(SearchReason::Requested);
            write_notice(
                self.out,
                &format!("looking back, at most {time} s; {CANCEL_HELP}"),
            );
            let mut pace = ProgressTimer::new(REQUESTED_REPORT_DELAY);
            self.search_postmortem(&under_way, &mut |out, at, positions| {
                if pace.elapsed_if_due().is_some() {
                    let (there, searched) = (
                        describe::position_text(at),
                        approx_count(positions, "position"),
                    );
                    write_notice(out, &format!("at {there}: {searched}"));
                }
            });
        }
        self.state.analysis.postmortem_summary(&self.played.game)
    }

    /// What is known of the present position.
    fn describe_verdict(&self) -> String {
        let study = &self.state.analysis;
        let standing = study.assessment(&self.played.game);
        let words = standing.description();
        match (standing, study.last_winnable_index()) {
            (Assessment::Lost, Ok(at)) => {
                let there = describe::position_text(at);
                format!("{words}; back goes to {there}, which had one")
            }
            (Assessment::Winnable(_), _) => {
                format!("{words}: show tells the next, show all every one")
            }
            (Assessment::NotYetKnown, _) => format!("{words}; verdict searches longer"),
            (Assessment::Lost | Assessment::Inconclusive, _) => words,
        }
    }

    /// Takes back the moves since the last position that is known to have a win.
    pub(super) fn undo_to_winnable(&mut self) -> String {
        match self.state.analysis.undo_to_winnable(&mut self.played.game) {
            Err(why) => why.into(),
            Ok(words) => {
                self.reset_position_state();
                format!("{words}; redo makes the moves again")
            }
        }
    }

    /// The next of the hints for this position, the best again after the last.
    pub(super) fn next_hint(&mut self) -> String {
        let game = &self.played.game;
        let seen = hints(&**game.rules(), game.table());
        let hints = with_winning_move(seen, self.state.analysis.revealed_winning_move());
        let Some(hint) = hints.get(self.state.hints_given % hints.len().max(1)) else {
            return "none: no legal move gets the game on, by what can be seen".into();
        };
        let words = describe::move_text(game.table(), hint.mv, self.notation());
        let gain = hint.reason.description();
        self.state.hints_given += 1;
        let shown = usize::from(hint.reason == HintReason::ProvenWin);
        self.record_shown_moves(shown);
        self.played.hints = self.played.hints.saturating_add(1);
        match hint.mv {
            Move::Transfer { .. } => format!("{}: {words} ({gain})", hint.mv),
            _ => format!("{words}: {gain}"),
        }
    }

    /// Counts that so many moves of the line that wins from here were shown, each of them once.
    fn record_shown_moves(&mut self, moves: usize) {
        let fresh = self.state.analysis.mark_shown(&self.played.game, moves);
        let fresh = u32::try_from(fresh).unwrap_or(u32::MAX);
        self.played.solver_moves_shown = self.played.solver_moves_shown.saturating_add(fresh);
    }

    /// The next moves of a line that wins, looked for where none is known: one, so many, or all.
    pub(super) fn show_solution(&mut self, many: &str) -> String {
        let most = match (many, many.parse()) {
            ("", _) => 1,
            ("all", _) => usize::MAX,
            (_, Ok(most)) if most > 0 => most,
            _ => return "show wants a number of moves, or all: show 5, show all".into(),
        };
        let game = &self.played.game;
        if self
            .state
            .analysis
            .proven_positions()
            .winning_line()
            .is_none()
            || game.status() == Status::Won
        {
            let verdict = self.analyze();
            if self.winning_line().is_empty() {
                return verdict;
            }
        }
        self.state.analysis.verdict_revealed = true;
        let game = &self.played.game;
        let mut table = game.table().clone();
        let mut told = Vec::new();
        for (n, &mv) in (1..=most).zip(self.winning_line()) {
            let words = describe::move_text_with_notation(&table, mv, self.notation());
            told.push(format!("{n}. {words}"));
            game.rules().apply(&mut table, mv);
        }
        self.record_shown_moves(told.len());
        told.join("\n")
    }

    /// The line that wins from here, where one is known.
    fn winning_line(&self) -> &[Move] {
        self.state
            .analysis
            .proven_positions()
            .winning_line()
            .unwrap_or_default()
    }
}
