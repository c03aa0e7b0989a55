//! Where the piles of a game lie.

use ratatui::layout::Rect;

use super::{Hit, ItemKind, Scene, Target};
use crate::cards::Card;
use crate::presentation::PilePosition;
use crate::rules::{PileId, PileKind};
use crate::tui::fan::{Fan, FanBounds, SlotContent};
use crate::tui::grid::{CARD_TEXT_WIDTH, Column, TableGrid};
use crate::tui::table_state::{CardPosition, TableState};

/// Adds a game's piles to a scene.
pub(super) fn lay_out(seat: &TableState, scene: &mut Scene) {
    if let Some(window) = seat.layout.window {
        scene.lay_out_hand(seat, window);
        scene.add_animated_cards(seat);
        return;
    }
    match TableGrid::compute(&seat.layout, (scene.area.width, scene.area.height)) {
        Ok(layout) => {
            scene.message_row = layout.message_row;
            scene.footer_row = layout.footer_row;
            for spot in &seat.layout.positions {
                scene.lay_out_pile(seat, spot, &layout);
            }
            scene.add_dragged_cards(seat, &layout);
            scene.add_animated_cards(seat);
        }
        Err(needs) => scene.min_size = Some(needs),
    }
}

impl Scene {
    /// Puts a face-up card on top.
    pub(super) fn add_face_up_card(&mut self, area: Rect, card: Card, at: CardPosition) {
        let shape = ItemKind::FaceUp {
            card,
            position: at,
            shaded: false,
        };
        self.add(area, shape, Hit::Target(Target::Card(at)));
    }

    fn lay_out_pile(&mut self, seat: &TableState, spot: &PilePosition, layout: &TableGrid) {
        let column = layout.columns[spot.column];
        let squared = |y, height| Rect::new(column.x, y, column.width, height);
        if spot.row == 0 {
            self.lay_out_squared_pile(seat, spot.pile, squared(layout.top_row.0, layout.top_row.1));
        } else if spot.pile.kind() == PileKind::Reserve {
            let (pitch, height) = layout.reserve_pitch_height;
            let y = layout.fan_rows.0 + (spot.row as u16 - 1) * pitch;
            if seat.resting_count(spot.pile) > 0 {
                self.lay_out_squared_pile(seat, spot.pile, squared(y, height));
            } else if seat.cursor.pile == spot.pile {
                let hit = Hit::Target(Target::Pile(spot.pile));
                self.add(squared(y, height), ItemKind::EmptyPile(spot.pile), hit);
            }
        } else {
            let label = squared(layout.label_row, 1);
            let below = Hit::Target(Target::BelowPile(spot.pile));
            self.add(label, ItemKind::PileLabel(spot.pile), below);
            self.add(
                squared(layout.fan_rows.0, layout.fan_rows.1),
                ItemKind::FanArea,
                below,
            );
            self.lay_out_fan(seat, spot, layout);
        }
    }

    /// A pile of which only the top is seen.
    pub(super) fn lay_out_squared_pile(&mut self, seat: &TableState, place: PileId, area: Rect) {
        let table = seat.game().table();
        let lying = &table.pile(place)[..seat.resting_count(place)];
        let on_place = Hit::Target(Target::Pile(place));
        match lying {
            [] => self.add(area, ItemKind::EmptyPile(place), on_place),
            _ if table.face_down(place) >= lying.len() => {
                self.add(area, ItemKind::FaceDownPile(lying.len()), on_place);
            }
            [.., card] => {
                let index = lying.len() - 1;
                self.add_face_up_card(area, *card, CardPosition { pile: place, index });
            }
        }
    }

    fn lay_out_fan(&mut self, seat: &TableState, spot: &PilePosition, layout: &TableGrid) {
        let (place, table) = (spot.pile, seat.game().table());
        let column = layout.columns[spot.column];
        let (top, rows) = layout.fan_rows;
        let size = seat.resting_count(place);
        if size == 0 {
            let area = Rect::new(column.x, top, column.width, layout.card_height.min(rows));
            self.add(
                area,
                ItemKind::EmptyPile(place),
                Hit::Target(Target::Pile(place)),
            );
            return;
        }
        let room = FanBounds {
            rows,
            card_height: layout.card_height,
            card_offset: layout.card_offset,
            max_strips: layout.max_strips(spot.column),
        };
        let focus = (seat.cursor.pile == place).then_some(seat.cursor.index);
        let fan = Fan::arrange(size, table.face_down(place).min(size), room, focus);
        let strips = StripLayout::new(column, fan.strips);
        for slot in &fan.slots {
            let x = column.x + slot.strip * strips.pitch;
            let width = strips.width;
            let area = Rect::new(x, top + slot.row, width, slot.rows);
            let index = match slot.content {
                SlotContent::Card(index) => index,
                SlotContent::Collapsed(count) => count - 1,
                SlotContent::Hidden(_) => 0,
            };
            let at = CardPosition { pile: place, index };
            let shape = match slot.content {
                SlotContent::Collapsed(count) => ItemKind::Collapsed(count),
                SlotContent::Hidden(count) => ItemKind::Hidden(count),
                SlotContent::Card(index) if index < table.face_down(place) => ItemKind::FaceDown,
                SlotContent::Card(index) => ItemKind::FaceUp {
                    card: table.pile(place)[index],
                    position: at,
                    shaded: slot.strip % 2 == 1,
                },
            };
            let hit = match slot.content {
                SlotContent::Hidden(_) => Hit::Target(Target::Pile(place)),
                _ => Hit::Target(Target::Card(at)),
            };
            self.add(area, shape, hit);
            // Where strips touch there is no cell between them for a mark.
            if slot.strip > 0
                && strips.pitch == strips.width
                && let Some(item) = self.items.last_mut()
            {
                item.marker_cell = None;
            }
        }
    }
}

/// How the strips of a fan lie in its column.
struct StripLayout {
    pitch: u16,
    width: u16,
}

impl StripLayout {
    /// As wide as can be, with a cell between two where there is room for one.
    fn new(column: Column, count: u16) -> StripLayout {
        if count <= 1 {
            return StripLayout {
                pitch: 0,
                width: column.width,
            };
        }
        let width = (column.span + 1 - count) / count;
        if width >= CARD_TEXT_WIDTH {
            StripLayout {
                pitch: width + 1,
                width,
            }
        } else {
            StripLayout {
                pitch: CARD_TEXT_WIDTH,
                width: CARD_TEXT_WIDTH,
            }
        }
    }
}
