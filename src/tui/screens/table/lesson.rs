//! A lesson at the table: what the guide says, its keys, and what has no use in it.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use super::TableScreen;
use super::win::{WON, title_lines};
use crate::difficulty::Difficulty;
use crate::rules::{Move, PileId, PileKind};
use crate::session::{Command, DealSource, Refusal, Told};
use crate::tui::action::{Action, Mode};
use crate::tui::context::Context;
use crate::tui::frame::Canvas;
use crate::tui::keymap::{Binding, Button, Use};
use crate::tui::screen::{Request, Screen};
use crate::tui::theme::Role;
use crate::tui::wrap::wrap;

/// Minimum height of the area of a screen in which the guide has rows of its own, below the cards.
const MIN_ROWS_WITH_GUIDE: u16 = 16;
/// Columns of its text, and of the bar before it.
const TEXT_WIDTH: u16 = 76;
const BAR: &str = "┃ ";
/// Its rows at least, so that cards stay where they are.
const MIN_ROWS: usize = 2;

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
        let guide = self
            .session
            .guide
            .as_ref()
            .filter(|guide| !guide.is_to_find())?;
        match guide.told(self.game()) {
            Told::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// Handles an action that means something else in a lesson, or nothing; `None` for all others.
    pub(super) fn handle_in_lesson(
        &mut self,
        action: Action,
        cx: &mut Context,
    ) -> Option<Option<Request>> {
        let is_done = self.session.guide.as_ref()?.is_done();
        match action {
            Action::Select if is_done => {
                let (source, rules) = (DealSource::Graded(Difficulty::Easy), self.game().rules());
                return Some(Some(Request::Deal(source, rules.clone())));
            }
            Action::Cancel if self.input.mode().is_some() || self.hint.is_some() => {
                return None;
            }
            Action::Cancel | Action::Close => {
                let key = cx.key_hint(Mode::Table, Action::Learn, "the lesson again");
                cx.message = None;
                key.filter(|_| !is_done)
                    .into_iter()
                    .for_each(|key| cx.notify(key));
                return Some(Some(Request::Close));
            }
            Action::Select if self.told() == Some(Told::Read) => {
                self.execute(Command::ReadOn, cx);
            }
            action if is_off(action) => cx.notify_error(Refusal::NotInLesson.to_string()),
            _ => return None,
        }
        Some(None)
    }

    /// Returns what there is to say at the end of a lesson; `None` at any other table.
    pub(super) fn end_of_lesson(&self, cx: &Context, max_width: u16) -> Option<Vec<Line<'static>>> {
        let guide = self.session.guide.as_ref()?;
        let mut facts = wrap(guide.say(), max_width.min(TEXT_WIDTH).into());
        facts.push("Now a whole game?".into());
        Some(title_lines(WON, facts, cx.theme()))
    }

    /// Draws what the guide says below the cards, and returns the area that is left for them.
    pub(super) fn draw_guide(&self, area: Rect, canvas: &mut Canvas<'_>) -> Rect {
        let Some(guide) = self.session.guide.as_ref().filter(|_| !self.is_at_end()) else {
            return area;
        };
        if area.height < MIN_ROWS_WITH_GUIDE {
            return area;
        }
        let x = area.x + 1;
        let width = area.width.saturating_sub(2 + 2).min(TEXT_WIDTH);
        let lines = wrap(guide.say(), width.max(1).into());
        let height = lines.len().max(MIN_ROWS) as u16;
        let rows = Layout::vertical([Constraint::Fill(1), Constraint::Length(height)]);
        let [cards, below] = area.layout(&rows);
        for (row, line) in below.rows().zip(&lines) {
            let x = canvas.write(x, row.y, BAR, canvas.theme[Role::Accent]);
            canvas.write(x, row.y, line, canvas.theme[Role::Text]);
        }
        cards
    }

    /// Returns what the guide says where it has no rows of its own.
    pub(super) fn guide_status(&self, area: Rect) -> Option<String> {
        let guide = self.session.guide.as_ref()?;
        (area.height < MIN_ROWS_WITH_GUIDE && !guide.is_done()).then(|| guide.say().to_owned())
    }

    /// Returns what a key does in a lesson, if that is not what it does at any table.
    pub(super) fn use_in_lesson(&self, binding: &Binding) -> Option<Use> {
        let guide = self.session.guide.as_ref()?;
        let told = guide.told(self.game());
        Some(match binding.action {
            action if is_off(action) => Use::Hidden,
            Action::Select if guide.is_done() => Use::Ready("an easy deal"),
            Action::Cancel if guide.is_done() => Use::Ready("close"),
            _ if guide.is_done() => Use::Hidden,
            Action::Select if told == Told::Read => Use::Ready("read on"),
            Action::Game(Command::Finish) if told == Told::Finish => Use::Ready("finish"),
            Action::Game(Command::Undo) if told == Told::TakeBack => Use::Ready("take it back"),
            Action::Game(Command::Undo) => Use::Ready("back"),
            Action::Game(Command::Hint) => Use::Ready("show me"),
            Action::Cancel => Use::Ready("end the lesson"),
            _ => return None,
        })
    }

    /// Returns the keys of the key row, first those that go on.
    pub(super) fn lesson_keys(&self, cx: &Context) -> Vec<Button> {
        let Some(guide) = &self.session.guide else {
            return Vec::new();
        };
        let mode = self.mode();
        let button = |action: Action| {
            let mut bindings = cx.keymap.bindings(mode);
            let binding = bindings.find(|binding| binding.action == action)?;
            match self.use_in_lesson(binding)? {
                Use::Ready(label) => Button::new(binding, label),
                _ => None,
            }
        };
        let (undo, cancel) = (Action::Game(Command::Undo), Action::Cancel);
        let first = match guide.told(self.game()) {
            _ if guide.is_to_find() => None,
            Told::Read => button(Action::Select),
            Told::Finish => button(Action::Game(Command::Finish)),
            Told::TakeBack => button(undo),
            Told::Move(mv) => self.move_keys(mv, cx),
        };
        let hint =
            matches!(self.told(), Some(Told::Move(_))).then(|| button(Action::Game(Command::Hint)));
        let back = button(undo).filter(|_| self.told() != Some(Told::TakeBack));
        let keys = [first, hint.flatten(), back, button(cancel)];
        keys.into_iter().flatten().collect()
    }

    /// Returns the keys of a move as a button that makes it.
    fn move_keys(&self, mv: Move, cx: &Context) -> Option<Button> {
        let keymap = &cx.keymap;
        let key = |action| {
            keymap
                .key_for(Mode::Table, action)
                .or(keymap.key_for(Mode::HandGame, action))
        };
        let digit = |pile: PileId| key(Action::Digit(((pile.number() + 1) % 10) as u8));
        let (first, others) = match mv {
            Move::Draw | Move::Deal | Move::Redeal => {
                (key(Action::Game(Command::Draw))?, String::new())
            }
            Move::DiscardMiddle | Move::DiscardAll => (key(Action::Select)?, String::new()),
            Move::Transfer { from, to, .. } => {
                let (first, more) = match from.kind() {
                    PileKind::Waste => (key(Action::SelectWaste)?, String::new()),
                    PileKind::Reserve => (
                        key(Action::SelectReserve)?,
                        format!("{:02} ", from.number() + 1),
                    ),
                    PileKind::Foundation => {
                        let suit = self.game().table().top(from)?.suit();
                        let key_of_suit = keymap.key_for(Mode::AwaitSuit, Action::Suit(suit))?;
                        (key(Action::SelectFoundation)?, format!("{key_of_suit} "))
                    }
                    _ => (digit(from)?, String::new()),
                };
                let last = if to.is_foundation() {
                    key(Action::MoveHome)?
                } else {
                    digit(to)?
                };
                (first, format!("{more}{last} "))
            }
        };
        let does = match mv {
            Move::Transfer { .. } => "do it".to_owned(),
            mv => mv.to_string(),
        };
        let mut button = Button {
            width: 0,
            key: first,
            label: "".into(),
            action: Action::Game(Command::Move(mv)),
            can_use: true,
        };
        button.set_label(format!("{others}{does}"));
        Some(button)
    }
}
