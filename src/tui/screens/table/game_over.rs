//! Game-over panel: how a game ended that was not won, and the keys to use next.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget;

use crate::session::{GameOverSummary, Session, text};
use crate::tui::action::{Action, Mode};
use crate::tui::board::layout::CardLayout;
use crate::tui::context::Context;
use crate::tui::footer::rows_covered_by_message;
use crate::tui::frame::Frame;
use crate::tui::keymap::Button;
use crate::tui::theme::Role;
use crate::tui::widgets::panel::draw_panel;
use crate::tui::widgets::{draw_buttons, place_rows, row_width, wrap_buttons};
use crate::tui::wrap::{display_width, wrap};

/// Rows besides text and keys: the border and the blank row before the keys.
const FRAME_ROWS: u16 = 3;
/// Columns besides them.
const FRAME_COLUMNS: u16 = 6;

/// Draws the panel, with the keys that can be used, as low as it covers the fewest cards.
pub(super) fn draw(
    session: &Session,
    keys: Vec<Button>,
    cx: &Context,
    table: &CardLayout,
    frame: &mut Frame,
    buf: &mut Buffer,
) {
    let (mut window, theme) = (table.area, cx.theme());
    window.height -= rows_covered_by_message(cx, frame).min(window.height);
    let max_width = window.width.saturating_sub(FRAME_COLUMNS);
    let lines = text_lines(session, cx, max_width);
    let button_rows = wrap_buttons(keys, max_width);
    let lines_width = lines.iter().map(|(line, _)| display_width(line)).max();
    let buttons_width = button_rows.iter().map(|row| row_width(row)).max();
    let width = lines_width.max(buttons_width).unwrap_or(0) + FRAME_COLUMNS;
    let height = (lines.len() + button_rows.len()) as u16 + FRAME_ROWS;
    let mut area = window.centered(Constraint::Length(width), Constraint::Length(height));
    area.y = least_covering_row(area, window, table);
    let inner = area.inner(Margin::new(1, 1));
    let [text_area, button_area] = inner.layout(&Layout::vertical([
        Constraint::Fill(1),
        Constraint::Length(button_rows.len() as u16),
    ]));
    theme.dim_cells(buf.area, buf);
    draw_panel("", theme, area, frame, buf);
    let lines = lines.iter();
    let lines = lines.map(|(line, style)| Line::styled(line, *style).centered());
    Text::from_iter(lines).render(text_area, buf);
    let buttons = place_rows(&button_rows, button_area);
    frame.add_buttons(&buttons);
    draw_buttons(&buttons, theme[Role::PanelStrong], theme[Role::Panel], buf);
}

/// Returns the text of the panel, wrapped to a width.
fn text_lines(session: &Session, cx: &Context, max_width: u16) -> Vec<(String, Style)> {
    let theme = cx.theme();
    let Some(summary) = GameOverSummary::new(session, &cx.results) else {
        return Vec::new();
    };
    let details = summary.details();
    let mut lines = vec![(summary.headline, theme[Role::PanelStrong])];
    lines.extend(summary.cards_home.map(|text| (text, theme[Role::Panel])));
    let wrapped = |text: &str| {
        let lines = wrap(text, max_width.into()).into_iter();
        lines.map(|line| (line, theme[Role::Panel]))
    };
    // The numbers of a record can be large enough to need several lines.
    lines.extend(wrapped(&details));
    let comparison = summary.comparison;
    lines.extend(comparison.map(|text| (text, theme[Role::PanelStrong])));
    if session.advisor().is_loss_explained(cx.config.settings())
        && let Some(finished) = session.advisor().review()
    {
        let found = if finished.review().is_complete {
            Some(finished.status())
        } else {
            finished.loss_text().filter(|_| !finished.is_at_start())
        };
        let found = found.unwrap_or_default();
        if !found.is_empty() {
            lines.push((String::new(), theme[Role::Panel]));
        }
        lines.extend(wrapped(&found).map(|(line, _)| (line, theme[Role::PanelStrong])));
        if finished.can_search_longer() && !finished.is_at_start() {
            let hint = cx.key_hint(Mode::GameOver, Action::Analyze, "search longer");
            lines.extend(hint.map(|text| (text, theme[Role::Panel])));
        }
    }
    if let Some(file) = cx.export_path.as_deref() {
        lines.extend(wrapped(&text::record_goes_to(file)));
    }
    lines
}

/// Returns the lowest row of a panel's top with which it covers the fewest cells of cards. The header stays
/// visible if there is room.
fn least_covering_row(panel: Rect, window: Rect, table: &CardLayout) -> u16 {
    let covered = |y: u16| {
        let moved = Rect { y, ..panel };
        let cells = |card: Rect| card.intersection(moved).area();
        table.card_areas().map(cells).sum::<u32>()
    };
    let last = window.height.saturating_sub(panel.height);
    (1..=last)
        .rev()
        .min_by_key(|&y| covered(y))
        .unwrap_or(panel.y)
}
