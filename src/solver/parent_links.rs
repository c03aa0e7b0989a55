//! Parent links: how the positions of a search were reached.

use super::search::BestPosition;
use crate::rules::Move;

/// Positions by number, each with its parent and the moves that lead to it from there.
pub(super) struct ParentLinks {
    links: Vec<ParentLink>,
    moves: Vec<Move>,
    max_links: usize,
    /// Highest score given to a position, and the first position that has it.
    best: Option<(i32, u32)>,
}

struct ParentLink {
    parent: u32,
    moves_start: u32,
    moves_end: u32,
}

/// Parent of the position where the search starts.
pub(super) const NO_PARENT: u32 = u32::MAX;

impl ParentLinks {
    /// Creates a list that uses about `bytes` at most.
    pub(super) fn new(bytes: usize) -> ParentLinks {
        ParentLinks {
            links: Vec::new(),
            moves: Vec::new(),
            max_links: bytes / (size_of::<ParentLink>() + 2 * size_of::<Move>()),
            best: None,
        }
    }

    /// Removes all positions but keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        self.links.clear();
        self.moves.clear();
    }

    /// Adds a position that is reached by these moves from its parent. Returns its number.
    pub(super) fn add(&mut self, parent: u32, moves: &[Move]) -> u32 {
        let start = self.moves.len() as u32;
        self.moves.extend(moves);
        self.links.push(ParentLink {
            parent,
            moves_start: start,
            moves_end: self.moves.len() as u32,
        });
        self.links.len() as u32 - 1
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
        self.links.len() >= self.max_links
    }

    /// Returns the moves that lead to a position from the start of the search.
    pub(super) fn line_to(&self, mut position: u32) -> Vec<Move> {
        let mut ranges = Vec::new();
        while let Some(link) = self.links.get(position as usize) {
            ranges.push(link.moves_start as usize..link.moves_end as usize);
            position = link.parent;
        }
        ranges
            .into_iter()
            .rev()
            .flat_map(|range| &self.moves[range])
            .copied()
            .collect()
    }
}
