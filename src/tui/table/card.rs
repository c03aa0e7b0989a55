//! Cards, backs and empty piles.

use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::layout::text_inset;
use crate::cards::{Card, Rank};
use crate::presentation::{BuildDirection, FoundationCount};
use crate::tui::grid::CARD_TEXT_WIDTH;
use crate::tui::theme::{Glyphs, Theme, on_face};
use crate::tui::widgets::{fill, write, write_centered};
use crate::tui::wrap::display_width;

/// Minimum width of a card with the number of its pile and its own text in one row.
const MIN_TWO_LABELS_WIDTH: u16 = 8;

/// Minimum size of a card with one pip for each point of its rank.
const MIN_PIPS_SIZE: Size = Size::new(9, 7);

/// Rank of a jack, the lowest court card.
const JACK: usize = 11;

/// Minimum width of a card with a picture.
const MIN_PICTURE_WIDTH: u16 = 7;

/// The face of a card: rank and suit in one corner or two, and between them, if there is room, its pips
/// or the picture of a court card.
pub struct CardFace<'a> {
    pub card: Card,
    pub style: Style,
    /// Whether another card lies on it, whose upper edge is drawn.
    pub covered: bool,
    pub theme: &'a Theme,
}

impl CardFace<'_> {
    /// Creates the face of a card that is not covered.
    pub fn new(card: Card, style: Style, theme: &Theme) -> CardFace<'_> {
        CardFace {
            card,
            style,
            covered: false,
            theme,
        }
    }
}

impl Widget for &CardFace<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let style = self.theme.suit_style(self.card.suit(), self.style);
        let text = self.theme.card_text(self.card);
        fill(buf, area, " ", self.style);
        if self.covered && area.width > CARD_TEXT_WIDTH {
            let edge = self.theme.glyphs().next_card_edge;
            let style = on_face(self.theme.card_edge, self.style);
            fill(buf, last_row(area), edge, style);
        }
        let inset = text_inset(area);
        write(buf, area.x + inset, area.y, &text, style);
        if self.covered {
            return;
        }
        if area.height >= 3 && area.width >= 4 {
            write_right(buf, last_row(area), &text, style);
        }
        if area.height >= 5 && area.width >= 4 {
            draw_art(self.theme, buf, area, self.card, style);
        }
    }
}

/// Draws the picture of a court card, or the pips of another one if there is room for them, or else
/// one pip.
fn draw_art(theme: &Theme, buf: &mut Buffer, area: Rect, card: Card, style: Style) {
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

/// Draws the number of a reserve card on its face.
pub(super) fn draw_reserve_number(
    number: usize,
    face: Style,
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
) {
    let number = format!("{number:02}");
    let style = on_face(theme.card_label, face);
    let row = last_row(area);
    if area.height > 3 && area.width >= MIN_TWO_LABELS_WIDTH {
        // The other corner shows the card.
        write(buf, area.x + text_inset(area), row.y, &number, style);
    } else if area.height > 1 {
        fill(buf, row, " ", face);
        write_right(buf, row, &number, style);
    }
}

/// Draws the labels on the top card of a foundation: its direction and its number of cards, and on a
/// large card the rank of its first card. On a small card that rank could be mistaken for the next one
/// wanted.
pub(super) fn draw_foundation_labels(
    foundation: &FoundationCount,
    face: Style,
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
) {
    if area.height < 2 {
        return;
    }
    let style = on_face(theme.card_label, face);
    let arrow = direction_arrow(foundation.direction, theme.glyphs());
    write_right(buf, area, arrow, style);
    let row = last_row(area);
    fill(buf, row, " ", face);
    let count = match area.width {
        6.. => format!("{}/{}", foundation.count, foundation.full_count),
        _ => foundation.count.to_string(),
    };
    write_right(buf, row, &count, style);
    let start = format!("from {}", foundation.start);
    if area.height >= 7 && area.width > display_width(&start) {
        // A pip beside the rank could be mistaken for its suit.
        let row = area.rows().nth_back(1).unwrap_or_default();
        fill(buf, row, " ", face);
        write_centered(buf, row, &start, style);
    }
}

fn last_row(area: Rect) -> Rect {
    area.rows().next_back().unwrap_or_default()
}

/// Writes a label at the right side of a card's first row.
fn write_right(buf: &mut Buffer, area: Rect, label: &str, style: Style) {
    let end = area.right();
    let x = end.saturating_sub(text_inset(area) + display_width(label));
    write(buf, x, area.y, label, style);
}

/// Returns the arrow for a direction.
pub(super) fn direction_arrow(direction: BuildDirection, glyphs: &Glyphs) -> &'static str {
    match direction {
        BuildDirection::Up => glyphs.up,
        BuildDirection::Down => glyphs.down,
    }
}

/// The back of a card with a text on it.
pub(super) struct CardBack<'a> {
    pub(super) text: &'a str,
    pub(super) theme: &'a Theme,
}

impl Widget for &CardBack<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let (style, glyphs) = (self.theme.card_back, self.theme.glyphs());
        if style.bg.is_some() {
            fill(buf, area, " ", style);
            fill(buf, Rect { height: 1, ..area }, glyphs.card_edge, style);
        } else {
            fill(buf, area, glyphs.card_back, style);
        }
        write(buf, area.x, area.y, self.text, self.theme.card_back_text);
    }
}

/// A squared pile of face-down cards with their number.
pub(super) struct FaceDownPile<'a> {
    pub(super) count: usize,
    pub(super) theme: &'a Theme,
}

impl Widget for &FaceDownPile<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let theme = self.theme;
        CardBack { text: "", theme }.render(area, buf);
        for row in area.rows().skip(1) {
            fill(buf, row, theme.glyphs().card_back, theme.card_back);
        }
        let text = format!(" {} ", self.count);
        write_centered(buf, middle_row(area), &text, theme.card_back_text);
    }
}

/// The outline of an empty pile, with the card that it accepts.
pub(super) struct EmptyPile<'a> {
    pub(super) text: &'a str,
    pub(super) outline: Style,
    pub(super) theme: &'a Theme,
}

impl Widget for &EmptyPile<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let outline = self.outline;
        let is_high = area.height >= 3;
        if is_high && area.width >= 3 {
            self.theme.outline(outline).render(area, buf);
        } else if area.width >= 3 {
            write(buf, area.x, area.y, "[", outline);
            write(buf, area.right() - 1, area.y, "]", outline);
        }
        let row = if is_high { middle_row(area) } else { area };
        write_centered(buf, row, self.text, self.theme.dim);
    }
}

fn middle_row(area: Rect) -> Rect {
    let mut rows = area.rows();
    rows.nth(usize::from(area.height / 2)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Cell;

    use super::*;

    #[test]
    fn a_covered_card_shows_its_rank_once_and_the_edge_of_the_next_card() {
        for (covered, last_row) in [(false, "     10♥ "), (true, "▁▁▁▁▁▁▁▁▁")] {
            let theme = Theme::default();
            let card = "TH".parse().expect("a card");
            let face = CardFace::new(card, Style::new(), &theme);
            let area = Rect::new(0, 0, 9, 3);
            let mut buf = Buffer::empty(area);
            CardFace { covered, ..face }.render(area, &mut buf);
            let text: String = buf.content.iter().map(Cell::symbol).collect();
            assert_eq!(text, format!(" 10♥              {last_row}"));
        }
    }

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
