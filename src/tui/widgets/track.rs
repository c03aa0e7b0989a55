//! The track of a game: from which of its positions it could be won, and from which it was lost; and the curve of its
//! odds.

use std::cmp::Ordering;

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;

use crate::proofs::PathProofs;
use crate::review::Review;
use crate::solver::Verdict;
use crate::tui::action::Target;
use crate::tui::frame::Canvas;
use crate::tui::theme::{Role, glyphs, on_face};
use crate::tui::wrap::display_width;

/// Rows of a board from which on the track is shown below it, and those of the track with its numbers.
pub const MIN_ROWS_FOR_TRACK: u16 = 18;
pub const TRACK_ROWS: u16 = 2;
/// Columns of the words before the track and after it.
const WORDS_BEFORE: u16 = 15;
const WORDS_AFTER: u16 = 6;

/// Draws the track of a game of so many moves in the first row of an area, and in a second one, if there is one, numbers
/// of moves: its ends, where it was lost, and where the table stands. A click on a column goes to its position.
pub fn draw_track(
    proofs: PathProofs,
    moves: usize,
    shown: Option<usize>,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let theme = canvas.theme;
    let ink = |role| on_face(theme[role], Style::new());
    let [before, track, after] = split(area);
    if track.is_empty() {
        return;
    }
    let losing = proofs.losing_move();
    if proofs.first_lost != Some(0) {
        canvas.write(before.x, area.y, "could be won", ink(Role::Accent));
    }
    if proofs.first_lost.is_some() {
        canvas.write(after.x + 2, area.y, "lost", ink(Role::Dim));
    }
    let losing_column = losing.map(|number| column_of(number, track.width, moves));
    for (column, cells) in (0..).zip(track.columns()) {
        let position = position_of(column, track.width, moves);
        let (symbol, style) = match proofs.at(position) {
            _ if losing_column == Some(column) => (glyphs::COSTLY_MOVE, ink(Role::Error)),
            Verdict::Winnable(()) => (glyphs::WON, ink(Role::Accent)),
            Verdict::Unknown => (glyphs::DOUBTFUL, ink(Role::Dim)),
            Verdict::Unwinnable => (glyphs::LOST, ink(Role::Dim)),
        };
        canvas.write(cells.x, area.y, symbol, style);
        canvas.add_target(Target::Entry(position), cells);
    }
    if area.height > 1 {
        let numbers = Rect {
            y: area.y + 1,
            ..track
        };
        canvas.write(before.x, numbers.y, "after move", ink(Role::Dim));
        draw_numbers(losing, moves, shown, numbers, canvas);
    }
}

/// Draws numbers of moves below the track, and a mark where the table stands if no number is there.
fn draw_numbers(
    losing: Option<usize>,
    moves: usize,
    shown: Option<usize>,
    row: Rect,
    canvas: &mut Canvas<'_>,
) {
    let theme = canvas.theme;
    let ink = |role| on_face(theme[role], Style::new());
    let column = |position| row.x + column_of(position, row.width, moves);
    if let Some(shown) = shown {
        canvas.write(column(shown), row.y, glyphs::HERE, ink(Role::Text));
    }
    let mut end = row.x;
    for (number, role) in [
        (Some(0), Role::Dim),
        (losing, Role::Error),
        (Some(moves), Role::Dim),
    ] {
        let Some(number) = number else { continue };
        let text = number.to_string();
        let last = row.right().saturating_sub(display_width(&text));
        let start = column(number).min(last);
        if start >= end {
            let is_shown = shown == Some(number) && role == Role::Dim;
            let role = if is_shown { Role::Text } else { role };
            end = canvas.write(start, row.y, &text, ink(role)) + 1;
        }
    }
}

/// Whether a curve of the odds says more than the track: a third of them is known, and they are not the same throughout.
pub fn has_curve(review: &Review) -> bool {
    let shares = (0..=review.moves.len()).filter_map(|moves| review.odds_at(moves)?.share());
    let shares: Vec<f64> = shares.collect();
    let is_flat = shares.windows(2).all(|pair| pair[0] == pair[1]);
    3 * shares.len() > review.moves.len() && !is_flat
}

/// Draws the odds after each move of a game as a line, as far as they are known, in the columns of the track below it, with
/// a heading in the row above the area. A
/// chart of ratatui draws dots or Braille, which neither ASCII nor the Linux console has.
pub fn draw_curve(review: &Review, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let [words, area, _] = split(area);
    let last = area.height.saturating_sub(1);
    let heading = "Deals that look the same and can be won; below, this deal:";
    for (word, y) in [
        (heading, words.y.saturating_sub(1)),
        ("all", words.y),
        ("none", words.y + last),
    ] {
        canvas.write(words.x, y, word, theme[Role::Dim]);
    }
    let moves = review.moves.len();
    let level = |column: u16| {
        let position = position_of(column, area.width, moves);
        let share = review.odds_at(position)?.share()?;
        Some(((1.0 - share) * f64::from(last)).round() as u16)
    };
    let mut before = None;
    for (column, x) in (0..area.width).zip(area.x..) {
        let Some(now) = level(column) else {
            before = None;
            continue;
        };
        let from = before.replace(now).unwrap_or(now);
        let (top, bottom) = (now.min(from), now.max(from));
        let ends = match now.cmp(&from) {
            Ordering::Equal => ["─", "─"],
            Ordering::Less => ["╭", "╯"],
            Ordering::Greater => ["╮", "╰"],
        };
        for y in top..=bottom {
            let symbol = match y {
                y if y == top => ends[0],
                y if y == bottom => ends[1],
                _ => "│",
            };
            canvas.write(x, area.y + y, symbol, theme[Role::Text]);
        }
    }
}

/// Splits an area into the words before the track, its columns, and the word after it.
fn split(area: Rect) -> [Rect; 3] {
    area.layout(&Layout::horizontal([
        Constraint::Length(WORDS_BEFORE),
        Constraint::Fill(1),
        Constraint::Length(WORDS_AFTER),
    ]))
}

/// Returns the position that a column shows, of a game of so many moves: the last one in the last column.
fn position_of(column: u16, columns: u16, moves: usize) -> usize {
    let last = usize::from(columns - 1).max(1);
    (usize::from(column) * moves + last / 2) / last
}

/// Returns the column in which a position is shown.
fn column_of(position: usize, columns: u16, moves: usize) -> u16 {
    let (last, moves) = (usize::from(columns - 1), moves.max(1));
    ((position.min(moves) * last + moves / 2) / moves) as u16
}
