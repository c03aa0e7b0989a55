//! Draws cards, backs, empty piles and the markers beside them.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Block;

use super::layout::{ItemKind, TableItem};
use super::markers::Markers;
use super::state::TableState;
use crate::cards::{Card, Rank};
use crate::presentation::{Accepts, FoundationProgress};
use crate::rules::{PileId, PileKind};
use crate::tui::action::CardPosition;
use crate::tui::painter::Painter;
use crate::tui::theme::{Glyphs, StyleRole};
use crate::tui::wrap::display_width;

/// Draws an item of a table.
pub(super) fn draw(painter: &mut Painter<'_>, item: &TableItem, markers: &Markers<'_>) {
    let table = markers.table;
    match item.kind {
        ItemKind::FaceUp {
            card,
            position,
            shaded,
        } => {
            let background = markers.face_style(position, shaded);
            draw_face(painter, item.area, card, background);
            draw_corner_labels(painter, item.area, table, position, background);
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
        ItemKind::EmptyPile(pile) => draw_empty_pile(painter, item.area, table, pile),
        ItemKind::PileLabel(pile) => draw_pile_label(painter, item.area, markers, pile),
        ItemKind::FanArea => {}
    }
    markers.draw_marker(painter, item);
}

/// Draws the face of a card: rank and suit in one corner or two, and the suit in the middle if there
/// is room for it.
pub(super) fn draw_face(painter: &mut Painter<'_>, area: Rect, card: Card, background: StyleRole) {
    let style = painter.appearance.card_style(card, background);
    let text = painter.appearance.card_text(card);
    painter.fill(area, " ", background);
    let inset = text_inset(area);
    draw_top_edge(painter, area, inset + display_width(&text), background);
    painter.write_styled(area.x + inset, area.y, &text, style);
    if area.height >= 3 && area.width >= 4 {
        let x = area.right() - inset - display_width(&text);
        painter.write_styled(x, area.bottom() - 1, &text, style);
    }
    if area.height >= 5 && area.width >= 5 {
        let pip = painter.appearance.pip(card.suit()).to_string();
        let x = area.x + area.width / 2;
        painter.write_styled(x, area.y + area.height / 2, &pip, style);
    }
}

/// Returns how many columns the text of a face is away from its sides.
fn text_inset(area: Rect) -> u16 {
    u16::from(area.width >= 8)
}

/// Draws the upper edge of a card, right of its text.
fn draw_top_edge(painter: &mut Painter<'_>, area: Rect, start: u16, background: StyleRole) {
    let edge = painter.style(StyleRole::CardEdge);
    let style = match edge.fg {
        Some(color) => painter.style(background).fg(color),
        None => painter.style(background).add_modifier(Modifier::DIM),
    };
    let row = Rect {
        x: area.x + start,
        width: area.width.saturating_sub(start),
        height: 1,
        ..area
    };
    painter.fill_styled(row, painter.glyphs().card_edge, style);
}

/// Draws what a face says besides: the first rank and the size of a foundation, the number of a
/// reserve card.
fn draw_corner_labels(
    painter: &mut Painter<'_>,
    area: Rect,
    table: &TableState,
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
        let x = if area.height > 3 {
            // The other corner shows the card.
            area.x + text_inset(area)
        } else {
            clear_last_row(painter, area, background);
            label_start(area, &number)
        };
        painter.write_styled(x, area.bottom() - 1, &number, style);
    }
}

fn draw_foundation_labels(
    painter: &mut Painter<'_>,
    area: Rect,
    progress: &FoundationProgress,
    background: StyleRole,
    style: Style,
) {
    let arrow = direction_arrow(progress, painter.glyphs());
    if area.width >= 6 {
        let start = format!("{arrow}{}", progress.start);
        painter.write_styled(label_start(area, &start), area.y, &start, style);
        if area.height >= 2 {
            let count = format!("{}/{}", progress.count, progress.full_count);
            clear_last_row(painter, area, background);
            let x = label_start(area, &count);
            painter.write_styled(x, area.bottom() - 1, &count, style);
        }
    } else if area.height >= 2 {
        painter.write_styled(label_start(area, arrow), area.y, arrow, style);
        clear_last_row(painter, area, background);
        let text = compact_progress(progress, area.width);
        painter.write_styled(area.x, area.bottom() - 1, &text, style);
    }
}

/// Returns the column in which a label at the right side of a card starts.
fn label_start(area: Rect, label: &str) -> u16 {
    let end = area.right();
    end.saturating_sub(text_inset(area) + display_width(label))
}

/// Returns the first rank of a narrow foundation and its number of cards; without room for both only
/// the rank, from which the number follows, since the top card is visible.
fn compact_progress(progress: &FoundationProgress, width: u16) -> String {
    if progress.count == progress.full_count {
        return "full".into();
    }
    let (start, count) = (progress.start.to_string(), progress.count.to_string());
    match width.checked_sub(display_width(&start) + display_width(&count)) {
        None | Some(0) => start,
        Some(gap) => format!("{start}{}{count}", " ".repeat(gap.into())),
    }
}

fn clear_last_row(painter: &mut Painter<'_>, area: Rect, background: StyleRole) {
    let row = Rect {
        y: area.bottom() - 1,
        height: 1,
        ..area
    };
    painter.fill(row, " ", background);
}

/// Returns the direction in which a foundation is built.
fn direction_arrow(progress: &FoundationProgress, glyphs: &Glyphs) -> &'static str {
    glyphs.arrows[usize::from(!progress.is_ascending)]
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
    let below_edge = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    };
    painter.fill(below_edge, painter.glyphs().card_back, StyleRole::CardBack);
    let text = format!(" {count} ");
    let x = area.x + area.width.saturating_sub(display_width(&text)) / 2;
    painter.write(x, area.y + area.height / 2, &text, StyleRole::CardBackText);
}

/// Draws an empty pile: a faint outline with the card that it accepts.
fn draw_empty_pile(painter: &mut Painter<'_>, area: Rect, table: &TableState, pile: PileId) {
    let glyphs = painter.glyphs();
    if area.height >= 3 && area.width >= 3 {
        let outline = Block::bordered()
            .border_set(glyphs.border_set())
            .border_style(painter.style(StyleRole::Dim));
        painter.render(outline, area);
    } else if area.height == 2 {
        let row = Rect { height: 1, ..area };
        painter.fill(row, glyphs.horizontal_rule, StyleRole::Dim);
    }
    let rules = table.game().rules();
    let text = match rules.accepts(table.game().table(), pile) {
        Accepts::Card(card) if card.rank() == Rank::ACE => {
            painter.appearance.pip(card.suit()).to_string()
        }
        Accepts::Card(card) => painter.appearance.card_text(card),
        Accepts::Rank(rank) => rank.label().to_owned(),
        Accepts::Any | Accepts::Nothing if area.height == 1 => "--".into(),
        Accepts::Any | Accepts::Nothing => String::new(),
    };
    let y = match area.height {
        2 => area.bottom() - 1,
        height => area.y + height / 2,
    };
    let x = area.x + area.width.saturating_sub(display_width(&text)).div_ceil(2);
    painter.write(x, y, &text, StyleRole::Dim);
}

/// Draws the number of a pile.
fn draw_pile_label(painter: &mut Painter<'_>, area: Rect, markers: &Markers<'_>, pile: PileId) {
    let text = (pile.number() + 1).to_string();
    let role = if markers.accepts_selection(pile) {
        StyleRole::DropTargetMarker
    } else {
        StyleRole::Dim
    };
    let x = area.x + area.width.saturating_sub(display_width(&text)) / 2;
    painter.write(x, area.y, &text, role);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_foundation_shows_what_fits() {
        for (start, count, text) in [
            (7, 3, "7  3"),
            (7, 12, "7 12"),
            (10, 9, "10 9"),
            (10, 11, "10"),
            (10, 13, "full"),
        ] {
            let progress = FoundationProgress {
                start: Rank::new(start).expect("a rank"),
                is_ascending: true,
                count,
                full_count: 13,
            };
            assert_eq!(compact_progress(&progress, 4), text);
        }
    }
}
