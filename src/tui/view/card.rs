//! Draws cards, backs, spaces and the marks beside them.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::markers::Markers;
use super::painter::Painter;
use crate::cards::{Card, Rank};
use crate::presentation::{Accepts, FoundationProgress};
use crate::rules::{self, PileId};
use crate::tui::scene::{ItemKind, SceneItem};
use crate::tui::table_state::{CardPosition, TableState};
use crate::tui::theme::{Glyphs, StyleRole};
use crate::tui::wrap::display_width;

/// Draws one thing of a table.
pub(super) fn draw(pen: &mut Painter<'_>, item: &SceneItem, marks: &Markers<'_>) {
    let seat = marks.table_state;
    match item.kind {
        ItemKind::FaceUp {
            card,
            position: at,
            shaded,
        } => {
            let ground = marks.face_style(at, shaded);
            draw_face(pen, item.area, card, ground);
            draw_corner_labels(pen, item.area, seat, at, ground);
        }
        ItemKind::FaceDown => draw_back(pen, item.area, ""),
        ItemKind::Collapsed(count) => {
            let words = format!("{}{count}", pen.appearance.glyphs().collapsed);
            draw_back(pen, item.area, &words);
        }
        ItemKind::Hidden(count) => {
            let area = item.area;
            pen.fill(area, " ", StyleRole::Background);
            pen.write(area.x, area.y, &format!("+{count}"), StyleRole::Accent);
        }
        ItemKind::FaceDownPile(count) => draw_face_down_pile(pen, item.area, count),
        ItemKind::EmptyPile(place) => draw_empty_pile(pen, item.area, seat, place),
        ItemKind::PileLabel(place) => draw_pile_label(pen, item.area, marks, place),
        ItemKind::FanArea
        | ItemKind::Button(..)
        | ItemKind::Panel
        | ItemKind::HelpTab(_)
        | ItemKind::Setting(_)
        | ItemKind::Results(_)
        | ItemKind::Menu(_) => {}
    }
    marks.draw_marker(pen, item);
}

/// A card's face: rank and suit in two corners where there is room, its pip between them where
/// there is more.
pub(super) fn draw_face(pen: &mut Painter<'_>, area: Rect, card: Card, ground: StyleRole) {
    let ink = pen.appearance.card_style(card, ground);
    let text = pen.appearance.card_text(card);
    pen.fill(area, " ", ground);
    let inset = text_inset(area);
    draw_top_edge(pen, area, inset + display_width(&text), ground);
    pen.write_styled(area.x + inset, area.y, &text, ink);
    if area.height >= 3 && area.width >= 4 {
        let x = area.right() - inset - display_width(&text);
        pen.write_styled(x, area.bottom() - 1, &text, ink);
    }
    if area.height >= 5 && area.width >= 5 {
        let pip = pen.appearance.pip(card.suit()).to_string();
        let x = area.x + area.width / 2;
        pen.write_styled(x, area.y + area.height / 2, &pip, ink);
    }
}

/// How far inside a face its words stand.
fn text_inset(area: Rect) -> u16 {
    u16::from(area.width >= 8)
}

/// A card's upper edge, right of its face.
fn draw_top_edge(pen: &mut Painter<'_>, area: Rect, start: u16, ground: StyleRole) {
    let line = pen.appearance.style(StyleRole::CardEdge);
    let style = match line.fg {
        Some(ink) => pen.appearance.style(ground).fg(ink),
        None => pen.appearance.style(ground).add_modifier(Modifier::DIM),
    };
    let hairline = pen.appearance.glyphs().card_edge;
    let row = Rect {
        x: area.x + start,
        width: area.width.saturating_sub(start),
        height: 1,
        ..area
    };
    pen.fill_styled(row, hairline, style);
}

/// What a face says besides: a foundation what it began with and how full it is, a reserve card
/// its number.
fn draw_corner_labels(
    pen: &mut Painter<'_>,
    area: Rect,
    seat: &TableState,
    at: CardPosition,
    ground: StyleRole,
) {
    let table = seat.game().table();
    let style = pen.appearance.style(ground).add_modifier(Modifier::DIM);
    let end = |words: &str| {
        area.right()
            .saturating_sub(text_inset(area) + display_width(words))
    };
    if let Some(tally) = seat.game().rules().foundation_progress(table, at.pile) {
        if area.width < 6 {
            if area.height >= 2 {
                let arrow = direction_arrow(&tally, pen.appearance.glyphs());
                pen.write_styled(end(arrow), area.y, arrow, style);
                clear_last_row(pen, area, ground);
                let words = compact_progress(&tally, area.width);
                pen.write_styled(area.x, area.bottom() - 1, &words, style);
            }
            return;
        }
        let start = base_rank_label(&tally, pen.appearance.glyphs());
        pen.write_styled(end(&start), area.y, &start, style);
        if area.height >= 2 {
            let count = format!("{}/{}", tally.count, tally.full_count);
            clear_last_row(pen, area, ground);
            pen.write_styled(end(&count), area.bottom() - 1, &count, style);
        }
    }
    if at.pile.kind() == rules::PileKind::Reserve && area.height >= 2 {
        let number = format!("{:02}", at.pile.number() + 1);
        if area.height > 3 {
            // The other corner has the card's face.
            let x = area.x + text_inset(area);
            pen.write_styled(x, area.bottom() - 1, &number, style);
            return;
        }
        clear_last_row(pen, area, ground);
        pen.write_styled(end(&number), area.bottom() - 1, &number, style);
    }
}

/// What a narrow foundation began with and how many cards it has; without room for both the
/// former, for the card on top tells the other. A full one says only that.
fn compact_progress(tally: &FoundationProgress, room: u16) -> String {
    if tally.count == tally.full_count {
        return "full".into();
    }
    let (start, count) = (tally.start.to_string(), tally.count.to_string());
    match room.checked_sub(display_width(&start) + display_width(&count)) {
        None | Some(0) => start,
        Some(gap) => format!("{start}{}{count}", " ".repeat(gap.into())),
    }
}

fn clear_last_row(pen: &mut Painter<'_>, area: Rect, ground: StyleRole) {
    let row = Rect {
        y: area.bottom() - 1,
        height: 1,
        ..area
    };
    pen.fill(row, " ", ground);
}

/// What a foundation began with, and which way it is built: `↑7`.
fn base_rank_label(tally: &FoundationProgress, glyphs: &Glyphs) -> String {
    format!("{}{}", direction_arrow(tally, glyphs), tally.start)
}

/// Which way a foundation is built.
fn direction_arrow(tally: &FoundationProgress, glyphs: &Glyphs) -> &'static str {
    glyphs.arrows[usize::from(!tally.is_ascending)]
}

pub(super) fn draw_back(pen: &mut Painter<'_>, area: Rect, words: &str) {
    let plain = pen.appearance.style(StyleRole::CardBack).bg.is_none();
    let glyphs = pen.appearance.glyphs();
    pen.fill(
        area,
        if plain { glyphs.card_back } else { " " },
        StyleRole::CardBack,
    );
    if !plain {
        let row = Rect { height: 1, ..area };
        pen.fill(row, glyphs.card_edge, StyleRole::CardBack);
    }
    pen.write(area.x, area.y, words, StyleRole::CardBackText);
}

/// A squared face-down pile with its number of cards.
fn draw_face_down_pile(pen: &mut Painter<'_>, area: Rect, count: usize) {
    draw_back(pen, area, "");
    let back = pen.appearance.glyphs().card_back;
    let under = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    };
    pen.fill(under, back, StyleRole::CardBack);
    let words = format!(" {count} ");
    let x = area.x + area.width.saturating_sub(display_width(&words)) / 2;
    pen.write(x, area.y + area.height / 2, &words, StyleRole::CardBackText);
}

/// An empty place: a faint outline with what it takes.
fn draw_empty_pile(pen: &mut Painter<'_>, area: Rect, seat: &TableState, place: PileId) {
    let glyphs = pen.appearance.glyphs();
    let [top_left, across, top_right, down, bottom_left, bottom_right] = glyphs.border;
    let (left, right) = (area.left(), area.right().saturating_sub(1));
    let (top, bottom) = (area.top(), area.bottom().saturating_sub(1));
    if area.height >= 3 && area.width >= 3 {
        for y in [top, bottom] {
            let row = Rect::new(left + 1, y, area.width - 2, 1);
            pen.fill(row, across, StyleRole::Dim);
        }
        for x in [left, right] {
            let column = Rect::new(x, top + 1, 1, area.height - 2);
            pen.fill(column, down, StyleRole::Dim);
        }
        let corners = [
            (left, top, top_left),
            (right, top, top_right),
            (left, bottom, bottom_left),
            (right, bottom, bottom_right),
        ];
        for (x, y, glyph) in corners {
            pen.write(x, y, glyph, StyleRole::Dim);
        }
    } else if area.height == 2 {
        pen.fill(
            Rect { height: 1, ..area },
            glyphs.horizontal_rule,
            StyleRole::Dim,
        );
    }
    let table = seat.game().table();
    let words = match seat.game().rules().accepts(table, place) {
        Accepts::Card(card) if card.rank() == Rank::ACE => {
            pen.appearance.pip(card.suit()).to_string()
        }
        Accepts::Card(card) => pen.appearance.card_text(card),
        Accepts::Rank(rank) => rank.label().to_owned(),
        Accepts::Any | Accepts::Nothing if area.height == 1 => "--".into(),
        Accepts::Any | Accepts::Nothing => String::new(),
    };
    let middle = if area.height == 2 {
        bottom
    } else {
        top + area.height / 2
    };
    let x = area.x + area.width.saturating_sub(display_width(&words)).div_ceil(2);
    pen.write(x, middle, &words, StyleRole::Dim);
}

/// The number of a pile.
fn draw_pile_label(pen: &mut Painter<'_>, area: Rect, marks: &Markers<'_>, place: PileId) {
    let words = (place.number() + 1).to_string();
    let role = if marks.accepts_selection(place) {
        StyleRole::DropTargetMarker
    } else {
        StyleRole::Dim
    };
    let x = area.x + (area.width.saturating_sub(display_width(&words))) / 2;
    pen.write(x, area.y, &words, role);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_foundation_says_what_fits() {
        for (start, count, words) in [
            (7, 3, "7  3"),
            (7, 12, "7 12"),
            (10, 9, "10 9"),
            (10, 11, "10"),
            (10, 13, "full"),
        ] {
            let tally = FoundationProgress {
                start: Rank::new(start).expect("a rank"),
                is_ascending: true,
                count,
                full_count: 13,
            };
            assert_eq!(compact_progress(&tally, 4), words);
        }
    }
}
