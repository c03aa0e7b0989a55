//! How the positions of a search were come to.

use crate::rules::Move;

/// Positions by number, each with the one it was come to from and by which moves.
pub(super) struct ParentLinks {
    links: Vec<ParentLink>,
    moves: Vec<Move>,
    max_links: usize,
}

struct ParentLink {
    parent: u32,
    moves_start: u32,
    moves_end: u32,
}

/// The number of a position that nothing was before.
pub(super) const NO_PARENT: u32 = u32::MAX;

impl ParentLinks {
    /// One that takes about so many bytes at most.
    pub(super) fn new(bytes: usize) -> ParentLinks {
        ParentLinks {
            links: Vec::new(),
            moves: Vec::new(),
            max_links: bytes / (size_of::<ParentLink>() + 2 * size_of::<Move>()),
        }
    }

    /// Forgets them all, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.links.clear();
        self.moves.clear();
    }

    /// Adds a position, come to by these moves from another; its number.
    pub(super) fn add(&mut self, from: u32, moves: &[Move]) -> u32 {
        let start = self.moves.len() as u32;
        self.moves.extend(moves);
        self.links.push(ParentLink {
            parent: from,
            moves_start: start,
            moves_end: self.moves.len() as u32,
        });
        self.links.len() as u32 - 1
    }

    /// Whether there is no room for so many more.
    pub(super) fn is_full(&self, more: usize) -> bool {
        self.links.len() + more > self.max_links
    }

    /// The moves that lead to a position.
    pub(super) fn line_to(&self, mut at: u32) -> Vec<Move> {
        let mut steps = Vec::new();
        while let Some(link) = self.links.get(at as usize) {
            steps.push(link.moves_start as usize..link.moves_end as usize);
            at = link.parent;
        }
        let ranges = steps.into_iter().rev();
        ranges
            .flat_map(|range| &self.moves[range])
            .copied()
            .collect()
    }
}
