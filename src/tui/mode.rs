//! Modes: what the keys mean at a moment.

/// What the keys mean. Each key binding is for some modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Menu of games.
    Menu,
    /// Table with no cards selected.
    Table,
    /// Table with cards selected.
    Selected,
    /// A card fits two foundations; the player chooses one.
    ChooseFoundation,
    /// The next key names a suit.
    AwaitSuit,
    /// The next key is a digit.
    AwaitDigit,
    /// Table of a game played in the hand.
    HandGame,
    /// A line is being typed.
    Prompt,
    /// The game-over panel.
    GameOver,
    /// Help, and other panels without keys of their own.
    Overlay,
    /// Settings.
    Settings,
    /// Results.
    Results,
    /// Replay of a game.
    Replay,
}
