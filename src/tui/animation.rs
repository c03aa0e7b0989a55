//! Cards on their way: a short showing of deals, moves, slides and of a win.
//!
//! The state is that after the move from the first; what is shown here only catches up with it. So
//! nothing waits for it: any key ends it and is obeyed at once.

use jiff::{SignedDuration, Timestamp};
use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::app::{App, Screen};
use super::scene::{Hit, Scene, Target};
use super::table_state::{CardPosition, TableState};
use crate::cards::Card;
use crate::game::{CardMove, ChangeKind, MoveDiff};
use crate::rules::{Checkpoint, PileId};
use crate::session::Ending;

/// How long a card is on its way.
const CARD_DURATION: SignedDuration = SignedDuration::from_millis(150);
/// Between one step of a move and the next, at most; many steps are shown faster.
const MAX_STEP_INTERVAL: SignedDuration = SignedDuration::from_millis(70);
/// How long all the steps of a move may take, and all the cards of a deal or a win.
const MAX_MOVE_DURATION: SignedDuration = SignedDuration::from_millis(800);
const DEAL_DURATION: SignedDuration = SignedDuration::from_millis(500);
const WIN_DURATION: SignedDuration = SignedDuration::from_millis(1500);
/// From one picture to the next.
const FRAME_INTERVAL: SignedDuration = SignedDuration::from_millis(33);

/// Whether a terminal is one to show motion on: not where `NO_MOTION` asks for none, nor at the
/// other end of a line that may be slow.
pub fn is_enabled_by_env(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name| variable(name).is_some_and(|value| !value.is_empty());
    !["NO_MOTION", "SSH_CONNECTION", "SSH_TTY"]
        .into_iter()
        .any(set)
}

/// A card on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardAnimation {
    /// The card; none is one face down.
    pub card: Option<Card>,
    /// Where it will lie; on no pile, if it flies to the words about a win.
    pub destination: Option<CardPosition>,
    /// Whether it is seen before it sets out.
    visible_before_start: bool,
    from: Position,
    to: Rect,
    start: Timestamp,
}

/// What is being shown.
#[derive(Clone, Debug, Default)]
pub struct Animation {
    cards: Vec<CardAnimation>,
    now: Timestamp,
}

impl Animation {
    /// When the next picture is due, while there is one.
    pub fn next_frame_at(&self) -> Option<Timestamp> {
        (!self.cards.is_empty()).then(|| saturating_add(self.now, FRAME_INTERVAL))
    }

    /// Notices the time; what has arrived is no longer on its way.
    pub fn tick(&mut self, now: Timestamp) {
        self.now = now;
        self.cards
            .retain(|flight| now < saturating_add(flight.start, CARD_DURATION));
    }

    /// How many cards of a place lie there, of those it has: the lowest that is still on its way
    /// lies on them.
    pub fn settled_count(&self, place: PileId, size: usize) -> usize {
        let flights = self.cards.iter().filter_map(|flight| flight.destination);
        let aloft = flights.filter(|at| at.pile == place).map(|at| at.index);
        aloft.min().unwrap_or(size).min(size)
    }

    /// Whether cards of the table are on their way.
    pub fn has_table_cards(&self) -> bool {
        self.cards.iter().any(|flight| flight.destination.is_some())
    }

    /// Whether a card is on its way to that spot.
    pub fn is_arriving_at(&self, spot: Rect) -> bool {
        let mut feast = self
            .cards
            .iter()
            .filter(|flight| flight.destination.is_none());
        feast.any(|flight| flight.to == spot)
    }

    /// The cards on their way and where they are, what lies deeper first.
    pub fn in_flight(&self) -> impl Iterator<Item = (CardAnimation, Rect)> + '_ {
        let waiting = self.cards.iter().filter(|flight| flight.start > self.now);
        let flying = self.cards.iter().filter(|flight| flight.start <= self.now);
        let seen = waiting
            .filter(|flight| flight.visible_before_start)
            .chain(flying);
        seen.map(|flight| (*flight, flight.area_at(self.now)))
    }
}

impl CardAnimation {
    /// Where it is: it sets out fast and arrives slowly.
    fn area_at(&self, now: Timestamp) -> Rect {
        let whole = CARD_DURATION.as_millis() as i32;
        let gone = now.duration_since(self.start).as_millis();
        let left = (CARD_DURATION.as_millis() - gone).clamp(0, CARD_DURATION.as_millis()) as i32;
        let between = |from: u16, to: u16| {
            let (from, to) = (i32::from(from), i32::from(to));
            (to + (from - to) * left * left / (whole * whole)) as u16
        };
        Rect {
            x: between(self.from.x, self.to.x),
            y: between(self.from.y, self.to.y),
            ..self.to
        }
    }
}

/// What was shown before something was asked for.
#[derive(Debug)]
pub(super) struct FrameSnapshot {
    scene: Scene,
    screen: Screen,
    checkpoint: Checkpoint,
    move_count: usize,
}

impl FrameSnapshot {
    /// What is shown now, if what follows may have to be shown moving: not where the cursor only
    /// walks, which is to cost next to nothing.
    pub(super) fn capture(app: &App, action: Action) -> Option<FrameSnapshot> {
        let seat = app
            .active_table()
            .filter(|_| app.is_animation_enabled() && app.size != (0, 0))?;
        let walks = matches!(action, Action::Navigate(_) | Action::Drag(..));
        if walks && app.screen == Screen::Table && seat.pending_input.is_none() {
            return None;
        }
        Some(FrameSnapshot {
            scene: Scene::compute(app),
            screen: app.screen,
            checkpoint: seat.game().table().checkpoint(),
            move_count: seat.game().moves().len(),
        })
    }
}

/// Lets the cards set out that have moved since, or that are newly dealt.
pub(super) fn start_animation(app: &mut App, before: Option<FrameSnapshot>, now: Timestamp) {
    let dealt =
        std::mem::take(&mut app.animate_deal) && app.is_animation_enabled() && app.size != (0, 0);
    let Some(seat) = app.active_table() else {
        return;
    };
    let game = seat.game();
    let went_on = before.filter(|before| {
        before.screen == app.screen
            && before.move_count < game.moves().len()
            && before.checkpoint < game.table().checkpoint()
            && seat.last_diff != MoveDiff::default()
    });
    if !dealt && went_on.is_none() {
        return;
    }
    let after = Scene::compute(app);
    let mut flights = match went_on.filter(|_| !dealt) {
        Some(before) => move_animation(seat, &before, &after, now),
        None => deal_animation(seat, &after, now),
    };
    if seat.session.ending() == Some(Ending::Won) && app.screen == Screen::Table {
        let start = flights
            .iter()
            .map(|flight| saturating_add(flight.start, CARD_DURATION))
            .max();
        win_animation(seat, &after, start.unwrap_or(now), &mut flights);
    }
    if let Some(seat) = app.active_table_mut() {
        seat.animation = Animation {
            cards: flights,
            now,
        };
    }
}

/// The flights of what a move did, or several: first what was carried, then what slid.
fn move_animation(
    seat: &TableState,
    before: &FrameSnapshot,
    after: &Scene,
    now: Timestamp,
) -> Vec<CardAnimation> {
    let table = seat.game().table();
    let happened = MoveDiff::from_changes(table, table.changes_since(before.checkpoint));
    let journeys = happened.card_moves().iter();
    let mut journeys: Vec<&CardMove> = journeys
        .filter(|journey| journey.kind != ChangeKind::Flipped && journey.from != journey.to)
        .collect();
    journeys.sort_by_key(|journey| journey.first_change);
    let steps = journeys.chunk_by(|one, other| one.first_change == other.first_change);
    let pause = interval(steps.clone().count(), MAX_MOVE_DURATION).min(MAX_STEP_INTERVAL);
    let mut flights = Vec::new();
    for (n, step) in (0..).zip(steps) {
        for journey in step {
            let [from, to] = [journey.from, journey.to]
                .map(|(place, index)| CardPosition { pile: place, index });
            let card = table.pile(to.pile).get(to.index).copied();
            if let (Some(area), Some(there)) = (before.scene.area_of(from), after.area_of(to)) {
                flights.push(CardAnimation {
                    card,
                    destination: Some(to),
                    visible_before_start: before.scene.is_card_visible(from),
                    from: area.as_position(),
                    to: there,
                    start: saturating_add(now, pause * n),
                });
            }
        }
    }
    flights
}

/// The flights of a new deal: a row of the table after the other, out of the stock, or from above.
fn deal_animation(seat: &TableState, after: &Scene, now: Timestamp) -> Vec<CardAnimation> {
    let table = seat.game().table();
    let stock = CardPosition {
        pile: PileId::STOCK,
        index: 0,
    };
    let from = after
        .area_of(stock)
        .unwrap_or(Rect::new(after.area.width / 2, 0, 0, 0));
    let spread = seat.layout.positions.iter().map(|spot| spot.pile);
    let spread = spread.filter(|place| *place != PileId::STOCK);
    let mut cards: Vec<CardPosition> = spread
        .flat_map(|place| {
            (0..table.size(place)).map(move |index| CardPosition { pile: place, index })
        })
        .collect();
    cards.sort_by_key(|at| at.index);
    let pause = interval(cards.len(), DEAL_DURATION);
    let flight = |(n, at): (i32, CardPosition)| {
        let face_up = at.index >= table.face_down(at.pile);
        Some(CardAnimation {
            card: table
                .pile(at.pile)
                .get(at.index)
                .copied()
                .filter(|_| face_up),
            destination: Some(at),
            visible_before_start: false,
            from: from.as_position(),
            to: after.area_of(at)?,
            start: saturating_add(now, pause * n),
        })
    };
    (0..).zip(cards).filter_map(flight).collect()
}

/// The flights of a win: from where they lie to the words about it, all the cards shown there.
fn win_animation(
    seat: &TableState,
    after: &Scene,
    start: Timestamp,
    flights: &mut Vec<CardAnimation>,
) {
    let table = seat.game().table();
    let cards = after.game_over.iter().flat_map(|end| &end.win_cards);
    let pause = interval(cards.clone().count(), WIN_DURATION);
    for (n, &(to, card)) in (0..).zip(cards) {
        let mut places = table.pile_ids().iter();
        let home = places.find(|place| table.pile(*place).contains(&card));
        let home = home.and_then(|place| {
            after.area_of(CardPosition {
                pile: place,
                index: 0,
            })
        });
        flights.push(CardAnimation {
            card: Some(card),
            destination: None,
            visible_before_start: false,
            from: home.unwrap_or(to).as_position(),
            to,
            start: saturating_add(start, pause * n),
        });
    }
}

/// So long after a time, or at the end of all time.
fn saturating_add(time: Timestamp, wait: SignedDuration) -> Timestamp {
    time.checked_add(wait).unwrap_or(Timestamp::MAX)
}

/// The time from one of so many to the next, where all may take that long.
fn interval(count: usize, all: SignedDuration) -> SignedDuration {
    all / i32::try_from(count).unwrap_or(i32::MAX).max(1)
}

impl Scene {
    /// Where a card is shown; where it is not, where its pile is.
    fn area_of(&self, at: CardPosition) -> Option<Rect> {
        let carried = self
            .floating_cards
            .iter()
            .find(|floating| floating.position == Some(at));
        let card = || {
            self.items
                .iter()
                .find(|item| item.hit == Hit::Target(Target::Card(at)))
        };
        let here = |target: Target| target.pile() == Some(at.pile);
        let pile = || {
            self.items.iter().rfind(|item| match item.hit {
                Hit::Target(target @ (Target::Card(_) | Target::Pile(_))) => here(target),
                _ => false,
            })
        };
        let area = carried.map(|floating| floating.area);
        area.or_else(|| card().or_else(pile).map(|item| item.area))
    }

    /// Whether a card is shown.
    fn is_card_visible(&self, at: CardPosition) -> bool {
        let card = Hit::Target(Target::Card(at));
        self.items.iter().any(|item| item.hit == card)
            || self
                .floating_cards
                .iter()
                .any(|floating| floating.position == Some(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_end_of_time_a_card_arrives() {
        let last = Timestamp::MAX;
        let mut motion = Animation {
            cards: vec![CardAnimation {
                card: None,
                destination: None,
                visible_before_start: true,
                from: Position::ORIGIN,
                to: Rect::new(9, 9, 1, 1),
                start: last,
            }],
            now: last,
        };
        assert_eq!(motion.next_frame_at(), Some(last));
        motion.tick(last);
        assert_eq!(motion.next_frame_at(), None);
    }

    #[test]
    fn motion_is_not_wanted_where_it_is_refused_or_the_line_may_be_slow() {
        let wanted = |set: &[(&str, &str)]| {
            is_enabled_by_env(|name| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(wanted(&[]));
        assert!(wanted(&[("NO_MOTION", "")]));
        assert!(!wanted(&[("NO_MOTION", "1")]));
        assert!(!wanted(&[("SSH_CONNECTION", "10.0.0.1 50000 10.0.0.2 22")]));
    }
}
