//! How the cards of a fan lie in the rows it has.

/// What is seen in a slot of a fan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotContent {
    /// The card at this position, face up or down.
    Card(usize),
    /// So many face-down cards, closed up.
    Collapsed(usize),
    /// So many cards that there is no room for, below or above the next slot.
    Hidden(usize),
}

/// A part of a fan: what is seen where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What is seen.
    pub content: SlotContent,
    /// In which strip, from 0.
    pub strip: u16,
    /// The first row, from 0.
    pub row: u16,
    /// How many rows.
    pub rows: u16,
}

/// The room of a fan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FanBounds {
    /// How many rows.
    pub rows: u16,
    /// How high a whole card is.
    pub card_height: u16,
    /// How many rows of a covered face-up card are seen.
    pub card_offset: u16,
    /// How many strips it can break into.
    pub max_strips: u16,
}

/// How a fan lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fan {
    /// What is seen, bottom card first.
    pub slots: Vec<Slot>,
    /// How many strips there are.
    pub strips: u16,
}

impl Fan {
    /// Lays a pile of `size` cards, the lowest `down` of them face down. A fan too long closes up
    /// its face-down cards first, then shows a row a card, then breaks into strips; beyond that
    /// it shows what is round the card at `focus`, or else its top.
    pub fn arrange(size: usize, down: usize, room: FanBounds, focus: Option<usize>) -> Fan {
        let open: Vec<SlotContent> = (0..size).map(SlotContent::Card).collect();
        let mut closed = Vec::new();
        if down > 0 {
            closed.push(SlotContent::Collapsed(down));
        }
        closed.extend((down..size).map(SlotContent::Card));
        let closed = if down > 1 { closed } else { open.clone() };
        let tries = [
            (&open, room.card_offset),
            (&closed, room.card_offset),
            (&closed, 1),
        ];
        for (seen, step) in tries {
            if let Some(fan) = Fan::single_strip(seen, down, step, room) {
                return fan;
            }
        }
        let all = usize::from(room.rows) * usize::from(room.max_strips);
        let seen = if closed.len() <= all {
            closed
        } else {
            visible_slots(size, down, all, focus)
        };
        Fan::multi_strip(&seen, room)
    }

    fn single_strip(seen: &[SlotContent], down: usize, step: u16, room: FanBounds) -> Option<Fan> {
        let rows = |seen: &SlotContent| match seen {
            SlotContent::Card(index) if *index >= down => step,
            _ => 1,
        };
        let mut row = 0;
        let mut slots = Vec::with_capacity(seen.len());
        for (n, seen_here) in seen.iter().enumerate() {
            let last = n + 1 == seen.len();
            let left = room.rows.checked_sub(row)?;
            let wanted = if last { step.max(1) } else { rows(seen_here) };
            if left < wanted {
                return None;
            }
            let rows = if last {
                room.card_height.min(left)
            } else {
                wanted
            };
            slots.push(Slot {
                content: *seen_here,
                strip: 0,
                row,
                rows,
            });
            row += rows;
        }
        Some(Fan { slots, strips: 1 })
    }

    fn multi_strip(seen: &[SlotContent], room: FanBounds) -> Fan {
        let rows = usize::from(room.rows.max(1));
        let slot = |(n, seen): (usize, &SlotContent)| Slot {
            content: *seen,
            strip: (n / rows) as u16,
            row: (n % rows) as u16,
            rows: 1,
        };
        Fan {
            slots: seen.iter().enumerate().map(slot).collect(),
            strips: seen.len().div_ceil(rows) as u16,
        }
    }
}

/// As much of a pile as `slots` show: its top, or from the card in focus on.
fn visible_slots(size: usize, down: usize, slots: usize, focus: Option<usize>) -> Vec<SlotContent> {
    let mut seen = Vec::new();
    if down > 0 {
        seen.push(SlotContent::Collapsed(down));
    }
    let left = slots.saturating_sub(seen.len() + 1);
    let end_start = size.saturating_sub(left);
    match focus {
        Some(focus) if focus < end_start => {
            let above = focus.saturating_sub(down);
            if above > 0 {
                seen.push(SlotContent::Hidden(above));
            }
            let shown = slots.saturating_sub(seen.len() + 1).max(1);
            let end = (down + above + shown).min(size);
            seen.extend((down + above..end).map(SlotContent::Card));
            seen.push(SlotContent::Hidden(size - end));
        }
        _ => {
            seen.push(SlotContent::Hidden(end_start.saturating_sub(down)));
            seen.extend((end_start..size).map(SlotContent::Card));
        }
    }
    seen.truncate(slots);
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIGHT: FanBounds = FanBounds {
        rows: 19,
        card_height: 3,
        card_offset: 1,
        max_strips: 2,
    };

    fn shown(fan: &Fan) -> Vec<SlotContent> {
        fan.slots.iter().map(|slot| slot.content).collect()
    }

    #[test]
    fn a_fan_with_room_shows_every_card_and_the_top_one_whole() {
        let fan = Fan::arrange(9, 4, TIGHT, None);
        assert_eq!(fan.slots.len(), 9);
        assert_eq!(fan.slots[8].rows, 3);
        assert_eq!(fan.strips, 1);
    }

    #[test]
    fn a_fan_too_long_closes_up_its_face_down_cards_first() {
        let fan = Fan::arrange(22, 9, TIGHT, None);
        assert_eq!(fan.slots[0].content, SlotContent::Collapsed(9));
        assert_eq!(fan.slots.len(), 14);
        assert_eq!(fan.strips, 1);
    }

    #[test]
    fn then_it_breaks_into_strips_top_to_bottom_then_right() {
        let fan = Fan::arrange(30, 4, TIGHT, None);
        assert_eq!(fan.strips, 2);
        assert_eq!(fan.slots[0].content, SlotContent::Collapsed(4));
        assert_eq!((fan.slots[18].strip, fan.slots[18].row), (0, 18));
        assert_eq!((fan.slots[19].strip, fan.slots[19].row), (1, 0));
    }

    #[test]
    fn beyond_that_it_scrolls_with_the_cursor_and_says_how_many_are_hidden() {
        let at_top = Fan::arrange(60, 5, TIGHT, None);
        assert_eq!(
            shown(&at_top)[..2],
            [SlotContent::Collapsed(5), SlotContent::Hidden(19)]
        );
        assert_eq!(
            at_top.slots.last().map(|s| s.content),
            Some(SlotContent::Card(59))
        );
        let walked = Fan::arrange(60, 5, TIGHT, Some(10));
        assert_eq!(
            shown(&walked)[..3],
            [
                SlotContent::Collapsed(5),
                SlotContent::Hidden(5),
                SlotContent::Card(10)
            ]
        );
        assert!(matches!(
            walked.slots.last().map(|s| s.content),
            Some(SlotContent::Hidden(_))
        ));
    }

    #[test]
    fn every_height_accounts_for_every_card_within_its_room() {
        for (size, down, rows) in (0..105).flat_map(|size| {
            (0..size.max(1))
                .step_by(3)
                .flat_map(move |down| [3, 8, 19, 29].map(|r| (size, down, r)))
        }) {
            for focus in [None, Some(down), Some(size / 2), Some(size)] {
                for step in [1, 2] {
                    let room = FanBounds {
                        rows,
                        card_offset: step,
                        ..TIGHT
                    };
                    let fan =
                        Fan::arrange(size, down, room, focus.filter(|f| *f >= down && *f < size));
                    let counted: usize = fan
                        .slots
                        .iter()
                        .map(|slot| match slot.content {
                            SlotContent::Card(_) => 1,
                            SlotContent::Collapsed(n) | SlotContent::Hidden(n) => n,
                        })
                        .sum();
                    assert_eq!(counted, size, "{size} {down} {rows} {focus:?}");
                    assert!(fan.strips <= 2);
                    assert!(fan.slots.iter().all(|slot| slot.row + slot.rows <= rows));
                }
            }
        }
    }
}
