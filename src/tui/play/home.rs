//! Home: one card, all that safely can, everything.

use jiff::Timestamp;

use super::carry::forget_source;
use super::{let_go, make, turn};
use crate::game::Game;
use crate::rules::{Move, Place, Rules, Takes};
use crate::tui::app::App;
use crate::tui::seat::{Held, Pending, Seat};

/// Home with the top card of a place; where two foundations take it, the player chooses.
pub(super) fn home(app: &mut App, from: Place, count: Option<u8>, now: Timestamp) {
    let Some(seat) = &mut app.seat else { return };
    let game = seat.game();
    let homes: Vec<Move> = game
        .legal()
        .into_iter()
        .filter(|mv| goes_home(*mv) == Some(from))
        .collect();
    match homes[..] {
        [] => {}
        _ if count.is_some_and(|count| count > 1) => {}
        [one, two, ..] => {
            let_go(seat);
            seat.held = Some(Held {
                from,
                count: Some(1),
            });
            seat.pending = Some(Pending::Choice([one, two]));
            return;
        }
        [one] => {
            make(app, one, now);
            return;
        }
    }
    let words = not_home(seat, from, count.unwrap_or(1));
    app.refuse(words);
    forget_source(app);
}

/// Why a card does not go home.
fn not_home(seat: &Seat, from: Place, count: u8) -> String {
    let (table, rules) = (seat.game().table(), seat.game().rules());
    let suit = table.top(from).map(crate::cards::Card::suit);
    let of_suit = |place: &Place| match rules.takes(table, *place) {
        Takes::Card(card) => Some(card.suit()) == suit,
        _ => false,
    };
    let foundations: Vec<Place> = table
        .places()
        .iter()
        .filter(|at| at.is_foundation())
        .collect();
    let fitting = foundations.iter().find(|place| of_suit(place));
    match fitting.or(foundations.first()).copied() {
        Some(to) => rules.why_not(table, Move::Carry { from, to, count }),
        None => "there is no home in this game".into(),
    }
}

/// The place a move takes a card home from, if it does.
fn goes_home(mv: Move) -> Option<Place> {
    match mv {
        Move::Carry { from, to, .. } if to.is_foundation() => Some(from),
        _ => None,
    }
}

/// Home with all that can go without harm, as one turn.
pub(super) fn safe_home(app: &mut App, now: Timestamp) {
    match app.seat.as_ref().and_then(|seat| seat.game().safe_home()) {
        Some(first) => _ = turn(app, first, Game::follow_home, now),
        None => app.refuse("no card can go home without a risk"),
    }
}

impl Seat {
    /// The moves that finish the game, where nothing stands in the way.
    pub fn finish(&self) -> Option<Vec<Move>> {
        self.game().finish()
    }
}

/// Home with everything, as one turn.
pub(super) fn finish(app: &mut App, now: Timestamp) {
    let line = app.seat.as_ref().and_then(Seat::finish);
    match line.as_deref() {
        Some([first, others @ ..]) => {
            turn(app, *first, |game| game.follow_all(others), now);
        }
        _ => app.refuse("not everything can go straight home yet"),
    }
}
