//! Cards, backs and empty piles.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::widgets::Widget;

use super::card_art;
use super::layout::text_inset;
use crate::cards::Card;
use crate::presentation::{BuildDirection, FoundationCount};
use crate::tui::grid::CARD_TEXT_WIDTH;
use crate::tui::theme::{Glyphs, Theme, on_face};
use crate::tui::widgets::{fill, write, write_centered};
use crate::tui::wrap::display_width;

/// Minimum width of a card with the number of its pile and its own text in one row.
const MIN_TWO_LABELS_WIDTH: u16 = 8;

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
            fill(
                buf,
                last_row(area),
                edge,
                on_face(self.theme.card_edge, self.style),
            );
        }
        let inset = text_inset(area);
        write(buf, area.x + inset, area.y, &text, style);
        if self.covered {
            return;
        }
        if area.height >= 3 && area.width >= 4 {
            let x = area.right() - inset - display_width(&text);
            write(buf, x, area.bottom() - 1, &text, style);
        }
        if area.height >= 5 && area.width >= 4 {
            card_art::draw(self.theme, buf, area, self.card, style);
        }
    }
}

/// The number of a reserve card, on its face.
pub(super) struct ReserveNumber<'a> {
    pub(super) number: usize,
    pub(super) face: Style,
    pub(super) theme: &'a Theme,
}

impl Widget for &ReserveNumber<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        if area.height < 2 {
            return;
        }
        let number = format!("{:02}", self.number);
        let row = last_row(area);
        let x = if area.height > 3 && area.width >= MIN_TWO_LABELS_WIDTH {
            // The other corner shows the card.
            area.x + text_inset(area)
        } else {
            fill(buf, row, " ", self.face);
            label_start(area, &number)
        };
        write(
            buf,
            x,
            row.y,
            &number,
            on_face(self.theme.card_label, self.face),
        );
    }
}

/// The labels on the top card of a foundation: its direction and its number of cards, and on a large
/// card the rank of its first card. On a small card that rank could be mistaken for the next one wanted.
pub(super) struct FoundationLabels<'a> {
    pub(super) foundation: FoundationCount,
    pub(super) face: Style,
    pub(super) theme: &'a Theme,
}

impl Widget for &FoundationLabels<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        if area.height < 2 {
            return;
        }
        let FoundationCount {
            direction,
            count,
            full_count,
            start,
        } = self.foundation;
        let style = on_face(self.theme.card_label, self.face);
        let arrow = direction_arrow(direction, self.theme.glyphs());
        write(buf, label_start(area, arrow), area.y, arrow, style);
        let row = last_row(area);
        fill(buf, row, " ", self.face);
        let count = match area.width {
            6.. => format!("{count}/{full_count}"),
            _ => count.to_string(),
        };
        write(buf, label_start(area, &count), row.y, &count, style);
        let start = format!("from {start}");
        if area.height >= 7 && area.width > display_width(&start) {
            let [_, row, _] = area.layout(&Layout::vertical([
                Constraint::Fill(1),
                Constraint::Length(1),
                Constraint::Length(1),
            ]));
            // A pip beside the rank could be mistaken for its suit.
            fill(buf, row, " ", self.face);
            write_centered(buf, row, &start, style);
        }
    }
}

fn last_row(area: Rect) -> Rect {
    area.rows().next_back().unwrap_or_default()
}

/// Returns the column in which a label at the right side of a card starts.
fn label_start(area: Rect, label: &str) -> u16 {
    let end = area.right();
    end.saturating_sub(text_inset(area) + display_width(label))
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
        let EmptyPile {
            text,
            outline,
            theme,
        } = *self;
        let is_high = area.height >= 3;
        if is_high && area.width >= 3 {
            theme.outline(outline).render(area, buf);
        } else if area.width >= 3 {
            write(buf, area.x, area.y, "[", outline);
            write(buf, area.right() - 1, area.y, "]", outline);
        }
        let row = if is_high { middle_row(area) } else { area };
        write_centered(buf, row, text, theme.dim);
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
}
