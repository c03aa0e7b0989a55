//! Board: the cards of a game as the screens show them, laid out, marked, animated and drawn.

pub mod animation;
mod arrange;
mod art;
pub mod card;
pub mod cursor;
mod hand_grid;
pub mod header;
pub mod layout;
pub mod marks;
mod paint;
pub mod scene;

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::context::Context;
use super::frame::{ScreenLayout, TooSmall};
use super::theme::Theme;
use crate::cards::Card;
use crate::game::{Game, MoveDiff};
use crate::rules::{Checkpoint, Move};
use animation::Animation;
use arrange::Arranger;
use layout::{CardLayout, text_position};
use marks::Marks;
use paint::BoardPainter;
use scene::BoardScene;

/// How a board is shown: its layout, the last move and a hint, and cards in flight.
#[derive(Clone, Debug, Default)]
pub struct BoardView {
    /// Where everything was in the last frame.
    layout: CardLayout,
    animation: Animation,
    /// What the last turn did, until the next key.
    last_diff: MoveDiff,
    /// The hint shown, until the next key.
    hint: Option<Move>,
    /// The position that `layout` is of: what has changed since is animated. `None` animates nothing.
    shown: Option<Checkpoint>,
    /// Whether the deal is still to be animated.
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

    pub fn layout(&self) -> &CardLayout {
        &self.layout
    }

    pub fn animation(&self) -> &Animation {
        &self.animation
    }

    pub fn animation_mut(&mut self) -> &mut Animation {
        &mut self.animation
    }

    pub fn hint(&self) -> Option<Move> {
        self.hint
    }

    /// Marks both ends of a hint, or those of none.
    pub fn set_hint(&mut self, hint: Option<Move>) {
        self.hint = hint;
    }

    /// Marks what a turn did, and animates it in the next layout.
    pub fn set_last_diff(&mut self, diff: MoveDiff) {
        self.last_diff = diff;
    }

    /// Animates nothing in the next layout.
    pub fn skip_animation(&mut self) {
        self.shown = None;
    }

    /// Computes the layout and animates the moves made since the last one. Returns whether there are
    /// moves to animate.
    pub fn lay_out(&mut self, scene: &BoardScene<'_>, cx: &Context, area: Rect) -> bool {
        let animated = cx.config.is_animation_enabled() && cx.look.size() != (0, 0);
        let is_deal = std::mem::take(&mut self.is_deal_pending) && animated;
        let cards = scene.game.table();
        let checkpoint = cards.checkpoint();
        let previous = self.shown.replace(checkpoint);
        let has_moved = |previous: &Checkpoint| {
            animated && *previous < checkpoint && self.last_diff != MoveDiff::default()
        };
        let previous = previous.filter(has_moved);
        let mut layout = self.arrange(scene, area);
        let animation = if is_deal {
            let piles = scene.game.rules().layout().positions;
            Some(Animation::of_deal(cards, &piles, &layout, cx.now))
        } else {
            let animate =
                |previous| Animation::of_moves(cards, previous, &self.layout, &layout, cx.now);
            previous.map(animate)
        };
        let is_animated = animation.is_some();
        if let Some(animation) = animation {
            self.animation = animation;
            layout = self.arrange(scene, area);
        }
        self.layout = layout;
        is_animated
    }

    fn arrange(&self, scene: &BoardScene<'_>, area: Rect) -> CardLayout {
        let marks = Marks::new(scene, self.hint, &self.last_diff);
        Arranger::arrange(scene, &marks, &self.animation, area)
    }

    /// Ends the animation; returns whether there was one.
    pub fn finish_animation(&mut self) -> bool {
        let animation = std::mem::take(&mut self.animation);
        animation.next_frame_at().is_some()
    }

    /// Adds the animation of a win: the cards fly to the game-over panel.
    pub fn animate_win(&mut self, game: &Game, panel_cards: &[(Rect, Card)], now: Timestamp) {
        let animation = &mut self.animation;
        animation.add_win(game.table(), &self.layout, panel_cards, now);
    }

    /// Returns what others need to know about the layout.
    pub fn screen_layout(&self, scene: &BoardScene<'_>) -> ScreenLayout {
        let title = scene.game.rules().info().title;
        let text = self.layout.area_of(scene.cursor).map(text_position);
        ScreenLayout {
            hit_areas: self.layout.hit_areas().collect(),
            focus: text.filter(|_| scene.has_cursor()),
            content: Some(self.layout.content),
            too_small: self.layout.min_size.map(|size| TooSmall { title, size }),
            ..ScreenLayout::default()
        }
    }

    /// Draws the board below its header.
    pub fn render(&self, theme: &Theme, buf: &mut Buffer) {
        BoardPainter::new(&self.layout, theme).draw_items(buf);
    }

    /// Draws the cards above the board: those that are dragged or in flight.
    pub fn render_floating(&self, theme: &Theme, buf: &mut Buffer) {
        BoardPainter::new(&self.layout, theme).draw_floating(buf);
    }
}
