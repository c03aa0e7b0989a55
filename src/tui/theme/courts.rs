//! Colors of court cards.

use ratatui::style::Color;

use super::colors::ColorDepth;
use super::palette::Theme;
use crate::cards::Suit;

impl Theme {
    /// Whether court cards have pictures; if not, a letter stands for them.
    pub fn has_courts(&self) -> bool {
        !self.is_mono() && !self.ascii
    }

    /// Returns the color of a pixel of a court card in a row of letters: gold, ink, brown hair, skin, blue, and the
    /// robe in the color of the suit. `None` for the paper of the card.
    pub fn court_color(&self, suit: Suit, row: &[u8], column: usize) -> Option<Color> {
        let (rgb, standard) = match row[column] {
            b'G' => (Color::Rgb(0xd9, 0xa2, 0x1b), Color::Yellow),
            b'K' => (Color::Rgb(0x1a, 0x1a, 0x1e), Color::Black),
            b'H' => (Color::Rgb(0x9a, 0x5a, 0x1e), Color::DarkGray),
            b'S' => (Color::Rgb(0xf0, 0xcf, 0xa8), Color::White),
            b'B' => (Color::Rgb(0x2f, 0x5e, 0xa8), Color::Blue),
            b'R' if suit.is_red() => (Color::Rgb(0xc0, 0x1c, 0x28), Color::Red),
            b'R' => (Color::Rgb(0x2b, 0x2f, 0x38), Color::Black),
            // The standard colors have none for skin: a line of ink shows where the face ends.
            _ if self.depth == ColorDepth::Ansi16 && is_beside_skin(row, column) => {
                return Some(Color::Black);
            }
            _ => return None,
        };
        Some(match self.depth {
            ColorDepth::Ansi16 => standard,
            depth => depth.nearest(rgb),
        })
    }
}

fn is_beside_skin(row: &[u8], column: usize) -> bool {
    let is_skin = |column: Option<usize>| column.and_then(|n| row.get(n)) == Some(&b'S');
    is_skin(column.checked_sub(1)) || is_skin(Some(column + 1))
}
