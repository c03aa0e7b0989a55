//! The odds of a game after each move, as bars side by side.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::review::{Judgment, Review};
use crate::session::GameReview;
use crate::tui::action::Target;
use crate::tui::frame::Frame;
use crate::tui::theme::{Role, Theme, glyphs};
use crate::tui::widgets::write;

/// Maximum columns of a position.
const MAX_COLUMN_WIDTH: usize = 3;

/// What the bars show: beside a single row of them, or in a row above several.
const LABEL: &str = "winnable deals like this";
const TITLE: &str = "deals that look like this and can be won";
const AXIS_WIDTH: u16 = 6;

/// Returns how many rows of a screen the strip takes; a low screen has no room for it.
pub fn strip_height(rows: u16) -> u16 {
    match rows {
        0..18 => 0,
        18..28 => 1,
        28..36 => 4,
        _ => 6,
    }
}

/// Returns which positions of a game of so many moves each column shows: from the first to before the
/// last.
fn columns(width: u16, moves: usize) -> impl Iterator<Item = (usize, usize)> {
    let (width, positions) = (usize::from(width), moves + 1);
    let used = match width / positions {
        0 => width,
        column => positions * column.min(MAX_COLUMN_WIDTH),
    };
    let start = move |column: usize| column * positions / used.max(1);
    (0..used).map(move |column| (start(column), start(column + 1).max(start(column) + 1)))
}

/// Draws the odds of a game as far as it is reviewed, with the position after `shown` moves marked. A click on a
/// column goes to its first position.
///
/// The first column of a turning point has another color, and a mark above several rows.
pub fn draw_odds(
    review: &GameReview,
    shown: usize,
    theme: &Theme,
    area: Rect,
    frame: &mut Frame,
    buf: &mut Buffer,
) {
    let (review, moves) = (review.review(), review.game().moves().len());
    let area = draw_axis(theme, area, buf);
    let mut previous = None;
    for (column, (first, end)) in area.columns().zip(columns(area.width, moves)) {
        frame.add_target(Target::Entry(first), column);
        draw_bar(review, end - 1, theme, column, buf);
        let is_start = previous != Some(first);
        previous = Some(first);
        let judgments =
            (first..end).filter_map(|at| review.moves.get(at.checked_sub(1)?)?.judgment);
        // A mistake is what a player wants to find.
        if let Some(judgment) = judgments.min_by_key(|judgment| *judgment != Judgment::Mistake) {
            let role = match judgment {
                Judgment::Mistake => Role::Error,
                Judgment::BadLuck | Judgment::GoodLuck => Role::Accent,
            };
            buf.set_style(column, theme[role]);
            if is_start && column.height > 1 {
                write(buf, column.x, column.y, glyphs::DROP_TARGET, theme[role]);
            }
        }
        if (first..end).contains(&shown) {
            buf.set_style(column, Modifier::REVERSED);
        }
    }
}

/// Draws what the bars show, and returns the area that is left for them.
fn draw_axis(theme: &Theme, area: Rect, buf: &mut Buffer) -> Rect {
    if area.height <= 1 {
        let x = write(buf, area.x, area.y, LABEL, theme[Role::Dim]) + 1;
        let width = area.right().saturating_sub(x);
        return Rect { x, width, ..area };
    }
    let x = write(buf, area.x, area.y, TITLE, theme[Role::Dim]) + 3;
    let mark = glyphs::DROP_TARGET;
    write(
        buf,
        x,
        area.y,
        &format!("{mark} turning point"),
        theme[Role::Dim],
    );
    write(buf, area.x, area.y + 1, "100 %", theme[Role::Dim]);
    write(buf, area.x, area.bottom() - 1, "  0 %", theme[Role::Dim]);
    let width = area.width.saturating_sub(AXIS_WIDTH);
    Rect::new(area.x + AXIS_WIDTH, area.y + 1, width, area.height - 1)
}

/// Draws the odds of a position as a bar.
fn draw_bar(review: &Review, position: usize, theme: &Theme, column: Rect, buf: &mut Buffer) {
    let (Some(odds), Some(bottom)) = (review.odds_at(position), column.rows().next_back()) else {
        return;
    };
    let Some(share) = odds.share() else {
        write(buf, bottom.x, bottom.y, "·", theme[Role::Dim]);
        return;
    };
    let bars = glyphs::BARS;
    let steps = (share * f64::from(column.height) * bars.len() as f64).round() as usize;
    if steps == 0 {
        write(buf, bottom.x, bottom.y, bars[0], theme[Role::Dim]);
    }
    for (height, row) in column.rows().rev().enumerate() {
        let filled = steps.saturating_sub(height * bars.len()).min(bars.len());
        if let Some(bar) = filled.checked_sub(1).map(|step| bars[step]) {
            write(buf, row.x, row.y, bar, theme[Role::Text]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_cover_all_positions_in_order() {
        for (width, moves) in [
            (1, 0),
            (80, 3),
            (80, 79),
            (80, 80),
            (80, 1000),
            (1, 7),
            (0, 7),
        ] {
            let columns: Vec<_> = columns(width, moves).collect();
            assert!(columns.len() <= usize::from(width));
            assert!(columns.is_sorted());
            for position in 0..=moves {
                let shown = columns
                    .iter()
                    .any(|(first, end)| (*first..*end).contains(&position));
                assert!(shown || width == 0, "{position} of {moves} in {width}");
            }
        }
    }
}
