//! A table with its layout and animation, as the screens show it.

use jiff::Timestamp;
use ratatui::layout::Rect;

use super::animation::{Animation, CardAnimation};
use super::card;
use super::layout::TableLayout;
use super::markers::Markers;
use super::state::TableState;
use super::transitions::{animate_deal, animate_moves, animate_win};
use crate::cards::Card;
use crate::describe::progress_word;
use crate::game::MoveDiff;
use crate::rules::{Checkpoint, Move, PileId};
use crate::session::{Session, text};
use crate::stats_text;
use crate::storage::settings::BoolSetting;
use crate::tui::frame::{Frame, TooSmall};
use crate::tui::painter::Painter;
use crate::tui::services::Services;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// A table with its layout and animation.
#[derive(Clone, Debug)]
pub struct TableView {
    /// The table.
    pub table: TableState,
    /// The layout of the last frame.
    pub layout: TableLayout,
    /// The position that `layout` is of: what has changed since is animated.
    shown: Option<ShownPosition>,
    /// Whether the deal is still to be animated.
    pub deal_pending: bool,
    /// Rows between the table and the messages for something else, as far as the window has room.
    pub reserved_rows: u16,
}

#[derive(Clone, Copy, Debug)]
struct ShownPosition {
    checkpoint: Checkpoint,
    move_count: usize,
}

impl TableView {
    /// Shows a table.
    pub fn new(session: Session) -> TableView {
        TableView {
            table: TableState::new(session),
            layout: TableLayout::default(),
            shown: None,
            deal_pending: false,
            reserved_rows: 0,
        }
    }

    /// Returns the cells of the reserved rows.
    pub fn reserved_area(&self) -> Rect {
        let (content, row) = (self.layout.content, self.layout.message_row);
        Rect::new(content.x, row, content.width, self.reserved_rows)
    }

    /// Computes the layout and animates the moves made since the last one. Returns whether there are
    /// moves to animate.
    pub fn lay_out(&mut self, services: &Services, frame: &mut Frame) -> bool {
        let animated = services.is_animation_enabled() && services.size != (0, 0);
        let previous = self.shown.replace(ShownPosition {
            checkpoint: self.table.game().table().checkpoint(),
            move_count: self.table.game().moves().len(),
        });
        let is_deal = std::mem::take(&mut self.deal_pending) && animated;
        let previous = previous.filter(|previous| animated && self.has_moved_since(*previous));
        let mut layout = self.compute_layout(frame.area);
        while layout.min_size.is_some() && self.reserved_rows > 0 {
            self.reserved_rows -= 1;
            layout = self.compute_layout(frame.area);
        }
        let (table, now) = (&self.table, services.now);
        let cards = if is_deal {
            animate_deal(table, &layout, now)
        } else if let Some(previous) = previous {
            animate_moves(table, previous.checkpoint, &self.layout, &layout, now)
        } else {
            Vec::new()
        };
        if !cards.is_empty() {
            self.table.animation = Animation::new(cards, now);
            layout = self.compute_layout(frame.area);
        }
        self.apply(layout, frame);
        is_deal || previous.is_some()
    }

    fn compute_layout(&self, window: Rect) -> TableLayout {
        let height = window.height.saturating_sub(self.reserved_rows);
        let above_reserved_rows = Rect::new(window.x, window.y, window.width, height);
        TableLayout::compute(&self.table, above_reserved_rows)
    }

    fn apply(&mut self, layout: TableLayout, frame: &mut Frame) {
        let reserved = self.reserved_rows;
        frame.message_row = layout.message_row + reserved;
        frame.footer_row = layout.footer_row + reserved;
        // Messages cover neither cards nor the reserved rows.
        frame.first_message_row = match reserved {
            0 => layout.first_free_row().min(layout.message_row),
            _ => frame.message_row,
        };
        frame.content = layout.content;
        if let Some(size) = layout.min_size {
            let title = self.table.game().rules().info().title;
            frame.too_small = Some(TooSmall { title, size });
        }
        layout.add_hits(frame);
        let text = layout.area_of(self.table.cursor).map(card::text_position);
        frame.focus = text.filter(|_| !self.table.is_hand_game());
        self.layout = layout;
    }

    fn has_moved_since(&self, previous: ShownPosition) -> bool {
        let game = self.table.game();
        previous.move_count < game.moves().len()
            && previous.checkpoint < game.table().checkpoint()
            && self.table.last_diff != MoveDiff::default()
    }

    /// Forgets what was shown, so that what has changed since is not animated.
    pub fn forget_shown(&mut self) {
        self.shown = None;
    }

    /// Adds the animation of a win to that of the last move.
    pub fn animate_win(&mut self, panel_cards: &[(Rect, Card)], now: Timestamp) {
        let mut cards = self.table.animation.cards().to_vec();
        let start = cards.iter().map(CardAnimation::end).max().unwrap_or(now);
        let win = animate_win(&self.table, &self.layout, panel_cards, start);
        cards.extend(win);
        self.table.animation = Animation::new(cards, now);
    }

    /// Ends the animation; returns whether there was one.
    pub fn finish_animation(&mut self) -> bool {
        let animation = std::mem::take(&mut self.table.animation);
        animation.next_frame_at().is_some()
    }

    /// Draws the table and its header.
    pub fn render(&self, services: &Services, painter: &mut Painter<'_>) {
        self.draw_header(services, painter);
        let markers = Markers::new(&self.table);
        for item in &self.layout.items {
            card::draw(painter, item, &markers);
        }
        if self.table.is_hand_game() {
            draw_hand_caption(painter, &self.layout, &self.table);
        }
    }

    /// Draws the name of the game, the seed, the number of moves, the clock, the verdict, unusual options and
    /// the number of cards that are home. The first part that does not fit is left out, as are those after
    /// it.
    fn draw_header(&self, services: &Services, painter: &mut Painter<'_>) {
        let (content, table) = (self.layout.content, &self.table);
        let game = table.game();
        let rules = game.rules();
        let info = rules.info();
        let home = format!("{}/{}", game.foundation_cards(), game.deck().len());
        let word = format!("{} ", progress_word(game));
        let end = content.right();
        let progress_width = display_width(&word) + display_width(&home);
        let mut parts = Vec::new();
        if let Some(error) = table.session.save_state().error() {
            parts.push((error.label().into(), StyleRole::Error));
        }
        if let Some(seed) = game.seed() {
            parts.push((format!("seed {seed}"), StyleRole::Dim));
        }
        if let Some(difficulty) = table.session.difficulty() {
            parts.push((difficulty.as_str().into(), StyleRole::Text));
        }
        parts.push((format!("move {}", game.moves().len()), StyleRole::Dim));
        if services.settings.is_on(BoolSetting::Clock) {
            let seconds = table.session.played().seconds;
            parts.push((stats_text::format_clock(seconds), StyleRole::Dim));
        }
        if let Some(verdict) = table.session.status_label() {
            parts.push((verdict.into(), StyleRole::Text));
        }
        if let Some(odds) = table.session.shown_odds(&services.play_options()) {
            parts.push((text::brief_odds(odds), StyleRole::Text));
        }
        // Shown during the whole game, so that the options after it stay where they are.
        let redeals_used = game.table().redeals_used();
        let redeals = rules.redeals_left(game.table());
        if let Some(redeals) = redeals.filter(|redeals| redeals + redeals_used > 0) {
            parts.push((format!("redeals left {redeals}"), StyleRole::Dim));
        }
        let options = rules.options();
        for (option, (name, value)) in info.options.iter().zip(options.iter()) {
            if value != option.default_value() {
                parts.push((format!("{name} {value}"), StyleRole::Dim));
            }
        }
        let mut x = painter.write(content.x, 0, info.title, StyleRole::Strong) + 2;
        // Leave room for more digits, so that the same parts fit whatever the number of moves.
        let digits = game.moves().len().to_string().len();
        let reserved = u16::try_from(MOVE_NUMBER_DIGITS.saturating_sub(digits)).unwrap_or(0);
        for (part, role) in parts {
            let fits = |part: &str| x + display_width(part) + reserved + progress_width + 2 < end;
            // Text in parentheses is the first to be left out.
            let short = part.split(" (").next().unwrap_or(&part);
            let Some(part) = [&*part, short].into_iter().find(|part| fits(part)) else {
                break;
            };
            x = painter.write(x, 0, part, role) + 3;
        }
        let x = end.saturating_sub(progress_width);
        let x = painter.write(x, 0, &word, StyleRole::Dim);
        painter.write(x, 0, &home, StyleRole::Accent);
    }

    /// Draws the cards above the table.
    pub fn render_floating(&self, painter: &mut Painter<'_>) {
        for floating in &self.layout.floating_cards {
            match floating.card {
                Some(card) => card::draw_face(painter, floating.area, card, floating.style),
                None => card::draw_back(painter, floating.area, ""),
            }
        }
        let first = self.layout.floating_cards.first();
        if let (Some(first), Some(drag)) = (first, self.table.drag) {
            Markers::new(&self.table).draw_drag_marker(painter, first.area, drag.over);
        }
    }
}

/// Digits of the number of moves for which the header has room.
const MOVE_NUMBER_DIGITS: usize = 3;

/// Draws the next step and its reason below the cards in play.
fn draw_hand_caption(painter: &mut Painter<'_>, layout: &TableLayout, table: &TableState) {
    let hand = table.game().table().pile(PileId::HAND);
    let window = table.board_layout.window.unwrap_or(0);
    let in_play = &hand[hand.len().saturating_sub(window)..];
    let (Some(&first), Some(&last)) = (in_play.first(), in_play.last()) else {
        return;
    };
    let text = match table.game().legal_moves()[..] {
        [] => "No moves left".to_owned(),
        [mv] => describe_move(mv, first, last, in_play.len()),
        [mv, ..] => format!("{}, or draw", describe_move(mv, first, last, in_play.len())),
    };
    painter.write_centered(layout.area, layout.caption_row, &text, StyleRole::Dim);
}

fn describe_move(mv: Move, first: Card, last: Card, count: usize) -> String {
    match mv {
        Move::DiscardAll => format!("{first} and {last}, same rank: discard all {count}"),
        Move::DiscardMiddle => format!("{first} and {last}, same suit: discard the two between"),
        Move::Draw => format!("{first} and {last} don't match: draw"),
        Move::Redeal => "Turn the discards over to redeal".into(),
        Move::Deal | Move::Transfer { .. } => mv.to_string(),
    }
}
