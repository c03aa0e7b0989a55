//! Markers: tints and symbols for the cursor, the selection, its targets, the last move and a hint.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::layout::{ItemKind, TableItem};
use super::view::TableView;
use crate::game::{CardMoveKind, CardPosition};
use crate::rules::{Move, PileId};
use crate::tui::action::Target;
use crate::tui::grid::CARD_TEXT_WIDTH;
use crate::tui::theme::Theme;
use crate::tui::widgets::write;

/// What a card or pile is marked as, apart from the cursor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Selected,
    /// The target of the selection, or a card that the next discard removes.
    DropTarget,
    /// A card that a hint names, or its target.
    Hinted,
    /// A card that slid to the left.
    Slid,
    /// Another card that has just moved.
    Moved,
}

/// What is marked on a table, computed once for each frame.
pub(super) struct Markers<'a> {
    pub(super) table: &'a TableView,
    pub(super) theme: &'a Theme,
    drop_targets: Vec<PileId>,
    selected_count: usize,
    discard_range: Range<usize>,
}

impl<'a> Markers<'a> {
    pub(super) fn new(table: &'a TableView, theme: &'a Theme) -> Markers<'a> {
        Markers {
            table,
            theme,
            drop_targets: table.drop_targets(),
            selected_count: table.selected_count(),
            discard_range: table.discard_range(),
        }
    }

    /// Returns the background of a face.
    pub(super) fn face_style(&self, card: CardPosition, shaded: bool) -> Style {
        let theme = self.theme;
        match self.card_mark(card) {
            Some(Mark::Selected) => theme.selected_card,
            Some(Mark::DropTarget) => theme.drop_target,
            Some(Mark::Hinted) => theme.hinted_card,
            Some(Mark::Slid | Mark::Moved) => theme.moved_card,
            None if shaded => theme.card_face_shaded,
            None => theme.card_face,
        }
    }

    /// Returns the color of the outline of an empty pile.
    pub(super) fn outline_style(&self, pile: PileId) -> Style {
        let theme = self.theme;
        match self.pile_mark(pile) {
            Some(Mark::DropTarget) => theme.drop_target_marker,
            Some(_) => theme.hint_marker,
            None => theme.dim,
        }
    }

    /// Whether the selection can be moved to a pile. An empty pile also counts if the game moves cards
    /// that are dropped on it to another empty pile.
    pub(super) fn accepts_selection(&self, pile: PileId) -> bool {
        !self.drop_targets.is_empty() && self.drop_targets.contains(&self.drop_target(pile))
    }

    /// Returns the pile that cards dropped on a pile go to.
    fn drop_target(&self, pile: PileId) -> PileId {
        let game = self.table.game();
        game.rules().drop_target(game.table(), pile)
    }

    /// Draws the marker beside an item. If there is no cell for it, reverses the first two cells of the
    /// item.
    pub(super) fn draw_marker(&self, item: &TableItem, buf: &mut Buffer) {
        if matches!(item.kind, ItemKind::Hidden(_)) {
            return;
        }
        let (theme, glyphs) = (self.theme, self.theme.glyphs());
        let has_cursor = self.has_cursor(item.target);
        if has_cursor && has_cursor_edge(item.area) {
            draw_cursor_edge(theme, buf, item.area);
        }
        let (glyph, style) = match self.marker(item.target) {
            Some(Mark::Selected) => (glyphs.selected, theme.cursor),
            Some(Mark::DropTarget) if has_cursor => (glyphs.cursor_on_target, theme.cursor),
            Some(Mark::DropTarget) => (glyphs.drop_target, theme.drop_target_marker),
            Some(Mark::Hinted) if has_cursor => (glyphs.hint, theme.cursor),
            Some(Mark::Hinted) => (glyphs.hint, theme.hint_marker),
            Some(Mark::Slid) => (glyphs.slid, theme.accent),
            Some(Mark::Moved) | None if has_cursor => (glyphs.cursor, theme.cursor),
            Some(Mark::Moved) | None => return,
        };
        match item.marker {
            Some(Position { x, y }) => {
                write(buf, x, y, glyph, style);
            }
            None => {
                let Rect { x, y, .. } = item.area;
                buf.set_style(Rect::new(x, y, 2, 1), Modifier::REVERSED);
            }
        }
    }

    /// Draws the marker beside dragged cards: whether the pile below the pointer accepts them.
    pub(super) fn draw_drag_marker(&self, area: Rect, over: Option<PileId>, buf: &mut Buffer) {
        let glyphs = self.theme.glyphs();
        let glyph = if over.is_some_and(|pile| self.accepts_selection(pile)) {
            glyphs.cursor_on_target
        } else {
            glyphs.selected
        };
        if let Some(x) = area.x.checked_sub(1) {
            write(buf, x, area.y, glyph, self.theme.cursor);
        }
    }

    /// Whether the cursor is shown on something; during a drag it is not shown.
    fn has_cursor(&self, target: Target) -> bool {
        match target {
            Target::Card(card) => card == self.table.cursor && self.is_cursor_in(card.pile),
            Target::Pile(pile) => self.is_cursor_in(pile),
            _ => false,
        }
    }

    /// Whether the cursor is shown in a pile.
    pub(super) fn is_cursor_in(&self, pile: PileId) -> bool {
        let table = self.table;
        table.cursor.pile == pile && !table.is_hand_game() && table.drag.is_none()
    }

    /// Returns what the marker beside something says. Of several cards that are selected, hinted or
    /// slid together, the lowest has it; of those that the next discard removes, each.
    fn marker(&self, target: Target) -> Option<Mark> {
        match target {
            Target::Card(card) => {
                let below = card.index.checked_sub(1);
                let below = below.and_then(|index| self.card_mark(CardPosition { index, ..card }));
                let mark = self.card_mark(card);
                mark.filter(|mark| below != Some(*mark) || self.is_next_discard(card))
            }
            Target::Pile(pile) => self.pile_mark(pile),
            _ => None,
        }
    }

    fn card_mark(&self, card: CardPosition) -> Option<Mark> {
        if self.is_selected(card) {
            Some(Mark::Selected)
        } else if self.is_hinted_card(card) {
            Some(Mark::Hinted)
        } else if self.is_drop_target(card) || self.is_next_discard(card) {
            Some(Mark::DropTarget)
        } else {
            let change = self.table.last_diff.change_at(card)?;
            let is_slid = change == CardMoveKind::Slid;
            Some(if is_slid { Mark::Slid } else { Mark::Moved })
        }
    }

    fn pile_mark(&self, pile: PileId) -> Option<Mark> {
        if self.accepts_selection(pile) {
            Some(Mark::DropTarget)
        } else {
            self.is_hinted(pile).then_some(Mark::Hinted)
        }
    }

    fn pile_len(&self, pile: PileId) -> usize {
        self.table.game().table().size(pile)
    }

    fn is_selected(&self, card: CardPosition) -> bool {
        let selection = self.table.selection;
        selection.is_some_and(|selection| selection.from == card.pile)
            && card.index + self.selected_count >= self.pile_len(card.pile)
    }

    /// Whether a card is the top one of a pile that accepts the selection.
    fn is_drop_target(&self, card: CardPosition) -> bool {
        card.index + 1 == self.pile_len(card.pile) && self.accepts_selection(card.pile)
    }

    /// Whether the next discard removes a card of the hand.
    fn is_next_discard(&self, card: CardPosition) -> bool {
        card.pile == PileId::HAND && self.discard_range.contains(&card.index)
    }

    /// Whether a hint moves a card, or moves others to it.
    fn is_hinted_card(&self, card: CardPosition) -> bool {
        let moved = match self.table.hint {
            Some(Move::Transfer { from, count, .. }) if from == card.pile => count.into(),
            Some(Move::DiscardMiddle | Move::DiscardAll) => return self.is_next_discard(card),
            _ => 0,
        };
        let above = self.pile_len(card.pile).saturating_sub(card.index);
        above <= moved || (above == 1 && self.is_hinted(card.pile))
    }

    /// Whether a hint moves cards to a pile, or draws from it.
    fn is_hinted(&self, pile: PileId) -> bool {
        match self.table.hint {
            Some(Move::Transfer { to, .. }) => to == self.drop_target(pile),
            Some(Move::Draw | Move::Deal) => pile == PileId::STOCK,
            _ => false,
        }
    }
}

/// Whether an item has room for a highlighted edge. If not, the number of its pile is highlighted.
/// Highlighting both would take one and a half times as many bytes for each key.
pub(super) fn has_cursor_edge(area: Rect) -> bool {
    area.width > CARD_TEXT_WIDTH + 2
}

/// Highlights the left edge of a card or empty pile in its first row, which has no text there. More
/// rows would take hundreds of bytes for each key, too many for a slow connection.
fn draw_cursor_edge(theme: &Theme, buf: &mut Buffer, area: Rect) {
    let glyph = theme.glyphs().cursor_edge;
    let color = theme.cursor.fg;
    // Bold like the marker beside it, which saves an escape sequence.
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let style = color.map_or(bold, |color| bold.fg(color));
    write(buf, area.x, area.y, glyph, style);
}
