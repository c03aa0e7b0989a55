//! Cards, backs and empty piles.

use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::Widget;

use super::art;
use super::layout::{FaceUpCard, text_inset};
use crate::cards::{Card, Rank};
use crate::presentation::{Accepts, BuildDirection};
use crate::tui::frame::Canvas;
use crate::tui::grid::{CARD_TEXT_WIDTH, PICTURE_HEIGHT};
use crate::tui::theme::{Role, glyphs, on_face};
use crate::tui::wrap::display_width;

/// Minimum width of a card with the number of its pile and its own text in one row.
const MIN_TWO_LABELS_WIDTH: u16 = 8;

/// Draws a face-up card: rank and suit in one corner or two, and between them, if there is room, its pips or
/// the picture of a court card; and the upper edge of a card that lies on it.
pub fn draw_face(face: FaceUpCard, style: Style, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let text_style = theme.suit_style(face.card.suit(), style);
    let text = theme.card_text(face.card);
    // Without color, a selected card has a texture: a line below each row would make it a striped one.
    let is_textured = style.add_modifier.contains(Modifier::UNDERLINED);
    let paper = if is_textured { glyphs::CARD_BACK } else { " " };
    canvas.fill(area, paper, style.remove_modifier(Modifier::UNDERLINED));
    if face.covered && !is_textured && area.width > CARD_TEXT_WIDTH {
        let edge = on_face(theme[Role::CardEdge], style);
        canvas.fill(last_row(area), glyphs::NEXT_CARD_EDGE, edge);
    }
    canvas.write(area.x + text_inset(area), area.y, &text, text_style);
    draw_shadow(area, canvas);
    if !face.covered {
        if area.height >= 3 && area.width >= 4 {
            write_right(last_row(area), &text, text_style, canvas);
        }
        let inner = area.inner(Margin::new(0, 1));
        if inner.width >= art::MIN_COLUMNS && inner.height >= art::MIN_ROWS {
            art::draw(face.card, text_style, inner, canvas);
        } else if inner.width >= 4 && inner.height >= art::MIN_ROWS {
            draw_pips(face.card, style, area.width, area, canvas);
        }
    }
}

/// Draws the pips that are visible of a card `width` columns wide; one in the middle of a small card.
pub fn draw_pips(card: Card, face: Style, width: u16, visible: Rect, canvas: &mut Canvas<'_>) {
    let (theme, area) = (canvas.theme, Rect { width, ..visible });
    let cells = if area.height < PICTURE_HEIGHT || width < art::MIN_COLUMNS {
        vec![(area.x + (width - 1) / 2, middle_row(area).y)]
    } else {
        art::pip_positions(card.rank(), area.inner(Margin::new(0, 1)))
    };
    let (pip, style) = (
        theme.pip(card.suit()).to_string(),
        theme.suit_style(card.suit(), face),
    );
    let is_visible = |(x, y): &(u16, u16)| *y > area.y && *x + 1 < visible.right();
    for (x, y) in cells.into_iter().filter(is_visible) {
        canvas.write(x, y, &pip, style);
    }
}

/// Draws the number of a reserve card on its face.
pub(super) fn draw_reserve_number(number: usize, face: Style, area: Rect, canvas: &mut Canvas<'_>) {
    let number = format!("r{number:02}");
    let style = on_face(canvas.theme[Role::CardLabel], face);
    let row = last_row(area);
    if area.height > 3 && area.width >= MIN_TWO_LABELS_WIDTH {
        // The other corner shows the card.
        canvas.write(area.x + text_inset(area), row.y, &number, style);
    } else if area.height > 1 {
        canvas.fill(row, " ", face);
        write_right(row, &number, style, canvas);
    } else {
        let below = Rect::new(row.x, row.y + 1, row.width, 1);
        write_right(below, &number, canvas.theme[Role::Dim], canvas);
    }
}

/// Draws the labels on the top card of a foundation: its direction and the next rank.
pub(super) fn draw_foundation_labels(
    direction: BuildDirection,
    next: Option<Rank>,
    face: Style,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    if area.height < 2 {
        return;
    }
    let style = on_face(canvas.theme[Role::CardLabel], face);
    // At the edge, where it is apart from a ten.
    let arrow = direction_arrow(direction);
    canvas.write(area.right() - 1, area.y, arrow, style);
    let row = last_row(area);
    canvas.fill(row, " ", face);
    let Some(rank) = next.map(Rank::label) else {
        return;
    };
    let labels = [format!("next {rank}"), format!("→{rank}")];
    if let Some(label) = labels
        .iter()
        .find(|label| display_width(label) <= area.width)
    {
        canvas.write_centered(row, label, style);
    }
}

/// Draws the shadow of a card right of it and below it, where nothing else is.
pub fn draw_shadow(area: Rect, canvas: &mut Canvas<'_>) {
    let Some(style) = canvas.theme.shadow() else {
        return;
    };
    let right = Rect::new(area.right(), area.y, 1, area.height);
    let below = Rect::new(area.x, area.bottom(), area.width, 1);
    for (area, edge) in [(right, glyphs::LEFT_EDGE), (below, glyphs::CARD_EDGE)] {
        for position in area.intersection(canvas.buf.area).positions() {
            let cell = &mut canvas.buf[position];
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
fn write_right(area: Rect, label: &str, style: Style, canvas: &mut Canvas<'_>) {
    let end = area.right();
    let x = end.saturating_sub(text_inset(area) + display_width(label));
    canvas.write(x, area.y, label, style);
}

/// Draws the left edge of a face that lies on others.
pub fn draw_left_edge(face: Style, area: Rect, canvas: &mut Canvas<'_>) {
    let edge = on_face(canvas.theme[Role::CardEdge], face);
    canvas.fill(Rect { width: 1, ..area }, glyphs::LEFT_EDGE, edge);
}

/// Returns the arrow for a direction.
pub(super) fn direction_arrow(direction: BuildDirection) -> &'static str {
    match direction {
        BuildDirection::Up => glyphs::UP,
        BuildDirection::Down => glyphs::DOWN,
    }
}

/// Draws the back of a card with a text on it.
pub(super) fn draw_back(text: &str, area: Rect, canvas: &mut Canvas<'_>) {
    let style = canvas.theme[Role::CardBack];
    if style.bg.is_some() {
        canvas.fill(area, " ", style);
        canvas.fill(Rect { height: 1, ..area }, glyphs::CARD_EDGE, style);
    } else {
        canvas.fill(area, glyphs::CARD_BACK, style);
        canvas.buf.set_style(last_row(area), Modifier::UNDERLINED);
    }
    canvas.write(area.x, area.y, text, canvas.theme[Role::CardBackText]);
}

/// Draws a squared pile of face-down cards with their number.
pub(super) fn draw_face_down_pile(count: usize, area: Rect, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    draw_back("", area, canvas);
    let lattice = if theme.ascii { ":" } else { "◆" };
    let inner = area.inner(Margin::new(1, 1));
    // A low back has no rows for it beside the number.
    let has_lattice = area.height >= PICTURE_HEIGHT;
    let is_dark = |cell: &Position| (cell.x - area.x + cell.y - area.y).is_multiple_of(2);
    let cells = inner.positions().filter(is_dark);
    for cell in cells.filter(|_| has_lattice) {
        canvas.write(cell.x, cell.y, lattice, theme[Role::CardBack]);
    }
    let text = format!(" {count} ");
    canvas.write_centered(middle_row(area), &text, theme[Role::CardBackText]);
}

/// Draws the corners of an empty pile, or its outline if it is marked, with the card that it accepts and, below
/// that, its name.
pub(super) fn draw_empty_pile(
    accepts: Accepts,
    name: Option<&str>,
    outline: Option<Style>,
    area: Rect,
    canvas: &mut Canvas<'_>,
) {
    let theme = canvas.theme;
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
            canvas.write_centered(middle_row(area), "·", theme[Role::Dim]);
        }
        Some(outline) if is_high && area.width >= 3 => {
            theme.outline(outline).render(area, canvas.buf);
        }
        None if is_high && area.width >= 3 => {
            let (border, right, bottom) = (border::ROUNDED, area.right() - 1, area.bottom() - 1);
            canvas.write(area.x, area.y, border.top_left, theme[Role::Dim]);
            canvas.write(right, area.y, border.top_right, theme[Role::Dim]);
            canvas.write(area.x, bottom, border.bottom_left, theme[Role::Dim]);
            canvas.write(right, bottom, border.bottom_right, theme[Role::Dim]);
        }
        outline if area.width >= 3 => {
            let outline = outline.unwrap_or(theme[Role::Dim]);
            canvas.write(area.x, area.y, "[", outline);
            canvas.write(area.right() - 1, area.y, "]", outline);
        }
        _ => {}
    }
    let row = if is_high { middle_row(area) } else { area };
    // The first and the last row have corners, and an outline has sides.
    let is_open = outline.is_none() && row.y > area.y && row.y + 1 < area.bottom();
    let room = area.width.saturating_sub(if is_open { 0 } else { 2 });
    let both = format!("{text} {}", name.unwrap_or_default());
    let fits = |line: &&str| display_width(line) <= room;
    let has_row_below = row.y + 2 < area.bottom() && !text.is_empty();
    // Two words keep off the sides.
    let has_air = text.is_empty() || display_width(&both) + 2 <= room;
    let line = Some(both.trim()).filter(|line| !has_row_below && has_air && fits(line));
    canvas.write_centered(row, line.unwrap_or(&text), theme[Role::Dim]);
    if let Some(name) = name.filter(|name| has_row_below && fits(name)) {
        let y = row.y + 1;
        canvas.write_centered(Rect { y, ..row }, name, theme[Role::Dim]);
    }
}

fn middle_row(area: Rect) -> Rect {
    let mut rows = area.rows();
    rows.nth(usize::from(area.height / 2)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::{Buffer, Cell};

    use super::*;
    use crate::tui::frame::Frame;
    use crate::tui::theme::Theme;

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
            let buf = &mut Buffer::empty(area);
            let mut canvas = Canvas {
                theme: &theme,
                frame: Frame::default(),
                buf,
            };
            draw_face(face, Style::new(), area, &mut canvas);
            let text: String = canvas.buf.content.iter().map(Cell::symbol).collect();
            assert_eq!(text, format!(" 10♥              {last_row}"));
        }
    }
}
