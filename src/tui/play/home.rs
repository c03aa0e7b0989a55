//! Home: one card, all that safely can, everything.

use jiff::Timestamp;

use super::selection::clear_source;
use super::{cancel_selection, make_move, play_turn};
use crate::game::Game;
use crate::presentation::Accepts;
use crate::rules::{Move, PileId};
use crate::tui::app::App;
use crate::tui::table_state::{PendingInput, Selection, TableState};

/// Home with the top card of a place; where two foundations take it, the player chooses.
pub(super) fn move_home(app: &mut App, from: PileId, count: Option<u8>, now: Timestamp) {
    let Some(seat) = &mut app.table else { return };
    let game = seat.game();
    let homes: Vec<Move> = game
        .legal_moves()
        .into_iter()
        .filter(|mv| home_move_source(*mv) == Some(from))
        .collect();
    match homes[..] {
        [] => {}
        _ if count.is_some_and(|count| count > 1) => {}
        [one, two, ..] => {
            cancel_selection(seat);
            seat.selection = Some(Selection {
                from,
                count: Some(1),
            });
            seat.pending_input = Some(PendingInput::FoundationChoice([one, two]));
            return;
        }
        [one] => {
            make_move(app, one, now);
            return;
        }
    }
    let words = explain_not_home(seat, from, count.unwrap_or(1));
    app.notify_error(words);
    clear_source(app);
}

/// Why a card does not go home.
fn explain_not_home(seat: &TableState, from: PileId, count: u8) -> String {
    let (table, rules) = (seat.game().table(), seat.game().rules());
    let suit = table.top(from).map(crate::cards::Card::suit);
    let of_suit = |place: &PileId| match rules.accepts(table, *place) {
        Accepts::Card(card) => Some(card.suit()) == suit,
        _ => false,
    };
    let foundations: Vec<PileId> = table
        .pile_ids()
        .iter()
        .filter(|at| at.is_foundation())
        .collect();
    let fitting = foundations.iter().find(|place| of_suit(place));
    match fitting.or(foundations.first()).copied() {
        Some(to) => rules.explain_illegal(table, Move::Transfer { from, to, count }),
        None => "there is no home in this game".into(),
    }
}

/// The place a move takes a card home from, if it does.
fn home_move_source(mv: Move) -> Option<PileId> {
    match mv {
        Move::Transfer { from, to, .. } if to.is_foundation() => Some(from),
        _ => None,
    }
}

/// Home with all that can go without harm, as one turn.
pub(super) fn autoplay_safe(app: &mut App, now: Timestamp) {
    match app
        .table
        .as_ref()
        .and_then(|seat| seat.game().safe_autoplay_move())
    {
        Some(first) => _ = play_turn(app, first, Game::autoplay_safe, now),
        None => app.notify_error("no card can go home without a risk"),
    }
}

impl TableState {
    /// The moves that finish the game, where nothing stands in the way.
    pub fn autofinish_line(&self) -> Option<Vec<Move>> {
        self.game().autofinish_line()
    }
}

/// Home with everything, as one turn.
pub(super) fn autofinish(app: &mut App, now: Timestamp) {
    let line = app.table.as_ref().and_then(TableState::autofinish_line);
    match line.as_deref() {
        Some([first, others @ ..]) => {
            play_turn(app, *first, |game| game.play_all_automatic(others), now);
        }
        _ => app.notify_error("not everything can go straight home yet"),
    }
}
