//! Where the piles of a game lie.

use ratatui::layout::Rect;

use super::{Hit, Scene, Shape, Target};
use crate::cards::Card;
use crate::rules::{Place, Role, Spot};
use crate::tui::fan::{Fan, Room, Seen};
use crate::tui::layout::{Column, FACE, Layout};
use crate::tui::seat::{At, Seat};

/// Adds a game's piles to a scene.
pub(super) fn lay_out(seat: &Seat, scene: &mut Scene) {
    if let Some(window) = seat.plan.window {
        scene.lay_hand(seat, window);
        scene.fly(seat);
        return;
    }
    match Layout::of(&seat.plan, (scene.area.width, scene.area.height)) {
        Ok(layout) => {
            scene.message = layout.message;
            scene.keys = layout.keys;
            for spot in &seat.plan.spots {
                scene.lay_pile(seat, spot, &layout);
            }
            scene.carry(seat, &layout);
            scene.fly(seat);
        }
        Err(needs) => scene.needs = Some(needs),
    }
}

impl Scene {
    /// Puts a face-up card on top.
    pub(super) fn add_face(&mut self, area: Rect, card: Card, at: At) {
        let shape = Shape::Face {
            card,
            at,
            shaded: false,
        };
        self.add(area, shape, Hit::On(Target::Card(at)));
    }

    fn lay_pile(&mut self, seat: &Seat, spot: &Spot, layout: &Layout) {
        let column = layout.columns[spot.column];
        let squared = |y, height| Rect::new(column.x, y, column.width, height);
        if spot.row == 0 {
            self.lay_squared(seat, spot.place, squared(layout.top.0, layout.top.1));
        } else if spot.place.role() == Role::Reserve {
            let (pitch, height) = layout.reserve;
            let y = layout.fans.0 + (spot.row as u16 - 1) * pitch;
            if seat.lying(spot.place) > 0 {
                self.lay_squared(seat, spot.place, squared(y, height));
            } else if seat.cursor.place == spot.place {
                let hit = Hit::On(Target::Place(spot.place));
                self.add(squared(y, height), Shape::Space(spot.place), hit);
            }
        } else {
            let label = squared(layout.labels, 1);
            let below = Hit::On(Target::Below(spot.place));
            self.add(label, Shape::Label(spot.place), below);
            self.add(squared(layout.fans.0, layout.fans.1), Shape::Column, below);
            self.lay_fan(seat, spot, layout);
        }
    }

    /// A pile of which only the top is seen.
    pub(super) fn lay_squared(&mut self, seat: &Seat, place: Place, area: Rect) {
        let table = seat.game().table();
        let lying = &table.pile(place)[..seat.lying(place)];
        let on_place = Hit::On(Target::Place(place));
        match lying {
            [] => self.add(area, Shape::Space(place), on_place),
            _ if table.face_down(place) >= lying.len() => {
                self.add(area, Shape::Deck(lying.len()), on_place);
            }
            [.., card] => {
                let index = lying.len() - 1;
                self.add_face(area, *card, At { place, index });
            }
        }
    }

    fn lay_fan(&mut self, seat: &Seat, spot: &Spot, layout: &Layout) {
        let (place, table) = (spot.place, seat.game().table());
        let column = layout.columns[spot.column];
        let (top, rows) = layout.fans;
        let size = seat.lying(place);
        if size == 0 {
            let area = Rect::new(column.x, top, column.width, layout.card.min(rows));
            self.add(area, Shape::Space(place), Hit::On(Target::Place(place)));
            return;
        }
        let room = Room {
            rows,
            card: layout.card,
            step: layout.step,
            strips: layout.strips(spot.column),
        };
        let focus = (seat.cursor.place == place).then_some(seat.cursor.index);
        let fan = Fan::lay(size, table.face_down(place).min(size), room, focus);
        let strips = Strips::of(column, fan.strips);
        for slot in &fan.slots {
            let x = column.x + slot.strip * strips.pitch;
            let width = strips.width;
            let area = Rect::new(x, top + slot.row, width, slot.rows);
            let index = match slot.seen {
                Seen::Card(index) => index,
                Seen::Closed(count) => count - 1,
                Seen::Hidden(_) => 0,
            };
            let at = At { place, index };
            let shape = match slot.seen {
                Seen::Closed(count) => Shape::Closed(count),
                Seen::Hidden(count) => Shape::Hidden(count),
                Seen::Card(index) if index < table.face_down(place) => Shape::Back,
                Seen::Card(index) => Shape::Face {
                    card: table.pile(place)[index],
                    at,
                    shaded: slot.strip % 2 == 1,
                },
            };
            let hit = match slot.seen {
                Seen::Hidden(_) => Hit::On(Target::Place(place)),
                _ => Hit::On(Target::Card(at)),
            };
            self.add(area, shape, hit);
            // Where strips touch there is no cell between them for a mark.
            if slot.strip > 0
                && strips.pitch == strips.width
                && let Some(item) = self.items.last_mut()
            {
                item.mark = None;
            }
        }
    }
}

/// How the strips of a fan lie in its column.
struct Strips {
    pitch: u16,
    width: u16,
}

impl Strips {
    /// As wide as can be, with a cell between two where there is room for one.
    fn of(column: Column, count: u16) -> Strips {
        if count <= 1 {
            return Strips {
                pitch: 0,
                width: column.width,
            };
        }
        let width = (column.span + 1 - count) / count;
        if width >= FACE {
            Strips {
                pitch: width + 1,
                width,
            }
        } else {
            Strips {
                pitch: FACE,
                width: FACE,
            }
        }
    }
}
