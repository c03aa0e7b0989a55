//! Player that makes random moves.

use super::sampling::mix;
use super::view::View;
use crate::rules::{Move, MoveList, Rules};

/// Returns a random legal move, different for each seed. `None` if there is no legal move.
pub fn choose_move<R: Rules + ?Sized>(rules: &R, view: &View, seed: u64) -> Option<Move> {
    let mut moves = MoveList::new();
    rules.legal_moves(&view.to_table(view.unseen()), &mut moves);
    let index = mix(seed, 0).checked_rem(moves.len() as u64)?;
    moves.get(index as usize).copied()
}
