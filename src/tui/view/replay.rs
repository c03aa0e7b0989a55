//! The line at the top of a replay.

use ratatui::layout::Rect;

use super::painter::Painter;
use crate::rules::Status;
use crate::tui::replay::Replay;
use crate::tui::theme::StyleRole;
use crate::tui::wrap::display_width;

/// The columns at the right that tell how much is home.
const FOUNDATION_PROGRESS_WIDTH: u16 = 14;

/// Says where a replay stands and how it runs, in place of the seed and the moves.
pub(super) fn draw_header(pen: &mut Painter<'_>, area: Rect, replay: &Replay) {
    let title = replay.table().game().rules().info().title;
    let left = 1 + display_width(title) + 2;
    let line = Rect {
        x: left,
        width: area.width.saturating_sub(left + FOUNDATION_PROGRESS_WIDTH),
        height: 1,
        ..area
    };
    pen.fill(line, " ", StyleRole::Background);
    let what = if replay.solution_start().is_some() {
        "a way to win"
    } else {
        "replay"
    };
    let told = [
        (
            format!(
                "{what}: move {} of {}",
                replay.moves_made(),
                replay.total_moves()
            ),
            StyleRole::Text,
        ),
        status_text(replay),
        (
            replay
                .typed_number()
                .map_or(String::new(), |number| format!("go to {number}_")),
            StyleRole::Accent,
        ),
    ];
    let mut x = left;
    for (words, role) in told {
        if !words.is_empty() && x + display_width(&words) <= line.right() {
            x = pen.write(x, 0, &words, role) + 3;
        }
    }
}

/// How it runs; at its end, how the game stands there.
fn status_text(replay: &Replay) -> (String, StyleRole) {
    let words = match replay.is_running() {
        false => match replay.table().game().status() {
            Status::Won => return ("won".into(), StyleRole::Accent),
            Status::Lost => return ("no move is left".into(), StyleRole::Accent),
            Status::Playing => "paused".into(),
        },
        true => replay.speed_label(),
    };
    (words, StyleRole::Dim)
}
