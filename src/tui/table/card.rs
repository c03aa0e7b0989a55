//! Draws cards, backs, empty piles and the markers beside them.

use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Block;

use super::card_art;
use super::layout::{ItemKind, TableItem, text_inset};
use super::markers::{Markers, has_cursor_edge};
use super::view::TableView;
use crate::cards::{Card, Rank};
use crate::game::CardPosition;
use crate::presentation::{Accepts, BuildDirection, FoundationProgress};
use crate::rules::{PileId, PileKind};
use crate::tui::painter::Painter;
use crate::tui::theme::{Glyphs, StyleRole};
use crate::tui::wrap::display_width;

/// Minimum width of a card with the number of its pile and its own text in one row.
const MIN_TWO_LABELS_WIDTH: u16 = 8;

/// Draws an item of a table.
pub(super) fn draw(painter: &mut Painter<'_>, item: &TableItem, markers: &Markers<'_>) {
    let table = markers.table;
    match item.kind {
        ItemKind::FaceUp {
            card,
            position,
            shaded,
            covered,
        } => {
            let background = markers.face_style(position, shaded);
            draw_face(painter, item.area, card, background);
            draw_corner_labels(painter, item.area, table, position, background);
            if covered {
                draw_edge_of_next_card(painter, item.area, background);
            }
        }
        ItemKind::FaceDown => draw_back(painter, item.area, ""),
        ItemKind::Collapsed(count) => {
            let text = format!("{}{count}", painter.glyphs().collapsed);
            draw_back(painter, item.area, &text);
        }
        ItemKind::Hidden(count) => {
            let area = item.area;
            painter.fill(area, " ", StyleRole::Background);
            painter.write(area.x, area.y, &format!("+{count}"), StyleRole::Accent);
        }
        ItemKind::FaceDownPile(count) => draw_face_down_pile(painter, item.area, count),
        ItemKind::EmptyPile(pile) => draw_empty_pile(painter, item.area, markers, pile),
        ItemKind::PileLabel(pile) => draw_pile_label(painter, item.area, markers, pile),
        ItemKind::FanArea => {}
    }
    markers.draw_marker(painter, item);
}

/// Draws the face of a card: rank and suit in one corner or two, and between them, if there is room,
/// its pips or the picture of a court card.
pub fn draw_face(painter: &mut Painter<'_>, area: Rect, card: Card, background: StyleRole) {
    let style = painter.appearance.card_style(card, background);
    let text = painter.appearance.card_text(card);
    painter.fill(area, " ", background);
    let inset = text_inset(area);
    painter.write_styled(area.x + inset, area.y, &text, style);
    if area.height >= 3 && area.width >= 4 {
        let x = area.right() - inset - display_width(&text);
        painter.write_styled(x, area.bottom() - 1, &text, style);
    }
    if area.height >= 5 && area.width >= 4 {
        card_art::draw(painter, area, card, style);
    }
}

/// Draws the upper edge of the card that lies on this one: a line below its last visible row, which is
/// unbroken because a character can be underlined.
pub(super) fn draw_edge_of_next_card(painter: &mut Painter<'_>, area: Rect, background: StyleRole) {
    let edge = painter.style(StyleRole::CardEdge);
    let line = Style::new().add_modifier(Modifier::UNDERLINED);
    let row = Rect::new(area.x, area.bottom() - 1, area.width, 1);
    let blank = match edge.fg {
        Some(color) => painter.style(background).fg(color),
        None => painter.style(background),
    };
    painter.restyle(row, line, blank);
}

/// Draws the labels on a face: the progress of a foundation, or the number of a reserve card.
fn draw_corner_labels(
    painter: &mut Painter<'_>,
    area: Rect,
    table: &TableView,
    position: CardPosition,
    background: StyleRole,
) {
    let style = painter.style(background).add_modifier(Modifier::DIM);
    let rules = table.game().rules();
    if let Some(progress) = rules.foundation_progress(table.game().table(), position.pile) {
        draw_foundation_labels(painter, area, &progress, background, style);
    }
    if position.pile.kind() == PileKind::Reserve && area.height >= 2 {
        let number = format!("{:02}", position.pile.number() + 1);
        let x = if area.height > 3 && area.width >= MIN_TWO_LABELS_WIDTH {
            // The other corner shows the card.
            area.x + text_inset(area)
        } else {
            clear_row(painter, area, area.bottom() - 1, background);
            label_start(area, &number)
        };
        painter.write_styled(x, area.bottom() - 1, &number, style);
    }
}

/// Draws the direction of a foundation and its number of cards, and on a large card the rank of its first
/// card. On a small card that rank could be mistaken for the next one wanted.
fn draw_foundation_labels(
    painter: &mut Painter<'_>,
    area: Rect,
    progress: &FoundationProgress,
    background: StyleRole,
    style: Style,
) {
    if area.height < 2 {
        return;
    }
    let arrow = direction_arrow(progress.direction, painter.glyphs());
    painter.write_styled(label_start(area, arrow), area.y, arrow, style);
    clear_row(painter, area, area.bottom() - 1, background);
    let count = match area.width {
        6.. => format!("{}/{}", progress.count, progress.full_count),
        _ => progress.count.to_string(),
    };
    let x = label_start(area, &count);
    painter.write_styled(x, area.bottom() - 1, &count, style);
    let start = format!("from {}", progress.start);
    if area.height >= 7 && area.width > display_width(&start) {
        let x = area.x + (area.width - display_width(&start)) / 2;
        // A pip beside the rank could be mistaken for its suit.
        clear_row(painter, area, area.bottom() - 2, background);
        painter.write_styled(x, area.bottom() - 2, &start, style);
    }
}

/// Returns the column in which a label at the right side of a card starts.
fn label_start(area: Rect, label: &str) -> u16 {
    let end = area.right();
    end.saturating_sub(text_inset(area) + display_width(label))
}

fn clear_row(painter: &mut Painter<'_>, area: Rect, y: u16, background: StyleRole) {
    let row = Rect::new(area.x, y, area.width, 1);
    painter.fill(row, " ", background);
}

/// Returns the arrow for a direction.
fn direction_arrow(direction: BuildDirection, glyphs: &Glyphs) -> &'static str {
    match direction {
        BuildDirection::Up => glyphs.up,
        BuildDirection::Down => glyphs.down,
    }
}

/// Draws the back of a card with a text on it.
pub(super) fn draw_back(painter: &mut Painter<'_>, area: Rect, text: &str) {
    let has_color = painter.style(StyleRole::CardBack).bg.is_some();
    let glyphs = painter.glyphs();
    let fill = if has_color { " " } else { glyphs.card_back };
    painter.fill(area, fill, StyleRole::CardBack);
    if has_color {
        let row = Rect { height: 1, ..area };
        painter.fill(row, glyphs.card_edge, StyleRole::CardBack);
    }
    painter.write(area.x, area.y, text, StyleRole::CardBackText);
}

/// Draws a squared pile of face-down cards with their number.
fn draw_face_down_pile(painter: &mut Painter<'_>, area: Rect, count: usize) {
    draw_back(painter, area, "");
    let rows_below = area.height.saturating_sub(1);
    let below_edge = Rect::new(area.x, area.y + 1, area.width, rows_below);
    painter.fill(below_edge, painter.glyphs().card_back, StyleRole::CardBack);
    let text = format!(" {count} ");
    let middle = area.y + area.height / 2;
    painter.write_centered(area, middle, &text, StyleRole::CardBackText);
}

/// Draws the outline of an empty pile.
pub(super) fn draw_outline(painter: &mut Painter<'_>, area: Rect, role: StyleRole) {
    let block = Block::bordered()
        .border_set(painter.glyphs().border)
        .border_style(painter.style(role));
    painter.render(block, area);
}

/// Draws an empty pile: an outline, faint unless cards may go there, with the card that it accepts.
fn draw_empty_pile(painter: &mut Painter<'_>, area: Rect, markers: &Markers<'_>, pile: PileId) {
    let outline = markers.outline_style(pile);
    if area.height >= 2 && area.width >= 3 {
        draw_outline(painter, area, outline);
    } else if area.width >= 3 {
        painter.write(area.x, area.y, "[", outline);
        painter.write(area.right() - 1, area.y, "]", outline);
    }
    let game = markers.table.game();
    let text = match game.rules().accepts(game.table(), pile) {
        Accepts::Card(card) if card.rank() == Rank::ACE => {
            painter.appearance.pip(card.suit()).to_string()
        }
        Accepts::Card(card) => painter.appearance.card_text(card),
        Accepts::Rank(rank) => rank.label().to_owned(),
        Accepts::Any | Accepts::Nothing => String::new(),
    };
    let row = Rect::new(area.x, area.y + area.height / 2, area.width, 1);
    // In a low outline the text replaces the lower edge, except for the corners if there is room.
    if area.height == 2 && !text.is_empty() {
        let corners = u16::from(display_width(&text) + 2 <= area.width);
        painter.fill(row.inner(Margin::new(corners, 0)), " ", StyleRole::Dim);
    }
    painter.write_centered(row, row.y, &text, StyleRole::Dim);
}

/// Draws the number of a pile, as on the key that moves from it, and the direction in which it is built
/// if the piles differ in that.
fn draw_pile_label(painter: &mut Painter<'_>, area: Rect, markers: &Markers<'_>, pile: PileId) {
    let number = match pile.number() + 1 {
        10 => 0,
        number => number,
    };
    let direction = markers.table.game().rules().build_direction(pile);
    let arrow = direction.map_or("", |direction| direction_arrow(direction, painter.glyphs()));
    let text = format!("{number}{arrow}");
    let role = if markers.is_cursor_in(pile) && !has_cursor_edge(area) {
        StyleRole::Cursor
    } else if markers.accepts_selection(pile) {
        StyleRole::DropTargetMarker
    } else {
        StyleRole::Dim
    };
    painter.write_centered(area, area.y, &text, role);
}
