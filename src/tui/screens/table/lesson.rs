//! A table with a guide, in a lesson or for a question of a review: what the guide says, its keys, and what has no use.

use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::Line;

use super::TableScreen;
use super::win::{WON, title_lines};
use crate::difficulty::Difficulty;
use crate::rules::{Move, PileId, PileKind};
use crate::session::{Command, DealSource, Guide, Told};
use crate::tui::action::{Action, Mode};
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Button, Key, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::theme::Role;
use crate::tui::widgets::panel::TEXT_WIDTH;
use crate::tui::widgets::track::{MIN_ROWS_FOR_TRACK, TRACK_ROWS, draw_track};
use crate::tui::wrap::wrap;

/// Minimum height of the area of a screen in which the guide has rows of its own, below the cards.
const MIN_ROWS_WITH_GUIDE: u16 = 15;
/// Stands before its text.
const BAR: &str = "┃ ";
/// Its rows at least in a lesson, so that cards stay where they are: what the last step has done, and what to do. A
/// question has no steps.
const MIN_ROWS: usize = 3;
const MIN_ROWS_OF_QUESTION: usize = 2;

/// Whether an action has no use in a lesson.
fn is_off(action: Action) -> bool {
    matches!(
        action,
        Action::Analyze
            | Action::DealWithChoices
            | Action::EnterSeed
            | Action::Export
            | Action::Learn
            | Action::Menu
            | Action::NewDeal
            | Action::NewOtherDeal
            | Action::NextDaily
            | Action::Odds
            | Action::Replay
            | Action::Restart
            | Action::Share
            | Action::SharePicture
            | Action::ShowSolution
            | Action::Game(
                Command::GiveUp
                    | Command::PlayForced
                    | Command::Redo
                    | Command::SafeHome
                    | Command::UndoToWinnable
            )
    )
}

impl TableScreen {
    /// Returns what goes on in the lesson.
    fn told(&self) -> Option<Told> {
        Some(self.session.guide.as_ref()?.told(self.game()))
    }

    /// Returns the move that is marked, because the guide says it.
    pub(super) fn told_move(&self) -> Option<Move> {
        let guide = self.session.guide.as_ref()?;
        match guide.told(self.game()) {
            Told::Move(mv) if !guide.is_to_find() => Some(mv),
            _ => None,
        }
    }

    /// Handles an action that means something else with a guide, or nothing; `None` for all others.
    pub(super) fn handle_in_lesson(
        &mut self,
        action: Action,
        cx: &mut Context,
    ) -> Option<Option<Request>> {
        let guide = self.session.guide.as_ref()?;
        let (is_done, is_lesson) = (guide.is_done(), guide.question.is_none());
        match action {
            Action::Select if is_done => {
                let (source, rules) = (DealSource::Graded(Difficulty::Easy), self.game().rules());
                return Some(Some(Request::Deal(source, rules.clone())));
            }
            Action::Cancel if self.input.mode().is_some() || !self.found.is_empty() => {
                return None;
            }
            Action::Cancel | Action::Close => {
                let key = cx.key_hint(Mode::Table, Action::Learn, "the lesson again");
                cx.message = None;
                if let Some(key) = key.filter(|_| is_lesson && !is_done) {
                    cx.notify(key);
                }
                return Some(Some(Request::Close));
            }
            Action::NextTurningPoint if !is_lesson => {
                return Some(Some(Request::CloseAndAct(action)));
            }
            Action::Select if self.told() == Some(Told::Read) => {
                self.execute(Command::ReadOn, cx);
            }
            action if is_off(action) => cx.notify_error(guide.refusal().to_string()),
            _ => return None,
        }
        Some(None)
    }

    /// Says what is known of a try to answer the question.
    pub(super) fn show_try(&self, cx: &mut Context) {
        let guide = self.session.guide.as_ref();
        let is_found = guide.is_some_and(Guide::is_found);
        let question = guide.and_then(|guide| guide.question.as_ref());
        match question.and_then(|question| question.judged.as_ref()) {
            None => cx.notify("Searching whether that keeps the win"),
            Some(judged) if is_found => cx.notify(format!("Found: {}", judged.text)),
            Some(judged) => cx.notify(&*judged.text),
        }
    }

    /// Closes the table of a question that is answered.
    pub(super) fn answer(&self) -> Option<Request> {
        let guide = self.session.guide.as_ref()?;
        let is_answered = guide.question.is_some() && guide.is_done();
        is_answered.then(|| Request::CloseAndAct(Action::Answered(guide.is_found())))
    }

    /// Returns what there is to say at the end of a lesson; `None` at any other table.
    pub(super) fn end_of_lesson(&self, cx: &Context, max_width: u16) -> Option<Vec<Line<'static>>> {
        let guide = self.session.guide.as_ref()?;
        let mut facts = wrap(guide.say(), max_width.min(TEXT_WIDTH).into());
        facts.push("Now a whole game?".into());
        Some(title_lines(WON, facts, cx.theme()))
    }

    /// Splits an area into the cards, the track of a question, and so many rows for what the guide says.
    pub(super) fn guide_areas(&self, area: Rect, height: u16) -> [Rect; 3] {
        let guide = self.session.guide.as_ref().filter(|_| height > 0);
        let has_track = guide.is_some_and(|guide| guide.question.is_some());
        let track_rows = if has_track && area.height >= MIN_ROWS_FOR_TRACK {
            TRACK_ROWS
        } else {
            0
        };
        area.layout(&Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(track_rows),
            Constraint::Length(height),
        ]))
    }

    /// Returns what the guide says in rows of its own: what the last step has done, and what to do, with the role of
    /// each. There are so many at least that cards stay where they are.
    pub(super) fn guide_lines(&self, area: Rect) -> Vec<(String, Role)> {
        let guide = self.session.guide.as_ref();
        let has_rows = !self.is_at_end() && area.height >= MIN_ROWS_WITH_GUIDE;
        let Some(guide) = guide.filter(|_| has_rows) else {
            return Vec::new();
        };
        let width = area.width.saturating_sub(2 + 2).clamp(1, TEXT_WIDTH);
        let parts = [(guide.after(), Role::Dim), (Some(guide.say()), Role::Text)];
        let wrapped = parts.into_iter().flat_map(|(text, role)| {
            let lines = text.map_or(Vec::new(), |text| wrap(text, width.into()));
            lines.into_iter().map(move |line| (line, role))
        });
        let mut lines: Vec<(String, Role)> = wrapped.collect();
        let min_rows = match guide.question {
            None => MIN_ROWS,
            Some(_) => MIN_ROWS_OF_QUESTION,
        };
        let count = lines.len().max(min_rows);
        lines.resize(count, (String::new(), Role::Text));
        lines
    }

    /// Draws what the guide says: the text of a lesson below the lowest card, that of a question below the track.
    pub(super) fn draw_guide(
        &self,
        lines: Vec<(String, Role)>,
        [cards, track, below]: [Rect; 3],
        canvas: &mut Canvas<'_>,
    ) {
        let question = self.session.guide.as_ref();
        let question = question.and_then(|guide| guide.question.as_ref());
        if let Some(question) = question.filter(|_| !track.is_empty()) {
            let game = self.game();
            let (moves, shown) = (game.total_moves(), Some(game.moves().len()));
            let track = track.inner(Margin::new(1, 0));
            draw_track(question.proofs, moves, shown, track, canvas);
        }
        let bottom = self.view.layout.bottom();
        let y = match question {
            None if bottom < cards.bottom() => bottom + 1,
            _ => below.y,
        };
        let left = canvas.frame.content.x;
        let lines = lines.into_iter().zip(y..);
        for ((line, role), y) in lines.filter(|((line, _), _)| !line.is_empty()) {
            let x = canvas.write(left, y, BAR, canvas.theme[Role::Accent]);
            canvas.write(x, y, &line, canvas.theme[role]);
        }
    }

    /// Returns what the guide says where it has no rows of its own.
    pub(super) fn guide_status(&self, area: Rect) -> Option<String> {
        let guide = self.session.guide.as_ref()?;
        (area.height < MIN_ROWS_WITH_GUIDE && !guide.is_done()).then(|| guide.say().to_owned())
    }

    /// Returns what a key does with a guide, if that is not what it does at any table.
    pub(super) fn use_in_lesson(&self, binding: &Binding) -> Option<Use> {
        let guide = self.session.guide.as_ref()?;
        let told = guide.told(self.game());
        let [hint, cancel] = match guide.question {
            None => ["show me", "end the lesson"],
            Some(_) => ["tell me", "to the replay"],
        };
        Some(match binding.action {
            action if is_off(action) => Use::Hidden,
            Action::Select if guide.is_done() => Use::Ready("an easy deal"),
            Action::Cancel if guide.is_done() => Use::Ready("close"),
            _ if guide.is_done() => Use::Hidden,
            Action::Select if told == Told::Read => Use::Ready("read on"),
            Action::Game(Command::Finish) if told == Told::Finish => Use::Ready("finish"),
            Action::Game(Command::Undo) if told == Told::TakeBack => Use::Ready("take it back"),
            Action::Game(Command::Undo) if guide.question.is_none() => Use::Ready("back"),
            Action::Game(Command::Undo) => Use::Hidden,
            Action::Game(Command::Hint) if matches!(told, Told::Move(_)) => Use::Ready(hint),
            Action::NextTurningPoint if guide.question.is_some() => Use::Ready(binding.footer),
            Action::Cancel if self.input.mode().is_none() => Use::Ready(cancel),
            _ => return None,
        })
    }

    /// Returns the keys of the key row, first those that go on.
    pub(super) fn lesson_keys(&self, cx: &Context) -> Vec<Button> {
        let use_of = |binding: &Binding| self.use_in_lesson(binding).unwrap_or(Use::Hidden);
        let keys = cx.keymap.buttons(self.mode(), use_of);
        let told = self.told_move().and_then(|mv| self.move_button(mv, cx));
        told.into_iter().chain(keys).collect()
    }

    /// Returns the keys of a move as a button that makes it.
    fn move_button(&self, mv: Move, cx: &Context) -> Option<Button> {
        let digit = |number: usize| Action::Digit((number % 10) as u8);
        let pile = |pile: PileId| digit(pile.number() + 1);
        let (actions, does) = match mv {
            Move::Draw | Move::Deal | Move::Redeal => {
                (vec![Action::Game(Command::Draw)], mv.to_string())
            }
            Move::DiscardMiddle | Move::DiscardAll => (vec![Action::Select], mv.to_string()),
            Move::Transfer { from, to, .. } => {
                let number = from.number() + 1;
                let mut actions = match from.kind() {
                    PileKind::Waste => vec![Action::SelectWaste],
                    PileKind::Reserve => {
                        vec![Action::SelectReserve, digit(number / 10), digit(number)]
                    }
                    PileKind::Foundation => {
                        let suit = self.game().table().top(from)?.suit();
                        vec![Action::SelectFoundation, Action::Suit(suit)]
                    }
                    _ => vec![pile(from)],
                };
                actions.push(if to.is_foundation() {
                    Action::MoveHome
                } else {
                    pile(to)
                });
                (actions, String::new())
            }
        };
        let keys = actions
            .into_iter()
            .map(|action| cx.keymap.first_key(action));
        let keys: Option<Vec<Key>> = keys.collect();
        let keys = keys?;
        let (first, others) = keys.split_first()?;
        let others: Vec<String> = others.iter().map(|key| format!("then {key}")).collect();
        let label = if others.is_empty() {
            does
        } else {
            others.join(" ")
        };
        let action = Action::Game(Command::Move(mv));
        Some(Button::new(*first, action, label))
    }
}
