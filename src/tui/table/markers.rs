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
        let (theme, last_diff) = (self.theme, &self.table.last_diff);
        if self.is_selected(card) {
            theme.selected_card
        } else if self.is_hinted_card(card) {
            theme.hinted_card
        } else if self.is_drop_target(card) || self.is_next_discard(card) {
            theme.drop_target
        } else if last_diff.change_at(card).is_some() {
            theme.moved_card
        } else if shaded {
            theme.card_face_shaded
        } else {
            theme.card_face
        }
    }

    /// Returns the color of the outline of an empty pile.
    pub(super) fn outline_style(&self, pile: PileId) -> Style {
        let theme = self.theme;
        if self.accepts_selection(pile) {
            theme.drop_target_marker
        } else if self.is_hinted(pile) {
            theme.hint_marker
        } else {
            theme.dim
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
            Some(Marker::Selected) => (glyphs.selected, theme.cursor),
            Some(Marker::DropTarget) if has_cursor => (glyphs.cursor_on_target, theme.cursor),
            Some(Marker::DropTarget) => (glyphs.drop_target, theme.drop_target_marker),
            Some(Marker::Hinted) if has_cursor => (glyphs.hint, theme.cursor),
            Some(Marker::Hinted) => (glyphs.hint, theme.hint_marker),
            Some(Marker::Slid) => (glyphs.slid, theme.accent),
            None if has_cursor => (glyphs.cursor, theme.cursor),
            None => return,
        };
        match item.marker {
            Some(Position { x, y }) => {
                write(buf, x, y, glyph, style);
            }
            None => buf.set_style(
                Rect {
                    width: 2,
                    height: 1,
                    ..item.area
                },
                Modifier::REVERSED,
            ),
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

    fn marker(&self, target: Target) -> Option<Marker> {
        match target {
            Target::Card(card) if self.is_lowest(card, Markers::is_selected) => {
                Some(Marker::Selected)
            }
            Target::Card(card) if self.is_next_discard(card) && self.is_hinted_card(card) => {
                Some(Marker::Hinted)
            }
            Target::Card(card) if self.is_drop_target(card) || self.is_next_discard(card) => {
                Some(Marker::DropTarget)
            }
            Target::Card(card) if self.is_lowest(card, Markers::is_hinted_card) => {
                Some(Marker::Hinted)
            }
            Target::Card(card) if self.is_lowest(card, Markers::has_slid) => Some(Marker::Slid),
            Target::Pile(pile) if self.accepts_selection(pile) => Some(Marker::DropTarget),
            Target::Pile(pile) if self.is_hinted(pile) => Some(Marker::Hinted),
            _ => None,
        }
    }

    /// Whether a condition holds for a card, but not for the card below it.
    fn is_lowest(
        &self,
        card: CardPosition,
        is_true: fn(&Markers<'a>, CardPosition) -> bool,
    ) -> bool {
        let below = card.index.checked_sub(1);
        let below = below.map(|index| CardPosition { index, ..card });
        is_true(self, card) && !below.is_some_and(|below| is_true(self, below))
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

    /// Whether a card slid to the left in the last turn.
    fn has_slid(&self, card: CardPosition) -> bool {
        self.table.last_diff.change_at(card) == Some(CardMoveKind::Slid)
    }

    /// Whether a hint moves or discards a card, or moves others to it.
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

/// Meaning of a marker, apart from the cursor.
enum Marker {
    /// The lowest selected card.
    Selected,
    /// The target of the selection, or a card that the next discard removes.
    DropTarget,
    /// A card that a hint names, or its target.
    Hinted,
    /// The lowest card that slid to the left.
    Slid,
}
