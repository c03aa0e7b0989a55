//! The line at the top of a replay.

use ratatui::layout::Rect;

use super::pen::Pen;
use crate::rules::{Rules, Status};
use crate::tui::replay::Replay;
use crate::tui::theme::Role;
use crate::tui::wrap::width;

/// The columns at the right that tell how much is home.
const HOME: u16 = 14;

/// Says where a replay stands and how it runs, in place of the seed and the moves.
pub(super) fn header(pen: &mut Pen<'_>, area: Rect, replay: &Replay) {
    let title = replay.seat().game().rules().profile().title;
    let left = 1 + width(title) + 2;
    let line = Rect {
        x: left,
        width: area.width.saturating_sub(left + HOME),
        height: 1,
        ..area
    };
    pen.fill(line, " ", Role::Ground);
    let what = if replay.shown_from().is_some() {
        "a way to win"
    } else {
        "replay"
    };
    let told = [
        (
            format!("{what}: move {} of {}", replay.at(), replay.length()),
            Role::Text,
        ),
        state(replay),
        (
            replay
                .number()
                .map_or(String::new(), |number| format!("go to {number}_")),
            Role::Accent,
        ),
    ];
    let mut x = left;
    for (words, role) in told {
        if !words.is_empty() && x + width(&words) <= line.right() {
            x = pen.write(x, 0, &words, role) + 3;
        }
    }
}

/// How it runs; at its end, how the game stands there.
fn state(replay: &Replay) -> (String, Role) {
    let words = match replay.is_running() {
        false => match replay.seat().game().status() {
            Status::Won => return ("won".into(), Role::Accent),
            Status::Lost => return ("no move is left".into(), Role::Accent),
            Status::Playing => "paused".into(),
        },
        true => replay.pace(),
    };
    (words, Role::Dim)
}
