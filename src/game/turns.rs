//! Turns: a move with the automatic ones after it, and what they did.

use std::iter;

use super::changes::changes_since;
use super::{CardMove, CardPosition, Game, TableEvent, follow_changes, table_events};
use crate::cards::Card;
use crate::rules::{Change, Checkpoint, Move, PileId, PileKind, Status, Table};
use crate::variant::Variant;

/// Maximum number of moves to spaces in finishing a game: few enough to foresee.
const MAX_TO_SPACES: usize = 3;

/// Maximum number of cards that are taken from foundations for one move of a line.
const MAX_RETURNS: usize = 3;

impl Game {
    /// Returns the number of cards on foundations.
    pub fn cards_home(&self) -> usize {
        self.rules.cards_home(&self.table)
    }

    /// Returns a legal move that is [safe](crate::presentation::Presentation::is_safe_autoplay).
    pub fn safe_home_move(&self) -> Option<Move> {
        safe_home_moves(&self.rules, &self.table).next()
    }

    /// Returns a safe move of a card that was not taken from a foundation by the last move of it.
    pub fn automatic_move(&self) -> Option<Move> {
        automatic_move(&self.rules, &self.table)
    }

    /// Whether safe cards go home by themselves after each move.
    pub fn has_autoplay(&self) -> bool {
        self.autoplay
    }

    /// Sets whether safe cards go home by themselves after each move.
    pub fn set_autoplay(&mut self, autoplay: bool) {
        self.autoplay = autoplay;
    }

    /// Returns what becomes of a line of moves when the automatic moves are made after each of them, if there are any.
    ///
    /// What goes home by itself is left out of the rest of the line, or is taken back where the line puts a card on it.
    /// Automatic moves may let piles slide, so the moves of the line are found again by the cards that they move. Ends
    /// before a move that cannot be found.
    pub fn with_automatic_moves(&self, line: &[Move]) -> Vec<Move> {
        if !self.autoplay {
            return line.to_vec();
        }
        let (rules, start) = (&self.rules, &*self.table);
        let (mut planned, mut table) = (start.clone(), start.clone());
        let mut moves = Vec::new();
        for &mv in line {
            let step = LineStep::new(&planned, mv, &moved_since(start, &planned));
            rules.apply(&mut planned, mv);
            let Some(mut next) = step.moves(rules, start, &table, MAX_RETURNS) else {
                break;
            };
            next.iter().for_each(|&mv| rules.apply(&mut table, mv));
            next.extend(make_automatic_moves(rules, &mut table));
            moves.append(&mut next);
        }
        moves
    }

    /// Returns the moves that win the game by sending cards home and, where none can go, drawing or dealing, or else
    /// moving cards off others to a space, a few times. `None` if that does not win, if cards of the tableau are face
    /// down, and in a game played in the hand.
    pub fn autofinish_line(&self) -> Option<Vec<Move>> {
        let piles = self.table.pile_ids();
        if piles.has_kind(PileKind::Hand) || self.face_down_in_the_way() > 0 {
            return None;
        }
        let mut game = self.clone();
        let (mut line, mut to_spaces) = (Vec::new(), 0);
        while game.status() == Status::Playing && to_spaces <= MAX_TO_SPACES {
            let is_useful = |mv: &Move| match *mv {
                Move::Transfer { from, to, count } if !mv.is_to_foundation() => {
                    game.table.is_empty(to) && game.table.size(from) > count.into()
                }
                _ => true,
            };
            let useful = game.legal_moves().into_iter().filter(is_useful);
            let mv = useful.min_by_key(|mv| (!mv.is_to_foundation(), mv.count().is_some()))?;
            to_spaces += usize::from(!mv.is_to_foundation() && mv.count().is_some());
            game.play(mv).ok()?;
            line.push(mv);
        }
        (game.status() == Status::Won).then_some(line)
    }

    /// Returns the number of face-down cards outside the stock.
    pub fn face_down_in_the_way(&self) -> usize {
        let piles = self.table.pile_ids().iter();
        let piles = piles.filter(|pile| pile.kind() != PileKind::Stock);
        piles.map(|pile| self.table.face_down(pile)).sum()
    }

    /// Returns how many cards the moves that win the game by themselves send home; 0 if there are none.
    pub fn cards_to_finish(&self) -> usize {
        let line = self.autofinish_line().unwrap_or_default().into_iter();
        line.filter(|mv| mv.is_to_foundation()).count()
    }

    /// Makes moves that follow the last one automatically, as long as there is one.
    pub fn play_all_automatic(&mut self, next: impl Fn(&Game) -> Option<Move>) {
        while let Some(mv) = next(self)
            && self.play_automatic(mv).is_ok()
        {}
    }

    /// Lists what the last move did; nothing at the deal.
    pub fn last_move_events(&self) -> Vec<TableEvent> {
        let last = self.checkpoints.last();
        last.map_or(Vec::new(), |&start| table_events(&self.table, start))
    }

    /// Lists what the player's move of the last turn did, and what its automatic moves did; nothing at the
    /// deal. Follows the cards that the turn touched to where they lie now.
    pub fn last_turn_changes(&self) -> (Vec<TableEvent>, Vec<TableEvent>, Vec<CardMove>) {
        let first = self.checkpoints.len() - self.last_turn_len();
        let [start, rest @ ..] = &self.checkpoints[first..] else {
            return Default::default();
        };
        let (mut events, card_moves) = changes_since(&self.table, *start);
        let automatic = rest.first().map_or(Vec::new(), |&automatic| {
            table_events(&self.table, automatic)
        });
        events.truncate(events.len() - automatic.len());
        (events, automatic, card_moves)
    }

    /// Follows the cards that the last move touched to where they lie now.
    pub fn last_card_moves(&self) -> Vec<CardMove> {
        let last = self.checkpoints.last();
        last.map_or(Vec::new(), |&start| changes_since(&self.table, start).1)
    }
}

/// Returns the legal moves that are safe.
fn safe_home_moves(rules: &Variant, table: &Table) -> impl Iterator<Item = Move> {
    let safe = |mv: &Move| rules.is_safe_autoplay(table, *mv);
    rules.move_list(table).into_iter().filter(safe)
}

/// Returns a safe move of a card that may go home by itself.
fn automatic_move(rules: &Variant, table: &Table) -> Option<Move> {
    let mut safe = safe_home_moves(rules, table);
    safe.find(|mv| matches!(mv, Move::Transfer { from, .. } if !was_taken_back(table, *from)))
}

/// Makes the automatic moves on a table, and returns them.
fn make_automatic_moves(rules: &Variant, table: &mut Table) -> Vec<Move> {
    let next = || {
        let mv = automatic_move(rules, table)?;
        rules.apply(table, mv);
        Some(mv)
    };
    iter::from_fn(next).collect()
}

/// Whether the last move of the top card of a pile has taken it from a foundation.
fn was_taken_back(table: &Table, pile: PileId) -> bool {
    let mut before = table.clone();
    let mut at = CardPosition::new(pile, table.size(pile).saturating_sub(1));
    while let Some(&change) = before.changes_since(Checkpoint::default()).last() {
        before.undo_last();
        let (Change::Transfer {
            from, to, count, ..
        }
        | Change::Slide {
            from, to, count, ..
        }
        | Change::TurnUp { from, to, count }
        | Change::TurnBack { from, to, count }) = change
        else {
            continue;
        };
        let height = at.index.checked_sub(before.size(to));
        let Some(height) = height.filter(|_| at.pile == to) else {
            continue;
        };
        if !matches!(change, Change::Slide { .. }) {
            return from.is_foundation();
        }
        at = CardPosition::new(from, before.size(from) - usize::from(count) + height);
    }
    false
}

/// Follows the cards of a table that has become another one.
fn moved_since(start: &Table, table: &Table) -> Vec<CardMove> {
    follow_changes(start, table.changes_since(start.checkpoint())).1
}

/// A move of a line, by its cards: once others have gone home, it may go from and to other piles.
#[derive(PartialEq, Eq)]
struct LineStep {
    /// Where the head of the cards that it transfers lay at the start of the line; of a foundation, any like it will do.
    origin: Option<CardPosition>,
    head: Option<Card>,
    onto: Option<Card>,
    /// The move, or a transfer by the kinds of its piles.
    mv: Result<[PileKind; 2], Move>,
}

impl LineStep {
    fn new(table: &Table, mv: Move, moved: &[CardMove]) -> LineStep {
        let Move::Transfer { from, to, count } = mv else {
            let (origin, head, onto) = (None, None, None);
            return LineStep {
                origin,
                head,
                onto,
                mv: Err(mv),
            };
        };
        let at = CardPosition::new(from, table.size(from).saturating_sub(count.into()));
        let moved = moved.iter().find(|card| card.to == at);
        let origin = moved.map_or(at, |card| card.from);
        LineStep {
            origin: (!from.is_foundation()).then_some(origin),
            head: table.pile(from).get(at.index).copied(),
            onto: table.top(to).filter(|_| to.is_tableau()),
            mv: Ok([from.kind(), to.kind()]),
        }
    }

    /// Returns the move as it is made on a table, after so many returns of cards from foundations at most, or nothing if
    /// its card is home already. `None` if it cannot be made.
    fn moves(
        &self,
        rules: &Variant,
        start: &Table,
        table: &Table,
        returns: usize,
    ) -> Option<Vec<Move>> {
        let (legal, moved) = (rules.move_list(table), moved_since(start, table));
        let is_same = |mv: &&Move| LineStep::new(table, **mv, &moved) == *self;
        if let Some(mv) = legal.iter().find(is_same) {
            return Some(vec![*mv]);
        }
        let is_home =
            |card: &CardMove| Some(card.from) == self.origin && card.to.pile.is_foundation();
        if moved.iter().any(is_home) {
            return Some(Vec::new());
        }
        let returns = returns.checked_sub(1)?;
        let back = legal.iter().filter(|mv| mv.is_from_foundation());
        back.copied().find_map(|mv| {
            let mut after = rules.table_after(table, &[mv]);
            let automatic = make_automatic_moves(rules, &mut after);
            let rest = self.moves(rules, start, &after, returns)?;
            Some([&[mv], &automatic[..], &rest].concat())
        })
    }
}
