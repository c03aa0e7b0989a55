//! The parts that a position's key is made of.

/// What a pile contributes to the key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPart {
    /// The pile and its cards in order.
    Exact,
    /// The cards in order. Piles with the same number may be exchanged.
    Interchangeable(u8),
    /// A number computed by the game. It may cover other piles, which then are not visited.
    Custom(u128),
    /// The number of cards: which cards they are follows from the other piles.
    SizeOnly,
    /// Nothing: the pile follows from the other piles.
    Ignored,
}
