//! Computes the animation from one layout of a table to the next.

use jiff::{SignedDuration, Timestamp};
use ratatui::layout::Rect;

use super::animation::{CardAnimation, saturating_add};
use super::layout::TableLayout;
use super::view::TableView;
use crate::cards::Card;
use crate::game::{CardMove, CardMoveKind, CardPosition, MoveDiff};
use crate::rules::{Checkpoint, PileId};

/// The longest time between two steps of a move; many steps are shown faster.
const MAX_STEP_INTERVAL: SignedDuration = SignedDuration::from_millis(70);
/// The longest time from the first step of a move to the last.
const MAX_MOVE_DURATION: SignedDuration = SignedDuration::from_millis(800);
/// The time from the first card of a deal to the last.
const DEAL_DURATION: SignedDuration = SignedDuration::from_millis(500);
/// The time from the first card of a win to the last.
const WIN_DURATION: SignedDuration = SignedDuration::from_millis(1500);

impl TableView {
    /// Animates the moves since a checkpoint: first the cards that were moved, then those that slid.
    pub(super) fn animate_moves(
        &self,
        checkpoint: Checkpoint,
        after: &TableLayout,
        now: Timestamp,
    ) -> Vec<CardAnimation> {
        let cards = self.game().table();
        let diff = MoveDiff::from_changes(cards, cards.changes_since(checkpoint));
        let mut moves: Vec<&CardMove> = diff
            .card_moves()
            .iter()
            .filter(|card| card.kind != CardMoveKind::Flipped && card.from != card.to)
            .collect();
        moves.sort_by_key(|card| card.first_change);
        let steps = moves.chunk_by(|one, other| one.first_change == other.first_change);
        let pause = interval(steps.clone().count(), MAX_MOVE_DURATION).min(MAX_STEP_INTERVAL);
        let mut animated = Vec::new();
        for (n, step) in (0..).zip(steps) {
            for card_move in step {
                let (from, to) = (card_move.from, card_move.to);
                if let (Some(start_area), Some(end_area)) =
                    (self.layout.area_of(from), after.area_of(to))
                {
                    animated.push(CardAnimation {
                        card: cards.pile(to.pile).get(to.index).copied(),
                        destination: Some(to),
                        visible_before_start: self.layout.area_of_card(from).is_some(),
                        from: start_area.as_position(),
                        to: end_area,
                        start: saturating_add(now, pause * n),
                    });
                }
            }
        }
        animated
    }

    /// Animates a new deal, row by row: out of the stock, or from above the table.
    pub(super) fn animate_deal(&self, after: &TableLayout, now: Timestamp) -> Vec<CardAnimation> {
        let cards = self.game().table();
        let stock = CardPosition::new(PileId::STOCK, 0);
        let above = Rect::new(after.area.width / 2, 0, 0, 0);
        let from = after.area_of(stock).unwrap_or(above).as_position();
        let piles = self
            .board_layout
            .positions
            .iter()
            .map(|position| position.pile);
        let mut positions: Vec<CardPosition> = piles
            .filter(|pile| *pile != PileId::STOCK)
            .flat_map(|pile| (0..cards.size(pile)).map(move |index| CardPosition { pile, index }))
            .collect();
        positions.sort_by_key(|position| position.index);
        let pause = interval(positions.len(), DEAL_DURATION);
        let animate = |(n, at): (i32, CardPosition)| {
            let card = cards.pile(at.pile).get(at.index).copied();
            Some(CardAnimation {
                card: card.filter(|_| at.index >= cards.face_down(at.pile)),
                destination: Some(at),
                visible_before_start: false,
                from,
                to: after.area_of(at)?,
                start: saturating_add(now, pause * n),
            })
        };
        (0..).zip(positions).filter_map(animate).collect()
    }

    /// Animates a win: the cards fly from their foundations to the game-over panel.
    pub(super) fn animate_win(
        &self,
        panel_cards: &[(Rect, Card)],
        start: Timestamp,
    ) -> Vec<CardAnimation> {
        let cards = self.game().table();
        let pause = interval(panel_cards.len(), WIN_DURATION);
        let animate = |(n, &(to, card)): (i32, &(Rect, Card))| {
            // With two decks, twins come from different piles.
            let earlier = panel_cards.iter().take(n as usize);
            let twins = earlier.filter(|(_, other)| *other == card).count();
            let mut piles = cards.pile_ids().iter();
            let with_card = |pile: &PileId| cards.pile(*pile).contains(&card);
            let pile = piles.by_ref().filter(with_card).nth(twins);
            let area = pile.and_then(|pile| self.layout.area_of(CardPosition::new(pile, 0)));
            CardAnimation {
                card: Some(card),
                destination: None,
                visible_before_start: false,
                from: area.unwrap_or(to).as_position(),
                to,
                start: saturating_add(start, pause * n),
            }
        };
        (0..).zip(panel_cards).map(animate).collect()
    }
}

/// Returns the interval at which `count` steps fill a total time.
fn interval(count: usize, total: SignedDuration) -> SignedDuration {
    total / i32::try_from(count).unwrap_or(i32::MAX).max(1)
}
