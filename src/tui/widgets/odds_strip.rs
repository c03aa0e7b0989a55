//! The odds of a game after each move, as bars side by side.

use ratatui::layout::Rect;

use crate::review::{Judgment, Review};
use crate::tui::action::Target;
use crate::tui::frame::{Frame, Hit};
use crate::tui::painter::Painter;
use crate::tui::theme::StyleRole;

/// Maximum columns of a position.
const MAX_COLUMN_WIDTH: usize = 3;

/// Returns how many rows of a window the strip takes.
pub fn strip_height(window_rows: u16) -> u16 {
    match window_rows {
        0..30 => 1,
        30..45 => 2,
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

/// Adds what can be clicked: each column goes to its first position.
pub fn add_hits(frame: &mut Frame, area: Rect, moves: usize) {
    for (column, (first, _)) in area.columns().zip(columns(area.width, moves)) {
        frame.add_hit(column, Hit::Target(Target::Entry(first)));
    }
}

/// Draws the odds of a game of so many moves as far as it is reviewed, with the position shown.
///
/// The first column of a turning point has a mark in its upper row: `?` for a mistake, `↓` for bad
/// luck, `↑` for good luck.
pub fn draw(painter: &mut Painter<'_>, area: Rect, review: &Review, moves: usize, shown: usize) {
    let mut previous = None;
    for (column, (first, end)) in area.columns().zip(columns(area.width, moves)) {
        draw_bar(painter, column, review, end - 1);
        let is_start = previous != Some(first);
        previous = Some(first);
        let judgments =
            (first..end).filter_map(|at| review.moves.get(at.checked_sub(1)?)?.judgment);
        // A mistake is what a player wants to find.
        if let Some(judgment) = judgments.min_by_key(|judgment| *judgment != Judgment::Mistake)
            && is_start
        {
            let glyphs = painter.glyphs();
            let (mark, role) = match judgment {
                Judgment::Mistake => ("?", StyleRole::Error),
                Judgment::BadLuck => (glyphs.down, StyleRole::Accent),
                Judgment::GoodLuck => (glyphs.up, StyleRole::Accent),
            };
            painter.write(column.x, area.y, mark, role);
        }
        if (first..end).contains(&shown) {
            painter.reverse(column);
        }
    }
}

/// Draws the odds of a position as a bar.
fn draw_bar(painter: &mut Painter<'_>, column: Rect, review: &Review, position: usize) {
    let Some(odds) = review.odds_at(position) else {
        return;
    };
    let bottom = column.bottom().saturating_sub(1);
    let Some(share) = odds.share() else {
        painter.write(column.x, bottom, "·", StyleRole::Dim);
        return;
    };
    let bars = painter.glyphs().bars;
    let steps = (share * f64::from(column.height) * bars.len() as f64).round() as usize;
    if steps == 0 {
        painter.write(column.x, bottom, bars[0], StyleRole::Dim);
    }
    for (height, row) in (column.y..=bottom).rev().enumerate() {
        let filled = steps.saturating_sub(height * bars.len()).min(bars.len());
        if let Some(bar) = filled.checked_sub(1).map(|step| bars[step]) {
            painter.write(column.x, row, bar, StyleRole::Text);
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
