//! The header of a replay.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::ReplayScreen;
use crate::rules::Status;
use crate::tui::theme::Theme;
use crate::tui::widgets::{fill, write};
use crate::tui::wrap::display_width;

/// Columns at the right that say how many cards are home.
const HOME_WIDTH: u16 = 14;

impl ReplayScreen {
    /// Draws the position and the speed of the replay over the header of its table, in place of seed
    /// and moves.
    pub(super) fn draw_header(&self, theme: &Theme, buf: &mut Buffer) {
        let title = self.game().rules().info().title;
        let content = self.view.layout.content;
        let left = content.x + display_width(title) + 2;
        let row = Rect {
            x: left,
            y: 0,
            width: content.right().saturating_sub(left + HOME_WIDTH),
            height: 1,
        };
        fill(buf, row, " ", theme.background);
        let name = match self.solution_start {
            Some(_) => "solution",
            None => "replay",
        };
        let (made, total) = (self.moves_made(), self.game().total_moves());
        let position = format!("{name}: move {made} of {total}");
        let typed = self.typed_number.map(|number| format!("go to {number}_"));
        let parts = [
            (position, theme.text),
            self.status_part(theme),
            (self.odds_text(), theme.text),
            (typed.unwrap_or_default(), theme.accent),
        ];
        let mut x = left;
        for (text, style) in parts {
            if !text.is_empty() && x + display_width(&text) <= row.right() {
                x = write(buf, x, 0, &text, style) + 3;
            }
        }
    }

    /// Returns the speed of a running replay, or the state of the game at the position shown.
    fn status_part(&self, theme: &Theme) -> (String, Style) {
        if self.is_running() {
            return (self.speed_label(), theme.dim);
        }
        match self.game().status() {
            Status::Won => ("won".into(), theme.accent),
            Status::Lost => ("no moves left".into(), theme.accent),
            Status::Playing => ("paused".into(), theme.dim),
        }
    }
}
