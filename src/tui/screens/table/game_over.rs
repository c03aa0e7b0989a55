//! Rows after a game that was not won: how it ended, and the keys to use next. The table stays visible above them.

use ratatui::layout::{Constraint, Layout, Rect};

use crate::review;
use crate::session::{GameOverSummary, Session};
use crate::tui::action::{Action, Mode, Target};
use crate::tui::board::layout::CardLayout;
use crate::tui::context::Context;
use crate::tui::footer::rows_covered_by_message;
use crate::tui::frame::Canvas;
use crate::tui::keymap::Button;
use crate::tui::theme::Role;
use crate::tui::widgets::buttons::{draw_buttons, wrap_buttons};
use crate::tui::wrap::wrap;

/// Rows of text and keys from which on texts share a line.
const MAX_ROWS: usize = 4;
/// Rows from which on the table is drawn above them.
const MIN_TABLE_ROWS: u16 = 16;

/// The rows, at the bottom of the screen.
pub(super) struct GameOverPanel {
    pub(super) area: Rect,
    headline: String,
    /// What is known about the loss, and how the game ended.
    lines: Vec<String>,
    buttons: Vec<Vec<Button>>,
}

impl GameOverPanel {
    /// Arranges the panel on a table in these columns, with the keys that can be used. `None` for a game in progress.
    pub(super) fn new(
        session: &Session,
        keys: Vec<Button>,
        cx: &Context,
        screen: Rect,
        columns: Rect,
    ) -> Option<GameOverPanel> {
        let buttons = wrap_buttons(keys, columns.width);
        let summary = GameOverSummary::new(session, &cx.profile.saves)?;
        let details = summary.details();
        let facts = [summary.cards_home, Some(details), summary.comparison];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        let file = cx.record_notice();
        let texts = [found_text(session, cx), Some(facts.join(" · ")), file];
        let texts: Vec<String> = texts.into_iter().flatten().collect();
        let wrapped = |text: &String| wrap(text, columns.width.into());
        let mut lines: Vec<String> = texts.iter().flat_map(wrapped).collect();
        if lines.len() + buttons.len() > MAX_ROWS {
            lines = wrapped(&texts.join(" · "));
        }
        let height = (1 + lines.len() + buttons.len()) as u16;
        let height = height.min(screen.height);
        let bottom = screen.bottom() - rows_covered_by_message(cx, columns).min(screen.height);
        let y = bottom.saturating_sub(height);
        Some(GameOverPanel {
            area: Rect::new(columns.x, y, columns.width, height),
            headline: summary.headline,
            lines,
            buttons,
        })
    }

    /// Whether the panel covers cards for which there is room above it.
    pub(super) fn hides_cards(&self, table: &CardLayout) -> bool {
        let mut cards = table.card_areas();
        self.area.y >= MIN_TABLE_ROWS && cards.any(|card| card.intersects(self.area))
    }

    /// Draws the panel.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        canvas.add_target(Target::Panel, self.area);
        canvas.fill(self.area, " ", canvas.theme[Role::Background]);
        let key_rows = Constraint::Length(self.buttons.len() as u16);
        let rows = Layout::vertical([Constraint::Length(1), Constraint::Fill(1), key_rows]);
        let [headline, text, keys] = self.area.layout(&rows);
        canvas.write_cut(headline, &self.headline, canvas.theme[Role::Accent]);
        for (row, line) in text.rows().zip(&self.lines) {
            canvas.write_cut(row, line, canvas.theme[Role::Text]);
        }
        let roles = [Role::Text, Role::Dim];
        for (row, cells) in self.buttons.iter().zip(keys.rows()) {
            draw_buttons(row, cells.as_position(), roles, canvas);
        }
    }
}

/// Says when the game was lost, as far as that is explained, and how to search longer.
fn found_text(session: &Session, cx: &Context) -> Option<String> {
    let review = session.review.as_ref()?;
    let is_explained = session.is_loss_explained(cx.config.settings());
    if !is_explained || review.is_at_start() {
        return None;
    }
    let found = if review.review.is_complete {
        Some(cx.review_status(review, Mode::GameOver, Action::Replay))
    } else {
        review::loss_text(&review.game, &review.review)
    };
    let longer = cx.key_hint(Mode::GameOver, Action::Analyze, "search longer");
    let longer = longer.filter(|_| review.can_search_longer());
    let parts: Vec<String> = found.into_iter().chain(longer).collect();
    Some(parts.join(" "))
}
