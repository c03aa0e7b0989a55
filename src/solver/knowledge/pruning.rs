//! The shortcuts a search may take, each with a name, and what they leave of the key of a position.

use strum::VariantArray;

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

/// A shortcut that makes a search smaller and never changes its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum PruningRule {
    /// Positions that differ only by the order of equivalent piles are the same.
    PileSymmetry,
    /// The cards of some piles (foundations, stock, discards) follow from the other piles.
    DerivedPiles,
    /// The location of the end of a run is ignored if it can move back and forth freely.
    FreeRunEnds,
    /// A card that no other card can need goes to its foundation at once.
    SafeFoundation,
    /// Reserve cards stay where they are until a move needs them.
    ReserveOnDemand,
    /// A position is given up if it is lost even in a relaxed game.
    DeadEnd,
    /// A position is not searched where the game decides it exactly.
    ExactDecision,
}

impl PruningRule {
    /// All pruning rules.
    pub const ALL: &[PruningRule] = PruningRule::VARIANTS;
}

/// Set of pruning rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruningRules(u8);

impl PruningRules {
    /// No rule: every legal move is tried from every position that is not exactly one met before.
    pub const NONE: PruningRules = PruningRules(0);
    /// Every rule.
    pub const ALL: PruningRules = PruningRules(u8::MAX);

    /// Returns the set with one more rule.
    #[must_use]
    pub const fn with(self, rule: PruningRule) -> PruningRules {
        PruningRules(self.0 | 1 << rule as u8)
    }

    /// Whether the rule is in the set.
    pub const fn contains(self, rule: PruningRule) -> bool {
        self.0 >> rule as u8 & 1 != 0
    }

    /// Returns `reduced` if the rule is in the set, and [`KeyPart::Exact`] otherwise.
    #[must_use]
    pub const fn key_part(self, rule: PruningRule, reduced: KeyPart) -> KeyPart {
        if self.contains(rule) {
            reduced
        } else {
            KeyPart::Exact
        }
    }
}
