//! Moves and what they did.

use super::commands::parse_count;
use super::io::{HintJson, Rejection, Reply, no_game_open};
use super::queries::pile_usage;
use super::{Repl, unknown_command};
use crate::describe::{self, position_text, sentence};
use crate::proofs::Assessment;
use crate::rules::{Move, PileId, PileKind};
use crate::session::{
    self, Command, CommandOutcome, MoveInput, Refusal, Session, Turn, parse_move, text,
};

impl Repl<'_> {
    /// Answers a line that is a move, or a pile alone.
    pub(super) fn handle_move(&mut self, line: &str) -> Reply {
        let session = self.open_session()?;
        match parse_move(session.game(), line) {
            Ok(Some(MoveInput::Command(command))) => self.execute(command),
            Ok(Some(MoveInput::Pile(pile))) => Ok(self.list_destinations(session, pile)),
            Err(error) => Err(self.reject_names(&error)),
            Ok(None) => Err(unknown_command(line)),
        }
    }

    pub(super) fn send_home(&mut self, arguments: &str) -> Reply {
        use PileKind::{Reserve, Tableau, Waste};
        let session = self.open_session()?;
        match parse_move(session.game(), &format!("{arguments} home")) {
            Ok(Some(MoveInput::Command(command))) => self.execute(command),
            Err(error) => Err(self.reject_names(&error)),
            _ if session::is_hand_game(session.game()) => Err(Refusal::NoFoundations.into()),
            _ => Err(pile_usage(session.game(), "home", |kind| {
                matches!(kind, Tableau | Waste | Reserve)
            })),
        }
    }

    /// Executes a command and says what it did.
    pub(super) fn execute(&mut self, command: Command) -> Reply {
        let (now, notation) = (self.clock.now(), self.notation());
        let session = self.session.as_mut().ok_or_else(no_game_open)?;
        Ok(match session.execute(command, &self.settings, now) {
            CommandOutcome::Played(turn) => {
                self.describe_turn(sentence(&turn.full(notation)), &turn)
            }
            CommandOutcome::Redone(turn) => {
                self.describe_turn(format!("Redid: {}", turn.full(notation)), &turn)
            }
            CommandOutcome::Undone(turn) => {
                let text = format!("Undid: {}", turn.full(notation));
                self.with_hand_view(text)
            }
            CommandOutcome::PlayedForced(turns) => self.describe_forced(&turns),
            CommandOutcome::PlayedLine { len, .. } => text::line_played(len),
            CommandOutcome::BackAtWinnable(moves) => {
                format!("{}. redo: forward again", text::back_at_winnable(moves))
            }
            CommandOutcome::Continued => text::CONTINUED.into(),
            CommandOutcome::GaveUp => self.game_over_text().unwrap_or_default(),
            CommandOutcome::ChooseFoundation(moves) => {
                let [one, two] = moves.map(|mv| mv.to_string());
                return Err(Rejection::Refused(format!(
                    "Two foundations fit. Type {one} or {two}"
                )));
            }
            CommandOutcome::Hint(given) => {
                let game = session.game();
                let text = describe::move_text(game.table(), given.hint.mv, notation);
                let reason = notation.replace_symbols(&given.purpose);
                let answer = format!("{}: {text} ({reason})", given.heading());
                self.printer.facts().hint = Some(HintJson {
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
                    Refusal::NothingSafe(Some(card)) => {
                        format!(". {card} home: send it home anyway")
                    }
                    _ => String::new(),
                };
                let text = notation.replace_symbols(&format!("{refusal}{next}"));
                return Err(Rejection::Refused(text));
            }
        })
    }

    /// Adds to what a turn did whether the game is over or can be finished.
    fn describe_turn(&mut self, text: String, turn: &Turn) -> String {
        let text = self.with_hand_view(text);
        match self.game_over_text() {
            Some(end) => format!("{text}\n{end}"),
            None if turn.finish_ready => format!("{text}. finish: send everything home"),
            None => text,
        }
    }

    /// Says what the steps of a game played in the hand did, a line each.
    fn describe_forced(&mut self, turns: &[Turn]) -> String {
        let notation = self.notation();
        let mut lines: Vec<String> = turns
            .iter()
            .map(|turn| sentence(&turn.full(notation)))
            .collect();
        let end = self.game_over_text();
        let session = self.session.as_ref();
        let view = session.and_then(|session| {
            let view = describe::visible_hand_text(session.game(), notation);
            view.map(|view| sentence(&view))
        });
        lines.extend(end.or(view));
        lines.join("\n")
    }

    /// Adds the cards that the next step is about, in a game played in the hand.
    fn with_hand_view(&self, text: String) -> String {
        let session = self.session.as_ref();
        let going = session.filter(|session| !session.is_over());
        match going.and_then(|session| describe::visible_hand_text(session.game(), self.notation()))
        {
            Some(view) => format!("{text}; {view}"),
            None => text,
        }
    }

    /// Describes what is known about the position and which commands to use next.
    pub(super) fn describe_verdict(&self) -> String {
        let Some(session) = &self.session else {
            return String::new();
        };
        let assessment = session.advisor().proofs().assessment();
        let verdict = text::verdict(assessment);
        match assessment {
            Assessment::LostDeal => format!("{verdict}. new: another deal"),
            Assessment::Lost(Some(moves)) => {
                let position = position_text(moves);
                format!("{verdict}. undo-to-winnable: back to {position}")
            }
            Assessment::Winnable(_) => format!("{verdict}. show: next move, show all: all moves"),
            Assessment::NotYetKnown => format!("{verdict}. verdict: search longer"),
            Assessment::Lost(None) | Assessment::Inconclusive => verdict,
        }
    }

    /// The next moves of a winning line, searched for if none is known: one, so many, or all.
    pub(super) fn show_solution(&mut self, count: &str) -> Reply {
        let most = parse_count("show", count)?;
        if self.needs_search_for_line() {
            let verdict = self.analyze()?;
            if self.needs_search_for_line() {
                return Err(Rejection::Refused(verdict));
            }
        }
        let (now, notation) = (self.clock.now(), self.notation());
        let session = self.session.as_mut().ok_or_else(no_game_open)?;
        session
            .advisor_mut()
            .request_verdict(true, &self.settings, now);
        let line: Vec<Move> = session
            .advisor()
            .winning_line()
            .unwrap_or_default()
            .to_vec();
        let mut table = session.game().table().clone();
        let mut shown = Vec::new();
        for (n, &mv) in (1..=most).zip(&line) {
            let text = describe::move_text_with_notation(&table, mv, notation);
            shown.push(format!("{n}. {text}"));
            session.game().rules().apply(&mut table, mv);
        }
        session.count_shown_moves(shown.len());
        Ok(shown.join("\n"))
    }

    fn needs_search_for_line(&self) -> bool {
        let line = self.session.as_ref();
        let line = line.and_then(|session| session.advisor().winning_line());
        line.is_none_or(<[Move]>::is_empty)
    }

    fn list_destinations(&self, session: &Session, from: PileId) -> String {
        let cards = describe::pile_line(session.game(), from, self.notation());
        let moves = session::moves_from(session.game(), from, None);
        if moves.is_empty() {
            format!("{cards}\nNo moves from there")
        } else {
            format!("{cards}\n{}", self.format_moves(session.game(), &moves))
        }
    }
}
