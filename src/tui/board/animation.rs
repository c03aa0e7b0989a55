//! Cards in flight: deals, moves, slides and wins.
//!
//! The game is already in the position after the move; the animation only follows it. Nothing waits
//! for the animation: any key ends it and is handled at once.

use jiff::{SignedDuration, Timestamp};
use ratatui::layout::{Position, Rect};

use super::layout::{CardLayout, FloatingCard};
use crate::cards::Card;
use crate::game::{CardMove, CardMoveKind, CardPosition, MoveDiff};
use crate::presentation::PilePosition;
use crate::rules::{Checkpoint, PileId, Table};

/// How long a card is in flight.
const CARD_DURATION: SignedDuration = SignedDuration::from_millis(150);
/// Time from one frame to the next.
const FRAME_INTERVAL: SignedDuration = SignedDuration::from_millis(33);

/// The longest time between two steps of a move; many steps are shown faster.
const MAX_STEP_INTERVAL: SignedDuration = SignedDuration::from_millis(70);
/// The longest time from the first step of a move to the last.
const MAX_MOVE_DURATION: SignedDuration = SignedDuration::from_millis(800);
/// The time from the first card of a deal to the last.
const DEAL_DURATION: SignedDuration = SignedDuration::from_millis(500);
/// The time from the first card of a win to the last.
const WIN_DURATION: SignedDuration = SignedDuration::from_millis(1500);

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
struct CardAnimation {
    /// The card where it will be; one of the game-over panel has no position in the game.
    destination: FloatingCard,
    from: Position,
    start: Timestamp,
    visible_before_start: bool,
}

impl CardAnimation {
    /// Returns when the card arrives.
    fn end(&self) -> Timestamp {
        saturating_add(self.start, CARD_DURATION)
    }

    /// Returns the card where it is. It slows down before it arrives.
    fn at(&self, now: Timestamp) -> FloatingCard {
        let duration = CARD_DURATION.as_millis() as i32;
        let elapsed = now.duration_since(self.start).as_millis();
        let left = (i128::from(duration) - elapsed).clamp(0, duration.into()) as i32;
        let between = |from: u16, to: u16| {
            let (from, to) = (i32::from(from), i32::from(to));
            (to + (from - to) * left * left / (duration * duration)) as u16
        };
        let mut card = self.destination;
        card.area.x = between(self.from.x, card.area.x);
        card.area.y = between(self.from.y, card.area.y);
        card
    }
}

/// Cards in flight.
#[derive(Clone, Debug, Default)]
pub struct Animation {
    cards: Vec<CardAnimation>,
    now: Timestamp,
}

impl Animation {
    /// Animates the moves since a checkpoint: first the cards that were moved, then those that slid.
    pub(super) fn of_moves(
        cards: &Table,
        checkpoint: Checkpoint,
        before: &CardLayout,
        after: &CardLayout,
        now: Timestamp,
    ) -> Animation {
        let diff = MoveDiff::from_changes(cards, cards.changes_since(checkpoint));
        let mut moves: Vec<&CardMove> = diff
            .card_moves()
            .iter()
            .filter(|card| card.kind != CardMoveKind::Flipped && card.from != card.to)
            .collect();
        moves.sort_by_key(|card| card.first_change);
        let steps = moves.chunk_by(|one, other| one.first_change == other.first_change);
        let pause = interval(steps.clone().count(), MAX_MOVE_DURATION).min(MAX_STEP_INTERVAL);
        let animate = |card_move: &CardMove, start: Timestamp| {
            let (from, to) = (card_move.from, card_move.to);
            Some(CardAnimation {
                destination: FloatingCard {
                    area: after.area_of(to)?,
                    card: cards.pile(to.pile).get(to.index).copied(),
                    position: Some(to),
                    mark: None,
                },
                from: before.area_of(from)?.as_position(),
                start,
                visible_before_start: before.area_of_card(from).is_some(),
            })
        };
        let animated = (0..).zip(steps).flat_map(|(n, step)| {
            let start = saturating_add(now, pause * n);
            step.iter().filter_map(move |card| animate(card, start))
        });
        Animation {
            cards: animated.collect(),
            now,
        }
    }

    /// Animates a new deal, row by row: out of the stock, or from above the table.
    pub(super) fn of_deal(
        cards: &Table,
        piles: &[PilePosition],
        after: &CardLayout,
        now: Timestamp,
    ) -> Animation {
        let stock = CardPosition::new(PileId::STOCK, 0);
        let above = Rect::new(after.area.width / 2, 0, 0, 0);
        let from = after.area_of(stock).unwrap_or(above).as_position();
        let mut positions: Vec<CardPosition> = piles
            .iter()
            .map(|position| position.pile)
            .filter(|pile| *pile != PileId::STOCK)
            .flat_map(|pile| (0..cards.size(pile)).map(move |index| CardPosition { pile, index }))
            .collect();
        positions.sort_by_key(|position| position.index);
        let pause = interval(positions.len(), DEAL_DURATION);
        let animate = |(n, at): (i32, CardPosition)| {
            let is_face_up = at.index >= cards.face_down(at.pile);
            let card = cards.pile(at.pile).get(at.index).copied();
            Some(CardAnimation {
                destination: FloatingCard {
                    area: after.area_of(at)?,
                    card: card.filter(|_| is_face_up),
                    position: Some(at),
                    mark: None,
                },
                from,
                start: saturating_add(now, pause * n),
                visible_before_start: false,
            })
        };
        Animation {
            cards: (0..).zip(positions).filter_map(animate).collect(),
            now,
        }
    }

    /// Adds the animation of a win to that of the last move: the cards fly from their foundations to
    /// the game-over panel.
    pub fn add_win(
        &mut self,
        cards: &Table,
        layout: &CardLayout,
        panel_cards: &[(Rect, Card)],
        now: Timestamp,
    ) {
        let last_end = self.cards.iter().map(CardAnimation::end).max();
        let start = last_end.unwrap_or(now);
        let pause = interval(panel_cards.len(), WIN_DURATION);
        let animate = |(n, &(area, card)): (i32, &(Rect, Card))| {
            // With two decks, twins come from different piles.
            let earlier = panel_cards.iter().take(n as usize);
            let twins = earlier.filter(|(_, other)| *other == card).count();
            let piles = cards.pile_ids().iter();
            let mut with_card = piles.filter(|pile| cards.pile(*pile).contains(&card));
            let pile = with_card.nth(twins);
            let from = pile.and_then(|pile| layout.area_of(CardPosition::new(pile, 0)));
            CardAnimation {
                destination: FloatingCard {
                    area,
                    card: Some(card),
                    position: None,
                    mark: None,
                },
                from: from.unwrap_or(area).as_position(),
                start: saturating_add(start, pause * n),
                visible_before_start: false,
            }
        };
        self.cards.extend((0..).zip(panel_cards).map(animate));
        self.now = now;
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
    pub(super) fn settled_count(&self, pile: PileId, size: usize) -> usize {
        let positions = self.destinations().filter_map(|card| card.position);
        let in_flight = positions.filter(|position| position.pile == pile);
        let lowest = in_flight.map(|position| position.index).min();
        lowest.unwrap_or(size).min(size)
    }

    /// Whether cards of the table are in flight.
    pub fn has_table_cards(&self) -> bool {
        self.destinations().any(|card| card.position.is_some())
    }

    /// Whether a card of the game-over panel is in flight to this area.
    pub fn is_arriving_at(&self, area: Rect) -> bool {
        self.destinations()
            .any(|card| card.position.is_none() && card.area == area)
    }

    fn destinations(&self) -> impl Iterator<Item = FloatingCard> {
        self.cards.iter().map(|card| card.destination)
    }

    /// Returns the visible cards in flight, the lowest first.
    pub(super) fn in_flight(&self) -> impl Iterator<Item = FloatingCard> {
        let waiting = self.cards.iter().filter(|card| card.start > self.now);
        let flying = self.cards.iter().filter(|card| card.start <= self.now);
        let visible = waiting
            .filter(|card| card.visible_before_start)
            .chain(flying);
        visible.map(|card| card.at(self.now))
    }
}

/// Returns the interval at which `count` steps fill a total time.
fn interval(count: usize, total: SignedDuration) -> SignedDuration {
    total / i32::try_from(count).unwrap_or(i32::MAX).max(1)
}

/// Adds a duration to a time. The result is at most the latest time that can be represented.
fn saturating_add(time: Timestamp, duration: SignedDuration) -> Timestamp {
    time.checked_add(duration).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_arrives_at_the_end_of_all_times() {
        let last = Timestamp::MAX;
        let card = CardAnimation {
            destination: FloatingCard {
                area: Rect::new(9, 9, 1, 1),
                card: None,
                position: None,
                mark: None,
            },
            from: Position::ORIGIN,
            start: last,
            visible_before_start: true,
        };
        let mut animation = Animation {
            cards: vec![card],
            now: last,
        };
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
