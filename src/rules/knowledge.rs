//! What a search may know of a game beyond its moves. Each thing known has a name and can be
//! left out, so that a test can hold every verdict against a search that knows nothing.

use super::moves::Move;

/// A thing known of a game that makes a search shorter and never changes its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PruningRule {
    /// Piles that could change places without changing what can be done are the same.
    PileSymmetry,
    /// What lies home, in the stock or thrown out follows from what lies elsewhere.
    DerivedPiles,
    /// Where a part of a run lies that can go to and fro does not matter.
    FreeRunEnds,
    /// A card nothing can ever need is sent home at once.
    SafeFoundation,
    /// Cards that lie where nothing hinders them are left there until a move needs them.
    ReserveOnDemand,
    /// A position from which even an easier game cannot be won is given up.
    DeadEnd,
}

impl PruningRule {
    /// All of them.
    pub const ALL: [PruningRule; 6] = [
        PruningRule::PileSymmetry,
        PruningRule::DerivedPiles,
        PruningRule::FreeRunEnds,
        PruningRule::SafeFoundation,
        PruningRule::ReserveOnDemand,
        PruningRule::DeadEnd,
    ];
}

/// A set of insights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruningRules(u8);

impl PruningRules {
    /// Nothing is known: every legal move is tried from every position that is not exactly one
    /// met before.
    pub const NONE: PruningRules = PruningRules(0);
    /// Everything is known.
    pub const ALL: PruningRules = PruningRules(u8::MAX);

    /// The set with one more.
    #[must_use]
    pub const fn with(self, insight: PruningRule) -> PruningRules {
        PruningRules(self.0 | 1 << insight as u8)
    }

    /// Whether an insight is in the set.
    pub const fn contains(self, insight: PruningRule) -> bool {
        self.0 >> insight as u8 & 1 != 0
    }
}

/// What of a place tells one position from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPart {
    /// The cards that lie there, and that they lie there.
    Exact,
    /// The cards that lie there; all places of this number may change places.
    Interchangeable(u8),
    /// A number by which the game itself tells of the place, and of others it does not tell of.
    Custom(u128),
    /// How many cards lie there: which they are follows.
    SizeOnly,
    /// Nothing: what lies there follows from the other places.
    Ignored,
}

/// What there is to do in a position that cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgressMeasure {
    /// How much it is. No move makes it more, and moves that can be taken back leave it. Where
    /// nothing is left, cards that go home are all that is wanted.
    pub remaining: u32,
    /// How promising the position is among those where as much is left.
    pub score: i32,
    /// What tells it from others where as much is left: where the same is left to do, positions
    /// differ at most by how open cards are arranged.
    pub signature: u64,
}

/// Sequences of moves worth searching, the most promising first.
#[derive(Clone, Debug, Default)]
pub struct MacroMoves {
    moves: Vec<Move>,
    ends: Vec<u32>,
}

impl MacroMoves {
    /// Adds a course of one move.
    pub fn push_single(&mut self, mv: Move) {
        self.push_step(mv);
        self.end_sequence();
    }

    /// Adds these moves as courses of one each, those that bring a card home first.
    pub fn extend_foundation_first(&mut self, moves: &[Move]) {
        let home = |mv: &&Move| matches!(mv, Move::Transfer { to, .. } if to.is_foundation());
        moves
            .iter()
            .filter(home)
            .for_each(|&mv| self.push_single(mv));
        let others = moves.iter().filter(|mv| !home(mv));
        others.for_each(|&mv| self.push_single(mv));
    }

    /// Adds a move to the course being written.
    pub fn push_step(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    /// Ends the course being written.
    pub fn end_sequence(&mut self) {
        self.ends.push(self.moves.len() as u32);
    }

    /// How many courses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The moves of a course, counted from 0.
    pub fn get(&self, index: usize) -> &[Move] {
        &self.moves[self.start(index)..self.ends[index] as usize]
    }

    /// Forgets all courses from this one on.
    pub fn truncate(&mut self, index: usize) {
        self.moves.truncate(self.start(index));
        self.ends.truncate(index);
    }

    fn start(&self, index: usize) -> usize {
        index
            .checked_sub(1)
            .map_or(0, |last| self.ends[last] as usize)
    }
}
