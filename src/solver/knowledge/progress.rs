//! The measure that the layered beam search divides positions by.

/// The irreversible work that remains in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgressMeasure {
    /// The amount of work. No move increases it, and reversible moves leave it as it is. At 0 the
    /// game is won by sending cards to the foundations.
    pub remaining: u32,
    /// Heuristic evaluation among positions with the same amount of work; higher is better.
    pub score: i32,
    /// Hash of the work that remains. Positions that share it differ at most in how face-up cards
    /// are arranged.
    pub signature: u64,
}
