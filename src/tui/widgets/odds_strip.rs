//! The odds of a game after each move, as bars side by side.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Text;
use ratatui::widgets::Widget;

use crate::review::{Judgment, MoveReview, MoveVerdict, odds_text};
use crate::session::GameReview;
use crate::solver::Tally;
use crate::tui::action::Target;
use crate::tui::frame::Canvas;
use crate::tui::theme::{Role, glyphs};

/// Maximum columns of a position.
const MAX_COLUMN_WIDTH: usize = 3;

/// Columns of what the bars show, and of the axis beside it.
const LEGEND_WIDTH: u16 = 21;
const AXIS_WIDTH: u16 = 5;

/// Returns how many rows of a screen the strip takes, the first of them blank; a low screen has no room for it.
pub fn strip_height(rows: u16) -> u16 {
    match rows {
        0..18 => 0,
        18..22 => 4,
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

/// Draws the odds of a game as far as it is reviewed, with a line at the position after `shown` moves. A click on a
/// column goes to its first position.
///
/// A turning point has another color, and a mark above its bar.
pub fn draw_odds(review: &GameReview, shown: usize, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let is_running = review.is_running();
    let (review, moves) = (review.review(), review.game().moves().len());
    let odds = review.odds_at(shown);
    let odds = odds.filter(|odds| odds.share().is_some());
    let share_at = |position| review.odds_at(position).and_then(Tally::share);
    let has_unknown = (0..=moves).any(|position| share_at(position).is_none());
    let has_turning_point = review.turning_points().next().is_some();
    let unknown = match (has_unknown, is_running) {
        (true, true) => "· not known yet",
        (true, false) => "· not known",
        (false, _) => "",
    };
    let mut marks = unknown.to_owned();
    if has_turning_point {
        marks += &format!("\n{} turning point", glyphs::DROP_TARGET);
    }
    let area = draw_axis(odds.map(odds_text), &marks, area, canvas);
    let mut previous = None;
    for (column, (first, end)) in area.columns().zip(columns(area.width, moves)) {
        canvas.add_target(Target::Entry(first), column);
        let top = draw_bar(share_at(end - 1), column, canvas);
        let is_start = previous != Some(first);
        previous = Some(first);
        let reviewed = (first..end).filter_map(|at| review.moves.get(at.checked_sub(1)?));
        let points = reviewed.filter(|reviewed| reviewed.is_turning_point());
        // A mistake, and what lost the game, is what a player wants to find.
        let is_loss = |reviewed: &MoveReview| {
            reviewed.verdict == MoveVerdict::GaveAway
                || reviewed.judgment == Some(Judgment::Mistake)
        };
        if let Some(is_loss) = points.map(is_loss).max() {
            let role = if is_loss { Role::Error } else { Role::Accent };
            canvas.buf.set_style(column, theme[role]);
            if is_start {
                canvas.write(column.x, top, glyphs::DROP_TARGET, theme[role]);
            }
        }
        if is_start && (first..end).contains(&shown) {
            let cells = Rect { width: 1, ..column };
            canvas.fill(cells, "│", theme[Role::Strong]);
        }
    }
}

/// Draws the axis, and beside it which share of the deals it shows, and what its marks mean; returns the area that is left
/// for the bars.
fn draw_axis(share: Option<String>, marks: &str, area: Rect, canvas: &mut Canvas<'_>) -> Rect {
    let share = share.unwrap_or("so many".into());
    let legend = format!("Of deals that look\nlike this, {share}\ncan be won\n{marks}");
    let [text, axis, bars] = area.layout(&Layout::horizontal([
        Constraint::Length(LEGEND_WIDTH),
        Constraint::Length(AXIS_WIDTH),
        Constraint::Fill(1),
    ]));
    Text::styled(legend, canvas.theme[Role::Text]).render(text, canvas.buf);
    let last = axis.height - 1;
    for (word, y) in [(" all", 0), ("half", axis.height / 2), ("none", last)] {
        canvas.write(axis.x, axis.y + y, word, canvas.theme[Role::Dim]);
    }
    bars
}

/// Draws the share of a position as a bar. Returns the row above it, or the first one.
fn draw_bar(share: Option<f64>, column: Rect, canvas: &mut Canvas<'_>) -> u16 {
    let theme = canvas.theme;
    let (bars, bottom) = (glyphs::BARS, column.bottom() - 1);
    let Some(share) = share else {
        canvas.write(column.x, bottom, "·", theme[Role::Dim]);
        return column.y;
    };
    let steps = (share * f64::from(column.height) * bars.len() as f64).round() as usize;
    if steps == 0 {
        canvas.write(column.x, bottom, bars[0], theme[Role::Dim]);
    }
    for (height, row) in column.rows().rev().enumerate() {
        let filled = steps.saturating_sub(height * bars.len()).min(bars.len());
        if let Some(bar) = filled.checked_sub(1).map(|step| bars[step]) {
            canvas.write(row.x, row.y, bar, theme[Role::Dim]);
        }
    }
    let rows = steps.max(1).div_ceil(bars.len()) as u16;
    column.bottom().saturating_sub(rows + 1).max(column.y)
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
