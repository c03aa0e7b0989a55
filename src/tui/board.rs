//! Board: the cards of a game as the screens show them, laid out, marked, animated and drawn.

pub mod animation;
mod arrange;
mod art;
pub mod card;
pub mod cursor;
pub mod header;
pub mod layout;
pub mod paint;
pub mod scene;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position, Rect};

use super::action::{Action, Target};
use super::context::Context;
use super::frame::{Canvas, Frame};
use super::theme::Role;

use crate::game::{CardPosition, Game};
use crate::rules::{PileId, Table};
use crate::session::{Command, is_hand_game};
use animation::{Animation, MAX_TURN, MAX_UNDO, Stage};
use arrange::Arranger;
use layout::{CardLayout, text_position};
use scene::BoardScene;

/// Rows from which on a preview is shown.
pub const MIN_PREVIEW_HEIGHT: u16 = 13;

/// How a board is shown: its layout, and cards in flight.
#[derive(Clone, Debug, Default)]
pub struct BoardView {
    /// Where everything was in the last frame.
    pub layout: CardLayout,
    pub animation: Animation,
    /// The table after a move that is shown moving, there and back.
    pub demonstrated: Option<Box<Table>>,
    /// The cards that were shown last: what has changed since is animated. `None` animates nothing.
    shown: Option<Box<Table>>,
    /// Whether the deal is still to be animated, which waits while another screen covers the board.
    is_deal_pending: bool,
}

impl BoardView {
    /// Shows a deal whose cards are still to be dealt.
    pub fn of_deal() -> BoardView {
        BoardView {
            is_deal_pending: true,
            ..BoardView::default()
        }
    }

    /// Animates nothing in the next frame.
    pub fn skip_animation(&mut self) {
        self.shown = None;
    }

    /// Animates what has changed since the last time.
    fn animate(&mut self, scene: &BoardScene<'_>, cx: &Context, area: Rect, is_covered: bool) {
        let is_animated = cx.config.is_animation_enabled() && cx.size != (0, 0);
        let is_deal = !is_covered && std::mem::take(&mut self.is_deal_pending);
        let changes = self.changes_to(scene.game.table());
        if area != self.layout.area {
            self.animation = Animation::default();
        }
        let arrange = |table: &Table| {
            let (scene, still) = (scene.in_motion(table), Animation::default());
            Arranger::arrange(&scene, &still, area, &mut Frame::default())
        };
        if is_animated && is_deal {
            let (table, piles) = (scene.game.table(), scene.game.rules().layout().positions);
            self.animation = Animation::of_deal(table, &piles, &arrange(table), cx.steady);
        } else if let Some(after) = self.demonstrated.take().filter(|_| is_animated) {
            let there = Stage::since(scene.game.table().checkpoint(), &after);
            let back = there.clone().into_iter().rev().map(Stage::reversed);
            let stages = there.iter().cloned().chain(back).collect();
            self.animation = Animation::of_stages(stages, MAX_TURN, arrange, cx.steady);
        } else if let Some((stages, max)) = changes.filter(|_| is_animated) {
            self.animation = Animation::of_stages(stages, max, arrange, cx.steady);
        }
    }

    /// Returns the stages of what has changed since the last call, and how many milliseconds they may take; `None`
    /// if nothing has changed, or if neither position follows from the other.
    fn changes_to(&mut self, table: &Table) -> Option<(Vec<Stage>, i64)> {
        let shown = self.shown.take();
        let common = shown.as_ref().map(|shown| table.common_history(shown));
        let before = shown.as_ref().map(|shown| shown.checkpoint());
        let is_later = common.is_some() && common == before;
        let is_earlier = common == Some(table.checkpoint());
        if is_later && is_earlier {
            self.shown = shown;
            return None;
        }
        self.shown = Some(Box::new(table.clone()));
        let (shown, common) = (shown?, common?);
        if is_later {
            return Some((Stage::since(common, table), MAX_TURN));
        }
        let undone = Stage::since(common, &shown).into_iter().rev();
        is_earlier.then(|| (undone.map(Stage::reversed).collect(), MAX_UNDO))
    }

    /// Ends the animation, also one that would begin with the next frame; returns whether there was one.
    pub fn finish_animation(&mut self, table: &Table, is_covered: bool) -> bool {
        let animation = std::mem::take(&mut self.animation);
        self.changes_to(table);
        self.is_deal_pending &= is_covered;
        animation.next_frame_at().is_some()
    }

    /// Lays the board out in an area, with what has changed on its way.
    pub fn lay_out(&mut self, scene: &BoardScene<'_>, cx: &Context, area: Rect, frame: &mut Frame) {
        self.animate(scene, cx, area, frame.is_covered);
        let shown = self.shown_in(scene);
        let mut layout = Arranger::arrange(&shown, &self.animation, area, frame);
        let over = shown.drag().map(|drag| drag.over);
        layout.drag_accepted =
            over.map(|over| over.is_some_and(|pile| shown.accepts_selection(pile)));
        self.layout = layout;
    }

    /// Draws the board as it was laid out, below its header, and adds what a click on it does.
    pub fn draw(&self, scene: &BoardScene<'_>, canvas: &mut Canvas<'_>) {
        let text = self.layout.area_of(scene.cursor).map(text_position);
        // In the hand there is nothing to select.
        let hit = |target: Target| match target.pile() {
            _ if !is_hand_game(scene.game) => Action::Click(target),
            Some(PileId::STOCK) => Action::Game(Command::Draw),
            _ => Action::Select,
        };
        // The marker beside a card belongs to it unless something else covers it.
        let items = &self.layout.items;
        for item in items {
            if let Some(Position { x, y }) = item.marker {
                canvas.add(hit(item.target), Rect::new(x, y, 1, 1));
            }
        }
        for item in items {
            canvas.add(hit(item.target), item.area);
        }
        canvas.frame.focus = text.filter(|_| scene.has_cursor());
        paint::draw_items(&self.layout, &self.shown_in(scene), canvas);
    }

    /// Returns the cards that are shown: those of the game, or of an earlier position while some are in flight.
    pub fn shown_table<'a>(&'a self, game: &'a Game) -> &'a Table {
        self.animation.table().unwrap_or(game.table())
    }

    /// Returns what is shown of a scene while cards are in flight.
    fn shown_in<'a>(&'a self, scene: &BoardScene<'a>) -> BoardScene<'a> {
        match self.animation.table() {
            Some(table) => scene.in_motion(table),
            None => scene.clone(),
        }
    }

    /// Draws the table of a game in an area, if that is high enough for it.
    pub fn draw_preview(game: &Game, area: Rect, cx: &Context, canvas: &mut Canvas<'_>) {
        if area.height < MIN_PREVIEW_HEIGHT {
            return;
        }
        // No pile of a grid has the cursor.
        let no_card = CardPosition::new(PileId::HAND, 0);
        let scene = BoardScene::new(game, no_card);
        // The margins of a board, and the row of its header, are outside of the area. It begins in the first cell.
        let area = area.outer(Margin::new(1, 1)).intersection(canvas.buf.area);
        let place = Rect::from((Position::ORIGIN, area.as_size()));
        let mut board = Buffer::empty(place);
        board.set_style(place, canvas.theme[Role::Background]);
        let on_board = &mut Canvas {
            theme: canvas.theme,
            frame: Frame::default(),
            buf: &mut board,
        };
        let mut view = BoardView::default();
        view.lay_out(&scene, cx, place, &mut on_board.frame);
        view.draw(&scene, on_board);
        board.area = area;
        canvas.buf.merge(&board);
    }
}
