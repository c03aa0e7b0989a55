//! The odds of a game after each move, as bars side by side.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;

use crate::review::{Judgment, Review};
use crate::session::GameReview;
use crate::tui::action::Target;
use crate::tui::frame::Frame;
use crate::tui::theme::{Role, Theme, glyphs};
use crate::tui::widgets::write;

/// Maximum columns of a position.
const MAX_COLUMN_WIDTH: usize = 3;

/// The axis at the left, in a single row or in the first and the last one, and a blank column.
const AXIS_OF_ONE_ROW: &str = "odds 0-100 %";
const AXIS: [&str; 2] = ["  odds 100 %", "         0 %"];
const AXIS_WIDTH: u16 = 13;

/// Returns how many rows of a screen the strip takes; a low screen has no room for it.
pub fn strip_height(rows: u16) -> u16 {
    match rows {
        0..18 => 0,
        18..28 => 1,
        28..43 => 2,
        _ => 3,
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
/// The first column of a turning point has a mark in its upper row: `?` for a mistake, `↓` for bad
/// luck, `↑` for good luck.
pub fn draw_odds(
    review: &GameReview,
    shown: usize,
    theme: &Theme,
    area: Rect,
    frame: &mut Frame,
    buf: &mut Buffer,
) {
    let (review, moves) = (review.review(), review.game().moves().len());
    draw_axis(theme, area, buf);
    let [_, area] = area.layout(&Layout::horizontal([
        Constraint::Length(AXIS_WIDTH),
        Constraint::Fill(1),
    ]));
    let mut previous = None;
    for (column, (first, end)) in area.columns().zip(columns(area.width, moves)) {
        frame.add_target(Target::Entry(first), column);
        draw_bar(review, end - 1, theme, column, buf);
        let is_start = previous != Some(first);
        previous = Some(first);
        let judgments =
            (first..end).filter_map(|at| review.moves.get(at.checked_sub(1)?)?.judgment);
        // A mistake is what a player wants to find.
        if let Some(judgment) = judgments.min_by_key(|judgment| *judgment != Judgment::Mistake)
            && is_start
        {
            let (mark, style) = match judgment {
                Judgment::Mistake => ("?", theme[Role::Error]),
                Judgment::BadLuck => (glyphs::DOWN, theme[Role::Accent]),
                Judgment::GoodLuck => (glyphs::UP, theme[Role::Accent]),
            };
            write(buf, column.x, area.y, mark, style);
        }
        if (first..end).contains(&shown) {
            buf.set_style(column, Modifier::REVERSED);
        }
    }
}

fn draw_axis(theme: &Theme, area: Rect, buf: &mut Buffer) {
    let last = area.bottom().saturating_sub(1);
    let labels = match area.height {
        0 => return,
        1 => [(AXIS_OF_ONE_ROW, last); 2],
        _ => [(AXIS[0], area.y), (AXIS[1], last)],
    };
    for (text, row) in labels {
        write(buf, area.x, row, text, theme[Role::Dim]);
    }
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
