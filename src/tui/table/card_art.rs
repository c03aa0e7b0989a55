//! Pips and pictures in the middle of large cards.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

use crate::cards::{Card, Rank};
use crate::tui::theme::Theme;
use crate::tui::widgets::write;
use crate::tui::wrap::display_width;

/// Minimum size of a card with one pip for each point of its rank.
const MIN_PIPS_SIZE: Size = Size::new(9, 7);

/// Rank of a jack, the lowest court card.
const JACK: usize = 11;

/// Minimum width of a card with a picture.
const MIN_PICTURE_WIDTH: u16 = 7;

/// Draws the picture of a court card, or the pips of another one if there is room for them, or else
/// one pip.
pub(super) fn draw(theme: &Theme, buf: &mut Buffer, area: Rect, card: Card, style: Style) {
    let pip = theme.pip(card.suit()).to_string();
    let (center, middle) = (area.x + area.width / 2, area.y + area.height / 2);
    let picture = usize::from(card.rank().number()).checked_sub(JACK);
    if let Some(picture) = picture.filter(|_| area.width >= MIN_PICTURE_WIDTH) {
        for (line, y) in theme.glyphs().court_pictures[picture]
            .iter()
            .zip(middle - 1..)
        {
            let x = center - display_width(line) / 2;
            write(buf, x, y, line, style);
        }
        write(buf, center, middle + 1, &pip, style);
    } else if picture.is_none()
        && area.width >= MIN_PIPS_SIZE.width
        && area.height >= MIN_PIPS_SIZE.height
    {
        for (column, row) in pip_positions(card.rank()) {
            let step = (area.width - 1) / 4;
            let x = center - step + step * column;
            let y = area.y + 1 + row * (area.height - 3) / 4;
            write(buf, x, y, &pip, style);
        }
    } else {
        write(buf, center, middle, &pip, style);
    }
}

/// Returns the positions of a rank's pips on a grid of three columns and five rows.
fn pip_positions(rank: Rank) -> Vec<(u16, u16)> {
    let (sides, middle): (&[u16], &[u16]) = match rank.number() {
        1 => (&[], &[2]),
        2 => (&[], &[0, 4]),
        3 => (&[], &[0, 2, 4]),
        4 => (&[0, 4], &[]),
        5 => (&[0, 4], &[2]),
        6 => (&[0, 2, 4], &[]),
        7 => (&[0, 2, 4], &[1]),
        8 => (&[0, 2, 4], &[1, 3]),
        9 => (&[0, 1, 3, 4], &[2]),
        _ => (&[0, 1, 3, 4], &[1, 3]),
    };
    let sides = sides.iter().flat_map(|row| [(0, *row), (2, *row)]);
    sides.chain(middle.iter().map(|row| (1, *row))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_as_many_pips_as_points() {
        for number in 1..=10 {
            let rank = Rank::new(number).expect("a rank");
            let mut positions = pip_positions(rank);
            positions.sort_unstable();
            positions.dedup();
            assert_eq!(positions.len(), usize::from(number));
        }
    }
}
