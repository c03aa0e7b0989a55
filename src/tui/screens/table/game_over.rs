//! Panel after a game that was not won: how it ended, and the keys to use next. The table stays visible above it.

use ratatui::layout::{Constraint, Layout, Margin, Rect};

use crate::review;
use crate::session::{GameOverSummary, Session, text};
use crate::tui::action::{Action, Mode};
use crate::tui::board::layout::CardLayout;
use crate::tui::context::Context;
use crate::tui::footer::rows_covered_by_message;
use crate::tui::frame::Canvas;
use crate::tui::keymap::Button;
use crate::tui::theme::Role;
use crate::tui::widgets::buttons::{draw_button_rows, row_width, wrap_buttons};
use crate::tui::widgets::panel::draw_panel;
use crate::tui::wrap::{display_width, wrap};

/// Rows of text and keys from which on texts share a line.
const MAX_ROWS: usize = 4;
/// Rows from which on the table is drawn above it.
const MIN_TABLE_ROWS: u16 = 16;
/// Rows and columns of its border, and of the padding beside the text.
const BORDER_ROWS: u16 = 2;
const FRAME_COLUMNS: u16 = 4;

/// The panel, at the bottom of the screen.
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
        let max_width = columns.width.saturating_sub(FRAME_COLUMNS);
        let buttons = wrap_buttons(keys, max_width);
        let buttons_width = buttons.iter().map(|row| row_width(row)).max();
        let summary = GameOverSummary::new(session, &cx.profile.saves)?;
        let details = summary.details();
        let facts = [summary.cards_home, Some(details), summary.comparison];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        let file = cx.export_path.as_deref().map(text::record_goes_to);
        let texts = [found_text(session, cx), Some(facts.join(" · ")), file];
        let texts: Vec<String> = texts.into_iter().flatten().collect();
        let wrapped = |text: &String| wrap(text, max_width.into());
        let mut lines: Vec<String> = texts.iter().flat_map(wrapped).collect();
        if lines.len() + buttons.len() > MAX_ROWS {
            lines = wrapped(&texts.join(" · "));
        }
        let texts = lines.iter().chain([&summary.headline]);
        let widths = texts.map(|text| display_width(text)).chain(buttons_width);
        let width = widths.max().unwrap_or(0).min(max_width) + FRAME_COLUMNS;
        let height = (lines.len() + buttons.len()) as u16 + BORDER_ROWS;
        let height = height.min(screen.height);
        let bottom = screen.bottom() - rows_covered_by_message(cx, columns).min(screen.height);
        let y = bottom.saturating_sub(height);
        let row = Rect::new(screen.x, y, screen.width, height);
        Some(GameOverPanel {
            area: row.centered_horizontally(Constraint::Length(width)),
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
        draw_panel(&self.headline, self.area, canvas);
        let key_rows = Constraint::Length(self.buttons.len() as u16);
        let rows = Layout::vertical([Constraint::Fill(1), key_rows]);
        let [text, keys] = self.area.inner(Margin::new(2, 1)).layout(&rows);
        for (row, line) in text.rows().zip(&self.lines) {
            canvas.write_cut(row, line, canvas.theme[Role::Panel]);
        }
        let roles = [Role::PanelStrong, Role::Panel];
        draw_button_rows(&self.buttons, keys, roles, canvas);
    }
}

/// Says when the game was lost, as far as that is explained, and how to search longer.
fn found_text(session: &Session, cx: &Context) -> Option<String> {
    let review = session.review()?;
    let is_explained = session.is_loss_explained(cx.config.settings());
    if !is_explained || review.is_at_start() {
        return None;
    }
    let found = if review.review.is_complete {
        Some(review.status())
    } else {
        review::loss_text(&review.game, &review.review)
    };
    let longer = cx.key_hint(Mode::GameOver, Action::Analyze, "search longer");
    let longer = longer.filter(|_| review.can_search_longer());
    let parts: Vec<String> = found.into_iter().chain(longer).collect();
    Some(parts.join(" "))
}
