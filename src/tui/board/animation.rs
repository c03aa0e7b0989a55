//! Cards in flight: deals, moves and slides.
//!
//! The game is already in the position after the move; the animation only follows it. Nothing waits
//! for the animation: any key ends it and is handled at once.

use std::{mem, slice};

use jiff::SignedDuration;
use ratatui::layout::Rect;

use super::layout::{CardLayout, FaceUpCard, Item, ItemKind};
use crate::game::{CardPosition, follow_changes};
use crate::presentation::PilePosition;
use crate::rules::{Change, Checkpoint, PileId, Table};

/// Milliseconds that a card is in flight.
const FLIGHT: i64 = 150;
/// Milliseconds from a pile that slides to the next one.
const SLIDE_INTERVAL: i64 = 25;
/// Milliseconds from the first card that is dealt in a move to the last, and from one to the next if
/// there are few.
const MAX_DEAL: i64 = 350;
const MAX_DEAL_INTERVAL: i64 = 70;
/// Milliseconds in which a card is seen from its edge while it is turned.
const TURN: i64 = 60;
/// Milliseconds of the longest turn and of an undo: more is shown faster.
pub(super) const MAX_TURN: i64 = 1000;
pub(super) const MAX_UNDO: i64 = 100;
/// Milliseconds from the first card of a new deal to the last.
const NEW_DEAL: i64 = 500;

/// Time from one frame to the next, and with large cards, so that a slide takes at most 30 kB.
const FRAME_INTERVAL: SignedDuration = SignedDuration::from_millis(33);
const LARGE_FRAME_INTERVAL: SignedDuration = SignedDuration::from_millis(70);
const LARGE_CARD_ROWS: u16 = 9;

/// Whether the environment allows animations: not if `NO_MOTION` is set, and not over SSH, where the
/// connection may be slow.
pub fn is_enabled_by_env(variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
    let mut variables = ["NO_MOTION", "SSH_CONNECTION", "SSH_TTY"].into_iter();
    !variables.any(is_set)
}

/// Returns a coordinate after a part of the way from one to another.
pub fn between(from: u16, to: u16, part: i64, whole: i64) -> u16 {
    let (from, to) = (i64::from(from), i64::from(to));
    (from + (to - from) * part / whole) as u16
}

/// Returns the milliseconds from one time to a later one.
pub fn elapsed(start: SignedDuration, now: SignedDuration) -> i64 {
    (now - start).as_millis() as i64
}

/// A card in flight, or several that are drawn as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Flight {
    source: Rect,
    target: Rect,
    kind: ItemKind,
    /// The pile below whose top the card is until it starts, if it is in one.
    hidden_in: Option<PileId>,
    to: CardPosition,
    /// Milliseconds from the start of the animation.
    start: i64,
    end: i64,
}

impl Flight {
    /// Returns the card where it is. It slows down before it arrives.
    fn at(&self, elapsed: i64) -> Item {
        let duration = (self.end - self.start).max(1);
        let left = (self.end - elapsed).clamp(0, duration);
        let (part, whole) = (left * left, duration * duration);
        let area = Rect {
            x: between(self.target.x, self.source.x, part, whole),
            y: between(self.target.y, self.source.y, part, whole),
            ..self.source
        };
        Item::floating(area, self.kind, self.to)
    }
}

/// Cards in flight.
#[derive(Clone, Debug, Default)]
pub struct Animation {
    /// The stages, each with its cards in flight.
    stages: Vec<(Stage, Vec<Flight>)>,
    start: SignedDuration,
    now: SignedDuration,
}

impl Animation {
    /// Animates the stages of a turn in at most so many milliseconds. `arrange` lays out a table.
    pub(super) fn of_stages(
        stages: Vec<Stage>,
        max: i64,
        arrange: impl Fn(&Table) -> CardLayout,
        now: SignedDuration,
    ) -> Animation {
        let mut end = 0;
        let flying = stages.into_iter().map(|stage| {
            let (before, after) = (arrange(&stage.before), arrange(&stage.after));
            let flights = flights(&stage, &before, &after, end);
            end = flights.iter().map(|flight| flight.end).fold(end, i64::max);
            (stage, flights)
        });
        let mut stages: Vec<_> = flying.collect();
        if end > max {
            // All is shown faster.
            for flight in stages.iter_mut().flat_map(|(_, flights)| flights) {
                flight.start = flight.start * max / end;
                flight.end = flight.end * max / end;
            }
        }
        let start = now;
        Animation { stages, start, now }
    }

    /// Animates a new deal, row by row: out of the stock, or from above the table.
    pub(super) fn of_deal(
        cards: &Table,
        piles: &[PilePosition],
        layout: &CardLayout,
        now: SignedDuration,
    ) -> Animation {
        let piles = piles.iter().map(|position| position.pile);
        let piles = piles.filter(|pile| *pile != PileId::STOCK);
        let positions = piles
            .flat_map(|pile| (0..cards.size(pile)).map(move |index| CardPosition { pile, index }));
        let mut positions: Vec<CardPosition> = positions.collect();
        positions.sort_by_key(|position| position.index);
        let stock = CardPosition::new(PileId::STOCK, 0);
        let moves = positions.into_iter().map(|to| (stock, to)).collect();
        let stage = Stage {
            kind: StageKind::NewDeal,
            before: cards.clone(),
            after: cards.clone(),
            moves,
        };
        Animation::of_stages(vec![stage], MAX_TURN, |_| layout.clone(), now)
    }

    /// Returns when the next frame is due, as long as there is one.
    pub fn next_frame_at(&self) -> Option<SignedDuration> {
        let is_large = |flight: &Flight| flight.target.height >= LARGE_CARD_ROWS;
        let interval = if self.flights().any(is_large) {
            LARGE_FRAME_INTERVAL
        } else {
            FRAME_INTERVAL
        };
        self.stage().map(|_| self.now + interval)
    }

    /// Advances the animation.
    pub fn tick(&mut self, now: SignedDuration) {
        self.now = now;
        if self.stage().is_none() {
            self.stages.clear();
        }
    }

    /// Whether cards are in flight.
    pub fn is_running(&self) -> bool {
        self.stage().is_some()
    }

    /// Returns the table on which cards rest while others are in flight.
    pub(super) fn table(&self) -> Option<&Table> {
        self.stage().map(|(stage, _)| &stage.after)
    }

    /// Returns the table before the cards in flight have started.
    pub(super) fn table_before(&self) -> Option<&Table> {
        self.stage().map(|(stage, _)| &stage.before)
    }

    /// Returns the table before the cards in flight have started, if some of them are still below the top
    /// of a pile, and how many.
    pub(super) fn waiting_in(&self, pile: PileId) -> Option<(&Table, usize)> {
        let elapsed = self.elapsed();
        let is_waiting =
            |flight: &&Flight| flight.hidden_in == Some(pile) && flight.start > elapsed;
        let count = self.flights().filter(is_waiting).count();
        let before = self.table_before()?;
        // A new deal has no table before it.
        (count > 0 && before.size(pile) >= count + self.table()?.size(pile))
            .then_some((before, count))
    }

    fn elapsed(&self) -> i64 {
        elapsed(self.start, self.now)
    }

    fn stage(&self) -> Option<&(Stage, Vec<Flight>)> {
        let elapsed = self.elapsed();
        let is_running =
            |(_, flights): &&(_, Vec<Flight>)| flights.iter().any(|flight| elapsed < flight.end);
        self.stages.iter().find(is_running)
    }

    /// Returns the cards that have not arrived, those that are drawn first first.
    fn flights(&self) -> impl Iterator<Item = &Flight> {
        let elapsed = self.elapsed();
        let flights = self.stage().into_iter().flat_map(|(_, flights)| flights);
        flights.filter(move |flight| elapsed < flight.end)
    }

    /// Returns how many cards of a pile of this size are shown in it: those below the lowest card that
    /// has not arrived.
    pub(super) fn settled_count(&self, pile: PileId, size: usize) -> usize {
        let in_flight = self.flights().filter(|flight| flight.to.pile == pile);
        let lowest = in_flight.map(|flight| flight.to.index).min();
        lowest.unwrap_or(size).min(size)
    }

    /// Whether the card that will lie at a position has not arrived.
    pub(super) fn is_in_flight(&self, position: CardPosition) -> bool {
        self.flights().any(|flight| flight.to == position)
    }

    /// Returns the visible cards that have not arrived, the lowest first.
    pub(super) fn in_flight(&self) -> impl Iterator<Item = Item> {
        let elapsed = self.elapsed();
        let flights = self.flights();
        let visible =
            flights.filter(move |flight| flight.hidden_in.is_none() || flight.start <= elapsed);
        visible.map(move |flight| flight.at(elapsed))
    }
}

/// How the cards of a stage move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StageKind {
    /// Cards are taken from one pile to another together.
    Transfer,
    /// Piles slide to the left, one after the other.
    Slide,
    /// Cards are dealt or turned back one by one.
    Deal,
    /// All cards are dealt.
    NewDeal,
    /// Cards are turned face up where they lie.
    Turn,
}

/// Cards that move at the same time, and the tables before and after they do. A card that a turn flips stays face
/// down until its last stage.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    kind: StageKind,
    before: Table,
    after: Table,
    /// Where each card is before and after, those that move first first.
    moves: Vec<(CardPosition, CardPosition)>,
}

impl Stage {
    /// Returns the stage that takes everything back.
    pub(super) fn reversed(self) -> Stage {
        let moves = self.moves.into_iter();
        let mut moves: Vec<_> = moves.map(|(from, to)| (to, from)).collect();
        if self.kind == StageKind::Deal {
            // The card that was dealt last is the first to return.
            moves.reverse();
        }
        Stage {
            before: self.after,
            after: self.before,
            moves,
            ..self
        }
    }

    /// Returns the stages of all changes of a table since a checkpoint.
    pub(super) fn since(checkpoint: Checkpoint, table: &Table) -> Vec<Stage> {
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
                let (_, card_moves) = follow_changes(&tables[0], slice::from_ref(change));
                for card in &mut face_down {
                    let mut moves = card_moves.iter();
                    let found = moves.find(|moved| moved.from == *card);
                    *card = found.map_or(*card, |moved| moved.to);
                }
                let flipped = change.flipped_pile();
                face_down.extend(flipped.map(|pile| top_card(&tables[1], pile)));
            }
            let after = with_face_down(&tables[end], &face_down);
            let (_, mut moved) = follow_changes(&tables[start], step);
            moved.retain(|card| card.from != card.to);
            moved.sort_by_key(|card| card.first_change);
            let moves = moved.iter().map(|card| (card.from, card.to)).collect();
            stages.push(Stage {
                kind: kind_of(step),
                before: mem::replace(&mut before, after.clone()),
                after,
                moves,
            });
            let is_last = !matches!(changes.get(end), Some(Change::Slide { .. }));
            if is_last && !face_down.is_empty() {
                let after = tables[end].clone();
                let moves = face_down.drain(..).map(|card| (card, card)).collect();
                stages.push(Stage {
                    kind: StageKind::Turn,
                    before: mem::replace(&mut before, after.clone()),
                    after,
                    moves,
                });
            }
        }
        stages
    }
}

/// Whether two successive changes belong to one stage. Cards are exchanged only to be moved next.
fn are_simultaneous(one: Change, next: Change) -> bool {
    use Change::{Redeal, Slide, Swap, Transfer, TurnBack, TurnUp};
    matches!(
        (one, next),
        (Slide { .. }, Slide { .. })
            | (Swap { .. } | Redeal, _)
            | (
                TurnUp { .. } | TurnBack { .. },
                TurnUp { .. } | TurnBack { .. } | Redeal
            )
            | (Transfer { .. }, Redeal)
    )
}

fn kind_of(step: &[Change]) -> StageKind {
    let is_deal =
        |change: &Change| matches!(change, Change::TurnUp { .. } | Change::TurnBack { .. });
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

/// Returns the flights of a stage that starts at a time.
fn flights(stage: &Stage, before: &CardLayout, after: &CardLayout, start: i64) -> Vec<Flight> {
    if stage.kind == StageKind::Turn {
        return turns(stage, after, start);
    }
    let mut flights = Vec::new();
    let mut piles: Vec<PileId> = Vec::new();
    let above = Rect::new(after.area.width / 2, 0, 0, 0);
    let count = stage.moves.len().max(1) as i64;
    for (n, &(from, to)) in (0..).zip(&stage.moves) {
        let slot = before.item_of(from);
        if slot.is_some_and(|slot| from.index + 1 < slot.cards.end) {
            // It moves with the card that it is drawn with.
            continue;
        }
        let is_new = stage.kind == StageKind::NewDeal;
        let source = before.area_of(from).or(is_new.then_some(above));
        let (Some(source), Some(target)) = (source, after.area_of(to)) else {
            continue;
        };
        if !piles.contains(&from.pile) {
            piles.push(from.pile);
        }
        let delay = match stage.kind {
            StageKind::Slide => (piles.len() as i64 - 1) * SLIDE_INTERVAL,
            StageKind::Deal => n * (MAX_DEAL / count).min(MAX_DEAL_INTERVAL),
            StageKind::NewDeal => n * NEW_DEAL / count,
            StageKind::Transfer | StageKind::Turn => 0,
        };
        let target = after.item_of(to).map_or(target, |slot| slot.area);
        let hidden_in = slot.is_none().then_some(from.pile);
        let (source, kind) = match slot {
            Some(slot) => (slot.area, slot.kind),
            None => (
                Rect::from((source.as_position(), target.as_size())),
                item_kind(after, to, &stage.after),
            ),
        };
        flights.push(Flight {
            source,
            target,
            kind,
            hidden_in,
            to,
            start: start + delay,
            end: start + delay + FLIGHT,
        });
    }
    flights
}

/// Shows cards from their edge.
fn turns(stage: &Stage, layout: &CardLayout, start: i64) -> Vec<Flight> {
    let turn = |(_, to): &(CardPosition, CardPosition)| {
        let area = layout.area_of_card(*to)?;
        let width = (area.width / 3).max(1);
        // The card below it is as high, and begins above it.
        let below = to.index.checked_sub(1);
        let below = below.and_then(|index| layout.area_of_card(CardPosition { index, ..*to }));
        let covered = below.map_or(0, |below| area.y - below.y);
        let height = area.height.saturating_sub(covered).max(1);
        let edge = Rect::new(area.x + (area.width - width) / 2, area.y, width, height);
        Some(Flight {
            source: edge,
            target: edge,
            kind: ItemKind::FaceDown,
            hidden_in: None,
            to: *to,
            start,
            end: start + TURN,
        })
    };
    stage.moves.iter().filter_map(turn).collect()
}

/// Returns what a card looks like where it lies.
fn item_kind(layout: &CardLayout, position: CardPosition, table: &Table) -> ItemKind {
    let card = table.pile(position.pile).get(position.index);
    match (layout.item_of(position), card) {
        (Some(slot), _) if slot.cards.len() == 1 => slot.kind,
        (_, Some(&card)) if position.index >= table.face_down(position.pile) => {
            ItemKind::FaceUp(FaceUpCard::plain(card))
        }
        _ => ItemKind::FaceDown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
