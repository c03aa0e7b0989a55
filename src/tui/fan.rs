//! Arranges the cards of a fanned pile in the available rows.

/// What a slot of a fan shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotContent {
    /// Card at an index of the pile, face up or face down.
    Card(usize),
    /// Number of face-down cards collapsed into one row.
    Collapsed(usize),
    /// Number of cards that do not fit, at this point of the pile.
    Hidden(usize),
}

/// Part of a fan: one card or a marker for several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub content: SlotContent,
    /// Strip, from 0.
    pub strip: u16,
    /// First row, from 0.
    pub row: u16,
    pub rows: u16,
}

/// Space available to a fan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FanBounds {
    pub rows: u16,
    /// Height of a whole card.
    pub card_height: u16,
    /// Number of visible rows of a covered face-up card.
    pub card_offset: u16,
    /// Number of visible rows of a covered face-down card, where all fit.
    pub down_offset: u16,
    /// Maximum number of strips.
    pub max_strips: u16,
}

/// Arrangement of a fan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fan {
    /// Slots, bottom card first.
    pub slots: Vec<Slot>,
    pub strips: u16,
}

impl Fan {
    /// Arranges a pile of `size` cards, the lowest `face_down` of them face down. The cards of a fan that is
    /// too long get closer; then it cuts off its top card, then collapses its face-down cards, then breaks
    /// into strips. If even that is not enough, it shows the cards around index `focus`, or the top of the
    /// pile if there is no focus.
    pub fn arrange(size: usize, face_down: usize, bounds: FanBounds, focus: Option<usize>) -> Fan {
        let collapsed = if face_down > 1 { face_down } else { 0 };
        let closer = |collapsed, top_rows| {
            let offsets = (1..=bounds.card_offset).rev();
            offsets.map(move |offset| (collapsed, [1, offset, top_rows]))
        };
        let widest = [bounds.down_offset, bounds.card_offset, bounds.card_height];
        let attempts = std::iter::once((0, widest))
            .chain(closer(0, bounds.card_height))
            .chain([(0, [1; 3])])
            .chain(closer(collapsed, bounds.card_height))
            .chain([(collapsed, [1; 3])]);
        for (collapsed, rows) in attempts {
            let contents = slot_contents(size, collapsed);
            if let Some(fan) = Fan::single_strip(&contents, face_down, rows, bounds) {
                return fan;
            }
        }
        let capacity = usize::from(bounds.rows) * usize::from(bounds.max_strips);
        let mut contents = slot_contents(size, collapsed);
        if contents.len() > capacity {
            contents = visible_slots(size, face_down, capacity, focus);
        }
        Fan::multi_strip(&contents, bounds)
    }

    /// Arranges all slots in one strip, with so many rows of a face-down card, a face-up card and the top
    /// card at least; `None` if they do not fit.
    fn single_strip(
        contents: &[SlotContent],
        face_down: usize,
        [down_rows, face_rows, top_rows]: [u16; 3],
        bounds: FanBounds,
    ) -> Option<Fan> {
        let mut row = 0;
        let mut slots = Vec::with_capacity(contents.len());
        for (n, &content) in contents.iter().enumerate() {
            let is_top = n + 1 == contents.len();
            let required = match content {
                _ if is_top => top_rows,
                SlotContent::Card(index) if index >= face_down => face_rows,
                SlotContent::Card(_) => down_rows,
                SlotContent::Collapsed(_) | SlotContent::Hidden(_) => 1,
            };
            let available = bounds.rows.checked_sub(row)?;
            let whole = bounds.card_height.min(available);
            let rows = if is_top { whole } else { required };
            if available < required {
                return None;
            }
            slots.push(Slot {
                content,
                strip: 0,
                row,
                rows,
            });
            row += rows;
        }
        Some(Fan { slots, strips: 1 })
    }

    /// Breaks the slots into strips of one row per slot.
    fn multi_strip(contents: &[SlotContent], bounds: FanBounds) -> Fan {
        let rows = usize::from(bounds.rows.max(1));
        let slot = |(n, content): (usize, &SlotContent)| Slot {
            content: *content,
            strip: (n / rows) as u16,
            row: (n % rows) as u16,
            rows: 1,
        };
        Fan {
            slots: contents.iter().enumerate().map(slot).collect(),
            strips: contents.len().div_ceil(rows) as u16,
        }
    }
}

/// Returns the contents of the slots of a pile, the lowest `collapsed` cards in one slot.
fn slot_contents(size: usize, collapsed: usize) -> Vec<SlotContent> {
    let mut contents = Vec::new();
    if collapsed > 0 {
        contents.push(SlotContent::Collapsed(collapsed));
    }
    contents.extend((collapsed..size).map(SlotContent::Card));
    contents
}

/// Fits a long pile into `capacity` slots: its top, or the cards from `focus` on if the top does not
/// include that card.
fn visible_slots(
    size: usize,
    face_down: usize,
    capacity: usize,
    focus: Option<usize>,
) -> Vec<SlotContent> {
    let mut contents = Vec::new();
    if face_down > 0 {
        contents.push(SlotContent::Collapsed(face_down));
    }
    let top_len = capacity.saturating_sub(contents.len() + 1);
    let top_start = size.saturating_sub(top_len);
    let start = focus.map_or(top_start, |focus| focus.min(top_start));
    if start > face_down {
        contents.push(SlotContent::Hidden(start - face_down));
    }
    let room = capacity.saturating_sub(contents.len());
    let has_room = size - start <= room;
    let cut = start + room.saturating_sub(1).max(1);
    let end = if has_room { size } else { cut };
    contents.extend((start..end).map(SlotContent::Card));
    if end < size {
        contents.push(SlotContent::Hidden(size - end));
    }
    contents.truncate(capacity);
    contents
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: FanBounds = FanBounds {
        rows: 19,
        card_height: 3,
        card_offset: 1,
        down_offset: 1,
        max_strips: 2,
    };

    fn contents(fan: &Fan) -> Vec<SlotContent> {
        fan.slots.iter().map(|slot| slot.content).collect()
    }

    #[test]
    fn a_short_fan_shows_every_card_and_the_whole_top_card() {
        let fan = Fan::arrange(9, 4, BOUNDS, None);
        assert_eq!(fan.slots.len(), 9);
        assert_eq!(fan.slots[8].rows, 3);
        assert_eq!(fan.strips, 1);
    }

    #[test]
    fn a_long_fan_collapses_its_face_down_cards() {
        let fan = Fan::arrange(22, 9, BOUNDS, None);
        assert_eq!(fan.slots[0].content, SlotContent::Collapsed(9));
        assert_eq!(fan.slots.len(), 14);
        assert_eq!(fan.strips, 1);
    }

    #[test]
    fn a_longer_fan_breaks_into_strips_from_left_to_right() {
        let fan = Fan::arrange(30, 4, BOUNDS, None);
        assert_eq!(fan.strips, 2);
        assert_eq!(fan.slots[0].content, SlotContent::Collapsed(4));
        assert_eq!((fan.slots[18].strip, fan.slots[18].row), (0, 18));
        assert_eq!((fan.slots[19].strip, fan.slots[19].row), (1, 0));
    }

    #[test]
    fn the_longest_fan_scrolls_with_the_cursor_and_counts_hidden_cards() {
        let at_top = Fan::arrange(60, 5, BOUNDS, None);
        assert_eq!(
            contents(&at_top)[..2],
            [SlotContent::Collapsed(5), SlotContent::Hidden(19)]
        );
        assert_eq!(
            at_top.slots.last().map(|s| s.content),
            Some(SlotContent::Card(59))
        );
        let scrolled = Fan::arrange(60, 5, BOUNDS, Some(10));
        assert_eq!(
            contents(&scrolled)[..3],
            [
                SlotContent::Collapsed(5),
                SlotContent::Hidden(5),
                SlotContent::Card(10)
            ]
        );
        assert!(matches!(
            scrolled.slots.last().map(|s| s.content),
            Some(SlotContent::Hidden(_))
        ));
    }

    #[test]
    fn every_card_is_counted_within_the_bounds_at_every_height() {
        for (size, face_down, rows) in (0..105).flat_map(|size| {
            (0..size.max(1))
                .step_by(3)
                .flat_map(move |face_down| [3, 8, 19, 29].map(|rows| (size, face_down, rows)))
        }) {
            for focus in [None, Some(face_down), Some(size / 2), Some(size)] {
                for card_offset in [1, 2] {
                    let bounds = FanBounds {
                        rows,
                        card_offset,
                        down_offset: card_offset,
                        ..BOUNDS
                    };
                    let focus = focus.filter(|focus| (face_down..size).contains(focus));
                    let fan = Fan::arrange(size, face_down, bounds, focus);
                    let counted: usize = fan
                        .slots
                        .iter()
                        .map(|slot| match slot.content {
                            SlotContent::Card(_) => 1,
                            SlotContent::Collapsed(n) | SlotContent::Hidden(n) => n,
                        })
                        .sum();
                    assert_eq!(counted, size, "{size} {face_down} {rows} {focus:?}");
                    assert!(fan.strips <= 2);
                    assert!(fan.slots.iter().all(|slot| slot.row + slot.rows <= rows));
                }
            }
        }
    }
}
