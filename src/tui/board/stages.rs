//! Stages of a turn: the cards that move at the same time, and the table before and after they do.

use std::slice;

use crate::game::{CardMove, CardPosition, follow_changes};
use crate::rules::{Change, Checkpoint, PileId, Table};

/// How the cards of a stage move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StageKind {
    /// Cards are taken from one pile to another together.
    Transfer,
    /// Piles slide to the left, one after the other.
    Slide,
    /// Cards are dealt or turned back one by one.
    Deal,
    /// Cards are turned face up where they lie.
    Turn,
}

/// Cards that move at the same time. A card that the turn flips stays face down until its last stage.
#[derive(Clone, Debug)]
pub(super) struct TurnStage {
    pub(super) kind: StageKind,
    pub(super) before: Table,
    pub(super) after: Table,
    /// Where each card is before and after, those that move first first.
    pub(super) moves: Vec<(CardPosition, CardPosition)>,
}

impl TurnStage {
    /// Returns the stage that takes everything back.
    pub(super) fn reversed(self) -> TurnStage {
        let mut moves: Vec<_> = self
            .moves
            .into_iter()
            .map(|(from, to)| (to, from))
            .collect();
        if self.kind == StageKind::Deal {
            // The card that was dealt last is the first to return.
            moves.reverse();
        }
        TurnStage {
            kind: self.kind,
            before: self.after,
            after: self.before,
            moves,
        }
    }

    /// Returns the stages of all changes of a table since a checkpoint.
    pub(super) fn since(checkpoint: Checkpoint, table: &Table) -> Vec<TurnStage> {
        let changes = table.changes_since(checkpoint);
        // The table after each number of changes.
        let mut tables = vec![table.clone()];
        for _ in changes {
            let mut earlier = tables[tables.len() - 1].clone();
            earlier.undo_last();
            tables.push(earlier);
        }
        tables.reverse();
        let mut stages = Vec::new();
        let mut face_down: Vec<CardPosition> = Vec::new();
        let mut before = tables[0].clone();
        let mut end = 0;
        for step in changes.chunk_by(|one, next| are_simultaneous(*one, *next)) {
            let start = end;
            end += step.len();
            for (change, tables) in step.iter().zip(tables[start..].windows(2)) {
                let (_, diff) = follow_changes(&tables[0], slice::from_ref(change));
                for card in &mut face_down {
                    let mut moves = diff.card_moves().iter();
                    let found = moves.find(|moved| moved.from == *card);
                    *card = found.map_or(*card, |moved| moved.to);
                }
                let flipped = change.flipped_pile();
                face_down.extend(flipped.map(|pile| top_card(&tables[1], pile)));
            }
            let after = with_face_down(&tables[end], &face_down);
            let (_, diff) = follow_changes(&tables[start], step);
            let mut moved: Vec<&CardMove> = diff.card_moves().iter().collect();
            moved.retain(|card| card.from != card.to);
            moved.sort_by_key(|card| card.first_change);
            stages.push(TurnStage {
                kind: kind_of(step),
                before: std::mem::replace(&mut before, after.clone()),
                after,
                moves: moved.iter().map(|card| (card.from, card.to)).collect(),
            });
            let is_last = !matches!(changes.get(end), Some(Change::Slide { .. }));
            if is_last && !face_down.is_empty() {
                let after = tables[end].clone();
                stages.push(TurnStage {
                    kind: StageKind::Turn,
                    before: std::mem::replace(&mut before, after.clone()),
                    after,
                    moves: face_down.drain(..).map(|card| (card, card)).collect(),
                });
            }
        }
        stages
    }
}

/// Whether two successive changes belong to one stage. Cards are exchanged only to be moved next.
fn are_simultaneous(one: Change, next: Change) -> bool {
    use Change::{Deal, Redeal, Slide, Swap, Transfer, TurnBack};
    matches!(
        (one, next),
        (Slide { .. }, Slide { .. })
            | (Swap { .. } | Redeal, _)
            | (
                Deal { .. } | TurnBack { .. },
                Deal { .. } | TurnBack { .. } | Redeal
            )
            | (Transfer { .. }, Redeal)
    )
}

fn kind_of(step: &[Change]) -> StageKind {
    let is_deal = |change: &Change| matches!(change, Change::Deal { .. } | Change::TurnBack { .. });
    match step.last() {
        Some(Change::Slide { .. }) => StageKind::Slide,
        _ if step.iter().any(is_deal) => StageKind::Deal,
        _ => StageKind::Transfer,
    }
}

fn top_card(table: &Table, pile: PileId) -> CardPosition {
    CardPosition::new(pile, table.size(pile).saturating_sub(1))
}

/// Returns a table in which these cards, the lowest that are face up, are still face down.
fn with_face_down(table: &Table, cards: &[CardPosition]) -> Table {
    let mut table = table.clone();
    for card in cards {
        table.set_face_down(card.pile, card.index + 1);
    }
    table
}
