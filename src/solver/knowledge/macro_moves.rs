//! Sequences of moves, each of which is one step of a search.

use crate::rules::Move;

/// Sequences of moves: those worth trying from a position, the most promising first, or those by which
/// positions were reached.
///
/// The sequences are stored one after the other in two vectors, so that a search that keeps many of them
/// allocates nothing per position.
#[derive(Clone, Debug, Default)]
pub struct MacroMoves {
    moves: Vec<Move>,
    ends: Vec<u32>,
}

impl MacroMoves {
    /// Adds a sequence.
    pub fn push(&mut self, moves: &[Move]) {
        self.moves.extend(moves);
        self.end_sequence();
    }

    /// Adds a sequence of one move.
    pub fn push_single(&mut self, mv: Move) {
        self.push_step(mv);
        self.end_sequence();
    }

    /// Adds each move as a sequence of its own, moves to foundations first.
    pub fn extend_foundation_first(&mut self, moves: &[Move]) {
        for is_to_foundation in [true, false] {
            for mv in moves {
                if mv.is_to_foundation() == is_to_foundation {
                    self.push_single(*mv);
                }
            }
        }
    }

    /// Adds a move to the sequence under construction.
    pub fn push_step(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    /// Ends the sequence under construction.
    pub fn end_sequence(&mut self) {
        self.ends.push(self.moves.len() as u32);
    }

    /// Returns the number of sequences.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no sequence.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the moves of a sequence.
    ///
    /// # Panics
    /// If `index` is not below [`len`](MacroMoves::len).
    pub fn get(&self, index: usize) -> &[Move] {
        &self.moves[self.start(index)..self.ends[index] as usize]
    }

    /// Removes all sequences from `index` on.
    pub fn truncate(&mut self, index: usize) {
        self.moves.truncate(self.start(index));
        self.ends.truncate(index);
    }

    fn start(&self, index: usize) -> usize {
        index
            .checked_sub(1)
            .map_or(0, |previous| self.ends[previous] as usize)
    }
}
