//! The header of a replay.

use ratatui::layout::Rect;

use super::ReplayScreen;
use crate::rules::Status;
use crate::tui::painter::Painter;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// Columns at the right that say how many cards are home.
const FOUNDATION_PROGRESS_WIDTH: u16 = 14;

impl ReplayScreen {
    /// Draws the position and the speed of the replay over the header of its table, in place of seed
    /// and moves.
    pub(super) fn draw_header(&self, painter: &mut Painter<'_>) {
        let title = self.game().rules().info().title;
        let content = self.view.layout.content;
        let left = content.x + display_width(title) + 2;
        let row = Rect {
            x: left,
            y: 0,
            width: content
                .right()
                .saturating_sub(left + FOUNDATION_PROGRESS_WIDTH),
            height: 1,
        };
        painter.fill(row, " ", StyleRole::Background);
        let name = match self.solution_start {
            Some(_) => "solution",
            None => "replay",
        };
        let (made, total) = (self.moves_made(), self.game().total_moves());
        let position = format!("{name}: move {made} of {total}");
        let typed = self.typed_number.map(|number| format!("go to {number}_"));
        let parts = [
            (position, StyleRole::Text),
            self.status_part(),
            (self.odds_text(), StyleRole::Text),
            (typed.unwrap_or_default(), StyleRole::Accent),
        ];
        let mut x = left;
        for (text, role) in parts {
            if !text.is_empty() && x + display_width(&text) <= row.right() {
                x = painter.write(x, 0, &text, role) + 3;
            }
        }
    }

    /// Returns the speed of a running replay, or the state of the game at the position shown.
    fn status_part(&self) -> (String, StyleRole) {
        if self.is_running() {
            return (self.speed_label(), StyleRole::Dim);
        }
        match self.game().status() {
            Status::Won => ("won".into(), StyleRole::Accent),
            Status::Lost => ("no moves left".into(), StyleRole::Accent),
            Status::Playing => ("paused".into(), StyleRole::Dim),
        }
    }
}
