//! Cards in flight: deals, moves, slides and wins.
//!
//! The game is already in the position after the move; the animation only follows it. Nothing waits
//! for the animation: any key ends it and is handled at once.

use jiff::{SignedDuration, Timestamp};
use ratatui::layout::{Position, Rect};

use crate::cards::Card;
use crate::game::CardPosition;
use crate::rules::PileId;

/// How long a card is in flight.
pub(super) const CARD_DURATION: SignedDuration = SignedDuration::from_millis(150);
/// Time from one frame to the next.
const FRAME_INTERVAL: SignedDuration = SignedDuration::from_millis(33);

/// Whether the environment allows animations: not if `NO_MOTION` is set, and not over SSH, where the
/// connection may be slow.
pub fn is_enabled_by_env(variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
    !["NO_MOTION", "SSH_CONNECTION", "SSH_TTY"]
        .into_iter()
        .any(is_set)
}

/// A card in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardAnimation {
    /// The card; `None` if it is face down.
    pub card: Option<Card>,
    /// Where it will be; `None` for a card of the game-over panel.
    pub destination: Option<CardPosition>,
    pub(super) visible_before_start: bool,
    pub(super) from: Position,
    pub(super) to: Rect,
    pub(super) start: Timestamp,
}

impl CardAnimation {
    /// Returns when the card arrives.
    pub(super) fn end(&self) -> Timestamp {
        saturating_add(self.start, CARD_DURATION)
    }

    /// Returns where the card is. It slows down before it arrives.
    fn area_at(&self, now: Timestamp) -> Rect {
        let duration = CARD_DURATION.as_millis() as i32;
        let elapsed = now.duration_since(self.start).as_millis();
        let left = (i128::from(duration) - elapsed).clamp(0, duration.into()) as i32;
        let between = |from: u16, to: u16| {
            let (from, to) = (i32::from(from), i32::from(to));
            (to + (from - to) * left * left / (duration * duration)) as u16
        };
        Rect {
            x: between(self.from.x, self.to.x),
            y: between(self.from.y, self.to.y),
            ..self.to
        }
    }
}

/// Cards in flight.
#[derive(Clone, Debug, Default)]
pub struct Animation {
    cards: Vec<CardAnimation>,
    now: Timestamp,
}

impl Animation {
    pub(super) fn new(cards: Vec<CardAnimation>, now: Timestamp) -> Animation {
        Animation { cards, now }
    }

    /// Returns the cards that have not arrived.
    pub(super) fn cards(&self) -> &[CardAnimation] {
        &self.cards
    }

    /// Returns when the next frame is due, as long as there is one.
    pub fn next_frame_at(&self) -> Option<Timestamp> {
        (!self.cards.is_empty()).then(|| saturating_add(self.now, FRAME_INTERVAL))
    }

    /// Advances the animation; cards that have arrived are no longer in flight.
    pub fn tick(&mut self, now: Timestamp) {
        self.now = now;
        self.cards.retain(|card| now < card.end());
    }

    /// Returns how many cards of a pile of this size are shown in it: those below the lowest card in
    /// flight.
    pub fn settled_count(&self, pile: PileId, size: usize) -> usize {
        let destinations = self.cards.iter().filter_map(|card| card.destination);
        let in_flight = destinations.filter(|position| position.pile == pile);
        let lowest = in_flight.map(|position| position.index).min();
        lowest.unwrap_or(size).min(size)
    }

    /// Whether cards of the table are in flight.
    pub fn has_table_cards(&self) -> bool {
        self.cards.iter().any(|card| card.destination.is_some())
    }

    /// Whether a card of the game-over panel is in flight to this area.
    pub fn is_arriving_at(&self, area: Rect) -> bool {
        let mut panel_cards = self.cards.iter().filter(|card| card.destination.is_none());
        panel_cards.any(|card| card.to == area)
    }

    /// Returns the visible cards in flight and where they are, the lowest first.
    pub fn in_flight(&self) -> impl Iterator<Item = (CardAnimation, Rect)> + '_ {
        let waiting = self.cards.iter().filter(|card| card.start > self.now);
        let flying = self.cards.iter().filter(|card| card.start <= self.now);
        let visible = waiting
            .filter(|card| card.visible_before_start)
            .chain(flying);
        visible.map(|card| (*card, card.area_at(self.now)))
    }
}

/// Adds a duration to a time. The result is at most the latest time that can be represented.
pub(super) fn saturating_add(time: Timestamp, duration: SignedDuration) -> Timestamp {
    time.checked_add(duration).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_arrives_at_the_end_of_all_times() {
        let last = Timestamp::MAX;
        let card = CardAnimation {
            card: None,
            destination: None,
            visible_before_start: true,
            from: Position::ORIGIN,
            to: Rect::new(9, 9, 1, 1),
            start: last,
        };
        let mut animation = Animation::new(vec![card], last);
        assert_eq!(animation.next_frame_at(), Some(last));
        animation.tick(last);
        assert_eq!(animation.next_frame_at(), None);
    }

    #[test]
    fn animations_are_off_over_ssh_and_with_no_motion() {
        let is_enabled = |set: &[(&str, &str)]| {
            is_enabled_by_env(|name| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(is_enabled(&[]));
        assert!(is_enabled(&[("NO_MOTION", "")]));
        assert!(!is_enabled(&[("NO_MOTION", "1")]));
        assert!(!is_enabled(&[(
            "SSH_CONNECTION",
            "10.0.0.1 50000 10.0.0.2 22"
        )]));
    }
}
