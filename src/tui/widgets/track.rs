//! The track of a game: from which of its positions it could be won, and from which it was lost; and the curve of its
//! odds.

use std::cmp::Ordering;

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};

use crate::proofs::PathProofs;
use crate::review::Review;
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
/// of moves: its ends, and where it was lost. A click on a column goes to its first position.
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
    let column = |position: usize| {
        let place = position.min(moves) * usize::from(track.width) / (moves + 1);
        track.x + place as u16
    };
    let edge = |position| {
        if position > moves {
            track.right()
        } else {
            column(position)
        }
    };
    let (won, lost) = (
        edge(proofs.unknown_start()),
        edge(proofs.unknown_end(moves)),
    );
    let losing = proofs
        .first_lost
        .filter(|&lost| lost > 0 && lost == proofs.unknown_start());
    canvas.write(before.x, area.y, "could be won", ink(Role::Accent));
    canvas.write(after.x + 2, area.y, "lost", ink(Role::Dim));
    for (x, cells) in (track.x..).zip(track.columns()) {
        let (symbol, style) = match x {
            _ if x < won => (glyphs::WON, ink(Role::Accent)),
            _ if x < lost => (glyphs::DOUBTFUL, ink(Role::Dim)),
            _ if losing.is_some() && x == lost => (glyphs::COSTLY_MOVE, ink(Role::Error)),
            _ => (glyphs::LOST, ink(Role::Dim)),
        };
        let is_shown = shown.is_some_and(|shown| column(shown) == x);
        let shown = Style::new().add_modifier(Modifier::REVERSED);
        let style = if is_shown { style.patch(shown) } else { style };
        canvas.write(x, area.y, symbol, style);
        let first = position_of(x - track.x, track.width, moves);
        canvas.add_target(Target::Entry(first), cells);
    }
    if area.height < 2 {
        return;
    }
    canvas.write(before.x, area.y + 1, "after move", ink(Role::Dim));
    let mut end = track.x;
    for (number, role) in [
        (Some(0), Role::Dim),
        (losing, Role::Error),
        (Some(moves), Role::Dim),
    ] {
        let text = number.map_or_else(String::new, |number| number.to_string());
        let last = track.right().saturating_sub(display_width(&text));
        let start = number.map_or(end, column).min(last);
        if start >= end {
            end = canvas.write(start, area.y + 1, &text, ink(role)) + 1;
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
        let position = position_of(column + 1, area.width, moves).saturating_sub(1);
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

/// Returns the first position that a column shows, of a game of so many moves.
fn position_of(column: u16, columns: u16, moves: usize) -> usize {
    (usize::from(column) * (moves + 1)).div_ceil(columns.into())
}
