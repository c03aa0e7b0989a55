//! The cursor: the card or the empty pile that keys act on.

use crate::game::{CardMove, CardPosition, Game};
use crate::presentation::PilePosition;
use crate::rules::{Move, PileId, PileKind};
use crate::tui::action::Direction;

/// The cursor on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PileCursor {
    /// The card or the empty pile under the cursor.
    pub position: CardPosition,
}

impl PileCursor {
    /// Starts on the first tableau pile of a game.
    pub fn new(game: &Game) -> PileCursor {
        let positions = game.rules().layout().positions;
        let first = positions.iter().find(|position| position.row > 0);
        let pile = first.map_or(PileId::tableau(0), |position| position.pile);
        let mut cursor = PileCursor {
            position: CardPosition::new(pile, 0),
        };
        cursor.move_to(pile, game);
        cursor
    }

    /// Moves the cursor to the top card of a pile.
    pub fn move_to(&mut self, pile: PileId, game: &Game) {
        let index = game.table().size(pile).saturating_sub(1);
        self.position = CardPosition { pile, index };
    }

    /// Moves the cursor by one card: up or down among the movable cards of a fan, or else to the next
    /// pile.
    pub fn step(&mut self, direction: Direction, game: &Game) {
        let positions = game.rules().layout().positions;
        let CardPosition { pile, index } = self.position;
        let Some(current) = positions.iter().find(|position| position.pile == pile) else {
            return;
        };
        let top = game.table().size(pile).saturating_sub(1);
        match direction {
            Direction::Up if index > lowest_movable(pile, game) => self.position.index -= 1,
            Direction::Down if index < top => self.position.index += 1,
            _ => {
                let is_empty =
                    |pile: PileId| pile.kind() == PileKind::Reserve && game.table().is_empty(pile);
                let others = positions.iter().filter(|other| !is_empty(other.pile));
                let reachable = others.filter(|other| is_reachable(current, other, direction));
                let nearest = reachable.min_by_key(|other| {
                    let columns = other.column.abs_diff(current.column);
                    (other.row.abs_diff(current.row), columns)
                });
                if let Some(position) = nearest {
                    self.move_to(position.pile, game);
                }
            }
        }
    }

    /// Moves the cursor up or down within a fan, to which it goes first.
    pub fn step_in_fan(&mut self, pile: PileId, direction: Direction, game: &Game) {
        if self.position.pile != pile {
            self.move_to(pile, game);
        }
        let before = self.position;
        self.step(direction, game);
        if self.position.pile != pile {
            self.position = before;
        }
    }

    /// Moves the cursor to one end of its row.
    pub fn move_to_row_end(&mut self, direction: Direction, game: &Game) {
        let positions = game.rules().layout().positions;
        let pile = self.position.pile;
        let Some(current) = positions.iter().find(|position| position.pile == pile) else {
            return;
        };
        let row = positions.iter().filter(|other| other.row == current.row);
        let end = if direction.is_backward() {
            row.min_by_key(|position| position.column)
        } else {
            row.max_by_key(|position| position.column)
        };
        if let Some(position) = end {
            self.move_to(position.pile, game);
        }
    }

    /// Moves the cursor by this many groups of piles, to the first pile of the group.
    pub fn move_by_groups(&mut self, distance: isize, game: &Game) {
        let positions = game.rules().layout().positions;
        let current = pile_group(self.position.pile);
        let first_pile = |step: isize| {
            let group = (current + step * distance).rem_euclid(PILE_GROUPS);
            let mut positions = positions.iter();
            positions.find(|position| pile_group(position.pile) == group)
        };
        if let Some(first) = (1..=PILE_GROUPS).find_map(first_pile) {
            self.move_to(first.pile, game);
        }
    }

    /// Moves the cursor with cards that were moved, to where they are now; for cards sent to a
    /// foundation, to the pile that they left.
    pub fn follow(&mut self, mv: Move, card_moves: &[CardMove], game: &Game) {
        match mv {
            Move::Transfer { from, to, .. } if to.is_foundation() => self.move_to(from, game),
            Move::Transfer { from, .. } => {
                let card_moves = card_moves.iter();
                let moved = card_moves.filter(|card_move| card_move.from.pile == from);
                let top = moved.max_by_key(|card_move| card_move.from.index);
                if let Some(pile) = top.map(|card_move| card_move.to.pile) {
                    self.move_to(pile, game);
                }
            }
            _ => {}
        }
        self.clamp(game);
    }

    /// Moves the cursor to the first card that a move takes, or to the pile that it draws from.
    pub fn move_to_source(&mut self, mv: Move, game: &Game) {
        match mv {
            Move::Transfer { from, count, .. } => {
                let index = game.table().size(from).saturating_sub(count.into());
                self.position = CardPosition { pile: from, index };
            }
            Move::Draw | Move::Deal | Move::Redeal => self.move_to(PileId::STOCK, game),
            Move::DiscardAll | Move::DiscardMiddle => {}
        }
    }

    /// Moves the cursor to the nearest card of its pile that can be moved, after the pile has
    /// changed.
    pub fn clamp(&mut self, game: &Game) {
        let CardPosition { pile, index } = self.position;
        let top = game.table().size(pile).saturating_sub(1);
        self.position.index = index.clamp(lowest_movable(pile, game).min(top), top);
    }
}

/// Returns the index of the lowest movable card of a pile, or of its top card if none is movable.
fn lowest_movable(pile: PileId, game: &Game) -> usize {
    let table = game.table();
    let movable = game.rules().max_movable(table, pile).max(1);
    table.size(pile).saturating_sub(movable)
}

/// Whether the cursor can go from one pile to another. Left and right stay in the top row or below it;
/// down leads from the top row to the tableau, and in a reserve to the next row of its column.
fn is_reachable(current: &PilePosition, other: &PilePosition, direction: Direction) -> bool {
    let is_same_region = (current.row == 0) == (other.row == 0);
    match direction {
        Direction::Up => other.row < current.row,
        Direction::Down => {
            other.row > current.row && (current.row == 0 || other.column == current.column)
        }
        Direction::Left => other.column < current.column && is_same_region,
        Direction::Right => other.column > current.column && is_same_region,
    }
}

/// Number of groups of piles.
const PILE_GROUPS: isize = 4;

fn pile_group(pile: PileId) -> isize {
    match pile.kind() {
        PileKind::Stock | PileKind::Waste | PileKind::Discards => 0,
        PileKind::Foundation => 1,
        PileKind::Tableau | PileKind::Hand => 2,
        PileKind::Reserve => 3,
    }
}
