//! What is marked at the table, by tints and by signs beside the cards: the cursor, what is picked
//! up, what takes it, what has just moved, what a hint names.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::pen::Pen;
use crate::rules::{Move, Place, Rules};
use crate::tui::happened::How;
use crate::tui::scene::{Hit, Item, Shape, Target};
use crate::tui::seat::{At, Seat};
use crate::tui::theme::Role;

/// What is marked, asked once for a screen.
pub(super) struct Marks<'a> {
    /// The game and how the player stands in it.
    pub(super) seat: &'a Seat,
    targets: Vec<Place>,
    held: usize,
    discarding: Range<usize>,
}

impl<'a> Marks<'a> {
    pub(super) fn of(seat: &'a Seat) -> Marks<'a> {
        Marks {
            seat,
            targets: seat.targets(),
            held: seat.held_count(),
            discarding: seat.discarding(),
        }
    }

    /// What a face is drawn on.
    pub(super) fn ground(&self, at: At, shaded: bool) -> Role {
        if self.is_held(at) {
            Role::Picked
        } else if self.is_welcome(at) || self.is_going(at) {
            Role::Welcome
        } else if self.seat.happened.to(at.place, at.index).is_some() {
            Role::Moved
        } else if shaded {
            Role::Shade
        } else {
            Role::Paper
        }
    }

    /// Whether what is picked up can be put there: in a space, where its game would take it.
    pub(super) fn takes_it(&self, place: Place) -> bool {
        let landing = || {
            self.seat
                .game()
                .rules()
                .landing(self.seat.game().table(), place)
        };
        !self.targets.is_empty() && self.targets.contains(&landing())
    }

    /// Draws the sign beside a thing. Where there is no cell for it, the thing's first two are
    /// reversed.
    pub(super) fn draw(&self, pen: &mut Pen<'_>, item: &Item) {
        if matches!(item.shape, Shape::Hidden(_)) {
            return;
        }
        let glyphs = pen.look.glyphs();
        let cursor = self.has_cursor(item.hit);
        let (glyph, role) = match self.sign(item.hit) {
            Some(Sign::Held) => (glyphs.picked, Role::Cursor),
            Some(Sign::Welcome) if cursor => (glyphs.on_target, Role::Cursor),
            Some(Sign::Welcome) => (glyphs.target, Role::Target),
            Some(Sign::Hinted) if cursor => (glyphs.hint, Role::Cursor),
            Some(Sign::Hinted) => (glyphs.hint, Role::Hint),
            Some(Sign::Slid) => (glyphs.slid, Role::Accent),
            None if cursor => (glyphs.cursor, Role::Cursor),
            None => return,
        };
        match item.mark {
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
    pub(super) fn draw_carried(&self, pen: &mut Pen<'_>, area: Rect, over: Option<Place>) {
        let glyphs = pen.look.glyphs();
        let glyph = match over.is_some_and(|place| self.takes_it(place)) {
            true => glyphs.on_target,
            false => glyphs.picked,
        };
        if let Some(x) = area.x.checked_sub(1) {
            pen.write(x, area.y, glyph, Role::Cursor);
        }
    }

    /// Whether the cursor is on a thing; what the pointer carries has a sign of its own.
    fn has_cursor(&self, hit: Hit) -> bool {
        let cursor = self.seat.cursor;
        !self.seat.in_hand()
            && self.seat.dragged.is_none()
            && match hit {
                Hit::On(Target::Card(at)) => at == cursor,
                Hit::On(Target::Place(place)) => place == cursor.place,
                _ => false,
            }
    }

    fn sign(&self, hit: Hit) -> Option<Sign> {
        match hit {
            Hit::On(Target::Card(at)) if self.begins(at, Marks::is_held) => Some(Sign::Held),
            Hit::On(Target::Card(at)) if self.is_welcome(at) || self.is_going(at) => {
                Some(Sign::Welcome)
            }
            Hit::On(Target::Card(at)) if self.is_hinted(at.place, Some(at.index)) => {
                Some(Sign::Hinted)
            }
            Hit::On(Target::Card(at)) if self.begins(at, Marks::slid) => Some(Sign::Slid),
            Hit::On(Target::Place(place)) if self.takes_it(place) => Some(Sign::Welcome),
            Hit::On(Target::Place(place)) if self.is_hinted(place, None) => Some(Sign::Hinted),
            _ => None,
        }
    }

    /// Whether a card is the lowest of those of its pile that something holds of.
    fn begins(&self, at: At, holds: fn(&Marks<'a>, At) -> bool) -> bool {
        holds(self, at) && !under(at).is_some_and(|at| holds(self, at))
    }

    fn size(&self, place: Place) -> usize {
        self.seat.game().table().size(place)
    }

    fn is_held(&self, at: At) -> bool {
        self.seat.held.is_some_and(|held| held.from == at.place)
            && at.index + self.held >= self.size(at.place)
    }

    /// Whether a card is the top of a place that takes what is picked up.
    fn is_welcome(&self, at: At) -> bool {
        at.index + 1 == self.size(at.place) && self.takes_it(at.place)
    }

    /// Whether the next discard takes a card of the hand.
    fn is_going(&self, at: At) -> bool {
        at.place == Place::HAND && self.discarding.contains(&at.index)
    }

    /// Whether a card slid left by itself.
    fn slid(&self, at: At) -> bool {
        self.seat.happened.to(at.place, at.index) == Some(How::Slid)
    }

    /// Whether a hint names a card, or the place it goes to.
    fn is_hinted(&self, place: Place, index: Option<usize>) -> bool {
        let size = self.size(place);
        match self.seat.hint {
            Some((_, Move::Carry { from, to, count })) => {
                let landing = self
                    .seat
                    .game()
                    .rules()
                    .landing(self.seat.game().table(), place);
                let head = index.is_some_and(|index| index + usize::from(count) == size);
                let top = index.is_none_or(|index| index + 1 == size);
                (from == place && head) || (to == landing && top)
            }
            Some((_, Move::Draw | Move::Deal)) => place == Place::STOCK,
            _ => false,
        }
    }
}

/// What a sign beside a thing says, besides the cursor.
enum Sign {
    /// It is picked up.
    Held,
    /// It takes what is picked up, or goes with the next discard.
    Welcome,
    /// A hint names it.
    Hinted,
    /// It slid left by itself.
    Slid,
}

/// The card under a card.
fn under(at: At) -> Option<At> {
    let index = at.index.checked_sub(1)?;
    Some(At { index, ..at })
}
