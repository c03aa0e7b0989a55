//! Pictures in the middle of large cards: pips, and courts in half blocks.

use std::iter::repeat_n;
use std::sync::LazyLock;

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::cards::{Card, Rank, Suit};
use crate::tui::frame::Canvas;

/// Rank of a jack, the lowest court card.
const JACK: u8 = 11;

/// Minimum number of columns and rows of a picture.
pub(super) const MIN_COLUMNS: u16 = 7;
pub(super) const MIN_ROWS: u16 = 3;

/// Draws the court or the pips of a card in an area of at least [`MIN_COLUMNS`] by [`MIN_ROWS`] cells.
/// `text` is the style of text on its face.
pub(super) fn draw(card: Card, text: Style, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    match Court::of(card.rank()) {
        Some(court) if !theme.is_mono() && !theme.ascii => {
            court.draw(card.suit(), area, text, canvas);
        }
        Some(_) => {
            let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
            canvas.write(x, y, card.rank().label(), text);
        }
        None => {
            let pip = theme.pip(card.suit()).to_string();
            for (x, y) in pip_positions(card.rank(), area) {
                canvas.write(x, y, &pip, text);
            }
        }
    }
}

/// Rows of pips of the ranks from ace to ten, for three, five and seven rows.
static PIPS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    let lines = include_str!("../../../assets/cards/pips.txt").lines();
    lines.map(|line| line.split(' ').collect()).collect()
});

/// Most rows of an area that are left blank above and below equally spaced pips.
const MAX_BLANK_ROWS: u16 = 3;

/// Returns the cells of a rank's pips, spread over an area.
pub(super) fn pip_positions(rank: Rank, area: Rect) -> Vec<(u16, u16)> {
    // As many rows as there can be at equal distances that use nearly the whole height.
    let last = area.height.saturating_sub(1);
    let pitches_of = |size: usize| 2 * size as u16 + 2;
    let fits = |size: &usize| {
        let pitches = pitches_of(*size);
        last >= pitches && last % pitches <= MAX_BLANK_ROWS
    };
    let size = (0..PIPS.len()).rev().find(fits).unwrap_or(0);
    let counts = PIPS[size].get(usize::from(rank.number()) - 1);
    let counts: Vec<&str> = counts.map_or(Vec::new(), |rows| rows.split('-').collect());
    let pitches = pitches_of(size);
    let (pitch, top) = (last / pitches, area.y + last % pitches / 2);
    let (center, step) = (area.x + area.width / 2, ((area.width - 1) / 4).clamp(2, 5));
    // The outer two of four stay off the edges.
    let outer = if area.width < 9 { 2 } else { 3 };
    let row = |(row, count): (u16, &&str)| {
        let columns = match *count {
            "0" => vec![],
            "1" => vec![center],
            "2" => vec![center - step, center + step],
            "3" => vec![center - step, center, center + step],
            _ => vec![center - outer, center - 1, center + 1, center + outer],
        };
        let y = top + row * pitch;
        columns.into_iter().map(move |x| (x, y))
    };
    (0..).zip(&counts).flat_map(row).collect()
}

/// Width and height in pixels of the upper half of a court card; a cell shows two, one above the other.
const COURT_WIDTH: usize = 9;
const COURT_HEIGHT: usize = 7;

/// Minimum number of columns and rows in which pixels are twice as wide and high.
const LARGE_COLUMNS: u16 = 16;
const LARGE_ROWS: u16 = 10;

/// The rows of pixels that are drawn where there is room for five rows of cells, and for three: head and shoulders.
const FIVE_ROWS: [usize; 5] = [0, 1, 3, 4, 6];
const BUST: [usize; 6] = [0, 1, 2, 3, 4, 5];

/// The upper half of a king, queen or jack: letters for colors, as `Theme::court_color` names them.
struct Court([[u8; COURT_WIDTH]; COURT_HEIGHT]);

/// Jack, queen and king.
static COURTS: LazyLock<[Court; 3]> = LazyLock::new(|| {
    let file = include_str!("../../../assets/cards/courts.txt");
    ["jack", "queen", "king"].map(|name| {
        let lines = file.lines().skip_while(|line| *line != name).skip(1);
        let mut rows = lines.map(|line| line.bytes());
        Court(std::array::from_fn(|_| {
            let mut row = rows.next().into_iter().flatten();
            std::array::from_fn(|_| row.next().unwrap_or(b'.'))
        }))
    })
});

impl Court {
    /// Returns the court of a rank; `None` for a card with pips.
    fn of(rank: Rank) -> Option<&'static Court> {
        COURTS.get(usize::from(rank.number().checked_sub(JACK)?))
    }

    /// Draws as many rows of pixels as there is room for, and the same turned around below them; in a low
    /// area the upper half, or head and shoulders. A narrow one cuts off sleeves and keeps its edges free; the
    /// middle column is a cell wider if that centers the picture. In a large area each pixel is two cells wide.
    fn draw(&self, suit: Suit, area: Rect, face: Style, canvas: &mut Canvas<'_>) {
        let turned = |rows: &[usize]| {
            let upper = rows.iter().map(|row| self.0[*row]);
            let lower = rows.iter().rev().map(|row| {
                let mut row = self.0[*row];
                row.reverse();
                row
            });
            upper.chain(lower).collect::<Vec<_>>()
        };
        let scale = 1 + u16::from(area.width >= LARGE_COLUMNS && area.height >= LARGE_ROWS);
        let pixels = match area.height / scale {
            7.. => turned(&[0, 1, 2, 3, 4, 5, 6]),
            5.. => turned(&FIVE_ROWS),
            4 => self.0.to_vec(),
            _ => BUST.map(|row| self.0[row]).to_vec(),
        };
        let room = usize::from((area.width - 2) / scale);
        let cut = COURT_WIDTH.saturating_sub(room).div_ceil(2);
        let is_off_center = (area.width - (COURT_WIDTH - 2 * cut) as u16 * scale) % 2 == 1;
        let cells_of = |column: usize| {
            let wider = is_off_center && column == COURT_WIDTH / 2;
            repeat_n(column, usize::from(scale + u16::from(wider)))
        };
        let columns: Vec<usize> = (cut..COURT_WIDTH - cut).flat_map(cells_of).collect();
        let pixels: Vec<_> = pixels
            .iter()
            .flat_map(|row| repeat_n(row, scale.into()))
            .collect();
        let left = area.x + (area.width - columns.len() as u16) / 2;
        let top = area.y + (area.height - pixels.len().div_ceil(2) as u16) / 2;
        for (pair, y) in pixels.chunks(2).zip(top..) {
            for (&column, x) in columns.iter().zip(left..) {
                let color = |row: &[u8; COURT_WIDTH]| canvas.theme.court_color(suit, row[column]);
                let (symbol, style) = match (color(pair[0]), pair.get(1).and_then(|row| color(row)))
                {
                    (None, None) => continue,
                    (Some(upper), None) => ("▀", face.fg(upper)),
                    (None, Some(lower)) => ("▄", face.fg(lower)),
                    (Some(upper), Some(lower)) => ("▀", face.fg(upper).bg(lower)),
                };
                canvas.write(x, y, symbol, style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_as_many_pips_as_points_at_every_size() {
        for (width, height) in (7..=17).flat_map(|width| (3..=17).map(move |rows| (width, rows))) {
            let area = Rect::new(3, 2, width, height);
            for number in 1..=10 {
                let rank = Rank::new(number).expect("a rank");
                let mut positions = pip_positions(rank, area);
                positions.sort_unstable();
                positions.dedup();
                assert_eq!(positions.len(), usize::from(number), "{width}x{height}");
                let is_inside = |(x, y): &(u16, u16)| area.contains((*x, *y).into());
                assert!(positions.iter().all(is_inside), "{width}x{height}");
            }
        }
    }

    #[test]
    fn pips_are_evenly_spaced_on_cards_of_an_odd_height() {
        for height in (3..=17).step_by(2) {
            for number in [3, 6, 8] {
                let rank = Rank::new(number).expect("a rank");
                let positions = pip_positions(rank, Rect::new(3, 2, 9, height));
                let mut rows: Vec<u16> = positions.iter().map(|(_, y)| *y).collect();
                rows.dedup();
                let pitch = rows[1] - rows[0];
                let is_even = rows.windows(2).all(|rows| rows[1] - rows[0] == pitch);
                assert!(is_even, "{number} in {height} rows: {rows:?}");
                assert_eq!(rows[0] - 2, height + 1 - rows[rows.len() - 1], "{rows:?}");
            }
        }
    }

    #[test]
    fn courts_have_nine_by_seven_pixels_of_known_colors() {
        let file = include_str!("../../../assets/cards/courts.txt");
        let lines: Vec<&str> = file.lines().collect();
        let names: Vec<&str> = lines
            .chunks(COURT_HEIGHT + 1)
            .map(|court| court[0])
            .collect();
        assert_eq!(names, ["king", "queen", "jack"]);
        for court in lines.chunks(COURT_HEIGHT + 1) {
            assert_eq!(court.len(), COURT_HEIGHT + 1);
            for row in &court[1..] {
                assert_eq!(row.len(), COURT_WIDTH);
                assert!(row.chars().all(|pixel| ".GKHSBR".contains(pixel)), "{row}");
            }
        }
    }
}
