//! Cards on their way: a short showing of deals, moves, slides and of a win.
//!
//! The state is that after the move from the first; what is shown here only catches up with it. So
//! nothing waits for it: any key ends it and is obeyed at once.

use jiff::{SignedDuration, Timestamp};
use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::app::{App, Screen};
use super::happened::{Happened, How, Journey};
use super::scene::{Hit, Scene, Target};
use super::seat::{At, Ending, Seat};
use crate::cards::Card;
use crate::rules::{Mark, Place};

/// How long a card is on its way.
const FLIGHT: SignedDuration = SignedDuration::from_millis(150);
/// Between one step of a move and the next, at most; many steps are shown faster.
const STEP: SignedDuration = SignedDuration::from_millis(70);
/// How long all the steps of a move may take, and all the cards of a deal or a win.
const MOVE: SignedDuration = SignedDuration::from_millis(800);
const DEAL: SignedDuration = SignedDuration::from_millis(500);
const WIN: SignedDuration = SignedDuration::from_millis(1500);
/// From one picture to the next.
const FRAME: SignedDuration = SignedDuration::from_millis(33);

/// Whether a terminal is one to show motion on: not where `NO_MOTION` asks for none, nor at the
/// other end of a line that may be slow.
pub fn is_wanted(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name| variable(name).is_some_and(|value| !value.is_empty());
    !["NO_MOTION", "SSH_CONNECTION", "SSH_TTY"]
        .into_iter()
        .any(set)
}

/// A card on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The card; none is one face down.
    pub card: Option<Card>,
    /// Where it will lie; on no pile, if it flies to the words about a win.
    pub at: Option<At>,
    /// Whether it is seen before it sets out.
    seen: bool,
    from: Position,
    to: Rect,
    start: Timestamp,
}

/// What is being shown.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    flights: Vec<Flight>,
    now: Timestamp,
}

impl Motion {
    /// When the next picture is due, while there is one.
    pub fn due(&self) -> Option<Timestamp> {
        (!self.flights.is_empty()).then(|| later(self.now, FRAME))
    }

    /// Notices the time; what has arrived is no longer on its way.
    pub fn tick(&mut self, now: Timestamp) {
        self.now = now;
        self.flights
            .retain(|flight| now < later(flight.start, FLIGHT));
    }

    /// How many cards of a place lie there, of those it has: the lowest that is still on its way
    /// lies on them.
    pub fn arrived(&self, place: Place, size: usize) -> usize {
        let flights = self.flights.iter().filter_map(|flight| flight.at);
        let aloft = flights.filter(|at| at.place == place).map(|at| at.index);
        aloft.min().unwrap_or(size).min(size)
    }

    /// Whether cards of the table are on their way.
    pub fn is_at_table(&self) -> bool {
        self.flights.iter().any(|flight| flight.at.is_some())
    }

    /// Whether a card is on its way to that spot.
    pub fn is_coming(&self, spot: Rect) -> bool {
        let mut feast = self.flights.iter().filter(|flight| flight.at.is_none());
        feast.any(|flight| flight.to == spot)
    }

    /// The cards on their way and where they are, what lies deeper first.
    pub fn aloft(&self) -> impl Iterator<Item = (Flight, Rect)> + '_ {
        let waiting = self.flights.iter().filter(|flight| flight.start > self.now);
        let flying = self
            .flights
            .iter()
            .filter(|flight| flight.start <= self.now);
        let seen = waiting.filter(|flight| flight.seen).chain(flying);
        seen.map(|flight| (*flight, flight.area(self.now)))
    }
}

impl Flight {
    /// Where it is: it sets out fast and arrives slowly.
    fn area(&self, now: Timestamp) -> Rect {
        let whole = FLIGHT.as_millis() as i32;
        let gone = now.duration_since(self.start).as_millis();
        let left = (FLIGHT.as_millis() - gone).clamp(0, FLIGHT.as_millis()) as i32;
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
pub(super) struct Before {
    scene: Scene,
    screen: Screen,
    mark: Mark,
    moves: usize,
}

impl Before {
    /// What is shown now, if what follows may have to be shown moving: not where the cursor only
    /// walks, which is to cost next to nothing.
    pub(super) fn of(app: &App, action: Action) -> Option<Before> {
        let seat = app
            .shown()
            .filter(|_| app.shows_motion() && app.size != (0, 0))?;
        let walks = matches!(action, Action::Walk(_) | Action::Drag(..));
        if walks && app.screen == Screen::Table && seat.pending.is_none() {
            return None;
        }
        Some(Before {
            scene: Scene::of(app),
            screen: app.screen,
            mark: seat.game().table().mark(),
            moves: seat.game().moves().len(),
        })
    }
}

/// Lets the cards set out that have moved since, or that are newly dealt.
pub(super) fn set_out(app: &mut App, before: Option<Before>, now: Timestamp) {
    let dealt = std::mem::take(&mut app.dealt) && app.shows_motion() && app.size != (0, 0);
    let Some(seat) = app.shown() else { return };
    let game = seat.game();
    let went_on = before.filter(|before| {
        before.screen == app.screen
            && before.moves < game.moves().len()
            && before.mark < game.table().mark()
            && seat.happened != Happened::default()
    });
    if !dealt && went_on.is_none() {
        return;
    }
    let after = Scene::of(app);
    let mut flights = match went_on.filter(|_| !dealt) {
        Some(before) => moved(seat, &before, &after, now),
        None => deal(seat, &after, now),
    };
    if seat.ending == Some(Ending::Won) && app.screen == Screen::Table {
        let start = flights
            .iter()
            .map(|flight| later(flight.start, FLIGHT))
            .max();
        feast(seat, &after, start.unwrap_or(now), &mut flights);
    }
    if let Some(seat) = app.shown_mut() {
        seat.motion = Motion { flights, now };
    }
}

/// The flights of what a move did, or several: first what was carried, then what slid.
fn moved(seat: &Seat, before: &Before, after: &Scene, now: Timestamp) -> Vec<Flight> {
    let table = seat.game().table();
    let happened = Happened::of(table, table.steps_since(before.mark));
    let journeys = happened.journeys().iter();
    let mut journeys: Vec<&Journey> = journeys
        .filter(|journey| journey.how != How::Turned && journey.from != journey.to)
        .collect();
    journeys.sort_by_key(|journey| journey.step);
    let steps = journeys.chunk_by(|one, other| one.step == other.step);
    let pause = between(steps.clone().count(), MOVE).min(STEP);
    let mut flights = Vec::new();
    for (n, step) in (0..).zip(steps) {
        for journey in step {
            let [from, to] = [journey.from, journey.to].map(|(place, index)| At { place, index });
            let card = table.pile(to.place).get(to.index).copied();
            if let (Some(area), Some(there)) = (before.scene.area_of(from), after.area_of(to)) {
                flights.push(Flight {
                    card,
                    at: Some(to),
                    seen: before.scene.shows(from),
                    from: area.as_position(),
                    to: there,
                    start: later(now, pause * n),
                });
            }
        }
    }
    flights
}

/// The flights of a new deal: a row of the table after the other, out of the stock, or from above.
fn deal(seat: &Seat, after: &Scene, now: Timestamp) -> Vec<Flight> {
    let table = seat.game().table();
    let stock = At {
        place: Place::STOCK,
        index: 0,
    };
    let from = after
        .area_of(stock)
        .unwrap_or(Rect::new(after.area.width / 2, 0, 0, 0));
    let spread = seat.plan.spots.iter().map(|spot| spot.place);
    let spread = spread.filter(|place| *place != Place::STOCK);
    let mut cards: Vec<At> = spread
        .flat_map(|place| (0..table.size(place)).map(move |index| At { place, index }))
        .collect();
    cards.sort_by_key(|at| at.index);
    let pause = between(cards.len(), DEAL);
    let flight = |(n, at): (i32, At)| {
        let face_up = at.index >= table.face_down(at.place);
        Some(Flight {
            card: table
                .pile(at.place)
                .get(at.index)
                .copied()
                .filter(|_| face_up),
            at: Some(at),
            seen: false,
            from: from.as_position(),
            to: after.area_of(at)?,
            start: later(now, pause * n),
        })
    };
    (0..).zip(cards).filter_map(flight).collect()
}

/// The flights of a win: from where they lie to the words about it, all the cards shown there.
fn feast(seat: &Seat, after: &Scene, start: Timestamp, flights: &mut Vec<Flight>) {
    let table = seat.game().table();
    let cards = after.end.iter().flat_map(|end| &end.feast);
    let pause = between(cards.clone().count(), WIN);
    for (n, &(to, card)) in (0..).zip(cards) {
        let mut places = table.places().iter();
        let home = places.find(|place| table.pile(*place).contains(&card));
        let home = home.and_then(|place| after.area_of(At { place, index: 0 }));
        flights.push(Flight {
            card: Some(card),
            at: None,
            seen: false,
            from: home.unwrap_or(to).as_position(),
            to,
            start: later(start, pause * n),
        });
    }
}

/// So long after a time, or at the end of all time.
fn later(time: Timestamp, wait: SignedDuration) -> Timestamp {
    time.checked_add(wait).unwrap_or(Timestamp::MAX)
}

/// The time from one of so many to the next, where all may take that long.
fn between(count: usize, all: SignedDuration) -> SignedDuration {
    all / i32::try_from(count).unwrap_or(i32::MAX).max(1)
}

impl Scene {
    /// Where a card is shown; where it is not, where its pile is.
    fn area_of(&self, at: At) -> Option<Rect> {
        let carried = self
            .floating
            .iter()
            .find(|floating| floating.at == Some(at));
        let card = || {
            self.items
                .iter()
                .find(|item| item.hit == Hit::On(Target::Card(at)))
        };
        let here = |target: Target| target.place() == Some(at.place);
        let pile = || {
            self.items.iter().rfind(|item| match item.hit {
                Hit::On(target @ (Target::Card(_) | Target::Place(_))) => here(target),
                _ => false,
            })
        };
        let area = carried.map(|floating| floating.area);
        area.or_else(|| card().or_else(pile).map(|item| item.area))
    }

    /// Whether a card is shown.
    fn shows(&self, at: At) -> bool {
        let card = Hit::On(Target::Card(at));
        self.items.iter().any(|item| item.hit == card)
            || self.floating.iter().any(|floating| floating.at == Some(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_end_of_time_a_card_arrives() {
        let last = Timestamp::MAX;
        let mut motion = Motion {
            flights: vec![Flight {
                card: None,
                at: None,
                seen: true,
                from: Position::ORIGIN,
                to: Rect::new(9, 9, 1, 1),
                start: last,
            }],
            now: last,
        };
        assert_eq!(motion.due(), Some(last));
        motion.tick(last);
        assert_eq!(motion.due(), None);
    }

    #[test]
    fn motion_is_not_wanted_where_it_is_refused_or_the_line_may_be_slow() {
        let wanted = |set: &[(&str, &str)]| {
            is_wanted(|name| {
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
