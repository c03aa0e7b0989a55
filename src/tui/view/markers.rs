//! What is marked at the table, by tints and by signs beside the cards: the cursor, what is picked
//! up, what takes it, what has just moved, what a hint names.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::painter::Painter;
use crate::game::ChangeKind;
use crate::rules::{Move, PileId};
use crate::tui::scene::{Hit, ItemKind, SceneItem, Target};
use crate::tui::table_state::{CardPosition, TableState};
use crate::tui::theme::StyleRole;

/// What is marked, asked once for a screen.
pub(super) struct Markers<'a> {
    /// The game and how the player stands in it.
    pub(super) table_state: &'a TableState,
    drop_targets: Vec<PileId>,
    selected_count: usize,
    discard_range: Range<usize>,
}

impl<'a> Markers<'a> {
    pub(super) fn new(seat: &'a TableState) -> Markers<'a> {
        Markers {
            table_state: seat,
            drop_targets: seat.drop_targets(),
            selected_count: seat.selected_count(),
            discard_range: seat.discard_range(),
        }
    }

    /// What a face is drawn on.
    pub(super) fn face_style(&self, at: CardPosition, shaded: bool) -> StyleRole {
        if self.is_selected(at) {
            StyleRole::SelectedCard
        } else if self.is_drop_target(at) || self.is_next_discard(at) {
            StyleRole::DropTarget
        } else if self
            .table_state
            .last_diff
            .change_at(at.pile, at.index)
            .is_some()
        {
            StyleRole::MovedCard
        } else if shaded {
            StyleRole::CardFaceShaded
        } else {
            StyleRole::CardFace
        }
    }

    /// Whether what is picked up can be put there: in a space, where its game would take it.
    pub(super) fn accepts_selection(&self, place: PileId) -> bool {
        let landing = || {
            self.table_state
                .game()
                .rules()
                .drop_target(self.table_state.game().table(), place)
        };
        !self.drop_targets.is_empty() && self.drop_targets.contains(&landing())
    }

    /// Draws the sign beside a thing. Where there is no cell for it, the thing's first two are
    /// reversed.
    pub(super) fn draw_marker(&self, pen: &mut Painter<'_>, item: &SceneItem) {
        if matches!(item.kind, ItemKind::Hidden(_)) {
            return;
        }
        let glyphs = pen.appearance.glyphs();
        let cursor = self.has_cursor(item.hit);
        let (glyph, role) = match self.marker(item.hit) {
            Some(Marker::Selected) => (glyphs.selected, StyleRole::Cursor),
            Some(Marker::DropTarget) if cursor => (glyphs.cursor_on_target, StyleRole::Cursor),
            Some(Marker::DropTarget) => (glyphs.drop_target, StyleRole::DropTargetMarker),
            Some(Marker::Hinted) if cursor => (glyphs.hint, StyleRole::Cursor),
            Some(Marker::Hinted) => (glyphs.hint, StyleRole::HintMarker),
            Some(Marker::Slid) => (glyphs.slid, StyleRole::Accent),
            None if cursor => (glyphs.cursor, StyleRole::Cursor),
            None => return,
        };
        match item.marker_cell {
            Some(Position { x, y }) => {
                pen.write(x, y, glyph, role);
            }
            None => pen.reverse(Rect {
                width: 2,
                height: 1,
                ..item.area
            }),
        }
    }

    /// Draws the sign beside what the pointer carries: whether it is over what takes it.
    pub(super) fn draw_drag_marker(&self, pen: &mut Painter<'_>, area: Rect, over: Option<PileId>) {
        let glyphs = pen.appearance.glyphs();
        let glyph = match over.is_some_and(|place| self.accepts_selection(place)) {
            true => glyphs.cursor_on_target,
            false => glyphs.selected,
        };
        if let Some(x) = area.x.checked_sub(1) {
            pen.write(x, area.y, glyph, StyleRole::Cursor);
        }
    }

    /// Whether the cursor is on a thing; what the pointer carries has a sign of its own.
    fn has_cursor(&self, hit: Hit) -> bool {
        let cursor = self.table_state.cursor;
        !self.table_state.is_hand_game()
            && self.table_state.drag.is_none()
            && match hit {
                Hit::Target(Target::Card(at)) => at == cursor,
                Hit::Target(Target::Pile(place)) => place == cursor.pile,
                _ => false,
            }
    }

    fn marker(&self, hit: Hit) -> Option<Marker> {
        match hit {
            Hit::Target(Target::Card(at)) if self.is_lowest_matching(at, Markers::is_selected) => {
                Some(Marker::Selected)
            }
            Hit::Target(Target::Card(at))
                if self.is_drop_target(at) || self.is_next_discard(at) =>
            {
                Some(Marker::DropTarget)
            }
            Hit::Target(Target::Card(at)) if self.is_hinted(at.pile, Some(at.index)) => {
                Some(Marker::Hinted)
            }
            Hit::Target(Target::Card(at)) if self.is_lowest_matching(at, Markers::has_slid) => {
                Some(Marker::Slid)
            }
            Hit::Target(Target::Pile(place)) if self.accepts_selection(place) => {
                Some(Marker::DropTarget)
            }
            Hit::Target(Target::Pile(place)) if self.is_hinted(place, None) => Some(Marker::Hinted),
            _ => None,
        }
    }

    /// Whether a card is the lowest of those of its pile that something holds of.
    fn is_lowest_matching(
        &self,
        at: CardPosition,
        holds: fn(&Markers<'a>, CardPosition) -> bool,
    ) -> bool {
        holds(self, at) && !card_below(at).is_some_and(|at| holds(self, at))
    }

    fn pile_len(&self, place: PileId) -> usize {
        self.table_state.game().table().size(place)
    }

    fn is_selected(&self, at: CardPosition) -> bool {
        self.table_state
            .selection
            .is_some_and(|held| held.from == at.pile)
            && at.index + self.selected_count >= self.pile_len(at.pile)
    }

    /// Whether a card is the top of a place that takes what is picked up.
    fn is_drop_target(&self, at: CardPosition) -> bool {
        at.index + 1 == self.pile_len(at.pile) && self.accepts_selection(at.pile)
    }

    /// Whether the next discard takes a card of the hand.
    fn is_next_discard(&self, at: CardPosition) -> bool {
        at.pile == PileId::HAND && self.discard_range.contains(&at.index)
    }

    /// Whether a card slid left by itself.
    fn has_slid(&self, at: CardPosition) -> bool {
        self.table_state.last_diff.change_at(at.pile, at.index) == Some(ChangeKind::Slid)
    }

    /// Whether a hint names a card, or the place it goes to.
    fn is_hinted(&self, place: PileId, index: Option<usize>) -> bool {
        let size = self.pile_len(place);
        match self.table_state.hint {
            Some(Move::Transfer { from, to, count }) => {
                let landing = self
                    .table_state
                    .game()
                    .rules()
                    .drop_target(self.table_state.game().table(), place);
                let head = index.is_some_and(|index| index + usize::from(count) == size);
                let top = index.is_none_or(|index| index + 1 == size);
                (from == place && head) || (to == landing && top)
            }
            Some(Move::Draw | Move::Deal) => place == PileId::STOCK,
            _ => false,
        }
    }
}

/// What a sign beside a thing says, besides the cursor.
enum Marker {
    /// It is picked up.
    Selected,
    /// It takes what is picked up, or goes with the next discard.
    DropTarget,
    /// A hint names it.
    Hinted,
    /// It slid left by itself.
    Slid,
}

/// The card under a card.
fn card_below(at: CardPosition) -> Option<CardPosition> {
    let index = at.index.checked_sub(1)?;
    Some(CardPosition { index, ..at })
}
