//! Cards, backs and empty piles.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Color, Style};
use ratatui::symbols::border;
use ratatui::widgets::Widget;

use super::art;
use super::layout::{FaceUpCard, text_inset};
use crate::cards::Rank;
use crate::presentation::{Accepts, BuildDirection, FoundationCount};
use crate::tui::grid::CARD_TEXT_WIDTH;
use crate::tui::theme::{Role, Theme, glyphs, on_face};
use crate::tui::widgets::{fill, write, write_centered};
use crate::tui::wrap::display_width;

/// Minimum width of a card with the number of its pile and its own text in one row.
const MIN_TWO_LABELS_WIDTH: u16 = 8;

/// Draws a face-up card: rank and suit in one corner or two, and between them, if there is room, its pips or
/// the picture of a court card; and the upper edge of a card that lies on it.
pub fn draw_face(face: FaceUpCard, style: Style, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let text_style = theme.suit_style(face.card.suit(), style);
    let text = theme.card_text(face.card);
    fill(buf, area, " ", style);
    if face.covered && area.width > CARD_TEXT_WIDTH {
        let edge = on_face(theme[Role::CardEdge], style);
        fill(buf, last_row(area), glyphs::NEXT_CARD_EDGE, edge);
    }
    write(buf, area.x + text_inset(area), area.y, &text, text_style);
    draw_shadow(theme, area, buf);
    if !face.covered {
        if area.height >= 3 && area.width >= 4 {
            write_right(buf, last_row(area), &text, text_style);
        }
        let inner = area.inner(Margin::new(0, 1));
        if inner.width >= art::MIN_COLUMNS && inner.height >= art::MIN_ROWS {
            art::draw(face.card, theme, text_style, inner, buf);
        } else if inner.width >= 4 && inner.height >= art::MIN_ROWS {
            let pip = theme.pip(face.card.suit()).to_string();
            write_centered(buf, middle_row(inner), &pip, text_style);
        }
    }
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
    let style = on_face(theme[Role::CardLabel], face);
    let row = last_row(area);
    if area.height > 3 && area.width >= MIN_TWO_LABELS_WIDTH {
        // The other corner shows the card.
        write(buf, area.x + text_inset(area), row.y, &number, style);
    } else if area.height > 1 {
        fill(buf, row, " ", face);
        write_right(buf, row, &number, style);
    } else {
        write_right(
            buf,
            Rect {
                y: row.y + 1,
                ..row
            },
            &number,
            theme[Role::Dim],
        );
    }
}

/// Draws the labels on the top card of a foundation: its direction and its number of cards.
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
    let style = on_face(theme[Role::CardLabel], face);
    let arrow = direction_arrow(foundation.direction);
    write_right(buf, area, arrow, style);
    let row = last_row(area);
    fill(buf, row, " ", face);
    let count = match area.width {
        6.. => format!("{}/{}", foundation.count, foundation.full_count),
        _ => foundation.count.to_string(),
    };
    write_right(buf, row, &count, style);
}

/// Draws the shadow of a card right of it and below it, where nothing else is.
pub fn draw_shadow(theme: &Theme, area: Rect, buf: &mut Buffer) {
    let Some(style) = theme.shadow() else {
        return;
    };
    let right = Rect {
        x: area.right(),
        width: 1,
        ..area
    };
    let below = Rect {
        y: area.bottom(),
        height: 1,
        ..area
    };
    for (area, edge) in [(right, glyphs::LEFT_EDGE), (below, glyphs::CARD_EDGE)] {
        for position in area.intersection(buf.area).positions() {
            let cell = &mut buf[position];
            if cell.symbol() == " " && cell.bg == Color::Reset {
                cell.set_symbol(edge).set_style(style);
            }
        }
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

/// Draws the left edge of a face that lies on others.
pub fn draw_left_edge(face: Style, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let edge = on_face(theme[Role::CardEdge], face);
    fill(buf, Rect { width: 1, ..area }, glyphs::LEFT_EDGE, edge);
}

/// Returns the arrow for a direction.
pub(super) fn direction_arrow(direction: BuildDirection) -> &'static str {
    match direction {
        BuildDirection::Up => glyphs::UP,
        BuildDirection::Down => glyphs::DOWN,
    }
}

/// Draws the back of a card with a text on it.
pub(super) fn draw_back(text: &str, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let style = theme[Role::CardBack];
    if style.bg.is_some() {
        fill(buf, area, " ", style);
        fill(buf, Rect { height: 1, ..area }, glyphs::CARD_EDGE, style);
    } else {
        fill(buf, area, glyphs::CARD_BACK, style);
    }
    write(buf, area.x, area.y, text, theme[Role::CardBackText]);
}

/// Draws a squared pile of face-down cards with their number.
pub(super) fn draw_face_down_pile(count: usize, theme: &Theme, area: Rect, buf: &mut Buffer) {
    draw_back("", theme, area, buf);
    let lattice = if theme.ascii { ":" } else { "◆" };
    let inner = area.inner(Margin::new(1, 1));
    for cell in inner
        .positions()
        .filter(|cell| (cell.x - area.x + cell.y - area.y).is_multiple_of(2))
    {
        write(buf, cell.x, cell.y, lattice, theme[Role::CardBack]);
    }
    let text = format!(" {count} ");
    write_centered(buf, middle_row(area), &text, theme[Role::CardBackText]);
}

/// Draws the corners of an empty pile, or its outline if it is marked, with the card that it accepts and, below
/// that, its name.
pub(super) fn draw_empty_pile(
    accepts: Accepts,
    name: Option<&str>,
    outline: Option<Style>,
    theme: &Theme,
    area: Rect,
    buf: &mut Buffer,
) {
    let text = match accepts {
        Accepts::Card(card) if card.rank() == Rank::ACE => theme.pip(card.suit()).to_string(),
        Accepts::Card(card) => theme.card_text(card),
        Accepts::Rank(rank) => rank.label().to_owned(),
        Accepts::Any | Accepts::Nothing => String::new(),
    };
    let is_high = area.height >= 2;
    match outline {
        // It takes no card now.
        None if accepts == Accepts::Nothing && name.is_none() => {
            write_centered(buf, middle_row(area), "·", theme[Role::Dim]);
        }
        Some(outline) if is_high && area.width >= 3 => {
            theme.outline(outline).render(area, buf);
        }
        None if is_high && area.width >= 3 => {
            let (border, right, bottom) = (border::ROUNDED, area.right() - 1, area.bottom() - 1);
            write(buf, area.x, area.y, border.top_left, theme[Role::Dim]);
            write(buf, right, area.y, border.top_right, theme[Role::Dim]);
            write(buf, area.x, bottom, border.bottom_left, theme[Role::Dim]);
            write(buf, right, bottom, border.bottom_right, theme[Role::Dim]);
        }
        outline if area.width >= 3 => {
            let outline = outline.unwrap_or(theme[Role::Dim]);
            write(buf, area.x, area.y, "[", outline);
            write(buf, area.right() - 1, area.y, "]", outline);
        }
        _ => {}
    }
    let row = if is_high { middle_row(area) } else { area };
    let below = Rect {
        y: row.y + u16::from(!text.is_empty()),
        ..row
    };
    write_centered(buf, row, &text, theme[Role::Dim]);
    let has_room =
        |name: &&str| below.y < area.bottom() && (is_high || display_width(name) + 2 <= area.width);
    if let Some(name) = name.filter(has_room) {
        write_centered(buf, below, name, theme[Role::Dim]);
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
            let face = FaceUpCard {
                covered,
                ..FaceUpCard::plain(card)
            };
            let area = Rect::new(0, 0, 9, 3);
            let mut buf = Buffer::empty(area);
            draw_face(face, Style::new(), &theme, area, &mut buf);
            let text: String = buf.content.iter().map(Cell::symbol).collect();
            assert_eq!(text, format!(" 10♥              {last_row}"));
        }
    }
}
