//! Choices of simple players, which measure how hard a deal is.

use larboard::player::lookahead::visible_sequences;
use larboard::player::{View, derive_seed};
use larboard::rules::Move;
use larboard::variant::Playable;

/// Returns a random legal move, different for each seed. `None` if there is no legal move.
pub fn random_move(rules: &dyn Playable, view: &View, seed: u64) -> Option<Move> {
    let moves = rules.move_list(&view.to_table(view.unseen()));
    let index = derive_seed(seed, 0).checked_rem(moves.len() as u64)?;
    moves.get(index as usize).copied()
}

/// Returns the moves that look best, or the next best ones a quarter of the time, or those after them a
/// quarter of that time, and so on. Another seed makes other choices.
pub fn varied_moves(rules: &dyn Playable, view: &View, seed: u64) -> Vec<Move> {
    let found = visible_sequences(rules, view);
    let skipped = derive_seed(seed, 0).trailing_zeros() / 2;
    let last = found.len().saturating_sub(1);
    let chosen = found.into_iter().nth(last.min(skipped as usize));
    chosen.unwrap_or_default()
}
