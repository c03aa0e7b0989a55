//! Parent links: how the positions of a search were reached.

use super::knowledge::MacroMoves;
use super::search::BestPosition;
use crate::rules::Move;

/// Positions by number, each with its parent and the moves that lead to it from there.
pub(super) struct ParentLinks {
    parents: Vec<u32>,
    steps: MacroMoves,
    max_links: usize,
    /// Highest score given to a position, and the first position that has it.
    best: Option<(i32, u32)>,
}

/// Approximate memory of a position in bytes, with the moves that lead to it.
const LINK_BYTES: usize = 12 + 2 * size_of::<Move>();

/// Parent of the position where the search starts.
pub(super) const NO_PARENT: u32 = u32::MAX;

impl ParentLinks {
    /// Creates a list that uses about `bytes` at most.
    pub(super) fn new(bytes: usize) -> ParentLinks {
        ParentLinks {
            parents: Vec::new(),
            steps: MacroMoves::default(),
            max_links: bytes / LINK_BYTES,
            best: None,
        }
    }

    /// Removes all positions but keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        self.parents.clear();
        self.steps.truncate(0);
    }

    /// Adds a position that is reached by these moves from its parent. Returns its number.
    pub(super) fn add(&mut self, parent: u32, moves: &[Move]) -> u32 {
        self.parents.push(parent);
        self.steps.push(moves);
        self.parents.len() as u32 - 1
    }

    /// Gives a score to a position; higher is better.
    pub(super) fn rate(&mut self, position: u32, score: i32) {
        if self.best.is_none_or(|(best, _)| score > best) {
            self.best = Some((score, position));
        }
    }

    /// Returns the position with the highest score. `None` if no position has a score.
    pub(super) fn best_position(&self) -> Option<BestPosition> {
        self.best.map(|(score, position)| BestPosition {
            score,
            line: self.line_to(position),
        })
    }

    /// Whether there is no room for another position.
    pub(super) fn is_full(&self) -> bool {
        self.parents.len() >= self.max_links
    }

    /// Returns the moves that lead to a position from the start of the search.
    pub(super) fn line_to(&self, mut position: u32) -> Vec<Move> {
        let mut path = Vec::new();
        while let Some(&parent) = self.parents.get(position as usize) {
            path.push(position as usize);
            position = parent;
        }
        let steps = path.into_iter().rev().flat_map(|n| self.steps.get(n));
        steps.copied().collect()
    }
}
