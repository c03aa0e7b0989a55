//! The odds of a game after each move, as bars side by side.

use std::collections::BTreeSet;

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Widget;

use crate::review::{MoveReview, TurningPoint, odds_text};
use crate::session::GameReview;
use crate::solver::Tally;
use crate::tui::action::Target;
use crate::tui::frame::Canvas;
use crate::tui::theme::Role;
use crate::tui::theme::glyphs::BARS;

/// Columns of what the bars show, and of the axis beside it.
const LEGEND_WIDTH: u16 = 26;
const AXIS_WIDTH: u16 = 5;

/// Returns how many rows of a screen the strip takes, the first of them blank; a low screen has no room for it, and
/// little as long as there is not much to show.
pub fn strip_height(rows: u16, is_running: bool) -> u16 {
    match rows {
        0..18 => 0,
        18..26 if is_running => 4,
        18..22 => 4,
        22..40 => 6,
        _ => 8,
    }
}

/// Returns which positions of a game of so many moves each column shows: from the first to before the
/// last.
fn columns(width: u16, moves: usize) -> impl Iterator<Item = (usize, usize)> {
    let (width, positions) = (usize::from(width), moves + 1);
    let start = move |column: usize| column * positions / width.max(1);
    (0..width).map(move |column| (start(column), start(column + 1).max(start(column) + 1)))
}

/// Draws the odds of a game as far as it is reviewed, with a line at the position after `shown` moves. A click on a
/// column goes to its first position. `has_better` says whether the table shows the sign of a better move.
///
/// A turning point has another color, and its sign above its bar.
pub fn draw_odds(
    review: &GameReview,
    shown: usize,
    has_better: bool,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let theme = canvas.theme;
    let is_running = review.is_running();
    let (review, moves) = (review.review(), review.game().moves().len());
    let odds = review.odds_at(shown);
    let odds = odds.filter(|odds| odds.share().is_some());
    let share_at = |position| review.odds_at(position).and_then(Tally::share);
    let points = review.moves.iter().filter_map(MoveReview::turning_point);
    let points: BTreeSet<TurningPoint> = points.collect();
    let sign = |point: &TurningPoint| match point {
        TurningPoint::Costly => (theme.turning_point_sign(*point), " costly "),
        TurningPoint::Luck => (theme.turning_point_sign(*point), " luck "),
    };
    let better = ((theme.hint_glyph(), theme[Role::HintMarker]), " better");
    let signs = points.iter().rev().map(sign);
    let signs = signs.chain(has_better.then_some(better));
    let signs = signs.flat_map(|((sign, style), meaning)| {
        [
            Span::styled(sign, style),
            Span::styled(meaning, theme[Role::Text]),
        ]
    });
    let share = odds.map_or("How many".into(), |odds| odds_text(odds) + " of");
    let is_lost = review.proofs.first_lost.is_some_and(|lost| lost <= shown);
    let meaning = if is_lost {
        format!("Lost here. {share}\ndeals like it can be won")
    } else {
        format!("{share} deals that look\nlike this can be won")
    };
    let mut legend = Text::styled(meaning, theme[Role::Text]);
    legend.push_line(Line::from_iter(signs));
    let area = draw_axis(legend, area, canvas);
    let columns: Vec<_> = area.columns().zip(columns(area.width, moves)).collect();
    let is_known = |(_, (_, end)): &(Rect, (usize, usize))| share_at(end - 1).is_some();
    for run in columns.chunk_by(|one, next| is_known(one) == is_known(next)) {
        let mut texts = ["not known yet", "not known"]
            .iter()
            .skip(usize::from(!is_running));
        let text = texts.find(|text| text.len() < run.len()).unwrap_or(&"·");
        if !is_known(&run[0]) {
            let y = area.y + area.height / 2;
            let row = Rect::new(run[0].0.x, y, run.len() as u16, 1);
            canvas.write_centered(row, text, theme[Role::Dim]);
        }
    }
    let mut previous = None;
    for (column, (first, end)) in columns {
        canvas.add_target(Target::Entry(first), column);
        let share = share_at(end - 1);
        let top = draw_bar(share, column, canvas);
        let is_start = previous != Some(first);
        previous = Some(first);
        let reviewed = (first..end).filter_map(|at| review.moves.get(at.checked_sub(1)?));
        if is_start && (first..end).contains(&shown) {
            // A bar keeps its height: the line is dark on it, and leaves its end.
            for y in column.top()..column.bottom() {
                let bar = theme[Role::Dim].add_modifier(Modifier::REVERSED);
                match canvas.buf[(column.x, y)].symbol() {
                    "█" => _ = canvas.write(column.x, y, "│", bar),
                    " " => _ = canvas.write(column.x, y, "│", theme[Role::Strong]),
                    _ => {}
                }
            }
        }
        // A costly move is what a player wants to find.
        if let Some(point) = reviewed.filter_map(MoveReview::turning_point).max() {
            let (sign, style) = theme.turning_point_sign(point);
            if share.is_some() {
                canvas.buf.set_style(column, style);
            }
            if is_start {
                canvas.write(column.x, top, sign, style);
            }
        }
    }
}

/// Draws the axis, and beside it a legend; returns the area that is left for the bars.
fn draw_axis(legend: Text<'_>, area: Rect, canvas: &mut Canvas<'_>) -> Rect {
    let [text, axis, bars] = area.layout(&Layout::horizontal([
        Constraint::Length(LEGEND_WIDTH),
        Constraint::Length(AXIS_WIDTH),
        Constraint::Fill(1),
    ]));
    legend.render(text, canvas.buf);
    let last = axis.height - 1;
    let half = (last > 2).then_some(("half", last.div_ceil(2)));
    for (word, y) in [(" all", 1), ("none", last)].into_iter().chain(half) {
        canvas.write(axis.x, axis.y + y, word, canvas.theme[Role::Dim]);
    }
    bars
}

/// Draws the share of a position as a bar, below a row for signs. Returns the row above it.
fn draw_bar(share: Option<f64>, column: Rect, canvas: &mut Canvas<'_>) -> u16 {
    let theme = canvas.theme;
    let (bars, bottom) = (BARS, column.bottom() - 1);
    let Some(share) = share else {
        return column.y;
    };
    let height = f64::from(column.height - 1);
    let steps = (share * height * bars.len() as f64).round() as usize;
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
    column.bottom() - rows - 1
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
