//! How the positions of a search were come to.

use crate::rules::Move;

/// Positions by number, each with the one it was come to from and by which moves.
pub(super) struct Trail {
    links: Vec<Link>,
    moves: Vec<Move>,
    most: usize,
}

struct Link {
    from: u32,
    start: u32,
    end: u32,
}

/// The number of a position that nothing was before.
pub(super) const NOWHERE: u32 = u32::MAX;

impl Trail {
    /// One that takes about so many bytes at most.
    pub(super) fn new(bytes: usize) -> Trail {
        Trail {
            links: Vec::new(),
            moves: Vec::new(),
            most: bytes / (size_of::<Link>() + 2 * size_of::<Move>()),
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
        self.links.push(Link {
            from,
            start,
            end: self.moves.len() as u32,
        });
        self.links.len() as u32 - 1
    }

    /// Whether there is no room for so many more.
    pub(super) fn is_full(&self, more: usize) -> bool {
        self.links.len() + more > self.most
    }

    /// The moves that lead to a position.
    pub(super) fn line_to(&self, mut at: u32) -> Vec<Move> {
        let mut steps = Vec::new();
        while let Some(link) = self.links.get(at as usize) {
            steps.push(link.start as usize..link.end as usize);
            at = link.from;
        }
        let ranges = steps.into_iter().rev();
        ranges
            .flat_map(|range| &self.moves[range])
            .copied()
            .collect()
    }
}
