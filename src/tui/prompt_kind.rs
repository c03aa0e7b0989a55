//! What a typed line is for.

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    /// A move, in record notation or as piles.
    Move,
    /// The number of a deal.
    Seed,
    /// The number of a move in a replay.
    MoveNumber,
    /// Text to search for in the help.
    HelpSearch,
}

impl PromptKind {
    /// Returns the words before the line.
    pub fn label(self) -> &'static str {
        match self {
            PromptKind::Move | PromptKind::MoveNumber => "Move: ",
            PromptKind::Seed => "Deal: ",
            PromptKind::HelpSearch => "Find: ",
        }
    }
}
