//! Player that makes random moves.

use super::sampling::derive_seed;
use super::view::View;
use crate::rules::{Move, Rules};

/// Returns a random legal move, different for each seed. `None` if there is no legal move.
pub fn choose_move<R: Rules + ?Sized>(rules: &R, view: &View, seed: u64) -> Option<Move> {
    let moves = rules.move_list(&view.to_table(view.unseen()));
    let index = derive_seed(seed, 0).checked_rem(moves.len() as u64)?;
    moves.get(index as usize).copied()
}
