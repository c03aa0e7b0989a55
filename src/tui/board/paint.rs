//! Drawing a board as it was laid out.

use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use super::card::{
    direction_arrow, draw_back, draw_empty_pile, draw_face, draw_face_down_pile,
    draw_foundation_labels, draw_left_edge, draw_reserve_number,
};
use super::layout::{CardLayout, Item, ItemKind, text_inset};
use super::scene::{BoardScene, ItemMarks, Mark};
use crate::game::CardPosition;
use crate::presentation::{Accepts, BuildDirection};
use crate::rules::{PileId, PileKind};
use crate::tui::frame::Canvas;
use crate::tui::grid::CARD_TEXT_WIDTH;
use crate::tui::theme::{Role, Theme, glyphs};

/// Draws everything that lies on the table.
pub(super) fn draw_items(layout: &CardLayout, scene: &BoardScene<'_>, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    for item in &layout.items {
        let marks = scene.marks_of(item.target);
        draw_item(item, marks, canvas);
        if let (ItemKind::FaceUp(face), Some(pile)) = (item.kind, item.target.pile()) {
            let (style, _) = face_style(marks.tint, face.shaded, theme);
            match scene.game.rules().foundation_count(scene.table, pile) {
                _ if pile.kind() == PileKind::Reserve => {
                    draw_reserve_number(pile.number() + 1, style, item.area, canvas);
                }
                Some(foundation) => {
                    let next = match scene.game.rules().accepts(scene.table, pile) {
                        Accepts::Card(card) => Some(card.rank()),
                        _ => None,
                    };
                    draw_foundation_labels(foundation.direction, next, style, item.area, canvas);
                }
                None => {}
            }
        }
        draw_state_edges(item, marks, canvas);
        if item.target.pile() == Some(PileId::DISCARDS) && !item.cards.is_empty() {
            // It is not in play.
            theme.dim_cells(item.area, canvas.buf);
        }
        draw_marker(item, marks, canvas);
    }
    for (row, caption) in &layout.captions {
        canvas.write_centered(*row, caption, theme[Role::Dim]);
    }
}

/// Draws a card with its marks, apart from a table.
pub fn draw_card(kind: ItemKind, marks: ItemMarks, area: Rect, canvas: &mut Canvas<'_>) {
    let item = Item {
        marker: Some(Position::new(area.x.saturating_sub(1), area.y)),
        ..Item::floating(area, kind, CardPosition::new(PileId::HAND, 0))
    };
    draw_item(&item, marks, canvas);
    draw_state_edges(&item, marks, canvas);
    draw_marker(&item, marks, canvas);
}

/// Draws the cards above the table.
pub fn draw_floating(layout: &CardLayout, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let tint = layout.drag_accepted.map(|_| Mark::Selected);
    let marks = ItemMarks {
        tint,
        ..ItemMarks::default()
    };
    for item in &layout.floating_cards {
        draw_item(item, marks, canvas);
        if let ItemKind::FaceUp(_) = item.kind
            && text_inset(item.area) > 0
        {
            draw_left_edge(face_style(tint, false, theme).0, item.area, canvas);
        }
        draw_state_edges(item, marks, canvas);
    }
    let first = layout.floating_cards.first();
    if let (Some(first), Some(is_accepted)) = (first, layout.drag_accepted)
        && let Some(x) = first.area.x.checked_sub(1)
    {
        let glyph = if is_accepted {
            glyphs::CURSOR_ON_TARGET
        } else {
            glyphs::SELECTED
        };
        canvas.write(x, first.area.y, glyph, theme[Role::Cursor]);
    }
}

fn draw_item(item: &Item, marks: ItemMarks, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let area = item.area;
    match item.kind {
        ItemKind::FaceUp(face) => {
            let (style, _) = face_style(marks.tint, face.shaded, theme);
            draw_face(face, style, area, canvas);
        }
        ItemKind::FaceDown => draw_back("", area, canvas),
        ItemKind::Collapsed(count) => {
            let text = format!("{}{count}", glyphs::COLLAPSED);
            draw_back(&text, area, canvas);
        }
        ItemKind::Hidden(count) => {
            canvas.fill(area, " ", theme[Role::Background]);
            canvas.write(area.x, area.y, &format!("+{count}"), theme[Role::Accent]);
        }
        ItemKind::FaceDownPile(count) => draw_face_down_pile(count, area, canvas),
        ItemKind::EmptyPile { accepts, name } => {
            let outline = match marks.tint {
                Some(Mark::DropTarget) => Some(theme[Role::DropTargetMarker]),
                Some(_) => Some(theme[Role::HintMarker]),
                None => marks.has_cursor.then(|| theme[Role::Cursor]),
            };
            let is_reserve = |pile: PileId| pile.kind() == PileKind::Reserve;
            if outline.is_none() && item.target.pile().is_some_and(is_reserve) {
                // Nothing is put there any more.
                return;
            }
            draw_empty_pile(accepts, name, outline, area, canvas);
        }
        ItemKind::PileLabel(pile, direction) => {
            draw_pile_label(pile, direction, area, marks, canvas);
        }
        ItemKind::FanArea => {}
    }
}

/// Draws the number of a pile, as on the key that moves from it, and the direction in which it is
/// built if the piles differ in that.
fn draw_pile_label(
    pile: PileId,
    direction: Option<BuildDirection>,
    area: Rect,
    marks: ItemMarks,
    canvas: &mut Canvas<'_>,
) {
    let theme = canvas.theme;
    // The key 0 is right of 9: it is the tenth pile.
    let number = (pile.number() + 1) % 10;
    let arrow = direction.map_or("", direction_arrow);
    let style = if marks.has_cursor && !has_cursor_edge(area) {
        theme[Role::Cursor]
    } else if marks.tint == Some(Mark::DropTarget) {
        theme[Role::DropTargetMarker]
    } else {
        theme[Role::Dim]
    };
    canvas.write_centered(area, &format!("{number}{arrow}"), style);
}

/// Draws the state of a face in its first and last column, if its paper does not show it.
fn draw_state_edges(item: &Item, marks: ItemMarks, canvas: &mut Canvas<'_>) {
    let area = item.area;
    let (_, color) = face_style(marks.tint, false, canvas.theme);
    if let (ItemKind::FaceUp(_), Some(color)) = (item.kind, color)
        && text_inset(area) > 0
    {
        for x in [area.x, area.right() - 1] {
            let edge = Style::new().bg(color);
            canvas.buf.set_style(
                Rect {
                    x,
                    width: 1,
                    ..area
                },
                edge,
            );
        }
    }
}

/// Returns the style of a face, and the background of its first and last column if that is another.
fn face_style(mark: Option<Mark>, shaded: bool, theme: &Theme) -> (Style, Option<Color>) {
    theme.face(match mark {
        Some(Mark::Selected) => Role::SelectedCard,
        Some(Mark::DropTarget) => Role::DropTarget,
        Some(Mark::Hinted) => Role::HintedCard,
        Some(Mark::Moved) => Role::MovedCard,
        Some(Mark::Slid | Mark::Judged(_)) => Role::SlidCard,
        None if shaded => Role::CardFaceShaded,
        None => Role::CardFace,
    })
}

/// Draws the marker beside an item. If there is no cell for it, reverses the first two cells of the
/// item.
fn draw_marker(item: &Item, marks: ItemMarks, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let is_marked = !matches!(
        item.kind,
        ItemKind::Hidden(_) | ItemKind::FanArea | ItemKind::PileLabel(..)
    );
    let has_cursor = marks.has_cursor;
    let is_card = is_marked && !matches!(item.kind, ItemKind::EmptyPile { .. });
    if is_card && has_cursor && has_cursor_edge(item.area) {
        // The left edge of a card in its first row has no text. More rows would take hundreds of bytes for each key,
        // too many for a slow connection.
        let Rect { x, y, .. } = item.area;
        // Bold like the marker beside it, which saves an escape sequence.
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let color = theme[Role::Cursor].fg;
        let style = color.map_or(bold, |color| bold.fg(color));
        canvas.write(x, y, glyphs::CURSOR_EDGE, style);
    }
    let (glyph, style) = match marks.marker {
        _ if !is_marked => return,
        Some(Mark::Selected) => (glyphs::SELECTED, theme[Role::Cursor]),
        Some(Mark::DropTarget) if has_cursor => (glyphs::CURSOR_ON_TARGET, theme[Role::Cursor]),
        Some(Mark::DropTarget) => (glyphs::DROP_TARGET, theme[Role::DropTargetMarker]),
        Some(Mark::Hinted) if has_cursor => (theme.hint_glyph(), theme[Role::Cursor]),
        Some(Mark::Hinted) => (theme.hint_glyph(), theme[Role::HintMarker]),
        Some(Mark::Judged(point)) => theme.turning_point_sign(point),
        Some(Mark::Slid) => (glyphs::SLID, theme[Role::Accent]),
        Some(Mark::Moved) | None if has_cursor => (glyphs::CURSOR, theme[Role::Cursor]),
        Some(Mark::Moved) | None => return,
    };
    match item.marker {
        Some(Position { x, y }) => {
            canvas.write(x, y, glyph, style);
        }
        None => {
            let Rect { x, y, .. } = item.area;
            canvas
                .buf
                .set_style(Rect::new(x, y, 2, 1), Modifier::REVERSED);
        }
    }
}

/// Whether an item has room for a highlighted edge. If not, the number of its pile is highlighted.
/// Highlighting both would take one and a half times as many bytes for each key.
fn has_cursor_edge(area: Rect) -> bool {
    area.width > CARD_TEXT_WIDTH + 2
}
